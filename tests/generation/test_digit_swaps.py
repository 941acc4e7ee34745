"""Swaps of two digits: the grids after them are valid, and a draft is rated only if it notices all of them."""

from __future__ import annotations

import pytest

from cpgen.constraints.cage import Cage
from cpgen.generation.digit_swaps import DigitSwaps
from cpgen.generation.drafts import Draft
from cpgen.generation.drawn_puzzles import DraftSearch
from cpgen.generation.two_phase import generate_many
from cpgen.layout import Layout
from cpgen.puzzle import Puzzle
from cpgen.requests.clock import Clock
from tests.request_helpers import asked

GRID = tuple(map(int, "123456456123231564564231312645645312"))
"""A grid of 2x3 boxes; the digits 1 and 4 can be swapped in r1c1 r1c4 r2c1 r2c4"""
BOARD = Layout.parse("2x3")
SET = (0, 3, 6, 9)


def unnoticed(constraints: tuple[Cage, ...] = (), givens: tuple[int, ...] = ()) -> set[tuple[int, ...]]:
    """Return the sets of cells of the swaps that are not noticed."""
    swaps = DigitSwaps(BOARD, GRID)
    mask = swaps.unnoticed(constraints, givens)
    grids = [other for k, other in enumerate(swaps.others) if mask >> k & 1]
    return {tuple(cell for cell in range(36) if other[cell] != GRID[cell]) for other in grids}


def test_swapped_grids_are_other_grids_of_the_board():
    swaps = DigitSwaps(BOARD, GRID)
    puzzle = Puzzle(BOARD, (0,) * 36)
    assert len(set(swaps.others)) == len(swaps.others) > 15
    assert all(puzzle.is_solved_by(other) and other != GRID for other in swaps.others)


def test_sets_of_two_digits_are_the_smallest():
    assert SET in unnoticed()
    assert not any(set(one) < set(other) for one in unnoticed() for other in unnoticed())


@pytest.mark.parametrize(
    ("cells", "notices"),
    [((0, 1), True), ((0, 6), False), ((0, 3, 4), False), ((0, 1, 6), False), ((3,), True), ((1, 2), False)],
)
def test_a_cage_notices_a_swap_if_its_sum_changes(cells, notices):
    cage = Cage(cells, sum(GRID[cell] for cell in cells))
    assert (SET not in unnoticed((cage,))) == notices


@pytest.mark.parametrize(
    "line",
    [
        "arrow r1c4 > r3c2 r3c3",
        "minimum: r1c1",
        "maximum: r2c3",
        "indexing column: r2c1",
        "leaps king",
        "renban: r1c1 r1c2",
    ],
)
def test_a_constraint_notices_what_breaks_it_anywhere(line):
    (constraint,) = BOARD.with_constraints(line).further
    swaps = DigitSwaps(BOARD, GRID)
    broken = [not constraint.is_satisfied(other, BOARD) for other in swaps.others]
    mask = swaps.unnoticed((constraint,), ())
    assert [not mask >> k & 1 for k in range(len(broken))] == broken


@pytest.mark.parametrize(("cell", "notices"), [(9, True), (10, False)])
def test_a_given_notices_the_swaps_of_its_cell(cell, notices):
    assert (SET not in unnoticed((), (cell,))) == notices


def test_an_unnoticed_swap_leaves_two_candidates():
    swaps = DigitSwaps(BOARD, GRID)
    draft = Draft(GRID, (), ())
    (k,) = (k for k, other in enumerate(swaps.others) if other[0] == 4 and other[1] == 2 and other[35] == GRID[35])
    position = swaps.position(draft, 1 << k)
    assert tuple(position.open_cells) == SET
    assert position.candidates[0] == 0b1001


@pytest.mark.parametrize("wanted", [{"kind": "killer"}, {"kind": "thermo", "givens": "0..9"}, {"kind": "renban"}])
def test_rated_drafts_notice_all_swaps(monkeypatch, wanted):
    rated = []
    before = DraftSearch._rate

    def rate(search: DraftSearch, draft: Draft) -> object:
        rated.append(search._unnoticed(draft))
        return before(search, draft)

    monkeypatch.setattr(DraftSearch, "_rate", rate)
    found = list(generate_many(asked(wanted, layout="2x3"), 3, 0, Clock(300)))
    assert len(found) == 3
    assert rated.count(0) == len(rated)
