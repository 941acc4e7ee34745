"""True candidates agree with the enumerated solutions, and are kept when the search ends early."""

from __future__ import annotations

import pytest

import cpgen
from cpgen.errors import InputError
from cpgen.feasibility.true_candidates import find_true_candidates
from cpgen.layout import Layout
from cpgen.oracles import Oracle, UndecidedError, open_oracle
from cpgen.oracles.bitset import BitsetOracle
from cpgen.puzzle import Puzzle
from tests import brute
from tests.constraints.examples import EXAMPLES
from tests.variant_puzzles import VARIANTS, puzzle_of, solution_of

BITSET = open_oracle("bitset")


def expected(puzzle: Puzzle) -> tuple[tuple[tuple[int, ...], ...], int]:
    """Return the digits of each cell in all solutions, and the number of solutions."""
    grids = [tuple(grid) for grid in brute.completions(puzzle.layout, puzzle.clues)]
    grids = [grid for grid in grids if puzzle.is_solved_by(grid)]
    columns = zip(*grids, strict=True) if grids else ((),) * len(puzzle.clues)
    return tuple(tuple(sorted(set(column))) for column in columns), len(grids)


@pytest.mark.parametrize("line", [line for size, line in EXAMPLES if size == 4])
@pytest.mark.parametrize("clues", ["." * 16, "1....2....3.....", "1....2....3....4", "12.............."])
def test_candidates_are_those_of_all_solutions(line: str, clues: str) -> None:
    puzzle = Puzzle.parse(clues, Layout.boxes(2, 2).with_constraints(line))
    digits, solutions = expected(puzzle)
    found = cpgen.candidates(puzzle)
    assert (found.digits, found.solutions) == (digits, solutions)
    assert found.is_complete
    assert found.is_exact
    assert not found.open_questions


def test_solutions_are_counted_up_to_the_limit() -> None:
    found = cpgen.candidates("." * 81, limit=7)
    assert (found.solutions, found.is_exact, found.is_complete) == (7, False, True)
    assert found.digits == (tuple(range(1, 10)),) * 81
    assert found.as_json()["at_least"] is True
    assert cpgen.candidates("12.. 3... .... ....", limit=1).as_json()["solution_count"] == 1
    for limit in (0, 2.5, "3"):
        with pytest.raises(InputError, match="it should be a whole number from 1"):
            cpgen.candidates("." * 16, limit=limit)


def test_few_questions_decide_an_empty_board() -> None:
    assert sum(1 for _ in find_true_candidates(Puzzle.parse("." * 81), BITSET, 2)) < 60


def test_an_early_end_keeps_what_is_known() -> None:
    asked = []
    found = cpgen.candidates("." * 81, progress=asked.append, stop=lambda: len(asked) == 3)
    assert not found.is_complete
    assert found == asked[-1]
    assert sum(map(len, found.digits)) + found.open_questions == 729
    assert found.as_json()["unknown"]
    assert {digit for digits in found.digits for digit in digits} == set(range(1, 10))


class Forgetful(BitsetOracle):
    """Oracle that decides neither whether a cell can be 4 nor how many solutions there are."""

    def complete(self, puzzle, rng):
        if puzzle.clues[1] == 4:
            raise UndecidedError("too long")
        return super().complete(puzzle, rng)

    def uniqueness(self, puzzle):
        raise UndecidedError("too long")

    def count(self, puzzle, limit=2):
        raise UndecidedError("too long")


def test_undecided_questions_leave_candidates_open() -> None:
    oracle: Oracle = Forgetful()
    *_, found = find_true_candidates(Puzzle.parse("1....2....3....4"), oracle)
    assert found.unknown[1] in ((), (4,))
    assert not found.is_complete
    assert set(found.digits[1] + found.unknown[1]) == {3, 4}


def test_open_values_are_refused() -> None:
    with pytest.raises(InputError, match="leaves its value open"):
        cpgen.candidates("1....2....3.....\ncage ?: r1c1 r1c2")


@pytest.mark.parametrize("name", VARIANTS)
def test_published_variants_have_one_candidate_per_cell(name: str) -> None:
    found = cpgen.candidates(puzzle_of(name))
    assert found.digits == tuple((digit,) for digit in solution_of(name))
    assert (found.solutions, found.is_complete) == (1, True)
