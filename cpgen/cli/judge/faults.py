"""Mistakes among the digits and candidates that a person has entered."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cpgen import api
from cpgen.cli.output import warn
from cpgen.state import State

if TYPE_CHECKING:
    from cpgen.rater.rating import Rating
    from cpgen.render.sentences import Narrator


def report_mistakes(state: State, rating: Rating, narrator: Narrator) -> dict[str, Any]:
    """Report the mistakes in a state, and return them as fields of a JSON object; nothing for a bare puzzle."""
    if not state.begun:
        return {}
    judgement = api.judge(state, rating)
    for sentence in narrator.faults(judgement):
        warn(sentence)
    return narrator.judgement_as_json(judgement)
