"""Requests that can be shown to have no puzzle are refused before any search."""

from __future__ import annotations

from itertools import permutations
from math import factorial

from cpgen.errors import ImpossibleError, counted
from cpgen.generation.infeasible import Reason, no_wanted_filling, reason_against, too_few
from cpgen.generation.request import Request
from cpgen.oracles import Oracle
from cpgen.pattern import Pattern
from cpgen.puzzle import Grid, Puzzle
from cpgen.rater.rating import rate_puzzle

MOST_RATINGS = 5_000
"""Puzzles that are rated before the proof that none has the grade is given up"""


def require_possible(request: Request, oracle: Oracle, count: int) -> None:
    """Raises ImpossibleError, with the reason, when the request can be shown to have no puzzle."""
    pattern, empty = request.pattern, Puzzle(request.layout, (0,) * request.layout.cell_count)
    if pattern is None:
        _require_grid(oracle, empty, empty)
        _refuse(too_few(request.layout, request.clue_count))
        return
    fixed = Puzzle(request.layout, pattern.fixed_clues())
    _require_grid(oracle, empty, fixed)
    _refuse(reason_against(request.layout, pattern))
    if fixed.clue_count == len(pattern):
        _require_a_puzzle(request, oracle, fixed, count)
    elif request.until_match:
        _refuse(no_wanted_filling(request.layout, pattern, _Wanted(request, pattern), str(request.target)))


def _refuse(reason: Reason | str | None) -> None:
    if reason:
        raise ImpossibleError(str(reason))


def _require_grid(oracle: Oracle, empty: Puzzle, fixed: Puzzle) -> None:
    """Raises ImpossibleError when the layout, or the pattern's fixed digits, leave no grid."""
    if not oracle.is_consistent(fixed):
        raise ImpossibleError(
            "The fixed digits of the pattern leave no grid: no filling of the board has all of them."
            if fixed.clue_count and oracle.is_consistent(empty)
            else "This layout has no grid: no filling of the board keeps to all of its houses."
        )


class _Wanted:
    """Whether some names for the digits make clues a puzzle of the target; True, too, when that takes too many ratings.

    All names are tried, since the ladder takes digits in order, so that other names may take other steps.
    """

    def __init__(self, request: Request, pattern: Pattern) -> None:
        self.request = request
        self.open = [digit for digit in range(1, request.layout.size + 1) if digit not in pattern.fixed]
        self.left = MOST_RATINGS

    def __call__(self, clues: Grid) -> bool:
        self.left -= factorial(len(self.open))
        return self.left < 0 or any(self._matches(clues, names) for names in permutations(self.open))

    def _matches(self, clues: Grid, names: tuple[int, ...]) -> bool:
        renamed = dict(zip(self.open, names, strict=True))
        puzzle = Puzzle(self.request.layout, tuple(renamed.get(digit, digit) for digit in clues))
        return self.request.target.accepts(rate_puzzle(puzzle, self.request.grade.full_ladder))


def _require_a_puzzle(request: Request, oracle: Oracle, fixed: Puzzle, count: int) -> None:
    """Raises ImpossibleError where all digits are fixed and the one puzzle that they make is not what is wanted."""
    if not oracle.uniqueness(fixed).unique:
        raise ImpossibleError("All digits of the pattern are fixed, and they leave more than one solution.")
    rating = rate_puzzle(fixed, request.grade.full_ladder)
    if request.until_match and not request.target.accepts(rating):
        reached = f"level {rating.level} with {counted(rating.steps, 'step')}"
        how = f"is {reached}" if rating.solved else f"is not solved by the ladder, which gets to {reached}"
        raise ImpossibleError(
            f"All digits of the pattern are fixed, and the puzzle {how}; the target is {request.target}."
        )
    if count > 1:
        raise ImpossibleError(f"All digits of the pattern are fixed: that is one puzzle, not {count}.")
