"""Has a pattern enough clues, and can they show enough different digits?"""

from __future__ import annotations

from cpgen.errors import counted
from cpgen.generation.possible.reason import Reason
from cpgen.layout import Layout
from cpgen.pattern import Pattern

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


def least_clues(layout: Layout) -> int:
    """A number of clues below which no puzzle of the layout has one solution."""
    return LEAST[layout.spec][0] if layout.spec in LEAST else layout.size - 1


def why_not_fewer(layout: Layout) -> str:
    """Why no puzzle of the layout has fewer clues than that, the end of a sentence."""
    least, n = least_clues(layout), layout.size
    if layout.spec not in LEAST:
        return f"with fewer than {least}, two digits are never shown and can be swapped in any solution."
    board = f"{n}×{n} Latin square" if not layout.regions else f"{n}×{n} puzzle"
    return f"a {board} with one solution needs {least} or more ({LEAST[layout.spec][1]})."


def too_few(layout: Layout, clues: int) -> str | None:
    """Why no puzzle of the layout has so few clues, in a sentence; None when that is not known."""
    return f"The pattern has {counted(clues, 'clue')}; {why_not_fewer(layout)}" if clues < least_clues(layout) else None


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
    return Reason(
        f"The fixed digits repeat too much: with {len(fixed)} different ones and {counted(free, 'free clue')} the "
        f"pattern shows at most {counted(most, 'digit')} of {layout.size}, and two that are never shown can be "
        "swapped in any solution.",
        pattern,
    )
