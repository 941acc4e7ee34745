"""Study runner: measure rows one by one into a journal, then write tables, plots and a report.

A study is one class that defines its settings, how a row is measured, and what the rows show. Everything else is here,
so that every study can be stopped at any moment and resumed in the same folder, and all result folders look alike.

Resuming. The journal `rows.jsonl` holds one JSON object per line. The first line names the version, the study and the
conditions that the rows depend on (not the number of rows, so that a study can be extended). Each row is flushed to
disk before the next is measured, so a crash can only truncate the last line; that line is dropped and measured again.
"""

from __future__ import annotations

import hashlib
import json
import os
from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, field, fields, is_dataclass
from pathlib import Path
from typing import IO, Any, ClassVar, Self

from cpgen._version import __version__
from cpgen.errors import InputError
from cpgen.files import write_whole
from cpgen.study.measuring import machine, pyplot, svg
from cpgen.tabular import Row, arrow, csv_text, markdown, parquet_bytes

JOURNAL, REPORT = "rows.jsonl", "report.md"
LISTED = 12
"""Largest number of names listed in the report's settings"""

Progress = Callable[[str], object]
"""Callback that receives a line of progress"""
Tables = Mapping[str, Sequence[Row]]
"""Tables by name, each a sequence of rows"""


def silent(progress: str) -> None:
    """Ignore a line of progress."""


class Journal:
    """Rows of one study, indexed by their key columns, in memory and optionally in a file.

    Raises InputError when the file cannot be used, belongs to another study, or has a line that is not a row.
    """

    def __init__(self, path: str, heading: Row, key: Sequence[str]) -> None:
        self._key = tuple(key)
        self._rows: dict[tuple[Any, ...], Row] = {}
        self._file: IO[bytes] | None = None
        if path:
            self._open(path, _line({"version": __version__, **heading}))

    @property
    def rows(self) -> list[Row]:
        """All rows, in order of insertion."""
        return list(self._rows.values())

    def __contains__(self, key: tuple[Any, ...]) -> bool:
        return key in self._rows

    def add(self, row: Row) -> None:
        """Add a row and flush it to disk."""
        self._keep(row)
        if self._file:
            self._write(_line(row))

    def close(self) -> None:
        """Close the journal's file, if there is one."""
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
        # A row may stand for an hour of measuring: it must survive a crash of the machine.
        os.fsync(self._file.fileno())

    def _open(self, path: str, heading: bytes) -> None:
        try:
            Path(path).parent.mkdir(parents=True, exist_ok=True)
            # Appending never overwrites rows, even if two processes use one journal by mistake.
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
        # A crash may have truncated the heading itself: then the content is the beginning of the heading.
        if not content.startswith(heading) and not heading.startswith(content):
            raise InputError(f"{path} is not the journal of this request and version; give another file, or remove it.")
        # A line without its end was being written when the process died.
        whole = content[: content.rfind(b"\n") + 1]
        self._file.truncate(len(whole))
        if not whole:
            self._write(heading)
        for number, line in enumerate(whole.splitlines()[1:], 2):
            try:
                self._keep(json.loads(line))
            except (ValueError, KeyError, TypeError) as error:
                raise InputError(
                    f"Line {number} of {path} is not a row of the study; remove the line or the file."
                ) from error


def _line(values: Row) -> bytes:
    return json.dumps(values, ensure_ascii=False).encode() + b"\n"


@dataclass(frozen=True)
class Study(ABC):
    """Base class of studies: the fields are the settings, the methods measure rows and turn them into results."""

    rows: Sequence[Row] = field(default=(), kw_only=True, repr=False, compare=False)
    """The rows of the journal, once `with_rows` has set them"""

    name: ClassVar[str]
    key: ClassVar[tuple[str, ...]]
    """Columns that identify a row of the journal"""
    timed: ClassVar[bool] = True
    """True if rows contain times, so that only the same processor may resume the study"""
    title: ClassVar[str]
    reading: ClassVar[str] = ""
    """Introduction of the report: what was measured and what the columns mean"""
    captions: ClassVar[Mapping[str, str]] = {}
    """Captions of the plots that a report may show, by name"""

    @property
    @abstractmethod
    def conditions(self) -> Row:
        """Settings on which the content of rows depends; a journal written with other values is not resumed."""

    @abstractmethod
    def measure(self, journal: Journal, progress: Progress) -> Iterator[Row]:
        """Measure and yield each row that the journal lacks; the caller adds it before the next is measured."""

    def open_journal(self, path: str = "") -> Journal:
        """Open the journal in a file, or one in memory if the path is empty; raises InputError as `Journal` does."""
        # Times of two processors must not be mixed in one table.
        processor = {"processor": machine()["processor"]} if self.timed else {}
        return Journal(path, {"study": self.name, **self.conditions, **processor}, self.key)

    def run(self, journal: Journal, progress: Progress = silent) -> Self:
        """Measure the rows that the journal lacks; return a copy of the study that has all rows."""
        for row in self.measure(journal, progress):
            journal.add(row)
        return self.with_rows(journal.rows)

    def with_rows(self, rows: Sequence[Row]) -> Self:
        """Return a copy of the study whose results are computed from these journal rows."""
        study = copy(self)
        object.__setattr__(study, "rows", rows)
        return study

    @property
    @abstractmethod
    def so_far(self) -> str:
        """Progress of the study as a phrase, such as `17 of 200 puzzles`."""

    @abstractmethod
    def tables(self) -> Tables:
        """Return the tables of results by name; each becomes a CSV file."""

    @property
    def settings(self) -> Row:
        """Settings of the study as texts, by the name that the report shows."""
        return {one.name: _in_words(getattr(self, one.name)) for one in fields(self) if one.name != "rows"}

    def sections(self, drawn: Collection[str]) -> Iterator[str]:
        """Yield the Markdown parts of the report after its introduction; empty parts are dropped.

        Args:
            drawn: Names of the plots that the folder holds.
        """
        yield self.summary()
        yield from (self.picture(name, drawn) for name in drawn)

    def summary(self) -> str:
        """Return the results that the terminal shows as Markdown, by default all tables."""
        return "\n\n".join(filter(None, map(for_people, self.tables().values())))

    def plots(self) -> Mapping[str, Any]:
        """Return the matplotlib figures by name; each becomes an SVG file."""
        return {}

    def measured(self) -> Tables:
        """Return the tables of raw measurements by name; each becomes a Parquet file, by default `rows`."""
        return {"rows": self.rows}

    def more_files(self) -> Mapping[str, bytes]:
        """Return further files of results that only this study has: content by file name."""
        return {}

    @property
    def problem(self) -> str:
        """Sentence about a problem that the results show, empty if there is none."""
        return ""

    def report(self, drawn: Collection[str] = ()) -> str:
        """Return the whole report as Markdown; `drawn` names the plots that the folder holds."""
        parts = (f"# {self.title}", self.reading, self.setting, *self.sections(drawn))
        return "\n\n".join(part.rstrip() for part in parts if part) + "\n"

    @property
    def setting(self) -> str:
        """Settings and machine as a table in Markdown."""
        return markdown([{"what": name, "value": value} for name, value in {**self.settings, **machine()}.items()])

    def picture(self, name: str, drawn: Collection[str]) -> str:
        """Return the Markdown that shows plot `name` with its caption; empty if `name` is not in `drawn`."""
        caption = self.captions[name]
        return f"![{caption}]({name}.svg)\n\n*{caption}*" if name in drawn else ""


def _in_words(value: object) -> str:
    if isinstance(value, Mapping):
        return ", ".join(value) if len(value) <= LISTED else str(len(value))
    if isinstance(value, tuple):
        return "; ".join(map(str, value)) or "all"
    return "default" if value is None else str(value)


@dataclass(frozen=True)
class StudyRun:
    """Result of `run_study`: the study with its rows, and the path of its report, "" without a folder.

    `finished` is False after Ctrl-C.
    """

    study: Study
    finished: bool
    report: str = ""


def run_study(study: Study, folder: str = "", progress: Progress = silent) -> StudyRun:
    """Measure the rows that the journal in the folder lacks, then write all results next to it, the report last.

    After Ctrl-C only the journal is written, and the same call resumes it. Without a folder, nothing is saved. Raises
    InputError when the folder cannot be used, and the errors of the study.
    """
    with study.open_journal(str(Path(folder, JOURNAL)) if folder else "") as journal:
        try:
            done = study.run(journal, progress)
        except KeyboardInterrupt:
            return StudyRun(study.with_rows(journal.rows), finished=False)
    return StudyRun(done, finished=True, report=write_results(done, folder) if folder else "")


def missing_packages() -> list[str]:
    """Return a sentence for each package that is not installed but needed to write a folder of results."""
    return [problem for problem in map(_problem_with, (arrow, pyplot)) if problem]


def _problem_with(package: Callable[[], Any]) -> str:
    try:
        package()
    except InputError as error:
        return str(error)
    return ""


def write_results(study: Study, folder: str) -> str:
    """Write tables, rows, plots and the report into the folder; return the report's path.

    Rows, of which there may be a million, are CSV only where Parquet cannot be written; without matplotlib there are no
    plots. Raises the error of `write_whole` when a file cannot be written.
    """
    measured = {name: rows for name, rows in study.measured().items() if rows}
    plots = study.plots() if measured and not _problem_with(pyplot) else {}
    files = {**study.more_files(), **_csv_files(study.tables())}
    if _problem_with(arrow):
        files |= _csv_files(measured)
    else:
        files |= {f"{name}.parquet": parquet_bytes(rows) for name, rows in measured.items()}
    files |= {f"{name}.svg": svg(figure) for name, figure in plots.items()}
    files[REPORT] = study.report(list(plots)).encode()
    for name, content in files.items():
        write_whole(str(Path(folder, name)), content)
    return str(Path(folder, REPORT))


def _csv_files(tables: Tables) -> dict[str, bytes]:
    return {f"{name}.csv": csv_text(rows).encode() for name, rows in tables.items() if rows}


def for_people(rows: Sequence[Row]) -> str:
    """Return the rows as a Markdown table, with spaces instead of underscores in its headings; "" without rows."""
    return markdown([{name.replace("_", " "): value for name, value in row.items()} for row in rows]) if rows else ""


def section(title: str, rows: Sequence[Row], about: str = "") -> str:
    """Return a Markdown section: title, introduction (`about`) and table; "" without rows."""
    return "\n\n".join(part for part in (f"## {title}", about, markdown(rows)) if part) if rows else ""


def fingerprint(what: object) -> str:
    """Return a hash (16 hexadecimal digits) of any value by its content, to see if two runs have equal settings."""
    return hashlib.sha256(repr(_content(what)).encode()).hexdigest()[:16]


def _content(what: object) -> object:
    """Return a value whose `repr` shows all that counts for equality, within dataclasses too."""
    if is_dataclass(what) and not isinstance(what, type):
        return type(what).__name__, [_content(getattr(what, one.name)) for one in fields(what) if one.compare]
    return list(map(_content, what)) if isinstance(what, (list, tuple)) else what
