"""How typical is (level, steps) of a grade? Grade models, read from `models/difficulty/`."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from math import exp
from pathlib import Path
from typing import Any, NamedTuple

from cpgen import shipped
from cpgen.errors import InputError, one_of
from cpgen.layout import Layout
from cpgen.rater.ladder import RULES, Ladder
from cpgen.rater.rating import Rating

FALLBACK = "by-rule"
NEAR, EXACT = 0.5, 1e6
"""The price of a level outside the span by one, where it may come near and where only the span will do"""
MANY_STEPS = 1000
LOWEST_THRESHOLD = 1e-6
"""A walk (`generate.anneal`) could no longer tell a solved board from a stuck one below exp(−16)"""
LEAST_SD, MOST, MOST_COMPLEX, SHOWN = 0.001, 1e6, 1000, 40


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

    @property
    def words(self) -> set[str]:
        """What a user may write for the grade, in small letters."""
        return {self.name.casefold(), self.japanese.casefold()}

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
    usual: str = "any"
    """The grade that is meant when none is said"""

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
        text = Path(path).read_text(encoding="utf-8-sig")
    except UnicodeDecodeError as error:
        raise InputError(f"The grade model {path} cannot be read: it is not a text in UTF-8.") from error
    except (OSError, ValueError) as error:
        why = error.strerror if isinstance(error, OSError) else error
        raise InputError(f"The grade model {path!r} cannot be read: {why}.") from error
    return read_model(Path(path).stem, text)


def read_model(name: str, text: str) -> GradeModel:
    """The model written in TOML as `models/difficulty/` shows; raises InputError saying which part is wrong."""
    try:
        return _read_model(name, tomllib.loads(text))
    except InputError as error:
        raise InputError(f"The grade model {name}: {error}") from error
    except (ValueError, RecursionError) as error:
        raise InputError(f"The grade model {name} is not valid TOML: {error}.") from error


class _Part:
    """A table of a model file that tells what is wrong with it; `known` are the keys that it may have."""

    def __init__(self, what: str, data: object, known: tuple[str, ...]) -> None:
        if not isinstance(data, dict):
            raise InputError(f"{what} must be a table with {', '.join(known)}, but is {repr(data)[:SHOWN]}.")
        for key in data:
            if key not in known:
                raise one_of(known, key, f"a key of {what}")
        self.what, self.data = what, data

    def __contains__(self, key: str) -> bool:
        return key in self.data

    def get(self, key: str, right: str, default: object = None) -> Any:
        """The value of a key, or the default; raises InputError when there is neither."""
        value = self.data.get(key, default)
        if value is None:
            raise InputError(f"{what_of(key, self.what)} is missing; it is {right}.")
        return value

    def text(self, key: str, default: str | None = None) -> str:
        """The text of a key, not empty unless the default is."""
        value = self.get(key, "a text", default)
        if not isinstance(value, str) or (default != "" and not value.strip()):
            raise InputError(f"{what_of(key, self.what)} must be a text in quotes, but is {repr(value)[:SHOWN]}.")
        return value.strip()

    def number(self, key: str, right: str, good: Callable[[float], bool], default: float | None = None) -> float:
        """The number of a key if it is good; `right` says in words what is."""
        value = self.get(key, right, default)
        if isinstance(value, bool) or not isinstance(value, int | float) or not good(value):
            raise InputError(f"{what_of(key, self.what)} must be {right}, but is {repr(value)[:SHOWN]}.")
        return float(value)

    def whole(self, key: str, default: int | None = None) -> int:
        """The complexity that stands under a key."""
        right = f"a whole number from 1 to {MOST_COMPLEX}"
        value = self.get(key, right, default)
        return int(
            self.number(key, right, lambda level: isinstance(value, int) and 1 <= level <= MOST_COMPLEX, default)
        )

    def spread(self, *, may_be_exact: bool = False) -> Normal:
        """The mean and the sd of the table; an sd of 0, no spread at all, only where that may be."""
        mean = self.number("mean", f"a number from 0 to {MOST:.0f}", lambda mean: 0 <= mean <= MOST)
        right = f"{'0, or ' if may_be_exact else ''}a number from {LEAST_SD} to {MOST:.0f}"
        return Normal(mean, self.number("sd", right, lambda sd: LEAST_SD <= sd <= MOST or (may_be_exact and sd == 0)))

    def whole_mean(self) -> int:
        """The mean of a spread of 0: the one level that will do, which may be written 1.0."""
        mean = self.spread(may_be_exact=True).mean
        if not mean.is_integer():
            raise InputError(f"{what_of('mean', self.what)} must be a whole level where the sd is 0, but is {mean}.")
        return int(mean)


def what_of(key: str, what: str) -> str:
    """A key and the part that it belongs to, as in `'sd' of the steps of grade 'hard'`."""
    return f"{key!r} of {what}"


def _read_model(name: str, data: Mapping[str, Any]) -> GradeModel:
    whole = _Part("the model", data, ("title", "layout", "threshold", "usual", "ladder", "grade"))
    rules = _Part("the ladder", whole.get("ladder", "a table of rules with their complexities"), RULES)
    ladder = Ladder.of((rule, rules.whole(rule)) for rule in rules.data)
    right = f"a number from {LOWEST_THRESHOLD} up to, not including, 1"
    threshold = whole.number("threshold", right, lambda value: LOWEST_THRESHOLD <= value < 1, 0.7)
    parts = whole.get("grade", "a list of one [[grade]] or more")
    if not isinstance(parts, list) or not parts:
        raise InputError("'grade' of the model must be a list of one [[grade]] or more.")
    grades = tuple(_read_grade(part, number, ladder, threshold) for number, part in enumerate(parts, 1))
    layout = whole.text("layout", "")
    usual = whole.text("usual", "any")
    model = GradeModel(name, whole.text("title", name), layout and Layout.parse(layout).spec, ladder, grades, usual)
    _require_different_names((*grades, model.any_grade))
    model.grade(usual)
    return model


def _read_grade(data: object, number: int, ladder: Ladder, threshold: float) -> Grade:
    part = _Part(f"grade {number}", data, ("name", "japanese", "problems", "level", "steps", "correlation"))
    name = part.text("name")
    graded_by_steps = "steps" in part
    keys = ("mean", "sd", "from", "to") if graded_by_steps else ("from", "to")
    level = _Part(f"the level of grade {name!r}", part.get("level", f"a table with {', '.join(keys)}"), keys)
    spread = level.spread(may_be_exact=True) if graded_by_steps else None
    lowest, highest = ladder.span
    if spread and spread.sd == 0:
        lowest = highest = level.whole_mean()
    first, last = level.whole("from", lowest), level.whole("to", highest)
    if not any(first <= complexity <= last for complexity in ladder.complexities):
        raise InputError(f"Grade {name!r} goes from level {first} to {last}, but no rule of the ladder has such a one.")
    steps = _Part(f"the steps of grade {name!r}", part.data["steps"], ("mean", "sd")) if graded_by_steps else None
    right = "a number between -1 and 1, both excluded"
    return Grade(
        name=name,
        japanese=part.text("japanese", name),
        full_ladder=ladder,
        threshold=threshold,
        level_from=first,
        level_to=last,
        level=spread,
        steps=None if steps is None else steps.spread(),
        correlation=part.number("correlation", right, lambda value: -1 < value < 1, 0.0),
    )


def _require_different_names(grades: tuple[Grade, ...]) -> None:
    seen: set[str] = set()
    for grade in grades:
        for word in grade.words:
            if word in seen:
                raise InputError(f"Two grades are called {word!r} (capitals do not count, and 'any' is always there).")
        seen |= grade.words
