"""The tables of a store: what a row holds, how it becomes a record, and how an older file becomes a newer one."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

from cpgen.collection.record import Making, Record, in_order
from cpgen.errors import CpgenError

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

THIRD = """
ALTER TABLE puzzles ADD COLUMN sum INTEGER;     -- Record.checksum
"""
WRONG = -1
"""What no sum is"""
SUMS_SINCE = 3
"""The first version that has sums"""

MIGRATIONS: tuple[str, ...] = (FIRST, SECOND, THIRD)
"""What turns each version into the next, from an empty file on; `PRAGMA user_version` counts those done"""
VERSION = len(MIGRATIONS)

BITS = 62
"""Rules in a column"""

PLAIN = (
    *("kind", "puzzle", "solution", "canonical", "clues", "level", "steps", "solved", "grade", "appropriateness"),
    *("symmetry", "minimal", "seed", "number", "ladder", "score", "level_name"),
)
"""The columns of a puzzle that a record has under the same names"""
TEXTS = ("kind", "puzzle", "solution", "canonical", "grade", "symmetry", "ladder", "level_name")
NUMBERS = ("clues", "level", "steps", "score")
COLUMNS = ("id", "board", "making", "rules", "more_rules", "pattern", "chance", "sum", *PLAIN)
INSERT = (
    f"INSERT INTO puzzles ({', '.join(COLUMNS)}) VALUES ({', '.join('?' * len(COLUMNS))}) "
    "ON CONFLICT (canonical, kind) DO NOTHING"
)
SELECTED = [*(f"p.{name}" for name in PLAIN), *(f"m.{name}" for name in Making._fields)]
SELECT = f"""
SELECT p.rowid, p.sum, b.layout, p.rules, p.more_rules, {", ".join(SELECTED)}
FROM puzzles p NOT INDEXED LEFT JOIN boards b ON b.id = p.board LEFT JOIN makings m ON m.id = p.making
"""
"""Rows with the number and the sum first. They are read in the table, so that a damaged index leaves none out"""


class StoreError(CpgenError):
    """The store cannot be used, or no longer: the sentence says why, and what is safe."""


DAMAGED = "malformed|no such table|no such column|no such index"
"""Words in what SQLite says of a damaged file"""
SAFE = "what was stored before is safe"
MEANINGS = {
    "full|disk I/O": f"The disk of the store {{name}} is full or cannot be written ({{error}}); {SAFE}. Make room, "
    "then run the command again, a batch with --resume.",
    "locked|busy": f"The store {{name}} is locked by another program that writes to it; {SAFE}. Try again when that "
    "program has ended.",
    "readonly": "The store {name} cannot be written: the file or its folder is read-only.",
    "unable to open": "The store {name} cannot be opened; check that its folder exists and can be written.",
    "not a database|database schema": "The file {name} is not a store of cpgen, or its beginning is damaged ({error}).",
    DAMAGED: "The store {name} is damaged ({error}). `cpgen collection repair {name}` saves what can be read, if "
    "anything can.",
    "": "The store {name} cannot be used: {error}.",
}
"""What an error of SQLite means for a person, by words in it"""


@contextmanager
def explained(name: str) -> Iterator[None]:
    """Raises what SQLite raises as a StoreError about the store of that name."""
    try:
        yield
    except (sqlite3.DatabaseError, UnicodeDecodeError) as error:
        text = error.object.decode("utf-8", "replace") if isinstance(error, UnicodeDecodeError) else str(error)
        meaning = next(meaning for words, meaning in MEANINGS.items() if re.search(words, text))
        raise StoreError(meaning.format(name=name, error=text)) from error


def require_damage(error: sqlite3.DatabaseError) -> None:
    """Raises the error again unless it is about a damaged file."""
    if not re.search(DAMAGED, str(error)):
        raise error


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
    found = version_of(connection, name)
    if found > len(migrations):
        raise StoreError(
            f"The store {name} was made by a newer cpgen (its version is {found}, this cpgen knows {len(migrations)}); "
            "use that one, or export the puzzles with it and import them here."
        )
    if found == len(migrations):
        return
    with transaction(connection):
        done = version_of(connection, name)  # another process may have migrated the file in the meantime
        for script in migrations[done:]:
            for statement in script.split(";\n"):
                connection.execute(statement)
        if done < SUMS_SINCE <= len(migrations):
            add_sums(connection)
        connection.execute(f"PRAGMA user_version = {len(migrations)}")
        connection.execute(f"PRAGMA application_id = {APPLICATION}")


def version_of(connection: sqlite3.Connection, name: str) -> int:
    """How many migrations a file has had; raises StoreError for a database that is no store."""
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    (mark,) = connection.execute("PRAGMA application_id").fetchone()
    (tables,) = connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
    if (tables or version) and mark != APPLICATION:
        raise StoreError(f"The file {name} is an SQLite database, but not a store of cpgen; give another name.")
    return int(version)


def add_sums(connection: sqlite3.Connection) -> None:
    """Gives each row its sum, and a wrong one to a row that is damaged already, as far as that can be seen."""
    places = dict(connection.execute("SELECT name, place FROM techniques"))

    def checksum(pattern: Any, chance: Any, *row: Any) -> int:
        try:
            record = record_of(row, places)
            sound = record.is_plausible and (record.pattern, record.chance) == (pattern, chance)
            return record.checksum if sound else WRONG
        except (TypeError, ValueError):
            return WRONG

    rows = connection.execute(SELECT.replace("p.rowid", "p.pattern, p.chance, p.rowid", 1))
    sums = ((checksum(*row), row[2]) for row in rows)
    connection.executemany("UPDATE puzzles SET sum = ? WHERE rowid = ?", sums)


def record_of(row: Sequence[Any], places: Mapping[str, int]) -> Record:
    """The record in a row of SELECT, whose rules have these places; raises TypeError or ValueError if it is none."""
    number, _, layout, rules, more_rules, *rest = row
    found = dict(zip(PLAIN, rest, strict=False))
    found |= {name: None if found[name] is None else bool(found[name]) for name in ("solved", "minimal")}
    making = Making(*rest[len(PLAIN) :])
    texts = (layout, *making, *(found[name] for name in TEXTS))
    if not all(isinstance(text, str) for text in texts) or not all(isinstance(found[name], int) for name in NUMBERS):
        raise TypeError("a value is of another type")
    return Record(id=number, layout=layout, rules=rules_of(rules, more_rules, places), making=making, **found)


def rules_of(rules: int, more_rules: int, places: Mapping[str, int]) -> tuple[str, ...]:
    """The rules of bits in two columns, by their places; raises TypeError or ValueError for other values."""
    mask = rules | more_rules << BITS
    if mask < 0 or mask >> len(places):
        raise ValueError("a bit has no rule")
    return in_order(rule for rule, place in places.items() if mask >> place & 1)


def masks_of(rules: Iterable[str], places: Mapping[str, int]) -> tuple[int, int]:
    """The rules as bits of two columns, by their places."""
    mask = sum(1 << places[rule] for rule in set(rules))
    return mask & (1 << BITS) - 1, mask >> BITS
