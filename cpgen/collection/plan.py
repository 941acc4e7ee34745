"""The plan of a batch: requests, each with a count and a seed, in the order in which they are filled."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Annotated, Any

from cpgen.generation.request import Count, Request, Seed
from cpgen.schema import Record, about, build, plain


class BatchCell(Request, frozen=True, kw_only=True):
    """A cell of the plan: a request, how many puzzles of it, and from which seed."""

    count: Count = 100
    seed: Seed

    @property
    def title(self) -> str:
        """The cell in a few words, as in `expert on 3x3, 23 clues`."""
        spec = self.layout.spec
        board = spec if len(spec) <= 24 else f"{self.layout.size}×{self.layout.size} jigsaw"
        kind = f" ({self.symmetry})" if self.pattern is None else ""
        return f"{self.target} on {board}, {self.clue_count} clues{kind}".removeprefix("grade ")


class BatchPlan(Record, frozen=True, kw_only=True):
    """The cells, in the order in which they are filled."""

    cells: Annotated[tuple[BatchCell, ...], about("What to make.")]

    @property
    def count(self) -> int:
        """How many puzzles there are to make."""
        return sum(cell.count for cell in self.cells)

    @property
    def text(self) -> str:
        """The plan as JSON."""
        return json.dumps([plain(cell) for cell in self.cells], ensure_ascii=False, sort_keys=True)

    @classmethod
    def from_text(cls, text: str) -> BatchPlan:
        """The plan that `text` gives, also as an older cpgen wrote it."""
        return build(cls, {"cells": [_renewed(row) for row in json.loads(text)]})


def cells_of(data: Mapping[str, Any]) -> tuple[BatchCell, ...]:
    """A cell for each grade that the data names, each with a seed of its own; raises InputError for wrong data."""
    grades = data.get("grade", "")
    rows = [{**data, "grade": grade} for grade in (grades if isinstance(grades, list) else [grades])]
    return tuple(build(BatchCell, {**row, "seed": data["seed"] + k}, "a cell") for k, row in enumerate(rows))


def _renewed(row: Mapping[str, Any]) -> dict[str, Any]:
    """The row of a cell with the names of today: an older cpgen wrote all fields, and the target apart."""
    if "until_match" not in row:
        return dict(row)
    found = {**row, **(row.get("target") or {}), "method": "fast" if row["until_match"] else "paper"}
    for name in ("until_match", "target", *(("clues", "symmetry") if row["pattern"] else ())):
        found.pop(name, None)
    return {name: value for name, value in found.items() if value is not None}
