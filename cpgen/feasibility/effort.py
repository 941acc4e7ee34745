"""Predicted effort: the number of ratings that it takes to generate a puzzle of a grade on a pattern.

`cpgen study patterns` measures the ratings per puzzle on many patterns and fits a log-linear model to eight features of
a pattern. This module computes the features of a pattern and applies the fit that is shipped for a grade model.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from math import log2, sqrt
from typing import Any, NamedTuple

from cpgen import resources
from cpgen.constraints.house import COLUMN, REGION, ROW, House
from cpgen.difficulty import model_for
from cpgen.feasibility.infeasible import moved_by_a_symmetry
from cpgen.layout import Layout
from cpgen.messages import Message
from cpgen.pattern import Pattern
from cpgen.requests.generation_request import Request
from cpgen.symmetry.square import orbits, symmetry_of

HARD = 10.0
"""Multiple of the typical number of ratings from which a grade counts as hard on a pattern"""
OTHER_CLUES = (2, -2, 4, -4, 6, -6, 8, -8)
"""Changes of the number of clues that `clues_to_change` tries, smallest first"""


class Features(NamedTuple):
    """Features of a pattern on a layout that predict effort; rotations and reflections do not change them."""

    clues: float
    """Share of the cells that hold clues, from 0 to 1"""
    twin_gaps: float
    """Mean cube of the share of positions that are open in both of two lines, over all interchangeable lines"""
    crowding: float
    """Share of the pairs of clues that see each other, from 0 to 1"""
    line_spread: float
    """Standard deviation of the number of clues per row and column"""
    region_spread: float
    """Standard deviation of the number of clues per region"""
    empty_lines: int
    """Number of rows and columns without a clue"""
    empty_regions: int
    """Number of regions without a clue"""
    symmetry: float
    """Base-2 logarithm of the number of symmetries of the square that preserve the pattern: 0 (one) to 3 (all eight)"""


def features_of(pattern: Pattern, layout: Layout) -> Features:
    """Return the features of a pattern on a layout of its size."""
    given = set(pattern.cells)
    lines = [_held(house, given) for house in layout.houses if house.kind in (ROW, COLUMN)]
    regions = [_held(house, given) for house in layout.houses if house.kind == REGION]
    # Each pair of clues that see each other is counted twice, and so is each pair of clues.
    sights = sum(len(given.intersection(layout.peers[cell])) for cell in given)
    pairs = len(given) * (len(given) - 1)
    gaps = [_open_in_both(one.cells, other.cells, given) for one, other in layout.twin_lines]
    return Features(
        clues=len(given) / layout.cell_count,
        twin_gaps=sum(share**3 for share in gaps) / len(gaps) if gaps else 0.0,
        crowding=sights / pairs if pairs else 0.0,
        line_spread=_spread(lines),
        region_spread=_spread(regions) if regions else 0.0,
        empty_lines=lines.count(0),
        empty_regions=regions.count(0),
        symmetry=log2(max(map(len, orbits(pattern.size, symmetry_of(pattern.size, pattern.cells))))),
    )


def _held(house: House, given: set[int]) -> int:
    return len(given.intersection(house.cells))


def _spread(counts: Sequence[int]) -> float:
    """Return the standard deviation of these counts."""
    mean = sum(counts) / len(counts)
    return sqrt(sum((count - mean) ** 2 for count in counts) / len(counts))


def _open_in_both(one: Sequence[int], other: Sequence[int], given: set[int]) -> float:
    """Return the share (0 to 1) of positions at which neither of two lines (lists of cells) has a cell in `given`."""
    return sum(not given.intersection(cells) for cells in zip(one, other, strict=True)) / len(one)


@dataclass(frozen=True)
class GradeFit:
    """Coefficients of one grade in log10(ratings per puzzle) = base + Σ weight · z + bend · z(clues)².

    z is a feature in standard deviations from its mean. `weights` are by feature, and `ratings_a_second` is the speed
    on the machine of the study.
    """

    base: float
    bend: float
    weights: Mapping[str, float]
    ratings_a_second: float


@dataclass(frozen=True)
class Fit:
    """Fitted effort (ratings per puzzle) for the grades of one model on one layout.

    `means` and `sds` are the mean and standard deviation of each feature, and `grades` has a GradeFit by grade.
    """

    model: str
    layout: str
    typical: float
    """Median number of ratings per puzzle over all combinations of pattern and grade in the study"""
    most: float
    """Largest number of ratings per puzzle in the study; predictions above it are extrapolated"""
    means: Mapping[str, float]
    sds: Mapping[str, float]
    grades: Mapping[str, GradeFit]

    def ratings(self, features: Features, grade: str) -> float:
        """Return the predicted number of ratings for a puzzle of a grade on a pattern with these features.

        Raises KeyError for a grade outside the fit.
        """
        fit, values = self.grades[grade], features._asdict()
        # Standardise each feature; only the share of clues has a quadratic term, since both extremes are hard.
        away = {name: (values[name] - mean) / self.sds[name] for name, mean in self.means.items()}
        # The cap keeps extrapolated powers finite.
        exponent = fit.base + fit.bend * away["clues"] ** 2 + sum(w * away[name] for name, w in fit.weights.items())
        return float(min(10.0 ** min(exponent, 300.0), 1e12))


@dataclass(frozen=True)
class Effort:
    """Predicted effort (ratings per puzzle) of each grade on a pattern, on a board of `cells` cells."""

    fit: Fit
    features: Features
    cells: int

    def __repr__(self) -> str:
        ratings = ", ".join(f"{grade} {count:.3g}" for grade, count in self.ratings.items())
        return f"<Effort in ratings per puzzle: {ratings}>"

    @cached_property
    def ratings(self) -> Mapping[str, float]:
        """Predicted number of ratings per puzzle, by grade; above `fit.most` there may be no puzzle at all."""
        return {grade: self.fit.ratings(self.features, grade) for grade in self.fit.grades}

    @property
    def best(self) -> str:
        """Name of the grade with the least predicted effort."""
        return min(self.ratings, key=self.ratings.__getitem__)

    def times(self, grade: str) -> float:
        """Return the predicted effort for a grade as a multiple of the typical effort."""
        return self.ratings[grade] / self.fit.typical

    def seconds(self, grade: str) -> float:
        """Return the predicted seconds per puzzle of a grade on the machine of the study."""
        return self.ratings[grade] / self.fit.grades[grade].ratings_a_second

    def is_hard(self, grade: str) -> bool:
        """Return True if a grade takes at least HARD times the typical effort."""
        return self.times(grade) >= HARD

    def is_beyond(self, grade: str) -> bool:
        """Return True if the prediction for a grade exceeds every measurement of the study."""
        return self.ratings[grade] > self.fit.most

    def clues_to_change(self, grade: str) -> int:
        """Return the smallest change of the clue count after which a grade is not hard; 0 if none helps."""
        return next((more for more in OTHER_CLUES if not self._with(more).is_hard(grade)), 0)

    def hard_sentence(self, grade: str) -> Message:
        """Return a sentence that says how hard a grade is on the pattern and what would be easier."""
        if self.is_beyond(grade):
            work = Message("work-most", times=f"{self.fit.most / self.fit.typical:.0f}")
        else:
            work = Message("work-times", times=f"{self.times(grade):.0f}", seconds=f"{self.seconds(grade):.1g}")
        return Message("hard", grade=grade, work=work, advice=self._advice(grade))

    def _advice(self, grade: str) -> Message:
        # Suggest another number of clues, another grade, or both, whichever helps.
        more = self.clues_to_change(grade)
        clues = Message("clues-more" if more > 0 else "clues-fewer", count=abs(more))
        if self.is_hard(self.best):
            return Message("others-hard-clues", clues=clues) if more else Message("others-hard")
        return Message("suits-clues", grade=self.best, clues=clues) if more else Message("suits", grade=self.best)

    def _with(self, more: int) -> Effort:
        return Effort(self.fit, self.features._replace(clues=self.features.clues + more / self.cells), self.cells)


def effort_on(pattern: Pattern, layout: Layout, model: str) -> Effort | None:
    """Return the predicted effort for the grades of a shipped model, or None if no fit applies.

    A fit applies only to its own layout, and to patterns without fixed digits; none applies if a symmetry proves a
    pattern impossible.
    """
    fit = fit_for(model)
    if fit is None or fit.layout != layout.spec or any(pattern.fixed) or moved_by_a_symmetry(layout, pattern):
        return None
    return Effort(fit, features_of(pattern, layout), layout.cell_count)


def effort_for(request: Request) -> Effort | None:
    """Return the predicted effort for the pattern of a request, or None if no fit applies to it."""
    model = model_for(request.layout)
    studied = request.is_fast_method and request.target.only_a_grade and request.grade in model.grades
    if request.pattern is None or not studied:
        return None
    return effort_on(request.pattern, request.layout, model.name)


@lru_cache
def fit_for(model: str) -> Fit | None:
    """Return the shipped fit for a shipped grade model, or None if there is none; cached."""
    return read_fit(resources.text("effort", model)) if model in resources.names("effort") else None


def read_fit(text: str) -> Fit:
    """Parse a fit in TOML, as written by `cpgen.study.pattern_fit.fit_text`."""
    data: dict[str, Any] = tomllib.loads(text)
    features = data.pop("features")
    return Fit(
        **{key: data[key] for key in ("model", "layout", "typical", "most")},
        means={name: feature["mean"] for name, feature in features.items()},
        sds={name: feature["sd"] for name, feature in features.items()},
        grades={grade.pop("name"): GradeFit(**grade) for grade in data["grade"]},
    )
