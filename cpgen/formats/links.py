"""Whose link is it? Its host tells which format follows."""

from __future__ import annotations

import re
from urllib.parse import unquote

from cpgen.errors import InputError, shown
from cpgen.formats import fpuzzles, penpa, puzzlink, sudokupad
from cpgen.formats.entry import Entry
from cpgen.layout import Layout

HOST = re.compile(r"(?:https?://)?([^/?#]+)", re.IGNORECASE)
PUZZ_LINK = ("puzz.link", "pzv.jp", "pzplus.tck.mn", "pzprxs.vercel.app", "pedros.works")
SUDOKUPAD = ("sudokupad.app", "sudokupad.svencodes.com", "app.crackingthecryptic.com", "crackingthecryptic.com")
READ = "puzz.link, f-puzzles, SudokuPad and Penpa+"


def read(text: str, layout: Layout | None = None) -> Entry:
    """The entry that a link tells, whosever it is."""
    text = text.strip()
    if not re.match(r"(https?://|www\.|[a-z.-]+/\S*[?#])", text, re.IGNORECASE):
        return puzzlink.read(text, layout) if text.startswith("sudoku/") else sudokupad.read(text, layout)
    match = HOST.match(text)
    host = (match.group(1) if match else "").lower().removeprefix("www.").removeprefix("beta.")
    if host in PUZZ_LINK:
        return puzzlink.read(unquote(text), layout)
    if host == "f-puzzles.com":
        if "load=" not in text:
            raise InputError(f"{shown(text)} is a short link, which only its site can resolve; give the whole link.")
        return fpuzzles.read(text, layout)
    if host in SUDOKUPAD:
        return sudokupad.read(text, layout)
    if "penpa-edit" in text:
        return penpa.read(text, layout)
    raise InputError(f"{shown(text)} is not a link that can be read; those of {READ} can.")
