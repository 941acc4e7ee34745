"""Results of a request: generated puzzles, and the statistics, progress and provenance of calls."""

from __future__ import annotations

from dataclasses import dataclass
from operator import sub
from typing import TYPE_CHECKING, Any, NamedTuple

from msgspec import UNSET

from cpgen._version import __version__
from cpgen.answers import made_answers as answers
from cpgen.answers.answer_base import Recorded, joined
from cpgen.board_display import Shown
from cpgen.notation import line
from cpgen.puzzle import Grid, Puzzle

if TYPE_CHECKING:
    from cpgen.difficulty import Grade, GradedPuzzle
    from cpgen.rater.rating import Rating
    from cpgen.requests.clue_runs import ClueRun
    from cpgen.requests.generation_request import Request


class Stats(NamedTuple):
    """Search statistics of making one puzzle, or of a whole call so far."""

    attempts: int
    """Number of times the pattern was filled"""
    ratings: int
    oracle_calls: int
    seconds: float
    lookaheads: int = 0
    """Steps of the walk; each propagates clues with the engine, whichever oracle is chosen"""
    generation_backups: int = 0
    """Times the generation phase backtracked because a cell had no candidate left"""
    generation_restarts: int = 0
    """Attempts that ended in the generation phase: it was stuck, or its result was rejected"""
    replacement_backups: int = 0
    """Times the replacement phase backtracked because no replacement was acceptable"""
    replacement_restarts: int = 0
    """Attempts that ended in the replacement phase"""
    generation_oracle_calls: int = 0
    """Oracle queries of the generation phase; the following fields count the other phases, then the seconds"""
    replacement_oracle_calls: int = 0
    proof_oracle_calls: int = 0
    generation_oracle_seconds: float = 0.0
    replacement_oracle_seconds: float = 0.0
    proof_oracle_seconds: float = 0.0

    def __sub__(self, before: Stats) -> Stats:
        """Return what was added since the earlier statistics `before` of the same call."""
        return Stats._make(map(sub, self, before))

    def as_json(self) -> dict[str, Any]:
        """Return the statistics as a JSON object, seconds rounded to microseconds."""
        return {name: round(spent, 6) if "seconds" in name else spent for name, spent in self._asdict().items()}


def origin_of(seed: int, index: int) -> answers.Origin:
    """Return the JSON record of seed, index and cpgen version, with which a result can be reproduced."""
    return answers.Origin(seed=seed, index=index, version=__version__)


@dataclass(frozen=True)
class Generated(Recorded, Shown):
    """Generated puzzle, proven to have one solution, with its rating and its provenance."""

    puzzle: Puzzle
    solution: Grid
    rating: Rating
    request: Request
    seed: int
    index: int
    """Index of the puzzle among those of the seed, from 0"""
    stats: Stats

    def __repr__(self) -> str:
        return f"<Generated {self.puzzle!r}: {self.grade.name}, {self.rating!r}, seed {self.seed}>"

    @property
    def grade(self) -> Grade:
        """Grade that was requested; the grade nearest to the rating may be another one."""
        return self.request.grade

    @property
    def appropriateness(self) -> float:
        """Appropriateness of the rating to the requested grade, 0 to 1; 0 if the ladder does not solve the puzzle."""
        if not self.rating.solved:
            return 0.0
        return self.grade.fit(self.rating)

    @property
    def graded(self) -> GradedPuzzle:
        """The puzzle with its rating and the grade model of the request."""
        from cpgen.difficulty import GradedPuzzle

        return GradedPuzzle(self.puzzle, self.rating, self.request.model)

    @property
    def runs(self) -> tuple[ClueRun, ...]:
        """Runs (lines of clues) along which the digits are in order, longest first."""
        from cpgen.requests.clue_runs import ordered_runs

        return ordered_runs(self.puzzle.layout, self.puzzle.clues)

    @property
    def matches(self) -> bool:
        """True if the rating meets the request's target."""
        return self.request.target.accepts(self.rating)

    def as_record(self) -> answers.GeneratedRecord:
        """Return the JSON record of the puzzle with its rating and provenance."""
        return joined(
            answers.GeneratedRecord,
            self.rating.as_record(self.puzzle),
            solution=line(self.solution),
            grade=self.grade.name,
            target=self.request.target.as_record(),
            appropriateness=round(self.appropriateness, 4),
            matches=self.matches,
            in_order=tuple(run.name for run in self.runs) if self.request.in_order else UNSET,
            method=joined(answers.MethodRecord, self.request.phases_as_record(), origin_of(self.seed, self.index)),
            stats=self.stats.as_json(),
        )


@dataclass(frozen=True)
class Progress:
    """Progress of a long-running call: puzzles found, attempts, ratings, and the seconds so far."""

    found: int
    attempts: int
    ratings: int
    seconds: float
