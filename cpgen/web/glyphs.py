"""Glyphs for the kinds of constraints: the picture of a small constraint of each kind, for a page's tools."""

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
    "outside": (-0.9, -0.2, 1.4, 1.4),
    "diagonal": (-0.9, -0.9, 1.4, 1.4),
}
"""The part of the board that a glyph shows: left, top, width and height in cells"""
FIRST: dict[str, Any] = {"digits": [1, 2], "text": "11", "number": 2}
"""A value of each type that cannot be left open"""


def glyph_of(kind: ConstraintKind) -> Glyph | None:
    """Return the glyph of a kind; None for a kind that is about the whole board or draws nothing."""
    gesture: Gesture
    for gesture in (kind.drawn, "edge"):  # a line that only joins neighbours is drawn like an edge
        shapes, unit = _picture_of(kind, CELLS.get(gesture, ()))
        if shapes:
            return Glyph(shapes=shapes, unit=unit, window=WINDOWS[gesture])
    return None


def _picture_of(kind: ConstraintKind, cells: tuple[str, ...]) -> tuple[tuple[SvgElement, ...], int]:
    """Return the shapes of a constraint on cells and the side of a cell; no shapes if the kind does not fit them."""
    if not kind.cells or not cells:
        return (), 1
    try:
        layout = BOARD.with_constraints(*constraint_from_json(_object_of(kind, cells), BOARD.size, BOARD.regions))
    except InputError:
        return (), 1
    picture = picture_of(layout)
    return (*picture.under, *picture.over), picture.unit


def _object_of(kind: ConstraintKind, cells: tuple[str, ...]) -> dict[str, Any]:
    """Return a constraint of a kind as an object, as a page makes it of a gesture."""
    values = {one.name: _value_of(one) for one in kind.values if not one.optional}
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
