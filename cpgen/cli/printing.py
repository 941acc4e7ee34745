"""`cpgen draw` and `book`: pictures and booklets."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from cpgen.cli.commands import command
from cpgen.cli.inputs import STANDARD, PuzzleOptions
from cpgen.cli.naming import grades_of
from cpgen.cli.options import Model, option
from cpgen.cli.pictures import BookOptions, PictureOptions, SceneOptions
from cpgen.errors import InputError
from cpgen.errors import shown as shortened
from cpgen.puzzle import Puzzle

if TYPE_CHECKING:
    from cpgen.render.book import Item

Out = Annotated[str, option("FILE", "The picture, .svg or .png; - for SVG on a pipe.", "--out", "-o")]
Booklet = Annotated[str, typer.Argument(metavar="FILE.pdf", help="The booklet.")]


@command
def draw(
    *,
    given: PuzzleOptions,
    out: Out = STANDARD,
    picture: PictureOptions,
    scene: SceneOptions,
    model: Model = None,
) -> None:
    """Draw a board as SVG or PNG.

    \b
    Example: cpgen draw ......3231...... -o board.svg
    """
    from cpgen.render.board import picture_of

    picture.require_kind(out)
    puzzle = given.only
    drawn = picture_of(scene.on(puzzle, grades_of(model, puzzle.layout)), picture.look(puzzle.layout.size))
    picture.write(drawn, out)


@command
def book(*, file: Booklet, given: PuzzleOptions, asked: BookOptions, model: Model = None) -> None:
    """Print puzzles as a booklet (PDF), solutions at the end.

    It has a title page, and the puzzles with their grades.

    \b
    Example: cpgen book sudoku.pdf ......3231...... --title "Sunday sudoku" --hints
    """
    from cpgen.api import book_item
    from cpgen.render.book import book_pdf
    from cpgen.render.files import write_whole
    from cpgen.render.paper import require_reportlab

    require_pdf(file)
    require_reportlab()
    style = asked.style
    items: list[Item] = []

    def add(puzzle: Puzzle) -> None:
        items.append(book_item(len(items) + 1, puzzle, style, grades_of(model, puzzle.layout)))

    left_out = given.each(add)
    if items:
        write_whole(file, book_pdf(items, style))
    if left_out:
        raise typer.Exit(left_out)


def require_pdf(file: str) -> None:
    """Raises InputError for a name that is not a PDF's, as when a puzzle stands where the booklet is named."""
    if not file.lower().endswith(".pdf"):
        raise InputError(f"The booklet {shortened(file)} is no PDF; name it first, as in book.pdf.")
