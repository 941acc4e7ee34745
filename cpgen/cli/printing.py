"""`cpgen draw` and `book`: pictures and booklets."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from cpgen.cli.commands import command
from cpgen.cli.explaining import Language, PaperSize, Symbols, only_puzzle
from cpgen.cli.options import LayoutOptions, Model, Puzzles
from cpgen.cli.reading import each_puzzle, grades_of
from cpgen.errors import InputError
from cpgen.errors import shown as shortened
from cpgen.layout import Layout
from cpgen.puzzle import Puzzle

if TYPE_CHECKING:
    from cpgen.render.board import Scene
    from cpgen.render.book import Item, Style
    from cpgen.render.shapes import Picture

Coloured = Annotated[bool, typer.Option("--colours", "--colors", help="Give regions soft colours.")]


@command
def draw(
    *,
    puzzles: Puzzles = None,
    output: Annotated[
        str, typer.Option("--output", "-o", metavar="FILE", help="The picture, .svg or .png; - for SVG on a pipe.")
    ] = "-",
    board: LayoutOptions,
    title: Annotated[str, typer.Option(metavar="TEXT", help="A title above the board.")] = "",
    theme: Annotated[
        str, typer.Option(metavar="NAME", help="light, dark, print (black and grey), or auto: as the viewer's screen.")
    ] = "auto",
    coloured: Coloured = False,
    labels: Annotated[bool, typer.Option("--labels", help="Number rows and columns.")] = False,
    candidates: Annotated[bool, typer.Option("--candidates", help="Show what each open cell can hold.")] = False,
    solution: Annotated[bool, typer.Option("--solution", help="Fill in the solution.")] = False,
    step: Annotated[int, typer.Option(min=0, metavar="N", help="Show round N of `cpgen explain`, marked.")] = 0,
    symbols: Symbols = "",
    width: Annotated[int, typer.Option(min=0, max=12000, metavar="PIXELS", help="Width of the picture.")] = 0,
    model: Model = None,
) -> None:
    """Draw a board as SVG or PNG.

    \b
    Example: cpgen draw ......3231...... -o board.svg
    """
    from cpgen.render.board import Look, picture_of, read_symbols
    from cpgen.render.colours import require_theme

    kind = picture_kind(output)
    require_theme(theme)
    puzzle = only_puzzle(puzzles, board.layout)
    scene = scene_of(puzzle, candidates, solution, step, model)
    look = Look(read_symbols(symbols, puzzle.layout.size), coloured, labels, title)
    write_picture(picture_of(scene, look), kind, output, theme, width)


def picture_kind(output: str) -> str:
    """`svg` or `png`, as the name of the file ends; raises InputError for another ending."""
    kind = "svg" if output == "-" else Path(output).suffix.lower().removeprefix(".")
    if kind not in ("svg", "png"):
        raise InputError(f"The picture {output!r} would be neither .svg nor .png; end its name with one of them.")
    return kind


def scene_of(puzzle: Puzzle, candidates: bool, solution: bool, step: int, model: str | None) -> Scene:
    """What the options put on the board; raises InputError when they do not go together."""
    from cpgen import api
    from cpgen.render.board import Scene
    from cpgen.render.steps import open_candidates

    if sum((candidates, solution, step > 0)) > 1:
        raise InputError("Give one of --candidates, --solution and --step, not several.")
    if step:
        return _step_scene(puzzle, step, model)
    if solution:
        return Scene(puzzle.layout, puzzle.clues, api.only_solution(puzzle))
    return Scene(puzzle.layout, puzzle.clues, candidates=open_candidates(puzzle) if candidates else {})


def _step_scene(puzzle: Puzzle, step: int, model: str | None) -> Scene:
    from cpgen import api
    from cpgen.render.steps import scenes_of

    explanation = api.explain(puzzle, grades_of(model, puzzle))
    for one, scene in scenes_of(puzzle, explanation):
        if one.number == step:
            return scene
    raise InputError(f"There is no round {step}; the ladder takes {len(explanation)} on this puzzle.")


def write_picture(picture: Picture, kind: str, output: str, theme: str, width: int) -> None:
    """Writes the picture to the file, or its SVG to standard output."""
    from cpgen.cli import shown
    from cpgen.render.files import write_whole
    from cpgen.render.png import png_of
    from cpgen.render.svg import svg_of

    if output == "-":
        shown.tell(svg_of(picture, theme, width).rstrip())
    elif kind == "svg":
        write_whole(output, svg_of(picture, theme, width).encode())
    else:
        write_whole(output, png_of(picture, theme, width))


@command
def book(
    *,
    file: Annotated[str, typer.Argument(metavar="FILE.pdf", help="The booklet.")],
    puzzles: Puzzles = None,
    title: Annotated[str, typer.Option(metavar="TEXT", help="The title.")] = "",
    subtitle: Annotated[str, typer.Option(metavar="TEXT", help="What stands below the title.")] = "",
    author: Annotated[str, typer.Option(metavar="TEXT", help="Who made it.")] = "",
    per_page: Annotated[int, typer.Option("--per-page", metavar="N", help="Puzzles a page: 1, 2, 4, 6 or 9.")] = 4,
    paper_size: PaperSize = "a4",
    lang: Language = "en",
    hints: Annotated[
        bool, typer.Option("--hints", help="Tell the first rounds of each puzzle before the end.")
    ] = False,
    codes: Annotated[bool, typer.Option("--qr/--no-qr", help="A QR code at each puzzle to play it online.")] = True,
    coloured: Coloured = False,
    symbols: Symbols = "",
    font: Annotated[
        str, typer.Option(metavar="FILE.ttf", help="A TrueType font for kanji and symbols, embedded in the PDF.")
    ] = "",
    board: LayoutOptions,
    model: Model = None,
) -> None:
    """Print puzzles as a booklet (PDF), solutions at the end.

    It has a title page, and the puzzles with their grades.

    \b
    Example: cpgen book sudoku.pdf ......3231...... --title "Sunday sudoku" --hints
    """
    from cpgen.render.board import read_symbols
    from cpgen.render.book import Style, book_pdf
    from cpgen.render.files import write_whole
    from cpgen.render.links import play_link
    from cpgen.render.paper import require_reportlab
    from cpgen.render.words import words_of

    require_pdf(file)
    require_reportlab()
    link = play_link if codes else None
    style = Style(
        words_of(lang),
        title,
        subtitle,
        author,
        paper_size,
        per_page,
        read_symbols(symbols, 2),
        coloured,
        hints,
        link,
        font,
    )
    items, left_out = _items(puzzles, board.layout, style, model)
    if items:
        write_whole(file, book_pdf(items, style))
    if left_out:
        raise typer.Exit(left_out)


def _items(puzzles: list[str] | None, layout: Layout | None, style: Style, model: str | None) -> tuple[list[Item], int]:
    """What is printed, and the exit code that says whether a puzzle was left out."""
    from cpgen.api import book_item

    items: list[Item] = []

    def add(puzzle: Puzzle) -> None:
        items.append(book_item(len(items) + 1, puzzle, style, grades_of(model, puzzle)))

    try:
        each_puzzle(puzzles, layout, add)
    except typer.Exit as end:
        return items, end.exit_code
    return items, 0


def require_pdf(file: str) -> None:
    """Raises InputError for a name that is not a PDF's, as when a puzzle stands where the booklet is named."""
    if not file.lower().endswith(".pdf"):
        raise InputError(f"The booklet {shortened(file)} is no PDF; name it first, as in book.pdf.")
