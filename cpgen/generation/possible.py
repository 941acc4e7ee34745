"""What can be shown before any search: requests that no puzzle can meet."""

from __future__ import annotations

from cpgen.errors import ImpossibleError, counted
from cpgen.generation.request import Request
from cpgen.oracles import Oracle
from cpgen.pattern import Pattern
from cpgen.puzzle import Puzzle
from cpgen.rater.rating import rate_puzzle


def require_possible(request: Request, oracle: Oracle, count: int) -> None:
    """Raises ImpossibleError when the oracle shows that the layout, or the pattern's fixed digits, allow no puzzle."""
    empty = Puzzle(request.layout, (0,) * request.layout.cell_count)
    pattern = request.pattern
    fixed = Puzzle(request.layout, pattern.fixed_clues()) if isinstance(pattern, Pattern) else empty
    if not oracle.is_consistent(fixed):
        raise ImpossibleError(
            "The fixed digits of the pattern leave no grid: no filling of the board has all of them."
            if fixed.clue_count and oracle.is_consistent(empty)
            else "This layout has no grid: no filling of the board keeps to all of its houses."
        )
    if isinstance(pattern, Pattern) and fixed.clue_count == len(pattern):
        _require_a_puzzle(request, oracle, fixed, count)


def _require_a_puzzle(request: Request, oracle: Oracle, fixed: Puzzle, count: int) -> None:
    """The same where all digits are fixed, so that there is one set of clues to look at."""
    if not oracle.uniqueness(fixed).unique:
        raise ImpossibleError("All digits of the pattern are fixed, and they leave more than one solution.")
    rating = rate_puzzle(fixed, request.grade.full_ladder)
    if request.method.until_match and not request.grade.matches(rating):
        reached = f"level {rating.level} with {counted(rating.steps, 'step')}"
        how = f"is {reached}" if rating.solved else f"is not solved by the ladder, which gets to {reached}"
        raise ImpossibleError(f"All digits of the pattern are fixed, and the puzzle {how}: it is not {request.grade}.")
    if count > 1:
        raise ImpossibleError(f"All digits of the pattern are fixed: that is one puzzle, not {count}.")
