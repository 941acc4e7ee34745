"""Verify a store, and rebuild a damaged one from everything that can be saved.

A repair reads the pages of the file one by one (see `salvage`), so puzzles survive damage of the schema, of inner pages
and of the log. A damaged row of a batch is regenerated from its seed and index, and accepted only if it is identical.
If a cell of a batch has lost puzzles, its progress is reset, so that `--resume` makes them again.

The rebuilt store is written next to the damaged one and replaces it in one step; the damaged file is kept under
another name.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import lru_cache
from pathlib import Path
from shutil import copyfile
from typing import Any

from cpgen.answers import collection_answers as answers
from cpgen.answers.answer_base import Recorded
from cpgen.collection.batch_requests import BatchCell
from cpgen.collection.batch_runner import CellSize, plan_of, records_of_start, sizes_of
from cpgen.collection.pages import Pages
from cpgen.collection.record import StoredPuzzle
from cpgen.collection.salvage import Salvage
from cpgen.collection.store import SOURCE, Loss, NewStore, Store, spans, today
from cpgen.collection.store_file import LAST_ROW, LOG, LOG_INDEX, SAVED_LOG, free_name
from cpgen.collection.store_schema import DamagedStoreError, explained, parts_needed, parts_of, transaction
from cpgen.errors import CpgenError
from cpgen.files import not_written, replacing
from cpgen.generation.two_phase import puzzles_per_start
from cpgen.messages import counted
from cpgen.requests.clock import Clock, OutOfTimeError

AGAIN = 60.0
"""Seconds that regenerating one start of a batch may take"""


def verify(store: Store) -> int:
    """Check all rows and the structure of a store; return the number of sound puzzles.

    Damage is recorded in `store.faults` and `store.damages`.
    """
    faults = []
    for question in ("integrity_check", "foreign_key_check"):
        try:
            answer = store.connection.execute(f"PRAGMA {question}").fetchall()
        except sqlite3.DatabaseError as error:
            answer = [(error,)]
        faults += [" ".join(map(str, row)) for row in answer if row != ("ok",)]
    with suppress(sqlite3.DatabaseError):
        missing = parts_needed() - parts_of(store.connection)
        faults += [f"the {part} is missing" for part in sorted(missing)]
    with suppress(sqlite3.DatabaseError):
        for batch, text in store.connection.execute("SELECT id, plan FROM batches"):
            if sizes_of(text) is None:
                faults.append(f"the plan of batch {batch} cannot be read")
    store.faults = list(dict.fromkeys([*store.faults, *faults]))
    return sum(1 for _ in store.records())


@dataclass
class Repaired(Recorded):
    """Result of a repair: number of sound rows, numbers of regenerated rows (`again`), and lost rows with reasons."""

    sound: int = 0
    again: list[int] = field(default_factory=list)
    lost: dict[int, str] = field(default_factory=dict)
    is_truncated: bool = False
    """True if the end of the file is missing, and with it an unknown number of puzzles"""
    unfinished: int = 0
    """Number of cells of batches that lost puzzles"""
    missing: int = 0
    """Number of puzzles that batches had found, according to their progress, but that the rebuilt store lacks"""
    kept: str = ""
    """New name of the damaged file, empty if nothing was damaged"""

    @property
    def is_whole(self) -> bool:
        """True if no puzzle is known to be lost."""
        return not (self.lost or self.unfinished or self.is_truncated)

    @property
    def least_lost(self) -> int:
        """Number of puzzles that are certainly lost; more may be if the file was cut or a batch lost puzzles."""
        return max(len(self.lost), self.missing)

    @property
    def is_count_exact(self) -> bool:
        """True if the number of lost puzzles is exactly `least_lost`."""
        return not (self.is_truncated or self.unfinished)

    @property
    def losses(self) -> Iterator[Loss]:
        """Losses to record in the rebuilt store, so that its user hears of them until they are acknowledged."""
        date = today()
        if self.lost:
            yield Loss(date, f"{'row' if len(self.lost) == 1 else 'rows'} {spans(self.lost)}", len(self.lost))
        if self.is_truncated:
            yield Loss(date, "the end of the file, perhaps with puzzles that nothing else names", None)
        if (others := self.missing - len(self.lost)) > 0:
            yield Loss(date, f"{counted(others, 'puzzle')} of batches, which --resume makes again", others)

    def as_record(self) -> answers.RepairedRecord:
        """Return the record that is the result's form in JSON."""
        return answers.RepairedRecord(
            puzzles=self.sound,
            again=tuple(self.again),
            lost=tuple(answers.LostRow(row=number, why=why) for number, why in self.lost.items()),
            least_lost=self.least_lost,
            truncated=self.is_truncated,
            unfinished_cells=self.unfinished,
            kept=self.kept or None,
        )


def repair(name: str) -> Repaired:
    """Replace a damaged store by a sound one, and keep the damaged file next to it.

    Raises:
        StoreError: Nothing can be read, or another program writes to the store.
    """
    store: Store | None = None
    refusal: DamagedStoreError | None = None
    missing = range(0)
    try:
        try:
            store = Store(name, create=False)
            with explained(name):
                # Held to the end, so that no other program writes to the file that will be replaced.
                store.connection.execute("BEGIN IMMEDIATE")
            sound = verify(store)
            missing = store.missing
            if not (store.damages or store.faults):
                return Repaired(sound)
        except DamagedStoreError as error:
            refusal = error
        pages = Pages(name, [name + LOG, name + SAVED_LOG])
        salvage = Salvage(pages)
        if refusal and not salvage.is_store:
            raise refusal
        with replacing(Path(name).resolve()) as file:
            done = _rebuilt(salvage, str(file.name), missing, pages.is_truncated)
            if store:
                store.connection.close()
            done.kept = _kept(name)
        return done
    except OSError as error:
        raise not_written(name, error) from error
    finally:
        if store:
            store.close()


def _kept(name: str) -> str:
    """Give the file of a damaged store, and its log, a second name, under which they are kept; return that name.

    The file also stays under the old name until the rebuilt store replaces it.
    """
    path = Path(os.path.realpath(name) if os.path.islink(name) else name)
    kept = free_name(path, "damaged")
    try:
        os.link(path, kept)
    except OSError:  # some disks have no links
        copyfile(path, kept)
    # The log belongs to the damaged file: next to the rebuilt one, SQLite would apply it to that.
    for end in (LOG, LOG_INDEX, SAVED_LOG):
        with suppress(FileNotFoundError):
            os.rename(f"{path}{end}", f"{kept}{end}")
    Path(f"{path}{LAST_ROW}").unlink(missing_ok=True)
    return str(kept)


def _rebuilt(salvage: Salvage, name: str, missing: range, is_truncated: bool) -> Repaired:
    """Create a store from everything that was saved, and return the result of the repair.

    Args:
        salvage: Content of the damaged store.
        name: Path of the new store.
        missing: Numbers of rows that are known to have been stored, whether the pages hold them or not; higher numbers
            in the pages are damage.
        is_truncated: True if the end of the file is missing.
    """
    done = Repaired(is_truncated=is_truncated)
    cells = [cell for text, _ in salvage.plans.values() if (plan := plan_of(text)) for cell in plan.cells]
    damaged: dict[int, list[dict[str, Any]]] = {}
    saved: set[int] = set()
    with NewStore(name) as whole, transaction(whole.connection):
        for row in salvage.rows():
            if row["id"] in saved:
                continue
            if record := salvage.record(row):
                done.sound += whole.add(record, record.id)
                saved.add(record.id)
            else:
                damaged.setdefault(row["id"], []).append(row)
        # An index names rows whose page is gone: they are lost, unless a damaged copy of the row can be regenerated.
        named = {number for number in salvage.numbers if not missing or number < missing.stop}
        for number in sorted((named | damaged.keys()) - saved):
            again = next((made for row in damaged.get(number, []) if (made := _made_again(salvage, row, cells))), None)
            if again and whole.add(again, number):
                done.again.append(number)
            elif number in named:
                done.lost[number] = (
                    "its values are not those that were stored" if number in damaged else "it cannot be read"
                )
        whole.connection.executemany(
            "INSERT INTO additions VALUES (?, ?, ?)", ((first, *rest) for first, rest in salvage.additions.items())
        )
        whole.connection.executemany("INSERT INTO excluded VALUES (?, ?)", salvage.excluded.items())
        whole.connection.executemany(
            "INSERT INTO marks SELECT id, ? FROM puzzles WHERE id = ?",
            ((name, number) for number, name in salvage.marks),
        )
        _rebuild_batches(salvage, whole, done)
        for number in missing:
            if number not in saved and number not in done.again:
                done.lost.setdefault(number, "its log was damaged or removed")
        whole.note_losses([*salvage.losses, *done.losses])
    return done


def _rebuild_batches(salvage: Salvage, whole: Store, done: Repaired) -> None:
    """Store plans and progress of the salvaged batches in the new store `whole`, and count lost puzzles in `done`.

    The progress of a batch cell that lost puzzles is reset, so that `--resume` makes them again.
    """
    for batch, (text, version) in sorted(salvage.plans.items()):
        whole.connection.execute("INSERT INTO batches VALUES (?, ?, ?)", [batch, text, version])
        for place, cell in enumerate(sizes_of(text) or []):
            rows = [row for row in salvage.progress.get((batch, place), []) if _is_possible(row, cell)]
            now = _progress(whole, cell, rows)
            done.unfinished += now[2] == 0 < now[0] - now[1]
            done.missing += max(0, max((found for _, found, *_ in rows), default=0) - now[1])
            whole.connection.execute("INSERT INTO cells VALUES (?, ?, ?, ?, ?, ?)", [batch, place, *now])


def _made_again(salvage: Salvage, row: dict[str, Any], cells: list[BatchCell]) -> StoredPuzzle | None:
    """Regenerate the puzzle of a damaged row from its seed and index, for the batch cell with this seed.

    Return None unless the stored checksum, or all stored values, prove that the puzzle is identical.
    """
    index = row["number"]
    for cell in cells:
        if row["seed"] == cell.seed and isinstance(index, int) and index >= 0:
            for made in _records_from(cell, index // puzzles_per_start(cell.request)):
                # The version is part of the checksum; an older one that makes the same puzzle is as good.
                for version in (made.provenance.version, *salvage.versions(row)):
                    same = replace(made, provenance=made.provenance._replace(version=version))
                    if made.number == index and (
                        same.checksum == row["sum"] or same == salvage.record(row, is_verified=False)
                    ):
                        return same
    return None


@lru_cache(maxsize=8)
def _records_from(cell: BatchCell, start: int) -> Sequence[StoredPuzzle]:
    """Return the puzzles of a start of a batch cell; () if that takes too long or is impossible."""
    try:
        return records_of_start(cell, start, Clock(AGAIN))
    except (OutOfTimeError, CpgenError):
        return ()


def _is_possible(row: Sequence[int], cell: CellSize) -> bool:
    """Return True if a row (wanted, found, next, repeats) can be the progress of a batch cell."""
    wanted, found, following, repeats = row
    return wanted == cell.wanted and 0 <= found <= wanted and following >= 0 <= repeats


def _progress(whole: Store, cell: CellSize, rows: Sequence[Sequence[int]]) -> tuple[int, int, int, int]:
    """Return the progress (wanted, found, next, repeats) with which a batch cell continues in the new store.

    It is the latest of the salvaged `rows` that counts no more puzzles than were saved. If there is none, the batch
    cell begins again at its first start.
    """
    there = "SELECT count(*) FROM puzzles p JOIN makings m ON m.id = p.making WHERE p.seed = ? AND m.source = ?"
    removed = "SELECT count(*) FROM excluded WHERE seed = ?"
    (number,) = whole.connection.execute(f"SELECT ({there}) + ({removed})", [cell.seed, SOURCE, cell.seed]).fetchone()
    # Old and new copies of the row may survive, newest (greatest `next`) first.
    for wanted, found, following, repeats in sorted(rows, key=lambda row: -row[2]):
        if found <= number:
            return wanted, found, following, repeats
    return cell.wanted, min(number, cell.wanted), 0, 0
