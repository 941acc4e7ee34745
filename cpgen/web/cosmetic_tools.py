"""Tools for drawings without a meaning and for fog, as data: the gesture that draws each, its title, and its glyph."""

from __future__ import annotations

from cpgen.constraints.base import Gesture
from cpgen.constraints.shapes import INKS
from cpgen.render.cosmetic_shapes import GREYS, HUES
from cpgen.translations import LANGUAGES, words_of
from cpgen.web.glyphs import BOARD, WINDOWS
from cpgen.web.play import picture_of
from cpgen.web.records.drawing_answers import ConstraintKind, Glyph

TOOLS: dict[str, tuple[Gesture, int, str]] = {
    "line": ("line", 2, "line at=1.5,0.5;0.5,0.5;0.5,1.5 pen=#8ab8e6 width=0.12"),
    "arrow": ("line", 2, "arrow at=1.5,0.5;0.5,0.5;0.5,1.5 pen=#8ab8e6 width=0.12"),
    "paint": ("cells", 1, "box at=0.5,0.5 fill=#f0e08a\nbox at=0.5,1.5 fill=#7cc576\nbox at=1.5,0.5 fill=#8ab8e6"),
    "ring": ("cell", 1, "round at=0.5,0.5 size=0.8,0.8 pen=#606060"),
    "cage": ("cells", 1, "cage at=0.5,0.5;0.5,1.5;1.5,0.5 pen=#606060"),
    "text": ("cell", 1, "box at=0.5,0.5 high=0.7 text=A"),
}
"""For each tool, its gesture, the smallest number of cells, and the drawings of its glyph"""
_DARK = "box at={} fill=#b8b8b8"
FOG: dict[str, tuple[Gesture, int, str]] = {
    "lamp": ("cell", 1, "box at=0.5,0.5 fill=#b8b8b8\nround at=0.5,0.5 size=0.6,0.6 fill=#fefefe pen=#606060 over"),
    "light": (
        "cells",
        2,
        "\n".join(
            (
                *map(_DARK.format, ("0.5,0.5", "1.5,1.5")),
                "round at=0.5,0.5 size=0.6,0.6 fill=#fefefe pen=#606060 over",
                "arrow at=0.5,0.8;0.5,1.8 pen=#606060 width=0.1 over",
            )
        ),
    ),
}
"""Gesture, cells and glyph of each tool for fog: lamps, and cells whose right digits light certain others"""
COLOURS = {INKS[colour]: colour for colour in (*GREYS, *HUES)}
"""The colours that pictures tell apart, by name"""


def cosmetic_tools() -> tuple[ConstraintKind, ...]:
    """Return the tools for drawings that are no constraints; their names begin with `cosmetic-`."""
    return tuple(_tool(f"cosmetic-{name}", f"cosmetic.{name}.title", *rest) for name, rest in TOOLS.items())


def fog_tools() -> tuple[ConstraintKind, ...]:
    """Return the tools for fog; their names begin with `fog-`."""
    return tuple(_tool(f"fog-{name}", f"fog.{name}.title", *rest) for name, rest in FOG.items())


def _tool(kind: str, title: str, gesture: Gesture, least: int, drawings: str) -> ConstraintKind:
    picture = picture_of(BOARD, drawings)
    return ConstraintKind(
        kind=kind,
        title={language: words_of(language)(title) for language in LANGUAGES},
        synonyms=dict.fromkeys(LANGUAGES, ()),
        drawn=gesture,
        cells=("cells",),
        least=least,
        values=(),
        glyph=Glyph(shapes=(*picture.under, *picture.over), unit=picture.unit, window=WINDOWS[gesture]),
    )
