"""SudokuWiki addresses: after `bd=`, 81 digits, or `S9B` and two characters in base 36 per cell for a board in play.

The number of a cell is a clue, or 9 plus a placed digit, or 18 plus the bit mask of its candidates. The older form has
two characters in base 32 per cell: twice the mask of candidates, plus 1 for a clue.
"""

from __future__ import annotations

from collections.abc import Sequence
from string import ascii_lowercase, digits
from urllib.parse import unquote, urlsplit

from cpgen.errors import InputError
from cpgen.formats.checks import (
    default_layout,
    digits_in,
    digits_of,
    mask_of,
    puzzle_and_placed,
    puzzle_of,
    text_of,
)
from cpgen.formats.entry import Entry
from cpgen.layout import Layout
from cpgen.messages import Message, shown
from cpgen.state import Marks, State

START = "https://www.sudokuwiki.org/sudoku.htm?bd="
NEW, CELLS = "S9B", 81
SIGNS = digits + ascii_lowercase
PLACED, NOTED, COLOURED = 9, 18, 1024
"""Offsets of placed digits, of candidates and of colours"""


def read(text: str, layout: Layout | None = None) -> Entry:
    """Read a SudokuWiki address; raise InputError if it is damaged or of another page.

    `layout` is the 9×9 board, None for boxes.
    """
    before, _, board = unquote(text.strip()).partition("bd=")
    if not urlsplit(before).path.lower().endswith("sudoku.htm"):
        raise InputError(Message("sudokuwiki-address", text=shown(text)))
    layout = layout or default_layout(9)
    board = board.partition("&")[0]
    if len(board) == 2 * CELLS:
        return _read_old(board.lower(), layout)
    if board.startswith(NEW):
        return _read_new(board.removeprefix(NEW).lower(), layout)
    return Entry(puzzle_of(digits_of(board, layout, "puzzle"), layout))


def _numbers(text: str, base: int) -> list[int]:
    """Parse 81 numbers of two characters each, in this base."""
    if len(text) != 2 * CELLS or set(text) - set(SIGNS[:base]):
        raise InputError(Message("sudokuwiki-signs", cells=CELLS))
    return [int(text[k : k + 2], base) for k in range(0, len(text), 2)]


def _read_new(text: str, layout: Layout) -> Entry:
    numbers = [number % COLOURED for number in _numbers(text, 36)]
    values = [0 if n > NOTED else n - PLACED if n > PLACED else n for n in numbers]
    marks = tuple(digits_in(n - NOTED, 9) if n > NOTED else () for n in numbers)
    return _entry(values, [n <= PLACED for n in numbers], marks, layout)


def _read_old(text: str, layout: Layout) -> Entry:
    numbers = _numbers(text, 32)
    noted = [digits_in(number // 2, 9) for number in numbers]
    values = [alone[0] if len(alone) == 1 else 0 for alone in noted]
    marks = tuple(() if len(cell) == 1 else cell for cell in noted)
    return _entry(values, [number % 2 == 1 for number in numbers], marks, layout)


def _entry(values: list[int], given: list[bool], marks: Marks, layout: Layout) -> Entry:
    """Return the entry of a board in play, given each cell's digit (0: none), if it is a clue, and its candidates.

    Candidates that are just those which the digits leave are left out.
    """
    puzzle, placed = puzzle_and_placed(values, given, layout)
    usual = all(noted in ((), seen) for noted, seen in zip(marks, State(puzzle, placed).sight, strict=True))
    return Entry(puzzle, placed=placed, marks=() if usual else marks)


def write(entry: Entry) -> str:
    """Return the SudokuWiki address of an entry, with a line end."""
    if not entry.state.begun:
        return f"{START}{text_of(entry.puzzle.clues, '0')}\n"
    state = entry.state
    cells = zip(entry.puzzle.clues, state.digits, state.marks or state.sight, state.sight, strict=True)
    numbers = (
        clue or (digit + PLACED if digit else _noted(noted if any(noted) else seen))
        for clue, digit, noted, seen in cells
    )
    return f"{START}{NEW}{''.join(SIGNS[number // 36] + SIGNS[number % 36] for number in numbers)}\n"


def _noted(candidates: Sequence[int]) -> int:
    return NOTED + mask_of(candidates) if candidates else 0
