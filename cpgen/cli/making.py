"""`cpgen generate`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from cpgen.cli.commands import command
from cpgen.cli.options import Budget, GradeName, RequestOptions, SeriesOptions, ShowOptions
from cpgen.cli.warning import warn_if_hard
from cpgen.cli.watch import Watch, interrupted
from cpgen.errors import InputError

if TYPE_CHECKING:
    from cpgen.generation.request import Generated, Request

Index = Annotated[
    int | None, typer.Option(min=0, metavar="I", help="Only the puzzle of the seed that --json gave this index.")
]


@command
def generate(
    *,
    grade: GradeName = "",
    asked: RequestOptions,
    series: SeriesOptions,
    index: Index = None,
    budget: Budget = 60.0,
    showing: ShowOptions,
) -> None:
    """Make puzzles with this pattern, one solution, and this grade.

    The clues stand exactly where the pattern has them; without one it is random. Without a grade it is intermediate on
    9×9, else any; `hardest` is the highest level, then the most steps, found in the budget.

    \b
    Example: cpgen generate --pattern kamio-a --grade expert --count 3
    Example: cpgen generate --pattern kamio-a --steps 28..34 --needs x-wing
    Example: cpgen generate --pattern kamio-a --grade hardest --budget 3
    """
    from cpgen.cli import climbing, shown

    hardest = climbing.is_hardest(grade)
    if index is not None:
        _require_one(series, hardest)
    request = asked.request("any" if hardest else grade)
    warn_if_hard(request, series.count)
    seed = series.first_seed()
    if index is not None:
        show_again(request, seed, index, budget, showing)
    else:
        carry_out = climbing.show_hardest if hardest else show_as_found
        carry_out(request, series.count, seed, budget, showing)
        shown.tell_seed(seed, showing.as_json)


def _require_one(series: SeriesOptions, hardest: bool) -> None:
    """Raises InputError unless one puzzle of a seed can be brought back."""
    if series.seed is None or series.count > 1 or hardest:
        raise InputError("--index brings back one puzzle of a --seed: give both, without --count and --grade hardest.")


def show_as_found(request: Request, count: int, seed: int, budget: float, showing: ShowOptions) -> None:
    """Shows the puzzles of a request one by one."""
    from cpgen.api import clock_for
    from cpgen.generation.two_phase import generate_many

    found = 0
    with interrupted(lambda: f" with {found} of {count} found (seed {seed})"), Watch(count) as watch:
        for made in generate_many(request, count, seed, clock_for(budget, watch)):
            found += 1
            with watch.hidden():
                show(made, showing)


def show_again(request: Request, seed: int, index: int, budget: float, showing: ShowOptions) -> None:
    """Shows the puzzle of a seed that has this index."""
    from cpgen.api import clock_for
    from cpgen.generation.two_phase import make_again

    with Watch(1) as watch:
        made = make_again(request, seed, index, clock_for(budget, watch))
    show(made, showing)


def show(made: Generated, showing: ShowOptions) -> None:
    """Shows a puzzle: an object, a drawn board for people, or a line for a pipe."""
    from cpgen.cli import shown
    from cpgen.objects import generated_object
    from cpgen.puzzle import line

    if showing.as_json:
        shown.tell_json(generated_object(made))
    elif shown.for_people():
        shown.tell(shown.board(made.puzzle))
        shown.tell(shown.rating_sentence(generated_object(made)))
        shown.tell(made.puzzle.line)
        shown.tell(shown.board(made.puzzle, made.solution) + "\n" if showing.solution else "")
    else:
        shown.tell(f"{made.puzzle.line} {line(made.solution)}" if showing.solution else made.puzzle.line)
