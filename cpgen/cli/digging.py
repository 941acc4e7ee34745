"""`cpgen grid` and `dig`: full grids, and puzzles by taking clues away."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from cpgen.cli.commands import command
from cpgen.cli.explaining import Symbols
from cpgen.cli.options import Json, LayoutOptions, Model, not_empty, spelled, text_of_file
from cpgen.cli.watch import Watch
from cpgen.errors import InputError, NotFoundError

if TYPE_CHECKING:
    from cpgen.generation.digging.request import DigRequest, Dug
    from cpgen.generation.request import Progress
    from cpgen.layout import Layout
    from cpgen.puzzle import Grid

Count = Annotated[int, typer.Option("--count", "-n", min=1, metavar="N", help="How many.")]
Seed = Annotated[int | None, typer.Option(min=0, metavar="S", help="The same seed gives the same.")]
Source = Annotated[
    str,
    typer.Option(
        metavar="NAME",
        help="shift (one constructed grid), shuffle (that one shuffled: always of one class of grids) or oracle "
        "(completed at random: any grid of the layout). Of 300 shuffles all are of one class, of 300 completions each "
        "is of its own; `cpgen study digging` measures it.",
    ),
]


@command
def grid(
    *,
    source: Source = "oracle",
    operations: Annotated[
        str,
        typer.Option(metavar="NAMES", help="What a shuffle does: digits,rows,columns,bands,stacks,transpose."),
    ] = "",
    times: Annotated[int, typer.Option(min=1, metavar="N", help="How many operations a shuffle does.")] = 100,
    oracle: Annotated[str, typer.Option(metavar="NAME", help="Who completes; see `cpgen oracles`.")] = "cpsat",
    count: Count = 1,
    seed: Seed = None,
    board: LayoutOptions,
    symbols: Symbols = "",
    as_json: Json = False,
) -> None:
    """Make full grids: constructed by shifting, shuffled, or completed at random by an oracle.

    \b
    Example: cpgen grid --source shuffle --boxes 2x3
    """
    import numpy as np

    from cpgen.api import fresh_seed
    from cpgen.cli.digging_shown import signs_of
    from cpgen.generation.grids import OPERATIONS, GridSource

    layout = board.layout_or_usual(9)
    if operations and source != "shuffle":
        raise InputError("--operations belongs to a shuffle; add --source shuffle.")
    names = tuple(part.strip() for part in operations.split(",")) if operations else tuple(OPERATIONS)
    draw = GridSource(source, oracle, names, times).open(layout)
    signs, seed = signs_of(symbols, layout.size), fresh_seed() if seed is None else seed
    for index in range(count):
        made = draw(np.random.default_rng([seed, index]))
        _show_grid(layout, made.grid, dict(made.done), signs, as_json)


def _show_grid(layout: Layout, grid: Grid, done: dict[str, int], signs: tuple[str, ...], as_json: bool) -> None:
    from cpgen.cli import digging_shown as told
    from cpgen.cli import shown

    if as_json:
        shown.tell_json({"layout": layout.spec, "grid": told.grid_rows(layout, grid), "operations": done})
    elif shown.for_people() or len(signs[-1]) > 1:
        shown.tell(told.drawn(layout, told.cells_in(signs, grid)))
        if done and shown.for_people():
            shown.tell(" · ".join(f"{name} {number}" for name, number in done.items()))
    else:
        shown.tell(told.line_in(signs, grid))


@command
def dig(
    *,
    check: Annotated[
        str,
        typer.Option(
            metavar="CHECK",
            help="What must hold: unique (one solution), ladder:K (a person solves it with rules up to level K), "
            "direct (the houses of a cell leave one digit).",
        ),
    ] = "",
    way: Annotated[
        str,
        typer.Option(
            metavar="WAY",
            help="single (one by one), orbits (of the symmetry), two-stage (orbits, then one by one), balanced (the "
            "fullest region first), centre (point-symmetric with a chosen centre, see --centre).",
        ),
    ] = "",
    symmetry: Annotated[
        str,
        typer.Option(
            metavar="NAME",
            help="rot180, rot90, left-right, top-bottom, mirrors, diagonal, antidiagonal, diagonals, full.",
        ),
    ] = "",
    clues: Annotated[
        str,
        typer.Option(
            metavar="N|fewest",
            help="Exactly so many clues, or the fewest that are found until the budget ends. On 9×9, 17 is the proven "
            "minimum (McGuire, Tugemann and Civario 2012), and 18 the fewest known with half-turn symmetry.",
        ),
    ] = "",
    centre: Annotated[
        int | None, typer.Option(min=1, metavar="K", help="The centre's pattern, from `cpgen centres`.")
    ] = None,
    tries: Annotated[
        int | None,
        typer.Option(
            min=1, metavar="N", help="Tries of the way centre (299); then the search for few clues takes over."
        ),
    ] = None,
    grade: Annotated[str, typer.Option(metavar="GRADE", help="Only puzzles that match this grade.")] = "",
    source: Source = "oracle",
    from_grid: Annotated[
        str, typer.Option("--grid", metavar="TEXT|FILE", help="Dig in this full grid, not in those of a source.")
    ] = "",
    keep: Annotated[
        str,
        typer.Option(
            callback=not_empty,
            metavar="NAME|TEXT|FILE",
            help="A pattern whose clues are never taken: its digits are fixed, an x keeps what the grid has.",
        ),
    ] = "",
    oracle: Annotated[
        str,
        typer.Option(
            metavar="NAME",
            help="Who answers the check unique while digging: bitset, or a slower one of `cpgen oracles`.",
        ),
    ] = "bitset",
    count: Count = 1,
    seed: Seed = None,
    budget: Annotated[float, typer.Option(metavar="SECONDS", help="Time for all puzzles together.")] = 60.0,
    solution: Annotated[bool, typer.Option("--solution", help="Show the solution, too.")] = False,
    rounds: Annotated[bool, typer.Option("--rounds", help="Show the table of `cpgen rounds`, too.")] = False,
    board: LayoutOptions,
    symbols: Symbols = "",
    model: Model = None,
    as_json: Json = False,
) -> None:
    """Make puzzles by taking clues away from a full grid while a check still holds.

    Every puzzle has one solution, shown by CP-SAT. Ctrl-C shows the best that was found so far.

    \b
    Example: cpgen dig --symmetry rot180 --clues 22
    Example: cpgen dig --keep "1... .2.. ..3. ...4"
    """
    from cpgen import api
    from cpgen.cli.digging_asked import Asked
    from cpgen.cli.digging_shown import signs_of

    api.require_time(budget)
    kept = api.named_pattern(spelled("patterns", keep)) if keep else None
    layout = board.layout_or_usual(kept.size if kept else 9)
    asked = Asked(check, way, symmetry, clues, centre, tries, grade, source, oracle)
    signs = signs_of(symbols, layout.size)
    request = asked.request(layout, api.named_model(model) if model else None, _given(from_grid, layout, signs), kept)
    _dig(request, _Showing(count, signs, solution, rounds, as_json), api.fresh_seed() if seed is None else seed, budget)


def _dig(request: DigRequest, showing: _Showing, seed: int, budget: float) -> None:
    """Shows the puzzles as they are found, and, when time runs out or on Ctrl-C, the best on the way to the next."""
    from cpgen import api
    from cpgen.cli import shown

    try:
        with showing.watch:
            for made in api.dig_many(
                request, showing.count, seed=seed, budget=budget, progress=showing.watch, better=showing.better
            ):
                showing.show(made)
    except NotFoundError:
        showing.show_best()
        raise
    except KeyboardInterrupt:
        showing.show_best()
        typer.echo(f"cpgen: interrupted with {showing.found} of {showing.count} found (seed {seed}).", err=True)
        raise typer.Exit(130) from None
    if shown.for_people() and not showing.as_json:
        shown.tell(f"seed {seed}")


class _Showing:
    """How dug puzzles are shown, and the best that was told of since the last was shown."""

    def __init__(self, count: int, signs: tuple[str, ...], solution: bool, rounds: bool, as_json: bool) -> None:
        self.count, self.signs, self.solution, self.rounds, self.as_json = count, signs, solution, rounds, as_json
        self.watch = _DigWatch(count)
        self.best: Dug | None = None
        self.found = 0

    def better(self, made: Dug) -> None:
        """Keeps the best so far, and says on standard error what it is."""
        from cpgen.cli.digging_shown import line_in

        self.best = made
        with self.watch.hidden():
            line = line_in(self.signs, made.puzzle.clues)
            typer.echo(f"{made.puzzle.clue_count} clues after {made.stats.seconds:.1f} s: {line}", err=True)

    def show(self, made: Dug) -> None:
        """Shows a puzzle that was asked for."""
        self.found += 1
        self.best = None
        self._show(made)

    def show_best(self) -> None:
        """Shows the best so far, if there is one."""
        if self.best:
            self._show(self.best)

    def _show(self, made: Dug) -> None:
        from cpgen.cli import digging_shown as told
        from cpgen.generation.digging.rounds import round_rows

        with self.watch.hidden():
            told.show_dug(made, self.signs, self.solution, self.as_json)
            if self.rounds:
                told.show_rounds(made.puzzle, round_rows(made.puzzle, made.ladder), self.signs, self.as_json)


class _DigWatch(Watch):
    """The line on standard error that says how far digging is."""

    def __call__(self, now: Progress) -> None:
        """Brings the line up to date."""
        if self.status:
            self.status.update(
                f"{now.found} of {self.count} found · {now.attempts} grids · {now.ratings} checks · {now.seconds:.1f} s"
            )


def _given(text: str, layout: Layout, signs: tuple[str, ...]) -> Grid | None:
    """The grid that was given, as a text or a file, in the user's symbols."""
    from cpgen.cli.digging_shown import in_digits
    from cpgen.puzzle import Puzzle

    if not text:
        return None
    content = text_of_file(text)
    return Puzzle.parse(in_digits(text if content is None else content, signs), layout).clues
