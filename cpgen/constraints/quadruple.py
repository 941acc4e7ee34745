"""Quadruples: digits that appear among four cells around a corner."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Literal

from cpgen.constraints.base import OPEN, Board, Cells, Constraint
from cpgen.constraints.clue_text import Words
from cpgen.constraints.geometry import squares_of_four
from cpgen.constraints.parity import require_digits
from cpgen.constraints.primitives import Automaton, Primitive, automaton
from cpgen.constraints.shapes import BLACK, WHITE, Disc, Label, Shape
from cpgen.errors import InputError
from cpgen.messages import Message
from cpgen.notation import cell_name


@dataclass(frozen=True)
class Quadruple(Constraint):
    """Square of 2×2 cells that contains some digits; a digit listed twice occurs at least twice."""

    kind = "quad"
    drawn = "corner"
    order = "any"
    least = 4
    list_fields = ("digits",)
    cells: Cells
    digits: tuple[int, ...] | Literal["?"]

    def __post_init__(self) -> None:
        """Sort the cells, since the text names only the top left one."""
        object.__setattr__(self, "cells", tuple(sorted(self.cells)))

    def normal(self) -> Quadruple:
        """Return the clue with its digits in ascending order."""
        return replace(self, digits=tuple(sorted(self.digits))) if isinstance(self.digits, tuple) else self

    @property
    def is_open(self) -> bool:
        """True if the digits are left open."""
        return self.digits == OPEN

    @classmethod
    def parse(cls, words: Words) -> Constraint:
        """Parse the digits and the top left cell."""
        digits: tuple[int, ...] | Literal["?"] = OPEN if words.next_is(OPEN) else words.numbers()
        cells, n = words.cells(), words.size
        if len(cells) == 1 and cells[0] % n < n - 1 and cells[0] < n * n - n:
            cells = (cells[0], cells[0] + 1, cells[0] + n, cells[0] + n + 1)
        return cls(cells, digits)

    def text(self, size: int) -> str:
        """Return the line of text: the digits and the top left cell."""
        digits = OPEN if self.digits == OPEN else " ".join(map(str, self.digits))
        return f"quad {digits} at {cell_name(self.cells[0], size)}"

    def require_fits(self, board: Board) -> None:
        """Raise InputError unless the cells are a square of 2×2 and there are one to four digits of the board."""
        if self.cells not in set[Cells](squares_of_four(board.size)):
            raise InputError(Message("constraint-square", kind=self.kind))
        if self.digits != OPEN:
            require_digits(self, self.digits, board)
            if len(self.digits) > 4:
                raise InputError(Message("constraint-four-digits", kind=self.kind, count=len(self.digits)))

    def decompose(self, board: Board) -> Iterable[Primitive]:
        """Return an automaton on the four cells, which remembers the digits that are still missing."""
        if isinstance(self.digits, tuple):
            yield replace(_machine(board.size, tuple(sorted(self.digits))), cells=self.cells)

    def is_satisfied(self, grid: Sequence[int], board: Board) -> bool:
        """Return True if the four cells contain the digits of the clue."""
        return self.digits == OPEN or not Counter(self.digits) - Counter(grid[cell] for cell in self.cells)

    def read_from(self, grid: Sequence[int], board: Board) -> Quadruple:
        """Return the clue, with all four digits read off a grid if they are open."""
        return replace(self, digits=tuple(sorted(grid[cell] for cell in self.cells))) if self.is_open else self

    def shapes(self, board: Board) -> Iterable[Shape]:
        """Return the shapes to draw: a circle on the corner, with one or two lines of digits."""
        row, column = divmod(self.cells[0], board.size)
        yield Disc((row + 1, column + 1), 0.29, fill=WHITE, outline=BLACK, over=True)
        digits = [str(digit) for digit in self.digits]
        lines = [digits] if len(digits) < 3 else [digits[:2], digits[2:]]
        for place, line in enumerate(lines):
            yield Label((row + 1 + (place - (len(lines) - 1) / 2) * 0.22, column + 1), " ".join(line), size=0.25)


@cache
def _machine(n: int, digits: tuple[int, ...]) -> Automaton:
    """Return the automaton for four cells that contain the digits; a state is the digits that are still missing."""

    def step(missing: tuple[int, ...], digit: int) -> tuple[int, ...]:
        if digit not in missing:
            return missing
        place = missing.index(digit)
        return missing[:place] + missing[place + 1 :]

    return automaton(range(4), n, digits, step, ().__eq__)
