"""How much work is each grade on each pattern? Puzzles for every cell, in turn, until its ratings are spent."""

from __future__ import annotations

import hashlib
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property, partial
from typing import Any

from cpgen.difficulty import Grade, GradeModel, Target
from cpgen.errors import ImpossibleError
from cpgen.generation.possible import require_possible
from cpgen.generation.request import Method, Request
from cpgen.generation.workbench import Clock
from cpgen.layout import Layout
from cpgen.oracles import Oracle, open_oracle
from cpgen.pattern import Pattern
from cpgen.study.journal import Journal
from cpgen.study.start import start
from cpgen.tables import Row

CELL = ("pattern", "grade")
KEY = (*CELL, "index")
"""What tells the rows of a study apart"""
METHOD = Method(oracle="bitset")
"""The usual phases, with the oracle that is there at once: ratings are the same with any"""

Tell = Callable[[str], object]


@dataclass(frozen=True)
class Cell:
    """One pattern and grade; `why` and no request when no puzzle can meet them."""

    pattern: str
    grade: str
    request: Request | None
    why: str = ""

    @property
    def key(self) -> tuple[str, str]:
        """What tells the cell from others."""
        return self.pattern, self.grade


@dataclass(frozen=True)
class Plan:
    """Which patterns and grades; so many puzzles a cell, but no more ratings together than the limit.

    The patterns in `fresh` are looked at like the others, but nothing is fitted to them.
    """

    layout: Layout
    model: GradeModel
    patterns: Mapping[str, Pattern]
    fresh: Mapping[str, Pattern]
    grades: tuple[str, ...] = ()
    count: int = 8
    limit: int = 200_000
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
            self._cell(name, pattern, grade) for name, pattern in self.all_patterns.items() for grade in self.wanted
        )

    @property
    def heading(self) -> dict[str, Any]:
        """What the rows depend on, the number of puzzles apart: a study can be gone on with for more of them."""
        return {
            "study": "patterns",
            "layout": self.layout.spec,
            "grades": [grade.name for grade in self.wanted],
            "meaning": hashlib.sha256(repr(self.wanted).encode()).hexdigest()[:16],
            "patterns": {name: pattern.line for name, pattern in self.all_patterns.items()},
            "ratings": self.limit,
            "seed": self.seed,
        }

    def _cell(self, name: str, pattern: Pattern, grade: Grade) -> Cell:
        try:
            request = Request(self.layout, pattern, Target(grade), METHOD)
            require_possible(request, open_oracle(METHOD.oracle), 1)
        except ImpossibleError as error:
            return Cell(name, grade.name, None, str(error))
        return Cell(name, grade.name, request)


@dataclass(frozen=True)
class Study:
    """A plan and the rows that there are of it."""

    plan: Plan
    rows: tuple[Row, ...]

    def of(self, cell: Cell) -> list[Row]:
        """The rows of a cell."""
        return self._by_cell[cell.key]

    @cached_property
    def _by_cell(self) -> Mapping[tuple[str, str], list[Row]]:
        rows = defaultdict(list)
        for row in self.rows:
            rows[row["pattern"], row["grade"]].append(row)
        return rows


def study_so_far(plan: Plan, journal: Journal) -> Study:
    """What the journal has of a plan."""
    return Study(plan, tuple(row for row in journal.rows if row["index"] < plan.count))


def carry_out(plan: Plan, journal: Journal, tell: Tell = lambda text: None) -> None:
    """Makes the puzzles that the journal lacks, the cells in turn; `tell` is told how far it is."""
    oracle = open_oracle(METHOD.oracle)
    left = _ratings_left(plan, journal)
    total = plan.count * len(plan.cells)
    for number, (index, cell, request) in enumerate(_all(plan), 1):
        if left[cell.key] > 0 and (*cell.key, index) not in journal:
            tell(f"{number} of {total} puzzles · {cell.pattern} · {cell.grade}")
            made = _made(request, oracle, plan.seed, index, left[cell.key])
            left[cell.key] -= made["ratings"]
            journal.add({**dict(zip(CELL, cell.key, strict=True)), "index": index, "seed": plan.seed, **made})


def _all(plan: Plan) -> Iterator[tuple[int, Cell, Request]]:
    for index in range(plan.count):
        for cell in plan.cells:
            if cell.request:
                yield index, cell, cell.request


def _ratings_left(plan: Plan, journal: Journal) -> dict[tuple[str, str], int]:
    left = {cell.key: plan.limit for cell in plan.cells}
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
