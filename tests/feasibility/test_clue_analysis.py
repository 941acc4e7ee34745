"""Clue analysis against brute force: solution counts, minimal conflicts and possible digits."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cpgen import Puzzle, api, model_for
from cpgen.errors import InputError
from cpgen.feasibility.clue_analysis import MANY, analyse_clues
from cpgen.layout import Layout
from cpgen.oracles import UndecidedError
from tests.brute import count

SMALL = [Layout.boxes(2, 2), Layout.boxes(2, 2).with_diagonals(), Layout.latin(4)]
EXPERT = ".9.....6.8..14...2.....2.....93...7..5..1..3..6...79.....7.....7...29..5.4.....8."


@st.composite
def begun(draw: st.DrawFn) -> Puzzle:
    """Return a 4×4 board with any clues, which may contradict each other."""
    layout = draw(st.sampled_from(SMALL))
    clues = draw(st.lists(st.sampled_from([0, 0, 0, 1, 2, 3, 4]), min_size=16, max_size=16))
    return Puzzle(layout, tuple(clues))


def possible(puzzle: Puzzle) -> bool:
    return bool(count(puzzle.layout, puzzle.clues, 1))


def without(puzzle: Puzzle, *cells: int) -> Puzzle:
    return Puzzle(puzzle.layout, tuple(0 if cell in cells else clue for cell, clue in enumerate(puzzle.clues)))


@given(puzzle=begun())
def test_solutions_and_blame_are_those_of_brute_force(puzzle: Puzzle) -> None:
    found = api.analyse_clues(puzzle)
    assert found.solutions == count(puzzle.layout, puzzle.clues, MANY)
    if found.solutions:
        assert found.conflict == found.blamed == ()
        return
    clues = [cell for cell, clue in enumerate(puzzle.clues) if clue]
    others = set(clues) - set(found.conflict)
    assert not possible(without(puzzle, *others))
    for cell in found.conflict:
        assert possible(without(puzzle, cell, *others))
    assert list(found.blamed) == [cell for cell in clues if possible(without(puzzle, cell))]


@given(puzzle=begun(), cell=st.integers(0, 15))
def test_choices_are_those_of_brute_force(puzzle: Puzzle, cell: int) -> None:
    chosen = api.analyse_clues(puzzle, cell).choices
    for one in chosen:
        clues = [one.digit if place == cell else clue for place, clue in enumerate(puzzle.clues)]
        assert one.solutions == count(puzzle.layout, tuple(clues), 2)
    assert [one.digit for one in chosen] == [1, 2, 3, 4]


def test_the_rating_of_unfinished_clues_is_included() -> None:
    found = api.analyse_clues(EXPERT, 0)
    assert found.rating == api.rate(EXPERT)
    assert (found.solutions, found.rating.solved) == (1, True)
    assert [one.digit for one in found.choices if one.solutions] == [api.only_solution(Puzzle.parse(EXPERT))[0]]


class Slow:
    """Oracle whose time limit is over at once."""

    name = "slow"

    def count(self, puzzle: Puzzle, limit: int | None = 2) -> int:
        raise UndecidedError("slow")


def test_a_question_that_takes_too_long_is_unknown() -> None:
    puzzle = Puzzle.parse(EXPERT)
    found = analyse_clues(puzzle, model_for(puzzle.layout).ladder, Slow(), 0)  # type: ignore[arg-type]
    assert (found.solutions, found.conflict) == (None, ())
    assert {one.solutions for one in found.choices} == {None}


def test_a_cell_that_is_none_is_refused() -> None:
    with pytest.raises(InputError, match=r"The cell is 81; the cells of this board are numbered from 0 to 80\."):
        api.analyse_clues(EXPERT, 81)
