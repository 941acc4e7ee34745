"""Killer cages: cells without a repeated digit, and with a given sum if there is one."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from cpgen.constraints.base import OPEN, Board, Cells, Constraint, Value
from cpgen.constraints.primitives import AllDifferent, Primitive, total_of
from cpgen.constraints.shapes import Outline, Shape, corner_label
from cpgen.errors import InputError
from cpgen.messages import Message


@dataclass(frozen=True)
class Cage(Constraint):
    """Cells that contain no digit twice and have the sum `total`, or any sum if that is None."""

    kind = "cage"
    order = "any"
    cells: Cells
    total: Value | None = None

    def renames_digits(self, board: Board) -> bool:
        """Return True for a cage without a sum."""
        return self.total is None

    def ranges(self, board: Board) -> Mapping[str, tuple[int, int]]:
        """Return the range of `total`: from the sum of the smallest digits to that of the largest."""
        n, k = board.size, len(self.cells)
        return {"total": (k * (k + 1) // 2, k * (2 * n - k + 1) // 2)}

    def require_fits(self, board: Board) -> None:
        """Raise InputError if the cage leaves the board, has more cells than digits, or cannot reach its sum."""
        super().require_fits(board)
        n, k = board.size, len(self.cells)
        if k > n:
            raise InputError(Message("constraint-long-set", kind=self.kind, cells=k, most=n))
        least, most = self.ranges(board)["total"]
        if isinstance(self.total, int) and not least <= self.total <= most:
            raise InputError(Message("cage-sum", total=self.total, cells=k, least=least, most=most))
        if self.total is not None:
            self._require_numbers(board)

    def decompose(self, board: Board) -> Iterable[Primitive]:
        """Return primitives: the cells differ, and they have the sum if there is one."""
        yield AllDifferent(self.cells)
        if isinstance(self.total, int):
            yield total_of(self.cells, self.total)

    def is_satisfied(self, grid: Sequence[int], board: Board) -> bool:
        """Return True if no digit repeats and the digits have the sum."""
        digits = [grid[cell] for cell in self.cells]
        return len(set(digits)) == len(digits) and self.total in (None, OPEN, sum(digits))

    def read_from(self, grid: Sequence[int], board: Board) -> Cage | None:
        """Return the cage, with its sum read off a grid if that is open; None if a digit repeats."""
        digits = [grid[cell] for cell in self.cells]
        if len(set(digits)) < len(digits):
            return None
        return replace(self, total=sum(digits)) if self.total == OPEN else self

    def shapes(self, board: Board) -> Iterable[Shape]:
        """Return the shapes to draw: a dashed outline, with the sum in the corner of the first cell."""
        yield Outline(self.cells)
        if self.total is not None:
            yield corner_label(min(self.cells), board.size, str(self.total))
