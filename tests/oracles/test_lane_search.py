"""The search in lanes counts what the search in planes counts, on boards of every shape."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest

from cpgen.kernel import compiled_at_once
from cpgen.lanes.parts import set_out_in_lanes, set_out_next_in_lanes
from cpgen.lanes.tables import NO_LANES, lane_tables, words_of_rows
from cpgen.layout import Layout
from cpgen.library import layout_named
from cpgen.oracles import open_oracle
from cpgen.oracles.bitset import search_state, search_tables
from cpgen.oracles.bitset_search import SearchTables, count_completions, finds_other
from cpgen.oracles.plane_search import SearchState
from cpgen.puzzle import Puzzle
from tests import brute

SHAPES = [
    "2x2",
    "2x3",
    "3x2",
    "2x4",
    "4x2",
    "3x3",
    "2x5",
    "5x2",
    "3x4",
    "4x3",
    "2x7",
    "7x2",
    "3x5",
    "2x8",
    "8x2",
    "4x4",
]
LARGE = ["4x5", "5x5", "4x8", "6x6"]
OTHERS = ["3x4+diagonals", "4x4+diagonals", "latin-12", "latin-14", "latin-15", "latin-16+diagonals"]
MOST, BRANCHES = 1000, 2_000


@compiled_at_once
def count(tables, state, clues, limit, branches):
    return count_completions(tables, state, clues, limit, branches)


@compiled_at_once
def has_other(tables, state, clues, cell, grid):
    return finds_other(tables, state, clues, cell, grid, BRANCHES)


def searches(layout: Layout) -> tuple[SearchTables, SearchTables, SearchState]:
    """What searches in lanes, what searches in planes, and memory for both."""
    tables = search_tables(layout)
    return tables, tables._replace(lanes=NO_LANES), search_state(layout)


def random_grid(layout: Layout, rng: np.random.Generator) -> np.ndarray:
    """A grid like all others but for the names of its digits, and on boxes for the order of its rows and columns."""
    if layout.extras or not layout.box:
        return (rng.permutation(layout.size) + 1).astype(np.uint8)[a_grid(layout) - 1]
    height, width = layout.box
    lines = np.array([band * height + row for band in rng.permutation(width) for row in rng.permutation(height)])
    columns = np.array(
        [stack * width + column for stack in rng.permutation(height) for column in rng.permutation(width)]
    )
    first = lines % height * width + lines // height
    return (rng.permutation(layout.size)[(first[:, None] + columns) % layout.size] + 1).astype(np.uint8).ravel()


@cache
def a_grid(layout: Layout) -> np.ndarray:
    """A grid, which another oracle has found."""
    found = open_oracle("cpsat").complete(Puzzle(layout, (0,) * layout.cell_count), np.random.default_rng(1))
    return np.array(found, np.uint8)


def thinned(grid: np.ndarray, rng: np.random.Generator, wrong: int) -> np.ndarray:
    """The grid with some cells opened, and with so many clues that may be wrong."""
    clues = grid * (rng.random(len(grid)) < rng.uniform(0.2, 0.6) + (0.2 if len(grid) > 256 else 0)).astype(np.uint8)
    given = np.flatnonzero(clues)
    for cell in rng.choice(given, min(wrong, len(given)), replace=False):
        clues[cell] = rng.choice(grid)
    return clues


@pytest.mark.parametrize("spec", SHAPES + LARGE + OTHERS)
def test_counts_are_those_of_the_planes(spec: str) -> None:
    rng, layout = np.random.default_rng(7), layout_named(spec)
    tables, planes, state = searches(layout)
    assert tables.lanes is not NO_LANES
    compared = 0
    for number in range(32 if layout.size <= 10 else 8):
        grid = random_grid(layout, rng)
        clues = thinned(grid, rng, (0, 0, 1, 2)[number % 4])
        expected = count(planes, state, clues, MOST, BRANCHES)
        decided = bool(state.status[0].finished)
        found = count(tables, state, clues, MOST, BRANCHES)
        if not decided or not state.status[0].finished:
            continue
        compared += 1
        assert found == expected
        for shown in state.solutions[: min(found, 2)]:
            assert brute.is_valid(layout, shown.tolist())
            assert all(clue in (0, digit) for clue, digit in zip(clues, shown, strict=True))
        assert found < 2 or state.solutions[0].tolist() != state.solutions[1].tolist()
    assert compared > 5


@pytest.mark.parametrize("spec", ["2x3", "3x3", "2x5", "4x4", "3x4+diagonals", "latin-12"])
def test_completions_that_differ_in_a_cell_are_the_others(spec: str) -> None:
    rng, layout = np.random.default_rng(3), layout_named(spec)
    tables, planes, state = searches(layout)
    for _ in range(40):
        clues = thinned(random_grid(layout, rng), rng, 0)
        cell = int(rng.choice(np.flatnonzero(clues == 0)))
        every = count(tables, state, clues, MOST, BRANCHES)
        if every == MOST or not state.status[0].finished:
            continue
        known = state.solutions[0].copy()
        clues[cell] = known[cell]
        same = count(tables, state, clues, MOST, BRANCHES)
        clues[cell] = 0
        for each in (tables, planes):
            assert has_other(each, state, clues, cell, known) == (every > same)


@pytest.mark.parametrize("spec", ["2x2", "2x3", "3x3", "2x5", "4x4", "5x5", "3x4+diagonals", "latin-12"])
def test_clues_set_out_after_others_are_as_those_set_out_anew(spec: str) -> None:
    rng, layout = np.random.default_rng(5), layout_named(spec)
    lanes, state = lane_tables(layout), search_state(layout)
    anew, grid = np.zeros_like(state.lanes), random_grid(layout, rng)
    for clues in (grid * 0, grid, thinned(grid, rng, 1), thinned(grid, rng, 0)):
        set_out_in_lanes(lanes, anew, clues)
        set_out_next_in_lanes(lanes, state.lanes, state.last, clues)
        assert state.lanes[: 2 * words_of_rows(lanes)].tolist() == anew[: 2 * words_of_rows(lanes)].tolist()


def test_a_search_goes_on_where_it_stopped() -> None:
    layout = Layout.boxes(3, 3)
    tables, _, state = searches(layout)
    clues = np.array(Puzzle.parse("1" + "." * 80).clues, np.uint8)
    assert count(tables, state, clues, 10**9, 500) > 0
    assert not state.status[0].finished
    assert state.status[0].depth > 3


@pytest.mark.parametrize("spec", ["carpet-16", "3x3+diagonals", "latin-9", "2x9", "latin-13", "latin-40", "7x7", "8x8"])
def test_other_boards_have_no_lanes(spec: str) -> None:
    assert lane_tables(layout_named(spec)) is NO_LANES
