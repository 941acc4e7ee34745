"""`cpgen practice`: make boards on which a technique is the next step."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Annotated

from cpgen.cli.command import command
from cpgen.cli.drawing import draw_puzzle
from cpgen.cli.judge.explain import narrator_here
from cpgen.cli.options import Given, Html, Json, Pdf, argument, option
from cpgen.cli.output import for_people, note, print_json, show, show_seed
from cpgen.cli.progress import ProgressLine, report_interrupt
from cpgen.cli.share.export import require_html
from cpgen.errors import counted
from cpgen.files import write_whole
from cpgen.generation.practice import PracticeRequest
from cpgen.render.render_requests import PageRequest, Wording
from cpgen.requests.puzzle_request import TimedSeries

if TYPE_CHECKING:
    from cpgen.generation.practice import Exercise
    from cpgen.render.sentences import Narrator

Technique = Annotated[str, argument("TECHNIQUE", "The technique to practise, as in swordfish.")]
Play = Annotated[str, option("FILE", "Write a web page to play the boards to the file.", "--play")]


LEFT_OUT = (
    *("region_clues", "in_order", "along", "level", "steps", "score", "typical", "needs", "hardest", "only"),
    *("model", "method", "generation", "replacement"),
)
"""Fields of the request that matter little for a board on which one technique is the next step"""


@partial(command, left_out=LEFT_OUT)
def practice(
    *,
    technique: Technique,
    wanted: Given[PracticeRequest],
    series: TimedSeries,
    wording: Wording,
    page: PageRequest,
    play: Play = "",
    html: Html = "",
    pdf: Pdf = "",
    as_json: Json = False,
) -> None:
    """Make boards to practise a technique.

    On each board, the technique is the next step needed. When piped, each board is printed as one line of candidates,
    which all commands read. The --play page checks your move, the --html page hides each answer behind a click, and the
    PDF has the answers at the end.

    \b
    Example: cpgen practice x-wing --count 3
    Example: cpgen practice w-wing --count 20 --play w-wing.html
    """
    from cpgen.generation.practice import exercises
    from cpgen.requests.clock import Clock

    for page_file in filter(None, (play, html)):
        require_html(page_file)
    if pdf:
        from cpgen.render.paper import require_reportlab

        require_reportlab()
    request = wanted.record(technique=technique)
    seed = series.first_seed()
    made: list[Exercise] = []
    count, narrator = series.count, narrator_here(wording, request.layout.size)
    ended = report_interrupt(lambda: f" with {len(made)} of {count} found (seed {seed})")
    with ended, ProgressLine(count) as progress:
        try:
            for one in exercises(request, request.technique, count, seed, Clock(series.budget, progress)):
                made.append(one)
                with progress.hidden():
                    if as_json:
                        print_json(one.as_json() | {"sentence": narrator.paragraph(one.answer)})
                    elif not (play or html or pdf):
                        _show(one, narrator, len(made))
        finally:
            if made:
                with progress.hidden():
                    _write(made, narrator, play, html, pdf, page)
    show_seed(seed, as_json)


def _show(one: Exercise, narrator: Narrator, number: int) -> None:
    """Show an exercise: the grid of candidates and the answer for people, or a line for a pipe."""
    from cpgen.formats import Entry, format_named

    entry = Entry(one.state.puzzle, placed=one.state.placed, marks=one.state.marks)
    if not for_people():
        show(format_named("candidates").load_writer()(entry).rstrip("\n"))
        return
    show(f"{number}.")
    show(draw_puzzle(one.state.puzzle, one.state.digits))
    show(format_named("marks").load_writer()(entry).rstrip("\n"))
    show(f"{narrator.title(one.answer)}: {narrator.paragraph(one.answer)}\n")


def _write(made: list[Exercise], narrator: Narrator, play: str, html: str, pdf: str, page: PageRequest) -> None:
    """Write the boards to the requested files."""
    from cpgen.render.explanation import practice_html
    from cpgen.render.explanation_pages import practice_pdf

    boards = [(one.state, one.answer) for one in made]
    if play:
        from cpgen.web.play import exercise_of, page_of

        write_whole(play, page_of([exercise_of(one) for one in made], narrator.words.language).encode())
    if html:
        write_whole(html, practice_html(boards, narrator, page.title).encode())
    if pdf:
        write_whole(pdf, practice_pdf(boards, narrator, page))
    for file in filter(None, (play, html, pdf)):
        note(f"Wrote {file}: {counted(len(made), 'board')}.")
