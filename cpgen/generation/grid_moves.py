"""Moves of the grid of a draft: two digits are exchanged everywhere, and what is drawn is read off again.

They are for drafts that have no other moves: there is nothing to split or leave out, since all dots of the grid are
shown or the user has drawn the cages, and no digit may be given. A grid with two digits exchanged keeps many of the
dots, so the search climbs from grid to grid. It needs half the ratings that independent grids would (kropki 9×9,
beginner: 11 instead of 22), and no oracle.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from cpgen.constraints.base import Constraint
from cpgen.drawings.random_drawings import Drawing
from cpgen.layout import Layout
from cpgen.puzzle import Grid
from cpgen.requests.generation_request import Request

VAIN_GRID_MOVES = 12
"""Moves in succession that do not lower the energy, after which a grid is given up; with 8 a kropki on 6×6 needs a
fourth more ratings, and with 30 a killer whose cages the user has drawn needs twice as many"""


@dataclass(frozen=True)
class GridMoves:
    """Moves of the grid on a board with constraints that follow from it.

    Attributes:
        layout: The board with all that is drawn.
        drawn: The constraints that are drawn; those with open values are read off the grid.
        may_lack: True if a constraint that a grid cannot have is left out, as of a random drawing.
    """

    layout: Layout
    drawn: tuple[Constraint, ...]
    may_lack: bool

    def moved(self, grid: Grid, rng: np.random.Generator) -> tuple[Grid, tuple[Constraint, ...]] | None:
        """Return the grid with two random digits exchanged, and the constraints drawn with their values in it.

        None if the new grid cannot have all constraints that it must have.
        """
        one, other = (rng.permutation(self.layout.size)[:2] + 1).tolist()
        changed = {one: other, other: one}
        grid = tuple(changed.get(digit, digit) for digit in grid)
        if not (self.may_lack or all(constraint.is_satisfied(grid, self.layout) for constraint in self.drawn)):
            return None
        read = (constraint.drawn_from(grid, self.layout, rng) for constraint in self.drawn)
        return grid, tuple(constraint for constraint in read if constraint)


def grid_moves(request: Request, drawing: Drawing) -> GridMoves | None:
    """Return the moves of the grid for a drawing, or None if the grid has to stay.

    There must be values to read off the grid, and all constraints without open values, those of the board among them,
    must hold whatever the digits are called.
    """
    layout, drawn = drawing.layout, drawing.layout.further[len(request.layout.further) :]
    has_open_values = any(constraint.is_open for constraint in drawn)
    is_free = all(constraint.is_open or constraint.renames_digits(layout) for constraint in drawn)
    if not (has_open_values and is_free and request.layout.digits_interchangeable):
        return None
    return GridMoves(layout, drawn, may_lack=bool(request.drawing_source and request.drawing_source.style))
