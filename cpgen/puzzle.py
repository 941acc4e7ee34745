"""Puzzles: a layout with clues, read from text and written as text."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, lru_cache

from cpgen.errors import InputError, Message
from cpgen.layout import Layout
from cpgen.notation import MAX_DIGIT, line, read_symbol, side_of, square_symbols, symbol, text_rows

Grid = tuple[int, ...]
"""A complete, valid filling: n² digits 1..n, row by row."""


@dataclass(frozen=True)
class Puzzle:
    """A layout with clues: n² digits row by row, 0 for an open cell.

    A digit may appear twice in a house, because a search may pass through such clues; `parse` refuses them.

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

        Lines that begin with `#` are comments. Without a layout, the board has the side of the text and its default
        boxes.

        Raises:
            InputError: A symbol is wrong or a digit repeats in a house (the message has the row and column), or the
                text does not fit the board.

        >>> Puzzle.parse("1... .... ..2. ....").clue_count
        2
        """
        rows = text_rows(text)
        if layout is None:
            layout = Layout.default(side_of(rows, "puzzle"))
        symbols = square_symbols(rows, layout.size, "puzzle")
        clues = tuple(read_symbol(symbol, cell, layout.size) for cell, symbol in enumerate(symbols))
        puzzle = cls(layout, clues)
        puzzle.require_no_repeats()
        return puzzle

    def require_no_repeats(self) -> None:
        """Raise InputError, naming both places, if a digit appears twice in a house."""
        for house in self.layout.houses:
            place: dict[int, int] = {}
            for cell in house.cells:
                digit = self.clues[cell]
                if digit and digit in place:
                    name = symbol(digit) if digit <= MAX_DIGIT else digit
                    one, other = self.layout.where(place[digit]), self.layout.where(cell)
                    raise InputError(Message("twice", digit=name, house=house.message, one=one, other=other))
                place[digit] = cell

    def is_solved_by(self, grid: Grid) -> bool:
        """Return True if a grid agrees with all clues and has each digit once in every house."""
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

    @property
    def rows(self) -> list[str]:
        """The puzzle as n rows of n symbols."""
        return self.layout.draw(self.line)

    def __str__(self) -> str:
        return self.line


@lru_cache
def _is_full(layout: Layout, grid: Grid) -> bool:
    """Return True if a grid has each digit once in every house."""
    digits = set(range(1, layout.size + 1))
    return all({grid[cell] for cell in house.cells} == digits for house in layout.houses)


@cache
def _digits_up_to(size: int) -> frozenset[int]:
    """Return the digits of a board of this side, and 0."""
    return frozenset(range(size + 1))
