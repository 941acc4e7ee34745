"""`cpgen rate --out`: millions of puzzles, one a line, rated into CSV or Parquet."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import ExitStack
from itertools import chain, islice
from typing import IO, TYPE_CHECKING

import typer

from cpgen.cli.inputs import STANDARD, opened
from cpgen.cli.naming import grades_of
from cpgen.cli.options import at_once
from cpgen.cli.outputs import bytes_whole, text_whole
from cpgen.cli.watch import counted
from cpgen.errors import InputError
from cpgen.layout import Layout

if TYPE_CHECKING:
    from cpgen.collection.bulk import BulkRater, Rated


def rate_in_bulk(files: list[str] | None, layout: Layout | None, model: str | None, jobs: int, out: str) -> None:
    """Rates the puzzles of a file, one a line, on `jobs` threads (0: one for each processor).

    Raises Exit when a line was wrong.
    """
    if not files or len(files) != 1:
        raise InputError("Rating into a table takes one file, or - for standard input.")
    with opened(files[0]) as (name, stream):
        lines, first = _with_a_first(stream, name)
        rated = _rater(layout, first, model, jobs).rate(lines)
        if out != STANDARD:
            rated = counted(rated, "puzzles", lambda some: len(some.puzzles))
        wrong: list[int] = []
        write = _write_parquet if out.endswith(".parquet") else _write_csv
        write(_problems_told(rated, name, wrong), out)
    if wrong:
        raise typer.Exit(InputError.exit_code)


def _with_a_first(stream: IO[bytes], name: str) -> tuple[Iterator[bytes], str]:
    """All lines of the stream, and the first that spells something."""
    head = list(islice(stream, 1000))
    filled = (text for line in head if (text := line.decode("utf-8", "replace").strip("\ufeff \t\r\n")))
    first = next((text for text in filled if not text.startswith("#")), "")
    if not first:
        raise InputError(f"There is no puzzle in the first lines of {name}.")
    return chain(head, stream), first


def _rater(layout: Layout | None, first: str, model: str | None, jobs: int) -> BulkRater:
    from cpgen.collection.bulk import BulkRater
    from cpgen.formats.reading import reader_of

    layout = layout or reader_of(first)(first, None).puzzle.layout
    return BulkRater(layout, grades_of(model, layout), at_once(jobs))


def _problems_told(some: Iterable[Rated], name: str, wrong: list[int]) -> Iterator[Rated]:
    """What was rated, the lines that were wrong named on standard error and noted."""
    for rated in some:
        for number, error in rated.problems:
            typer.echo(f"cpgen: {name}, line {number}: {error}", err=True)
            wrong.append(number)
        yield rated


def _write_csv(some: Iterable[Rated], out: str) -> None:
    from cpgen.collection.bulk import COLUMNS, csv_rows

    with text_whole(out) as target:
        target.write(",".join(COLUMNS) + "\n")
        for rated in some:
            target.write(csv_rows(rated))


def _write_parquet(some: Iterable[Rated], out: str) -> None:
    from cpgen.collection.bulk import arrow_table
    from cpgen.formats.tabular import arrow

    pyarrow = arrow()
    with bytes_whole(out) as target, ExitStack() as closing:
        writer = None
        for rated in some:
            table = arrow_table(rated, pyarrow)
            if writer is None:
                writer = closing.enter_context(pyarrow.parquet.ParquetWriter(target, table.schema, compression="zstd"))
            writer.write_table(table)
