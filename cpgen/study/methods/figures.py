"""What do the rows of a study of methods say, cell by cell, and how do level and steps compare with the model?"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from math import erf, log, sqrt
from typing import Any

import numpy as np

from cpgen.difficulty import Grade
from cpgen.formats.tabular import Row
from cpgen.study.cells import Cell, titled
from cpgen.study.intervals import bootstrap, wilson
from cpgen.study.methods.plan import Findings

SURE, TYPICAL = 0.9, 0.7


def cell_rows(findings: Findings) -> list[Row]:
    """The figures of every cell, one row each; of a cell without rows, why, and nothing else."""
    return [
        {**cell.names, **figures(findings.of(cell)), "why_not": why_not(findings, cell)} for cell in findings.plan.cells
    ]


def figures(rows: Sequence[Row]) -> dict[str, Any]:
    """Match rate in percent, seconds a puzzle, both with their 95 % intervals, and the means of what it took.

    `seconds_a_match` is all time divided by the puzzles that match, None when none do. Level and steps are means
    over the puzzles that the ladder solves.
    """
    if not rows:
        return dict.fromkeys(FIGURES)
    matched = sum(row["matches"] for row in rows)
    seconds = np.array([row["seconds"] for row in rows])
    low, high = wilson(matched, len(rows))
    quick, slow = bootstrap(np.ndarray.mean, seconds)
    values = (
        *(len(rows), matched, 100 * matched / len(rows), 100 * low, 100 * high),
        *(seconds.mean(), quick, slow, np.median(seconds), np.percentile(seconds, 95)),
        *((seconds.sum() / matched, matched / seconds.sum()) if matched else (None, 0.0)),
        *(_mean(rows, name) for name in ("attempts", "ratings", "oracle_calls", "level", "steps", "cpu_seconds")),
        sum(row["puzzle"] is None for row in rows),
    )
    return _named(FIGURES, values)


FIGURES = (
    *("puzzles", "matched", "match_percent", "match_percent_from", "match_percent_to"),
    *("seconds", "seconds_from", "seconds_to", "seconds_median", "seconds_95th"),
    *("seconds_a_match", "matches_a_second"),
    *("attempts", "ratings", "oracle_calls", "level", "steps", "cpu_seconds"),
    "out_of_time",
)


def percent_text(row: Row) -> str | None:
    """The match rate among some figures with its interval, in percent."""
    if not row["puzzles"]:
        return None
    return f"{row['match_percent']:.0f} ({row['match_percent_from']:.0f}–{row['match_percent_to']:.0f})"


def seconds_text(row: Row) -> str | None:
    """The mean seconds a puzzle among some figures with their interval."""
    if not row["puzzles"]:
        return None
    return f"{row['seconds']:.3g} ({row['seconds_from']:.3g}–{row['seconds_to']:.3g})"


def why_not(findings: Findings, cell: Cell) -> str:
    """Why no puzzle of a cell matches, empty when one does or none was tried."""
    rows = findings.of(cell)
    if cell.why or not rows or any(row["matches"] for row in rows):
        return cell.why
    late = sum(row["puzzle"] is None for row in rows)
    parts = [
        (late, f"reached the limit of {findings.plan.limit:g} s"),
        (len(rows) - late, "made a puzzle off the grade"),
    ]
    return f"No start of {len(rows)} matched: {', '.join(f'{number} {what}' for number, what in parts if number)}."


def times_faster(slow: Sequence[Row], fast: Sequence[Row]) -> tuple[float, float, float] | None:
    """How many times less time a matching puzzle takes, with the 95 % interval; None when one side has no match."""
    one, other = (np.array([(row["seconds"], row["matches"]) for row in rows]) for rows in (slow, fast))
    if not (len(one) and len(other) and one[:, 1].any() and other[:, 1].any()):
        return None
    return _times(one, other), *bootstrap(_times, one, other)


def _times(slow: np.ndarray, fast: np.ndarray) -> float:
    with np.errstate(divide="ignore", invalid="ignore"):
        (seconds, matches), (our_seconds, our_matches) = slow.sum(0), fast.sum(0)
        return float(seconds / matches * (our_matches / our_seconds))


def spread_rows(findings: Findings) -> Iterator[Row]:
    """Of each grade, how level and steps are spread in the model, and in the different puzzles of each method."""
    for grade in dict.fromkeys(cell.grade for cell in findings.plan.cells):
        if grade.steps is not None:
            yield _model_row(grade)
        for method in dict.fromkeys(titled(method) for method in findings.plan.methods):
            rows = solved_puzzles(findings, grade, method)
            if rows:
                yield {"grade": grade.name, "of": method, **_spread(rows)}


def solved_puzzles(findings: Findings, grade: Grade, method: str) -> list[Row]:
    """The different puzzles that a method, whatever the oracle, made for a grade and that the ladder solves."""
    cells = (cell for cell in findings.plan.cells if cell.grade == grade and titled(cell.method) == method)
    return list({row["puzzle"]: row for cell in cells for row in findings.of(cell) if row["solved"]}.values())


def _model_row(grade: Grade) -> Row:
    assert grade.level is not None
    assert grade.steps is not None
    exact = grade.level.sd == 0
    values = (
        *(None, ", ".join(map(str, grade.levels))),
        *(grade.level.mean, grade.level.sd, grade.steps.mean, grade.steps.sd),
        None if exact else grade.correlation,
        *(100 * share_above(value, 1 if exact else 2) for value in (TYPICAL, SURE)),
    )
    return {"grade": grade.name, "of": "model", **_named(SPREAD, values)}


SPREAD = (
    *("puzzles", "levels", "level_mean", "level_sd", "steps_mean", "steps_sd", "correlation"),
    *("percent_above_0_7", "percent_above_0_9"),
)


def _spread(rows: Sequence[Row]) -> dict[str, Any]:
    levels, steps, typical = (np.array([row[name] for row in rows]) for name in ("level", "steps", "appropriateness"))
    many = len(rows) > 1
    values = (
        *(len(rows), ", ".join(f"{level} ({number})" for level, number in sorted(Counter(levels.tolist()).items()))),
        *(levels.mean(), levels.std(ddof=1) if many else None, steps.mean(), steps.std(ddof=1) if many else None),
        np.corrcoef(levels, steps)[0, 1] if many and levels.std() and steps.std() else None,
        *(100 * np.mean(typical > value) for value in (TYPICAL, SURE)),
    )
    return _named(SPREAD, values)


def share_above(appropriateness: float, dimensions: int) -> float:
    """The share of a normal distribution of 1 or 2 dimensions where the appropriateness is above a value.

    >>> round(share_above(0.7, 2), 3), round(share_above(0.7, 1), 3)
    (0.3, 0.602)
    """
    return 1 - appropriateness if dimensions == 2 else erf(sqrt(-log(appropriateness)))


def _mean(rows: Sequence[Row], name: str) -> float | None:
    told = [row[name] for row in rows if row[name] is not None and (row["solved"] or name not in ("level", "steps"))]
    return float(np.mean(told)) if told else None


def _named(names: Sequence[str], values: Sequence[Any]) -> dict[str, Any]:
    """The values by their names, numbers that are not whole to four significant digits."""
    numbers = (float(f"{value:.4g}") if isinstance(value, float) else value for value in values)
    return dict(zip(names, numbers, strict=True))
