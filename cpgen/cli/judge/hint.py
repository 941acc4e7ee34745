"""`cpgen hint`: help with the next step."""

from __future__ import annotations

from typing import Annotated

import typer

from cpgen import api
from cpgen.cli.command import command
from cpgen.cli.inputs import PuzzleOptions
from cpgen.cli.judge.explain import WordingOptions
from cpgen.cli.options import Json, Model
from cpgen.cli.output import print_json, show
from cpgen.errors import CpgenError, ImpossibleError, InputError

Full = Annotated[bool, typer.Option("--full", help="Explain the whole step, not only where to look.")]


Number = Annotated[int, typer.Option("--round", min=1, metavar="N", help="A hint for the N-th round from here.")]


@command
def hint(
    *,
    given: PuzzleOptions,
    full: Full = False,
    number: Number = 1,
    model: Model = None,
    wording: WordingOptions,
    as_json: Json = False,
) -> None:
    """Give a hint for the next step of a puzzle, partly solved or not.

    The hint says where to look; with --full, it explains the whole step.

    \b
    Example: cpgen hint ......3231......
    """
    wording.require_language()
    given.show_each(lambda puzzle: _show_hint(puzzle, model, wording, number, full, as_json))


def _show_hint(
    puzzle: api.Puzzle, model: str | None, wording: WordingOptions, number: int, full: bool, as_json: bool
) -> None:

    narrator = wording.narrator_here(puzzle.layout.size)
    explanation = api.explain(puzzle, model)
    state = api.state_of(puzzle, explanation)
    one = _wanted(explanation, number) if state in (api.BoardState.OPEN, api.BoardState.MANY) else None
    if as_json:
        print_json(api.Hint(puzzle, state, one).as_json(narrator, full))
    elif one:
        show(hint_text(one, narrator, full))
    elif state == api.BoardState.SOLVED:
        show(narrator.words(f"board.{state}"))
    if not one and state != api.BoardState.SOLVED:
        raise _no_hint(state, explanation, number, narrator)


def hint_text(one: api.Round, narrator: api.Narrator, full: bool) -> str:
    """The rule, with where to look or with everything that the round finds."""
    sentences = narrator.sentences(one) if full else [narrator.where_to_look(one), narrator.words("explanation.more")]
    return "\n".join([narrator.title(one), *(f"  {sentence}" for sentence in sentences)])


def _wanted(explanation: api.Explanation, number: int) -> api.Round | None:
    return explanation.rounds[number - 1] if number <= len(explanation) else None


def _no_hint(state: api.BoardState, explanation: api.Explanation, number: int, narrator: api.Narrator) -> CpgenError:
    """Why there is no hint: the board is wrong, the ladder is stuck, or the round comes after the last."""
    if state == api.BoardState.OPEN and explanation.rating.solved:
        return InputError(f"There is no round {number}; the puzzle is solved after round {len(explanation)}.")
    return ImpossibleError(narrator.why_no_round(state))
