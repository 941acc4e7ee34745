"""Conditions on single cells: odd, even and other sets of digits."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from cpgen.constraints.base import OPEN, Board, Cells, Constraint, OpenMark
from cpgen.constraints.clue_text import Words, cells_text
from cpgen.constraints.declared import declared
from cpgen.constraints.primitives import Domain, Primitive, digit_mask
from cpgen.constraints.shapes import DARK, Label, Shape, centre
from cpgen.errors import InputError
from cpgen.messages import Message


@dataclass(frozen=True)
class OpenParity(OpenMark):
    """Cell with a mark that a drawing leaves open: odd or even."""

    kind = "parity?"
    drawn = "cell"
    cells: Cells

    def require_fits(self, board: Board) -> None:
        """Raise InputError unless the constraint has one cell, since each cell has a mark of its own."""
        super().require_fits(board)
        if len(self.cells) > 1:
            raise InputError(Message("constraint-long-line", kind=self.kind, cells=len(self.cells), most=1))

    def read_from(self, grid: Sequence[int], board: Board) -> Constraint:
        """Return the constraint `odd` or `even` for the digit in the cell."""
        found: Constraint = declared("odd" if grid[self.cells[0]] % 2 else "even")(self.cells)
        return found

    def shapes(self, board: Board) -> Iterable[Shape]:
        """Return the shapes to draw: a question mark in the cell."""
        yield Label(centre(self.cells[0], board.size), OPEN, size=0.5, colour=DARK)


@dataclass(frozen=True)
class Allowed(Constraint):
    """Cells whose digits are restricted to a given set."""

    kind = "allowed"
    order = "any"
    list_fields = ("digits",)
    cells: Cells
    digits: tuple[int, ...]

    @property
    def parts(self) -> tuple[Constraint, ...]:
        """Constraint for each cell, which has a mark of its own."""
        return self._of_each_cell()

    @classmethod
    def parse(cls, words: Words) -> Constraint:
        """Parse the digits, then the cells."""
        digits = words.numbers()
        return cls(words.cells(), digits)

    def text(self, size: int) -> str:
        """Return the line of text: the digits, then the cells."""
        return f"allowed {' '.join(map(str, self.digits))}: {cells_text(self.cells, size)}"

    def normal(self) -> Allowed:
        """Return the constraint with cells and digits in ascending order, each once."""
        return Allowed(tuple(sorted(self.cells)), tuple(sorted(set(self.digits))))

    def require_fits(self, board: Board) -> None:
        """Raise InputError unless there is a digit, and all are digits of the board."""
        super().require_fits(board)
        require_digits(self, self.digits, board)

    def decompose(self, board: Board) -> Iterable[Primitive]:
        """Return a domain, the set of allowed digits, for each cell."""
        return [Domain(cell, digit_mask(self.digits)) for cell in self.cells]

    def is_satisfied(self, grid: Sequence[int], board: Board) -> bool:
        """Return True if all digits are allowed."""
        return all(grid[cell] in self.digits for cell in self.cells)

    def shapes(self, board: Board) -> Iterable[Shape]:
        """Return the shapes to draw: the digits in small print at the lower border of each cell."""
        text = " ".join(map(str, self.digits))
        for cell in self.cells:
            row, column = centre(cell, board.size)
            yield Label((row + 0.38, column), text, size=min(0.2, 1.4 / len(text)), colour=DARK)


def require_digits(constraint: Constraint, digits: object, board: Board) -> None:
    """Raise InputError unless `digits` are one or more digits of the board."""
    if not (isinstance(digits, tuple) and digits):
        raise InputError(Message("constraint-missing", kind=constraint.kind, key="digits"))
    for digit in digits:
        if not (isinstance(digit, int) and 1 <= digit <= board.size):
            message = Message(
                "constraint-number", kind=constraint.kind, key="digits", least=1, most=board.size, value=str(digit)
            )
            raise InputError(message)
