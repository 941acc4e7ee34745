"""Indexing cells: their digits say where in the row, column or region the number of their own place is."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from math import isqrt
from typing import ClassVar

from cpgen.constraints.base import Board, Cells, Constraint
from cpgen.constraints.clue_text import Words
from cpgen.constraints.primitives import Domain, Pair, Primitive
from cpgen.constraints.shapes import LIGHT, Shade, Shape
from cpgen.errors import InputError
from cpgen.messages import Message, shown

COLUMN, ROW, REGION = AXES = ("column", "row", "region")


@dataclass(frozen=True)
class Indexing(Constraint):
    """Cells whose digit says where in their row, column or region the number of their own place is.

    With the axis `column`: digit d in column c of a row says that digit c is in column d of the row. With `row`: digit
    d in row r of a column says that digit r is in row d of the column. With `region`: digit d in the p-th cell of a
    region, row by row, says that digit p is in its d-th cell.
    """

    kind = "indexing"
    order = "any"
    choices: ClassVar[Mapping[str, tuple[str, ...]]] = {"axis": AXES}
    cells: Cells
    axis: str

    @property
    def rule_parts(self) -> tuple[tuple[str, dict[str, str]]]:
        """Sentence of the rules for the axis, as in `Constraint.rule_parts`."""
        return ((self.axis, {}),)

    def require_fits(self, board: Board) -> None:
        """Raise InputError for an unknown axis, or for regions on a board without them."""
        super().require_fits(board)
        if self.axis not in AXES:
            raise InputError(Message("constraint-word", found=shown(str(self.axis)), choices=AXES))
        if self.axis == REGION and not board.regions:
            raise InputError(Message("constraint-no-houses", kind=self.kind, size=board.size))

    def decompose(self, board: Board) -> Iterable[Primitive]:
        """Return pair conditions: an indexing cell has digit d exactly if place d has the number of its own place."""
        for cell in self.cells:
            house = house_of(cell, self.axis, board)
            own = house.index(cell) + 1
            for place, other in enumerate(house, 1):
                if other != cell:
                    yield Pair(cell, other, _index_pairs(board.size, own, place))

    def is_satisfied(self, grid: Sequence[int], board: Board) -> bool:
        """Return True if each indexing cell tells the truth.

        The digit of the cell says where in its row, column or region the number of its own place is; it must be there
        and nowhere else.
        """
        for cell in self.cells:
            house = house_of(cell, self.axis, board)
            digits = [grid[other] for other in house]
            own = house.index(cell)
            if any((digits[own] == place) != (digit == own + 1) for place, digit in enumerate(digits, 1)):
                return False
        return True

    def moved(self, cell_map: Sequence[int]) -> Indexing | None:
        """Return the constraint after an exchange of rows and columns; None for all other symmetries of the square.

        Numbers of places have no image in a turned board, and those in a region none in an exchange.
        """
        axis = moved_axis(self.axis, cell_map)
        return replace(self, cells=tuple(int(cell_map[cell]) for cell in self.cells), axis=axis) if axis else None

    def shapes(self, board: Board) -> Iterable[Shape]:
        """Return the shapes to draw: shaded cells."""
        yield Shade(self.cells, LIGHT)

    @classmethod
    def parse(cls, words: Words) -> Indexing:
        """Parse the axis and the cells."""
        return cls(axis=words.word(AXES), cells=words.cells())


@cache
def _index_pairs(n: int, own: int, place: int) -> tuple[int, ...]:
    """Return the table of a `Pair` of digits (a, b) from 1 to `n` with a = `place` exactly if b = `own`."""
    every, named = (1 << n) - 1, 1 << own - 1
    return tuple(named if digit == place else every & ~named for digit in range(1, n + 1))


def house_of(cell: int, axis: str, board: Board) -> Sequence[int]:
    """Return the cells of the row, column or region whose places the digit of an indexing cell numbers.

    The axis `column` numbers the columns within the cell's row, and so on.
    """
    n = board.size
    if axis == COLUMN:
        return range(cell - cell % n, cell - cell % n + n)
    if axis == ROW:
        return range(cell % n, n * n, n)
    return [other for other in range(n * n) if board.regions[other] == board.regions[cell]]


def moved_axis(axis: str, cell_map: Sequence[int]) -> str:
    """Return the axis after a symmetry of the square maps cell c to `cell_map[c]`, or "" if it has no image."""
    n = isqrt(len(cell_map))
    if all(to == cell for cell, to in enumerate(cell_map)):
        return axis
    is_exchange = all(to == cell % n * n + cell // n for cell, to in enumerate(cell_map))
    return {COLUMN: ROW, ROW: COLUMN}.get(axis, "") if is_exchange else ""


def names_its_place(cell: int, axis: str, grid: Sequence[int], board: Board) -> bool:
    """Return True if an indexing cell is satisfied by a grid.

    If it is at place p of its house and has digit d, the cell at place d must have digit p. The house is the row,
    column or region that `axis` names.
    """
    house = house_of(cell, axis, board)
    return grid[house[grid[cell] - 1]] == house.index(cell) + 1


def not_naming(cell: int, axis: str, board: Board) -> Iterable[Primitive]:
    """Yield primitives that forbid a cell to be a true indexing cell.

    If it is at place p of its house and has digit d, the cell at place d must not have digit p. The house is the row,
    column or region that `axis` names.
    """
    house, n = house_of(cell, axis, board), board.size
    own = house.index(cell) + 1
    for place, other in enumerate(house, 1):
        if other == cell:
            yield Domain(cell, (1 << n) - 1 & ~(1 << own - 1))
        else:
            full = (1 << n) - 1
            yield Pair(cell, other, tuple(full & ~(1 << own - 1) if a == place else full for a in range(1, n + 1)))
