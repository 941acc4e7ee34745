"""The rule that all indexing cells are shown: solvers agree with its definition, and it turns with its axis."""

from __future__ import annotations

import pytest

from cpgen.constraints.indexing import AXES
from cpgen.layout import Layout
from cpgen.oracles import open_oracle
from cpgen.oracles.bitset import all_grids
from cpgen.puzzle import Puzzle

BOARD = Layout.boxes(2, 2)
GRIDS = all_grids(BOARD).tolist()
MARKS = {
    "column": "r1c1 r1c2 r1c3 r1c4 r2c1 r2c2 r2c3 r2c4",
    "row": "r1c1 r1c2 r2c1 r2c2 r3c1 r3c2 r4c1 r4c2",
    "region": "r1c1 r1c2 r1c3 r1c4 r2c1 r2c2 r2c3 r2c4",
}
"""Indexing cells of some grids"""


@pytest.mark.parametrize("oracle", ["bitset", "cpsat", "sat"])
@pytest.mark.parametrize("axis", AXES)
def test_solvers_count_the_grids_without_other_indexing_cells(axis: str, oracle: str) -> None:
    layout = BOARD.with_constraints(f"indexing {axis}: {MARKS[axis]}", f"all {axis}-indexing shown")
    expected = sum(all(one.is_satisfied(grid, layout) for one in layout.further) for grid in GRIDS)
    assert open_oracle(oracle).count(Puzzle(layout, (0,) * 16), None) == expected


def test_columns_become_rows_when_they_are_exchanged() -> None:
    (one,) = BOARD.with_constraints("all column-indexing shown").further
    exchange = [cell % 4 * 4 + cell // 4 for cell in range(16)]
    image = one.moved(exchange)
    assert image is not None
    assert image.text(4) == "all row-indexing shown"
    assert one.moved(list(range(16))) == one
    assert one.moved(list(range(15, -1, -1))) is None
