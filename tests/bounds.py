"""Do some of every kind of compiled work on boards, with arrays that refuse every index outside, negative ones too.

A wrong index is silent in machine code: it reads or changes the memory of something else. Interpreted numpy refuses an
index past the end, but takes −1 for the last place; so does numba with NUMBA_BOUNDSCHECK=1. Therefore everything is
interpreted here, and the arrays of all structures are `Checked` ones.

    NUMBA_DISABLE_JIT=1 python -m tests.bounds LAYOUT…
"""

from __future__ import annotations

import sys
from itertools import product
from typing import Any

import numpy as np

from cpgen.difficulty import model_for, shipped_ladder
from cpgen.digging.dig_puzzles import grids_of
from cpgen.digging.digger import Digger
from cpgen.errors import ImpossibleError
from cpgen.generation.gibbs import Walk
from cpgen.generation.session import Session
from cpgen.kernel import INTERPRETED, structs
from cpgen.library import layout_named
from cpgen.oracles import open_oracle
from cpgen.puzzle import Puzzle
from cpgen.rater.rating import rate_puzzle
from cpgen.requests.clock import Clock
from cpgen.symmetry.canonical import Canoniser
from tests.request_helpers import asked, asked_to_dig

STEPS = 40
"""Steps of a walk for each grade"""
LARGEST = 9
"""Side of the largest board that is rated on wide ladders, and dug in with them"""


class Checked(np.ndarray):
    """An array that refuses negative indices."""

    def __getitem__(self, key: Any) -> Any:
        refuse_negative(key)
        return super().__getitem__(key)

    def __setitem__(self, key: Any, value: Any) -> None:
        refuse_negative(key)
        super().__setitem__(key, value)


def refuse_negative(key: Any) -> None:
    for index in key if isinstance(key, tuple) else (key,):
        if isinstance(index, int | np.integer) and index < 0:
            raise IndexError(f"index {index} is negative")


def check_structures() -> None:
    """Make all structures from now on with checked arrays."""
    plain = structs.Struct.__init__

    def with_checks(self: structs.Struct, *values: Any, **named: Any) -> None:
        plain(self, *map(checked, values), **{name: checked(value) for name, value in named.items()})

    structs.Struct.__init__ = with_checks  # type: ignore[method-assign]


def checked(value: Any) -> Any:
    return value.view(Checked) if type(value) is np.ndarray else value


def work_on(name: str) -> None:
    layout, rng, oracle = layout_named(name), np.random.default_rng(1), open_oracle("bitset")
    grid = oracle.complete(Puzzle(layout, (0,) * layout.cell_count), rng)
    assert grid is not None
    shares = [Puzzle(layout, tuple(np.where(rng.random(len(grid)) < k, grid, 0).tolist())) for k in (0.7, 0.5, 0.35)]
    for grade in model_for(layout).grades:
        walk_towards(name, grade.name, grid)
    for puzzle in shares:
        oracle.count(puzzle, 2)
        Canoniser(layout).form(puzzle)
        for ladder in ("nikoli100", "hodoku", "explainer", "variants") if layout.size <= LARGEST else ("nikoli100",):
            rate_puzzle(puzzle, shipped_ladder(ladder).ladder)
    for way, check in product(("single", "balanced"), ("unique", "direct", "ladder:1")):
        request = asked_to_dig(layout=layout, way=way, check=check)
        Digger(request, Clock()).dug(grids_of(request)(rng), rng, int(0.6 * len(grid)))


def walk_towards(layout: str, grade: str, grid: tuple[int, ...]) -> None:
    """Walk for some steps from the digits of a grid towards a grade."""
    try:
        request = asked(layout=layout, grade=grade)
    except ImpossibleError:
        return
    session = Session(request, open_oracle("bitset"), np.random.default_rng(1), Clock())
    pattern = session.begin_attempt()
    clues = [digit if cell in pattern.cells else 0 for cell, digit in enumerate(grid)]
    Walk(session, pattern, clues).find(STEPS)


if __name__ == "__main__":
    assert INTERPRETED
    check_structures()
    for given in sys.argv[1:]:
        work_on(given)
