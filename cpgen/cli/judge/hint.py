"""`cpgen hint`: help with the next step."""

from __future__ import annotations

from typing import Annotated

import typer

from cpgen import api
from cpgen.cli.command import command
from cpgen.cli.inputs import PuzzleOptions
from cpgen.cli.judge.explain import narrator_here
from cpgen.cli.options import GradingOptions, Json, option
from cpgen.cli.output import print_json, show, warn
from cpgen.errors import CpgenError, ImpossibleError, InputError

All = Annotated[bool, typer.Option("--all", help="List everything that can be found on the board as it is.")]
TechniqueName = Annotated[
    str, option("NAME", "List what this technique finds, on a ladder or not, as in xy-wing.", "--technique")
]
Full = Annotated[bool, typer.Option("--full", help="Explain the whole step, not only where to look.")]


Number = Annotated[int, typer.Option("--round", min=1, metavar="N", help="A hint for the N-th round from here.")]


@command
def hint(
    *,
    given: PuzzleOptions,
    full: Full = False,
    number: Number = 1,
    every: All = False,
    technique: TechniqueName = "",
    grading: GradingOptions,
    wording: api.Wording,
    as_json: Json = False,
) -> None:
    """Give a hint for the next step of a puzzle, partly solved or not.

    The hint says where to look; with --full, it explains the whole step. With --all, everything is listed that the
    techniques of a ladder find on the board, by default those of hodoku. What is wrong on the board is said first.

    \b
    Example: cpgen hint ......3231......
    Example: cpgen hint --technique hidden-single ......3231......
    """
    chosen = grading.chosen
    if not every and not technique:
        given.show_each(lambda state: _show_hint(state, chosen, wording, number, full, as_json))
        return
    if every and technique:
        raise InputError("Give --all or --technique, not both.")
    if number > 1:
        raise InputError("--all and --technique look at the board as it is; leave out --round.")
    given.show_numbered(lambda place, state: _show_findings(place, state, chosen, technique, wording, as_json))


def _show_findings(
    place: int, state: api.State, ladder: api.GradeModel | None, technique: str, wording: api.Wording, as_json: bool
) -> None:
    """Shows all findings in a state; those that assume one solution only where there is one."""
    narrator = narrator_here(wording, state.layout.size)
    judgement = api.judge(state)
    findings = api.find(state, ladder, technique, judgement)
    if judgement.board == api.BoardState.NONE:
        raise ImpossibleError(narrator.why_no_round(judgement))
    for sentence in narrator.faults(judgement):
        warn(sentence)
    if not findings:
        warn(f"{state.puzzle.line}: nothing is found.")
    for one in findings:
        if as_json:
            print_json({"state": place, **narrator.finding_as_json(one)})
        else:
            show(f"{place}\t{api.title_of(one.rule)}\t{narrator.sentence(one)}")


def _show_hint(
    state: api.State, model: api.GradeModel | None, wording: api.Wording, number: int, full: bool, as_json: bool
) -> None:

    narrator = narrator_here(wording, state.layout.size)
    explanation = api.explain(state, model)
    judgement = api.judge(state, explanation.rating)
    is_open = judgement.board in (api.BoardState.OPEN, api.BoardState.MANY)
    one = _wanted(explanation, number) if is_open else None
    if as_json:
        print_json(api.Hint(state, judgement, one).as_json(narrator, full))
    elif one:
        show("\n".join([*narrator.faults(judgement), hint_text(one, narrator, full)]))
    elif judgement.board == api.BoardState.SOLVED:
        show(narrator.why_no_round(judgement))
    if not one and judgement.board != api.BoardState.SOLVED:
        is_wide = api.as_model(model, state.layout).ladder.is_wide
        raise _no_hint(judgement, explanation, number, narrator, is_wide)


def hint_text(one: api.Round, narrator: api.Narrator, full: bool) -> str:
    """The rule, with where to look or with everything that the round finds."""
    sentences = narrator.sentences(one) if full else [narrator.where_to_look(one), narrator.words("explanation.more")]
    return "\n".join([narrator.title(one), *(f"  {sentence}" for sentence in sentences)])


def _wanted(explanation: api.Explanation, number: int) -> api.Round | None:
    return explanation.rounds[number - 1] if number <= len(explanation) else None


def _no_hint(
    judgement: api.Judgement, explanation: api.Explanation, number: int, narrator: api.Narrator, is_wide: bool
) -> CpgenError:
    """Why there is no hint: the board is wrong, the ladder is stuck, or the round comes after the last."""
    if judgement.board == api.BoardState.OPEN and explanation.rating.solved:
        return InputError(f"There is no round {number}; the puzzle is solved after round {len(explanation)}.")
    why = narrator.why_no_round(judgement)
    if judgement.board == api.BoardState.OPEN and not is_wide:
        why += narrator.words("lists.space") + narrator.words("explanation.wider")
    return ImpossibleError(why)
