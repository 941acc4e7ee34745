"""What explains the work that a pattern and a grade take, and how well is it predicted for patterns never seen?"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import log10
from statistics import median

import numpy as np

from cpgen.generation.effort import HARD, Fit, GradeFit
from cpgen.study.patterns.censored import line_through
from cpgen.study.patterns.figures import Work, ratings_a_second, works
from cpgen.study.patterns.plan import Findings

FOLDS = 10
CLUES_ALONE = ("clues",)
FITTED = ("clues", "twin_gaps", "crowding", "line_spread", "region_spread")
"""The features that predict best together, as the patterns other than the fresh ones showed"""
LEAST_PATTERNS = 2 * len(FITTED)

Key = tuple[str, str]


def predicted(findings: Findings) -> dict[Key, float]:
    """The predicted log10 ratings of every cell that was tried, each by a fit that did not know the cell's pattern.

    Empty where nothing can be fitted.
    """
    if not can_be_fitted(findings):
        return {}
    given = works(findings)
    known = known_works(findings, given)
    fresh = [work for work in given if work.pattern in findings.plan.fresh]
    return held_out(findings, known) | predicted_by(fitted(findings, known), fresh)


def known_works(findings: Findings, given: Sequence[Work]) -> list[Work]:
    """The works that a fit may look at: those of the patterns that are not fresh."""
    return [work for work in given if work.pattern in findings.plan.patterns]


def can_be_fitted(findings: Findings) -> bool:
    """Whether there are twice as many patterns as features, or more, and every cell was tried."""
    plan = findings.plan
    return len(plan.patterns) >= LEAST_PATTERNS and all(findings.of(cell) for cell in plan.cells if cell.request)


def fitted(findings: Findings, given: Sequence[Work], names: Sequence[str] = FITTED) -> Fit:
    """The fit to some works, by the features of these names, the share of clues and its square always among them."""
    values = np.array([[getattr(work.features, name) for name in names] for work in given])
    means, sds = values.mean(0), values.std(0) + (values.std(0) == 0)
    grades = dict.fromkeys(work.grade for work in given)
    return Fit(
        model=findings.plan.model.name,
        layout=findings.plan.layout.spec,
        typical=10 ** median(work.log_ratings for work in given),
        most=findings.plan.ratings,
        means=dict(zip(names, means.tolist(), strict=True)),
        sds=dict(zip(names, sds.tolist(), strict=True)),
        grades={
            grade: _grade_fit(
                [work for work in given if work.grade == grade],
                (values[[work.grade == grade for work in given]] - means) / sds,
                names,
                ratings_a_second(findings, grade),
            )
            for grade in grades
        },
    )


def _grade_fit(given: Sequence[Work], away: np.ndarray, names: Sequence[str], speed: float) -> GradeFit:
    columns = np.column_stack([away, away[:, names.index("clues")] ** 2])
    heights, censored = np.array([(work.log_ratings, not work.met) for work in given]).T
    base, *weights, bend = line_through(columns, heights, censored.astype(bool)).tolist()
    return GradeFit(base, bend, dict(zip(names, weights, strict=True)), speed)


def fit_text(fit: Fit) -> str:
    """The fit in TOML, as `read_fit` reads it."""
    features = "".join(
        f"{name} = {{ mean = {mean:.5g}, sd = {fit.sds[name]:.5g} }}\n" for name, mean in fit.means.items()
    )
    return (
        "# Predicted effort: ratings a matching puzzle, from the features of a pattern (cpgen/generation/effort.py):\n"
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


def predicted_by(fit: Fit, asked: Sequence[Work]) -> dict[Key, float]:
    """The predicted log10 ratings of some cells."""
    return {(work.pattern, work.grade): log10(fit.ratings(work.features, work.grade)) for work in asked}


def held_out(findings: Findings, given: Sequence[Work], names: Sequence[str] = FITTED) -> dict[Key, float]:
    """The predictions for every cell by a fit to the others, a tenth of the patterns left out at a time."""
    patterns = list(dict.fromkeys(work.pattern for work in given))
    told: dict[Key, float] = {}
    for fold in range(min(FOLDS, len(patterns))):
        out = set(patterns[fold::FOLDS])
        fit = fitted(findings, [work for work in given if work.pattern not in out], names)
        told |= predicted_by(fit, [work for work in given if work.pattern in out])
    return told


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


def score(told: Mapping[Key, float], measured: Sequence[Work], typical: float) -> Score:
    """The score of predictions against some works; `typical` is the ratings that a puzzle takes in the middle."""
    expected = np.array([told[work.pattern, work.grade] for work in measured])
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
