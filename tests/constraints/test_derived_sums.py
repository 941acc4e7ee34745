"""Derived sums: innies and outies of houses, and where they come from."""

from __future__ import annotations

import random

import pytest

from cpgen.constraints.primitives import Linear
from cpgen.constraints.sums import derived_sums
from cpgen.layout import Layout
from tests import brute
from tests.constraints.meaning import holds
from tests.variant_puzzles import VARIANTS, puzzle_of, solution_of


def sums_of(layout: Layout) -> dict[tuple[int, ...], int]:
    return {one.linear.cells: one.linear.total for one in derived_sums(layout)}


def test_cells_left_over_in_a_region() -> None:
    layout = Layout.boxes(3, 3).with_constraints("cage 15: r1c1 r1c2 r1c3 r2c1", "cage 20: r2c2 r2c3 r3c3")
    (found,) = derived_sums(layout)
    assert found.linear == Linear((18, 19), (1, 1), "=", 10)
    assert [str(house) for house in found.houses] == ["region 1"]
    assert set(found.constraints) == set(layout.further)


def test_cells_that_stick_out_of_a_row() -> None:
    layout = Layout.boxes(3, 3).with_constraints(
        "cage 10: r1c1 r1c2 r1c3 r1c4", "cage 15: r1c5 r1c6 r1c7", "cage 23: r1c8 r1c9 r2c9 r3c9"
    )
    assert sums_of(layout)[17, 26] == 3
    assert sums_of(layout)[7, 8] == 20


def test_two_rows_need_a_sum_that_links_them() -> None:
    apart = Layout.latin(4).with_constraints("cage 6: r1c1 r1c2 r1c3", "cage 9: r2c2 r2c3 r2c4")
    assert sums_of(apart)[3,] == 4
    assert (3, 4) not in sums_of(apart)
    linked = Layout.latin(4).with_constraints("cage 8: r1c1 r1c2 r2c2", "cage 8: r1c3 r1c4 r2c4")
    assert sums_of(linked)[4, 6] == 4
    (rows,) = [one.houses for one in derived_sums(linked) if one.linear.cells == (4, 6)]
    assert [str(house) for house in rows] == ["row 1", "row 2"]


def test_large_and_known_sums_are_dropped() -> None:
    layout = Layout.boxes(3, 3).with_constraints("cage 3: r1c1 r1c2")
    assert derived_sums(layout) == ()
    longer = Layout.boxes(3, 3).with_constraints("cage 6: r1c1 r1c2 r1c3")
    assert [len(one.linear.cells) for one in derived_sums(longer)] == [6, 6]
    both = longer.with_constraints("cage 39: r1c4 r1c5 r1c6 r1c7 r1c8 r1c9")
    assert all(one.houses[0].kind != "row" for one in derived_sums(both))


def test_open_and_weighted_sums_are_ignored() -> None:
    assert derived_sums(Layout.boxes(2, 2).with_constraints("cage ?: r1c1 r1c2")) == ()
    assert derived_sums(Layout.boxes(2, 2).with_constraints("sum 5: r1c1 r1c2 r1c1")) == ()


@pytest.mark.parametrize("spec", ["2x2", "latin-4", "AABB/AABC/DDBC/DDCC", "2x2+diagonals"])
def test_derived_sums_hold_in_every_grid(spec: str) -> None:
    """Read random cages off random grids, and compare with all grids that satisfy them."""
    layout, rng, compared = Layout.parse(spec), random.Random(1), 0
    grids = list(brute.completions(layout, (0,) * 16))
    for _ in range(30):
        grid, cells = rng.choice(grids), rng.sample(range(16), 16)
        groups = [cells[start : start + 3] for start in range(0, 12, 3)]
        names = [" ".join(map(layout.cell_name, group)) for group in groups]
        lines = [f"sum {sum(grid[cell] for cell in group)}: {name}" for group, name in zip(groups, names, strict=True)]
        board = layout.with_constraints(*lines)
        for one in derived_sums(board):
            compared += 1
            for other in grids:
                if all(constraint.is_satisfied(other, board) for constraint in board.further):
                    assert holds(one.linear, other)
    assert compared > 30


def test_published_solutions_satisfy_derived_sums() -> None:
    found = 0
    for name in VARIANTS:
        sums = derived_sums(puzzle_of(name).layout)
        found += len(sums)
        assert all(holds(one.linear, solution_of(name)) for one in sums)
    assert found > 15


def test_sums_of_other_layouts_do_not_change_the_answer() -> None:
    cages = ["cage 15: r1c1 r1c2 r1c3 r2c1", "cage 20: r2c2 r2c3 r3c3"]
    first = Layout.boxes(3, 3).with_constraints(*cages)
    before = derived_sums(first)
    other = Layout.boxes(3, 3).with_constraints(cages[0], "cage 21: r2c2 r2c3 r3c3")
    assert sums_of(other) == {(18, 19): 9}
    derived_sums.cache_clear()
    assert derived_sums(first) == before
