"""What are the lines of a text, a file, or what comes in through a pipe? Read as they come, none without end."""

from __future__ import annotations

import io
from collections.abc import Iterator
from typing import IO

LONGEST = 1 << 22
"""Characters of the longest line that is read; the rest of a longer one is left out, so that it is refused as wrong"""


def lines_of(source: str | bytes | IO[str] | IO[bytes]) -> Iterator[str]:
    """The lines, ends included; bytes that are not UTF-8 become U+FFFD, which every format refuses with its place."""
    stream = _text_stream(source)
    first = True
    while row := stream.readline(LONGEST):
        if len(row) == LONGEST and not row.endswith("\n"):
            _skip_line(stream)
        yield row.removeprefix("\ufeff") if first else row
        first = False


def _skip_line(stream: IO[str]) -> None:
    while (row := stream.readline(LONGEST)) and not row.endswith("\n"):
        pass


def _text_stream(source: str | bytes | IO[str] | IO[bytes]) -> IO[str]:
    if isinstance(source, str):
        return io.StringIO(source, newline=None)
    if isinstance(source, bytes):
        source = io.BytesIO(source)
    if isinstance(source, io.TextIOBase):
        return source
    return io.TextIOWrapper(_Kept(source), encoding="utf-8", errors="replace")  # type: ignore[arg-type]


class _Kept(io.BufferedReader):
    """A reader of a binary stream that leaves the stream open when it is thrown away."""

    def __init__(self, stream: IO[bytes]) -> None:
        super().__init__(_Raw(stream))


class _Raw(io.RawIOBase):
    def __init__(self, stream: IO[bytes]) -> None:
        self._stream = stream

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: memoryview) -> int:  # type: ignore[override]
        read = getattr(self._stream, "read1", self._stream.read)
        chunk: bytes = read(len(buffer))
        buffer[: len(chunk)] = chunk
        return len(chunk)
