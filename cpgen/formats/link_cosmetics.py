"""Conversion of drawings that are no constraints (cosmetics) from and to objects of f-puzzles and SudokuPad.

f-puzzles draws lines through cells and places shapes at the middle of cells, so that positions are multiples of half a
cell. SudokuPad measures positions in cells and widths in pixels. A drawing that cannot be converted gives None.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from math import ceil, floor, isfinite
from typing import Any

from cpgen.cosmetics import FARTHEST, Cosmetic, Point, colour_of

PIXELS = 64
"""Side of a cell in SudokuPad, in pixels"""
PEN, INK = "#000000", "#000000"
PLACE = re.compile(r"[Rr](-?\d{1,2})[Cc](-?\d{1,2})")
HALF, HIGH = 0.5, 0.4
"""Half a cell, and the default height of a text, in cells"""
Parts = dict[str, list[dict[str, Any]]]


def in_fpuzzles(kind: str, part: Any) -> list[Cosmetic] | None:
    """Convert an f-puzzles drawing to cosmetics; return None if it cannot be read. `kind` is its key in the object."""
    try:
        if kind == "line":
            width, pen = length_of(part.get("width"), 0.1), colour_of(part.get("outlineC"), PEN)
            ways = [tuple(map(_named, way)) for way in part["lines"]]
            return [Cosmetic("line", way, pen=pen, width=width) for way in ways if len(way) > 1 and pen]
        at = tuple(map(_named, part["cells"]))
        texts: dict[str, Any] = {"text": label_of(part.get("value")), "ink": colour_of(part.get("fontC"), INK) or INK}
        if not at:
            return None
        if kind == "cage":
            return [Cosmetic("cage", at, pen=colour_of(part.get("outlineC"), PEN) or PEN, over=True, **texts)]
        middle = (_middle(at),)
        if kind == "text":
            return [Cosmetic("box", middle, high=length_of(part.get("size"), HALF), over=True, **texts)]
        size = (length_of(part.get("height"), 1.0), length_of(part.get("width"), 1.0))
        colours: dict[str, Any] = {"fill": colour_of(part.get("baseC")), "pen": colour_of(part.get("outlineC"))}
        form = "round" if kind == "circle" else "box"
        return [Cosmetic(form, middle, size, angle=angle_of(part.get("angle")), over=False, **colours, **texts)]
    except (AttributeError, KeyError, TypeError, ValueError):
        return None


def colours_in_fpuzzles(cell: int, size: int, data: Mapping[str, Any]) -> list[Cosmetic]:
    """Return the boxes that colour a cell: one, or a vertical stripe for each colour that the cell's object lists."""
    listed = data.get("cArray") if isinstance(data.get("cArray"), list) else [data.get("c")]
    colours = [colour for one in listed or () if (colour := colour_of(one))]
    wide = 1 / max(len(colours), 1)
    row, column = divmod(cell, size)
    return [
        Cosmetic("box", ((row + HALF, column + wide * (k + HALF)),), (1.0, wide), fill=colour)
        for k, colour in enumerate(colours)
    ]


def to_fpuzzles(cosmetics: Iterable[Cosmetic]) -> Parts:
    """Convert cosmetics to drawings of an f-puzzles object, by key."""
    by_key: Parts = {}
    for drawing in cosmetics:
        by_key.setdefault(_fpuzzles_key(drawing), []).append(_fpuzzles_part(drawing))
    return by_key


def _fpuzzles_key(drawing: Cosmetic) -> str:
    if drawing.form == "box":
        return "rectangle" if drawing.fill or drawing.pen else "text"
    return {"line": "line", "arrow": "line", "cage": "cage", "round": "circle"}[drawing.form]


def _fpuzzles_part(drawing: Cosmetic) -> dict[str, Any]:
    text = {"value": drawing.text, "fontC": drawing.ink or INK} if drawing.text else {}
    if drawing.form in ("line", "arrow"):
        return {"lines": [[cell_at(point) for point in drawing.at]], "outlineC": drawing.pen, "width": drawing.width}
    if drawing.form == "cage":
        return {"cells": [cell_at(point) for point in drawing.at], "outlineC": drawing.pen, **text}
    cells = {"cells": _cells_around(drawing.at[0])}
    if drawing.form == "box" and not (drawing.fill or drawing.pen):
        return cells | text | {"size": drawing.high}
    height, width = drawing.size
    turned = {"angle": drawing.angle} if drawing.angle else {}
    return cells | {"width": width, "height": height, "baseC": drawing.fill, "outlineC": drawing.pen} | turned | text


def in_sudokupad(key: str, part: Any) -> list[Cosmetic] | None:
    """Convert a SudokuPad drawing to cosmetics, or return None if it cannot be read; `key` is its key in the object."""
    try:
        if key in ("lines", "arrows"):
            way = tuple(map(_pair, part["wayPoints"]))
            pen, width = colour_of(part.get("color"), PEN), length_of(part.get("thickness"), 4) / PIXELS
            form, over = ("line" if key == "lines" else "arrow"), part.get("target") == "overlay"
            return [Cosmetic(form, way, pen=pen, width=width, over=over)] if len(way) > 1 and pen else []
        texts: dict[str, Any] = {
            "ink": colour_of(part.get("color"), INK) or INK,
            "text": label_of(part.get("text", part.get("value"))),
        }
        if key == "cages":
            at = tuple((row + HALF, column + HALF) for row, column in map(_pair, part["cells"]))
            pen = colour_of(part.get("outlineC") or part.get("borderColor"), PEN) or PEN
            return [Cosmetic("cage", at, pen=pen, over=True, **texts)] if at else None
        size = (length_of(part.get("height"), 1.0), length_of(part.get("width"), 1.0))
        colours: dict[str, Any] = {
            "fill": colour_of(part.get("backgroundColor")),
            "pen": colour_of(part.get("borderColor")),
        }
        high = length_of(part.get("fontSize"), HIGH * PIXELS) / PIXELS
        form, over = ("round" if part.get("rounded") else "box"), key == "overlays"
        shape: dict[str, Any] = {"angle": angle_of(part.get("angle")), "over": over, "high": high, **colours, **texts}
        return [Cosmetic(form, (_pair(part["center"]),), size, **shape)]
    except (AttributeError, KeyError, TypeError, ValueError):
        return None


def to_sudokupad(cosmetics: Iterable[Cosmetic]) -> Parts:
    """Convert cosmetics to drawings of SudokuPad's object, by key."""
    by_key: Parts = {}
    for drawing in cosmetics:
        for key, part in _sudokupad_parts(drawing):
            by_key.setdefault(key, []).append(part)
    return by_key


def _sudokupad_parts(drawing: Cosmetic) -> Iterator[tuple[str, dict[str, Any]]]:
    text = {"text": drawing.text, "color": drawing.ink or INK} if drawing.text else {}
    if drawing.form in ("line", "arrow"):
        head = {"headLength": 0.3} if drawing.form == "arrow" else {}
        target = {"target": "overlay"} if drawing.over else {}
        way = {
            "color": drawing.pen,
            "thickness": round(drawing.width * PIXELS, 2),
            "wayPoints": [list(p) for p in drawing.at],
        }
        yield f"{drawing.form}s", way | head | target
    elif drawing.form == "cage":
        cells = [[floor(row), floor(column)] for row, column in drawing.at]
        yield "cages", {"cells": cells, "outlineC": drawing.pen} | ({"value": drawing.text} if drawing.text else {})
    else:
        height, width = drawing.size
        colours = {"backgroundColor": drawing.fill, "borderColor": drawing.pen}
        shape = {"center": list(drawing.at[0]), "width": width, "height": height, "rounded": drawing.form == "round"}
        turned = {"angle": drawing.angle} if drawing.angle else {}
        size = {"fontSize": round(drawing.high * PIXELS, 2)} if drawing.text else {}
        visible = {name: colour for name, colour in colours.items() if colour}
        yield "overlays" if drawing.over else "underlays", shape | turned | visible | text | size


def _named(name: Any) -> Point:
    """Return the centre (row, column) of the cell with a name such as R1C2, which may lie outside the board."""
    row, column = PLACE.fullmatch(name).groups()  # type: ignore[union-attr]
    return int(row) - HALF, int(column) - HALF


def cell_at(point: Point) -> str:
    """Return the name of the cell that contains a point, as in R1C2; outside the board its numbers may be 0."""
    return f"R{floor(point[0]) + 1}C{floor(point[1]) + 1}"


def _cells_around(point: Point) -> list[str]:
    """Return the names of the one, two or four cells whose common middle is nearest to a point."""
    rows, columns = (round(2 * one) / 2 - HALF for one in point)
    places = [(row, column) for row in {floor(rows), ceil(rows)} for column in {floor(columns), ceil(columns)}]
    return [f"R{row + 1}C{column + 1}" for row, column in sorted(places)]


def _middle(points: tuple[Point, ...]) -> Point:
    rows, columns = zip(*points, strict=True)
    return sum(rows) / len(rows), sum(columns) / len(columns)


def _pair(pair: Any) -> Point:
    row, column = map(float, pair)
    if not all(isfinite(one) and abs(one) <= FARTHEST for one in (row, column)):
        raise ValueError
    return row, column


def length_of(value: Any, default: float) -> float:
    """Return a length, or the default for None or ""; raise ValueError if it is negative, too large or no number."""
    length = default if value in (None, "") else float(value)
    if not isfinite(length) or not 0 <= length <= FARTHEST * PIXELS:
        raise ValueError
    return length


def angle_of(value: Any) -> float:
    """Return an angle in degrees from 0 to 360."""
    angle = float(value or 0)
    return angle % 360 if isfinite(angle) else 0.0


def label_of(value: Any) -> str:
    """Return a text or number as one line of at most 200 characters; "" for anything else."""
    return " ".join(str(value).split())[:200] if isinstance(value, str | int | float) else ""
