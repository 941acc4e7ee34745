"""Clock of a long-running call: time limit, cancellation, progress reports and search statistics."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from enum import StrEnum

from cpgen.kernel import working_seconds
from cpgen.messages import Message
from cpgen.requests.results import Progress, Stats

REPORT_EVERY = 0.1
"""Minimum number of seconds between two calls of the progress callback"""


class Phase(StrEnum):
    """Part of making a puzzle for which oracle queries are counted separately."""

    GENERATION = "generation"
    REPLACEMENT = "replacement"
    PROOF = "proof"
    """Proof that the finished puzzle has one solution"""


class OutOfTimeError(Exception):
    """Raised when the time limit of a call has passed, or the caller has cancelled it."""


class GaveUpError(OutOfTimeError):
    """Raised when a search ends before its time limit because it seems hopeless; `reason` is a message for the user."""

    def __init__(self, reason: Message) -> None:
        super().__init__(reason)
        self.reason = reason


@dataclass
class Clock:
    """Time limit, cancellation and statistics of one call that may take long.

    Code that works for long calls `check` or `count_ratings` every few milliseconds. Oracles are opened with `left`,
    and ratings are made with `is_over`, so that a query or a rating that takes long ends with the call, too.
    """

    budget: float = float("inf")
    """Time limit in seconds"""
    progress: Callable[[Progress], object] | None = None
    """Callback that receives the progress about ten times per second"""
    stop: Callable[[], bool] | None = None
    """Callback that cancels the call by returning True"""
    started: float = field(default_factory=working_seconds)
    found: int = 0
    attempts: int = 0
    ratings: int = 0
    lookaheads: int = 0
    oracle_calls: Counter[Phase] = field(default_factory=Counter)
    """Number of oracle queries per phase"""
    oracle_seconds: defaultdict[Phase, float] = field(default_factory=lambda: defaultdict(float))
    """Seconds spent in those queries"""
    backups: Counter[Phase] = field(default_factory=Counter)
    """Number of times that each phase backtracked"""
    restarts: Counter[Phase] = field(default_factory=Counter)
    """Number of attempts that ended in each phase"""
    nearest: tuple[float, Message] | None = None
    """Of a search for a puzzle with drawn constraints: energy and description of the best attempt so far"""
    reported: float = 0.0
    """Time of the last progress report, in seconds since the start"""

    @property
    def seconds(self) -> float:
        """Seconds of work since the call began, without those spent compiling."""
        return working_seconds() - self.started

    @property
    def spent(self) -> Stats:
        """Statistics of the call so far."""
        phases = (Phase.GENERATION, Phase.REPLACEMENT)
        return Stats(
            self.attempts,
            self.ratings,
            self.oracle_calls.total(),
            self.seconds,
            self.lookaheads,
            *(counts.get(phase, 0) for phase in phases for counts in (self.backups, self.restarts)),
            *(counts.get(phase, 0) for counts in (self.oracle_calls, self.oracle_seconds) for phase in Phase),
        )

    @contextmanager
    def asking(self, phase: Phase, questions: int = 1) -> Iterator[None]:
        """Add the time spent inside the `with` block, and `questions`, to the oracle queries of a phase."""
        begun = working_seconds()
        try:
            yield
        finally:
            self.oracle_calls[phase] += questions
            self.oracle_seconds[phase] += working_seconds() - begun

    def count_ratings(self, ratings: int) -> None:
        """Add to the number of ratings, and do what `check` does."""
        self.ratings += ratings
        self.check()

    def left(self) -> float:
        """Return the seconds left, as the time limit of an oracle; raise OutOfTimeError if the call must end."""
        self.check()
        return self.budget - self.seconds

    def is_over(self) -> bool:
        """Return True if the time limit has passed, or the caller cancelled the call."""
        return self.seconds > self.budget or (self.stop is not None and self.stop())

    def check(self) -> None:
        """Report the progress if due; raise OutOfTimeError if the time limit has passed or the call is cancelled."""
        seconds = self.seconds
        # A callback costs more than a rating, so it is called rarely, however often the clock is checked.
        if self.progress and seconds - self.reported >= REPORT_EVERY:
            self.reported = seconds
            self.progress(Progress(self.found, self.attempts, self.ratings, seconds))
        if self.is_over():
            raise OutOfTimeError
