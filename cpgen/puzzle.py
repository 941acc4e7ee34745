"""What do the given cells say? A puzzle is a layout with clues; text goes in and out here."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from math import isqrt

from cpgen.errors import InputError
from cpgen.layout import Layout

SYMBOLS = "123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ@"
BLANKS = ".0_*"
FRAME = set("|+-─━│┃┄┅┆┇┈┉┊┋═║╔╗╚╝╠╣╦╩╬╭╮╯╰" + "".join(map(chr, range(0x250C, 0x254C))))
MAX_DIGIT = len(SYMBOLS)

Grid = tuple[int, ...]
"""A complete, valid filling: n² digits 1..n, row by row."""


@dataclass(frozen=True)
class Puzzle:
    """A layout with clues: n² digits, 0 for an open cell, row by row.

    Raises InputError when the number of cells is wrong or a digit is not 0..n; a digit that stands twice in a
    house is allowed here (a search may pass through it) and refused by `parse`.
    """

    layout: Layout
    clues: Grid

    def __post_init__(self) -> None:
        n = self.layout.size
        if len(self.clues) != n * n:
            raise InputError(f"The puzzle has {len(self.clues)} cells; this board has {n * n}.")
        if not (min(self.clues) >= 0 and max(self.clues) <= n):
            cell = next(cell for cell, digit in enumerate(self.clues) if not 0 <= digit <= n)
            raise InputError(f"{self.clues[cell]} at {self.layout.where(cell)} is not a digit from 1 to {n}.")

    @classmethod
    def parse(cls, text: str, layout: Layout | None = None) -> Puzzle:
        """The puzzle written in `text`, as one line or as rows, framed or not; blanks are `.`, `0`, `_`, `*`.

        Without a layout, the side is read off the text and the boxes are the usual ones. Raises InputError
        naming row and column of what is wrong.

        >>> Puzzle.parse("1... .... ..2. ....").clue_count
        2
        """
        rows = text_rows(text)
        if layout is None:
            layout = usual_layout(square_side("".join(rows), "puzzle"))
        symbols = cells_of(rows, layout.size, "puzzle")
        clues = tuple(read_symbol(symbol, cell, layout) for cell, symbol in enumerate(symbols))
        puzzle = cls(layout, clues)
        puzzle.require_no_repeats()
        return puzzle

    def require_no_repeats(self) -> None:
        """Raises InputError when a digit stands twice in a house, naming both places."""
        for house in self.layout.houses:
            place: dict[int, int] = {}
            for cell in house.cells:
                digit = self.clues[cell]
                if digit and digit in place:
                    raise InputError(
                        f"{SYMBOLS[digit - 1]} stands twice in {house}: at {self.layout.where(place[digit])} "
                        f"and at {self.layout.where(cell)}."
                    )
                place[digit] = cell

    @property
    def clue_count(self) -> int:
        """How many cells are given."""
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


def line(digits: Sequence[int]) -> str:
    """The digits as one line of symbols: 1 to 9, then A = 10 to Z = 35 and @ = 36; `.` for 0."""
    return "".join(symbol(digit) for digit in digits)


def symbol(digit: int) -> str:
    """The symbol of a digit 1..36, `.` for 0."""
    return SYMBOLS[digit - 1] if digit else "."


def usual_layout(side: int) -> Layout:
    """The board with the usual boxes for a side: the squarest boxes, lying rather than standing (6 is 2×3).

    Raises InputError for a side that has none (a prime), since regions must then be said.
    """
    for height in range(isqrt(side), 1, -1):
        if side % height == 0:
            return Layout.boxes(height, side // height)
    raise InputError(
        f"A board of side {side} has no boxes; say its regions, or that it is a Latin square (latin-{side})."
    )


def text_rows(text: str) -> list[str]:
    """The rows of symbols in a text: frames, rules and white space gone, `/` read as the end of a row."""
    rows = ("".join(c for c in row if c not in FRAME and not c.isspace()) for row in _lines(text))
    return [row for row in rows if row]


def _lines(text: str) -> list[str]:
    lines = text.replace("/", "\n").splitlines()
    if len([one for one in lines if one.strip()]) == 1 and not set(text) & set("|│┃║"):
        return text.split()
    return lines


def square_side(symbols: str, what: str) -> int:
    """The side of the square board that so many symbols fill; raises InputError when they fill none."""
    side = isqrt(len(symbols))
    if side * side != len(symbols) or side < 2:
        raise InputError(f"The {what} has {len(symbols)} cells, which fill no square board (81 fill 9×9, 16 fill 4×4).")
    return side


def cells_of(rows: list[str], side: int, what: str) -> str:
    """All symbols of the rows in one text of side² characters; raises InputError naming the row that is wrong."""
    if len(rows) > 1 and len(rows) == side:
        for number, row in enumerate(rows, 1):
            if len(row) != side:
                raise InputError(f"Row {number} of the {what} has {len(row)} cells; each row needs {side}.")
    symbols = "".join(rows)
    if len(symbols) != side * side:
        raise InputError(f"The {what} has {len(symbols)} cells; this board has {side * side} ({side} rows of {side}).")
    return symbols


def read_symbol(character: str, cell: int, layout: Layout) -> int:
    """The digit that a character stands for on this layout, 0 for a blank; raises InputError with its place."""
    if character in BLANKS:
        return 0
    digit = SYMBOLS.find(character.upper() if character.isascii() else character) + 1
    if 1 <= digit <= layout.size:
        return digit
    name = "" if character.isascii() else f" ({unicodedata.name(character, 'without a name').lower()})"
    raise InputError(
        f"{character!r}{name} at {layout.where(cell)} is not a digit of this board: "
        f"1 to {symbol(min(layout.size, MAX_DIGIT))}, or '.' for an open cell."
    )
