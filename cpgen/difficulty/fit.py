"""A grade fitted to puzzles: the means, standard deviations and correlation of their levels and steps."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import groupby
from math import sqrt

from cpgen.difficulty.grade import Grade, Normal
from cpgen.errors import InputError, counted

Pair = tuple[int, int]
"""The level and the steps of a puzzle"""

FEWEST = 5
"""Puzzles that a grade is fitted to, at least"""
LEAST_OWN = 0.1
"""The share of its own puzzles that a grade is to match; of a normal distribution it matches three tenths"""
WIDER = 0.85
"""The deviations with which a grade always matches the whole numbers nearest its means, if they do not correlate"""
STRAIGHT = 0.99
"""A correlation above which a grade is too narrow for whole numbers"""


def fitted(grade: Grade, pairs: Sequence[Pair]) -> Grade:
    """The grade with the moments of its puzzles (Kamio 2022, table 2, whose figures are deviations over n, not n − 1).

    Puzzles of one level alone are graded by steps, and no other level will do. A grade that would match less than a
    tenth of its own puzzles gets deviations of 0.85 or more. Raises InputError for fewer than five puzzles, and when
    that does not help either.
    """
    if len(pairs) < FEWEST:
        raise InputError(
            f"Grade {grade.name!r} has {counted(len(pairs), 'puzzle')} that the ladder solves; "
            f"it takes {FEWEST} or more to fit a grade."
        )
    one = _with_moments(grade, pairs, 0.0)
    if not one or _own(one, pairs) < LEAST_OWN:
        one = _with_moments(grade, pairs, WIDER)
    if not one or _own(one, pairs) < LEAST_OWN:
        raise InputError(
            f"Grade {grade.name!r} cannot be fitted: its puzzles lie so far apart in level and steps that hardly one "
            "of them would match it; leave out those that do not belong to it."
        )
    return one


def _with_moments(grade: Grade, pairs: Sequence[Pair], least_sd: float) -> Grade | None:
    """The grade with these moments, deviations raised to the least; None where these leave no distribution."""
    levels, steps = zip(*pairs, strict=True)
    along, across = _spread(levels), _spread(steps)
    sds = max(along.sd, least_sd) if along.sd else 0.0, max(across.sd, least_sd)
    together = _mean([(level - along.mean) * (step - across.mean) for level, step in pairs])
    correlation = together / (sds[0] * sds[1]) if all(sds) else 0.0
    if not sds[1] or abs(correlation) > STRAIGHT:
        return None
    first, last = (int(along.mean), int(along.mean)) if not along.sd else grade.full_ladder.span
    return replace(
        grade,
        level_from=first,
        level_to=last,
        level=Normal(along.mean, sds[0]),
        steps=Normal(across.mean, sds[1]),
        correlation=correlation,
        problems=len(pairs),
    )


def _spread(values: Sequence[float]) -> Normal:
    mean = _mean(values)
    return Normal(mean, sqrt(_mean([(value - mean) ** 2 for value in values])))


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values)


def _own(grade: Grade, pairs: Sequence[Pair]) -> float:
    """The share of the puzzles that match the grade."""
    return _mean([grade.appropriateness(*pair) > grade.threshold for pair in pairs])


def split(pairs: Sequence[Pair], shares: Sequence[float]) -> list[list[Pair]]:
    """The puzzles from the easiest to the hardest, by level and then by steps, cut into shares that add up to 1.

    Puzzles alike in both stay together, in the share in which the middle of them lies.
    """
    ends = [sum(shares[: k + 1]) * len(pairs) for k in range(len(shares) - 1)]
    parts: list[list[Pair]] = [[] for _ in shares]
    before = 0
    for alike in _alike(pairs):
        middle = before + len(alike) / 2
        parts[sum(middle > end for end in ends)] += alike
        before += len(alike)
    return parts


def _alike(pairs: Sequence[Pair]) -> Iterator[list[Pair]]:
    """The puzzles in order, those that are alike together."""
    return (list(group) for _, group in groupby(sorted(pairs)))
