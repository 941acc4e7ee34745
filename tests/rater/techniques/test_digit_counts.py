"""Digit Count and Joint Count: small examples, and what a search through all ways to place a digit finds."""

from __future__ import annotations

from itertools import permutations, product

import pytest

from cpgen.layout import Layout
from cpgen.puzzle import Puzzle
from cpgen.rater.explain import explain_puzzle, find_in
from cpgen.rater.refutation import premises_of
from cpgen.rater.techniques.digit_counts import DigitCount, digit_counts_of
from cpgen.render.sentences import Narrator
from cpgen.state import State
from cpgen.translations import words_of
from tests.rater.techniques.boards import alone, ladder_of, states
from tests.rater.techniques.test_clue_logic import found

CIRCLES = "counting circles: r1c1 r1c2 r3c3"
TWICE = "quad 4: r1c1 r1c2 r2c1 r2c2; quad 4: r3c1 r3c2 r4c1 r4c2"


def test_two_circles_have_both_4s_of_two_columns() -> None:
    """Columns 1 and 2 have two 4s, one for each circle, so rows 5 and 6 have none there."""
    (one,) = found(6, TWICE, "digit-count")
    assert {"r5c1": "4", "r5c2": "4", "r6c1": "4", "r6c2": "4"}.items() <= one.items()


def test_counts_within_a_house_are_known() -> None:
    """A count of at most 1 in the cells of a row says nothing new."""
    layout = Layout.boxes(2, 3).with_constraints('rule "count(x, 3) < 2" cells: r1c1 r1c2 r1c3 r1c4')
    assert not list(digit_counts_of(layout))


def test_finding_names_only_constraints_that_it_needs() -> None:
    """The third circle has a 4, too, but the other two leave the same cells out."""
    layout = Layout.boxes(2, 3).with_constraints(*TWICE.split("; "), "quad 4: r2c4 r2c5 r3c4 r3c5")
    *_, last = explain_puzzle(Puzzle(layout, (0,) * 36), ladder_of("digit-count"))
    text = Narrator(words_of("en")).paragraph(last)
    assert text.startswith("Of all ways to place 4 on the whole board, those that fit ")


def test_counts_of_all_digits_add_up_to_the_number_of_cells() -> None:
    """Three counting circles have 1 once and 2 twice; a 2 is in r3c3, or there would be two in row 1."""
    ones, twos = found(6, CIRCLES, "joint-count")
    assert ones == {"r1c3": "1", "r2c3": "1"}
    assert {"r1c6": "2", "r3c6": "2", "r6c3": "2"}.items() <= twos.items()


def test_sentence_lists_the_sets_of_digits_that_are_left() -> None:
    layout = Layout.boxes(2, 3).with_constraints(CIRCLES)
    findings = find_in(Puzzle(layout, (0,) * 36), alone("joint-count"))
    assert "of its cells, so these contain 1 and 2;" in Narrator(words_of("en")).sentence(findings[0])


def test_a_joint_count_may_rely_on_every_candidate() -> None:
    layout = Layout.boxes(2, 3).with_constraints(CIRCLES)
    finding = find_in(Puzzle(layout, (0,) * 36), alone("joint-count"))[0]
    assert set(premises_of(finding, layout)) >= set(product(range(36), range(1, 7)))


@pytest.mark.parametrize(
    "lines",
    [
        TWICE,
        "quad 1 1: r1c3 r1c4 r2c3 r2c4; quad 2 3: r3c3 r3c4 r4c3 r4c4",
        "counting circles: r1c1 r2c3 r3c5 r4c2 r5c6 r6c4",
        'rule "count(x, 3) == 1" cells: r2c2 r3c3 r4c4 r5c5',
    ],
)
def test_findings_agree_with_all_ways_to_place_a_digit(lines: str) -> None:
    """A way is one cell of each row, in different columns and regions; a constraint is fit to count its digits."""
    layout = Layout.boxes(2, 3).with_constraints(*lines.split("; "))
    counts = list(digit_counts_of(layout))
    assert counts
    for state, grid in states(layout, 5, 1):
        removed = {effect for one in find_in(state, alone("digit-count")) for effect in one.removed}
        assert all(grid[cell] != digit for cell, digit in removed)
        for digit in {one.digit + 1 for one in counts}:
            of_digit = [one for one in counts if one.digit + 1 == digit]
            is_open = any(digit in state.candidates[cell] for one in of_digit for cell in one.cells)
            assert {cell for cell, other in removed if other == digit} == (
                unused(state, of_digit) if is_open else set()
            )


def unused(state: State, counts: list[DigitCount]) -> set[int]:
    """Return the cells with a candidate that is in no way to place the digit of some counts on a board of 2×3 boxes."""
    digit = counts[0].digit + 1
    open_cells = {cell for cell in state.open_cells if digit in state.candidates[cell]}
    may = open_cells | {cell for cell, placed in enumerate(state.digits) if placed == digit}
    used: set[int] = set()
    for columns in permutations(range(6)):
        cells = {6 * row + column for row, column in enumerate(columns)}
        regions = {row // 2 * 2 + column // 3 for row, column in enumerate(columns)}
        if len(regions) == 6 and cells <= may and all(one.counts >> len(cells & {*one.cells}) & 1 for one in counts):
            used |= cells
    return open_cells - used
