"""`cpgen explain` and `hint`: how a person solves a puzzle, in words and pictures."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Annotated, Any

import typer

from cpgen.cli.commands import command
from cpgen.cli.inputs import PuzzleOptions
from cpgen.cli.naming import grades_of
from cpgen.cli.options import Json, Model
from cpgen.cli.pages import PageOptions, TellingOptions
from cpgen.errors import CpgenError, ImpossibleError, InputError
from cpgen.puzzle import Puzzle

if TYPE_CHECKING:
    from cpgen.rater.explain import Explanation, Round
    from cpgen.render.sentences import Narrator

Full = Annotated[bool, typer.Option("--full", help="Tell the whole step, not only where to look.")]
Number = Annotated[int, typer.Option("--round", min=1, metavar="N", help="The N-th round from here.")]


@command
def explain(
    *, given: PuzzleOptions, model: Model = None, telling: TellingOptions, page: PageOptions, as_json: Json = False
) -> None:
    """Show how a person solves a puzzle, every round in words.

    \b
    Example: cpgen explain .9.....8.8..76...2.....3.....73...1..6..9..4..4...25.....8.....2...49..7.5.....3.
    """
    from cpgen import api

    telling.require_language()
    if not page.wanted:
        given.show_each(lambda puzzle: _show_rounds(puzzle, model, telling, as_json))
        return
    puzzle = given.only
    page.write(puzzle, api.explain(puzzle, grades_of(model, puzzle.layout)), telling.narrator(puzzle.layout.size))


def _show_rounds(puzzle: Puzzle, model: str | None, telling: TellingOptions, as_json: bool) -> None:
    from cpgen import api
    from cpgen.cli import shown
    from cpgen.objects import graded_object, told_round_object

    narrator, grades = telling.narrator(puzzle.layout.size), grades_of(model, puzzle.layout)
    explanation = api.explain(puzzle, grades)
    data = graded_object(puzzle, explanation.rating, grades)
    if as_json:
        shown.tell_json({**data, "rounds": [told_round_object(one, narrator) for one in explanation]})
        return
    for one in explanation:
        shown.tell(round_text(one, narrator))
    shown.tell(end_text(data, narrator))
    shown.tell(shown.board(puzzle, explanation.rating.digits) if shown.for_people() else "")


@command
def hint(
    *,
    given: PuzzleOptions,
    full: Full = False,
    number: Number = 1,
    model: Model = None,
    telling: TellingOptions,
    as_json: Json = False,
) -> None:
    """Help with the next step of a board, solved in part or not.

    It tells where to look; with --full, the whole step.

    \b
    Example: cpgen hint ......3231......
    """
    telling.require_language()
    given.show_each(lambda puzzle: _show_hint(puzzle, model, telling, number, full, as_json))


def _show_hint(
    puzzle: Puzzle, model: str | None, telling: TellingOptions, number: int, full: bool, as_json: bool
) -> None:
    from cpgen import api
    from cpgen.cli import shown
    from cpgen.objects import MANY, OPEN, SOLVED, hint_object, state_of

    narrator = telling.narrator(puzzle.layout.size)
    explanation = api.explain(puzzle, grades_of(model, puzzle.layout))
    state = state_of(puzzle, explanation)
    one = _wanted(explanation, number) if state in (OPEN, MANY) else None
    if as_json:
        shown.tell_json(hint_object(puzzle, state, one, narrator, full))
    elif one:
        shown.tell(hint_text(one, narrator, full))
    elif state == SOLVED:
        shown.tell(narrator.words(f"board.{SOLVED}"))
    if not one and state != SOLVED:
        raise _hopeless(state, explanation, number, narrator)


def end_text(data: Mapping[str, Any], narrator: Narrator) -> str:
    """How hard the puzzle is, in one line."""
    from cpgen.cli import shown

    words = narrator.words
    if words.language == "en":
        return shown.rating_sentence(data)
    told = words("explanation.rating", level=data["level"], steps=data["steps"], clues=data["clues"])
    return told + words("lists.space") + words(f"board.{data['outcome']}")


def round_text(one: Round, narrator: Narrator) -> str:
    """A round as a heading with a line for each sentence."""
    complexity = narrator.words("explanation.complexity", number=one.complexity)
    heading = f"{one.number:>3}. {narrator.title(one)} ({complexity})"
    return "\n".join([heading, *(f"     {sentence}" for sentence in narrator.sentences(one))])


def hint_text(one: Round, narrator: Narrator, full: bool) -> str:
    """The rule with where to look, or with everything that the round finds."""
    told = narrator.sentences(one) if full else [narrator.where_to_look(one), narrator.words("explanation.more")]
    return "\n".join([narrator.title(one), *(f"  {sentence}" for sentence in told)])


def _wanted(explanation: Explanation, number: int) -> Round | None:
    return explanation.rounds[number - 1] if number <= len(explanation) else None


def _hopeless(state: str, explanation: Explanation, number: int, narrator: Narrator) -> CpgenError:
    """Why there is no hint: the board's fault, the ladder's, or a round that comes after the last."""
    from cpgen.objects import OPEN

    if state == OPEN and explanation.rating.solved:
        return InputError(f"There is no round {number}; after round {len(explanation)} the board is solved.")
    return ImpossibleError(narrator.words(f"board.{'stuck' if state == OPEN else state}"))
