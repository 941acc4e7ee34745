"""What is a batch to make? Rows of a request and a count, the cells of the plan."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from cpgen.difficulty import Target, model_named
from cpgen.generation.request import Method, RandomPattern, Request
from cpgen.layout import Layout
from cpgen.pattern import Pattern


@dataclass(frozen=True)
class Cell:
    """A cell of the plan: what to make, with which grade model, how many, and from which seed."""

    request: Request
    model: str
    count: int
    seed: int

    @property
    def title(self) -> str:
        """The cell in a few words, as in `expert on 3x3, 23 clues`."""
        layout, wanted = self.request.layout.spec, self.request.pattern
        board = layout if len(layout) <= 24 else f"{self.request.layout.size}×{self.request.layout.size} jigsaw"
        clues = len(wanted) if isinstance(wanted, Pattern) else wanted.clues
        kind = "" if isinstance(wanted, Pattern) else f" ({wanted.symmetry})"
        return f"{self.request.target} on {board}, {clues} clues{kind}".removeprefix("grade ")

    def as_data(self) -> dict[str, Any]:
        """All of the cell in plain values."""
        wanted, method = self.request.pattern, self.request.method
        target = self.request.target
        return {
            "layout": self.request.layout.spec,
            "pattern": wanted.line if isinstance(wanted, Pattern) else None,
            "clues": len(wanted) if isinstance(wanted, Pattern) else wanted.clues,
            "symmetry": None if isinstance(wanted, Pattern) else wanted.symmetry,
            "grade": self.request.grade.name,
            "model": self.model,
            "count": self.count,
            "seed": self.seed,
            "generation": method.generation,
            "replacement": method.replacement,
            "oracle": method.oracle,
            "until_match": method.until_match,
            **({} if target.only_a_grade else {"target": target.as_data()}),
        }

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> Cell:
        """The cell of the values that `as_data` tells."""
        pattern = data["pattern"]
        wanted = Pattern.parse(pattern) if pattern else RandomPattern(data["clues"], data["symmetry"])
        method = Method(data["generation"], data["replacement"], data["oracle"], data["until_match"])
        target = Target.from_data(model_named(data["model"]).grade(data["grade"]), data.get("target") or {})
        request = Request(Layout.parse(data["layout"]), wanted, target, method)
        return cls(request, data["model"], data["count"], data["seed"])


@dataclass(frozen=True)
class Plan:
    """The cells, in the order in which they are filled."""

    cells: tuple[Cell, ...]

    @property
    def count(self) -> int:
        """How many puzzles there are to make."""
        return sum(cell.count for cell in self.cells)

    @property
    def text(self) -> str:
        """The plan as JSON, equal for equal plans."""
        return json.dumps([cell.as_data() for cell in self.cells], ensure_ascii=False, sort_keys=True)

    @classmethod
    def from_text(cls, text: str) -> Plan:
        """The plan that `text` tells."""
        return cls(tuple(Cell.from_data(data) for data in json.loads(text)))
