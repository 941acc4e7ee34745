"""Shapes in which constraints are drawn, in units of cells: the only thing pictures need to know of a constraint.

A point is (row, column): (0, 0) is the top left corner of the board and (0.5, 0.5) the centre of its first cell.
Points outside the board widen the picture. Shapes are drawn under the digits and lines of the board, unless `over`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

Point: TypeAlias = tuple[float, float]
"""Row and column, in cells"""

GREY, LIGHT, DARK, BLACK, WHITE = "#b8b8b8", "#dcdcdc", "#606060", "#000000", "#ffffff"
GREEN, PURPLE, BLUE, ORANGE = "#7cc576", "#e0a6e4", "#8ab8e6", "#f3c08f"
TEAL, YELLOW, LAVENDER = "#86cbc5", "#f0e08a", "#c9c0f0"
WHITE_DOT, BLACK_DOT = "#fefefe", "#010101"
"""White and black that stay what they are on dark screens, where WHITE is the ground and BLACK the ink"""
INKS = {
    GREY: "grey", LIGHT: "light", DARK: "dark", BLACK: "black", WHITE: "white", GREEN: "green", PURPLE: "purple",
    BLUE: "blue", ORANGE: "orange", TEAL: "teal", YELLOW: "yellow", LAVENDER: "lavender",
    WHITE_DOT: "white-dot", BLACK_DOT: "black-dot",
}  # fmt: skip
"""All colours of shapes, with the names by which pictures give them a tone for light and dark screens and for print"""


@dataclass(frozen=True)
class Stroke:
    """Shape: a line through points, with an arrow head at its end if `arrow`."""

    points: tuple[Point, ...]
    width: float = 0.1
    colour: str = GREY
    arrow: bool = False
    dashed: bool = False
    closed: bool = False
    over: bool = False


@dataclass(frozen=True)
class Disc:
    """Shape: a circle; an empty `fill` or `outline` is not drawn."""

    centre: Point
    radius: float
    fill: str = ""
    outline: str = ""
    over: bool = False


@dataclass(frozen=True)
class Square:
    """Shape: an upright square, or one on a corner if `tilted`; `radius` is half its side."""

    centre: Point
    radius: float
    fill: str = ""
    outline: str = ""
    tilted: bool = False
    over: bool = False


@dataclass(frozen=True)
class Outline:
    """Shape: the border of a set of cells, drawn `inset` cells inside it."""

    cells: tuple[int, ...]
    inset: float = 0.07
    width: float = 0.02
    colour: str = BLACK
    dashed: bool = True


@dataclass(frozen=True)
class Shade:
    """Shape: cells with a coloured ground."""

    cells: tuple[int, ...]
    colour: str = LIGHT


@dataclass(frozen=True)
class Label:
    """Shape: a short text centred at a point; `size` is its height in cells, and `ground` a colour behind it."""

    at: Point
    text: str
    size: float = 0.3
    colour: str = BLACK
    ground: str = ""
    over: bool = True


Shape: TypeAlias = Stroke | Disc | Square | Outline | Shade | Label


def corner_label(cell: int, size: int, text: str, ground: str = WHITE) -> Label:
    """Return a small text on the colour `ground`, from the upper left corner of a cell, on a board of side `size`."""
    high = 0.24
    return Label((cell // size + 0.17, cell % size + 0.06 + 0.3 * high * len(text)), text, high, ground=ground)


def outside_label(cells: Sequence[int], size: int, text: str) -> Label:
    """Return a text next to the first cell of a line, outside of the board if the line begins at its border."""
    (row, column), (next_row, next_column) = (divmod(cell, size) for cell in cells[:2])
    return Label((row + 0.5 + 0.9 * (row - next_row), column + 0.5 + 0.9 * (column - next_column)), text, size=0.45)


def centre(cell: int, size: int) -> Point:
    """Return the centre of a cell on a board of side `size`."""
    return cell // size + 0.5, cell % size + 0.5


def edge(cells: Iterable[int], size: int) -> Point:
    """Return the point halfway between the centres of two cells, on a board of side `size`."""
    (row, column), (other_row, other_column) = path(cells, size)
    return (row + other_row) / 2, (column + other_column) / 2


def path(cells: Iterable[int], size: int) -> tuple[Point, ...]:
    """Return the centres of cells, as points, on a board of side `size`."""
    return tuple(centre(cell, size) for cell in cells)
