"""Puzzles: a layout with clues, read from text and written as text."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache, lru_cache
from math import isqrt
from typing import Any, Self, TypeVar

from cpgen.answers.answer_base import OnPuzzle
from cpgen.board_display import Shown
from cpgen.constraints import is_constraint_line
from cpgen.errors import InputError
from cpgen.layout import Layout
from cpgen.messages import Message, shown
from cpgen.notation import (
    MAX_DIGIT,
    line,
    read_symbol,
    side_of,
    square_symbols,
    symbol,
    text_rows,
    to_halfwidth,
    with_digits_from_1,
)

Grid = tuple[int, ...]
"""Complete, valid filling of a board: n² digits 1..n, row by row"""
DEFAULT_SIDE = 9
"""Side of the board for a text that has constraints but no grid"""


B = TypeVar("B", bound=Shown)


class Boards(list[B]):
    """List of objects with a board, such as puzzles, whose pictures a notebook shows."""

    def _repr_html_(self) -> str:
        """Return the pictures as HTML, side by side as far as there is room."""
        pictures = "".join(f'<div style="margin: 6px">{one._repr_svg_()}</div>' for one in self)
        return f'<div style="display: flex; flex-wrap: wrap">{pictures}</div>'


@dataclass(frozen=True)
class Puzzle(Shown):
    """Layout with clues: n² digits row by row, 0 for an open cell.

    A digit may appear twice in a house, because a search may try such clues; `parse` refuses them.

    Raises:
        InputError: The number of cells is wrong, or a digit is not in 0..n.
    """

    layout: Layout
    clues: Grid

    def __post_init__(self) -> None:
        n = self.layout.size
        if len(self.clues) != n * n:
            raise InputError(Message("puzzle-cells", cells=len(self.clues), needed=n * n))
        digits = _digits_up_to(n)
        if not digits.issuperset(self.clues):
            cell = next(cell for cell, digit in enumerate(self.clues) if digit not in digits)
            raise InputError(Message("digit-from", digit=self.clues[cell], place=self.layout.where(cell), most=n))

    @classmethod
    def parse(cls, text: str, layout: Layout | None = None) -> Puzzle:
        """Parse a puzzle written as one line or as rows, with or without a frame; blanks are `.`, `0`, `_`, `*`.

        Where 0 is a digit, because open cells have another sign, it stands for the highest one, as in boards of 0 to F.
        Constraints, such as `cage 15: r1c1 r1c2`, may follow, one per line; without a grid, all cells are open. Lines
        that begin with `#` are comments. Without a layout, the board has the side of the grid (9 if there is none) and
        its default boxes.

        Raises:
            InputError: A symbol or constraint is wrong or a digit repeats in a house (the message has the row and
                column), or the text does not fit the board.

        >>> Puzzle.parse("1... .... ..2. ....").clue_count
        2
        """
        grid, constraints = _split_constraints(text)
        rows = text_rows(grid)
        if layout is None:
            layout = Layout.default(side_of(rows, "puzzle") if rows or not constraints else DEFAULT_SIDE)
        if constraints:
            layout = layout.joined_with(constraints)
            rows = rows or ["." * layout.cell_count]
        symbols = with_digits_from_1(square_symbols(rows, layout.size, "puzzle"), layout.size)
        clues = tuple(read_symbol(symbol, cell, layout.size) for cell, symbol in enumerate(symbols))
        puzzle = cls(layout, clues)
        puzzle.require_no_repeats()
        return puzzle

    @classmethod
    def of(cls, cells: Iterable[Any], layout: Layout | None = None) -> Puzzle:
        """Return the puzzle with these digits.

        Args:
            cells: Rows, or all cells in one sequence, also as an array of numpy or a table of pandas. 0, None and nan
                are open cells; texts are parsed.
            layout: The board; by default, the one with the default boxes.

        Raises:
            InputError: As in `parse`.

        >>> Puzzle.of([[1, 0, 0, 0], [0, 0, 0, 0], [0, 0, 2, 0], [0, 0, 0, 0]]).line
        '1.........2.....'
        """
        flat = list(_flattened(cells))
        side = isqrt(len(flat))
        if side * side != len(flat) or side < 2:
            raise InputError(Message("no-square", what="puzzle", cells=len(flat)))
        layout = layout or Layout.default(side)
        puzzle = cls(layout, tuple(_digit(value, cell, layout) for cell, value in enumerate(flat)))
        puzzle.require_no_repeats()
        return puzzle

    def require_no_repeats(self) -> None:
        """Raise InputError, naming both places, if a digit appears twice in a house."""
        for house in self.layout.houses:
            cell_of: dict[int, int] = {}
            for cell in house.cells:
                digit = self.clues[cell]
                if digit and digit in cell_of:
                    name = symbol(digit) if digit <= MAX_DIGIT else digit
                    one, other = self.layout.where(cell_of[digit]), self.layout.where(cell)
                    raise InputError(Message("twice", digit=name, house=house.message, one=one, other=other))
                cell_of[digit] = cell

    def is_solved_by(self, grid: Grid) -> bool:
        """Return True if a grid agrees with all clues and satisfies every constraint."""
        return all(clue in (0, digit) for clue, digit in zip(self.clues, grid, strict=True)) and _is_full(
            self.layout, grid
        )

    @property
    def clue_count(self) -> int:
        """Number of clues."""
        return len(self.clues) - self.clues.count(0)

    @property
    def line(self) -> str:
        """The puzzle as n² symbols, `.` for an open cell."""
        return line(self.clues)

    def as_record(self) -> OnPuzzle:
        """Return puzzle and layout as a record: the fields with which JSON answers about a puzzle begin."""
        return OnPuzzle(puzzle=self.line, layout=self.layout.spec)

    @property
    def rows(self) -> list[str]:
        """The puzzle as n rows of n symbols."""
        return self.layout.draw(self.line)

    @property
    def text(self) -> str:
        """The puzzle as n rows of n symbols and its constraints other than regions, one per line."""
        return "\n".join([*self.rows, *self.layout.constraint_lines])

    @property
    def board(self) -> Puzzle:
        """The puzzle itself, as the board to draw."""
        return self

    def __repr__(self) -> str:
        size = self.layout.size
        if size > MAX_DIGIT:
            return f"<Puzzle of {size}×{size} with {self.clue_count} clues>"
        plain = self.layout.box and self.layout == Layout.default(size)
        return f"Puzzle.parse({self.line!r}{'' if plain else f', {self.layout!r}'})"


class Solution(tuple[int, ...], Shown):  # noqa: SLOT001 - it holds its layout
    """Full grid: a tuple of n² digits that is drawn like a puzzle."""

    layout: Layout

    def __new__(cls, digits: Iterable[int], layout: Layout) -> Self:
        """Return the grid with these digits on a board."""
        grid = super().__new__(cls, digits)
        grid.layout = layout
        return grid

    def __getnewargs__(self) -> tuple[tuple[int, ...], Layout]:
        return tuple(self), self.layout

    @property
    def board(self) -> Puzzle:
        """The grid as a puzzle without open cells."""
        return Puzzle(self.layout, tuple(self))

    @property
    def line(self) -> str:
        """The grid as a text of n² symbols."""
        return line(self)


def _split_constraints(text: str) -> tuple[str, str]:
    """Split a text into the lines that draw a grid, and those with constraints."""
    rows: list[str] = []
    constraints: list[str] = []
    for one in text.splitlines():
        (constraints if is_constraint_line(to_halfwidth(one)) else rows).append(one)
    return "\n".join(rows), "\n".join(constraints)


def _flattened(cells: Any) -> Iterator[Any]:
    """Yield the value of each cell from nested sequences, an array or a table.

    A text, such as a row, is split into its symbols.
    """
    if hasattr(cells, "to_numpy"):  # a table of pandas or polars
        cells = cells.to_numpy()
    if hasattr(cells, "tolist"):  # an array or a number of numpy
        cells = cells.tolist()
    if not isinstance(cells, Iterable) or (isinstance(cells, str) and len(cells) == 1):
        yield cells
        return
    for part in cells:
        yield from _flattened(part)


def _digit(value: Any, cell: int, layout: Layout) -> int:
    """Convert a value to a digit, 0 for an open cell; raise InputError if it is not one."""
    if isinstance(value, str):
        return read_symbol(value, cell, layout.size)
    if value is None or value != value:  # nan is not equal to itself
        return 0
    if isinstance(value, int | float) and value == int(value):
        return int(value)
    raise InputError(f"{shown(repr(value))} at {layout.where(cell)} is not a digit from 1 to {layout.size}, or 0.")


@lru_cache
def _is_full(layout: Layout, grid: Grid) -> bool:
    """Return True if a grid satisfies every constraint."""
    return all(constraint.is_satisfied(grid, layout) for constraint in layout.constraints)


@cache
def _digits_up_to(size: int) -> frozenset[int]:
    """Return the digits of a board of this side, and 0."""
    return frozenset(range(size + 1))
