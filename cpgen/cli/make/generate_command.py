"""`cpgen generate`: generate puzzles with a given clue pattern and difficulty.

Each field of `GenerateSpec` and `TimedSeries` is an option of the command, and so is each other parameter (`@command`
makes them). The command resolves the spec to a request, and shows each puzzle that `generate_many` finds for it.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING, Annotated

from cpgen.cli.board_text import rating_sentence, signs_here
from cpgen.cli.command import command
from cpgen.cli.inputs import excluded_puzzles
from cpgen.cli.make.puzzle_file import FormatName, PuzzleOutput, PuzzlesOut, show_made
from cpgen.cli.make.search_clock import searching
from cpgen.cli.options import Exclude, ShowOptions, Symbols, option
from cpgen.cli.output import for_people, show, show_seed
from cpgen.cli.progress import ProgressLine, note_grade, report_interrupt
from cpgen.errors import InputError
from cpgen.messages import counted
from cpgen.requests.generate_spec import GenerateSpec
from cpgen.requests.generation_request import Request, resolve
from cpgen.requests.results import Generated
from cpgen.requests.series import TimedSeries

if TYPE_CHECKING:
    from cpgen.cli.make.puzzle_file import Show
    from cpgen.generation.difficulty_search import Ranking
    from cpgen.symmetry.canonical import Forms

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
        _require_single(series, request)
    if spec.model is None and spec.ladder is None:
        note_grade(str(spec.grade or ""), request)
    signs_here(request.layout.size)  # wrong symbols are reported before the search
    seed = series.first_seed()
    excluded = Forms(request.layout, excluded_puzzles(exclude, request.layout)) if exclude else None
    shown = partial(show_puzzle, showing=showing)
    output = PuzzleOutput(out, to, request.layout, series.count, symbols)
    # `take` shows a puzzle, or collects it for the file that is written at the end.
    with output.shown_or_written(shown, showing == ShowOptions()) as take:
        if index is not None:
            show_again(request, seed, index, series.budget, take)
        elif request.goal == "hardest":
            show_hardest(request, series.count, seed, series.budget, take, excluded)
        else:
            show_as_found(request, series.count, seed, series.budget, take, excluded)
    if index is None:
        show_seed(seed, showing.as_json or bool(to and not out))


def show_as_found(request: Request, count: int, seed: int, budget: float, take: Show, excluded: Forms | None) -> None:
    """Show the puzzles of a request as they are found.

    Args:
        request: The request.
        count: Number of puzzles.
        seed: Seed of the series; with the request it determines the puzzles.
        budget: Time limit in seconds.
        take: Called with each puzzle, to show it or to collect it for a file.
        excluded: Puzzles that are not made, nor any that are essentially equal to one of them; None for none.
    """
    from cpgen.generation.two_phase import generate_many

    found = 0
    with (
        report_interrupt(lambda: f" with {found} of {count} found (seed {seed})"),
        ProgressLine(count) as progress,
        searching(request, count, budget, progress) as clock,
    ):
        for made in generate_many(request, count, seed, clock, excluded):
            found += 1
            with progress.hidden():
                take(made)


def show_hardest(request: Request, count: int, seed: int, budget: float, take: Show, excluded: Forms | None) -> None:
    """Search until the budget (in seconds) ends or Ctrl-C, and show the `count` hardest puzzles, hardest first.

    The arguments are those of `show_as_found`.
    """
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
    with ProgressLine(places) as progress, searching(request, places, budget, progress) as clock:
        for made in search_hardest(request, places, seed, clock, excluded):
            ranking.add(made)
            level, steps = hardness(ranking.puzzles[0])
            progress.best = f"best so far: level {level}, {counted(steps, 'step')}"


def _require_single(series: TimedSeries, request: Request) -> None:
    """Raise InputError unless a single puzzle of a given seed is requested."""
    if series.seed is None or series.count > 1 or request.goal == "hardest":
        raise InputError("--index repeats one puzzle of a --seed; give both, without --count and --grade hardest.")


def show_again(request: Request, seed: int, index: int, budget: float, take: Show) -> None:
    """Generate again the puzzle that has this index in the series of a seed, and show it with `take`."""
    from cpgen.generation.two_phase import make_again

    with ProgressLine(1) as progress, searching(request, 1, budget, progress) as clock:
        made = make_again(request, seed, index, clock)
    take(made)


def _made_for(made: Generated) -> str:
    """Return the requested grade, as in ` · made for expert`; "" if it is `any` or the grade nearest to the rating."""
    same = made.grade in (made.request.model.any_grade, made.graded.model.nearest(made.rating))
    return "" if same else f" · made for {made.grade}"


def _remarks(made: Generated) -> Iterator[str]:
    """Yield lines about a puzzle: its rating and, if requested, its runs of clues with digits in order."""
    yield rating_sentence(made.graded) + _made_for(made)
    if made.request.in_order:
        yield f"in order: {', '.join(run.name for run in made.runs)}"


def show_puzzle(made: Generated, showing: ShowOptions) -> None:
    """Show a generated puzzle as a JSON object, a drawing for people, or a line for a pipe."""
    show_made(made, showing, lambda: _remarks(made))
    if for_people() and not showing.as_json:
        show("")
