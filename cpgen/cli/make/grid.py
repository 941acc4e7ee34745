"""`cpgen grid`: full grids."""

from __future__ import annotations

import shutil
from dataclasses import dataclass
from typing import Annotated

import typer

from cpgen import api
from cpgen.cli.command import command
from cpgen.cli.drawing import cells_in, draw_cells, line_in, signs_of
from cpgen.cli.options import Json, Limit, OracleName, Symbols, field_option, option
from cpgen.cli.output import for_people, print_json, show
from cpgen.cli.share.draw import PictureOut, write_picture
from cpgen.errors import InputError, NotFoundError

Source = Annotated[str | None, field_option(api.DigRequest, "source")]


Operations = Annotated[str, option("NAMES", "The operations of a shuffle, as in digits,rows,columns.")]


Times = Annotated[int, typer.Option(min=1, metavar="N", help="Number of operations in a shuffle.")]


@dataclass(frozen=True)
class SourceOptions:
    """The source of grids."""

    source: Source = None
    operations: Operations = ""
    times: Times = 100
    oracle: OracleName = "cpsat"

    def on(self, layout: api.Layout) -> api.GridSource:
        """The source for a layout; raises InputError when the options exclude each other."""
        large = layout.size > api.MAX_DIGIT and not layout.extras
        name = self.source or ("shuffle" if large or self.operations else "oracle")
        if self.operations and name != "shuffle":
            raise InputError("--operations needs --source shuffle.")
        names = [part.strip() for part in self.operations.split(",")] if self.operations else api.OPERATIONS
        return api.GridSource(name, self.oracle, tuple(names), self.times)


@command
def grid(
    *,
    source: SourceOptions,
    series: api.Series,
    board: api.BoardRequest,
    limit: Limit = 60.0,
    out: PictureOut = "",
    symbols: Symbols = "",
    as_json: Json = False,
) -> None:
    """Make full grids, without a pattern or a grade.

    Grids are constructed by shifting, shuffled, or completed at random by an oracle; the last by default, but with more
    than 36 digits they are shuffled. Shifting fills the first row with 1 2 3 …, and each row below is the one above
    shifted by a box's width; from band to band by one more. It takes any boxes up to a side of 100. A shuffle begins
    with that grid and does --times operations, each one of these at random:

    \b
      digits     Two digits change places all over the grid.
      rows       Two rows of one band change places.
      columns    Two columns of one stack change places.
      bands      Two bands change places, each with all its rows.
      stacks     Two stacks change places, each with all its columns.
      transpose  Rows become columns, where boxes are square.

    On 9×9, digits, rows in each of three bands and columns in each of three stacks are seven operations, and enough for
    a shuffle: --operations digits,rows,columns. All shuffles belong to one class of grids, 300 completions by an oracle
    to 300 classes; see `cpgen study digging`.

    \b
    Example: cpgen grid --source shuffle --boxes 2x3
    Example: cpgen grid --source shift --boxes 10x10 --out grid.svg
    """
    import numpy as np

    if out and series.count > 1:
        raise InputError("A picture shows one grid; leave out --count.")
    layout = board.layout_for(9)
    grids, signs, seed = source.on(layout), signs_of(symbols, layout.size), series.first_seed()
    draw = grids.open(layout, api.open_oracle(source.oracle, limit) if grids.name == "oracle" else None)
    for index in range(series.count):
        try:
            made = draw(np.random.default_rng([seed, index]))
        except api.UndecidedError:
            raise NotFoundError(
                f"{source.oracle} completed no grid within {limit:g} s; a longer --limit may help, and on boxes and "
                "Latin squares --source shuffle makes one at once."
            ) from None
        if out:
            write_picture(api.picture_of(api.Scene(layout, made.grid), api.Look(signs)), out)
        elif as_json:
            print_json(made.as_json(layout, grids, seed, index))
        else:
            _show_grid(layout, made, signs)


def _show_grid(layout: api.Layout, made: api.Shuffled, signs: tuple[str, ...]) -> None:
    if not for_people() and len(signs[-1]) == 1:
        show(line_in(signs, made.grid))
        return
    drawing = draw_cells(layout, cells_in(signs, made.grid))
    show(drawing)
    if made.done and for_people():
        show(" · ".join(f"{name} {number}" for name, number in made.done.items()))
    width = len(drawing.partition("\n")[0])
    if for_people() and width > shutil.get_terminal_size().columns:
        show(f"The drawing is {width} columns wide, more than this terminal; --out grid.svg makes a picture of it.")
