"""Where does a result go? To standard output, to a device, or into a file that appears whole or not at all."""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from cpgen.cli.inputs import STANDARD, why
from cpgen.errors import InputError
from cpgen.render.files import replacing


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
    path = Path(os.path.realpath(out))
    if out == STANDARD:
        yield sys.stdout.buffer
        return
    try:
        if path.is_dir():
            raise InputError(f"{out} is a folder; give the name of a file.")
        with path.open("wb") if path.exists() and not path.is_file() else replacing(path) as stream:
            yield stream
    except (OSError, ValueError) as error:
        raise InputError(f"The file {out} cannot be written: {why(error)}.") from error
