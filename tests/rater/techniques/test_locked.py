"""Locked pairs and triples: sound, there, and all of them."""

from __future__ import annotations

from itertools import combinations

import pytest

from cpgen.constraints.house import House
from cpgen.layout import Layout
from cpgen.puzzle import Grid
from cpgen.state import State
from tests.conftest import SHAPES
from tests.rater.techniques.boards import Candidate, assert_sound, found, pencilled, states

LOCKED = {"locked-pair": 2, "locked-triple": 3}
Instance = tuple[frozenset[int], frozenset[House], frozenset[Candidate]]


def instances(state: State, k: int) -> set[Instance]:
    """Cells, houses and effects: k cells of two houses with k digits, which the first house has outside the second."""
    notes, seen = dict(enumerate(state.marks or ())), set()
    for one, two in combinations(state.layout.houses, 2):
        shared = [cell for cell in one.cells if cell in two.cells and notes[cell]]
        for cells in combinations(shared, k):
            digits = {digit for cell in cells for digit in notes[cell]}
            if len(digits) != k:
                continue
            lose = {(cell, d) for cell in {*one.cells} - {*two.cells} for d in digits if d in notes[cell]}
            more = {(cell, d) for cell in {*two.cells} - {*cells} for d in digits if d in notes[cell]}
            if lose and more:
                seen.add((frozenset(cells), frozenset((one, two)), frozenset(lose | more)))
    return seen


def check(state: State, grid: Grid, technique: str) -> bool:
    """Assert that the findings of a technique are those of a plain search; return True if there are any."""
    there, findings = instances(state, LOCKED[technique]), found(state, technique)
    for finding in findings:
        assert_sound(finding, grid)
        assert (frozenset(finding.cells), frozenset(finding.houses), frozenset(finding.removed)) in there
        assert set(finding.digits) == {digit for cell in finding.cells for digit in (state.marks or ())[cell]}
    assert {frozenset(finding.removed) for finding in findings} == {removed for _, _, removed in there}
    return bool(there)


@pytest.mark.parametrize("technique", LOCKED)
def test_it_finds_what_is_there(technique: str) -> None:
    seen = 0
    for shape in ("6x6", "6x6 latin diagonals", "9x9", "9x9 jigsaw", "9x9 diagonals", "9x9 windoku"):
        for state, grid in states(Layout.parse(SHAPES[shape]), 50, 1):
            seen += check(state, grid, technique)
    assert seen > 15


def test_both_houses_lose_the_digits_that_are_locked_in_them() -> None:
    """2 and 7 in r1c1 and r1c2; when the block has them nowhere else, the pair is not a locked one."""
    row, block = {*range(2, 9)}, {2, 9, 10, 11, 18, 19, 20}
    notes = ["27" if cell < 2 else "123456789" for cell in range(81)]
    (finding,) = found(pencilled(" ".join(notes)), "locked-pair")
    assert finding.cells == (0, 1)
    assert set(finding.removed) == {(cell, digit) for cell in row | block for digit in (2, 7)}
    for cell in block:
        notes[cell] = "1345689"
    assert found(pencilled(" ".join(notes)), "locked-pair") == ()
