"""Where was the study when it stopped? Its rows on disk, one JSON object a line, each there whole or not at all."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import IO, Any, Self

from cpgen._version import __version__
from cpgen.errors import InputError
from cpgen.formats.tabular import Row


class Journal:
    """The rows of one study, known by the values of their key columns, in memory and, with a path, in a file.

    The file begins with what was asked for, so that a study is gone on with only by the same version and request.
    A line that was cut short by a kill is dropped. Raises InputError when the file is another study's or cannot be
    used.
    """

    def __init__(self, path: str, request: Mapping[str, Any], key: Sequence[str]) -> None:
        self._key = tuple(key)
        self._rows: dict[tuple[Any, ...], Row] = {}
        self._file: IO[bytes] | None = None
        if path:
            self._open(path, _line({"version": __version__, **request}))

    @property
    def rows(self) -> list[Row]:
        """All rows, in the order in which they came."""
        return list(self._rows.values())

    def __contains__(self, key: tuple[Any, ...]) -> bool:
        return key in self._rows

    def __getitem__(self, key: tuple[Any, ...]) -> Row:
        return self._rows[key]

    def add(self, row: Row) -> None:
        """Keeps one more row, on disk when this returns."""
        self._keep(row)
        if self._file:
            self._write(_line(row))

    def close(self) -> None:
        """Lets the file go."""
        if self._file:
            self._file.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _keep(self, row: Row) -> None:
        self._rows[tuple(row[name] for name in self._key)] = row

    def _write(self, line: bytes) -> None:
        assert self._file is not None
        self._file.write(line)
        self._file.flush()
        os.fsync(self._file.fileno())

    def _open(self, path: str, heading: bytes) -> None:
        try:
            Path(path).parent.mkdir(parents=True, exist_ok=True)
            self._file = open(path, "a+b")  # noqa: SIM115
        except (OSError, ValueError) as error:
            why = error.strerror if isinstance(error, OSError) else error
            raise InputError(f"{path} cannot be used as the journal of a study: {why}.") from error
        try:
            self._resume(path, heading)
        except BaseException:
            self.close()
            raise

    def _resume(self, path: str, heading: bytes) -> None:
        assert self._file is not None
        self._file.seek(0)
        content = self._file.read()
        if not content.startswith(heading) and not heading.startswith(content):
            raise InputError(f"{path} is not the journal of this request and version; give another file, or remove it.")
        whole = content[: content.rfind(b"\n") + 1]
        self._file.truncate(len(whole))
        if not whole:
            self._write(heading)
        for number, line in enumerate(whole.splitlines()[1:], 2):
            try:
                self._keep(json.loads(line))
            except (ValueError, KeyError, TypeError) as error:
                raise InputError(
                    f"Line {number} of {path} is no row of the study; remove the line, or the file."
                ) from error


def _line(values: Row) -> bytes:
    return json.dumps(values, ensure_ascii=False).encode() + b"\n"
