"""Exchanges: without the clues of one, there are several solutions; the plain ones are found."""

from __future__ import annotations

import numpy as np
import pytest

from cpgen.digging.unavoidable_sets import Exchanges, exchanges_on, find_exchanges, has_open_exchange
from cpgen.layout import Layout
from cpgen.oracles import open_oracle
from cpgen.puzzle import Grid, Puzzle
from tests.conftest import SHAPES

NINE = Layout.boxes(3, 3)


def grid_of(layout: Layout, seed: int) -> Grid:
    return open_oracle("bitset").complete(Puzzle(layout, (0,) * layout.cell_count), np.random.default_rng(seed)) or ()


def cells_of(exchanges: Exchanges, number: int) -> set[int]:
    words = exchanges.masks[:, number].tolist()
    return {64 * place + cell for place, word in enumerate(words) for cell in range(64) if word >> cell & 1}


def exchanges_in(layout: Layout, grid: Grid) -> tuple[Exchanges, list[set[int]]]:
    exchanges = exchanges_on(layout)
    find_exchanges(exchanges, np.array(grid, np.uint8))
    return exchanges, [cells_of(exchanges, number) for number in range(exchanges.counts.found)]


def test_without_the_clues_of_an_exchange_there_are_several_solutions(layout: Layout) -> None:
    grid = grid_of(layout, 1)
    exchanges, found = exchanges_in(layout, grid)
    for cells in found[:: 1 if layout.size < 16 else 20]:
        clues = tuple(0 if cell in cells else digit for cell, digit in enumerate(grid))
        assert open_oracle("bitset").count(Puzzle(layout, clues)) == 2
        assert has_open_exchange(exchanges, np.array(clues, np.uint8))
        for cell in cells:
            given = [*clues]
            given[cell] = grid[cell]
            others = [other for other in found if other <= cells - {cell}]
            assert has_open_exchange(exchanges, np.array(given, np.uint8)) == bool(others)


@pytest.mark.parametrize("spec", ["2x2", "2x3", "3x3", SHAPES["9x9 jigsaw"]])
def test_every_rectangle_of_two_digits_is_found(spec: str) -> None:
    layout = Layout.parse(spec)
    size, wanted = layout.size, 0
    for seed in range(3):
        grid = grid_of(layout, seed)
        _, found = exchanges_in(layout, grid)
        for first in range(layout.cell_count):
            for last in range(first + size, layout.cell_count):
                corners = [first, last - last % size + first % size, first - first % size + last % size, last]
                if first % size == last % size or not swaps(layout, grid, corners):
                    continue
                wanted += 1
                assert set(corners) in found
    assert wanted > 3


def swaps(layout: Layout, grid: Grid, corners: list[int]) -> bool:
    """Whether the digits of the corners of a rectangle are two, and can change places."""
    a, b, c, d = (grid[cell] for cell in corners)
    regions = sorted(layout.regions[cell] for cell in corners)
    return a == d and b == c and regions[0] == regions[1] and regions[2] == regions[3] and regions[1] != regions[2]


def test_a_new_grid_has_its_own() -> None:
    exchanges = exchanges_on(NINE)
    for seed in (1, 2, 1):
        grid = grid_of(NINE, seed)
        find_exchanges(exchanges, np.array(grid, np.uint8))
        assert [cells_of(exchanges, number) for number in range(exchanges.counts.found)] == exchanges_in(NINE, grid)[1]
