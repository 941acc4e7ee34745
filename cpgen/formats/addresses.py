"""Addresses of sudoku.coach and sudokuexchange.com, with 81 digits, 0 for a blank."""

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
    """Read an address."""
    found = DIGITS.search(unquote(text))
    if not found:
        raise InputError(Message("no-81-digits", text=shown(text)))
    layout = layout or default_layout(9)
    return Entry(puzzle_of(digits_of(found[1], layout, "puzzle"), layout))


def write_coach(entry: Entry) -> str:
    """Write an address of sudoku.coach."""
    return f"{COACH}{text_of(entry.puzzle.clues, '0')}\n"


def write_exchange(entry: Entry) -> str:
    """Write an address of sudokuexchange.com."""
    return f"{EXCHANGE}{text_of(entry.puzzle.clues, '0')}\n"
