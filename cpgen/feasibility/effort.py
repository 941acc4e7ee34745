"""Predicted effort: the ratings that a grade will take on a pattern, from its features, as a study fitted them."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from math import log2, sqrt
from typing import Any, NamedTuple

from cpgen import resources
from cpgen.difficulty import model_for
from cpgen.errors import Message
from cpgen.feasibility.infeasible import moved_by_a_symmetry
from cpgen.layout import COLUMN, REGION, ROW, House, Layout
from cpgen.pattern import Pattern
from cpgen.requests.puzzle_request import PHASES, Request
from cpgen.symmetry.square import orbits, symmetry_of

HARD = 10.0
"""How many times the typical work is hard"""
OTHER_CLUES = (2, -2, 4, -4, 6, -6, 8, -8)


class Features(NamedTuple):
    """The figures of a pattern on a layout, the same whichever way the board is turned or mirrored."""

    clues: float
    """The share of the cells that hold clues"""
    twin_gaps: float
    """How far lines that could change places are open together: the mean cube of the share of places open in both"""
    crowding: float
    """The share of the pairs of clues that see each other"""
    line_spread: float
    """Standard deviation of the clues a row or column"""
    region_spread: float
    """Standard deviation of the clues a region"""
    empty_lines: int
    """Rows and columns without a clue"""
    empty_regions: int
    """Regions without a clue"""
    symmetry: float
    """How often the moves of the square that keep the pattern double: 0 for none, 3 for all eight"""


def features_of(pattern: Pattern, layout: Layout) -> Features:
    """The features of a pattern on a layout of its size."""
    given = set(pattern.cells)
    lines = [_held(house, given) for house in layout.houses if house.kind in (ROW, COLUMN)]
    regions = [_held(house, given) for house in layout.houses if house.kind == REGION]
    sights = sum(len(given.intersection(layout.peers[cell])) for cell in given)
    pairs = len(given) * (len(given) - 1)
    return Features(
        clues=len(given) / layout.cell_count,
        twin_gaps=_twin_gaps(layout, given),
        crowding=sights / pairs if pairs else 0.0,
        line_spread=_spread(lines),
        region_spread=_spread(regions) if regions else 0.0,
        empty_lines=lines.count(0),
        empty_regions=regions.count(0),
        symmetry=log2(max(map(len, orbits(pattern.size, symmetry_of(pattern.size, pattern.cells))))),
    )


def _held(house: House, given: set[int]) -> int:
    """How many clues a house holds."""
    return len(given.intersection(house.cells))


def _spread(counts: Sequence[int]) -> float:
    """The standard deviation of some counts."""
    mean = sum(counts) / len(counts)
    return sqrt(sum((count - mean) ** 2 for count in counts) / len(counts))


def _twin_gaps(layout: Layout, given: set[int]) -> float:
    shares = [_open_in_both(one.cells, other.cells, given) for one, other in layout.twin_lines]
    return sum(share**3 for share in shares) / len(shares) if shares else 0.0


def _open_in_both(one: Sequence[int], other: Sequence[int], given: set[int]) -> float:
    """The share of the places of two lines where neither holds a clue."""
    return sum(not given.intersection(cells) for cells in zip(one, other, strict=True)) / len(one)


@dataclass(frozen=True)
class GradeFit:
    """The logarithm (to base 10) of the ratings a puzzle: a base, a weight a feature, a bend by the share of clues.

    Features are in standard deviations from their means, and the bend is the weight of the squared share of clues.
    """

    base: float
    bend: float
    weights: Mapping[str, float]
    ratings_a_second: float


@dataclass(frozen=True)
class Fit:
    """What a study of patterns found for the grades of a model on a layout.

    `typical` is the ratings that a puzzle takes in the middle of all cells; nothing is known above `most`.
    """

    model: str
    layout: str
    typical: float
    most: float
    means: Mapping[str, float]
    sds: Mapping[str, float]
    grades: Mapping[str, GradeFit]

    def ratings(self, features: Features, grade: str) -> float:
        """The ratings that a matching puzzle is predicted to take; raises KeyError for a grade not in the fit."""
        fit, values = self.grades[grade], features._asdict()
        away = {name: (values[name] - mean) / self.sds[name] for name, mean in self.means.items()}
        exponent = fit.base + fit.bend * away["clues"] ** 2 + sum(w * away[name] for name, w in fit.weights.items())
        return float(min(10.0 ** min(exponent, 300.0), 1e12))


@dataclass(frozen=True)
class Effort:
    """How hard each grade will be to meet on one pattern."""

    fit: Fit
    features: Features
    cells: int

    @cached_property
    def ratings(self) -> Mapping[str, float]:
        """The ratings that a puzzle is predicted to take, by grade; above `fit.most` there may be no puzzle at all."""
        return {grade: self.fit.ratings(self.features, grade) for grade in self.fit.grades}

    @property
    def best(self) -> str:
        """The grade that suits the pattern best."""
        return min(self.ratings, key=self.ratings.__getitem__)

    def times(self, grade: str) -> float:
        """How many times the typical work it is."""
        return self.ratings[grade] / self.fit.typical

    def seconds(self, grade: str) -> float:
        """How long a puzzle takes on the machine of the study."""
        return self.ratings[grade] / self.fit.grades[grade].ratings_a_second

    def is_hard(self, grade: str) -> bool:
        """Whether it is ten times the typical work, or more."""
        return self.times(grade) >= HARD

    def is_beyond(self, grade: str) -> bool:
        """Whether it is more work than any cell of the study was given."""
        return self.ratings[grade] > self.fit.most

    def clues_to_change(self, grade: str) -> int:
        """The fewest clues more (or fewer, below 0) with which it is not hard, all else alike; 0 for none."""
        return next((more for more in OTHER_CLUES if not self._with(more).is_hard(grade)), 0)

    def hard_sentence(self, grade: str) -> Message:
        """Say how hard a hard grade is on the pattern, and what would be easier."""
        if self.is_beyond(grade):
            work = Message("work-most", times=f"{self.fit.most / self.fit.typical:.0f}")
        else:
            work = Message("work-times", times=f"{self.times(grade):.0f}", seconds=f"{self.seconds(grade):.1g}")
        return Message("hard", grade=grade, work=work, advice=self._advice(grade))

    def _advice(self, grade: str) -> Message:
        more = self.clues_to_change(grade)
        clues = Message("clues-more" if more > 0 else "clues-fewer", count=abs(more))
        if self.is_hard(self.best):
            return Message("others-hard-clues", clues=clues) if more else Message("others-hard")
        return Message("suits-clues", grade=self.best, clues=clues) if more else Message("suits", grade=self.best)

    def _with(self, more: int) -> Effort:
        return Effort(self.fit, self.features._replace(clues=self.features.clues + more / self.cells), self.cells)


def effort_on(pattern: Pattern, layout: Layout, model: str) -> Effort | None:
    """What is predicted for the grades of a shipped model; None where no fit applies.

    No fit knows fixed digits, patterns on which there can be no puzzle, or layouts other than its own.
    """
    fit = fit_for(model)
    if fit is None or fit.layout != layout.spec or any(pattern.fixed) or moved_by_a_symmetry(layout, pattern):
        return None
    return Effort(fit, features_of(pattern, layout), layout.cell_count)


def effort_for(request: Request) -> Effort | None:
    """How hard each grade will be on the pattern of a request; None unless it is of the kind that was studied."""
    model = model_for(request.layout)
    default = (request.generation, request.replacement) == PHASES["fast"]
    studied = default and request.target.only_a_grade and request.grade in model.grades
    if request.pattern is None or not studied:
        return None
    return effort_on(request.pattern, request.layout, model.name)


@lru_cache
def fit_for(model: str) -> Fit | None:
    """The shipped fit for the grades of a shipped model, None when there is none."""
    return read_fit(resources.text("effort", model)) if model in resources.names("effort") else None


def read_fit(text: str) -> Fit:
    """The fit that `written_fit` wrote in TOML."""
    data: dict[str, Any] = tomllib.loads(text)
    features = data.pop("features")
    return Fit(
        **{key: data[key] for key in ("model", "layout", "typical", "most")},
        means={name: feature["mean"] for name, feature in features.items()},
        sds={name: feature["sd"] for name, feature in features.items()},
        grades={grade.pop("name"): GradeFit(**grade) for grade in data["grade"]},
    )
