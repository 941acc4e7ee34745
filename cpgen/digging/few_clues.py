"""Search for puzzles with few clues: dig first, then walk over sets of clues.

The walk is a Metropolis walk (simulated annealing at a fixed temperature; Kirkpatrick, Gelatt and Vecchi 1983) over
sets of a fixed number of clues: a step replaces one digit, or moves one or two groups of clues elsewhere. The energy is
the number of excess candidates that propagation leaves, 0 when it solves the board; a board that is nearly solved is
also searched, once for every step down. The walk is not bound to a solution: it moves from grid to grid, which is why
it finds fewer clues than digging in one grid again and again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import cycle, islice
from math import exp

import numpy as np

from cpgen.digging.dig_loop import DigContext, digits_seen
from cpgen.digging.digger import Digger, DugGrid
from cpgen.digging.removal_groups import REMOVED, UNTRIED, RemovalGroups, has_region_clues, remove_group, save, undo
from cpgen.digging.strategies import Check
from cpgen.engine.mask_board import excess_candidates
from cpgen.engine.propagation import COMPLETE, REFUTED
from cpgen.engine.search import count_completions, propagate_clues
from cpgen.kernel import compiled, compiled_loop, random_below, random_state, random_unit
from cpgen.kernel.record_arrays import records
from cpgen.kernel.streams import random_absent
from cpgen.puzzle import Grid
from cpgen.requests.grid_sources import Shuffled
from cpgen.symmetry.square import random_pattern

NEARLY_SOLVED = 0.5
"""Excess candidates per cell below which a board is searched"""
BRANCHES = 5_000
"""Branch limit of the search on a nearly solved board"""
PARTNERS = 8
"""Number of groups to which a step tries to move clues before it is given up"""
DIG_AGAIN_CHECKS = 2_000_000
"""Digging again in one grid ends after this many checks divided by n³, for boards of side n"""
DUG_FIRST = 2
"""Puzzles that are dug before the walk begins: one, and another from the same grid"""
TEMPERATURES = (8.0, 5.0, 3.0)
"""Temperatures of the walk, one for each of its starts, in turn; on larger boards the lowest comes first"""
WALK_STEPS = 1_500_000_000
"""Each start of the walk has this many steps divided by n³, about three seconds on 9×9"""
STEPS_AT_ONCE = 100_000_000
"""Between two looks at the clock there are this many steps divided by n⁴"""

Draw = Callable[[np.random.Generator], Shuffled]


class FewCluesSearch:
    """Search for puzzles with few clues, at the least `least`.

    With the check `unique`, the walk (see the module) does most of the work: it looks for a puzzle with fewer clues
    than the best so far, with new starts and other temperatures in turn. With other checks, or where clues or the grid
    are fixed, the search digs again and again.
    """

    def __init__(self, digger: Digger, draw: Draw, rng: np.random.Generator, least: int) -> None:
        self.digger, self.draw, self.rng, self.least = digger, draw, rng, least
        self.request, self.size = digger.request, digger.request.layout.size

    def improvements(self) -> Iterator[DugGrid]:
        """Yield each puzzle with fewer clues than all before; raises OutOfTimeError when the clock ends the call."""
        best = self.request.layout.cell_count + 1
        for dug in self._candidates():
            if self.least <= dug.clue_count < best:
                best = dug.clue_count
                yield dug
            if best == self.least:
                return

    def _candidates(self) -> Iterator[DugGrid]:
        request = self.request
        # The walk changes digits and cells freely, so nothing may be given: no grid, no clues to keep.
        is_bound = request.full_grid or request.kept or (request.centre and request.region_clues)
        can_walk = request.check == Check() and not is_bound
        for dug in islice(self._dug_puzzles(), DUG_FIRST if can_walk else None):
            yield dug
        yield from self._walked_puzzles(dug.clue_count)

    def _dug_puzzles(self) -> Iterator[DugGrid]:
        """Yield two puzzles from each grid: the result of digging, and of digging again in the same grid."""
        while True:
            self.digger.clock.attempts += 1
            dug = self.digger.dug(self.draw(self.rng), self.rng, self.least)
            if dug is not None:
                yield dug._replace(clues=dug.clues.copy())  # digging again changes the clues in place
                grid = np.array(dug.grid, np.uint8)
                self.digger.dig_again(grid, dug.clues, self.rng, self.least, DIG_AGAIN_CHECKS // self.size**3)
                yield dug

    def _walked_puzzles(self, best: int) -> Iterator[DugGrid]:
        """Yield puzzles that the walk finds, each with fewer clues than the one before.

        The first has fewer than `best`.
        """
        temperatures = cycle(TEMPERATURES if self.size <= 9 else TEMPERATURES[::-1])
        while best > self.least:
            # Walk with the next smaller count that the symmetry allows: each step down is a puzzle to show.
            wanted = max(number for number in self.request.reachable if self.least <= number < best)
            dug = self._walk_from_new_start(wanted, next(temperatures))
            if dug:
                best = dug.clue_count
                yield dug

    def _walk_from_new_start(self, wanted: int, temperature: float) -> DugGrid | None:
        """Walk from `wanted` random clues at a temperature until they have one solution; return the puzzle, thinned.

        Returns None if the steps of one start lead to no puzzle.
        """
        self.digger.clock.attempts += 1
        clues = self._random_clues(self.draw(self.rng).grid, wanted)
        if not self._walk(clues, temperature):
            return None
        # Zero energy means solved by propagation or by a search; find the solution itself.
        context = self.digger.context
        if count_completions(context.search, clues, 2, context.branches) != 1:
            return None
        grid = context.search.solutions[0].copy()
        self.digger.thin(grid, clues, self.rng, self.least)
        return DugGrid(clues, tuple(grid.tolist()), "walk")

    def _random_clues(self, grid: Grid, wanted: int) -> np.ndarray:
        """Return `wanted` clues of a grid, [N] uint8, in random cells with the request's symmetry or centre pattern."""
        request, groups, centre = self.request, self.digger.groups, self.digger.centre
        if centre:
            # The open cells of the centre, and as many pairs of cells outside it as are missing.
            others = self.rng.permutation(np.flatnonzero(groups.movable))[: (wanted - len(centre.open)) // 2]
            cells = [*centre.open, *groups.cells[others].ravel().tolist()]
        else:
            regions, least = request.layout.regions, request.region_clues
            cells = list(random_pattern(self.size, wanted, request.kept_symmetry, self.rng, regions, least).cells)
        clues = np.zeros(len(grid), np.uint8)
        for cell in cells:
            clues[cell] = grid[cell]
        # The walk removes and adds whole groups, so each is either all clues or all open.
        groups.status[:] = np.where(clues[groups.cells[:, 0]] > 0, UNTRIED, REMOVED)
        return clues

    def _walk(self, clues: np.ndarray, temperature: float) -> bool:
        """Change clues in place by random steps at a temperature; return True once they have one solution.

        Returns False when the steps of one start are used up.
        """
        clock, digger, random = self.digger.clock, self.digger, random_state(self.rng)
        walk = records(1, energy=np.float64, temperature=np.float64)
        walk[0] = (np.inf, temperature)
        steps = max(1, STEPS_AT_ONCE // self.size**4)
        for _ in range(0, WALK_STEPS // self.size**3, steps):
            left = steps
            while left > 0:
                some = min(left, walk_clues.share(steps))
                if walk_clues(digger.context, digger.groups, clues, walk, random, some):
                    return True
                left -= some
                clock.check()
            clock.count_ratings(steps)
        return False


@compiled_loop
def walk_clues(
    context: DigContext, groups: RemovalGroups, clues: np.ndarray, walk: np.ndarray, random: np.ndarray, steps: int
) -> bool:
    """Change clues by at most `steps` random steps; return True as soon as they have one solution.

    Args:
        context: Tables and memory of a search on the board.
        groups: The groups of clues that move together; their status is changed in place.
        clues: [N] uint8, changed in place.
        walk: One record of the `energy` of the clues, changed in place, and the `temperature`.
        random: The random stream.
        steps: Greatest number of steps.
    """
    state = walk[0]
    if state.energy == np.inf:
        state.energy = _energy(context, clues)
    for _ in range(steps):
        if state.energy == 0:
            return True
        save(groups, clues)
        # A change that repeats a digit in a house never happens: digits are drawn from those not seen.
        if not _change_clues(context, groups, clues, random) or not has_region_clues(groups, clues):
            undo(groups, clues)
            continue
        # Metropolis rule: accept an increase with probability exp(−increase / temperature).
        after = _energy(context, clues)
        if after > state.energy and random_unit(random) >= exp((state.energy - after) / state.temperature):
            undo(groups, clues)
            continue
        # Search only after a step down: most boards near the bottom are visited many times.
        is_lower = after < state.energy
        state.energy = after
        if is_lower and after < NEARLY_SOLVED * len(clues) and _has_one_solution(context, clues):
            state.energy = 0.0
    return bool(state.energy == 0)


@compiled
def _energy(context: DigContext, clues: np.ndarray) -> float:
    """Return the number of candidates, beyond one per cell, that propagation leaves; infinity for a contradiction."""
    search = context.search
    outcome = propagate_clues(search, clues)
    if outcome == REFUTED:
        return np.inf
    return 0.0 if outcome == COMPLETE else np.float64(excess_candidates(search.tables, search.board))


@compiled
def _has_one_solution(context: DigContext, clues: np.ndarray) -> bool:
    solutions = count_completions(context.search, clues, 2, BRANCHES)
    return bool(solutions == 1 and context.search.status[0].finished)


@compiled
def _change_clues(context: DigContext, groups: RemovalGroups, clues: np.ndarray, random: np.ndarray) -> bool:
    """Make one random change: another digit for a clue, or one or two groups of clues moved to other cells.

    Return False if the attempt fails; `clues` may then be incomplete, and the caller restores them.
    """
    group = random_below(random, len(groups.status))
    if groups.status[group] == REMOVED:
        return False
    # In half of the steps change one digit, in the others move a group.
    if random_below(random, 2):
        cell = groups.cells[group, random_below(random, groups.lengths[group])]
        digit = clues[cell]
        return _set_random_digit(context, clues, cell, random) and clues[cell] != digit
    if not groups.movable[group]:
        return False
    missing = groups.lengths[group]
    remove_group(groups, clues, group)
    # Sometimes a second group moves, too: two small orbits can be replaced by a large one, and the reverse.
    second = random_below(random, len(groups.status))
    if groups.status[second] != REMOVED and groups.movable[second] and random_below(random, 4) == 0:
        missing += groups.lengths[second]
        remove_group(groups, clues, second)
    for _ in range(PARTNERS):
        partner = random_below(random, len(groups.status))
        # The number of clues is fixed, so only groups that fit into the missing cells are candidates.
        fits = groups.lengths[partner] <= missing and groups.movable[partner] and groups.status[partner] == REMOVED
        if fits and partner != group:
            for cell in groups.cells[partner]:
                if cell >= 0 and not _set_random_digit(context, clues, cell, random):
                    return False
            groups.status[partner] = UNTRIED
            missing -= groups.lengths[partner]
        if missing == 0:
            return True
    return False


@compiled
def _set_random_digit(context: DigContext, clues: np.ndarray, cell: int, random: np.ndarray) -> bool:
    """Give a cell of `clues` a random digit that no clue in its sight has; return False if there is none."""
    digit = random_absent(random, digits_seen(context.peers[cell], clues), context.search.tables.shape[0].digits)
    if digit >= 0:
        clues[cell] = digit + 1
    return digit >= 0
