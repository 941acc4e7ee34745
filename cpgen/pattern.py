"""Patterns: the cells that will hold clues, chosen before any digit; the digit of some of them may be fixed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from cpgen.notation import (
    BLANKS,
    FILLED,
    HOLLOW,
    read_symbol,
    rows_of,
    side_of,
    square_symbols,
    symbol,
    text_rows,
    to_halfwidth,
)
from cpgen.puzzle import Grid
from cpgen.regions import require_side

FREE = "x"
"""Symbol of a clue whose digit is still open"""
MARKS = "'x' for a clue, '.' for none"


@dataclass(frozen=True)
class Pattern:
    """Pattern of clues on a board of side `size`: cells of the clues, ascending, and the fixed digit of each, or 0."""

    size: int
    cells: tuple[int, ...]
    fixed: tuple[int, ...]

    @classmethod
    def parse(cls, text: str) -> Pattern:
        """Parse a pattern drawn as one line or as rows: `x` is a clue, `.` is none, a digit is a clue with this digit.

        Filled signs are clues, too, as in `●・●`. Hollow signs are clues if the drawing has no other ones (`○・○`);
        next to filled signs they are open cells (`■□■`). Lines that begin with `#` are comments. On boards with 33 or
        more digits a capital X is the digit 33.

        Raises:
            InputError: A symbol is wrong (the message has its row and column), or the symbols form no square.
        """
        rows = text_rows(_with_marks(text))
        size = side_of(rows, "pattern")
        require_side(size)
        symbols = square_symbols(rows, size, "pattern")
        given = [(cell, character) for cell, character in enumerate(symbols) if character not in BLANKS]
        fixed = (0 if _is_free(c, size) else read_symbol(c, cell, size, MARKS) for cell, c in given)
        return cls(size, tuple(cell for cell, _ in given), tuple(fixed))

    @classmethod
    def of(cls, clues: Sequence[int], size: int) -> Pattern:
        """Return the pattern of a puzzle's clues (n² digits, 0 in open cells), with no digit fixed."""
        cells = tuple(cell for cell, digit in enumerate(clues) if digit)
        return cls(size, cells, (0,) * len(cells))

    @property
    def free_cells(self) -> list[int]:
        """Cells whose digit is not fixed."""
        return [cell for cell, digit in zip(self.cells, self.fixed, strict=True) if not digit]

    def fixed_clues(self) -> Grid:
        """Return the fixed digits as the clues of a puzzle, 0 in all other cells."""
        clues = [0] * (self.size * self.size)
        for cell, digit in zip(self.cells, self.fixed, strict=True):
            clues[cell] = digit
        return tuple(clues)

    @property
    def line(self) -> str:
        """Pattern as n² characters: `.`, `x` or the fixed digit."""
        given = dict(zip(self.cells, self.fixed, strict=True))
        return "".join(
            "." if cell not in given else symbol(given[cell]) if given[cell] else FREE
            for cell in range(self.size * self.size)
        )

    @property
    def rows(self) -> list[str]:
        """Pattern as n rows of n characters."""
        return rows_of(self.line, self.size)

    def __str__(self) -> str:
        return self.line

    def __repr__(self) -> str:
        return f"Pattern.parse({self.line!r})"

    def __len__(self) -> int:
        return len(self.cells)


def _with_marks(text: str) -> str:
    """Replace each sign that marks a clue by an x."""
    clues = FILLED if set(text) & {*FILLED, FREE, "X", "ｘ"} else HOLLOW
    return text.translate(dict.fromkeys(map(ord, clues), FREE))


def _is_free(character: str, size: int) -> bool:
    return character == FREE or (character == "X" and size < 33)


def is_drawn(text: str) -> bool:
    """Return True if a text is a drawn pattern, not a name: it has a dot or several rows, or only x and digits."""
    plain = to_halfwidth(_with_marks(text))
    return "." in plain or len(plain.split()) > 1 or "/" in plain or not set(plain) - set("xX0123456789_*")
