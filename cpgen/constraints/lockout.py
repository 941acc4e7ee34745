"""Lockout lines: digits that keep their distance from those between the ends."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache

from cpgen.constraints.base import Board, Cells, Constraint
from cpgen.constraints.primitives import Automaton, Pair, Primitive, allowed_pairs, automaton
from cpgen.constraints.shapes import DARK, GREY, WHITE, Shape, Square, Stroke, centre, path


@dataclass(frozen=True)
class Lockout(Constraint):
    """Line whose ends differ by `difference` or more; no other digit on it is between them or equal to one."""

    kind = "lockout"
    drawn = "line"
    order = "reversible"
    may_return = True
    least = 2
    cells: Cells
    difference: int = 4

    def ranges(self, board: Board) -> Mapping[str, tuple[int, int]]:
        """Return the range of `difference`: those that leave a digit for the other cells."""
        return {"difference": (1, board.size - (1 if len(self.cells) == 2 else 2))}

    def require_fits(self, board: Board) -> None:
        """Raise InputError unless the line and its `difference` fit the board.

        Two digits must have the difference, with a digit left for the other cells, and the line must not pass its ends
        again.
        """
        super().require_fits(board)
        self._require_two_ends(board)
        self._require_numbers(board)

    def decompose(self, board: Board) -> Iterable[Primitive]:
        """Return primitives: a condition on the ends, and an automaton that reads them first, then the others."""
        first, *inner, last = self.cells
        yield Pair(first, last, allowed_pairs(board.size, at_least_apart(self.difference)))
        if inner:
            others = tuple(dict.fromkeys(inner))
            machine = _lockout(board.size, len(others) + 2, self.difference)
            yield replace(machine, cells=(first, last, *others))

    def is_satisfied(self, grid: Sequence[int], board: Board) -> bool:
        """Return True if the ends differ enough and the others stay outside."""
        first, *inner, last = [grid[cell] for cell in self.cells]
        low, high = sorted((first, last))
        return high - low >= self.difference and not any(low <= digit <= high for digit in inner)

    def shapes(self, board: Board) -> Iterable[Shape]:
        """Return the shapes to draw: a line with a tilted square at both ends."""
        yield Stroke(path(self.cells, board.size), width=0.12, colour=GREY)
        for end in (self.cells[0], self.cells[-1]):
            yield Square(centre(end, board.size), 0.4, fill=WHITE, outline=DARK, tilted=True)


@cache
def at_least_apart(difference: int) -> Callable[[int, int], bool]:
    """Return a function that is True for two digits that differ by at least `difference`."""
    return lambda a, b: abs(a - b) >= difference


@cache
def _lockout(n: int, k: int, difference: int) -> Automaton:
    """Return the automaton on cells 0..k−1, the ends first, which differ by at least `difference`.

    A state holds the digits of the ends read so far, ascending.
    """

    def step(ends: tuple[int, ...], digit: int) -> tuple[int, ...] | None:
        if len(ends) == 2:
            return None if ends[0] <= digit <= ends[1] else ends
        both = tuple(sorted((*ends, digit)))
        return both if len(both) == 1 or both[1] - both[0] >= difference else None

    start: tuple[int, ...] = ()
    return automaton(range(k), n, start, step, lambda ends: len(ends) == 2)
