"""Unavoidable sets: without a clue in one, there are several solutions; rectangles are found."""

from __future__ import annotations

import numpy as np
import pytest

from cpgen.digging.unavoidable_sets import UnavoidableSets, find_unavoidable_sets, misses_a_set, unavoidable_sets_for
from cpgen.layout import Layout
from cpgen.oracles import open_oracle
from cpgen.puzzle import Grid, Puzzle
from tests.conftest import SHAPES

NINE = Layout.boxes(3, 3)


def grid_of(layout: Layout, seed: int) -> Grid:
    return open_oracle("bitset").complete(Puzzle(layout, (0,) * layout.cell_count), np.random.default_rng(seed)) or ()


def cells_of(sets: UnavoidableSets, number: int) -> set[int]:
    words = sets.masks[number].tolist()
    return {64 * place + cell for place, word in enumerate(words) for cell in range(64) if word >> cell & 1}


def sets_of(layout: Layout, grid: Grid) -> tuple[UnavoidableSets, list[set[int]]]:
    sets = unavoidable_sets_for(layout)
    find_unavoidable_sets(sets, np.array(grid, np.uint8))
    return sets, [cells_of(sets, number) for number in range(sets.found[0])]


def test_a_puzzle_without_a_clue_in_a_set_has_two_solutions(layout: Layout) -> None:
    grid = grid_of(layout, 1)
    sets, found = sets_of(layout, grid)
    for cells in found[:: 1 if layout.size < 16 else 20]:
        clues = tuple(0 if cell in cells else digit for cell, digit in enumerate(grid))
        assert open_oracle("bitset").count(Puzzle(layout, clues)) == 2
        assert misses_a_set(sets, np.array(clues, np.uint8))
        for cell in cells:
            given = [*clues]
            given[cell] = grid[cell]
            others = [other for other in found if other <= cells - {cell}]
            assert misses_a_set(sets, np.array(given, np.uint8)) == bool(others)


@pytest.mark.parametrize("spec", ["2x2", "2x3", "3x3", SHAPES["9x9 jigsaw"]])
def test_every_rectangle_of_two_digits_is_found(spec: str) -> None:
    layout = Layout.parse(spec)
    size, wanted = layout.size, 0
    for seed in range(3):
        grid = grid_of(layout, seed)
        _, found = sets_of(layout, grid)
        for first in range(layout.cell_count):
            for last in range(first + size, layout.cell_count):
                corners = [first, last - last % size + first % size, first - first % size + last % size, last]
                if first % size == last % size or not swaps(layout, grid, corners):
                    continue
                wanted += 1
                assert set(corners) in found
    assert wanted > 3


def swaps(layout: Layout, grid: Grid, corners: list[int]) -> bool:
    """Return True if the corners of a rectangle hold two digits that can be swapped."""
    a, b, c, d = (grid[cell] for cell in corners)
    regions = sorted(layout.regions[cell] for cell in corners)
    return a == d and b == c and regions[0] == regions[1] and regions[2] == regions[3] and regions[1] != regions[2]


def test_another_grid_replaces_the_sets() -> None:
    sets = unavoidable_sets_for(NINE)
    for seed in (1, 2, 1):
        grid = grid_of(NINE, seed)
        find_unavoidable_sets(sets, np.array(grid, np.uint8))
        assert [cells_of(sets, number) for number in range(sets.found[0])] == sets_of(NINE, grid)[1]
