"""Clues outside the board: numbers that speak of a row or column as seen from there.

The cells of such a clue are a whole row or column, in order from the clue.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import ClassVar

from cpgen.constraints.base import OPEN, Board, Cells, Constraint, Value
from cpgen.constraints.primitives import Automaton, Domain, Pair, Primitive, automaton, digit_mask
from cpgen.constraints.shapes import Shape, outside_label
from cpgen.errors import InputError
from cpgen.messages import Message
from cpgen.notation import MAX_DIGIT


@dataclass(frozen=True)
class OutsideClue(Constraint):
    """Clue outside a row or column, whose last field is its value, which may be left open.

    Subclasses define `_seen` and `_machine`.
    """

    drawn = "outside"
    number: ClassVar[str] = "total"
    """Name of the field with the value"""
    cells: Cells

    @property
    def value(self) -> Value:
        """Value of the clue, a number or open."""
        found: Value = getattr(self, self.number)
        return found

    @staticmethod
    def _seen(digits: Sequence[int]) -> int | None:
        """Return the value that the clue has for these digits of its line, or None if it has none."""
        raise NotImplementedError

    @staticmethod
    def _machine(n: int, value: int) -> Automaton:
        """Return the automaton, on cells 0..n−1, that accepts the lines with this value."""
        raise NotImplementedError

    def require_fits(self, board: Board) -> None:
        """Raise InputError unless the cells are a whole row or column."""
        super().require_fits(board)
        if _line_name(self.cells, board.size) is None:
            raise InputError(Message("constraint-whole-line", kind=self.kind))

    def decompose(self, board: Board) -> Iterable[Primitive]:
        """Return the automaton of the value on the cells of the line."""
        if isinstance(self.value, int):
            yield replace(self._machine(board.size, self.value), cells=self.cells)

    def is_satisfied(self, grid: Sequence[int], board: Board) -> bool:
        """Return True if the value read off the line's digits is that of the clue, or any one if it is open."""
        seen = self._seen([grid[cell] for cell in self.cells])
        return seen is not None and self.value in (OPEN, seen)

    def read_from(self, grid: Sequence[int], board: Board) -> Constraint | None:
        """Return the clue, with its value read off a grid if it is open; None if the line has no value."""
        if self.value != OPEN:
            return self
        seen = self._seen([grid[cell] for cell in self.cells])
        return None if seen is None else replace(self, **{self.number: seen})  # type: ignore[arg-type]

    def shapes(self, board: Board) -> Iterable[Shape]:
        """Return the shapes to draw: the value, outside the board next to the first cell."""
        yield outside_label(self.cells, board.size, str(self.value))

    def text(self, size: int) -> str:
        """Return the line of text, with the row or column by its number."""
        line = _line_name(self.cells, size)
        return super().text(size) if line is None else f"{self.kind} {self.value} {line}"


def _line_name(cells: Cells, n: int) -> str | None:
    """Return the name of a whole row or column, as in `row 3` or `column 1 reversed`; None for other cells."""
    if not cells:
        return None
    row, column = divmod(min(cells), n)
    for name, line in (
        (f"row {row + 1}", range(row * n, row * n + n)),
        (f"column {column + 1}", range(column, n * n, n)),
    ):
        if cells in (tuple(line), tuple(line)[::-1]):
            return name if cells[0] == line[0] else f"{name} reversed"
    return None


@dataclass(frozen=True)
class XSum(OutsideClue):
    """Sum of the first X digits of a line, where X is the first of them."""

    kind = "x-sum"
    total: Value

    def ranges(self, board: Board) -> Mapping[str, tuple[int, int]]:
        """Return the range of `total`: from 1 to the sum of all digits."""
        return {"total": (1, sum(range(board.size + 1)))}

    def require_fits(self, board: Board) -> None:
        """Raise InputError unless X different digits, the first of them X, can have the sum."""
        super().require_fits(board)
        if board.size > MAX_DIGIT:
            raise InputError(Message("boards-to", most=MAX_DIGIT, side=board.size))
        digits = range(1, board.size + 1)
        self._require_numbers(board)
        if isinstance(self.total, int):
            left = [(self.total - first, {*digits} - {first}, first - 1) for first in digits]
            if not any(different_digits_reach(total, others, k, k) for total, others, k in left):
                raise InputError(Message("constraint-unreachable", kind=self.kind, value=self.total))

    @staticmethod
    def _seen(digits: Sequence[int]) -> int:
        return sum(digits[: digits[0]])

    @staticmethod
    @cache
    def _machine(n: int, value: int) -> Automaton:
        def step(state: tuple[int, int], digit: int) -> tuple[int, int] | None:
            cells, total = state  # cells and total that are left
            if cells == -1:
                cells = digit
            if cells:
                cells, total = cells - 1, total - digit
            return (cells, total) if total >= cells else None

        return automaton(range(n), n, (-1, value), step, (0, 0).__eq__)


@dataclass(frozen=True)
class Skyscraper(OutsideClue):
    """Number of digits greater than all before them: the buildings that are seen, if digits are heights."""

    kind = "skyscraper"
    number = "count"
    count: Value

    def ranges(self, board: Board) -> Mapping[str, tuple[int, int]]:
        """Return the range of the value: from 1 to the number of buildings in a line."""
        return {"count": (1, board.size)}

    def require_fits(self, board: Board) -> None:
        """Raise InputError unless a line can show this number of buildings."""
        super().require_fits(board)
        self._require_numbers(board)

    @staticmethod
    def _seen(digits: Sequence[int]) -> int:
        return sum(digit > max(digits[:place], default=0) for place, digit in enumerate(digits))

    @staticmethod
    @cache
    def _machine(n: int, value: int) -> Automaton:
        def step(state: tuple[int, int], digit: int) -> tuple[int, int] | None:
            highest, left = state
            if digit > highest:
                highest, left = digit, left - 1
            return (highest, left) if 0 <= left <= n - highest else None

        return automaton(range(n), n, (0, value), step, lambda state: state[1] == 0)


@dataclass(frozen=True)
class NumberedRoom(OutsideClue):
    """Digit in the X-th cell of a line, where X is the digit in its first cell."""

    kind = "numbered-room"
    number = "digit"
    digit: Value

    def ranges(self, board: Board) -> Mapping[str, tuple[int, int]]:
        """Return the range of the value: all digits."""
        return {"digit": (1, board.size)}

    def require_fits(self, board: Board) -> None:
        """Raise InputError unless the value is a digit."""
        super().require_fits(board)
        self._require_numbers(board)

    def decompose(self, board: Board) -> Iterable[Primitive]:
        """Return a condition for each other cell: the first cell names its place only if it has the clue's digit."""
        if isinstance(self.digit, int):
            yield Domain(self.cells[0], ~1 & (1 << board.size) - 1 | (self.digit == 1))
            for place, cell in enumerate(self.cells[1:], 2):
                yield Pair(self.cells[0], cell, _room_pairs(board.size, place, self.digit))

    @staticmethod
    def _seen(digits: Sequence[int]) -> int:
        return digits[digits[0] - 1]


@cache
def _room_pairs(n: int, place: int, digit: int) -> tuple[int, ...]:
    """Return the table of a `Pair` of digits (a, b) in which b must be `digit` if a is `place`."""
    return tuple(digit_mask([digit] if a == place else range(1, n + 1)) for a in range(1, n + 1))


def different_digits_reach(total: int, digits: Iterable[int], fewest: int, most: int) -> bool:
    """Return True if some of the digits, `fewest` to `most` of them and each once, add up to a total."""
    reached = [1] + [0] * most  # for each number of digits, the sums as bits
    for digit in digits:
        for count in range(most, 0, -1):
            reached[count] |= reached[count - 1] << digit
    return total >= 0 and any(sums >> total & 1 for sums in reached[fewest:])
