"""Between lines: the digits on the line are strictly between its two ends."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cache

from cpgen.constraints.base import Board, Cells, Constraint
from cpgen.constraints.lockout import at_least_apart
from cpgen.constraints.primitives import Automaton, Pair, Primitive, allowed_pairs, automaton
from cpgen.constraints.shapes import GREY, LIGHT, WHITE, Disc, Shape, Stroke, centre, path


@dataclass(frozen=True)
class Between(Constraint):
    """Line whose inner digits are greater than the digit at one end and smaller than that at the other."""

    kind = "between"
    drawn = "line"
    order = "reversible"
    may_return = True
    least = 3
    cells: Cells

    def require_fits(self, board: Board) -> None:
        """Raise InputError if the line leaves the board or passes one of its ends again."""
        super().require_fits(board)
        self._require_two_ends(board)

    def decompose(self, board: Board) -> Iterable[Primitive]:
        """Return the condition that the ends differ by 2 or more, and an automaton that reads the ends first."""
        first, *inner, last = self.cells
        yield Pair(first, last, allowed_pairs(board.size, at_least_apart(2)))
        others = tuple(dict.fromkeys(inner))
        yield replace(_machine(board.size, len(others) + 2), cells=(first, last, *others))

    def is_satisfied(self, grid: Sequence[int], board: Board) -> bool:
        """Return True if all inner digits are between the ends."""
        first, *inner, last = [grid[cell] for cell in self.cells]
        low, high = sorted((first, last))
        return all(low < digit < high for digit in inner)

    def shapes(self, board: Board) -> Iterable[Shape]:
        """Return the shapes to draw: a line with a circle at both ends."""
        yield Stroke(path(self.cells, board.size), width=0.1, colour=GREY)
        for end in (self.cells[0], self.cells[-1]):
            yield Disc(centre(end, board.size), 0.4, fill=WHITE, outline=GREY)
            yield Disc(centre(end, board.size), 0.34, fill=LIGHT)


@cache
def _machine(n: int, k: int) -> Automaton:
    """Return the automaton on cells 0..k−1 that reads both ends, then the inner cells.

    A state holds the ends' digits.
    """

    def step(state: tuple[int, int], digit: int) -> tuple[int, int] | None:
        low, high = state  # 0, 0 at the beginning; the first end and −1 after it
        if high == 0:
            return digit, -1
        if high == -1:
            return min(low, digit), max(low, digit)
        return state if low < digit < high else None

    return automaton(range(k), n, (0, 0), step, lambda state: state[1] > 0)
