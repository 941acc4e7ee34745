"""Drawings without a meaning in objects of SudokuMaker: lines, cages and symbols, in both directions.

Places are {x, y} in cells from the upper left corner of the board, lengths are in cells. A rule holds drawings of one
type and style; symbols may share their parameters, which are then listed once.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from math import floor, isfinite
from typing import Any

from cpgen.cosmetics import FARTHEST, Cosmetic, Point, colour_of
from cpgen.formats.link_cosmetics import HALF, angle_of, label_of, length_of

LINE, CAGE, SYMBOL = 2000, 2001, 2002
"""Numbers of the types of rules that are drawings: lines, cages and symbols"""
BLACK = "#000000"
OVER = ("foreground", "grid")
"""Layers above the lines of the board"""
Rule = dict[str, Any]


def in_sudokumaker(rule: Rule, size: int) -> list[Cosmetic] | None:
    """Return the drawings of a rule as cosmetics, or None if one of them cannot be read."""
    try:
        return list({LINE: _lines, CAGE: _cages, SYMBOL: _symbols}[rule["type"]](rule, size))
    except (AttributeError, IndexError, KeyError, TypeError, ValueError):
        return None


def _lines(rule: Rule, size: int) -> Iterator[Cosmetic]:
    style = rule.get("style") or {}
    pen, width = colour_of(style.get("color"), BLACK), length_of(style.get("thickness"), 0.1)
    for way in rule["lines"]:
        if len(way) > 1 and pen:
            at = tuple(_point(one["x"], one["y"]) for one in way)
            yield Cosmetic("line", at, pen=pen, width=width, over=style.get("layer") in OVER)


def _cages(rule: Rule, size: int) -> Iterator[Cosmetic]:
    style = rule.get("style") or {}
    pen, ink = (colour_of((style.get(part) or {}).get("color"), BLACK) or BLACK for part in ("cage", "text"))
    for cage in rule["cages"]:
        at = tuple(_centre(cell, size) for cell in cage["cells"])
        yield Cosmetic("cage", at, pen=pen, ink=ink, over=True, text=label_of(cage.get("value")))


def _centre(cell: Any, size: int) -> Point:
    if not (isinstance(cell, int) and 0 <= cell < size * size):
        raise ValueError
    return cell // size + HALF, cell % size + HALF


def _symbols(rule: Rule, size: int) -> Iterator[Cosmetic]:
    for one in rule["symbols"]:
        if isinstance(one, Mapping):
            x, y, what, layer = one["position"]["x"], one["position"]["y"], one["params"], one.get("layer")
        else:
            x, y, *rest = one
            number, layer = [*rest, None, None][:2]
            what = rule["params"][number or 0]
        yield _symbol(_point(x, y), what, layer)


def _symbol(at: Point, what: Mapping[str, Any], layer: Any) -> Cosmetic:
    """Convert a symbol at a point (rectangle, ellipse or text, as SudokuMaker's JSON) to a cosmetic.

    Raises ValueError for other forms. `layer` is SudokuMaker's: some are drawn over the grid's lines.
    """
    form = what["type"]
    angle, fill, pen = angle_of(what.get("angle")), colour_of(what.get("fill")), colour_of(what.get("stroke"))
    if form == "text":
        high, text = length_of(what.get("size"), HALF), label_of(what["text"])
        return Cosmetic("box", (at,), ink=fill or BLACK, angle=angle, high=high, over=True, text=text)
    if form not in ("rectangle", "ellipse"):
        raise ValueError
    # An ellipse has its two radii.
    names, times = (("height", "width"), 1) if form == "rectangle" else (("ry", "rx"), 2)
    high, wide = (times * length_of(what[name], 1.0) for name in names)
    name = "box" if form == "rectangle" else "round"
    return Cosmetic(name, (at,), (high, wide), fill, pen, angle=angle, over=layer in OVER)


def _point(x: Any, y: Any) -> Point:
    row, column = float(y), float(x)
    if not all(isfinite(one) and abs(one) <= FARTHEST for one in (row, column)):
        raise ValueError
    return row, column


def to_sudokumaker(cosmetics: Iterable[Cosmetic], size: int) -> list[Rule]:
    """Return cosmetics as rules, one for each; arrows become lines, and what is outside the board is left out."""
    return [rule for one in cosmetics if (rule := _rule(one, size))]


def _rule(one: Cosmetic, size: int) -> Rule | None:
    layer = {"layer": "foreground"} if one.over else {}
    if one.form in ("line", "arrow"):
        style = {"color": one.pen, "thickness": one.width} | layer
        return {"type": LINE, "lines": [[{"x": column, "y": row} for row, column in one.at]], "style": style}
    if one.form == "cage":
        places = [(floor(row), floor(column)) for row, column in one.at]
        cells = [row * size + column for row, column in places if 0 <= row < size and 0 <= column < size]
        style = {"cage": {"color": one.pen}, "text": {"color": one.ink or BLACK}}
        return {"type": CAGE, "cages": [{"value": one.text, "cells": cells}], "style": style} if cells else None
    ((row, column),) = one.at
    symbols = [{"position": {"x": column, "y": row}, "params": what} | layer for what in _params(one)]
    return {"type": SYMBOL, "symbols": symbols} if symbols else None


def _params(one: Cosmetic) -> Iterator[dict[str, Any]]:
    """Yield the parameters of a symbol for a shape, and of one for the text in it."""
    high, wide = one.size
    shape = {"angle": one.angle, "fill": one.fill or "#00000000", "stroke": one.pen or "#00000000", "strokeWidth": 0.03}
    if one.fill or one.pen:
        sizes = {"rx": wide / 2, "ry": high / 2} if one.form == "round" else {"width": wide, "height": high}
        yield {"type": "ellipse" if one.form == "round" else "rectangle"} | shape | sizes
    if one.text:
        yield {"type": "text", "angle": one.angle, "fill": one.ink or BLACK, "text": one.text, "size": one.high}
