"""Minimality of a puzzle: no clue, or no orbit of clues, can be removed without losing the single solution."""

from __future__ import annotations

from functools import lru_cache
from threading import Lock

from cpgen.digging.dig_loop import dig_context, is_minimal
from cpgen.digging.removal_groups import RemovalGroups, removal_groups
from cpgen.digging.strategies import Check
from cpgen.layout import Layout
from cpgen.puzzle import Grid
from cpgen.rater.rating import as_array
from cpgen.symmetry.square import orbits


@lru_cache(maxsize=16)
def minimality_checker(layout: Layout) -> MinimalityChecker:
    """Return the checker of a layout, made on first use."""
    return MinimalityChecker(layout)


class MinimalityChecker:
    """Checks puzzles of one layout; a lock makes it safe to share between threads."""

    def __init__(self, layout: Layout) -> None:
        self._layout = layout
        self._context = dig_context(layout, Check())
        self._groups: dict[str, RemovalGroups] = {}
        self._lock = Lock()

    def is_minimal(self, clues: Grid, solution: Grid, symmetry: str) -> bool:
        """Return True if there are several solutions without any single orbit of a symmetry (`none`: any clue).

        False if a search reaches its limit, which happens on boards of 25×25.
        """
        # The groups and the search memory of the context are shared by all calls.
        with self._lock:
            if symmetry not in self._groups:
                self._groups[symmetry] = removal_groups(self._layout, orbits(self._layout.size, symmetry))
            groups, given = self._groups[symmetry], as_array(clues)
            return bool(is_minimal(self._context, groups, as_array(solution), given))
