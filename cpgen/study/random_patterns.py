"""Patterns to study: the shipped patterns of a layout and random patterns of many kinds."""

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
"""Symmetries of random patterns, used in turn"""
CHOICE = 12
"""Number of patterns drawn per turn; the one of median, highest or lowest evenness among them is kept"""
FRUITLESS = 300
"""Number of consecutive turns (see `CHOICE`) without a new pattern after which the search ends"""


@dataclass(frozen=True)
class PatternKind:
    """Bounds of random patterns: minimum and maximum clue count, and symmetries, used in turn."""

    least: int
    most: int
    symmetries: tuple[str, ...] = SYMMETRIES


def shipped_patterns(layout: Layout) -> dict[str, Pattern]:
    """Return, by name, the shipped patterns without fixed digits whose default layout is the given one."""
    drawn = {name: Pattern.parse(resources.text("patterns", name)) for name in resources.names("patterns")}
    return {name: pattern for name, pattern in drawn.items() if _suits(pattern, layout)}


def _suits(pattern: Pattern, layout: Layout) -> bool:
    if any(pattern.fixed) or pattern.size != layout.size:
        return False
    with suppress(InputError):
        return Layout.default(pattern.size) == layout
    return False


def random_patterns(
    layout: Layout, number: int, kind: PatternKind, seed: Sequence[int], name: str
) -> dict[str, Pattern]:
    """Return `number` different random patterns of a kind by name: `name-1`, `name-2`, ...

    Patterns with two empty lines that could be swapped are excluded: none of their puzzles has one solution. A smaller
    `number` gives the first ones. Raises InputError when the search does not find that many.
    """
    rng = np.random.default_rng(seed)
    patterns: dict[Pattern, None] = {}
    turn = latest = 0
    # With too few clues for any unique puzzle, every pattern would be drawn in vain.
    patience = FRUITLESS if kind.most >= least_clues(layout) else 0
    while len(patterns) < number and turn - latest < patience:
        before = len(patterns)
        patterns.update(dict.fromkeys(_drawn(layout, kind, turn, rng)))
        turn += 1
        latest = turn if len(patterns) > before else latest
    if len(patterns) < number:
        raise InputError(
            f"No {number} random patterns of {kind.least} to {kind.most} clues were found for {layout}; give fewer, "
            "or other numbers of clues."
        )
    return {f"{name}-{index}": pattern for index, pattern in enumerate(patterns, 1)}


def _drawn(layout: Layout, kind: PatternKind, turn: int, rng: np.random.Generator) -> list[Pattern]:
    """Return a list with the pattern of one turn; [] if every drawn one has rows or columns that could be swapped.

    Of twelve drawn patterns the turn keeps that of median, least or greatest unevenness, alternately.
    """
    symmetry = kind.symmetries[turn % len(kind.symmetries)]
    clues = int(rng.choice(_counts(layout, kind, symmetry)))
    drawn = [random_pattern(layout.size, clues, symmetry, rng) for _ in range(CHOICE)]
    drawn = [pattern for pattern in drawn if not moved_by_a_symmetry(layout, pattern)]
    drawn.sort(key=lambda pattern: _uneven(pattern, layout))
    # Keep the middle, the most even and the most uneven pattern in turn: a single draw is seldom far from the middle.
    which = turn // len(kind.symmetries) % 3
    return drawn[:1] if which == 1 else drawn[-1:] if which == 2 else drawn[len(drawn) // 2 :][:1]


def _counts(layout: Layout, kind: PatternKind, symmetry: str) -> list[int]:
    """Return the clue counts within the kind's bounds that a symmetry allows; raise InputError without any."""
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
