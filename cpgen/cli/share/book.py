"""`cpgen book`: a booklet to print."""

from __future__ import annotations

import re
from typing import Annotated

import typer

from cpgen import api
from cpgen.cli.command import command
from cpgen.cli.inputs import PuzzleOptions
from cpgen.cli.options import GradingOptions
from cpgen.cli.progress import ProgressLine, note
from cpgen.errors import InputError, counted
from cpgen.errors import shown as shortened

Font = Annotated[
    str, typer.Option(metavar="FILE", help="A TrueType or OpenType font for symbols and kanji, embedded in the PDF.")
]


Booklet = Annotated[str, typer.Argument(metavar="FILE.pdf", help="The booklet.")]


@command
def book(
    *, file: Booklet, given: PuzzleOptions, request: api.BookRequest, font: Font = "", grading: GradingOptions
) -> None:
    """Print puzzles as a booklet (PDF), solutions at the end.

    The booklet has a title page, and shows the grade of every puzzle.

    \b
    Example: cpgen book sudoku.pdf ......3231...... --title "Sunday sudoku" --hints
    """
    require_pdf(file)
    api.require_reportlab()
    items: list[api.Item] = []
    with ProgressLine() as line:

        def add(entry: api.Entry) -> None:
            items.append(api.book_item(entry, request, grading.chosen))
            line.update(f"{counted(len(items), 'puzzle')} solved and rated")

        left_out = given.each_entry(add)
        content = api.book_pdf(items, request, font, line.pages) if items else b""
    if items:
        api.write_whole(file, content)
        pages = len(re.findall(rb"/Type /Page\b", content))
        note(f"Wrote {file}: {counted(len(items), 'puzzle')}, {counted(pages, 'page')}.")
    if left_out:
        raise typer.Exit(left_out)


def require_pdf(file: str) -> None:
    """Raises InputError for a file that is no PDF, as when a puzzle comes before the booklet."""
    if not file.lower().endswith(".pdf"):
        raise InputError(f"{shortened(file)} is not a PDF file; give the booklet first, as in book.pdf.")
