"""The clock of a long call: its time limit, its progress, what it has cost, and who may cancel it."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from cpgen.kernel import working_seconds
from cpgen.requests.puzzle_request import Progress, Stats

STAGES = GENERATION, REPLACEMENT, PROOF = "generation", "replacement", "proof"
"""The phases, and what follows them: the proof that a puzzle has one solution"""
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
    lookaheads: int = 0
    oracle_calls: Counter[str] = field(default_factory=Counter)
    """Questions that each phase put to the oracle"""
    oracle_seconds: defaultdict[str, float] = field(default_factory=lambda: defaultdict(float))
    """What it took for them"""
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
            self.oracle_calls.total(),
            self.seconds,
            self.lookaheads,
            *(counts.get(phase, 0) for phase in (GENERATION, REPLACEMENT) for counts in (self.backups, self.restarts)),
            *(counts.get(phase, 0) for counts in (self.oracle_calls, self.oracle_seconds) for phase in STAGES),
        )

    @contextmanager
    def asking(self, phase: str, questions: int = 1) -> Iterator[None]:
        """Counts a question to the oracle, or several that are put at once, and the time of the answer."""
        begun = working_seconds()
        try:
            yield
        finally:
            self.oracle_calls[phase] += questions
            self.oracle_seconds[phase] += working_seconds() - begun

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
