"""Fitting a grade to rated puzzles: means, standard deviations and correlation of level and steps."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import groupby
from math import sqrt

from cpgen.difficulty.grade import Grade, Normal
from cpgen.errors import InputError
from cpgen.messages import counted

Pair = tuple[int, int]
"""Level and steps of a puzzle"""

FEWEST = 5
"""Least number of puzzles that a grade is fitted to"""
LEAST_OWN = 0.1
"""Least share of the puzzles it is fitted to that a grade has to match; of a normal distribution it matches 0.3"""
WIDER = 0.85
"""Standard deviation from which on a grade matches the whole numbers nearest to its means, if they do not correlate"""
GAP_FACTOR = 1.5
"""Factor for standard deviations with which a grade matches puzzles of two levels although none is near the mean"""
HIGHEST_CORRELATION = 0.99
"""Correlation above which the distribution is too narrow to contain integers"""


def fitted(grade: Grade, pairs: Sequence[Pair]) -> Grade:
    """Return the grade with mean, deviation and correlation of its puzzles' level and steps.

    They are as in table 2 of Kamio (2022), which divides by n, not n − 1. If all puzzles have the same level, the grade
    accepts only that level and is graded by steps. If the grade would match less than a tenth of its own puzzles, its
    standard deviations are raised to at least 0.85 and, if that is not enough, multiplied by 1.5.

    Raises:
        InputError: There are fewer than five puzzles, or the wider grade matches too few of them as well.
    """
    if len(pairs) < FEWEST:
        raise InputError(
            f"Grade {grade.name!r} has {counted(len(pairs), 'puzzle')} that the ladder solves; "
            f"at least {FEWEST} are needed to fit a grade."
        )
    # Prefer the puzzles' own moments; widen the grade only if they match too few puzzles.
    for least_sd, factor in ((0.0, 1.0), (WIDER, 1.0), (WIDER, GAP_FACTOR)):
        wider = _with_moments(grade, pairs, least_sd, factor)
        if wider and _mean([wider.appropriateness(*pair) > wider.threshold for pair in pairs]) >= LEAST_OWN:
            return wider
    raise InputError(
        f"Grade {grade.name!r} cannot be fitted: its puzzles vary so much in level and steps that it would match "
        "hardly any of them; leave out those that do not belong to it."
    )


def _with_moments(grade: Grade, pairs: Sequence[Pair], least_sd: float, factor: float) -> Grade | None:
    """Return the grade with mean, deviation and correlation of its puzzles' level and steps.

    Returns None if the number of steps does not vary, or correlates too closely with the level.

    Args:
        grade: The grade, whose name and threshold are kept.
        pairs: Level and steps of each puzzle.
        least_sd: Smallest standard deviation; smaller ones are raised to it.
        factor: Number by which the standard deviations are multiplied afterwards.
    """
    levels, steps = zip(*pairs, strict=True)
    of_level, of_steps = _normal(levels), _normal(steps)
    sds = max(of_level.sd, least_sd) if of_level.sd else 0.0, max(of_steps.sd, least_sd)
    covariance = _mean([(level - of_level.mean) * (step - of_steps.mean) for level, step in pairs])
    correlation = covariance / (sds[0] * sds[1]) if all(sds) else 0.0
    if not sds[1] or abs(correlation) > HIGHEST_CORRELATION:
        return None
    first, last = (int(of_level.mean), int(of_level.mean)) if not of_level.sd else grade.full_ladder.span
    return replace(
        grade,
        level_from=first,
        level_to=last,
        level=Normal(of_level.mean, factor * sds[0]),
        steps=Normal(of_steps.mean, factor * sds[1]),
        correlation=correlation,
        problems=len(pairs),
    )


def _normal(values: Sequence[float]) -> Normal:
    mean = _mean(values)
    return Normal(mean, sqrt(_mean([(value - mean) ** 2 for value in values])))


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values)


def split(pairs: Sequence[Pair], shares: Sequence[float]) -> list[list[Pair]]:
    """Sort puzzles, given as (level, steps), and cut the list into parts; the `shares` of the parts add up to 1.

    Puzzles with equal level and steps stay together, in the part that contains the middle one of them.
    """
    ends = [sum(shares[: k + 1]) * len(pairs) for k in range(len(shares) - 1)]
    parts: list[list[Pair]] = [[] for _ in shares]
    before = 0
    for _, group in groupby(sorted(pairs)):
        equal = list(group)
        middle = before + len(equal) / 2
        parts[sum(middle > end for end in ends)] += equal
        before += len(equal)
    return parts
