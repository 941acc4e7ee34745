"""What is asked of an oracle, and what does its reply say about the number of completions?"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from cpgen.oracles import Oracle, Uniqueness
from cpgen.puzzle import Grid, Puzzle


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
