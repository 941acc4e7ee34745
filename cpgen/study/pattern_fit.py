"""Fit of a study of patterns: explain the work of a cell (a pattern and a grade) by features of the pattern.

Model. Work is the number of ratings (solutions by the ladder) per puzzle. For each grade, its log10 is linear in
standardized features of the pattern, plus a square term for the share of clues (too few and too many clues are both
hard). Cells without a puzzle are censored: their work is only known to exceed what was spent. They are treated as in
Tobin's (1958) model for censored data, by expectation and maximization: replace each censored value by its expectation
given that it exceeds its bound, fit by ridge regression, and repeat until the weights settle.

Trust. A prediction is only scored on patterns that its fit has not seen: by ten-fold cross-validation over patterns
(*held out*), and on patterns that were drawn after the features had been chosen (*fresh*).
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from math import erfc, exp, inf, log10, pi, sqrt
from statistics import fmean, median

import numpy as np

from cpgen.feasibility.effort import HARD, Features, Fit, GradeFit
from cpgen.tabular import Row, markdown

FOLDS = 10
CLUES_ALONE = ("clues",)
FITTED = ("clues", "twin_gaps", "crowding", "line_spread", "region_spread")
"""Features that together predicted best, selected on the patterns that are not fresh"""
LEAST_PATTERNS = 2 * len(FITTED)
STEPS = (1, 3, 10, 30, 100)
"""Multiples of the typical work that delimit the ranges of predicted work in a table of the report"""
RIDGE = 1.0
"""Penalty per squared weight, in the unit of squared residuals; features are standardized, so one value serves all"""
ROUNDS = 200
"""Limit on the rounds of expectation and maximization; a few dozen suffice"""
SETTLED = 1e-6
"""Largest change of a weight at which the fit has converged"""
LEAST_SD = 1e-3
"""Lower bound of the standard deviation, in log10, so that an exact fit does not divide by zero"""
EXPLAINED = """\
The columns hold the mean of |log10 predicted − log10 measured|: *held out* for patterns that the fit has not seen (a
tenth at a time), *fresh* for patterns that were not seen when the features were chosen. A cell that was not met adds
only what is predicted too low. *Hard* is {hard:g} times the typical work or more."""

Key = tuple[str, str]
"""Pattern and grade, by name, which identify a cell"""
Predictions = Mapping[Key, float]
"""Predicted log10 of the ratings per puzzle, for each cell"""


@dataclass(frozen=True)
class Work:
    """Measured work of one pattern and grade: log10 of the ratings per puzzle, or of all ratings if none was made."""

    pattern: str
    grade: str
    features: Features
    log_ratings: float
    met: bool
    fresh: bool = False
    """True if the pattern is excluded from fitting"""

    @property
    def key(self) -> Key:
        """Names of pattern and grade, which identify the study cell."""
        return self.pattern, self.grade


@dataclass(frozen=True)
class Works:
    """Measured work of all study cells, and the fits to it.

    `model` and `layout` are names; `most` is the number of ratings that a study cell could spend. `speeds` gives the
    ratings per second of processor time for each grade.
    """

    model: str
    layout: str
    most: float
    speeds: Mapping[str, float]
    all: Sequence[Work]

    @cached_property
    def known(self) -> list[Work]:
        """Study cells on which a fit is based: all but those of fresh patterns."""
        return [work for work in self.all if not work.fresh]

    @cached_property
    def fresh(self) -> list[Work]:
        """Study cells of fresh patterns, whose work is predicted but not used by a fit."""
        return [work for work in self.all if work.fresh]

    @cached_property
    def fit(self) -> Fit:
        """Fit to all study cells whose patterns are not fresh."""
        return self.fit_to(self.known)

    @cached_property
    def predictions(self) -> Predictions:
        """Predicted work of every study cell, each by a fit that has not seen the cell's pattern."""
        return {**self.held_out(self.known), **predictions(self.fit, self.fresh)}

    def fit_to(self, works: Sequence[Work], names: Sequence[str] = FITTED) -> Fit:
        """Return the fit to some study cells by the features `names`, which must include `clues`."""
        values = np.array([[getattr(work.features, name) for name in names] for work in works])
        means, sds = values.mean(0), values.std(0) + (values.std(0) == 0)  # a constant feature becomes 0
        away = (values - means) / sds
        grades = {}
        for grade in dict.fromkeys(work.grade for work in works):
            mine = [place for place, work in enumerate(works) if work.grade == grade]
            columns = np.column_stack([away[mine], away[mine, names.index("clues")] ** 2])
            heights = np.array([works[place].log_ratings for place in mine])
            censored = np.array([not works[place].met for place in mine])
            base, *weights, bend = censored_regression(columns, heights, censored).tolist()
            grades[grade] = GradeFit(base, bend, dict(zip(names, weights, strict=True)), self.speeds[grade])
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
        """Return cross-validated predictions by the features `names`, leaving out a tenth of the patterns at a time."""
        patterns = list(dict.fromkeys(work.pattern for work in works))
        predicted: dict[Key, float] = {}
        for fold in range(min(FOLDS, len(patterns))):
            out = set(patterns[fold::FOLDS])
            fit = self.fit_to([work for work in works if work.pattern not in out], names)
            predicted |= predictions(fit, [work for work in works if work.pattern in out])
        return predicted


def predictions(fit: Fit, works: Sequence[Work]) -> dict[Key, float]:
    """Return the work that a fit predicts for these study cells (log10 of the ratings per puzzle)."""
    return {work.key: log10(fit.ratings(work.features, work.grade)) for work in works}


def censored_regression(columns: np.ndarray, heights: np.ndarray, censored: np.ndarray) -> np.ndarray:
    """Fit a linear model to partly censored values by ridge regression (Tobin 1958).

    Args:
        columns: [n, k] The predictors.
        heights: [n] The values; lower bounds where censored.
        censored: [n] True where a value is only a lower bound.

    Returns:
        [1 + k] The intercept, which is not penalized, and the weights.
    """
    whole = np.column_stack([np.ones(len(heights)), columns])
    penalty = np.diag([0.0] + [RIDGE] * (whole.shape[1] - 1))
    solve = np.linalg.solve(whole.T @ whole + penalty, whole.T)
    weights: np.ndarray = solve @ heights
    expected, variance, sd = heights.copy(), np.zeros(len(heights)), 1.0
    for _ in range(ROUNDS):
        # Expectation: mean and variance of a normal variable, given that it exceeds its bound.
        before, mean = weights, (whole @ weights)[censored]
        above = (heights[censored] - mean) / sd
        hazard = np.array([_hazard(value) for value in above])
        expected[censored] = mean + sd * hazard
        variance[censored] = sd**2 * (1 + hazard * (above - hazard))
        # Maximization: refit weights and standard deviation as if the expected values had been measured.
        weights = solve @ expected
        sd = max(sqrt(np.mean((expected - whole @ weights) ** 2 + variance)), LEAST_SD)
        if np.abs(weights - before).max() < SETTLED:
            break
    return weights


def _hazard(value: float) -> float:
    """Return the density of the standard normal distribution at a value, divided by the probability above it."""
    if value > 8:  # the probability underflows; use the asymptotic expansion
        return value + 1 / value
    return exp(-value * value / 2) / sqrt(2 * pi) / (erfc(value / sqrt(2)) / 2)


def fit_text(fit: Fit) -> str:
    """Return the fit as a TOML file, which `cpgen.feasibility.effort.read_fit` reads."""
    lines = [
        "# Predicted effort: ratings per matching puzzle from features of the pattern (cpgen/feasibility/effort.py):",
        "# log10 = base + bend · clues² + the sum of weight · feature, in standard deviations from the mean.",
        "# Written by `cpgen study patterns --out FOLDER`.\n",
        f"model = {json.dumps(fit.model)}",
        f"layout = {json.dumps(fit.layout)}",
        f"typical = {fit.typical:.0f}",
        f"most = {fit.most:.0f}\n",
        "[features]",
        *(f"{name} = {{ mean = {mean:.5g}, sd = {fit.sds[name]:.5g} }}" for name, mean in fit.means.items()),
    ]
    for name, one in fit.grades.items():
        weights = ", ".join(f"{feature} = {weight:.4f}" for feature, weight in one.weights.items())
        lines += [
            "\n[[grade]]",
            f"name = {json.dumps(name)}",
            f"base = {one.base:.4f}",
            f"bend = {one.bend:.4f}",
            f"weights = {{ {weights} }}",
            f"ratings_a_second = {one.ratings_a_second:.0f}",
        ]
    return "\n".join(lines) + "\n"


def mean_error(predicted: Predictions, measured: Sequence[Work]) -> float:
    """Return the mean absolute difference, in log10, between predicted and measured work of some study cells.

    The work of a study cell without a puzzle is only a lower bound, so predictions above it count as exact.
    """
    away = [work.log_ratings - predicted[work.key] for work in measured]
    return fmean(abs(one) if work.met else max(one, 0.0) for one, work in zip(away, measured, strict=True))


def explanation(works: Works) -> Iterator[str]:
    """Yield the report's section on the fit: its errors by feature, its weights, and its reliability."""
    yield "## What explains it"
    yield EXPLAINED.format(hard=HARD)
    yield markdown(list(_scores(works)))
    fit = works.fit
    yield (
        f"The typical work is {fit.typical:.0f} ratings. Factor by which the work changes when a feature is one "
        "standard deviation greater and the others are equal (above 1: harder):"
    )
    yield markdown(list(_weights(fit)))
    yield "Reliability of the predictions, each cell predicted without its pattern:"
    yield markdown(list(_trust(works)))


def _scores(works: Works) -> Iterator[Row]:
    """Yield a table row with the prediction error of each set of features, from the clue count alone to all."""
    others = [name for name in Features._fields if name not in CLUES_ALONE]
    for names in (CLUES_ALONE, *((*CLUES_ALONE, name) for name in others), FITTED, Features._fields):
        title = "all features" if names == Features._fields else " + ".join(names).replace("_", " ")
        fresh = predictions(works.fit_to(works.known, names), works.fresh)
        yield {
            "predictor": f"**{title}**" if names == FITTED else title,
            "held out": f"{mean_error(works.held_out(works.known, names), works.known):.2f}",
            "fresh": f"{mean_error(fresh, works.fresh):.2f}" if works.fresh else None,
        }


def _weights(fit: Fit) -> Iterator[Row]:
    for name, mean in fit.means.items():
        grades = {grade: f"{10 ** one.weights[name]:.2f}" for grade, one in fit.grades.items()}
        yield {"feature": name.replace("_", " "), "mean": f"{mean:.3g}", "sd": f"{fit.sds[name]:.3g}", **grades}
    bends = {grade: f"{10**one.bend:.2f}" for grade, one in fit.grades.items()}
    yield {"feature": "clues, one deviation off the mean either way", "mean": None, "sd": None, **bends}


def _trust(works: Works) -> Iterator[Row]:
    """Yield a table row for each range of predicted work: its number of study cells, and of those that were hard.

    Hard are those of at least `HARD` times the typical work. A third number counts those without a puzzle.
    """
    typical, predicted = works.fit.typical, works.predictions
    for low, high in pairwise((0, *STEPS, inf)):
        inside = [work for work in works.all if low <= 10 ** predicted[work.key] / typical < high]
        yield {
            "predicted, times the typical work": f"{low} to {high}" if high < inf else f"{low} or more",
            "cells": len(inside),
            "hard": sum(work.log_ratings >= log10(HARD * typical) for work in inside),
            "not met": sum(not work.met for work in inside),
        }
