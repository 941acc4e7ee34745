"""Drawings of constraints for SudokuPad, which shows them but knows only the meaning of cages.

SudokuPad measures positions in cells and widths in pixels, 64 to a cell. Lines and underlays lie below the digits,
overlays above them.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from cpgen.constraints.base import Constraint
from cpgen.constraints.shapes import Disc, Label, Outline, Shade, Shape, Square, Stroke
from cpgen.formats.link_cosmetics import PIXELS
from cpgen.layout import Layout

HEAD = 0.3
"""Length of an arrow head, in cells"""
KILLER = "cage"
Parts = dict[str, list[dict[str, Any]]]


def drawing(layout: Layout) -> Parts:
    """Return drawings that show a layout's constraints, by their key in SudokuPad's object."""
    by_key: Parts = {}
    for constraint in layout.further:
        if constraint.kind == KILLER:
            by_key.setdefault("cages", []).append(_cage(constraint, layout.size))
            continue
        for shape in constraint.shapes(layout):
            for key, part in _parts(shape, layout.size):
                by_key.setdefault(key, []).append(part)
    return by_key


def _cage(cage: Constraint, size: int) -> dict[str, Any]:
    total = cage.values["total"]
    number = {"sum": total} if isinstance(total, int) else {}
    value = {} if total is None else {"value": str(total)}
    return {"cells": pairs_of(cage.cells, size), "unique": True, **value, **number}


def _parts(shape: Shape, size: int) -> Iterable[tuple[str, dict[str, Any]]]:
    """Yield the key and the object of each SudokuPad drawing that shows a shape."""
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
            yield "cages", {"cells": pairs_of(shape.cells, size), "outlineC": shape.colour}
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


def pairs_of(cells: Sequence[int], size: int) -> list[list[int]]:
    """Return the row and column of each cell, from 0."""
    return [list(divmod(cell, size)) for cell in cells]
