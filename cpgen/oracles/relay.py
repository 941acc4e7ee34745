"""Oracle for single questions about boards with constraints: CP-SAT and the bitset search in turns.

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
"""Limit of conflicts of CP-SAT in its first turn, half a second on 9×9; one of 40 published puzzles needs more"""
BRANCHES = 20_000
"""Limit of branches of the bitset search in its first turn; three of 40 published puzzles need more"""
FACTOR = 10
"""Factor by which both limits grow from turn to turn"""


class RelayOracle(CpSatOracle):
    """Oracle by CP-SAT that, on boards with constraints, takes turns with the bitset search to prove uniqueness."""

    def uniqueness(self, puzzle: Puzzle) -> Uniqueness:
        """Return the answer with its witness: no grid, the only completion, or two different ones."""
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
