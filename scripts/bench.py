"""Measures what cpgen claims about its speed, on one core, each measurement with its claim and whether that holds.

A *row* prepares a function that takes one sample; the rows' samples are spread evenly over the whole run, so that a
busy moment of the machine falls on all of them. To add a row, write such a function and a line in ROWS; a claim is
data: a figure of the row, ≤ or ≥, and a bound.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cache, partial
from importlib.metadata import version
from pathlib import Path
from statistics import mean, median, quantiles
from time import perf_counter
from typing import NamedTuple

import numpy as np

import cpgen
from cpgen import FAST, PAPER, Generated, Method, NotFoundError, Puzzle
from cpgen.compiled import compiled
from cpgen.difficulty import model_for
from cpgen.rater.rating import Rater, as_array, rate_clues

PATTERN = "kamio-a"
GRADES = ("beginner", "intermediate", "advanced", "expert")
EASY = "figure 3, right", ".9.....8.8..76...2.....3.....73...1..6..9..4..4...25.....8.....2...49..7.5.....3."
FIGURE_3 = "figure 3, left", ".9.....6.8..14...2.....2.....93...7..5..1..3..6...79.....7.....7...29..5.4.....8."
HARDEST = "hardest", "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
ZAMA = Method("zama", "zama", until_match=False)
MICRO, MILLI = 1e6, 1e3
UNITS = {1.0: "s", MILLI: "ms", MICRO: "µs"}


class Sample(NamedTuple):
    """What one sample took, and the puzzle it made, if it made one."""

    seconds: float
    made: Generated | None = None


Take = Callable[[], Sample]
Figures = dict[str, float]


@dataclass(frozen=True)
class Claim:
    """A bound on one figure of a row."""

    figure: str
    relation: str
    bound: float

    def holds(self, figures: Figures) -> bool:
        value = figures[self.figure]
        return value <= self.bound if self.relation == "≤" else value >= self.bound


@dataclass(frozen=True)
class Row:
    """A measurement: how to prepare it, how many samples, how to sum them up, and what is claimed or published."""

    name: str
    prepare: Callable[[], Take]
    rounds: int
    unit: float
    claims: tuple[Claim, ...] = ()
    against: str = ""
    """The row whose median this one's is divided by"""
    published: Figures = field(default_factory=dict)
    """What others measured, to be shown beside"""

    def figures(self, samples: list[Sample]) -> Figures:
        times = [sample.seconds * self.unit for sample in samples]
        made = [sample.made for sample in samples if sample.made]
        spread = {"min": min(times), "median": median(times)}
        return {**puzzle_figures(made, times, self.unit), **spread} if made else spread


def puzzle_figures(made: list[Generated], times: list[float], unit: float) -> Figures:
    matched = sum(one.matches for one in made)
    return {
        "matched a second": matched / sum(times) * unit,
        "puzzles": len(made),
        "matched %": 100 * matched / len(made),
        "mean": mean(times),
        "95th": quantiles(times, n=20)[-1] if len(times) > 1 else times[0],
        "ratings": mean(one.stats.ratings for one in made),
    }


def puzzles_of(grade: str, method: Method) -> Take:
    """One puzzle a sample, each from a start of its own; the puzzle of another seed warms everything up."""
    made_before = cpgen.generate(PATTERN, grade, method=method, seed=2)
    assert made_before.puzzle.clue_count == 23
    stream = cpgen.generate_many(10**6, PATTERN, grade, method=method, seed=1, budget=float("inf"))

    def take() -> Sample:
        started = perf_counter()
        made = next(stream)
        return Sample(perf_counter() - started, made)

    return take


def repeated(work: Callable[[], object], times: int, each: int = 1) -> Take:
    """A sample is the mean of so many calls, each of which does `each` pieces of work."""
    work()

    def take() -> Sample:
        started = perf_counter()
        for _ in range(times):
            work()
        return Sample((perf_counter() - started) / (times * each))

    return take


@cache
def clues_of(grade: str) -> list[tuple[int, ...]]:
    """Puzzles of a grade, to be rated."""
    method = Method(oracle="bitset")
    return [made.puzzle.clues for made in cpgen.generate_many(50, PATTERN, grade, method=method, seed=3)]


def rater() -> Rater:
    layout = cpgen.Layout.boxes(3, 3)
    return Rater(layout, model_for(layout).ladder)


def ratings(grade: str) -> Take:
    rate, clues = rater().rate, clues_of(grade)
    return repeated(lambda: [rate(one) for one in clues], 4, len(clues))


def compiled_ratings(grade: str) -> Take:
    one = rater()
    clues = np.array([as_array(clues) for clues in clues_of(grade)])
    return repeated(lambda: rate_all(one.tables, one._board, one.ladder.codes, clues), 4, len(clues))


@compiled
def rate_all(tables, board, codes, puzzles):  # type: ignore[no-untyped-def]
    for number in range(len(puzzles)):
        rate_clues(tables, board, codes, puzzles[number], False)


def uniqueness(oracle: str, line: str, times: int) -> Take:
    solver, puzzle = cpgen.open_oracle(oracle), Puzzle.parse(line)
    assert solver.uniqueness(puzzle).unique
    return repeated(lambda: solver.uniqueness(puzzle), times)


def plain_uniqueness(build: Callable, line: str) -> Take:
    """CP-SAT as one would write it at first: a new model for each of the two solves, default parameters, one worker."""
    from ortools.sat.python import cp_model

    def solve(forbidden: list[int] | None = None) -> list[int] | None:
        model = cp_model.CpModel()
        read = build(model, Puzzle.parse(line), forbidden)
        solver = cp_model.CpSolver()
        solver.parameters.num_workers = 1
        return read(solver) if solver.solve(model) in (cp_model.OPTIMAL, cp_model.FEASIBLE) else None

    first = solve()
    assert first is not None
    assert solve(first) is None
    return repeated(lambda: solve(solve()), 2)


def integer_model(model, puzzle, forbidden):  # type: ignore[no-untyped-def]
    cells = [model.new_int_var(digit or 1, digit or 9, "") for digit in puzzle.clues]
    for house in puzzle.layout.houses:
        model.add_all_different([cells[cell] for cell in house.cells])
    if forbidden:
        model.add_forbidden_assignments(cells, [forbidden])
    return lambda solver: [solver.value(cell) for cell in cells]


def boolean_model(model, puzzle, forbidden):  # type: ignore[no-untyped-def]
    is_digit = [[model.new_bool_var("") for _ in range(9)] for _ in puzzle.clues]
    for cell, digit in enumerate(puzzle.clues):
        model.add_exactly_one(is_digit[cell])
        if digit:
            model.add(is_digit[cell][digit - 1] == 1)
    for house in puzzle.layout.houses:
        for digit in range(9):
            model.add_exactly_one([is_digit[cell][digit] for cell in house.cells])
    if forbidden:
        model.add_bool_or([~is_digit[cell][digit - 1] for cell, digit in enumerate(forbidden)])
    return lambda solver: [1 + [solver.value(one) for one in literals].index(1) for literals in is_digit]


def start(*arguments: str) -> Take:
    """The installed command, as a shell would start it."""
    command = [str(Path(sys.executable).with_name("cpgen")), *arguments]
    return repeated(lambda: subprocess.run(command, check=True, capture_output=True), 1)


ALL_MATCH = Claim("matched %", "≥", 100)
KAMIO_2022 = {"beginner": (96, 10.64), "intermediate": (32, 25.39), "advanced": (68, 10.92), "expert": (24, 22.65)}

ROWS = [
    *(
        Row(f"generate {grade}, {oracle}", partial(puzzles_of, grade, Method(FAST.generation, FAST.replacement, oracle)),
            100, MILLI, (ALL_MATCH, Claim("matched a second", "≥", 30)))
        for grade in GRADES for oracle in ("cpsat", "bitset")
    ),
    *(Row(f"rate {grade}", partial(ratings, grade), 15, MICRO, (Claim("median", "≤", 50),)) for grade in GRADES),
    *(Row(f"rate {grade}, compiled loop", partial(compiled_ratings, grade), 15, MICRO) for grade in GRADES),
    Row("unique bitset, figure 3, right", partial(uniqueness, "bitset", EASY, 1000), 15, MICRO,
        (Claim("median", "≤", 10),)),
]
