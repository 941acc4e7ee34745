"""The search for few clues: it succeeds, keeps the symmetry, and returns its best when time is over."""

import pytest

from cpgen.digging.dig_puzzles import dig_many
from cpgen.digging.dig_request import Dug
from cpgen.digging.strategies import Check
from cpgen.errors import NotFoundError
from cpgen.layout import Layout
from cpgen.oracles import open_oracle
from cpgen.requests.clock import Clock
from cpgen.symmetry.square import orbits
from tests.conftest import SHAPES
from tests.request_helpers import asked_to_dig, clock_of


def search(spec: str, clock: Clock | None = None, seed: int = 1, **wanted: object) -> tuple[Dug, list[Dug]]:
    """Return the final puzzle and the intermediate ones."""
    layout, told = Layout.parse(spec), []
    request = asked_to_dig(layout=layout, **wanted)
    made = next(dig_many(request, 1, seed, clock or Clock(300), better=told.append))
    assert open_oracle("cpsat").uniqueness(made.puzzle).grids == (made.solution,)
    return made, told


def is_symmetric(made: Dug) -> bool:
    shown = {cell for cell, digit in enumerate(made.puzzle.clues) if digit}
    return all(shown.issuperset(o) or shown.isdisjoint(o) for o in orbits(made.puzzle.layout.size, made.symmetry))


@pytest.mark.parametrize(
    ("symmetry", "clues"),
    [("rot180", 20), ("rot180", 19), ("rot180", 18), ("rot90", 20), ("diagonal", 19), ("full", 24)],
)
def test_few_clues_with_symmetry(symmetry, clues):
    made, told = search("3x3", way="orbits", symmetry=symmetry, clues=clues)
    assert made.puzzle.clue_count == clues
    assert made.orbit_minimal
    assert is_symmetric(made)
    assert all(is_symmetric(one) for one in told)
    counts = [one.puzzle.clue_count for one in told]
    assert counts == sorted(set(counts), reverse=True)


def test_few_clues_without_symmetry():
    made, _ = search("3x3", clues=18)
    assert made.puzzle.clue_count == 18
    assert made.minimal


@pytest.mark.parametrize(
    ("spec", "symmetry", "most", "checks"),
    [
        ("2x2", "none", 4, 4),
        ("2x3", "rot180", 8, 6),
        ("latin-5", "rot180", 6, 6),
        (SHAPES["5x5 pentominoes"], "none", 5, 3),
        (SHAPES["9x9 jigsaw"], "rot180", 15, 20),
        ("3x3+diagonals", "rot180", 16, 20),
    ],
)
def test_the_fewest_on_any_layout(spec, symmetry, most, checks):
    way = "single" if symmetry == "none" else "orbits"
    made, told = search(spec, clock_of(checks), way=way, symmetry=symmetry, clues="fewest")
    assert made.puzzle.clue_count <= most
    assert made.puzzle == told[-1].puzzle
    assert is_symmetric(made)


def test_the_search_is_the_same_from_the_same_seed():
    first, again = (search("3x3", way="orbits", symmetry="rot180", clues=19, seed=9)[0] for _ in range(2))
    assert first.puzzle == again.puzzle


def test_few_clues_keep_the_ladder_check():
    made, _ = search("3x3", way="orbits", symmetry="rot180", clues=23, check=Check("ladder", 3))
    assert made.puzzle.clue_count == 23
    assert made.rating.solved
    assert made.rating.level <= 3


def test_few_clues_keep_a_given_grid():
    grid, _ = search("3x3")
    made, _ = search("3x3", way="orbits", symmetry="rot180", clues=24, grid=grid.solution)
    assert made.solution == grid.solution
    assert made.puzzle.clue_count == 24


def test_the_best_puzzle_is_shown_before_the_end():
    told: list[Dug] = []
    layout = Layout.boxes(3, 3)
    request = asked_to_dig(layout=layout, way="orbits", symmetry="rot180", clues=17)
    with pytest.raises(NotFoundError, match=r"puzzles? of 17 clues"):
        next(dig_many(request, 1, 1, clock_of(30), better=told.append))
    assert told[-1].puzzle.clue_count < 22
