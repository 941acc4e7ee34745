"""`cpgen centres` and `rounds`: the patterns of a centre, and how solving goes on."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

import typer

from cpgen.cli.commands import command
from cpgen.cli.inputs import STANDARD, PuzzleOptions, opened
from cpgen.cli.naming import grades_of, text_of_file
from cpgen.cli.options import Json, LayoutOptions, Model
from cpgen.cli.symbols import Symbols, in_digits, signs_of
from cpgen.layout import Layout
from cpgen.puzzle import Puzzle


@command
def centres(
    *,
    number: Annotated[int, typer.Argument(min=0, metavar="[NUMBER]", help="Show only this one.")] = 0,
    board: LayoutOptions,
    as_json: Json = False,
) -> None:
    """List the point-symmetric patterns of the centre region.

    They are for `cpgen dig --centre`, each with a little picture.

    An o is a cell whose digit is shown. Odd numbers show the middle cell, and each even number is the one before it
    without. On 3×3 boxes 1 to 12 show two of the four pairs around it.

    \b
    Example: cpgen centres
    """
    from cpgen.cli import shown
    from cpgen.cli.digging_shown import picture_lines
    from cpgen.generation.digging.centre import centre_count, centre_pattern

    layout = board.layout_or_usual(9)
    numbers = [number] if number else range(1, centre_count(layout) + 1)
    patterns = [centre_pattern(layout, one) for one in numbers]
    if as_json:
        for one in patterns:
            shown.tell_json({"number": one.number, "middle": one.shows_middle, "picture": one.picture(layout)})
    else:
        shown.tell("\n".join(picture_lines(layout, patterns)).rstrip())


@command
def rounds(*, given: PuzzleOptions, symbols: Symbols = "", model: Model = None, as_json: Json = False) -> None:
    """Show a table of solving: open cells, rule, digits placed.

    A row is a round.

    \b
    Example: cpgen rounds .31...2......4..
    """
    from cpgen.cli.digging_shown import show_rounds
    from cpgen.generation.digging.rounds import round_rows

    def show(puzzle: Puzzle) -> None:
        rows = round_rows(puzzle, grades_of(model, puzzle.layout).ladder)
        show_rounds(puzzle, rows, signs_of(symbols, puzzle.layout.size), as_json)

    if symbols:
        for puzzle in _in_symbols(given.puzzles, given.board.layout_or_usual(9), symbols):
            show(puzzle)
    else:
        given.show_each(show)


def _in_symbols(arguments: list[str] | None, layout: Layout, symbols: str) -> Iterator[Puzzle]:
    """The puzzles of the arguments, written in the user's symbols."""
    from cpgen.formats import pieces

    signs = signs_of(symbols, layout.size)
    for argument in arguments or [STANDARD]:
        text = text_of_file(argument) if argument != STANDARD else None
        if argument == STANDARD:
            with opened(argument) as (_, stream):
                text = stream.read().decode("utf-8-sig")
        spelled = in_digits(argument if text is None else text, signs)
        yield from (piece.read(layout).puzzle for piece in pieces(spelled, layout))
