"""What do the rows of a study of patterns say, cell by cell? How many ratings a puzzle takes, or that none was met."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import log10
from statistics import fmean
from typing import Any

from cpgen.formats.tabular import Row
from cpgen.generation.effort import Features, features_of
from cpgen.study.patterns.plan import Findings
from cpgen.symmetry.square import symmetry_of


@dataclass(frozen=True)
class Work:
    """What a cell took: log10 of the ratings a puzzle, or, when none was met, of those spent, which it lies above."""

    pattern: str
    grade: str
    features: Features
    log_ratings: float
    met: bool


def works(findings: Findings) -> list[Work]:
    """The work of every cell that was tried.

    All ratings over the puzzles met is the likeliest mean where the wait for a puzzle has no memory, starts that
    were given up included.
    """
    layout, patterns = findings.plan.layout, findings.plan.all_patterns
    features = {name: features_of(pattern, layout) for name, pattern in patterns.items()}
    tried = [(cell, rows) for cell in findings.plan.cells if _ratings(rows := findings.of(cell))]
    return [
        Work(cell.pattern, cell.grade.name, features[cell.pattern], _log_ratings(rows), _met(rows) > 0)
        for cell, rows in tried
    ]


def cell_rows(findings: Findings, told: Mapping[tuple[str, str], float]) -> Iterator[Row]:
    """The figures of every cell, one row each, with its ratings predicted (given as log10), where they are."""
    layout, patterns = findings.plan.layout, findings.plan.all_patterns
    features = {name: features_of(pattern, layout) for name, pattern in patterns.items()}
    for cell in findings.plan.cells:
        pattern = findings.plan.all_patterns[cell.pattern]
        expected = told.get((cell.pattern, cell.grade.name))
        yield {
            **cell.names,
            "fresh": cell.pattern in findings.plan.fresh,
            "pattern_line": pattern.line,
            "clues": len(pattern),
            "symmetry": symmetry_of(pattern.size, pattern.cells),
            **figures(findings.of(cell)),
            "predicted_ratings": None if expected is None else round(10**expected),
            **{f"feature_{name}": round(value, 4) for name, value in features[cell.pattern]._asdict().items()},
            "why_not": cell.why,
        }


def figures(rows: Sequence[Row]) -> dict[str, Any]:
    """Puzzles met, starts, ratings and processor seconds, together and a puzzle (None: not met), and the mean level."""
    met, ratings, seconds = _met(rows), _ratings(rows), sum(row["cpu_seconds"] for row in rows)
    made = [row for row in rows if row["puzzle"]]
    return {
        "met": met,
        "starts": len(rows),
        "ratings": ratings,
        "ratings_a_puzzle": round(ratings / met) if met else None,
        "cpu_seconds": round(seconds, 3),
        "cpu_seconds_a_puzzle": round(seconds / met, 4) if met else None,
        "level": round(fmean(row["level"] for row in made), 2) if made else None,
        "steps": round(fmean(row["steps"] for row in made), 2) if made else None,
    }


def _log_ratings(rows: Sequence[Row]) -> float:
    return log10(_ratings(rows) / max(_met(rows), 1))


def ratings_a_second(findings: Findings, grade: str) -> float:
    """How many ratings a second of the processor the cells of a grade had."""
    rows = [row for cell in findings.plan.cells if cell.grade.name == grade for row in findings.of(cell)]
    return _ratings(rows) / float(sum(row["cpu_seconds"] for row in rows))


def _met(rows: Sequence[Row]) -> int:
    return sum(row["puzzle"] is not None for row in rows)


def _ratings(rows: Sequence[Row]) -> int:
    return sum(row["ratings"] for row in rows)
