"""`cpgen book`: a booklet to print."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

import typer

from cpgen import api
from cpgen.cli.command import command
from cpgen.cli.drawing import Symbols
from cpgen.cli.inputs import PuzzleOptions
from cpgen.cli.naming import grades_of
from cpgen.cli.options import Coloured, Language, Model, PaperSize, Title
from cpgen.errors import InputError
from cpgen.errors import shown as shortened

Subtitle = Annotated[str, typer.Option(metavar="TEXT", help="The line below the title.")]


Author = Annotated[str, typer.Option(metavar="TEXT", help="The author.")]


PerPage = Annotated[int, typer.Option("--per-page", metavar="N", help="Puzzles a page: 1, 2, 4, 6 or 9.")]


Hints = Annotated[
    bool, typer.Option("--hints", help="Print hints for the first rounds of each puzzle before the solutions.")
]


Codes = Annotated[bool, typer.Option("--qr/--no-qr", help="A QR code at each puzzle to play it online.")]


Font = Annotated[
    str, typer.Option(metavar="FILE.ttf", help="A TrueType font for kanji and symbols, embedded in the PDF.")
]


@dataclass(frozen=True)
class BookOptions:
    """The look of a booklet."""

    title: Title = ""
    subtitle: Subtitle = ""
    author: Author = ""
    per_page: PerPage = 4
    paper_size: PaperSize = "a4"
    lang: Language = "en"
    hints: Hints = False
    codes: Codes = True
    coloured: Coloured = False
    symbols: Symbols = ""
    font: Font = ""

    @property
    def style(self) -> api.Style:
        """The style told; raises InputError for a language, a paper or a number a page that there is not."""
        return api.Style(
            words=api.words_of(self.lang),
            title=self.title,
            subtitle=self.subtitle,
            author=self.author,
            paper=self.paper_size,
            per_page=self.per_page,
            symbols=api.read_symbols(self.symbols, 2),
            coloured=self.coloured,
            hints=self.hints,
            link=api.play_link if self.codes else None,
            font=self.font,
        )


Booklet = Annotated[str, typer.Argument(metavar="FILE.pdf", help="The booklet.")]


@command
def book(*, file: Booklet, given: PuzzleOptions, asked: BookOptions, model: Model = None) -> None:
    """Print puzzles as a booklet (PDF), solutions at the end.

    The booklet has a title page, and shows the grade of every puzzle.

    \b
    Example: cpgen book sudoku.pdf ......3231...... --title "Sunday sudoku" --hints
    """
    require_pdf(file)
    api.require_reportlab()
    style = asked.style
    items: list[api.Item] = []

    def add(puzzle: api.Puzzle) -> None:
        items.append(api.book_item(len(items) + 1, puzzle, style, grades_of(model, puzzle.layout)))

    left_out = given.each(add)
    if items:
        api.write_whole(file, api.book_pdf(items, style))
    if left_out:
        raise typer.Exit(left_out)


def require_pdf(file: str) -> None:
    """Raises InputError for a file that is no PDF, as when a puzzle comes before the booklet."""
    if not file.lower().endswith(".pdf"):
        raise InputError(f"{shortened(file)} is not a PDF file; give the booklet first, as in book.pdf.")
