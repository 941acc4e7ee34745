"""`cpgen centres` and `rounds`: the patterns of a centre, and how solving goes on."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

import typer

from cpgen.cli.commands import command
from cpgen.cli.explaining import Symbols
from cpgen.cli.naming import text_of_file
from cpgen.cli.options import Json, LayoutOptions, Model, Puzzles
from cpgen.layout import Layout
from cpgen.puzzle import Puzzle


@command
def centres(
    *,
    number: Annotated[int, typer.Argument(min=0, metavar="[NUMBER]", help="Show only this one.")] = 0,
    board: LayoutOptions,
    as_json: Json = False,
) -> None:
    """List the point-symmetric patterns of the centre region (for `cpgen dig --centre`), each with a little picture.

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
def rounds(
    *,
    puzzles: Puzzles = None,
    board: LayoutOptions,
    symbols: Symbols = "",
    model: Model = None,
    as_json: Json = False,
) -> None:
    """Show a row a round of solving: how many cells are open, the rule, the digits placed.

    \b
    Example: cpgen rounds .31...2......4..
    """
    from cpgen.cli import digging_shown as told
    from cpgen.cli.reading import each_puzzle, grades_of
    from cpgen.generation.digging.rounds import round_rows

    def show(puzzle: Puzzle) -> None:
        signs = told.signs_of(symbols, puzzle.layout.size)
        told.show_rounds(puzzle, round_rows(puzzle, grades_of(model, puzzle).ladder), signs, as_json)

    layout = board.layout
    if not symbols:
        each_puzzle(puzzles, layout, show)
    for puzzle in _in_symbols(puzzles, board.layout_or_usual(9), symbols) if symbols else ():
        show(puzzle)


def _in_symbols(arguments: list[str] | None, layout: Layout, symbols: str) -> Iterator[Puzzle]:
    """The puzzles of the arguments, written in the user's symbols."""
    from cpgen.cli.digging_shown import in_digits, signs_of
    from cpgen.cli.inputs import STANDARD, opened
    from cpgen.formats import pieces

    signs = signs_of(symbols, layout.size)
    for argument in arguments or [STANDARD]:
        text = text_of_file(argument) if argument != STANDARD else None
        if argument == STANDARD:
            with opened(argument) as (_, stream):
                text = stream.read().decode("utf-8-sig")
        spelled = in_digits(argument if text is None else text, signs)
        yield from (piece.read(layout).puzzle for piece in pieces(spelled, layout))
