"""Dug puzzles of a request, one after another, each proven by an oracle.

A puzzle's grid and the order of its removals come from the random stream of its seed and index, so the puzzles do not
depend on their number or on the number of processes. Puzzles that are essentially equal to an earlier one (up to
symmetries of the board and the names of the digits) are skipped, as `generate_many` does.

All functions are safe to call from several threads: every call has its own clock, digger and random streams.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cached_property
from itertools import count as counting

import numpy as np

from cpgen.digging.dig_request import DigRequest, Dug
from cpgen.digging.digger import Digger, DugGrid
from cpgen.digging.few_clues import Draw, FewCluesSearch
from cpgen.digging.random_grids import RandomGrids, has_random_grids
from cpgen.errors import CpgenError, ImpossibleError, NotFoundError
from cpgen.messages import Message, counted
from cpgen.oracles import Oracle, UndecidedError, open_oracle
from cpgen.puzzle import Puzzle
from cpgen.rater.rating import rate_puzzle
from cpgen.requests import dense
from cpgen.requests.clock import Clock, GaveUpError, OutOfTimeError, Phase
from cpgen.requests.grid_sources import Shuffled
from cpgen.requests.pattern_defaults import default_clues
from cpgen.requests.results import Stats
from cpgen.symmetry.canonical import Forms
from cpgen.symmetry.square import orbits

FAR = 4
"""With the strategy `centre`, a grid is discarded if a dig leaves this many clues more than wanted"""
LAST_PROOF = 1.0
"""Time limit in seconds of the proof of a puzzle with the fewest clues"""

Show = Callable[[Dug], object]


def dig_many(
    request: DigRequest, count: int, seed: int, clock: Clock | None = None, better: Show | None = None
) -> Iterator[Dug]:
    """Yield essentially different puzzles as they are found, determined by request and seed alone.

    For the fewest clues, each puzzle has an equal share of the time limit, so that the result depends on the time.

    Args:
        request: The puzzles to dig.
        count: Number of puzzles to find.
        seed: Seed of all random streams.
        clock: Time limit and callbacks; without one, there is no time limit.
        better: Function that is called with each intermediate puzzle of a search for few clues.

    Raises:
        ImpossibleError: There is no such puzzle.
        NotFoundError: The clock ends the call before all puzzles are found.
    """
    clock = clock or Clock()
    budget = clock.budget
    if request.wanted == 0:
        _require_board_without_clues(request, count, budget)
    puzzles = map(_Maker(request, seed, clock, better).made, counting())
    # For the fewest clues each share of the time yields its best puzzle, equal or not.
    is_new = Forms(request.layout).add if count > 1 and not request.fewest else None
    # Each puzzle of a search for the fewest ends when its share of the time is spent.
    while clock.found < count:
        if request.fewest:
            clock.budget = budget * (clock.found + 1) / count
        try:
            made = next(puzzles)
        except OutOfTimeError as error:
            raise NotFoundError(_search_summary(request, count, clock, error)) from None
        if is_new is None or is_new(made.puzzle.clues):
            clock.found += 1
            yield made


def _require_board_without_clues(request: DigRequest, count: int, seconds: float) -> None:
    """Raise ImpossibleError if puzzles without any clue are requested that cannot exist.

    A board without clues is one puzzle, if it has one solution. `count` is the number of puzzles requested, `seconds`
    the time limit for the proof.
    """
    try:
        empty = Puzzle(request.layout, (0,) * request.layout.cell_count)
        witness = open_oracle(request.checker, seconds).uniqueness(empty)
    except UndecidedError:
        return
    if len(witness.grids) > 1:
        raise ImpossibleError(Message("zero-clues"))
    if count > 1:
        raise ImpossibleError(Message("zero-clues-once", count=count))


def _search_summary(request: DigRequest, count: int, clock: Clock, error: OutOfTimeError) -> str:
    wanted = "" if request.wanted is None else f" of {request.wanted} clues"
    usual = default_clues(request.layout, request.symmetry or "none")
    change = "fewer" if (request.wanted or 0) > usual else "a few more"
    advice = f"A longer time limit (--time-limit) or {change} clues may help."
    if isinstance(error, GaveUpError):
        advice = str(error.reason)
    target = f", {request.target}" if request.target else ""
    return (
        f"Found {clock.found} of {counted(count, 'puzzle')}{wanted} in {clock.seconds:.1f} s: "
        f"{counted(clock.attempts, 'grid')} and {counted(clock.ratings, 'check')} with the check {request.check}, "
        f"way {request.way}, symmetry {request.symmetry}"
        f"{target}. {advice}"
    )


def grids_of(request: DigRequest) -> Draw:
    """Return a function that returns a grid to dig in, determined by the random generator that it is given."""
    full_grid = request.full_grid
    if full_grid is not None:
        return lambda rng: Shuffled(full_grid, {})
    if request.takes_any_grid and has_random_grids(request.layout):
        return RandomGrids(request.layout).draw
    return request.grids.open(request.layout, given=request.fixed)


class _Maker:
    """Maker of the puzzles of one call of `dig_many`: digs, discards equal puzzles, proves and counts."""

    def __init__(self, request: DigRequest, seed: int, clock: Clock, better: Show | None) -> None:
        self._request, self._seed, self._clock, self._better = request, seed, clock, better
        self._digger = Digger(request, clock)
        self._draw = grids_of(request)
        self._before = clock.spent

    @cached_property
    def _verifier(self) -> Oracle:
        """Oracle that proves the finished puzzles.

        It has `LAST_PROOF` seconds for a puzzle with the fewest clues, since the search for it takes all other time.
        """
        return open_oracle(self._request.verifier, LAST_PROOF if self._request.fewest else self._clock.left)

    def made(self, index: int) -> Dug:
        """Return the proven puzzle with this index, from 0; raise OutOfTimeError when the clock ends the call."""
        self._before = self._clock.spent
        rng = np.random.default_rng([self._seed, index])
        for number in counting():
            if self._request.is_dense and number == dense.ATTEMPTS:
                raise GaveUpError(Message("dense-none"))
            self._clock.check()
            dug = self._find(rng, index)
            # The check bounds the level only; a grade or a score depends on the whole rating.
            if dug is not None:
                made = self._finish(dug, index)
                target = self._request.target
                if target is None or target.accepts(made.rating):
                    return made
        raise AssertionError  # counting never ends

    def _find(self, rng: np.random.Generator, index: int) -> DugGrid | None:
        """Dig in a random grid, then search for few clues if too many are left; return the result.

        Returns None if this way led to no puzzle with the requested number of clues. `index` is that of the puzzle,
        from 0.
        """
        request = self._request
        wanted = request.wanted
        # With a chosen centre, first look for grids in which plain digging reaches the number of clues.
        if self._digger.centre and wanted is not None:
            dug = self._dig_in_promising_grids(rng, index, wanted)
            if dug:
                return dug
        if request.fewest:
            return self._search(rng, index, request.least)
        self._clock.attempts += 1
        dug = self._digger.dug(self._draw(rng), rng, request.first_clues)
        if dug is not None and request.is_dense:
            return self._with_more_clues(dug, rng)
        if dug is None or wanted in (None, dug.clue_count):
            return dug
        # A search for few clues changes the rating at random, so for a grade a new grid is better.
        if request.grade is not None:
            return None
        return self._search(rng, index, wanted or 0)

    def _with_more_clues(self, dug: DugGrid, rng: np.random.Generator) -> DugGrid | None:
        """Add clues to a puzzle up to the number requested, as long as the target accepts it; return the result.

        None if the target rejects the puzzle itself, or every way to add clues.
        """
        request = self._request

        def accepts(clues: Sequence[int]) -> bool:
            rating = rate_puzzle(Puzzle(request.layout, tuple(clues)), request.model.ladder)
            return request.target is None or request.target.accepts(rating)

        if not accepts(dug.clues.tolist()):
            return None
        groups = orbits(request.layout.size, request.kept_symmetry)
        clues = dense.add_clues(dug.clues.tolist(), dug.grid, groups, request.wanted or 0, rng, accepts)
        return dug._replace(clues=np.array(clues, np.uint8)) if clues else None

    def _dig_in_promising_grids(self, rng: np.random.Generator, index: int, wanted: int) -> DugGrid | None:
        """Dig in random grids, again in those that come close to `wanted` clues, and return a result with that number.

        None if the request's `tries` digs do not reach it. `index` is that of the puzzle, from 0.
        """
        best = self._request.layout.cell_count + 1
        grid = self._draw(rng)
        for _ in range(self._request.tries or 0):
            self._clock.attempts += 1
            dug = self._digger.dug(grid, rng, wanted)
            left = dug.clue_count if dug else best
            if left == wanted:
                return dug
            # A better puzzle on the way is shown at once.
            if dug and left < best:
                best = left
                self._show(dug, index)
            # The number of clues depends on the grid: stay with one that came close.
            if dug is None or left - wanted >= FAR:
                grid = self._draw(rng)
        return None

    def _search(self, rng: np.random.Generator, index: int, least: int) -> DugGrid:
        """Search for a puzzle with `least` clues; if the fewest are wanted, return the best one when time is over.

        `index` is that of the puzzle, from 0.
        """
        best = None
        try:
            for dug in FewCluesSearch(self._digger, self._draw, rng, least).improvements():
                best = dug
                if self._request.fewest or dug.clue_count > least:
                    self._show(dug, index)
        except OutOfTimeError:
            if best is None or not self._request.fewest:
                raise
        assert best is not None
        return best

    def _show(self, dug: DugGrid, index: int) -> None:
        if self._better:
            self._better(self._finish(dug, index))

    def _finish(self, dug: DugGrid, index: int) -> Dug:
        """Prove the result of the dig with this index; return it as a puzzle with statistics and provenance."""
        puzzle = self._prove(dug)
        return self._dug(puzzle, dug, index, self._clock.spent - self._before)

    def _prove(self, dug: DugGrid) -> Puzzle:
        """Return the puzzle of a dig; raise CpgenError if the verifier finds that it has not just one solution."""
        puzzle = self._puzzle_of(dug)
        # The solution is known, so the oracle only has to look for another one.
        with self._clock.asking(Phase.PROOF):
            witness = self._verifier.prove(puzzle, dug.grid)
        if witness.grids != (dug.grid,):
            name = self._request.verifier
            raise CpgenError(f"{name} does not find the one solution of {puzzle.line}; this is a defect of cpgen.")
        return puzzle

    def _puzzle_of(self, dug: DugGrid) -> Puzzle:
        return Puzzle(self._request.layout, tuple(dug.clues.tobytes()))

    def _dug(self, puzzle: Puzzle, dug: DugGrid, index: int, stats: Stats) -> Dug:
        request = self._request
        return Dug(
            puzzle=puzzle,
            solution=dug.grid,
            source=dug.source,
            check=request.check,
            way=request.way,
            symmetry=request.symmetry or "none",
            oracle=str(request.verifier),
            model=request.model,
            seed=self._seed,
            index=index,
            stats=stats,
        )
