"""Clues that count digits: counting circles and look-and-say cages."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache

from cpgen.constraints.base import Board, Cells, Constraint
from cpgen.constraints.clue_text import Words
from cpgen.constraints.outside import different_digits_reach
from cpgen.constraints.primitives import Automaton, Primitive, automaton, simplest
from cpgen.constraints.shapes import GREY, Disc, Outline, Shape, centre, corner_label
from cpgen.errors import InputError, Message, shown


@dataclass(frozen=True)
class CountingCircles(Constraint):
    """Circles in which each digit says how many of them contain it."""

    kind = "counting-circles"
    order = "any"
    cells: Cells

    def require_fits(self, board: Board) -> None:
        """Raise InputError if there are more circles than all digits together fill."""
        super().require_fits(board)
        most = board.size * (board.size + 1) // 2
        if len(self.cells) > most:
            raise InputError(Message("constraint-long-line", kind=self.kind, cells=len(self.cells), most=most))

    def decompose(self, board: Board) -> Iterable[Primitive]:
        """Return a condition for each digit: it occurs never, or as often as it says.

        The digits that occur add up to the number of circles, which may leave only one of the two.
        """
        n, k = board.size, len(self.cells)
        for digit in range(1, n + 1):
            others = {*range(1, n + 1)} - {digit}
            counts = tuple(count for count in (0, digit) if different_digits_reach(k - count, others, 0, n - 1))
            yield simplest(_counter(n, k, digit, counts), self.cells)

    def is_satisfied(self, grid: Sequence[int], board: Board) -> bool:
        """Return True if each digit occurs as often as it says."""
        digits = [grid[cell] for cell in self.cells]
        return all(digits.count(digit) == digit for digit in digits)

    def shapes(self, board: Board) -> Iterable[Shape]:
        """Return the circles."""
        for cell in self.cells:
            yield Disc(centre(cell, board.size), 0.4, outline=GREY)


@dataclass(frozen=True)
class LookAndSay(Constraint):
    """Cells of which a clue says how many contain a digit: `23` for exactly two 3s, `2314` also for exactly one 4."""

    kind = "look-and-say"
    order = "any"
    cells: Cells
    clue: str

    @property
    def counts(self) -> dict[int, int]:
        """How often each digit of the clue occurs."""
        return {int(digit): int(count) for count, digit in zip(self.clue[::2], self.clue[1::2], strict=True)}

    def require_fits(self, board: Board) -> None:
        """Raise InputError unless the clue is pairs of a number and a digit, for no more cells than there are."""
        super().require_fits(board)
        clue = self.clue
        if not (isinstance(clue, str) and clue.isascii() and clue.isdecimal() and len(clue) % 2 == 0):
            raise InputError(Message("look-and-say-clue", clue=shown(str(clue))))
        if len(self.counts) < len(clue) // 2 or not all(1 <= digit <= board.size for digit in self.counts):
            raise InputError(Message("look-and-say-clue", clue=shown(clue)))
        if sum(self.counts.values()) > len(self.cells):
            raise InputError(Message("look-and-say-counts", clue=shown(clue), cells=len(self.cells)))

    def decompose(self, board: Board) -> Iterable[Primitive]:
        """Return an automaton for each digit of the clue."""
        for digit, count in self.counts.items():
            yield simplest(_counter(board.size, len(self.cells), digit, (count,)), self.cells)

    def is_satisfied(self, grid: Sequence[int], board: Board) -> bool:
        """Return True if each digit of the clue occurs as often as it says."""
        digits = [grid[cell] for cell in self.cells]
        return all(digits.count(digit) == count for digit, count in self.counts.items())

    def shapes(self, board: Board) -> Iterable[Shape]:
        """Return a dashed outline with the clue in the corner of the first cell."""
        yield Outline(self.cells)
        yield corner_label(min(self.cells), board.size, self.clue)

    @classmethod
    def parse(cls, words: Words) -> LookAndSay:
        """Parse the clue, as it is written, and the cells."""
        return cls(clue=words.take(), cells=words.cells())


@cache
def _counter(n: int, k: int, digit: int, counts: tuple[int, ...]) -> Automaton:
    """Return the automaton for k cells in which a digit occurs as often as one of some numbers says."""

    def step(count: int, read: int) -> int | None:
        count += read == digit
        return count if count <= max(counts) else None

    return automaton(range(k), n, 0, step, counts.__contains__)
