"""Whisper lines: neighbouring digits on the line differ by a number or more."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from cpgen.constraints.base import Board, Cells, Constraint
from cpgen.constraints.lockout import at_least_apart
from cpgen.constraints.primitives import Pair, Primitive, allowed_pairs
from cpgen.constraints.shapes import GREEN, Shape, Stroke, path


@dataclass(frozen=True)
class Whisper(Constraint):
    """A line on which neighbouring digits differ by `difference` or more; 5 makes it a German whisper."""

    kind = "whisper"
    drawn = "line"
    order = "reversible"
    may_return = may_close = True
    least = 2
    cells: Cells
    difference: int = 5

    def ranges(self, board: Board) -> Mapping[str, tuple[int, int]]:
        """Return the differences of two digits."""
        return {"difference": (1, board.size - 1)}

    def require_fits(self, board: Board) -> None:
        """Raise InputError if the line leaves the board, or no digits differ so much."""
        super().require_fits(board)
        self._require_numbers(board)

    def decompose(self, board: Board) -> Iterable[Primitive]:
        """Return the allowed pairs of neighbours."""
        for first, second in pairwise(self.cells):
            yield Pair(first, second, allowed_pairs(board.size, at_least_apart(self.difference)))

    def is_satisfied(self, grid: Sequence[int], board: Board) -> bool:
        """Return True if neighbours differ enough."""
        return all(abs(grid[one] - grid[other]) >= self.difference for one, other in pairwise(self.cells))

    def shapes(self, board: Board) -> Iterable[Shape]:
        """Return a green line."""
        yield Stroke(path(self.cells, board.size), width=0.18, colour=GREEN)
