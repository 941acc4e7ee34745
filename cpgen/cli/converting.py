"""`cpgen convert` and `formats`: puzzles from any format to any other."""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, TYPE_CHECKING, Annotated, Any

import typer

from cpgen.cli.commands import command
from cpgen.cli.inputs import STANDARD, opened, place, why
from cpgen.cli.options import Json, LayoutOptions
from cpgen.errors import InputError
from cpgen.render.files import replacing

if TYPE_CHECKING:
    from cpgen.formats import Format
    from cpgen.formats.writing import Writer
    from cpgen.layout import Layout


@command
def convert(
    *,
    given: Annotated[str, typer.Argument(metavar="IN", help="A file of puzzles of any format; - for standard input.")],
    out: Annotated[str, typer.Argument(metavar="[OUT]", help="The file to write; - for standard output.")] = STANDARD,
    to: Annotated[
        str, typer.Option("--to", metavar="NAME", help="Format (see `cpgen formats`); else OUT's ending decides.")
    ] = "",
    board: LayoutOptions,
) -> None:
    """Convert puzzles from any format to any other.

    One that is wrong, or that the format cannot hold, is named and left out.

    \b
    Example: cpgen convert puzzles.sdm puzzles.json
    """
    from cpgen.formats.writing import Writer

    layout = board.layout
    writer = Writer(target_of(out, to), layout)
    with opened(given) as (name, stream), written_whole(out) as target:
        wrong = _convert_all(name, stream, layout, writer, target)
        if not writer.count:
            raise InputError(f"There is no puzzle to write from {name}, so nothing was written.")
        target.write(writer.end())
    if wrong:
        raise typer.Exit(InputError.exit_code)


def _convert_all(name: str, stream: IO[bytes], layout: Layout | None, writer: Writer, target: IO[str]) -> int:
    """Writes every puzzle that can be; the others are named on standard error and counted."""
    from cpgen.formats import pieces

    wrong = 0
    for piece in pieces(stream, layout):
        try:
            target.write(writer.add(piece.read(layout)))
        except InputError as error:
            typer.echo(f"cpgen: {place(name, piece)}{error}", err=True)
            wrong += 1
            if writer.full:
                break
    return wrong


def target_of(out: str, to: str) -> Format:
    """The format to write: the one that is named, or the one that the file's ending tells."""
    from cpgen.formats import FORMATS, named
    from cpgen.formats.table import by_ending

    found = named(to) if to else by_ending(out)
    if found is None:
        what = "Standard output has no ending" if out == STANDARD else f"The ending of {out} tells no format"
        raise InputError(f"{what}; give --to with one of {', '.join(one.name for one in FORMATS)}.")
    return found


@contextmanager
def written_whole(out: str) -> Iterator[IO[str]]:
    """A stream to a file that appears whole when all went well, and not at all otherwise."""
    path = Path(os.path.realpath(out))
    if out == STANDARD or (path.exists() and not path.is_file() and not path.is_dir()):
        with _plain_stream(out) as stream:
            yield stream
        return
    try:
        if path.is_dir():
            raise InputError(f"{out} is a folder; give the name of a file.")
        with replacing(path) as file:
            stream = io.TextIOWrapper(file, encoding="utf-8", newline="\n")
            try:
                yield stream
            finally:
                stream.detach()
    except (OSError, ValueError) as error:
        raise InputError(f"The file {out} cannot be written: {why(error)}.") from error


@contextmanager
def _plain_stream(out: str) -> Iterator[IO[str]]:
    """Standard output, or a device, as a UTF-8 stream."""
    if out == STANDARD:
        wrapped = io.TextIOWrapper(sys.stdout.buffer, encoding="utf-8", newline="\n")
        try:
            yield wrapped
        finally:
            wrapped.detach()
    else:
        with open(out, "w", encoding="utf-8", newline="\n") as stream:
            yield stream


@command
def formats(as_json: Json = False) -> None:
    """List the formats that puzzles are read from and written to.

    \b
    Example: cpgen formats
    """
    from cpgen.cli.listings import show
    from cpgen.formats.table import listed

    columns = ("name", "title", "ending", "sides", "shapes", "layout", "puzzles", "keeps")
    rows: list[dict[str, Any]] = listed()
    if not as_json:
        rows = [{key: ", ".join(cell) if isinstance(cell, list) else cell for key, cell in row.items()} for row in rows]
    show(rows, columns, as_json)
