"""How does a puzzle leave and enter? One table of formats; a reader and a writer for each.

>>> from cpgen import formats
>>> [one.puzzle.clue_count for one in formats.read("2x2:a1_2m", None)]
[2]
"""

from __future__ import annotations

from cpgen.formats.entry import Entry, Problem
from cpgen.formats.reading import Piece, pieces, read
from cpgen.formats.table import FORMATS, Format, named
from cpgen.formats.writing import write

__all__ = ["FORMATS", "Entry", "Format", "Piece", "Problem", "named", "pieces", "read", "write"]
