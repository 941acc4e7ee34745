"""Writing of entries in a format, one by one, with a count of the parts that it cannot hold."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from functools import partial
from typing import Annotated, Protocol

from cpgen.errors import InputError
from cpgen.formats.digit_symbols import Symbols
from cpgen.formats.entry import Entry
from cpgen.formats.table import Format, format_named
from cpgen.layout import Layout
from cpgen.messages import ENGLISH, Message, counted, counts
from cpgen.rules_text import default_rules
from cpgen.schema import Record, field


class EntryWriter(Protocol):
    """Interface of a format's writer that needs text before, between or after the entries."""

    def __call__(self, entry: Entry) -> str:
        """Return the text of an entry, with text that precedes it, such as a header."""

    def end(self) -> str:
        """Return the text after the last entry."""


class WritingRequest(Record, frozen=True, kw_only=True):
    """Options for writing puzzles."""

    plain: Annotated[
        bool, field("Write the clues alone, without comments, titles or marks; in .sdm as digits, 0 for a blank.")
    ] = False
    symbols: Symbols = ""


class Writer:
    """Writer of entries in one format: call `add` for each, then `end` if there was at least one.

    Attributes:
        count: Number of entries written.
        lost: Number of parts that the format could not hold, by their nouns.
        drawn: Number of constraints that were written as drawings only.
    """

    def __init__(self, format_: Format, layout: Layout | None = None, writing: WritingRequest | None = None) -> None:
        writing = writing or WritingRequest()
        self.format = format_
        self.layout = layout
        self.writing = writing
        self.count = 0
        self.lost: Counter[str] = Counter()
        self.drawn = 0
        loaded = format_.load_writer(writing.plain)
        self._entry_writer: EntryWriter | None = loaded() if isinstance(loaded, type) else None
        self._write: Callable[[Entry], str] = self._entry_writer or loaded
        if format_.takes_symbols and writing.symbols:
            self._write = partial(loaded, symbols=writing.symbols)
        self._last_layout: Layout | None = None
        self._layout_survives = True
        self._written_format = replace(format_, lossless=(), comments="") if writing.plain else format_

    def add(self, entry: Entry) -> str:
        """Return the text of an entry; raise InputError, and write nothing, if the format cannot hold it."""
        layout = entry.puzzle.layout
        if layout is not self._last_layout:
            if reason := self.format.refusal(layout, self.layout):
                raise InputError(reason)
            self._last_layout = layout
            self._layout_survives = not self.format.refusal(layout)
        if entry.puzzle.clue_count and not self.format.clues:
            raise InputError(Message("format-clues", format=self.format.title, clues=entry.puzzle.clue_count))
        if self.full:
            raise InputError(Message("holds-one", format=self.format.title))
        kept = entry.keeping(()) if self.writing.plain else self._with_rules(entry)
        text = self._write(kept)
        self.count += 1
        self.lost.update(self._written_format.lost(entry.with_own_rules()))
        if not self._layout_survives:
            self.lost["board"] += 1
        elif self.format.draws_only:
            self.drawn += len(layout.further)
        return text

    def _with_rules(self, entry: Entry) -> Entry:
        """Return the entry, with cpgen's rules text if solvers see rules and it has constraints but no rules."""
        needed = self.format.rules and not entry.instructions
        return replace(entry, instructions=default_rules(entry.puzzle.layout, ENGLISH)) if needed else entry

    @property
    def loss(self) -> str:
        """Sentences on what was left out or only drawn; "" if nothing was."""
        what = "Plain text" if self.writing.plain else self.format.title
        lost = f"{what} cannot hold all that was read; left out: {counts(self.lost)}." if self.lost else ""
        drawn = f"{counted(self.drawn, 'constraint')} can be seen in it, but not read back." if self.drawn else ""
        return f"{lost} {drawn}".strip()

    @property
    def full(self) -> bool:
        """True if the format holds a single entry and has it."""
        return self.count > 0 and not self.format.many

    def end(self) -> str:
        """Return the text after the last entry."""
        return self._entry_writer.end() if self._entry_writer else ""


def write(entries: Iterable[Entry], name: str, layout: Layout | None = None) -> Iterator[str]:
    """Yield the text of entries in the format with this name, in pieces.

    Args:
        entries: The entries to write.
        name: Name of the format.
        layout: The layout that readers will be told, for formats that cannot hold one.

    Raises:
        InputError: The format is unknown or cannot hold an entry.
    """
    writer = Writer(format_named(name), layout)
    for entry in entries:
        yield writer.add(entry)
    yield writer.end()
