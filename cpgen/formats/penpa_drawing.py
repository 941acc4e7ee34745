"""Drawings for Penpa+: cosmetics, and the shapes of constraints, bound to the nearest points, sizes and widths it has.

Colours are kept, except those of texts, which Penpa+ chooses from a few.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

from cpgen.constraints.shapes import Disc, Label, Outline, Shade, Shape, Square, Stroke, path
from cpgen.cosmetics import Cosmetic, Point
from cpgen.formats.penpa_lattice import corner_of, is_middle, is_small, near, nearest, outline
from cpgen.formats.penpa_styles import (
    BAND,
    BLACK,
    DIAMONDS,
    FILLS,
    FRAMES,
    HEIGHTS,
    INKS,
    PALE,
    PALE_GREY,
    PENS,
    PIXELS,
    PLAIN_INKS,
    ROUNDS,
    SIGN,
    SIGNS,
    SMALL,
    SQUARES,
    SURFACES,
    TUBE,
)

DASHED = 10
"""Number of the style of a cage's border"""
LISTS = {"squareframe": (BAND, PALE), "nobulbthermo": (TUBE, PALE)}
"""Width and usual colour of broad lines, by the key under which they are lists of points"""
WIDTHS = {PENS[style][1] / PIXELS: style for style in (80, 4, 2, 21, 6)}
"""Styles of thinner lines, by their widths"""
LARGEST_SIGN = 0.45
"""Largest width of three points that are drawn as a sign of inequality, in cells"""


@dataclass
class Drawings:
    """Drawings on a board of side `side`, by their keys in a Penpa+ layer, and their own colours by the same keys."""

    side: int
    parts: dict[str, Any] = field(default_factory=dict)
    colours: dict[str, Any] = field(default_factory=dict)

    def put(self, key: str, name: str, value: Any, colour: str = "", usual: str = "") -> None:
        """Draw something under a key with a name, such as the number of its point.

        Store a colour other than the usual.
        """
        self.parts.setdefault(key, {})[name] = value
        if colour != usual:
            self.colours.setdefault(key, {})[name] = colour

    def add(self, key: str, numbers: Sequence[int], colour: str, usual: str) -> None:
        """Draw something under a key along points with these numbers; store a colour other than the usual one."""
        self.parts.setdefault(key, []).append(list(numbers))
        self.colours.setdefault(key, []).append(None if colour == usual else colour)

    def free(self, key: str, number: int) -> str:
        """Return the name under a key for a drawing at a point: its number, with an E if something is drawn there."""
        return f"{number}E" if str(number) in self.parts.get(key, {}) else str(number)

    def draw(self, cosmetics: Iterable[Cosmetic]) -> None:
        """Draw cosmetics."""
        for one in cosmetics:
            match one.form:
                case "line" | "arrow":
                    self._draw_path(one)
                case "cage":
                    self.draw_cage([nearest(at, self.side) for at in one.at], one.text, one.pen)
                case _:
                    self._draw_shape(one)

    def draw_cage(self, numbers: Sequence[int], text: str = "", pen: str = BLACK) -> None:
        """Draw the border of cells with these numbers in the colour `pen`, and a text in the first of them."""
        self.parts.setdefault("killercages", []).append(list(numbers))
        for piece in outline(numbers, self.side):
            self.put("cage", piece, DASHED, pen, FRAMES[DASHED])
        if text:
            self.put("numberS", str(corner_of(min(numbers), 0, self.side)), [text, 1])

    def _draw_path(self, one: Cosmetic) -> None:
        if way := _tip(one.at):
            middle = tuple(sum(parts) / 2 for parts in zip(*_corners(one.at), strict=True))
            number = self.free("symbol", nearest((middle[0], middle[1]), self.side))
            self.put("symbol", number, [SIGNS[way], SIGN, 2 if one.over else 1], one.pen, BLACK)
            return
        found = [nearest(at, self.side) for at in one.at]
        numbers = [*found[:1], *(later for before, later in pairwise(found) if later != before)]
        if len(numbers) < 2:
            return
        if one.form == "arrow":
            self.add("direction", numbers, one.pen, PALE_GREY)
            return
        broad = {wide: (key, usual) for key, (wide, usual) in LISTS.items()}
        width = min((*WIDTHS, *broad), key=lambda wide: abs(wide - one.width))
        if width in broad:
            key, usual = broad[width]
            self.add(key, numbers, one.pen, usual)
            return
        for ends in pairwise(numbers):
            self.put("freeline", f"{min(ends)},{max(ends)}", WIDTHS[width], one.pen, PENS[WIDTHS[width]][0])

    def _draw_shape(self, one: Cosmetic) -> None:
        (at,) = one.at
        number = nearest(at, self.side)
        is_cell = one.form == "box" and one.size == (1.0, 1.0) and is_middle(number, at, self.side)
        if is_cell and one.fill and not (one.pen or one.over or one.angle):
            style = _style_of(one.fill, SURFACES, 3)
            self.put("surface", str(number), style, one.fill, SURFACES[style])
        elif one.fill or one.pen:
            self._draw_symbol(one, number)
        if one.text:
            self._draw_text(one)

    def _draw_symbol(self, one: Cosmetic, number: int) -> None:
        sizes = ROUNDS if one.form == "round" else DIAMONDS if 20 < one.angle % 90 < 70 else SQUARES
        name = min(sizes, key=lambda name: abs(sizes[name] - sum(one.size) / 2))
        if not (one.fill and one.pen):
            style, colour = (3, one.fill) if one.fill else (13, one.pen)
        else:
            style, colour = (2, one.fill) if one.fill == one.pen else (1, one.fill)
        usual = FILLS[style][0] or FILLS[style][1]
        self.put("symbol", self.free("symbol", number), [style, name, 2 if one.over else 1], colour, usual)

    def _draw_text(self, one: Cosmetic) -> None:
        """Write a text at the nearest free point, in the kind of text of the nearest height."""
        ink = min(PLAIN_INKS, key=lambda style: _difference(INKS[style], one.ink or BLACK))
        kind = min(HEIGHTS, key=lambda kind: abs(HEIGHTS[kind] - one.high))
        taken = self.parts.get("numberS", {}) if one.high <= SMALL else None
        number = next(
            number
            for _, number in near(one.at[0], self.side)
            if not is_small(number, self.side) or (taken is not None and str(number) not in taken)
        )
        if is_small(number, self.side):
            self.put("numberS", str(number), [one.text, ink])
        else:
            self.put("number", f"{number}E", [one.text, ink, kind])  # an E keeps the place of a digit free


def _corners(at: Sequence[Point]) -> tuple[Point, Point]:
    """Return the upper left and the lower right corner of the rectangle around points (row, column)."""
    rows, columns = zip(*at, strict=True)
    return (min(rows), min(columns)), (max(rows), max(columns))


def _tip(at: Sequence[Point]) -> tuple[int, int] | None:
    """Return the direction (rows, columns) of the tip if three points are a small sign of inequality, else None."""
    (top, left), (bottom, right) = _corners(at)
    if len(at) != 3 or max(bottom - top, right - left) > LARGEST_SIGN:
        return None
    one, tip, other = at
    down, across = (tip[k] - (one[k] + other[k]) / 2 for k in (0, 1))
    return (0, 1 if across > 0 else -1) if abs(across) > abs(down) else (1 if down > 0 else -1, 0)


def _style_of(colour: str, styles: Mapping[int, str], usual: int) -> int:
    return next((style for style, one in styles.items() if one == colour), usual)


def _difference(one: str, other: str) -> int:
    return sum(abs(int(one[k : k + 2], 16) - int(other[k : k + 2], 16)) for k in (1, 3, 5))


def cosmetics_of(shapes: Iterable[Shape], side: int) -> list[Cosmetic]:
    """Return the shapes of a constraint as cosmetics, for a board of this side."""
    return [one for shape in shapes for one in _cosmetics(shape, side)]


def _cosmetics(shape: Shape, side: int) -> list[Cosmetic]:
    match shape:
        case Stroke():
            at = (*shape.points, *(shape.points[:1] if shape.closed else ()))
            form = "arrow" if shape.arrow else "line"
            return [Cosmetic(form, at, pen=shape.colour, width=shape.width, over=shape.over)]
        case Disc() | Square():
            size: Point = (2 * shape.radius, 2 * shape.radius)
            form, tilted = ("round", False) if isinstance(shape, Disc) else ("box", shape.tilted)
            angle = 45.0 if tilted else 0.0
            return [Cosmetic(form, (shape.centre,), size, shape.fill, shape.outline, angle=angle, over=shape.over)]
        case Outline():
            return [Cosmetic("cage", path(shape.cells, side), pen=shape.colour)]
        case Shade():
            return [Cosmetic("box", (at,), fill=shape.colour) for at in path(shape.cells, side)]
        case Label():
            return [Cosmetic("box", (shape.at,), ink=shape.colour, high=shape.size, over=True, text=shape.text)]
