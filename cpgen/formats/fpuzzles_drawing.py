"""Drawings for constraints that f-puzzles and SudokuPad do not show by themselves.

Each drawing names the constraint that it belongs to, so that readers do not take it for a further constraint.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from cpgen.constraints.shapes import Disc, Label, Point, Shade, Shape, Stroke, centre
from cpgen.formats.link_cosmetics import cell_at
from cpgen.layout import Layout

NAMES = {
    "slow-thermo": "Slow Thermometer", "renban": "Renban", "whisper": "Whispers", "region-sum": "Region Sum Line",
    "entropic": "Entropic Line", "modular": "Modular Line", "zipper": "Zipper Line", "double-arrow": "Double Arrow",
    "nabner": "Nabner", "x-sum": "X Sum", "skyscraper": "Skyscraper", "indexing row": "Row Indexer",
    "indexing column": "Column Indexer", "indexing region": "Box Indexer",
}  # fmt: skip
"""Kinds that f-puzzles has only with an extension, with the names that the extension gives them"""


def drawings(layout: Layout) -> dict[str, list[dict[str, Any]]]:
    """Return drawings that show a layout's constraints, by their key in an f-puzzles object."""
    by_key: dict[str, list[dict[str, Any]]] = {}
    for constraint in layout.further:
        name = NAMES.get(
            f"{constraint.kind} {constraint.values['axis']}" if constraint.kind == "indexing" else constraint.kind
        )
        for shape in constraint.shapes(layout) if name else ():
            for key, part in _parts(shape, layout.size):
                by_key.setdefault(key, []).append(part | {"fromConstraint": name})
    return by_key


def _parts(shape: Shape, size: int) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield the key and the object of each f-puzzles drawing that shows a shape."""
    match shape:
        case Stroke():
            yield "line", {"lines": [list(map(cell_at, shape.points))], "outlineC": shape.colour, "width": shape.width}
        case Disc():
            side, fill = round(2 * shape.radius, 2), shape.fill or "#ffffff"
            yield "circle", _box(shape.centre, side, fill, shape.outline or fill)
        case Shade():
            for cell in shape.cells:
                yield "rectangle", _box(centre(cell, size), 1, shape.colour, shape.colour)
        case Label():
            yield "text", {"cells": [cell_at(shape.at)], "value": shape.text, "fontC": "#000000", "size": shape.size}


def _box(at: Point, side: float, fill: str, outline: str) -> dict[str, Any]:
    colours = {"baseC": fill, "outlineC": outline, "fontC": "#000000"}
    return {"cells": [cell_at(at)], "width": side, "height": side, **colours}
