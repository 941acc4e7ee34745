"""What do the rows of a study of patterns say, cell by cell? How many ratings a puzzle takes, or that none was met."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import log10
from statistics import fmean
from typing import Any

from cpgen.generation.traits import Traits, traits_of
from cpgen.study.patterns.cells import Study
from cpgen.tables import Row


@dataclass(frozen=True)
class Work:
    """What a cell took: log10 of the ratings a puzzle, or, when none was met, of those spent, which it lies above."""

    pattern: str
    grade: str
    traits: Traits
    log_ratings: float
    met: bool


def works(study: Study) -> list[Work]:
    """The work of every cell that was tried.

    All ratings over the puzzles met is the likeliest mean where the wait for a puzzle has no memory, starts that
    were given up included.
    """
    traits = {name: traits_of(pattern, study.plan.layout) for name, pattern in study.plan.all_patterns.items()}
    return [
        Work(*cell.key, traits[cell.pattern], log10(_ratings(rows) / max(_met(rows), 1)), _met(rows) > 0)
        for cell in study.plan.cells
        if _ratings(rows := study.of(cell))
    ]


def cell_rows(study: Study, foretold: Mapping[tuple[str, str], float]) -> Iterator[Row]:
    """The figures of every cell, one row each, with its ratings foretold (given as log10), where they are."""
    traits = {name: traits_of(pattern, study.plan.layout) for name, pattern in study.plan.all_patterns.items()}
    for cell in study.plan.cells:
        pattern = study.plan.all_patterns[cell.pattern]
        expected = foretold.get(cell.key)
        yield {
            "pattern": cell.pattern,
            "fresh": cell.pattern in study.plan.fresh,
            "clue_count": len(pattern),
            "symmetry_name": pattern.symmetry,
            "grade": cell.grade,
            **figures(study.of(cell)),
            "foretold_ratings": None if expected is None else round(10**expected),
            **{name: round(value, 4) for name, value in traits[cell.pattern]._asdict().items()},
            "cells": pattern.line,
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


def ratings_a_second(study: Study, grade: str) -> float:
    """How many ratings a second of the processor the cells of a grade had."""
    rows = [row for cell in study.plan.cells if cell.grade == grade for row in study.of(cell)]
    return _ratings(rows) / float(sum(row["cpu_seconds"] for row in rows))


def _met(rows: Sequence[Row]) -> int:
    return sum(row["puzzle"] is not None for row in rows)


def _ratings(rows: Sequence[Row]) -> int:
    return sum(row["ratings"] for row in rows)
