"""Sandwiches: digits between the smallest and the largest one add up to a sum, on a line or in a lunchbox."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache

from cpgen.constraints.base import OPEN, Board, Cells, Constraint, Value
from cpgen.constraints.outside import OutsideClue, different_digits_reach
from cpgen.constraints.primitives import AllDifferent, Automaton, Primitive, automaton, simplest
from cpgen.constraints.shapes import DARK, LIGHT, Outline, Shade, Shape, corner_label
from cpgen.errors import InputError
from cpgen.messages import Message

LARGEST = 16
"""Side of the largest board with lunchboxes; their automata take seconds on larger ones"""


@dataclass(frozen=True)
class Sandwich(OutsideClue):
    """Sum of the digits between 1 and n in a row or column."""

    kind = "sandwich"
    total: Value

    def ranges(self, board: Board) -> Mapping[str, tuple[int, int]]:
        """Return the range of `total`: from 0 to the sum of 2 to n − 1."""
        return _sums(board.size, board.size - 2)

    def require_fits(self, board: Board) -> None:
        """Raise InputError unless some different digits from 2 to n − 1 have the sum."""
        super().require_fits(board)
        self._require_numbers(board)
        _require_sum(self, board.size, board.size - 2)

    @staticmethod
    def _seen(digits: Sequence[int]) -> int | None:
        ends = [place for place, digit in enumerate(digits) if digit in (1, len(digits))]
        if [digits[place] for place in ends] not in ([1, len(digits)], [len(digits), 1]):
            return None
        return sum(digits[ends[0] + 1 : ends[1]])

    @staticmethod
    @cache
    def _machine(n: int, value: int) -> Automaton:
        def step(state: tuple[int, int], digit: int) -> tuple[int, int] | None:
            end, left = state  # the end that was read, 0 before and −1 after the sandwich, and the sum that is left
            if digit not in (1, n):
                left -= digit if end > 0 else 0
                return (end, left) if left >= 0 else None
            if end == 0:
                return digit, left
            return (-1, 0) if end == n + 1 - digit and left == 0 else None

        return automaton(range(n), n, (0, value), step, (-1, 0).__eq__)


@dataclass(frozen=True)
class Lunchbox(Constraint):
    """Cells with different digits, of which those between the smallest and the largest, in cell order, have a sum."""

    kind = "lunchbox"
    drawn = "line"
    order = "reversible"
    least = 2
    cells: Cells
    total: Value

    def ranges(self, board: Board) -> Mapping[str, tuple[int, int]]:
        """Return the range of `total`: from 0 to the largest sum that the inner cells can have."""
        return _sums(board.size, len(self.cells) - 2)

    def require_fits(self, board: Board) -> None:
        """Raise InputError if there are more cells than digits, or the sum cannot be reached."""
        super().require_fits(board)
        if board.size > LARGEST:
            raise InputError(Message("boards-to", most=LARGEST, side=board.size))
        if len(self.cells) > board.size:
            raise InputError(Message("constraint-long-set", kind=self.kind, cells=len(self.cells), most=board.size))
        self._require_numbers(board)
        _require_sum(self, board.size, len(self.cells) - 2)

    def decompose(self, board: Board) -> Iterable[Primitive]:
        """Return primitives: the cells differ, and an automaton for the sum."""
        yield AllDifferent(self.cells)
        if isinstance(self.total, int):
            yield simplest(_lunchbox(board.size, len(self.cells), self.total), self.cells)

    def is_satisfied(self, grid: Sequence[int], board: Board) -> bool:
        """Return True if the digits differ, and those between the smallest and the largest have the sum."""
        digits = [grid[cell] for cell in self.cells]
        return len(set(digits)) == len(digits) and self.total in (OPEN, _filling(digits))

    def read_from(self, grid: Sequence[int], board: Board) -> Lunchbox | None:
        """Return the lunchbox, with its sum read off a grid if that is open; None if a digit repeats."""
        digits = [grid[cell] for cell in self.cells]
        if len(set(digits)) < len(digits):
            return None
        return replace(self, total=_filling(digits)) if self.total == OPEN else self

    def shapes(self, board: Board) -> Iterable[Shape]:
        """Return the shapes to draw: shaded cells with a solid outline, and the sum in the corner of the first one."""
        yield Shade(self.cells, LIGHT)
        yield Outline(self.cells, inset=0.04, colour=DARK, dashed=False)
        yield corner_label(min(self.cells), board.size, str(self.total), ground="")


def _filling(digits: Sequence[int]) -> int:
    """Return the sum of the digits that stand between the smallest and the largest one."""
    first, last = sorted((digits.index(min(digits)), digits.index(max(digits))))
    return sum(digits[first + 1 : last])


def _sums(n: int, most: int) -> dict[str, tuple[int, int]]:
    """Return the range of `total` for sums of up to `most` different digits from 2 to n − 1."""
    return {"total": (0, sum(range(max(2, n - most), n)))}


def _require_sum(clue: Sandwich | Lunchbox, n: int, most: int) -> None:
    """Raise InputError unless up to `most` different digits from 2 to n − 1 can have the clue's sum."""
    if clue.total != OPEN and not different_digits_reach(int(clue.total), range(2, n), 0, most):
        raise InputError(Message("constraint-unreachable", kind=clue.kind, value=str(clue.total)))


@cache
def _lunchbox(n: int, k: int, total: int) -> Automaton:
    """Return the automaton of a lunchbox on cells 0..k−1, whose digits differ.

    A state is the smallest and the largest digit so far, whether the smallest came last, the sum between them and the
    sum after both. Sums are cut off above the total, for they only grow until they are replaced.
    """

    def step(state: tuple[int, int, bool, int, int], digit: int) -> tuple[int, int, bool, int, int] | None:
        low, high, low_last, between, after = state
        if digit in (low, high):
            return None
        if low > high:
            return digit, digit, True, 0, 0
        if low < digit < high:
            return low, high, low_last, between, min(after + digit, total + 1)
        is_low = digit < low
        if low == high or is_low != low_last:
            between = after
        else:  # the digit takes the place of the last extreme, which now stands between
            between = min(between + (low if is_low else high) + after, total + 1)
        return min(low, digit), max(high, digit), is_low, between, 0

    return automaton(range(k), n, (n + 1, 0, True, 0, 0), step, lambda state: state[0] < state[1] and state[3] == total)
