"""How do the methods compare? Puzzles for every pattern, grade and method, made in turn, a row of figures each."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, TypeAlias

from cpgen.difficulty import Grade, GradeModel, model_for
from cpgen.generation.request import Method
from cpgen.layout import Layout
from cpgen.oracles import open_oracle
from cpgen.pattern import Pattern
from cpgen.study import cells
from cpgen.study.cells import CELL, Cell, lacking, meaning, titled
from cpgen.study.journal import Journal
from cpgen.study.start import timed_start, warm_up
from cpgen.study.study import Tell, timed

KEY = (*CELL, "index")
"""What tells the rows of a study apart"""


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
        layouts = {name: self.layout or Layout.default(pattern.size) for name, pattern in self.patterns.items()}
        return tuple(
            cells.cell(name, self.patterns[name], grade, layout, method, self.limit)
            for name, layout in layouts.items()
            for grade in self._grades(layout)
            for method in self.methods
        )

    @property
    def heading(self) -> Mapping[str, Any]:
        """What the rows depend on, the number of puzzles apart: a study can be gone on with for more of them."""
        grades = list(dict.fromkeys(cell.grade for cell in self.cells))
        return timed(
            {
                "study": "methods",
                "patterns": {name: pattern.line for name, pattern in self.patterns.items()},
                "layout": self.layout.spec if self.layout else "usual",
                "grades": [grade.name for grade in grades],
                "meaning": meaning(grades),
                "methods": [f"{titled(method)}, {method.oracle}" for method in self.methods],
                "seed": self.seed,
                "limit": self.limit,
            }
        )

    def _grades(self, layout: Layout) -> dict[Grade, None]:
        model = self.model or model_for(layout)
        return dict.fromkeys(map(model.grade, self.grades) if self.grades else model.grades)


Findings: TypeAlias = cells.Findings[Plan]


def carry_out(plan: Plan, journal: Journal, tell: Tell = lambda text: None) -> None:
    """Makes the puzzles that the journal lacks; `tell` is told how far it is."""
    oracles = {method.oracle: open_oracle(method.oracle, plan.limit) for method in plan.methods}
    warm = set()
    for cell, request, index in lacking(plan.cells, plan.count, journal, tell):
        oracle = oracles[cell.method.oracle]
        if (request.layout, cell.method) not in warm:
            warm.add((request.layout, cell.method))
            warm_up(request, oracle, plan.seed, plan.count)
        made = timed_start(request, oracle, plan.seed, index, plan.limit)
        journal.add({**cell.names, "index": index, "seed": plan.seed, **made})
