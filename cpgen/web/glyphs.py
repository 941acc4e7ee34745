"""Glyphs for the kinds of constraints: the picture of a small constraint of each kind, for a page's tools.

Kinds whose constraints look alike on a board have a sign in their glyph that tells them apart, drawn as a cosmetic.
"""

from __future__ import annotations

from typing import Any

from cpgen.constraints import constraint_from_json
from cpgen.constraints.base import GROUPS, Gesture
from cpgen.errors import InputError
from cpgen.layout import Layout
from cpgen.web.play import picture_of
from cpgen.web.records.drawing_answers import ConstraintKind, Glyph, SvgElement

BOARD = Layout.boxes(3, 3)
EDGE = ("r1c1", "r1c2")
CELLS: dict[Gesture, tuple[str, ...]] = {
    "cell": ("r1c1",),
    "cells": ("r1c1", "r1c2", "r2c1"),
    "line": ("r2c1", "r1c1", "r1c2"),
    "edge": EDGE,
    "corner": ("r1c1", "r1c2", "r2c1", "r2c2"),
    "outside": tuple(f"r1c{column}" for column in range(1, 10)),
    "diagonal": tuple(f"r{k}c{k}" for k in range(1, 10)),
}
"""The cells of a glyph's constraint by the gesture that draws it"""
WINDOWS: dict[Gesture, tuple[float, float, float, float]] = {
    "cell": (0, 0, 1, 1),
    "cells": (0, 0, 2, 2),
    "line": (0, 0, 2, 2),
    "edge": (0.4, -0.1, 1.2, 1.2),
    "corner": (0.4, 0.4, 1.2, 1.2),
    "outside": (-0.8, -0.4, 1.8, 1.8),
    "diagonal": (-0.9, -0.9, 1.4, 1.4),
}
"""The part of the board that a glyph shows: left, top, width and height in cells"""
GESTURES: dict[str, Gesture] = {"allowed": "cell", "minimum": "cell", "maximum": "cell"}
"""Kinds whose glyph shows one cell, because several would be too small"""
FIRST: dict[str, Any] = {"digits": [1, 2], "text": "11", "number": 2}
"""A value of each type that cannot be left open"""
VALUES: dict[str, dict[str, Any]] = {"xv": {"total": 10}}
"""Values without which the glyph of a kind would look like another"""


def sign(text: str, at: str = "1.5,1.5", high: float = 0.8) -> str:
    """Return a text as a cosmetic of height `high` at a point (row and column, in cells).

    The default point is the middle of the cell that cells and lines in a glyph leave free.
    """
    return f"box at={at} high={high} ink=#606060 over text={text}" if text else ""


def _towers(*tops: float) -> str:
    bars = enumerate(tops)
    return "\n".join(f"line at=0.85,{0.2 + 0.3 * k};{top},{0.2 + 0.3 * k} pen=#606060 width=0.2" for k, top in bars)


SIGNS = {
    "sum": sign("+"),
    "clone": "\n".join(map(sign, "1212", ("0.5,0.5", "0.5,1.5", "1.5,0.5", "1.5,1.5"))),
    "same-values": "\n".join(map(sign, "1221", ("0.5,0.5", "0.5,1.5", "1.5,0.5", "1.5,1.5"))),
    "equal-sums": "\n".join(map(sign, "++", ("0.5,1", "1.5,1"))),
    "counting-circles": "\n".join(map(sign, "333", ("0.5,0.5", "0.5,1.5", "1.5,0.5"), (0.5,) * 3)),
    "look-and-say": sign("“”"),
    "indexing": "arrow at=0.5,0.25;0.5,1.75 pen=#606060 width=0.1 over",
    "sum-line": sign("+"),
    "modular": sign("%"),
    "rule": sign("a≠b", high=0.5),
    "difference-line": sign("−"),
    "equal-steps": sign("="),
    "sandwich": sign("1…9", "0.5,0.5", 0.5),
    "x-sum": sign("X", "0.5,0.5"),
    "skyscraper": _towers(0.6, 0.4, 0.2),
    "hidden-skyscraper": _towers(0.2, 0.6, 0.4),
    "numbered-room": sign("#", "0.5,0.5"),
    "full-rank": "\n".join(
        f"line at={row},0.15;{row},{end} pen=#606060 width=0.14" for row, end in ((0.25, 0.4), (0.5, 0.65), (0.75, 0.9))
    ),
}
"""Cosmetics by which glyphs of kinds that look alike differ"""


def glyph_of(kind: ConstraintKind, cosmetics: str = "") -> Glyph | None:
    """Return the glyph of a kind; None for a kind that is about the whole board or draws nothing.

    `cosmetics` are drawn in the glyph of a kind without an entry in `SIGNS`.
    """
    gesture: Gesture
    for gesture in (GESTURES.get(kind.kind, kind.drawn), "edge"):  # a line may only join neighbours, like an edge
        shapes, unit = _picture_of(kind, CELLS.get(gesture, ()), SIGNS.get(kind.kind, cosmetics))
        if shapes:
            return Glyph(shapes=shapes, unit=unit, window=WINDOWS[gesture])
    return None


def _picture_of(kind: ConstraintKind, cells: tuple[str, ...], cosmetics: str) -> tuple[tuple[SvgElement, ...], int]:
    """Return the shapes of a constraint on cells and the side of a cell; no shapes if the kind does not fit them."""
    if not kind.cells or not cells:
        return (), 1
    try:
        layout = BOARD.with_constraints(*constraint_from_json(_object_of(kind, cells), BOARD.size, BOARD.regions))
    except InputError:
        return (), 1
    picture = picture_of(layout, cosmetics)
    return (*picture.under, *picture.over), picture.unit


def _object_of(kind: ConstraintKind, cells: tuple[str, ...]) -> dict[str, Any]:
    """Return a constraint of a kind on these cells as a JSON object, as a page makes one when a user draws it."""
    values = {one.name: _value_of(one) for one in kind.values if not one.optional} | VALUES.get(kind.kind, {})
    first, *others = kind.cells
    if first == GROUPS:
        return {"kind": kind.kind, **values, GROUPS: [["r1c1", "r1c2"], ["r2c1", "r2c2"]]}
    parts = {first: cells[:1], others[0]: cells[1:]} if others else {first: cells}
    return {"kind": kind.kind, **values, **{name: list(part) for name, part in parts.items()}}


def _value_of(one: Any) -> Any:
    if one.open:
        return "?"
    if one.choices:
        return [one.choices[0]] if one.type == "words" else one.choices[0]
    if isinstance(one.default, int | str):
        return one.default
    return "a != b" if one.name == "expression" else FIRST[one.type]
