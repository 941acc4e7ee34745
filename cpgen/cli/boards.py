"""`cpgen boards`: irregular boards, all of a side or random ones."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice
from typing import TYPE_CHECKING, Annotated

import typer

from cpgen.cli.commands import command
from cpgen.cli.naming import spelled
from cpgen.cli.options import Diagonals, Json, OracleName, not_empty

if TYPE_CHECKING:
    from cpgen.layout import Layout

app = typer.Typer(
    help="Boards of irregular regions: all of a side, random ones, what a board of your own is like.\n\n\b\n"
    "Example: cpgen boards random --size 9 --count 5 --symmetry rot180 --seed 1",
    no_args_is_help=True,
    rich_markup_mode=None,
)
Size = Annotated[int, typer.Option(metavar="N", help="The side of the board.")]
UpTo = Annotated[
    str,
    typer.Option(
        "--up-to",
        callback=not_empty,
        metavar="WHAT",
        help="Boards that count as one: nothing, rotation, symmetry (rotation and reflection).",
    ),
]
CornersApart = Annotated[
    bool, typer.Option("--corners-apart", help="Only boards with their four corners in four regions.")
]
Count = Annotated[int, typer.Option("--count", "-n", min=1, metavar="N", help="How many.")]
Seed = Annotated[int | None, typer.Option(min=0, metavar="S", help="The same seed gives the same ones.")]


@app.command("list")
@command
def list_boards(
    *, size: Size = 5, up_to: UpTo = "symmetry", corners_apart: CornersApart = False, as_json: Json = False
) -> None:
    """List all boards of a side from 2 to 6.

    \b
    Example: cpgen boards list --size 4 --up-to rotation
    """
    from cpgen.boards.every import boards
    from cpgen.layout import Layout

    found = boards(size, up_to, corners_apart)
    _show_boards((Layout(size, tuple(regions.tolist())) for regions in found), as_json)


@app.command("count")
@command
def count_boards(size: Size = 5, corners_apart: CornersApart = False, as_json: Json = False) -> None:
    """Count all boards of a side from 1 to 6: all told apart, up to rotation, up to rotation and reflection.

    \b
    Example: cpgen boards count --size 5 --corners-apart
    """
    from cpgen.boards.every import boards
    from cpgen.boards.same import UP_TO
    from cpgen.cli import shown

    counts = {up_to: len(boards(size, up_to, corners_apart)) for up_to in UP_TO}
    if as_json:
        shown.tell_json({"size": size, "corners_apart": corners_apart, **counts})
        return
    for up_to, count in counts.items():
        shown.tell(f"{count:>7} up to {up_to}" if shown.for_people() else f"{up_to}\t{count}")


@app.command("random")
@command
def random(
    *,
    size: Size = 9,
    count: Count = 1,
    symmetry: Annotated[
        str, typer.Option(callback=not_empty, metavar="NAME", help="Symmetry of the board: rot180, left-right, …")
    ] = "none",
    seed: Seed = None,
    allow_lines: Annotated[bool, typer.Option("--allow-lines", help="A region may be a whole row or column.")] = False,
    diagonals: Diagonals = False,
    oracle: OracleName = "cpsat",
    as_json: Json = False,
) -> None:
    """Make random boards of any side from 4 to 16, each shown by the oracle to have a grid.

    \b
    Example: cpgen boards random --size 9 --count 5 --symmetry rot180 --seed 1
    """
    from cpgen.api import fresh_seed
    from cpgen.boards.jigsaw import random_boards
    from cpgen.cli import shown

    seed = fresh_seed() if seed is None else seed
    found = random_boards(size, seed, symmetry, lines=allow_lines, diagonals=diagonals, oracle=oracle)
    _show_boards(islice(found, count), as_json)
    if shown.for_people() and not as_json:
        shown.tell(f"seed {seed}")


@app.command("check")
@command
def check(
    *,
    board: Annotated[str, typer.Argument(metavar="TEXT|FILE|NAME", help="Drawn regions, a file, or a shipped layout.")],
    symmetry: Annotated[
        str, typer.Option(callback=not_empty, metavar="NAME", help="A symmetry that the board should have.")
    ] = "",
    oracle: OracleName = "cpsat",
    as_json: Json = False,
) -> None:
    """Say which symmetries a board has, and whether it has a grid.

    \b
    Example: cpgen boards check AABBC/AABBC/DABCC/DDEEC/DDEEE
    """
    from cpgen.api import named_layout
    from cpgen.boards.jigsaw import require_grid
    from cpgen.boards.same import require_symmetry, symmetries_of
    from cpgen.cli import shown

    layout = named_layout(spelled("layouts", board))
    if symmetry:
        require_symmetry(layout, symmetry)
    require_grid(layout, oracle)
    names = [name for name in symmetries_of(layout) if name != "none"]
    if as_json:
        shown.tell_json({"layout": layout.spec, "size": layout.size, "symmetries": names, "grid": True})
    else:
        _show_boards([layout], False)
        shown.tell(f"symmetries: {', '.join(names) or 'none'} · it has a grid ({oracle})")


def _show_boards(found: Iterable[Layout], as_json: bool) -> None:
    """Shows boards: objects, drawn for people, or a line each that --regions reads."""
    from cpgen.boards.same import symmetries_of
    from cpgen.cli import shown
    from cpgen.render.terminal import draw_board

    for layout in found:
        if as_json:
            shown.tell_json({"layout": layout.spec, "size": layout.size, "symmetry": symmetries_of(layout)[0]})
        elif shown.for_people():
            shown.tell(draw_board(layout, " " * layout.cell_count) + f"\n{layout.spec}\n")
        else:
            shown.tell(layout.spec)
