"""The fit of a study of patterns: what explains the work of a cell, and how well that predicts other patterns."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from math import erfc, exp, inf, log10, pi, sqrt
from statistics import median

import numpy as np

from cpgen.feasibility.effort import HARD, Features, Fit, GradeFit
from cpgen.tabular import Row, markdown

FOLDS = 10
CLUES_ALONE = ("clues",)
FITTED = ("clues", "twin_gaps", "crowding", "line_spread", "region_spread")
"""The features that predict best together, as the patterns other than the fresh ones showed"""
LEAST_PATTERNS = 2 * len(FITTED)
STEPS = (1, 3, 10, 30, 100)
"""Times the typical work, where the table of trust begins a new row"""
RIDGE = 1.0
"""The price of a squared weight, in squared residuals"""
ROUNDS = 200
SETTLED = 1e-6
"""A change of the weights that is none"""
LEAST_SD = 1e-3
EXPLAINED = """\
Each predictor is a line through log10 of the ratings a puzzle, one a grade, by ridge regression that takes cells not
met as lying higher (Tobin 1958); the share of clues goes in with its square. *Held out* are predictions for patterns
that the line was not fitted to (a tenth of the patterns at a time), *fresh* for patterns that were not looked at when
the features were chosen. The error is the mean of |log10 predicted − log10 measured|: 0.3 is a factor of 2, 1 one of
10; a cell not met adds only what is predicted too low. *Hard* is {hard:g} times the typical work or more; a cell not
met counts with the ratings it was given."""
FEATURES = """\
*Clues* is the share of the cells that hold clues. *Twin gaps* looks at two rows (or columns) of one band, which could
change places in any grid: it is the mean cube of the share of places open in both. *Crowding* is the share of the pairs
of clues that see each other, *line spread* and *region spread* the standard deviations of the clues a row or column
and a region; *empty* lines and regions hold no clue; *symmetry* is how often the number of moves of the
square that keep the pattern doubles, 0 to 3."""

Key = tuple[str, str]
"""A pattern and a grade"""
Predictions = Mapping[Key, float]
"""log10 of the ratings a puzzle that a cell is predicted to take"""


@dataclass(frozen=True)
class Work:
    """What a cell took: log10 of the ratings a puzzle, or, when none was met, of those spent, which it lies above."""

    pattern: str
    grade: str
    features: Features
    log_ratings: float
    met: bool
    fresh: bool = False
    """Whether nothing is fitted to the pattern"""

    @property
    def key(self) -> Key:
        """The cell."""
        return self.pattern, self.grade


@dataclass(frozen=True)
class Works:
    """The works of all cells of a study, and what its fits are made for.

    `most` is the ratings that a cell might spend, `speeds` how many ratings a second of the processor a grade had.
    """

    model: str
    layout: str
    most: float
    speeds: Mapping[str, float]
    all: Sequence[Work]

    @cached_property
    def known(self) -> list[Work]:
        """The works that a fit may use."""
        return [work for work in self.all if not work.fresh]

    @cached_property
    def fresh(self) -> list[Work]:
        """The works that only check it."""
        return [work for work in self.all if work.fresh]

    @cached_property
    def fit(self) -> Fit:
        """The fit to all known works."""
        return self.fit_to(self.known)

    @cached_property
    def predictions(self) -> Predictions:
        """The prediction for every cell by a fit that did not know the cell's pattern."""
        return {**self.held_out(self.known), **predictions(self.fit, self.fresh)}

    def fit_to(self, works: Sequence[Work], names: Sequence[str] = FITTED) -> Fit:
        """The fit to some works, by these features; the share of clues and its square are always in it."""
        values = np.array([[getattr(work.features, name) for name in names] for work in works])
        means, sds = values.mean(0), values.std(0) + (values.std(0) == 0)
        away = (values - means) / sds
        grades = {}
        for grade in dict.fromkeys(work.grade for work in works):
            mine = [place for place, work in enumerate(works) if work.grade == grade]
            grades[grade] = _grade_fit([works[place] for place in mine], away[mine], names, self.speeds[grade])
        return Fit(
            model=self.model,
            layout=self.layout,
            typical=10 ** median(work.log_ratings for work in works),
            most=self.most,
            means=dict(zip(names, means.tolist(), strict=True)),
            sds=dict(zip(names, sds.tolist(), strict=True)),
            grades=grades,
        )

    def held_out(self, works: Sequence[Work], names: Sequence[str] = FITTED) -> Predictions:
        """The prediction for every cell by a fit to the others, a tenth of the patterns left out at a time."""
        patterns = list(dict.fromkeys(work.pattern for work in works))
        predicted: dict[Key, float] = {}
        for fold in range(min(FOLDS, len(patterns))):
            out = set(patterns[fold::FOLDS])
            fit = self.fit_to([work for work in works if work.pattern not in out], names)
            predicted |= predictions(fit, [work for work in works if work.pattern in out])
        return predicted


def _grade_fit(works: Sequence[Work], away: np.ndarray, names: Sequence[str], speed: float) -> GradeFit:
    columns = np.column_stack([away, away[:, names.index("clues")] ** 2])
    heights, censored = np.array([(work.log_ratings, not work.met) for work in works]).T
    base, *weights, bend = line_through(columns, heights, censored.astype(bool)).tolist()
    return GradeFit(base, bend, dict(zip(names, weights, strict=True)), speed)


def predictions(fit: Fit, works: Sequence[Work]) -> dict[Key, float]:
    """The predictions of a fit for some cells."""
    return {work.key: log10(fit.ratings(work.features, work.grade)) for work in works}


def line_through(columns: np.ndarray, heights: np.ndarray, censored: np.ndarray) -> np.ndarray:
    """[1 + k] The intercept and the weights of k columns for n heights, those that are censored being lower bounds.

    Errors are taken as normal, and what is censored as its expectation given that it lies higher, in turn with the
    weights, until they settle (Tobin 1958, by expectation and maximization; ridge on all but the intercept).
    """
    whole = np.column_stack([np.ones(len(heights)), columns])
    price = np.diag([0.0] + [RIDGE] * (whole.shape[1] - 1))
    solve = np.linalg.solve(whole.T @ whole + price, whole.T)
    weights: np.ndarray = solve @ heights
    expected, rest, sd = heights.copy(), np.zeros(len(heights)), 1.0
    for _ in range(ROUNDS):
        before, mean = weights, (whole @ weights)[censored]
        above = (heights[censored] - mean) / sd
        hazard = np.array([_hazard(value) for value in above])
        expected[censored] = mean + sd * hazard
        rest[censored] = sd**2 * (1 + hazard * (above - hazard))
        weights = solve @ expected
        sd = max(sqrt(np.mean((expected - whole @ weights) ** 2 + rest)), LEAST_SD)
        if np.abs(weights - before).max() < SETTLED:
            break
    return weights


def _hazard(value: float) -> float:
    """The density of the normal distribution at a value over its share above it."""
    if value > 8:  # where the share is lost in rounding
        return value + 1 / value
    return exp(-value * value / 2) / sqrt(2 * pi) / (erfc(value / sqrt(2)) / 2)


def fit_text(fit: Fit) -> str:
    """The fit in TOML, as `read_fit` reads it."""
    features = "".join(
        f"{name} = {{ mean = {mean:.5g}, sd = {fit.sds[name]:.5g} }}\n" for name, mean in fit.means.items()
    )
    return (
        "# Predicted effort: ratings a matching puzzle, from the features of a pattern (cpgen/feasibility/effort.py):\n"
        "# log10 = base + bend · clues² + the sum of weight · feature, in standard deviations from the mean.\n"
        "# Written by `cpgen study patterns --out FOLDER`.\n\n"
        f"model = {json.dumps(fit.model)}\nlayout = {json.dumps(fit.layout)}\n"
        f"typical = {fit.typical:.0f}\nmost = {fit.most:.0f}\n"
        f"\n[features]\n{features}{''.join(_grade_text(name, one) for name, one in fit.grades.items())}"
    )


def _grade_text(name: str, fit: GradeFit) -> str:
    weights = ", ".join(f"{feature} = {weight:.4f}" for feature, weight in fit.weights.items())
    return (
        f"\n[[grade]]\nname = {json.dumps(name)}\nbase = {fit.base:.4f}\nbend = {fit.bend:.4f}\n"
        f"weights = {{ {weights} }}\nratings_a_second = {fit.ratings_a_second:.0f}\n"
    )


@dataclass(frozen=True)
class Score:
    """How well predictions agree with what was measured."""

    cells: int
    rank_correlation: float | None
    error: float
    """Mean absolute error in log10; a cell that was not met adds only what lies below its bound"""
    hard: int
    """Cells that took ten times the typical work, or were not met"""
    hard_predicted: int
    false_alarms: int


def score(predicted: Predictions, measured: Sequence[Work], typical: float) -> Score:
    """The score of predictions against some works; `typical` is the ratings that a puzzle takes in the middle."""
    expected = np.array([predicted[work.key] for work in measured])
    heights = np.array([work.log_ratings for work in measured])
    met = np.array([work.met for work in measured])
    errors = np.where(met, np.abs(heights - expected), np.maximum(heights - expected, 0))
    hard, warned = (values >= log10(HARD * typical) for values in (heights, expected))
    return Score(
        cells=len(measured),
        rank_correlation=_rank_correlation(expected, heights),
        error=float(errors.mean()),
        hard=int(hard.sum()),
        hard_predicted=int((hard & warned).sum()),
        false_alarms=int((warned & ~hard).sum()),
    )


def _rank_correlation(one: np.ndarray, other: np.ndarray) -> float | None:
    """Spearman's, ties sharing their ranks; None where all are alike."""
    ranks = [_ranks(values) for values in (one, other)]
    return float(np.corrcoef(ranks)[0, 1]) if all(rank.std() for rank in ranks) else None


def _ranks(values: np.ndarray) -> np.ndarray:
    _, place, counts = np.unique(values, return_inverse=True, return_counts=True)
    return (np.cumsum(counts) - (counts - 1) / 2)[place]


def explanation(works: Works) -> Iterator[str]:
    """The part of the report about it."""
    yield "## What explains it"
    yield EXPLAINED.format(hard=HARD)
    yield FEATURES
    yield markdown(list(_scores(works)))
    fit = works.fit
    yield (
        f"The typical work is {fit.typical:.0f} ratings. How many times the work changes with a standard deviation "
        "more of a feature, the others alike (above 1: harder):"
    )
    yield markdown(list(_weights(fit)))
    yield "How far to trust it, each cell predicted without its pattern:"
    yield markdown(list(_trust(works)))


def _scores(works: Works) -> Iterator[Row]:
    """The predictors, from clue count alone on, by how they do on patterns they were not fitted to."""
    alone = [(*CLUES_ALONE, name) for name in Features._fields if name not in CLUES_ALONE]
    known, fresh, typical = works.known, works.fresh, works.fit.typical
    for names in (CLUES_ALONE, *alone, FITTED, Features._fields):
        title = "all features" if names == Features._fields else " + ".join(names).replace("_", " ")
        yield {
            "predictor": f"**{title}**" if names == FITTED else title,
            **_scored("held out", works.held_out(known, names), known, typical),
            **_scored("fresh", predictions(works.fit_to(known, names), fresh), fresh, typical),
        }
    for grade in dict.fromkeys(work.grade for work in known):
        mine, new = ([work for work in some if work.grade == grade] for some in (known, fresh))
        yield {
            "predictor": f"the fitted features, {grade} only",
            **_scored("held out", works.held_out(mine), mine, typical),
            **_scored("fresh", predictions(works.fit_to(mine), new), new, typical),
        }


def _scored(where: str, predicted: Predictions, measured: Sequence[Work], typical: float) -> Row:
    names = ("error", "rank correlation", "hard predicted", "false alarms")
    if not measured:
        return dict.fromkeys(f"{where}: {name}" for name in names)
    found = score(predicted, measured, typical)
    correlation = None if found.rank_correlation is None else round(found.rank_correlation, 2)
    alarms = f"{found.false_alarms} of {found.cells - found.hard}"
    values = (round(found.error, 2), correlation, f"{found.hard_predicted} of {found.hard}", alarms)
    return {f"{where}: {name}": value for name, value in zip(names, values, strict=True)}


def _weights(fit: Fit) -> Iterator[Row]:
    for name, mean in fit.means.items():
        grades = {grade: f"{10 ** one.weights[name]:.2f}" for grade, one in fit.grades.items()}
        yield {"feature": name.replace("_", " "), "mean": f"{mean:.3g}", "sd": f"{fit.sds[name]:.3g}", **grades}
    yield {
        "feature": "clues, one deviation off the mean either way",
        **dict.fromkeys(("mean", "sd")),
        **{grade: f"{10**one.bend:.2f}" for grade, one in fit.grades.items()},
    }


def _trust(works: Works) -> Iterator[Row]:
    """Of the cells predicted to take so many times the typical work, how many are hard and how many not met."""
    typical, predicted = works.fit.typical, works.predictions
    for low, high in pairwise((0, *STEPS, inf)):
        inside = [work for work in works.all if low <= 10 ** predicted[work.key] / typical < high]
        yield {
            "predicted, times the typical work": f"{low} to {high}" if high < inf else f"{low} or more",
            "cells": len(inside),
            "hard": sum(work.log_ratings >= log10(HARD * typical) for work in inside),
            "not met": sum(not work.met for work in inside),
        }


def in_short(works: Works) -> Iterator[str]:
    """The outcome in a few sentences; none without fresh patterns."""
    if not works.fresh:
        return
    known, typical = works.known, works.fit.typical
    sentences = (
        f"Of {len(works.all)} cells {sum(work.met for work in works.all)} were met; a puzzle takes {typical:.0f} "
        "ratings in the middle of those that the fit used.",
        _strongest(works.fit),
        _gaping(works.all),
        f"The work on {len({work.pattern for work in works.fresh})} patterns never looked at before is predicted "
        + "; ".join(_on_fresh(works, works.fit_to(known, names)) for names in (CLUES_ALONE, FITTED, Features._fields))
        + ".",
        _worst(works.predictions, works.all),
    )
    yield "## In short"
    yield "\n".join(f"- {sentence}" for sentence in sentences)


def _on_fresh(works: Works, fit: Fit) -> str:
    """How well a fit predicts the fresh patterns, in words."""
    found = score(predictions(fit, works.fresh), works.fresh, fit.typical)
    title = {CLUES_ALONE: "clue count alone", FITTED: "the fitted features"}.get(tuple(fit.means), "all features")
    return (
        f"to a factor of {10**found.error:.1f} by {title}, with {found.hard_predicted} of {found.hard} hard cells and "
        f"{found.false_alarms} false alarms"
    )


def _worst(predicted: Predictions, works: Sequence[Work]) -> str:
    """The cells on which the prediction is furthest off, too low."""
    missed = sorted(works, key=lambda work: predicted[work.key] - work.log_ratings)[:3]
    words = (
        f"`{work.pattern}` for {work.grade} (predicted {10 ** predicted[work.key]:.0f}, "
        f"{'took' if work.met else 'not met in'} {10**work.log_ratings:.0f})"
        for work in missed
    )
    return f"It is furthest off, too hopeful, on {', '.join(words)}."


def _gaping(works: Sequence[Work]) -> str:
    """How the cells of patterns with great twin gaps fare, against the others."""
    bound = float(np.quantile([work.features.twin_gaps for work in works], 0.8))
    sides = ([work for work in works if (work.features.twin_gaps >= bound) == wide] for wide in (True, False))
    wide, narrow = (f"{sum(not work.met for work in side)} of {len(side)}" for side in sides)
    return (
        f"Where lines that could change places are open together, all grades suffer: in the fifth of the cells with "
        f"the greatest twin gaps (above {bound:.3f}) {wide} are not met, in the others {narrow}."
    )


def _strongest(fit: Fit) -> str:
    """Which feature, by a standard deviation more or less, changes the work of each grade most."""
    strongest = []
    for grade, one in fit.grades.items():
        name = max(one.weights, key=lambda feature: abs(one.weights[feature]))
        strongest.append(f"{name.replace('_', ' ')} for {grade} (× {10 ** one.weights[name]:.2g})")
    return f"What changes the work most, by a standard deviation more and all else alike: {', '.join(strongest)}."
