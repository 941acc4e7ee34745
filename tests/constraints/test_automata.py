"""Automata with fewer states accept the same digits."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest

from cpgen.constraints.primitives import Automaton, with_fewest_states
from cpgen.layout import Layout
from cpgen.puzzle import Puzzle
from cpgen.rater.explain import find_in
from tests.rater.techniques.boards import alone

DIGITS, CELLS = 3, 4


def words_of(machine: Automaton) -> set[tuple[int, ...]]:
    """Return all digit sequences that an automaton accepts, by trying all."""
    found = set()
    for word in product(range(DIGITS), repeat=len(machine.cells)):
        state = 0
        for digit in word:
            state = machine.transitions[state][digit] if state >= 0 else -1
        if state in machine.accepting:
            found.add(word)
    return found


@pytest.mark.parametrize("seed", range(30))
def test_fewest_states_accept_the_same_digits(seed: int) -> None:
    rng = np.random.default_rng(seed)
    size = int(rng.integers(1, 12))
    rows = tuple(tuple(map(int, row)) for row in rng.integers(-1, size, (size, DIGITS)))
    machine = Automaton(tuple(range(CELLS)), rows, frozenset(map(int, rng.integers(0, size, 2))))
    fewer = with_fewest_states(machine)
    assert words_of(fewer) == words_of(machine)
    if words_of(machine):
        assert len(fewer.transitions) == states_needed(words_of(machine))


def states_needed(words: set[tuple[int, ...]]) -> int:
    """Return how many different sets of endings the beginnings of words have, added up over all lengths."""
    return sum(
        len(
            {frozenset(one[length:] for one in words if one[:length] == begin) for begin in {w[:length] for w in words}}
        )
        for length in range(CELLS + 1)
    )


def test_lunchbox_of_six_cells_is_combined() -> None:
    """Its automaton has 1,080 states, of which 157 are needed."""
    layout = Layout.boxes(3, 3).with_constraints("lunchbox 23: r2c4 r2c3 r3c3 r3c2 r4c2 r5c2")
    findings = find_in(Puzzle(layout, (0,) * 81), alone("house-combination"))
    assert any(one.removed for one in findings)
