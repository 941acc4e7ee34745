"""`cpgen study digging`."""

from __future__ import annotations

from typing import Annotated

import typer

from cpgen.cli.commands import command
from cpgen.cli.options import Json, LayoutOptions
from cpgen.cli.study_folder import JournalFile
from cpgen.cli.watch import tell_watchers


@command
def digging(
    *,
    grids: Annotated[int, typer.Option(min=1, metavar="N", help="Grids of each source.")] = 300,
    seed: Annotated[int, typer.Option(min=0, metavar="S", help="The same seed gives the same table.")] = 1,
    symmetry: Annotated[str, typer.Option(metavar="NAME", help="Only this symmetry, not all.")] = "",
    csv_file: Annotated[str, typer.Option("--csv", metavar="FILE", help="Write the table as CSV, too.")] = "",
    plot_file: Annotated[
        str, typer.Option("--plot", metavar="FILE", help="Draw it, .png, .svg or .pdf (the extra research).")
    ] = "",
    journal_file: JournalFile = "",
    board: LayoutOptions,
    as_json: Json = False,
) -> None:
    """How many clues digging leaves, by check, way and symmetry.

    It tells of how many classes the grids are, too.

    The check apart is that of an article which measured 42.7 clues one by one, 47.8 by pairs, 42.5 in two stages.

    \b
    Example: cpgen study digging --grids 5 --symmetry rot180
    """
    from cpgen.cli import shown
    from cpgen.render.files import write_whole
    from cpgen.study.digging import plot, study
    from cpgen.study.plots import kind_of
    from cpgen.symmetry import SYMMETRIES, orbits

    if symmetry:
        orbits(9, symmetry)
    kind = kind_of(plot_file) if plot_file else ""
    done = study(
        grids,
        seed,
        board.layout,
        [symmetry] if symmetry else list(SYMMETRIES),
        tell_watchers,
        journal_file,
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
