"""Automorphisms map any grid to another one, and exchange lines where possible."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cpgen.layout import Layout
from cpgen.library import layout_named
from cpgen.oracles import open_oracle
from cpgen.puzzle import Puzzle
from cpgen.symmetry.automorphisms import automorphism_fixing, describe_automorphism, moved
from tests import brute


@st.composite
def boards_with_holes(draw: st.DrawFn) -> tuple[Layout, tuple[int, ...]]:
    """Draw a layout and a set of cells that misses a few whole lines."""
    layout = layout_named(
        draw(st.sampled_from(["2x2", "2x3", "3x3", "latin-6", "3x3+diagonals", "windoku", "robot-9", "pentomino-1"]))
    )
    lines = draw(st.sets(st.integers(0, 2 * layout.size - 1), max_size=5))
    more = draw(st.sets(st.integers(0, layout.cell_count - 1), max_size=5))
    n = layout.size
    return layout, tuple(
        cell for cell in range(n * n) if cell // n not in lines and n + cell % n not in lines and cell not in more
    )


@given(boards_with_holes())
def test_automorphism_maps_any_grid_to_a_second_grid(board: tuple[Layout, tuple[int, ...]]) -> None:
    layout, still = board
    places = automorphism_fixing(layout, still)
    if places is None:
        return
    grid = open_oracle("bitset").complete(Puzzle(layout, (0,) * layout.cell_count), np.random.default_rng(1))
    assert grid is not None
    second = tuple(grid[place] for place in places)
    assert brute.is_valid(layout, second)
    assert second != grid
    assert [second[cell] for cell in still] == [grid[cell] for cell in still]


@pytest.mark.parametrize(("spec", "band"), [("3x3", 3), ("2x5", 2), ("latin-7", 7), ("3x3+diagonals", 1)])
def test_exchangeable_lines_are_found(spec: str, band: int) -> None:
    """Rows of a band can be exchanged, in a Latin square any rows, and with diagonals none."""
    layout = Layout.parse(spec)
    n = layout.size
    for one, other in combinations(range(n), 2):
        places = automorphism_fixing(layout, [cell for cell in range(n * n) if cell // n not in (one, other)])
        assert (places is not None) == (one // band == other // band)
        assert places is None or {cell // n for cell in moved(places)} == {one, other}


@pytest.mark.parametrize(
    ("spec", "words"),
    [
        ("3x3", "columns 1 and 2 can change places"),
        ("3x3+diagonals", "rows 4 and 6 can change places and columns 4 and 6 can change places"),
        ("windoku", "columns 2 and 3 can change places"),
        ("star-8", "columns 1 and 8, 2 and 7, 3 and 5, 4 and 6 can change places"),
    ],
)
def test_empty_boards_have_small_automorphisms(spec: str, words: str) -> None:
    """Cells in extra houses differ from other cells even without clues."""
    layout = layout_named(spec)
    places = automorphism_fixing(layout, ())
    assert places is not None
    assert str(describe_automorphism(layout.size, places)) == words
    houses = {frozenset(house.cells) for house in layout.houses}
    assert {frozenset(places[cell] for cell in cells) for cells in houses} == houses
