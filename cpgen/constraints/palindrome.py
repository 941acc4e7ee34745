"""Equal cells: palindromes and clones."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from operator import eq

from cpgen.constraints.base import Board, Cells, Constraint
from cpgen.constraints.groups import Groups
from cpgen.constraints.primitives import Pair, Primitive, allowed_pairs
from cpgen.constraints.shapes import GREY, Shape, Stroke, path
from cpgen.errors import InputError, Message


@dataclass(frozen=True)
class Palindrome(Constraint):
    """A line that reads the same in both directions."""

    kind = "palindrome"
    drawn = "line"
    order = "reversible"
    may_return = True
    least = 2
    cells: Cells

    def renames_digits(self, board: Board) -> bool:
        """True: digits are only compared."""
        return True

    def decompose(self, board: Board) -> Iterable[Primitive]:
        """Return the equal pairs."""
        for first, second in zip(self.cells[: len(self.cells) // 2], reversed(self.cells), strict=False):
            yield Pair(first, second, allowed_pairs(board.size, eq))

    def is_satisfied(self, grid: Sequence[int], board: Board) -> bool:
        """Return True if the digits are the same from both ends."""
        digits = [grid[cell] for cell in self.cells]
        return digits == digits[::-1]

    def shapes(self, board: Board) -> Iterable[Shape]:
        """Return a grey line."""
        yield Stroke(path(self.cells, board.size), width=0.24, colour=GREY)


@dataclass(frozen=True)
class Clone(Groups):
    """Groups of cells with the same digits in the same order."""

    kind = "clone"
    order = "fixed"

    def renames_digits(self, board: Board) -> bool:
        """True: digits are only compared."""
        return True

    def require_fits(self, board: Board) -> None:
        """Raise InputError if the groups differ in their numbers of cells."""
        super().require_fits(board)
        if len({len(group) for group in self.groups}) > 1:
            raise InputError(Message("constraint-unequal-groups", kind=self.kind))

    def normal(self) -> Clone:
        """Return the groups with their places, and then the groups, in the order that gives the smallest numbers."""
        orders = (sorted(range(len(group)), key=group.__getitem__) for group in self.groups)
        return Clone(min(tuple(sorted(tuple(group[k] for k in order) for group in self.groups)) for order in orders))

    def decompose(self, board: Board) -> Iterable[Primitive]:
        """Return the equal pairs of the first group and each other one."""
        first, *others = self.groups
        for group in others:
            for one, other in zip(first, group, strict=True):
                if one != other:
                    yield Pair(one, other, allowed_pairs(board.size, eq))

    def is_satisfied(self, grid: Sequence[int], board: Board) -> bool:
        """Return True if all groups have the same digits in the same order."""
        return len({tuple(grid[cell] for cell in group) for group in self.groups}) == 1
