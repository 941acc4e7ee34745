"""By the shortcut, the energy of clues is what it is rule by rule."""

from __future__ import annotations

import numpy as np
import pytest

from cpgen.difficulty import shipped_model
from cpgen.difficulty.target import Target
from cpgen.generation.anneal import BY_THE_SHORTCUT, RULE_BY_RULE, Measure, energy_at, measure_for
from cpgen.generation.shortcut import is_there
from cpgen.kernel import compiled_at_once
from cpgen.layout import Layout
from cpgen.oracles import open_oracle
from cpgen.puzzle import Puzzle

MODEL = shipped_model("nikoli100")


@compiled_at_once
def energy_in(way: int, measure: Measure, clues: np.ndarray) -> float:
    return energy_at(measure.energies, way, measure, clues)


@pytest.mark.parametrize(("spec", "shares"), [("3x3", (0.25, 0.4)), ("2x3", (0.2, 0.4)), ("4x4", (0.35, 0.7))])
def test_the_energy_is_the_same_in_both_ways(spec: str, shares: tuple[float, float]) -> None:
    """Of clues out of a grid, some with a few changed: solved, stuck and contradictory ones."""
    layout, rng = Layout.parse(spec), np.random.default_rng(3)
    measure = measure_for(layout, Target(MODEL.any_grade))
    kinds = set()
    for number in range(150):
        if number % 10 == 0:
            grid = open_oracle("bitset").complete(Puzzle(layout, (0,) * layout.cell_count), rng) or ()
        clues = np.where(rng.random(layout.cell_count) < rng.uniform(*shares), grid, 0).astype(np.uint8)
        for cell in rng.permutation(layout.cell_count)[: rng.integers(0, 3)]:
            clues[cell] = rng.integers(1, layout.size + 1)
        found = energy_in(BY_THE_SHORTCUT, measure, clues)
        assert found == energy_in(RULE_BY_RULE, measure, clues)
        kinds.add("none" if found == np.inf else "stuck" if found >= 16 else "solved")
    assert kinds == {"none", "stuck", "solved"}


@pytest.mark.parametrize(
    ("spec", "target", "shorter"),
    [
        ("3x3", Target(MODEL.any_grade), True),
        ("3x3", Target(MODEL.any_grade, needs=("x-wing",)), False),
        ("3x3", Target(MODEL.any_grade, without=("x-wing",)), False),
        ("3x3", Target(MODEL.grade("beginner")), False),
        ("3x3+diagonals", Target(MODEL.any_grade), False),
    ],
)
def test_there_is_a_shortcut_where_only_what_is_open_counts(spec: str, target: Target, shorter: bool) -> None:
    assert is_there(measure_for(Layout.parse(spec), target).shortcut) == shorter
