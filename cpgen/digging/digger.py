"""Digging: clues are taken from a full grid, one unit after another, until none can go or so few as wanted are left.

`dig_many` makes puzzles one by one and has an oracle show that each has one solution. The `Digger` digs in a grid,
with the compiled loops of `dig_kernel`; where nothing is asked of what is left, it digs a handful of grids at once
(`dig_handful`). Where digging leaves too many clues, or the fewest are wanted, a `Search` digs on many grids, puts
units back and digs again, and walks from grid to grid (`dig_walk`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import count, cycle, islice
from typing import NamedTuple

import numpy as np

from cpgen.digging import dig_loop as kernel
from cpgen.digging.dig_batch import Handful, dig_handful, handful_of, stream_starts
from cpgen.digging.dig_request import DigRequest, Dug
from cpgen.digging.few_clues import walk
from cpgen.digging.random_grids import RandomGrids, begun_with, has_random_grids
from cpgen.digging.strategies import LADDER, STRATEGIES, Check, centre_pattern
from cpgen.engine.search import count_completions
from cpgen.errors import CpgenError, NotFoundError, counted
from cpgen.kernel import random_state
from cpgen.kernel.records import record
from cpgen.oracles import Oracle, open_oracle
from cpgen.puzzle import Grid, Puzzle
from cpgen.rater.rating import as_array
from cpgen.requests.clock import Clock, OutOfTimeError, Phase
from cpgen.requests.grid_sources import Shuffled
from cpgen.requests.puzzle_request import Stats
from cpgen.symmetry.square import orbits, random_pattern

CHECKS_AT_ONCE = 200_000_000
"""Checks between two looks at the clock are this over n⁶"""
HANDFUL = 128
"""Puzzles that are dug in one compiled call, at most"""
FAR = 4
"""Clues above the target from which a grid is discarded, in the way `centre`"""
AGAIN = 2_000_000
"""Checks for digging again in one grid are this over n³"""
DUG_FIRST = 2
"""Puzzles that are dug before the walk begins: one, and the same grid dug again"""
TEMPERATURES = (8.0, 5.0, 3.0)
"""Of the walk's starts, in turn: high ones are best up to 9×9, the low ones first on larger boards"""
WALK = 1_500_000_000
"""Steps of one start of the walk are this over n³, which is about three seconds on 9×9"""
STEPS_AT_ONCE = 100_000_000
"""Steps between two looks at the clock are this over n⁴"""

Draw = Callable[[np.random.Generator], Shuffled]
Show = Callable[[Dug], object]


class Found(NamedTuple):
    """A puzzle before its proof."""

    clues: np.ndarray
    """[N] uint8"""
    grid: Grid
    """The solution"""
    source: str
    """Where the grid came from"""
    needed: np.ndarray
    """[N] what second solutions have shown of each clue: see `dig_kernel.ALONE`"""

    @property
    def clue_count(self) -> int:
        """How many clues there are."""
        return int(np.count_nonzero(self.clues))


def dig_many(
    request: DigRequest, count: int, seed: int, clock: Clock | None = None, better: Show | None = None
) -> Iterator[Dug]:
    """So many different puzzles, one by one as they are found.

    With `fewest` each puzzle gets its share of the clock's time limit. `better` receives each puzzle on the way to one
    with few clues. Raises NotFoundError when time runs out before all are found. The puzzles are determined by request
    and seed alone, but for those with the fewest clues that a share of the time finds.
    """
    clock = clock or Clock()
    budget = clock.budget
    maker = _Maker(request, count, seed, clock, better)
    puzzles, seen = maker.puzzles(), set[bytes]()
    while clock.found < count:
        if request.fewest:
            clock.budget = budget * (clock.found + 1) / count
        try:
            made = next(puzzles)
        except OutOfTimeError:
            raise NotFoundError(_what_was_tried(request, count, clock)) from None
        clues = bytes(made.puzzle.clues)
        if clues not in seen or request.fewest:
            seen.add(clues)
            clock.found += 1
            yield made


def _what_was_tried(request: DigRequest, count: int, clock: Clock) -> str:
    wanted = "" if request.wanted is None else f" of {request.wanted} clues"
    target = f", {request.target}" if request.target else ""
    return (
        f"Found {clock.found} of {counted(count, 'puzzle')}{wanted} in {clock.seconds:.1f} s: "
        f"{counted(clock.attempts, 'grid')} and {counted(clock.ratings, 'check')} with the check {request.check}, "
        f"way {request.way}, symmetry {request.symmetry}"
        f"{target}. A longer time limit (--budget) or a few more clues may help."
    )


def grids_of(request: DigRequest) -> Draw:
    """What draws the grids to dig in."""
    given = request.full_grid
    if given is not None:
        return lambda rng: Shuffled(given, {})
    if are_random(request) and has_random_grids(request.layout):
        return RandomGrids(request.layout).draw
    return request.grids.open(request.layout, given=request.fixed)


def are_random(request: DigRequest) -> bool:
    """Whether any grid may be drawn."""
    return request.grid is None and request.fixed is None and request.source == "oracle"


class _Maker:
    """Makes the puzzles of a request one after another."""

    def __init__(self, request: DigRequest, count: int, seed: int, clock: Clock, better: Show | None) -> None:
        self.request, self.count, self.seed, self.clock, self.better = request, count, seed, clock, better
        self.digger = Digger(request, clock)
        self.verifier = open_oracle(request.verifier, clock.budget)
        self.draw = grids_of(request)
        self.before = clock.spent

    def puzzles(self) -> Iterator[Dug]:
        """The puzzles of all indices from 0 on, each from a start of its own; raises OutOfTimeError when it is time.

        One alone is not worth compiling the loop that makes many.
        """
        takes_any = self.request.clues is None and self.request.target is None
        plain = self.digger.is_compiled and takes_any and are_random(self.request)
        if plain and self.count > 1 and has_random_grids(self.request.layout):
            return self._dug_in_handfuls()
        return map(self._make, count())

    def _dug_in_handfuls(self) -> Iterator[Dug]:
        """What digging leaves of random grids, proven and handed out at each look at the clock."""
        layout, clock, first = self.request.layout, self.clock, 0
        while True:
            size = min(HANDFUL, self.count - clock.found)
            handful = handful_of(stream_starts(self.seed, range(first, first + size)), layout.cell_count)
            begun = clock.seconds
            for rows in self.digger.dig_handful(handful):
                shown = self._shown(handful, rows)
                each = (clock.seconds - begun) / len(rows)
                for row, is_shown in zip(rows, shown, strict=True):
                    yield self._handed_out(handful, row, first + row, each, is_shown)
                begun = clock.seconds
            first += size

    def _shown(self, handful: Handful, rows: range) -> list[bool]:
        """Return which of these puzzles the oracle proves unique as a batch."""
        clues, grids = (each[rows.start : rows.stop] for each in (handful.clues, handful.grids))
        with self.clock.asking(Phase.PROOF, 0):
            proven = self.verifier.prove_batch(self.request.layout, clues, grids)
        self.clock.oracle_calls[Phase.PROOF] += sum(proven)
        return proven

    def _handed_out(self, handful: Handful, row: int, index: int, seconds: float, is_shown: bool) -> Dug:
        """A puzzle of a handful, proven unless that is shown; making it took so many seconds."""
        grid = tuple(handful.grids[row].tobytes())
        found = Found(handful.clues[row], grid, self.request.source_name, handful.needed[row])
        begun = self.clock.seconds
        puzzle = self._puzzle(found) if is_shown else self._proven(found)
        seconds += self.clock.seconds - begun
        return self._dug(puzzle, found, index, Stats(1, int(handful.checks[row]), 1, seconds, proof_oracle_calls=1))

    def _make(self, index: int) -> Dug:
        """The puzzle of that index; raises OutOfTimeError when the clock says so."""
        self.before = self.clock.spent
        rng = np.random.default_rng([self.seed, index])
        while True:
            self.clock.check()
            found = self._find(rng, index)
            if found is not None:
                made = self.finished(found, index)
                target = self.request.target
                if target is None or target.accepts(made.rating):
                    return made

    def _find(self, rng: np.random.Generator, index: int) -> Found | None:
        """A puzzle with the number of clues that is wanted; None when this try has not led to one."""
        request = self.request
        wanted = request.wanted
        if self.digger.centre and wanted is not None:
            found = self._dug_in_promising_grids(rng, index, wanted)
            if found:
                return found
        if request.fewest:
            return self._searched(rng, index, request.least)
        self.clock.attempts += 1
        found = self.digger.dug(self.draw(rng), rng, wanted or 0)
        if found is None or wanted in (None, found.clue_count):
            return found
        if request.wanted_grade is not None:
            return None
        return self._searched(rng, index, wanted or 0)

    def _dug_in_promising_grids(self, rng: np.random.Generator, index: int, wanted: int) -> Found | None:
        """The puzzle found in so many tries; a grid far from the target is discarded, a near one kept for its tries."""
        best = self.request.layout.cell_count + 1
        made = self.draw(rng)
        for _ in range(self.request.tries or 0):
            self.clock.attempts += 1
            found = self.digger.dug(made, rng, wanted)
            left = found.clue_count if found else best
            if left == wanted:
                return found
            if found and left < best:
                best = left
                self._show(found, index)
            if found is None or left - wanted >= FAR:
                made = self.draw(rng)
        return None

    def _searched(self, rng: np.random.Generator, index: int, least: int) -> Found:
        """What the search ends with: `least` clues, or, of the fewest, the best when its time is over."""
        best = None
        try:
            for found in Search(self.digger, self.draw, rng, least).better():
                best = found
                if self.request.fewest or found.clue_count > least:
                    self._show(found, index)
        except OutOfTimeError:
            if best is None or not self.request.fewest:
                raise
        assert best is not None
        return best

    def _show(self, found: Found, index: int) -> None:
        if self.better:
            self.better(self.finished(found, index))

    def finished(self, found: Found, index: int) -> Dug:
        """The puzzle with its proof and what it cost; raises CpgenError if the oracle disproves it."""
        puzzle = self._proven(found)
        return self._dug(puzzle, found, index, self.clock.spent - self.before)

    def _proven(self, found: Found) -> Puzzle:
        puzzle = self._puzzle(found)
        with self.clock.asking(Phase.PROOF):
            witness = self.verifier.prove(puzzle, found.grid)
        if witness.grids != (found.grid,):
            name = self.request.verifier
            raise CpgenError(f"{name} does not find the one solution of {puzzle.line}; this is a defect of cpgen.")
        return puzzle

    def _puzzle(self, found: Found) -> Puzzle:
        return Puzzle(self.request.layout, tuple(found.clues.tobytes()))

    def _dug(self, puzzle: Puzzle, found: Found, index: int, stats: Stats) -> Dug:
        request = self.request
        return Dug(
            puzzle=puzzle,
            solution=found.grid,
            source=found.source,
            check=request.check,
            way=request.way,
            symmetry=request.symmetry or "none",
            oracle=request.verifier,
            ladder=request.model.ladder,
            needed=found.needed.tobytes(),
            seed=self.seed,
            index=index,
            stats=stats,
        )


def _tools_for(request: DigRequest) -> kernel.AnyTools:
    check = request.check
    if check.code == LADDER:
        return kernel.ladder_tools_for(request.layout, check.ladder(request.model.ladder))
    return kernel.tools_for(request.layout, check)


class Digger:
    """Digs in grids as a request says, on one clock, with tools and memory that are made once."""

    def __init__(self, request: DigRequest, clock: Clock) -> None:
        layout = request.layout
        self.request = request
        self.clock = clock
        self.way = STRATEGIES[request.way]
        self.tools = _tools_for(request)
        self.centre = centre_pattern(layout, request.centre) if request.centre else None
        held = request.kept | (self.centre.region if self.centre else frozenset())
        whole, cells = (orbits(layout.size, name) for name in (request.symmetry or "none", "none"))
        self.orbits = kernel.units_of(layout, whole, held, request.region_clues)
        self.singles = kernel.units_of(layout, cells, held, request.region_clues)
        self.units = self.singles if self.way.then_cells else self.orbits
        self.most = max(20, CHECKS_AT_ONCE // layout.size**6)
        self._oracle: Oracle | None = None if request.checker == "bitset" else open_oracle(request.checker)

    def dig(self, grid: np.ndarray, rng: np.random.Generator, least: int = 0) -> np.ndarray | None:
        """The clues that are left when no more can go, at least so many; None when the centre cannot be opened."""
        clues, random = grid.copy(), random_state(rng)
        self.tools.needed[:] = kernel.UNSHOWN
        if self.centre and not self._open_centre(grid, clues, random):
            return None
        self._dig(self.orbits, grid, clues, random, least, self.way.fullest_first)
        if self.way.then_cells:
            self._dig(self.singles, grid, clues, random, least)
        return clues

    def dug(self, made: Shuffled, rng: np.random.Generator, least: int) -> Found | None:
        """What digging leaves of a grid that was drawn; None when the centre cannot be opened."""
        clues = self.dig(as_array(made.grid), rng, least)
        return None if clues is None else Found(clues, made.grid, self.request.source_name, self.tools.needed.copy())

    @property
    def searching(self) -> kernel.Tools:
        """The tools of any check but `ladder`."""
        assert isinstance(self.tools, kernel.Tools)
        return self.tools

    @property
    def is_compiled(self) -> bool:
        """Whether one compiled loop digs in a grid from beginning to end."""
        return not (self._oracle or self.centre or self.way.then_cells or isinstance(self.tools, kernel.LadderTools))

    def dig_handful(self, handful: Handful) -> Iterator[range]:
        """Digs the puzzles of a handful; the rows of those that are dug by the next look at the clock."""
        tools, begun, dug = self.searching, begun_with(self.request.layout), 0
        while dug < len(handful.grids):
            known, checks = dug, int(handful.counts.checks)
            dug = dig_handful(tools, self.orbits, begun, handful, self.way.fullest_first, self.most)
            self.clock.attempts += dug - known
            if dug > known:
                yield range(known, dug)
            self.clock.count_ratings(int(handful.counts.checks) - checks)

    def dig_again(self, grid: np.ndarray, clues: np.ndarray, rng: np.random.Generator, least: int, checks: int) -> None:
        """Puts units back and digs again for about so many checks, changing the clues where that makes them fewer."""
        units, random = self.units, random_state(rng)
        kernel.begin_dig(units, clues, random)
        while units.counts.checks < checks and units.counts.clues > least:
            before = int(units.counts.checks)
            kernel.run(kernel.dig_again, self.tools, units, grid, clues, random, least, self.most)
            self.clock.count_ratings(int(units.counts.checks) - before)
            if units.counts.checks == before:
                return

    def thin(self, grid: np.ndarray, clues: np.ndarray, rng: np.random.Generator, least: int) -> None:
        """Takes the units, outside the centre that was chosen, that can go from a puzzle, down to so many clues."""
        self.tools.needed[:] = kernel.UNSHOWN
        self._dig(self.units, grid, clues, random_state(rng), least)

    def _open_centre(self, grid: np.ndarray, clues: np.ndarray, random: np.ndarray) -> bool:
        """Opens and closes the cells of the centre as its pattern says; whether the check still holds."""
        kernel.begin_dig(self.orbits, clues, random)
        for unit in np.flatnonzero(~self.orbits.movable).tolist():
            first = int(self.orbits.cells[unit, 0])
            if self.centre and first not in self.centre.open and not self._try(self.orbits, grid, clues, unit):
                return False
        return True

    def _dig(
        self,
        units: kernel.Units,
        grid: np.ndarray,
        clues: np.ndarray,
        random: np.ndarray,
        least: int,
        fullest_first: bool = False,
    ) -> None:
        """Digs until nothing more goes: once is enough but for the ladder, which may gain from what went later."""
        if isinstance(self.tools, kernel.Tools):
            self._dig_once(units, grid, clues, random, least, fullest_first)
            return
        while self._dig_once(units, grid, clues, random, least, fullest_first):
            pass

    def _dig_once(
        self,
        units: kernel.Units,
        grid: np.ndarray,
        clues: np.ndarray,
        random: np.ndarray,
        least: int,
        fullest_first: bool,
    ) -> int:
        """Tries each unit once; how many went."""
        kernel.begin_dig(units, clues, random)
        if self._oracle is not None:
            kernel.dig_together(self.searching, units, clues, least, fullest_first)
        counted, done = 0, False
        while not done:
            done = self._dig_on(units, grid, clues, least, fullest_first)
            self.clock.count_ratings(int(units.counts.checks) - counted)
            counted = int(units.counts.checks)
        return int(units.counts.taken)

    def _dig_on(
        self, units: kernel.Units, grid: np.ndarray, clues: np.ndarray, least: int, fullest_first: bool
    ) -> bool:
        """Digs until the next look at the clock; whether all units were tried."""
        if self._oracle is None:
            return bool(kernel.run(kernel.dig, self.tools, units, grid, clues, least, fullest_first, self.most))
        unit = kernel.begin_next(self.searching, units, grid, clues, least, fullest_first)
        if unit < 0:
            return True
        holds = self._is_unique(self._oracle, grid, clues, units.cells[unit])
        kernel.end_try(units, grid, clues, unit, holds)
        return False

    def _try(self, units: kernel.Units, grid: np.ndarray, clues: np.ndarray, unit: int) -> bool:
        """Takes one unit if every region keeps its clues and the check then holds; whether they did."""
        if self._oracle is None:
            return bool(kernel.run(kernel.try_unit, self.tools, units, grid, clues, unit))
        if not kernel.begin_try(units, grid, clues, unit):
            return False
        holds = self._is_unique(self._oracle, grid, clues, units.cells[unit])
        return bool(kernel.end_try(units, grid, clues, unit, holds))

    def _is_unique(self, oracle: Oracle, grid: np.ndarray, clues: np.ndarray, unit: np.ndarray) -> bool:
        """Whether there is one solution without the cells of a unit (then −1): forced, or as an oracle says."""
        digits, given = grid.tolist(), clues.tolist()
        open_cells = self._not_forced(given, digits, unit[unit >= 0].tolist())
        if not open_cells:
            return True
        return oracle.prove(Puzzle(self.request.layout, tuple(given)), tuple(digits), open_cells).unique

    def _not_forced(self, clues: list[int], grid: list[int], cells: list[int]) -> list[int]:
        """Those of some open cells that may hold another digit as far as is seen at once; gives the others as clues."""
        for cell in cells:
            if self.request.layout.is_forced_single(clues, cell, grid[cell]):
                clues[cell] = grid[cell]
                return self._not_forced(clues, grid, [other for other in cells if other != cell])
        return cells


class Search:
    """The search for few clues from one start, down to `least`.

    With the check `unique` the walk does most of the work: digging leaves a puzzle to start from, the walk looks for
    one with fewer clues, and so on down, with fresh starts and other temperatures in turn when it does not find one.
    With the other checks the search digs again and again.
    """

    def __init__(self, digger: Digger, draw: Draw, rng: np.random.Generator, least: int) -> None:
        self.digger, self.draw, self.rng, self.least = digger, draw, rng, least
        self.request, self.size = digger.request, digger.request.layout.size

    def better(self) -> Iterator[Found]:
        """Each puzzle with fewer clues than those before; raises OutOfTimeError when the clock says so."""
        best = self.request.layout.cell_count + 1
        for found in self._candidates():
            if self.least <= found.clue_count < best:
                best = found.clue_count
                yield found
            if best == self.least:
                return

    def _candidates(self) -> Iterator[Found]:
        """Puzzles without end, by the walk where nothing holds it to a grid or to clues."""
        request = self.request
        held = request.grid or request.kept or (request.centre and request.region_clues)
        walking = request.check == Check() and not held
        for found in islice(self._dug_grids(), DUG_FIRST if walking else None):
            yield found
        yield from self._walks(found.clue_count)

    def _dug_grids(self) -> Iterator[Found]:
        """Two puzzles from each grid: what digging leaves, and what digging again in the same grid makes of it."""
        while True:
            self.digger.clock.attempts += 1
            found = self.digger.dug(self.draw(self.rng), self.rng, self.least)
            if found is not None:
                yield found._replace(clues=found.clues.copy())
                grid = np.array(found.grid, np.uint8)
                self.digger.dig_again(grid, found.clues, self.rng, self.least, AGAIN // self.size**3)
                yield found._replace(needed=np.full(len(grid), kernel.UNSHOWN, np.uint8))

    def _walks(self, best: int) -> Iterator[Found]:
        """Puzzles that the walk finds, each with fewer clues than the one before."""
        temperatures = cycle(TEMPERATURES if self.size <= 9 else TEMPERATURES[::-1])
        while best > self.least:
            wanted = max(number for number in self.request.reachable if self.least <= number < best)
            found = self._walked(wanted, next(temperatures))
            if found:
                best = found.clue_count
                yield found

    def _walked(self, wanted: int, temperature: float) -> Found | None:
        """The puzzle that one start of the walk finds, with all orbits taken that can go down to `least` clues."""
        self.digger.clock.attempts += 1
        clues = self._start(self.draw(self.rng).grid, wanted)
        if not self._walk(clues, temperature):
            return None
        tools = self.digger.searching
        if count_completions(tools.tables, tools.search, clues, 2, tools.branches) != 1:
            return None
        grid = tools.search.solutions[0].copy()
        self.digger.thin(grid, clues, self.rng, self.least)
        return Found(clues, tuple(grid.tolist()), "walk", tools.needed.copy())

    def _start(self, grid: Grid, wanted: int) -> np.ndarray:
        """So many clues of a grid on a random pattern with the symmetry, and with the centre that was chosen."""
        request, units, centre = self.request, self.digger.units, self.digger.centre
        if centre:
            others = self.rng.permutation(np.flatnonzero(units.movable))[: (wanted - len(centre.open)) // 2]
            cells = [*centre.open, *units.cells[others].ravel().tolist()]
        else:
            regions, least = request.layout.regions, request.region_clues
            cells = list(random_pattern(self.size, wanted, request.kept_symmetry, self.rng, regions, least).cells)
        clues = np.zeros(len(grid), np.uint8)
        for cell in cells:
            clues[cell] = grid[cell]
        units.status[:] = np.where(clues[units.cells[:, 0]] > 0, kernel.UNTRIED, kernel.GONE)
        return clues

    def _walk(self, clues: np.ndarray, temperature: float) -> bool:
        """Walks for the steps of one start, changing the clues; whether they now have one solution."""
        clock, tools, random = self.digger.clock, self.digger.searching, random_state(self.rng)
        heat = record(energy=np.inf, temperature=temperature)
        steps = max(1, STEPS_AT_ONCE // self.size**4)
        for _ in range(0, WALK // self.size**3, steps):
            if walk(tools, self.digger.units, clues, heat, random, steps):
                return True
            clock.count_ratings(steps)
        return bool(heat.energy == 0)
