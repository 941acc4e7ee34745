"""Session: one start of a seed with its rater, oracle and random stream.

The phases rate and query the oracle only through a session, which counts everything and watches the time. A session
belongs to one thread; sessions of different threads may share an oracle.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import cached_property
from typing import TypeVar

import numpy as np

from cpgen.difficulty import Target
from cpgen.generation.energy import Energy, energy_for
from cpgen.oracles import LADDER, Oracle, UndecidedError, Uniqueness, is_quick
from cpgen.pattern import Pattern
from cpgen.puzzle import Grid, Puzzle
from cpgen.rater.rating import CONTRADICTION, Rater, Rating, rate_puzzle, rater_for
from cpgen.requests.clock import Clock, Phase
from cpgen.requests.clue_runs import pattern_of_ordered
from cpgen.requests.dense import add_clues
from cpgen.requests.generation_request import Request
from cpgen.requests.results import Generated, Stats

T = TypeVar("T")
LARGEST_DECIDED = 12
"""Largest side for which a walk queries an oracle without an effort limit; on 16×16 one answer may take minutes"""


class Session:
    """Rater, oracle, random stream and counts of one start; the phases rate clues and query the oracle only here.

    Clues are digits by cell, 0 for an open cell.
    """

    def __init__(self, request: Request, oracle: Oracle, rng: np.random.Generator, clock: Clock) -> None:
        self.layout = request.layout
        self.target: Target = request.target
        self.rng = rng
        self.clock = clock
        self.has_quick_oracle = is_quick(request.verifier)
        """True if an oracle query costs no more than a few ratings"""
        self.request = request
        self._oracle = oracle
        # The clock counts for the whole call; the differences are this session's share.
        self._begun = self._reported = clock.spent
        self._phase = Phase.GENERATION
        self._limited_oracle = oracle.with_effort_limit() or (
            oracle if request.layout.size <= LARGEST_DECIDED else None
        )
        # The oracle `ladder` detects no more contradictions than a rating.
        self._oracle_knows_more = str(request.oracle) != LADDER

    @cached_property
    def _rater(self) -> Rater:
        """Rater on the ladder of the paper, up to the requested level."""
        return rater_for(self.layout, self.target.paper_ladder)

    @cached_property
    def energy(self) -> Energy:
        """Energy of the target, shared by the session's walks."""
        return energy_for(self.layout, self.target)

    def take_stats(self) -> Stats:
        """Return the statistics since the previous call of this method: those of the puzzle that is finished now."""
        before, self._reported = self._reported, self.clock.spent
        return self._reported - before

    @property
    def ratings(self) -> int:
        """Number of ratings since the session began."""
        return self.clock.ratings - self._begun.ratings

    def shuffled(self, cells: Sequence[int]) -> list[int]:
        """Return cells in random order."""
        return [int(cell) for cell in self.rng.permutation(np.array(cells, np.int64))]

    def begin_attempt(self, adds_clues: bool = False) -> Pattern:
        """Begin an attempt and return its pattern: that of the request, or else a new random one.

        With `adds_clues`, a random pattern has fewer clues than requested; `add_clues` adds the others later.
        """
        # A random pattern is drawn for each attempt, so that one on which nothing works is soon left.
        pattern = self.request.choose_pattern(self.rng, adds_clues)
        self.clock.attempts += 1
        self.clock.check()
        self._phase = Phase.GENERATION
        return pattern

    def begin_replacement(self) -> None:
        """Start the replacement phase: queries of the oracle and steps back now count for this phase."""
        self._phase = Phase.REPLACEMENT

    def add_clues(self, clues: list[int]) -> list[int] | None:
        """Add clues to an accepted puzzle up to the number requested; return all clues.

        None if the target accepts no such puzzle, or the clues have no completion.
        """
        rating = self.rate(clues)
        grid = rating.digits if rating.solved else self.random_completion(clues)
        if grid is None:
            return None
        wanted, groups = self.request.clue_count, self.request.orbits
        return add_clues(clues, grid, groups, wanted, self.rng, lambda trial: self.target.accepts(self.rate(trial)))

    def count_backup(self) -> None:
        """Count one backtracking step in the statistics of the current phase."""
        self.clock.backups[self._phase] += 1

    def end_attempt(self) -> None:
        """Count a failed attempt in the statistics of the current phase."""
        self.clock.restarts[self._phase] += 1

    def begin_from(self, puzzle: Puzzle) -> Pattern:
        """Begin an attempt that changes an existing puzzle, and return the pattern of that puzzle.

        Digits that are in order stay fixed if that is requested.
        """
        pattern = self.begin_attempt()
        if self.request.in_order:
            return pattern_of_ordered(self.layout, puzzle.clues, self.request.pattern)
        return Pattern.of(puzzle.clues, self.layout.size) if self.request.pattern is None else pattern

    def rate(self, clues: Sequence[int]) -> Rating:
        """Rate a set of clues, which may be incomplete."""
        self.clock.count_ratings(1)
        return self._rater.rate(clues)

    def appropriateness(self, rating: Rating) -> float:
        """Return how typical the level and steps so far are of the target's grade, 0 to 1."""
        return self.target.appropriateness(rating.level, rating.steps)

    def contradicts(self, clues: Sequence[int], rating: Rating) -> bool:
        """Return True if rated clues have no completion, according to the ladder or else the oracle."""
        # Ask the cheaper one first: the ladder's contradictions are proofs, and a solved board needs none.
        if rating.outcome == CONTRADICTION and not rating.assumes_one_solution:
            return True
        if rating.solved or not self._oracle_knows_more:
            return False
        with self.clock.asking(self._phase):
            return not self._oracle.is_consistent(Puzzle(self.layout, tuple(clues)))

    def random_completion(self, clues: Sequence[int]) -> Grid | None:
        """Return a random grid that contains the clues, or None if there is none."""
        with self.clock.asking(self._phase):
            return self._oracle.complete(Puzzle(self.layout, tuple(clues)), self.rng)

    def has_completion_within_effort(self, clues: Sequence[int]) -> bool | None:
        """Return whether the clues have a completion; None if that takes the oracle too much effort."""
        return self._ask_limited(lambda oracle: oracle.is_consistent(Puzzle(self.layout, tuple(clues))))

    def random_completion_within_effort(self, clues: Sequence[int]) -> Grid | None:
        """Return a random grid that contains the clues; None if there is none or it takes too much effort."""
        return self._ask_limited(lambda oracle: oracle.complete(Puzzle(self.layout, tuple(clues)), self.rng))

    def _ask_limited(self, query: Callable[[Oracle], T]) -> T | None:
        """Return the answer of the oracle to a query, with an effort limit.

        None if it is undecided within the limit, or if the oracle of a large board cannot be limited.
        """
        if self._limited_oracle is not None:
            with self.clock.asking(self._phase), suppress(UndecidedError):
                return query(self._limited_oracle)
        return None

    def uniqueness(self, clues: Sequence[int]) -> Uniqueness:
        """Query the oracle for no, one or several solutions, with the grids that prove it."""
        with self.clock.asking(self._phase):
            return self._oracle.uniqueness(Puzzle(self.layout, tuple(clues)))

    def is_finished(self, clues: Sequence[int], rating: Rating) -> bool:
        """Return True if rated clues form a finished puzzle: the ladder solves them, or the oracle proves one solution.

        If the grade allows only the first rules of its ladder, those must solve the puzzle: a beginner's puzzle is
        solved by rule 1. The oracle `ladder` proves nothing beyond the rating.
        """
        # Only on the whole ladder does a board that is stuck say nothing about the grade.
        whole = self.target.paper_ladder == self.target.grade.full_ladder
        return rating.solved or (whole and self._oracle_knows_more and self.uniqueness(clues).unique)

    def prove(self, puzzle: Puzzle, seed: int, index: int) -> Generated | None:
        """Return the puzzle with solution, rating and statistics, or None if the oracle finds a second solution.

        If the ladder solves the puzzle, the oracle only has to look for a solution other than the ladder's.
        """
        # Walks rate on the ladder of the target; what is reported is the rating on the whole ladder.
        rating = rate_puzzle(puzzle, self.target.grade.full_ladder, self.clock.is_over)
        with self.clock.asking(Phase.PROOF):
            witness = self._oracle.prove(puzzle, rating.digits) if rating.solved else self._oracle.uniqueness(puzzle)
        if not witness.unique:
            return None
        return Generated(
            puzzle=puzzle,
            solution=witness.grids[0],
            rating=rating,
            request=self.request,
            seed=seed,
            index=index,
            stats=self.take_stats(),
        )
