"""The oracle of the papers: a board is contradictory only when the ladder finds so, and nothing else is known."""

from __future__ import annotations

from typing import TYPE_CHECKING, NoReturn

from cpgen.errors import InputError, Message
from cpgen.oracles import LADDER
from cpgen.puzzle import Puzzle
from cpgen.rater.ladder import RULES, Ladder
from cpgen.rater.rating import CONTRADICTION, rater_for

if TYPE_CHECKING:
    import numpy as np

THIRTEEN = Ladder.of(zip(RULES, range(1, len(RULES) + 1), strict=True))
"""The paper's rules"""


class LadderOracle:
    """Looks for contradictions by climbing a ladder, which takes no time to speak of; it refuses all other questions.

    A search for puzzles has already rated its boards on the ladder of its grade and takes the answer from there.
    """

    name = LADDER

    def __init__(self, seconds: float = float("inf"), ladder: Ladder = THIRTEEN) -> None:
        self.seconds, self.ladder = seconds, ladder

    def is_consistent(self, puzzle: Puzzle) -> bool:
        """Whether the ladder finds no contradiction; the puzzle may have no completion all the same."""
        return rater_for(puzzle.layout, self.ladder).rate(puzzle.clues).outcome != CONTRADICTION

    def count(self, puzzle: Puzzle, limit: int | None = 2) -> NoReturn:
        """Raises InputError: the ladder does not count."""
        raise InputError(Message("only-contradictions"))

    def complete(self, puzzle: Puzzle, rng: np.random.Generator) -> NoReturn:
        """Raises InputError: where the ladder is stuck, it has no grid."""
        raise InputError(Message("only-contradictions"))

    def uniqueness(self, puzzle: Puzzle) -> NoReturn:
        """Raises InputError: a proof is for a solver that finds every solution."""
        raise InputError(Message("only-contradictions"))
