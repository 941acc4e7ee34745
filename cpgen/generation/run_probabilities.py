"""Estimates of how likely digits in order are along a run of clues, in random grids and in generated puzzles."""

from __future__ import annotations

from collections.abc import Sequence
from math import perm
from typing import Any

import numpy as np

from cpgen.errors import InputError
from cpgen.generation.two_phase import puzzles_from
from cpgen.layout import Layout
from cpgen.messages import Message
from cpgen.notation import cell_name
from cpgen.oracles import open_oracle
from cpgen.requests.clock import Clock, OutOfTimeError
from cpgen.requests.clue_runs import ClueRun, runs_of, why_not_ordered
from cpgen.requests.generation_request import Request
from cpgen.requests.grid_sources import GridSource

SAMPLED = 16_200
"""Total number of cells in the sample of random grids: 200 grids of 9×9, 63 of 16×16"""
MOST_SIDE = 16
"""Largest side for which random grids are sampled"""
STARTS = 5
"""Number of starts of the generator that measure how often a pattern with a run in order has a puzzle"""
MOST_RATINGS, RATINGS_PER_FILLING = 20_000, 200
"""Work after which a start is given up, in ratings, and the number of ratings that filling the pattern counts for"""


def run_rows(request: Request, measured: bool = False) -> list[dict[str, Any]]:
    """Return a table row for each run of a request's pattern.

    Args:
        request: A request with a pattern.
        measured: True to generate with each run, too, and add how many starts lead to a puzzle.

    Raises:
        InputError: if the request has no pattern.
    """
    layout, pattern = request.layout, request.pattern
    if pattern is None:
        raise InputError(Message("runs-pattern"))
    runs = runs_of(layout, pattern)
    rows = []
    for run, (chance, least_seen) in zip(runs, chances(layout, runs), strict=True):
        against = why_not_ordered(layout, pattern, (run,))
        row: dict[str, Any] = {
            "run": run.name,
            "clues": len(run.cells),
            "from": cell_name(run.cells[0], layout.size),
            "to": cell_name(run.cells[-1], layout.size),
            "cells": run.cells,
            "against": str(against) if against else None,
            "chance": chance or None,
            "chance_below": least_seen if chance == 0 else None,
        }
        if measured:
            row |= {"found": 0 if against else found_along(request, run.name), "starts": STARTS}
        rows.append(row)
    return rows


def chances(layout: Layout, runs: Sequence[ClueRun]) -> list[tuple[float | None, float | None]]:
    """Return, for each run, the probability that its digits are in order in a random grid, and the resolution.

    The probability is that of the cells holding different digits, divided by the number of their arrangements. Cells of
    one house always hold different digits; for other cells a sample of random grids is counted, except on boards above
    `MOST_SIDE`, where both results are None. The resolution is the smallest probability that the sample can show.
    """
    # Only runs across houses need a sample of grids.
    houses = [set(house.cells) for house in layout.houses]
    crossing = [run for run in runs if not any(house.issuperset(run.cells) for house in houses)]
    if layout.size > MOST_SIDE:
        return [(None, None) if run in crossing else _chance(layout, run, None) for run in runs]
    grids = np.zeros((0, layout.cell_count), np.uint8)
    if crossing:
        draw, rng = GridSource("oracle", "bitset").open(layout), np.random.default_rng(1)
        grids = np.array([draw(rng).grid for _ in range(SAMPLED // layout.cell_count)], np.uint8)
    return [_chance(layout, run, grids if run in crossing else None) for run in runs]


def _chance(layout: Layout, run: ClueRun, grids: np.ndarray | None) -> tuple[float, float]:
    """Return the probability that the digits of one run are in order in a random grid, and its resolution.

    `grids` is a sample of random grids, [grids, cells]; None if the cells of the run always hold different digits.
    `chances` explains the resolution.
    """
    # All arrangements of different digits are equally likely by symmetry of the digits, and one of them is wanted.
    fillings = [[cell for cell, _ in filling] for filling in run.fillings(layout.size)]
    differing = [1.0 if grids is None else _share_differing(grids, cells) for cells in fillings]
    names = perm(layout.size, len(fillings[0]))
    return sum(differing) / names, 1 / names / (1 if grids is None else len(grids))


def _share_differing(grids: np.ndarray, cells: Sequence[int]) -> float:
    """Return the share of grids in which the cells hold different digits."""
    # Sorted, equal digits are neighbours.
    ordered = np.sort(grids[:, list(cells)], axis=1)
    return float((ordered[:, 1:] != ordered[:, :-1]).all(axis=1).mean())


def found_along(request: Request, name: str) -> int:
    """Return the number of starts, out of `STARTS`, that lead to a puzzle with the named run within the work limit."""
    # The starts are the first of seed 1, so a table shows the same numbers again.
    along = request.changed(along=(name,))
    return sum(_leads(along, start) for start in range(STARTS))


def _leads(request: Request, start: int) -> bool:
    clock = Clock(stop=lambda: clock.ratings + RATINGS_PER_FILLING * clock.attempts > MOST_RATINGS)
    try:
        return any(True for _ in puzzles_from(request, open_oracle(request.verifier), 1, start, clock))
    except OutOfTimeError:
        return False
