"""`cpgen collection export`: puzzles of a collection in any format, CSV or Parquet."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from cpgen.cli.commands import command
from cpgen.cli.filtering import (
    Clues,
    Grade,
    Level,
    Matching,
    Minimal,
    Needs,
    Steps,
    StoreFile,
    Symmetry,
    Without,
    wanted,
)
from cpgen.cli.options import LayoutOptions
from cpgen.errors import InputError

if TYPE_CHECKING:
    from cpgen.collection.record import Record
    from cpgen.layout import Layout


@command
def export(
    *,
    store: StoreFile,
    out: Annotated[str, typer.Argument(metavar="[OUT]", help="The file to write; - for standard output.")] = "-",
    to: Annotated[
        str, typer.Option("--to", metavar="NAME", help="A format (see `cpgen formats`) or parquet; else OUT's ending.")
    ] = "",
    grade: Grade = "",
    level: Level = "",
    steps: Steps = "",
    clues: Clues = "",
    needs: Needs = None,
    without: Without = None,
    symmetry: Symmetry = "",
    minimal: Minimal = None,
    matching: Matching = None,
    board: LayoutOptions,
) -> None:
    """Write them in any format, as CSV or as Parquet.

    All puzzles are written that pass the filter.

    \b
    Example: cpgen collection export set.db experts.csv --grade expert
    """
    from cpgen.collection.store import Store

    layout = board.layout
    chosen = wanted(layout, grade, level, steps, clues, needs, without, symmetry, minimal, matching)
    with Store(store, create=False) as opened:
        records = opened.records(chosen)
        if to == "parquet" or (not to and out.endswith(".parquet")):
            _export_parquet(records, out)
        else:
            _export_text(records, out, to, layout)


def _export_parquet(records: Iterable[Record], out: str) -> None:
    from cpgen.cli.bulk import parquet_whole
    from cpgen.collection.exporting import write_parquet

    if out == "-" or Path(out).is_dir():
        raise InputError("Parquet is written into a file; give the name of one.")
    with parquet_whole(out) as part:
        write_parquet(records, part)


def _export_text(records: Iterable[Record], out: str, to: str, layout: Layout | None) -> None:
    from cpgen.cli.converting import target_of, written_whole
    from cpgen.collection.exporting import entry_of
    from cpgen.formats.writing import Writer

    writer = Writer(target_of(out, to), layout)
    with written_whole(out) as target:
        for record in records:
            target.write(writer.add(entry_of(record)))
        if not writer.count:
            raise InputError("No puzzle passes the filter, so nothing was written.")
        target.write(writer.end())
