"""Moves of the grid: where everything that is drawn is read off the grid, its digits are exchanged."""

from __future__ import annotations

import numpy as np
import pytest

from cpgen.generation import drawn_puzzles
from cpgen.generation.draft_moves import source_of
from cpgen.generation.drawn_puzzles import DraftSearch, grid_of
from cpgen.generation.energy import energy_for
from cpgen.generation.two_phase import generate_many
from cpgen.layout import Layout
from cpgen.oracles import open_oracle
from cpgen.puzzle import Puzzle
from cpgen.requests.clock import Clock
from cpgen.symmetry.canonical import canonical
from tests.request_helpers import asked


def search_of(**wanted: object) -> DraftSearch:
    request, rng, clock = asked(wanted, layout="2x3"), np.random.default_rng(0), Clock(300)
    drawing = source_of(request).draw(request.layout, rng)
    grid = grid_of(request, drawing, open_oracle(), rng, clock)
    return DraftSearch(request, drawing, grid, rng, clock)


@pytest.mark.parametrize(
    "drawn",
    [{"kind": "kropki"}, {"kind": "xv"}, {"kind": "sandwich"}, {"drawing": "cage ?: r1c1 r1c2; little ? from r1c2 se"}],
)
def test_two_digits_change_places_and_values_follow(drawn):
    search = search_of(givens=0, **drawn)
    grid, drawn = search.moves.grid_moves.moved(search.moves.grid, search.moves.rng)
    changed = {(before, after) for before, after in zip(search.moves.grid, grid, strict=True) if before != after}
    assert len(changed) == 2
    assert changed == {(after, before) for before, after in changed}
    board = search.board.with_constraints(*drawn)
    assert not board.is_drawing
    assert Puzzle(board, (0,) * 36).is_solved_by(grid)


@pytest.mark.parametrize(
    "wanted",
    [
        {"kind": "xv"},  # digits may be given
        {"kind": "kropki-some", "givens": 0},  # dots may be left out
        {"kind": "killer"},
        {"kind": "kropki", "constraints": "thermo r1c1 r2c1 r3c1"},
        {"drawing": "cage ?: r1c1 r1c2; thermo r3c1 r3c2", "givens": 0},
        {"drawing": "cage 5: r1c1 r1c2; cage ?: r3c1 r3c2", "givens": 0},
    ],
)
def test_a_grid_stays_if_other_moves_or_rules_need_it(wanted):
    assert not search_of(**wanted).moves.grid_moves


def test_a_grid_without_a_sign_of_the_user_is_no_move():
    search = search_of(drawing="xv ? r1c1 r1c2", givens=0)
    moved = [search.moves.grid_moves.moved(search.moves.grid, search.moves.rng) for _ in range(50)]
    kept = [found[0] for found in moved if found]
    assert 0 < len(kept) < 50
    assert {grid[0] + grid[1] for grid in kept} <= {5, 10}


def test_a_search_for_dots_moves_from_grid_to_grid():
    clock = Clock(300)
    found = list(generate_many(asked(kind="kropki", layout="2x3", grade="advanced"), 4, 0, clock))
    assert all(one.puzzle.is_solved_by(one.solution) for one in found)
    assert 2 * clock.attempts < clock.ratings


def test_puzzles_of_a_seed_have_different_grids():
    found = list(generate_many(asked(kind="kropki", layout="2x3", grade="advanced"), 6, 0, Clock(300)))
    assert len({canonical(Puzzle(Layout.parse("2x3"), one.solution)) for one in found}) > 4


def test_attempts_take_over_the_memory_of_the_rater(monkeypatch):
    begun = []

    def energy(layout, target, like=None):
        begun.append(like is None)
        return energy_for(layout, target, like)

    monkeypatch.setattr(drawn_puzzles, "energy_for", energy)
    clock = Clock(300)
    list(generate_many(asked(kind="kropki", layout="2x3", grade="expert"), 1, 4, clock))
    assert sum(begun) == 1
    assert clock.attempts > 1
