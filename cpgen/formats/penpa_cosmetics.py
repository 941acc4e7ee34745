"""Drawings in the layers of a Penpa+ address, which have no meaning there.

Penpa+ numbers all points of a lattice: the middles of its cells, then their lower right corners, then the middles of
their lower and of their right edges, then four points for small texts in each cell. Widths are in pixels of a board
whose cells have 38. A style is a number; the colours are those of Penpa+'s light theme.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from cpgen.cosmetics import Cosmetic, Point
from cpgen.formats.link_cosmetics import HALF, label_of

BORDER = 2
"""Rows and columns of the lattice outside the board, on each side"""
PIXELS = 38
"""Pixels of the side of a cell"""
BLACK, WHITE, GREY = "#000000", "#ffffff", "#999999"
SURFACES = {
    1: "#444444", 2: "#b3ffb3", 3: "#cccccc", 4: BLACK, 5: "#c0e0ff", 6: "#ffa3a3", 7: "#ffffa3", 8: GREY,
    9: "#ffb3ff", 10: "#ffcc80", 11: "#cc99ff", 12: "#eecab1", 13: "#ffa466", 99: "#f0f0f0",
}  # fmt: skip
"""Colours of shaded cells, by Penpa+'s number of the style"""
PENS = {
    3: ("#208020", 3), 4: (BLACK, 2), 5: (GREY, 3), 6: (GREY, 12), 8: ("#ff0000", 3), 9: ("#187bcd", 3), 21: (BLACK, 5),
    30: ("#208020", 3), 40: (GREY, 2), 80: (BLACK, 1),
}  # fmt: skip
"""Colours and widths (in pixels) of lines, by Penpa+'s number of the style; other styles are black and 3 pixels wide"""
FILLS = {
    1: (WHITE, BLACK), 2: (BLACK, BLACK), 3: ("#cccccc", ""), 4: ("", BLACK), 5: ("#cccccc", BLACK), 6: (WHITE, GREY),
    7: (WHITE, ""), 8: (WHITE, BLACK), 9: ("#cccccc", BLACK), 10: (WHITE, BLACK), 11: ("#ff0000", "#ff0000"),
    12: ("#208020", "#208020"), 13: ("", BLACK),
}  # fmt: skip
"""Colours of the inside and of the border ("": none) of circles and squares, by Penpa+'s number of the style"""
RADII = {"circle_L": 0.43, "circle_M": 0.35, "circle_S": 0.22, "circle_SS": 0.13}
SIDES = {"square_LL": 1.0, "square_L": 0.8, "square_M": 0.7, "square_S": 0.44, "square_SS": 0.26}
CORNERS = ((-0.3, -0.3), (-0.3, 0.3), (0.3, -0.3), (0.3, 0.3))
"""Distances (rows, columns) of the four small texts in a cell from its middle, in cells"""
BULB, TUBE = 0.8, 0.4
"""Diameter of a thermometer's bulb and width of its tube, in cells"""
THICK = 2
"""Number of the line style of edges between regions, which are no drawings"""


def in_penpa(layer: Mapping[str, Any], side: int) -> list[Cosmetic] | None:
    """Return the drawings of a layer, from back to front, or None if one of them cannot be read."""
    try:
        return [one for key in _ORDER for one in _ORDER[key](layer.get(key) or {}, side)]
    except (AttributeError, IndexError, KeyError, TypeError, ValueError):
        return None


def _point(number: Any, side: int) -> Point:
    wide = side + 2 * BORDER
    kind, place = divmod(int(number), wide * wide)
    if not 0 <= kind < 4:
        raise ValueError
    down, right = ((0, 0), (HALF, HALF), (HALF, 0), (0, HALF))[kind]
    return place // wide - BORDER + HALF + down, place % wide - BORDER + HALF + right


def _surfaces(found: Mapping[str, Any], side: int) -> Iterator[Cosmetic]:
    for number, style in found.items():
        yield Cosmetic("box", (_point(number, side),), fill=SURFACES[int(style)])


def _segments(found: Mapping[str, Any], side: int) -> Iterator[Cosmetic]:
    for ends, style in found.items():
        one, other = (_point(number, side) for number in ends.split(","))
        pen, width = PENS.get(int(style), (BLACK, 3))
        yield Cosmetic("line", (one, other), pen=pen, width=round(width / PIXELS, 3))


def _edges(found: Mapping[str, Any], side: int) -> Iterator[Cosmetic]:
    return _segments({ends: style for ends, style in found.items() if style != THICK}, side)


def _thermometers(found: Any, side: int) -> Iterator[Cosmetic]:
    for numbers in found:
        yield Cosmetic("round", (_point(numbers[0], side),), (BULB, BULB), fill="#cccccc")
    yield from _tubes(found, side)


def _tubes(found: Any, side: int) -> Iterator[Cosmetic]:
    for numbers in found:
        if len(numbers) > 1:
            at = tuple(_point(number, side) for number in numbers)
            yield Cosmetic("line", at, pen="#cccccc", width=TUBE)


def _arrows(found: Any, side: int) -> Iterator[Cosmetic]:
    for numbers in found:
        at = tuple(_point(number, side) for number in numbers)
        yield Cosmetic("round", at[:1], (BULB, BULB), fill=WHITE, pen=GREY)
        if len(at) > 1:
            yield Cosmetic("arrow", at, pen=GREY, width=round(3 / PIXELS, 3))


def _cages(found: Any, side: int) -> Iterator[Cosmetic]:
    for numbers in found:
        if numbers:
            yield Cosmetic("cage", tuple(_point(number, side) for number in numbers), pen="#444444", over=True)


def _symbols(found: Mapping[str, Any], side: int) -> Iterator[Cosmetic]:
    for number, (style, name, *layer) in found.items():
        length = 2 * RADII[name] if name in RADII else SIDES[name]
        fill, pen = FILLS[int(style)]
        at, over = (_point(number, side),), layer[:1] == [2]
        yield Cosmetic("round" if name in RADII else "box", at, (length, length), fill, pen, over=over)


def _texts(found: Mapping[str, Any], side: int) -> Iterator[Cosmetic]:
    for number, what in found.items():
        cells = (side + 2 * BORDER) ** 2
        place, corner = divmod(int(number) - 4 * cells, 4)
        row, column = _point(place, side)
        down, right = CORNERS[corner]
        if place < 0 or not label_of(what[0]):
            raise ValueError
        yield Cosmetic("box", ((row + down, column + right),), ink=BLACK, high=0.25, over=True, text=label_of(what[0]))


_ORDER = {
    "surface": _surfaces, "thermo": _thermometers, "nobulbthermo": _tubes, "arrows": _arrows, "line": _segments,
    "lineE": _edges, "killercages": _cages, "symbol": _symbols, "numberS": _texts,
}  # fmt: skip
"""Reader of each key of a layer, in the order from the lowest drawings to the uppermost"""
