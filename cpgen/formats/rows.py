"""A puzzle drawn in rows, with or without a frame; `.ss` is the frame of Simple Sudoku."""

from __future__ import annotations

from cpgen.formats.board import text_of
from cpgen.formats.entry import Entry
from cpgen.layout import Layout
from cpgen.puzzle import Puzzle

END, MIDDLE = "*-----------*", "|---+---+---|"


def read(text: str, layout: Layout | None = None) -> Entry:
    """The entry drawn in rows."""
    return Entry(Puzzle.parse(text, layout))


def write(entry: Entry) -> str:
    """The entry as n rows of n symbols, and an empty line to part it from the next."""
    return "\n".join(entry.puzzle.layout.draw(text_of(entry.puzzle.clues))) + "\n\n"


def write_ss(entry: Entry) -> str:
    """The entry in the frame of Simple Sudoku."""
    rows = [f"|{row[:3]}|{row[3:6]}|{row[6:]}|" for row in entry.puzzle.layout.draw(text_of(entry.puzzle.clues))]
    return "\n".join([END, *rows[:3], MIDDLE, *rows[3:6], MIDDLE, *rows[6:], END]) + "\n"
