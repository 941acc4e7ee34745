"""Holds each technique against a plain search for it, on random states of many boards.

The plain searches are those of the tests, which take a few states; here each technique goes on until it has occurred in
so many states. Franken and mutant fish of four houses and more are looked for on boards of side 6 to 8 alone, for on
9×9 the plain search has too many houses to choose from. Ends with 1 when something is missed or is not there, and says
on which state; Ctrl-C ends it.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from functools import partial
from itertools import chain, cycle
from typing import NamedTuple

from cpgen.layout import Layout
from cpgen.puzzle import Grid
from cpgen.state import State
from scripts.soundness import arguments, in_order, workers_for
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

Drawn = Iterator[tuple[State, Grid] | tuple[State]]
SMALL = {name: LAYOUTS[name] for name in ("2x3", "pentomino-1", "latin")}
LINES = {name: LAYOUTS[name] for name in ("2x3", "latin", "jigsaw-9", "3x3")}
FEW_LINES = {name: LAYOUTS[name] for name in ("2x3", "latin")}
TINY = {name: Layout.parse(SHAPES[name]) for name in ("4x4", "5x5 pentominoes", "5x5 winding pentominoes")}
SIX = {name: Layout.parse(name) for name in ("2x3", "latin-6+diagonals")}
SEVEN = {name: Layout.parse(name) for name in ("latin-7+diagonals",)}
EIGHT = {name: Layout.parse(name) for name in ("latin-8+diagonals",)}
NINE = {name: LAYOUTS[name] for name in ("3x3", "jigsaw-9", "diagonal", "windoku")}
MOST = 30
"""How many states are looked at for each in which a technique occurs"""


class Search(NamedTuple):
    """A plain search: it checks what is found in a state, and says whether anything is; where the states come from."""

    check: Callable[..., bool]
    boards: dict[str, Layout] = LAYOUTS
    source: Callable[[Layout, int, int], Drawn] = states


def bare(source: Callable[..., Iterator[State]], *more: str) -> Callable[[Layout, int, int], Drawn]:
    """A source of states alone, which may have no solution."""
    return lambda layout, count, seed: ((state,) for state in source(layout, count, seed, *more))


def mixed(layout: Layout, count: int, seed: int, digits: int = 64, most: float = 0.25) -> Drawn:
    """States as they come, and sparse ones of such a kind, in turn."""
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
"""The plain searches of the techniques that have one; singles and subsets are held against a rater of their own"""


class Piece(NamedTuple):
    """What one process does at a time: a technique, in how many states it is to occur, and where the states begin."""

    technique: str
    states: int
    seed: int


class Row(NamedTuple):
    """What became of a technique: how many states were looked at, how many have it, and what was wrong."""

    technique: str
    looked: int
    having: int
    wrong: str = ""

    def __str__(self) -> str:
        return f"{self.technique:34}{self.looked:10}{self.having:10}  {self.wrong}"


def complete(piece: Piece) -> Row:
    """Looks at states of the boards in turn until enough of them have the technique."""
    check, boards, source = SEARCHES[piece.technique]
    most, having = MOST * piece.states, 0
    for looked, drawn in enumerate(cycle([source(layout, most, piece.seed) for layout in boards.values()])):
        if having == piece.states or looked == most:
            break
        state, *grid = next(drawn)
        try:
            having += check(state, *grid, piece.technique)
        except AssertionError as error:
            return Row(piece.technique, looked, having, f"{error} in {state}")
    return Row(piece.technique, looked, having)


def main() -> int:
    asked = arguments(__doc__ or "", 200, "states in which each is to occur", SEARCHES, "only this; repeatable")
    pieces = (Piece(name, asked.states, asked.seed) for name in asked.technique or SEARCHES)
    wrong = 0
    print(f"{'technique':34}{'states':>10}{'with it':>10}", flush=True)
    with workers_for(asked.jobs) as workers:
        for row in in_order(workers, complete, pieces):
            print(row, flush=True)
            wrong += bool(row.wrong)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
