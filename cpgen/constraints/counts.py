"""Clues that count digits: counting circles and look-and-say cages."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache

from cpgen.constraints.base import Board, Cells, Constraint
from cpgen.constraints.clue_text import Words
from cpgen.constraints.outside import different_digits_reach
from cpgen.constraints.primitives import Automaton, Primitive, simplest
from cpgen.constraints.shapes import GREY, Disc, Outline, Shape, centre, corner_label
from cpgen.errors import InputError
from cpgen.messages import Message, shown


@dataclass(frozen=True)
class CountingCircles(Constraint):
    """Circles in which each digit says how many of them contain it."""

    kind = "counting-circles"
    order = "any"
    cells: Cells

    def require_fits(self, board: Board) -> None:
        """Raise InputError if there are more circles than the digits 1 to n can fill, digit d filling d circles."""
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
            yield _count(self.cells, n, digit, counts)

    def is_satisfied(self, grid: Sequence[int], board: Board) -> bool:
        """Return True if each digit occurs as often as it says."""
        digits = [grid[cell] for cell in self.cells]
        return all(digits.count(digit) == digit for digit in digits)

    def shapes(self, board: Board) -> Iterable[Shape]:
        """Return the shapes to draw: a circle in each cell."""
        for cell in self.cells:
            yield Disc(centre(cell, board.size), 0.4, outline=GREY)


@dataclass(frozen=True)
class LookAndSay(Constraint):
    """Cells with a clue that counts digits in them: `23` for exactly two 3s, `2314` also for exactly one 4."""

    kind = "look-and-say"
    order = "any"
    cells: Cells
    clue: str

    @property
    def counts(self) -> dict[int, int]:
        """Number of times that each digit of the clue must occur in the cells, by digit."""
        return {int(digit): int(count) for count, digit in zip(self.clue[::2], self.clue[1::2], strict=True)}

    def require_fits(self, board: Board) -> None:
        """Raise InputError unless the clue is pairs of a count and a digit that fit into the cells."""
        super().require_fits(board)
        clue = self.clue
        if not (isinstance(clue, str) and clue.isascii() and clue.isdecimal() and len(clue) % 2 == 0):
            raise InputError(Message("look-and-say-clue", clue=shown(str(clue))))
        if len(self.counts) < len(clue) // 2 or not all(1 <= digit <= board.size for digit in self.counts):
            raise InputError(Message("look-and-say-clue", clue=shown(clue)))
        if sum(self.counts.values()) > len(self.cells):
            raise InputError(Message("look-and-say-counts", clue=shown(clue), cells=len(self.cells)))

    def decompose(self, board: Board) -> Iterable[Primitive]:
        """Return a condition for each digit of the clue: the number of times that it occurs."""
        for digit, count in self.counts.items():
            yield _count(self.cells, board.size, digit, (count,))

    def is_satisfied(self, grid: Sequence[int], board: Board) -> bool:
        """Return True if each digit of the clue occurs as often as it says."""
        digits = [grid[cell] for cell in self.cells]
        return all(digits.count(digit) == count for digit, count in self.counts.items())

    def shapes(self, board: Board) -> Iterable[Shape]:
        """Return the shapes to draw: a dashed outline, with the clue in the corner of the first cell."""
        yield Outline(self.cells)
        yield corner_label(min(self.cells), board.size, self.clue)

    @classmethod
    def parse(cls, words: Words) -> LookAndSay:
        """Parse the clue, such as `23`, and the cells."""
        return cls(clue=words.take(), cells=words.cells())


def _count(cells: Cells, n: int, digit: int, counts: tuple[int, ...]) -> Primitive:
    """Return the condition that the number of times a digit occurs in `cells` is one of `counts`."""
    by_row = sorted(cells)
    return simplest(_counter(n, tuple(cell // n for cell in by_row), digit, counts), by_row)


@cache
def _counter(n: int, rows: tuple[int, ...], digit: int, counts: tuple[int, ...]) -> Automaton:
    """Return the automaton that counts a digit in cells with these row numbers, ascending; `counts` are accepted.

    No row has a digit twice, so a state is the place, the count, and whether this row has had the digit. That lets a
    solver exclude far more than the count alone.
    """
    states: list[tuple[int, int, bool]] = [(0, 0, False)]
    numbers = {states[0]: 0}

    def number(state: tuple[int, int, bool]) -> int:
        if state not in numbers:
            numbers[state] = len(states)
            states.append(state)
        return numbers[state]

    transitions = []
    for place, count, had in states:  # the list grows while it is read
        if place == len(rows):
            transitions.append((-1,) * n)
            continue
        goes_on = rows[place] == rows[min(place + 1, len(rows) - 1)]  # the next cell is in this row, too
        other = number((place + 1, count, had and goes_on))
        again = number((place + 1, count + 1, goes_on)) if not had and count < max(counts) else -1
        transitions.append(tuple(again if read == digit else other for read in range(1, n + 1)))
    accepting = frozenset(numbers[state] for state in states if state[0] == len(rows) and state[1] in counts)
    return Automaton(tuple(range(len(rows))), tuple(transitions), accepting)
