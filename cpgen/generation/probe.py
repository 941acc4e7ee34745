"""Feasibility probe: a short trial run that measures how hard it is to meet a request on its pattern.

The trial is limited by the work done, not by time, so its result is the same on every machine.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass

from cpgen.feasibility.effort import effort_for
from cpgen.feasibility.infeasible import reason_against
from cpgen.generation.two_phase import puzzles_from
from cpgen.messages import Message
from cpgen.oracles import DEFAULT, UndecidedError, open_oracle
from cpgen.requests.clock import Clock, OutOfTimeError
from cpgen.requests.generation_request import Request

ENOUGH = 2
"""Number of puzzles after which a trial ends: a target met this often is not hard"""
MANY = 10
"""Requested count from which a target that a trial meets only once is called hard"""
RATINGS = 9_000
"""Rating limit of a trial on 9×9, seven times the typical work per puzzle; scaled down on larger boards"""
LOOKAHEADS = 3_600
"""Limit of walk steps on wide ladders, which rate few boards; about the same work as `RATINGS`"""
ATTEMPTS = 50
"""Number of starts after which a trial ends at the next one, however few ratings it has done; it decides where hardly
any filling leads to a walk, since such a start does about one rating (cross, beginner: 51 starts, 50 ratings)"""
GRID_SECONDS = 1.0
"""Time limit of each oracle query in seconds; a board that has grids needs less"""
LARGEST = 16
"""Largest side that is tried; on larger boards a random grid alone takes too long"""
SEED = 20221119
"""Seed of trials, a fixed number that a user is unlikely to choose"""


@dataclass(frozen=True)
class Trial:
    """Result of a trial run: the number of puzzles found (`met`), and of ratings done."""

    request: Request
    met: int
    ratings: int

    @property
    def is_hard(self) -> bool:
        """True if a puzzle seems to take at least as much work as a trial."""
        return self.met < ENOUGH

    @property
    def hard_sentence(self) -> Message:
        """Sentence that says how hard the target is on the pattern."""
        met = Message("met-one" if self.met else "met-none")
        return Message("hard-trial", target=self.request.target.message, ratings=self.ratings, met=met)


def how_hard(request: Request, count: int = 1, stop: Callable[[], bool] = lambda: False) -> Message | None:
    """Return a sentence that says how hard it is to find the puzzles of a request; None if it is not hard.

    A target that a trial met once is called hard only if at least `MANY` puzzles are requested. If `stop` returns True,
    the trial ends without a result.
    """
    trial = trial_of(request, stop)
    # One puzzle in a whole trial is too few only where many are wanted.
    if trial is None or not trial.is_hard or (trial.met and count < MANY):
        return None
    # A prediction says what would be easier; a trial only says that this is hard.
    predicted, grade = effort_for(request), request.grade.name
    if predicted and predicted.is_hard(grade) and not trial.met:
        return predicted.hard_sentence(grade)
    return trial.hard_sentence


def trial_of(request: Request, stop: Callable[[], bool] = lambda: False) -> Trial | None:
    """Run a trial of a request.

    Returns:
        The result, or None if `stop` ended the trial by returning True, or if there can be none: the request has no
        pattern, a pattern that is proven impossible, other methods than the default ones, or a board that has no grid
        or more than 16×16 cells.
    """
    if request.pattern is None or not request.is_fast_method or request.layout.size > LARGEST:
        return None
    if reason_against(request.layout, request.pattern):
        return None
    # Do not import another slow solver: the default is needed for the puzzles anyway, and bitset is quick.
    name = DEFAULT if request.verifier == DEFAULT else "bitset"
    oracle, clock, met = open_oracle(name, GRID_SECONDS), _clock(request, stop), 0
    with suppress(OutOfTimeError, UndecidedError):
        while met < ENOUGH:
            next(puzzles_from(request, oracle, SEED, met, clock))
            met += 1
    return Trial(request, met, clock.ratings) if clock.ratings and not stop() else None


def _clock(request: Request, stop: Callable[[], bool]) -> Clock:
    """Return a clock that ends a trial after a fixed amount of work."""
    # A rating takes time proportional to the cells, a step of the walk to their square.
    cells, wide = max(81, request.layout.cell_count), request.target.ladder.is_wide
    ratings, lookaheads = RATINGS * 81 // cells, LOOKAHEADS * 81**2 // cells**2

    def is_over() -> bool:
        walked = clock.lookaheads >= lookaheads if wide else clock.ratings >= ratings
        return walked or clock.attempts > ATTEMPTS or stop()

    clock = Clock(stop=is_over)
    return clock
