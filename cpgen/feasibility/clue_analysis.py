"""Analysis of the clues of a puzzle that is being made by hand: solution count, deductions, conflicts, possible digits.

Setters of hand-made puzzles (at Nikoli, for example) first choose which cells hold clues, then enter digits one by one
and watch what follows from them. `analyse_clues` answers the questions that come up on the way.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from cpgen.errors import InputError
from cpgen.feasibility.conflicts import minimal_subset
from cpgen.feasibility.true_candidates import with_digit
from cpgen.messages import Message
from cpgen.oracles import Oracle, UndecidedError
from cpgen.puzzle import Puzzle
from cpgen.rater.ladder import Ladder
from cpgen.rater.rating import Rating, rate_puzzle

MANY = 100
"""Number up to which solutions are counted"""


@dataclass(frozen=True)
class Choice:
    """Digit for the selected cell, and the number of solutions with it: 0, 1, 2 (two or more), or None if unknown."""

    digit: int
    solutions: int | None


@dataclass(frozen=True)
class ClueAnalysis:
    """Result of `analyse_clues`: what follows from a puzzle's clues."""

    puzzle: Puzzle
    solutions: int | None
    """Number of solutions, counted up to MANY; None if the oracle ran out of time"""
    rating: Rating
    """Rating of the puzzle: how far the ladder gets from these clues"""
    conflict: tuple[int, ...] = ()
    """Cells of a minimal set of contradictory clues; () if there is a solution or the oracle ran out of time"""
    blamed: tuple[int, ...] = ()
    """Cells each of whose clues is alone to blame: without it, there is a solution"""
    choices: tuple[Choice, ...] = ()
    """A choice for each digit in the selected cell; () if no cell is selected"""

    def __repr__(self) -> str:
        count = "unknown" if self.solutions is None else self.solutions
        return f"<ClueAnalysis of {self.puzzle!r}: number of solutions {count}>"


def analyse_clues(puzzle: Puzzle, ladder: Ladder, oracle: Oracle, cell: int | None = None) -> ClueAnalysis:
    """Return what follows from the clues and, if a cell is selected, from each digit in that cell.

    Raises:
        InputError: The cell is outside the board.
    """
    if cell is not None and not 0 <= cell < puzzle.layout.cell_count:
        raise InputError(Message("cell-number", cell=cell, last=len(puzzle.clues) - 1))
    analysis = ClueAnalysis(puzzle, _count(oracle, puzzle, MANY), rate_puzzle(puzzle, ladder))
    if analysis.solutions == 0:
        conflict = _minimal_conflict(puzzle, oracle)
        # Only a clue in the conflict can be responsible for it.
        blamed = tuple(blamed for blamed in conflict if _has_solution(oracle, with_digit(puzzle, blamed, 0)))
        analysis = replace(analysis, conflict=conflict, blamed=blamed)
    if cell is None:
        return analysis
    # One question per digit, up to two solutions: enough to tell none, one and several apart.
    digits = range(1, puzzle.layout.size + 1)
    choices = tuple(Choice(digit, _count(oracle, with_digit(puzzle, cell, digit), 2)) for digit in digits)
    return replace(analysis, choices=choices)


def _minimal_conflict(puzzle: Puzzle, oracle: Oracle) -> tuple[int, ...]:
    """Return cells whose clues contradict each other, none of which can be left out.

    () if the oracle takes too long.
    """

    def is_conflict(cells: Sequence[int]) -> bool:
        clues = tuple(clue if cell in cells else 0 for cell, clue in enumerate(puzzle.clues))
        return oracle.count(Puzzle(puzzle.layout, clues), 1) == 0

    try:
        return tuple(minimal_subset([cell for cell, clue in enumerate(puzzle.clues) if clue], is_conflict))
    except UndecidedError:
        return ()


def _count(oracle: Oracle, puzzle: Puzzle, limit: int) -> int | None:
    try:
        return oracle.count(puzzle, limit)
    except UndecidedError:
        return None


def _has_solution(oracle: Oracle, puzzle: Puzzle) -> bool | None:
    count = _count(oracle, puzzle, 1)
    return None if count is None else bool(count)
