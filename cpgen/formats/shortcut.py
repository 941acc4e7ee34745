"""Internet shortcuts (`.url`): files with the address of a page, which open in the browser; written for SudokuPad.

[InternetShortcut]
URL=https://sudokupad.app/…
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from cpgen.formats.entry import Entry, PuzzleText
from cpgen.formats.signatures import reader_of
from cpgen.formats.sudokupad import write as sudokupad_address

SECTION, KEY = "[InternetShortcut]", "URL="


def puzzle_texts(stream: Iterable[str]) -> Iterator[PuzzleText]:
    """Yield the address in an Internet shortcut as a part to read; the reader is chosen by the site."""
    for number, line in enumerate(stream, 1):
        if line.upper().startswith(KEY):
            address = line[len(KEY) :].strip()
            yield PuzzleText(number, address, reader_of(address))


def write(entry: Entry) -> str:
    """Return an Internet shortcut that opens the puzzle in SudokuPad."""
    return f"{SECTION}\n{KEY}{sudokupad_address(entry)}"
