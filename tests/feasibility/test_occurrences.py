"""Occurrences of digits in solutions, against all solutions by brute force."""

from __future__ import annotations

from itertools import product

from cpgen.feasibility.occurrences import SAMPLE, find_occurrences
from cpgen.layout import Layout
from cpgen.oracles import open_oracle
from cpgen.puzzle import Puzzle

SMALL = Layout.boxes(2, 2).with_constraints("cage 3: r1c1 r1c2", "thermo: r2c1 r2c2")


def test_few_solutions_are_counted_exactly() -> None:
    puzzle = Puzzle(SMALL, (0, 0, 3, 4, *[0] * 12))
    rows = [row for row in product(range(1, 5), repeat=4) if len(set(row)) == 4]
    grids = [sum(four, ()) for four in product(rows, repeat=4)]
    solutions = [grid for grid in grids if grid[2:4] == (3, 4) and _is_solution(grid)]
    found = find_occurrences(puzzle, open_oracle("bitset"))
    assert (found.solutions, found.is_exact) == (len(solutions), True)
    counted = tuple(
        tuple(sum(grid[cell] == digit for grid in solutions) for digit in range(1, 5)) for cell in range(16)
    )
    assert found.counts == counted


def _is_solution(grid: tuple[int, ...]) -> bool:
    return all(one.is_satisfied(grid, SMALL) for one in SMALL.constraints)


def test_many_solutions_are_sampled() -> None:
    found = find_occurrences(Puzzle(Layout.boxes(2, 3), (0,) * 36), open_oracle("bitset"))
    assert (found.solutions, found.is_exact) == (SAMPLE, False)
    assert all(sum(cell) == SAMPLE and all(cell) for cell in found.counts)
