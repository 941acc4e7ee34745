"""Propagation and search with constraints besides houses."""

import numpy as np
import pytest

from cpgen.constraints.primitives import Automaton, Domain, Linear, Pair, automaton
from cpgen.engine.further import FAILED, further_scratch, further_tables, propagate_further
from cpgen.layout import Layout
from cpgen.oracles.bitset import BitsetOracle, all_grids
from cpgen.puzzle import Puzzle

SIZE = 4
FULL = (1 << SIZE) - 1


def propagated(primitive, domains):
    """Return the domains of two or more cells on a board of one row after a check, or None if it fails."""
    further = further_tables([primitive], Layout.boxes(2, 2), 1)
    scratch = further_scratch(further, len(domains), 1)
    board = np.zeros(SIZE + 2, np.uint64)
    for cell, digits in enumerate(domains):
        for digit in range(SIZE):
            board[digit] |= np.uint64((digits >> digit & 1) << cell)
    with np.errstate(over="ignore"):
        found = propagate_further(
            further, scratch, SIZE, board, np.zeros(len(domains), np.uint64), np.zeros(0, np.uint64)
        )
    if found == FAILED:
        return None
    return tuple(
        sum(1 << digit for digit in range(SIZE) if int(board[digit]) >> cell & 1) for cell in range(len(domains))
    )


LESS = Pair(0, 1, (0b1110, 0b1100, 0b1000, 0))


@pytest.mark.parametrize(
    ("primitive", "before", "after"),
    [
        (LESS, (FULL, FULL), (0b0111, 0b1110)),
        (LESS, (0b1000, FULL), None),
        (Linear((0, 1), (1, 1), "=", 3), (FULL, FULL), (0b0011, 0b0011)),
        (Linear((0, 1), (2, -1), "<=", -1), (FULL, FULL), (0b0001, 0b1100)),
        (Linear((0, 1), (1, 1), ">=", 7), (FULL, FULL), (0b1100, 0b1100)),
        (Linear((0, 1), (1, 1), ">=", 8), (FULL, FULL), None),  # the cells see each other
        (Linear((0, 1), (1, 1), "=", 9), (FULL, FULL), None),
        (Automaton((0, 1), ((1, -1, -1, -1), (-1, -1, 2, -1), (-1,) * 4), frozenset({2})), (FULL, FULL), (1, 0b100)),
        (Automaton((0, 1), ((-1,) * 4,), frozenset({0})), (FULL, FULL), None),
    ],
)
def test_a_check_keeps_supported_digits(primitive, before, after):
    assert propagated(primitive, before) == after


def grids_of(layout):
    """Return all grids by brute force over the definition of the constraints."""
    grids = [tuple(map(int, grid)) for grid in all_grids(layout.base)]
    assert len(grids) == 288
    return [grid for grid in grids if all(one.is_satisfied(grid, layout) for one in layout.further)]


@pytest.mark.parametrize(
    "lines",
    [
        ["cage 5: r1c1 r1c2"],
        ["cage 7: r1c1 r1c2 r2c1", "cage: r3c3 r4c4"],
        ["sum 6: r1c2 r2c1 r1c3", "cage: r2c1 r1c3"],  # all differ, each two for another reason
        ["thermo r1c1 r2c2 r3c3"],
        ["slow-thermo r1c1 r2c1 r3c2 r3c3", "cage 3: r4c4 r4c3"],
        ["thermo r1c1 r1c2 r1c3 r1c4", "thermo r4c4 r4c3 r4c2 r4c1"],
    ],
)
def test_counts_are_those_of_brute_force(lines):
    layout = Layout.boxes(2, 2).with_constraints(*lines)
    expected = grids_of(layout)
    oracle = BitsetOracle()
    puzzle = Puzzle(layout, (0,) * 16)
    assert oracle.count(puzzle, None) == len(expected)
    assert set(oracle.uniqueness(puzzle).grids) <= set(expected)
    assert oracle.complete(puzzle, np.random.default_rng(0)) in {None, *expected}


def test_an_automaton_is_trimmed_to_its_reachable_states():
    found = automaton(
        (0, 1, 2), 3, 0, lambda total, digit: total + digit if total + digit <= 4 else None, lambda t: t == 4
    )
    assert len(found.transitions) == 5
    assert Domain(0, 1).digits == 1
