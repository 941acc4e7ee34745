"""Published puzzles: their solutions satisfy each constraint, in both of its forms.

`variants.json` has facts of 40 puzzles by several setters: clues, constraints and solution.
"""

from __future__ import annotations

import pytest

from cpgen.constraints import constraint_from_json, parse_constraint
from cpgen.layout import Layout
from cpgen.puzzle import Puzzle
from cpgen.symmetry.canonical import canonical
from cpgen.symmetry.layout_images import orientations
from tests.constraints.meaning import holds
from tests.variant_puzzles import VARIANTS


@pytest.mark.parametrize("name", VARIANTS)
def test_published_solution_satisfies_the_constraints(name: str) -> None:
    variant = VARIANTS[name]
    grid = [int(digit) for digit in variant["solution"]]
    layout = Layout.parse(variant["layout"]).with_constraints(*variant["constraints"])
    assert Layout.parse(layout.spec) == layout
    for constraint in layout.constraints:
        assert constraint.is_satisfied(grid, layout), constraint
        assert all(holds(primitive, grid) for primitive in constraint.decompose(layout)), constraint
    for constraint in layout.further:
        assert constraint_from_json(constraint.as_json(layout.size), layout.size) == [constraint]
        assert parse_constraint(constraint.text(layout.size), layout.size) == [constraint]


@pytest.mark.parametrize("name", VARIANTS)
def test_canonical_forms_of_published_puzzles_are_shared(name: str) -> None:
    variant = VARIANTS[name]
    layout = Layout.parse(variant["layout"]).with_constraints(*variant["constraints"])
    puzzle = Puzzle.parse(variant["puzzle"], layout)
    turned = [state.puzzle for state in orientations(puzzle).values()]
    assert {canonical(one) for one in turned} == {canonical(puzzle)}
