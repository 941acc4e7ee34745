"""Conversion of cosmetics (drawings that are no constraints) to elements of a picture.

A picture's theme has a tone of each ink for light and dark screens and for print, so a drawing gets the ink that is
nearest to its colour.
"""

from __future__ import annotations

from collections.abc import Iterator
from colorsys import rgb_to_hls
from functools import lru_cache
from math import cos, floor, pi, radians, sin

from cpgen.constraints.shapes import (
    BLACK,
    BLUE,
    DARK,
    GREEN,
    GREY,
    INKS,
    LIGHT,
    ORANGE,
    PURPLE,
    TEAL,
    WHITE,
    YELLOW,
)
from cpgen.cosmetics import Cosmetic, cosmetics_in
from cpgen.render.constraint_shapes import EDGE, ConstraintPicture, arrow_head, bounds, inset_outline
from cpgen.render.picture_shapes import Area, Line, Polyline, Shape, Text, text_width

CAGE, CAGE_INSET, CAGE_DASH = 0.02, 0.07, 0.09
"""Width of a cage's line, its distance from the border of the cells, and length of its dashes, in cells"""
CORNER_TEXT = 0.24
"""Height of the text of a cage, in cells"""
HUES, GREYS = (GREEN, PURPLE, BLUE, ORANGE, TEAL, YELLOW), (BLACK, DARK, GREY, LIGHT, WHITE)
GREYISH = 0.15
"""Saturation below which a colour counts as a grey"""
SIDES = 32
"""Number of sides of the polygon that approximates a round shape"""


@lru_cache(maxsize=64)
def with_cosmetics(drawn: ConstraintPicture, cosmetics: str, n: int) -> ConstraintPicture:
    """Return the picture of a board's constraints with cosmetic drawings added.

    `cosmetics` is their text, n the side.
    """
    if not cosmetics:
        return drawn
    listed = cosmetics_in(cosmetics)
    under, over = (
        tuple(shape for drawing in listed if drawing.over == above for shape in elements(drawing, n))
        for above in (0, 1)
    )
    left, top, right, bottom = bounds((*drawn.under, *drawn.over, *under, *over), n)
    reach = (-left, -top, right - n, bottom - n)
    return ConstraintPicture((*under, *drawn.under), (*drawn.over, *over), reach, drawn.has_corner_texts)


@lru_cache(maxsize=512)
def ink_of(colour: str) -> str:
    """Return the ink (a colour of the themes) nearest to a colour like `#ff0000`: by hue, or for greys by lightness.

    >>> ink_of("#ff0000"), ink_of("#808080")
    ('orange', 'dark')
    """
    hue, light, saturation = _hls(colour)
    if saturation < GREYISH or not 0.1 < light < 0.95:
        return INKS[min(GREYS, key=lambda ink: abs(_hls(ink)[1] - light))]
    # Hues lie on a circle.
    return INKS[min(HUES, key=lambda ink: abs((_hls(ink)[0] - hue + 0.5) % 1 - 0.5))]


def _hls(colour: str) -> tuple[float, float, float]:
    red, green, blue = (int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5))
    return rgb_to_hls(red, green, blue)


def elements(drawing: Cosmetic, n: int) -> Iterator[Shape]:
    """Yield the picture elements for a cosmetic drawing, on a board of side n, from back to front."""
    if drawing.form in ("line", "arrow"):
        path = tuple((column, row) for row, column in drawing.at)
        paths = (path, arrow_head(path)) if drawing.form == "arrow" and path[-1] != path[-2] else (path,)
        if drawing.pen:
            yield Line(f"pen-{ink_of(drawing.pen)}", paths, drawing.width, round=True)
    elif drawing.form == "cage":
        yield from _cage(drawing, n)
    else:
        yield from _shape(drawing)


def _cage(drawing: Cosmetic, n: int) -> Iterator[Shape]:
    cells = [(floor(row), floor(column)) for row, column in drawing.at]
    inside = [row * n + column for row, column in cells if 0 <= row < n and 0 <= column < n]
    if inside and drawing.pen:
        yield Line(f"pen-{ink_of(drawing.pen)}", inset_outline(n, inside, CAGE_INSET), CAGE, CAGE_DASH)
    if drawing.text:
        row, column = min(cells)
        middle = column + 0.06 + text_width(drawing.text, CORNER_TEXT) / 2
        yield Text(f"ink-{ink_of(drawing.ink or BLACK)}", middle, row + 0.17, CORNER_TEXT, drawing.text)


def _shape(drawing: Cosmetic) -> Iterator[Shape]:
    (row, column), (height, width) = drawing.at[0], drawing.size
    path = _turned(_outline(drawing.form == "round", height / 2, width / 2), drawing.angle, row, column)
    if drawing.fill:
        yield Area(f"ink-{ink_of(drawing.fill)}", (path,))
    if drawing.pen:
        yield Line(f"pen-{ink_of(drawing.pen)}", (path,), EDGE)
    if drawing.text:
        yield Text(f"ink-{ink_of(drawing.ink or BLACK)}", column, row, drawing.high, drawing.text)


def _outline(is_round: bool, high: float, wide: float) -> Polyline:
    if not is_round:
        return ((-wide, -high), (wide, -high), (wide, high), (-wide, high), (-wide, -high))
    return tuple((wide * cos(2 * pi * k / SIDES), high * sin(2 * pi * k / SIDES)) for k in (*range(SIDES), 0))


def _turned(path: Polyline, angle: float, row: float, column: float) -> Polyline:
    c, s = cos(radians(angle)), sin(radians(angle))
    return tuple((column + x * c - y * s, row + x * s + y * c) for x, y in path)
