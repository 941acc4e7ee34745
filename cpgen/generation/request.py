"""What is asked for, and what comes back."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

from cpgen._version import __version__
from cpgen.difficulty import Grade, Target
from cpgen.errors import ImpossibleError, InputError, counted, one_of
from cpgen.layout import Layout
from cpgen.notation import MAX_DIGIT, line
from cpgen.oracles import DEFAULT, require_known
from cpgen.pattern import Pattern
from cpgen.puzzle import Grid, Puzzle
from cpgen.rater.idle import why_idle
from cpgen.rater.rating import Rating
from cpgen.symmetry.square import random_pattern

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

    def as_json(self) -> dict[str, Any]:
        """The method as an object for JSON."""
        return asdict(self)


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
    """A layout, a pattern (or a wish for random ones), a target and a method.

    Raises InputError when they do not go together: another side, more clues than cells, fixed digits that repeat in
    a house; ImpossibleError when the target needs rules that can never act there, or too many steps.
    """

    layout: Layout
    pattern: Pattern | RandomPattern
    target: Target
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
        self._require_steps()

    @property
    def grade(self) -> Grade:
        """The grade of the target."""
        return self.target.grade

    @property
    def clues(self) -> int:
        """How many clues the puzzle is to have."""
        return len(self.pattern) if isinstance(self.pattern, Pattern) else self.pattern.clues

    def _require_rules(self) -> None:
        for rule in self.target.needs:
            if why := self.why_idle(rule):
                raise ImpossibleError(f"No puzzle of this kind needs {rule}: {why}.")
        rungs = self.grade.full_ladder.rungs
        idle = [(rule, self.why_idle(rule)) for rule, level in rungs if level in self.target.levels]
        if all(why for _, why in idle):
            rule, why = idle[0]
            others = f"; {counted(len(idle) - 1, 'harder rule')} cannot act either" if len(idle) > 1 else ""
            raise ImpossibleError(f"There is no puzzle of {self.target}, for {rule} is out: {why}{others}.")

    def _require_steps(self) -> None:
        opened = self.layout.cell_count - self.clues
        most = opened * self.layout.size
        if (self.target.steps.least or 0) > most:
            raise ImpossibleError(
                f"No puzzle of this kind takes {self.target.steps} steps: each uses up a candidate of one of its "
                f"{counted(opened, 'open cell')}, and there are {most}."
            )

    def why_idle(self, rule: str) -> str:
        """Why the ladder can never use the rule on a puzzle of this kind; empty when that cannot be shown."""
        return why_idle(rule, self.grade.full_ladder, self.layout, self._most_open())

    def _most_open(self) -> list[int]:
        """For each house, how many of its cells are without a clue, at most."""
        if isinstance(self.pattern, Pattern):
            given = set(self.pattern.cells)
            return [len(set(house.cells) - given) for house in self.layout.houses]
        return [min(self.layout.size, self.layout.cell_count - self.clues)] * len(self.layout.houses)

    def draw_pattern(self, rng: np.random.Generator) -> Pattern:
        """The pattern, or a fresh random one."""
        if isinstance(self.pattern, Pattern):
            return self.pattern
        return random_pattern(self.layout.size, self.pattern.clues, self.pattern.symmetry, rng)


@dataclass(frozen=True)
class Stats:
    """What a puzzle cost."""

    attempts: int
    """Times the pattern was filled anew"""
    ratings: int
    oracle_calls: int
    seconds: float

    def as_json(self, tries: str = "ratings") -> dict[str, Any]:
        """The cost as an object for JSON; `tries` is what the ratings are called there."""
        return {
            "attempts": self.attempts,
            tries: self.ratings,
            "oracle_calls": self.oracle_calls,
            "seconds": round(self.seconds, 4),
        }


def origin_as_json(seed: int, index: int) -> dict[str, Any]:
    """What makes the same again: the seed, which one of it, and the version of cpgen."""
    return {"seed": seed, "index": index, "version": __version__}


@dataclass(frozen=True)
class Generated:
    """A puzzle that the oracle has shown to have one solution, how it rates, and how it was made."""

    puzzle: Puzzle
    solution: Grid
    rating: Rating
    target: Target
    method: Method
    seed: int
    index: int
    """Which puzzle of the seed this is, from 0"""
    stats: Stats

    @property
    def grade(self) -> Grade:
        """The grade asked for."""
        return self.target.grade

    @property
    def appropriateness(self) -> float:
        """How typical the puzzle is of the grade asked for, 0 to 1; 0 when the ladder does not solve it."""
        if not self.rating.solved:
            return 0.0
        return self.grade.appropriateness(self.rating.level, self.rating.steps)

    @property
    def matches(self) -> bool:
        """Whether the puzzle is what was asked for."""
        return self.target.accepts(self.rating)

    def as_json(self) -> dict[str, Any]:
        """The puzzle as an object for JSON, with how it rates and how it was made."""
        return {
            **self.rating.as_json(self.puzzle),
            "solution": line(self.solution),
            "grade": self.grade.name,
            "target": None if self.target.only_a_grade else self.target.as_data(),
            "appropriateness": round(self.appropriateness, 4),
            "matches": self.matches,
            "method": {**self.method.as_json(), **origin_as_json(self.seed, self.index)},
            "stats": self.stats.as_json(),
        }


@dataclass(frozen=True)
class Progress:
    """How far a long call is."""

    found: int
    attempts: int
    ratings: int
    seconds: float
