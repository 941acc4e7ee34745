"""`cpgen layouts corners`: show the pentominoes that fit into a corner, and the boards that they make."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Any

from cpgen.cli.board_text import draw_cells, side_by_side
from cpgen.cli.command import command
from cpgen.cli.options import Json, argument
from cpgen.cli.output import print_json, show
from cpgen.cli.share.draw_command import PictureOut, write_picture
from cpgen.layout import Layout
from cpgen.messages import counted

Numbers = Annotated[
    str,
    argument("[NUMBER|A,B,C,D]", "Only this placement, or the board of four.", show_default=False),
]


SHEET = 1600
"""Width in pixels of the picture that shows all placements"""


@command
def corners(*, numbers: Numbers = "", out: PictureOut = "", as_json: Json = False) -> None:
    """Show the pentominoes that fit into a corner, by number.

    There are 33 placements. Each has one number, which holds for all four corners with quarter turns. Four numbers,
    clockwise from the top left, name a board, as in --layout 0,1,2,12; the remaining five cells are its
    fifth pentomino. Numbers and names are those of the poster on which these boards were first counted.

    \b
    Example: cpgen layouts corners 12
    Example: cpgen layouts corners 0,1,2,12 --out board.svg
    """
    from cpgen.boards.pentomino_pieces import corner_board

    if "," in numbers:
        _show_board(corner_board(numbers), out, as_json)
    else:
        _show_placements(numbers, out, as_json)


def _show_placements(number: str, out: str, as_json: bool) -> None:
    """Show all placements of pentominoes in the top left corner, or the one with a number in all corners.

    If `out` is not "", they are drawn to this picture file instead.
    """
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
            print_json(one.as_record())
    else:
        lines = side_by_side({caption: _rows_of(cells) for caption, cells in panels.items()})
        show("\n".join([*lines[:-1], *(["", title] if number else [])]))


def _rows_of(cells: Sequence[int]) -> list[str]:
    from cpgen.boards.pentomino_pieces import SIDE as PENTOMINO_SIDE

    side = PENTOMINO_SIDE
    marks = ["o" if cell in cells else "." for cell in range(side * side)]
    return ["".join(marks[first : first + side]) for first in range(0, side * side, side)]


def _show_board(layout: Layout, out: str, as_json: bool) -> None:
    """Show a pentomino board with its numbers of grids and puzzles, and the names of its rotations and mirror image."""
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
