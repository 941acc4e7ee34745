"""Who digs? The tools and memory for a request, made once, and the ways of digging in a grid."""

from __future__ import annotations

import numpy as np

from cpgen.generation.clock import Clock
from cpgen.generation.digging import kernel
from cpgen.generation.digging.again import dig_again
from cpgen.generation.digging.centre import centre_pattern
from cpgen.generation.digging.checks import LADDER, Check, tools_for
from cpgen.generation.digging.kernel import CHECKS, CLUES, NEXT, TAKEN, UNTRIED, Units, begin_dig, none_can_go, units_of
from cpgen.generation.digging.request import DigRequest
from cpgen.kernel import random_state
from cpgen.oracles import Oracle, open_oracle
from cpgen.oracles.bitset_search import SHUFFLED
from cpgen.puzzle import Puzzle
from cpgen.symmetry.square import orbits

SLICE = 200_000_000
"""Checks between two looks at the clock are this over n⁶"""


class Digger:
    """Digs in grids as a request says, on one clock."""

    def __init__(self, request: DigRequest, clock: Clock) -> None:
        layout = request.layout
        self.request = request
        self.clock = clock
        self.tools = tools_for(layout, request.check, request.ladder)
        self.unique = self.tools if request.check == Check() else tools_for(layout, Check(), request.ladder)
        self.orbits = units_of(layout, orbits(layout.size, request.symmetry))
        self.singles = units_of(layout, orbits(layout.size, "none"))
        self.centre = centre_pattern(layout, request.centre or 1) if request.way == "centre" else None
        self.units = self.orbits if request.kept_symmetry == request.symmetry else self.singles
        self.movable = self._movable(self.units)
        self.before = np.zeros(layout.cell_count + len(self.units.status), np.int64)
        self.most = max(20, SLICE // layout.size**6)
        self._oracle: Oracle | None = None if request.oracle == "bitset" else open_oracle(request.oracle)

    def dig(self, grid: np.ndarray, rng: np.random.Generator, least: int = 0) -> np.ndarray | None:
        """The clues that are left when no more can go, at least so many; None when the centre cannot be opened."""
        clues, random = grid.copy(), random_state(rng)
        if self.centre and not self._open_centre(grid, clues, random):
            return None
        balanced = self.request.way == "balanced"
        self._dig(self.singles if self.request.way == "single" else self.orbits, grid, clues, random, least, balanced)
        if self.request.way == "two-stage":
            self._dig(self.singles, grid, clues, random, least, False)
        return clues

    def dig_again(self, grid: np.ndarray, clues: np.ndarray, rng: np.random.Generator, least: int, checks: int) -> None:
        """Puts units back and digs again for about so many checks, changing the clues where that makes them fewer."""
        units, random = self.units, random_state(rng)
        self._begin(units, clues, random)
        while units.marks[CHECKS] < checks and units.marks[CLUES] > least:
            before = int(units.marks[CHECKS])
            dig_again(self.tools, units, self.movable, grid, clues, self.before, random, least, self.most)
            self._count(int(units.marks[CHECKS]) - before)
            if units.marks[CHECKS] == before:
                return

    def thin(self, grid: np.ndarray, clues: np.ndarray, rng: np.random.Generator, least: int) -> None:
        """Takes the units, outside the centre that was chosen, that can go from a puzzle, down to so many clues."""
        self._dig(self.units, grid, clues, random_state(rng), least, False)

    def is_minimal(self, grid: np.ndarray, clues: np.ndarray, units: Units) -> bool:
        """Whether no unit can go without a second solution, as the compiled search shows."""
        self._begin(units, clues, np.zeros(1, np.uint64))
        return bool(none_can_go(self.unique, units, grid, clues))

    def _begin(self, units: Units, clues: np.ndarray, random: np.ndarray) -> None:
        self.tools.state.marks[SHUFFLED] = self.unique.state.marks[SHUFFLED] = 0
        begin_dig(units, clues, random)

    def _movable(self, units: Units) -> np.ndarray:
        """For each unit, whether it may be taken: none of it is to be kept or lies in the centre that was chosen."""
        held = self.request.kept | (self.centre.region if self.centre else frozenset())
        return np.array([held.isdisjoint(cells) for cells in units.cells.tolist()], np.bool_)

    def _open_centre(self, grid: np.ndarray, clues: np.ndarray, random: np.ndarray) -> bool:
        """Opens and closes the cells of the centre as its pattern says; whether the check still holds."""
        self._begin(self.orbits, clues, random)
        for unit in np.flatnonzero(~self.movable).tolist():
            first = int(self.orbits.cells[unit, 0])
            if self.centre and first not in self.centre.open and not self._try(self.orbits, grid, clues, unit):
                return False
        return True

    def _dig(
        self, units: Units, grid: np.ndarray, clues: np.ndarray, random: np.ndarray, least: int, balanced: bool
    ) -> None:
        """Digs until nothing more goes: once is enough but for the ladder, which may gain from what went later."""
        taken = 1
        while taken:
            self._begin(units, clues, random)
            units.status[~self._movable(units)] = kernel.KEPT
            self._dig_once(units, grid, clues, least, balanced)
            taken = int(units.marks[TAKEN]) if self.tools.kind == LADDER else 0

    def _dig_once(self, units: Units, grid: np.ndarray, clues: np.ndarray, least: int, balanced: bool) -> None:
        done = False
        while not done:
            before = int(units.marks[CHECKS])
            if self._oracle is None:
                done = kernel.dig(self.tools, units, grid, clues, least, balanced, self.most)
            else:
                done = self._dig_slowly(units, grid, clues, least, balanced)
            self._count(int(units.marks[CHECKS]) - before)

    def _dig_slowly(self, units: Units, grid: np.ndarray, clues: np.ndarray, least: int, balanced: bool) -> bool:
        """One unit, by the oracle; whether all were tried."""
        marks = units.marks
        if balanced:
            kernel.bring_fullest(units, clues)
        unit = int(units.order[marks[NEXT]])
        marks[NEXT] += 1
        if units.status[unit] == UNTRIED and marks[CLUES] - units.lengths[unit] >= least:
            self._try(units, grid, clues, unit)
        return bool(marks[NEXT] == len(units.order))

    def _try(self, units: Units, grid: np.ndarray, clues: np.ndarray, unit: int) -> bool:
        """Takes one unit if the check then holds."""
        if self._oracle is None:
            return bool(kernel.try_unit(self.tools, units, grid, clues, unit))
        kernel.take(units, clues, unit)
        units.marks[CHECKS] += 1
        if self._oracle.count(Puzzle(self.request.layout, tuple(clues.tolist())), 2) == 1:
            return True
        kernel.put_back(units, grid, clues, unit)
        units.status[unit] = kernel.KEPT
        return False

    def _count(self, checks: int) -> None:
        self.clock.ratings += checks
        self.clock.check()
