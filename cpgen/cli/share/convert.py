"""`cpgen convert`: puzzles from any format to any other."""

from __future__ import annotations

from pathlib import Path
from typing import IO, Annotated

import typer

from cpgen import api
from cpgen.cli.command import command
from cpgen.cli.inputs import opened, place
from cpgen.cli.output import STANDARD, text_file, warn
from cpgen.cli.progress import note
from cpgen.errors import InputError, counted

OutFile = Annotated[str, typer.Argument(metavar="[OUT]", help="The file to write; - for standard output.")]


FormatName = Annotated[
    str,
    typer.Option(
        "--to", metavar="NAME", help="The format, see `cpgen formats`; by default, the extension of OUT decides."
    ),
]


@command
def convert(
    *,
    given: Annotated[str, typer.Argument(metavar="IN", help="A file of puzzles of any format; - for standard input.")],
    out: OutFile = STANDARD,
    to: FormatName = "",
    reading: api.ReadingRequest,
    writing: api.WritingRequest,
) -> None:
    """Convert puzzles from any format to any other.

    A puzzle that is invalid, or that the format cannot hold, is reported and left out. So is what a format does not
    hold of a puzzle, at the end and with numbers.

    \b
    Example: cpgen convert puzzles.sdm puzzles.json
    """
    with opened(given) as (name, stream):
        writer = api.Writer(target_of(out, to), reading.layout_given, writing)
        with text_file(out) as target:
            wrong = _convert_all(name, stream, reading, writer, target)
            if not writer.count:
                raise InputError(f"There is no puzzle to convert in {name}; nothing was written.")
            target.write(writer.end())
    note_written(out, writer)
    if wrong:
        raise typer.Exit(InputError.exit_code)


def note_written(out: str, writer: api.Writer) -> None:
    """Says what the format left out and, at a terminal, how many puzzles a file has got."""
    if writer.loss:
        warn(writer.loss)
    note_count(out, writer.count)


def note_count(out: str, puzzles: int) -> None:
    """Says at a terminal how many puzzles a file has got."""
    if out != STANDARD:
        note(f"Wrote {out}: {counted(puzzles, 'puzzle')}.")


def _convert_all(name: str, stream: IO[bytes], reading: api.ReadingRequest, writer: api.Writer, target: IO[str]) -> int:
    """Writes every puzzle that can be written; the others are reported on standard error and counted."""
    wrong = 0
    for excerpt in api.puzzle_texts(stream, reading.layout_given):
        try:
            target.write(writer.add(reading.read(excerpt)))
        except InputError as error:
            warn(f"{place(name, excerpt)}{error}")
            wrong += 1
            if writer.full:
                break
    return wrong


def target_of(out: str, to: str) -> api.Format:
    """The format to write: the named one, or the one of the file extension; raises InputError for an unknown one."""
    found = api.format_named(to) if to else api.format_by_extension(out)
    if found is None:
        extension, place = Path(out).suffix, "Standard output" if out == STANDARD else out
        problem = f"Unknown file extension {extension}" if extension else f"{place} has no file extension"
        names = ", ".join(one.name for one in api.FORMATS)
        raise InputError(f"{problem}; choose a format with --to: {names}.")
    return found
