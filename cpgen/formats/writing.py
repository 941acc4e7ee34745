"""How do puzzles become a text of one format? What a format cannot hold is refused before anything is written."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Protocol

from cpgen.errors import InputError
from cpgen.formats.entry import Entry
from cpgen.formats.table import Format, named
from cpgen.layout import Layout


class Writes(Protocol):
    """What writes entries one by one, in a format that needs something before, between or after them."""

    def __call__(self, entry: Entry) -> str:
        """The text of an entry, with what stands before it."""

    def end(self) -> str:
        """The text after the last entry."""


class Writer:
    """The text of entries, one by one: `add` each and, when there was one at least, close with `end`."""

    def __init__(self, format_: Format, said: Layout | None = None) -> None:
        self.format = format_
        self.said = said
        self.count = 0
        loaded = format_.load_writer()
        self._around: Writes | None = loaded() if isinstance(loaded, type) else None
        self._write: Callable[[Entry], str] = self._around or loaded
        self._held: Layout | None = None

    def add(self, entry: Entry) -> str:
        """The entry's text; raises InputError when the format cannot hold it, and may be called again after that."""
        if entry.puzzle.layout is not self._held:
            reason = self.format.refusal(entry.puzzle.layout, self.said)
            if reason:
                raise InputError(reason)
            self._held = entry.puzzle.layout
        if self.full:
            raise InputError(f"{self.format.title} holds one puzzle, and more were given: only the first is written.")
        text = self._write(entry)
        self.count += 1
        return text

    @property
    def full(self) -> bool:
        """Whether no entry can be added any more."""
        return self.count > 0 and not self.format.many

    def end(self) -> str:
        """The text after the last entry."""
        return self._around.end() if self._around else ""


def write(entries: Iterable[Entry], name: str, said: Layout | None = None) -> Iterator[str]:
    """The text of the entries in the format of that name, part by part; raises InputError for what it cannot hold.

    `said` is the layout that whoever reads the text is told, where the format tells none.
    """
    writer = Writer(named(name), said)
    for entry in entries:
        yield writer.add(entry)
    yield writer.end()
