"""An oracle that puts each question to several oracles, and gives no answer when they differ."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, TypeVar

from cpgen.errors import CpgenError
from cpgen.notation import line
from cpgen.oracles import Uniqueness, open_oracle
from cpgen.puzzle import Grid, Puzzle

if TYPE_CHECKING:
    import numpy as np

PAIR = "bitset+cpsat"
Answer = TypeVar("Answer", int, tuple[Grid, ...])


class DisagreementError(CpgenError):
    """Oracles differ, so that at least one of them is wrong; the sentence shows the puzzle and each answer."""


class CheckedOracle:
    """Uses the oracles that `name` joins by `+`, with at most `seconds` for each; the first shows the grids."""

    def __init__(self, seconds: float = float("inf"), name: str = "checked") -> None:
        self.name, self.seconds = name, seconds
        parts = PAIR if name == "checked" else name
        self.oracles = [open_oracle(part, seconds) for part in parts.split("+")]

    def __reduce__(self) -> tuple[Any, ...]:
        """A copy in another process opens its oracles anew."""
        return type(self), (self.seconds, self.name)

    def count(self, puzzle: Puzzle, limit: int | None = 2) -> int:
        """How many completions the puzzle has, counting no further than `limit` (None: all)."""
        return self._agreed(puzzle, [oracle.count(puzzle, limit) for oracle in self.oracles])

    def is_consistent(self, puzzle: Puzzle) -> bool:
        """Whether the puzzle has a completion."""
        return self.count(puzzle, 1) == 1

    def uniqueness(self, puzzle: Puzzle) -> Uniqueness:
        """Whether there is one completion, with the grids that show it."""
        witnesses = [oracle.uniqueness(puzzle) for oracle in self.oracles]
        self._agreed(puzzle, [len(witness.grids) for witness in witnesses])
        if witnesses[0].unique:
            self._agreed(puzzle, [witness.grids for witness in witnesses])
        return witnesses[0]

    def complete(self, puzzle: Puzzle, rng: np.random.Generator) -> Grid | None:
        """A random completion, or None when there is none."""
        grid, others = self.oracles[0].complete(puzzle, rng), self.oracles[1:]
        self._agreed(puzzle, [int(grid is not None), *(oracle.count(puzzle, 1) for oracle in others)])
        if grid:
            full = Puzzle(puzzle.layout, grid)
            self._agreed(full, [1, *(oracle.count(full, 1) for oracle in others)])
        return grid

    def _agreed(self, puzzle: Puzzle, answers: Sequence[Answer]) -> Answer:
        """The answer that all gave; raises DisagreementError when they differ."""
        if any(answer != answers[0] for answer in answers):
            said = [f"{oracle.name} {_text(answer)}" for oracle, answer in zip(self.oracles, answers, strict=True)]
            raise DisagreementError(f"Oracles differ on {puzzle} ({puzzle.layout}): {'; '.join(said)}.")
        return answers[0]


def _text(answer: int | tuple[Grid, ...]) -> str:
    return f"finds {answer}" if isinstance(answer, int) else f"shows {' '.join(map(line, answer))}"
