"""Search for the hardest puzzles: each puzzle found raises the bar for the next, to a higher level or more steps.

Walks begin in turn at a random filling and at the puzzle to beat, with a target just above that puzzle.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field, replace
from itertools import count as count_from

import numpy as np

from cpgen.difficulty import Span
from cpgen.errors import ImpossibleError, InputError, NotFoundError
from cpgen.feasibility.infeasible import require_possible
from cpgen.generation import anneal, phases
from cpgen.generation.session import Session
from cpgen.generation.two_phase import accept_all
from cpgen.messages import Message
from cpgen.oracles import UndecidedError, open_oracle
from cpgen.puzzle import Puzzle
from cpgen.requests.clock import Clock, OutOfTimeError
from cpgen.requests.generation_request import Request
from cpgen.requests.results import Generated
from cpgen.symmetry.canonical import Forms

FRESH_EVERY = 2
"""One in so many walks begins at a random filling instead of the puzzle to beat"""


def hardness(made: Generated) -> tuple[int, int]:
    """Return the sort key of a puzzle's difficulty: level, then steps."""
    return made.rating.level, made.rating.steps


@dataclass
class Ranking:
    """Hardest puzzles so far, hardest first; among equals the one found first."""

    places: int
    puzzles: list[Generated] = field(default_factory=list)

    def add(self, made: Generated) -> None:
        """Insert a puzzle, and drop the easiest if there are more than `places`."""
        self.puzzles = sorted([*self.puzzles, made], key=hardness, reverse=True)[: self.places]

    @property
    def to_beat(self) -> Generated | None:
        """Puzzle in the last place; None while there is a free place."""
        return self.puzzles[-1] if len(self.puzzles) == self.places else None


def search_hardest(
    request: Request, count: int, seed: int, clock: Clock, excluded: Forms | None = None
) -> Iterator[Generated]:
    """Yield puzzles that the request accepts, each of them among the `count` hardest so far.

    They are essentially different, also from those of the `excluded` forms, and their order is determined by request
    and seed. The search ends with its clock, or when nothing harder is possible.

    Raises:
        NotFoundError: if no puzzle was found in time.
        ImpossibleError: if the request is proven to have no puzzle.
        InputError: if the request names other methods than the default ones.
    """
    if not request.is_fast_method or not request.until_match:
        raise InputError(Message("hardest-method"))
    ranking = Ranking(count)
    is_new = (excluded or Forms(request.layout)).add_puzzle if count > 1 or excluded else accept_all
    try:
        oracle = open_oracle(request.verifier, clock.left)
        require_possible(request, oracle, count)
        for walk in count_from():
            goals = _goals(request, ranking.to_beat)
            # No harder level and no more steps are possible: the ranking is final.
            if not goals:
                return
            # Alternate between the goals, and between a random filling and the puzzle to beat.
            session = Session(goals[walk % len(goals)], oracle, np.random.default_rng([seed, walk]), clock)
            puzzle = _walk(session, None if walk % FRESH_EVERY == 0 else ranking.to_beat)
            made = session.prove(puzzle, seed, clock.found) if puzzle and is_new(puzzle) else None
            if made is not None:
                ranking.add(made)
                clock.found += 1
                yield replace(made, request=request)  # with the request of the caller instead of the goal
    except (OutOfTimeError, UndecidedError):
        if not ranking.puzzles:
            raise NotFoundError(
                Message(
                    "none-hardest",
                    seconds=f"{clock.seconds:.1f}",
                    attempts=clock.attempts,
                    ratings=clock.ratings,
                    target=request.target.message,
                )
            ) from None


def _goals(request: Request, to_beat: Generated | None) -> list[Request]:
    """Return the requests that only puzzles harder than `to_beat` meet: for a higher level, and for more steps.

    Requests that are proven impossible are left out. Without a puzzle to beat, it is the request itself.
    """
    if to_beat is None:
        return [request]
    # Harder means a higher level with any steps, or the same level with more steps.
    level, steps = hardness(to_beat)
    higher = Span(level + 1, request.target.level.most), request.target.steps
    longer = Span(level, level), Span(steps + 1, request.target.steps.most)
    # A request that is proven impossible raises on construction, and is no goal.
    goals = []
    for levels, numbers in (higher, longer):
        with suppress(ImpossibleError):
            goals.append(request.changed(level=levels, steps=numbers))
    return goals


def _walk(session: Session, begin: Generated | None) -> Puzzle | None:
    """Return a puzzle that the session's target accepts, found by a walk; None if the walk is given up.

    It starts from the puzzle `begin`, or without one from a random filling.
    """
    if begin is None:
        pattern = session.begin_attempt()
        clues = phases.fill_sample(session, pattern)
    else:
        pattern = session.begin_from(begin.puzzle)
        clues = list(begin.puzzle.clues)
    repaired = None if clues is None else anneal.repair(session, pattern, clues)
    return None if repaired is None else Puzzle(session.layout, tuple(repaired))
