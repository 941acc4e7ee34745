"""Occurrences: in how many solutions of a puzzle each cell has each digit.

If there are few solutions, all of them are counted. Otherwise the shares are estimated from random completions. These
are not drawn uniformly, but differ more than the first solutions of an ordered search, which share most digits.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import islice

import numpy as np

from cpgen.oracles import Oracle, UndecidedError
from cpgen.puzzle import Puzzle

MOST = 500
"""Number of solutions up to which all are counted"""
SAMPLE = 200
"""Number of random solutions from which the shares are estimated, with a standard error of up to 3.5 %"""


@dataclass(frozen=True)
class Occurrences:
    """Numbers of solutions in which each cell has each digit.

    Attributes:
        counts: For each cell, the numbers of solutions with the digits 1, 2, … n.
        solutions: Number of solutions that were looked at.
        is_exact: True if these are all solutions.
    """

    counts: tuple[tuple[int, ...], ...]
    solutions: int
    is_exact: bool


def find_occurrences(puzzle: Puzzle, oracle: Oracle, stop: Callable[[], bool] = lambda: False) -> Occurrences:
    """Return the number of solutions with each digit in each cell: of all if they are few, else of random ones.

    Args:
        puzzle: The puzzle; its layout must not leave values open.
        oracle: The solver.
        stop: Function without arguments that ends the search by returning True.
    """
    size = puzzle.layout.size
    cells = np.arange(puzzle.layout.cell_count)
    counts = np.zeros((len(cells), size), dtype=np.int64)

    def shown(solutions: int, is_exact: bool) -> Occurrences:
        return Occurrences(tuple(tuple(map(int, row)) for row in counts), solutions, is_exact)

    try:
        is_few = oracle.count(puzzle, MOST + 1) <= MOST
    except UndecidedError:
        is_few = False
    solutions = 0
    try:
        if is_few:
            for grid in islice(oracle.solutions(puzzle), MOST):
                counts[cells, np.array(grid) - 1] += 1
                solutions += 1
            return shown(solutions, True)
        rng = np.random.default_rng(0)
        while solutions < SAMPLE and not stop():
            completion = oracle.complete(puzzle, rng)
            if completion is None:
                break
            counts[cells, np.array(completion) - 1] += 1
            solutions += 1
    except UndecidedError:
        pass
    return shown(solutions, False)
