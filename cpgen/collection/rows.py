"""Read rows from a possibly damaged store, skipping damaged pages and not relying on an index.

SQLite stops a table scan at the first damaged page. Therefore the table is first scanned without an index. If the scan
fails, or the table and an index disagree about the number of rows, the row numbers are taken from an index that can be
read, and each row that the scan did not give is looked up. Rows that still cannot be read are recorded by number.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import Any

from cpgen.collection.store_schema import SELECT, require_damage

LEAST_ROW = 64
"""Lower bound on the bytes that a row takes in the file"""


class StoredRows:
    """Reader of the rows of the table `puzzles`.

    Args:
        connection: Connection to the store.
        size: Size of its file in bytes.
        damages: Gets the numbers of rows that cannot be read, each with the reason.
    """

    def __init__(self, connection: sqlite3.Connection, size: int, damages: dict[int, str]) -> None:
        self._connection = connection
        self._most = size // LEAST_ROW
        """Upper bound on row numbers, from the size of the file; a higher number is damage"""
        self._damages = damages

    def readable(self, where: str, values: Sequence[Any]) -> Iterator[tuple[Any, ...]]:
        """Yield the rows that meet an SQL condition on `puzzles p`.

        Those that a scan of the table reads come first, then the others. `where` is the condition; `values` replace its
        question marks.
        """
        seen = Numbers(self._highest())
        try:
            for row in self._connection.execute(f"{SELECT} WHERE {where} ORDER BY p.rowid", values):
                if seen.add(row[0]):
                    yield row
            whole = self._is_whole()
        except sqlite3.DatabaseError as error:
            require_damage(error)
            whole = False
        if not whole:
            hidden = filter(seen.add, self._numbers_in_index())
            yield from filter(None, (self.row(number, where, values) for number in hidden))

    def _highest(self) -> int:
        """Return the highest row number, from an index too in case the table is damaged."""
        highest = 0
        for table in ("NOT INDEXED", "INDEXED BY traits"):
            with suppress(sqlite3.DatabaseError):
                (last,) = self._connection.execute(f"SELECT max(rowid) FROM puzzles {table}").fetchone()
                highest = max(highest, last or 0)
        return min(highest, self._most)

    def _is_whole(self) -> bool:
        """Return True if a scan of the table gives the same number of rows as an index, each row once and in order.

        If the file has one page in the place of another, the order is broken or rows are repeated.
        """
        count = last = 0
        for (number,) in self._connection.execute("SELECT rowid FROM puzzles NOT INDEXED ORDER BY rowid"):
            if number <= last:
                return False
            count, last = count + 1, number
        return bool(self._connection.execute("SELECT count(*) FROM puzzles INDEXED BY traits").fetchone()[0] == count)

    def _numbers_in_index(self) -> list[int]:
        """Return the numbers of all rows, from the first index that can be read; empty if none can."""
        for index in ("traits", "grades", "scores"):
            asked = f"SELECT rowid FROM puzzles INDEXED BY {index} WHERE rowid > 0"
            with suppress(sqlite3.DatabaseError):
                return [number for (number,) in self._connection.execute(asked)]
        return []

    def row(self, number: int, where: str = "1", values: Sequence[Any] = ()) -> tuple[Any, ...] | None:
        """Return the row with a number, or None if it does not meet an SQL condition with these values.

        None also stands for a row that cannot be read, which is recorded in `damages`.
        """
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
    """Set of row numbers that takes one byte for each number up to a limit, and a Python set for higher ones."""

    def __init__(self, highest: int) -> None:
        self._most = bytearray(highest + 1)
        self._others: set[int] = set()

    def add(self, number: int) -> bool:
        """Add a number; return False if it was there already."""
        if not 0 <= number < len(self._most):
            is_new = number not in self._others
            self._others.add(number)
            return is_new
        is_new = not self._most[number]
        self._most[number] = 1
        return is_new
