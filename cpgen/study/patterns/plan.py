"""How much work is each grade on each pattern? Puzzles for every cell, in turn, until its ratings are spent."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property, partial
from typing import Any, TypeAlias

from cpgen.difficulty import Grade, GradeModel
from cpgen.generation.clock import Clock
from cpgen.generation.request import Method, Request
from cpgen.layout import Layout
from cpgen.oracles import Oracle, open_oracle
from cpgen.pattern import Pattern
from cpgen.study import cells
from cpgen.study.cells import CELL, Cell, lacking, meaning
from cpgen.study.journal import Journal
from cpgen.study.start import start
from cpgen.study.study import Tell

KEY = (*CELL, "index")
"""What tells the rows of a study apart"""
METHOD = Method(oracle="bitset")
"""The usual phases, with the oracle that is there at once: ratings are the same with any"""


@dataclass(frozen=True)
class Plan:
    """Which patterns and grades; so many puzzles a cell, but no more ratings together than `ratings`.

    The patterns in `fresh` are looked at like the others, but nothing is fitted to them.
    """

    layout: Layout
    model: GradeModel
    patterns: Mapping[str, Pattern]
    fresh: Mapping[str, Pattern]
    grades: tuple[str, ...] = ()
    count: int = 8
    ratings: int = 200_000
    seed: int = 1

    @cached_property
    def wanted(self) -> tuple[Grade, ...]:
        """The grades, all of the model's when none is named; raises InputError for one that the model lacks."""
        return tuple(dict.fromkeys(map(self.model.grade, self.grades))) if self.grades else self.model.grades

    @cached_property
    def all_patterns(self) -> Mapping[str, Pattern]:
        """The patterns by name, the fresh ones last."""
        return {**self.patterns, **self.fresh}

    @cached_property
    def cells(self) -> tuple[Cell, ...]:
        """All cells; raises InputError for what does not go together."""
        return tuple(
            cells.cell(name, pattern, grade, self.layout, METHOD)
            for name, pattern in self.all_patterns.items()
            for grade in self.wanted
        )

    @property
    def heading(self) -> Mapping[str, Any]:
        """What the rows depend on, the number of puzzles apart: a study can be gone on with for more of them."""
        return {
            "study": "patterns",
            "layout": self.layout.spec,
            "grades": [grade.name for grade in self.wanted],
            "meaning": meaning(self.wanted),
            "patterns": {name: pattern.line for name, pattern in self.all_patterns.items()},
            "ratings": self.ratings,
            "seed": self.seed,
        }


Findings: TypeAlias = cells.Findings[Plan]


def carry_out(plan: Plan, journal: Journal, tell: Tell = lambda text: None) -> None:
    """Makes the puzzles that the journal lacks and there are ratings for; `tell` is told how far it is."""
    oracle = open_oracle(METHOD.oracle)
    left = _ratings_left(plan, journal)
    for cell, request, index in lacking(plan.cells, plan.count, journal, tell):
        key = cell.pattern, cell.grade.name
        if left[key] > 0:
            made = _made(request, oracle, plan.seed, index, left[key])
            left[key] -= made["ratings"]
            journal.add({**cell.names, "index": index, "seed": plan.seed, **made})


def _ratings_left(plan: Plan, journal: Journal) -> dict[tuple[str, str], int]:
    left = {(cell.pattern, cell.grade.name): plan.ratings for cell in plan.cells}
    for row in journal.rows:
        left[row["pattern"], row["grade"]] -= row["ratings"]
    return left


def _made(request: Request, oracle: Oracle, seed: int, index: int, ratings: int) -> dict[str, Any]:
    """The figures of one puzzle, given up when so many ratings are spent."""
    clock = Clock()
    clock.stop = partial(_spent, clock, ratings)
    return start(request, oracle, seed, index, clock)


def _spent(clock: Clock, ratings: int) -> bool:
    return clock.ratings >= ratings
