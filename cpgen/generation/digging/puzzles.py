"""Puzzles dug as asked, each shown by CP-SAT to have one solution before anybody sees it."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np

from cpgen.errors import CpgenError, NotFoundError
from cpgen.generation.clock import Clock, OutOfTimeError
from cpgen.generation.digging import fewest
from cpgen.generation.digging.digger import Digger
from cpgen.generation.digging.request import DigRequest, Dug
from cpgen.generation.grids import Shuffled
from cpgen.generation.request import Stats
from cpgen.oracles import Oracle, open_oracle
from cpgen.puzzle import Grid, Puzzle
from cpgen.rater.rating import rate_puzzle

FAR = 4
"""Clues above the target from which a grid is discarded, in the way `centre`"""

Tell = Callable[[Dug], object]


def dig_many(
    request: DigRequest, count: int, seed: int, clock: Clock | None = None, better: Tell | None = None
) -> Iterator[Dug]:
    """So many different puzzles, one by one as they are found.

    With `fewest` each puzzle gets its share of the clock's budget. `better` is told of each puzzle on the way to one
    with few clues. Raises NotFoundError when time runs out before all are found. The puzzles are determined by request
    and seed alone, but for those with the fewest clues that a share of the time finds.
    """
    clock = clock or Clock()
    budget = clock.budget
    maker = _Maker(request, seed, clock, better)
    seen: set[Grid] = set()
    index = 0
    while clock.found < count:
        if request.fewest:
            clock.budget = budget * (clock.found + 1) / count
        try:
            made = maker.make(index)
        except OutOfTimeError:
            raise NotFoundError(_what_was_tried(request, count, clock)) from None
        index += 1
        if made.puzzle.clues not in seen or request.fewest:
            seen.add(made.puzzle.clues)
            clock.found += 1
            yield made


class _Maker:
    """Makes the puzzles of a request one after another."""

    def __init__(self, request: DigRequest, seed: int, clock: Clock, better: Tell | None) -> None:
        self.request, self.seed, self.clock, self.better = request, seed, clock, better
        self.digger = Digger(request, clock)
        self.verifier = open_oracle("cpsat", clock.budget)
        self.draw = self._draw()
        self.checks = self.grids = self.proofs = 0
        self.since = 0.0

    def _draw(self) -> fewest.Draw:
        given = self.request.grid
        if given is not None:
            return lambda rng: Shuffled(given, {})
        keep = self.request.keep
        return self.request.source.open(
            self.request.layout, _grid_oracle(self.request), keep.fixed_clues() if keep and any(keep.fixed) else None
        )

    def make(self, index: int) -> Dug:
        """The puzzle of that index, from a start of its own; raises OutOfTimeError when the clock says so."""
        self.checks, self.grids, self.since = self.clock.ratings, self.clock.attempts, self.clock.seconds
        self.proofs = 0
        rng = np.random.default_rng([self.seed, index])
        while True:
            self.clock.check()
            found = self._find(rng, index)
            if found is not None:
                made = self.finished(found, index)
                if self.request.grade is None or self.request.grade.matches(made.rating):
                    return made

    def _find(self, rng: np.random.Generator, index: int) -> fewest.Found | None:
        """Clues with the number that is wanted; None when this try has not led to it."""
        request = self.request
        if request.way == "centre" and request.clues is not None:
            found = self._tried_like_the_tool(rng, index, request.clues)
            if found:
                return found
        if request.fewest:
            return self._fewest(rng, index)
        found = self._dug(rng)
        if found is None or request.clues in (None, np.count_nonzero(found[0])):
            return found
        if request.grade is not None:
            return None
        return self._searched(rng, index)

    def _dug(self, rng: np.random.Generator) -> fewest.Found | None:
        self.clock.attempts += 1
        made = self.draw(rng)
        clues = self.digger.dig(np.array(made.grid, np.uint8), rng, self.request.clues or 0)
        return None if clues is None else (clues, made.grid, self.request.source_name)

    def _searched(self, rng: np.random.Generator, index: int) -> fewest.Found:
        """The last puzzle of the search for so many clues, those before it told."""
        wanted = self.request.clues or 0
        for found in fewest.search(self.digger, self.draw, rng, wanted):
            if np.count_nonzero(found[0]) == wanted:
                return found
            self._tell(found, index)
        raise AssertionError("the search ends at what is wanted")

    def _fewest(self, rng: np.random.Generator, index: int) -> fewest.Found:
        """The best puzzle that the search finds until its time is over."""
        best = None
        try:
            for found in fewest.search(self.digger, self.draw, rng, self.request.least):
                best = found
                self._tell(found, index)
        except OutOfTimeError:
            if best is None:
                raise
        assert best is not None
        return best

    def _tried_like_the_tool(self, rng: np.random.Generator, index: int, wanted: int) -> fewest.Found | None:
        """Tries on grids that promise well: one far from the target is discarded, a near one kept for its tries."""
        best = self.request.layout.cell_count + 1
        tries, made = self.request.tries, self.draw(rng)
        while tries:
            self.clock.attempts += 1
            clues = self.digger.dig(np.array(made.grid, np.uint8), rng, wanted)
            left = best if clues is None else int(np.count_nonzero(clues))
            found = None if clues is None else (clues, made.grid, self.request.source_name)
            if left == wanted:
                return found
            if found and left < best:
                best = left
                self._tell(found, index)
            if clues is None or left - wanted >= FAR:
                made = self.draw(rng)
            tries -= 1
        return None

    def _tell(self, found: fewest.Found, index: int) -> None:
        if self.better:
            self.better(self.finished(found, index))

    def finished(self, found: fewest.Found, index: int) -> Dug:
        """The puzzle with all that is to be known of it; raises CpgenError if CP-SAT finds another solution."""
        clues, grid, source = found
        request, digger = self.request, self.digger
        puzzle = Puzzle(request.layout, tuple(clues.tolist()))
        self.proofs += 1
        if self.verifier.uniqueness(puzzle).grids != (grid,):
            raise CpgenError(f"CP-SAT does not find the one solution of {puzzle.line}; this is a defect of cpgen.")
        array = np.array(grid, np.uint8)
        return Dug(
            puzzle=puzzle,
            solution=grid,
            rating=rate_puzzle(puzzle, request.ladder),
            source=source,
            check=request.check,
            way=request.way,
            symmetry=request.symmetry,
            ladder=request.ladder,
            minimal=digger.is_minimal(array, clues, digger.singles),
            orbit_minimal=digger.is_minimal(array, clues, digger.orbits),
            seed=self.seed,
            index=index,
            stats=Stats(
                self.clock.attempts - self.grids,
                self.clock.ratings - self.checks,
                self.proofs,
                self.clock.seconds - self.since,
            ),
        )


def _grid_oracle(request: DigRequest) -> Oracle | None:
    return open_oracle(request.source.oracle) if request.source.name == "oracle" else None


def _what_was_tried(request: DigRequest, count: int, clock: Clock) -> str:
    wanted = "" if request.clues is None else f" of {request.clues} clues"
    grade = f", grade {request.grade}" if request.grade else ""
    return (
        f"Found {clock.found} of {count} puzzles{wanted} in {clock.seconds:.1f} s: {clock.attempts} grids and "
        f"{clock.ratings} checks with the check {request.check}, way {request.way}, symmetry {request.symmetry}"
        f"{grade}. "
        "More time (--budget) or a few more clues may help."
    )
