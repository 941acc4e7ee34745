"""Records and tables that compiled loops and Python read and change in the same memory."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from types import SimpleNamespace
from typing import Any, TypeAlias

import numpy as np

Record: TypeAlias = Any
"""A numpy record; type checkers know none of its fields"""


def record(**fields: float) -> Record:
    """A record with these fields, int64 where an int is given and float64 for a float, each with its value.

    Raises ValueError for a name that numpy's records have already.

    >>> heat = record(energy=float("inf"), steps=0)
    >>> heat.steps += 1
    >>> float(heat.energy), int(heat.steps)
    (inf, 1)
    """
    _require_free(fields)
    kinds = [(name, np.int64 if isinstance(value, int) else np.float64) for name, value in fields.items()]
    return np.array([tuple(fields.values())], kinds).view(np.recarray)[0]


def records(count: int, **fields: type) -> np.ndarray:
    """An array of so many records of zeros; as an argument, an array of one costs a call from Python 2 µs less.

    Raises ValueError for a name that numpy's records have already. It is no `np.recarray`, whose attributes are looked
    up in Python: numba does so at each call, and a Ctrl-C that came just then would be lost.

    >>> found = records(2, cell=np.int64, solved=np.bool_)
    >>> found[1].cell = 7
    >>> found.tolist()
    [(0, False), (7, False)]
    """
    _require_free(fields)
    return np.zeros(count, np.dtype((np.record, np.dtype(list(fields.items()), align=True))))


class Constants:
    """An array of one record whose fields are constants in compiled code, which is compiled for them alone.

    A loop over so many rows is unrolled, and what a mask of zeros would keep is left out. The type that arguments have
    is another one for each, so that all that is called with it is compiled anew.

    >>> int(Constants(records(1, rows=np.int64))[0].rows)
    0
    """

    def __init__(self, found: np.ndarray) -> None:
        self.fields = {name: found[0][name] for name in found.dtype.names or ()}
        self._record = SimpleNamespace(**self.fields)

    def __getitem__(self, place: int) -> Record:
        """The record, whose place is 0."""
        return self._record


Shape: TypeAlias = np.ndarray | Constants
"""One record, in an array or known to compiled code: the numbers of a board"""


def values(found: np.ndarray) -> SimpleNamespace:
    """The first of some records as Python's own numbers: an attribute of numpy's takes as long as all of these.

    >>> values(records(2, cell=np.int64, solved=np.bool_))
    namespace(cell=0, solved=False)
    """
    return SimpleNamespace(**dict(zip(found.dtype.names or (), found.item(0), strict=True)))


def _require_free(names: Iterable[str]) -> None:
    """In interpreted code, `found.round` would be the method of that name, whatever the field holds."""
    for name in names:
        if hasattr(np.record, name):
            raise ValueError(
                f"A field cannot be called {name!r}: numpy's records have that already; name it otherwise."
            )


def padded(rows: Sequence[Sequence[int]]) -> np.ndarray:
    """[R, W] rows of different lengths as a table of int64, each with −1 after its end; W is at least 1.

    >>> padded([[4], [], [1, 2]]).tolist()
    [[4, -1], [-1, -1], [1, 2]]
    """
    width = max(1, *map(len, rows)) if rows else 1
    table = np.full((len(rows), width), -1, np.int64)
    for row, entries in zip(table, rows, strict=True):
        row[: len(entries)] = entries
    return table
