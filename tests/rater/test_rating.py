"""The rater agrees with the plain reference rater on boards of many shapes, and with published ratings."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from statistics import mean

import numpy as np
import pytest

from cpgen.difficulty import Target, model_for, shipped_ladder, shipped_model
from cpgen.generation.two_phase import generate_many
from cpgen.layout import Layout
from cpgen.oracles import open_oracle
from cpgen.pattern import Pattern
from cpgen.puzzle import Puzzle
from cpgen.rater.explain import explain_puzzle, find_in
from cpgen.rater.ladder import Ladder
from cpgen.rater.rating import CONTRADICTION, Rater, Rating, rate_puzzle, rater_for
from cpgen.state import State
from tests import reference_rater
from tests.conftest import Boards, noted
from tests.request_helpers import request_of

LADDER = shipped_model("nikoli100").ladder
NINE = Layout.boxes(3, 3)
KAMIO_A = ".x.....x.x..xx...x.....x.....xx...x..x..x..x..x...xx.....x.....x...xx..x.x.....x."
FIGURE_3 = {
    ".9.....6.8..14...2.....2.....93...7..5..1..3..6...79.....7.....7...29..5.4.....8.": (6, 34),
    ".9.....8.8..76...2.....3.....73...1..6..9..4..4...25.....8.....2...49..7.5.....3.": (1, 17),
}
COUNTS = {4: 100, 5: 60, 6: 40, 9: 20, 16: 12}


def differences(layout: Layout, clues: Sequence[int], ladder: Ladder = LADDER) -> dict[str, object]:
    """Return what the two raters disagree on; a contradiction may stop a sweep anywhere."""
    return state_differences(State(Puzzle(layout, tuple(clues))), ladder)


def state_differences(state: State, ladder: Ladder = LADDER) -> dict[str, object]:
    """Return what the two raters disagree on for a state."""
    rating = rate_puzzle(state, ladder)
    other = reference_rater.rate(state.layout, state.digits, ladder.pairs, state.marks)
    ours = {"outcome": rating.outcome, "level": rating.level, "steps": rating.steps, "rules": dict(rating.rules)}
    theirs = {"outcome": other.outcome, "level": other.level, "steps": other.steps, "rules": other.rules}
    if CONTRADICTION not in (rating.outcome, other.outcome):
        ours |= {"digits": rating.digits, "candidates": candidates(rating)}
        theirs |= {"digits": other.digits, "candidates": other.candidates}
    return {key: (ours[key], theirs[key]) for key in theirs if ours[key] != theirs[key]}


def candidates(rating: Rating) -> tuple[tuple[int, ...], ...]:
    return tuple(rating.candidates_of(cell) for cell in range(len(rating.candidates)))


def test_agrees_with_the_reference(layout: Layout, boards: Boards) -> None:
    for puzzle, _ in boards(COUNTS[layout.size], 1):
        assert not differences(layout, puzzle.clues), puzzle.line


def test_agrees_with_the_reference_on_wrong_boards(layout: Layout, boards: Boards) -> None:
    rng = np.random.default_rng(2)
    outcomes = set()
    for puzzle, _ in boards(COUNTS[layout.size] // 2, 3):
        clues = list(puzzle.clues)
        for cell in rng.choice(layout.cell_count, 2, replace=False).tolist():
            clues[cell] = int(rng.integers(1, layout.size + 1))
        assert not differences(layout, clues), Puzzle(layout, tuple(clues)).line
        outcomes.add(rater_for(layout, LADDER).rate(clues).outcome)
    assert CONTRADICTION in outcomes


def test_agrees_with_the_reference_on_other_ladders(layout: Layout, boards: Boards) -> None:
    rng = np.random.default_rng(4)
    for puzzle, _ in boards(COUNTS[layout.size] // 5, 5):
        others = rng.permutation(LADDER.rules[1:])[: rng.integers(0, 13)].tolist()
        ladder = Ladder.of((rule, 3 * k + 1) for k, rule in enumerate((LADDER.rules[0], *others)))
        assert not differences(layout, puzzle.clues, ladder), (puzzle.line, ladder)


def test_agrees_with_the_reference_on_states_right_and_wrong(layout: Layout, boards: Boards) -> None:
    """Some digits placed, candidates noted in some cells; in every other state one of these is wrong."""
    rng = np.random.default_rng(9)
    outcomes = set()
    for number, (puzzle, grid) in enumerate(boards(COUNTS[layout.size] // 2, 10)):
        entered = [0 if clue or rng.random() < 0.8 else digit for clue, digit in zip(puzzle.clues, grid, strict=True)]
        marks = list(noted(grid, rng))
        opened = [cell for cell, clue in enumerate(puzzle.clues) if not clue]
        if opened and number % 2:
            cell = int(rng.choice(opened))
            entered[cell] = int(rng.integers(0, layout.size + 1))
            marks[cell] = tuple(digit for digit in marks[cell] if digit != grid[cell])
        state = State(puzzle, tuple(entered), tuple(marks))
        assert not state_differences(state), state
        rating, log, _ = rater_for(layout, LADDER).trace(state)
        assert rating == rate_puzzle(state, LADDER)
        assert all(entry.round_number <= rating.steps for entry in log)
        outcomes.add(rating.outcome)
    assert {"solved", CONTRADICTION} <= outcomes


def test_placed_digits_are_rated_as_clues_are(layout: Layout, boards: Boards) -> None:
    for puzzle, grid in boards(8, 11):
        placed = tuple(0 if clue or cell % 5 else grid[cell] for cell, clue in enumerate(puzzle.clues))
        state = State(puzzle, placed)
        assert rate_puzzle(state, LADDER) == rate_puzzle(Puzzle(layout, state.digits), LADDER)
        assert rate_puzzle(State(puzzle, marks=State(puzzle).sight), LADDER) == rate_puzzle(puzzle, LADDER)


@pytest.mark.parametrize("word", ["beginner", "intermediate", "advanced", "expert"])
def test_agrees_with_the_reference_on_generated_puzzles(word: str) -> None:
    grade = model_for(NINE).grade(word)
    request = request_of(NINE, Pattern.parse(KAMIO_A), Target(grade), {"oracle": "bitset"})
    for made in generate_many(request, 15, 6):
        assert grade.matches(made.rating)
        assert not differences(NINE, made.puzzle.clues), made.puzzle.line


def test_boards_are_of_every_outcome_and_level(layout: Layout, boards: Boards) -> None:
    """The comparisons above would be worth little if all boards were alike."""
    ratings = [rate_puzzle(puzzle, LADDER) for puzzle, _ in boards(150 if layout.size < 16 else 30, 7)]
    assert {rating.outcome for rating in ratings} == {"solved", "stuck"}
    solved = {rating.level for rating in ratings if rating.solved}
    assert len(solved) >= {4: 1, 5: 1, 6: 3, 9: 7, 16: 3}[layout.size], solved


@pytest.mark.parametrize(("clues", "expected"), FIGURE_3.items())
def test_figure_3_of_the_paper(clues: str, expected: tuple[int, int]) -> None:
    rating = rate_puzzle(Puzzle.parse(clues), LADDER)
    assert (rating.outcome, rating.level, rating.steps) == ("solved", *expected)
    assert not differences(NINE, Puzzle.parse(clues).clues)


def test_a_member_of_a_subset_may_have_a_single_place_left() -> None:
    """An earlier removal of the same sweep left it so; a subset of members with two or more would be found later."""
    clues = Puzzle.parse(".1.....5.6..71...9.....5.....79...8..3..8..6..5...34.....2.....9...74..3.8.....1.").clues
    rating = rater_for(NINE, LADDER).rate(clues)
    assert (rating.level, rating.steps) == (4, 31)


def test_a_subset_sees_what_the_subset_before_it_did() -> None:
    """A hidden pair that only appears by the removals of another, in the same house and sweep."""
    clues = Puzzle.parse(".47.6...2...2.......87.5....64.........49...8.73.5..4...1..345.3......91.....7.8.").clues
    assert not differences(NINE, clues)
    assert rater_for(NINE, LADDER).rate(clues).steps == 25


def test_steps_by_level_are_plausible() -> None:
    """Mean steps of dug 9×9 puzzles by level, against measurements of puzzles by other programs."""
    rng, oracle = np.random.default_rng(8), open_oracle("bitset")
    steps = defaultdict(list)
    for _ in range(500):
        most = rng.integers(53, 58)
        clues = list(oracle.complete(Puzzle(NINE, (0,) * 81), rng) or ())
        for cell in rng.permutation(81).tolist():
            digit, clues[cell] = clues[cell], 0
            if clues.count(0) > most or oracle.count(Puzzle(NINE, tuple(clues))) > 1:
                clues[cell] = digit
        rating = rater_for(NINE, LADDER).rate(clues)
        if rating.solved:
            steps[rating.level].append(rating.steps)
    for level, (lowest, highest) in {1: (16, 19), 2: (21, 26), 3: (24, 29), 4: (28, 32), 6: (29, 34)}.items():
        assert len(steps[level]) > 20, level
        assert lowest - 3 < mean(steps[level]) < highest + 3, level


def test_a_full_grid_takes_no_step() -> None:
    (grid,) = open_oracle("bitset").uniqueness(Puzzle.parse(next(iter(FIGURE_3)))).grids
    rating = rater_for(NINE, LADDER).rate(grid)
    assert (rating.outcome, rating.level, rating.steps, dict(rating.rules)) == ("solved", 0, 0, {})
    assert rating.digits == grid
    assert rating.open_cells == 0


def test_an_empty_board_is_stuck_at_once() -> None:
    rating = rater_for(NINE, LADDER).rate((0,) * 81)
    assert (rating.outcome, rating.level, rating.steps, rating.open_cells) == ("stuck", 0, 0, 81)
    assert rating.candidates_of(40) == tuple(range(1, 10))


def test_a_repeated_clue_is_a_contradiction() -> None:
    rating = rater_for(NINE, LADDER).rate((1, 1) + (0,) * 79)
    assert (rating.outcome, rating.level, rating.steps) == (CONTRADICTION, 0, 0)


def test_a_cell_without_candidates_is_a_contradiction_at_once() -> None:
    """Row, column and region show three digits each to r1c1; every house still has a place for every digit."""
    puzzle = Puzzle.parse("...123... .78...... .9....... 4........ 5........ 6........ ......... ......... .........")
    rating = rate_puzzle(puzzle, LADDER)
    assert (rating.outcome, rating.level, rating.steps) == (CONTRADICTION, 0, 0)


@pytest.mark.parametrize("spec", ["latin-12", "3x4+diagonals", "4x4+diagonals"])
def test_a_digit_placed_twice_in_a_house_is_a_contradiction(spec: str) -> None:
    layout = Layout.parse(spec)
    first, second = layout.houses[layout.size + 1].cells[:4:3]  # two cells of a column
    placed = tuple(7 if cell in (first, second) else 0 for cell in range(layout.cell_count))
    state = State(Puzzle(layout, (0,) * layout.cell_count), placed)
    for ladder in (LADDER, shipped_ladder("hodoku").ladder):
        assert rate_puzzle(state, ladder).outcome == CONTRADICTION
        assert explain_puzzle(state, ladder).rounds == ()
        assert find_in(state, ladder) == ()


@pytest.mark.parametrize("name", ["nikoli100", "hodoku"])
def test_threads_can_share_a_rater(name: str) -> None:
    rater = Rater(NINE, shipped_ladder(name).ladder)
    puzzles = [Puzzle.parse(clues) for clues in FIGURE_3]
    expected = [(rater.rate(puzzle.clues), rater.trace(State(puzzle))) for puzzle in puzzles]

    def rated(number: int) -> bool:
        puzzle = puzzles[number % 2]
        return (rater.rate(puzzle.clues), rater.trace(State(puzzle))) == expected[number % 2]

    with ThreadPoolExecutor(8) as pool:
        assert all(pool.map(rated, range(40)))
