"""Drawings in f-puzzles objects for the constraints that f-puzzles and SudokuPad would not show by themselves.

They are marked as parts of a constraint, so that readers do not take them for further rules.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import floor
from typing import Any

from cpgen.constraints.shapes import Disc, Label, Point, Shade, Shape, Stroke, centre
from cpgen.layout import Layout

NAMES = {
    "slow-thermo": "Slow Thermometer", "renban": "Renban", "whisper": "Whispers", "region-sum": "Region Sum Line",
    "entropic": "Entropic Line", "modular": "Modular Line", "zipper": "Zipper Line", "double-arrow": "Double Arrow",
    "nabner": "Nabner", "x-sum": "X Sum", "skyscraper": "Skyscraper", "indexing row": "Row Indexer",
    "indexing column": "Column Indexer", "indexing region": "Box Indexer",
}  # fmt: skip
"""Kinds that f-puzzles has with an extension only, with their names there"""


def drawings(layout: Layout) -> dict[str, list[dict[str, Any]]]:
    """Return the drawings of the further constraints of a layout, by the keys of an f-puzzles object."""
    found: dict[str, list[dict[str, Any]]] = {}
    for one in layout.further:
        name = NAMES.get(f"{one.kind} {one.values['axis']}" if one.kind == "indexing" else one.kind)
        for shape in one.shapes(layout) if name else ():
            for key, part in _parts(shape, layout.size):
                found.setdefault(key, []).append(part | {"fromConstraint": name})
    return found


def _parts(shape: Shape, size: int) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield the parts that draw a shape; f-puzzles draws lines through cells, and places the rest at cells."""
    match shape:
        case Stroke():
            yield "line", {"lines": [list(map(_name, shape.points))], "outlineC": shape.colour, "width": shape.width}
        case Disc():
            side, fill = round(2 * shape.radius, 2), shape.fill or "#ffffff"
            yield "circle", _box(shape.centre, side, fill, shape.outline or fill)
        case Shade():
            for cell in shape.cells:
                yield "rectangle", _box(centre(cell, size), 1, shape.colour, shape.colour)
        case Label():
            yield "text", {"cells": [_name(shape.at)], "value": shape.text, "fontC": "#000000", "size": shape.size}


def _box(at: Point, side: float, fill: str, outline: str) -> dict[str, Any]:
    colours = {"baseC": fill, "outlineC": outline, "fontC": "#000000"}
    return {"cells": [_name(at)], "width": side, "height": side, **colours}


def _name(point: Point) -> str:
    """Return the name of the cell that contains a point; outside the board its numbers may be 0."""
    return f"R{floor(point[0]) + 1}C{floor(point[1]) + 1}"
