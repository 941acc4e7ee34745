"""Whether a clue, or an orbit of clues, can still go from a puzzle: what digging has shown of it, else a search."""

from __future__ import annotations

from functools import lru_cache
from threading import Lock

import numpy as np

from cpgen.digging import dig_loop as kernel
from cpgen.digging.strategies import Check
from cpgen.layout import Layout
from cpgen.puzzle import Grid
from cpgen.symmetry.square import orbits


@lru_cache(maxsize=16)
def minimality_checker(layout: Layout) -> MinimalityChecker:
    """What judges the puzzles of a layout, made on first use."""
    return MinimalityChecker(layout)


class MinimalityChecker:
    """Judges puzzles of one layout, with tools that are made once; safe to share between threads."""

    def __init__(self, layout: Layout) -> None:
        self.layout = layout
        self._tools = kernel.tools_for(layout, Check())
        self._units: dict[str, kernel.Units] = {}
        self._lock = Lock()

    def is_minimal(self, clues: Grid, solution: Grid, needed: bytes, symmetry: str) -> bool:
        """Whether there are several solutions without any one of the orbits of a symmetry; `none`: of the clues.

        `needed` is what second solutions have shown of each clue: see `dig_kernel.ALONE`.
        """
        given, grid = (np.frombuffer(bytearray(digits), np.uint8) for digits in (clues, solution))
        enough = kernel.ALONE if symmetry == "none" else kernel.WITH_OTHERS
        with self._lock:
            units = self._units_of(symmetry)
            self._tools.needed[:] = np.frombuffer(needed, np.uint8)
            kernel.begin_dig(units, given, np.zeros(1, np.uint64))
            return bool(kernel.none_can_go(self._tools, units, grid, given, enough))

    def _units_of(self, symmetry: str) -> kernel.Units:
        if symmetry not in self._units:
            self._units[symmetry] = kernel.units_of(self.layout, orbits(self.layout.size, symmetry))
        return self._units[symmetry]
