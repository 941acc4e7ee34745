"""Places on a square board that constraints are about: neighbours, leaps, lines, diagonals, squares of four cells."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cache

DIRECTIONS: Mapping[str, tuple[int, int]] = {
    "n": (-1, 0), "ne": (-1, 1), "e": (0, 1), "se": (1, 1), "s": (1, 0), "sw": (1, -1), "w": (0, -1), "nw": (-1, -1)
}  # fmt: skip
"""Steps in rows and columns by points of the compass; north is up"""


@cache
def neighbours(cell: int, n: int) -> tuple[int, ...]:
    """Return the cells above, below, left and right of a cell on a board of side n, where they exist."""
    row, column = divmod(cell, n)
    places = [(row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)]
    return tuple(r * n + c for r, c in places if 0 <= r < n and 0 <= c < n)


@cache
def adjacent_pairs(n: int) -> tuple[tuple[int, int], ...]:
    """Return all pairs of orthogonal neighbours, the lower cell first, ascending."""
    return tuple((cell, other) for cell in range(n * n) for other in sorted(neighbours(cell, n)) if cell < other)


@cache
def leap_pairs(rows: int, columns: int, n: int) -> tuple[tuple[int, int], ...]:
    """Return all pairs of cells that are `rows` and `columns` apart (1 and 2: a knight's move), in either way.

    The lower cell comes first.
    """
    leaps = {(one, way * other) for one, other in ((rows, columns), (columns, rows)) for way in (-1, 1)}
    pairs = set()
    for cell in range(n * n):
        row, column = divmod(cell, n)
        for down, right in leaps:
            if 0 <= row + down < n and 0 <= column + right < n:
                pairs.add(tuple(sorted((cell, (row + down) * n + column + right))))
    return tuple(sorted((one, other) for one, other in pairs))


def line_from(cell: int, direction: str, n: int) -> tuple[int, ...]:
    """Return the cells from `cell` to the border of a board of side n, in a direction such as `se` (see DIRECTIONS)."""
    (row, column), (down, right) = divmod(cell, n), DIRECTIONS[direction]
    found = []
    while 0 <= row < n and 0 <= column < n:
        found.append(row * n + column)
        row, column = row + down, column + right
    return tuple(found)


def direction_of(cells: tuple[int, ...], n: int) -> str | None:
    """Return the direction of cells that run straight from the first one to the border, or None if they do not.

    A line of one cell is in a corner; its direction leaves the board there.
    """
    names = sorted(DIRECTIONS, key=len, reverse=True)  # diagonals first
    return next((name for name in names if line_from(cells[0], name, n) == cells), None)


def straight_line(one: int, other: int, n: int) -> tuple[int, ...] | None:
    """Return the cells from one cell to another along a row, column or diagonal; None if they have none in common."""
    (row, column), (to_row, to_column) = divmod(one, n), divmod(other, n)
    down, right = to_row - row, to_column - column
    length = max(abs(down), abs(right))
    if {abs(down), abs(right)} - {0, length}:
        return None
    steps = range(length + 1)
    return tuple((row + k * down // max(length, 1)) * n + column + k * right // max(length, 1) for k in steps)


@cache
def diagonals(n: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return the cells of the two main diagonals of a board of side n, ascending."""
    return tuple(range(0, n * n, n + 1)), tuple(range(n - 1, n * n - 1, n - 1))


def squares_of_four(n: int) -> Iterator[tuple[int, int, int, int]]:
    """Yield the cells of each square of 2×2 cells on a board of side n."""
    for cell in range(n * n - n):
        if cell % n < n - 1:
            yield cell, cell + 1, cell + n, cell + n + 1


def windows(n: int) -> tuple[tuple[int, ...], ...]:
    """Return the cells of the four windows of a windoku board, which has side 9, or () for another side."""
    if n != 9:
        return ()
    corners = [(row, column) for row in (1, 5) for column in (1, 5)]
    return tuple(tuple((r + k // 3) * n + c + k % 3 for k in range(9)) for r, c in corners)


def disjoint_groups(regions: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    """Return the disjoint groups of a board: group k holds the k-th cell, row by row, of each region."""
    members: dict[int, list[int]] = {}
    for cell, region in enumerate(regions):
        members.setdefault(region, []).append(cell)
    return tuple(tuple(sorted(cells)) for cells in zip(*members.values(), strict=True)) if members else ()


def cell_mask(cells: Iterable[int]) -> int:
    """Return cells as a bit mask, bit c for cell c."""
    mask = 0
    for cell in cells:
        mask |= 1 << cell
    return mask


def cells_of_mask(mask: int) -> tuple[int, ...]:
    """Return the cells of a mask, ascending.

    >>> cells_of_mask(cell_mask([4, 1]))
    (1, 4)
    """
    cells = []
    while mask:
        lowest = mask & -mask
        cells.append(lowest.bit_length() - 1)
        mask ^= lowest
    return tuple(cells)
