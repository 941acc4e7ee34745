"""Parity lines: odd and even digits take turns."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations, pairwise

from cpgen.constraints.base import Board, Cells, Constraint
from cpgen.constraints.primitives import Pair, Primitive, allowed_pairs
from cpgen.constraints.shapes import ORANGE, Shape, Stroke, path


@dataclass(frozen=True)
class ParityLine(Constraint):
    """A line on which odd and even digits take turns."""

    kind = "parity-line"
    drawn = "line"
    order = "reversible"
    may_return = may_close = True
    least = 2
    cells: Cells

    def decompose(self, board: Board) -> Iterable[Primitive]:
        """Return for any two cells whether they are both odd or both even."""
        for (one, first), (other, second) in combinations(enumerate(self.cells), 2):
            yield Pair(first, second, allowed_pairs(board.size, _differ if (other - one) % 2 else _agree))

    def is_satisfied(self, grid: Sequence[int], board: Board) -> bool:
        """Return True if each digit differs in parity from the one before."""
        return all((grid[one] + grid[other]) % 2 for one, other in pairwise(self.cells))

    def shapes(self, board: Board) -> Iterable[Shape]:
        """Return a dashed orange line."""
        yield Stroke(path(self.cells, board.size), width=0.14, colour=ORANGE, dashed=True)


def _differ(a: int, b: int) -> bool:
    return (a + b) % 2 == 1


def _agree(a: int, b: int) -> bool:
    return (a + b) % 2 == 0
