"""Two-phase generation: fill the pattern, repair the filling, prove that the puzzle has one solution.

    generate_many ──▶ puzzles_from ──▶ _first_puzzle ──▶ fill_and_repair ──▶ phases.fill_sample   generation phase
    all starts        one start        attempts          one attempt     └─▶ anneal.repair        replacement phase

A seed has numbered *starts*, each with its own random stream, so that any start can be repeated alone and processes can
share the work: the puzzles depend on request and seed only. A start finds one puzzle by an attempt after another; with
a fixed pattern and the replacement method `anneal`, a walk from that puzzle then finds up to `PUZZLES_PER_START` − 1
more, except in the first `SINGLE_STARTS` starts. `generate_many` runs the starts in order and skips puzzles that are
essentially equal to an earlier one: equal up to symmetries of the board and the names of the digits.

The default replacement method, `anneal`, walks from digits to digits; each step of its walk (`gibbs`) propagates clues
with the engine. Puzzles with drawn constraints are made by another search (`drawn_puzzles`).

All functions are safe to call from several threads: every call has its own clock, random streams and session, and
oracles, raters and lookaheads are shared behind locks.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import count as counting
from itertools import islice

import numpy as np

from cpgen.errors import NotFoundError
from cpgen.feasibility.infeasible import require_possible
from cpgen.generation import anneal
from cpgen.generation.drawn_puzzles import puzzle_on_drawing
from cpgen.generation.phases import FILL_METHODS, REPAIR_METHODS
from cpgen.generation.search_summary import search_summary
from cpgen.generation.session import Session
from cpgen.messages import Message
from cpgen.oracles import Oracle, UndecidedError, open_oracle
from cpgen.pattern import Pattern
from cpgen.puzzle import Puzzle
from cpgen.requests import dense
from cpgen.requests.clock import Clock, GaveUpError, OutOfTimeError
from cpgen.requests.generation_request import Request
from cpgen.requests.results import Generated
from cpgen.symmetry.canonical import Forms

PUZZLES_PER_START = 100
"""Maximum number of puzzles from one start, and the distance between the first indices of two starts"""
SINGLE_STARTS = 10
"""Number of first starts that yield a single puzzle each, so that a few puzzles are as diverse as possible"""


def generate_many(
    request: Request, count: int, seed: int, clock: Clock | None = None, excluded: Forms | None = None
) -> Iterator[Generated]:
    """Yield essentially different puzzles as they are found, determined by request and seed alone.

    Args:
        request: What to generate.
        count: How many puzzles to find.
        seed: The seed of all random streams.
        clock: The time limit and callbacks; without one, there is no time limit.
        excluded: Forms of puzzles that are left out; those of the puzzles that are made are added.

    Raises:
        NotFoundError: if the clock ends the call before all puzzles are found, or hardly any more seem to exist.
        ImpossibleError: if the request is proven to have no puzzle.
    """
    clock = clock or Clock()
    is_new = (excluded or Forms(request.layout)).add_puzzle if count > 1 or excluded else accept_all
    start = fruitless = 0
    try:
        oracle = open_oracle(request.verifier, clock.left)
        require_possible(request, oracle, count)
        while clock.found < count:
            # Later starts are begun only when this one yields no more, whatever the count.
            before = clock.found
            for made in islice(puzzles_from(request, oracle, seed, start, clock, is_new), count - before):
                clock.found += 1
                yield made
            start += 1
            fruitless = fruitless + 1 if clock.found == before else 0
            if seems_exhausted(fruitless, clock.found):
                raise GaveUpError(Message("starts-fruitless", starts=fruitless))
    except (OutOfTimeError, UndecidedError) as error:
        raise NotFoundError(search_summary(request, count, clock, error)) from None


def accept_all(puzzle: object) -> bool:
    """Return True for any puzzle."""
    return True


def puzzles_from(
    request: Request,
    oracle: Oracle,
    seed: int,
    start: int,
    clock: Clock,
    is_wanted: Callable[[Puzzle], bool] = accept_all,
) -> Iterator[Generated]:
    """Yield the puzzles of one start of a seed, skipping those that are not wanted.

    A start is an independent search with a random stream of its own, which depends on `seed` and `start` alone.

    Raises:
        OutOfTimeError: if the clock ends the call.
    """
    # The stream depends on seed and start alone, never on what other starts have found.
    rng = np.random.default_rng([seed, start])
    if request.drawing_source:
        made = puzzle_on_drawing(request, oracle, seed, start, rng, clock)
        if is_wanted(made.puzzle):
            yield made
        return
    session = Session(request, oracle, rng, clock)
    per_start = puzzles_per_start(request)
    first, pattern = _first_puzzle(session, seed, start * per_start)
    if is_wanted(first.puzzle):
        yield first
    if per_start > 1 and start >= SINGLE_STARTS:
        yield from _further_puzzles(session, pattern, first, is_wanted)


def _first_puzzle(session: Session, seed: int, index: int) -> tuple[Generated, Pattern]:
    """Repeat attempts until one yields a puzzle on its pattern; `seed` and `index` go into its provenance.

    Raises:
        OutOfTimeError: The clock ends the search; nothing else ends it without a puzzle.
        GaveUpError: A dense puzzle seems out of reach.
    """
    for number in counting():
        adds_clues = session.request.is_dense and dense.adds_clues(number)
        pattern = session.begin_attempt(adds_clues)
        clues = fill_and_repair(session, pattern)
        if clues is not None and adds_clues:
            clues = session.add_clues(clues)
        if clues is not None and (made := session.prove(Puzzle(session.layout, tuple(clues)), seed, index)):
            return made, pattern
        session.end_attempt()
    raise AssertionError  # counting never ends


def fill_and_repair(session: Session, pattern: Pattern) -> list[int] | None:
    """Fill a pattern once and repair the filling; return the clues, or None if the request rejects the result."""
    request, target = session.request, session.target
    filling, repairing = FILL_METHODS[request.generation], REPAIR_METHODS[request.replacement]
    clues = filling.fill(session, pattern)
    # Sometimes the filling itself is a puzzle of the target.
    if clues is None or target.accepts(session.rate(clues)):
        return clues
    # The methods of the papers repair only fillings with several solutions; `anneal`, the default, repairs any.
    if not repairing.changes_unique and session.is_finished(clues, session.rate(clues)):
        return clues if filling.keeps_unmatched and not request.until_match else None
    session.begin_replacement()
    clues = repairing.repair(session, pattern, clues)
    if clues is None or (request.until_match and not target.accepts(session.rate(clues))):
        return None
    return clues


def _further_puzzles(
    session: Session, pattern: Pattern, first: Generated, is_wanted: Callable[[Puzzle], bool]
) -> Iterator[Generated]:
    """Yield the puzzles that a walk from the first puzzle of a start finds, skipping those that are not wanted."""
    # Indices count what the walk finds, wanted or not, so an index means the same for every caller.
    walk = anneal.matches_from(session, pattern, list(first.puzzle.clues))
    for index, clues in enumerate(islice(walk, PUZZLES_PER_START - 1), first.index + 1):
        # An oracle proves only what is wanted.
        puzzle = Puzzle(session.layout, tuple(clues))
        if is_wanted(puzzle) and (made := session.prove(puzzle, first.seed, index)):
            yield made


def puzzles_per_start(request: Request) -> int:
    """Return the number of puzzle indices that belong to each start: 1 unless a start walks on from its puzzle."""
    # With random patterns a walk would stay on the pattern of its first puzzle, so each start gives one.
    walks_on = (
        REPAIR_METHODS[request.replacement].walks_on and request.pattern is not None and not request.drawing_source
    )
    return PUZZLES_PER_START if walks_on else 1


def make_again(request: Request, seed: int, index: int, clock: Clock | None = None) -> Generated:
    """Return the puzzle that a seed has at an index; it does not depend on the number of puzzles generated before.

    Raises:
        NotFoundError: if the start of that index yields fewer puzzles, or the time limit passes.
    """
    clock = clock or Clock()
    start, position = divmod(index, puzzles_per_start(request))
    positions = counting()  # counts the puzzles of the start until the wanted position
    try:
        oracle = open_oracle(request.verifier, clock.left)
        require_possible(request, oracle, 1)
        for made in puzzles_from(request, oracle, seed, start, clock, lambda _: next(positions) == position):
            return made
    except (OutOfTimeError, UndecidedError) as error:
        raise NotFoundError(search_summary(request, 1, clock, error)) from None
    raise NotFoundError(f"Seed {seed} has no puzzle of index {index}: start {start} gives only {next(positions)}.")


def seems_exhausted(fruitless: int, found: int) -> bool:
    """Return True if so many starts in a row gave no new puzzle that few remain to be found.

    `fruitless` is the number of starts without a new puzzle, `found` the number of puzzles found.
    """
    return fruitless >= 100 + 10 * found
