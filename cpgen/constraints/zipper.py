"""Lines with a sum in the middle or at the ends: zippers and double arrows."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from cpgen.constraints.base import Board, Cells, Constraint
from cpgen.constraints.primitives import Primitive, weighted_total
from cpgen.constraints.shapes import DARK, LAVENDER, WHITE, Disc, Shape, Stroke, centre, path
from cpgen.errors import InputError
from cpgen.messages import Message


@dataclass(frozen=True)
class Zipper(Constraint):
    """Line on which cells equally far from its middle have the same sum, which is the digit in the middle cell.

    A line of an even number of cells has no middle cell; its sum can be any.
    """

    kind = "zipper"
    drawn = "line"
    order = "reversible"
    may_return = True
    least = 3
    cells: Cells

    def _pairs(self) -> list[tuple[int, ...]]:
        """Return the middle cell (or two), then each pair of cells equally far from it, outwards."""
        half = (len(self.cells) - 1) // 2
        middle = self.cells[half : len(self.cells) - half]
        return [middle, *((self.cells[place], self.cells[-1 - place]) for place in reversed(range(half)))]

    def decompose(self, board: Board) -> Iterable[Primitive]:
        """Return an equation for each pair of cells: its sum equals that of the middle cell or cells."""
        middle, *pairs = self._pairs()
        for pair in pairs:
            yield weighted_total([*((cell, 1) for cell in pair), *((cell, -1) for cell in middle)], 0)

    def is_satisfied(self, grid: Sequence[int], board: Board) -> bool:
        """Return True if all pairs have the sum of the middle."""
        return len({sum(grid[cell] for cell in pair) for pair in self._pairs()}) == 1

    def shapes(self, board: Board) -> Iterable[Shape]:
        """Return the shapes to draw: a line, and a ring in its middle."""
        middle, *_ = self._pairs()
        points = [centre(cell, board.size) for cell in middle]
        yield Stroke(path(self.cells, board.size), width=0.24, colour=LAVENDER)
        middle_point = (sum(p[0] for p in points) / len(points), sum(p[1] for p in points) / len(points))
        yield Disc(middle_point, 0.34, outline=LAVENDER)


@dataclass(frozen=True)
class DoubleArrow(Constraint):
    """Line whose inner cells together have the same sum as its two ends."""

    kind = "double-arrow"
    drawn = "line"
    order = "reversible"
    may_return = True
    least = 3
    cells: Cells

    def require_fits(self, board: Board) -> None:
        """Raise InputError if the line leaves the board, or has more cells between its ends than their sum allows."""
        super().require_fits(board)
        most = 2 * board.size + 2
        if len(self.cells) > most:
            raise InputError(Message("constraint-long-line", kind=self.kind, cells=len(self.cells), most=most))

    def decompose(self, board: Board) -> Iterable[Primitive]:
        """Return the equation: the inner cells have the same sum as the two ends."""
        first, *inner, last = self.cells
        yield weighted_total([(first, 1), (last, 1), *((cell, -1) for cell in inner)], 0)

    def is_satisfied(self, grid: Sequence[int], board: Board) -> bool:
        """Return True if both sums are equal."""
        first, *inner, last = self.cells
        return grid[first] + grid[last] == sum(grid[cell] for cell in inner)

    def shapes(self, board: Board) -> Iterable[Shape]:
        """Return the shapes to draw: a line with a ring at both ends."""
        yield Stroke(path(self.cells, board.size), width=0.05, colour=DARK)
        for end in (self.cells[0], self.cells[-1]):
            yield Disc(centre(end, board.size), 0.38, fill=WHITE, outline=DARK)
