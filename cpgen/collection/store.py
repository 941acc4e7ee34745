"""Store of puzzles: an SQLite file in which no puzzle appears twice, whatever happens to the program that writes.

Two puzzles are the same if a symmetry of the board and a renaming of the digits turn one into the other. A store that
is damaged, deleted or replaced while it is open raises an error at the end of its `with` block.

Sampling. Each puzzle has a random key, a hash of its canonical form, and the keys form a ring. A sample consists of the
puzzles that follow a random position on the ring. That needs no sorting of the whole store, and the same store, filter
and seed give the same sample.
"""

from __future__ import annotations

import random
import sqlite3
from collections.abc import Generator, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple, Self

from cpgen.answers.answer_base import joined
from cpgen.answers.collection_answers import ListedPuzzle
from cpgen.collection.batch_requests import Filter, board_group, is_of_kind
from cpgen.collection.record import Provenance, StoredPuzzle, in_order, sample_key_of
from cpgen.collection.rows import StoredRows
from cpgen.collection.store_file import PATIENCE, StoreFile
from cpgen.collection.store_schema import (
    INSERT,
    LOSSES,
    PLAIN,
    StoreError,
    explained,
    masks_of,
    record_of,
    require_damage,
    require_tables,
    rules_of,
)
from cpgen.layout import Layout
from cpgen.puzzle import Puzzle
from cpgen.rater.ladder import RULES
from cpgen.symmetry.canonical import canonical
from cpgen.symmetry.layout_images import canonical_layout

KEYS = 1 << 62
"""Number of possible sample keys"""
ALL = Filter()
SOURCE = "batch"
"""Provenance source of the puzzles that batches make"""
ADDITION = "(SELECT {} FROM additions WHERE first <= p.rowid ORDER BY first DESC LIMIT 1)"
"""SQL expression for a column of `additions` of a row of `puzzles p`; an entry holds for all rows up to the next"""


class Loss(NamedTuple):
    """Data that a repair could not save, as the store records it."""

    found: str
    """Date of the repair"""
    what: str
    """Description of the lost data, as in `rows 3 to 5`"""
    rows: int | None
    """Number of lost rows, None if unknown"""

    def __str__(self) -> str:
        return f"{self.what}, noticed on {self.found}"


class Store(StoreFile):
    """Open store, for use in a `with` block; several processes may read while one writes.

    Damaged rows are left out of all results, and reported by number at the end of the block.

    Args:
        path: File of the store.
        create: Create the file if it does not exist.
        patience: Seconds to wait for another program that writes.

    Raises:
        StoreError: The file is not a collection, or it is damaged, locked or not writable.
    """

    def __init__(self, path: str | Path, create: bool = True, patience: float = PATIENCE) -> None:
        super().__init__(path, create, patience)
        self.damages: dict[int, str] = {}
        """Reason why a row was left out, by row number"""
        self.stored = StoredRows(self.connection, self.opened.st_size, self.damages)
        self.connection.create_function("is_of_kind", 2, is_of_kind, deterministic=True)
        self.connection.create_function("board_group", 1, board_group, deterministic=True)
        self.technique_bits: dict[str, int] = {}
        """Number of the bit of each technique that the collection knows so far"""
        self._ids: dict[tuple[str, ...], int] = {}
        self._last_addition: tuple[str, int | None] | None = None
        """Date and batch of the last row that the current transaction added"""
        try:
            self._learn()
        except BaseException:
            self.close()
            raise

    def _learn(self) -> None:
        """Read from the store which bit of the columns `rules` and `more_rules` stands for each technique.

        If that fails, assume the bits that every store has.
        """
        with explained(self.name):
            try:
                self.technique_bits = dict(self.connection.execute("SELECT name, place FROM techniques"))
            except sqlite3.DatabaseError as error:
                require_damage(error)
                self.technique_bits = {rule: place for place, rule in enumerate(RULES)}
                self._note(str(error))

    def __enter__(self) -> Self:
        return self

    def __exit__(self, error_class: type[BaseException] | None, *_: object) -> None:
        try:
            if error_class is None:
                self.require_sound()
        finally:
            self.close()

    def require_sound(self) -> None:
        """Raise StoreError if the file was written to and then deleted or replaced, or if damage was found."""
        self.require_in_place()
        if self.damages or self.faults:
            what = f"The file of the collection {self.name} is damaged"
            if self.damages:
                rows, are = ("row", "is") if len(self.damages) == 1 else ("rows", "are")
                what = f"In {self.name}, {rows} {spans(self.damages)} cannot be used and {are} left out"
            raise StoreError(
                f"{what}. `cpgen collection verify {self.name}` says what is wrong, and with --repair "
                f"saves what can be saved."
            )

    @contextmanager
    def writing(self) -> Iterator[None]:
        """Run the block as one transaction: everything written inside is stored, or nothing.

        Raises:
            StoreError: The transaction fails, the file is damaged, or it was deleted or replaced.
        """
        if self.faults:
            self.require_sound()
        self._last_addition = None
        try:
            with self.written_to():
                yield
        except BaseException:
            # Ids and bits that the transaction had assigned are rolled back with it.
            self._ids.clear()
            self.technique_bits.clear()
            raise

    def add(self, record: StoredPuzzle, number: int | None = None, batch: int | None = None) -> bool:
        """Store a puzzle, inside a block of `writing`, under a new row number unless one is given.

        Args:
            record: The puzzle.
            number: Number of its row, for a repair.
            batch: Number of the batch that it belongs to.

        Returns:
            False if the store has this puzzle, or an equivalent one, already.
        """
        board = self._id("boards", ("layout", "kind"), (record.layout, record.kind))
        provenance = self._id("makings", Provenance._fields, record.provenance)
        values: list[Any] = [number, board, provenance, *self._masks(record.rules)]
        values += [record.pattern, record.sample_key, record.checksum, *(getattr(record, name) for name in PLAIN)]
        added = self.connection.execute(INSERT, values)
        if added.rowcount == 1 and number is None:
            self._note_addition(int(added.lastrowid or 0), (today(), batch))
        return added.rowcount == 1

    def _note_addition(self, number: int, origin: tuple[str, int | None]) -> None:
        """Store the date and the batch of a new row, unless they are those of the row before it.

        `number` is the number of the row, `origin` the pair of date and batch (None if it belongs to no batch).
        """
        if self._last_addition != origin:
            self.connection.execute("DELETE FROM additions WHERE first >= ?", [number])  # left by removed rows
            last = self.connection.execute("SELECT added, batch FROM additions ORDER BY first DESC LIMIT 1").fetchone()
            if last != origin:
                self.connection.execute("INSERT INTO additions VALUES (?, ?, ?)", [number, *origin])
            self._last_addition = origin

    def remove(self, wanted: Filter) -> int:
        """Remove the puzzles that match the filter, and return their number.

        No batch makes a removed puzzle again, except batches with the same seed that are begun later.
        """
        where, values = self._condition(wanted)
        with self.writing():
            self.connection.execute(
                "INSERT OR IGNORE INTO excluded SELECT chance, seed FROM puzzles p "
                f"WHERE making IN (SELECT id FROM makings WHERE source = ?) AND {where}",
                [SOURCE, *values],
            )
            removed = self.connection.execute(f"DELETE FROM puzzles AS p WHERE {where}", values).rowcount
            self.note_last_row()  # before the commit: a higher note would later be taken for rows that were lost
        self._rows("PRAGMA wal_checkpoint(TRUNCATE)", [])  # a repair reads the log: nothing must come back from it
        return removed

    def mark(self, name: str, numbers: Iterable[int]) -> None:
        """Mark the puzzles with these row numbers as used, `name` being the use (such as a book)."""
        with self.writing():
            self.connection.executemany("INSERT OR IGNORE INTO marks VALUES (?, ?)", [(row, name) for row in numbers])

    def unmark(self, name: str, wanted: Filter = ALL) -> int:
        """Remove a mark from the puzzles that match the filter, and return their number."""
        where, values = self._condition(wanted)
        matching = f"puzzle IN (SELECT p.rowid FROM puzzles p WHERE {where})"
        with self.writing():
            return self.connection.execute(f"DELETE FROM marks WHERE name = ? AND {matching}", [name, *values]).rowcount

    @property
    def losses(self) -> list[Loss]:
        """Losses of repairs that the user has not yet acknowledged."""
        try:
            return [Loss(*row) for row in self.connection.execute("SELECT found, what, rows FROM losses ORDER BY id")]
        except sqlite3.DatabaseError as error:
            require_damage(error)  # a missing table counts as damage, too
            return []

    def note_losses(self, losses: Iterable[Loss]) -> None:
        """Record data that a repair could not save, until the user acknowledges it.

        Call it inside a block of `writing` or `transaction`.
        """
        for loss in losses:
            self.connection.execute(LOSSES)
            self.connection.execute("INSERT INTO losses (found, what, rows) VALUES (?, ?, ?)", loss)

    def acknowledge(self) -> list[Loss]:
        """Delete the recorded losses, and return them."""
        losses = self.losses
        if losses:
            with self.writing():
                self.connection.execute("DROP TABLE losses")
        return losses

    def exclude(self, puzzles: Iterable[Puzzle]) -> None:
        """Exclude these puzzles and equivalent ones from all later batches."""
        forms = map(canonical, puzzles)
        keys = [(sample_key_of(form.layout.spec, form.line),) for form in forms]
        with self.writing():
            self.connection.executemany("INSERT OR REPLACE INTO excluded VALUES (?, NULL)", keys)

    def is_excluded(self, record: StoredPuzzle) -> bool:
        """Return True if the puzzle was removed or excluded, so that batches must not store it."""
        return bool(self._rows("SELECT 1 FROM excluded WHERE chance = ?", [record.sample_key]))

    def listed(self, record: StoredPuzzle) -> ListedPuzzle:
        """Return the record of a stored puzzle for JSON, with its row, date, batch and marks."""
        origin = self._rows(
            "SELECT added, batch FROM additions WHERE first <= ? ORDER BY first DESC LIMIT 1", [record.id]
        )
        added, batch = origin[0] if origin else (None, None)
        names = self._rows("SELECT name FROM marks WHERE puzzle = ? ORDER BY name", [record.id])
        marked = tuple(name for (name,) in names)
        return joined(ListedPuzzle, record.as_record(), row=record.id, added=added, batch=batch, marked=marked)

    def _masks(self, rules: Iterable[str]) -> tuple[int, int]:
        """Return a puzzle's rules as bit masks for the columns `rules` and `more_rules`.

        A rule that the store does not know gets a new bit.
        """
        for rule in rules:
            if rule not in self.technique_bits:
                add = "INSERT OR IGNORE INTO techniques VALUES ((SELECT count(*) FROM techniques), ?)"
                self.connection.execute(add, [rule])
                self._learn()
        return masks_of(rules, self.technique_bits)

    def _id(self, table: str, names: Sequence[str], values: Sequence[str]) -> int:
        """Return the id of the row of `table` with these values, adding the row when it is missing."""
        key = (table, *values)
        if key not in self._ids:
            marks, same = ", ".join("?" * len(names)), " AND ".join(f"{name} = ?" for name in names)
            self.connection.execute(f"INSERT OR IGNORE INTO {table} ({', '.join(names)}) VALUES ({marks})", values)
            (self._ids[key],) = self.connection.execute(f"SELECT id FROM {table} WHERE {same}", values).fetchone()
        return self._ids[key]

    def add_all(self, records: Iterable[StoredPuzzle]) -> int:
        """Store puzzles in one transaction; return the number of new ones."""
        with self.writing():
            return sum(map(self.add, records))

    def has(self, puzzle: Puzzle) -> bool:
        """Return True if the store has the puzzle or an equivalent one."""
        form = canonical(puzzle)
        return bool(self._rows("SELECT 1 FROM puzzles WHERE canonical = ? AND kind = ?", [form.line, form.layout.spec]))

    def count(self, wanted: Filter = ALL) -> int:
        """Return the number of puzzles that match the filter."""
        where, values = self._condition(wanted)
        return int(self._rows(f"SELECT count(*) FROM puzzles p WHERE {where}", values)[0][0])

    def count_possible_repeats(self, layout: Layout, clues: int) -> int:
        """Return the number of stored puzzles with this number of clues, on boards equivalent to the layout."""
        boards = "board IN (SELECT id FROM boards WHERE kind = ?)"
        counting = f"SELECT count(*) FROM puzzles WHERE clues = ? AND {boards}"
        return int(self._rows(counting, [clues, canonical_layout(layout).spec])[0][0])

    def records(self, wanted: Filter = ALL, most: int = -1) -> Generator[StoredPuzzle, None, None]:
        """Yield the undamaged puzzles that match the filter, in the order in which they were added.

        Args:
            wanted: Filter of the puzzles.
            most: Largest number of puzzles; negative for no limit.
        """
        where, values = self._condition(wanted)
        with explained(self.name):
            sound = filter(None, map(self._checked, self.stored.readable(where, values)))
            yield from islice(sound, None if most < 0 else most)

    def _checked(self, row: tuple[Any, ...]) -> StoredPuzzle | None:
        """Return the puzzle in a row; None if the row is damaged, which is recorded in `damages`."""
        why = ""
        for _ in range(2):
            try:
                record = record_of(row, self.technique_bits)
                if row[1] == record.checksum and record.is_plausible:
                    return record
                why = "its values are not those that were stored"
                if not record.is_plausible:
                    why = "its clues and its solution do not fit together"
            except (TypeError, ValueError):
                why = "its values make no puzzle"
            self._learn()  # another process may have stored a new technique meanwhile
        self.damages[row[0]] = why
        return None

    def sample(self, count: int, seed: int, wanted: Filter = ALL) -> list[StoredPuzzle]:
        """Return `count` random puzzles that match the filter, or all if there are fewer.

        The same store, filter and seed give the same sample.
        """
        where, values = self._condition(wanted)
        # The keys form a ring: what the end of the range lacks is taken from its beginning.
        start = random.Random(seed).randrange(KEYS)
        pick = f"SELECT p.rowid FROM puzzles p WHERE chance {{}} ? AND {where} ORDER BY chance LIMIT ?"
        ids = self._rows(pick.format(">="), [start, *values, count])
        if len(ids) < count:
            ids += self._rows(pick.format("<"), [start, *values, count - len(ids)])
        with explained(self.name):
            return [record for (number,) in ids if (row := self.stored.row(number)) and (record := self._checked(row))]

    def table(self, columns: str, wanted: Filter = ALL) -> list[tuple[Any, ...]]:
        """Count the puzzles for each combination of values of the columns.

        Args:
            columns: Columns or SQL expressions, separated by commas.
            wanted: Filter of the puzzles.

        Returns:
            A row per combination: its values, the number of puzzles, and mean, minimum and maximum of their steps.
            Damaged values are left out, and recorded in `faults`.
        """
        where, values = self._condition(wanted)
        numbers = "count(*), avg(steps), min(steps), max(steps)"
        rows = self._rows(
            f"SELECT {columns}, {numbers} FROM puzzles p WHERE {where} GROUP BY {columns} ORDER BY {columns}", values
        )
        sound = [row for row in rows if all(isinstance(value, str | int | float) for value in row)]
        if sound != rows:
            self._note("some rows have values that no puzzle has")
        return sound

    def rules(self, wanted: Filter = ALL) -> list[tuple[str, int]]:
        """Return each rule that a puzzle of the filter uses, with the number of puzzles that use it."""
        where, values = self._condition(wanted)
        uses: dict[str, int] = {}
        counts = f"SELECT rules, more_rules, count(*) FROM puzzles p WHERE {where} GROUP BY rules, more_rules"
        for *masks, number in self._rows(counts, values):
            for rule in self._rules(*masks):
                uses[rule] = uses.get(rule, 0) + number
        return [(rule, uses[rule]) for rule in in_order(uses)]

    def uses(self, wanted: Filter = ALL) -> dict[str, list[tuple[Any, int]]]:
        """Return the number of puzzles with each mark, of each date and of each batch.

        The keys are `mark`, `date` and `batch`; each has a list of pairs: a value, and the number of puzzles with it.
        """
        where, values = self._condition(wanted)
        marks = f"SELECT name, count(*) FROM marks WHERE puzzle IN (SELECT p.rowid FROM puzzles p WHERE {where})"
        uses = {"mark": self._rows(f"{marks} GROUP BY name ORDER BY name", values)}
        for name, column in (("date", "added"), ("batch", "batch")):
            group = f"SELECT {ADDITION.format(column)} AS value, count(*) FROM puzzles p WHERE {where}"
            uses[name] = self._rows(f"SELECT * FROM ({group} GROUP BY value) WHERE value IS NOT NULL", values)
        return uses

    def _condition(self, wanted: Filter) -> tuple[str, list[Any]]:
        if wanted.needs or wanted.without:
            self._learn()
        return condition(wanted, self.technique_bits)

    def _rules(self, first: int, more: int) -> tuple[str, ...]:
        """Return the rules that the columns `rules` (`first`) and `more_rules` (`more`) of a row name by bits.

        If a bit is unknown, the table of techniques is read again, since another process may have added one.
        """
        for _ in range(2):
            try:
                return rules_of(first, more, self.technique_bits)
            except (TypeError, ValueError):
                self._learn()
        self._note("some rows have rules that there are not")
        return ()

    def _note(self, fault: str) -> None:
        """Record a fault of the file in `faults`, unless it is there."""
        self.faults = list(dict.fromkeys([*self.faults, fault]))

    def _rows(self, sql: str, values: Sequence[Any]) -> list[tuple[Any, ...]]:
        with explained(self.name):
            return self.connection.execute(sql, values).fetchall()


def today() -> str:
    """Return the local date, as in 2026-11-30."""
    return datetime.now(UTC).astimezone().date().isoformat()


def condition(wanted: Filter, bits: Mapping[str, int]) -> tuple[str, list[Any]]:
    """Convert a filter to SQL: a condition on `puzzles p`, never empty, and the values of its question marks.

    Args:
        wanted: The filter.
        bits: Bits of the techniques that the store knows; no puzzle uses an unknown one.

    >>> condition(Filter(grade="expert", steps=(30, None)), {})
    ('grade = ? AND steps >= ?', ['expert', 30])
    """
    if not bits.keys() >= set(wanted.needs):
        return "0", []
    needed, needed_more = masks_of(wanted.needs, bits)
    excluded, excluded_more = masks_of((rule for rule in wanted.without if rule in bits), bits)
    values = {
        "board = (SELECT id FROM boards WHERE layout = ?)": wanted.layout_given and wanted.layout_given.spec,
        "board IN (SELECT id FROM boards WHERE is_of_kind(layout, ?))": wanted.kind or None,
        "grade = ?": wanted.grade or None,
        "symmetry = ?": wanted.symmetry or None,
        "minimal = ?": wanted.minimal,
        f"{ADDITION.format('batch')} = ?": wanted.batch,
        f"{ADDITION.format('added')} >= ?": (wanted.added and wanted.added.first) or None,
        # "2026-11~" follows all dates that begin with 2026-11
        f"{ADDITION.format('added')} <= ? || '~'": (wanted.added and wanted.added.last) or None,
        "p.rowid IN (SELECT puzzle FROM marks WHERE name = ?)": wanted.marked or None,
        "(p.rowid IN (SELECT puzzle FROM marks)) = ?": False if wanted.unused else None,
        "appropriateness >= ?": wanted.matching,
        "ladder = ?": wanted.ladder and wanted.ladder.name,
        "level_name = ?": wanted.level_name or None,
        "~rules & ? = 0": needed or None,
        "~more_rules & ? = 0": needed_more or None,
        "rules & ? = 0": excluded or None,
        "more_rules & ? = 0": excluded_more or None,
    }
    spans = {
        "level": wanted.level,
        "steps": wanted.steps,
        "score": wanted.score,
        "clues": wanted.clues,
        "p.rowid": wanted.rows,
    }
    for name, span in spans.items():
        if span:
            values |= {f"{name} >= ?": span.least, f"{name} <= ?": span.most}
    bounds = {part: value for part, value in values.items() if value is not None}
    return " AND ".join(bounds) or "1", list(bounds.values())


class NewStore(Store):
    """Store in a new file, without the write-ahead log that makes each transaction of a `Store` safe.

    Write the file with `replacing`, by which it appears whole or not at all.
    """

    _notes_last_row = False

    def _connected(self, name: str, *_: Any) -> sqlite3.Connection:
        connection = sqlite3.connect(name, isolation_level=None)
        connection.executescript("PRAGMA journal_mode = MEMORY; PRAGMA synchronous = OFF;")
        require_tables(connection, name)
        return connection


def spans(numbers: Iterable[int], most: int = 20) -> str:
    """Format integers as ranges, at most `most` of them, with an ellipsis if there are more.

    >>> spans([3, 1, 2, 9])
    '1 to 3, 9'
    """
    ranges: list[list[int]] = []
    for number in sorted(numbers):
        if ranges and number == ranges[-1][-1] + 1:
            ranges[-1][1:] = [number]
        else:
            ranges.append([number])
    words = [" to ".join(map(str, span)) for span in ranges]
    return ", ".join([*words[:most], *(["…"] if len(words) > most else [])])
