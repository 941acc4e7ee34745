"""Inequalities between neighbours: signs, and cells that are smaller or greater than all around them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from operator import lt

from cpgen.constraints.base import OPEN, Board, Cells, Constraint
from cpgen.constraints.dots import OpenEdge
from cpgen.constraints.geometry import adjacent_pairs, neighbours
from cpgen.constraints.primitives import Pair, Primitive, allowed_pairs
from cpgen.constraints.shapes import DARK, LIGHT, WHITE, Label, Point, Shade, Shape, Stroke, centre, edge
from cpgen.errors import InputError
from cpgen.messages import Message


@dataclass(frozen=True)
class Less(Constraint):
    """Line of neighbours with increasing digits: a sign `<` between any two consecutive ones."""

    kind = "less"
    drawn = "line"
    least = 2
    cells: Cells

    @property
    def parts(self) -> tuple[Constraint, ...]:
        """Constraint for each sign `<`, between two consecutive cells."""
        return tuple(map(Less, pairwise(self.cells)))

    def require_fits(self, board: Board) -> None:
        """Raise InputError unless consecutive cells are neighbours, and there are at most as many cells as digits."""
        super().require_fits(board)
        if not all(tuple(sorted(pair)) in adjacent_pairs(board.size) for pair in pairwise(self.cells)):
            raise InputError(Message("constraint-neighbours", kind=self.kind))
        if len(self.cells) > board.size:
            raise InputError(Message("constraint-long-set", kind=self.kind, cells=len(self.cells), most=board.size))

    def decompose(self, board: Board) -> Iterable[Primitive]:
        """Return an inequality for any two consecutive cells."""
        return [Pair(one, other, allowed_pairs(board.size, lt)) for one, other in pairwise(self.cells)]

    def is_satisfied(self, grid: Sequence[int], board: Board) -> bool:
        """Return True if the digits increase."""
        return all(grid[one] < grid[other] for one, other in pairwise(self.cells))

    def shapes(self, board: Board) -> Iterable[Shape]:
        """Return the shapes to draw: a sign on each edge, with its point towards the smaller digit."""
        for one, other in pairwise(self.cells):
            yield wedge(edge((one, other), board.size), centre(one, board.size))


@dataclass(frozen=True)
class OpenLess(OpenEdge):
    """Sign between two neighbours whose direction a drawing leaves open."""

    kind = "less?"

    def read_from(self, grid: Sequence[int], board: Board) -> Constraint | None:
        """Return the sign from the smaller to the greater digit."""
        one, other = sorted(self.cells, key=grid.__getitem__)
        return Less((one, other)) if grid[one] < grid[other] else None

    def shapes(self, board: Board) -> Iterable[Shape]:
        """Return the shapes to draw: a question mark on the edge."""
        yield Label(edge(self.cells, board.size), OPEN, size=0.24, colour=DARK, ground=WHITE)


@dataclass(frozen=True)
class Extreme(Constraint):
    """Base of constraints on cells that are compared with their neighbours, except with others of the same kind."""

    order = "any"
    cells: Cells

    @property
    def parts(self) -> tuple[Constraint, ...]:
        """Constraint for each cell, which has a mark of its own."""
        return self._of_each_cell()

    def _pairs(self, board: Board) -> Iterator[tuple[int, int]]:
        """Yield each pair of a marked cell and an orthogonal neighbour that has no mark of the kind."""
        alike = {cell for one in (self, *board.constraints) if isinstance(one, type(self)) for cell in one.cells}
        for cell in self.cells:
            for other in neighbours(cell, board.size):
                if other not in alike:
                    yield cell, other


@dataclass(frozen=True)
class Minimum(Extreme):
    """Cells that are smaller than their orthogonal neighbours; two such cells are not compared."""

    kind = "minimum"

    def decompose(self, board: Board) -> Iterable[Primitive]:
        """Return an inequality for each marked cell and unmarked neighbour."""
        return [Pair(cell, other, allowed_pairs(board.size, lt)) for cell, other in self._pairs(board)]

    def is_satisfied(self, grid: Sequence[int], board: Board) -> bool:
        """Return True if all compared neighbours are greater."""
        return all(grid[cell] < grid[other] for cell, other in self._pairs(board))

    def shapes(self, board: Board) -> Iterable[Shape]:
        """Return the shapes to draw: a grey ground, with wedges that point into the cell."""
        yield Shade(self.cells, LIGHT)
        for cell in self.cells:
            for point in _borders(cell, board.size):
                yield wedge(point, centre(cell, board.size))


@dataclass(frozen=True)
class Maximum(Extreme):
    """Cells that are greater than their orthogonal neighbours; two such cells are not compared."""

    kind = "maximum"

    def decompose(self, board: Board) -> Iterable[Primitive]:
        """Return an inequality for each marked cell and unmarked neighbour."""
        return [Pair(other, cell, allowed_pairs(board.size, lt)) for cell, other in self._pairs(board)]

    def is_satisfied(self, grid: Sequence[int], board: Board) -> bool:
        """Return True if all compared neighbours are smaller."""
        return all(grid[cell] > grid[other] for cell, other in self._pairs(board))

    def shapes(self, board: Board) -> Iterable[Shape]:
        """Return the shapes to draw: a grey ground, with wedges that point out of the cell."""
        yield Shade(self.cells, LIGHT)
        for cell in self.cells:
            row, column = centre(cell, board.size)
            for end_row, end_column in _borders(cell, board.size):
                yield wedge((end_row, end_column), (2 * end_row - row, 2 * end_column - column))


def wedge(at: Point, towards: Point) -> Stroke:
    """Return a small angle with its tip at a point; it opens away from the point `towards`."""
    down, right = (0.2 * (end - begin) for begin, end in zip(at, towards, strict=True))
    tip, back = (at[0] + down, at[1] + right), (at[0] - down, at[1] - right)
    ends = (back[0] + 1.4 * right, back[1] + 1.4 * down), (back[0] - 1.4 * right, back[1] - 1.4 * down)
    return Stroke((ends[0], tip, ends[1]), width=0.035, colour=DARK, over=True)


def _borders(cell: int, n: int) -> list[Point]:
    """Return, for each border between a cell and a neighbour, the point just inside its middle."""
    row, column = centre(cell, n)
    ends = (centre(other, n) for other in neighbours(cell, n))
    return [(row + 0.42 * (r - row), column + 0.42 * (c - column)) for r, c in ends]
