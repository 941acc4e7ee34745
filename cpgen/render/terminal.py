"""A board in characters, with lines between regions."""

from __future__ import annotations

from collections.abc import Sequence

from cpgen.layout import Layout

JUNCTIONS = " ╵╷│╴┘┐┤╶└┌├─┴┬┼"
"""Line characters by their arms: 1 up, 2 down, 4 left, 8 right"""


def draw_board(layout: Layout, cells: Sequence[str], width: int = 1) -> str:
    """Return the board with one text per cell, each `width` columns wide without escape codes.

    >>> print(draw_board(Layout.boxes(2, 2), "12343412214343.."))
    ┌─────┬─────┐
    │ 1 2 │ 3 4 │
    │ 3 4 │ 1 2 │
    ├─────┼─────┤
    │ 2 1 │ 4 3 │
    │ 4 3 │ . . │
    └─────┴─────┘
    """
    n = layout.size
    ruled = [any(_upright(layout, row, column) for row in range(n)) for column in range(n + 1)]
    lines = []
    for row in range(n + 1):
        if any(_level(layout, row, column) for column in range(n)):
            lines.append(_rule(layout, row, width, ruled))
        if row < n:
            lines.append(_row(layout, row, cells, ruled))
    return "\n".join(lines)


def _row(layout: Layout, row: int, cells: Sequence[str], ruled: Sequence[bool]) -> str:
    n = layout.size
    text = ""
    for column in range(n + 1):
        if ruled[column]:
            text += "│" if _upright(layout, row, column) else " "
        text += f" {cells[row * n + column]}" if column < n else ""
        text += " " if column < n and ruled[column + 1] else ""
    return text


def _rule(layout: Layout, row: int, width: int, ruled: Sequence[bool]) -> str:
    n = layout.size
    text = ""
    for column in range(n + 1):
        if ruled[column]:
            text += _junction(layout, row, column)
        if column < n:
            blanks = 2 if ruled[column + 1] else 1
            text += ("─" if _level(layout, row, column) else " ") * (width + blanks)
    return text.rstrip()


def _junction(layout: Layout, row: int, column: int) -> str:
    up, down = _upright(layout, row - 1, column), _upright(layout, row, column)
    left, right = _level(layout, row, column - 1), _level(layout, row, column)
    return JUNCTIONS[up + 2 * down + 4 * left + 8 * right]


def _upright(layout: Layout, row: int, column: int) -> bool:
    """Return True if there is a line to the left of the cell (past the last column: to its right)."""
    return _parted(layout, (row, column - 1), (row, column))


def _level(layout: Layout, row: int, column: int) -> bool:
    """Return True if there is a line above the cell (past the last row: below it)."""
    return _parted(layout, (row - 1, column), (row, column))


def _parted(layout: Layout, one: tuple[int, int], other: tuple[int, int]) -> bool:
    """Return True if the board or a region ends between two neighbouring cells."""
    first, second = _region(layout, *one), _region(layout, *other)
    return first != second


def _region(layout: Layout, row: int, column: int) -> int:
    n = layout.size
    if not (0 <= row < n and 0 <= column < n):
        return -1
    return layout.regions[row * n + column] if layout.regions else 0
