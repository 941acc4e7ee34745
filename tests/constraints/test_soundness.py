"""Soundness of the rater's techniques on boards with constraints: no finding contradicts a solution.

Techniques work through sight, which cages and other constraints add to, and know nothing else of constraints.
"""

from __future__ import annotations

import re

import pytest

from cpgen.layout import Layout
from cpgen.puzzle import Puzzle
from cpgen.rater.explain import explain_puzzle, find_in
from cpgen.rater.ladder import Ladder
from cpgen.rater.techniques import NAMED
from cpgen.state import State
from tests.constraints.examples import EXAMPLES, board
from tests.rater.techniques.boards import alone, assert_sound, ladder_of, states

LONG = re.compile("franken|mutant|als-(xy|chain)|forcing-")
"""Techniques that take long"""
QUICK = ladder_of(*(name for name in NAMED if not LONG.search(name)))
MIXED = "cage 9: r4c1 r5c1 r5c2\ncage: r1c1 r2c3 r3c5\nthermo: r6c6 r5c5 r4c5\nlunchbox 5: r1c3 r2c3 r2c4 r3c4"


@pytest.mark.parametrize(("size", "line"), [*EXAMPLES, (6, MIXED)])
def test_no_finding_contradicts_a_solution(size: int, line: str) -> None:
    for state, grid in states(board(size).with_constraints(line), 2, 1):
        for finding in find_in(state, QUICK):
            assert not finding.technique.assumes_one_solution
            assert_sound(finding, grid)


@pytest.mark.slow
@pytest.mark.parametrize(("size", "line"), [*EXAMPLES, (6, MIXED)])
def test_no_finding_contradicts_many_solutions(size: int, line: str) -> None:
    for number, (state, grid) in enumerate(states(board(size).with_constraints(line), 40, 2)):
        for ladder in (QUICK, *(alone(name) for name in NAMED if number % 10 == 0 and LONG.search(name))):
            for finding in find_in(state, ladder):
                assert_sound(finding, grid)


def test_naked_single_reaches_cells_seen_by_a_cage() -> None:
    layout = Layout.boxes(2, 3).with_constraints("cage: r1c1 r3c5")
    marks = ((1,), *((),) * 35)
    ladder = Ladder.of({"hidden-single-region": 1, "naked-single": 2}.items())
    first, *_ = explain_puzzle(State(Puzzle(layout, (0,) * 36), marks=marks), ladder)
    assert first.rule == "naked-single"
    assert {cell for cell, digit in first.removed} == {*layout.peers[0]}
    assert 16 in layout.peers[0]
