"""Addresses of sudoku.coach and sudokuexchange.com, which hold the 81 clues as digits, 0 for a blank."""

from __future__ import annotations

import re
from urllib.parse import unquote

from cpgen.errors import InputError
from cpgen.formats.checks import default_layout, digits_of, puzzle_of, text_of
from cpgen.formats.entry import Entry
from cpgen.layout import Layout
from cpgen.messages import Message, shown

COACH = "https://sudoku.coach/en/play/"
EXCHANGE = "https://sudokuexchange.com/play/?s="
DIGITS = re.compile(r"[/=]([0-9.]{81})(?![0-9.])", re.ASCII)


def read(text: str, layout: Layout | None = None) -> Entry:
    """Read an address of sudoku.coach or sudokuexchange.com; raise InputError if it has no 81 digits.

    `layout` is the 9×9 board of the puzzle, None for boxes.
    """
    match = DIGITS.search(unquote(text))
    if not match:
        raise InputError(Message("no-81-digits", text=shown(text)))
    layout = layout or default_layout(9)
    return Entry(puzzle_of(digits_of(match[1], layout, "puzzle"), layout))


def write_coach(entry: Entry) -> str:
    """Return the address of a puzzle on sudoku.coach, with a line end."""
    return f"{COACH}{text_of(entry.puzzle.clues, '0')}\n"


def write_exchange(entry: Entry) -> str:
    """Return the address of a puzzle on sudokuexchange.com, with a line end."""
    return f"{EXCHANGE}{text_of(entry.puzzle.clues, '0')}\n"
