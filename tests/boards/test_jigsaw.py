"""Random jigsaws meet the request for every seed, and the rater is sound on them."""

from __future__ import annotations

from itertools import islice

import numpy as np
import pytest

from cpgen.boards.all_boards import boards
from cpgen.boards.jigsaw import LEAST_SIDE, MOST_SIDE, ground_of, has_grid, random_boards, require_grid
from cpgen.difficulty import shipped_model
from cpgen.errors import ImpossibleError, InputError, NotFoundError
from cpgen.layout import Layout
from cpgen.oracles import open_oracle
from cpgen.puzzle import Puzzle
from cpgen.rater.rating import rater_for
from cpgen.symmetry.layout_images import require_symmetry, symmetries_of
from cpgen.symmetry.square import SYMMETRIES
from tests import brute
from tests.conftest import dug, thinned

LADDER = shipped_model("by-rule").ladder
EXISTING = [
    (size, name)
    for size in range(LEAST_SIDE, MOST_SIDE + 1)
    for name in SYMMETRIES
    if not (name in ("rot90", "full") and size % 4 > 1)
    and not (size == 5 and name not in ("none", "rot180", "rot90"))
    and not (size in (6, 7, 10, 14) and name == "diagonals")
    and not (size == 6 and name in ("diagonal", "antidiagonal"))
    and not (size == 7 and name == "mirrors")
]


def some(size: int, count: int, seed: int = 1, symmetry: str = "none", **wishes: object) -> list[Layout]:
    return list(islice(random_boards(size, seed, symmetry, **{"oracle": "bitset"} | wishes), count))


def lines_among(layout: Layout) -> list[object]:
    """Return the regions that are a whole row or column."""
    cells = {house.cells for house in layout.houses if house.kind in ("row", "column")}
    return [house for house in layout.houses if house.kind == "region" and house.cells in cells]


@pytest.mark.parametrize("size", range(LEAST_SIDE, 12))
def test_random_boards_are_valid_and_have_a_grid(size):
    for seed in range(4):
        for layout in some(size, 2, seed, oracle="bitset" if size < 9 else "cpsat"):
            assert Layout(size, layout.regions) == layout
            assert len(set(layout.regions)) == size
            assert not lines_among(layout)
            grid = open_oracle("bitset").complete(Puzzle(layout, (0,) * size**2), np.random.default_rng(seed))
            assert grid
            assert brute.is_valid(layout, grid)


@pytest.mark.parametrize("symmetry", SYMMETRIES)
def test_boards_have_the_requested_symmetry(symmetry, monkeypatch):
    monkeypatch.setattr("cpgen.boards.jigsaw.has_grid", lambda *_: True)
    for size in (size for size, name in EXISTING if name == symmetry):
        for layout in some(size, 2, 2, symmetry):
            require_symmetry(layout, symmetry)
            assert not lines_among(layout)


@pytest.mark.parametrize("size", range(12, MOST_SIDE + 1))
def test_large_boards_have_a_grid_by_cpsat(size):
    for layout in some(size, 1, 3, "rot180", oracle="cpsat"):
        require_symmetry(layout, "rot180")
        grid = open_oracle().complete(Puzzle(layout, (0,) * size**2), np.random.default_rng(0))
        assert grid
        assert brute.is_valid(layout, grid)


def test_boards_are_determined_by_the_seed():
    assert len(set(some(9, 50))) == 50
    assert some(9, 5, 7) == some(9, 5, 7)
    assert some(9, 5, 7) == some(9, 5, 7, oracle="cpsat")
    assert some(9, 5, 7) != some(9, 5, 8)


def test_small_random_boards_cover_most_of_all_boards():
    without_lines = {tuple(board) for board in boards(4).tolist() if not lines_among(Layout(4, tuple(board)))}
    found = {layout.regions for layout in some(4, 600)}
    filled = {regions for regions in without_lines if has_grid(Layout(4, regions), open_oracle("bitset"))}
    assert found <= filled
    assert len(found) > 0.9 * len(filled)


def test_lines_are_regions_only_if_allowed():
    assert any(lines_among(layout) for layout in some(4, 60, lines=True))


def test_diagonals_are_extra_houses_with_a_grid():
    for layout in some(7, 2, diagonals=True, oracle="cpsat"):
        assert len(layout.extras) == 2
        require_grid(layout)


@pytest.mark.parametrize("size", [-1, 0, 3, 17, 100])
def test_other_sides_are_refused(size):
    with pytest.raises(InputError, match=f"Random boards have sides from 4 to 16, not {size}"):
        ground_of(size, "none", False)


def test_an_unknown_symmetry_is_refused():
    with pytest.raises(InputError, match="Did you mean 'rot180'"):
        some(9, 1, symmetry="rot18")


@pytest.mark.parametrize("size", [6, 15])
def test_quarter_turn_is_refused_on_some_sides(size):
    with pytest.raises(ImpossibleError, match=f"and {size} is neither a multiple of 4 nor one more"):
        some(size, 1, symmetry="rot90")


def test_every_small_board_with_a_quarter_turn_is_found():
    for board in boards(4).tolist() + boards(3).tolist():
        size = round(len(board) ** 0.5)
        assert size % 4 < 2 or "rot90" not in symmetries_of(Layout(size, tuple(board)))


@pytest.mark.parametrize("symmetry", ["left-right", "mirrors", "diagonal", "full"])
def test_symmetry_of_no_small_board_is_impossible(symmetry):
    with pytest.raises(ImpossibleError, match=rf"symmetry {symmetry} and without .*: none of all 4006 boards has it"):
        some(5, 1, symmetry=symmetry)


def test_failed_search_reports_the_number_of_tries(monkeypatch):
    monkeypatch.setattr("cpgen.boards.jigsaw.BEGINNINGS", 50)
    with pytest.raises(NotFoundError, match=r"No board of side 14 with the symmetry diagonals .* 50 were begun"):
        some(14, 1, symmetry="diagonals")


def test_board_without_a_grid_is_refused():
    filled = [Layout(5, tuple(board)) for board in boards(5, "symmetry").tolist()]
    without = [layout for layout in filled if not has_grid(layout, open_oracle("bitset"))]
    assert len(without) == 8
    for name in ("cpsat", "bitset"):
        with pytest.raises(ImpossibleError, match=f"has no grid: {name} shows that no filling keeps to all its houses"):
            require_grid(without[0], name)


def test_search_ends_if_no_board_has_a_grid(monkeypatch):
    monkeypatch.setattr("cpgen.boards.jigsaw.has_grid", lambda *_: False)
    with pytest.raises(NotFoundError, match="Each of 500 boards in a row has no grid, as bitset shows"):
        some(4, 1)


@pytest.mark.parametrize(
    ("size", "count", "wishes"),
    [
        (5, 20, {}),
        (7, 6, {}),
        (9, 4, {}),
        (8, 2, {"diagonals": True}),
        (16, 1, {}),
    ],
)
def test_rater_keeps_every_digit_of_the_solution(size, count, wishes):
    rng = np.random.default_rng([size, count])
    oracle = open_oracle("cpsat" if size > 12 or wishes else "bitset")
    solved = 0
    for layout in some(size, count, 11, oracle=oracle.name, **wishes):
        grid = oracle.complete(Puzzle(layout, (0,) * size**2), rng)
        assert grid
        for clues in (thinned(layout, grid, rng), dug(layout, grid, rng)):
            rating = rater_for(layout, LADDER).rate(clues)
            solved += rating.solved
            assert rating.outcome != "contradiction"
            assert all(placed in (0, digit) for placed, digit in zip(rating.digits, grid, strict=True))
            assert all(digit in rating.candidates_of(cell) for cell, digit in enumerate(grid))
    assert solved
