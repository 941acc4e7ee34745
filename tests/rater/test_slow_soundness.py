"""Long searches for unsound techniques: no finding on random states of many boards may contradict the solution.

Half of the states come from puzzles with one solution, and only there are techniques tried that assume one. The states
lie at random places on the way to the solution. Techniques that take long to list are tried on a share of the states.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice

import numpy as np
import pytest

from cpgen import resources
from cpgen.difficulty import shipped_ladder
from cpgen.layout import Layout
from cpgen.notation import without_comments
from cpgen.oracles import open_oracle
from cpgen.puzzle import Grid, Puzzle
from cpgen.rater.explain import explain_puzzle, find_in, states_before
from cpgen.rater.techniques import NAMED
from cpgen.state import State
from tests.conftest import SHAPES
from tests.rater.techniques.boards import alone, assert_sound, ladder_of, states

pytestmark = pytest.mark.slow

STATES = {
    **{(shape, True): 100 for shape in ("9x9", "6x6", "9x9 jigsaw", "9x9 diagonals", "9x9 windoku")},
    **{(shape, False): 100 for shape in ("9x9", "6x6", "9x9 jigsaw", "9x9 diagonals", "9x9 windoku")},
    **{(shape, False): 50 for shape in ("6x6 latin diagonals", "5x5 latin", "5x5 pentominoes")},
    ("hard", True): 50,
}
"""Number of states by board and by whether their puzzles have one solution; `hard` are the shipped hard puzzles"""
SHARES = {
    "(franken|mutant)-(squirm|whale|levi)": 0.01,
    "(franken|mutant)-jellyfish": 0.02,
    "finned-(franken|mutant)-swordfish": 0.5,
    "forcing": 0.2,
    "als-xz": 0.5,
    "als-(xy-wing|chain)": 0.03,
}
"""Share of the states on which the techniques that match a pattern are tried"""


def share_of(technique: str) -> float:
    return next((share for pattern, share in SHARES.items() if re.search(pattern, technique)), 1.0)


@pytest.mark.parametrize(("shape", "unique"), STATES, ids=str)
def test_no_finding_contradicts_the_solution(shape: str, unique: bool) -> None:
    rng = np.random.default_rng([1, *shape.encode()])
    source = hard(rng) if shape == "hard" else random_states(Layout.parse(SHAPES[shape]), unique, rng)
    fitting = [name for name, technique in NAMED.items() if unique or not technique.assumes_one_solution]
    always = ladder_of(*(name for name in fitting if share_of(name) == 1))
    others = [name for name in fitting if share_of(name) < 1]
    for state, grid in islice(source, STATES[shape, unique]):
        held = zip(grid, state.digits, state.candidates, strict=True)
        assert all(digit == placed if placed else digit in left for digit, placed, left in held), state
        for ladder in (always, *(alone(name) for name in others if rng.random() < share_of(name))):
            for finding in find_in(state, ladder):
                if finding.rule in fitting:
                    assert_sound(finding, grid)


def random_states(layout: Layout, unique: bool, rng: np.random.Generator) -> Iterator[tuple[State, Grid]]:
    """Yield random states of a layout, each with a solution."""
    for state, grid in states(layout, 100, int(rng.integers(1 << 32)), unique):
        yield advanced(state, grid, rng) if unique else state, grid


def hard(rng: np.random.Generator) -> Iterator[tuple[State, Grid]]:
    """Yield states of the shipped 9×9 puzzles, which are sparse or hard."""
    lines = [line for name in resources.names("puzzles") for line in without_comments(resources.text("puzzles", name))]
    oracle = open_oracle("bitset")
    while True:
        puzzle = Puzzle.parse(lines[rng.integers(len(lines))])
        (grid,) = oracle.uniqueness(puzzle).grids
        yield advanced(State(puzzle), grid, rng), grid


def advanced(state: State, grid: Grid, rng: np.random.Generator) -> State:
    """Return the state, one with random digits of the solution placed, or one on the way of a ladder."""
    puzzle, kind = state.puzzle, rng.integers(4)
    if kind == 0:
        return state
    if kind == 1:
        shown = (rng.random(len(grid)) < rng.uniform(0.2, 0.7)).tolist()
        rows = zip(puzzle.clues, grid, shown, strict=True)
        return State(puzzle, tuple(digit if seen and not clue else 0 for clue, digit, seen in rows))
    path = explain_puzzle(puzzle, shipped_ladder("hodoku").ladder)
    return list(states_before(State(puzzle), path))[rng.integers(len(path))][1]
