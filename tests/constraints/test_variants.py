"""Published puzzles: their solutions satisfy each constraint, in both of its forms.

`variants.json` has facts of 40 puzzles by several setters: clues, constraints and solution.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from cpgen.constraints import KINDS, constraint_from_json, parse_constraint
from cpgen.constraints.house import House
from cpgen.layout import Layout
from tests.constraints.meaning import holds

VARIANTS = json.loads((Path(__file__).parent / "variants.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("name", VARIANTS)
def test_published_solution_satisfies_the_constraints(name: str) -> None:
    variant = VARIANTS[name]
    layout, grid = Layout.parse(variant["layout"]), [int(digit) for digit in variant["solution"]]
    for line in variant["constraints"]:
        if line.partition(" ")[0].rstrip(":") not in (*KINDS, "diagonals", "disjoint"):
            continue
        for constraint in parse_constraint(line, layout.size, layout.regions):
            board = layout.with_constraints(constraint)
            assert constraint.is_satisfied(grid, board), line
            assert all(holds(primitive, grid) for primitive in constraint.decompose(board)), line
            if not isinstance(constraint, House):
                assert constraint_from_json(constraint.as_json(layout.size), layout.size) == [constraint]
                assert parse_constraint(constraint.text(layout.size), layout.size) == [constraint]
