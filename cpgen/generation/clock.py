"""The clock of a long call: its time limit, its progress, what it has cost, and who may cancel it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field

from cpgen.generation.request import Progress, Stats
from cpgen.kernel import working_seconds

GENERATION, REPLACEMENT = "generation", "replacement"
"""The phases"""
REPORT_EVERY = 0.1
"""Seconds between two calls of the progress callback"""


class OutOfTimeError(Exception):
    """The time limit has passed, or the caller cancelled the work."""


@dataclass
class Clock:
    """The time limit of a long call in seconds, with the callbacks that take its progress and may cancel it."""

    budget: float = float("inf")
    progress: Callable[[Progress], object] | None = None
    stop: Callable[[], bool] | None = None
    started: float = field(default_factory=working_seconds)
    found: int = 0
    attempts: int = 0
    ratings: int = 0
    oracle_calls: int = 0
    backups: Counter[str] = field(default_factory=Counter)
    """Times that each phase backed up"""
    restarts: Counter[str] = field(default_factory=Counter)
    """Attempts that ended in each phase"""
    reported: float = 0.0

    @property
    def seconds(self) -> float:
        """Seconds of work since the call began."""
        return working_seconds() - self.started

    @property
    def spent(self) -> Stats:
        """What the call has cost so far."""
        return Stats(
            self.attempts,
            self.ratings,
            self.oracle_calls,
            self.seconds,
            *(counts[phase] for phase in (GENERATION, REPLACEMENT) for counts in (self.backups, self.restarts)),
        )

    def count_ratings(self, ratings: int) -> None:
        """Counts ratings done, and looks at the time; raises OutOfTimeError when it is time to end."""
        self.ratings += ratings
        self.check()

    def check(self) -> None:
        """Reports the progress now and then; raises OutOfTimeError when it is time to end."""
        seconds = self.seconds
        if self.progress and seconds - self.reported >= REPORT_EVERY:
            self.reported = seconds
            self.progress(Progress(self.found, self.attempts, self.ratings, seconds))
        if seconds > self.budget or (self.stop is not None and self.stop()):
            raise OutOfTimeError
