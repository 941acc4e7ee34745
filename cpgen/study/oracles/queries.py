"""Queries: questions to an oracle, its replies and their times, and the recorded questions of a generation."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from itertools import count
from time import perf_counter
from typing import Any

import numpy as np

from cpgen.errors import InputError, shown
from cpgen.formats import one_line
from cpgen.generation.two_phase import puzzles_from
from cpgen.oracles import Oracle, UndecidedError, Uniqueness
from cpgen.puzzle import Grid, Puzzle
from cpgen.requests.clock import Clock, OutOfTimeError
from cpgen.requests.puzzle_request import Request

ANSWERED, UNDECIDED, WRONG, FAILED = "answered", "undecided", "wrong", "failed"

Reply = dict[str, Any]
"""What came of a query: seconds, outcome, the bounds of the answer, the marks of the grids that it showed, a problem"""


@dataclass(frozen=True)
class Query:
    """A question about a puzzle; `number` is the limit of a count (None: all), or the seed of a completion."""

    question: str
    puzzle: Puzzle
    number: int | None = 0


@dataclass(frozen=True)
class Answer:
    """What a reply says: at least and at most so many completions (None: no bound), and grids that show some."""

    least: int
    most: int | None
    grids: tuple[Grid, ...] = ()


def _of_uniqueness(query: Query, reply: Uniqueness) -> Answer:
    found = len(reply.grids)
    return Answer(found, found if found < 2 else None, reply.grids)


def _of_consistency(query: Query, reply: bool) -> Answer:
    return Answer(int(reply), None if reply else 0)


def _of_count(query: Query, reply: int) -> Answer:
    return Answer(reply, None if reply == query.number else reply)


def _of_completion(query: Query, reply: Grid | None) -> Answer:
    return Answer(0, 0) if reply is None else Answer(1, None, (reply,))


READ: Mapping[str, Callable[[Query, Any], Answer]] = {
    "uniqueness": _of_uniqueness,
    "is_consistent": _of_consistency,
    "count": _of_count,
    "complete": _of_completion,
}
"""For each question of the contract of oracles, how its reply is read"""


def asking(oracle: Oracle, query: Query) -> Callable[[], Any]:
    """The call that puts the query to the oracle, with all that it needs made ready."""
    question, puzzle = getattr(oracle, query.question), query.puzzle
    if query.question == "count":
        return lambda: question(puzzle, query.number)
    if query.question == "complete":
        rng = np.random.default_rng(query.number)
        return lambda: question(puzzle, rng)
    return lambda: question(puzzle)


def objection(puzzle: Puzzle, answer: Answer) -> str:
    """What is wrong with an answer by itself: a witness that is no completion, or one shown twice; else nothing."""
    if not all(completes(puzzle, grid) for grid in answer.grids):
        return "a grid that does not complete the clues"
    if len(set(answer.grids)) < len(answer.grids):
        return "the same grid twice"
    return ""


def completes(puzzle: Puzzle, grid: Grid) -> bool:
    """Whether the grid has the puzzle's clues and each digit once in each house."""
    layout = puzzle.layout
    return (
        len(grid) == layout.cell_count
        and all(digit in (0, given) for digit, given in zip(puzzle.clues, grid, strict=True))
        and all(sorted(grid[cell] for cell in house.cells) == [*range(1, layout.size + 1)] for house in layout.houses)
    )


def ask(oracle: Oracle, query: Query) -> Reply:
    """The outcome of one query: undecided when the oracle's time ran out, failed when the solver broke down.

    Raises InputError when the oracle does not take such a board, or is not installed.
    """
    call = asking(oracle, query)
    started = perf_counter()
    try:
        reply = call()
    except UndecidedError:
        return _reply(perf_counter() - started, UNDECIDED)
    except InputError:
        raise
    except Exception as error:  # a study of solvers outlives each of them
        return _reply(perf_counter() - started, FAILED, problem=breakdown(error))
    seconds = perf_counter() - started
    answer = READ[query.question](query, reply)
    problem = objection(query.puzzle, answer)
    return _reply(seconds, WRONG if problem else ANSWERED, answer, problem)


def breakdown(error: Exception) -> str:
    """A solver's own error, on one line."""
    return shown(one_line(f"{type(error).__name__}: {error}"), 160)


def _reply(seconds: float, outcome: str, answer: Answer | None = None, problem: str = "") -> Reply:
    answer = answer or Answer(0, None)
    return {
        "seconds": seconds,
        "outcome": outcome,
        "least": answer.least,
        "most": answer.most,
        "grids": " ".join(hashlib.blake2b(bytes(grid), digest_size=8).hexdigest() for grid in answer.grids),
        "problem": problem,
    }


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
