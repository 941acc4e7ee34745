"""`cpgen study`: what is known about the methods, measured again."""

from __future__ import annotations

from typing import Annotated

import typer

from cpgen.cli.method_study import methods
from cpgen.cli.options import (
    Boxes,
    Diagonals,
    Json,
    Latin,
    Model,
    OracleName,
    Regions,
    command,
    layout_of,
    spelled,
)
from cpgen.cli.oracle_study import cpsat, oracles

app = typer.Typer(
    help="Measure again what is known about the methods.\n\n\b\nExample: cpgen study digging --grids 5",
    no_args_is_help=True,
    rich_markup_mode=None,
)


app.command("methods")(methods)
app.command("oracles")(oracles)
app.command("cpsat")(cpsat)


@app.command("digging")
@command
def digging(
    grids: Annotated[int, typer.Option(min=1, metavar="N", help="Grids of each source.")] = 300,
    seed: Annotated[int, typer.Option(min=0, metavar="S", help="The same seed gives the same table.")] = 1,
    symmetry: Annotated[str, typer.Option(metavar="NAME", help="Only this symmetry, not all.")] = "",
    csv_file: Annotated[str, typer.Option("--csv", metavar="FILE", help="Write the table as CSV, too.")] = "",
    plot_file: Annotated[
        str, typer.Option("--plot", metavar="FILE", help="Draw it, .png, .svg or .pdf (the extra research).")
    ] = "",
    boxes: Boxes = None,
    latin: Latin = None,
    regions: Regions = None,
    diagonals: Diagonals = False,
    as_json: Json = False,
) -> None:
    """How many clues digging leaves, by check, way and symmetry, and of how many classes the grids are.

    The check apart is that of an article which measured 42.7 clues one by one, 47.8 by pairs, 42.5 in two stages.

    \b
    Example: cpgen study digging --grids 5 --symmetry rot180
    """
    import sys

    from cpgen.cli import shown
    from cpgen.render.files import write_whole
    from cpgen.study.digging import plot, study
    from cpgen.study.plots import kind_of
    from cpgen.symmetry import SYMMETRIES, orbits

    if symmetry:
        orbits(9, symmetry)
    kind = kind_of(plot_file) if plot_file else ""
    watching = sys.stderr.isatty()
    done = study(
        grids,
        seed,
        layout_of(boxes, latin, regions, diagonals),
        [symmetry] if symmetry else list(SYMMETRIES),
        lambda text: typer.echo(text, err=True) if watching else None,
    )
    if csv_file:
        write_whole(csv_file, done.csv().encode())
    if plot_file:
        write_whole(plot_file, plot(done, kind))
    if not as_json:
        shown.tell(done.markdown())
        return
    for figures in [row.figures for row in done.rows] + [row.figures for row in done.sources]:
        shown.tell_json(figures)


@app.command("diversity")
@command
def diversity(
    pattern: Annotated[
        str, typer.Option("--pattern", "-p", metavar="NAME|TEXT|FILE", help="The pattern, as `generate` takes it.")
    ],
    grade: Annotated[str, typer.Option("--grade", "-g", metavar="GRADE", help="As `generate` takes it.")] = "",
    count: Annotated[int, typer.Option("--count", "-n", min=2, metavar="N", help="How many puzzles.")] = 1000,
    seed: Annotated[int, typer.Option(min=0, metavar="S", help="The same seed gives the same puzzles.")] = 1,
    boxes: Boxes = None,
    latin: Latin = None,
    regions: Regions = None,
    diagonals: Diagonals = False,
    oracle: OracleName = "bitset",
    model: Model = None,
    as_json: Json = False,
) -> None:
    """How different many puzzles from one pattern are: walked on from each other, and made independently.

    Essentially different means: not the same under the board's symmetries and other names for the digits. Pairs differ
    in so many clues as they are written, and after the renaming that makes most clues agree.

    \b
    Example: cpgen study diversity --pattern kamio-a --grade expert --count 200
    """
    import sys

    from cpgen import api
    from cpgen.cli import shown
    from cpgen.generation.request import Method
    from cpgen.study.diversity import study, table

    request = api.request_for(
        api.named_pattern(spelled("patterns", pattern)),
        grade,
        layout_of(boxes, latin, regions, diagonals),
        Method(oracle=oracle),
        api.named_model(model) if model else None,
    )
    watching = sys.stderr.isatty()
    rows = study(request, count, seed, lambda text: typer.echo(text, err=True) if watching else None)
    if not as_json:
        shown.tell(table(rows))
        return
    for row in rows:
        shown.tell_json(row.figures)
