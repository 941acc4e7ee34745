"""`cpgen explain`: explain how a person solves a puzzle, in words and pictures."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from cpgen.answers.answer_base import joined
from cpgen.answers.puzzle_answers import Explained
from cpgen.cli.board_text import draw_puzzle, rating_sentence, signs_here
from cpgen.cli.command import command
from cpgen.cli.inputs import PuzzleOptions
from cpgen.cli.judge.faults import report_mistakes, warned_of_clues
from cpgen.cli.options import GradingOptions, Html, Json, Pdf, Rounds
from cpgen.cli.output import STANDARD, for_people, note, print_json, require_writable, show
from cpgen.errors import InputError
from cpgen.files import write_whole
from cpgen.messages import shown
from cpgen.puzzle import Puzzle
from cpgen.render.render_requests import PageRequest, Wording
from cpgen.state import State

if TYPE_CHECKING:
    from cpgen.difficulty import GradedPuzzle
    from cpgen.rater.explain import Explanation, Round
    from cpgen.rater.ladder import Ladder
    from cpgen.render.sentences import Narrator


@dataclass(frozen=True, kw_only=True)
class PageOptions:
    """Options for files with the explanation of a puzzle and a picture of every round."""

    html: Html = ""
    pdf: Pdf = ""
    request: PageRequest

    @property
    def wanted(self) -> bool:
        """True if any file is requested."""
        return bool(self.html or self.pdf)

    def require_extensions(self) -> None:
        """Raise InputError unless the file of --html ends with .html or .htm, and that of --pdf with .pdf."""
        for option, file, extensions in (("--html", self.html, (".html", ".htm")), ("--pdf", self.pdf, (".pdf",))):
            if file not in ("", STANDARD) and Path(file).suffix.lower() not in extensions:
                raise InputError(f"{option} writes a file that ends with {extensions[0]}, not {shown(file)}.")

    def write(self, state: State, explanation: Explanation, narrator: Narrator) -> None:
        """Write the explanation of a puzzle to the files that were requested."""
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
    *,
    inputs: PuzzleOptions,
    rounds: Rounds = False,
    grading: GradingOptions,
    wording: Wording,
    page: PageOptions,
    as_json: Json = False,
) -> None:
    """Explain how a person solves a puzzle, round by round.

    If digits are already placed or candidates noted, the rounds continue from there.

    \b
    Example: cpgen explain --rounds .31...2......4..
    Example: cpgen explain .9.....8.8..76...2.....3.....73...1..6..9..4..4...25.....8.....2...49..7.5.....3.
    """
    from cpgen.rater.explain import explain_puzzle

    if rounds:
        if page.wanted:
            raise InputError("Give --rounds or a page to write, not both.")
        _show_tables(inputs, grading, as_json)
        return
    page.require_extensions()
    if not page.wanted:
        inputs.show_each(lambda state: _show_rounds(state, grading, wording, as_json))
        return
    state = inputs.only
    narrator = wording.narrator(state.layout.size)
    explanation = explain_puzzle(state, grading.on(state.layout).ladder)
    report_mistakes(state, explanation.rating, narrator)
    page.write(state, explanation, narrator)


def _show_rounds(state: State, grading: GradingOptions, wording: Wording, as_json: bool) -> None:
    from cpgen.difficulty import GradedPuzzle
    from cpgen.rater.explain import explain_puzzle

    narrator, grades = narrator_here(wording, state.layout.size), grading.on(state.layout)
    explanation = explain_puzzle(state, grades.ladder)
    graded = GradedPuzzle(state, explanation.rating, grades)
    judged = report_mistakes(state, explanation.rating, narrator)
    if as_json:
        rounds = tuple(map(narrator.round_as_record, explanation))
        print_json(joined(Explained, graded.as_record(), *judged, rounds=rounds))
        return
    for round_ in explanation:
        show(round_text(round_, narrator))
    show(end_text(graded, narrator))
    if graded.rating.outcome == "stuck":
        warned_of_clues(state, graded.rating)
    show(draw_puzzle(state.puzzle, explanation.rating.digits) if for_people() else "")


def narrator_here(wording: Wording, size: int) -> Narrator:
    """Return the narrator, which puts rounds of solving into words, for boards with this side.

    Raises:
        InputError: Standard output cannot show its symbols for the digits.
    """
    narrator = wording.narrator(size)
    require_writable(narrator.symbols)
    return narrator


def end_text(graded: GradedPuzzle, narrator: Narrator) -> str:
    """Return the line that ends an explanation: the rating of the puzzle, in the language of the narrator."""
    from cpgen.difficulty.scales import both_scales

    words, rating = narrator.words, graded.rating
    if words.language == "en":
        return rating_sentence(graded)
    clues = State.of(graded.puzzle).puzzle.clue_count
    counts = words("explanation.rating", level=rating.level, steps=rating.steps, clues=clues)
    return f"{both_scales(graded, words)} · {counts}{words(f'board.{rating.outcome}')}"


def round_text(round_: Round, narrator: Narrator) -> str:
    """Return a round of the explanation as text: a heading with its number and rule, then a line for each sentence."""
    complexity = narrator.words("explanation.complexity", number=round_.complexity)
    heading = f"{round_.number:>3}. {narrator.title(round_)} ({complexity})"
    return "\n".join([heading, *(f"     {sentence}" for sentence in narrator.sentences(round_))])


def _show_tables(inputs: PuzzleOptions, grading: GradingOptions, as_json: bool) -> None:
    """Show the rounds of each puzzle as a table, after a warning of the mistakes on its board."""

    def show_table(state: State) -> None:
        report_mistakes(state, None)
        show_rounds(state, grading.on(state.layout).ladder, as_json)

    inputs.show_each(show_table)


def show_rounds(board: Puzzle | State, ladder: Ladder, as_json: bool) -> None:
    """Show the rounds of solving a board with a ladder: the open cells before each, the rule, and the digits placed."""
    from cpgen.rater.explain import round_rows, title_of

    puzzle = State.of(board).puzzle
    name, signs = puzzle.layout.cell_name, signs_here(puzzle.layout.size)
    for row in round_rows(board, ladder):
        placed = [(name(cell), signs[digit - 1]) for cell, digit in row.placed]
        if as_json:
            print_json(row.as_record(puzzle))
        else:
            digits = " ".join(f"{cell}={sign}" for cell, sign in placed) or "-"
            show(f"{row.number:>3}  {row.open_cells:>4} open  {title_of(row.rule):<27}  {digits}")
