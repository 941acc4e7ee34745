"""Requests that can be shown to have no puzzle are refused before any search.

No puzzle has a pattern by counting, by a symmetry, or by trying all fillings: a proof returns a reason, or None when it
cannot decide; it never errs, whatever the layout.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from itertools import permutations
from math import factorial

from cpgen.errors import ImpossibleError, Message
from cpgen.feasibility.fillings import are_few, fillings_of, puzzles_among
from cpgen.layout import Layout
from cpgen.oracles import Oracle
from cpgen.pattern import Pattern
from cpgen.puzzle import Grid, Puzzle
from cpgen.rater.rating import rate_puzzle
from cpgen.requests.clue_runs import choices
from cpgen.requests.grid_sources import is_shiftable
from cpgen.requests.puzzle_request import Request
from cpgen.symmetry.automorphisms import automorphism_fixing, describe_automorphism, moved

MARK = "o"
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
"""The fewest clues of a puzzle with one solution where that is proven, and by whom (`scripts/least_clues` tries)"""
MOST_FREE = 36
"""Free clues beyond which the fillings of a pattern are not tried"""
MOST_ORDERS = 10
"""Ways to put digits in order that are looked at before the proof that none can be a puzzle is given up"""
MOST_RATINGS = 5_000
"""Puzzles that are rated before the proof that none has the grade is given up"""


@dataclass(frozen=True)
class Reason:
    """A sentence that proves a pattern impossible, and the cells that it speaks of, to be marked in the picture."""

    sentence: Message
    pattern: Pattern
    marked: frozenset[int] = frozenset()

    @property
    def picture(self) -> str:
        """The pattern as rows of text, with the marked cells as `o`."""
        n = self.pattern.size
        symbols = [MARK if cell in self.marked else symbol for cell, symbol in enumerate(self.pattern.line)]
        return "\n".join("  " + " ".join(symbols[row : row + n]) for row in range(0, n * n, n))

    @property
    def message(self) -> Message:
        """The sentence with the picture."""
        return Message("pictured", sentence=self.sentence, picture=self.picture)


def least_clues(layout: Layout) -> int:
    """A number of clues below which no puzzle of the layout has one solution."""
    return LEAST[layout.spec][0] if layout.spec in LEAST else layout.size - 1


def why_not_fewer(layout: Layout) -> Message:
    """Why no puzzle of the layout has fewer clues than that, the end of a sentence."""
    least, n = least_clues(layout), layout.size
    if layout.spec not in LEAST:
        return Message("two-digits", least=least)
    source = LEAST[layout.spec][1]
    return Message("least" if layout.regions else "least-latin", side=n, least=least, source=source)


def too_few(layout: Layout, clues: int) -> Message | None:
    """Why no puzzle of the layout has so few clues, in a sentence; None when that is not known."""
    if clues >= least_clues(layout):
        return None
    return Message("too-few", clues=clues, why=why_not_fewer(layout))


def too_few_clues(layout: Layout, pattern: Pattern) -> Reason | None:
    """The proof by the number of clues."""
    sentence = too_few(layout, len(pattern))
    return Reason(sentence, pattern) if sentence else None


def too_few_digits(layout: Layout, pattern: Pattern) -> Reason | None:
    """The proof by the digits that are never shown: two of them can change places all over a solution."""
    fixed = set(pattern.fixed) - {0}
    free, most = pattern.fixed.count(0), len(fixed) + pattern.fixed.count(0)
    if most >= layout.size - 1:
        return None
    return Reason(Message("fixed-repeat", fixed=len(fixed), free=free, most=most, size=layout.size), pattern)


def moved_by_a_symmetry(layout: Layout, pattern: Pattern) -> Reason | None:
    """The proof by a symmetry that moves no clue, but some cell to one that it sees.

    It carries a solution to a solution with the same clues; a different one, for the two cells hold two digits.
    """
    places = automorphism_fixing(layout, pattern.cells)
    if places is None:
        return None
    move = describe_automorphism(layout.size, places)
    return Reason(Message("moved", move=move), pattern, frozenset(moved(places)))


def no_filling(layout: Layout, pattern: Pattern) -> Reason | None:
    """The proof by trying all fillings, where they are few: none has one solution."""
    return no_wanted_filling(layout, pattern, lambda clues: True)


def no_wanted_filling(
    layout: Layout, pattern: Pattern, may_be: Callable[[Grid], bool], wanted: Message | None = None
) -> Reason | None:
    """The proof by trying all fillings, where they are few, that no puzzle among them is what is wanted.

    `may_be` gets each puzzle once, whatever the names of the digits that are not fixed; `wanted` describes what is
    wanted, as in `grade expert`.
    """
    free = pattern.fixed.count(0)
    if not 0 < free <= MOST_FREE or not are_few(fillings_of(layout, pattern)):
        return None
    fillings, puzzles = fillings_of(layout, pattern), 0
    for clues in puzzles_among(layout, fillings):
        puzzles += 1
        if may_be(clues):
            return None
    if fillings.progress.gave_up:
        return None
    return Reason(_fillings_sentence(int(fillings.progress.tried), free, puzzles, wanted), pattern)


def _fillings_sentence(tried: int, free: int, puzzles: int, wanted: Message | None) -> Message:
    if puzzles and wanted:
        return Message("all-tried-other", ways=tried, free=free, puzzles=puzzles, target=wanted)
    return Message("all-tried", ways=tried, free=free)


PROOFS: tuple[Callable[[Layout, Pattern], Reason | None], ...] = (
    too_few_clues,
    too_few_digits,
    moved_by_a_symmetry,
    no_filling,
)
"""All proofs, the quick ones first"""


@lru_cache(maxsize=64)
def reason_against(layout: Layout, pattern: Pattern) -> Reason | None:
    """The first proof that no puzzle on the layout has the pattern; None when nothing is known against it."""
    return next((reason for proof in PROOFS if (reason := proof(layout, pattern))), None)


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
    if request.in_order:
        _require_order(request, pattern, oracle)
    if fixed.clue_count == len(pattern):
        _require_a_puzzle(request, oracle, fixed, count)
    elif request.until_match:
        _refuse(no_wanted_filling(request.layout, pattern, _Wanted(request, pattern), request.target.message))


def _require_order(request: Request, pattern: Pattern, oracle: Oracle) -> None:
    """Raises ImpossibleError when none of the ways to put digits in order can be a puzzle; some are not all tried."""
    layout = request.layout
    first: Reason | Message | None = None
    for tried, one in enumerate(choices(layout, pattern, request.along)):
        consistent = oracle.is_consistent(Puzzle(layout, one.fixed_clues()))
        reason = reason_against(layout, one) if consistent else Message("order-no-filling")
        if reason is None or tried == MOST_ORDERS:
            return
        first = first or reason
    _refuse(first)


def _refuse(reason: Reason | Message | None) -> None:
    if isinstance(reason, Reason):
        raise ImpossibleError(reason.message, sorted(reason.marked))
    if reason:
        raise ImpossibleError(reason)


def _require_grid(oracle: Oracle, empty: Puzzle, fixed: Puzzle) -> None:
    """Raises ImpossibleError when the layout, or the pattern's fixed digits, leave no grid."""
    if not fixed.clue_count and is_shiftable(fixed.layout):
        return
    if not oracle.is_consistent(fixed):
        by_digits = fixed.clue_count and oracle.is_consistent(empty)
        raise ImpossibleError(Message("fixed-no-grid" if by_digits else "no-grid"))


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
        raise ImpossibleError(Message("all-fixed-several"))
    rating = rate_puzzle(fixed, request.grade.full_ladder)
    if request.until_match and not request.target.accepts(rating):
        level, steps, target = rating.level, rating.steps, request.target.message
        reached = Message("level-steps", level=level, steps=steps)
        how = Message("puzzle-solved" if rating.solved else "puzzle-stuck", reached=reached)
        raise ImpossibleError(Message("all-fixed", how=how, target=target))
    if count > 1:
        raise ImpossibleError(Message("all-fixed-one", count=count))
