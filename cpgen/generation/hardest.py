"""The hardest puzzles: each puzzle found raises what the next must be, a higher level or more steps."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field, replace
from itertools import count as count_from

import numpy as np
from msgspec import structs

from cpgen.difficulty import Span
from cpgen.errors import ImpossibleError, InputError, Message, NotFoundError
from cpgen.feasibility.infeasible import require_possible
from cpgen.generation import anneal, phases
from cpgen.generation.session import Run
from cpgen.generation.two_phase import accept_all
from cpgen.kernel import expect_much
from cpgen.oracles import UndecidedError, open_oracle
from cpgen.puzzle import Grid
from cpgen.requests.clock import Clock, OutOfTimeError
from cpgen.requests.puzzle_request import PHASES, Generated, Request
from cpgen.symmetry.canonical import Forms

FRESH_EVERY = 2
"""Of so many walks one begins at a fresh filling, the others at the puzzle to beat"""


def hardness(made: Generated) -> tuple[int, int]:
    """Level, then steps: of two puzzles the one with more is the harder."""
    return made.rating.level, made.rating.steps


@dataclass
class Ranking:
    """The hardest puzzles so far, hardest first, of those found earlier among equals."""

    places: int
    puzzles: list[Generated] = field(default_factory=list)

    def add(self, made: Generated) -> None:
        """Gives a puzzle its place; the easiest leaves when there are too many."""
        self.puzzles = sorted([*self.puzzles, made], key=hardness, reverse=True)[: self.places]

    @property
    def to_beat(self) -> Generated | None:
        """The puzzle in the last place; None while a place is free."""
        return self.puzzles[-1] if len(self.puzzles) == self.places else None


def climb(request: Request, count: int, seed: int, clock: Clock) -> Iterator[Generated]:
    """Puzzles that the request accepts, each among the `count` hardest so far, in an order fixed by request and seed.

    No two are the same under the board's symmetries and other names for the digits.
    Ends when the clock says so, or when nothing harder is possible; raises NotFoundError when nothing was found by
    then, ImpossibleError when the request can be shown to have no puzzle, and InputError for other phases than the
    default ones.
    """
    if (request.generation, request.replacement) != PHASES["fast"] or not request.until_match:
        raise InputError(Message("hardest-method"))
    expect_much()
    oracle = open_oracle(request.verifier, clock.budget)
    require_possible(request, oracle, count)
    ranking, is_new = Ranking(count), Forms(request.layout).add if count > 1 else accept_all
    try:
        for walk in count_from():
            goals = _goals(request, ranking.to_beat)
            if not goals:
                return
            run = Run(goals[walk % len(goals)], oracle, np.random.default_rng([seed, walk]), clock)
            clues = _walk(run, None if walk % FRESH_EVERY == 0 else ranking.to_beat)
            made = run.verified(clues, seed, clock.found) if clues and is_new(clues) else None
            if made is not None:
                ranking.add(made)
                clock.found += 1
                yield replace(made, request=request)
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
    """The ways to be harder than the puzzle to beat that are not impossible: a higher level, more steps."""
    if to_beat is None:
        return [request]
    level, steps = hardness(to_beat)
    higher = Span(level + 1, request.level.most), request.steps
    longer = Span(level, level), Span(steps + 1, request.steps.most)
    goals = []
    for levels, numbers in (higher, longer):
        with suppress(ImpossibleError):
            goals.append(structs.replace(request, level=levels, steps=numbers))
    return goals


def _walk(run: Run, begin: Generated | None) -> Grid | None:
    """The clues of a puzzle that the run's target accepts, from a puzzle or a fresh filling; None when none came."""
    if begin is None:
        run.begin_attempt()
        clues = phases.fill_sample(run)
    else:
        run.begin_from(begin.puzzle)
        clues = list(begin.puzzle.clues)
    found = None if clues is None else anneal.repair(run, clues)
    return None if found is None else tuple(found)
