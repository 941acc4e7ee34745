"""What is there to choose from? Layouts, patterns, grades, methods and formats, and random boards and patterns."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

import numpy as np

from cpgen import api, formats, shipped
from cpgen.boards.jigsaw import random_boards
from cpgen.difficulty import model_for, shipped_model
from cpgen.errors import InputError
from cpgen.generation.request import GENERATION, REPLACEMENT
from cpgen.layout import Layout
from cpgen.oracles import DEFAULT, ORACLES
from cpgen.pattern import Pattern
from cpgen.symmetry import square
from cpgen.symmetry.square import SYMMETRIES, symmetry_of
from cpgen.web.asked import PRINTED, LayoutAsked, Nothing, RandomBoardAsked, RandomPatternAsked
from cpgen.web.given import layout_of
from cpgen.words import LANGUAGES, words_of

BOXED, LATIN = (9, 4, 6, 8, 10, 12, 15, 16), (5, 7)
"""The sides of the boards without a name that are offered, with the usual boxes and without any"""
BOXED_TITLE = {"en": "{0}×{0}, boxes of {1}", "ja": "{0}×{0}、ブロックは{1}"}
LATIN_TITLE = {"en": "{0}×{0} Latin square", "ja": "{0}×{0}のラテン方陣"}
QUICK_SIDE = 12
"""Up to this side bitset finds a board's grid in milliseconds; beyond it cpsat is steadier"""
GRID_SECONDS = 5.0


@cache
def choices(_: Nothing) -> dict[str, Any]:
    """Everything that there is to choose from."""
    return {
        "layouts": list(_layouts()),
        "patterns": [_pattern(name) for name in shipped.names("patterns")],
        "methods": {"generation": list(GENERATION), "replacement": list(REPLACEMENT)},
        "oracles": [{"name": name, "about": about} for name, (_, _, about) in ORACLES.items()],
        "formats": list(_formats()),
        "symmetries": list(SYMMETRIES),
        "rules": _rules(),
        "models": shipped.names("difficulty"),
        "usual": {"oracle": DEFAULT, "generation": GENERATION[0], "replacement": REPLACEMENT[0], "layout": "3x3"},
    }


def _layouts() -> Iterator[dict[str, Any]]:
    for side in BOXED:
        layout = Layout.default(side)
        yield {"name": layout.spec, "title": _told(BOXED_TITLE, side, layout.spec), **layout_object(layout)}
    for side in LATIN:
        layout = Layout.latin(side)
        yield {"name": layout.spec, "title": _told(LATIN_TITLE, side), **layout_object(layout)}
    for name in shipped.names("layouts"):
        text = shipped.text("layouts", name)
        yield {"name": name, "title": _about(text), **layout_object(Layout.parse(text))}


def _about(text: str) -> dict[str, str]:
    return {language: shipped.about(text, language) for language in LANGUAGES}


def _told(title: dict[str, str], *parts: object) -> dict[str, str]:
    return {language: words.format(*parts) for language, words in title.items()}


def layout_object(layout: Layout) -> dict[str, Any]:
    """The JSON object of a layout: regions by cell, extra houses by their cells, the grades that it can have."""
    diagonals = Layout(layout.size).with_diagonals().extras
    model = model_for(layout)
    return {
        "spec": layout.spec,
        "size": layout.size,
        "regions": list(layout.regions),
        "extras": [list(cells) for cells in layout.extras],
        "diagonals": set(diagonals) <= set(layout.extras),
        "model": model.name,
        "grades": [
            {"name": grade.name, "japanese": grade.japanese, "usual": grade.name == model.usual}
            for grade in (*model.grades, model.any_grade)
        ],
    }


def _pattern(name: str) -> dict[str, Any]:
    text = shipped.text("patterns", name)
    return {"name": name, "title": _about(text), **_pattern_object(Pattern.parse(text))}


def _pattern_object(pattern: Pattern) -> dict[str, Any]:
    return {
        "line": pattern.line,
        "size": pattern.size,
        "clues": len(pattern),
        "symmetry": symmetry_of(pattern.size, pattern.cells),
    }


def _formats() -> Iterator[dict[str, Any]]:
    for one in formats.FORMATS:
        yield {
            "name": one.name,
            "title": dict.fromkeys(LANGUAGES, one.title),
            "ending": one.ending,
            "reads": True,
            "many": one.many,
        }
    for name, title in PRINTED.items():
        many = name in ("pdf", "html")
        yield {"name": name, "title": title, "ending": f".{name}", "reads": False, "many": many}


def _rules() -> list[dict[str, Any]]:
    words = {language: words_of(language) for language in LANGUAGES}
    ladder = shipped_model("nikoli100").ladder
    return [
        {"name": rule, "complexity": complexity, **{lang: told(f"rules.{rule}.title") for lang, told in words.items()}}
        for rule, complexity in zip(ladder.rules, ladder.complexities, strict=True)
    ]


def layout(asked: LayoutAsked) -> dict[str, Any]:
    """A layout, drawn or named."""
    found = layout_of(asked.spec)
    if found is None:
        raise InputError("The layout says nothing; give a name, 3x3, latin-5, or drawn regions.")
    return layout_object(found)


def random_layout(asked: RandomBoardAsked) -> dict[str, Any]:
    """A random board that has a grid."""
    size = 5 if asked.kind == "pentomino" else asked.size
    seed = api.usable_seed(asked.seed)
    oracle = "bitset" if size <= QUICK_SIDE else "cpsat"
    board = next(random_boards(size, seed, asked.symmetry, oracle=oracle, seconds=GRID_SECONDS))
    return {**layout_object(board), "seed": seed}


def random_pattern(asked: RandomPatternAsked) -> dict[str, Any]:
    """A random pattern of so many clues."""
    seed = api.usable_seed(asked.seed)
    pattern = square.random_pattern(asked.size, asked.clues, asked.symmetry, np.random.default_rng(seed))
    return {**_pattern_object(pattern), "seed": seed}
