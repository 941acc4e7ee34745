"""Constraints drawn for SudokuPad, which shows them but knows the meaning of cages only.

SudokuPad measures places in cells and widths in pixels, 64 to a cell. Lines and underlays lie below the digits,
overlays above them.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from cpgen.constraints.base import Constraint
from cpgen.constraints.shapes import Disc, Label, Outline, Shade, Shape, Square, Stroke
from cpgen.layout import Layout

PIXELS = 64
"""Pixels of the side of a cell"""
HEAD = 0.3
"""Length of an arrow head, in cells"""
KILLER = "cage"
Parts = dict[str, list[dict[str, Any]]]


def drawing(layout: Layout) -> Parts:
    """Return the drawing of the further constraints of a layout, by the keys of SudokuPad's object."""
    found: Parts = {}
    for constraint in layout.further:
        if constraint.kind == KILLER:
            found.setdefault("cages", []).append(_cage(constraint, layout.size))
            continue
        for shape in constraint.shapes(layout):
            for key, part in _parts(shape, layout.size):
                found.setdefault(key, []).append(part)
    return found


def _cage(cage: Constraint, size: int) -> dict[str, Any]:
    total = cage.values["total"]
    number = {"sum": total} if isinstance(total, int) else {}
    value = {} if total is None else {"value": str(total)}
    return {"cells": _pairs(cage.cells, size), "unique": True, **value, **number}


def _parts(shape: Shape, size: int) -> Iterable[tuple[str, dict[str, Any]]]:
    """Yield the parts of SudokuPad's object that draw a shape, with their keys."""
    match shape:
        case Stroke():
            points = [*shape.points, *(shape.points[:1] if shape.closed else ())]
            way = {"color": shape.colour, "thickness": _pixels(shape.width), "wayPoints": [list(one) for one in points]}
            way |= {"target": "overlay"} if shape.over else {}
            way |= {"stroke-dasharray": "4,4"} if shape.dashed else {}
            yield ("arrows", way | {"headLength": HEAD}) if shape.arrow else ("lines", way)
        case Disc():
            yield _layer(shape.over), _box(shape, rounded=True)
        case Square():
            yield _layer(shape.over), _box(shape, rounded=False) | ({"angle": 45} if shape.tilted else {})
        case Outline():
            yield "cages", {"cells": _pairs(shape.cells, size), "outlineC": shape.colour}
        case Shade():
            for cell in shape.cells:
                centre = [cell // size + 0.5, cell % size + 0.5]
                yield "underlays", {"center": centre, "width": 1, "height": 1, "backgroundColor": shape.colour}
        case Label():
            text = {"text": shape.text, "fontSize": _pixels(shape.size), "color": shape.colour}
            ground = {"backgroundColor": shape.ground} if shape.ground else {}
            side = round(shape.size, 3)
            yield _layer(shape.over), {"center": list(shape.at), "width": side, "height": side, **text, **ground}


def _box(shape: Disc | Square, rounded: bool) -> dict[str, Any]:
    side = round(2 * shape.radius, 3)
    colours = {"backgroundColor": shape.fill, "borderColor": shape.outline}
    colours = {name: colour for name, colour in colours.items() if colour}
    return {"center": list(shape.centre), "width": side, "height": side, "rounded": rounded, **colours}


def _layer(over: bool) -> str:
    return "overlays" if over else "underlays"


def _pixels(length: float) -> float:
    return round(length * PIXELS, 2)


def _pairs(cells: Sequence[int], size: int) -> list[list[int]]:
    return [list(divmod(cell, size)) for cell in cells]
