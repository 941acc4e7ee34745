"""Locking pairs hold in all grids, the law of leftovers included, and searches that use them are right."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import numpy as np
import pytest

from cpgen.boards.jigsaw import random_boards
from cpgen.constraints.geometry import cell_mask
from cpgen.engine.tables import leftovers, locking_pairs
from cpgen.layout import Layout
from cpgen.library import layout_named
from cpgen.oracles import open_oracle
from cpgen.oracles.bitset import EFFORT, BitsetOracle
from cpgen.puzzle import Grid, Puzzle

ONE_CELL = "AAABB/ABBBC/ACCCC/DDDEE/DDEEE"
PARTS = "AABBCC/AAABCC/ADDBCC/DDDBBE/DFFFEE/FFFEEE"
"""Has a pair that loses a part, and is left with more"""
WITHOUT_GRID = "AAAABBBBB/AACABBBBD/CCCAEEEDD/CCFAFEEDD/CCFFFFEDD/GCFFHHEED/GGFHHIIED/GGGHHIIII/GGGHHHIII"
IRREGULAR = ["jigsaw-7", "star-8", "jigsaw-9", "windmill-9", "jigsaw-9-diagonals", "cross-10", "rosette-12"]
LARGE = {"jigsaw-11": 70, "rosette-12": 80, "carpet-16": 150}


def cells_in(mask: int) -> list[int]:
    return [cell for cell in range(mask.bit_length()) if mask >> cell & 1]


def puzzle_of(layout: Layout, clues: np.ndarray) -> Puzzle:
    return Puzzle(layout, tuple(clues.tolist()))


def grids(layout: Layout) -> list[Grid]:
    """Some grids, which another oracle has found."""
    oracle, rng = open_oracle("cpsat"), np.random.default_rng(5)
    found = [oracle.complete(puzzle_of(layout, np.zeros(layout.cell_count, int)), rng) for _ in range(3)]
    assert all(found)
    return [grid for grid in found if grid]


@pytest.fixture(params=[ONE_CELL, PARTS, *IRREGULAR, *range(5, 9)], ids=str)
def layout(request: pytest.FixtureRequest) -> Layout:
    """A shipped board, or a random one of a side."""
    if isinstance(request.param, int):
        return next(random_boards(request.param, 7))
    return layout_named(request.param)


def test_two_rows_and_two_regions_leave_equal_cells() -> None:
    second_row, third_row = cell_mask([9]), cell_mask([10])
    assert {(second_row, third_row), (third_row, second_row)} <= set(leftovers(Layout.parse(ONE_CELL)))


def test_leftovers_hold_the_same_digits_in_every_grid(layout: Layout) -> None:
    for grid in grids(layout):
        for one, other in leftovers(layout):
            assert Counter(grid[cell] for cell in cells_in(one)) == Counter(grid[cell] for cell in cells_in(other))


@pytest.mark.parametrize("spec", ["3x3", "3x3+diagonals", "windoku"])
def test_pairs_of_boxes_hold_in_every_grid(spec: str) -> None:
    require_locked(layout_named(spec))


def test_pairs_of_regions_hold_in_every_grid(layout: Layout) -> None:
    require_locked(layout)


def require_locked(layout: Layout) -> None:
    """Requires that a digit that is in a target is in its rest, too, where its cell does not see it."""
    pairs = locking_pairs(layout)
    assert len(pairs) > layout.size
    for grid in grids(layout):
        for rest, target in pairs:
            assert {grid[cell] for cell in cells_in(target)} <= {grid[cell] for cell in cells_in(rest)}
    for rest, target in pairs:
        assert not any(set(layout.peers[cell]) & set(cells_in(rest)) for cell in cells_in(target))


def test_no_leftover_contains_another(layout: Layout) -> None:
    pairs = leftovers(layout)
    assert pairs == [pair for one, other in pairs[::2] for pair in ((one, other), (other, one))]
    assert all(0 < one.bit_count() < layout.size and one & other == 0 for one, other in pairs)
    for (less, its_target), (rest, target) in combinations(pairs, 2):
        assert less & ~rest or its_target & ~target


@pytest.mark.parametrize("spec", ["3x3", "2x3", "4x4", "3x3+diagonals", "latin-7"])
def test_boxes_and_lines_have_no_leftovers(spec: str) -> None:
    assert leftovers(Layout.parse(spec)) == []


def test_a_board_without_a_grid_is_refuted_quickly() -> None:
    layout = Layout.parse(WITHOUT_GRID)
    empty = puzzle_of(layout, np.zeros(layout.cell_count, int))
    assert not open_oracle("cpsat").is_consistent(empty)
    assert not BitsetOracle(effort=EFFORT).is_consistent(empty)
    assert BitsetOracle().complete(empty, np.random.default_rng(1)) is None


@pytest.mark.parametrize("name", LARGE)
def test_bitset_and_cpsat_agree_on_large_irregular_boards(name: str) -> None:
    layout, rng = layout_named(name), np.random.default_rng(7)
    bitset, cpsat = open_oracle("bitset"), open_oracle("cpsat")
    grid = cpsat.complete(puzzle_of(layout, np.zeros(layout.cell_count, int)), rng)
    assert grid
    seen = Counter[int]()
    for open_cells in (LARGE[name] * share // 4 for share in (2, 3, 4, 5)):
        clues = np.array(grid)
        clues[rng.permutation(layout.cell_count)[:open_cells]] = 0
        puzzle = puzzle_of(layout, clues)
        found = bitset.count(puzzle, 3)
        assert found == cpsat.count(puzzle, 3)
        seen[found] += 1
        first = np.flatnonzero(clues)[0]
        clues[first] = clues[first] % layout.size + 1
        assert bitset.is_consistent(puzzle_of(layout, clues)) == cpsat.is_consistent(puzzle_of(layout, clues))
    assert len(seen) > 1
