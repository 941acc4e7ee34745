"""`cpgen convert`: convert puzzles from any format to any other."""

from __future__ import annotations

from pathlib import Path
from typing import IO, TYPE_CHECKING, Annotated

import click

from cpgen.cli.command import command
from cpgen.cli.inputs import Faults, name_of, sources
from cpgen.cli.options import argument, option
from cpgen.cli.output import STANDARD, note, text_file, warn
from cpgen.errors import InputError
from cpgen.formats import ReadingRequest, Writer, WritingRequest, format_named
from cpgen.formats.table import FORMATS, format_by_extension
from cpgen.messages import counted

if TYPE_CHECKING:
    from cpgen.formats import Format, Writer

OutFile = Annotated[str, argument("[OUT]", "The file to write; - for standard output.")]


FormatName = Annotated[
    str,
    option("NAME", "The format, see `cpgen formats`; by default, the file extension decides.", "--to"),
]


@command
def convert(
    *,
    given: Annotated[str, argument("IN", "A file of puzzles of any format, or a puzzle; - for standard input.")],
    out: OutFile = STANDARD,
    to: FormatName = "",
    reading: ReadingRequest,
    writing: WritingRequest,
) -> None:
    """Convert puzzles from any format to any other.

    A puzzle that is invalid, or that the format cannot hold, is reported and left out. Details that the format cannot
    hold, such as titles or colours, are dropped and counted at the end.

    \b
    Example: cpgen convert puzzles.sdm puzzles.json
    """
    writer = Writer(target_of(out, to), reading.houses_given, writing)
    with text_file(out) as target:
        wrong = _convert_all(given, reading, writer, target)
        if not writer.count:
            raise InputError(f"There is no puzzle to convert in {name_of(given)}; nothing was written.")
        target.write(writer.end())
    note_written(out, writer)
    if wrong:
        raise click.exceptions.Exit(InputError.exit_code)


def note_written(out: str, writer: Writer) -> None:
    """Report what the format dropped and, at a terminal, how many puzzles were written."""
    if writer.loss:
        warn(writer.loss)
    note_count(out, writer.count)


def note_count(out: str, puzzles: int) -> None:
    """Report at a terminal how many puzzles were written to a file."""
    if out != STANDARD:
        note(f"Wrote {out}: {counted(puzzles, 'puzzle')}.")


def _convert_all(given: str, reading: ReadingRequest, writer: Writer, target: IO[str]) -> int:
    """Write every puzzle that can be written; report the others, and return the number of these."""
    wrong = 0
    with Faults() as faults:
        for source in sources([given], reading):
            try:
                entry = source.entry(reading)
                with source.placed():
                    target.write(writer.add(entry))
            except InputError as problem:
                if not source.file:
                    raise
                faults.add(problem)
                wrong += 1
                if writer.full:
                    break
    return wrong


def target_of(out: str, to: str) -> Format:
    """Return the named format, or the one of the file extension; raise InputError if it is unknown."""
    format_ = format_named(to) if to else format_by_extension(out)
    if format_ is None:
        extension, place = Path(out).suffix, "Standard output" if out == STANDARD else out
        problem = f"Unknown file extension {extension}" if extension else f"{place} has no file extension"
        names = ", ".join(one.name for one in FORMATS)
        raise InputError(f"{problem}; choose a format with --to: {names}.")
    return format_
