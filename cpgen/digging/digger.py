"""Digging in one grid: remove clues by a strategy until none can be removed or the wanted number is left."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from cpgen.digging.dig_loop import DONE, PAUSED, UNDECIDED, dig, dig_context, end_removal, try_removal
from cpgen.digging.dig_request import DigRequest
from cpgen.digging.removal_groups import KEPT, RemovalGroups, begin_dig, removal_groups, restore_some, undo
from cpgen.digging.strategies import LADDER, STRATEGIES, centre_pattern
from cpgen.kernel import random_state
from cpgen.oracles import Oracle, open_oracle
from cpgen.puzzle import Grid, Puzzle
from cpgen.rater.rating import Rater, as_array
from cpgen.requests.clock import Clock
from cpgen.requests.grid_sources import Shuffled
from cpgen.symmetry.square import orbits

CHECKS_AT_ONCE = 200_000_000
"""Between two looks at the clock there are this many checks divided by n⁶, for boards of side n: some milliseconds"""


class DugGrid(NamedTuple):
    """Result of a dig: clues and the grid they come from, before the verifier has proven one solution."""

    clues: np.ndarray
    """[N] uint8, the clues that are left, 0 for an open cell"""
    grid: Grid
    """The only solution of the clues, as far as the check shows it"""
    source: str
    """Provenance of the grid: the name of its source, `given`, or `walk`"""

    @property
    def clue_count(self) -> int:
        """Number of clues that are left."""
        return int(np.count_nonzero(self.clues))


class Digger:
    """Digger as a request describes it, for any number of grids; for one thread at a time.

    Tables and memory are made once. Grids are [N] uint8 arrays of digits, clues the same with 0 for an open cell.
    """

    def __init__(self, request: DigRequest, clock: Clock) -> None:
        layout = request.layout
        self.request, self.clock = request, clock
        self.strategy = STRATEGIES[request.way]
        self.centre = centre_pattern(layout, request.centre) if request.centre else None
        # Neither the clues to keep nor the chosen centre are ever removed by the loop.
        fixed = request.kept | (self.centre.region if self.centre else frozenset())
        by_symmetry, by_cell = orbits(layout.size, request.symmetry or "none"), orbits(layout.size, "none")
        self.orbits = removal_groups(layout, by_symmetry, fixed, request.region_clues)
        self.singles = removal_groups(layout, by_cell, fixed, request.region_clues)
        self.groups = self.singles if self.strategy.then_cells else self.orbits
        """Groups that are removed last: single cells if the strategy breaks the symmetry in the end, else the orbits"""
        self._oracle: Oracle | None = None if request.checker == "bitset" else open_oracle(request.checker)
        # A rater of its own, so that threads that dig with the same ladder do not wait for each other.
        uses_ladder = request.check.code == LADDER
        self._rater = Rater(layout, request.check.ladder(request.model.ladder)) if uses_ladder else None
        self.context = dig_context(layout, request.check, asks=uses_ladder or self._oracle is not None)
        self._most = max(20, CHECKS_AT_ONCE // layout.size**6)
        self._uncounted = 0

    def dig(self, grid: np.ndarray, rng: np.random.Generator, least: int = 0) -> np.ndarray | None:
        """Remove clues from a grid until none can be removed or `least` are left; return the clues.

        Args:
            grid: [N] a full grid, uint8.
            rng: Random generator for the order in which groups are tried.
            least: Number of clues to stop at.

        Returns:
            [N] The clues, or None if the strategy is `centre` and a clue that its pattern removes is needed.
        """
        clues, random = grid.copy(), random_state(rng)  # all cells are clues at first
        if self.centre and not self._open_centre(grid, clues, random):
            return None
        # First the orbits; a strategy that breaks the symmetry then removes single cells, too.
        self._dig_until_minimal(self.orbits, grid, clues, random, least, self.strategy.fullest_first)
        if self.strategy.then_cells:
            self._dig_until_minimal(self.singles, grid, clues, random, least)
        return clues

    def dug(self, shuffled: Shuffled, rng: np.random.Generator, least: int) -> DugGrid | None:
        """Dig in a grid from a source down to `least` clues.

        Returns None if a clue that the centre pattern removes is needed.
        """
        clues = self.dig(as_array(shuffled.grid), rng, least)
        return None if clues is None else DugGrid(clues, shuffled.grid, self.request.source_name)

    def dig_again(self, grid: np.ndarray, clues: np.ndarray, rng: np.random.Generator, least: int, checks: int) -> None:
        """Restore random groups and dig again, for about `checks` checks; keep a result unless it has more clues.

        Changes the clues in place, and stops at `least` clues.
        """
        groups, random = self.groups, random_state(rng)
        begin_dig(groups, clues, random)
        counts = groups.counts[0]
        while counts.checks < checks and counts.clues > least:
            before, checked = int(counts.clues), int(counts.checks)
            if not restore_some(groups, grid, clues, random):
                break
            self._dig_through(groups, grid, clues, least)
            # Equal counts are kept, too: that moves through the puzzles of this grid instead of staying at one.
            if counts.clues > before:
                undo(groups, clues)
                counts.clues = before
            if counts.checks == checked:  # nothing could be tried, and nothing will change
                break
        self._count_checks()

    def thin(self, grid: np.ndarray, clues: np.ndarray, rng: np.random.Generator, least: int) -> None:
        """Remove further clues from a puzzle until none can be removed or `least` are left; change `clues` in place.

        Cells of the centre pattern and marked cells keep theirs.
        """
        self._dig_until_minimal(self.groups, grid, clues, random_state(rng), least)

    def _open_centre(self, grid: np.ndarray, clues: np.ndarray, random: np.ndarray) -> bool:
        """Remove the clues that the centre pattern leaves out; return False if the check fails for one of them.

        `random` is the state of a random stream.
        """
        begin_dig(self.orbits, clues, random)
        for group in np.flatnonzero(~self.orbits.movable).tolist():
            if self.centre and int(self.orbits.cells[group, 0]) in self.centre.open:
                continue
            verdict = try_removal(self.context, self.orbits, grid, clues, group)
            if verdict == UNDECIDED:
                self._decide(self.orbits, grid, clues, group)
            if self.orbits.status[group] == KEPT:
                return False
        return True

    def _dig_until_minimal(
        self,
        groups: RemovalGroups,
        grid: np.ndarray,
        clues: np.ndarray,
        random: np.ndarray,
        least: int,
        fullest_first: bool = False,
    ) -> None:
        """Dig until no group can be removed or `least` clues are left; change `clues` in place.

        `random` is the state of a random stream, and `fullest_first` the order of trying (see `next_group`). Trying
        each group once is enough, except with the ladder: it may solve a puzzle with fewer clues, but not one with
        more, so kept groups are tried again.
        """
        while True:
            begin_dig(groups, clues, random)
            self._dig_through(groups, grid, clues, least, fullest_first)
            self._count_checks()
            if self._rater is None or groups.counts[0].removed == 0:
                return

    def _dig_through(
        self, groups: RemovalGroups, grid: np.ndarray, clues: np.ndarray, least: int, fullest_first: bool = False
    ) -> None:
        """Try each untried group once, until `least` clues are left; raises OutOfTimeError when the time is over.

        With `fullest_first`, groups in regions with many clues come first.
        """
        counts = groups.counts[0]
        while True:
            before = int(counts.checks)
            group = dig(self.context, groups, grid, clues, least, fullest_first, dig.share(self._most))
            if group not in (DONE, PAUSED):  # the loop leaves the check of this group to Python
                self._decide(groups, grid, clues, group)
            # Looking at the clock takes longer than a check of the engine, but not than one of another oracle.
            self._uncounted += int(counts.checks) - before
            if self._uncounted >= self._most or self._oracle:
                self._count_checks()
            if group == DONE:
                return

    def _count_checks(self) -> None:
        """Report checks to the clock; raises OutOfTimeError when it ends the call."""
        checks, self._uncounted = self._uncounted, 0
        self.clock.count_ratings(checks)

    def _decide(self, groups: RemovalGroups, grid: np.ndarray, clues: np.ndarray, group: int) -> None:
        """Check by the ladder or an oracle whether a group of clues can stay removed; restore it if not."""
        holds = False
        if self._rater:
            holds = self._rater.rate(clues.tobytes()).solved
        elif self._oracle:
            # Another solution than the grid has to differ in a cell of the group.
            removed = groups.cells[group][: groups.lengths[group]].tolist()
            puzzle = Puzzle(self.request.layout, tuple(clues.tolist()))
            holds = self._oracle.prove(puzzle, tuple(grid.tolist()), removed).unique
        end_removal(groups, grid, clues, group, holds)
