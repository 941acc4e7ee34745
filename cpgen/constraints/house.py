"""Houses: n cells that contain each digit once. Rows, columns, regions and extra houses such as diagonals."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from cpgen.constraints.base import Board, Cells, Constraint
from cpgen.constraints.primitives import EachDigitOnce, Primitive
from cpgen.constraints.shapes import Shade, Shape
from cpgen.messages import Message

ROW, COLUMN, REGION, EXTRA = "row", "column", "region", "extra"
"""Kinds of houses"""


@dataclass(frozen=True)
class House(Constraint):
    """Row, column, region or extra house: n cells, ascending, that contain each digit once.

    `number` counts from 1 within the kind.
    """

    kind: str
    number: int
    cells: Cells

    @property
    def message(self) -> Message:
        """Name of the house as a part of a message, as in `row 3`."""
        return Message(self.kind, number=self.number)

    def renames_digits(self, board: Board) -> bool:
        """Return True, since a house only demands different digits."""
        return True

    def decompose(self, board: Board) -> Iterable[Primitive]:
        """Return one primitive: each digit occurs once in the cells."""
        yield EachDigitOnce(self.cells)

    def is_satisfied(self, grid: Sequence[int], board: Board) -> bool:
        """Return True if the house has each digit once."""
        return {grid[cell] for cell in self.cells} == set(range(1, board.size + 1))

    def shapes(self, board: Board) -> Iterable[Shape]:
        """Return the shapes to draw: the shaded cells of an extra house.

        Other houses are drawn with the board itself.
        """
        return [Shade(self.cells)] if self.kind == EXTRA else []

    def __str__(self) -> str:
        return f"{'extra house' if self.kind == EXTRA else self.kind} {self.number}"
