"""Reading and writing puzzles: one table of formats, a reader and a writer for each.

>>> from cpgen import formats
>>> [one.puzzle.clue_count for one in formats.read("2x2:a1_2m", None)]
[2]
"""

from __future__ import annotations

from cpgen.formats.checks import digits_of
from cpgen.formats.entry import LOOKS, Entry, Problem, PuzzleText, one_line
from cpgen.formats.reading import ReadingRequest, puzzle_texts, read
from cpgen.formats.signatures import reader_of
from cpgen.formats.table import FORMATS, Format, format_by_extension, format_named, format_rows
from cpgen.formats.writing import Writer, WritingRequest, write

__all__ = [
    "FORMATS",
    "LOOKS",
    "Entry",
    "Format",
    "Problem",
    "PuzzleText",
    "ReadingRequest",
    "Writer",
    "WritingRequest",
    "digits_of",
    "format_by_extension",
    "format_named",
    "format_rows",
    "one_line",
    "puzzle_texts",
    "read",
    "reader_of",
    "write",
]
