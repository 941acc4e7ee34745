"""How entries become a text of a format, one by one, and what of them it does not hold."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from typing import Annotated, Any, Protocol

from cpgen.errors import InputError, counts
from cpgen.formats.entry import TEXTS, Entry
from cpgen.formats.table import Format, format_named
from cpgen.layout import Layout
from cpgen.schema import Record, field

FORMULA = re.compile(r"\s*[=+@＝＋－＠-]|[\t\r\n]")
"""How a text begins that spreadsheets take for a formula"""


class Writes(Protocol):
    """What writes entries one by one, in a format that needs something before, between or after them."""

    def __call__(self, entry: Entry) -> str:
        """The text of an entry, with what comes before it."""

    def end(self) -> str:
        """The text after the last entry."""


class WritingRequest(Record, frozen=True, kw_only=True):
    """How puzzles are written."""

    plain: Annotated[
        bool, field("Write the clues alone, without comments, titles or marks; in .sdm as digits, 0 for a blank.")
    ] = False
    guard_formulas: Annotated[
        bool, field("In CSV, put an apostrophe before a text that a spreadsheet would take for a formula.")
    ] = False


class Writer:
    """The text of entries, one by one: `add` each and, when there was one at least, close with `end`.

    `count` says how many were written, and `lost` how much of them the format could not hold.
    """

    def __init__(self, format_: Format, layout: Layout | None = None, writing: WritingRequest | None = None) -> None:
        writing = writing or WritingRequest()
        if writing.guard_formulas and format_.name != "csv":
            raise InputError(f"guard_formulas is for CSV; {format_.title} is read by no spreadsheet.")
        self.format = format_
        self.layout = layout
        self.writing = writing
        self.count = 0
        self.lost: Counter[str] = Counter()
        loaded = format_.load_writer(writing.plain)
        self._around: Writes | None = loaded() if isinstance(loaded, type) else None
        self._write: Callable[[Entry], str] = self._around or loaded
        self._held: Layout | None = None
        self._tells_board = True
        self._holds = replace(format_, lossless=(), comments="") if writing.plain else format_

    def add(self, entry: Entry) -> str:
        """The entry's text; raises InputError when the format cannot hold it, and may be called again after that."""
        if entry.puzzle.layout is not self._held:
            reason = self.format.refusal(entry.puzzle.layout, self.layout)
            if reason:
                raise InputError(reason)
            self._held = entry.puzzle.layout
            self._tells_board = not self.format.refusal(self._held)
        if self.full:
            raise InputError(f"{self.format.title} holds one puzzle, and more were given: only the first is written.")
        kept = entry.keeping(()) if self.writing.plain else entry
        text = self._write(_guarded(kept) if self.writing.guard_formulas else kept)
        self.count += 1
        self.lost.update(self._holds.lost(entry))
        if not self._tells_board:
            self.lost["board"] += 1
        return text

    @property
    def loss(self) -> str:
        """What was left out of all that was written, in a sentence with numbers; empty for nothing."""
        what = "What is plain" if self.writing.plain else self.format.title
        return f"{what} does not tell all that was read; left out: {counts(self.lost)}." if self.lost else ""

    @property
    def full(self) -> bool:
        """Whether no entry can be added any more."""
        return self.count > 0 and not self.format.many

    def end(self) -> str:
        """The text after the last entry."""
        return self._around.end() if self._around else ""


def _guarded(entry: Entry) -> Entry:
    """The entry with an apostrophe before each text that a spreadsheet would take for a formula."""
    texts: dict[str, Any] = {name: getattr(entry, name) for name in TEXTS}
    texts = {name: f"'{text}" for name, text in texts.items() if FORMULA.match(text)}
    return replace(entry, **texts)


def write(entries: Iterable[Entry], name: str, layout: Layout | None = None) -> Iterator[str]:
    """The text of the entries in the format of that name, part by part; raises InputError for what it cannot hold.

    `layout` is the layout that readers of the text will be given, where the format holds none.
    """
    writer = Writer(format_named(name), layout)
    for entry in entries:
        yield writer.add(entry)
    yield writer.end()
