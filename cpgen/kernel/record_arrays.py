"""Arrays of records, and tables, which compiled loops and Python read and change in the same memory."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from types import SimpleNamespace
from typing import Any

import numpy as np


class AttributeRecord(np.void):  # type: ignore[misc]
    """Record whose fields are attributes; numpy's own class makes an interpreted loop three times as slow."""

    def __getattr__(self, name: str) -> Any:
        """Return the value of a field."""
        try:
            return self[name]
        except ValueError:  # not a field
            raise AttributeError(name) from None

    def __setattr__(self, name: str, value: Any) -> None:
        """Set the value of a field."""
        self[name] = value


def records(count: int, **fields: type) -> np.ndarray:
    """Return an array of `count` records of zeros. Raises ValueError for a name that numpy's records already have.

    >>> found = records(2, cell=np.int64, solved=np.bool_)
    >>> found[1].cell = 7
    >>> found.tolist()
    [(0, False), (7, False)]
    """
    return np.zeros(count, _record_type(tuple(fields.items())))


@cache
def _record_type(fields: tuple[tuple[str, type], ...]) -> np.dtype[Any]:
    # In interpreted code a name such as `round` would be numpy's method, whatever the field holds.
    for name, _ in fields:
        if hasattr(AttributeRecord, name):
            raise ValueError(f"A field cannot be called {name!r}: numpy's records have that already.")
    return np.dtype((AttributeRecord, np.dtype(list(fields), align=True)))


def values(found: np.ndarray) -> SimpleNamespace:
    """Return the first record of an array as Python numbers, much faster than field by field.

    >>> values(records(2, cell=np.int64, solved=np.bool_))
    namespace(cell=0, solved=False)
    """
    return SimpleNamespace(**dict(zip(found.dtype.names or (), found.item(0), strict=True)))


def padded(rows: Sequence[Sequence[int]]) -> np.ndarray:
    """Return a table [R, W] int64 of R rows of different lengths, each filled up with −1; W is at least 1.

    >>> padded([[4], [], [1, 2]]).tolist()
    [[4, -1], [-1, -1], [1, 2]]
    """
    width = max(1, *map(len, rows)) if rows else 1
    table = np.full((len(rows), width), -1, np.int64)
    for row, entries in zip(table, rows, strict=True):
        row[: len(entries)] = entries
    return table
