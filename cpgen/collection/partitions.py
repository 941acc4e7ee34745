"""Beyond one file: a folder of partitions, each the business of one writer, no puzzle in two.

A puzzle belongs to the partition that the key of its canonical form says, so that two that are the same always meet
in one partition, and its writer alone can leave the repeat out. A partition is a series of Parquet files, each of
which appears whole or not at all.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

from cpgen.collection.exporting import write_parquet
from cpgen.collection.record import Record
from cpgen.files import replacing
from cpgen.formats.tabular import arrow


def partition_of(record: Record, parts: int) -> int:
    """The partition that a record belongs to, of so many."""
    return record.chance % parts


class Partition:
    """One partition of a folder, for one writer: it knows the forms that are in it, and adds what is new."""

    def __init__(self, folder: str | Path, number: int) -> None:
        self.folder = Path(folder, f"part={number:05d}")
        self.folder.mkdir(parents=True, exist_ok=True)
        self._forms = {form for file in self.files for form in _forms_in(file)}

    @property
    def files(self) -> list[Path]:
        """The files of the partition, in the order in which they came."""
        return sorted(self.folder.glob("*.parquet"))

    def __len__(self) -> int:
        return len(self._forms)

    def add_all(self, records: Iterable[Record]) -> int:
        """Writes the new ones of some records as one more file; how many there were."""
        fresh: dict[tuple[str, str], Record] = {}
        for record in records:
            form = (record.kind, record.canonical)
            if form not in self._forms:
                fresh.setdefault(form, record)
        if fresh:
            self._write(list(fresh.values()))
            self._forms |= fresh.keys()
        return len(fresh)

    def _write(self, records: list[Record]) -> None:
        with replacing(self.folder / f"{len(self.files):08d}.parquet") as file:
            write_parquet(records, file)


def _forms_in(file: Path) -> Iterable[tuple[str, str]]:
    table: Any = arrow().parquet.read_table(file, columns=["kind", "canonical"])
    return zip(table["kind"].to_pylist(), table["canonical"].to_pylist(), strict=True)
