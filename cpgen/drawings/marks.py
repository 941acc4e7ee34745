"""Places of marks: borders and corners of cells, cells, and clues outside the board."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from cpgen.constraints.geometry import adjacent_pairs, line_from, squares_of_four
from cpgen.constraints.little_killer import DIAGONAL

Places = list[tuple[int, ...]]


def _borders(n: int) -> Places:
    """Return the pairs of cells that share a side."""
    return [*adjacent_pairs(n)]


def _squares(n: int) -> Places:
    """Return the squares of four cells around each corner of cells inside the board."""
    return [*squares_of_four(n)]


def _cells(n: int) -> Places:
    return [(cell,) for cell in range(n * n)]


def _diagonals(n: int) -> Places:
    """Return the diagonals of two cells or more, from both ends."""
    border = [cell for cell in range(n * n) if {0, n - 1} & {*divmod(cell, n)}]
    lines = [line_from(cell, way, n) for cell in border for way in DIAGONAL]
    whole = [line for line in lines if len(line) > 1]
    return [line for line in whole if line[::-1] in whole]


def _rows_and_columns(n: int) -> Places:
    """Return the rows from the left and the columns from the top."""
    rows, columns = _halves(n)
    return rows + columns


def _both_ways(n: int) -> Places:
    """Return the rows and columns from both ends."""
    rows, columns = _halves(n)
    return [line for whole in rows + columns for line in (whole, whole[::-1])]


def _halves(n: int) -> tuple[Places, Places]:
    rows = [tuple(range(row * n, row * n + n)) for row in range(n)]
    return rows, [tuple(range(column, n * n, n)) for column in range(n)]


PLACES: Mapping[str, Callable[[int], Places]] = {
    "white": _borders,
    "black": _borders,
    "dot?": _borders,
    "xv": _borders,
    "less?": _borders,
    "parity?": _cells,
    "quad": _squares,
    "little": _diagonals,
    "sandwich": _rows_and_columns,
    "skyscraper": _both_ways,
    "x-sum": _both_ways,
    "numbered-room": _both_ways,
}
"""The kinds of marks, each with the function of the side that returns its places"""
INSIDE = ("white", "black", "dot?", "xv", "less?", "parity?", "quad")
"""Kinds whose marks are drawn on the board, where lines and cages may be in their way"""
BOTH_WAYS = ("skyscraper", "x-sum", "numbered-room")
"""Kinds that say something else from the other end of a line; of all others, a place has one mark"""
