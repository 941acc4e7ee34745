"""Mistakes among the digits and candidates that a person has entered."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

from msgspec import UNSET

from cpgen import api
from cpgen.answers.puzzle_answers import Judged, Mistakes, Unjudged
from cpgen.cli.board_text import line_here, symbols_here
from cpgen.cli.output import warn
from cpgen.errors import NotFoundError
from cpgen.formats.digit_symbols import read_symbols
from cpgen.state import BoardState, State
from cpgen.translations import words_of

if TYPE_CHECKING:
    from cpgen.oracles import Uniqueness
    from cpgen.rater.rating import Rating
    from cpgen.render.sentences import Narrator


SECONDS_FOR_POSITION = 10.0
"""Time limit for each question on the mistakes of a position"""


def english_narrator() -> Narrator:
    """Return a narrator in English, for messages, with the symbols of the command that runs."""
    from cpgen.render.sentences import Narrator

    return Narrator(words_of("en"), read_symbols(symbols_here(), 2))


def reported_mistakes(state: State, witness: Uniqueness) -> Mistakes:
    """Warn of the mistakes in a state that an oracle's answer shows, without a further query.

    Args:
        state: The state.
        witness: The answer of an oracle about its clues; only with a single solution there are mistakes.

    Returns:
        The records of the mistakes; UNSET if no digit and no candidate was entered.
    """
    mistakes = english_narrator().mistakes_as_records(witness.mistakes(state))
    for mistake in mistakes:
        warn(mistake.sentence)
    return mistakes if state.begun else UNSET


def warned_of_clues(state: State, rating: Rating) -> bool:
    """Warn if a puzzle on which a ladder is stuck has no solution or several; return True if so.

    An oracle gets little time for this question: on large boards nothing may be known. The mistakes of a position are
    reported elsewhere.
    """
    if not state.begun:
        with suppress(NotFoundError):
            board = api.judge(state, rating, seconds=api.SECONDS_TO_JUDGE).board
            if board != BoardState.OPEN:
                warn(english_narrator().words(f"board.{board}"))
                return True
    return False


def report_mistakes(
    state: State, rating: Rating | None, narrator: Narrator | None = None
) -> tuple[Judged | Unjudged, ...]:
    """Look for mistakes in a state, with an oracle if necessary, and warn of them.

    Args:
        state: The state.
        rating: The rating of the state, if known; it may save a query to the oracle.
        narrator: Puts the mistakes into words; None for English.

    Returns:
        The record of the mistakes and the status of the board; () for a puzzle with nothing placed or noted, unless
        its rating used techniques that assume one solution.
    """
    assumes = rating is not None and rating.assumes_one_solution
    if not (state.begun or assumes):
        return ()
    narrator = narrator or english_narrator()
    try:
        # The clues alone are judged only to warn that an assumption fails, which is not worth a long wait.
        judgement = api.judge(state, rating, SECONDS_FOR_POSITION if state.begun else api.SECONDS_TO_JUDGE)
    except NotFoundError as problem:
        if not state.begun:
            return ()
        warn(f"{line_here(state.puzzle.clues)}: it is not known whether the position has mistakes. {problem}")
        return (Unjudged(undecided=str(problem)),)
    for sentence in narrator.faults(judgement):
        warn(sentence)
    return (narrator.judgement_as_record(judgement),)
