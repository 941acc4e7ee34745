"""Tables of a collection: their columns, and the conversion of rows to puzzles.

A store is an SQLite file; `PRAGMA user_version` is the version of its tables, and files of other versions are refused.
A puzzle is identified by its canonical form and the layout of that form (`kind`), which are unique together. The rules
that a puzzle uses are bits in two columns; the table `techniques` assigns the bits, and grows when a new technique is
stored.
"""

from __future__ import annotations

import errno
import re
import sqlite3
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from tempfile import TemporaryFile
from typing import Any

from cpgen.collection.record import Provenance, StoredPuzzle, in_order
from cpgen.errors import CpgenError, InputError

APPLICATION = 0x63706731
"""Value of `PRAGMA application_id` that marks a file as a collection: the letters cpg1"""

VERSION = 4
"""Version number of the tables, which each file holds; files of other versions cannot be opened"""
TABLES = """
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
    level INTEGER NOT NULL,             -- 0 if the ladder finds nothing
    steps INTEGER NOT NULL,
    solved INTEGER NOT NULL,            -- 1 if the ladder solves it
    rules INTEGER NOT NULL,             -- a bit for each of the first rules used, by its place in techniques
    grade TEXT NOT NULL,                -- empty if the ladder does not solve it
    appropriateness REAL NOT NULL,
    symmetry TEXT NOT NULL,
    minimal INTEGER,                    -- 1 if every clue is needed, NULL if untested
    making INTEGER NOT NULL REFERENCES makings,
    seed INTEGER,                       -- with the number: where `cpgen generate` starts
    number INTEGER,
    chance INTEGER NOT NULL,            -- 62 bits that depend on the canonical form alone, for samples
    more_rules INTEGER NOT NULL,
    ladder TEXT NOT NULL,
    score INTEGER NOT NULL,
    level_name TEXT NOT NULL,
    sum INTEGER NOT NULL,               -- of the values in a row
    UNIQUE (canonical, kind)
);
CREATE INDEX traits ON puzzles (
    chance, board, grade, level, steps, clues, rules, symmetry, minimal, appropriateness, solved
);
CREATE INDEX scores ON puzzles (ladder, level_name, score);
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
    next INTEGER NOT NULL,              -- number of the next start
    repeats INTEGER NOT NULL,           -- puzzles that were there already
    PRIMARY KEY (batch, cell)
) WITHOUT ROWID;
CREATE TABLE techniques (
    place INTEGER PRIMARY KEY,          -- of its bit in puzzles.rules, from 62 on in puzzles.more_rules
    name TEXT NOT NULL UNIQUE
);
INSERT INTO techniques (place, name) VALUES
    (0, 'hidden-single-region'), (1, 'locked-pointing'), (2, 'hidden-single-line'), (3, 'hidden-pair-region'),
    (4, 'locked-claiming'), (5, 'naked-single'), (6, 'x-wing'), (7, 'hidden-pair-line'), (8, 'hidden-triple'),
    (9, 'hidden-quadruple'), (10, 'naked-pair'), (11, 'naked-triple'), (12, 'naked-quadruple');
CREATE TABLE additions (first INTEGER PRIMARY KEY, added TEXT NOT NULL, batch INTEGER);
CREATE TABLE marks (
    puzzle INTEGER NOT NULL REFERENCES puzzles ON DELETE CASCADE, name TEXT NOT NULL, PRIMARY KEY (puzzle, name)
) WITHOUT ROWID;
CREATE TABLE excluded (chance INTEGER PRIMARY KEY, seed INTEGER);
"""
"""SQL that creates the tables of a new file.

SQLite keeps its comments in the file. More of them would make the schema need a second page, so some are here:

additions: Date, as in 2026-11-30, and batch (NULL for imported puzzles) of the rows from `first` on, up to that of the
    next row of `additions`.
marks: Names of uses of a puzzle, such as a book.
excluded: Puzzles that batches leave out, by `puzzles.chance`, and the seed of the batch that each was removed from
    (NULL if the user excluded it).
"""
LOSSES = """
CREATE TABLE IF NOT EXISTS losses (id INTEGER PRIMARY KEY, found TEXT NOT NULL, what TEXT NOT NULL, rows INTEGER)
"""
"""SQL of a table that only stores with losses have: data that a repair could not save, with date and number of rows"""
BITS, MORE_BITS = 62, 64
"""Number of rules whose bits the column `rules` holds, and of those that `more_rules` holds, its sign included"""

PLAIN = (
    *("kind", "puzzle", "solution", "canonical", "clues", "level", "steps", "solved", "grade", "appropriateness"),
    *("symmetry", "minimal", "seed", "number", "ladder", "score", "level_name"),
)
"""Columns of `puzzles` with the name and value of a field of `StoredPuzzle`"""
TEXTS = ("kind", "puzzle", "solution", "canonical", "grade", "symmetry", "ladder", "level_name")
NUMBERS = ("clues", "level", "steps", "score")
COLUMNS = ("id", "board", "making", "rules", "more_rules", "pattern", "chance", "sum", *PLAIN)
INSERT = (
    f"INSERT INTO puzzles ({', '.join(COLUMNS)}) VALUES ({', '.join('?' * len(COLUMNS))}) "
    "ON CONFLICT (canonical, kind) DO NOTHING"
)
SELECTED = [*(f"p.{name}" for name in PLAIN), *(f"m.{name}" for name in Provenance._fields)]
SELECT = f"""
SELECT p.rowid, p.sum, b.layout, p.rules, p.more_rules, {", ".join(SELECTED)}
FROM puzzles p NOT INDEXED LEFT JOIN boards b ON b.id = p.board LEFT JOIN makings m ON m.id = p.making
"""
"""Query of rows that `record_of` converts; it reads the table, so that a damaged index cannot hide any"""


class StoreError(CpgenError):
    """Error for a collection that cannot be used, or no longer; the message says why, and what is safe."""


class NoCollectionError(InputError, StoreError):
    """Error for a name under which there is no collection: no file, or one of another kind."""


class DamagedStoreError(StoreError):
    """Error for a collection that is damaged so badly that it cannot be opened."""


DAMAGED = "malformed|no such table|no such column|no such index"
"""Regular expression that matches SQLite's messages about a damaged file"""
SAFE = "what was stored before is safe"
MEANINGS = {
    "full|disk I/O": f"The disk of the collection {{name}} is full or cannot be written ({{error}}); {SAFE}. Make "
    "room, then run the command again, a batch with --resume.",
    "locked|busy": f"The collection {{name}} is locked by another program that writes to it; {SAFE}. Try again when "
    "that program has ended.",
    "readonly": "The collection {name} cannot be written: the file or its folder is read-only.",
    "unable to open": "The collection {name} cannot be opened; check that its folder exists and can be written.",
    "not a database|database schema": "The file {name} is not a cpgen collection, or its beginning is damaged "
    "({error}). `cpgen collection verify {name} --repair` saves what can be read, if it is one.",
    DAMAGED: "The collection {name} is damaged ({error}). `cpgen collection verify {name} --repair` saves what can be "
    "read, if anything can.",
    "": "The collection {name} cannot be used: {error}.",
}
"""User-facing messages, keyed by a regular expression that matches SQLite's message"""


NO_LOCKS = (
    "The drive of the collection {name} cannot lock files ({error}), which a collection needs; keep it on a local "
    "drive, and copy it when it is done."
)
"""Message for a lock that fails because the drive has none, instead of one about another program"""


def has_locks(folder: Path) -> bool:
    """Return False if files in a folder cannot be locked, as on some network drives."""
    try:
        import fcntl
    except ImportError:  # Windows locks files on every drive
        return True
    try:
        with TemporaryFile(dir=folder) as probe:
            fcntl.lockf(probe, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        return error.errno not in (errno.ENOLCK, errno.EOPNOTSUPP, errno.ENOSYS, errno.EINVAL)
    return True


@contextmanager
def explained(name: str) -> Iterator[None]:
    """Convert errors of SQLite inside the block to a StoreError that says what they mean for the collection."""
    try:
        yield
    except (sqlite3.DatabaseError, UnicodeDecodeError) as error:
        text = error.object.decode("utf-8", "replace") if isinstance(error, UnicodeDecodeError) else str(error)
        meaning = next(meaning for words, meaning in MEANINGS.items() if re.search(words, text))
        if re.search("locked|busy|locking protocol", text) and not has_locks(Path(name).parent):
            meaning = NO_LOCKS
        error_class = DamagedStoreError if re.search(f"{DAMAGED}|not a database|database schema", text) else StoreError
        raise error_class(meaning.format(name=name, error=text)) from error


def require_damage(error: sqlite3.DatabaseError) -> None:
    """Raise the given error again unless SQLite says by it that the file is damaged."""
    if not re.search(DAMAGED, str(error)):
        raise error


@contextmanager
def transaction(connection: sqlite3.Connection) -> Iterator[None]:
    """Run the block as one transaction: everything written inside is stored, or nothing."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        yield
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise


def require_tables(connection: sqlite3.Connection, name: str) -> None:
    """Create the tables of a collection in a new file (`name` is its name, for messages).

    Raises:
        StoreError: The file is not new, and is not a collection with tables of this version.
    """
    version = _version_of(connection, name)
    if version == VERSION:
        return
    if has_our_parts(connection):
        raise DamagedStoreError(
            f"The collection {name} says that its version is {version}, but it has the tables of version {VERSION}. "
            f"`cpgen collection verify {name} --repair` mends it."
        )
    if version or parts_of(connection):
        raise StoreError(
            f"The collection {name} was made by another cpgen (its version is {version}, this cpgen knows {VERSION}); "
            "use that one, or export the puzzles with it and import them here."
        )
    with transaction(connection):
        if _version_of(connection, name) == VERSION:
            return  # another process has made the tables in the meantime
        for statement in TABLES.split(";\n"):
            connection.execute(statement)
        connection.execute(f"PRAGMA user_version = {VERSION}")
        connection.execute(f"PRAGMA application_id = {APPLICATION}")


def _version_of(connection: sqlite3.Connection, name: str) -> int:
    """Return the version of the tables, 0 for a new file; raise StoreError for a database that is not a collection."""
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    (mark,) = connection.execute("PRAGMA application_id").fetchone()
    (tables,) = connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
    if (tables or version) and mark != APPLICATION:
        if has_our_parts(connection):
            raise DamagedStoreError(
                f"The beginning of {name} is damaged; `cpgen collection verify {name} --repair` mends it."
            )
        raise NoCollectionError(
            f"The file {name} is an SQLite database, but not a cpgen collection; give another name."
        )
    return int(version)


def has_our_parts(connection: sqlite3.Connection) -> bool:
    """Return True if a database has exactly the tables, columns and indexes of a collection of this version."""
    return {part for part in parts_of(connection) if "losses" not in part} == parts_needed()


def parts_needed() -> set[str]:
    """Return the names of the tables, columns and indexes that every collection has, in the form of `parts_of`."""
    with closing(_model()) as model:
        return parts_of(model)


def stored_columns(table: str) -> tuple[str, ...]:
    """Return the names of the columns of a table, in the order in which SQLite stores them."""
    with closing(_model()) as model:
        return tuple(name for (name,) in model.execute("SELECT name FROM pragma_table_info(?)", [table]))


def _model() -> sqlite3.Connection:
    """Return a connection to an empty collection in memory."""
    model = sqlite3.connect(":memory:")
    model.executescript(TABLES)
    return model


def parts_of(connection: sqlite3.Connection) -> set[str]:
    """Return the names of the tables, columns and indexes of a database, as in `table boards`."""
    parts = set()
    for object_type, name in connection.execute("SELECT type, name FROM sqlite_master").fetchall():
        parts.add(f"{object_type} {name}")
        if object_type == "table":
            columns = connection.execute("SELECT name FROM pragma_table_info(?)", [name])
            parts |= {f"column {name}.{column}" for (column,) in columns}
    return parts


def record_of(row: Sequence[Any], bits: Mapping[str, int]) -> StoredPuzzle:
    """Convert a row of the query SELECT to a puzzle; raise TypeError or ValueError if its values make none.

    Args:
        row: The values of the row.
        bits: The bit of each technique.
    """
    number, _, layout, rules, more_rules, *rest = row
    plain = dict(zip(PLAIN, rest, strict=False))
    plain |= {name: None if plain[name] is None else bool(plain[name]) for name in ("solved", "minimal")}
    provenance = Provenance(*rest[len(PLAIN) :])
    # SQLite keeps values of any type in any column, so that damage can change a type.
    texts = (layout, *provenance, *(plain[name] for name in TEXTS))
    if not all(isinstance(text, str) for text in texts) or not all(isinstance(plain[name], int) for name in NUMBERS):
        raise TypeError("a value is of another type")
    return StoredPuzzle(
        id=number, layout=layout, rules=rules_of(rules, more_rules, bits), provenance=provenance, **plain
    )


def rules_of(rules: int, more_rules: int, bits: Mapping[str, int]) -> tuple[str, ...]:
    """Return the rules whose bits are set in the values of the columns `rules` and `more_rules`.

    `bits` has the number of the bit of each rule.

    Raises:
        TypeError, ValueError: A value is no mask of known rules.
    """
    mask = rules | (more_rules & (1 << MORE_BITS) - 1) << BITS
    if mask < 0 or mask >> len(bits):
        raise ValueError("a bit has no rule")
    return in_order(rule for rule, bit in bits.items() if mask >> bit & 1)


def masks_of(rules: Iterable[str], bits: Mapping[str, int]) -> tuple[int, int]:
    """Return the values of the columns `rules` and `more_rules` for some rules; `bits` has the bit number of each."""
    mask = sum(1 << bits[rule] for rule in set(rules))
    more = mask >> BITS
    return mask & (1 << BITS) - 1, more - (more >> MORE_BITS - 1 << MORE_BITS)
