"""Models of CP-SAT: which encoding a board has, and that pairs of digits are stated exactly."""

from __future__ import annotations

import random
from itertools import product

import numpy as np
import pytest
from ortools.sat.python import cp_model_helper

from cpgen.constraints.primitives import digit_mask
from cpgen.layout import Layout
from cpgen.oracles.cpsat import (
    PLAIN_TRIES,
    Constrained,
    ConstrainedBooleans,
    CpSatOracle,
    Model,
    encoding_for,
    solve_wrapper,
)
from cpgen.oracles.cpsat_primitives import pair_text
from cpgen.oracles.cpsat_text import ModelText
from cpgen.puzzle import Puzzle

SIX = Layout.parse("2x3")
EMPTY = (0,) * 36


@pytest.mark.parametrize(
    ("lines", "encoding"),
    [
        (["thermo: r1c1 r1c2 r1c3"], ConstrainedBooleans),
        (["odd: r1c1", "black: r3c3 r3c4"], ConstrainedBooleans),
        (["cage 5: r1c1 r1c2"], Constrained),
        (["thermo: r1c1 r1c2 r1c3", "cage 5: r4c1 r4c2"], Constrained),
    ],
)
def test_boards_of_pairs_have_booleans(lines: list[str], encoding: type[Model]) -> None:
    assert encoding_for(Puzzle(SIX.with_constraints(*lines), EMPTY)) is encoding


def test_marks_without_a_value_leave_the_random_grid() -> None:
    marked = SIX.with_constraints("dot?: r1c1 r1c2", "cage ?: r5c4 r6c4").ignoring_open_values()
    grids = [CpSatOracle().complete(Puzzle(one, EMPTY), np.random.default_rng(3)) for one in (SIX, marked)]
    assert grids[0] == grids[1]


@pytest.mark.parametrize("seed", range(12))
def test_the_text_of_a_pair_allows_its_digits_only(seed: int) -> None:
    n, rng = 4 + seed % 3, random.Random(seed)
    pairs = list(product(range(n), repeat=2))
    allowed = {pair for pair in pairs if rng.random() < (seed + 1) / 13}
    masks = tuple(digit_mask(b + 1 for a, b in allowed if a == digit) for digit in range(n))
    for one, other in pairs:
        text = ModelText()
        for _ in range(2):
            text.add_literals("exactly_one", [text.new_variable(0, 1) for _ in range(n)])
        text.add_text(pair_text(masks).format(*range(2 * n), *[~variable for variable in range(2 * n)]))
        for literal in (one, n + other):
            text.add_literals("bool_or", [literal])
        proto = cp_model_helper.CpModelProto()
        text.append_to(proto)
        found = solve_wrapper(PLAIN_TRIES[-1]).solve(proto).status == cp_model_helper.CpSolverStatus.OPTIMAL
        assert found == ((one, other) in allowed)
