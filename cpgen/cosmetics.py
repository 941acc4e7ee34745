"""Cosmetics: drawings by a puzzle's author (lines, arrows, boxes, round shapes, cages, texts) that are no constraints.

They belong to a puzzle as a text of one line per drawing, as the author's rules do, so that every format, store and
page that keeps texts keeps them. A line is a form and named values; a text comes last, since it may contain blanks:

    line at=0.5,0.5;1.5,1.5 pen=#34bbe6 width=0.1
    box at=2.5,2.5 size=1,1 fill=#ffd966 over text=A B

Points are (row, column) in cells from the upper left corner of the board, as in `cpgen.constraints.shapes`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, fields
from functools import lru_cache
from math import isfinite

from cpgen.errors import InputError
from cpgen.layout import Layout
from cpgen.messages import Message, shown

FORMS = ("line", "arrow", "box", "round", "cage")
"""Forms of drawings

`box` and `round` have a centre and a size, and may contain a text; a `cage` is the border of the cells at its points.
"""
MOST, LONGEST = 2000, 200_000
"""Largest number of drawings of a puzzle, and greatest length of their text in characters"""
FARTHEST = 100.0
"""Largest coordinate and length, in cells"""
Point = tuple[float, float]
COLOUR = re.compile("#[0-9a-f]{6}")
NAMED = {
    "black": "#000000", "white": "#ffffff", "red": "#ff0000", "green": "#008000", "blue": "#0000ff",
    "yellow": "#ffff00", "orange": "#ffa500", "purple": "#800080", "grey": "#808080", "gray": "#808080",
    "pink": "#ffc0cb", "lightgray": "#d3d3d3", "lightgrey": "#d3d3d3", "darkgray": "#a9a9a9", "darkgrey": "#a9a9a9",
    "silver": "#c0c0c0", "brown": "#a52a2a", "gold": "#ffd700", "cyan": "#00ffff", "magenta": "#ff00ff",
}  # fmt: skip
"""Colours that other programs write as words"""


@dataclass(frozen=True, slots=True)
class Cosmetic:
    """Cosmetic drawing; a part with an empty colour is not drawn.

    Attributes:
        form: One of `FORMS`.
        at: The points of a line or arrow, the centres of the cells of a cage, or the one centre of a shape.
        size: Height and width of a box or a round shape, in cells.
        fill, pen, ink: Colours of the inside, of the line, and of the text, as in `#ffd966`.
        width: Width of the line, in cells.
        angle: Angle by which a box is turned, in degrees clockwise.
        high: Height of the text, in cells.
        over: True if the drawing lies above the lines of the board.
        text: A short text.
    """

    form: str
    at: tuple[Point, ...]
    size: Point = (1.0, 1.0)
    fill: str = ""
    pen: str = ""
    ink: str = ""
    width: float = 0.05
    angle: float = 0.0
    high: float = 0.4
    over: bool = False
    text: str = ""

    def __str__(self) -> str:
        parts = [self.form]
        for one in fields(self)[1:]:
            value = getattr(self, one.name)
            if value != one.default:
                parts.append(one.name if value is True else f"{one.name}={_written(value)}")
        return " ".join(parts)


def _written(value: object) -> str:
    match value:
        case tuple() if value and isinstance(value[0], tuple):
            return ";".join(map(_written, value))
        case tuple():
            return ",".join(map(_written, value))
        case float():
            return f"{round(value, 3):g}"
        case _:
            return " ".join(str(value).split())


def text_of_cosmetics(cosmetics: Iterable[Cosmetic]) -> str:
    """Return drawings as a text of one line each, which `cosmetics_in` parses."""
    return "\n".join(map(str, cosmetics))


@lru_cache(maxsize=256)
def cosmetics_in(text: str) -> tuple[Cosmetic, ...]:
    """Parse a text of one cosmetic drawing per line; raise InputError with the text of the first wrong line."""
    lines = [line for line in text.splitlines() if line.strip()]
    if len(lines) > MOST or len(text) > LONGEST:
        raise InputError(Message("cosmetics-many", most=MOST))
    return tuple(map(_cosmetic, lines))


def _cosmetic(line: str) -> Cosmetic:
    head, _, text = f"{line.strip()} ".partition(" text=")
    form, *words = head.split()
    values: dict[str, object] = {"text": text.strip()}
    try:
        if form not in FORMS:
            raise ValueError
        for word in words:
            name, sign, value = word.partition("=")
            values[name] = _READ[name](value) if sign else _flag(name)
        drawing = Cosmetic(form, **values)  # type: ignore[arg-type]
        if (
            not drawing.at
            or (form in ("line", "arrow") and len(drawing.at) < 2)
            or (form in ("box", "round") and drawing.at[1:])
        ):
            raise ValueError
    except (ValueError, TypeError, KeyError):
        raise InputError(Message("cosmetic", text=shown(line, 40))) from None
    return drawing


def _flag(name: str) -> bool:
    if name != "over":
        raise ValueError
    return True


def _number(text: str) -> float:
    value = float(text)
    if not isfinite(value) or abs(value) > 360:
        raise ValueError
    return value


def _length(text: str) -> float:
    value = _number(text)
    if abs(value) > FARTHEST:
        raise ValueError
    return value


def _point(text: str) -> Point:
    row, column = map(_length, text.split(","))
    return row, column


def _points(text: str) -> tuple[Point, ...]:
    return tuple(map(_point, text.split(";")))


def _colour(text: str) -> str:
    if not COLOUR.fullmatch(text):
        raise ValueError
    return text


_READ = {
    "at": _points, "size": _point, "fill": _colour, "pen": _colour, "ink": _colour, "width": _length,
    "angle": _number, "high": _length,
}  # fmt: skip


def colour_of(value: object, default: str = "") -> str:
    """Return a colour of another program as `#rrggbb`, blended with white if it is translucent.

    Returns "" if the colour is not visible, and `default` if it is not a colour.

    >>> colour_of("#F00"), colour_of("#0000ff80"), colour_of("transparent")
    ('#ff0000', '#7f7fff', '')
    """
    text = str(value or "").strip().lower()
    text = NAMED.get(text, text)
    if re.fullmatch("#([0-9a-f]{3,4})", text):
        text = "#" + "".join(2 * sign for sign in text[1:])
    if not re.fullmatch("#[0-9a-f]{6}([0-9a-f]{2})?", text):
        return "" if text in ("", "none", "transparent") else default
    red, green, blue, alpha = (int(text[place : place + 2] or "ff", 16) for place in (1, 3, 5, 7))
    if alpha == 0:
        return ""
    return "#" + "".join(f"{(one * alpha + 255 * (255 - alpha)) // 255:02x}" for one in (red, green, blue))


@dataclass(frozen=True, slots=True)
class Fog:
    """Fog over a board.

    A lamp lights its cell and those around it from the start, and a right digit those around its own cell.

    Attributes:
        lamps: Cells with a lamp.
        lights: Pairs of a cell and the cells that its right digit lights, for cells that do not light those around.
    """

    lamps: tuple[int, ...] = ()
    lights: tuple[tuple[int, tuple[int, ...]], ...] = ()

    def text(self, layout: Layout) -> str:
        """Return the fog as text, as `fog_in` reads it."""
        name = layout.cell_name
        lights = (f"{name(cell)}>{','.join(map(name, lit))}" for cell, lit in self.lights)
        return " ".join((*map(name, self.lamps), *lights))


def fog_in(text: str, layout: Layout) -> Fog:
    """Parse fog: cells with a lamp, and cells that light others, as in `r1c1 r5c5>r8c8,r9c9`.

    A cell that comes several times lights all cells named with it.

    Raises:
        InputError: The board has no such cell.
    """
    names = {layout.cell_name(cell): cell for cell in range(layout.cell_count)}
    words = text.lower().split()
    lamps: dict[int, bool] = {}
    lights: dict[int, tuple[int, ...]] = {}
    for word in words:
        cell, sign, lit = word.partition(">")
        lit_names = lit.split(",") if sign else []
        if not {cell, *lit_names} <= names.keys():
            raise InputError(Message("fog-cell", cell=shown(word, 20)))
        if sign:
            lights[names[cell]] = *lights.get(names[cell], ()), *(names[name] for name in lit_names)
        else:
            lamps[names[cell]] = True
    return Fog(tuple(lamps), tuple(lights.items()))
