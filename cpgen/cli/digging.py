"""`cpgen dig`: puzzles by taking clues away from a full grid."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Annotated

import typer

from cpgen.cli.commands import command
from cpgen.cli.digging_options import DigOptions
from cpgen.cli.options import Budget, SeriesOptions, ShowOptions
from cpgen.cli.symbols import line_in
from cpgen.cli.watch import Watch, interrupted
from cpgen.errors import NotFoundError

if TYPE_CHECKING:
    from cpgen.generation.digging.request import DigRequest, Dug

Rounds = Annotated[bool, typer.Option("--rounds", help="Show the table of `cpgen rounds`, too.")]


@command
def dig(
    *,
    asked: DigOptions,
    series: SeriesOptions,
    budget: Budget = 60.0,
    rounds: Rounds = False,
    showing: ShowOptions,
) -> None:
    """Make puzzles by taking clues away from a full grid.

    A clue is taken while a check still holds.

    Every puzzle has one solution, shown by CP-SAT. Ctrl-C shows the best that was found so far. On 9×9, 17 clues are
    the proven minimum (McGuire, Tugemann and Civario 2012), and 18 the fewest known with half-turn symmetry.

    \b
    Example: cpgen dig --symmetry rot180 --clues 22
    Example: cpgen dig --keep "1... .2.. ..3. ...4"
    """
    from cpgen.cli import shown

    request, seed = asked.request, series.first_seed()
    _dig(request, seed, budget, _Stage(series.count, asked.signs, rounds, showing))
    shown.tell_seed(seed, showing.as_json)


def _dig(request: DigRequest, seed: int, budget: float, stage: _Stage) -> None:
    """Shows the puzzles as they are found, and, when time runs out or on Ctrl-C, the best on the way to the next."""
    from cpgen import api

    with interrupted(lambda: f" with {stage.found} of {stage.count} found (seed {seed})"):
        try:
            with stage.watch:
                for made in api.dig_many(
                    request, stage.count, seed=seed, budget=budget, progress=stage.watch, better=stage.better
                ):
                    stage.show(made)
        except (NotFoundError, KeyboardInterrupt):
            stage.show_best()
            raise


@dataclass
class _Stage:
    """Where dug puzzles are shown, with the best that was told of since the last was shown."""

    count: int
    signs: tuple[str, ...]
    rounds: bool
    showing: ShowOptions
    watch: Watch = field(init=False)
    best: Dug | None = None
    found: int = 0

    def __post_init__(self) -> None:
        self.watch = Watch(self.count, "grids", "checks")

    def better(self, made: Dug) -> None:
        """Keeps the best so far, and says on standard error what it is."""
        self.best = made
        with self.watch.hidden():
            line = line_in(self.signs, made.puzzle.clues)
            typer.echo(f"{made.puzzle.clue_count} clues after {made.stats.seconds:.1f} s: {line}", err=True)

    def show(self, made: Dug) -> None:
        """Shows a puzzle that was asked for."""
        self.found += 1
        self.best = None
        with self.watch.hidden():
            self._show(made)

    def show_best(self) -> None:
        """Shows the best so far, if there is one."""
        if self.best:
            self._show(self.best)

    def _show(self, made: Dug) -> None:
        from cpgen.cli import digging_shown as told
        from cpgen.generation.digging.rounds import round_rows

        told.show_dug(made, self.signs, self.showing)
        if self.rounds:
            told.show_rounds(made.puzzle, round_rows(made.puzzle, made.ladder), self.signs, self.showing.as_json)
