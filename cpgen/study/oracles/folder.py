"""Where do the results of a study of oracles stay? In a folder: raw rows, figures, report and plots."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from cpgen.errors import InputError
from cpgen.render.files import write_whole
from cpgen.study.oracles.findings import Findings
from cpgen.study.oracles.rows import with_machine
from cpgen.study.plots import pyplot
from cpgen.tables import Row, arrow, csv_text, parquet_bytes

JOURNAL = "journal.jsonl"


@dataclass(frozen=True)
class Telling:
    """How a study is told: the name that its pictures begin with, its report, and its plots by name."""

    name: str
    report: Callable[[Findings, Sequence[str]], str]
    plots: Callable[[Findings, str], Iterator[tuple[str, bytes]]]


class Folder:
    """A folder for the results; `lacks` has a sentence for each package without which a part is left out, or CSV."""

    def __init__(self, name: str) -> None:
        self.path = Path(name)
        self.lacks: list[str] = []
        self._parquet, self._plots = self._has(arrow), self._has(pyplot)

    @property
    def journal(self) -> str:
        """The file from which an interrupted study goes on."""
        return str(self.path / JOURNAL)

    @property
    def report(self) -> Path:
        """The report, which is written last."""
        return self.path / "report.md"

    def write(self, found: Findings, telling: Telling) -> None:
        """Writes all files and, the study done, lets the journal go; raises InputError when one cannot be written."""
        drawn = telling.plots(found, "svg") if self._plots and found.rows else ()
        pictures = {f"{telling.name}-{name}.svg": content for name, content in drawn}
        for name, content in pictures.items():
            self._write(name, content)
        for name, rows in (("rows", found.rows), ("runs", found.runs)):
            if rows:
                self._write_raw(name, with_machine(rows, found.plan.terms.limit))
        if found.figures:
            self._write("figures.csv", csv_text(found.figures).encode())
        self._write(self.report.name, telling.report(found, list(pictures)).encode())
        Path(self.journal).unlink(missing_ok=True)

    def _write_raw(self, name: str, rows: Sequence[Row]) -> None:
        """Writes rows that are nowhere else once the journal is gone: as CSV where Parquet cannot be written."""
        if self._parquet:
            self._write(f"{name}.parquet", parquet_bytes(rows))
        else:
            self._write(f"{name}.csv", csv_text(rows).encode())

    def _write(self, name: str, content: bytes) -> None:
        write_whole(str(self.path / name), content)

    def _has(self, package: Callable[[], Any]) -> bool:
        try:
            package()
        except InputError as error:
            self.lacks.append(str(error))
            return False
        return True
