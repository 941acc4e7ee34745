"""Places of marks on a board of side n, each as the cells that a mark there is about.

A mark stands on a border between two cells, on a corner of four, in a cell, or outside the board at the end of a line.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from cpgen.constraints.geometry import adjacent_pairs, line_from, squares_of_four

Places = list[tuple[int, ...]]


def _borders(n: int) -> Places:
    """Return the places of marks between two cells: pairs of cells that share a side."""
    return [*adjacent_pairs(n)]


def _squares(n: int) -> Places:
    """Return the places of marks on corners: squares of four cells."""
    return [*squares_of_four(n)]


def _cells(n: int) -> Places:
    return [(cell,) for cell in range(n * n)]


def _diagonals(n: int) -> Places:
    """Return the places of clues outside diagonals of two cells or more: their cells, from the clue on.

    Each side of the board has the clues of one direction, as a pinwheel has its blades. The main diagonals occur twice.
    """
    sides = {
        "se": range(n - 1),  # from the top row
        "sw": range(n - 1, n * n - n, n),  # from the last column
        "nw": range(n * n - 1, n * n - n, -1),
        "ne": range(n * n - n, 0, -n),
    }
    return [line_from(cell, way, n) for way, cells in sides.items() for cell in cells]


def _rows_and_columns(n: int) -> Places:
    """Return the places of clues outside rows and columns: their cells, from the left or from the top."""
    rows, columns = _halves(n)
    return rows + columns


def _both_ways(n: int) -> Places:
    """Return the places of clues outside rows and columns, at both ends of each: their cells, from the clue on."""
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
    "full-rank": _both_ways,
}
"""The kinds of marks, each with the function of the side that returns its places"""
INSIDE = ("white", "black", "dot?", "xv", "less?", "parity?", "quad")
"""Kinds whose marks are drawn on the board, where lines and cages may be in their way"""
BOTH_WAYS = ("skyscraper", "x-sum", "numbered-room", "full-rank")
"""Kinds whose clue at one end of a line says something else than at the other, so that a line may have both"""
