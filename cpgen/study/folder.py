"""Where do the results of a study stay? In a folder: the journal, tables, rows, plots, and the report, written last."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from cpgen.errors import InputError
from cpgen.files import write_whole
from cpgen.formats.tabular import arrow, csv_text, parquet_bytes
from cpgen.study.plots import pyplot
from cpgen.study.study import Results, Tables

JOURNAL, REPORT = "rows.jsonl", "report.md"


class Folder:
    """A folder for results; `lacks` says which packages are missing: then there are no plots, or rows as CSV."""

    def __init__(self, name: str) -> None:
        self.path = Path(name)
        self.lacks: list[str] = []
        self._parquet, self._plots = self._has(arrow), self._has(pyplot)

    @property
    def journal(self) -> str:
        """The file from which a study goes on."""
        return str(self.path / JOURNAL)

    @property
    def report(self) -> str:
        """The report's file."""
        return str(self.path / REPORT)

    def write(self, results: Results) -> None:
        """Writes all files beside the journal; raises InputError when one cannot be written."""
        rows = {name: table for name, table in results.rows().items() if table}
        plots = results.plots() if self._plots and rows else {}
        files = {**results.more()}
        files |= {f"{name}.csv": csv_text(table).encode() for name, table in results.tables().items() if table}
        files |= self._rows(rows)
        files |= {f"{name}.svg": plot for name, plot in plots.items()}
        files[REPORT] = results.report(list(plots)).encode()
        for name, content in files.items():
            write_whole(str(self.path / name), content)

    def _rows(self, tables: Tables) -> dict[str, bytes]:
        """The files of rows, of which there may be a million: as CSV only where Parquet cannot be written."""
        if self._parquet:
            return {f"{name}.parquet": parquet_bytes(rows) for name, rows in tables.items()}
        return {f"{name}.csv": csv_text(rows).encode() for name, rows in tables.items()}

    def _has(self, package: Callable[[], Any]) -> bool:
        try:
            package()
        except InputError as error:
            self.lacks.append(str(error))
            return False
        return True
