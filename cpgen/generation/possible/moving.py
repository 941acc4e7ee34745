"""The proof that a pattern has no puzzle by a symmetry of the layout that leaves each clue in place."""

from __future__ import annotations

from cpgen.generation.possible.reason import Reason
from cpgen.layout import Layout
from cpgen.pattern import Pattern
from cpgen.symmetry.automorphisms import in_words, moved, still_automorphism


def moved_by_a_symmetry(layout: Layout, pattern: Pattern) -> Reason | None:
    """The proof by a symmetry that moves no clue, but some cell to one that it sees.

    It carries a solution to a solution with the same clues; a different one, for the two cells hold two digits.
    """
    places = still_automorphism(layout, pattern.cells)
    if places is None:
        return None
    return Reason(
        f"No puzzle has this pattern: in any solution {in_words(layout.size, places)} without moving a clue, which "
        "makes a second solution (o marks the cells that move).",
        pattern,
        frozenset(moved(places)),
    )
