"""Proofs that a request has no puzzle, tried before any search.

A proof looks at a pattern and returns a `Reason`, or None if it cannot decide; a reason is never wrong, whatever the
layout. From the cheapest to the most expensive:

- counting clues: below a known or general minimum no puzzle has one solution;
- counting digits: two digits that no clue shows can be swapped in any solution;
- symmetry: an automorphism of the board that keeps every clue in place but moves some cell to a cell that it sees
  turns any solution into a different one with the same clues;
- enumeration: if there are few ways to fill the pattern (see `pattern_fillings`), try them all.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from itertools import permutations
from math import factorial

import numpy as np

from cpgen.errors import ImpossibleError
from cpgen.feasibility.conflicts import find_conflict
from cpgen.feasibility.diagnosis import QUICK
from cpgen.feasibility.pattern_fillings import are_few, fillings_of, puzzles_among
from cpgen.layout import Layout
from cpgen.messages import Message
from cpgen.oracles import Oracle, open_oracle
from cpgen.pattern import Pattern
from cpgen.puzzle import Grid, Puzzle
from cpgen.rater.rating import rate_puzzle
from cpgen.requests.clue_runs import ordered_patterns
from cpgen.requests.drawing_source import DrawingSource
from cpgen.requests.generation_request import Request
from cpgen.requests.grid_sources import is_shiftable
from cpgen.symmetry.automorphisms import automorphism_fixing, describe_automorphism, moved

MARK = "o"
"""Symbol of a marked cell in a picture"""
LEAST = {
    "2x2": (4, "all patterns tried"),
    "2x3": (8, "all patterns tried"),
    "3x3": (17, "McGuire, Tugemann and Civario 2012"),
    "latin-4": (4, "Curran and van Rees 1978"),
    "latin-5": (6, "Curran and van Rees 1978"),
    "latin-6": (9, "Adams and Khodkar 2001"),
    "latin-7": (12, "Adams and Khodkar 2001"),
    "latin-8": (16, "Bean 2005"),
}
"""Proven minimum number of clues of a puzzle with one solution, by layout, with the source of the proof"""
MOST_FREE = 36
"""Number of free clues above which the fillings of a pattern are not enumerated"""
MOST_ORDERS = 10
"""Number of ways to put digits in order after which the proof is given up"""
MOST_RATINGS = 5_000
"""Number of rated puzzles after which the proof that none meets the target is given up"""


@dataclass(frozen=True)
class Reason:
    """Proof that a pattern is impossible: a sentence, and the cells to mark in its picture."""

    sentence: Message
    pattern: Pattern
    marked: frozenset[int] = frozenset()

    @property
    def picture(self) -> str:
        """Pattern as rows of text, with the marked cells as `o`."""
        n = self.pattern.size
        symbols = [MARK if cell in self.marked else symbol for cell, symbol in enumerate(self.pattern.line)]
        return "\n".join("  " + " ".join(symbols[row : row + n]) for row in range(0, n * n, n))

    @property
    def message(self) -> Message:
        """The sentence, followed by the picture."""
        return Message("pictured", sentence=self.sentence, picture=self.picture)


def least_clues(layout: Layout) -> int:
    """Return a number of clues below which no puzzle on a layout has exactly one solution."""
    if layout.spec in LEAST:
        return LEAST[layout.spec][0]
    return layout.size - 1 if layout.digits_interchangeable else 0


def least_clues_reason(layout: Layout) -> Message:
    """Return the reason for the bound that `least_clues` returns, as the end of a sentence."""
    least, n = least_clues(layout), layout.size
    if layout.spec not in LEAST:
        return Message("two-digits", least=least)
    source = LEAST[layout.spec][1]
    return Message("least" if layout.regions else "least-latin", side=n, least=least, source=source)


def _too_few_sentence(layout: Layout, clues: int) -> Message | None:
    if clues >= least_clues(layout):
        return None
    return Message("too-few", clues=clues, why=least_clues_reason(layout))


def too_few_clues(layout: Layout, pattern: Pattern) -> Reason | None:
    """Return a proof that a pattern has too few clues for any puzzle, or None."""
    sentence = _too_few_sentence(layout, len(pattern))
    return Reason(sentence, pattern) if sentence else None


def too_few_digits(layout: Layout, pattern: Pattern) -> Reason | None:
    """Return a proof that two digits are never shown, so that they can be swapped in any solution, or None."""
    if not layout.digits_interchangeable:
        return None
    # Every free clue can show one more digit at most.
    fixed = set(pattern.fixed) - {0}
    free, most = pattern.fixed.count(0), len(fixed) + pattern.fixed.count(0)
    if most >= layout.size - 1:
        return None
    return Reason(Message("fixed-repeat", fixed=len(fixed), free=free, most=most, size=layout.size), pattern)


def moved_by_a_symmetry(layout: Layout, pattern: Pattern) -> Reason | None:
    """Return a proof by an automorphism that moves no clue, but some cell to a cell that it sees, or None.

    It maps a solution to a solution with the same clues. The two differ: a cell and its image hold different digits.
    """
    images = automorphism_fixing(layout, pattern.cells)
    if images is None:
        return None
    move = describe_automorphism(layout.size, images)
    return Reason(Message("moved", move=move), pattern, frozenset(moved(images)))


def no_filling(layout: Layout, pattern: Pattern) -> Reason | None:
    """Return a proof, by trying all fillings, that no puzzle with the pattern has exactly one solution, or None.

    None also if there are too many fillings to try.
    """
    return no_wanted_filling(layout, pattern, lambda clues: True)


def no_wanted_filling(
    layout: Layout, pattern: Pattern, is_wanted: Callable[[Grid], bool], wanted: Message | None = None
) -> Reason | None:
    """Return a proof, by trying all fillings if they are few, that no puzzle with the pattern is wanted, or None.

    Args:
        layout: The board.
        pattern: The pattern to fill.
        is_wanted: Called once for each puzzle with one solution; if digits are interchangeable, for one of all puzzles
            that differ only in the names of digits that are not fixed.
        wanted: Description of a wanted puzzle for the reason, for example `grade expert`.
    """
    free = pattern.fixed.count(0)
    # With no free clue there is one filling, which is judged elsewhere.
    if not 0 < free <= MOST_FREE or not are_few(fillings_of(layout, pattern)):
        return None
    fillings, puzzles = fillings_of(layout, pattern), 0
    for clues in puzzles_among(layout, fillings):
        puzzles += 1
        if is_wanted(clues):
            return None
    # An enumeration that was cut short proves nothing.
    if fillings.progress[0].gave_up:
        return None
    ways, names = int(fillings.progress[0].tried), Message("up-to-names") if layout.digits_interchangeable else ""
    if puzzles and wanted:
        sentence = Message("all-tried-other", ways=ways, free=free, names=names, puzzles=puzzles, target=wanted)
    else:
        sentence = Message("all-tried", ways=ways, free=free, names=names)
    return Reason(sentence, pattern)


PROOFS: tuple[Callable[[Layout, Pattern], Reason | None], ...] = (
    too_few_clues,
    too_few_digits,
    moved_by_a_symmetry,
    no_filling,
)
"""Functions that look for a proof, the cheapest first"""


@lru_cache(maxsize=64)
def reason_against(layout: Layout, pattern: Pattern) -> Reason | None:
    """Return the first proof that no puzzle on a layout has a pattern, or None if nothing is proven."""
    return next((reason for proof in PROOFS if (reason := proof(layout, pattern))), None)


def require_possible(request: Request, oracle: Oracle, count: int) -> None:
    """Raise ImpossibleError, with the reason, if a request is proven to have fewer than `count` puzzles."""
    layout, pattern = request.layout, request.pattern
    if request.drawing_source:
        _require_drawable(request, request.drawing_source, oracle)
        return
    if pattern is None:
        _require_grid(oracle, Puzzle(layout, (0,) * layout.cell_count))
        _refuse(_too_few_sentence(layout, request.clue_count))
        return
    fixed = Puzzle(layout, pattern.fixed_clues())
    _require_grid(oracle, fixed)
    _refuse(reason_against(layout, pattern))
    if request.in_order:
        _require_order(layout, pattern, request.along, oracle)
    if fixed.clue_count == len(pattern):
        _require_a_puzzle(request, oracle, fixed, count)
    elif request.until_match:
        _refuse(no_wanted_filling(layout, pattern, _TargetCheck(request, pattern), request.target.message))


def _refuse(reason: Reason | Message | None) -> None:
    if isinstance(reason, Reason):
        raise ImpossibleError(reason.message, sorted(reason.marked))
    if reason:
        raise ImpossibleError(reason)


def _require_grid(oracle: Oracle, fixed: Puzzle) -> None:
    """Raise ImpossibleError if a layout has no complete grid with the fixed digits."""
    layout = fixed.layout
    if not fixed.clue_count and is_shiftable(layout):
        return  # a grid of such a layout is known
    # Tell a layout without any grid from fixed digits that leave none.
    if not oracle.is_consistent(fixed):
        by_digits = fixed.clue_count and oracle.is_consistent(Puzzle(layout, (0,) * layout.cell_count))
        raise ImpossibleError(Message("fixed-no-grid" if by_digits else "no-grid"))


def _require_drawable(request: Request, source: DrawingSource, oracle: Oracle) -> None:
    """Raise ImpossibleError, naming a small contradictory part, if no grid can have the caller's drawing.

    Random drawings are not examined, since another drawing may have a grid.
    """
    if source.is_random:
        return
    puzzle = Puzzle(source.draw(request.layout, np.random.default_rng(0)).layout.with_any_values(), request.fixed_clues)
    if not oracle.is_consistent(puzzle):
        conflict = find_conflict(puzzle, open_oracle("bitset", QUICK))
        lines = [constraint.text(puzzle.layout.size) for constraint in conflict.constraints]
        givens = [f"{puzzle.layout.cell_name(cell)}={puzzle.clues[cell]}" for cell in conflict.cells]
        raise ImpossibleError(Message("drawing-impossible", parts=tuple(lines + givens)))


def _require_order(layout: Layout, pattern: Pattern, along: tuple[str, ...], oracle: Oracle) -> None:
    """Raise ImpossibleError if no way to put digits in order along the named runs (any: ()) has a puzzle.

    Gives up after MOST_ORDERS ways.
    """
    first: Reason | Message | None = None
    for tried, ordered in enumerate(ordered_patterns(layout, pattern, along)):
        consistent = oracle.is_consistent(Puzzle(layout, ordered.fixed_clues()))
        reason = reason_against(layout, ordered) if consistent else Message("order-no-filling")
        if reason is None or tried == MOST_ORDERS:
            return
        first = first or reason
    _refuse(first)


class _TargetCheck:
    """Function of clues: True if some renaming of their free digits gives a puzzle that meets the target.

    All renamings are rated if digits are interchangeable: the ladder visits digits in order, so a renamed puzzle may
    take other steps. Also True once that would take more than MOST_RATINGS ratings.
    """

    def __init__(self, request: Request, pattern: Pattern) -> None:
        self._layout, self._target = request.layout, request.target
        self._ladder = request.grade.full_ladder
        digits = range(1, request.layout.size + 1) if request.layout.digits_interchangeable else ()
        self._free = [digit for digit in digits if digit not in pattern.fixed]
        self._ratings_left = MOST_RATINGS

    def __call__(self, clues: Grid) -> bool:
        # Count all renamings of a filling, although the first that fits ends the loop.
        self._ratings_left -= factorial(len(self._free))
        return self._ratings_left < 0 or any(self._accepts(clues, names) for names in permutations(self._free))

    def _accepts(self, clues: Grid, names: tuple[int, ...]) -> bool:
        renamed = dict(zip(self._free, names, strict=True))
        puzzle = Puzzle(self._layout, tuple(renamed.get(digit, digit) for digit in clues))
        return self._target.accepts(rate_puzzle(puzzle, self._ladder))


def _require_a_puzzle(request: Request, oracle: Oracle, fixed: Puzzle, count: int) -> None:
    """Raise ImpossibleError unless `fixed`, a pattern whose digits are all fixed, is a puzzle that meets the request.

    That takes one solution, an accepted rating, and a `count` of 1.
    """
    if not oracle.uniqueness(fixed).unique:
        raise ImpossibleError(Message("all-fixed-several"))
    rating = rate_puzzle(fixed, request.grade.full_ladder)
    if request.until_match and not request.target.accepts(rating):
        reached = Message("level-steps", level=rating.level, steps=rating.steps)
        how = Message("puzzle-solved" if rating.solved else "puzzle-stuck", reached=reached)
        raise ImpossibleError(Message("all-fixed", how=how, target=request.target.message))
    if count > 1:
        raise ImpossibleError(Message("all-fixed-one", count=count))
