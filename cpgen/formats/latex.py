"""Puzzles in LaTeX documents: those that cpgen wrote, and environments of the package `sudoku`.

    \\begin{sudoku}
    |5|3| | |7| | | | |.
    …
    \\end{sudoku}

cpgen writes a comment before each board that holds the whole puzzle as JSON (`cpgen/render/latex_writer.py`).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from cpgen.formats.entry import PuzzleText
from cpgen.formats.lines import read_rows
from cpgen.formats.objects import read

NOTE = "% cpgen: "
"""Beginning of a comment that holds a puzzle as JSON"""
ROW = re.compile(r"\|((?:[^|\s]|\s?)\|)+\.?")


def puzzle_texts(stream: Iterable[str]) -> Iterator[PuzzleText]:
    """Yield the puzzles of a document; the board below a comment of cpgen, which holds it whole, is skipped."""
    rows: list[str] = []
    is_known, first = False, 0  # True below a comment of cpgen
    for number, line in enumerate(stream, 1):
        text = line.strip()
        if text.startswith(NOTE):
            is_known = True
            yield PuzzleText(number, text.removeprefix(NOTE), read)
        elif text.startswith("|") and ROW.fullmatch(text):
            first = first if rows else number
            rows.append("".join(cell.strip() or "." for cell in text.strip(".")[1:-1].split("|")))
        elif text.startswith(r"\end{sudoku"):
            if rows and not is_known:
                yield PuzzleText(first, "\n".join(rows), read_rows)
            rows, is_known = [], False
