"""Random grids: valid, all of them possible, and determined by the seed."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from cpgen.digging.random_grids import RandomGrids, has_random_grids
from cpgen.errors import ImpossibleError
from cpgen.layout import Layout
from cpgen.library import layout_named
from cpgen.requests.grid_sources import class_invariant
from tests.brute import is_valid

NINE = Layout.boxes(3, 3)


BOXES = ["2x3", "3x2", "3x3", "2x5", "4x3", "4x4", "5x5", "3x7"]
SMALL = ["latin-5", "latin-11", "3x3+diagonals", "windoku", "jigsaw-9", "jigsaw-11"]


@pytest.mark.parametrize("spec", [*BOXES, *SMALL])
def test_grids_are_valid_and_depend_on_the_generator_alone(spec: str) -> None:
    layout = layout_named(spec)
    grids = RandomGrids(layout)
    first = grids.draw(np.random.default_rng(1)).grid
    assert is_valid(layout, first)
    assert grids.draw(np.random.default_rng(2)).grid != first
    assert RandomGrids(layout).draw(np.random.default_rng(1)).grid == first
    assert grids.draw(np.random.default_rng(1)).grid == first


@pytest.mark.parametrize("spec", ["2x2", "latin-12", "4x4+diagonals", "rosette-12"])
def test_other_boards_are_left_to_oracles(spec: str) -> None:
    assert not has_random_grids(layout_named(spec))


def test_a_board_without_a_grid_is_refused() -> None:
    with pytest.raises(ImpossibleError, match="no grid"):
        RandomGrids(Layout.parse("AAAB/ACBB/CCDB/CDDD"))


def test_grids_are_of_all_classes_and_digits_are_anywhere() -> None:
    grids, rng = RandomGrids(NINE), np.random.default_rng(1)
    drawn = [grids.draw(rng).grid for _ in range(180)]
    assert len({class_invariant(NINE, grid) for grid in drawn[:20]}) == 20
    for cell in range(81):
        digits = Counter(grid[cell] for grid in drawn)
        assert len(digits) == 9
        assert max(digits.values()) < 50


def test_pairs_of_digits_exchange_as_often_as_in_all_grids() -> None:
    """In the mean, a grid has about 11.8 rectangles of two digits."""
    grids, rng = RandomGrids(NINE), np.random.default_rng(1)
    assert 10 < np.mean([rectangles(grids.draw(rng).grid) for _ in range(200)]) < 12.5


def rectangles(grid: tuple[int, ...]) -> int:
    """Return the number of rectangles of two digits in two boxes."""
    rows = np.array(grid).reshape(9, 9)
    found = 0
    for one, other in ((a, b) for a in range(9) for b in range(a)):
        for left, right in ((a, b) for a in range(9) for b in range(a)):
            two_boxes = (one // 3 == other // 3) != (left // 3 == right // 3)
            found += two_boxes and rows[one, left] == rows[other, right] and rows[one, right] == rows[other, left]
    return found
