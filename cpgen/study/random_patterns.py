"""The patterns that are studied: the shipped ones of a layout, and random ones of many kinds."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass

import numpy as np

from cpgen import resources
from cpgen.errors import InputError
from cpgen.feasibility.effort import features_of
from cpgen.feasibility.infeasible import least_clues, moved_by_a_symmetry
from cpgen.layout import Layout
from cpgen.pattern import Pattern
from cpgen.symmetry.square import clue_counts, random_pattern

SYMMETRIES = ("rot180", "none", "rot90", "left-right", "diagonal", "mirrors", "full")
"""The symmetries of random patterns, in turn"""
CHOICE = 12
"""How many patterns are drawn to take the most even, or the least even, of them"""
FRUITLESS = 300
"""Turns without a new pattern after which there are thought to be no more"""


@dataclass(frozen=True)
class Kind:
    """What random patterns are like: how many clues, from and to, and which symmetries, in turn.

    Of every three with a symmetry one is between, one is the most even of some, and one the least even.
    """

    least: int
    most: int
    symmetries: tuple[str, ...] = SYMMETRIES


def shipped_patterns(layout: Layout) -> dict[str, Pattern]:
    """The shipped patterns without fixed digits, by name, for boards whose default layout this is."""
    drawn = {name: Pattern.parse(resources.text("patterns", name)) for name in resources.names("patterns")}
    return {name: pattern for name, pattern in drawn.items() if _suits(pattern, layout)}


def _suits(pattern: Pattern, layout: Layout) -> bool:
    if any(pattern.fixed) or pattern.size != layout.size:
        return False
    with suppress(InputError):
        return Layout.default(pattern.size) == layout
    return False


def random_patterns(layout: Layout, number: int, kind: Kind, seed: Sequence[int], name: str) -> dict[str, Pattern]:
    """So many different random patterns, called `name-1` and on; the same for the same seed, fewer being the first.

    No two empty lines could change places in them. Raises InputError when there are not so many.
    """
    rng = np.random.default_rng(seed)
    found: dict[Pattern, None] = {}
    turn = latest = 0
    patience = FRUITLESS if kind.most >= least_clues(layout) else 0
    while len(found) < number and turn - latest < patience:
        before = len(found)
        found.update(dict.fromkeys(_drawn(layout, kind, turn, rng)))
        turn += 1
        latest = turn if len(found) > before else latest
    if len(found) < number:
        raise InputError(
            f"No {number} random patterns of {kind.least} to {kind.most} clues were found for {layout}; give fewer, "
            "or other numbers of clues."
        )
    return {f"{name}-{index}": pattern for index, pattern in enumerate(found, 1)}


def _drawn(layout: Layout, kind: Kind, turn: int, rng: np.random.Generator) -> list[Pattern]:
    """The pattern of a turn, or none when each that was drawn leaves lines that could change places."""
    symmetry = kind.symmetries[turn % len(kind.symmetries)]
    clues = int(rng.choice(_counts(layout, kind, symmetry)))
    drawn = [random_pattern(layout.size, clues, symmetry, rng) for _ in range(CHOICE)]
    drawn = sorted((one for one in drawn if not moved_by_a_symmetry(layout, one)), key=lambda one: _uneven(one, layout))
    which = turn // len(kind.symmetries) % 3
    return drawn[:1] if which == 1 else drawn[-1:] if which == 2 else drawn[len(drawn) // 2 :][:1]


def _counts(layout: Layout, kind: Kind, symmetry: str) -> list[int]:
    """The numbers of clues within bounds that a pattern with the symmetry can have."""
    counts = [count for count in clue_counts(layout.size, symmetry) if kind.least <= count <= kind.most]
    if not counts:
        raise InputError(
            f"No pattern of {kind.least} to {kind.most} clues on a {layout.size}×{layout.size} board has symmetry "
            f"{symmetry}; give other clues."
        )
    return sorted(counts)


def _uneven(pattern: Pattern, layout: Layout) -> float:
    features = features_of(pattern, layout)
    return features.line_spread + features.region_spread
