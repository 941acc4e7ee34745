"""Long searches for findings that a technique misses: each is compared with a brute-force search on random states.

The brute-force searches are those of the tests of each technique, which take a few states; here each technique has to
occur in many. Franken and mutant fish of four houses and more are tried on boards of side 6 to 8 only, because on 9×9
the brute-force search has too many combinations of houses.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from itertools import chain, cycle
from typing import NamedTuple

import pytest

from cpgen.layout import Layout
from cpgen.puzzle import Grid
from cpgen.state import State
from tests.conftest import SHAPES
from tests.rater.techniques import (
    test_als,
    test_chains,
    test_colours,
    test_fish,
    test_last_resorts,
    test_locked,
    test_single_digit,
    test_uniqueness,
    test_wings,
)
from tests.rater.techniques.boards import LAYOUTS, sparse, states

pytestmark = pytest.mark.slow

Drawn = Iterator[tuple[State, Grid] | tuple[State]]
SMALL = {name: LAYOUTS[name] for name in ("2x3", "pentomino-1", "latin")}
LINES = {name: LAYOUTS[name] for name in ("2x3", "latin", "jigsaw-9", "3x3")}
FEW_LINES = {name: LAYOUTS[name] for name in ("2x3", "latin")}
TINY = {name: Layout.parse(SHAPES[name]) for name in ("4x4", "5x5 pentominoes", "5x5 winding pentominoes")}
SIX = {name: Layout.parse(name) for name in ("2x3", "latin-6+diagonals")}
SEVEN = {name: Layout.parse(name) for name in ("latin-7+diagonals",)}
EIGHT = {name: Layout.parse(name) for name in ("latin-8+diagonals",)}
NINE = {name: LAYOUTS[name] for name in ("3x3", "jigsaw-9", "diagonal", "windoku")}
WANTED = 100
"""Number of states in which each technique has to occur"""
TRIED = 30 * WANTED
"""Maximum number of states to try for that"""


class Search(NamedTuple):
    """A brute-force search: `check` compares a state and returns True if the technique occurs there."""

    check: Callable[..., bool]
    boards: dict[str, Layout] = LAYOUTS
    source: Callable[[Layout, int, int], Drawn] = states


def bare(source: Callable[..., Iterator[State]], *more: str) -> Callable[[Layout, int, int], Drawn]:
    """Return a source of states without grids, which may have no solution."""
    return lambda layout, count, seed: ((state,) for state in source(layout, count, seed, *more))


def mixed(layout: Layout, count: int, seed: int, digits: int = 64, most: float = 0.25) -> Drawn:
    """Yield ordinary and sparse states alternately."""
    return chain.from_iterable(zip(states(layout, count, seed), sparse(layout, count, seed, digits, most), strict=True))


SEARCHES = {
    **dict.fromkeys(test_locked.LOCKED, Search(test_locked.check)),
    **{f"{kind}{name}": Search(test_fish.check, LINES) for name in ("x-wing", "swordfish") for kind in test_fish.BASIC},
    **{f"{kind}jellyfish": Search(test_fish.check, FEW_LINES, mixed) for kind in test_fish.BASIC},
    **{
        f"{kind}{name}": Search(test_fish.check, NINE, sparse)
        for name in ("squirmbag", "whale", "leviathan")
        for kind in test_fish.BASIC
    },
    **{
        f"{kind}{name}": Search(test_fish.check, boards, source)
        for name, boards, source in (
            ("x-wing", SMALL, mixed),
            ("swordfish", TINY, mixed),
            ("jellyfish", SIX, sparse),
            ("squirmbag", SIX, sparse),
            ("whale", SEVEN, partial(sparse, digits=2)),
            ("leviathan", EIGHT, partial(sparse, digits=2)),
        )
        for kind in test_fish.COMPLEX
    },
    **dict.fromkeys(test_single_digit.EACH, Search(test_single_digit.check)),
    "dual-two-string-kite": Search(test_single_digit.check, NINE, sparse),
    "dual-empty-rectangle": Search(test_single_digit.check, source=mixed),
    **dict.fromkeys(test_wings.TECHNIQUES, Search(test_wings.check)),
    **dict.fromkeys(test_colours.TECHNIQUES, Search(test_colours.check)),
    "remote-pair": Search(test_chains.check_pairs, source=partial(mixed, digits=2, most=0.6)),
    **dict.fromkeys((*test_chains.PLAIN, *test_chains.GROUPED), Search(test_chains.check)),
    **dict.fromkeys(test_chains.WITH_SETS, Search(test_chains.check, SMALL)),
    **dict.fromkeys(test_als.DEFINITIONS, Search(test_als.check, SMALL)),
    "sue-de-coq": Search(test_als.check),
    **{
        name: Search(test_uniqueness.check, source=bare(test_uniqueness.with_planted, name))
        for name in test_uniqueness.RECTANGLES
    },
    **dict.fromkeys(
        test_uniqueness.AVOIDABLE, Search(test_uniqueness.check, source=bare(test_uniqueness.partly_clues))
    ),
    "bug-plus-1": Search(test_uniqueness.check, source=bare(test_uniqueness.bugs)),
    **dict.fromkeys(("template-set", "template-delete"), Search(test_last_resorts.check_templates)),
    **dict.fromkeys(test_last_resorts.FORCING, Search(test_last_resorts.check_forcing, SMALL)),
}
"""Brute-force searches by technique; singles and subsets are compared with `tests/reference_rater.py`"""


@pytest.mark.parametrize("technique", SEARCHES)
def test_technique_misses_nothing(technique: str) -> None:
    check, boards, source = SEARCHES[technique]
    found = 0
    sources = [source(layout, TRIED, 1) for layout in boards.values()]
    for tried, drawn in enumerate(cycle(sources)):
        if found == WANTED or tried == TRIED:
            break
        found += check(*next(drawn), technique)
    assert found
