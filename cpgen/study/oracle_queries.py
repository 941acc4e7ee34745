"""Queries to oracles: run them, time and check the replies, and record the queries of a generation.

A reply is reduced to bounds on the number of completions (`least` and `most`) and the grids that it shows. All replies
about one puzzle, from any oracle and to any question, can be true together exactly if the greatest lower bound, or the
number of different grids shown, is not above the smallest upper bound.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from itertools import count
from time import perf_counter
from typing import Any

import numpy as np

from cpgen.errors import InputError
from cpgen.formats import one_line
from cpgen.generation.two_phase import puzzles_from
from cpgen.messages import shown
from cpgen.oracles import Oracle, UndecidedError, Uniqueness
from cpgen.puzzle import Grid, Puzzle
from cpgen.requests.clock import Clock, OutOfTimeError
from cpgen.requests.generation_request import Request

ANSWERED, UNDECIDED, WRONG, FAILED = "answered", "undecided", "wrong", "failed"
"""Outcomes of a query: a consistent reply, no reply within the time limit, an inconsistent reply, an exception"""

Reply = dict[str, Any]
"""Fields of a query's result: seconds, outcome, bounds on the completions, hashes of the grids shown, and a problem"""


@dataclass(frozen=True)
class Query:
    """Query to an oracle about a puzzle; `question` is the name of a method of `Oracle`.

    `number` is the limit of `count` (None: unlimited) or the random seed of `complete`.
    """

    question: str
    puzzle: Puzzle
    number: int | None = 0


@dataclass(frozen=True)
class CountBounds:
    """Content of an answer: bounds on the number of completions (None: no upper bound), and completions shown."""

    least: int
    most: int | None
    grids: tuple[Grid, ...] = ()


def bounds_of(query: Query, reply: Any) -> CountBounds:
    """Return the bounds on the number of completions that an oracle's return value for this query implies."""
    match query.question:
        case "uniqueness":
            shown = len(reply.grids)
            return CountBounds(shown, shown if shown < 2 else None, reply.grids)
        case "is_consistent":
            return CountBounds(int(reply), None if reply else 0)
        case "count":
            return CountBounds(reply, None if reply == query.number else reply)
        case _:  # complete
            return CountBounds(0, 0) if reply is None else CountBounds(1, None, (reply,))


def asking(oracle: Oracle, query: Query) -> Callable[[], Any]:
    """Return a function without arguments that runs the query, so that preparing the call is not timed."""
    question, puzzle = getattr(oracle, query.question), query.puzzle
    if query.question == "count":
        return lambda: question(puzzle, query.number)
    if query.question == "complete":
        rng = np.random.default_rng(query.number)
        return lambda: question(puzzle, rng)
    return lambda: question(puzzle)


def objection(puzzle: Puzzle, answer: CountBounds) -> str:
    """Return why an answer is wrong by itself (a grid that is no completion, or shown twice), or "" if it is not."""
    if not all(completes(puzzle, grid) for grid in answer.grids):
        return "a grid that does not complete the clues"
    if len(set(answer.grids)) < len(answer.grids):
        return "the same grid twice"
    return ""


def completes(puzzle: Puzzle, grid: Grid) -> bool:
    """Return True if the grid contains the clues and each digit once per house; other constraints are ignored."""
    layout = puzzle.layout
    return (
        len(grid) == layout.cell_count
        and all(digit in (0, given) for digit, given in zip(puzzle.clues, grid, strict=True))
        and all(sorted(grid[cell] for cell in house.cells) == [*range(1, layout.size + 1)] for house in layout.houses)
    )


def ask(oracle: Oracle, query: Query) -> Reply:
    """Run and time a query; the outcome is `undecided` if time ran out, `failed` if the solver raised an exception.

    Raises InputError when the oracle does not support the board, or is not installed.
    """
    answer, problem = CountBounds(0, None), ""
    call = asking(oracle, query)
    started = perf_counter()
    try:
        said = call()
    except UndecidedError:
        seconds, outcome = perf_counter() - started, UNDECIDED
    except InputError:
        raise
    except Exception as error:  # a study of solvers must survive each of them
        seconds, outcome, problem = perf_counter() - started, FAILED, breakdown(error)
    else:
        seconds = perf_counter() - started
        answer = bounds_of(query, said)
        problem = objection(query.puzzle, answer)
        outcome = WRONG if problem else ANSWERED
    return {
        "seconds": seconds,
        "outcome": outcome,
        "least": answer.least,
        "most": answer.most,
        "grids": " ".join(hashlib.blake2b(bytes(grid), digest_size=8).hexdigest() for grid in answer.grids),
        "problem": problem,
    }


def breakdown(error: Exception) -> str:
    """Return type and message of a solver's exception, on one line of at most 160 characters."""
    return shown(one_line(f"{type(error).__name__}: {error}"), 160)


class Recorder(Oracle):
    """Oracle that passes each query on to another oracle, keeps a list of the queries, and adds up their seconds."""

    def __init__(self, oracle: Oracle) -> None:
        self.name = oracle.name
        self.asked: list[Query] = []
        self.seconds = 0.0
        self._oracle = oracle

    def count(self, puzzle: Puzzle, limit: int | None = 2) -> int:
        """Return the number of completions, counted by the other oracle up to `limit` (None: all)."""
        return int(self._pass_on(Query("count", puzzle, limit)))

    def complete(self, puzzle: Puzzle, rng: np.random.Generator) -> Grid | None:
        """Return a random completion found by the other oracle, None if there is none.

        The oracle gets a seed drawn from `rng`, so that the recorded query can be repeated.
        """
        grid: Grid | None = self._pass_on(Query("complete", puzzle, int(rng.integers(2**32))))
        return grid

    def is_consistent(self, puzzle: Puzzle) -> bool:
        """Return True if the puzzle has a completion, according to the other oracle."""
        return bool(self._pass_on(Query("is_consistent", puzzle)))

    def uniqueness(self, puzzle: Puzzle) -> Uniqueness:
        """Return up to two completions, found by the other oracle."""
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
    """Return the first `most` queries that the oracle gets while puzzles are generated one after another."""
    recorder = Recorder(oracle)
    clock = Clock(stop=lambda: len(recorder.asked) >= most)
    with suppress(OutOfTimeError):
        for index in count():
            next(puzzles_from(request, recorder, seed, index, clock))
    return recorder.asked[:most]
