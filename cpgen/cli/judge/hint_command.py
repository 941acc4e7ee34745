"""`cpgen hint`: give a hint for the next step."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import click
from msgspec.structs import replace

from cpgen import api
from cpgen.cli.board_text import line_here
from cpgen.cli.command import command
from cpgen.cli.inputs import PuzzleOptions
from cpgen.cli.judge.explain_command import narrator_here
from cpgen.cli.options import GradingOptions, Json, flag, option
from cpgen.cli.output import print_json, show, warn
from cpgen.errors import CpgenError, ImpossibleError, InputError
from cpgen.formats.digit_symbols import in_digits
from cpgen.messages import shown
from cpgen.render.render_requests import Wording
from cpgen.state import BoardState, Judgement, State

if TYPE_CHECKING:
    from cpgen.difficulty import GradeModel
    from cpgen.formats import Entry
    from cpgen.rater.explain import Explanation, Round
    from cpgen.render.sentences import Narrator

All = Annotated[bool, flag("List every technique that applies to the position.", "--all")]
TechniqueName = Annotated[
    str, option("NAME", "List what this technique finds, on a ladder or not, as in xy-wing.", "--technique")
]
WhyNot = Annotated[
    str, option("CELL=DIGIT", "Tell why a cell cannot hold a digit, as in r3c5=4: the shortest way found.", "--why-not")
]
Full = Annotated[bool, flag("Explain the whole step, not only where to look.", "--full")]


Number = Annotated[int, option("N", "A hint for the N-th round from here.", "--round", least=1)]


@command
def hint(
    *,
    inputs: PuzzleOptions,
    full: Full = False,
    number: Number = 1,
    every: All = False,
    technique: TechniqueName = "",
    why_not: WhyNot = "",
    grading: GradingOptions,
    wording: Wording,
    as_json: Json = False,
) -> None:
    """Give a hint for the next step of a puzzle, partly solved or not.

    The hint says where to look; with --full, it explains the whole step. With --all, it lists everything that the
    techniques of a ladder, by default hodoku, find in the position. With --why-not, it tells why a digit cannot go in a
    cell. Mistakes on the board are reported first.

    \b
    Example: cpgen hint ......3231......
    Example: cpgen hint --technique hidden-single ......3231......
    Example: cpgen hint --why-not r1c1=4 ......3231......
    """
    chosen = grading.chosen
    if why_not:
        if full or every or technique or number > 1:
            raise InputError("--why-not answers one question; leave out --full, --round, --all and --technique.")
        inputs.show_each(lambda state: _show_refutation(state, chosen, wording, why_not, as_json))
        return
    if not every and not technique:
        inputs.show_each(lambda state: _show_hint(state, chosen, wording, number, full, as_json))
        return
    if every and technique:
        raise InputError("Give --all or --technique, not both.")
    if number > 1:
        raise InputError("--all and --technique search the position as it is; leave out --round.")

    def find(number: int, entry: Entry) -> None:
        _show_findings(number, entry.state, chosen, technique, wording, as_json)

    if worst := inputs.each(find):
        raise click.exceptions.Exit(worst)


def _show_findings(
    number: int, state: State, ladder: GradeModel | None, technique: str, wording: Wording, as_json: bool
) -> None:
    """Show everything that one technique, or each of a ladder if `technique` is "", finds in the input's state.

    Findings that assume one solution are left out unless there is one. `number` is that of the puzzle in the input.
    """
    from cpgen.rater.explain import title_of

    narrator = narrator_here(wording, state.layout.size)
    judgement = api.judge(state)
    findings = api.find(state, ladder, technique, judgement)
    if judgement.board == BoardState.NONE:
        raise ImpossibleError(narrator.why_no_round(judgement))
    for sentence in narrator.faults(judgement):
        warn(sentence)
    if not findings:
        warn(f"{line_here(state.puzzle.clues)}: nothing is found.")
    for finding in findings:
        if as_json:
            print_json(replace(narrator.finding_as_record(finding), state=number))
        else:
            show(f"{number}\t{title_of(finding.rule)}\t{narrator.sentence(finding)}")


def _show_refutation(state: State, model: GradeModel | None, wording: Wording, asked: str, as_json: bool) -> None:
    """Show why a cell cannot hold a digit; `asked` is the value of --why-not, as in `r3c5=4`."""
    cell, sign, digit = asked.partition("=")
    if not sign:
        raise InputError(f"--why-not is {shown(asked)}; it should be a cell and a digit, as in r3c5=4.")
    narrator = narrator_here(wording, state.layout.size)
    refutation = api.refute(state, cell.strip(), in_digits(digit.strip(), wording.symbols), model)
    if as_json:
        print_json(narrator.refutation_as_record(refutation, state))
    else:
        show("\n".join(narrator.refutation(refutation, state.puzzle)))


def _show_hint(
    state: State, model: GradeModel | None, wording: Wording, number: int, full: bool, as_json: bool
) -> None:
    from cpgen.rater.explain import explain_puzzle
    from cpgen.render.sentences import Hint

    narrator = narrator_here(wording, state.layout.size)
    explanation = explain_puzzle(state, api.as_model(model, state.layout).ladder)
    judgement = api.judge(state, explanation.rating)
    hint_ = Hint.of(state, judgement, number, explanation, narrator)
    if as_json:
        print_json(hint_.as_record(full))
    elif hint_.one:
        show("\n".join([*narrator.faults(judgement), hint_text(hint_.one, narrator, full)]))
    elif judgement.board == BoardState.SOLVED:
        show(narrator.why_no_round(judgement))
    # With --json, too, the exit code says that there is no hint.
    if not hint_.one and judgement.board != BoardState.SOLVED:
        is_wide = api.as_model(model, state.layout).ladder.is_wide
        raise _no_hint(judgement, explanation, number, narrator, is_wide)


def hint_text(round_: Round, narrator: Narrator, full: bool) -> str:
    """Return the text of a hint: the title of the rule, then where to look or, if `full`, all that the round finds."""
    look = [narrator.where_to_look(round_), narrator.words("explanation.more")]
    sentences = narrator.sentences(round_) if full else look
    return "\n".join([narrator.title(round_), *(f"  {sentence}" for sentence in sentences)])


def _no_hint(
    judgement: Judgement, explanation: Explanation, number: int, narrator: Narrator, is_wide: bool
) -> CpgenError:
    """Return the error that says why there is no hint: mistakes, a ladder that is stuck, or a round after the last.

    `number` is the requested round, and `is_wide` is True if no other ladder would go further.
    """
    if judgement.board == BoardState.OPEN and explanation.rating.solved:
        return InputError(f"There is no round {number}; the puzzle is solved after round {len(explanation)}.")
    why = narrator.why_no_round(judgement)
    if judgement.board == BoardState.OPEN and not is_wide:
        why += narrator.words("lists.space") + narrator.words("explanation.wider")
    return ImpossibleError(why)
