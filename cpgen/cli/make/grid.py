"""`cpgen grid`: full grids."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

import typer

from cpgen import api
from cpgen.cli.command import command
from cpgen.cli.drawing import cells_in, draw_cells, line_in, signs_of
from cpgen.cli.options import Json, OracleName, Symbols, field_option, option
from cpgen.cli.output import for_people, print_json, show
from cpgen.errors import InputError

Source = Annotated[str, field_option(api.DigRequest, "source")]


Operations = Annotated[str, option("NAMES", "Operations of a shuffle: digits,rows,columns,bands,stacks,transpose.")]


Times = Annotated[int, typer.Option(min=1, metavar="N", help="Number of operations in a shuffle.")]


@dataclass(frozen=True)
class SourceOptions:
    """The source of grids."""

    source: Source = "oracle"
    operations: Operations = ""
    times: Times = 100
    oracle: OracleName = "cpsat"

    @property
    def grids(self) -> api.GridSource:
        """The source; raises InputError when the options exclude each other."""
        if self.operations and self.source != "shuffle":
            raise InputError("--operations needs --source shuffle.")
        names = [part.strip() for part in self.operations.split(",")] if self.operations else api.OPERATIONS
        return api.GridSource(self.source, self.oracle, tuple(names), self.times)


@command
def grid(
    *,
    source: SourceOptions,
    series: api.Series,
    board: api.BoardRequest,
    symbols: Symbols = "",
    as_json: Json = False,
) -> None:
    """Make full grids, without a pattern or a grade.

    Grids are constructed by shifting, shuffled, or completed at random by an oracle.

    \b
    Example: cpgen grid --source shuffle --boxes 2x3
    """
    import numpy as np

    layout = board.layout_for(9)
    grids = source.grids
    draw, signs, seed = grids.open(layout), signs_of(symbols, layout.size), series.first_seed()
    for index in range(series.count):
        made = draw(np.random.default_rng([seed, index]))
        if as_json:
            print_json(made.as_json(layout, grids, seed, index))
        else:
            _show_grid(layout, made, signs)


def _show_grid(layout: api.Layout, made: api.Shuffled, signs: tuple[str, ...]) -> None:
    if not for_people() and len(signs[-1]) == 1:
        show(line_in(signs, made.grid))
        return
    show(draw_cells(layout, cells_in(signs, made.grid)))
    if made.done and for_people():
        show(" · ".join(f"{name} {number}" for name, number in made.done.items()))
