"""How hard will it be to meet a grade on a pattern? A prediction from the pattern's traits, fitted by a study."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any

from cpgen import shipped
from cpgen.difficulty import model_for
from cpgen.generation.possible.moving import moved_by_a_symmetry
from cpgen.generation.request import FAST, Request
from cpgen.generation.traits import Traits, traits_of
from cpgen.layout import Layout
from cpgen.pattern import Pattern

HARD = 10.0
"""How many times the usual work is hard"""
OTHER_CLUES = (2, -2, 4, -4, 6, -6, 8, -8)


@dataclass(frozen=True)
class GradeFit:
    """The logarithm (to base 10) of the ratings a puzzle: a base, a weight a trait, a bend by the share of clues.

    Traits are in standard deviations from their means, and the bend is the weight of the squared share of clues.
    """

    base: float
    bend: float
    weights: Mapping[str, float]
    ratings_a_second: float


@dataclass(frozen=True)
class Fit:
    """What a study of patterns found for the grades of a model on a layout.

    `usual` is the ratings that a puzzle takes in the middle of all cells; nothing is known above `most`.
    """

    model: str
    layout: str
    usual: float
    most: float
    means: Mapping[str, float]
    sds: Mapping[str, float]
    grades: Mapping[str, GradeFit]

    def ratings(self, traits: Traits, grade: str) -> float:
        """The ratings that a matching puzzle is foretold to take; raises KeyError for a grade not in the fit."""
        fit, values = self.grades[grade], traits._asdict()
        away = {name: (values[name] - mean) / self.sds[name] for name, mean in self.means.items()}
        exponent = fit.base + fit.bend * away["clues"] ** 2 + sum(w * away[name] for name, w in fit.weights.items())
        return float(min(10.0 ** min(exponent, 300.0), 1e12))


@dataclass(frozen=True)
class Ease:
    """How hard each grade will be to meet on one pattern."""

    fit: Fit
    traits: Traits
    cells: int

    @cached_property
    def ratings(self) -> Mapping[str, float]:
        """The ratings that a puzzle is foretold to take, by grade; above `fit.most` there may be no puzzle at all."""
        return {grade: self.fit.ratings(self.traits, grade) for grade in self.fit.grades}

    @property
    def best(self) -> str:
        """The grade that suits the pattern best."""
        return min(self.ratings, key=self.ratings.__getitem__)

    def times(self, grade: str) -> float:
        """How many times the usual work it is."""
        return self.ratings[grade] / self.fit.usual

    def seconds(self, grade: str) -> float:
        """How long a puzzle takes on the machine of the study."""
        return self.ratings[grade] / self.fit.grades[grade].ratings_a_second

    def is_hard(self, grade: str) -> bool:
        """Whether it is ten times the usual work, or more."""
        return self.times(grade) >= HARD

    def is_beyond(self, grade: str) -> bool:
        """Whether it is more work than any cell of the study was given."""
        return self.ratings[grade] > self.fit.most

    def clues_to_change(self, grade: str) -> int:
        """The fewest clues more (or fewer, below 0), the other traits alike, with which it is not hard; 0 for none."""
        return next((more for more in OTHER_CLUES if not self._with(more).is_hard(grade)), 0)

    def hard_sentence(self, grade: str) -> str:
        """How hard a grade that is hard is on the pattern, and what would be easier."""
        work = f"about {self.times(grade):.0f} times the usual work, {self.seconds(grade):.1g} s a puzzle or far more"
        if self.is_beyond(grade):
            most = self.fit.most / self.fit.usual
            work = f"more than {most:.0f} times the usual work, if there is such a puzzle at all"
        return f"{grade} is hard to meet on this pattern: {work}; {self._advice(grade)}."

    def _advice(self, grade: str) -> str:
        more = self.clues_to_change(grade)
        clues = f"{abs(more)} clues {'more' if more > 0 else 'fewer'} would be easier" if more else ""
        if self.is_hard(self.best):
            return f"the other grades are hard, too{', but ' + clues if clues else ''}"
        return f"{self.best} suits it best{', and ' + clues if clues else ''}"

    def _with(self, more: int) -> Ease:
        return Ease(self.fit, self.traits._replace(clues=self.traits.clues + more / self.cells), self.cells)


def ease_of(pattern: Pattern, layout: Layout, model: str) -> Ease | None:
    """What is foretold for the grades of a shipped model; None where no fit applies.

    No fit knows fixed digits, patterns on which there can be no puzzle, or layouts other than its own.
    """
    fit = fit_for(model)
    if fit is None or fit.layout != layout.spec or any(pattern.fixed) or moved_by_a_symmetry(layout, pattern):
        return None
    return Ease(fit, traits_of(pattern, layout), layout.cell_count)


def ease_for(request: Request) -> Ease | None:
    """How hard each grade will be on the pattern of a request; None unless it is of the kind that was studied."""
    model, method = model_for(request.layout), request.method
    usual = (method.generation, method.replacement) == (FAST.generation, FAST.replacement)
    studied = usual and request.target.only_a_grade and request.grade in model.grades
    if not isinstance(request.pattern, Pattern) or not studied:
        return None
    return ease_of(request.pattern, request.layout, model.name)


@lru_cache
def fit_for(model: str) -> Fit | None:
    """The shipped fit for the grades of a shipped model, None when there is none."""
    return read_fit(shipped.text("ease", model)) if model in shipped.names("ease") else None


def read_fit(text: str) -> Fit:
    """The fit that `written_fit` wrote in TOML."""
    data: dict[str, Any] = tomllib.loads(text)
    traits = data.pop("traits")
    return Fit(
        **{key: data[key] for key in ("model", "layout", "usual", "most")},
        means={name: trait["mean"] for name, trait in traits.items()},
        sds={name: trait["sd"] for name, trait in traits.items()},
        grades={grade.pop("name"): GradeFit(**grade) for grade in data["grade"]},
    )
