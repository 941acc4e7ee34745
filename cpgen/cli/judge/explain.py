"""`cpgen explain`: explain how a person solves a puzzle, in words and pictures."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from cpgen import api
from cpgen.cli.command import command
from cpgen.cli.drawing import draw_puzzle, rating_sentence
from cpgen.cli.inputs import PuzzleOptions
from cpgen.cli.judge.faults import report_mistakes
from cpgen.cli.options import GradingOptions, Html, Json, Pdf
from cpgen.cli.output import for_people, note, print_json, require_writable, show
from cpgen.files import write_whole
from cpgen.render.render_requests import PageRequest, Wording
from cpgen.state import State

if TYPE_CHECKING:
    from cpgen.rater.explain import Explanation, Round
    from cpgen.render.sentences import Narrator


@dataclass(frozen=True, kw_only=True)
class PageOptions:
    """The files for an explanation with a picture of every round."""

    html: Html = ""
    pdf: Pdf = ""
    request: PageRequest

    @property
    def wanted(self) -> bool:
        """True if any file is requested."""
        return bool(self.html or self.pdf)

    def write(self, state: State, explanation: Explanation, narrator: Narrator) -> None:
        """Write the requested files."""
        from cpgen.render.explanation import html_of
        from cpgen.render.explanation_pages import explanation_pdf

        if self.html:
            write_whole(self.html, html_of(state, explanation, narrator, self.request.title).encode())
            note(f"Wrote {self.html}.")
        if self.pdf:
            write_whole(self.pdf, explanation_pdf(state, explanation, narrator, self.request))
            note(f"Wrote {self.pdf}.")


@command
def explain(
    *, given: PuzzleOptions, grading: GradingOptions, wording: Wording, page: PageOptions, as_json: Json = False
) -> None:
    """Explain how a person solves a puzzle, round by round.

    If digits are already placed or candidates noted, the rounds continue from there.

    \b
    Example: cpgen explain .9.....8.8..76...2.....3.....73...1..6..9..4..4...25.....8.....2...49..7.5.....3.
    """
    if not page.wanted:
        given.show_each(lambda state: _show_rounds(state, grading, wording, as_json))
        return
    state = given.only
    narrator, explanation = wording.narrator(state.layout.size), api.explain(state, grading.chosen)
    report_mistakes(state, explanation.rating, narrator)
    page.write(state, explanation, narrator)


def _show_rounds(state: State, grading: GradingOptions, wording: Wording, as_json: bool) -> None:

    from cpgen.difficulty import GradedPuzzle

    narrator, grades = narrator_here(wording, state.layout.size), grading.on(state.layout)
    explanation = api.explain(state, grades)
    data = GradedPuzzle(state, explanation.rating, grades).as_json()
    data |= report_mistakes(state, explanation.rating, narrator)
    if as_json:
        print_json({**data, "rounds": [narrator.as_json(one) for one in explanation]})
        return
    for one in explanation:
        show(round_text(one, narrator))
    show(end_text(data, narrator))
    show(draw_puzzle(state.puzzle, explanation.rating.digits) if for_people() else "")


def narrator_here(wording: Wording, size: int) -> Narrator:
    """Return the narrator for standard output; raise InputError if the encoding lacks a symbol."""
    narrator = wording.narrator(size)
    require_writable(narrator.symbols)
    return narrator


def end_text(data: Mapping[str, Any], narrator: Narrator) -> str:
    """Return the rating of the puzzle in one line."""
    words = narrator.words
    if words.language == "en":
        return rating_sentence(data)
    rating = words("explanation.rating", level=data["level"], steps=data["steps"], clues=data["clues"])
    return rating + words("lists.space") + words(f"board.{data['outcome']}")


def round_text(one: Round, narrator: Narrator) -> str:
    """Return a round as a heading with a line for each sentence."""
    heading = (
        f"{one.number:>3}. {narrator.title(one)} ({narrator.words('explanation.complexity', number=one.complexity)})"
    )
    return "\n".join([heading, *(f"     {sentence}" for sentence in narrator.sentences(one))])
