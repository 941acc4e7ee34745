"""The store: one SQLite file in which no puzzle appears twice, whatever happens to the program that writes.

A store that is damaged, deleted or replaced while it is open says so at the end of its `with` block.
"""

from __future__ import annotations

import random
import sqlite3
from collections.abc import Generator, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import islice
from pathlib import Path
from typing import Any, Self

from cpgen.collection.file import PATIENCE, StoreFile
from cpgen.collection.record import Making, Record, in_order
from cpgen.collection.requests import Filter
from cpgen.collection.rows import StoredRows
from cpgen.collection.tables import (
    INSERT,
    PLAIN,
    StoreError,
    explained,
    masks_of,
    record_of,
    require_damage,
    rules_of,
)
from cpgen.layout import Layout
from cpgen.puzzle import Puzzle
from cpgen.rater.ladder import RULES
from cpgen.symmetry.canonical import canonical
from cpgen.symmetry.layout_images import canonical_layout

KEYS = 1 << 62
ALL = Filter()


class Store(StoreFile):
    """An open store, for use in a `with` block; several processes may read while one writes.

    Rows that are damaged are left out of what is handed out, and reported by number at the end of the block.
    """

    def __init__(self, path: str | Path, create: bool = True, patience: float = PATIENCE) -> None:
        super().__init__(path, create, patience)
        self.damages: dict[int, str] = {}
        """What is wrong with the rows that were left out, by their numbers"""
        self.stored = StoredRows(self.connection, self.opened.st_size, self.damages)
        self.places: dict[str, int] = {}
        """The techniques that the store knows so far, by name"""
        self._ids: dict[tuple[str, ...], int] = {}
        try:
            self._learn()
        except BaseException:
            self.close()
            raise

    def _learn(self) -> None:
        """Reads the places of the techniques; those that every store has are known when they cannot be read."""
        with explained(self.name):
            try:
                self.places = dict(self.connection.execute("SELECT name, place FROM techniques"))
            except sqlite3.DatabaseError as error:
                require_damage(error)
                self.places = {rule: place for place, rule in enumerate(RULES)}
                self._note(str(error))

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        try:
            if kind is None:
                self.require_sound()
        finally:
            self.close()

    def require_sound(self) -> None:
        """Raises StoreError when the file was written to and is gone, or when what was read is damaged."""
        self.require_in_place()
        if self.damages or self.faults:
            what = f"The file of the store {self.name} is damaged"
            if self.damages:
                rows, are = ("row", "is") if len(self.damages) == 1 else ("rows", "are")
                what = f"In {self.name}, {rows} {spans(self.damages)} cannot be used and {are} left out"
            raise StoreError(
                f"{what}. `cpgen collection verify {self.name}` says what is wrong, `cpgen collection repair "
                f"{self.name}` saves what can be saved."
            )

    @contextmanager
    def writing(self) -> Iterator[None]:
        """One transaction: all that is written inside is stored, or nothing of it.

        Raises StoreError, too, when the file is damaged, or is no longer that at the path.
        """
        if self.faults:
            self.require_sound()
        try:
            with self.written_to():
                yield
        except BaseException:
            self._ids.clear()
            self.places.clear()
            raise

    def add(self, record: Record, number: int | None = None) -> bool:
        """Stores a record inside `writing`, under a number of its own unless one is given.

        False when its puzzle, or one that is the same, is there already.
        """
        board = self._id("boards", ("layout", "kind"), (record.layout, record.kind))
        making = self._id("makings", Making._fields, record.making)
        values: list[Any] = [number, board, making, *self._masks(record.rules)]
        values += [record.pattern, record.chance, record.checksum, *(getattr(record, name) for name in PLAIN)]
        return self.connection.execute(INSERT, values).rowcount == 1

    def _masks(self, rules: Iterable[str]) -> tuple[int, int]:
        """The rules as bits of two columns; the store learns those that it does not know yet."""
        for rule in rules:
            if rule not in self.places:
                add = "INSERT OR IGNORE INTO techniques VALUES ((SELECT count(*) FROM techniques), ?)"
                self.connection.execute(add, [rule])
                self._learn()
        return masks_of(rules, self.places)

    def _id(self, table: str, names: Sequence[str], values: Sequence[str]) -> int:
        """The id of the row with these values, which is added when it is missing."""
        key = (table, *values)
        if key not in self._ids:
            marks, same = ", ".join("?" * len(names)), " AND ".join(f"{name} = ?" for name in names)
            self.connection.execute(f"INSERT OR IGNORE INTO {table} ({', '.join(names)}) VALUES ({marks})", values)
            (self._ids[key],) = self.connection.execute(f"SELECT id FROM {table} WHERE {same}", values).fetchone()
        return self._ids[key]

    def add_all(self, records: Iterable[Record]) -> int:
        """Stores records in one transaction; how many were new."""
        with self.writing():
            return sum(map(self.add, records))

    def has(self, puzzle: Puzzle) -> bool:
        """Whether the puzzle, or one that is the same, is in the store."""
        form = canonical(puzzle)
        found = self._rows("SELECT 1 FROM puzzles WHERE canonical = ? AND kind = ?", [form.line, form.layout.spec])
        return bool(found)

    def count(self, wanted: Filter = ALL) -> int:
        """How many puzzles there are."""
        where, values = self._condition(wanted)
        return int(self._rows(f"SELECT count(*) FROM puzzles WHERE {where}", values)[0][0])

    def count_possible_repeats(self, layout: Layout, clues: int) -> int:
        """How many puzzles have so many clues, on boards that a rotation or reflection joins with the layout."""
        boards = "board IN (SELECT id FROM boards WHERE kind = ?)"
        counting = f"SELECT count(*) FROM puzzles WHERE clues = ? AND {boards}"
        return int(self._rows(counting, [clues, canonical_layout(layout).spec])[0][0])

    def records(self, wanted: Filter = ALL, most: int = -1) -> Generator[Record, None, None]:
        """The sound puzzles, one by one, in the order in which they were added; damaged ones are noted."""
        where, values = self._condition(wanted)
        with explained(self.name):
            found = filter(None, map(self._checked, self.stored.readable(where, values)))
            yield from islice(found, None if most < 0 else most)

    def _checked(self, row: tuple[Any, ...]) -> Record | None:
        """The record in a row; None, with what is wrong noted, when it is damaged."""
        why = ""
        for _ in range(2):
            try:
                record = record_of(row, self.places)
                if row[1] in (record.checksum, None) and record.is_plausible:
                    return record  # an older cpgen that still writes to the store gives no sum
                why = "its values are not those that were stored"
                if not record.is_plausible:
                    why = "its clues and its solution do not fit together"
            except (TypeError, ValueError):
                why = "its values make no puzzle"
            self._learn()  # another process may have stored a rule since the store was opened
        self.damages[row[0]] = why
        return None

    def sample(self, count: int, seed: int, wanted: Filter = ALL) -> list[Record]:
        """So many random puzzles (all, if there are no more): the same for the same store, filter and seed.

        Each puzzle has a random key; the sample is those that follow a random place in the ring of keys.
        """
        where, values = self._condition(wanted)
        start = random.Random(seed).randrange(KEYS)
        pick = f"SELECT id FROM puzzles WHERE chance {{}} ? AND {where} ORDER BY chance LIMIT ?"
        ids = self._rows(pick.format(">="), [start, *values, count])
        if len(ids) < count:
            ids += self._rows(pick.format("<"), [start, *values, count - len(ids)])
        with explained(self.name):
            return [record for (number,) in ids if (row := self.stored.row(number)) and (record := self._checked(row))]

    def table(self, columns: str, wanted: Filter = ALL) -> list[tuple[Any, ...]]:
        """How many puzzles there are by the values of the columns, with mean and range of their steps.

        Values that no puzzle has are left out, and noted.
        """
        where, values = self._condition(wanted)
        numbers = "count(*), avg(steps), min(steps), max(steps)"
        found = self._rows(
            f"SELECT {columns}, {numbers} FROM puzzles WHERE {where} GROUP BY {columns} ORDER BY {columns}", values
        )
        sound = [row for row in found if all(isinstance(value, str | int | float) for value in row)]
        if sound != found:
            self._note("some rows have values that no puzzle has")
        return sound

    def rules(self, wanted: Filter = ALL) -> list[tuple[str, int]]:
        """In how many puzzles each rule was used, for those that were."""
        where, values = self._condition(wanted)
        found: dict[str, int] = {}
        counts = f"SELECT rules, more_rules, count(*) FROM puzzles WHERE {where} GROUP BY rules, more_rules"
        for *masks, number in self._rows(counts, values):
            for rule in self._rules(*masks):
                found[rule] = found.get(rule, 0) + number
        return [(rule, found[rule]) for rule in in_order(found)]

    def _condition(self, wanted: Filter) -> tuple[str, list[Any]]:
        if wanted.needs or wanted.without:
            self._learn()
        return condition(wanted, self.places)

    def _rules(self, first: int, more: int) -> tuple[str, ...]:
        """The rules of bits, which another process may have stored since the store was opened."""
        for _ in range(2):
            try:
                return rules_of(first, more, self.places)
            except (TypeError, ValueError):
                self._learn()
        self._note("some rows have rules that there are not")
        return ()

    def _note(self, fault: str) -> None:
        """Notes, once, what is wrong with the file."""
        self.faults = list(dict.fromkeys([*self.faults, fault]))

    def _rows(self, sql: str, values: Sequence[Any]) -> list[tuple[Any, ...]]:
        with explained(self.name):
            return self.connection.execute(sql, values).fetchall()


def condition(wanted: Filter, places: Mapping[str, int]) -> tuple[str, list[Any]]:
    """The filter as a condition of SQL, always with something in it, and the values for its question marks.

    `places` are those of the rules that the store knows; a rule that it does not know is used by no puzzle.

    >>> condition(Filter(grade="expert", steps=(30, None)), {})
    ('grade = ? AND steps >= ?', ['expert', 30])
    """
    if not places.keys() >= set(wanted.needs):
        return "0", []
    needed, needed_more = masks_of(wanted.needs, places)
    excluded, excluded_more = masks_of((rule for rule in wanted.without if rule in places), places)
    values = {
        "board = (SELECT id FROM boards WHERE layout = ?)": wanted.layout_given and wanted.layout_given.spec,
        "grade = ?": wanted.grade or None,
        "symmetry = ?": wanted.symmetry or None,
        "minimal = ?": wanted.minimal,
        "appropriateness >= ?": wanted.matching,
        "ladder = ?": wanted.ladder and wanted.ladder.name,
        "level_name = ?": wanted.level_name or None,
        "~rules & ? = 0": needed or None,
        "~more_rules & ? = 0": needed_more or None,
        "rules & ? = 0": excluded or None,
        "more_rules & ? = 0": excluded_more or None,
    }
    spans = {"level": wanted.level, "steps": wanted.steps, "score": wanted.score, "clues": wanted.clues}
    for name, span in spans.items():
        if span:
            values |= {f"{name} >= ?": span.least, f"{name} <= ?": span.most}
    given = {part: value for part, value in values.items() if value is not None}
    return " AND ".join(given) or "1", list(given.values())


def spans(numbers: Iterable[int], most: int = 20) -> str:
    """Numbers as spans, of which many are cut short.

    >>> spans([3, 1, 2, 9])
    '1 to 3, 9'
    """
    found: list[list[int]] = []
    for number in sorted(numbers):
        if found and number == found[-1][-1] + 1:
            found[-1][1:] = [number]
        else:
            found.append([number])
    words = [" to ".join(map(str, span)) for span in found]
    return ", ".join([*words[:most], *(["…"] if len(words) > most else [])])
