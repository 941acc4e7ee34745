"""The sheet that is drawn on: the board, the moves of the symmetry, and which cells are taken."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property

import numpy as np

from cpgen.constraints.base import Constraint
from cpgen.difficulty.target import Span
from cpgen.errors import InputError
from cpgen.layout import Layout
from cpgen.symmetry.square import group_of


@dataclass
class Sheet:
    """Board on which constraints are being drawn, with a record of the room that is taken.

    Attributes:
        layout: The board.
        symmetry: Name of the symmetry of what is drawn; it need not be one of the regions.
        rng: Source of all random choices.
        taken: Cells of lines and cages; no other line or cage may use them.
        crossings: Corners of cells that a diagonal step of a line crosses; no two lines may cross.
        refusal: Why the last constraint that was tried does not fit on the board.
    """

    layout: Layout
    symmetry: str
    rng: np.random.Generator
    taken: set[int] = field(default_factory=set)
    crossings: set[int] = field(default_factory=set)
    refusal: InputError | None = None

    @cached_property
    def base(self) -> Layout:
        """The board with its houses alone."""
        return self.layout.base

    @property
    def moves(self) -> tuple[tuple[int, ...], ...]:
        """Moves of the symmetry, the identity first: each is the image of every cell."""
        return moves_of(self.layout.size, self.symmetry)

    def images(self, constraint: Constraint) -> list[Constraint]:
        """Return a constraint and its different images under the symmetry."""
        images = [moved for move in self.moves if (moved := constraint.moved(move)) is not None]
        return list({image.normal(): image for image in reversed(images)}.values())[::-1]

    def fits(self, constraint: Constraint) -> bool:
        """Return True if a constraint makes sense on the board; if not, keep the reason in `refusal`."""
        try:
            self.layout.require_fits(constraint)
        except InputError as error:
            self.refusal = error
            return False
        return True

    def chosen(self, weights: Sequence[float]) -> int:
        """Return a random index of `weights`, chosen with these weights."""
        left = self.rng.random() * sum(weights)
        for index, weight in enumerate(weights):
            left -= weight
            if left < 0:
                return index
        return max(index for index, weight in enumerate(weights) if weight)

    def shuffled(self, items: Iterable[tuple[int, ...]]) -> list[tuple[int, ...]]:
        """Return the tuples in random order."""
        listed = list(items)
        return [listed[k] for k in self.rng.permutation(len(listed))]


def both_ends(span: Span, least: int, most: int) -> tuple[int, int]:
    """Return both ends of a span. An open end is `least` or `most`, or the other end if that is beyond it."""
    return span.within(least if span.most is None else min(least, span.most), max(most, span.least or 0))


@cache
def moves_of(size: int, symmetry: str) -> tuple[tuple[int, ...], ...]:
    """Return the moves of a symmetry, the identity first: each is the image of every cell on a board of side `size`."""
    return tuple(map(tuple, group_of(size, symmetry).tolist()))
