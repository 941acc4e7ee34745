"""Is any of the few ways to fill a small pattern a puzzle, and one that is wanted?"""

from __future__ import annotations

from collections.abc import Callable

from cpgen.errors import counted
from cpgen.generation.possible.fillings import GAVE_UP, TRIED, are_few, fillings_of, puzzles_among
from cpgen.generation.possible.reason import Reason
from cpgen.layout import Layout
from cpgen.pattern import Pattern
from cpgen.puzzle import Grid

MOST_FREE = 36
"""Free clues beyond which a pattern is not looked at"""


def no_filling(layout: Layout, pattern: Pattern) -> Reason | None:
    """The proof by trying all fillings, where they are few: none has one solution."""
    return no_wanted_filling(layout, pattern, lambda clues: True)


def no_wanted_filling(
    layout: Layout, pattern: Pattern, may_be: Callable[[Grid], bool], wanted: str = ""
) -> Reason | None:
    """The proof by trying all fillings, where they are few, that none with one solution may be what is wanted.

    `may_be` is asked about clues that stand for all that other names for the digits that are not fixed make of them;
    `wanted` says what they are to be, to end a sentence with.
    """
    free = pattern.fixed.count(0)
    if not 0 < free <= MOST_FREE or not are_few(fillings_of(layout, pattern)):
        return None
    fillings, puzzles = fillings_of(layout, pattern), 0
    for clues in puzzles_among(layout, fillings):
        puzzles += 1
        if may_be(clues):
            return None
    if fillings.marks[GAVE_UP]:
        return None
    return Reason(_told(int(fillings.marks[TRIED]), free, puzzles, wanted), pattern)


def _told(tried: int, free: int, puzzles: int, wanted: str) -> str:
    ways = f"{counted(tried, 'way')} to fill the {counted(free, 'free clue')}, up to the names of the digits"
    if puzzles:
        return (
            f"No puzzle with this pattern is of {wanted}: of the {ways}, all tried, "
            f"{puzzles} {'has' if puzzles == 1 else 'have'} exactly one solution, and none of those is."
        )
    each = "was tried and leaves" if tried == 1 else "were all tried and leave"
    return f"No puzzle has this pattern: the {ways}, {each} none or several solutions."
