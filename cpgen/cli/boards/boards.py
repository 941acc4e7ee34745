"""`cpgen boards`: irregular boards, all of a side or random ones."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice
from typing import Annotated

import typer

from cpgen import api
from cpgen.cli.command import command
from cpgen.cli.help import group
from cpgen.cli.naming import spelled
from cpgen.cli.options import Diagonals, Json, OracleName, Symmetry, option
from cpgen.cli.output import for_people, print_json, show, show_seed
from cpgen.library import layout_named

app = group(
    "Make, count and check boards of irregular regions.\n\n\b\n"
    "Example: cpgen boards random --size 9 --count 5 --symmetry rot180 --seed 1",
)


Size = Annotated[int, typer.Option(metavar="N", help="The side of the board.")]


UpTo = Annotated[
    str,
    option("WHAT", "Which boards count as the same: nothing, rotation, symmetry (rotation and reflection).", "--up-to"),
]


CornersApart = Annotated[
    bool, typer.Option("--corners-apart", help="Only boards whose corners are in four different regions.")
]


AllowLines = Annotated[bool, typer.Option("--allow-lines", help="Let a region be a whole row or column.")]


Board = Annotated[str, typer.Argument(metavar="TEXT|FILE|NAME", help="Drawn regions, a file, or a shipped layout.")]


@app.command("list", rich_help_panel="Count and list")
@command
def list_boards(
    *, size: Size = 5, up_to: UpTo = "symmetry", corners_apart: CornersApart = False, as_json: Json = False
) -> None:
    """List all boards of a side from 2 to 6.

    \b
    Example: cpgen boards list --size 4 --up-to rotation
    """
    found = api.boards_of_side(size, up_to, corners_apart)
    _show_boards((api.Layout(size, tuple(regions.tolist())) for regions in found), as_json)


@app.command("count", rich_help_panel="Count and list")
@command
def count_boards(size: Size = 5, corners_apart: CornersApart = False, as_json: Json = False) -> None:
    """Count all boards of a side from 1 to 6.

    Counts all boards, boards up to rotation, and boards up to rotation and reflection.

    \b
    Example: cpgen boards count --size 5 --corners-apart
    """
    counts = {up_to: len(api.boards_of_side(size, up_to, corners_apart)) for up_to in api.UP_TO}
    if as_json:
        print_json({"size": size, "corners_apart": corners_apart, "boards": counts})
        return
    for up_to, count in counts.items():
        show(f"{count:>7} up to {up_to}" if for_people() else f"{up_to}\t{count}")


@app.command("random", rich_help_panel="Make")
@command
def random(
    *,
    size: Size = 9,
    symmetry: Symmetry = "none",
    series: api.Series,
    allow_lines: AllowLines = False,
    diagonals: Diagonals = False,
    oracle: OracleName = "cpsat",
    as_json: Json = False,
) -> None:
    """Make random boards of any side from 4 to 16.

    The oracle proves that each has a grid.

    \b
    Example: cpgen boards random --size 9 --count 5 --symmetry rot180 --seed 1
    """
    seed = series.first_seed()
    found = api.random_boards(size, seed, symmetry, lines=allow_lines, diagonals=diagonals, oracle=oracle)
    _show_boards(islice(found, series.count), as_json)
    show_seed(seed, as_json)


@app.command("check", rich_help_panel="Check")
@command
def check(*, board: Board, symmetry: Symmetry = "", oracle: OracleName = "cpsat", as_json: Json = False) -> None:
    """Check a board: its symmetries, and whether it has a grid.

    With --symmetry, a board without that symmetry is refused.

    \b
    Example: cpgen boards check AABBC/AABBC/DABCC/DDEEC/DDEEE
    """
    layout = layout_named(spelled("layouts", board))
    if symmetry:
        api.require_symmetry(layout, symmetry)
    api.require_grid(layout, oracle)
    names = [name for name in api.symmetries_of(layout) if name != "none"]
    if as_json:
        print_json({"layout": layout.spec, "size": layout.size, "symmetries": names, "has_grid": True})
    else:
        _show_boards([layout], False)
        show(f"symmetries: {', '.join(names) or 'none'} · it has a grid ({oracle})")


def _show_boards(found: Iterable[api.Layout], as_json: bool) -> None:
    """Shows boards: objects, drawings for people, or one a line as --layout reads them."""
    for layout in found:
        if as_json:
            print_json({"layout": layout.spec, "size": layout.size, "symmetry": api.symmetries_of(layout)[0]})
        elif for_people():
            show(api.draw_board(layout, " " * layout.cell_count) + f"\n{layout.spec}\n")
        else:
            show(layout.spec)
