"""Canonical forms on boards with constraints besides houses: the smallest image under the symmetries of the square.

Permutations of rows and columns, which `canonical` uses, would tear cages and lines apart. Digits are renamed only
where every constraint allows it.
"""

from __future__ import annotations

from abc import ABC, abstractmethod

import numpy as np

from cpgen.layout import Layout
from cpgen.puzzle import Puzzle
from cpgen.regions import relabel
from cpgen.symmetry.layout_images import canonical_image


class AnyCanoniser(ABC):
    """Base class of calculators of canonical forms for the puzzles on one layout."""

    board: Layout
    """Layout of the forms, the same for all rotations and reflections of the layout"""

    @abstractmethod
    def forms(self, clues: np.ndarray) -> np.ndarray:
        """Return the canonical forms [K, n²] of puzzles, given as K rows of n² digits, 0 for an open cell."""

    def form(self, puzzle: Puzzle) -> Puzzle:
        """Return the canonical form of a puzzle, as a puzzle on `board`."""
        digits = self.forms(np.array([puzzle.clues], np.uint8))[0]
        return Puzzle(self.board, tuple(digits.tolist()))


class SquareCanoniser(AnyCanoniser):
    """Calculator whose canonical form is the smallest of a puzzle's rotations and reflections."""

    def __init__(self, layout: Layout) -> None:
        self.board, sources = canonical_image(layout)
        self._sources = np.array(sources)
        self._renames = layout.digits_interchangeable

    def forms(self, clues: np.ndarray) -> np.ndarray:
        """Return the canonical forms [K, n²] of puzzles, given as K rows of n² digits, 0 for an open cell."""
        images = clues[:, self._sources].tolist()
        forms = [min(self._named(image) for image in turned) for turned in images]
        return np.array(forms, np.uint8).reshape(clues.shape)

    def _named(self, image: list[int]) -> tuple[int, ...]:
        """Return the digits of an image, renamed by first appearance if the constraints allow renaming."""
        return relabel([0, *image])[1:] if self._renames else tuple(image)
