"""Oracle `ladder`, as in the papers: a board counts as contradictory if the ladder finds a contradiction."""

from __future__ import annotations

from typing import TYPE_CHECKING, NoReturn

from cpgen.errors import InputError
from cpgen.messages import Message
from cpgen.oracles import LADDER, Oracle, Seconds
from cpgen.puzzle import Puzzle
from cpgen.rater.ladder import RULES, Ladder
from cpgen.rater.rating import CONTRADICTION, rater_for

if TYPE_CHECKING:
    import numpy as np

THIRTEEN = Ladder.of(zip(RULES, range(1, len(RULES) + 1), strict=True))
"""Ladder of the 13 rules of Kamio (2022), in their order"""


class LadderOracle(Oracle):
    """Oracle `ladder`, which finds contradictions with a ladder of human rules, at negligible cost.

    All other questions raise InputError. The phases of generation have already rated their boards on the ladder of the
    grade and use that result instead.
    """

    name = LADDER

    def __init__(self, seconds: Seconds = float("inf"), ladder: Ladder = THIRTEEN) -> None:
        self.seconds, self.ladder = seconds, ladder

    def is_consistent(self, puzzle: Puzzle) -> bool:
        """Return True if the ladder finds no contradiction; the puzzle may still have no completion."""
        return rater_for(puzzle.layout, self.ladder).rate(puzzle.clues).outcome != CONTRADICTION

    def count(self, puzzle: Puzzle, limit: int | None = 2) -> NoReturn:
        """Raise InputError: the ladder cannot count."""
        raise InputError(Message("only-contradictions"))

    def complete(self, puzzle: Puzzle, rng: np.random.Generator) -> NoReturn:
        """Raise InputError: the ladder completes no grid where its rules do not suffice."""
        raise InputError(Message("only-contradictions"))

    def uniqueness(self, puzzle: Puzzle) -> NoReturn:
        """Raise InputError: a proof needs a solver that finds every solution."""
        raise InputError(Message("only-contradictions"))
