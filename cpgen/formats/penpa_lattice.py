"""The points of a Penpa+ board, to which all its drawings are bound.

The lattice has two more rows and columns of cells on each side than the board. Its points are numbered: the middles of
the cells, their lower right corners, the middles of their lower and of their right edges, then for each cell four
points for small texts near its corners, and four near the middles of its edges.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from cpgen.cosmetics import Point

BORDER = 2
"""Rows and columns of the lattice outside the board, on each side"""


class _Family(NamedTuple):
    """Points at one place in every cell: the number of the first in units of cells, and then of one in each cell."""

    first: int
    stride: int
    number: int
    place: Point


_CORNERS = ((-0.25, -0.25), (-0.25, 0.25), (0.25, -0.25), (0.25, 0.25))
_COMPASS = ((-0.3, 0.0), (0.0, 0.3), (0.0, -0.3), (0.3, 0.0))
_SINGLE = tuple(_Family(k, 1, 0, at) for k, at in enumerate(((0.0, 0.0), (0.5, 0.5), (0.5, 0.0), (0.0, 0.5))))
_SMALL = tuple(_Family(first, 4, k, at) for first, four in ((4, _CORNERS), (8, _COMPASS)) for k, at in enumerate(four))


def cells_of(side: int) -> int:
    """Return the number of cells of the lattice, the board with its border, for a board of this side."""
    return (side + 2 * BORDER) ** 2


def number_of(cell: int, side: int) -> int:
    """Return the number of the middle of a cell (0 to side² − 1) on the lattice."""
    row, column = divmod(cell, side)
    return (row + BORDER) * (side + 2 * BORDER) + column + BORDER


def corner_of(number: int, which: int, side: int) -> int:
    """Return the number of the place for small text near a corner of the lattice cell `number`.

    `which` is the corner, from 0 to 3 row by row; `side` is the side of the board.
    """
    return 4 * cells_of(side) + 4 * number + which


def point_of(number: int | str, side: int) -> Point:
    """Return the row and column of a numbered point, in cells from the upper left corner of a board of this side.

    Raises:
        ValueError: The lattice has no such point.
    """
    cells, whole = cells_of(side), int(str(number).removesuffix("E"))  # an E marks a second drawing at a point
    kind = whole // cells
    if not 0 <= kind < 12:
        raise ValueError(number)
    # Four small places of a cell follow each other, first those near its corners.
    family = _SINGLE[kind] if kind < 4 else _SMALL[4 * (kind // 4 - 1) + whole % 4]
    row, column = divmod((whole - family.first * cells) // family.stride, side + 2 * BORDER)
    return row - BORDER + 0.5 + family.place[0], column - BORDER + 0.5 + family.place[1]


def nearest(at: Point, side: int) -> int:
    """Return the number of the middle, corner or edge that is nearest to a point (row, column) of a board."""
    return min(_near(at, side, _SINGLE))[1]


def near(at: Point, side: int) -> Sequence[tuple[float, int]]:
    """Return the nearest point of each kind to a place (row, column): pairs (distance, number), the nearest first."""
    return sorted(_near(at, side, (*_SINGLE, *_SMALL)))


def is_small(number: int, side: int) -> bool:
    """Return True if the number is that of a place for small text."""
    return number >= 4 * cells_of(side)


def is_middle(number: int, at: Point, side: int) -> bool:
    """Return True if the number is that of the middle of a cell, exactly at the point `at` (row, column)."""
    return number < cells_of(side) and point_of(number, side) == at


def _near(at: Point, side: int, families: Sequence[_Family]) -> Iterator[tuple[float, int]]:
    wide = side + 2 * BORDER
    for first, stride, number, place in families:
        found = [min(max(round(one + BORDER - 0.5 - off), 0), wide - 1) for one, off in zip(at, place, strict=True)]
        row, column = (one - BORDER + 0.5 + off for one, off in zip(found, place, strict=True))
        distance = (row - at[0]) ** 2 + (column - at[1]) ** 2
        yield round(distance**0.5, 6), first * wide * wide + stride * (found[0] * wide + found[1]) + number


def outline(cells: Sequence[int], side: int) -> tuple[str, ...]:
    """Return the border of some cells as Penpa+ draws a cage: segments between inner corners, each as `number,number`.

    Args:
        cells: Lattice numbers of the middles of the cells.
        side: Side of the board, without the frame of the lattice.
    """
    inside, wide = set(cells), side + 2 * BORDER
    pieces = []
    for cell in sorted(inside):
        # Each side of a cell: where its neighbour is, the corners at it, and the next cell along it.
        for away, one, other, ahead in ((-wide, 0, 1, 1), (wide, 2, 3, 1), (-1, 0, 2, wide), (1, 1, 3, wide)):
            if cell + away not in inside:
                pieces.append((corner_of(cell, one, side), corner_of(cell, other, side)))
            if cell + ahead in inside and not {cell + away, cell + away + ahead} <= inside:
                pieces.append((corner_of(cell, other, side), corner_of(cell + ahead, one, side)))
    return tuple(f"{min(piece)},{max(piece)}" for piece in pieces)
