"""Choice of the reader of a text on one line, by how the text looks."""

from __future__ import annotations

import re
from typing import cast

from cpgen.errors import InputError
from cpgen.formats import lines, pencil_marks
from cpgen.formats.entry import Entry, Reader
from cpgen.formats.table import FORMATS, format_named
from cpgen.layout import Layout
from cpgen.messages import Message, shown

SIGNATURES = re.compile("|".join(f"(?P<{one.name}>{one.signature})" for one in FORMATS if one.signature))
DIGITS = "0123456789."
"""First characters of most puzzles in symbols; for these, no signature of another format is tried"""
WORDS = re.compile(r"\.[A-Z][a-z]")
"""Beginning of a constraint of the Interactive Sudoku Solver: a dot and a name"""
LINK = re.compile(r"(https?://|www\.|[a-z-]+\.(com|link|app|net|jp|io)/)", re.IGNORECASE)


def reader_of(text: str) -> Reader:
    """Return the function that reads a text on one line, chosen by the beginning of the text."""
    if text[:1] in DIGITS and not (":" in text or "," in text or "~" in text or WORDS.match(text)):
        is_jigsaw = (
            lines.looks_like_jigsaw(text) and lines.fast_puzzle(text, None) is None and not pencil_marks.is_list(text)
        )
        return lines.read_jigsaw if is_jigsaw else lines.read
    if match := SIGNATURES.match(text):
        return cast(Reader, format_named(str(match.lastgroup)).load_reader())
    if LINK.match(text):
        return _read_unknown_link
    return lines.read_jigsaw if lines.looks_like_jigsaw(text) else lines.read


def _read_unknown_link(text: str, layout: Layout | None) -> Entry:
    raise InputError(Message("no-link", text=shown(text)))
