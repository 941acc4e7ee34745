"""How does a solver that keeps a layout in mind answer again and again? Clues are assumptions, nogoods come and go.

What such a solver has learned makes the next answer faster, and another completion may come first. So the kept
solver decides only whether there is a completion, and another one; where there are several, a fresh solver shows
them, and what is shown depends on the puzzle alone.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator

from cpgen.layout import Layout
from cpgen.oracles.enumerating import Deadline, EnumeratingOracle
from cpgen.puzzle import Grid, Puzzle

KEPT_LAYOUTS = 16
KEPT_QUESTIONS = 300
"""A solver that was asked so often is made anew, for what it once forbade slows it down"""


class Encoded(ABC):
    """A layout in the language of a solver."""

    asked = 0

    @abstractmethod
    def find(self, clues: Grid, deadline: Deadline) -> Grid | None:
        """A completion of the clues that is not forbidden, or None."""

    @abstractmethod
    def forbid(self, grid: Grid) -> None:
        """Adds the nogood that the cells are not all as in the grid."""

    @abstractmethod
    def forgive(self) -> None:
        """Takes all nogoods back."""


class IncrementalOracle(EnumeratingOracle):
    """Answers by a solver that was told each layout once; a new one adds `encode`."""

    def __init__(self, seconds: float = float("inf")) -> None:
        super().__init__(seconds)
        self._kept: dict[Layout, Encoded] = {}

    @abstractmethod
    def encode(self, layout: Layout) -> Encoded:
        """The layout told to a new solver."""

    def completions(self, puzzle: Puzzle, deadline: Deadline) -> Iterator[Grid]:
        """The completions, each once, in an order that the puzzle alone decides."""
        few = self.few(puzzle, 2, deadline)
        if len(few) < 2:
            yield from few
            return
        fresh = self.encode(puzzle.layout)
        while grid := fresh.find(puzzle.clues, deadline):
            yield grid
            fresh.forbid(grid)

    def few(self, puzzle: Puzzle, limit: int, deadline: Deadline) -> list[Grid]:
        """One completion or two, as far as there are so many, that the kept solver happens to find."""
        # Taken out while it works: one that was interrupted is not asked again.
        encoded = self._kept.pop(puzzle.layout, None) or self.encode(puzzle.layout)
        found: list[Grid] = []
        while len(found) < limit and (grid := encoded.find(puzzle.clues, deadline)):
            found.append(grid)
            if len(found) < limit:
                encoded.forbid(grid)
        encoded.forgive()
        encoded.asked += 1
        if encoded.asked < KEPT_QUESTIONS:
            self._keep(puzzle.layout, encoded)
        return found

    def _keep(self, layout: Layout, encoded: Encoded) -> None:
        if len(self._kept) >= KEPT_LAYOUTS:
            del self._kept[next(iter(self._kept))]
        self._kept[layout] = encoded
