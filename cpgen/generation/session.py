"""A run from one start of a seed: the pattern, the rater, the oracle and a random stream, everything counted."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import cached_property
from typing import TypeVar

import numpy as np

from cpgen.difficulty import Target
from cpgen.generation.energy import Measure, measure_for
from cpgen.oracles import LADDER, Oracle, UndecidedError, Uniqueness, brief, is_quick, proof
from cpgen.pattern import Pattern
from cpgen.puzzle import Grid, Puzzle
from cpgen.rater.rating import CONTRADICTION, Rating, rate_puzzle, rater_for
from cpgen.requests.clock import GENERATION, PROOF, REPLACEMENT, Clock
from cpgen.requests.clue_runs import pattern_shown
from cpgen.requests.puzzle_request import Generated, Request, Stats

T = TypeVar("T")
LARGEST_DECIDED = 12
"""The side of the largest boards about which a walk asks an oracle that cannot be brief; 16×16 may take it minutes"""


class Run:
    """What the phases work with; every rating and every question to the oracle goes through it and is counted."""

    def __init__(self, request: Request, oracle: Oracle, rng: np.random.Generator, clock: Clock) -> None:
        self.layout = request.layout
        self.target: Target = request.target
        self.rng = rng
        self.clock = clock
        self.pattern: Pattern
        self._request = request
        self._oracle = oracle
        self._begun = self._reported = clock.spent
        self._phase = GENERATION
        self.asks_quickly = is_quick(request.verifier)
        """Whether the oracle answers within the time of some ratings"""
        self._walk_oracle = brief(oracle) or (oracle if request.layout.size <= LARGEST_DECIDED else None)
        """The oracle of walks, which gives up soon if it can be brief; none where it might take too long"""
        self._asks_on = request.oracle != LADDER
        self._rater = rater_for(request.layout, self.target.paper_ladder)

    @cached_property
    def measure(self) -> Measure:
        """The measure of the target, for one walk after another."""
        return measure_for(self.layout, self.target)

    def spent(self) -> Stats:
        """What the work has cost since the last call."""
        before, self._reported = self._reported, self.clock.spent
        return self._reported - before

    @property
    def ratings(self) -> int:
        """How many ratings were done since the run began."""
        return self.clock.ratings - self._begun.ratings

    @property
    def free_cells(self) -> list[int]:
        """The pattern's cells whose digit is not fixed."""
        return [cell for cell, digit in zip(self.pattern.cells, self.pattern.fixed, strict=True) if not digit]

    def shuffled_cells(self) -> list[int]:
        """The free cells in a random order."""
        return [int(cell) for cell in self.rng.permutation(np.array(self.free_cells, np.int64))]

    def begin_attempt(self) -> None:
        """Counts one more filling of the pattern, and draws it anew when it is to be random."""
        self.pattern = self._request.draw_pattern(self.rng)
        self.clock.attempts += 1
        self.clock.check()
        self._phase = GENERATION

    def begin_replacement(self) -> None:
        """Notes that the pattern is full: what is counted by phase counts for the replacement phase now."""
        self._phase = REPLACEMENT

    def back_up(self) -> None:
        """Counts one return to the board before, since nothing could follow this one."""
        self.clock.backups[self._phase] += 1

    def end_attempt(self) -> None:
        """Counts an attempt that led to no puzzle for the phase that it ended in."""
        self.clock.restarts[self._phase] += 1

    def begin_from(self, puzzle: Puzzle) -> None:
        """The same with the pattern of a puzzle that was made before, where patterns are random."""
        self.begin_attempt()
        if self._request.in_order:
            self.pattern = pattern_shown(self.layout, puzzle.clues, self._request.pattern)
        elif self._request.pattern is None:
            self.pattern = Pattern.of(puzzle.clues, self.layout.size)

    def rate(self, clues: Sequence[int]) -> Rating:
        """The rating of a board with these clues, finished or not."""
        self.clock.count_ratings(1)
        return self._rater.rate(clues)

    def appropriateness(self, rating: Rating) -> float:
        """How typical the level and steps so far are of the target."""
        return self.target.appropriateness(rating.level, rating.steps)

    def contradicts(self, clues: Sequence[int], rating: Rating) -> bool:
        """Whether a rated board has no completion, by the ladder or, where that leaves it open, by the oracle.

        The oracle `ladder` knows no more than the rating.
        """
        if rating.outcome == CONTRADICTION:
            return True
        if rating.solved or not self._asks_on:
            return False
        return not self.has_completion(clues)

    def has_completion(self, clues: Sequence[int]) -> bool:
        """Whether a board has a completion, by the oracle."""
        with self.clock.asking(self._phase):
            return self._oracle.is_consistent(Puzzle(self.layout, tuple(clues)))

    def random_completion(self, clues: Sequence[int]) -> Grid | None:
        """A random grid that has these clues, by the oracle; None when there is none."""
        with self.clock.asking(self._phase):
            return self._oracle.complete(Puzzle(self.layout, tuple(clues)), self.rng)

    def shown_completion(self, clues: Sequence[int]) -> bool | None:
        """The same on a walk: None where a brief oracle does not tell, or there is none to ask."""
        return self._on_a_walk(lambda oracle: oracle.is_consistent(Puzzle(self.layout, tuple(clues))))

    def found_completion(self, clues: Sequence[int]) -> Grid | None:
        """The same on a walk: None also where a brief oracle finds none, or there is none to ask."""
        return self._on_a_walk(lambda oracle: oracle.complete(Puzzle(self.layout, tuple(clues)), self.rng))

    def _on_a_walk(self, ask: Callable[[Oracle], T]) -> T | None:
        """What the oracle of walks answers; None where it is undecided, or there is none."""
        if self._walk_oracle is not None:
            with self.clock.asking(self._phase), suppress(UndecidedError):
                return ask(self._walk_oracle)
        return None

    def uniqueness(self, clues: Sequence[int]) -> Uniqueness:
        """Whether the clues have one solution, by the oracle."""
        with self.clock.asking(self._phase):
            return self._oracle.uniqueness(Puzzle(self.layout, tuple(clues)))

    def has_one_solution(self, clues: Sequence[int], rating: Rating) -> bool:
        """Whether a rated board is finished: the ladder solves it, or the oracle shows that it has one solution.

        A grade that allows the first rules alone is finished by them only: a beginner's puzzle is solved by rule 1.
        The oracle `ladder` takes every board for unfinished that the ladder does not solve.
        """
        whole = self.target.paper_ladder == self.target.grade.full_ladder
        return rating.solved or (whole and self._asks_on and self.uniqueness(clues).unique)

    def verified(self, clues: Sequence[int], seed: int, index: int) -> Generated | None:
        """The puzzle of these clues with its rating and its cost, if the oracle shows that it has one solution.

        Where the ladder solves it, the oracle has but to look for another solution.
        """
        puzzle = Puzzle(self.layout, tuple(clues))
        rating = rate_puzzle(puzzle, self.target.grade.full_ladder)
        with self.clock.asking(PROOF):
            witness = proof(self._oracle, puzzle, rating.digits) if rating.solved else self._oracle.uniqueness(puzzle)
        if not witness.unique:
            return None
        return Generated(
            puzzle=puzzle,
            solution=witness.grids[0],
            rating=rating,
            request=self._request,
            seed=seed,
            index=index,
            stats=self.spent(),
        )
