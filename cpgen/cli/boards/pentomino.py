"""`cpgen pentomino`: the catalogue of the 5×5 boards, and sets of puzzles on them."""

from __future__ import annotations

from cpgen import api
from cpgen.cli.boards.boards import CornersApart, UpTo
from cpgen.cli.command import command
from cpgen.cli.drawing import cells_in, draw_puzzle, rating_sentence
from cpgen.cli.help import group
from cpgen.cli.options import ShowOptions, Symbols
from cpgen.cli.output import for_people, print_json, require_writable, show, show_seed
from cpgen.cli.research.study.running import KeepOptions, run

app = group(
    "Puzzles on 5×5 boards of five pentominoes, and their catalogue.\n\n\b\n"
    "Example: cpgen pentomino set --count 3 --seed 1",
)


@app.command("study", rich_help_panel="Research")
@command
def study(*, up_to: UpTo = "symmetry", corners_apart: CornersApart = False, keeping: KeepOptions) -> None:
    """Make the catalogue of all 5×5 boards, with exact counts.

    For every board: its grids, its fewest clues, and its puzzles of four clues.

    \b
    Example: cpgen pentomino study --up-to rotation --corners-apart
    """
    run(api.PentominoStudy(up_to, corners_apart), keeping)


@app.command("set", rich_help_panel="Make")
@command
def make_set(*, request: api.SetRequest, series: api.Series, symbols: Symbols = "", showing: ShowOptions) -> None:
    """Make a set of graded puzzles, no two the same.

    They have 4 to 8 clues and, by default, any grade. Puzzles are the same under rotation, reflection
    and relabelling.

    \b
    Example: cpgen pentomino set --count 10 --distinct-boards --seed 1
    """
    signs, seed = _signs_of(symbols), series.first_seed()
    for one in api.puzzle_set(request, series.count, seed):
        _show_puzzle(one, signs, showing)
    show_seed(seed, showing.as_json)


def _signs_of(symbols: str) -> tuple[str, ...]:
    """The signs for the digits 1 to 5."""
    signs = api.read_symbols(symbols, api.PENTOMINO_SIDE)[: api.PENTOMINO_SIDE]
    require_writable(signs)
    return signs


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
