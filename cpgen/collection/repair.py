"""Verify a store, and rebuild a damaged one from everything that can be saved.

A rebuilt store is written next to the damaged one and replaces it in one step; the damaged file is kept under another
name. A damaged row of a batch is regenerated from its seed and index, and accepted only if its checksum proves that it
is identical. If a cell of a batch has lost puzzles, its progress is reset, so that `--resume` makes them again.
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

from cpgen.collection.batch_requests import BatchCell
from cpgen.collection.batch_runner import SOURCE, plan_of, records_of_start
from cpgen.collection.record import Provenance, Record
from cpgen.collection.store import Store
from cpgen.collection.store_file import free_name
from cpgen.collection.store_schema import PLAIN, explained, record_of
from cpgen.errors import CpgenError
from cpgen.files import not_written, replacing
from cpgen.generation.two_phase import puzzles_per_start
from cpgen.requests.clock import Clock, OutOfTimeError

AGAIN = 60.0
"""Seconds for regenerating one start of a batch"""


def verify(store: Store) -> int:
    """Check everything in a store, record the damage in it, and return the number of sound puzzles."""
    for question in ("integrity_check", "foreign_key_check"):
        try:
            found = store.connection.execute(f"PRAGMA {question}").fetchall()
        except sqlite3.DatabaseError as error:
            found = [(error,)]
        faults = (" ".join(map(str, row)) for row in found if row != ("ok",))
        store.faults += [fault for fault in faults if fault not in store.faults]
    for batch, text, *_ in _rows_of(store, "batches"):
        if plan_of(text) is None:
            store.faults.append(f"the plan of batch {batch} cannot be read")
    return sum(1 for _ in store.records())


@dataclass
class Repaired:
    """Result of a repair: sound, regenerated and lost rows, and the damaged file's new name."""

    sound: int = 0
    again: list[int] = field(default_factory=list)
    lost: dict[int, str] = field(default_factory=dict)
    unfinished: int = 0
    """Number of cells of batches that lost puzzles"""
    kept: str = ""
    """New name of the damaged file, empty if nothing was damaged"""

    def as_json(self) -> dict[str, Any]:
        """Return the result as an object for JSON."""
        lost = [{"row": number, "why": why} for number, why in self.lost.items()]
        return {"puzzles": self.sound, "again": self.again, "lost": lost, "kept": self.kept or None}


def repair(name: str) -> Repaired:
    """Replace a damaged store by a sound one, and keep the damaged file next to it.

    Raises:
        StoreError: Nothing can be read, or another program writes to the store.
    """
    store = Store(name, create=False)
    try:
        with explained(name):
            store.connection.execute("BEGIN IMMEDIATE")
        sound = verify(store)
        if not (store.damages or store.faults):
            return Repaired(sound)
        with replacing(Path(name).resolve()) as file:
            done = _rebuilt(store, str(file.name))
            store.close()
            done.kept = _kept(name)
        return done
    except OSError as error:
        raise not_written(name, error) from error
    finally:
        store.close()


def _kept(name: str) -> str:
    """Give a damaged store a second name, and return it; the old name is then replaced."""
    path = Path(os.path.realpath(name) if os.path.islink(name) else name)
    kept = free_name(path, "damaged")
    try:
        os.link(path, kept)
    except OSError:  # some disks have no links
        copyfile(path, kept)
    for end in ("-wal", "-shm"):
        with suppress(FileNotFoundError):
            os.rename(f"{path}{end}", f"{kept}{end}")
    return str(kept)


def _rebuilt(damaged: Store, name: str) -> Repaired:
    """Create a store of that name from everything in a damaged one that can be saved."""
    done = Repaired()
    damaged.damages.clear()
    batches = [
        (batch, plan, version) for batch, text, version in _rows_of(damaged, "batches") if (plan := plan_of(text))
    ]
    cells = [cell for _, plan, _ in batches for cell in plan.cells]
    with Store(name) as whole, whole.writing():
        for record in damaged.records():
            done.sound += whole.add(record, record.id)
        for number, why in sorted(damaged.damages.items()):
            again = _made_again(damaged, number, cells)
            if again and whole.add(again, number):
                done.again.append(number)
            else:
                done.lost[number] = why
        progress = {(batch, place): row for batch, place, *row in _rows_of(damaged, "cells")}
        for batch, plan, version in batches:
            whole.connection.execute("INSERT INTO batches VALUES (?, ?, ?)", [batch, plan.text, version])
            for place, cell in enumerate(plan.cells):
                now = _progress(whole, cell, progress.get((batch, place), []))
                done.unfinished += now[2] == 0 < now[0] - now[1]
                whole.connection.execute("INSERT INTO cells VALUES (?, ?, ?, ?, ?, ?)", [batch, place, *now])
    return done


def _rows_of(store: Store, table: str) -> Iterator[tuple[Any, ...]]:
    """Yield the rows of a table until one cannot be read."""
    with suppress(sqlite3.DatabaseError):
        yield from store.connection.execute(f"SELECT * FROM {table}")


def _made_again(damaged: Store, number: int, cells: list[BatchCell]) -> Record | None:
    """Regenerate a damaged row from its seed and index; None unless the checksum or all values prove it identical."""
    row = damaged.stored.row(number)
    if row is None:
        return None
    _, checksum, *_ = row
    found = dict(zip(PLAIN, row[len(row) - len(PLAIN) - len(Provenance._fields) :], strict=False))
    version = row[-len(Provenance._fields)]
    for cell in cells:
        if found["seed"] == cell.seed and isinstance(index := found["number"], int) and index >= 0:
            for made in _records_from(cell, index // puzzles_per_start(cell)):
                for same in (made, replace(made, provenance=made.provenance._replace(version=version))):
                    if made.number == index and (same.checksum == checksum or same == _as_it_is(damaged, row)):
                        return same
    return None


@lru_cache(maxsize=8)
def _records_from(cell: BatchCell, start: int) -> Sequence[Record]:
    """Return the puzzles of a start; none when that takes too long or is impossible."""
    try:
        return records_of_start(cell, start, Clock(AGAIN))
    except (OutOfTimeError, CpgenError):
        return ()


def _as_it_is(damaged: Store, row: Sequence[Any]) -> Record | None:
    """Return the record in a row whose checksum may be the damaged value; None if it is not a record."""
    try:
        return record_of(row, damaged.technique_bits)
    except (TypeError, ValueError):
        return None


def _progress(whole: Store, cell: BatchCell, row: Sequence[Any]) -> tuple[int, int, int, int]:
    """Return a cell's progress (wanted, found, next, repeats), reset to its beginning when puzzles are missing."""
    there = "SELECT count(*) FROM puzzles p JOIN makings m ON m.id = p.making WHERE p.seed = ? AND m.source = ?"
    (number,) = whole.connection.execute(there, [cell.seed, SOURCE]).fetchone()
    match row:
        case [cell.count, int(found), int(following), int(repeats)] if 0 <= found <= number and found <= cell.count:
            return cell.count, found, following, repeats
    return cell.count, min(number, cell.count), 0, 0
