"""Puzzles of any format from arguments, files and standard input."""

from __future__ import annotations

import codecs
import io
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Annotated

import typer

from cpgen import api
from cpgen.cli.naming import FILE_NAME, no_such_file
from cpgen.cli.output import STANDARD, reason, warn
from cpgen.errors import CpgenError, InputError

HEAD = 1 << 16
"""Bytes that are checked before a stream is taken for text"""
STORE = b"SQLite format 3\0"
"""How the file of a collection begins"""


@dataclass(frozen=True)
class Source:
    """A part of the input that should be a puzzle, and its place."""

    where: str
    excerpt: api.PuzzleText | None = None
    problem: InputError | None = None
    """Why the input could not be read, or is to be refused when it is no puzzle"""

    def entry(self, reading: api.ReadingRequest) -> api.Entry:
        """The puzzle with everything in its text; raises InputError with the place in front."""
        if self.excerpt is None:
            raise self.problem or InputError("There is no puzzle.")
        try:
            return reading.read(self.excerpt)
        except InputError as error:
            raise self.problem or InputError(f"{self.where}{error}") from None


Puzzles = Annotated[
    list[str] | None,
    typer.Argument(metavar="[PUZZLE|FILE]...", help="Puzzles or files of puzzles; none or - for standard input."),
]


@dataclass(frozen=True, kw_only=True)
class PuzzleOptions:
    """Puzzles, and how they are read."""

    puzzles: Puzzles = None
    reading: api.ReadingRequest

    def each(self, take: Callable[[api.State], object]) -> int:
        """Calls `take` with every puzzle and what is on its board; errors are reported.

        Returns the exit code: 0, or that of the worst error.
        """
        return self._each(lambda _, entry: take(entry.state))

    def each_entry(self, take: Callable[[api.Entry], object]) -> int:
        """The same, with titles, authors and all else that the format of a puzzle holds."""
        return self._each(lambda _, entry: take(entry))

    def _each(self, take: Callable[[int, api.Entry], object]) -> int:
        worst = 0
        for number, source in enumerate(sources(self.puzzles, self.reading.layout_given), 1):
            try:
                take(number, source.entry(self.reading))
            except CpgenError as error:
                warn(error)
                worst = max(worst, error.exit_code)
        return worst

    def show_each(self, show: Callable[[api.State], object]) -> None:
        """Shows every puzzle; errors are reported, and end the command with their exit code after the last puzzle."""
        self.show_numbered(lambda _, state: show(state))

    def show_numbered(self, show: Callable[[int, api.State], object]) -> None:
        """The same, each with its number from 1 among all that is given."""
        if worst := self._each(lambda number, entry: show(number, entry.state)):
            raise typer.Exit(worst)

    @property
    def only(self) -> api.State:
        """The only puzzle and what is on its board; raises InputError when there are several."""
        found = iter(sources(self.puzzles))
        state = next(found).entry(self.reading).state
        if next(found, None) is not None:
            raise InputError("There are several puzzles; a picture or page shows one (`cpgen book` takes many).")
        return state


def sources(arguments: list[str] | None, layout: api.Layout | None = None) -> Iterator[Source]:
    """The texts of puzzles in the given order, with the problem in place of a file that cannot be read."""
    for argument in arguments or [STANDARD]:
        try:
            yield from _sources(argument, layout)
        except InputError as error:
            yield Source("", problem=error)


def _sources(argument: str, layout: api.Layout | None) -> Iterator[Source]:

    if argument != STANDARD and not _exists(argument):
        named = FILE_NAME.fullmatch(argument)
        yield from (Source("", one, no_such_file(argument) if named else None) for one in _spelled(argument, layout))
        return
    with opened(argument) as (name, stream):
        found = False
        for excerpt in api.puzzle_texts(stream, layout):
            found = True
            yield Source(place(name, excerpt), excerpt)
        if not found:
            raise InputError(f"There is no puzzle in {name}.")


def _spelled(text: str, layout: api.Layout | None) -> list[api.PuzzleText]:
    """The excerpts of a text, at least one: any other text is read as a line."""
    return list(api.puzzle_texts(text, layout)) or [api.PuzzleText(0, text, api.read_line)]


def place(name: str, excerpt: api.PuzzleText) -> str:
    """The place of a excerpt, to begin a sentence with."""
    return f"{name}, line {excerpt.line}: " if excerpt.line else f"{name}: "


def _exists(name: str) -> bool:
    try:
        return bool(name) and Path(name).exists()
    except (OSError, ValueError):  # too long, or with a NUL: a drawing, then
        return False


@contextmanager
def opened(name: str) -> Iterator[tuple[str, IO[bytes]]]:
    """The stream of a file or of standard input with its name; raises InputError when it cannot be read."""
    if name == STANDARD:
        if sys.stdin.isatty():
            raise InputError("There is no puzzle; give one as an argument, in a file, or on standard input.")
        yield "standard input", _text_in("standard input", sys.stdin.buffer)
        return
    try:
        if Path(name).is_dir():
            raise InputError(f"{name} is a folder; give a file.")
        stream = open(name, "rb", buffering=HEAD)  # noqa: SIM115
    except FileNotFoundError:
        raise no_such_file(name) from None
    except (OSError, ValueError) as error:
        raise InputError(f"The file {name} cannot be read: {reason(error)}.") from error
    with stream:
        yield name, _text_in(name, stream)


def _text_in(name: str, stream: IO[bytes]) -> IO[bytes]:
    """The stream, from UTF-16 brought to UTF-8; raises InputError when it cannot be read, or is no text."""
    try:
        head: bytes = stream.peek(HEAD) if hasattr(stream, "peek") else b""
        if head.startswith(STORE):
            raise InputError(f"{name} is a collection; `cpgen collection export {name} --to line` writes its puzzles.")
        if head.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
            return io.BytesIO(stream.read().decode("utf-16", "replace").encode())
    except OSError as error:
        raise InputError(f"{name[0].upper()}{name[1:]} cannot be read: {reason(error)}.") from error
    if not api.is_text(head):
        raise InputError(f"{name[0].upper()}{name[1:]} is not text in UTF-8 or UTF-16.")
    return stream
