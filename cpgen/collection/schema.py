"""The tables of a store, and how an older one becomes a newer one.

`docs/scale.md` describes the columns. `PRAGMA user_version` says which of these migrations a file has had.
"""

from __future__ import annotations

import sqlite3

from cpgen.collection.trouble import StoreError

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
    rules INTEGER NOT NULL,             -- a bit for each rule used, by its place in cpgen.rater.ladder.RULES
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

MIGRATIONS: tuple[str, ...] = (FIRST,)
"""What turns each version into the next, from an empty file on"""

VERSION = len(MIGRATIONS)


def bring_up_to_date(connection: sqlite3.Connection, name: str, migrations: tuple[str, ...] = MIGRATIONS) -> None:
    """Gives a new file its tables and an older one what it lacks; raises StoreError for any other file."""
    found = _version(connection, name)
    if found > len(migrations):
        raise StoreError(
            f"The store {name} was made by a newer cpgen (its version is {found}, this cpgen knows {len(migrations)}); "
            "use that one, or export the puzzles with it and import them here."
        )
    if found < len(migrations):
        _migrate(connection, name, migrations)


def _migrate(connection: sqlite3.Connection, name: str, migrations: tuple[str, ...]) -> None:
    """All steps in one transaction, begun by looking again: another process may just have done it."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        for step in range(_version(connection, name), len(migrations)):
            for statement in _statements(migrations[step]):
                connection.execute(statement)
            connection.execute(f"PRAGMA user_version = {step + 1}")
        connection.execute(f"PRAGMA application_id = {APPLICATION}")
        connection.execute("COMMIT")
    except BaseException:
        connection.execute("ROLLBACK")
        raise


def _version(connection: sqlite3.Connection, name: str) -> int:
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    (mark,) = connection.execute("PRAGMA application_id").fetchone()
    (tables,) = connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
    if (tables or version) and mark != APPLICATION:
        raise StoreError(f"The file {name} is an SQLite database, but no store of cpgen; give another name.")
    return int(version)


def _statements(script: str) -> list[str]:
    """The statements of a script, one by one, so that they stay in one transaction."""
    found, whole = [], ""
    for line in script.splitlines(keepends=True):
        whole += line
        if sqlite3.complete_statement(whole):
            found.append(whole)
            whole = ""
    return found
