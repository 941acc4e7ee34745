"""An oracle that stops between two questions when nobody waits for the answer any more."""

from __future__ import annotations

import numpy as np

from cpgen.oracles import Oracle, UndecidedError, Uniqueness
from cpgen.puzzle import Grid, Puzzle
from cpgen.rater.rating import Stop


class StoppingOracle(Oracle):
    """An oracle that is undecided about every question once it has to stop."""

    def __init__(self, oracle: Oracle, stop: Stop) -> None:
        self.name, self.oracle, self.stop = oracle.name, oracle, stop

    def _asked(self) -> Oracle:
        if self.stop():
            raise UndecidedError("Nobody waits for the answer.")
        return self.oracle

    def count(self, puzzle: Puzzle, limit: int | None = 2) -> int:
        """Return the number of completions, counted up to `limit`."""
        return self._asked().count(puzzle, limit)

    def complete(self, puzzle: Puzzle, rng: np.random.Generator) -> Grid | None:
        """Return a random completion, or None if there is none."""
        return self._asked().complete(puzzle, rng)

    def is_consistent(self, puzzle: Puzzle) -> bool:
        """Return True if the puzzle has a completion."""
        return self._asked().is_consistent(puzzle)

    def uniqueness(self, puzzle: Puzzle) -> Uniqueness:
        """Return the witness."""
        return self._asked().uniqueness(puzzle)
