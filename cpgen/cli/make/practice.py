"""`cpgen practice`: states in which a technique is the next step."""

from __future__ import annotations

from typing import Annotated

import typer

from cpgen import api
from cpgen.cli.command import command
from cpgen.cli.drawing import draw_puzzle
from cpgen.cli.judge.explain import narrator_here
from cpgen.cli.options import Given, Html, Json, Pdf, option
from cpgen.cli.output import for_people, print_json, show, show_seed
from cpgen.cli.progress import ProgressLine, note, report_interrupt
from cpgen.cli.share.export import require_html
from cpgen.errors import counted

Technique = Annotated[str, typer.Argument(metavar="TECHNIQUE", help="The technique to practise, as in swordfish.")]
Play = Annotated[str, option("FILE", "Write a web page to play the boards to the file.", "--play")]


@command
def practice(
    *,
    technique: Technique,
    wanted: Given[api.PracticeRequest],
    series: api.TimedSeries,
    wording: api.Wording,
    page: api.PageRequest,
    play: Play = "",
    html: Html = "",
    pdf: Pdf = "",
    as_json: Json = False,
) -> None:
    """Make boards to practise a technique.

    On each, the technique is the next step that leads on. In a pipe, a board is a line of candidates, n for each cell,
    which all commands read. A page to play says whether a move is the one to be found, a page to read has each answer
    behind a click, a booklet has the answers at its end.

    \b
    Example: cpgen practice x-wing --count 3
    Example: cpgen practice w-wing --count 20 --play w-wing.html
    """
    for page_file in filter(None, (play, html)):
        require_html(page_file)
    request = wanted.record(technique=technique)
    seed = series.first_seed()
    made: list[api.Exercise] = []
    count, narrator = series.count, narrator_here(wording, request.layout.size)
    ended = report_interrupt(lambda: f" with {len(made)} of {count} found (seed {seed})")
    with ended, ProgressLine(count) as progress:
        try:
            for one in api.exercises(request, technique, count, seed, api.clock_for(series.budget, progress)):
                made.append(one)
                with progress.hidden():
                    if as_json:
                        print_json(one.as_json() | {"sentence": narrator.paragraph(one.answer)})
                    elif not (play or html or pdf):
                        _show(one, narrator, len(made))
        finally:
            if made:
                _write(made, narrator, play, html, pdf, page)
    show_seed(seed, as_json)


def _show(one: api.Exercise, narrator: api.Narrator, number: int) -> None:
    """Shows an exercise: the grid of candidates and the answer for people, or a line for a pipe."""
    entry = api.Entry(one.state.puzzle, placed=one.state.placed, marks=one.state.marks)
    if not for_people():
        show(api.format_named("candidates").load_writer()(entry).rstrip("\n"))
        return
    show(f"{number}.")
    show(draw_puzzle(one.state.puzzle, one.state.digits))
    show(api.format_named("marks").load_writer()(entry).rstrip("\n"))
    show(f"{narrator.title(one.answer)}: {narrator.paragraph(one.answer)}\n")


def _write(
    made: list[api.Exercise], narrator: api.Narrator, play: str, html: str, pdf: str, page: api.PageRequest
) -> None:
    """Writes the files that are wanted, with what was found."""
    boards = [(one.state, one.answer) for one in made]
    if play:
        from cpgen.web.play import exercise_of, page_of

        api.write_whole(play, page_of([exercise_of(one) for one in made], narrator.words.language).encode())
    if html:
        api.write_whole(html, api.practice_html(boards, narrator, page.title).encode())
    if pdf:
        api.write_whole(pdf, api.practice_pdf(boards, narrator, page))
    for file in filter(None, (play, html, pdf)):
        note(f"Wrote {file}: {counted(len(made), 'board')}.")
