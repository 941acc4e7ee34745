"""Minimality of a puzzle: no clue, or no orbit of clues, can be removed without losing the single solution."""

from __future__ import annotations

from functools import lru_cache
from threading import Lock

from cpgen.digging.dig_loop import DigContext, dig_context, is_minimal
from cpgen.digging.removal_groups import RemovalGroups, removal_groups
from cpgen.digging.strategies import Check
from cpgen.layout import Layout
from cpgen.puzzle import Grid, Puzzle
from cpgen.rater.rating import as_array
from cpgen.symmetry.square import orbits

_lock = Lock()
"""Held during a check, since all checks on a layout share their memory"""


def needs_every_orbit(puzzle: Puzzle, solution: Grid, symmetry: str) -> bool:
    """Return True if a puzzle needs each orbit of a symmetry: without any single one it has several solutions.

    An orbit is the cells that the symmetry maps to each other; with `none`, each clue is one. False also if a search
    reaches its limit, which happens on boards of 25×25.
    """
    with _lock:
        context, groups = _memory(puzzle.layout, symmetry)
        return bool(is_minimal(context, groups, as_array(solution), as_array(puzzle.clues)))


@lru_cache(maxsize=16)
def _memory(layout: Layout, symmetry: str) -> tuple[DigContext, RemovalGroups]:
    return dig_context(layout, Check()), removal_groups(layout, orbits(layout.size, symmetry))
