"""What do the given cells say? A puzzle is a layout with clues; text goes in and out here."""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from math import isqrt

from cpgen.errors import InputError, counted
from cpgen.layout import Layout, lines_of

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
            raise InputError(f"The puzzle has {counted(len(self.clues), 'cell')}; this board has {n * n}.")
        if not (min(self.clues) >= 0 and max(self.clues) <= n):
            cell = next(cell for cell, digit in enumerate(self.clues) if not 0 <= digit <= n)
            raise InputError(f"{self.clues[cell]} at {self.layout.where(cell)} is not a digit from 1 to {n}.")

    @classmethod
    def parse(cls, text: str, layout: Layout | None = None) -> Puzzle:
        """The puzzle written in `text`, as one line or as rows, framed or not; blanks are `.`, `0`, `_`, `*`.

        Lines that begin with `#` are comments. Without a layout, the side is read off the text and the boxes are
        the usual ones. Raises InputError naming row and column of what is wrong.

        >>> Puzzle.parse("1... .... ..2. ....").clue_count
        2
        """
        rows = text_rows(text)
        if layout is None:
            layout = usual_layout(side_of(rows, "puzzle"))
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
                    name = symbol(digit) if digit <= MAX_DIGIT else digit
                    places = f"at {self.layout.where(place[digit])} and at {self.layout.where(cell)}"
                    raise InputError(f"{name} stands twice in {house}: {places}.")
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
    """The symbol of a digit 1..36, `.` for 0; raises InputError for a greater one, which no text can hold."""
    if digit > MAX_DIGIT:
        raise InputError(f"The digit {digit} has no symbol; text holds the digits up to {MAX_DIGIT}.")
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
    """The rows of symbols in a text: comments, frames and white space gone, `/` read as the end of a row."""
    lines = [part for line in lines_of(text) for part in line.split("/") if part.strip()]
    if len(lines) == 1 and not set(lines[0]) & set("|│┃║"):
        lines = lines[0].split()
    rows = ("".join(c for c in row if c not in FRAME and not c.isspace()) for row in lines if not _is_rule(row))
    return [row for row in rows if row]


def _is_rule(row: str) -> bool:
    """Whether a row is a rule of a frame that has marks of blanks in it, as in `*-----*-----*` or `.---.---.`."""
    return "---" in row and set(row) <= FRAME | set(" *.:'`,")


def _require_some(rows: list[str], what: str) -> None:
    if not rows:
        raise InputError(f"There is nothing in the text of the {what}; write one symbol a cell, row by row.")


def side_of(rows: list[str], what: str) -> int:
    """The side of the board that the rows draw; raises InputError naming what does not fit a square."""
    _require_some(rows, what)
    symbols = "".join(rows)
    if isqrt(len(symbols)) ** 2 != len(symbols):
        (length, _), *others = Counter(map(len, rows)).most_common()
        if others and length == len(rows):
            cells_of(rows, length, what)
        if len(rows) > 1 and not others:
            raise InputError(
                f"The {what} has {len(rows)} rows of {counted(length, 'cell')}; a board has as many rows as columns."
            )
    return square_side(symbols, what)


def square_side(symbols: str, what: str) -> int:
    """The side of the square board that so many symbols fill; raises InputError when they fill none."""
    side = isqrt(len(symbols))
    if side * side != len(symbols) or side < 2:
        raise InputError(
            f"The {what} has {counted(len(symbols), 'cell')}, which fill no square board (81 fill 9×9, 16 fill 4×4)."
        )
    return side


def cells_of(rows: list[str], side: int, what: str) -> str:
    """All symbols of the rows in one text of side² characters; raises InputError naming the row that is wrong."""
    _require_some(rows, what)
    if len(rows) > 1 and len(rows) == side:
        for number, row in enumerate(rows, 1):
            if len(row) != side:
                raise InputError(f"Row {number} of the {what} has {counted(len(row), 'cell')}; each row needs {side}.")
    symbols = "".join(rows)
    if len(symbols) != side * side:
        raise InputError(
            f"The {what} has {counted(len(symbols), 'cell')}; this board has {side * side} ({side} rows of {side})."
        )
    return symbols


def read_symbol(character: str, cell: int, layout: Layout, others: str = "'.' for an open cell") -> int:
    """The digit that a character stands for on this layout, 0 for a blank; raises InputError with its place."""
    if character in BLANKS:
        return 0
    digit = SYMBOLS.find(character.upper() if character.isascii() else character) + 1
    if 1 <= digit <= layout.size:
        return digit
    name = "" if character.isascii() else f" ({unicodedata.name(character, 'without a name').lower()})"
    raise InputError(
        f"{character!r}{name} at {layout.where(cell)} is not a digit of this board: "
        f"1 to {symbol(min(layout.size, MAX_DIGIT))}, or {others}."
    )
