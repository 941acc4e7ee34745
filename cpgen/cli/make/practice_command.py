"""`cpgen practice`: make boards on which a technique is the next step."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import chain, islice
from typing import TYPE_CHECKING, Annotated

from msgspec import structs

from cpgen.cli.board_text import draw_puzzle
from cpgen.cli.command import command
from cpgen.cli.inputs import sources
from cpgen.cli.judge.explain_command import narrator_here
from cpgen.cli.options import Html, Json, Pdf, argument, file_option
from cpgen.cli.output import for_people, note, print_json, show, show_seed
from cpgen.cli.progress import ProgressLine, report_interrupt
from cpgen.cli.share.export_command import require_html
from cpgen.errors import InputError, NotFoundError
from cpgen.files import write_whole
from cpgen.formats import Entry, ReadingRequest, format_named
from cpgen.layout import Layout
from cpgen.messages import Message, counted, field_named
from cpgen.render.render_requests import PageRequest, Wording
from cpgen.requests.generate_spec import GenerateSpec
from cpgen.requests.series import TimedSeries
from cpgen.schema import chosen

if TYPE_CHECKING:
    from cpgen.generation.practice import Exercise
    from cpgen.render.sentences import Narrator

Technique = Annotated[str, argument("TECHNIQUE", "The technique to practise, as in swordfish.")]
From = Annotated[
    list[str] | None,
    file_option("FILE", "Take the boards from the puzzles of this file or collection; repeatable.", "--from"),
]
Play = Annotated[str, file_option("FILE", "Write a web page to play the boards to the file.", "--play")]


BOARD = ("layout", "diagonals", "constraints")
"""Fields of the request that choose a board"""
LEFT_OUT = (
    *("region_clues", "in_order", "along", "level", "steps", "score", "typical", "needs", "hardest", "only"),
    *("model", "method", "generation", "replacement"),
)
"""Fields that get no option: they matter little for a board on which one technique is the next step"""


@partial(command, left_out=LEFT_OUT)
def practice(
    *,
    technique: Technique,
    wanted: GenerateSpec,
    series: TimedSeries,
    wording: Wording,
    page: PageRequest,
    inputs: From = None,
    play: Play = "",
    html: Html = "",
    pdf: Pdf = "",
    as_json: Json = False,
) -> None:
    """Make boards to practise a technique.

    On each board, the technique is the next step needed. When piped, each board is printed as one line that all
    commands read: of candidates or, if its board is not a usual one, of JSON, both in the default digits. The --play
    page checks your move, the --html page hides each answer behind a click, and the PDF has the answers at the end.

    \b
    Example: cpgen practice x-wing --count 3
    Example: cpgen practice combination --constraints "cage 10: r5c5 r5c6; cage 20: r7c1 r7c2 r8c1"
    Example: cpgen practice w-wing --count 20 --play w-wing.html
    """
    for page_file in filter(None, (play, html)):
        require_html(page_file)
    if pdf:
        from cpgen.render.paper import require_reportlab

        require_reportlab()
    seed = series.first_seed()
    made: list[Exercise] = []
    ended = report_interrupt(lambda: f" with {len(made)} of {series.count} found (seed {seed})")
    with ended, ProgressLine(series.count) as progress:
        if inputs:
            size, exercises = _exercises_in(inputs, technique, wanted, series.count, wording.symbols)
        else:
            size, exercises = _exercises_made(technique, wanted, series, seed, progress)
        narrator = narrator_here(wording, size)
        try:
            for exercise in exercises:
                made.append(exercise)
                with progress.hidden():
                    if as_json:
                        print_json(structs.replace(exercise.as_record(), sentence=narrator.paragraph(exercise.answer)))
                    elif not (play or html or pdf):
                        _show(exercise, narrator, len(made))
        finally:
            # Exercises that were found before an error or Ctrl-C are written, too.
            if made:
                with progress.hidden():
                    _write(made, narrator, play, html, pdf, page)
    if not inputs:
        show_seed(seed, as_json)


def _exercises_made(
    technique: str, wanted: GenerateSpec, series: TimedSeries, seed: int, progress: ProgressLine
) -> tuple[int, Iterator[Exercise]]:
    """Return the side of the requested board, and an iterator that makes exercises for a technique."""
    from cpgen.generation.practice import exercises, resolve_practice
    from cpgen.rater.explain import technique_named
    from cpgen.requests.clock import Clock

    request, clock = resolve_practice(wanted, technique), Clock(series.budget, progress)
    return request.layout.size, exercises(request, technique_named(technique), series.count, seed, clock)


def _exercises_in(
    names: list[str], technique: str, wanted: GenerateSpec, count: int, symbols: str
) -> tuple[int, Iterator[Exercise]]:
    """Return the side of the largest board in some files, and at most `count` exercises from their puzzles.

    Args:
        names: Names of the files.
        technique: Name of the technique that is practised.
        wanted: The options of the command; only those about the ladder and the board may be set.
        count: Greatest number of exercises.
        symbols: The user's symbols for the digits.

    Raises:
        InputError: An option is about making puzzles, or a file or puzzle is wrong.
        NotFoundError: No puzzle needs the technique.
    """
    from cpgen.generation.practice import exercises_in
    from cpgen.rater.explain import technique_named

    if other := next((name for name in chosen(wanted) if name not in ("ladder", *BOARD)), None):
        raise InputError(Message("practice-from-only", option=field_named(other)))
    reading = ReadingRequest(**{name: getattr(wanted, name) for name in BOARD}, symbols=symbols)
    puzzles = [source.entry(reading).puzzle for source in sources(names, reading)]
    exercises = exercises_in(puzzles, technique_named(technique), wanted.ladder)
    # The first is looked for here, so that files without any end in an error and not in an empty output.
    first = list(islice(exercises, 1))
    if not first:
        raise NotFoundError(Message("practice-none", count=len(puzzles), rule=technique_named(technique)))
    return max(puzzle.layout.size for puzzle in puzzles), islice(chain(first, exercises), count)


def _show(exercise: Exercise, narrator: Narrator, number: int) -> None:
    """Show an exercise: the grid of candidates and the answer for people, or a line for a pipe."""
    state, layout = exercise.state, exercise.state.layout
    entry = Entry(state.puzzle, placed=state.placed, marks=state.marks)
    if not for_people():
        name = "candidates" if layout.box and layout == Layout.default(layout.size) else "jsonl"
        show(format_named(name).load_writer()(entry).rstrip("\n"))
        return
    show(f"{number}.")
    show(draw_puzzle(state.puzzle, state.digits))
    show(format_named("marks").load_writer()(entry).rstrip("\n"))
    show(f"{narrator.title(exercise.answer)}: {narrator.paragraph(exercise.answer)}\n")


def _write(made: list[Exercise], narrator: Narrator, play: str, html: str, pdf: str, page: PageRequest) -> None:
    """Write the exercises to the files of --play, --html and --pdf that were requested."""
    from cpgen.render.explanation import practice_html
    from cpgen.render.explanation_pages import practice_pdf

    boards = [(exercise.state, exercise.answer) for exercise in made]
    if play:
        from cpgen.web.play import exercise_of, page_of

        write_whole(play, page_of([exercise_of(exercise) for exercise in made], narrator.words.language).encode())
    if html:
        write_whole(html, practice_html(boards, narrator, page.title).encode())
    if pdf:
        write_whole(pdf, practice_pdf(boards, narrator, page))
    for file in filter(None, (play, html, pdf)):
        note(f"Wrote {file}: {counted(len(made), 'board')}.")
