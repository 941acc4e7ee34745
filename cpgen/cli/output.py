"""Output for people and programs, and files that appear whole or not at all."""

from __future__ import annotations

import io
import json
import os
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from math import inf
from pathlib import Path
from threading import Timer
from time import monotonic
from typing import IO, Any

import typer

from cpgen import api
from cpgen.errors import InputError

STANDARD = "-"
"""The name of standard input or output on the command line"""
HELD = 0.05
"""Seconds for which a line may be held back, to be written together with others"""
BOLD, REVERSE, PLAIN = "\x1b[1m", "\x1b[7m", "\x1b[0m"

_as_at_terminal = ContextVar("_as_at_terminal", default=False)


@contextmanager
def as_at_terminal(wanted: bool) -> Iterator[None]:
    """Within it, if wanted, output is drawn for people although standard output is no terminal."""
    before = _as_at_terminal.set(wanted)
    yield
    _as_at_terminal.reset(before)


def for_people() -> bool:
    """Whether standard output is drawn for people: at a terminal, or within `as_at_terminal`."""
    return _as_at_terminal.get() or sys.stdout.isatty()


def in_colour() -> bool:
    """Whether escape codes are wanted: on a terminal that knows them, unless NO_COLOR is set (no-color.org)."""
    return sys.stdout.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def encoding_out() -> str:
    """The encoding of standard output."""
    return (sys.stdout.encoding or "utf-8").lower()


def require_writable(signs: Sequence[str]) -> None:
    """Raises InputError when the encoding of standard output lacks one of the signs."""
    encoding = encoding_out()
    for sign in signs:
        if sign.encode(encoding, "ignore").decode(encoding) != sign:
            why = f"the output is in {encoding}, which lacks it"
            raise InputError(f"{sign!r} cannot be shown: {why}. Choose other symbols, or set PYTHONIOENCODING=utf-8.")


class _Lines:
    """Lines of standard output, those that come soon after another held back for HELD seconds at most."""

    def __init__(self) -> None:
        self.written = -inf
        self.timer: Timer | None = None
        self.failure: OSError | None = None

    def show(self, text: str) -> None:
        """Prints a line; raises what has kept those before it from being written."""
        if self.failure:
            raise self.failure
        now = monotonic()
        due = max(0.0, self.written + HELD - now)
        print(text, flush=not due)
        if not due:
            self.written = now
        elif self.timer is None:
            self.timer = Timer(due, self._write)
            self.timer.start()

    def _write(self) -> None:
        self.written, self.timer = monotonic(), None
        try:
            sys.stdout.flush()
        except OSError as failure:
            self.failure = failure

    def close(self) -> None:
        """Writes what is held back."""
        if self.timer:
            self.timer.cancel()
        sys.stdout.flush()


_lines = ContextVar[_Lines | None]("_lines", default=None)


@contextmanager
def lines_together() -> Iterator[None]:
    """Within it, lines that come quickly are written together, unless it is to a terminal."""
    lines = None if sys.stdout.isatty() else _Lines()
    before = _lines.set(lines)
    try:
        yield
    finally:
        _lines.reset(before)
        if lines:
            lines.close()


def show(text: str) -> None:
    """Prints a line at once, or soon within `lines_together`."""
    lines = _lines.get()
    if lines:
        lines.show(text)
    else:
        print(text, flush=True)


def warn(sentence: object) -> None:
    """Prints a sentence on standard error."""
    typer.echo(f"cpgen: {sentence}", err=True)


def print_json(data: Mapping[str, Any]) -> None:
    """Prints an object on one line, in ASCII where the output may lack other characters."""
    show(json.dumps(data, ensure_ascii=not encoding_out().startswith("utf")))


def print_table(rows: Sequence[Mapping[str, Any]], columns: Sequence[str], as_json: bool) -> None:
    """Prints rows as objects, as a table for people, or separated by tabs on a pipe."""
    if as_json:
        for row in rows:
            print_json(row)
    elif for_people():
        from rich import box
        from rich.console import Console
        from rich.table import Table

        table = Table(*columns, box=box.SIMPLE)
        for row in rows:
            table.add_row(*(str(row[column]) for column in columns))
        Console().print(table)
    else:
        for row in rows:
            show("\t".join(str(row[column]) for column in columns))


def show_seed(seed: int, as_json: bool) -> None:
    """Shows people the seed that gives the same result again."""
    if for_people() and not as_json:
        show(f"seed {seed}")


@contextmanager
def text_file(out: str) -> Iterator[IO[str]]:
    """A stream for UTF-8 text to standard output (-), a device or a file; raises an error when it cannot be written.

    A file gets its new content at the end of the block, and keeps its old one if the block fails.
    """
    with _stream(out) as stream:
        wrapped = io.TextIOWrapper(stream, encoding="utf-8", newline="\n")
        try:
            yield wrapped
        finally:
            wrapped.detach()


@contextmanager
def parquet_file(out: str) -> Iterator[IO[bytes]]:
    """A stream for Parquet to a file, as `text_file`; raises InputError for standard output, too."""
    if out == STANDARD:
        raise InputError("Parquet cannot be written to standard output; give the name of a file.")
    with _stream(out) as stream:
        yield stream


@contextmanager
def _stream(out: str) -> Iterator[IO[bytes]]:

    path = Path(out)
    if out == STANDARD:
        yield sys.stdout.buffer
        return
    try:
        if path.is_dir():
            raise InputError(f"{out} is a folder; give the name of a file.")
        is_device = path.exists() and not path.is_file()
        with path.open("wb") if is_device else api.replacing(path.resolve()) as stream:
            yield stream
    except (OSError, ValueError) as error:
        raise api.not_written(out, error) from error


def reason(error: Exception) -> str:
    """The system's words for an error, without its number."""
    return (error.strerror if isinstance(error, OSError) else None) or str(error)


def close_quietly() -> None:
    """Redirects standard output to nowhere, so that the interpreter does not complain about a closed pipe."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
