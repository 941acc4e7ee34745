"""`cpgen rate --jobs`: millions of puzzles, one a line, rated into CSV or Parquet."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import ExitStack
from itertools import chain, islice
from pathlib import Path
from typing import IO, TYPE_CHECKING

import typer

from cpgen.cli.converting import written_whole
from cpgen.cli.inputs import opened
from cpgen.errors import CpgenError, InputError
from cpgen.layout import Layout

if TYPE_CHECKING:
    from cpgen.collection.bulk import BulkRater, Rated


def rate_in_bulk(files: list[str] | None, layout: Layout | None, model: str | None, jobs: int, out: str) -> None:
    """Rates the puzzles of a file, one a line, on `jobs` threads; raises Exit when a line was wrong."""
    if not files or len(files) != 1:
        raise InputError("Rating in bulk takes one file, or - for standard input.")
    with opened(files[0]) as (name, stream):
        lines, first = _with_a_first(stream, name)
        rater = _rater(layout, first, model, jobs)
        rated = _problems_told(rater.rate(lines), name)
        wrong = _write_parquet(rated, out) if out.endswith(".parquet") else _write_csv(rated, out)
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
    from cpgen.api import named_model
    from cpgen.collection.bulk import BulkRater
    from cpgen.difficulty import model_for
    from cpgen.formats.reading import reader_of

    layout = layout or reader_of(first)(first, None).puzzle.layout
    return BulkRater(layout, named_model(model) if model else model_for(layout), jobs)


def _problems_told(some: Iterator[Rated], name: str) -> Iterator[tuple[Rated, int]]:
    for rated in some:
        for number, error in rated.problems:
            typer.echo(f"cpgen: {name}, line {number}: {error}", err=True)
        yield rated, len(rated.problems)


def _write_csv(some: Iterator[tuple[Rated, int]], out: str) -> int:
    from cpgen.collection.bulk import COLUMNS, csv_rows

    wrong = 0
    with written_whole(out or "-") as target:
        target.write(",".join(COLUMNS) + "\n")
        for rated, problems in some:
            target.write(csv_rows(rated))
            wrong += problems
    return wrong


def _write_parquet(some: Iterator[tuple[Rated, int]], out: str) -> int:
    from cpgen.collection.bulk import arrow_table
    from cpgen.tables import arrow

    pyarrow = arrow()
    wrong = 0
    with ExitStack() as closing, parquet_whole(out) as part:
        writer = None
        for rated, problems in some:
            table = arrow_table(rated, pyarrow)
            if writer is None:
                writer = closing.enter_context(pyarrow.parquet.ParquetWriter(part, table.schema, compression="zstd"))
            writer.write_table(table)
            wrong += problems
        closing.close()
    return wrong


class parquet_whole:  # noqa: N801
    """The name of a file beside `out` that takes its place when all went well, and is gone otherwise."""

    def __init__(self, out: str) -> None:
        self.out = Path(out)
        self.part = self.out.with_name(f".{self.out.name}.{os.getpid()}.part")

    def __enter__(self) -> str:
        return str(self.part)

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, _: object) -> None:
        try:
            if kind is None:
                self.part.replace(self.out)
        except OSError as problem:
            raise CpgenError(f"The file {self.out} cannot be written: {problem.strerror}.") from problem
        finally:
            self.part.unlink(missing_ok=True)
