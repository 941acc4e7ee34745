"""`cpgen generate`: generate puzzles with a given clue pattern and difficulty.

Each field of `GenerateSpec` and `TimedSeries` is an option of the command, and so is each other parameter (`@command`
makes them). The command resolves the spec to a request, and shows each puzzle that `generate_many` finds for it.
"""

from __future__ import annotations

from functools import partial
from typing import Annotated

from cpgen.cli.board_text import signs_here
from cpgen.cli.command import command
from cpgen.cli.inputs import excluded_puzzles
from cpgen.cli.make.generated_puzzles import show_generated, show_hardest
from cpgen.cli.make.puzzle_file import FormatName, PuzzleOutput, PuzzlesOut
from cpgen.cli.make.search_clock import searching
from cpgen.cli.options import Exclude, ShowOptions, Symbols, option
from cpgen.cli.output import show_seed
from cpgen.cli.progress import ProgressLine, note_grade, report_interrupt
from cpgen.errors import InputError
from cpgen.requests.generate_spec import GenerateSpec
from cpgen.requests.generation_request import resolve
from cpgen.requests.series import TimedSeries

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
    from cpgen.generation.two_phase import generate_many, make_again
    from cpgen.symmetry.canonical import Forms

    request, seed, count, found = resolve(spec), series.first_seed(), series.count, 0
    if index is not None and (series.seed is None or count > 1 or request.goal == "hardest"):
        raise InputError("--index repeats one puzzle of a --seed; give both, without --count and --grade hardest.")
    note_grade(spec, request)
    signs_here(request.layout.size)  # wrong symbols are reported before the search
    excluded = Forms(request.layout, excluded_puzzles(exclude, request.layout)) if exclude else None
    output = PuzzleOutput(out, to, request.layout, count, symbols)
    # `take` shows a puzzle, or collects it for the file that is written at the end.
    with output.shown_or_written(partial(show_generated, showing=showing), showing == ShowOptions()) as take:
        if request.goal == "hardest":
            show_hardest(request, count, seed, series.budget, take, excluded)
        else:
            with (
                report_interrupt(lambda: f" with {found} of {count} found (seed {seed})"),
                ProgressLine(count) as progress,
                searching(request, count, series.budget, progress) as clock,
            ):
                again = [] if index is None else [make_again(request, seed, index, clock)]
                for made in again or generate_many(request, count, seed, clock, excluded):
                    found += 1
                    with progress.hidden():
                        take(made)
    if index is None:
        show_seed(seed, showing.as_json or bool(to and not out))
