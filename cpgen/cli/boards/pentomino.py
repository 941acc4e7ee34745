"""`cpgen pentomino`: make sets of puzzles on 5×5 boards, and the catalogue of the boards."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Annotated, Any

from cpgen.boards.set_request import SetRequest
from cpgen.cli.boards.boards import CornersApart, UpTo
from cpgen.cli.command import command
from cpgen.cli.drawing import cells_in, draw_cells, draw_puzzle, rating_sentence, side_by_side
from cpgen.cli.help import Group
from cpgen.cli.options import Json, ShowOptions, Symbols, argument
from cpgen.cli.output import for_people, print_json, require_writable, show, show_seed
from cpgen.cli.research.running import KeepOptions, run
from cpgen.cli.share.draw import PictureOut, write_picture
from cpgen.errors import counted
from cpgen.layout import Layout
from cpgen.notation import REGION_LETTERS
from cpgen.requests.puzzle_request import Series

if TYPE_CHECKING:
    from cpgen.boards.pentomino_sets import SetPuzzle

app = Group(
    "Puzzles on 5×5 boards of five pentominoes, and their catalogue.\n\n\b\n"
    "Example: cpgen pentomino set --count 3 --seed 1",
)


@app.add("study", "Research")
@command
def study(*, up_to: UpTo = "symmetry", corners_apart: CornersApart = False, keeping: KeepOptions) -> None:
    """Make the catalogue of all 5×5 boards, with exact counts.

    For every board: its grids, its fewest clues, and its puzzles of four clues.

    \b
    Example: cpgen pentomino study --up-to rotation --corners-apart
    """
    from cpgen.study.pentomino_study import PentominoStudy

    run(PentominoStudy(up_to, corners_apart), keeping)


@app.add("set", "Make")
@command
def make_set(*, request: SetRequest, series: Series, symbols: Symbols = "", showing: ShowOptions) -> None:
    """Make a set of graded puzzles, no two the same.

    They have 4 to 8 clues and, by default, any grade. Puzzles count as the same if they differ only by rotation,
    reflection or relabelling.

    \b
    Example: cpgen pentomino set --count 10 --distinct-boards --seed 1
    """
    from cpgen.boards.pentomino_sets import puzzle_set

    signs, seed = _signs_of(symbols), series.first_seed()
    for one in puzzle_set(request, series.count, seed):
        _show_puzzle(one, signs, showing)
    show_seed(seed, showing.as_json)


def _signs_of(symbols: str) -> tuple[str, ...]:
    """Return the signs for the digits 1 to 5."""
    from cpgen.boards.pentomino_pieces import SIDE as PENTOMINO_SIDE
    from cpgen.render.picture import read_symbols

    signs = read_symbols(symbols, PENTOMINO_SIDE)[:PENTOMINO_SIDE]
    require_writable(signs)
    return signs


def _show_puzzle(one: SetPuzzle, signs: tuple[str, ...], showing: ShowOptions) -> None:
    """Show a puzzle of a set: an object, a drawing for people, or a jigsaw line for a pipe."""
    data, layout = one.as_json(), one.puzzle.layout
    clues, filled = ("".join(cells_in(signs, digits)) for digits in (one.puzzle.clues, one.solution))
    jigsaw = clues + "".join(REGION_LETTERS[region] for region in layout.regions)
    if showing.as_json:
        print_json(data | {"symbols": signs})
    elif for_people():
        show(draw_puzzle(one.puzzle, signs=signs))
        show(rating_sentence(data))
        show(jigsaw)
        show(draw_puzzle(one.puzzle, one.solution, signs=signs) + "\n" if showing.solution else "")
    else:
        show(f"{jigsaw} {filled}" if showing.solution else jigsaw)


Numbers = Annotated[
    str,
    argument("[NUMBER|A,B,C,D]", "Only this placement, or the board of four.", show_default=False),
]


SHEET = 1600
"""Width of a picture of all placements, in pixels"""


@app.add("corners", "Look up")
@command
def corners(*, numbers: Numbers = "", out: PictureOut = "", as_json: Json = False) -> None:
    """Show the pentominoes that fit into a corner, by number.

    There are 33 placements. Each has one number, which holds for all four corners with quarter turns. Four numbers,
    clockwise from the top left, name a board, as in `--corners` of other commands; the remaining five cells are its
    fifth pentomino. Numbers and names are those of the poster on which these boards were first counted.

    \b
    Example: cpgen pentomino corners 12
    Example: cpgen pentomino corners 0,1,2,12 --out board.svg
    """
    from cpgen.boards.pentomino_pieces import corner_board

    if "," in numbers:
        _show_board(corner_board(numbers), out, as_json)
    else:
        _show_placements(numbers, out, as_json)


def _show_placements(number: str, out: str, as_json: bool) -> None:
    """Show all placements in the top left corner, or one in all corners."""
    from cpgen.boards.pentomino_pieces import CORNERS as BOARD_CORNERS
    from cpgen.boards.pentomino_pieces import SIDE as PENTOMINO_SIDE
    from cpgen.boards.pentomino_pieces import placements, placements_named
    from cpgen.render.picture import sheet_of

    chosen = placements_named(number) if number else placements()
    title, panels = "The placements in a corner", {f"{one.number} {one.letter}": one.cells[0] for one in chosen}
    if number:
        one = chosen[0]
        title = f"Placement {one.number} is the pentomino {one.letter}; its mirror image is {one.mirrored}."
        panels = dict(zip(BOARD_CORNERS, one.cells, strict=True))
    if out:
        write_picture(sheet_of(PENTOMINO_SIDE, panels, title), out, width=min(SHEET, 300 * len(panels)))
    elif as_json:
        for one in chosen:
            print_json(one.as_json())
    else:
        lines = side_by_side({caption: _rows_of(cells) for caption, cells in panels.items()})
        show("\n".join([*lines[:-1], *(["", title] if number else [])]))


def _rows_of(cells: Sequence[int]) -> list[str]:
    from cpgen.boards.pentomino_pieces import SIDE as PENTOMINO_SIDE

    side = PENTOMINO_SIDE
    marks = ["o" if cell in cells else "." for cell in range(side * side)]
    return ["".join(marks[first : first + side]) for first in range(0, side * side, side)]


def _show_board(layout: Layout, out: str, as_json: bool) -> None:
    """Show the figures of a board of the catalogue, and the names of its rotations and of its mirror image."""
    from cpgen.boards.pentomino_catalogue import figures_of as board_figures
    from cpgen.render.picture import Look, Scene, picture_of

    data, nothing = board_figures(layout), (0,) * layout.cell_count
    if out:
        look = Look(coloured=True, title=data["corners"])
        write_picture(picture_of(Scene(layout, nothing), look), out)
    elif as_json:
        print_json(data)
    else:
        show(f"{draw_cells(layout, [' '] * layout.cell_count)}\n{_sentence(data)}")
        show(f"turned: {'  '.join(data['rotations'])} · mirrored: {data['mirrored']}\n{data['board']}")


def _sentence(data: Mapping[str, Any]) -> str:
    if not data["grids"]:
        return f"{data['corners']} · {data['pieces']} · no grid"
    fewest = counted(data["fewest_clues"], "clue")
    puzzles = counted(data["four_clue_puzzles"], "puzzle")
    return f"{data['corners']} · {data['pieces']} · {data['grids']} grids · {fewest} at least · {puzzles} of 4 clues"
