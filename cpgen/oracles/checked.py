"""Oracle that asks several oracles the same question and raises an error if their answers differ."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from copy import copy
from typing import TYPE_CHECKING, Any, TypeVar

from cpgen.errors import CpgenError
from cpgen.notation import line
from cpgen.oracles import Oracle, Seconds, Uniqueness, open_oracle
from cpgen.puzzle import Grid, Puzzle

if TYPE_CHECKING:
    import numpy as np


PAIR = "bitset+cpsat"
Answer = TypeVar("Answer", int, tuple[Grid, ...])


class DisagreementError(CpgenError):
    """Raised when oracles disagree, so that at least one is wrong; the message contains the puzzle and each answer."""


class CheckedOracle(Oracle):
    """Oracle that puts each question to several oracles, with at most `seconds` for each, and requires equal answers.

    `name` joins their names by `+`; `checked` stands for `bitset+cpsat`. Of several completions, the first oracle's are
    returned.
    """

    def __init__(self, seconds: Seconds = float("inf"), name: str = "checked") -> None:
        self.name, self.seconds = name, seconds
        parts = PAIR if name == "checked" else name
        self.oracles = [open_oracle(part, seconds) for part in parts.split("+")]

    @property
    def supports(self) -> frozenset[type]:
        """Types of primitives that all of these oracles can solve."""
        return frozenset.intersection(*(oracle.supports for oracle in self.oracles))

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle only the arguments of the constructor, with which another process opens the oracle again."""
        return type(self), (self.seconds, self.name)

    def count(self, puzzle: Puzzle, limit: int | None = 2) -> int:
        """Return the number of completions, counted up to `limit` (None: all)."""
        return self._agreed(puzzle, [oracle.count(puzzle, limit) for oracle in self.oracles])

    def counts(self, puzzle: Puzzle) -> Iterator[int]:
        """Yield the number of completions that the first oracle has found so far.

        Compare the last with the others' counts. Raises DisagreementError at the end if they differ.
        """
        found = 0
        for found in self.oracles[0].counts(puzzle):
            yield found
        self._agreed(puzzle, [found, *(oracle.count(puzzle, None) for oracle in self.oracles[1:])])

    def is_consistent(self, puzzle: Puzzle) -> bool:
        """Return True if the puzzle has a completion."""
        return self.count(puzzle, 1) == 1

    def uniqueness(self, puzzle: Puzzle) -> Uniqueness:
        """Return the answer with its witness: no grid, the only completion, or two different ones."""
        return self._common_witness(puzzle, [oracle.uniqueness(puzzle) for oracle in self.oracles])

    def prove(self, puzzle: Puzzle, known: Grid, among: Sequence[int] = ()) -> Uniqueness:
        """Return the answer of `uniqueness`, given the likely solution `known`; `among` is as in `Oracle.prove`."""
        return self._common_witness(puzzle, [oracle.prove(puzzle, known, among) for oracle in self.oracles])

    def with_effort_limit(self) -> CheckedOracle | None:
        """Return a variant whose oracles all have an effort limit; None if one of them has no such variant."""
        # If one oracle had no limit, a question could take as long as that one likes.
        limited = [oracle.with_effort_limit() for oracle in self.oracles]
        if None in limited:
            return None
        limited_oracle = copy(self)
        limited_oracle.oracles = [oracle for oracle in limited if oracle]
        return limited_oracle

    def _common_witness(self, puzzle: Puzzle, witnesses: Sequence[Uniqueness]) -> Uniqueness:
        self._agreed(puzzle, [len(witness.grids) for witness in witnesses])
        # Oracles may show different completions if there are several; only a single one has to be equal.
        if witnesses[0].unique:
            self._agreed(puzzle, [witness.grids for witness in witnesses])
        return witnesses[0]

    def complete(self, puzzle: Puzzle, rng: np.random.Generator) -> Grid | None:
        """Return a random completion, or None if there is none."""
        # Random completions differ, so the others check that one exists, and that this one is valid.
        grid, others = self.oracles[0].complete(puzzle, rng), self.oracles[1:]
        self._agreed(puzzle, [int(grid is not None), *(oracle.count(puzzle, 1) for oracle in others)])
        if grid:
            full = Puzzle(puzzle.layout, grid)
            self._agreed(full, [1, *(oracle.count(full, 1) for oracle in others)])
        return grid

    def _agreed(self, puzzle: Puzzle, answers: Sequence[Answer]) -> Answer:
        """Return the answer that the oracles have in common; raise DisagreementError if any differs."""
        # Any difference means that an oracle is wrong, and nothing tells which.
        if any(answer != answers[0] for answer in answers):
            said = [f"{oracle.name} {_text(answer)}" for oracle, answer in zip(self.oracles, answers, strict=True)]
            raise DisagreementError(f"Oracles differ on {puzzle.line} ({puzzle.layout}): {'; '.join(said)}.")
        return answers[0]


def _text(answer: int | tuple[Grid, ...]) -> str:
    return f"finds {answer}" if isinstance(answer, int) else f"shows {' '.join(map(line, answer))}"
