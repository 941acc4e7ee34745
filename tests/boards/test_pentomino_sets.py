"""Sets of pentomino puzzles are valid, distinct, determined by the seed, and end with an error if exhausted."""

from __future__ import annotations

from itertools import islice

import pytest

from cpgen import resources
from cpgen.boards.pentomino_catalogue import analyse, layouts
from cpgen.boards.pentomino_sets import SetPuzzle, puzzle_set
from cpgen.boards.set_request import SetSpec, resolve_set
from cpgen.errors import ImpossibleError, InputError, NotFoundError
from cpgen.layout import Layout
from cpgen.oracles import open_oracle
from cpgen.puzzle import Puzzle
from cpgen.rater.rating import rate_puzzle
from cpgen.symmetry.layout_images import canonical_layout, smallest_image
from tests import brute

PINWHEEL = Layout.parse(resources.text("layouts", "pinwheel-5"))
SNAKE = Layout.from_regions("AAAAB/ABBBB/CCCCC/DDDDE/DEEEE")
GRIDLESS = Layout.parse("AAAAB/ACBBB/CCDDB/CDDEE/CDEEE")


def made(count: int, seed: int = 1, **wishes: object) -> list[SetPuzzle]:
    return list(puzzle_set(resolve_set(SetSpec(**{"oracle": "bitset"} | wishes)), count, seed))


def drawn(*layouts: Layout) -> str:
    return "\n".join(layout.spec for layout in layouts)


@pytest.mark.parametrize(
    "wishes", [{}, {"clues": 6}, {"clues": "fewest"}, {"with_stuck": True}, {"distinct_boards": True}]
)
def test_puzzles_are_unique_and_distinct(wishes):
    puzzles = made(40, **wishes)
    other = open_oracle("cpsat")
    for index, one in enumerate(puzzles):
        assert brute.is_valid(one.puzzle.layout, one.solution)
        assert one.index == index
        if index % 10 == 0:
            assert other.uniqueness(one.puzzle).grids == (one.solution,)
        assert wishes.get("with_stuck") or one.rating.solved
        assert rate_puzzle(one.puzzle, one.model.ladder) == one.rating
    assert len({smallest_image(one.puzzle) for one in puzzles}) == 40


def test_distinct_boards_are_distinct_up_to_symmetry():
    boards = [canonical_layout(one.puzzle.layout) for one in made(150, distinct_boards=True)]
    assert len(set(boards)) == 150


def test_first_round_uses_each_board_once():
    assert len({canonical_layout(one.puzzle.layout) for one in made(100)}) == 100


@pytest.mark.parametrize("clues", [4, 5, 8])
def test_puzzles_have_the_requested_number_of_clues(clues):
    assert {one.puzzle.clue_count for one in made(20, clues=clues)} == {clues}


def test_fewest_means_the_fewest_of_the_board():
    wishes = {"clues": "fewest", "boards": drawn(SNAKE, PINWHEEL), "with_stuck": True}
    for one in made(30, **wishes):
        assert one.puzzle.clue_count == analyse(one.puzzle.layout).fewest_clues
    assert {one.puzzle.clue_count for one in made(2, **wishes)} == {4, 5}


def test_only_boards_of_the_catalogue_are_turned():
    assert {one.puzzle.layout for one in made(20, boards=SNAKE.spec, clues=5, with_stuck=True)} == {SNAKE}
    assert not {one.puzzle.layout for one in made(20)} <= set(layouts())
    apart = [one.puzzle.layout.regions for one in made(20, boards="corners-apart")]
    assert all(len({regions[cell] for cell in (0, 4, 20, 24)}) == 4 for regions in apart)


def test_set_is_determined_by_the_seed():
    twelve = made(12, 5)
    assert made(12, 5) == twelve
    assert made(5, 5) == twelve[:5]
    assert [one.puzzle for one in made(5, 6)] != [one.puzzle for one in twelve[:5]]
    by_cpsat = [one.puzzle for one in made(5, 5, oracle="cpsat")]
    assert by_cpsat == [one.puzzle for one in twelve[:5]]


def test_puzzles_have_the_requested_grade():
    for one in made(20, grade="advanced"):
        assert one.model.grade("advanced").matches(one.rating)


def test_all_four_clue_puzzles_of_a_board_are_found():
    """Use a board with a quarter turn: its puzzles are the orbits of their cells under it."""
    kinds = set()
    for cells in analyse(PINWHEEL).four_clue_cells.tolist():
        clues = [0] * 25
        for digit, cell in enumerate(cells, 1):
            clues[cell] = digit
        kinds.add(smallest_image(Puzzle(PINWHEEL, tuple(clues))))
    puzzles, request = [], resolve_set(SetSpec(boards=PINWHEEL.spec, with_stuck=True, oracle="bitset"))
    with pytest.raises(ImpossibleError, match=f"Only {len(kinds)} such puzzles of 100000: all with 4 clues are shown"):
        puzzles.extend(
            puzzle_set(resolve_set(SetSpec(boards=PINWHEEL.spec, with_stuck=True, oracle="bitset")), 100_000, 3)
        )
    request = resolve_set(SetSpec(boards=PINWHEEL.spec, with_stuck=True, oracle="bitset"))
    assert {smallest_image(one.puzzle) for one in islice(puzzle_set(request, 10**6, 3), len(kinds))} == kinds


def test_too_many_distinct_boards_are_impossible():
    with pytest.raises(ImpossibleError, match="508 puzzles on different boards need 508 boards; there are 507"):
        made(508, distinct_boards=True)
    with pytest.raises(ImpossibleError, match="2 puzzles on different boards need 2 boards; there are 1"):
        made(2, distinct_boards=True, boards=drawn(PINWHEEL, PINWHEEL))


def test_a_board_without_a_grid_is_refused():
    assert not analyse(GRIDLESS).grids
    with pytest.raises(ImpossibleError, match=f"boards, line 2: The board {GRIDLESS.spec} has no grid"):
        resolve_set(SetSpec(boards=drawn(PINWHEEL, GRIDLESS)))


def test_search_for_an_absent_grade_ends():
    with pytest.raises((ImpossibleError, NotFoundError), match="grade beginner with 4 clues"):
        made(10_000, boards=PINWHEEL.spec, grade="beginner", clues=4)


@pytest.mark.parametrize("clues", [1, 3, 9, 25])
def test_unsupported_numbers_of_clues_are_refused(clues):
    with pytest.raises(InputError, match=f"of 4 to 8 clues, not of {clues}"):
        resolve_set(SetSpec(clues=clues))


@pytest.mark.parametrize("spec", ["windoku", "AABB/AABB/CCDD/CCDD", "AABBC/AABBC/DABCC/DDEEC/DDEEE/+diagonals"])
def test_other_boards_are_refused(spec):
    with pytest.raises(InputError, match="on 5×5 boards of five regions and no extra houses, not on"):
        resolve_set(SetSpec(boards=spec))
