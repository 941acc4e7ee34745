"""The store: one SQLite file in which no puzzle appears twice, whatever happens to the program that writes."""

from __future__ import annotations

import sqlite3
from collections.abc import Generator, Iterable, Iterator
from contextlib import closing, contextmanager
from functools import lru_cache
from pathlib import Path
from typing import Any, Self

from cpgen.collection.filters import Filter
from cpgen.collection.record import Making, Record, mask_of, rules_of
from cpgen.collection.schema import bring_up_to_date
from cpgen.collection.trouble import StoreError, telling
from cpgen.puzzle import Puzzle

PATIENCE = 10.0
"""Seconds to wait for another program that writes"""
KEYS = 1 << 62

COLUMNS = (
    "board, kind, puzzle, solution, canonical, pattern, clues, level, steps, solved, rules, grade, appropriateness, "
    "symmetry, minimal, making, seed, number, chance"
)
INSERT = f"INSERT INTO puzzles ({COLUMNS}) VALUES ({', '.join('?' * 19)}) ON CONFLICT (canonical, kind) DO NOTHING"
SELECT = """
SELECT p.id, b.layout, p.puzzle, p.solution, p.kind, p.canonical, p.clues, p.level, p.steps, p.solved, p.rules,
    p.grade, p.appropriateness, p.symmetry, p.minimal,
    m.version, m.method, m.oracle, m.model, m.source, p.seed, p.number
FROM puzzles p JOIN boards b ON b.id = p.board JOIN makings m ON m.id = p.making
"""


class Store:
    """A store that is open; several processes may read while one writes. Use it as a context."""

    def __init__(self, path: str | Path, create: bool = True, patience: float = PATIENCE) -> None:
        self.name = str(path)
        if not create and not Path(path).is_file():
            raise StoreError(f"There is no store {path}; `cpgen collection import` or `cpgen batch` makes one.")
        with telling(self.name):
            self.connection = sqlite3.connect(self.name, timeout=patience, isolation_level=None)
            try:
                self._set_up()
            except BaseException:
                self.connection.close()
                raise
        self._boards: dict[str, int] = {}
        self._makings: dict[Making, int] = {}

    def _set_up(self) -> None:
        bring_up_to_date(self.connection, self.name)
        self.connection.execute("PRAGMA journal_mode = WAL")
        self.connection.execute("PRAGMA synchronous = FULL")
        self.connection.execute("PRAGMA foreign_keys = ON")
        self.connection.execute("PRAGMA cache_size = -65536")
        self.connection.execute("PRAGMA mmap_size = 1073741824")

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Closes the file."""
        with telling(self.name):
            self.connection.close()

    @contextmanager
    def writing(self) -> Iterator[None]:
        """One transaction: all that is written inside is stored, or nothing of it."""
        with telling(self.name):
            self.connection.execute("BEGIN IMMEDIATE")
            try:
                yield
                self.connection.execute("COMMIT")
            except BaseException:
                self._boards.clear()
                self._makings.clear()
                if self.connection.in_transaction:
                    self.connection.execute("ROLLBACK")
                raise

    def add(self, record: Record) -> bool:
        """Stores a record inside `writing`; False when its puzzle, or one that is the same, is there already."""
        return self.connection.execute(INSERT, self._row(record)).rowcount == 1

    def add_all(self, records: Iterable[Record]) -> int:
        """Stores records in one transaction; how many were new."""
        with self.writing():
            return sum(map(self.add, records))

    def has(self, puzzle: Puzzle) -> bool:
        """Whether the puzzle, or one that is the same, is in the store."""
        from cpgen.symmetry.canonical import canonical

        form = canonical(puzzle)
        found = self._all("SELECT 1 FROM puzzles WHERE canonical = ? AND kind = ?", [form.line, form.layout.spec])
        return bool(found)

    def count(self, wanted: Filter | None = None) -> int:
        """How many puzzles there are."""
        where, values = (wanted or Filter()).sql()
        return int(self._all(f"SELECT count(*) FROM puzzles WHERE {where}", values)[0][0])

    def records(self, wanted: Filter | None = None, most: int = -1) -> Generator[Record, None, None]:
        """The puzzles, one by one, in the order in which they came."""
        where, values = (wanted or Filter()).sql()
        with telling(self.name), closing(self.connection.cursor()) as cursor:
            yield from map(_record, cursor.execute(f"{SELECT} WHERE {where} ORDER BY p.id LIMIT ?", [*values, most]))

    def sample(self, count: int, seed: int, wanted: Filter | None = None) -> list[Record]:
        """So many random puzzles (all, if there are no more): the same for the same store, filter and seed.

        Each puzzle has a random key; the sample is those that follow a random place in the ring of keys.
        """
        import random

        where, values = (wanted or Filter()).sql()
        start = random.Random(seed).randrange(KEYS)
        pick = f"SELECT id FROM puzzles WHERE chance {{}} ? AND {where} ORDER BY chance LIMIT ?"
        ids = self._all(pick.format(">="), [start, *values, count])
        if len(ids) < count:
            ids += self._all(pick.format("<"), [start, *values, count - len(ids)])
        return [_record(self._all(f"{SELECT} WHERE p.id = ?", [found])[0]) for (found,) in ids]

    def table(self, columns: str, wanted: Filter | None = None) -> list[tuple[Any, ...]]:
        """How many puzzles there are by the values of the columns, with mean and range of their steps."""
        where, values = (wanted or Filter()).sql()
        numbers = "count(*), avg(steps), min(steps), max(steps)"
        return self._all(
            f"SELECT {columns}, {numbers} FROM puzzles WHERE {where} GROUP BY {columns} ORDER BY {columns}", values
        )

    def rules(self, wanted: Filter | None = None) -> list[tuple[str, int]]:
        """In how many puzzles each rule was used, for those that were."""
        where, values = (wanted or Filter()).sql()
        found: dict[str, int] = {}
        for mask, count in self._all(f"SELECT rules, count(*) FROM puzzles WHERE {where} GROUP BY rules", values):
            for rule in rules_of(mask):
                found[rule] = found.get(rule, 0) + count
        return [(rule, found[rule]) for rule in rules_of(-1) if rule in found]

    def _all(self, sql: str, values: Iterable[Any] = ()) -> list[tuple[Any, ...]]:
        with telling(self.name):
            return self.connection.execute(sql, list(values)).fetchall()

    def _row(self, record: Record) -> tuple[Any, ...]:
        return (
            self._board(record.layout, record.kind),
            *(record.kind, record.puzzle, record.solution, record.canonical, record.pattern),
            *(record.clues, record.level, record.steps, record.solved, mask_of(record.rules)),
            *(record.grade, record.appropriateness, record.symmetry, record.minimal),
            *(self._making(record.making), record.seed, record.number, record.chance),
        )

    def _board(self, layout: str, kind: str) -> int:
        if layout not in self._boards:
            self.connection.execute("INSERT OR IGNORE INTO boards (layout, kind) VALUES (?, ?)", [layout, kind])
            found = self.connection.execute("SELECT id FROM boards WHERE layout = ?", [layout]).fetchone()
            self._boards[layout] = found[0]
        return self._boards[layout]

    def _making(self, made: Making) -> int:
        if made not in self._makings:
            names = ("version", "method", "oracle", "model", "source")
            values = [getattr(made, name) for name in names]
            self.connection.execute(
                f"INSERT OR IGNORE INTO makings ({', '.join(names)}) VALUES (?, ?, ?, ?, ?)", values
            )
            same = " AND ".join(f"{name} = ?" for name in names)
            found = self.connection.execute(f"SELECT id FROM makings WHERE {same}", values).fetchone()
            self._makings[made] = found[0]
        return self._makings[made]


@lru_cache(maxsize=4096)
def _making_of(*values: str) -> Making:
    return Making(*values)


def _record(row: tuple[Any, ...]) -> Record:
    number, layout, puzzle, solution, kind, form, clues, level, steps, solved, rules, grade, fit, symmetry, minimal = (
        row[:15]
    )
    return Record(
        *(
            layout,
            puzzle,
            solution,
            kind,
            form,
            clues,
            level,
            steps,
            bool(solved),
            rules_of(rules),
            grade,
            fit,
            symmetry,
        ),
        minimal=None if minimal is None else bool(minimal),
        making=_making_of(*row[15:20]),
        seed=row[20],
        number=row[21],
        id=number,
    )
