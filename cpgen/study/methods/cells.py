"""How do the methods compare? Puzzles for every pattern, grade and method, made in turn, a row of figures each."""

from __future__ import annotations

import hashlib
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from cpgen.difficulty import Grade, GradeModel, Target, model_for
from cpgen.errors import ImpossibleError
from cpgen.generation.possible import require_possible
from cpgen.generation.request import Method, Request
from cpgen.generation.two_phase import puzzles_from
from cpgen.generation.workbench import Clock, OutOfTimeError
from cpgen.layout import Layout
from cpgen.oracles import Oracle, UndecidedError, open_oracle
from cpgen.pattern import Pattern
from cpgen.puzzle import usual_layout
from cpgen.study.journal import Journal
from cpgen.study.start import start
from cpgen.tables import Row

CELL = ("pattern", "grade", "generation", "replacement", "until_match", "oracle")
"""What tells the cells of a study apart"""
KEY = (*CELL, "index")
"""What tells its rows apart"""
WARM_UP = 2.0
"""Seconds that a method may take to load what it needs, before anything is measured"""

Tell = Callable[[str], object]


@dataclass(frozen=True)
class Cell:
    """One pattern, grade and method; with the reason in `why` when no puzzle can meet them, and no request then."""

    pattern: str
    grade: Grade
    method: Method
    request: Request | None
    why: str = ""

    @property
    def names(self) -> dict[str, Any]:
        """The columns that tell the cell from others."""
        method = self.method
        values = (
            *(self.pattern, self.grade.name),
            *(method.generation, method.replacement, method.until_match, method.oracle),
        )
        return dict(zip(CELL, values, strict=True))

    def __str__(self) -> str:
        return f"{self.pattern} · {self.grade} · {titled(self.method)} · {self.method.oracle}"


@dataclass(frozen=True)
class Plan:
    """Which cells, so many puzzles each, from which seed, and how many seconds a puzzle may take.

    Patterns go by the names that tables show; no layout means the usual one for a pattern, no model the layout's
    own, and no grades all of the model's.
    """

    patterns: Mapping[str, Pattern]
    methods: tuple[Method, ...]
    grades: tuple[str, ...] = ()
    layout: Layout | None = None
    model: GradeModel | None = None
    count: int = 25
    seed: int = 1
    limit: float = 60.0

    @cached_property
    def cells(self) -> tuple[Cell, ...]:
        """All cells; raises InputError for what does not go together."""
        return tuple(
            self._cell(name, pattern, grade, method)
            for name, pattern in self.patterns.items()
            for grade in self._grades(self.layout or usual_layout(pattern.size))
            for method in self.methods
        )

    @property
    def total(self) -> int:
        """The puzzles of all cells that can be met."""
        return self.count * sum(cell.request is not None for cell in self.cells)

    @property
    def heading(self) -> dict[str, Any]:
        """What the rows depend on, the number of puzzles apart: a study can be gone on with for more of them."""
        grades = {cell.grade: None for cell in self.cells}
        return {
            "study": "methods",
            "patterns": {name: pattern.line for name, pattern in self.patterns.items()},
            "layout": self.layout.spec if self.layout else "usual",
            "grades": [grade.name for grade in grades],
            "meaning": hashlib.sha256(repr(list(grades)).encode()).hexdigest()[:16],
            "methods": [f"{titled(method)}, {method.oracle}" for method in self.methods],
            "seed": self.seed,
            "limit": self.limit,
        }

    def _grades(self, layout: Layout) -> dict[Grade, None]:
        model = self.model or model_for(layout)
        return dict.fromkeys(map(model.grade, self.grades) if self.grades else model.grades)

    def _cell(self, name: str, pattern: Pattern, grade: Grade, method: Method) -> Cell:
        layout = self.layout or usual_layout(pattern.size)
        try:
            request = Request(layout, pattern, Target(grade), method)
            with suppress(UndecidedError):
                require_possible(request, open_oracle(method.oracle, self.limit), 1)
        except ImpossibleError as error:
            return Cell(name, grade, method, None, str(error))
        return Cell(name, grade, method, request)


@dataclass(frozen=True)
class Study:
    """A plan and the rows that there are of it."""

    plan: Plan
    rows: tuple[Row, ...]

    def of(self, cell: Cell) -> list[Row]:
        """The rows of a cell."""
        return self._by_cell[tuple(cell.names.values())]

    @cached_property
    def _by_cell(self) -> Mapping[tuple[Any, ...], list[Row]]:
        rows = defaultdict(list)
        for row in self.rows:
            rows[tuple(row[name] for name in CELL)].append(row)
        return rows


def study_so_far(plan: Plan, journal: Journal) -> Study:
    """What the journal has of a plan."""
    return Study(plan, tuple(row for row in journal.rows if row["index"] < plan.count))


def carry_out(plan: Plan, journal: Journal, tell: Tell = lambda text: None) -> None:
    """Makes the puzzles that the journal lacks, the cells in turn, so that a busy moment falls on all of them.

    `tell` is told how far it is.
    """
    oracles = {method.oracle: open_oracle(method.oracle, plan.limit) for method in plan.methods}
    warm = set()
    for number, (index, cell, request) in enumerate(_all(plan), 1):
        if (*cell.names.values(), index) in journal:
            continue
        tell(f"{number} of {plan.total} puzzles · {cell}")
        oracle = oracles[cell.method.oracle]
        if (request.layout, cell.method) not in warm:
            warm.add((request.layout, cell.method))
            _warm_up(plan, request, oracle)
        journal.add({**cell.names, "index": index, "seed": plan.seed, **_made(plan, request, oracle, index)})


def titled(method: Method) -> str:
    """The name of a method, whatever its oracle.

    >>> titled(Method("kamio", "anneal", until_match=False))
    'kamio × anneal, unchecked'
    """
    return f"{method.generation} × {method.replacement}{'' if method.until_match else ', unchecked'}"


def _all(plan: Plan) -> Iterator[tuple[int, Cell, Request]]:
    for index in range(plan.count):
        for cell in plan.cells:
            if cell.request:
                yield index, cell, cell.request


def _warm_up(plan: Plan, request: Request, oracle: Oracle) -> None:
    """Begins a puzzle that is not in the plan."""
    with suppress(OutOfTimeError, UndecidedError):
        next(puzzles_from(request, oracle, plan.seed, plan.count, Clock(min(plan.limit, WARM_UP))))


def _made(plan: Plan, request: Request, oracle: Oracle, index: int) -> dict[str, Any]:
    """The figures of one puzzle; one that took too long counts with the limit."""
    made = start(request, oracle, plan.seed, index, Clock(plan.limit))
    return made if made["puzzle"] else {**made, "seconds": plan.limit}
