"""Board with constraints drawn with characters: cages, dots, signs and outside clues on it, all others listed below it.

Cells are `width` + 2 columns wide and have room for a line on each side. Heavy lines separate regions, dashed lines are
borders of cages, heavy dashes are both. A constraint with a shape that no character can show gets a letter, which is
drawn in its cells, and a line of text below the board.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from string import ascii_lowercase
from textwrap import wrap

from cpgen.constraints.base import Constraint
from cpgen.constraints.shapes import BLACK_DOT, Disc, Label, Outline, Point, Shade, Shape, Square, Stroke
from cpgen.layout import Layout

NEAR = 0.2
"""Largest distance of a mark from the middle of the edge on which it stands, in cells"""
LINES = {(False, True): "╌╎", (True, False): "━┃", (True, True): "┅┇"}
"""Characters for horizontal and vertical lines, by two flags: border of a region, and border of a cage"""
HEAVY, LIGHT = " ╹╻┃╸┛┓┫╺┗┏┣━┻┳╋", " ╵╷│╴┘┐┤╶└┌├─┴┬┼"
"""Line characters, heavy and light, by the sum of their arms: 1 up, 2 down, 4 left, 8 right"""
ARROWS = {(-1, -1): "↖", (-1, 1): "↗", (1, 1): "↘", (1, -1): "↙"}
NO_LETTER = "·"


@dataclass
class Canvas:
    """Characters drawn on and around a board; positions are in half cells (row, column)."""

    layout: Layout
    width: int
    cages: list[frozenset[int]] = field(default_factory=list)
    marks: dict[tuple[int, int], str] = field(default_factory=dict)
    """Characters on edges and where edges meet, by position"""
    corners: dict[int, str] = field(default_factory=dict)
    """Texts at the upper border of cells, by cell"""
    letters: dict[int, str] = field(default_factory=dict)
    """Letters of constraints, by cell"""
    outside: dict[tuple[str, int], str] = field(default_factory=dict)
    """Texts by side (left, right, top, bottom) and row or column"""
    legend: list[tuple[str, Constraint]] = field(default_factory=list)

    @classmethod
    def of(cls, layout: Layout, width: int) -> Canvas:
        """Return the canvas of a board with all its constraints drawn, with room for `width` characters in a cell."""
        canvas, letters = cls(layout, width), iter(ascii_lowercase)
        for constraint in layout.further:
            shapes = list(constraint.shapes(layout))
            left = [shape for shape in shapes if not canvas.draw(shape)]
            if left or not shapes or constraint.needs_words:
                letter = next(letters, NO_LETTER) if left else ""
                canvas.legend.append((letter, constraint))
                for shape in left:
                    canvas._put_letter(shape, letter)
        return canvas

    def _put_letter(self, shape: Shape, letter: str) -> None:
        """Draw the legend letter of a constraint in the cells of a shape that characters cannot show."""
        for cell in touched(shape, self.layout.size):
            self.letters.setdefault(cell, letter)
        at = shape.centre if isinstance(shape, Disc) else shape.at if isinstance(shape, Label) else (0.5, 0.5)
        row, column = round(2 * at[0]), round(2 * at[1])
        if row % 2 == 0 or column % 2 == 0:
            self.marks[row, column] = letter

    def draw(self, shape: Shape) -> bool:
        """Draw a shape if characters can show it; return True if they can."""
        match shape:
            case Outline():
                self.cages.append(frozenset(shape.cells))
                return True
            case Label():
                return self._label(shape)
            case Disc(over=True):
                return self._mark(shape.centre, "●" if shape.fill == BLACK_DOT else "○")
            case Stroke(over=True):
                return len(shape.points) == 3 and self._sign(*shape.points)
            case Stroke(arrow=True):
                return self._arrow(shape.points)
        return False

    def _mark(self, at: Point, mark: str) -> bool:
        """Draw a character at a point, on the edge between two cells; return False if it is elsewhere or taken."""
        row, column = round(2 * at[0]), round(2 * at[1])
        on_edge = (row + column) % 2 == 1 and abs(2 * at[0] - row) + abs(2 * at[1] - column) < 2 * NEAR
        if not on_edge or (row, column) in self.marks:
            return False
        self.marks[row, column] = mark
        return True

    def _label(self, label: Label) -> bool:
        n, (row, column) = self.layout.size, label.at
        if not (0 < row < n and 0 < column < n):
            return self._outside(label)
        cell = int(row) * n + int(column)
        if row % 1 < 0.3 and 0.03 < column % 1 < 0.5 and len(label.text) <= self.width + 2 and cell not in self.corners:
            self.corners[cell] = label.text
            return True
        return len(label.text) == 1 and self._mark(label.at, label.text)

    def _outside(self, label: Label) -> bool:
        n, (row, column) = self.layout.size, label.at
        side = "top" if row <= 0 else "bottom" if row >= n else "left" if column <= 0 else "right"
        place = (side, int(column // 1) if side in ("top", "bottom") else int(row // 1))
        if place in self.outside:
            return False
        self.outside[place] = label.text
        return True

    def _sign(self, one: Point, tip: Point, other: Point) -> bool:
        """Draw an inequality sign, an angle from `one` over its tip to `other`, as a character.

        Return True if it fits.
        """
        back = (one[0] + other[0]) / 2, (one[1] + other[1]) / 2
        down, right = tip[0] - back[0], tip[1] - back[1]
        sign = (">" if right > 0 else "<") if abs(right) > abs(down) else ("v" if down > 0 else "^")
        return self._mark(((tip[0] + back[0]) / 2, (tip[1] + back[1]) / 2), sign)

    def _arrow(self, points: Sequence[Point]) -> bool:
        """Add an arrow to the outside text drawn last, to which it belongs; return False if there is none."""
        n, ((row, column), (to_row, to_column)) = self.layout.size, (points[0], points[-1])
        sign = ARROWS.get((1 if to_row > row else -1, 1 if to_column > column else -1), "")
        if (0 <= row <= n and 0 <= column <= n) or not self.outside or not sign:
            return False
        place = next(reversed(self.outside))
        self.outside[place] += sign
        return True


def touched(shape: Shape, n: int) -> list[int]:
    """Return the cells of a board of side n that a shape covers or passes through."""
    if isinstance(shape, Shade | Outline):
        return list(shape.cells)
    points = shape.points if isinstance(shape, Stroke) else [shape.centre] if isinstance(shape, Disc | Square) else []
    inside = [(row, column) for row, column in points if 0 <= row < n and 0 <= column < n]
    return [int(row) * n + int(column) for row, column in inside if row % 1 and column % 1]


def draw_constraints(layout: Layout, cells: Sequence[str], width: int) -> tuple[list[str], list[str]]:
    """Return the lines of a board drawn with its constraints, and the lines of the legend.

    Args:
        layout: The board.
        cells: One text per cell, each `width` characters wide (escape codes do not count).
        width: Width of the texts.
    """
    canvas = Canvas.of(layout, width)
    legend = [f"{letter or '-'} {constraint.text(layout.size)}" for letter, constraint in canvas.legend]
    return _with_margins(canvas, _rows(canvas, cells)), legend


def wrapped(legend: Sequence[str], columns: int) -> list[str]:
    """Break the lines of a legend so that none is wider than `columns` characters."""
    return [
        line for text in legend for line in wrap(text, max(columns, 20), subsequent_indent="  ", break_on_hyphens=False)
    ]


def _rows(canvas: Canvas, cells: Sequence[str]) -> list[str]:
    """Return the lines of the board without outside clues, borders and cells by turns, given the text of each cell."""
    n, width = canvas.layout.size, canvas.width + 2
    rows = []
    for row in range(n + 1):
        border = ""
        for column in range(n + 1):
            border += _junction(canvas, row, column)
            if column < n:
                border += _above(canvas, row, column, width)
        rows.append(border)
        if row < n:
            text = "".join(
                f"{_left(canvas, row, column)}{canvas.letters.get(row * n + column, ' ')}{cells[row * n + column]} "
                for column in range(n)
            )
            rows.append(text + _left(canvas, row, n))
    return rows


def _line(canvas: Canvas, one: tuple[int, int], other: tuple[int, int], upright: bool) -> str:
    """Return the character for a line between the cells `one` and `other` (row, column); a blank for no line.

    The line is vertical if `upright`, otherwise horizontal.
    """
    n, regions = canvas.layout.size, canvas.layout.regions
    first, second = (r * n + c if 0 <= r < n and 0 <= c < n else -1 for r, c in (one, other))
    if min(first, second) < 0:
        return LINES[True, False][upright] if max(first, second) >= 0 else " "
    is_region = bool(regions) and regions[first] != regions[second]
    is_cage = any((first in cage) != (second in cage) for cage in canvas.cages)
    return LINES[is_region, is_cage][upright] if is_region or is_cage else " "


def _left(canvas: Canvas, row: int, column: int) -> str:
    mark = canvas.marks.get((2 * row + 1, 2 * column))
    return mark or _line(canvas, (row, column - 1), (row, column), True)


def _above(canvas: Canvas, row: int, column: int, width: int) -> str:
    """Return the border above a cell, `width` characters with the cell's corner text or the edge's mark in them."""
    line = _line(canvas, (row - 1, column), (row, column), False) * width
    text = canvas.corners.get(row * canvas.layout.size + column, "") if row < canvas.layout.size else ""
    mark = canvas.marks.get((2 * row, 2 * column + 1), "")
    if mark and not text:
        return line[: width // 2] + mark + line[width // 2 + 1 :]
    return text + line[len(text) :]


def _junction(canvas: Canvas, row: int, column: int) -> str:
    """Return the character for the lattice point where up to four lines meet; heavy lines hide lighter ones."""
    arms = (
        _line(canvas, (row - 1, column - 1), (row - 1, column), True),
        _line(canvas, (row, column - 1), (row, column), True),
        _line(canvas, (row - 1, column - 1), (row, column - 1), False),
        _line(canvas, (row - 1, column), (row, column), False),
    )
    if mark := canvas.marks.get((2 * row, 2 * column)):
        return mark
    if arms in ((" ", " ", "╌", "╌"), ("╎", "╎", " ", " ")):
        return max(arms)
    heavy = sum(1 << k for k, arm in enumerate(arms) if arm in "━┃┅┇")
    return HEAVY[heavy] if heavy else LIGHT[sum(1 << k for k, arm in enumerate(arms) if arm != " ")]


def _with_margins(canvas: Canvas, rows: list[str]) -> list[str]:
    """Return the lines of the board with the outside clues added on all sides."""
    n, step, outside = canvas.layout.size, canvas.width + 3, canvas.outside
    left = {place: text for (side, place), text in outside.items() if side == "left"}
    corner = [text for (side, place), text in outside.items() if side in ("top", "bottom") and place < 0]
    margin = max([0, *(len(text) + 1 for text in (*left.values(), *corner))])
    drawn = []
    for number, row in enumerate(rows):
        before = left.get(number // 2, "") if number % 2 else ""
        after = outside.get(("right", number // 2), "") if number % 2 else ""
        drawn.append(f"{before:>{max(margin - 1, 0)}}{' ' if margin else ''}{row}{' ' if after else ''}{after}")
    for side, place in (("top", 0), ("bottom", len(drawn))):
        texts = {place: text for (where, place), text in outside.items() if where == side}
        if texts:
            line = f"{texts.get(-1, ''):>{max(margin - 1, 0)}}{' ' if margin else ''} "
            line += "".join(f"{texts.get(column, ''):^{step}}" for column in range(n)) + texts.get(n, "")
            drawn.insert(len(drawn) if place else 0, line.rstrip())
    return drawn
