"""The engine of all studies: rows are measured one by one into a journal, and tables, plots and a report made of them.

A study knows what its rows depend on, measures those that the journal lacks, and turns rows into findings. The rest is
here: a study can be stopped at any moment and resumed in the same folder, and all folders look alike.
"""

from __future__ import annotations

import hashlib
import json
import os
from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any, ClassVar, Generic, Self, TypeVar

from cpgen._version import __version__
from cpgen.errors import InputError
from cpgen.files import write_whole
from cpgen.study.measuring import machine
from cpgen.study.plots import pyplot, svg
from cpgen.tabular import Row, arrow, csv_text, markdown, parquet_bytes

JOURNAL, REPORT = "rows.jsonl", "report.md"

Progress = Callable[[str], object]
"""Called with how far a study has come"""
Tables = Mapping[str, Sequence[Row]]


def silent(progress: str) -> None:
    """Shows no progress."""


class Journal:
    """The rows of one study, found by the values of their key columns, in memory and, with a path, in a file too.

    The file holds a JSON object a line and begins with what the rows depend on, so that only the same version and
    request resume a study. A line that a kill cut short is dropped. Raises InputError when the file belongs to another
    study or cannot be used.
    """

    def __init__(self, path: str, heading: Row, key: Sequence[str]) -> None:
        self._key = tuple(key)
        self._rows: dict[tuple[Any, ...], Row] = {}
        self._file: IO[bytes] | None = None
        if path:
            self._open(path, _line({"version": __version__, **heading}))

    @property
    def rows(self) -> list[Row]:
        """All rows, in the order in which they came."""
        return list(self._rows.values())

    def __contains__(self, key: tuple[Any, ...]) -> bool:
        return key in self._rows

    def add(self, row: Row) -> None:
        """Keeps one more row, on disk when this returns."""
        self._keep(row)
        if self._file:
            self._write(_line(row))

    def close(self) -> None:
        """Closes the file."""
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
                    f"Line {number} of {path} is not a row of the study; remove the line or the file."
                ) from error


def _line(values: Row) -> bytes:
    return json.dumps(values, ensure_ascii=False).encode() + b"\n"


class Study(ABC):
    """A study: its settings, frozen, and how to measure a row."""

    name: ClassVar[str]
    key: ClassVar[tuple[str, ...]]
    """The columns that identify a row of the journal"""
    timed: ClassVar[bool] = True
    """Whether rows hold times, so that only the same processor may resume the study"""

    @property
    @abstractmethod
    def conditions(self) -> Row:
        """What the rows depend on; the number of rows is no condition, so that a study can be made longer."""

    @abstractmethod
    def measure(self, journal: Journal, progress: Progress) -> Iterator[Row]:
        """Each row that the journal lacks; the engine adds it to the journal before the next is measured."""

    @abstractmethod
    def findings(self, rows: Sequence[Row]) -> Findings[Any]:
        """What the rows of the journal show."""

    def open_journal(self, path: str = "") -> Journal:
        """The study's journal, in memory without a path; raises InputError as `Journal` does."""
        processor = {"processor": machine()["processor"]} if self.timed else {}
        return Journal(path, {"study": self.name, **self.conditions, **processor}, self.key)

    def run(self, journal: Journal, progress: Progress = silent) -> Findings[Any]:
        """Measures what the journal lacks; what the whole journal shows then."""
        for row in self.measure(journal, progress):
            journal.add(row)
        return self.findings(journal.rows)


S = TypeVar("S", bound=Study)


@dataclass(frozen=True)
class Findings(ABC, Generic[S]):
    """A study and the rows of its journal, read as tables, plots and a report; all are made when they are needed."""

    study: S
    rows: Sequence[Row]

    title: ClassVar[str]
    reading: ClassVar[str] = ""
    """How to read the report"""
    captions: ClassVar[Mapping[str, str]] = {}
    """The plots that a report may show, by name"""

    @property
    @abstractmethod
    def so_far(self) -> str:
        """How far the study is, as in `17 of 200 puzzles`."""

    @abstractmethod
    def tables(self) -> Tables:
        """The figures, by the name of their table."""

    @property
    def settings(self) -> Row:
        """The settings of the study, in words."""
        return self.study.conditions

    @abstractmethod
    def sections(self, drawn: Collection[str]) -> Iterator[str]:
        """The report after its introduction, with the plots that were drawn; empty ones are left out."""

    @abstractmethod
    def summary(self) -> str:
        """The results in short."""

    def plots(self) -> Mapping[str, Any]:
        """The figures of matplotlib, by name."""
        return {}

    def measured(self) -> Tables:
        """What was measured, one thing a row."""
        return {"rows": self.rows}

    def more_files(self) -> Mapping[str, bytes]:
        """Files of this study alone."""
        return {}

    @property
    def problem(self) -> str:
        """What is wrong with the results, in a sentence; empty when nothing is."""
        return ""

    def report(self, drawn: Collection[str] = ()) -> str:
        """The whole report, in Markdown."""
        parts = (f"# {self.title}", self.reading, self.setting, *self.sections(drawn))
        return "\n\n".join(part.rstrip() for part in parts if part) + "\n"

    @property
    def setting(self) -> str:
        """The settings and the machine, as a table."""
        return markdown([{"what": name, "value": value} for name, value in {**self.settings, **machine()}.items()])

    def picture(self, name: str, drawn: Collection[str]) -> str:
        """The plot with its caption, empty when it was not drawn."""
        caption = self.captions[name]
        return f"![{caption}]({name}.svg)\n\n*{caption}*" if name in drawn else ""


@dataclass(frozen=True)
class Outcome:
    """How a run ended: what was found, whether it was finished or interrupted, and the report's file, if any."""

    findings: Findings[Any]
    finished: bool
    report: str = ""


def run_study(study: Study, folder: str = "", progress: Progress = silent) -> Outcome:
    """Measures what the folder's journal lacks and writes all results next to it, the report last.

    Ctrl-C ends the measuring, and nothing but the journal is written then; the same call resumes it. Without a folder
    nothing is kept. Raises InputError when the folder cannot be used, and what the study raises.
    """
    with study.open_journal(str(Path(folder, JOURNAL)) if folder else "") as journal:
        try:
            findings = study.run(journal, progress)
        except KeyboardInterrupt:
            return Outcome(study.findings(journal.rows), finished=False)
    return Outcome(findings, finished=True, report=write_results(findings, folder) if folder else "")


def missing_packages() -> list[str]:
    """Which packages a folder of results would need and lacks, a sentence each."""
    return [problem for problem in map(_problem_with, (arrow, pyplot)) if problem]


def _problem_with(package: Callable[[], Any]) -> str:
    try:
        package()
    except InputError as error:
        return str(error)
    return ""


def write_results(findings: Findings[Any], folder: str) -> str:
    """Writes tables, rows, plots and the report into the folder; the report's file.

    Rows, of which there may be a million, are CSV only where Parquet cannot be written; without matplotlib there are no
    plots. Raises the error of `write_whole` when a file cannot be written.
    """
    measured = {name: rows for name, rows in findings.measured().items() if rows}
    plots = findings.plots() if measured and not _problem_with(pyplot) else {}
    files = {**findings.more_files(), **_csv_files(findings.tables())}
    if _problem_with(arrow):
        files |= _csv_files(measured)
    else:
        files |= {f"{name}.parquet": parquet_bytes(rows) for name, rows in measured.items()}
    files |= {f"{name}.svg": svg(figure) for name, figure in plots.items()}
    files[REPORT] = findings.report(list(plots)).encode()
    for name, content in files.items():
        write_whole(str(Path(folder, name)), content)
    return str(Path(folder, REPORT))


def _csv_files(tables: Tables) -> dict[str, bytes]:
    return {f"{name}.csv": csv_text(rows).encode() for name, rows in tables.items() if rows}


def for_people(rows: Sequence[Row]) -> str:
    """A Markdown table whose headings are words; nothing when it has no rows."""
    return markdown([{name.replace("_", " "): value for name, value in row.items()} for row in rows]) if rows else ""


def fingerprint(what: object) -> str:
    """Sixteen hexadecimal digits that identify what `repr` says of something, for the heading of a journal."""
    return hashlib.sha256(repr(what).encode()).hexdigest()[:16]
