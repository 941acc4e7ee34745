"""Sets of pentomino puzzles are valid, distinct, determined by their seed, and say when there are no more."""

from __future__ import annotations

from itertools import islice

import pytest

from cpgen import shipped
from cpgen.boards.pentomino import analyse, layouts
from cpgen.boards.sets import FEWEST, SetPuzzle, SetRequest, puzzle_set
from cpgen.errors import ImpossibleError, InputError, NotFoundError
from cpgen.layout import Layout
from cpgen.oracles import open_oracle
from cpgen.puzzle import Puzzle
from cpgen.rater.rating import rate_puzzle
from cpgen.symmetry.boards import canonical_layout, smallest_image
from tests import brute

ALL = tuple(layouts())
PINWHEEL = Layout.parse(shipped.text("layouts", "pinwheel-5"))
SNAKE = Layout.from_regions("AAAAB/ABBBB/CCCCC/DDDDE/DEEEE")
WITHOUT = next(layout for layout in ALL if not analyse(layout).grids)


def made(count: int, seed: int = 1, **wishes: object) -> list[SetPuzzle]:
    return list(puzzle_set(SetRequest(**{"layouts": ALL, "oracle": "bitset"} | wishes), count, seed))


@pytest.mark.parametrize("wishes", [{}, {"clues": 6}, {"clues": FEWEST}, {"grade": ""}, {"distinct_boards": True}])
def test_puzzles_have_one_solution_and_are_all_different(wishes):
    puzzles = made(150, **wishes)
    other = open_oracle("cpsat")
    for index, one in enumerate(puzzles):
        assert brute.is_valid(one.puzzle.layout, one.solution)
        assert one.index == index
        if index % 10 == 0:
            assert other.uniqueness(one.puzzle).grids == (one.solution,)
        assert wishes.get("grade") == "" or one.rating.solved
        assert rate_puzzle(one.puzzle, one.model.ladder) == one.rating
    assert len({smallest_image(one.puzzle) for one in puzzles}) == 150


def test_distinct_boards_are_distinct_up_to_symmetry():
    boards = [canonical_layout(one.puzzle.layout) for one in made(400, distinct_boards=True)]
    assert len(set(boards)) == 400


def test_the_first_round_has_each_board_once_even_when_boards_may_repeat():
    assert len({canonical_layout(one.puzzle.layout) for one in made(100)}) == 100


@pytest.mark.parametrize("clues", [4, 5, 8])
def test_clues_are_as_many_as_asked(clues):
    assert {one.puzzle.clue_count for one in made(20, clues=clues)} == {clues}


def test_fewest_clues_are_those_of_the_board():
    for one in made(30, clues=FEWEST, layouts=(SNAKE, PINWHEEL), grade=""):
        assert one.puzzle.clue_count == analyse(one.puzzle.layout).fewest_clues
    assert {one.puzzle.clue_count for one in made(2, clues=FEWEST, layouts=(SNAKE, PINWHEEL), grade="")} == {4, 5}


def test_boards_are_turned_only_when_wished():
    assert {one.puzzle.layout for one in made(20, layouts=(SNAKE,), clues=5, turned=False, grade="")} == {SNAKE}
    assert len({one.puzzle.layout for one in made(40, layouts=(SNAKE,), clues=5, grade="")}) > 1


def test_the_seed_alone_decides():
    assert made(30, 5) == made(30, 5)
    assert made(30, 5)[:10] == made(10, 5)
    assert [one.puzzle for one in made(10, 5)] != [one.puzzle for one in made(10, 6)]
    by_cpsat = [one.puzzle for one in made(10, 5, oracle="cpsat")]
    assert by_cpsat == [one.puzzle for one in made(10, 5)]


def test_grades_are_kept():
    for one in made(20, grade="advanced"):
        assert one.model.grade("advanced").matches(one.rating)


def test_all_four_clue_puzzles_of_a_board_are_found_and_then_no_more():
    """On a board with a quarter turn: the kinds of its puzzles are the orbits of their cells under it."""
    kinds = set()
    for cells in analyse(PINWHEEL).four_clue_cells.tolist():
        clues = [0] * 25
        for digit, cell in enumerate(cells, 1):
            clues[cell] = digit
        kinds.add(smallest_image(Puzzle(PINWHEEL, tuple(clues))))
    puzzles = []
    with pytest.raises(ImpossibleError, match=f"Only {len(kinds)} such puzzles of 100000: all with 4 clues are shown"):
        puzzles.extend(puzzle_set(SetRequest((PINWHEEL,), grade="", oracle="bitset"), 100_000, 3))
    request = SetRequest((PINWHEEL,), grade="", oracle="bitset")
    assert {smallest_image(one.puzzle) for one in islice(puzzle_set(request, 10**6, 3), len(kinds))} == kinds


def test_more_distinct_boards_than_there_are_is_impossible():
    with pytest.raises(ImpossibleError, match="508 puzzles on different boards need 508 boards; there are 507"):
        made(508, distinct_boards=True)
    with pytest.raises(ImpossibleError, match="2 puzzles on different boards need 2 boards; there are 1"):
        made(2, distinct_boards=True, layouts=(PINWHEEL, PINWHEEL))


def test_boards_without_a_grid_are_passed_over():
    assert made(1, layouts=(WITHOUT, PINWHEEL), turned=False)[0].puzzle.layout == PINWHEEL
    with pytest.raises(ImpossibleError, match="Only 0 such puzzles of 1"):
        made(1, layouts=(WITHOUT,))


def test_a_grade_that_no_puzzle_has_ends():
    with pytest.raises((ImpossibleError, NotFoundError), match="grade beginner with 4 clues"):
        made(10_000, layouts=(PINWHEEL,), grade="beginner", clues=4)


@pytest.mark.parametrize("clues", [1, 3, 9, 25, -4])
def test_other_numbers_of_clues_are_refused(clues):
    with pytest.raises(InputError, match=f"of 4 to 8 clues, not of {clues}"):
        SetRequest(ALL, clues)


@pytest.mark.parametrize("spec", ["2x2", "latin-5", "latin-5+diagonals"])
def test_other_boards_are_refused(spec):
    with pytest.raises(InputError, match="on 5×5 boards of five regions and no extra houses, not on"):
        SetRequest((Layout.parse(spec),))
