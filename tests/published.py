"""Published puzzles with constraints, on which explanations are measured: three sets, with solutions, as facts.

`variants` are 40 by several setters. `rules` are 20 with invented rules, as strings of the Interactive Sudoku Solver.
`examples` come from the same program's repository (MIT licence), each with the address where it was published. They are
held out: techniques are measured on them, not made for them.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from cpgen.formats import iss
from cpgen.puzzle import Grid, Puzzle
from tests.variant_puzzles import VARIANTS, puzzle_of, solution_of

TESTS = Path(__file__).parent
RULES = json.loads((TESTS / "formats" / "fixtures" / "iss_rules.json").read_text(encoding="utf-8"))
EXAMPLES = json.loads((TESTS / "constraints" / "public_examples.json").read_text(encoding="utf-8"))
SETS = {
    "variants": tuple(VARIANTS),
    "rules": tuple(f"rule-{number:02}" for number in range(1, len(RULES) + 1)),
    "examples": tuple(EXAMPLES),
}
"""Names of the puzzles of each set"""
FAMILIES = {
    "outside clues, lunchboxes": (
        "sandwich",
        "x-sum",
        "skyscraper",
        "numbered-room",
        "lunchbox",
        "full-rank",
    ),
    "counting, indexing": ("counting-circles", "look-and-say", "indexing"),
    "cages, quadruples": ("cage", "sum", "quad"),
    "sums on lines": ("arrow", "double-arrow", "little", "region-sum", "equal-sums", "zipper", "sum-line"),
    "other lines": (
        "thermo",
        "between",
        "lockout",
        "whisper",
        "renban",
        "palindrome",
        "same-values",
        "entropic",
        "modular",
    ),
    "dots, XV, extreme cells": ("white", "black", "xv", "maximum", "minimum", "less"),
    "chess moves, neighbours, entropy": ("leaps", "non-consecutive", "global-entropy"),
    "own rules": (),
}
"""A puzzle belongs to the first family of which it has a kind of constraint; otherwise to the last"""
NEED_TRIAL = {
    "variants": (
        "variant-14",
        "variant-19",
        "variant-25",
    ),
    "rules": ("rule-13",),
    "examples": (
        "Region sum lines",
        "Arrow killer",
        "Hailstone",
        "Heat up",
        "Miracle",
        "Nabner",
        "Owl",
        "Normal lunchbox 2",
        "Full rank",
        "Regex line",
    ),
}
"""Puzzles of each set that the ladder `variants` does not solve below trial"""
STUCK = ("rule-13",)
"""Puzzles that it does not solve at all: all alternatives of a whole board, where no search proves the solution"""


class Published(NamedTuple):
    """A published puzzle and its only solution."""

    name: str
    puzzle: Puzzle
    solution: Grid


def published(name: str) -> Published:
    """Return a puzzle of any set by its name."""
    if name in VARIANTS:
        return Published(name, puzzle_of(name), solution_of(name))
    found = EXAMPLES[name] if name in EXAMPLES else RULES[SETS["rules"].index(name)]
    return Published(name, iss.read(found["iss"]).puzzle, tuple(map(int, found["solution"])))


def all_published() -> Iterator[tuple[str, Published]]:
    """Yield each puzzle with the name of its set."""
    for name_of_set, names in SETS.items():
        for name in names:
            yield name_of_set, published(name)


def family_of(puzzle: Puzzle) -> str:
    """Return the name of the family to which a puzzle belongs."""
    kinds = {constraint.kind for constraint in puzzle.layout.further}
    return next((family for family, words in FAMILIES.items() if kinds.intersection(words)), "own rules")
