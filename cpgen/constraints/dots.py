"""Marks between two neighbours: white and black dots, X and V."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import ClassVar

from cpgen.constraints.base import OPEN, Board, Cells, Constraint, OpenMark, Value
from cpgen.constraints.geometry import adjacent_pairs
from cpgen.constraints.primitives import Pair, Primitive, allowed_pairs
from cpgen.constraints.shapes import BLACK, BLACK_DOT, DARK, WHITE, WHITE_DOT, Disc, Label, Shape, edge
from cpgen.errors import InputError, Message


@dataclass(frozen=True)
class Mark(Constraint):
    """A mark between two neighbours that states a number: of `relates(number)` both orders of their digits."""

    drawn = "edge"
    order = "any"
    least = 2
    number: ClassVar[str]
    """Name of the field with the number"""
    cells: Cells

    @property
    def value(self) -> Value:
        """The number."""
        found: Value = getattr(self, self.number)
        return found

    @staticmethod
    @abstractmethod
    def relates(number: int) -> Callable[[int, int], bool]:
        """Return the relation that the mark states."""

    @staticmethod
    @abstractmethod
    def _number_of(a: int, b: int) -> int | None:
        """Return the number that a mark between two digits would state, or None if there would be no mark."""

    @staticmethod
    @abstractmethod
    def _range(n: int) -> tuple[int, int]:
        """Return the smallest and the largest number on a board of side n."""

    @classmethod
    def _has_number(cls, a: int, b: int) -> bool:
        return cls._number_of(a, b) is not None

    def ranges(self, board: Board) -> Mapping[str, tuple[int, int]]:
        """Return the numbers that a mark can state."""
        return {self.number: self._range(board.size)}

    def require_fits(self, board: Board) -> None:
        """Raise InputError unless the mark is between two neighbours and its number can be reached."""
        super().require_fits(board)
        require_neighbours(self, board)
        self._require_numbers(board)

    def decompose(self, board: Board) -> Iterable[Primitive]:
        """Return the allowed pairs; of an open mark, those with any number."""
        relates = self.relates(self.value) if isinstance(self.value, int) else self._has_number
        first, second = self.cells
        yield Pair(first, second, allowed_pairs(board.size, relates))

    def is_satisfied(self, grid: Sequence[int], board: Board) -> bool:
        """Return True if the digits are in the relation."""
        a, b = (grid[cell] for cell in self.cells)
        return self._number_of(a, b) is not None if self.value == OPEN else self.relates(int(self.value))(a, b)

    def read_from(self, grid: Sequence[int], board: Board) -> Constraint | None:
        """Return the mark with its number, if that is open, read off a grid; None if there is no such mark."""
        if self.value != OPEN:
            return self
        found = self._number_of(*(grid[cell] for cell in self.cells))
        return None if found is None else type(self)(self.cells, found)  # type: ignore[call-arg]


@dataclass(frozen=True)
class White(Mark):
    """A white dot: the digits differ by `difference`."""

    kind = "white"
    number = "difference"
    difference: Value = 1

    @staticmethod
    @cache
    def relates(number: int) -> Callable[[int, int], bool]:
        """Return the relation of digits that differ by a number."""
        return lambda a, b: abs(a - b) == number

    @staticmethod
    def _number_of(a: int, b: int) -> int | None:
        return abs(a - b) or None

    @staticmethod
    def _range(n: int) -> tuple[int, int]:
        return 1, n - 1

    def shapes(self, board: Board) -> Iterable[Shape]:
        """Return a white dot, with the difference if that is not 1."""
        yield Disc(edge(self.cells, board.size), 0.14, fill=WHITE_DOT, outline=BLACK, over=True)
        if self.difference != 1:
            yield Label(edge(self.cells, board.size), str(self.difference), size=0.2, colour=BLACK_DOT)


@dataclass(frozen=True)
class Black(Mark):
    """A black dot: one digit is `ratio` times the other."""

    kind = "black"
    number = "ratio"
    ratio: Value = 2

    @staticmethod
    @cache
    def relates(number: int) -> Callable[[int, int], bool]:
        """Return the relation of digits of which one is a multiple of the other."""
        return lambda a, b: a == number * b or b == number * a

    @staticmethod
    def _number_of(a: int, b: int) -> int | None:
        low, high = sorted((a, b))
        return high // low if high % low == 0 and high > low else None

    @staticmethod
    def _range(n: int) -> tuple[int, int]:
        return 2, n

    def shapes(self, board: Board) -> Iterable[Shape]:
        """Return a black dot, with the ratio if that is not 2."""
        yield Disc(edge(self.cells, board.size), 0.14, fill=BLACK_DOT, outline=BLACK, over=True)
        if self.ratio != 2:
            yield Label(edge(self.cells, board.size), str(self.ratio), size=0.2, colour=WHITE_DOT)


@dataclass(frozen=True)
class SumMark(Mark):
    """An X (10), a V (5) or another sum of two neighbours."""

    kind = "xv"
    number = "total"
    total: Value

    @staticmethod
    @cache
    def relates(number: int) -> Callable[[int, int], bool]:
        """Return the relation of digits with a sum."""
        return lambda a, b: a + b == number

    @staticmethod
    def _number_of(a: int, b: int) -> int | None:
        return a + b if a + b in (5, 10) else None

    @staticmethod
    def _range(n: int) -> tuple[int, int]:
        return 2, 2 * n

    def shapes(self, board: Board) -> Iterable[Shape]:
        """Return the letter, or the sum."""
        letter = {5: "V", 10: "X"}.get(self.total if isinstance(self.total, int) else 0, str(self.total))
        yield Label(edge(self.cells, board.size), letter, size=0.32, ground=WHITE)


@dataclass(frozen=True)
class OpenEdge(OpenMark):
    """A place between two neighbours for a mark that a drawing leaves open."""

    drawn = "edge"
    order = "any"
    least = 2
    cells: Cells

    def require_fits(self, board: Board) -> None:
        """Raise InputError unless the place is between two neighbours."""
        super().require_fits(board)
        require_neighbours(self, board)


@dataclass(frozen=True)
class Dot(OpenEdge):
    """A place for a dot that a drawing leaves open: white, black or none."""

    kind = "dot?"

    def read_from(self, grid: Sequence[int], board: Board) -> Constraint | None:
        """Return a black dot for a ratio of 2, a white one for a difference of 1, or None; 1 and 2 have a black one."""
        return next(iter(self.readings(grid, board)), None)

    def readings(self, grid: Sequence[int], board: Board) -> tuple[Constraint, ...]:
        """Return a black dot for a ratio of 2 and a white one for a difference of 1; 1 and 2 may have either."""
        low, high = sorted(grid[cell] for cell in self.cells)
        black, white = high == 2 * low, high == low + 1
        return (*([Black(self.cells)] if black else []), *([White(self.cells)] if white else []))

    def shapes(self, board: Board) -> Iterable[Shape]:
        """Return a hollow dot with a question mark."""
        yield Disc(edge(self.cells, board.size), 0.14, fill=WHITE, outline=DARK, over=True)
        yield Label(edge(self.cells, board.size), OPEN, size=0.2, colour=DARK)


DOTS = (White, Black, Dot)
"""The dots, which exempt their cells from rules about neighbours without a dot"""


def require_neighbours(constraint: Constraint, board: Board) -> None:
    """Raise InputError unless a constraint is about two orthogonal neighbours."""
    if tuple(sorted(constraint.cells)) not in adjacent_pairs(board.size):
        raise InputError(Message("constraint-neighbours", kind=constraint.kind))
