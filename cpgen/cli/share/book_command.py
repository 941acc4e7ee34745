"""`cpgen book`: make a booklet to print, for e-readers, or in parts for layout programs."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import click

from cpgen import api
from cpgen.cli.command import command
from cpgen.cli.inputs import PuzzleOptions
from cpgen.cli.options import GradingOptions, file_argument, file_option
from cpgen.cli.output import note, reason
from cpgen.cli.progress import ProgressLine
from cpgen.errors import InputError
from cpgen.files import write_whole
from cpgen.messages import counted
from cpgen.messages import shown as shortened
from cpgen.render.render_requests import BookSettings

if TYPE_CHECKING:
    from cpgen.difficulty import GradeModel
    from cpgen.formats import Entry
    from cpgen.render.item import Item

PAGE = rb"/Type /Page\b"
Font = Annotated[str, file_option("FILE", "A TrueType or OpenType font for symbols and kanji, embedded in the PDF.")]
Booklet = Annotated[str, file_argument("FILE.pdf", "The booklet: .pdf, .epub, or a folder/ for its parts (or .zip).")]


@command
def book(
    *, file: Booklet, inputs: PuzzleOptions, request: BookSettings, font: Font = "", grading: GradingOptions
) -> None:
    """Print puzzles as a booklet (PDF), solutions at the end.

    The booklet has chapters by grade, contents, how to play and how to solve. An .epub is for e-readers; a folder gets
    a vector file (SVG and PDF) for each puzzle and solution, for layout programs.

    \b
    Example: cpgen book sudoku.pdf ......3231...... --title "Sunday sudoku" --hints
    """
    if left_out := write_book(file, inputs.each, request, font, grading.chosen):
        raise click.exceptions.Exit(left_out)


def write_book(
    file: str,
    each: Callable[[Callable[[int, Entry], object]], int],
    request: BookSettings,
    font: str,
    model: GradeModel | None,
) -> int:
    """Write a booklet.

    Args:
        file: Its name, or a folder for its parts.
        each: Function that calls another one with the number and content of every puzzle, and returns an exit code.
        request: Settings of the booklet, such as its title and paper size.
        font: A font file for symbols and kanji.
        model: The grade model; None for that of each layout.

    Returns:
        The exit code of `each`.
    """
    kind = book_type(file)
    # A folder needs no writer, but the packages that `book_writer` requires: a missing one is reported before the work.
    write = api.book_writer(kind or "zip")
    items: list[Item] = []
    with ProgressLine() as line:

        def add(_: int, entry: Entry) -> None:
            items.append(api.book_item(entry, request, model))
            line.update(f"{counted(len(items), 'puzzle')} solved and rated")

        left_out = each(add)
        content = write(items, request, font, line.drawing) if items and kind else b""
        if content:
            write_whole(file, content)
        elif items:
            _write_parts(Path(file), items, request, font, line.drawing)
    if items:
        pages = f", {counted(len(re.findall(PAGE, content)), 'page')}" if kind == "pdf" else ""
        note(f"Wrote {file}: {counted(len(items), 'puzzle')}{pages}.")
    return left_out


def one_by_one(entries: Iterable[Entry]) -> Callable[[Callable[[int, Entry], object]], int]:
    """Return the argument `each` of `write_book` for the puzzles of an iterable."""

    def each(add: Callable[[int, Entry], object]) -> int:
        for number, entry in enumerate(entries, 1):
            add(number, entry)
        return 0

    return each


def book_type(file: str) -> str:
    """Return `pdf`, `epub` or `zip`, empty for a folder; raise InputError for another file or a puzzle."""
    if file.endswith(("/", "\\")) or (len(file) < 200 and Path(file).is_dir()):
        return ""
    extension = file.lower().rpartition(".")[2]
    if extension not in ("pdf", "epub", "zip"):
        raise InputError(
            f"{shortened(file)} is not a PDF file, nor an .epub, a .zip or a folder; give the booklet first, "
            "as in book.pdf."
        )
    return extension


def _write_parts(
    folder: Path, items: list[Item], request: BookSettings, font: str, progress: Callable[[int, int], object]
) -> None:
    """Write a booklet in parts into a folder; `progress` is called with the number of files done and of all.

    Raises:
        InputError: The folder cannot be made.
    """
    from cpgen.render.zip_parts import parts_of

    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InputError(f"The folder {folder} cannot be made: {reason(error)}.") from error
    for number, (name, content) in enumerate(parts_of(items, request, font), 1):
        write_whole(str(folder / name), content)
        # Four files for each puzzle (it and its solution, as SVG and as PDF), and a list of all puzzles.
        progress(number, 4 * len(items) + 1)
