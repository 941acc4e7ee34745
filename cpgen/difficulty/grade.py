"""A grade as a normal distribution of (level, steps), and the models that hold grades and their ladder."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cached_property
from math import exp
from typing import Any, NamedTuple

from cpgen.errors import one_of
from cpgen.kernel import compiled
from cpgen.layout import Layout
from cpgen.puzzle import Puzzle
from cpgen.rater.ladder import Ladder
from cpgen.rater.rating import Rating
from cpgen.state import State

NEAR, EXACT = 0.5, 1e6
"""The price of a level outside the span by one, where it may come near and where only the span will do"""
MANY_STEPS = 1000
LOWEST_THRESHOLD = 1e-6
"""A walk (`generation.energy`) could no longer tell a solved board from a stuck one below exp(−16)"""


@dataclass(frozen=True)
class Normal:
    """A normal distribution."""

    mean: float
    sd: float


class GradeNumbers(NamedTuple):
    """The distance from a grade as a formula, for quick repeated use.

    distance = level_weight·l² + steps_weight·s² − cross_weight·l·s + off_weight·o², where l and s are the
    differences from the means and o is how far the level lies outside level_from … level_to.
    """

    level_mean: float
    steps_mean: float
    level_weight: float
    steps_weight: float
    cross_weight: float
    level_from: float
    level_to: float
    off_weight: float


@compiled
def distance(numbers: GradeNumbers, level: int, steps: int) -> float:
    """How far (level, steps) is from the means of a grade."""
    along, across = level - numbers.level_mean, steps - numbers.steps_mean
    off = max(numbers.level_from - level, level - numbers.level_to, 0.0)
    return (
        numbers.level_weight * along * along
        + numbers.steps_weight * across * across
        - numbers.cross_weight * along * across
        + numbers.off_weight * off * off
    )


def nearest_steps(numbers: GradeNumbers, level: int, steps: range) -> int:
    """The number of steps, of those in a range, that is nearest to the means of a grade at a level."""
    best = numbers.steps_mean
    if numbers.steps_weight:
        best += numbers.cross_weight * (level - numbers.level_mean) / (2 * numbers.steps_weight)
    return min(max(round(best), steps.start), steps.stop - 1)


@dataclass(frozen=True)
class Grade:
    """A grade: how level and steps are spread over its puzzles, or only the levels that it spans, or a level name.

    A spread of 0 in the level means that no other level will do.
    """

    name: str
    japanese: str
    full_ladder: Ladder
    threshold: float
    """A solved puzzle matches above this appropriateness"""
    level_from: int
    level_to: int
    level: Normal | None = None
    steps: Normal | None = None
    correlation: float = 0.0
    problems: int = 0
    """How many puzzles it was fitted to, where that is known"""
    place: int | None = None
    """Its place among the level names of the ladder, where the grade is one of these"""

    @property
    def takes_any(self) -> bool:
        """Whether every puzzle matches that the ladder solves."""
        return self.level is None and self.place is None and (self.level_from, self.level_to) == self.full_ladder.span

    @cached_property
    def numbers(self) -> GradeNumbers:
        """The formula of the distance, −½·(z_L² − 2ρ z_L z_S + z_S²)/(1−ρ²) turned positive (Kamio 2022, 4.1.2)."""
        span = (float(self.level_from), float(self.level_to))
        if self.level is None or self.steps is None:
            return GradeNumbers(0.0, 0.0, 0.0, 0.0, 0.0, *span, NEAR)
        if self.level.sd == 0:
            return GradeNumbers(0.0, self.steps.mean, 0.0, 0.5 / self.steps.sd**2, 0.0, *span, EXACT)
        scale = 0.5 / (1 - self.correlation**2)
        return GradeNumbers(
            self.level.mean,
            self.steps.mean,
            scale / self.level.sd**2,
            scale / self.steps.sd**2,
            2 * scale * self.correlation / (self.level.sd * self.steps.sd),
            *span,
            NEAR,
        )

    def distance(self, level: int, steps: int) -> float:
        """How far (level, steps) is from the means of the grade: −ln of the appropriateness."""
        return distance(self.numbers, level, steps)

    def appropriateness(self, level: int, steps: int) -> float:
        """How typical (level, steps) is of the grade, 0 to 1 (Kamio 2022, section 4.1.2)."""
        return exp(-self.distance(level, steps))

    def fit(self, rating: Rating) -> float:
        """How typical a rating is of the grade, 0 to 1: a level name is met or it is not."""
        if self.place is not None and rating.level_name != self.name:
            return 0.0
        return self.appropriateness(rating.level, rating.steps)

    def matches(self, rating: Rating) -> bool:
        """Whether the ladder solves the puzzle with an appropriateness above the threshold."""
        return rating.solved and self.fit(rating) > self.threshold

    def reaches(self, level: int, steps: range = range(1, MANY_STEPS)) -> bool:
        """Whether a puzzle of that level can match, with one of those numbers of steps."""
        if self.place is not None and level not in self._levels_up_to(self.place):
            return False
        return bool(steps) and self.appropriateness(level, nearest_steps(self.numbers, level, steps)) > self.threshold

    def _levels_up_to(self, place: int) -> set[int]:
        """The levels of the rules whose level name is that at the place or an easier one."""
        rungs = zip(self.full_ladder.complexities, self.full_ladder.level_places, strict=True)
        return {complexity for complexity, named in rungs if named <= place}

    @cached_property
    def levels(self) -> tuple[int, ...]:
        """The levels that a puzzle of this grade can have, ascending; at least the lowest of the ladder."""
        complexities = tuple(dict.fromkeys(self.full_ladder.complexities))
        return tuple(level for level in complexities if self.reaches(level)) or complexities[:1]

    @cached_property
    def paper_ladder(self) -> Ladder:
        """The ladder that Kamio (2022) searches with: all of it, but where one level alone will do, up to that."""
        exact = self.level is not None and self.level.sd == 0
        return self.full_ladder.up_to(self.level_to) if exact else self.full_ladder

    def on(self, ladder: Ladder) -> Grade:
        """This grade on another ladder, up to the hardest rung of that."""
        return replace(self, full_ladder=ladder, level_to=max(self.level_to, ladder.span[1]))

    @property
    def words(self) -> set[str]:
        """What a user may write for the grade, in small letters."""
        return {self.name.casefold(), self.japanese.casefold()}

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True)
class Made:
    """How a model was made: from how many puzzles, by which command of which version, from which seed (None: none)."""

    about: str
    problems: int
    seed: int | None
    command: str
    version: str


@dataclass(frozen=True)
class GradeModel:
    """A ladder and the grades that were measured with it, or that are its level names."""

    name: str
    title: str
    layouts: tuple[str, ...]
    """The layouts it is for, each by its kind or its spec; none when it speaks of the rules alone"""
    ladder: Ladder
    grades: tuple[Grade, ...]
    default: str = "any"
    """The grade that is meant when none is said"""
    made: Made | None = None
    file: str = field(default="", compare=False)
    """The file that it was read from, if it is not a shipped one"""

    @classmethod
    def of_ladder(cls, ladder: Ladder, title: str, file: str = "") -> GradeModel:
        """The model whose grades are the level names of a ladder."""
        grades = (
            Grade(level.name, level.japanese, ladder, LOWEST_THRESHOLD, *ladder.span, place=place)
            for place, level in enumerate(ladder.levels)
        )
        return cls(ladder.name, title, (), ladder, tuple(grades), file=file)

    def is_for(self, layout: Layout) -> bool:
        """Whether it was fitted on the layout, or on others of its kind."""
        return layout.kind in self.layouts or layout.spec in self.layouts

    @cached_property
    def any_grade(self) -> Grade:
        """The grade `any`, which every puzzle matches that the ladder solves."""
        return Grade("any", "不問", self.ladder, LOWEST_THRESHOLD, *self.ladder.span)

    def grade(self, word: str) -> Grade:
        """The grade called `word`, in English or Japanese, or `any`; raises InputError naming those that exist."""
        for grade in (*self.grades, self.any_grade):
            if word.strip().casefold() in grade.words:
                return grade
        names = [name for grade in (*self.grades, self.any_grade) for name in (grade.name, grade.japanese)]
        raise one_of(names, word, f"a grade of the model {self.name}")

    def __str__(self) -> str:
        return self.file or self.name

    def nearest(self, rating: Rating) -> Grade:
        """The grade that a rating is most typical of: the level name that it has, where these are the grades."""
        named = (grade for grade in self.grades if grade.place is not None and grade.name == rating.level_name)
        typical = min(self.grades, key=lambda grade: grade.distance(rating.level, rating.steps))
        return next(named, typical)


@dataclass(frozen=True)
class GradedPuzzle:
    """A puzzle or a state with its rating and the model that grades it."""

    puzzle: Puzzle | State
    rating: Rating
    model: GradeModel

    def as_json(self) -> dict[str, Any]:
        """The object for JSON, with the grade that the puzzle is most typical of (none unless solved)."""
        rating = self.rating
        grade = self.model.nearest(rating) if rating.solved else None
        return {
            **rating.as_json(self.puzzle),
            "grade": grade.name if grade else None,
            "appropriateness": round(grade.fit(rating), 4) if grade else None,
            "matches": bool(grade and grade.matches(rating)),
            "model": self.model.name,
        }
