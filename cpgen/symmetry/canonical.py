"""Are two puzzles the same? One form for all that the board's symmetries and other names for the digits make of one."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from threading import Lock

import numpy as np

from cpgen.layout import Layout
from cpgen.puzzle import Puzzle
from cpgen.symmetry.lines import lines_of, representative, working_memory
from cpgen.symmetry.searching import find_forms


class Canoniser:
    """Finds the canonical forms of puzzles on one layout; safe to share between threads."""

    def __init__(self, layout: Layout) -> None:
        self.board = representative(layout)
        """The layout that the forms are written on, one for all that rotation and reflection make of it"""
        self._lines = lines_of(layout)
        self._target = lines_of(self.board)
        self._work = working_memory(self._lines)
        self._lock = Lock()

    def forms(self, clues: np.ndarray) -> np.ndarray:
        """[k, n²] the canonical forms of puzzles, a row of digits each, 0 for an open cell."""
        forms = np.zeros(clues.shape, np.uint8)
        with self._lock:
            find_forms(self._lines, self._target, self._work, np.ascontiguousarray(clues, np.uint8), forms)
        return forms

    def form(self, puzzle: Puzzle) -> Puzzle:
        """The canonical form of a puzzle, a puzzle itself."""
        digits = self.forms(np.array([puzzle.clues], np.uint8))[0]
        return Puzzle(self.board, tuple(digits.tolist()))


class Forms:
    """The canonical forms that have come by, of puzzles on one layout."""

    def __init__(self, layout: Layout) -> None:
        self._canoniser = canoniser_for(layout)
        self._seen: set[bytes] = set()

    def add(self, clues: Sequence[int]) -> bool:
        """Takes the form of these clues; False when it was there already."""
        form = self._canoniser.forms(np.array([clues], np.uint8)).tobytes()
        before = len(self._seen)
        self._seen.add(form)
        return len(self._seen) > before


@lru_cache(maxsize=32)
def canoniser_for(layout: Layout) -> Canoniser:
    """The canoniser of a layout, made on first use."""
    return Canoniser(layout)


def canonical(puzzle: Puzzle) -> Puzzle:
    """The canonical form of a puzzle: the same for two puzzles exactly when a symmetry and relabelling joins them.

    >>> one, other = Puzzle.parse("1.../..2./..../...3"), Puzzle.parse("3.../...1/..../..2.")
    >>> canonical(one) == canonical(other)
    True
    """
    return canoniser_for(puzzle.layout).form(puzzle)
