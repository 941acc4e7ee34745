"""`cpgen generate`: puzzles with this pattern, one solution, and this grade."""

from __future__ import annotations

from typing import Annotated

import typer

from cpgen import api
from cpgen.cli.command import command
from cpgen.cli.drawing import draw_puzzle, rating_sentence
from cpgen.cli.options import Given, ShowOptions
from cpgen.cli.output import for_people, print_json, show, show_seed, warn
from cpgen.cli.progress import ProgressLine, note_if_unfitted, report_interrupt
from cpgen.errors import InputError, counted

Index = Annotated[
    int | None,
    typer.Option(min=0, metavar="I", help="Only the puzzle that --json showed with this index for the same --seed."),
]


@command
def generate(
    *,
    wanted: Given[api.Request],
    series: api.TimedSeries,
    index: Index = None,
    showing: ShowOptions,
) -> None:
    """Make puzzles with this pattern, one solution, and this grade.

    The clues are exactly in the cells of the pattern; by default, patterns are random. Where their symmetry allows no
    such number of clues, the nearest that it allows is taken, with a note. The default grade is
    intermediate on 9×9, any on other layouts; `hardest` looks for the highest level, then the most steps, until the
    time limit.

    \b
    Example: cpgen generate --pattern kamio-a --grade expert --count 3
    Example: cpgen generate --pattern kamio-a --steps 28..34 --needs x-wing
    Example: cpgen generate --pattern kamio-a --grade hardest --budget 3
    Example: cpgen generate --pattern heart --in-order
    """
    grade = wanted.data.get("grade", "")
    hardest = is_hardest(grade)
    if index is not None:
        _require_one(series, hardest)
    request = wanted.record(grade="any") if hardest else wanted.record()
    if hard := api.how_hard(request, series.count):
        warn(hard)
    if grade and "model" not in wanted.data and request.grade.name != "any":
        note_if_unfitted(request.layout)
    seed = series.first_seed()
    if index is not None:
        show_again(request, seed, index, series.budget, showing)
    else:
        (show_hardest if hardest else show_as_found)(request, series.count, seed, series.budget, showing)
        show_seed(seed, showing.as_json)


def _require_one(series: api.TimedSeries, hardest: bool) -> None:
    """Raises InputError unless a single puzzle of a seed is wanted."""
    if series.seed is None or series.count > 1 or hardest:
        raise InputError("--index repeats one puzzle of a --seed; give both, without --count and --grade hardest.")


def show_as_found(request: api.Request, count: int, seed: int, budget: float, showing: ShowOptions) -> None:
    """Shows the puzzles of a request as they are found."""
    found = 0
    with report_interrupt(lambda: f" with {found} of {count} found (seed {seed})"), ProgressLine(count) as progress:
        for made in api.generate_requested(request, count, seed, api.clock_for(budget, progress)):
            found += 1
            with progress.hidden():
                show_puzzle(made, showing)


def show_again(request: api.Request, seed: int, index: int, budget: float, showing: ShowOptions) -> None:
    """Shows the puzzle of a seed with this index."""
    with ProgressLine(1) as progress:
        made = api.generate_again(request, seed, index, api.clock_for(budget, progress))
    show_puzzle(made, showing)


WORDS = ("hardest", "最難")


def is_hardest(grade: str) -> bool:
    """Whether the word for a grade means the hardest puzzles."""
    return grade.strip().casefold() in WORDS


def show_hardest(request: api.Request, count: int, seed: int, budget: float, showing: ShowOptions) -> None:
    """Shows the hardest puzzles found within the budget, or before Ctrl-C, hardest first."""
    ranking = api.Ranking(count)
    with report_interrupt(lambda: f"; these are the hardest so far (seed {seed})"):
        try:
            _climb(request, ranking, seed, budget)
        finally:
            for made in ranking.puzzles:
                show_puzzle(made, showing)


def _climb(request: api.Request, ranking: api.Ranking, seed: int, budget: float) -> None:

    with ProgressLine(ranking.places) as progress:
        for made in api.climb(request, ranking.places, seed, api.clock_for(budget, progress)):
            ranking.add(made)
            level, steps = api.hardness(ranking.puzzles[0])
            progress.best = f"best so far: level {level}, {counted(steps, 'step')}"


def show_puzzle(made: api.Generated, showing: ShowOptions) -> None:
    """Shows a puzzle: an object, a drawing for people, or a line for a pipe."""
    if showing.as_json:
        print_json(made.as_json())
    elif for_people():
        show(draw_puzzle(made.puzzle))
        show(rating_sentence(made.as_json()))
        if made.request.in_order:
            show(f"in order: {', '.join(run.name for run in made.runs)}")
        show(made.puzzle.line + api.layout_after(made.puzzle.layout))
        show(draw_puzzle(made.puzzle, made.solution) + "\n" if showing.solution else "")
    else:
        solution = f" {api.line(made.solution)}" if showing.solution else ""
        show(made.puzzle.line + solution + api.layout_after(made.puzzle.layout))
