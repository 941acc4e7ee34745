"""What explains the work of a pattern and a grade: predictors side by side, weights of features, how far to trust."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from math import inf, log10

import numpy as np

from cpgen.formats.tabular import Row, markdown
from cpgen.generation.effort import HARD, Features, Fit
from cpgen.study.patterns.figures import Work
from cpgen.study.patterns.fitting import (
    CLUES_ALONE,
    FITTED,
    Key,
    can_be_fitted,
    fitted,
    held_out,
    known_works,
    predicted,
    predicted_by,
    score,
)
from cpgen.study.patterns.plan import Findings

STEPS = (1, 3, 10, 30, 100)
"""Times the typical work, where the table of trust begins a new row"""
EXPLAINED = """\
Each predictor is a line through log10 of the ratings a puzzle, one a grade, by ridge regression that takes cells not
met as lying higher (Tobin 1958); the share of clues goes in with its square. *Held out* are predictions for patterns
that the line was not fitted to (a tenth of the patterns at a time), *fresh* for patterns that were not looked at when
the features were chosen. The error is the mean of |log10 predicted − log10 measured|: 0.3 is a factor of 2, 1 one of
10; a cell not met adds only what is predicted too low. *Hard* is {hard:g} times the typical work or more; a cell not
met counts with the ratings it was given."""
TRAITS = """\
*Clues* is the share of the cells that hold clues. *Twin gaps* looks at two rows (or columns) of one band, which could
change places in any grid: it is the mean cube of the share of places open in both. *Crowding* is the share of the pairs
of clues that see each other, *line spread* and *region spread* the standard deviations of the clues a row or column
and a region; *empty* lines and regions hold no clue; *symmetry* says how often the moves of the square that keep the
pattern double, 0 to 3."""


def explained(findings: Findings, given: Sequence[Work]) -> Iterator[str]:
    """The part of the report about it; empty where there are too few patterns."""
    if not can_be_fitted(findings):
        return
    known = known_works(findings, given)
    yield "## What explains it"
    yield EXPLAINED.format(hard=HARD)
    yield TRAITS
    yield markdown(list(_scores(findings, known, [work for work in given if work.pattern in findings.plan.fresh])))
    fit = fitted(findings, known)
    yield (
        f"The typical work is {fit.typical:.0f} ratings. How many times the work changes with a standard deviation "
        "more of a feature, the others alike (above 1: harder):"
    )
    yield markdown(list(_weights(fit)))
    yield "How far to trust it, each cell predicted without its pattern:"
    yield markdown(list(_trust(predicted(findings), given, fit.typical)))


def _scores(findings: Findings, known: Sequence[Work], fresh: Sequence[Work]) -> Iterator[Row]:
    """The predictors, from clue count alone on, by how they do on patterns they were not fitted to."""
    alone = [(*CLUES_ALONE, name) for name in Features._fields if name not in CLUES_ALONE]
    typical = fitted(findings, known).typical
    for names in (CLUES_ALONE, *alone, FITTED, Features._fields):
        title = "all features" if names == Features._fields else " + ".join(names).replace("_", " ")
        yield {
            "predictor": f"**{title}**" if names == FITTED else title,
            **_scored("held out", held_out(findings, known, names), known, typical),
            **_scored("fresh", predicted_by(fitted(findings, known, names), fresh), fresh, typical),
        }
    for grade in dict.fromkeys(work.grade for work in known):
        mine, new = ([work for work in some if work.grade == grade] for some in (known, fresh))
        yield {
            "predictor": f"the fitted features, {grade} only",
            **_scored("held out", held_out(findings, mine), mine, typical),
            **_scored("fresh", predicted_by(fitted(findings, mine), new), new, typical),
        }


def _scored(where: str, told: Mapping[Key, float], measured: Sequence[Work], typical: float) -> Row:
    names = ("error", "rank correlation", "hard predicted", "false alarms")
    if not measured:
        return dict.fromkeys(f"{where}: {name}" for name in names)
    found = score(told, measured, typical)
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


def _trust(told: Mapping[Key, float], given: Sequence[Work], typical: float) -> Iterator[Row]:
    """Of the cells predicted to take so many times the typical work, how many are hard and how many not met."""
    for low, high in pairwise((0, *STEPS, inf)):
        inside = [work for work in given if low <= 10 ** told[work.pattern, work.grade] / typical < high]
        yield {
            "predicted, times the typical work": f"{low} to {high}" if high < inf else f"{low} or more",
            "cells": len(inside),
            "hard": sum(work.log_ratings >= log10(HARD * typical) for work in inside),
            "not met": sum(not work.met for work in inside),
        }


def in_short(findings: Findings, given: Sequence[Work]) -> Iterator[str]:
    """The outcome in a few sentences; none where there are too few patterns, or no fresh ones."""
    if not can_be_fitted(findings) or not findings.plan.fresh:
        return
    known = known_works(findings, given)
    typical = fitted(findings, known).typical
    told = (
        f"Of {len(given)} cells {sum(work.met for work in given)} were met; a puzzle takes {typical:.0f} ratings in "
        "the middle of those that the fit looked at.",
        _strongest(fitted(findings, known)),
        _gaping(given),
        f"The work on {len(findings.plan.fresh)} patterns never looked at before is predicted "
        + "; ".join(_on_fresh(findings, known, given, names) for names in (CLUES_ALONE, FITTED, Features._fields))
        + ".",
        _worst(predicted(findings), given),
    )
    yield "## In short"
    yield "\n".join(f"- {sentence}" for sentence in told)


def _on_fresh(findings: Findings, known: Sequence[Work], given: Sequence[Work], names: Sequence[str]) -> str:
    """How well some features predict the fresh patterns, in words."""
    fresh = [work for work in given if work.pattern in findings.plan.fresh]
    fit = fitted(findings, known, names)
    found = score(predicted_by(fit, fresh), fresh, fit.typical)
    title = {CLUES_ALONE: "clue count alone", FITTED: "the fitted features"}.get(tuple(names), "all features")
    return (
        f"to a factor of {10**found.error:.1f} by {title}, with {found.hard_predicted} of {found.hard} hard cells and "
        f"{found.false_alarms} false alarms"
    )


def _worst(told: Mapping[Key, float], given: Sequence[Work]) -> str:
    """The cells on which the prediction is furthest off, too low."""
    missed = sorted(given, key=lambda work: told[work.pattern, work.grade] - work.log_ratings)[:3]
    words = (
        f"`{work.pattern}` for {work.grade} (predicted {10 ** told[work.pattern, work.grade]:.0f}, "
        f"{'took' if work.met else 'not met in'} {10**work.log_ratings:.0f})"
        for work in missed
    )
    return f"It is furthest off, too hopeful, on {', '.join(words)}."


def _gaping(given: Sequence[Work]) -> str:
    """How the cells of patterns with great twin gaps fare, against the others."""
    bound = float(np.quantile([work.features.twin_gaps for work in given], 0.8))
    sides = ([work for work in given if (work.features.twin_gaps >= bound) == wide] for wide in (True, False))
    wide, narrow = (f"{sum(not work.met for work in side)} of {len(side)}" for side in sides)
    return (
        f"Where lines that could change places are open together, all grades suffer: in the fifth of the cells with "
        f"the greatest twin gaps (above {bound:.3f}) {wide} are not met, in the others {narrow}."
    )


def _strongest(fit: Fit) -> str:
    """Which feature, by a standard deviation more or less, changes the work of each grade most."""
    told = []
    for grade, one in fit.grades.items():
        name = max(one.weights, key=lambda feature: abs(one.weights[feature]))
        told.append(f"{name.replace('_', ' ')} for {grade} (× {10 ** one.weights[name]:.2g})")
    return f"What changes the work most, by a standard deviation more and all else alike: {', '.join(told)}."
