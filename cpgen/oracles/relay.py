"""An oracle for single questions about boards with constraints: CP-SAT and the bitset search in turns.

Which of the two decides a puzzle soon cannot be told before, and each needs minutes for a few that the other decides
in a moment. So CP-SAT gets a limited number of conflicts, then the bitset search a limited number of branches, then
both again with ten times as many. The limits are not of time, so the answer does not depend on the machine.
"""

from __future__ import annotations

from contextlib import suppress
from itertools import count

from cpgen.oracles import UndecidedError, Uniqueness
from cpgen.oracles.bases import UNIQUE, Deadline
from cpgen.oracles.bitset import BitsetOracle
from cpgen.oracles.cpsat import CpSatOracle
from cpgen.puzzle import Puzzle

CONFLICTS = 10_000
"""Conflicts of the first turn of CP-SAT, half a second on 9×9; of 40 published puzzles one needs more"""
BRANCHES = 20_000
"""Branches of the first turn of the bitset search; of 40 published puzzles three need more"""
FACTOR = 10
"""Growth of both from turn to turn"""


class RelayOracle(CpSatOracle):
    """CP-SAT, which shares questions about uniqueness on boards with constraints with the bitset search."""

    def uniqueness(self, puzzle: Puzzle) -> Uniqueness:
        """Return the witness: no grid, the only completion, or two that differ."""
        if not puzzle.layout.further or self.has_effort_limit:
            return super().uniqueness(puzzle)
        deadline = Deadline(self.name, self.seconds, UNIQUE)
        for turn in count():
            with suppress(UndecidedError):
                cpsat = self._with(seconds=deadline.left, conflicts=CONFLICTS * FACTOR**turn)
                return CpSatOracle.uniqueness(cpsat, puzzle)
            with suppress(UndecidedError):
                return BitsetOracle(deadline.left, BRANCHES * FACTOR**turn).uniqueness(puzzle)
            deadline.left()
        raise AssertionError("the turns do not end")
