"""Where results go: to people, to programs, or into a file that appears whole or not at all."""

from __future__ import annotations

import io
import json
import os
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from pathlib import Path
from typing import IO, Any

from cpgen.cli.inputs import STANDARD, why
from cpgen.errors import InputError

BOLD, REVERSE, PLAIN = "\x1b[1m", "\x1b[7m", "\x1b[0m"


_drawn = ContextVar("_drawn", default=False)


@contextmanager
def drawing_for_people(wanted: bool) -> Iterator[None]:
    """Draws for people in here, if wanted, although standard output is no terminal."""
    before = _drawn.set(wanted)
    yield
    _drawn.reset(before)


def for_people() -> bool:
    """Whether people read standard output: it is a terminal, or `drawing`."""
    return _drawn.get() or sys.stdout.isatty()


def in_colour() -> bool:
    """Whether escape codes are wanted: on a terminal that knows them, unless NO_COLOR is set (no-color.org)."""
    return sys.stdout.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def show(text: str) -> None:
    """Writes a line at once."""
    print(text, flush=True)


def print_json(data: Mapping[str, Any]) -> None:
    """Writes an object on one line at once."""
    show(json.dumps(data, ensure_ascii=False))


def print_table(rows: Sequence[Mapping[str, Any]], columns: Sequence[str], as_json: bool) -> None:
    """Shows rows as objects, as a table for people, or apart by tabs for a pipe."""
    if as_json:
        for row in rows:
            print_json(row)
    elif for_people():
        _draw_table(rows, columns)
    else:
        for row in rows:
            show("\t".join(str(row[column]) for column in columns))


def _draw_table(rows: Sequence[Mapping[str, Any]], columns: Sequence[str]) -> None:
    from rich import box
    from rich.console import Console
    from rich.table import Table

    drawn = Table(*columns, box=box.SIMPLE)
    for row in rows:
        drawn.add_row(*(str(row[column]) for column in columns))
    Console().print(drawn)


def show_seed(seed: int, as_json: bool) -> None:
    """Tells people the seed that brings the same again."""
    if for_people() and not as_json:
        show(f"seed {seed}")


@contextmanager
def text_whole(out: str) -> Iterator[IO[str]]:
    """A stream for a text in UTF-8 to standard output (-), a device or a file; raises InputError when there is none."""
    with _stream(out) as stream:
        wrapped = io.TextIOWrapper(stream, encoding="utf-8", newline="\n")
        try:
            yield wrapped
        finally:
            wrapped.detach()


@contextmanager
def bytes_whole(out: str) -> Iterator[IO[bytes]]:
    """A stream for Parquet to a file; raises InputError when there is none."""
    if out == STANDARD:
        raise InputError("Parquet is written into a file; give the name of one.")
    with _stream(out) as stream:
        yield stream


@contextmanager
def _stream(out: str) -> Iterator[IO[bytes]]:
    from cpgen.render.files import replacing

    path = Path(out)
    if out == STANDARD:
        yield sys.stdout.buffer
        return
    try:
        if path.is_dir():
            raise InputError(f"{out} is a folder; give the name of a file.")
        is_device = path.exists() and not path.is_file()
        with path.open("wb") if is_device else replacing(path.resolve()) as stream:
            yield stream
    except (OSError, ValueError) as error:
        raise InputError(f"The file {out} cannot be written: {why(error)}.") from error


def close_quietly() -> None:
    """Points standard output to nowhere, so that the interpreter does not complain about the closed pipe at its end."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
