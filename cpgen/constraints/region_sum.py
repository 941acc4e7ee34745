"""Region sum lines: the digits have the same sum in each region that the line passes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby

from cpgen.constraints.base import Board, Cells, Constraint, is_loop
from cpgen.constraints.primitives import Primitive, weighted_total
from cpgen.constraints.shapes import BLUE, Shape, Stroke, path
from cpgen.errors import InputError
from cpgen.messages import Message


@dataclass(frozen=True)
class RegionSum(Constraint):
    """Line that has the same sum in each region it passes; each visit to a region counts on its own."""

    kind = "region-sum"
    drawn = "line"
    order = "reversible"
    may_return = may_close = True
    needs_regions = True
    least = 2
    cells: Cells

    def require_fits(self, board: Board) -> None:
        """Raise InputError if the line leaves the board, or two visits to regions cannot have equal sums."""
        super().require_fits(board)
        n, counts = board.size, [len(visit) for visit in self._visits(board)]
        few, many = min(counts), max(counts)
        if many * (many + 1) > few * (2 * n - few + 1):  # twice the smallest and the largest sum of different digits
            raise InputError(Message("region-sum-uneven", few=few, many=many))

    def _visits(self, board: Board) -> list[list[int]]:
        """Return the cells of each visit of the line to a region; those of a loop begin where it enters one."""
        regions, cells = board.regions, self.cells
        if is_loop(cells):
            enters = (k for k in range(1, len(cells)) if regions[cells[k]] != regions[cells[k - 1]])
            start = next(enters, 0)
            cells = cells[start:-1] + cells[:start]
        return [list(visit) for _, visit in groupby(cells, key=regions.__getitem__)]

    def decompose(self, board: Board) -> Iterable[Primitive]:
        """Return an equation for each visit to a region after the first: its sum equals that of the first."""
        first, *others = self._visits(board)
        for visit in others:
            yield weighted_total([*((cell, 1) for cell in first), *((cell, -1) for cell in visit)], 0)

    def is_satisfied(self, grid: Sequence[int], board: Board) -> bool:
        """Return True if all visits have the same sum."""
        return len({sum(grid[cell] for cell in visit) for visit in self._visits(board)}) == 1

    def shapes(self, board: Board) -> Iterable[Shape]:
        """Return the shapes to draw: a blue line."""
        yield Stroke(path(self.cells, board.size), width=0.16, colour=BLUE)
