"""Renban lines: a set of consecutive digits, in any order."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations

from cpgen.constraints.base import Board, Cells, Constraint
from cpgen.constraints.primitives import AllDifferent, Pair, Primitive, allowed_pairs
from cpgen.constraints.shapes import PURPLE, Shape, Stroke, path
from cpgen.errors import InputError, Message


@dataclass(frozen=True)
class Renban(Constraint):
    """Cells with consecutive digits, none of them repeated, in any order."""

    kind = "renban"
    drawn = "line"
    order = "reversible"
    may_return = may_close = True
    least = 2
    cells: Cells

    @property
    def _set(self) -> Cells:
        """The cells, each once."""
        return tuple(dict.fromkeys(self.cells))

    def require_fits(self, board: Board) -> None:
        """Raise InputError if the line leaves the board or is longer than the digits allow."""
        super().require_fits(board)
        if len(self._set) > board.size:
            raise InputError(Message("constraint-long-set", kind=self.kind, cells=len(self._set), most=board.size))

    def decompose(self, board: Board) -> Iterable[Primitive]:
        """Return k different cells of which any two differ by less than k; such digits are consecutive."""
        yield AllDifferent(self._set)
        near = allowed_pairs(board.size, _differ_by_less_than(len(self._set)))
        for first, second in combinations(self._set, 2):
            yield Pair(first, second, near)

    def is_satisfied(self, grid: Sequence[int], board: Board) -> bool:
        """Return True if the digits in order are consecutive."""
        digits = sorted(grid[cell] for cell in self._set)
        return digits == list(range(digits[0], digits[0] + len(digits)))

    def shapes(self, board: Board) -> Iterable[Shape]:
        """Return a purple line."""
        yield Stroke(path(self.cells, board.size), width=0.3, colour=PURPLE)


@cache
def _differ_by_less_than(k: int) -> Callable[[int, int], bool]:
    return lambda a, b: 0 < abs(a - b) < k
