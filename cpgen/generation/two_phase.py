"""The two phases put together: fill, repair, and let a puzzle go only when the oracle has shown one solution."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial

import numpy as np

from cpgen.errors import NotFoundError
from cpgen.generation import anneal, kamio, sample, zama
from cpgen.generation.possible import require_possible
from cpgen.generation.request import Generated, Method, Progress, Request, Stats
from cpgen.generation.workbench import Clock, OutOfTimeError, Workbench
from cpgen.oracles import Oracle, UndecidedError, open_oracle
from cpgen.puzzle import Grid, Puzzle
from cpgen.rater.rating import rate_puzzle

Fill = Callable[[Workbench], list[int] | None]
Repair = Callable[[Workbench, list[int]], list[int] | None]

FILL: Mapping[str, Fill] = {
    "sample": sample.fill,
    "zama": partial(zama.fill, score=zama.squared_candidates),
    "zama-open": partial(zama.fill, score=zama.open_cells),
    "kamio": kamio.fill,
}
REPAIR: Mapping[str, Repair] = {
    "anneal": anneal.repair,
    "zama": partial(zama.repair, score=zama.squared_candidates),
    "zama-open": partial(zama.repair, score=zama.open_cells),
    "kamio": kamio.repair,
}


def generate_many(
    request: Request,
    count: int,
    seed: int,
    budget: float = float("inf"),
    progress: Callable[[Progress], object] | None = None,
    stop: Callable[[], bool] | None = None,
) -> Iterator[Generated]:
    """So many different puzzles, one by one as they are found, determined by request and seed alone.

    `budget` is in seconds for all of them; `progress` is told about ten times a second; a `stop` that returns True
    ends the work within a fraction of a second. Raises NotFoundError when it ends before all are found, and
    ImpossibleError when the request can be shown to have no puzzle.
    """
    clock = Clock(budget, progress, stop)
    oracle = open_oracle(request.method.oracle, budget)
    require_possible(request, oracle, count)
    seen: set[Grid] = set()
    index = 0
    while clock.found < count:
        try:
            made = make(request, oracle, seed, index, clock)
        except (OutOfTimeError, UndecidedError):
            raise NotFoundError(_what_was_tried(request, count, clock)) from None
        index += 1
        if made.puzzle.clues not in seen:
            seen.add(made.puzzle.clues)
            clock.found += 1
            yield made


def make(request: Request, oracle: Oracle, seed: int, index: int, clock: Clock) -> Generated:
    """The puzzle of that index of a seed, from a start of its own; raises OutOfTimeError when the clock says so."""
    bench = Workbench(request, oracle, np.random.default_rng([seed, index]), clock)
    while True:
        bench.begin_attempt()
        clues = _attempt(bench, request.method)
        witness = None if clues is None else bench.uniqueness(clues)
        if clues is not None and witness is not None and witness.unique:
            puzzle = Puzzle(request.layout, tuple(clues))
            return Generated(
                puzzle=puzzle,
                solution=witness.grids[0],
                rating=rate_puzzle(puzzle, request.grade.full_ladder),
                grade=request.grade,
                method=request.method,
                seed=seed,
                index=index,
                stats=Stats(bench.attempts, bench.ratings, bench.oracle_calls, bench.seconds),
            )


def _attempt(bench: Workbench, method: Method) -> list[int] | None:
    """The clues of one filling of the pattern, repaired, if they are what the method is content with."""
    clues = FILL[method.generation](bench)
    if clues is None or bench.grade.matches(bench.rate(clues)):
        return clues
    if method.replacement != "anneal" and zama.has_one_solution(bench, clues, bench.rate(clues)):
        return None if method.until_match or method.generation == "kamio" else clues
    clues = REPAIR[method.replacement](bench, clues)
    if clues is None or (method.until_match and not bench.grade.matches(bench.rate(clues))):
        return None
    return clues


def _what_was_tried(request: Request, count: int, clock: Clock) -> str:
    method = request.method
    return (
        f"Found {clock.found} of {count} puzzles in {clock.seconds:.1f} s: {clock.attempts} attempts and "
        f"{clock.ratings} ratings with {method.generation} and {method.replacement}, grade {request.grade}. "
        "More time (--budget), another grade or a pattern with a few more clues may help."
    )
