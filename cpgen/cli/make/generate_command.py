"""`cpgen generate`: generate puzzles with a given clue pattern and difficulty."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import TYPE_CHECKING, Annotated

from cpgen.cli.board_text import draw_puzzle, layout_after_line, line_here, rating_sentence, signs_here
from cpgen.cli.command import command
from cpgen.cli.inputs import excluded_puzzles
from cpgen.cli.make.puzzle_file import FormatName, PuzzleOutput, PuzzlesOut
from cpgen.cli.options import Exclude, ShowOptions, Symbols, option
from cpgen.cli.output import for_people, print_json, show, show_seed, warn
from cpgen.cli.progress import ProgressLine, note_grade, report_interrupt
from cpgen.errors import InputError, NotFoundError
from cpgen.messages import Message, counted
from cpgen.requests.generate_spec import GenerateSpec
from cpgen.requests.generation_request import Request, resolve
from cpgen.requests.results import Generated
from cpgen.requests.series import TimedSeries

if TYPE_CHECKING:
    from cpgen.cli.make.puzzle_file import Show
    from cpgen.generation.difficulty_search import Ranking
    from cpgen.requests.clock import Clock
    from cpgen.requests.results import Progress
    from cpgen.symmetry.canonical import Forms

LONG = 1.0
"""Seconds after which a search is long: a trial then tells whether what it searches for is rare"""
TRIAL_SHARE = 1 / 3
"""Part of the time limit that trials of the grades of a drawing may take"""
Index = Annotated[
    int | None,
    option("I", "Only the puzzle that --json showed with this index for the same --seed.", least=0),
]


@command
def generate(
    *,
    spec: GenerateSpec,
    series: TimedSeries,
    index: Index = None,
    exclude: Exclude = None,
    out: PuzzlesOut = "",
    to: FormatName = "",
    symbols: Symbols = "",
    showing: ShowOptions,
) -> None:
    """Generate puzzles with a given clue pattern and difficulty.

    Each puzzle has exactly one solution, and clues exactly in the cells of the pattern. By default, patterns are
    random; if their symmetry does not allow the number of clues, the nearest possible number is used, with a note. The
    default grade is intermediate on 9×9, any on other layouts. `hardest` searches until the time limit for the highest
    level, then the most steps.

    \b
    Example: cpgen generate --pattern kamio-a --grade expert --count 3
    Example: cpgen generate --pattern kamio-a --steps 28..34 --needs x-wing
    Example: cpgen generate --pattern kamio-a --grade hardest --time-limit 3
    Example: cpgen generate --pattern heart --in-order
    Example: cpgen generate --count 3 --exclude puzzles.sdm -o more.pdf
    Example: cpgen generate --to sudokupad
    """
    from cpgen.symmetry.canonical import Forms

    request = resolve(spec)
    if index is not None:
        _require_one(series, request)
    if spec.model is None and spec.ladder is None:
        note_grade(str(spec.grade or ""), request)
    signs_here(request.layout.size)
    seed = series.first_seed()
    excluded = Forms(request.layout, excluded_puzzles(exclude, request.layout)) if exclude else None
    shown = partial(show_puzzle, showing=showing)
    output = PuzzleOutput(out, to, request.layout, series.count, symbols)
    with output.shown_or_written(shown, showing == ShowOptions()) as take:
        if index is not None:
            show_again(request, seed, index, series.budget, take)
        else:
            search = show_hardest if request.goal == "hardest" else show_as_found
            search(request, series.count, seed, series.budget, take, excluded)
    if index is None:
        show_seed(seed, showing.as_json or bool(to and not out))


def _require_one(series: TimedSeries, request: Request) -> None:
    """Raise InputError unless a single puzzle of a given seed is requested."""
    if series.seed is None or series.count > 1 or request.goal == "hardest":
        raise InputError("--index repeats one puzzle of a --seed; give both, without --count and --grade hardest.")


def show_as_found(request: Request, count: int, seed: int, budget: float, take: Show, excluded: Forms | None) -> None:
    """Show the puzzles of a request as they are found."""
    from cpgen.generation.two_phase import generate_many

    found = 0
    with (
        report_interrupt(lambda: f" with {found} of {count} found (seed {seed})"),
        ProgressLine(count) as progress,
        _searching(request, count, budget, progress) as clock,
    ):
        for made in generate_many(request, count, seed, clock, excluded):
            found += 1
            with progress.hidden():
                take(made)


def show_again(request: Request, seed: int, index: int, budget: float, take: Show) -> None:
    """Generate and show the puzzle with this index of a seed."""
    from cpgen.generation.two_phase import make_again

    with ProgressLine(1) as progress, _searching(request, 1, budget, progress) as clock:
        made = make_again(request, seed, index, clock)
    take(made)


@contextmanager
def _searching(request: Request, count: int, budget: float, progress: ProgressLine) -> Iterator[Clock]:
    """Yield a clock that shows its progress; warn once, when the search gets long or fails, if a trial finds it hard.

    A trial costs more than most puzzles, so a search that soon finds what it wants does not pay for it.
    """
    from cpgen.requests.clock import Clock

    asked = False

    def warn_if_hard(stop: Callable[[], bool]) -> None:
        nonlocal asked
        if not asked and (hard := _why_hard(request, count, TRIAL_SHARE * budget, stop)):
            with progress.hidden():
                warn(str(hard))
        asked = True

    def report(now: Progress) -> None:
        progress(now)
        if now.seconds >= LONG and not clock.is_over():
            warn_if_hard(clock.is_over)

    clock = Clock(budget, report)
    try:
        yield clock
    except NotFoundError:
        warn_if_hard(lambda: False)
        raise


def _why_hard(request: Request, count: int, seconds: float, stop: Callable[[], bool]) -> Message | None:
    """Return a sentence that says how hard the puzzles of a request are to find; None if a trial finds some.

    On a drawing the trials of all its grades end after some seconds.
    """
    from cpgen.generation.possible_grades import doubt
    from cpgen.generation.probe import how_hard
    from cpgen.requests.clock import Clock

    if not request.drawn:
        return how_hard(request, count, stop)
    found = doubt(request, Clock(seconds, stop=stop))
    return found.sentence if found else None


def show_hardest(request: Request, count: int, seed: int, budget: float, take: Show, excluded: Forms | None) -> None:
    """Show the hardest puzzles found within the budget or before Ctrl-C, hardest first."""
    from cpgen.generation.difficulty_search import Ranking

    ranking = Ranking(count)
    with report_interrupt(lambda: f"; these are the hardest so far (seed {seed})"):
        try:
            _search_hardest(request, ranking, seed, budget, excluded)
        finally:
            for made in ranking.puzzles:
                take(made)


def _search_hardest(request: Request, ranking: Ranking, seed: int, budget: float, excluded: Forms | None) -> None:
    from cpgen.generation.difficulty_search import hardness, search_hardest

    places = ranking.places
    with ProgressLine(places) as progress, _searching(request, places, budget, progress) as clock:
        for made in search_hardest(request, places, seed, clock, excluded):
            ranking.add(made)
            level, steps = hardness(ranking.puzzles[0])
            progress.best = f"best so far: level {level}, {counted(steps, 'step')}"


def _made_for(made: Generated) -> str:
    """Return the grade for which a puzzle was made, if a person would call it another one."""
    same = made.grade in (made.request.model.any_grade, made.graded.model.nearest(made.rating))
    return "" if same else f" · made for {made.grade}"


def show_puzzle(made: Generated, showing: ShowOptions) -> None:
    """Show a puzzle: an object, a drawing for people, or a line for a pipe."""
    if showing.as_json:
        print_json(made.as_json())
    elif for_people():
        show(draw_puzzle(made.puzzle))
        show(rating_sentence(made.graded) + _made_for(made))
        if made.request.in_order:
            show(f"in order: {', '.join(run.name for run in made.runs)}")
        show(line_here(made.puzzle.clues) + layout_after_line(made.puzzle.layout))
        show(draw_puzzle(made.puzzle, made.solution) + "\n" if showing.solution else "")
    else:
        solution = f"\t{line_here(made.solution)}" if showing.solution else ""
        show(line_here(made.puzzle.clues) + solution + layout_after_line(made.puzzle.layout))
