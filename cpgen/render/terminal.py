"""Board drawn with characters, with lines between regions."""

from __future__ import annotations

import re
from collections.abc import Sequence
from shutil import get_terminal_size

from cpgen.layout import Layout
from cpgen.render.terminal_constraints import LIGHT, draw_constraints, wrapped

ESCAPES = re.compile("\x1b[^m]*m")
"""Escape codes of a terminal, which make text bold or reverse it"""


def draw_board(layout: Layout, cells: Sequence[str], width: int = 1) -> str:
    """Return the board drawn with one text per cell, each `width` characters wide (escape codes do not count).

    Constraints other than houses are drawn as far as characters can show them, and listed below the board.

    >>> print(draw_board(Layout.boxes(2, 2), "12343412214343.."))
    ┌─────┬─────┐
    │ 1 2 │ 3 4 │
    │ 3 4 │ 1 2 │
    ├─────┼─────┤
    │ 2 1 │ 4 3 │
    │ 4 3 │ . . │
    └─────┴─────┘
    """
    return "\n".join(_lines(layout, cells, width) if not layout.further else _with_constraints(layout, cells, width))


def _with_constraints(layout: Layout, cells: Sequence[str], width: int) -> list[str]:
    """Return the lines of a board with constraints, then those of its legend; a cell is `width` characters wide.

    On a terminal that is too narrow for the drawing, the board is plain and the legend has all constraints.
    """
    columns = get_terminal_size().columns
    board, legend = draw_constraints(layout, cells, width)
    if max(len(ESCAPES.sub("", line)) for line in board) > columns:
        board = _lines(layout, cells, width)
        legend = [f"- {constraint.text(layout.size)}" for constraint in layout.further]
    return [*board, *wrapped(legend, columns)]


def _lines(layout: Layout, cells: Sequence[str], width: int) -> list[str]:
    """Return the lines of a board that has only houses; a cell is `width` characters wide."""
    n = layout.size

    def region(row: int, column: int) -> int:
        if not (0 <= row < n and 0 <= column < n):
            return -1
        return layout.regions[row * n + column] if layout.regions else 0

    def left(row: int, column: int) -> bool:
        """Return True if a line is drawn to the left of the cell; the column after the last means the right edge."""
        return region(row, column - 1) != region(row, column)

    def above(row: int, column: int) -> bool:
        """Return True if a line is drawn above the cell; the row after the last means the lower edge."""
        return region(row - 1, column) != region(row, column)

    # There is a column of characters for vertical lines only where some row has such a line.
    ruled = [any(left(row, column) for row in range(n)) for column in range(n + 1)]
    lines = []
    for row in range(n + 1):
        rule, text = "", ""
        for column in range(n + 1):
            if ruled[column]:
                arms = (
                    left(row - 1, column) + 2 * left(row, column) + 4 * above(row, column - 1) + 8 * above(row, column)
                )
                rule += LIGHT[arms]
                text += "│" if left(row, column) else " "
            if column < n:
                rule += ("─" if above(row, column) else " ") * (width + 1 + ruled[column + 1])
                text += f" {cells[row * n + column]}{' ' * ruled[column + 1]}" if row < n else ""
        lines += [rule.rstrip()] if any(above(row, column) for column in range(n)) else []
        lines += [text] if row < n else []
    return lines
