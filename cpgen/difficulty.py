"""How typical is (level, steps) of a grade? Grade models, read from `models/difficulty/`."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from math import exp
from pathlib import Path
from typing import Any, NamedTuple

from cpgen import shipped
from cpgen.errors import InputError, one_of
from cpgen.layout import Layout
from cpgen.rater.ladder import Ladder
from cpgen.rater.rating import Rating

FALLBACK = "by-rule"
NEAR, EXACT = 0.5, 1e6
"""The price of a level outside the span by one, where it may come near and where only the span will do"""
MANY_STEPS = 1000


@dataclass(frozen=True)
class Normal:
    """A normal distribution."""

    mean: float
    sd: float


class Hill(NamedTuple):
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


@dataclass(frozen=True)
class Grade:
    """A grade: how level and steps are spread over its puzzles, or only the levels that it spans.

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

    @cached_property
    def hill(self) -> Hill:
        """The formula of the distance, −½·(z_L² − 2ρ z_L z_S + z_S²)/(1−ρ²) turned positive (Kamio 2022, 4.1.2)."""
        span = (float(self.level_from), float(self.level_to))
        if self.level is None or self.steps is None:
            return Hill(0.0, 0.0, 0.0, 0.0, 0.0, *span, NEAR)
        if self.level.sd == 0:
            return Hill(0.0, self.steps.mean, 0.0, 0.5 / self.steps.sd**2, 0.0, *span, EXACT)
        scale = 0.5 / (1 - self.correlation**2)
        return Hill(
            self.level.mean,
            self.steps.mean,
            scale / self.level.sd**2,
            scale / self.steps.sd**2,
            2 * scale * self.correlation / (self.level.sd * self.steps.sd),
            *span,
            NEAR,
        )

    def distance(self, level: int, steps: int) -> float:
        """How far (level, steps) is from the top of the grade's hill: −ln of the appropriateness."""
        hill = self.hill
        along, across = level - hill.level_mean, steps - hill.steps_mean
        off = max(hill.level_from - level, level - hill.level_to, 0)
        return (
            hill.level_weight * along * along
            + hill.steps_weight * across * across
            - hill.cross_weight * along * across
            + hill.off_weight * off * off
        )

    def appropriateness(self, level: int, steps: int) -> float:
        """How typical (level, steps) is of the grade, 0 to 1 (Kamio 2022, section 4.1.2)."""
        return exp(-self.distance(level, steps))

    def matches(self, rating: Rating) -> bool:
        """Whether the ladder solves the puzzle with an appropriateness above the threshold."""
        return rating.solved and self.appropriateness(rating.level, rating.steps) > self.threshold

    @cached_property
    def ladder(self) -> Ladder:
        """The rules that can take part in a puzzle that matches; such a puzzle rates the same on the full ladder."""
        return self.full_ladder.up_to(self.levels[-1])

    @cached_property
    def levels(self) -> tuple[int, ...]:
        """The levels that a puzzle of this grade can have, ascending; at least the lowest of the ladder."""
        complexities = self.full_ladder.complexities
        return tuple(level for level in complexities if self._reaches(level)) or complexities[:1]

    @cached_property
    def paper_ladder(self) -> Ladder:
        """The ladder that Kamio (2022) searches with: all of it, but where one level alone will do, up to that."""
        exact = self.level is not None and self.level.sd == 0
        return self.full_ladder.up_to(self.level_to) if exact else self.full_ladder

    def _reaches(self, level: int) -> bool:
        return any(self.appropriateness(level, steps) > self.threshold for steps in range(1, MANY_STEPS))

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True)
class GradeModel:
    """A ladder and the grades that were measured with it; `layout` is the spec it was fitted on, or empty."""

    name: str
    title: str
    layout: str
    ladder: Ladder
    grades: tuple[Grade, ...]

    @cached_property
    def any_grade(self) -> Grade:
        """The grade `any`, which every puzzle matches that the ladder solves."""
        return Grade("any", "不問", self.ladder, 0.0, *self.ladder.span)

    def grade(self, word: str) -> Grade:
        """The grade called `word`, in English or Japanese, or `any`; raises InputError naming those that exist."""
        for grade in (*self.grades, self.any_grade):
            if word.strip().lower() in (grade.name, grade.japanese):
                return grade
        names = [name for grade in (*self.grades, self.any_grade) for name in (grade.name, grade.japanese)]
        raise one_of(names, word, f"a grade of the model {self.name}")

    def nearest(self, rating: Rating) -> Grade:
        """The grade that a rating is most typical of."""
        return min(self.grades, key=lambda grade: grade.distance(rating.level, rating.steps))


@lru_cache
def model_for(layout: Layout) -> GradeModel:
    """The shipped model that was fitted on the layout, or the one that grades by the hardest rule alone."""
    models = (shipped_model(name) for name in shipped.names("difficulty"))
    return next((model for model in models if model.layout == layout.spec), shipped_model(FALLBACK))


@lru_cache
def shipped_model(name: str) -> GradeModel:
    """The model of that name in `models/difficulty/`."""
    return read_model(name, shipped.text("difficulty", name))


def model_from(path: str) -> GradeModel:
    """The model in a TOML file of the user's; raises InputError when it cannot be read or is not a model."""
    try:
        return read_model(Path(path).stem, Path(path).read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(f"The grade model {path} cannot be read: {error}.") from error


def read_model(name: str, text: str) -> GradeModel:
    """The model written in TOML as `models/difficulty/` shows; raises InputError saying which part is wrong."""
    try:
        data = tomllib.loads(text)
        ladder = Ladder.of((str(rule), int(complexity)) for rule, complexity in data["ladder"].items())
        threshold = float(data.get("threshold", 0.7))
        grades = tuple(_read_grade(part, ladder, threshold) for part in data["grade"])
    except tomllib.TOMLDecodeError as error:
        raise InputError(f"The grade model {name} is not valid TOML: {error}.") from error
    except KeyError as error:
        raise InputError(f"The grade model {name} has no {error}; models/difficulty/ shows what it needs.") from error
    except (TypeError, ValueError, AttributeError, ZeroDivisionError) as error:
        raise InputError(f"The grade model {name} has a part of the wrong kind: {error}.") from error
    return GradeModel(name, str(data.get("title", name)), str(data.get("layout", "")), ladder, grades)


def _read_grade(part: Mapping[str, Any], ladder: Ladder, threshold: float) -> Grade:
    level, steps = part["level"], part.get("steps")
    spread = None if steps is None else Normal(float(level["mean"]), float(level["sd"]))
    exact = spread is not None and spread.sd == 0
    lowest, highest = (spread.mean, spread.mean) if spread and exact else ladder.span
    if steps is not None and not float(steps["sd"]) > 0:
        raise ValueError("the spread of the steps must be above 0")
    return Grade(
        name=str(part["name"]),
        japanese=str(part.get("japanese", part["name"])),
        full_ladder=ladder,
        threshold=threshold,
        level_from=int(level.get("from", lowest)),
        level_to=int(level.get("to", highest)),
        level=spread,
        steps=None if steps is None else Normal(float(steps["mean"]), float(steps["sd"])),
        correlation=float(part.get("correlation", 0.0)),
    )
