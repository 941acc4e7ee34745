"""Moves of the grid of a draft: two digits are exchanged everywhere, and what is drawn is read off again.

They are for drafts that have no other moves: everything that a grid has of some kind is shown, such as all dots, so
there is nothing to split or leave out, and no digit may be given. A grid with two digits exchanged keeps many of the
dots, so the search climbs from grid to grid. It needs half the ratings that independent grids would (9×9, beginner: 11
instead of 22; 6×6, advanced: 19 instead of 31), and no oracle.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from cpgen.constraints.base import Constraint
from cpgen.drawings.random_drawings import Drawing
from cpgen.layout import Layout
from cpgen.puzzle import Grid
from cpgen.requests.generation_request import Request


@dataclass(frozen=True)
class GridMoves:
    """Moves of the grid on a board with constraints that follow from it.

    Attributes:
        layout: The board with all that is drawn.
        drawn: The constraints that are drawn; those with open values are read off the grid.
    """

    layout: Layout
    drawn: tuple[Constraint, ...]

    def moved(self, grid: Grid, rng: np.random.Generator) -> tuple[Grid, tuple[Constraint, ...]]:
        """Return the grid with two random digits exchanged, and the constraints drawn with their values in it."""
        one, other = (rng.permutation(self.layout.size)[:2] + 1).tolist()
        changed = {one: other, other: one}
        grid = tuple(changed.get(digit, digit) for digit in grid)
        read = (constraint.drawn_from(grid, self.layout, rng) for constraint in self.drawn)
        return grid, tuple(constraint for constraint in read if constraint)


def grid_moves(request: Request, drawing: Drawing) -> GridMoves | None:
    """Return the moves of the grid for a drawing, or None if the grid has to stay.

    The drawing must be random, so that no mark has to be on it; there must be marks to read off the grid; and all other
    constraints, those of the board among them, must hold whatever the digits are called.
    """
    drawn = drawing.layout.further[len(request.layout.further) :]
    open_ones = [constraint for constraint in drawn if constraint.is_open]
    is_random = bool(request.drawing_source and request.drawing_source.style)
    if not (is_random and open_ones and request.layout.digits_interchangeable):
        return None
    is_free = all(constraint.is_open or constraint.renames_digits(drawing.layout) for constraint in drawn)
    return GridMoves(drawing.layout, drawn) if is_free else None
