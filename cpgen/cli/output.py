"""Output for people and for programs, and files that appear whole or not at all."""

from __future__ import annotations

import io
import json
import os
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from pathlib import Path
from typing import IO, Any, Protocol

import click

from cpgen.errors import InputError
from cpgen.files import not_written, replacing, require_no_device
from cpgen.messages import Message, printable

STANDARD = "-"
"""The name of standard input or output on the command line"""
QUIET = "cpgen.quiet"
"""Key of a click context under which --quiet is noted"""
BOLD, REVERSE, PLAIN = "\x1b[1m", "\x1b[7m", "\x1b[0m"

_as_at_terminal = ContextVar("_as_at_terminal", default=False)


@contextmanager
def as_at_terminal(wanted: bool) -> Iterator[None]:
    """Within the block, if wanted, format output for people although standard output is not a terminal."""
    before = _as_at_terminal.set(wanted)
    yield
    _as_at_terminal.reset(before)


def for_people() -> bool:
    """Return True if output is for people: at a terminal, or within `as_at_terminal`."""
    return _as_at_terminal.get() or sys.stdout.isatty()


def in_colour() -> bool:
    """Return True if the terminal takes escape codes and NO_COLOR is not set (no-color.org)."""
    return sys.stdout.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def encoding_out() -> str:
    """Return the encoding of standard output."""
    return (sys.stdout.encoding or "utf-8").lower()


def require_writable(signs: Sequence[str]) -> None:
    """Raise InputError if the encoding of standard output lacks one of the signs."""
    encoding = encoding_out()
    for sign in signs:
        if sign.encode(encoding, "ignore").decode(encoding) != sign:
            why = f"the output is in {encoding}, which lacks it"
            raise InputError(f"{sign!r} cannot be shown: {why}. Choose other symbols, or set PYTHONIOENCODING=utf-8.")


def show(text: str) -> None:
    """Print a line without delay, so that the next program of a pipe can begin."""
    print(text, flush=True)


def show_error(sentence: object) -> None:
    """Print an error on standard error."""
    click.echo(f"error: {_harmless(sentence)}", err=True)


def _harmless(sentence: object) -> str:
    """Return a text in which codes that a terminal would obey, such as colours, are replaced by visible characters."""
    return "\n".join(map(printable, str(sentence).split("\n")))


def with_options(message: Message | str) -> Message | str:
    """Return a message in which the options of the command replace the names of fields, as in `--region-clues`."""
    if not isinstance(message, Message):
        return message
    parameters = click.get_current_context().command.params
    options = {
        parameter.name: next((word for word in parameter.opts if word.startswith("--")), "") for parameter in parameters
    }
    return message.with_fields(lambda name: options.get(name) or name)


def is_quiet() -> bool:
    """Return True if the command that runs was called with --quiet."""
    # Code of a command also runs in tests and in worker threads, where there is no context.
    context = click.get_current_context(silent=True)
    return context is not None and bool(context.meta.get(QUIET))


def warn(sentence: object) -> None:
    """Print a warning on standard error, unless the command is quiet."""
    if not is_quiet():
        click.echo(f"warning: {_harmless(sentence)}", err=True)


def note(text: str) -> None:
    """Print a line on standard error if that is a terminal, unless the command is quiet."""
    if sys.stderr.isatty() and not is_quiet():
        click.echo(_harmless(text), err=True)


class HasJson(Protocol):
    """An object with a form in JSON: an answer, or an object that is described by one."""

    def as_json(self) -> dict[str, Any]:
        """Return the object as a dictionary for JSON."""


def print_json(data: HasJson | Mapping[str, Any]) -> None:
    """Print an object on one line, in ASCII if the output may lack other characters."""
    plain = data if isinstance(data, Mapping) else data.as_json()
    show(json.dumps(plain, ensure_ascii=not encoding_out().startswith("utf")))


def show_seed(seed: int, as_json: bool) -> None:
    """Print the seed that reproduces the result if output is for people."""
    if for_people() and not as_json:
        show(f"seed {seed}")


@contextmanager
def text_file(out: str) -> Iterator[IO[str]]:
    """Open standard output (-), a device or a file for UTF-8 text; raise an error if it cannot be written.

    A file gets its new content at the end of the block, and keeps its old one if the block fails.
    """
    with _stream(out) as stream:
        wrapped = io.TextIOWrapper(stream, encoding="utf-8", newline="\n")
        try:
            yield wrapped
        finally:
            # Without `detach` the wrapper would close the stream, which may be standard output.
            wrapped.detach()


@contextmanager
def parquet_file(out: str) -> Iterator[IO[bytes]]:
    """Open a file for Parquet, as `text_file` does; raise InputError for standard output."""
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
    require_no_device(out)
    try:
        if path.is_dir():
            raise InputError(f"{printable(out)} is a folder; give the name of a file.")
        # A device or named pipe cannot be replaced by a new file; it is written to directly.
        is_device = path.exists() and not path.is_file()
        # `resolve` keeps a link and replaces the file that it points to.
        with path.open("wb") if is_device else replacing(path.resolve()) as stream:
            yield stream
    except (OSError, ValueError) as error:
        raise not_written(out, error) from error


def reason(error: Exception) -> str:
    """Return the system's description of an error, without its number."""
    return (error.strerror if isinstance(error, OSError) else None) or str(error)


def close_quietly() -> None:
    """Redirect standard output to the null device, so that the interpreter does not complain about a closed pipe."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
