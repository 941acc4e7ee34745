"""What is wrong with the digits and candidates that somebody entered, said before anything else."""

from __future__ import annotations

from typing import Any

from cpgen import api
from cpgen.cli.output import warn


def judged(state: api.State, rating: api.Rating, narrator: api.Narrator) -> dict[str, Any]:
    """Says what is wrong with a state; the same as parts of an object for JSON, nothing for a mere puzzle."""
    if not state.begun:
        return {}
    judgement = api.judge(state, rating)
    for sentence in narrator.faults(judgement):
        warn(sentence)
    return narrator.judgement_as_json(judgement)
