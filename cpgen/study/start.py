"""What does one start of a method give, and what does it cost? A puzzle and its figures, or what was tried in vain."""

from __future__ import annotations

from time import process_time
from typing import Any

from cpgen.generation.clock import Clock, OutOfTimeError
from cpgen.generation.request import Request
from cpgen.generation.two_phase import puzzles_from
from cpgen.oracles import Oracle, UndecidedError

WARM_UP = 2.0
"""Seconds that a method may take to load what it needs, before anything is measured"""


def start(request: Request, oracle: Oracle, seed: int, index: int, clock: Clock) -> dict[str, Any]:
    """The figures of the first puzzle of that start of a seed; of one that the clock ended, what was tried by then."""
    began = process_time()
    try:
        made = next(puzzles_from(request, oracle, seed, index, clock))
    except (OutOfTimeError, UndecidedError):
        nothing = dict.fromkeys(("puzzle", "solved", "matches", "appropriateness", "level", "steps"))
        tried = {"attempts": clock.attempts, "ratings": clock.ratings, "oracle_calls": None}
        return {**nothing, "matches": False, **tried, "seconds": round(clock.seconds, 6), "cpu_seconds": _since(began)}
    return {
        "puzzle": made.puzzle.line,
        "solved": made.rating.solved,
        "matches": made.matches,
        "appropriateness": round(made.appropriateness, 4),
        "level": made.rating.level,
        "steps": made.rating.steps,
        "attempts": made.stats.attempts,
        "ratings": made.stats.ratings,
        "oracle_calls": made.stats.oracle_calls,
        "seconds": round(made.stats.seconds, 6),
        "cpu_seconds": _since(began),
    }


def timed_start(request: Request, oracle: Oracle, seed: int, index: int, limit: float) -> dict[str, Any]:
    """The figures of one start of a seed; one that took more seconds than the limit counts with the limit."""
    made = start(request, oracle, seed, index, Clock(limit))
    return made if made["puzzle"] else {**made, "seconds": limit}


def warm_up(request: Request, oracle: Oracle, seed: int, index: int) -> None:
    """Begins a start that is not measured, so that all is loaded before one is."""
    start(request, oracle, seed, index, Clock(WARM_UP))


def _since(began: float) -> float:
    """Processor time in seconds, which a busy machine does not make longer."""
    return round(process_time() - began, 6)
