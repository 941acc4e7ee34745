"""Drawings in the layers of a Penpa+ address, which have no meaning there, as cosmetics."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from cpgen.cosmetics import Cosmetic, Point, colour_of
from cpgen.formats.link_cosmetics import label_of
from cpgen.formats.penpa_lattice import corner_of, is_small, outline, point_of
from cpgen.formats.penpa_styles import (
    ARROW,
    BAND,
    BLACK,
    BORDERED,
    BULB,
    DIAMONDS,
    FILLS,
    FIXED,
    FRAMES,
    FULL,
    HEIGHTS,
    INKS,
    PALE,
    PALE_GREY,
    PENS,
    PIXELS,
    ROUNDS,
    SIGN,
    SIGN_ARM,
    SIGN_PEN,
    SIGNS,
    SMALL,
    SQUARES,
    SURFACES,
    THICK,
    TUBE,
    WHITE,
)

OUT = 0.16
"""Distance of a cage's border from the points that it is bound to, in cells"""
Layer = Mapping[str, Any]


def in_penpa(layer: Layer, side: int, colours: Layer | None = None) -> list[Cosmetic] | None:
    """Return the drawings of a layer as cosmetics, from back to front; None if one of them cannot be read.

    `colours` has the drawings' own colours by the same keys; others have Penpa+'s usual ones.
    """
    try:
        return [one for read in _READERS for one in read(layer, colours or {}, side)]
    except (AttributeError, IndexError, KeyError, OverflowError, TypeError, ValueError):
        return None


def is_text(number: str, side: int) -> bool:
    """Return True if a number of Penpa+ is no digit in a cell of the board: at another place, or a second one there."""
    if number.endswith("E"):
        return True
    row, column = point_of(number, side)
    return not (row % 1 == column % 1 == 0.5 and 0 < row < side and 0 < column < side)


def _own(colours: Layer, key: str, number: Any, usual: str) -> str:
    """Return the colour of a drawing, given by its key and its number there: its own one, or else the usual one."""
    found = colours.get(key) or {}
    own = found.get(number) if isinstance(found, dict) else found[number] if number < len(found) else None
    return colour_of(own, usual) or usual


def _surfaces(layer: Layer, colours: Layer, side: int) -> Iterator[Cosmetic]:
    for number, style in (layer.get("surface") or {}).items():
        fill = _own(colours, "surface", number, SURFACES[int(style)])
        yield Cosmetic("box", (point_of(number, side),), fill=fill)


def _lists(key: str, usual: str, width: float, form: str = "line") -> Any:
    """Return a reader of the drawings under a key, lists of points, as lines of this usual colour, width and form."""

    def read(layer: Layer, colours: Layer, side: int) -> Iterator[Cosmetic]:
        for k, numbers in enumerate(layer.get(key) or ()):
            if numbers and len(numbers) > 1:
                at = tuple(point_of(number, side) for number in numbers)
                yield Cosmetic(form, at, pen=_own(colours, key, k, usual), width=round(width, 3))

    return read


def _bulbs(layer: Layer, colours: Layer, side: int) -> Iterator[Cosmetic]:
    for k, numbers in enumerate(layer.get("thermo") or ()):
        if numbers:
            fill = _own(colours, "thermo", k, PALE)
            yield Cosmetic("round", (point_of(numbers[0], side),), (BULB, BULB), fill=fill)


def _arrow_circles(layer: Layer, colours: Layer, side: int) -> Iterator[Cosmetic]:
    for k, numbers in enumerate(layer.get("arrows") or ()):
        if numbers:
            pen = _own(colours, "arrows", k, PALE_GREY)
            yield Cosmetic("round", (point_of(numbers[0], side),), (BULB, BULB), fill=WHITE, pen=pen)


def _segments(key: str) -> Any:
    """Return a reader of the lines between two points under a key; those that continue one another become one."""

    def read(layer: Layer, colours: Layer, side: int) -> Iterator[Cosmetic]:
        path: list[Point] = []
        look: tuple[str, float] = ("", 0.0)
        for ends, style in (layer.get(key) or {}).items():
            if key == "lineE" and style == THICK:
                continue
            one, other = (point_of(number, side) for number in ends.split(","))
            pen, width = PENS.get(int(style), (BLACK, 3))
            here = (_own(colours, key, ends, pen), round(width / PIXELS, 3))
            if len(path) == 2 and path[0] in (one, other) and path[1] not in (one, other):
                path.reverse()
            if here == look and path and path[-1] in (one, other):
                path.append(other if path[-1] == one else one)
            else:
                if path:
                    yield Cosmetic("line", tuple(path), pen=look[0], width=look[1])
                path, look = [one, other], here
        if path:
            yield Cosmetic("line", tuple(path), pen=look[0], width=look[1])

    return read


def _cages(layer: Layer, colours: Layer, side: int) -> Iterator[Cosmetic]:
    pieces, texts = layer.get("cage") or {}, layer.get("numberS") or {}
    for numbers in filter(None, layer.get("killercages") or ()):
        drawn = [piece for piece in outline(numbers, side) if piece in pieces]
        usual = FRAMES.get(pieces[drawn[0]], BLACK) if drawn else "#444444"
        pen = _own(colours, "cage", drawn[0], usual) if drawn else usual
        what = texts.get(str(corner_of(min(numbers), 0, side)))
        text, ink = (label_of(what[0]), INKS[what[1]]) if what else ("", "")
        yield Cosmetic(
            "cage", tuple(point_of(number, side) for number in numbers), pen=pen, ink=ink, over=True, text=text
        )


def _loose_pieces(layer: Layer, colours: Layer, side: int) -> Iterator[Cosmetic]:
    """Yield the pieces of borders in a layer that belong to no cage, as lines."""
    explained = {piece for numbers in layer.get("killercages") or () for piece in outline(numbers or (), side)}
    for ends, style in (layer.get("cage") or {}).items():
        if ends not in explained:
            pen = _own(colours, "cage", ends, FRAMES.get(int(style), BLACK))
            at = tuple(_outward(point_of(number, side)) for number in ends.split(","))
            yield Cosmetic("line", at, pen=pen, width=round(1 / PIXELS, 3), over=True)


def _outward(at: Point) -> Point:
    row, column = (one + (OUT if one % 1 > 0.5 else -OUT) for one in at)
    return row, column


def _symbols(layer: Layer, colours: Layer, side: int) -> Iterator[Cosmetic]:
    for number, (style, name, *at_layer) in (layer.get("symbol") or {}).items():
        if name == SIGN:
            pen = _own(colours, "symbol", number, BLACK)
            at = _ends_of_sign(style, point_of(number, side))
            yield Cosmetic("line", at, pen=pen, width=round(SIGN_PEN / PIXELS, 3), over=at_layer[:1] == [2])
            continue
        length = (ROUNDS | SQUARES | DIAMONDS)[name]
        fill, pen = FILLS[int(style)]
        if style not in FIXED:
            own = _own(colours, "symbol", number, "")
            fill, pen = fill if style in BORDERED else own or fill, own or pen if style in (FULL, *BORDERED) else pen
        form, angle = ("round" if name in ROUNDS else "box"), 45.0 if name in DIAMONDS else 0.0
        size, over = (length, length), at_layer[:1] == [2]
        yield Cosmetic(form, (point_of(number, side),), size, fill, pen, angle=angle, over=over)


def _ends_of_sign(style: int, at: Point) -> tuple[Point, ...]:
    """Return an end, the tip and the other end of a sign of inequality of this style (direction) at a point."""
    down, right = {number: way for way, number in SIGNS.items()}[style]
    one, other = ((-down or arm, -right or arm) for arm in (-1, 1))
    parts = (one, (down, right), other)
    return tuple((round(at[0] + SIGN_ARM * rows, 3), round(at[1] + SIGN_ARM * columns, 3)) for rows, columns in parts)


def _texts(layer: Layer, colours: Layer, side: int) -> Iterator[Cosmetic]:
    cages = {str(corner_of(min(numbers), 0, side)) for numbers in filter(None, layer.get("killercages") or ())}
    small = {number: what for number, what in (layer.get("numberS") or {}).items() if number not in cages}
    large = {number: what for number, what in (layer.get("number") or {}).items() if is_text(number, side)}
    for number, (text, ink, *kind) in (small | large).items():
        is_large = number in large
        if is_large == is_small(int(number.removesuffix("E")), side) or not label_of(text):
            raise ValueError(number)
        high = HEIGHTS[kind[0]] if is_large else SMALL
        yield Cosmetic("box", (point_of(number, side),), ink=INKS[ink], high=high, over=True, text=label_of(text))


_READERS = (
    _surfaces,
    _lists("squareframe", PALE, BAND),
    _bulbs,
    _lists("thermo", PALE, TUBE),
    _lists("nobulbthermo", PALE, TUBE),
    _arrow_circles,
    _lists("arrows", PALE_GREY, ARROW / PIXELS, "arrow"),
    _segments("wall"),
    _lists("direction", PALE_GREY, ARROW / PIXELS, "arrow"),
    _segments("freeline"),
    _segments("freelineE"),
    _segments("line"),
    _segments("lineE"),
    _loose_pieces,
    _cages,
    _symbols,
    _texts,
)
"""Readers of the keys of a layer, in the order from the lowest drawings to the uppermost"""
