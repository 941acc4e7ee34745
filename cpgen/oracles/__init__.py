"""Does it have a completion, and only one? One contract, a file a solver, none imported before it is asked for."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING, Protocol

from cpgen.errors import NotFoundError, one_of
from cpgen.puzzle import Grid, Puzzle

if TYPE_CHECKING:
    import numpy as np

DEFAULT = "cpsat"

ORACLES = {
    "cpsat": (
        "cpgen.oracles.cpsat",
        "CpSatOracle",
        "OR-Tools CP-SAT, the reference: solve, forbid, solve again",
    ),
    "bitset": ("cpgen.oracles.bitset", "BitsetOracle", "compiled search on candidate masks, for speed"),
}
"""For each oracle: its module, its class, and what it is for."""


@dataclass(frozen=True)
class Uniqueness:
    """The witness of a uniqueness question: no grid, the only grid, or two that differ."""

    grids: tuple[Grid, ...]

    @property
    def unique(self) -> bool:
        """Whether there is exactly one completion."""
        return len(self.grids) == 1

    @property
    def differing(self) -> tuple[int, ...]:
        """The cells in which the two grids differ; none when there are not two."""
        if len(self.grids) < 2:
            return ()
        first, second = self.grids
        return tuple(cell for cell, digit in enumerate(first) if digit != second[cell])


class UndecidedError(NotFoundError):
    """An oracle ran out of its time for one question."""


class Oracle(Protocol):
    """What every solver answers, for a puzzle on any layout.

    Clues that repeat a digit in a house are no error: such a puzzle has no completion. Each question raises
    UndecidedError when it takes longer than the oracle was given for one question.
    """

    name: str

    def count(self, puzzle: Puzzle, limit: int | None = 2) -> int:
        """How many completions the puzzle has, counting no further than `limit` (None: all)."""

    def complete(self, puzzle: Puzzle, rng: np.random.Generator) -> Grid | None:
        """A random completion, or None when there is none."""

    def is_consistent(self, puzzle: Puzzle) -> bool:
        """Whether the puzzle has a completion."""

    def uniqueness(self, puzzle: Puzzle) -> Uniqueness:
        """Whether there is one completion, with the grids that show it."""


def open_oracle(name: str = DEFAULT, seconds: float = float("inf")) -> Oracle:
    """The oracle of that name, with at most `seconds` for one question; raises InputError for an unknown name."""
    if name not in ORACLES:
        raise one_of(list(ORACLES), name, "an oracle")
    module, kind, _ = ORACLES[name]
    make: Callable[[float], Oracle] = getattr(import_module(module), kind)
    return make(seconds)
