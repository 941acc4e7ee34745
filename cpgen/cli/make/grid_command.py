"""`cpgen grid`: make full grids."""

from __future__ import annotations

import shutil
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated

from cpgen.board_spec import BoardSpec
from cpgen.cli.board_text import draw_cells, signs_here
from cpgen.cli.command import command
from cpgen.cli.options import Json, Limit, OracleName, Symbols, field_option, option
from cpgen.cli.output import for_people, print_json, show
from cpgen.cli.share.draw_command import PictureOut, write_picture
from cpgen.digging.dig_spec import DigSpec
from cpgen.errors import InputError, NotFoundError
from cpgen.formats.digit_symbols import cells_in, line_in
from cpgen.layout import Layout
from cpgen.notation import MAX_DIGIT
from cpgen.oracles import UndecidedError, open_oracle
from cpgen.requests.grid_sources import OPERATIONS, GridSource
from cpgen.requests.series import Series

if TYPE_CHECKING:
    from cpgen.requests.grid_sources import GridSource, Shuffled

Source = Annotated[str | None, field_option(DigSpec, "source")]


Operations = Annotated[str, option("NAMES", "The operations of a shuffle, as in digits,rows,columns.")]


Times = Annotated[int, option("N", "Number of operations in a shuffle.", least=1)]


@dataclass(frozen=True)
class SourceOptions:
    """Options for the source of full grids: construction, shuffles or an oracle, and the settings of these."""

    source: Source = None
    operations: Operations = ""
    times: Times = 100
    oracle: OracleName = "cpsat"

    def on(self, layout: Layout) -> GridSource:
        """Return the source of full grids for a layout, by default an oracle or, on very large boards, shuffles.

        Raises:
            InputError: The options exclude each other.
        """
        large = layout.size > MAX_DIGIT and not layout.extras and not layout.further
        name = self.source or ("shuffle" if large or self.operations else "oracle")
        if self.operations and name != "shuffle":
            raise InputError("--operations needs --source shuffle.")
        names = [part.strip() for part in self.operations.split(",")] if self.operations else OPERATIONS
        return GridSource(name, self.oracle, tuple(names), self.times)


@command
def grid(
    *,
    source: SourceOptions,
    series: Series,
    board: BoardSpec,
    limit: Limit = 60.0,
    out: PictureOut = "",
    symbols: Symbols = "",
    as_json: Json = False,
) -> None:
    """Make full grids, without a pattern or a grade.

    By default an oracle completes random grids; with more than 36 digits, grids are shuffled. `--source shift` fills
    the first row with 1 2 3 … and shifts each row below by a box's width, and by one more from band to band; it takes
    any boxes up to a side of 100. `--source shuffle` starts with that grid and applies --times random operations:

    \b
      digits     Swap two digits in the whole grid.
      rows       Swap two rows of one band.
      columns    Swap two columns of one stack.
      bands      Swap two bands.
      stacks     Swap two stacks.
      transpose  Swap rows and columns, if boxes are square.

    On 9×9, --operations digits,rows,columns is enough for a shuffle. All shuffles are equivalent grids, whereas 300
    completions by an oracle belong to 300 different classes; see `cpgen study digging`.

    \b
    Example: cpgen grid --source shuffle --boxes 2x3
    Example: cpgen grid --source shift --size 100 --out grid.svg
    """
    import numpy as np

    from cpgen.render.picture import Look, Scene, picture_of

    if out and series.count > 1:
        raise InputError("A picture shows one grid; leave out --count.")
    layout = board.layout_for(9)
    grids, signs, seed = source.on(layout), signs_here(layout.size), series.first_seed()
    draw = grids.open(layout, open_oracle(source.oracle, limit) if grids.name == "oracle" else None)
    for index in range(series.count):
        try:
            # Each grid has a random stream of its own, so that seed and index make it again without those before it.
            made = draw(np.random.default_rng([seed, index]))
        except UndecidedError:
            raise NotFoundError(
                f"{source.oracle} completed no grid within {limit:g} s; a longer --time-limit may help. On boxes and "
                "Latin squares, --source shuffle takes no search."
            ) from None
        if out:
            write_picture(picture_of(Scene(layout, made.grid), Look(signs)), out)
        elif as_json:
            print_json(made.as_record(layout, grids, seed, index))
        else:
            _show_grid(layout, made, signs)


def _show_grid(layout: Layout, made: Shuffled, signs: tuple[str, ...]) -> None:
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
