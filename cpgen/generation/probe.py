"""A trial run: how much work a request's puzzles are on its pattern, measured by a few starts within a fixed amount."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass

from cpgen.errors import Message
from cpgen.feasibility.effort import effort_for
from cpgen.feasibility.infeasible import reason_against
from cpgen.generation.two_phase import puzzles_from
from cpgen.oracles import DEFAULT, UndecidedError, open_oracle
from cpgen.requests.clock import Clock, OutOfTimeError
from cpgen.requests.puzzle_request import PHASES, Request

ENOUGH = 2
"""Puzzles after which a trial ends: with so many, the work is not hard"""
MANY = 10
"""Puzzles of which it is noticed that they take about a trial each"""
RATINGS = 9_000
"""Ratings of a trial on 9×9, seven times the typical work for a puzzle; on larger boards, fewer in as much time"""
LOOKAHEADS = 3_600
"""Steps of the walk that are as much work on wide ladders, where hardly a board is rated"""
ATTEMPTS = 50
"""Fillings of a trial, where none leads to a walk"""
GRID_SECONDS = 1.0
"""Time limit for a random grid, which no board within the limit needs that has one"""
LARGEST = 16
"""The side of the largest boards that are tried: on larger ones a random grid alone takes too long"""
SEED = 20221119
"""The seed of trials, which leaves the puzzles of other seeds unknown"""


@dataclass(frozen=True)
class Trial:
    """What a trial run of a request came to: the puzzles met and the boards rated, the same on any machine."""

    request: Request
    met: int
    ratings: int

    @property
    def is_hard(self) -> bool:
        """Whether a puzzle seems to take as much work as a trial, or more."""
        return self.met < ENOUGH

    @property
    def hard_sentence(self) -> Message:
        """Say how hard a hard target is on the pattern."""
        met = Message("met-one" if self.met else "met-none")
        return Message("hard-trial", target=self.request.target.message, ratings=self.ratings, met=met)


def how_hard(request: Request, count: int = 1) -> Message | None:
    """How hard so many puzzles of a request are to meet on its pattern, in a sentence; empty when they are not.

    A few puzzles are not hard where a trial met one.
    """
    trial = trial_of(request)
    if trial is None or not trial.is_hard or (trial.met and count < MANY):
        return None
    predicted, grade = effort_for(request), request.grade.name
    if predicted and predicted.is_hard(grade) and not trial.met:
        return predicted.hard_sentence(grade)
    return trial.hard_sentence


def trial_of(request: Request, seed: int = SEED, times: int = 1) -> Trial | None:
    """A trial run of a request; None without a pattern, or where nothing can be tried.

    That is with a pattern that is known to have no puzzle, on a board without a grid, on one beyond 16×16, and with
    other phases than the default ones. With `times`, the work is so much more, and so are the puzzles that end it.
    """
    default = (request.generation, request.replacement) == PHASES["fast"]
    if request.pattern is None or not default or request.layout.size > LARGEST:
        return None
    if reason_against(request.layout, request.pattern):
        return None
    loaded = DEFAULT if request.verifier == DEFAULT else "bitset"  # what the puzzles need anyway, or is quick
    oracle, clock, met = open_oracle(loaded, GRID_SECONDS), _clock(request, times), 0
    with suppress(OutOfTimeError, UndecidedError):
        while met < ENOUGH * times:
            next(puzzles_from(request, oracle, seed, met, clock))
            met += 1
    return Trial(request, met, clock.ratings) if clock.ratings else None


def _clock(request: Request, times: int) -> Clock:
    """A clock that ends a trial by what was done, not by the time."""
    cells, wide = max(81, request.layout.cell_count), request.target.ladder.is_wide
    ratings, lookaheads = RATINGS * 81 // cells, LOOKAHEADS * 81**2 // cells**2

    def is_over() -> bool:
        walked = clock.lookaheads >= times * lookaheads if wide else clock.ratings >= times * ratings
        return walked or clock.attempts > times * ATTEMPTS

    clock = Clock(stop=is_over)
    return clock
