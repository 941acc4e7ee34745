"""`cpgen pentomino`: the catalogue of the 5×5 boards, and sets of puzzles on them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated

import typer

from cpgen.cli.boards import CornersApart, Count, Seed, UpTo
from cpgen.cli.commands import command
from cpgen.cli.naming import text_of_file
from cpgen.cli.options import Json, OracleName, not_empty
from cpgen.cli.study_run import ShowOptions, run
from cpgen.errors import CpgenError, InputError, one_of

if TYPE_CHECKING:
    from cpgen.boards.sets import SetPuzzle
    from cpgen.layout import Layout

app = typer.Typer(
    help="The 5×5 boards of five pentominoes: their catalogue, and sets of puzzles on them.\n\n\b\n"
    "Example: cpgen pentomino set --count 3 --seed 1",
    no_args_is_help=True,
    rich_markup_mode=None,
)


@app.command("study")
@command
def study(*, up_to: UpTo = "symmetry", corners_apart: CornersApart = False, showing: ShowOptions) -> None:
    """Make the catalogue of the 5×5 boards: grids, fewest clues, and puzzles of four clues, all exactly.

    \b
    Example: cpgen pentomino study --up-to rotation --corners-apart
    """
    from cpgen.study.pentomino import Plan
    from cpgen.study.pentomino import study as study_of

    run(study_of(Plan(up_to, corners_apart)), showing)


@app.command("set")
@command
def make_set(
    *,
    count: Count = 1,
    clues: Annotated[str, typer.Option(metavar="N|fewest", help="4 to 8, or as few as each board needs.")] = "4",
    boards: Annotated[
        str,
        typer.Option(
            callback=not_empty,
            metavar="all|corners-apart|FILE|NAME",
            help="The boards; in a file one a line, or drawn.",
        ),
    ] = "all",
    distinct_boards: Annotated[bool, typer.Option("--distinct-boards", help="No board twice.")] = False,
    grade: Annotated[
        str, typer.Option("--grade", "-g", callback=not_empty, metavar="GRADE", help="How hard (see `cpgen grades`).")
    ] = "any",
    with_stuck: Annotated[
        bool, typer.Option("--with-stuck", help="Puzzles on which the ladder of rules gets stuck, too.")
    ] = False,
    symbols: Annotated[
        str, typer.Option(callback=not_empty, metavar="ABCDE", help="Five symbols in place of the digits.")
    ] = "",
    solution: Annotated[bool, typer.Option("--solution", help="Show the solution, too.")] = False,
    seed: Seed = None,
    oracle: OracleName = "cpsat",
    as_json: Json = False,
) -> None:
    """Make a set of graded puzzles, no two the same under rotation, reflection and relabelling.

    \b
    Example: cpgen pentomino set --count 10 --distinct-boards --seed 1
    """
    from cpgen.api import fresh_seed
    from cpgen.boards.sets import SetRequest, puzzle_set
    from cpgen.cli import shown

    if with_stuck and grade != "any":
        raise InputError("--with-stuck takes puzzles of no grade; leave out --grade, or leave it out.")
    from_file = boards not in ("all", "corners-apart")
    layouts = _boards_of(boards, oracle)
    request = SetRequest(layouts, _clues(clues), distinct_boards, not from_file, "" if with_stuck else grade, oracle)
    seed = fresh_seed() if seed is None else seed
    named = _named(symbols)
    for one in puzzle_set(request, count, seed):
        _show_puzzle(one, named, solution, as_json)
    if shown.for_people() and not as_json:
        shown.tell(f"seed {seed}")


def _clues(word: str) -> int:
    from cpgen.boards.sets import FEWEST
    from cpgen.layout import whole_number

    return FEWEST if word == "fewest" else whole_number(word, "the number of clues (or the word fewest)")


def _boards_of(word: str, oracle: str) -> tuple[Layout, ...]:
    """The boards that the option tells; raises InputError or ImpossibleError with the line of a file's wrong board."""
    from cpgen import shipped
    from cpgen.boards.catalogue import layouts

    if word in ("all", "corners-apart"):
        return tuple(layouts("symmetry", word == "corners-apart"))
    text = shipped.text("layouts", word) if word in shipped.names("layouts") else text_of_file(word)
    if text is None:
        raise one_of(["all", "corners-apart"], word, "a choice of boards, nor a layout or a file")
    found = tuple(_board_on(f"{word}, line {number}", drawn, oracle) for number, drawn in _blocks(text))
    if not found:
        raise InputError(f"There is no board in {word}; write one a line, as in AABBC/AABBC/DABCC/DDEEC/DDEEE.")
    return found


def _blocks(text: str) -> Iterator[tuple[int, str]]:
    """The boards written in a text, one a line or drawn in rows that a blank line ends, with their line numbers."""
    rows: list[str] = []
    for number, line in enumerate([*text.splitlines(), ""], 1):
        row = line.partition("#")[0].strip()
        if "/" in row:
            yield number, row
        elif row:
            rows.append(row)
        elif rows and not line.strip():
            yield number - len(rows), "/".join(rows)
            rows = []


def _board_on(place: str, line: str, oracle: str) -> Layout:
    from cpgen.api import named_layout
    from cpgen.boards.jigsaw import require_grid

    try:
        layout = named_layout(line)
        require_grid(layout, oracle)
    except CpgenError as error:
        raise type(error)(f"{place}: {error}") from None
    return layout


def _named(symbols: str) -> tuple[str, ...]:
    """The symbol for an open cell and those for 1 to 5."""
    from cpgen.boards.pentomino import SIDE
    from cpgen.render.board import read_symbols

    return (".", *read_symbols(symbols, SIDE)[:SIDE])


def _show_puzzle(one: SetPuzzle, named: tuple[str, ...], solution: bool, as_json: bool) -> None:
    """Shows a puzzle of a set: an object, a drawn board for people, or a jigsaw line for a pipe."""
    from cpgen._version import __version__
    from cpgen.cli import shown
    from cpgen.layout import REGION_LETTERS
    from cpgen.objects import graded_object
    from cpgen.puzzle import line
    from cpgen.render.terminal import draw_board

    data = graded_object(one.puzzle, one.rating, one.model) | {
        "solution": line(one.solution),
        "seed": one.seed,
        "index": one.index,
        "version": __version__,
    }
    layout = one.puzzle.layout
    clues, filled = ["".join(named[digit] for digit in digits) for digits in (one.puzzle.clues, one.solution)]
    jigsaw = clues + "".join(REGION_LETTERS[region] for region in layout.regions)
    if as_json:
        shown.tell_json(data | {"symbols": named[1:]})
    elif shown.for_people():
        shown.tell(draw_board(layout, clues))
        shown.tell(shown.rating_sentence(data))
        shown.tell(jigsaw)
        shown.tell(draw_board(layout, filled) + "\n" if solution else "")
    else:
        shown.tell(f"{jigsaw} {''.join(filled)}" if solution else jigsaw)
