"""Places between two neighbours for a mark that a drawing leaves open: dots and signs."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from cpgen.constraints.base import OPEN, Board, Cells, Constraint, OpenMark
from cpgen.constraints.declared import declared, require_neighbours
from cpgen.constraints.shapes import DARK, WHITE, Disc, Label, Shape, edge


@dataclass(frozen=True)
class OpenEdge(OpenMark):
    """Place between two neighbours for a mark that a drawing leaves open."""

    drawn = "edge"
    order = "any"
    least = 2
    cells: Cells

    def require_fits(self, board: Board) -> None:
        """Raise InputError unless the place is between two neighbours."""
        super().require_fits(board)
        require_neighbours(self, board)


@dataclass(frozen=True)
class Dot(OpenEdge):
    """Place for a dot that a drawing leaves open: white, black or none."""

    kind = "dot?"

    def read_from(self, grid: Sequence[int], board: Board) -> Constraint | None:
        """Return a black dot for a ratio of 2, a white one for a difference of 1, or None; 1 and 2 have a black one."""
        return next(iter(self.readings(grid, board)), None)

    def readings(self, grid: Sequence[int], board: Board) -> tuple[Constraint, ...]:
        """Return a black dot for a ratio of 2 and a white one for a difference of 1; 1 and 2 may have either."""
        dots = (declared("black")(self.cells), declared("white")(self.cells))
        return tuple(one for one in dots if one.is_satisfied(grid, board))

    def shapes(self, board: Board) -> Iterable[Shape]:
        """Return the shapes to draw: a hollow dot with a question mark."""
        yield Disc(edge(self.cells, board.size), 0.14, fill=WHITE, outline=DARK, over=True)
        yield Label(edge(self.cells, board.size), OPEN, size=0.2, colour=DARK)


DOTS = ("white", "black", Dot.kind)
"""The kinds of dots, which exempt their cells from rules about neighbours without a dot"""
