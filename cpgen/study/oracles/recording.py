"""What does a generation ask its oracle? Its very questions, in their order, to be put to others."""

from __future__ import annotations

from contextlib import suppress
from itertools import count
from time import perf_counter
from typing import Any

import numpy as np

from cpgen.generation.clock import Clock, OutOfTimeError
from cpgen.generation.request import Request
from cpgen.generation.two_phase import puzzles_from
from cpgen.oracles import Oracle, Uniqueness
from cpgen.puzzle import Grid, Puzzle
from cpgen.study.oracles.queries import Query, asking


class Recorder:
    """An oracle that passes each question on to another, keeps it, and adds up the seconds that the answers took."""

    def __init__(self, oracle: Oracle) -> None:
        self.name = oracle.name
        self.asked: list[Query] = []
        self.seconds = 0.0
        self._oracle = oracle

    def count(self, puzzle: Puzzle, limit: int | None = 2) -> int:
        """How many completions the puzzle has, counting no further than `limit` (None: all)."""
        return int(self._pass_on(Query("count", puzzle, limit)))

    def complete(self, puzzle: Puzzle, rng: np.random.Generator) -> Grid | None:
        """A random completion by a seed drawn from `rng`, so that the question can be put again; None without one."""
        grid: Grid | None = self._pass_on(Query("complete", puzzle, int(rng.integers(2**32))))
        return grid

    def is_consistent(self, puzzle: Puzzle) -> bool:
        """Whether the puzzle has a completion."""
        return bool(self._pass_on(Query("is_consistent", puzzle)))

    def uniqueness(self, puzzle: Puzzle) -> Uniqueness:
        """Whether there is one completion, with the grids that show it."""
        found: Uniqueness = self._pass_on(Query("uniqueness", puzzle))
        return found

    def _pass_on(self, query: Query) -> Any:
        self.asked.append(query)
        call = asking(self._oracle, query)
        started = perf_counter()
        try:
            return call()
        finally:
            self.seconds += perf_counter() - started


def recorded(request: Request, oracle: Oracle, seed: int, most: int) -> list[Query]:
    """The first `most` questions that generating puzzle after puzzle asks."""
    recorder = Recorder(oracle)
    clock = Clock(stop=lambda: len(recorder.asked) >= most)
    with suppress(OutOfTimeError):
        for index in count():
            next(puzzles_from(request, recorder, seed, index, clock))
    return recorder.asked[:most]
