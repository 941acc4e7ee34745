"""`cpgen collection export`: puzzles of a collection in any format, CSV or Parquet."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import closing
from typing import TYPE_CHECKING

from cpgen.cli.commands import command
from cpgen.cli.converting import FormatName, OutFile, target_of
from cpgen.cli.filtering import FilterOptions, StoreFile
from cpgen.cli.inputs import STANDARD
from cpgen.cli.outputs import bytes_whole, text_whole
from cpgen.cli.watch import counted
from cpgen.errors import InputError

if TYPE_CHECKING:
    from cpgen.collection.record import Record
    from cpgen.layout import Layout


@command
def export(*, store: StoreFile, out: OutFile = STANDARD, to: FormatName = "", wanted: FilterOptions) -> None:
    """Write them in any format, as CSV or as Parquet.

    All puzzles are written that pass the filter.

    \b
    Example: cpgen collection export set.db experts.csv --grade expert
    """
    from cpgen.collection.store import Store

    with Store(store, create=False) as opened, closing(opened.records(wanted.filter_in(opened))) as records:
        told = records if out == STANDARD else counted(records, "puzzles")
        if to == "parquet" or (not to and out.endswith(".parquet")):
            _export_parquet(told, out)
        else:
            _export_text(told, out, to, wanted.board.layout)


def _export_parquet(records: Iterable[Record], out: str) -> None:
    from cpgen.collection.exporting import write_parquet

    with bytes_whole(out) as file:
        write_parquet(records, file)


def _export_text(records: Iterable[Record], out: str, to: str, layout: Layout | None) -> None:
    from cpgen.collection.exporting import entry_of
    from cpgen.formats.writing import Writer
    from cpgen.objects import record_object

    writer = Writer(target_of(out, to), layout)
    with text_whole(out) as target:
        for record in records:
            target.write(writer.add(entry_of(record, record_object(record))))
        if not writer.count:
            raise InputError("No puzzle passes the filter, so nothing was written.")
        target.write(writer.end())
