"""What is asked for, and what comes back."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from cpgen.difficulty import Grade
from cpgen.errors import ImpossibleError, InputError, one_of
from cpgen.layout import Layout
from cpgen.oracles import DEFAULT, require_known
from cpgen.pattern import Pattern
from cpgen.puzzle import MAX_DIGIT, Grid, Puzzle
from cpgen.rater.ladder import has_places
from cpgen.rater.rating import Rating

if TYPE_CHECKING:
    import numpy as np

GENERATION = ("sample", "zama", "zama-open", "kamio")
REPLACEMENT = ("anneal", "zama", "zama-open", "kamio")


@dataclass(frozen=True)
class Method:
    """How the pattern is filled, how it is repaired, which oracle is asked, and when to be content.

    With `until_match` off, a puzzle with one solution is taken after the replacement phase whatever its grade, as
    in Kamio (2022). Raises InputError for an unknown name.
    """

    generation: str = "sample"
    replacement: str = "anneal"
    oracle: str = DEFAULT
    until_match: bool = True

    def __post_init__(self) -> None:
        for name, known, what in (
            (self.generation, GENERATION, "a generation method"),
            (self.replacement, REPLACEMENT, "a replacement method"),
        ):
            if name not in known:
                raise one_of(known, name, what)
        require_known(self.oracle)


FAST = Method()
"""cpgen's own: from a random grid, annealed until it matches."""
PAPER = Method("kamio", "kamio", until_match=False)
"""The method of Kamio (2022), as the paper behaves."""


@dataclass(frozen=True)
class RandomPattern:
    """A wish for a fresh random pattern for every puzzle: so many clues, with this symmetry."""

    clues: int
    symmetry: str = "rot180"


@dataclass(frozen=True)
class Request:
    """A layout, a pattern (or a wish for random ones), a grade and a method.

    Raises InputError when they do not go together: another side, more clues than cells, fixed digits that repeat in
    a house; ImpossibleError when the grade needs rules that have no place on the layout.
    """

    layout: Layout
    pattern: Pattern | RandomPattern
    grade: Grade
    method: Method = FAST

    def __post_init__(self) -> None:
        size = self.layout.size
        if size > MAX_DIGIT:
            raise InputError(f"Puzzles are made up to {MAX_DIGIT}×{MAX_DIGIT}; this layout has side {size}.")
        if isinstance(self.pattern, Pattern):
            if self.pattern.size != size:
                raise InputError(
                    f"The pattern is {self.pattern.size}×{self.pattern.size}, but the board is {size}×{size}."
                )
            Puzzle(self.layout, self.pattern.fixed_clues()).require_no_repeats()
        elif not 0 <= self.pattern.clues <= size * size:
            raise InputError(f"A pattern of {self.pattern.clues} clues does not fit on {size * size} cells.")
        self._require_rules()

    def _require_rules(self) -> None:
        ladder = self.grade.full_ladder
        rungs = zip(ladder.rules, ladder.complexities, strict=True)
        possible = {complexity for rule, complexity in rungs if has_places(rule, self.layout)}
        if possible.isdisjoint(self.grade.levels):
            raise ImpossibleError(
                f"No puzzle on this layout is {self.grade}: the rules of level "
                f"{' or '.join(map(str, self.grade.levels))} have no place on a board without regions."
            )

    def draw_pattern(self, rng: np.random.Generator) -> Pattern:
        """The pattern, or a fresh random one."""
        if isinstance(self.pattern, Pattern):
            return self.pattern
        return Pattern.random(self.layout.size, self.pattern.clues, self.pattern.symmetry, rng)


@dataclass(frozen=True)
class Stats:
    """What a puzzle cost."""

    attempts: int
    """Times the pattern was filled anew"""
    ratings: int
    oracle_calls: int
    seconds: float


@dataclass(frozen=True)
class Generated:
    """A puzzle that the oracle has shown to have one solution, how it rates, and how it was made."""

    puzzle: Puzzle
    solution: Grid
    rating: Rating
    grade: Grade
    method: Method
    seed: int
    index: int
    """Which puzzle of the seed this is, from 0"""
    stats: Stats

    @property
    def appropriateness(self) -> float:
        """How typical the puzzle is of the grade asked for, 0 to 1; 0 when the ladder does not solve it."""
        if not self.rating.solved:
            return 0.0
        return self.grade.appropriateness(self.rating.level, self.rating.steps)

    @property
    def matches(self) -> bool:
        """Whether the puzzle matches the grade asked for."""
        return self.grade.matches(self.rating)


@dataclass(frozen=True)
class Progress:
    """How far a long call is."""

    found: int
    attempts: int
    ratings: int
    seconds: float
