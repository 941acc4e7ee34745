"""Classes of digits that take turns: low, middle and high digits, or remainders."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations

from cpgen.constraints.base import Board, Cells, Constraint
from cpgen.constraints.geometry import squares_of_four
from cpgen.constraints.primitives import Automaton, Pair, Primitive, allowed_pairs, automaton
from cpgen.constraints.shapes import ORANGE, TEAL, WHITE, Shape, Stroke, path
from cpgen.errors import InputError, Message


@dataclass(frozen=True)
class Modular(Constraint):
    """A line on which any `modulus` cells in a row have different remainders modulo it."""

    kind = "modular"
    drawn = "line"
    order = "reversible"
    may_return = may_close = True
    least = 2
    cells: Cells
    modulus: int = 3

    def ranges(self, board: Board) -> Mapping[str, tuple[int, int]]:
        """Return the numbers that divide the digits into classes."""
        return {"modulus": (2, board.size)}

    def require_fits(self, board: Board) -> None:
        """Raise InputError unless each remainder occurs."""
        super().require_fits(board)
        self._require_numbers(board)

    def decompose(self, board: Board) -> Iterable[Primitive]:
        """Return for any two cells whether they are in the same class: the classes take turns."""
        same, different = (allowed_pairs(board.size, _remainders(self.modulus, equal)) for equal in (True, False))
        for (one, first), (other, second) in combinations(enumerate(self.cells), 2):
            yield Pair(first, second, different if (other - one) % self.modulus else same)

    def is_satisfied(self, grid: Sequence[int], board: Board) -> bool:
        """Return True if any `modulus` cells in a row have different remainders."""
        classes = [grid[cell] % self.modulus for cell in self.cells]
        return _take_turns(classes, self.modulus)

    def shapes(self, board: Board) -> Iterable[Shape]:
        """Return a line with dashes."""
        yield Stroke(path(self.cells, board.size), width=0.22, colour=TEAL, dashed=True)


@dataclass(frozen=True)
class Entropic(Constraint):
    """A line on which any three cells in a row have a low, a middle and a high digit."""

    kind = "entropic"
    drawn = "line"
    order = "reversible"
    may_return = may_close = True
    least = 2
    cells: Cells

    def require_fits(self, board: Board) -> None:
        """Raise InputError unless the digits can be divided into three classes."""
        super().require_fits(board)
        _require_thirds(self, board)

    def decompose(self, board: Board) -> Iterable[Primitive]:
        """Return for any two cells whether they are in the same class: the classes take turns."""
        n = board.size
        same, different = (allowed_pairs(n, _thirds(n, equal)) for equal in (True, False))
        for (one, first), (other, second) in combinations(enumerate(self.cells), 2):
            yield Pair(first, second, different if (other - one) % 3 else same)

    def is_satisfied(self, grid: Sequence[int], board: Board) -> bool:
        """Return True if any three cells in a row have different classes."""
        return _take_turns([_third(grid[cell], board.size) for cell in self.cells], 3)

    def shapes(self, board: Board) -> Iterable[Shape]:
        """Return a wide line with a thin one in it."""
        yield Stroke(path(self.cells, board.size), width=0.24, colour=ORANGE)
        yield Stroke(path(self.cells, board.size), width=0.08, colour=WHITE)


@dataclass(frozen=True)
class GlobalEntropy(Constraint):
    """Each square of 2×2 cells contains a low, a middle and a high digit."""

    kind = "global-entropy"
    drawn = "board"
    cell_fields = ()
    cells = ()

    def require_fits(self, board: Board) -> None:
        """Raise InputError unless the digits can be divided into three classes."""
        _require_thirds(self, board)

    def decompose(self, board: Board) -> Iterable[Primitive]:
        """Return an automaton for each square."""
        machine = _all_thirds(board.size)
        for cells in squares_of_four(board.size):
            yield Automaton(cells, machine.transitions, machine.accepting)

    def is_satisfied(self, grid: Sequence[int], board: Board) -> bool:
        """Return True if each square has digits of all three classes."""
        n = board.size
        return all(len({_third(grid[cell], n) for cell in cells}) == 3 for cells in squares_of_four(n))


def _require_thirds(constraint: Constraint, board: Board) -> None:
    if board.size % 3:
        raise InputError(Message("constraint-thirds", kind=constraint.kind, side=board.size))


def _take_turns(classes: Sequence[int], count: int) -> bool:
    """Return True if any `count` classes in a row differ, near the ends as many as there are."""
    windows = [classes[start : start + count] for start in range(len(classes))]
    return all(len(set(window)) == len(window) for window in windows)


def _third(digit: int, n: int) -> int:
    """Return 0 for a low, 1 for a middle, 2 for a high digit."""
    return (digit - 1) * 3 // n


@cache
def _thirds(n: int, equal: bool) -> Callable[[int, int], bool]:
    return lambda a, b: (_third(a, n) == _third(b, n)) == equal


@cache
def _remainders(modulus: int, equal: bool) -> Callable[[int, int], bool]:
    return lambda a, b: (a % modulus == b % modulus) == equal


@cache
def _all_thirds(n: int) -> Automaton:
    """Return the automaton for four cells with digits of all three classes; a state is the set of classes so far."""
    start: frozenset[int] = frozenset()
    return automaton(range(4), n, start, lambda seen, digit: seen | {_third(digit, n)}, frozenset(range(3)).__eq__)
