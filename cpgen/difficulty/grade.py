"""Grades as normal distributions of (level, steps), and the models that combine a ladder with its grades.

Kamio (2022, section 4.1.2) rates puzzles that an editor has graded, all with one ladder. The puzzles of one grade
scatter around a typical level and number of steps, so a grade is described by two means, two standard deviations and a
correlation ρ (table 2). With z = (value − mean)/sd, the appropriateness of a level and a number of steps is the density
of that normal distribution relative to its maximum:

    exp(−½·(z_L² − 2ρ z_L z_S + z_S²)/(1 − ρ²))          1 at the means, towards 0 far from them

Multiplied out, it gives the paper's formulas f1 to f4, one per grade; `GradeNumbers` holds the coefficients. Searches
use the distance, −ln(appropriateness): it is 0 at the means and can be added to the penalties of `target`.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cached_property
from math import exp

from cpgen.answers.answer_base import joined
from cpgen.answers.puzzle_answers import Graded
from cpgen.errors import InputError
from cpgen.kernel import compiled
from cpgen.kernel.structs import Struct
from cpgen.layout import Layout
from cpgen.layout_kinds import ANY_KINDS
from cpgen.messages import Message
from cpgen.puzzle import Puzzle
from cpgen.rater.ladder import Ladder
from cpgen.rater.rating import Rating
from cpgen.state import State
from cpgen.suggestions import one_of

NEAR, EXACT = 0.5, 1e6
"""Weights of the squared distance of a level from those of a grade: a soft bound, and one that excludes other levels"""
MANY_STEPS = 1000
"""Number of steps above which no puzzle is expected"""
LOWEST_THRESHOLD = 1e-6
"""Least threshold: below exp(−16), `generation.energy` could not distinguish solved from stuck boards"""


@dataclass(frozen=True)
class Normal:
    """Mean and standard deviation of a normal distribution."""

    mean: float
    sd: float


class GradeNumbers(Struct):
    """Coefficients of a grade's distance −ln(appropriateness), for compiled loops.

    Appropriateness (Kamio 2022) says how typical of a grade a level and a number of steps are, from 0 to 1.

    distance = level_weight·l² + steps_weight·s² − cross_weight·l·s + off_weight·o², where l and s are the differences
    from the means and o is the number of levels outside level_from … level_to.
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
    """Return −ln(appropriateness) of a level and a number of steps: 0 at the most typical ones, larger for others.

    `numbers` describes the grade; appropriateness (Kamio 2022) says how typical of it they are, from 0 to 1.
    """
    from_level, from_steps = level - numbers.level_mean, steps - numbers.steps_mean
    outside = max(numbers.level_from - level, level - numbers.level_to, 0.0)
    return (
        numbers.level_weight * from_level * from_level
        + numbers.steps_weight * from_steps * from_steps
        - numbers.cross_weight * from_level * from_steps
        + numbers.off_weight * outside * outside
    )


def nearest_steps(numbers: GradeNumbers, level: int, steps: range) -> int:
    """Return the one of several numbers of steps that is most typical of a level in the grade."""
    best = numbers.steps_mean
    if numbers.steps_weight:  # the minimum of the distance along the steps: where its derivative is 0
        best += numbers.cross_weight * (level - numbers.level_mean) / (2 * numbers.steps_weight)
    return min(max(round(best), steps.start), steps.stop - 1)


@dataclass(frozen=True)
class Grade:
    """Grade: a normal distribution of level and steps, a range of levels, or the level name of a ladder.

    A standard deviation of 0 in the level means that no other level is accepted.
    """

    name: str
    japanese: str
    full_ladder: Ladder
    threshold: float
    """Appropriateness above which a solved puzzle matches"""
    level_from: int
    level_to: int
    level: Normal | None = None
    steps: Normal | None = None
    correlation: float = 0.0
    problems: int = 0
    """Number of puzzles that it was fitted to, 0 if unknown"""
    level_index: int | None = None
    """Index, from 0, of the level name of the ladder that the grade stands for; None for other grades"""

    def __repr__(self) -> str:
        return f"<Grade {self.name!r} of the ladder {self.full_ladder.name!r}>"

    @property
    def takes_any(self) -> bool:
        """True if every puzzle that the ladder solves matches the grade."""
        return (
            self.level is None
            and self.level_index is None
            and (self.level_from, self.level_to) == self.full_ladder.span
        )

    @cached_property
    def numbers(self) -> GradeNumbers:
        """Coefficients of the function `distance` for this grade (Kamio 2022, section 4.1.2)."""
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
        """Return −ln(appropriateness) of a level and a number of steps: 0 for the most typical ones."""
        return distance(self.numbers, level, steps)

    def appropriateness(self, level: int, steps: int) -> float:
        """Return how typical a level and a number of steps are of the grade, from 0 to 1."""
        return exp(-self.distance(level, steps))

    def fit(self, rating: Rating) -> float:
        """Return how typical a rating is of the grade, from 0 to 1 (its appropriateness; Kamio 2022).

        A grade that is a level name fits fully or not at all.
        """
        if self.level_index is not None and rating.level_name != self.name:
            return 0.0
        return self.appropriateness(rating.level, rating.steps)

    def matches(self, rating: Rating) -> bool:
        """Return True if the rating is of a solved puzzle, and its `fit` is above the threshold."""
        return rating.solved and self.fit(rating) > self.threshold

    def reaches(self, level: int, steps: range = range(1, MANY_STEPS)) -> bool:
        """Return True if a puzzle of that level can match with one of these numbers of steps."""
        if self.level_index is not None and level not in self._named_levels:
            return False
        return bool(steps) and self.appropriateness(level, nearest_steps(self.numbers, level, steps)) > self.threshold

    @cached_property
    def _named_levels(self) -> frozenset[int]:
        """Complexities of the hardest rule of puzzles that can have the level name of the grade.

        A puzzle has the level name of its hardest technique, or a higher one if its score exceeds that name's bound.
        """
        ladder, own = self.full_ladder, self.level_index or 0
        rungs = zip(ladder.complexities, ladder.level_places, strict=True)
        return frozenset(
            complexity
            for complexity, level_place in rungs
            if level_place <= own and all(level.most for level in ladder.levels[level_place:own])
        )

    @cached_property
    def levels(self) -> tuple[int, ...]:
        """Levels that a puzzle of this grade can have, ascending; never empty."""
        complexities = tuple(dict.fromkeys(self.full_ladder.complexities))
        return tuple(level for level in complexities if self.reaches(level)) or complexities[:1]

    @cached_property
    def paper_ladder(self) -> Ladder:
        """Ladder that Kamio (2022) searches with: the full one, or up to the only level of the grade."""
        exact = self.level is not None and self.level.sd == 0
        return self.full_ladder.up_to(self.level_to) if exact else self.full_ladder

    def on(self, ladder: Ladder) -> Grade:
        """Return this grade on another ladder, extended to the highest level of that ladder."""
        return replace(self, full_ladder=ladder, level_to=max(self.level_to, ladder.span[1]))

    @property
    def words(self) -> set[str]:
        """English and Japanese name of the grade, in lower case."""
        return {self.name.casefold(), self.japanese.casefold()}

    def is_called(self, word: str) -> bool:
        """Return True if a word is the English or Japanese name of the grade."""
        return word.strip().casefold() in self.words

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True)
class ModelProvenance:
    """Provenance of a fitted model: description, puzzles, seed (if any), command and version."""

    about: str
    problems: int
    seed: int | None
    command: str
    version: str


@dataclass(frozen=True)
class GradeModel:
    """Grade model: a ladder with grades, fitted to rated puzzles or equal to the ladder's levels."""

    name: str
    title: str
    layouts: tuple[str, ...]
    """Kinds or specs of the layouts that it was fitted to; empty for a model that applies to all"""
    ladder: Ladder
    grades: tuple[Grade, ...]
    default: str = "any"
    """Grade used when none is named"""
    made: ModelProvenance | None = None
    file: str = field(default="", compare=False)
    """Path of the user's file that it was read from, empty for a shipped model"""

    def __repr__(self) -> str:
        return f"<GradeModel {self.name!r}: {', '.join(grade.name for grade in self.grades)}>"

    @classmethod
    def of_ladder(cls, ladder: Ladder, title: str, file: str = "") -> GradeModel:
        """Return the model whose grades are the levels of a ladder."""
        grades = (
            Grade(level.name, level.japanese, ladder, LOWEST_THRESHOLD, *ladder.span, level_index=index)
            for index, level in enumerate(ladder.levels)
        )
        return cls(ladder.name, title, (), ladder, tuple(grades), file=file)

    def is_for(self, layout: Layout) -> bool:
        """Return True if the model was fitted to this layout, to its kind, or to its board with any constraints."""
        return self.is_for_kind(layout) or bool(layout.further and f"{layout.base.kind}+{ANY_KINDS}" in self.layouts)

    def is_for_kind(self, layout: Layout) -> bool:
        """Return True if the model was fitted to this layout or to its kind."""
        return layout.kind in self.layouts or layout.spec in self.layouts

    def require_for(self, layout: Layout) -> None:
        """Raise InputError if the model was fitted to other layouts."""
        if self.layouts and not self.is_for(layout):
            layouts = ", ".join(self.layouts)
            raise InputError(Message("model-of-layout", model=str(self), layouts=layouts, layout=layout.kind))

    @cached_property
    def any_grade(self) -> Grade:
        """Grade `any`, which accepts every puzzle that the ladder solves."""
        return Grade("any", "不問", self.ladder, LOWEST_THRESHOLD, *self.ladder.span)

    def knows(self, word: str) -> bool:
        """Return True if a grade other than `any` has this name, in English or Japanese."""
        return any(grade.is_called(word) for grade in self.grades)

    def grade(self, word: str) -> Grade:
        """Return the grade with this name, in English or Japanese, or `any`; raise InputError if there is none."""
        for grade in (*self.grades, self.any_grade):
            if grade.is_called(word):
                return grade
        names = [name for grade in (*self.grades, self.any_grade) for name in (grade.name, grade.japanese)]
        raise one_of(names, word, f"a grade of the model {self.name}")

    def __str__(self) -> str:
        return self.file or self.name

    def rivals(self, grade: Grade) -> tuple[Grade, ...]:
        """Return the grades that compete with this one: a puzzle has the grade only if no rival fits it better.

        There are none for `any`, which accepts all puzzles, and for level names and ranges of levels, which cannot
        both fit a puzzle.
        """
        return tuple(other for other in self.grades if other.name != grade.name) if grade.level else ()

    def is_of(self, grade: Grade, rating: Rating) -> bool:
        """Return True if a rating matches a grade, and none of the grade's rivals fits it better."""
        own = grade.distance(rating.level, rating.steps)
        nearer = any(other.distance(rating.level, rating.steps) < own for other in self.rivals(grade))
        return grade.matches(rating) and not nearer

    def nearest(self, rating: Rating) -> Grade:
        """Return the grade of a rating: that of its level name if the model has it, else the most typical one."""
        named = (grade for grade in self.grades if grade.level_index is not None and grade.name == rating.level_name)
        typical = min(self.grades, key=lambda grade: grade.distance(rating.level, rating.steps))
        return next(named, typical)


@dataclass(frozen=True)
class GradedPuzzle:
    """Puzzle or state with its rating, and the model that grades it."""

    puzzle: Puzzle | State
    rating: Rating
    model: GradeModel

    def as_record(self) -> Graded:
        """Return the JSON record of the rating; it has a grade only if the techniques solve the puzzle."""
        rating = self.rating
        grade = self.model.nearest(rating) if rating.solved else None
        return joined(
            Graded,
            rating.as_record(self.puzzle),
            grade=grade.name if grade else None,
            appropriateness=round(grade.fit(rating), 4) if grade else None,
            matches=bool(grade and grade.matches(rating)),
            model=self.model.name,
        )
