"""Sums of cells: of a set of cells, and along a line that is cut into pieces."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import accumulate
from typing import Self

from cpgen.constraints.base import OPEN, Board, Cells, Constraint, Value, is_loop
from cpgen.constraints.primitives import Automaton, Primitive, Transitions, automaton, simplest, total_of
from cpgen.constraints.shapes import DARK, GREY, Outline, Shape, Stroke, corner_label, path
from cpgen.errors import InputError
from cpgen.messages import Message

MOST_OF_LOOP = 10
"""Largest sum of the pieces of a loop; more would need automata of tens of thousands of states"""


@dataclass(frozen=True)
class Summed(Constraint):
    """Base of constraints on cells with a sum, in which digits may repeat."""

    cells: Cells
    total: Value

    def ranges(self, board: Board) -> Mapping[str, tuple[int, int]]:
        """Return the range of `total`: from the sum with 1 in every cell to that with n in every cell."""
        return {"total": (len(self.cells), len(self.cells) * board.size)}

    def require_fits(self, board: Board) -> None:
        """Raise InputError if the cells leave the board or cannot reach the sum."""
        super().require_fits(board)
        self._require_numbers(board)

    def decompose(self, board: Board) -> Iterable[Primitive]:
        """Return the condition that the digits add up to the sum."""
        if isinstance(self.total, int):
            yield total_of(self.cells, self.total)

    def is_satisfied(self, grid: Sequence[int], board: Board) -> bool:
        """Return True if the digits have the sum."""
        return self.total in (OPEN, sum(grid[cell] for cell in self.cells))

    def read_from(self, grid: Sequence[int], board: Board) -> Self:
        """Return the constraint, with its sum read off a grid if that is open."""
        return replace(self, total=sum(grid[cell] for cell in self.cells)) if self.total == OPEN else self


@dataclass(frozen=True)
class Sum(Summed):
    """Cells with a sum; a cell that is listed twice counts twice."""

    kind = "sum"
    order = "any"
    may_repeat = True

    def shapes(self, board: Board) -> Iterable[Shape]:
        """Return the shapes to draw: a solid outline, with the sum in the corner of the first cell."""
        yield Outline(tuple(dict.fromkeys(self.cells)), dashed=False, colour=DARK)
        yield corner_label(min(self.cells), board.size, str(self.total))


@dataclass(frozen=True)
class SumLine(Constraint):
    """Line, or loop, that can be cut into pieces that each have the sum `total`."""

    kind = "sum-line"
    drawn = "line"
    may_close = True
    order = "reversible"
    cells: Cells
    total: int = 10

    def ranges(self, board: Board) -> Mapping[str, tuple[int, int]]:
        """Return the range of `total`, the sum of one piece."""
        return {"total": (1, len(self.cells) * board.size)}

    def require_fits(self, board: Board) -> None:
        """Raise InputError if the line leaves the board, or its cells cannot have the sum even together."""
        super().require_fits(board)
        self._require_numbers(board)
        if is_loop(self.cells) and self.total > MOST_OF_LOOP:
            raise InputError(Message("sum-loop", most=MOST_OF_LOOP))

    def decompose(self, board: Board) -> Iterable[Primitive]:
        """Return an automaton that remembers the sum of the current piece."""
        if is_loop(self.cells):
            yield Automaton(self.cells[:-1], *_sum_loop(board.size, len(self.cells) - 1, self.total))
        else:
            yield simplest(_sum_line(board.size, len(self.cells), self.total), self.cells)

    def is_satisfied(self, grid: Sequence[int], board: Board) -> bool:
        """Return True if the running sum along the line reaches each multiple of the total up to the whole sum."""
        if not is_loop(self.cells):
            return self._can_be_cut([grid[cell] for cell in self.cells])
        digits = [grid[cell] for cell in self.cells[:-1]]
        return any(self._can_be_cut(digits[place:] + digits[:place]) for place in range(len(digits)))

    def _can_be_cut(self, digits: Sequence[int]) -> bool:
        sums = list(accumulate(digits))
        return sums[-1] % self.total == 0 and {*range(self.total, sums[-1], self.total)} <= {*sums}

    def shapes(self, board: Board) -> Iterable[Shape]:
        """Return the shapes to draw: a line, with the sum at its first cell if it is not 10."""
        yield Stroke(path(self.cells, board.size), width=0.1, colour=GREY)
        if self.total != 10:
            yield corner_label(self.cells[0], board.size, str(self.total))


@cache
def _sum_loop(n: int, k: int, total: int) -> tuple[Transitions, frozenset[int]]:
    """Return transitions and accepting states of an automaton for a sum line that is a loop of k cells.

    A piece may begin within the loop. If the first cut lies behind the sum r < total, all others lie behind r plus a
    multiple of the total. A state is the set of those r that are still possible, and the sum modulo the total.
    """

    def step(state: tuple[frozenset[int], int], digit: int) -> tuple[frozenset[int], int] | None:
        starts, reached = state
        left = starts - {(reached + skipped) % total for skipped in range(1, digit)}
        return (left, (reached + digit) % total) if left and digit <= total else None

    machine = automaton(range(k), n, (frozenset(range(total)), 0), step, lambda state: state[1] == 0)
    return machine.transitions, machine.accepting


@cache
def _sum_line(n: int, k: int, total: int) -> Automaton:
    """Return the automaton of a sum line with this total on cells 0..k−1."""

    def step(state: int, digit: int) -> int | None:
        reached = state % total + digit
        return reached if reached <= total else None

    return automaton(range(k), n, total, step, total.__eq__)
