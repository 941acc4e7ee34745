"""Names of cells, rows and columns in strings of the Interactive Sudoku Solver: `R1C2`, `R3`, `C1`, and numbers."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from cpgen.errors import InputError
from cpgen.formats.checks import small_number
from cpgen.messages import Message, shown
from cpgen.notation import SYMBOLS

CELL = re.compile(r"R(\w)C(\w)", re.ASCII | re.IGNORECASE)
"""The name of a cell; rows and columns from the tenth on are letters"""
LOOP = "LOOP"
"""Argument of a constraint whose line of cells returns to its first cell"""


def line_number(symbol: str) -> int:
    """Return the number of a row or column, from 1; 0 for a symbol that names none."""
    return SYMBOLS.find(symbol.upper()) + 1


def number_in(text: str, what: str) -> int:
    """Parse a number of one to three digits; raise InputError, in which `what` names it, for any other text."""
    number = small_number(text)
    if number is None:
        raise InputError(Message("iss-number", name=what, text=shown(text, 20)))
    return number


def cell_in(text: str, size: int) -> int:
    """Return the cell with a name such as `R1C2` on a board of side `size`; raise InputError if it is not there."""
    match = CELL.fullmatch(text)
    row, column = (line_number(match[1]), line_number(match[2])) if match else (0, 0)
    if not (1 <= row <= size and 1 <= column <= size):
        raise InputError(Message("no-cell", text=shown(text, 20), side=size))
    return (row - 1) * size + column - 1


def cells_in(words: Iterable[str], size: int) -> tuple[int, ...]:
    """Return the cells with these names; with the word `LOOP` among them, the first cell is repeated at the end."""
    listed = list(words)
    cells = tuple(cell_in(word, size) for word in listed if word != LOOP)
    return (*cells, *cells[:1]) if LOOP in listed else cells


def whole_line(text: str, size: int) -> tuple[int, ...]:
    """Return the cells of a row or column with a name such as `R3` or `C1`; raise InputError for any other text."""
    text, number = text.upper(), line_number(text[1:]) if len(text) == 2 else 0
    if text[:1] not in ("R", "C") or not 1 <= number <= size:
        raise InputError(Message("no-cell", text=shown(text, 20), side=size))
    start = (number - 1) * size if text[0] == "R" else number - 1
    return tuple(range(start, start + size) if text[0] == "R" else range(start, size * size, size))


def line_name(cells: Sequence[int], size: int) -> tuple[str, bool]:
    """Return the name of the row or column that these cells fill, as in `R3`, and True if they are in its order."""
    first, forwards = min(cells), cells[0] < cells[1]
    is_row = abs(cells[0] - cells[1]) == 1
    return (f"R{SYMBOLS[first // size]}" if is_row else f"C{SYMBOLS[first % size]}"), forwards


def name_in_iss(cell: int, size: int) -> str:
    """Return the name of a cell, as in `R1C2`; rows and columns from the tenth on are letters."""
    row, column = divmod(cell, size)
    return f"R{SYMBOLS[row]}C{SYMBOLS[column]}"
