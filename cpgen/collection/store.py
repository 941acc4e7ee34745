"""The store: one SQLite file in which no puzzle appears twice, whatever happens to the program that writes.

First its tables, and how an older file becomes a newer one; then what can go wrong, and the store itself.
"""

from __future__ import annotations

import random
import re
import sqlite3
from collections.abc import Generator, Iterable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any, Self

from cpgen.collection.record import Making, Record, in_order
from cpgen.collection.requests import Filter
from cpgen.errors import CpgenError
from cpgen.puzzle import Puzzle
from cpgen.symmetry.canonical import canonical

APPLICATION = 0x63706731
"""What marks an SQLite file as a store of cpgen (`PRAGMA application_id`): the letters cpg1"""

FIRST = """
CREATE TABLE boards (
    id INTEGER PRIMARY KEY,
    layout TEXT NOT NULL UNIQUE,        -- what Layout.parse reads
    kind TEXT NOT NULL                  -- the layout that its canonical forms are written on
);
CREATE TABLE makings (
    id INTEGER PRIMARY KEY,
    version TEXT NOT NULL,              -- of cpgen
    method TEXT NOT NULL,               -- generation/replacement, or 'import'
    oracle TEXT NOT NULL,
    model TEXT NOT NULL,                -- the grade model
    source TEXT NOT NULL,               -- the batch's seed, or the file imported
    UNIQUE (version, method, oracle, model, source)
);
CREATE TABLE puzzles (
    id INTEGER PRIMARY KEY,
    board INTEGER NOT NULL REFERENCES boards,
    kind TEXT NOT NULL,                 -- boards.kind
    puzzle TEXT NOT NULL,
    solution TEXT NOT NULL,
    canonical TEXT NOT NULL,
    pattern TEXT NOT NULL,              -- x for a clue, . for none
    clues INTEGER NOT NULL,
    level INTEGER NOT NULL,             -- 0 where the ladder is stuck at once
    steps INTEGER NOT NULL,
    solved INTEGER NOT NULL,            -- whether the ladder fills the board
    rules INTEGER NOT NULL,             -- a bit for each of the first rules used, by its place in techniques
    grade TEXT NOT NULL,                -- empty where the ladder does not solve it
    appropriateness REAL NOT NULL,
    symmetry TEXT NOT NULL,
    minimal INTEGER,                    -- whether every clue is needed; NULL where nobody has looked
    making INTEGER NOT NULL REFERENCES makings,
    seed INTEGER,                       -- with the number, what `cpgen generate` makes it from
    number INTEGER,
    chance INTEGER NOT NULL,            -- 62 bits that depend on the canonical form alone, for samples
    UNIQUE (canonical, kind)
);
CREATE INDEX traits ON puzzles (
    chance, board, grade, level, steps, clues, rules, symmetry, minimal, appropriateness, solved
);
CREATE INDEX grades ON puzzles (grade, chance, board, level, steps, clues, rules, symmetry, minimal, appropriateness);
CREATE TABLE batches (
    id INTEGER PRIMARY KEY,
    plan TEXT NOT NULL,                 -- JSON
    version TEXT NOT NULL
);
CREATE TABLE cells (
    batch INTEGER NOT NULL REFERENCES batches,
    cell INTEGER NOT NULL,              -- the row of the plan, from 0
    wanted INTEGER NOT NULL,
    found INTEGER NOT NULL,
    next INTEGER NOT NULL,              -- the number of the next start to look at
    repeats INTEGER NOT NULL,           -- how many were there already
    PRIMARY KEY (batch, cell)
) WITHOUT ROWID;
"""

SECOND = """
CREATE TABLE techniques (
    place INTEGER PRIMARY KEY,          -- of its bit in puzzles.rules, from 62 on in puzzles.more_rules
    name TEXT NOT NULL UNIQUE
);
INSERT INTO techniques (place, name) VALUES
    (0, 'hidden-single-region'), (1, 'locked-pointing'), (2, 'hidden-single-line'), (3, 'hidden-pair-region'),
    (4, 'locked-claiming'), (5, 'naked-single'), (6, 'x-wing'), (7, 'hidden-pair-line'), (8, 'hidden-triple'),
    (9, 'hidden-quadruple'), (10, 'naked-pair'), (11, 'naked-triple'), (12, 'naked-quadruple');
ALTER TABLE puzzles ADD COLUMN more_rules INTEGER NOT NULL DEFAULT 0;
ALTER TABLE puzzles ADD COLUMN ladder TEXT NOT NULL DEFAULT '';
ALTER TABLE puzzles ADD COLUMN score INTEGER NOT NULL DEFAULT 0;
ALTER TABLE puzzles ADD COLUMN level_name TEXT NOT NULL DEFAULT '';
UPDATE puzzles SET ladder = (SELECT model FROM makings WHERE id = making);
CREATE INDEX scores ON puzzles (ladder, level_name, score);
"""

MIGRATIONS: tuple[str, ...] = (FIRST, SECOND)
"""What turns each version into the next, from an empty file on; `PRAGMA user_version` counts those done"""
VERSION = len(MIGRATIONS)

SETTINGS = """
PRAGMA journal_mode = WAL;
PRAGMA synchronous = FULL;
PRAGMA foreign_keys = ON;
PRAGMA cache_size = -65536;
PRAGMA mmap_size = 1073741824;
"""
PATIENCE = 10.0
"""Seconds to wait for another program that writes"""
KEYS = 1 << 62
BITS = 62
"""Rules in a column"""
ALL = Filter()

PLAIN = (
    *("kind", "puzzle", "solution", "canonical", "clues", "level", "steps", "solved", "grade", "appropriateness"),
    *("symmetry", "minimal", "seed", "number", "ladder", "score", "level_name"),
)
"""The columns of a puzzle that a record has under the same names"""
COLUMNS = ", ".join(("board", "making", "rules", "more_rules", "pattern", "chance", *PLAIN))
INSERT = (
    f"INSERT INTO puzzles ({COLUMNS}) VALUES ({', '.join('?' * (6 + len(PLAIN)))}) "
    "ON CONFLICT (canonical, kind) DO NOTHING"
)
SELECTED = [*(f"p.{name}" for name in ("id", *PLAIN)), *(f"m.{name}" for name in Making._fields)]
SELECT = f"""
SELECT b.layout, p.rules, p.more_rules, {", ".join(SELECTED)}
FROM puzzles p JOIN boards b ON b.id = p.board JOIN makings m ON m.id = p.making
"""


class StoreError(CpgenError):
    """The store cannot be used, or no longer: the sentence says why, and what is safe."""


SAFE = "what was stored before is safe"
MEANINGS = {
    "full|disk I/O": f"The disk of the store {{name}} is full or cannot be written ({{error}}); {SAFE}. Make room, "
    "then run the command again, a batch with --resume.",
    "locked|busy": f"The store {{name}} is locked by another program that writes to it; {SAFE}. Try again when that "
    "program has ended.",
    "readonly": "The store {name} cannot be written: the file or its folder is read-only.",
    "unable to open": "The store {name} cannot be opened; check that its folder exists and can be written.",
    "not a database|malformed": "The file {name} is not a store of cpgen, or is damaged ({error}).",
    "": "The store {name} cannot be used: {error}.",
}
"""What an error of SQLite means for a person, by words in it"""


@contextmanager
def explained(name: str) -> Iterator[None]:
    """Raises what SQLite raises as a StoreError about the store of that name."""
    try:
        yield
    except sqlite3.DatabaseError as error:
        meaning = next(meaning for words, meaning in MEANINGS.items() if re.search(words, str(error)))
        raise StoreError(meaning.format(name=name, error=error)) from error


@contextmanager
def transaction(connection: sqlite3.Connection) -> Iterator[None]:
    """One transaction: all that is written inside is stored, or nothing of it."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        yield
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise


def bring_up_to_date(connection: sqlite3.Connection, name: str, migrations: Sequence[str] = MIGRATIONS) -> None:
    """Creates the tables of a new file, and adds to an older one what it lacks; raises StoreError for other files."""
    found = _version(connection, name)
    if found > len(migrations):
        raise StoreError(
            f"The store {name} was made by a newer cpgen (its version is {found}, this cpgen knows {len(migrations)}); "
            "use that one, or export the puzzles with it and import them here."
        )
    if found == len(migrations):
        return
    with transaction(connection):
        done = _version(connection, name)  # another process may have migrated the file in the meantime
        for script in migrations[done:]:
            for statement in script.split(";\n"):
                connection.execute(statement)
        connection.execute(f"PRAGMA user_version = {len(migrations)}")
        connection.execute(f"PRAGMA application_id = {APPLICATION}")


def _version(connection: sqlite3.Connection, name: str) -> int:
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    (mark,) = connection.execute("PRAGMA application_id").fetchone()
    (tables,) = connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
    if (tables or version) and mark != APPLICATION:
        raise StoreError(f"The file {name} is an SQLite database, but not a store of cpgen; give another name.")
    return int(version)


class Store:
    """An open store, for use in a `with` block; several processes may read while one writes."""

    def __init__(self, path: str | Path, create: bool = True, patience: float = PATIENCE) -> None:
        self.name = str(path)
        if not create and not Path(path).is_file():
            raise StoreError(f"There is no store {path}; `cpgen collection import` or `cpgen batch` makes one.")
        with explained(self.name):
            self.connection = sqlite3.connect(self.name, timeout=patience, isolation_level=None)
            try:
                bring_up_to_date(self.connection, self.name)
                self.connection.executescript(SETTINGS)
            except BaseException:
                self.connection.close()
                raise
        self._ids: dict[tuple[str, ...], int] = {}
        self._places: dict[str, int] = {}
        """The techniques that the store knows so far, by name"""
        self._learn()

    def _learn(self) -> None:
        self._places = dict(self._rows("SELECT name, place FROM techniques", []))

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Closes the file."""
        with explained(self.name):
            self.connection.close()

    @contextmanager
    def writing(self) -> Iterator[None]:
        """One transaction: all that is written inside is stored, or nothing of it."""
        try:
            with explained(self.name), transaction(self.connection):
                yield
        except BaseException:
            self._ids.clear()
            self._places.clear()
            raise

    def add(self, record: Record) -> bool:
        """Stores a record inside `writing`; False when its puzzle, or one that is the same, is there already."""
        board = self._id("boards", ("layout", "kind"), (record.layout, record.kind))
        making = self._id("makings", Making._fields, record.making)
        values = [board, making, *self._masks(record.rules), record.pattern, record.chance]
        values += [getattr(record, name) for name in PLAIN]
        return self.connection.execute(INSERT, values).rowcount == 1

    def _masks(self, rules: Iterable[str]) -> tuple[int, int]:
        """The rules as bits of two columns; the store learns those that it does not know yet."""
        for rule in rules:
            if rule not in self._places:
                add = "INSERT OR IGNORE INTO techniques VALUES ((SELECT count(*) FROM techniques), ?)"
                self.connection.execute(add, [rule])
                self._learn()
        return masks_of(rules, self._places)

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
        """The puzzles, one by one, in the order in which they were added."""
        where, values = self._condition(wanted)
        with explained(self.name), closing(self.connection.cursor()) as cursor:
            yield from map(
                self._record, cursor.execute(f"{SELECT} WHERE {where} ORDER BY p.id LIMIT ?", [*values, most])
            )

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
        return [self._record(self._rows(f"{SELECT} WHERE p.id = ?", [found])[0]) for (found,) in ids]

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
        for *masks, count in self._rows(counts, values):
            for rule in self._rules(*masks):
                found[rule] = found.get(rule, 0) + count
        return [(rule, found[rule]) for rule in in_order(found)]

    def _condition(self, wanted: Filter) -> tuple[str, list[Any]]:
        if wanted.needs or wanted.without:
            self._learn()
        return condition(wanted, self._places)

    def _rules(self, first: int, more: int) -> tuple[str, ...]:
        """The rules of bits, which another process may have stored since the store was opened."""
        mask = first | more << BITS
        if mask >> len(self._places):
            self._learn()
        return in_order(rule for rule, place in self._places.items() if mask >> place & 1)

    def _record(self, row: tuple[Any, ...]) -> Record:
        layout, rules, more_rules, *rest = row
        found = dict(zip(("id", *PLAIN), rest, strict=False))
        flags = {name: None if found[name] is None else bool(found[name]) for name in ("solved", "minimal")}
        making = Making(*rest[-len(Making._fields) :])
        return Record(layout=layout, rules=self._rules(rules, more_rules), making=making, **(found | flags))

    def _rows(self, sql: str, values: Sequence[Any]) -> list[tuple[Any, ...]]:
        with explained(self.name):
            return self.connection.execute(sql, values).fetchall()


def masks_of(rules: Iterable[str], places: Mapping[str, int]) -> tuple[int, int]:
    """The rules as bits of two columns, by their places."""
    mask = sum(1 << places[rule] for rule in set(rules))
    return mask & (1 << BITS) - 1, mask >> BITS


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
