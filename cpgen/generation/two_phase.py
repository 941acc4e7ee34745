"""The two phases: fill the pattern, repair it, and let a puzzle go only when the oracle has shown one solution."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from itertools import count as counting
from itertools import islice
from typing import NamedTuple

import numpy as np

from cpgen.errors import Message, NotFoundError
from cpgen.feasibility.infeasible import require_possible
from cpgen.generation import anneal, phases
from cpgen.generation.session import Run
from cpgen.kernel import expect_much
from cpgen.oracles import Oracle, UndecidedError, open_oracle
from cpgen.requests.clock import Clock, OutOfTimeError
from cpgen.requests.puzzle_request import PHASES, Generated, Request
from cpgen.symmetry.canonical import Forms


class GenerationMethod(NamedTuple):
    """A method of the generation phase."""

    fill: Callable[[Run], list[int] | None]
    keeps_unmatched: bool = True
    """Whether a filling with one solution may leave though it does not match, where `until_match` is off"""


class ReplacementMethod(NamedTuple):
    """A method of the replacement phase."""

    repair: Callable[[Run, list[int]], list[int] | None]
    changes_unique: bool = False
    """Whether a filling that has one solution, but does not match, is repaired, too"""
    walks_on: bool = False
    """Whether more puzzles of the same pattern come from a Gibbs walk that begins at the first"""


GENERATION_METHODS: Mapping[str, GenerationMethod] = {
    "sample": GenerationMethod(phases.fill_sample),
    "zama": GenerationMethod(partial(phases.fill_zama, score=phases.squared_candidates)),
    "zama-open": GenerationMethod(partial(phases.fill_zama, score=phases.open_cells)),
    "kamio": GenerationMethod(phases.fill_kamio, keeps_unmatched=False),
}
REPLACEMENT_METHODS: Mapping[str, ReplacementMethod] = {
    "anneal": ReplacementMethod(anneal.repair, changes_unique=True, walks_on=True),
    "zama": ReplacementMethod(partial(phases.repair_zama, score=phases.squared_candidates)),
    "zama-open": ReplacementMethod(partial(phases.repair_zama, score=phases.open_cells)),
    "kamio": ReplacementMethod(phases.repair_kamio),
}

PUZZLES_PER_START = 100
"""The most puzzles that come from one start"""
SINGLE_STARTS = 10
"""So many starts give one puzzle each, so that a few puzzles differ as much as puzzles can"""


def seems_exhausted(fruitless: int, found: int) -> bool:
    """Whether so many starts in a row without a new puzzle mean that there are hardly more than those found."""
    return fruitless >= 100 + 10 * found


def generate_many(request: Request, count: int, seed: int, clock: Clock | None = None) -> Iterator[Generated]:
    """So many essentially different puzzles, one by one as they are found, determined by request and seed alone.

    No two are the same under the board's symmetries and other names for the digits. Raises NotFoundError when the
    clock ends the work before all are found, and ImpossibleError when the request can be shown to have no puzzle.
    """
    if count > SINGLE_STARTS or (request.generation, request.replacement) != PHASES["fast"]:
        expect_much()
    clock = clock or Clock()
    oracle = open_oracle(request.verifier, clock.budget)
    require_possible(request, oracle, count)
    is_new = Forms(request.layout).add if count > 1 else accept_all
    start = fruitless = 0
    try:
        while clock.found < count:
            before = clock.found
            most = min(count - before, PUZZLES_PER_START)
            for made in islice(puzzles_from(request, oracle, seed, start, clock, is_new), most):
                clock.found += 1
                yield made
            start += 1
            fruitless = fruitless + 1 if clock.found == before else 0
            if seems_exhausted(fruitless, clock.found):
                ended = Message("starts-fruitless", starts=fruitless)
                raise NotFoundError(_what_was_tried(request, count, clock, ended))
    except (OutOfTimeError, UndecidedError):
        raise NotFoundError(_what_was_tried(request, count, clock)) from None


def accept_all(clues: Sequence[int]) -> bool:
    """Any clues will do."""
    return True


def make_again(request: Request, seed: int, index: int, clock: Clock | None = None) -> Generated:
    """The puzzle that `generate_many` gave that index, whatever the count.

    Raises NotFoundError when the start that the index belongs to gives fewer puzzles, or the time ends before.
    """
    clock = clock or Clock()
    oracle = open_oracle(request.verifier, clock.budget)
    require_possible(request, oracle, 1)
    start, position = divmod(index, puzzles_per_start(request))
    places = counting()
    try:
        for made in puzzles_from(request, oracle, seed, start, clock, lambda clues: next(places) == position):
            return made
    except (OutOfTimeError, UndecidedError):
        raise NotFoundError(_what_was_tried(request, 1, clock)) from None
    raise NotFoundError(f"Seed {seed} has no puzzle of index {index}: start {start} gives only {next(places)}.")


def puzzles_from(
    request: Request,
    oracle: Oracle,
    seed: int,
    start: int,
    clock: Clock,
    wanted: Callable[[Sequence[int]], bool] = accept_all,
) -> Iterator[Generated]:
    """The puzzles of one start of a seed: the first that it finds, then those on a walk from there.

    Clues that are not wanted are skipped. Raises OutOfTimeError when the clock says so.
    """
    run = Run(request, oracle, np.random.default_rng([seed, start]), clock)
    places = puzzles_per_start(request)
    first = _first(run, request, seed, start * places)
    if wanted(first.puzzle.clues):
        yield first
    if places == 1 or start < SINGLE_STARTS:
        return
    walk = islice(anneal.matches_from(run, list(first.puzzle.clues)), places - 1)
    for index, clues in enumerate(walk, first.index + 1):
        if wanted(clues) and (made := run.verified(clues, seed, index)):
            yield made


def puzzles_per_start(request: Request) -> int:
    """How many indices belong to a start: one, or as many as its walk may need."""
    walks = REPLACEMENT_METHODS[request.replacement].walks_on and request.pattern is not None
    return PUZZLES_PER_START if walks else 1


def _first(run: Run, request: Request, seed: int, index: int) -> Generated:
    """The puzzle that a start leads to."""
    while True:
        run.begin_attempt()
        clues = attempt(run, request)
        made = None if clues is None else run.verified(clues, seed, index)
        if made is not None:
            return made
        run.end_attempt()


def attempt(run: Run, request: Request) -> list[int] | None:
    """The clues of one filling of the pattern, repaired; None when they are not what the request accepts."""
    generation, replacement = GENERATION_METHODS[request.generation], REPLACEMENT_METHODS[request.replacement]
    clues = generation.fill(run)
    if clues is None or run.target.accepts(run.rate(clues)):
        return clues
    if not replacement.changes_unique and run.has_one_solution(clues, run.rate(clues)):
        return clues if generation.keeps_unmatched and not request.until_match else None
    run.begin_replacement()
    clues = replacement.repair(run, clues)
    if clues is None or (request.until_match and not run.target.accepts(run.rate(clues))):
        return None
    return clues


MORE = Message("more")


def _what_was_tried(request: Request, count: int, clock: Clock, ended: Message = MORE) -> Message:
    return Message(
        "ran-out",
        found=clock.found,
        count=count,
        seconds=f"{clock.seconds:.1f}",
        attempts=clock.attempts,
        ratings=clock.ratings,
        generation=request.generation,
        replacement=request.replacement,
        target=request.target.message,
        ended=ended,
    )
