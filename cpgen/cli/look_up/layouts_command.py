"""`cpgen layouts`: list the shipped layouts, and list, count, make and check boards of irregular regions."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice
from typing import TYPE_CHECKING, Annotated

from cpgen.cli.command import command
from cpgen.cli.help import CommandGroup
from cpgen.cli.look_up.corners import corners
from cpgen.cli.naming import names_of
from cpgen.cli.options import (
    CornersApart,
    Diagonals,
    Json,
    Name,
    OracleName,
    Symmetry,
    UpTo,
    file_argument,
    flag,
    layout_spelled,
    option,
)
from cpgen.cli.output import for_people, print_json, show, show_seed
from cpgen.cli.text_tables import print_table
from cpgen.layout import Layout
from cpgen.library import layout_named
from cpgen.render.terminal import draw_board
from cpgen.requests.series import Series
from cpgen.resources import description as shipped_description
from cpgen.resources import text as shipped_text

if TYPE_CHECKING:
    from cpgen.tabular import Row

app = CommandGroup(
    "List layouts; make, count and check boards of irregular regions.\n\n\b\n"
    "Example: cpgen layouts random --size 9 --count 5 --symmetry rot180 --seed 1",
)

Size = Annotated[int, option("N", "The side of the board.")]

AllowLines = Annotated[bool, flag("Let a region be a whole row or column.", "--allow-lines")]

Board = Annotated[str, file_argument("TEXT|FILE|NAME", "Drawn regions, a file, or a shipped layout.")]


@app.add("list", "Look up")
@command
def list_layouts(name: Name = "", as_json: Json = False) -> None:
    """List the shipped layouts, or draw one.

    Boxes of any size and Latin squares are not listed; --layout 2x3 and --layout latin-5 name them.

    \b
    Example: cpgen layouts list windoku
    """
    texts = {one: shipped_text("layouts", one) for one in names_of("layouts", name)}
    print_table([_layout_row(one, text) for one, text in texts.items()], ("name", "size", "houses", "about"), as_json)
    if name and not as_json:
        layout = Layout.parse(texts[name])
        extra = {cell for cells in layout.extras for cell in cells}
        show(draw_board(layout, ["o" if cell in extra else "." for cell in range(layout.cell_count)]))


def _layout_row(name: str, text: str) -> Row:
    layout = Layout.parse(text)
    return {
        "name": name,
        "size": layout.size,
        "houses": len(layout.houses),
        "about": shipped_description(text),
        "layout": layout.spec,
    }


app.add("corners", "Look up")(corners)


@app.add("all", "Count and list")
@command
def all_boards(
    *, size: Size = 5, up_to: UpTo = "symmetry", corners_apart: CornersApart = False, as_json: Json = False
) -> None:
    """List all boards of irregular regions, of a side from 2 to 6.

    \b
    Example: cpgen layouts all --size 4 --up-to rotation
    """
    from cpgen.boards.all_boards import boards as boards_of_side

    boards = boards_of_side(size, up_to, corners_apart)
    _show_boards((Layout(size, tuple(regions.tolist())) for regions in boards), as_json)


@app.add("count", "Count and list")
@command
def count_boards(size: Size = 5, corners_apart: CornersApart = False, as_json: Json = False) -> None:
    """Count all boards of irregular regions, of a side from 1 to 6.

    There are three counts: all boards, boards up to rotation, and boards up to rotation and reflection.

    \b
    Example: cpgen layouts count --size 5 --corners-apart
    """
    from cpgen.boards.all_boards import boards as boards_of_side
    from cpgen.symmetry.layout_images import UP_TO

    counts = {up_to: len(boards_of_side(size, up_to, corners_apart)) for up_to in UP_TO}
    if as_json:
        print_json({"size": size, "corners_apart": corners_apart, "boards": counts})
        return
    described = {"nothing": "boards", "rotation": "up to rotation", "symmetry": "up to rotation and reflection"}
    for up_to, count in counts.items():
        show(f"{count:>7} {described[up_to]}" if for_people() else f"{up_to}\t{count}")


@app.add("random", "Make")
@command
def random(
    *,
    size: Size = 9,
    symmetry: Symmetry = "none",
    series: Series,
    allow_lines: AllowLines = False,
    diagonals: Diagonals = False,
    oracle: OracleName = "cpsat",
    as_json: Json = False,
) -> None:
    """Make random boards of any side from 4 to 16.

    The oracle proves that each has a grid.

    \b
    Example: cpgen layouts random --size 9 --count 5 --symmetry rot180 --seed 1
    """
    from cpgen.boards.jigsaw import random_boards

    seed = series.first_seed()
    boards = random_boards(size, seed, symmetry, lines=allow_lines, diagonals=diagonals, oracle=oracle)
    _show_boards(islice(boards, series.count), as_json)
    show_seed(seed, as_json)


@app.add("check", "Check")
@command
def check(*, board: Board, symmetry: Symmetry = "", oracle: OracleName = "cpsat", as_json: Json = False) -> None:
    """Check a board: its symmetries, and whether it has a grid.

    With --symmetry, a board without that symmetry is refused.

    \b
    Example: cpgen layouts check AABBC/AABBC/DABCC/DDEEC/DDEEE
    """
    from cpgen.boards.jigsaw import require_grid
    from cpgen.symmetry.layout_images import require_symmetry, symmetries_of

    layout = layout_named(layout_spelled(board))
    if symmetry:
        require_symmetry(layout, symmetry)
    require_grid(layout, oracle)
    names = [name for name in symmetries_of(layout) if name != "none"]
    if as_json:
        print_json({"layout": layout.spec, "size": layout.size, "symmetries": names, "has_grid": True})
    else:
        _show_boards([layout], False)
        show(f"symmetries: {', '.join(names) or 'none'} · it has a grid ({oracle})")


def _show_boards(boards: Iterable[Layout], as_json: bool) -> None:
    """Show boards as JSON objects, as drawings for people, or on a pipe one per line as --layout reads them."""
    from cpgen.symmetry.layout_images import symmetries_of

    for layout in boards:
        if as_json:
            print_json({"layout": layout.spec, "size": layout.size, "symmetry": symmetries_of(layout)[0]})
        elif for_people():
            show(draw_board(layout, " " * layout.cell_count) + f"\n{layout.spec}\n")
        else:
            show(layout.spec)
