"""The store: one SQLite file in which no puzzle appears twice, whatever happens to the program that writes.

A store that is damaged, deleted or replaced while it is open says so at the end of its `with` block.
"""

from __future__ import annotations

import os
import random
import re
import sqlite3
from collections.abc import Generator, Iterable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager, suppress
from itertools import count, islice
from os.path import exists
from pathlib import Path
from tempfile import gettempdir
from typing import Any, Self

from cpgen.collection.record import Making, Record, in_order
from cpgen.collection.requests import Filter
from cpgen.collection.tables import (
    DAMAGED,
    INSERT,
    PLAIN,
    SELECT,
    VERSION,
    StoreError,
    bring_up_to_date,
    explained,
    masks_of,
    record_of,
    rules_of,
    transaction,
    version_of,
)
from cpgen.errors import InputError, counted
from cpgen.puzzle import Puzzle
from cpgen.rater.ladder import RULES
from cpgen.symmetry.canonical import canonical

SETTINGS = """
PRAGMA journal_mode = WAL;
PRAGMA synchronous = FULL;
PRAGMA foreign_keys = ON;
PRAGMA cache_size = -65536;
"""
PATIENCE = 10.0
"""Seconds to wait for another program that writes"""
CHECKED_AT_ONCE = 1 << 24
"""Bytes of the largest file whose structure is checked whenever it is opened"""
KEYS = 1 << 62
LEAST_PAGE = 512
"""Bytes that a database has at least"""
LEAST_ROW = 64
"""Bytes of the file that a row takes at least"""
ALL = Filter()


class Store:
    """An open store, for use in a `with` block; several processes may read while one writes.

    Rows that are damaged are left out of what is handed out, and reported by number at the end of the block.
    """

    def __init__(self, path: str | Path, create: bool = True, patience: float = PATIENCE) -> None:
        self.name = str(path)
        self.damages: dict[int, str] = {}
        """What is wrong with the rows that were left out, by their number"""
        self.faults: list[str] = []
        """What is wrong with the file itself"""
        self._written = False
        self._ids: dict[tuple[str, ...], int] = {}
        self.places: dict[str, int] = {}
        """The techniques that the store knows so far, by name"""
        self._require_file(create)
        with explained(self.name):
            self.connection = self._opened(create, patience)
            try:
                self._file = os.stat(self.name)
                self._check_structure()
                self._learn()
                self._side_files = {name: os.stat(name) for end in ("-wal", "-shm") if exists(name := self.name + end)}
            except BaseException:
                self.connection.close()
                raise

    def _require_file(self, create: bool) -> None:
        """Raises an error when the path is none of a store, or when there is none that is to be read."""
        path = Path(self.name)
        if path.is_dir():
            raise InputError(f"{self.name} is a folder; give the name of a file for the store.")
        if path.exists() and not path.is_file():
            raise InputError(f"{self.name} is not a file; give the name of a file for the store.")
        if not create and not path.is_file():
            raise StoreError(f"There is no store {self.name}; `cpgen collection import` or `cpgen batch` makes one.")
        size = path.stat().st_size if path.exists() else 0
        if not (create or size):
            raise StoreError(f"The file {self.name} is empty, so it is no store of cpgen.")
        if 0 < size < LEAST_PAGE:  # SQLite takes it for an empty one
            raise StoreError(f"The file {self.name} is not a store of cpgen, or its end is missing.")

    def _opened(self, create: bool, patience: float) -> sqlite3.Connection:
        """The connection; without rights to write beside the file, a store that exists is opened for reading."""
        try:
            return self._connected(self.name, patience)
        except sqlite3.OperationalError as error:
            if create or not re.search("unable to open|readonly|read-only", str(error)):
                raise
        return self._connected_for_reading(patience)

    def _connected(self, name: str, patience: float, source: sqlite3.Connection | None = None) -> sqlite3.Connection:
        """A connection to a store of the newest version, which first gets the content of a source."""
        connection = sqlite3.connect(name, timeout=patience, isolation_level=None, uri=name.startswith("file:"))
        try:
            connection.text_factory = lambda text: text.decode("utf-8", "replace")  # a row that is damaged is read, too
            if source:
                source.backup(connection)
            else:
                self._find_beginning(connection)
            bring_up_to_date(connection, self.name)
            connection.executescript(SETTINGS)
        except BaseException:
            connection.close()
            raise
        return connection

    def _find_beginning(self, connection: sqlite3.Connection) -> None:
        """Has SQLite read a file that was cut short, too, which is noted."""
        try:
            connection.execute("SELECT 1 FROM sqlite_master").fetchone()
        except sqlite3.DatabaseError as error:
            require_damage(error)
            connection.execute("PRAGMA writable_schema = ON")
            self.faults = [str(error)]

    def _connected_for_reading(self, patience: float) -> sqlite3.Connection:
        """A connection that needs no file beside the store; one of an older version is brought up to date in memory."""
        log = Path(f"{self.name}-wal")
        if log.exists() and log.stat().st_size:
            raise StoreError(
                f"The newest puzzles of {self.name} are still in {log}, and nothing can be written beside it; "
                "copy both files to a folder where that is allowed, and use the copy."
            )
        name = f"{Path(self.name).absolute().as_uri()}?immutable=1"
        with closing(sqlite3.connect(name, uri=True)) as source:
            is_old = version_of(source, self.name) < VERSION
            connection = self._connected(*((":memory:", patience, source) if is_old else (name, patience)))
        connection.execute("PRAGMA query_only = ON")
        return connection

    def _check_structure(self) -> None:
        """Notes what is wrong with a file that is small enough to look at all of it."""
        if self._file.st_size > CHECKED_AT_ONCE:
            return
        try:
            found = [str(fault) for (fault,) in self.connection.execute("PRAGMA quick_check(10)")]
        except sqlite3.DatabaseError as error:
            found = [str(error)]
        self.faults += [fault for fault in found if fault not in ("ok", *self.faults)]

    def _learn(self) -> None:
        """Reads the places of the techniques; those that every store has are known when they cannot be read."""
        with explained(self.name):
            try:
                self.places = dict(self.connection.execute("SELECT name, place FROM techniques"))
            except sqlite3.DatabaseError as error:
                require_damage(error)
                self.places = {rule: place for place, rule in enumerate(RULES)}
                self.faults = list(dict.fromkeys([*self.faults, str(error)]))

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        try:
            if kind is None:
                self.require_sound()
        finally:
            self.close()

    def close(self) -> None:
        """Closes the file."""
        with explained(self.name):
            self.connection.close()

    def require_sound(self) -> None:
        """Raises StoreError when the file was written to and is gone, or when what was read is damaged."""
        if self._written:
            self._require_in_place()
        if self.damages or self.faults:
            what = f"The file of the store {self.name} is damaged"
            if self.damages:
                were = "row" if len(self.damages) == 1 else "rows"
                what = f"In {self.name}, {were} {spans(self.damages)} cannot be used, and left out"
            raise StoreError(
                f"{what}. `cpgen collection verify {self.name}` says what is wrong, `cpgen collection repair "
                f"{self.name}` saves what can be saved."
            )

    def _require_in_place(self) -> None:
        """Raises StoreError when the file at the path is no longer the open one, whose content is saved beside it."""
        try:
            if os.path.samestat(os.stat(self.name), self._file):
                return
        except FileNotFoundError:
            pass
        self._written = False
        what = f"The store {self.name} was deleted or replaced while it was written to"
        try:
            saved = self._saved()
        except StoreError as error:
            raise StoreError(f"{what}, and could not be saved under another name: {error}") from error
        held = counted(self.count(), "puzzle")
        self.close()
        self._remove_side_files()
        raise StoreError(
            f"{what}; all that it held, {held}, is saved in {saved}. Rename that to go on with it, a batch with "
            "--resume."
        )

    def _remove_side_files(self) -> None:
        """Removes what belongs to the file that was at the path, and would damage another in its place."""
        for name, ours in self._side_files.items():
            if exists(name) and os.path.samestat(os.stat(name), ours):
                os.unlink(name)

    def _saved(self) -> str:
        """The name of a new file with all that the open one holds, beside it if it can be; raises StoreError."""
        path = Path(self.name)
        if not path.parent.is_dir():
            path = Path(gettempdir(), path.name)
        names = (path.with_name(f"{path.stem}.saved{number or ''}{path.suffix}") for number in count())
        name = str(next(one for one in names if not one.exists()))
        with explained(name), closing(sqlite3.connect(name)) as copy:
            self.connection.backup(copy)
        return name

    @contextmanager
    def writing(self) -> Iterator[None]:
        """One transaction: all that is written inside is stored, or nothing of it.

        Raises StoreError, too, when the file is damaged, or is no longer that at the path.
        """
        if self.faults:
            self.require_sound()
        self._written = True
        try:
            with explained(self.name), transaction(self.connection):
                yield
        except BaseException:
            self._ids.clear()
            self.places.clear()
            raise
        self._require_in_place()

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

    def records(self, wanted: Filter = ALL, most: int = -1) -> Generator[Record, None, None]:
        """The sound puzzles, one by one, in the order in which they were added; damaged ones are noted."""
        where, values = self._condition(wanted)
        with explained(self.name):
            found = filter(None, map(self._checked, self._readable(where, values)))
            yield from islice(found, None if most < 0 else most)

    def _readable(self, where: str, values: Sequence[Any]) -> Iterator[tuple[Any, ...]]:
        """The rows in order, then those that a damaged part of the table hides, one by one; the others are noted."""
        highest = self._highest()
        seen = Numbers(highest)
        try:
            for row in self.connection.execute(f"{SELECT} WHERE {where} ORDER BY p.id", values):
                if seen.add(row[0]):
                    yield row
            whole = self._counted("NOT INDEXED", highest) == self._counted("INDEXED BY traits", highest)
        except sqlite3.DatabaseError as error:
            require_damage(error)
            whole = False
        if not whole:
            hidden = filter(seen.add, self._numbers_in_index())
            yield from filter(None, (self.row(number, where, values) for number in hidden))

    def _highest(self) -> int:
        """The highest number of a row, by the index if the table is damaged."""
        highest = 0
        for table in ("NOT INDEXED", "INDEXED BY traits"):
            with suppress(sqlite3.DatabaseError):
                (found,) = self.connection.execute(f"SELECT max(id) FROM puzzles {table}").fetchone()
                highest = max(highest, found or 0)
        return min(highest, self._file.st_size // LEAST_ROW)  # a number that is damaged may be huge

    def _counted(self, table: str, highest: int) -> int:
        """How many rows there are up to a number, in the table or in an index."""
        return int(
            self.connection.execute(f"SELECT count(*) FROM puzzles {table} WHERE id <= ?", [highest]).fetchone()[0]
        )

    def _numbers_in_index(self) -> list[int]:
        """The numbers of all rows, by an index that can be read."""
        for index in ("traits", "grades", "scores"):
            with suppress(sqlite3.DatabaseError):
                return [
                    number
                    for (number,) in self.connection.execute(f"SELECT id FROM puzzles INDEXED BY {index} WHERE id > 0")
                ]
        return []

    def row(self, number: int, where: str = "1", values: Sequence[Any] = ()) -> tuple[Any, ...] | None:
        """The row with that number; None when the condition excludes it, or it cannot be read, which is noted."""
        try:
            row: tuple[Any, ...] | None = self.connection.execute(
                f"{SELECT} WHERE p.id = ? AND {where}", [number, *values]
            ).fetchone()
            if row or self.connection.execute("SELECT 1 FROM puzzles NOT INDEXED WHERE id = ?", [number]).fetchone():
                return row
        except sqlite3.DatabaseError as error:
            require_damage(error)
        self.damages[number] = "it cannot be read"
        return None

    def _checked(self, row: tuple[Any, ...]) -> Record | None:
        """The record in a row; None, with what is wrong noted, when it is damaged."""
        why = ""
        for _ in range(2):
            try:
                record = record_of(row, self.places)
                if row[1] in (record.checksum, None) and record.is_solved_by_its_solution:
                    return record  # an older cpgen that still writes to the store gives no sum
                why = "its clues are not those of its solution"
                if record.is_solved_by_its_solution:
                    why = "its values are not those that were stored"
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
            return [record for (number,) in ids if (row := self.row(number)) and (record := self._checked(row))]

    def table(self, columns: str, wanted: Filter = ALL) -> list[tuple[Any, ...]]:
        """How many puzzles there are by the values of the columns, with mean and range of their steps."""
        where, values = self._condition(wanted)
        numbers = "count(*), avg(steps), min(steps), max(steps)"
        return self._rows(
            f"SELECT {columns}, {numbers} FROM puzzles WHERE {where} GROUP BY {columns} ORDER BY {columns}", values
        )

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
        try:
            return rules_of(first, more, self.places)
        except ValueError:
            self._learn()
            return rules_of(first, more, self.places)

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


class Numbers:
    """Some numbers, most of which are up to a highest one and take a byte each."""

    def __init__(self, highest: int) -> None:
        self._most = bytearray(highest + 1)
        self._others: set[int] = set()

    def add(self, number: int) -> bool:
        """Adds a number; False when it is there already."""
        if not 0 <= number < len(self._most):
            is_new = number not in self._others
            self._others.add(number)
            return is_new
        is_new = not self._most[number]
        self._most[number] = 1
        return is_new


def require_damage(error: sqlite3.DatabaseError) -> None:
    """Raises the error again unless it is about a damaged file."""
    if not re.search(DAMAGED, str(error)):
        raise error


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
