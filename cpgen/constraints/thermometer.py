"""Thermometers: digits increase from the bulb to the tip."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from operator import le, lt

from cpgen.constraints.base import Board, Cells, Constraint
from cpgen.constraints.primitives import Pair, Primitive, allowed_pairs
from cpgen.constraints.shapes import LIGHT, WHITE, Disc, Shape, Stroke, centre, path
from cpgen.errors import InputError
from cpgen.messages import Message


@dataclass(frozen=True)
class Thermometer(Constraint):
    """Cells, from the bulb on, whose digits increase."""

    kind = "thermo"
    drawn = "line"
    least = 2
    cells: Cells

    def require_fits(self, board: Board) -> None:
        """Raise InputError if the thermometer leaves the board or is longer than the digits allow."""
        super().require_fits(board)
        if len(self.cells) > board.size:
            raise InputError(Message("constraint-long-set", kind=self.kind, cells=len(self.cells), most=board.size))

    def decompose(self, board: Board) -> Iterable[Primitive]:
        """Return an inequality for any two cells.

        Those of neighbours would suffice; the others let a solver exclude more at once.
        """
        for place, first in enumerate(self.cells):
            for second in self.cells[place + 1 :]:
                yield Pair(first, second, allowed_pairs(board.size, lt))

    def is_satisfied(self, grid: Sequence[int], board: Board) -> bool:
        """Return True if each digit is greater than the one before."""
        return all(grid[one] < grid[other] for one, other in pairwise(self.cells))

    def shapes(self, board: Board) -> Iterable[Shape]:
        """Return the shapes to draw: a bulb and a thick line."""
        yield Disc(centre(self.cells[0], board.size), 0.35, fill=LIGHT)
        yield Stroke(path(self.cells, board.size), width=0.3, colour=LIGHT)


@dataclass(frozen=True)
class SlowThermometer(Thermometer):
    """Cells, from the bulb on, whose digits never decrease."""

    kind = "slow-thermo"
    may_return = True

    def require_fits(self, board: Board) -> None:
        """Raise InputError if the thermometer leaves the board."""
        Constraint.require_fits(self, board)

    def decompose(self, board: Board) -> Iterable[Primitive]:
        """Return an inequality (may be equal) for any two consecutive cells."""
        for first, second in pairwise(self.cells):
            yield Pair(first, second, allowed_pairs(board.size, le))

    def shapes(self, board: Board) -> Iterable[Shape]:
        """Return the shapes to draw: a thermometer with a hollow bulb."""
        yield from super().shapes(board)
        yield Disc(centre(self.cells[0], board.size), 0.26, fill=WHITE)

    def is_satisfied(self, grid: Sequence[int], board: Board) -> bool:
        """Return True if no digit is less than the one before."""
        return all(grid[one] <= grid[other] for one, other in pairwise(self.cells))
