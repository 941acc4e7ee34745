"""`cpgen pentomino`: the catalogue of the 5×5 boards, and sets of puzzles on them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Annotated

import typer

from cpgen import api
from cpgen.cli.boards.boards import CornersApart, UpTo
from cpgen.cli.command import command
from cpgen.cli.drawing import Symbols, cells_in, draw_puzzle, rating_sentence
from cpgen.cli.help import group
from cpgen.cli.naming import text_of_file
from cpgen.cli.options import ClueCount, GradeName, OracleName, ShowOptions, option
from cpgen.cli.output import for_people, print_json, show, show_seed
from cpgen.cli.research.study.running import KeepOptions, run
from cpgen.errors import CpgenError, InputError, one_of

app = group(
    "Puzzles on 5×5 boards of five pentominoes, and their catalogue.\n\n\b\n"
    "Example: cpgen pentomino set --count 3 --seed 1",
)


BoardsName = Annotated[
    str, option("all|corners-apart|FILE|NAME", "The boards; in a file one a line, or drawn.", "--boards")
]


DistinctBoards = Annotated[bool, typer.Option("--distinct-boards", help="Use every board at most once.")]


WithStuck = Annotated[bool, typer.Option("--with-stuck", help="Include puzzles on which the ladder gets stuck.")]


@app.command("study", rich_help_panel="Research")
@command
def study(*, up_to: UpTo = "symmetry", corners_apart: CornersApart = False, keeping: KeepOptions) -> None:
    """Make the catalogue of all 5×5 boards, with exact counts.

    For every board: its grids, its fewest clues, and its puzzles of four clues.

    \b
    Example: cpgen pentomino study --up-to rotation --corners-apart
    """
    run(api.PentominoStudy(up_to, corners_apart), keeping)


@dataclass(frozen=True)
class SetOptions:
    """What a set is made of."""

    clues: ClueCount = "4"
    boards: BoardsName = "all"
    distinct_boards: DistinctBoards = False
    grade: GradeName = "any"
    with_stuck: WithStuck = False
    oracle: OracleName = "cpsat"

    @property
    def request(self) -> api.SetRequest:
        """The request that the options make; raises InputError when they do not go together."""
        if self.with_stuck and self.grade != "any":
            raise InputError("--with-stuck takes puzzles of no grade; leave out --grade, or leave it out.")
        few = self.clues == "fewest"
        return api.SetRequest(
            layouts=boards_of(self.boards, self.oracle),
            clues=api.FEWEST_CLUES if few else api.whole_number(self.clues, "the number of clues (or the word fewest)"),
            distinct_boards=self.distinct_boards,
            turned=self.boards in CHOICES,
            grade="" if self.with_stuck else self.grade,
            oracle=self.oracle,
        )


@app.command("set", rich_help_panel="Make")
@command
def make_set(*, asked: SetOptions, series: api.Series, symbols: Symbols = "", showing: ShowOptions) -> None:
    """Make a set of graded puzzles, no two the same.

    They have 4 to 8 clues. Puzzles are the same under rotation, reflection and relabelling.

    \b
    Example: cpgen pentomino set --count 10 --distinct-boards --seed 1
    """
    request, signs, seed = asked.request, _signs_of(symbols), series.first_seed()
    for one in api.puzzle_set(request, series.count, seed):
        _show_puzzle(one, signs, showing)
    show_seed(seed, showing.as_json)


def _signs_of(symbols: str) -> tuple[str, ...]:
    """The signs for the digits 1 to 5."""
    return tuple(api.read_symbols(symbols, api.PENTOMINO_SIDE)[: api.PENTOMINO_SIDE])


def _show_puzzle(one: api.SetPuzzle, signs: tuple[str, ...], showing: ShowOptions) -> None:
    """Shows a puzzle of a set: an object, a drawing for people, or a jigsaw line for a pipe."""
    data, layout = one.as_json(), one.puzzle.layout
    clues, filled = ("".join(cells_in(signs, digits)) for digits in (one.puzzle.clues, one.solution))
    jigsaw = clues + "".join(api.REGION_LETTERS[region] for region in layout.regions)
    if showing.as_json:
        print_json(data | {"symbols": signs})
    elif for_people():
        show(draw_puzzle(one.puzzle, signs=signs))
        show(rating_sentence(data))
        show(jigsaw)
        show(draw_puzzle(one.puzzle, one.solution, signs=signs) + "\n" if showing.solution else "")
    else:
        show(f"{jigsaw} {filled}" if showing.solution else jigsaw)


CHOICES = ("all", "corners-apart")


def boards_of(word: str, oracle: str) -> tuple[api.Layout, ...]:
    """The chosen boards; raises InputError or ImpossibleError with the line of an invalid board in a file."""
    if word in CHOICES:
        return tuple(api.layouts("symmetry", word == "corners-apart"))
    text = api.shipped_text("layouts", word) if word in api.shipped_names("layouts") else text_of_file(word)
    if text is None:
        raise one_of([*CHOICES, *api.shipped_names("layouts")], word, "a choice of boards, a layout or a file")
    found = tuple(_board_on(f"{word}, line {number}", drawn, oracle) for number, drawn in _blocks(text))
    if not found:
        raise InputError(f"{word} has no board; write one a line, as in AABBC/AABBC/DABCC/DDEEC/DDEEE.")
    return found


def _blocks(text: str) -> Iterator[tuple[int, str]]:
    """The boards of a text, one a line or drawn in rows that end with a blank line, each with its line number."""
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


def _board_on(place: str, line: str, oracle: str) -> api.Layout:

    try:
        layout = api.Layout.named(line)
        api.require_grid(layout, oracle)
    except CpgenError as error:
        raise type(error)(f"{place}: {error}") from None
    return layout
