"""Drawings without a meaning in the objects of f-puzzles and SudokuPad: what they hold, and how it is written.

f-puzzles draws lines through cells and places shapes at the middle of cells, so that half cells are its finest places.
SudokuPad measures places in cells and widths in pixels. What cannot be read is None; its reader refuses it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from math import ceil, floor, isfinite
from typing import Any

from cpgen.cosmetics import FARTHEST, Cosmetic, Point, colour_of

PIXELS = 64
"""Pixels of the side of a cell in SudokuPad"""
PEN, INK = "#000000", "#000000"
PLACE = re.compile(r"[Rr](-?\d{1,2})[Cc](-?\d{1,2})")
HALF, HIGH = 0.5, 0.4
"""Half a cell, and the usual height of a text in cells"""
Parts = dict[str, list[dict[str, Any]]]


def in_fpuzzles(kind: str, part: Any) -> list[Cosmetic] | None:
    """Return the drawings of a part of an f-puzzles object, or None if it cannot be read."""
    try:
        if kind == "line":
            width, pen = _length(part.get("width"), 0.1), colour_of(part.get("outlineC"), PEN)
            ways = [tuple(map(_named, way)) for way in part["lines"]]
            return [Cosmetic("line", way, pen=pen, width=width) for way in ways if len(way) > 1 and pen]
        at = tuple(map(_named, part["cells"]))
        texts: dict[str, Any] = {"text": _text(part.get("value")), "ink": colour_of(part.get("fontC"), INK) or INK}
        if not at:
            return None
        if kind == "cage":
            return [Cosmetic("cage", at, pen=colour_of(part.get("outlineC"), PEN) or PEN, over=True, **texts)]
        middle = (_middle(at),)
        if kind == "text":
            return [Cosmetic("box", middle, high=_length(part.get("size"), HALF), over=True, **texts)]
        size = (_length(part.get("height"), 1.0), _length(part.get("width"), 1.0))
        colours: dict[str, Any] = {"fill": colour_of(part.get("baseC")), "pen": colour_of(part.get("outlineC"))}
        form = "round" if kind == "circle" else "box"
        return [Cosmetic(form, middle, size, angle=_angle(part.get("angle")), over=False, **colours, **texts)]
    except (AttributeError, KeyError, TypeError, ValueError):
        return None


def colours_in_fpuzzles(cell: int, size: int, found: Mapping[str, Any]) -> list[Cosmetic]:
    """Return the boxes that colour a cell: one, or stripes if it has several colours."""
    listed = found.get("cArray") if isinstance(found.get("cArray"), list) else [found.get("c")]
    colours = [colour for one in listed or () if (colour := colour_of(one))]
    wide = 1 / max(len(colours), 1)
    row, column = divmod(cell, size)
    return [
        Cosmetic("box", ((row + HALF, column + wide * (k + HALF)),), (1.0, wide), fill=colour)
        for k, colour in enumerate(colours)
    ]


def to_fpuzzles(cosmetics: Iterable[Cosmetic]) -> Parts:
    """Return drawings by the keys of an f-puzzles object."""
    found: Parts = {}
    for one in cosmetics:
        found.setdefault(_fpuzzles_key(one), []).append(_fpuzzles_part(one))
    return found


def _fpuzzles_key(one: Cosmetic) -> str:
    if one.form == "box":
        return "rectangle" if one.fill or one.pen else "text"
    return {"line": "line", "arrow": "line", "cage": "cage", "round": "circle"}[one.form]


def _fpuzzles_part(one: Cosmetic) -> dict[str, Any]:
    text = {"value": one.text, "fontC": one.ink or INK} if one.text else {}
    if one.form in ("line", "arrow"):
        return {"lines": [[_name(point) for point in one.at]], "outlineC": one.pen, "width": one.width}
    if one.form == "cage":
        return {"cells": [_name(point) for point in one.at], "outlineC": one.pen, **text}
    cells = {"cells": _cells_around(one.at[0])}
    if one.form == "box" and not (one.fill or one.pen):
        return cells | text | {"size": one.high}
    height, width = one.size
    turned = {"angle": one.angle} if one.angle else {}
    return cells | {"width": width, "height": height, "baseC": one.fill, "outlineC": one.pen} | turned | text


def in_sudokupad(key: str, part: Any) -> list[Cosmetic] | None:
    """Return the drawings of a part of SudokuPad's object, or None if it cannot be read."""
    try:
        if key in ("lines", "arrows"):
            way = tuple(map(_pair, part["wayPoints"]))
            pen, width = colour_of(part.get("color"), PEN), _length(part.get("thickness"), 4) / PIXELS
            form, over = ("line" if key == "lines" else "arrow"), part.get("target") == "overlay"
            return [Cosmetic(form, way, pen=pen, width=width, over=over)] if len(way) > 1 and pen else []
        texts: dict[str, Any] = {
            "ink": colour_of(part.get("color"), INK) or INK,
            "text": _text(part.get("text", part.get("value"))),
        }
        if key == "cages":
            at = tuple((row + HALF, column + HALF) for row, column in map(_pair, part["cells"]))
            pen = colour_of(part.get("outlineC") or part.get("borderColor"), PEN) or PEN
            return [Cosmetic("cage", at, pen=pen, over=True, **texts)] if at else None
        size = (_length(part.get("height"), 1.0), _length(part.get("width"), 1.0))
        colours: dict[str, Any] = {
            "fill": colour_of(part.get("backgroundColor")),
            "pen": colour_of(part.get("borderColor")),
        }
        high = _length(part.get("fontSize"), HIGH * PIXELS) / PIXELS
        form, over = ("round" if part.get("rounded") else "box"), key == "overlays"
        shape: dict[str, Any] = {"angle": _angle(part.get("angle")), "over": over, "high": high, **colours, **texts}
        return [Cosmetic(form, (_pair(part["center"]),), size, **shape)]
    except (AttributeError, KeyError, TypeError, ValueError):
        return None


def to_sudokupad(cosmetics: Iterable[Cosmetic]) -> Parts:
    """Return drawings by the keys of SudokuPad's object."""
    found: Parts = {}
    for one in cosmetics:
        for key, part in _sudokupad_parts(one):
            found.setdefault(key, []).append(part)
    return found


def _sudokupad_parts(one: Cosmetic) -> Iterator[tuple[str, dict[str, Any]]]:
    text = {"text": one.text, "color": one.ink or INK} if one.text else {}
    if one.form in ("line", "arrow"):
        head = {"headLength": 0.3} if one.form == "arrow" else {}
        target = {"target": "overlay"} if one.over else {}
        way = {"color": one.pen, "thickness": round(one.width * PIXELS, 2), "wayPoints": [list(p) for p in one.at]}
        yield f"{one.form}s", way | head | target
    elif one.form == "cage":
        cells = [[floor(row), floor(column)] for row, column in one.at]
        yield "cages", {"cells": cells, "outlineC": one.pen} | ({"value": one.text} if one.text else {})
    else:
        height, width = one.size
        colours = {"backgroundColor": one.fill, "borderColor": one.pen}
        shape = {"center": list(one.at[0]), "width": width, "height": height, "rounded": one.form == "round"}
        turned = {"angle": one.angle} if one.angle else {}
        size = {"fontSize": round(one.high * PIXELS, 2)} if one.text else {}
        visible = {name: colour for name, colour in colours.items() if colour}
        yield "overlays" if one.over else "underlays", shape | turned | visible | text | size


def _named(name: Any) -> Point:
    """Return the centre of the cell of a name such as R1C2; numbers outside the board are possible."""
    row, column = PLACE.fullmatch(name).groups()  # type: ignore[union-attr]
    return int(row) - HALF, int(column) - HALF


def _name(point: Point) -> str:
    return f"R{floor(point[0]) + 1}C{floor(point[1]) + 1}"


def _cells_around(point: Point) -> list[str]:
    """Return the cells whose middle is a point, or the nearest place of this kind: one, two or four."""
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


def _length(value: Any, default: float) -> float:
    length = default if value in (None, "") else float(value)
    if not isfinite(length) or not 0 <= length <= FARTHEST * PIXELS:
        raise ValueError
    return length


def _angle(value: Any) -> float:
    angle = float(value or 0)
    return angle % 360 if isfinite(angle) else 0.0


def _text(value: Any) -> str:
    return " ".join(str(value).split())[:200] if isinstance(value, str | int | float) else ""
