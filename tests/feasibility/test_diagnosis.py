"""Conflicts are contradictory and smallest, and deciding candidates leave one solution; by brute force on 4×4."""

from __future__ import annotations

import random
from dataclasses import replace
from itertools import combinations

import pytest

import cpgen
from cpgen.feasibility import conflicts
from cpgen.feasibility.conflicts import minimal_subset
from cpgen.feasibility.diagnosis import Diagnosis, without_open_values
from cpgen.layout import Layout
from cpgen.oracles import UndecidedError
from cpgen.oracles.bitset import BitsetOracle
from cpgen.puzzle import Puzzle
from tests import brute

FOUR = Layout.boxes(2, 2)
GRIDS = [tuple(grid) for grid in brute.completions(FOUR, (0,) * 16)]
LINES = ["cage 5: r1c1 r1c2", "cage 6: r2c1 r3c1", "thermo: r4c4 r4c3 r4c2", "odd: r3c3", "white 1: r1c3 r1c4"]


def solutions(puzzle: Puzzle) -> list[tuple[int, ...]]:
    return [grid for grid in GRIDS if puzzle.is_solved_by(grid)]


def parts(clues, lines):
    """Return the conditions of a puzzle, each with the grids that meet it."""
    cells = [({grid for grid in GRIDS if grid[cell] == digit}) for cell, digit in enumerate(clues) if digit]
    boards = [FOUR.with_constraints(line) for line in lines]
    return cells + [{grid for grid in GRIDS if Puzzle(board, (0,) * 16).is_solved_by(grid)} for board in boards]


def has_conflict(some, size) -> bool:
    return any(not set(GRIDS).intersection(*chosen) for chosen in combinations(some, size))


@pytest.mark.parametrize("seed", range(30))
def test_conflict_is_a_smallest_one(seed: int) -> None:
    rng = random.Random(seed)
    lines = rng.sample(LINES, rng.randrange(len(LINES)))
    clues = [0] * 16
    for cell in rng.sample(range(16), 5):
        clues[cell] = rng.randrange(1, 5)
    puzzle = Puzzle(FOUR.with_constraints(*lines), tuple(clues))
    found = cpgen.why_not(puzzle).conflict
    if solutions(puzzle):
        assert found is None
        return
    assert found.is_smallest
    kept = tuple(clue if cell in found.cells else 0 for cell, clue in enumerate(clues))
    assert not solutions(Puzzle(replace(FOUR, further=found.constraints), kept))
    size = len(found.cells) + len(found.constraints)
    assert not any(has_conflict(parts(clues, lines), less) for less in range(size))


@pytest.mark.parametrize("seed", range(20))
def test_deciding_candidates_leave_one_solution(seed: int) -> None:
    rng = random.Random(seed)
    grid = rng.choice(GRIDS)
    board = FOUR.with_constraints(f"cage ?: r{rng.randrange(1, 5)}c1 r{rng.randrange(1, 5)}c2", "white ?: r4c3 r4c4")
    clues = [0] * 16
    for cell in rng.sample(range(16), 4):
        clues[cell] = grid[cell]
    puzzle = Puzzle(board, tuple(clues))
    closed = solutions(Puzzle(without_open_values(board), puzzle.clues))
    found: Diagnosis = cpgen.why_not(puzzle)
    assert found.is_complete
    assert len(found.witness.grids) == min(2, len(closed))
    if len(closed) < 2:
        return
    shown = [(cell, digit) for one in closed for cell, digit in enumerate(one)]
    assert set(found.deciding) == {one for one in shown if shown.count(one) == 1}
    for value in found.values:
        assert not value.is_open
        assert len(solutions(Puzzle(found.puzzle.layout.base.with_constraints(value), puzzle.clues))) >= 1
        assert sum(value.is_satisfied(one, board) for one in closed) == 1


def test_open_values_are_dropped() -> None:
    layout = FOUR.with_constraints("cage ?: r1c1 r1c2", "sandwich ? row 1", "cage 5: r2c1 r2c2")
    assert without_open_values(layout).spec == "2x2+cage: r1c1 r1c2+cage 5: r2c1 r2c2"
    assert without_open_values(FOUR) is FOUR


def test_unique_puzzles_have_no_reasons() -> None:
    found = cpgen.why_not("1234 3412 2143 432.")
    assert found.witness.unique
    assert found.as_json() == found.witness.as_json(found.puzzle)


def test_constraints_keep_their_meaning_without_others() -> None:
    dots = "white 1: r1c1 r1c2\nall white shown"
    puzzle = Puzzle.parse(f"12..\n....\n...1\n..2.\n{dots}")
    conflict = cpgen.why_not(puzzle).conflict
    assert {puzzle.layout.cell_name(cell) for cell in conflict.cells} <= {"r1c1", "r1c2", "r3c4", "r4c3"}
    assert [one.kind for one in conflict.constraints] == ["all"]
    clue_cells = tuple(clue if cell in conflict.cells else 0 for cell, clue in enumerate(puzzle.clues))
    assert not solutions(Puzzle(puzzle.layout, clue_cells))


def test_houses_alone_may_be_a_conflict() -> None:
    found = cpgen.why_not(Puzzle.parse("1...\n....\n....\n....\nextra: r1c1 r1c2 r1c3 r2c4\ncage 5: r4c1 r4c2"))
    assert (found.conflict.cells, found.conflict.constraints, found.conflict.is_smallest) == ((), (), True)


def test_minimal_subset_spares_the_first_items() -> None:
    assert minimal_subset(range(1000), lambda some: {3, 700} <= set(some)) == [3, 700]
    assert minimal_subset([1], lambda some: True) == []
    assert minimal_subset(range(10), lambda some: {3, 7} <= set(some) or {8, 9} <= set(some)) == [8, 9]


class Slow(BitsetOracle):
    """Oracle that does not decide about puzzles with few clues."""

    def uniqueness(self, puzzle):
        if puzzle.clue_count < 5:
            raise UndecidedError("too long")
        return super().uniqueness(puzzle)


def test_undecided_questions_only_enlarge_the_conflict() -> None:
    puzzle = Puzzle.parse("12.. ...3 .1.. 3...")
    assert not solutions(puzzle)
    found = conflicts.find_conflict(puzzle, Slow())
    assert not found.is_smallest
    assert not found.is_minimal
    kept = tuple(clue if cell in found.cells else 0 for cell, clue in enumerate(puzzle.clues))
    assert not solutions(Puzzle(FOUR, kept))
