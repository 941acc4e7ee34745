"""The rows of a store, read in spite of damage: around what cannot be read, and without an index that may be wrong."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import Any

from cpgen.collection.tables import SELECT, require_damage

LEAST_ROW = 64
"""Bytes of the file that a row takes at least"""


class StoredRows:
    """The rows of a connection; those that cannot be read are noted in `damages` under their numbers."""

    def __init__(self, connection: sqlite3.Connection, size: int, damages: dict[int, str]) -> None:
        self._connection = connection
        self._most = size // LEAST_ROW
        """No number is higher in a file of that size, unless it is damaged"""
        self._damages = damages

    def readable(self, where: str, values: Sequence[Any]) -> Iterator[tuple[Any, ...]]:
        """The rows in order, then those that a damaged part of the table hides, one by one; the others are noted."""
        highest = self._highest()
        seen = Numbers(highest)
        try:
            for row in self._connection.execute(f"{SELECT} WHERE {where} ORDER BY p.rowid", values):
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
                (found,) = self._connection.execute(f"SELECT max(rowid) FROM puzzles {table}").fetchone()
                highest = max(highest, found or 0)
        return min(highest, self._most)

    def _counted(self, table: str, highest: int) -> int:
        """How many rows there are up to a number, in the table or in an index."""
        counting = f"SELECT count(*) FROM puzzles {table} WHERE rowid <= ?"
        return int(self._connection.execute(counting, [highest]).fetchone()[0])

    def _numbers_in_index(self) -> list[int]:
        """The numbers of all rows, by an index that can be read."""
        for index in ("traits", "grades", "scores"):
            asked = f"SELECT rowid FROM puzzles INDEXED BY {index} WHERE rowid > 0"
            with suppress(sqlite3.DatabaseError):
                return [number for (number,) in self._connection.execute(asked)]
        return []

    def row(self, number: int, where: str = "1", values: Sequence[Any] = ()) -> tuple[Any, ...] | None:
        """The row with that number; None when the condition excludes it, or it cannot be read, which is noted."""
        try:
            row: tuple[Any, ...] | None = self._connection.execute(
                f"{SELECT} WHERE p.rowid = ? AND {where}", [number, *values]
            ).fetchone()
            if (
                row
                or self._connection.execute("SELECT 1 FROM puzzles NOT INDEXED WHERE rowid = ?", [number]).fetchone()
            ):
                return row
        except sqlite3.DatabaseError as error:
            require_damage(error)
        self._damages[number] = "it cannot be read"
        return None


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
