"""`cpgen explain` and `hint`: how a person solves a puzzle, in words and pictures."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Annotated, Any

import typer

from cpgen.cli.commands import command
from cpgen.cli.options import Json, LayoutOptions, Model, Puzzles
from cpgen.cli.reading import each_puzzle, grades_of
from cpgen.errors import CpgenError, ImpossibleError, InputError
from cpgen.layout import Layout
from cpgen.puzzle import Puzzle

if TYPE_CHECKING:
    from cpgen.rater.explain import Explanation, Round
    from cpgen.render.sentences import Teller

Language = Annotated[str, typer.Option("--lang", metavar="en|ja", help="The language: English or Japanese.")]
PaperSize = Annotated[str, typer.Option("--paper-size", metavar="a4|letter", help="The size of the paper.")]
Symbols = Annotated[
    str,
    typer.Option(metavar="TEXT", help="Symbols in the place of digits: a character each, or apart by blanks."),
]


@command
def explain(
    *,
    puzzles: Puzzles = None,
    board: LayoutOptions,
    model: Model = None,
    lang: Language = "en",
    symbols: Symbols = "",
    html: Annotated[str, typer.Option(metavar="FILE", help="Write a page with a picture a round (one puzzle).")] = "",
    pdf: Annotated[str, typer.Option(metavar="FILE", help="The same as PDF.")] = "",
    paper_size: PaperSize = "a4",
    title: Annotated[str, typer.Option(metavar="TEXT", help="The title of the page.")] = "",
    as_json: Json = False,
) -> None:
    """Show how a person solves a puzzle, every round in words.

    \b
    Example: cpgen explain .9.....8.8..76...2.....3.....73...1..6..9..4..4...25.....8.....2...49..7.5.....3.
    """
    from cpgen import api
    from cpgen.cli import shown
    from cpgen.objects import graded_object, told_round_object
    from cpgen.render.words import words_of

    layout = board.layout
    words_of(lang)
    if html or pdf:
        puzzle = only_puzzle(puzzles, layout)
        teller = teller_of(lang, symbols, puzzle.layout.size)
        explanation = api.explain(puzzle, grades_of(model, puzzle))
        if html:
            write_html(html, puzzle, explanation, teller, title)
        if pdf:
            write_pdf(pdf, puzzle, explanation, teller, title, paper_size)
        return

    def show(puzzle: Puzzle) -> None:
        teller = teller_of(lang, symbols, puzzle.layout.size)
        grades = grades_of(model, puzzle)
        explanation = api.explain(puzzle, grades)
        data = graded_object(puzzle, explanation.rating, grades)
        if as_json:
            shown.tell_json({**data, "rounds": [told_round_object(one, teller) for one in explanation]})
            return
        for one in explanation:
            shown.tell(round_text(one, teller))
        shown.tell(end_text(data, teller))
        shown.tell(shown.board(puzzle, explanation.rating.digits) if shown.for_people() else "")

    each_puzzle(puzzles, layout, show)


@command
def hint(
    *,
    puzzles: Puzzles = None,
    full: Annotated[bool, typer.Option("--full", help="Tell the whole step, not only where to look.")] = False,
    number: Annotated[int, typer.Option("--round", min=1, metavar="N", help="The N-th round from here.")] = 1,
    board: LayoutOptions,
    model: Model = None,
    lang: Language = "en",
    symbols: Symbols = "",
    as_json: Json = False,
) -> None:
    """Help with the next step of a board, solved in part or not.

    It tells where to look; with --full, the whole step.

    \b
    Example: cpgen hint ......3231......
    """
    from cpgen import api
    from cpgen.cli import shown
    from cpgen.objects import MANY, OPEN, SOLVED, hint_object, state_of
    from cpgen.render.words import words_of

    words_of(lang)

    def show(puzzle: Puzzle) -> None:
        teller = teller_of(lang, symbols, puzzle.layout.size)
        explanation = api.explain(puzzle, grades_of(model, puzzle))
        state = state_of(puzzle, explanation)
        one = _wanted(explanation, number) if state in (OPEN, MANY) else None
        if as_json:
            shown.tell_json(hint_object(puzzle, state, one, teller, full))
        elif one:
            shown.tell(hint_text(one, teller, full))
        elif state == SOLVED:
            shown.tell(teller.words(SOLVED))
        if not one and state != SOLVED:
            raise _hopeless(state, explanation, number, teller)

    each_puzzle(puzzles, board.layout, show)


def teller_of(lang: str, symbols: str, size: int) -> Teller:
    """Who tells rounds in that language with these symbols; raises InputError when there is no such one."""
    from cpgen.render.board import read_symbols
    from cpgen.render.sentences import Teller
    from cpgen.render.words import words_of

    return Teller(words_of(lang), read_symbols(symbols, size))


def only_puzzle(arguments: list[str] | None, layout: Layout | None) -> Puzzle:
    """The one puzzle that the arguments give; raises InputError when they give several."""
    from cpgen.cli.inputs import sources

    found = iter(sources(arguments))
    puzzle = next(found).puzzle(layout)
    if next(found, None) is not None:
        raise InputError("There are several puzzles; a picture or a page takes one (`cpgen book` takes many).")
    return puzzle


def write_html(file: str, puzzle: Puzzle, explanation: Explanation, teller: Teller, title: str) -> None:
    """Writes the explanation as a page for the browser."""
    from cpgen.render.files import write_whole
    from cpgen.render.page import html_of

    write_whole(file, html_of(puzzle, explanation, teller, title).encode())


def write_pdf(file: str, puzzle: Puzzle, explanation: Explanation, teller: Teller, title: str, paper_size: str) -> None:
    """Writes the explanation as PDF."""
    from cpgen.render.explanation import explanation_pdf
    from cpgen.render.files import write_whole

    write_whole(file, explanation_pdf(puzzle, explanation, teller, title, paper_size))


def end_text(data: Mapping[str, Any], teller: Teller) -> str:
    """How hard the puzzle is, in one line."""
    from cpgen.cli import shown

    words = teller.words
    if words.language == "en":
        return shown.rating_sentence(data)
    told = words("rating", level=data["level"], steps=data["steps"], clues=data["clues"])
    return told + words("space") + words(data["outcome"])


def round_text(one: Round, teller: Teller) -> str:
    """A round as a heading with a line for each sentence."""
    heading = f"{one.number:>3}. {teller.title(one)} ({teller.words('complexity', number=one.complexity)})"
    return "\n".join([heading, *(f"     {sentence}" for sentence in teller.sentences(one))])


def hint_text(one: Round, teller: Teller, full: bool) -> str:
    """The rule with where to look, or with everything that the round finds."""
    told = teller.sentences(one) if full else [teller.where_to_look(one), teller.words("more")]
    return "\n".join([teller.title(one), *(f"  {sentence}" for sentence in told)])


def _wanted(explanation: Explanation, number: int) -> Round | None:
    return explanation.rounds[number - 1] if number <= len(explanation) else None


def _hopeless(state: str, explanation: Explanation, number: int, teller: Teller) -> CpgenError:
    """Why there is no hint: the board's fault, the ladder's, or a round that comes after the last."""
    from cpgen.objects import OPEN

    if state == OPEN and explanation.rating.solved:
        return InputError(f"There is no round {number}; after round {len(explanation)} the board is solved.")
    return ImpossibleError(teller.words("stuck" if state == OPEN else state))
