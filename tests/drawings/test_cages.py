"""Cages: partitions cover the board, are connected and symmetric, and keep their limits; cages are split."""

from __future__ import annotations

import numpy as np
import pytest

from cpgen.difficulty import Span
from cpgen.drawings.cages import partition, split_cage
from cpgen.drawings.sheet import moves_of
from cpgen.errors import InputError
from cpgen.library import layout_named
from cpgen.regions import connected
from cpgen.symmetry.square import SYMMETRIES

BOARDS = ["3x3", "2x3", "jigsaw-9", "latin-5", "pentomino-1"]


@pytest.mark.parametrize("symmetry", SYMMETRIES)
@pytest.mark.parametrize("board", BOARDS)
def test_partition_covers_the_board(board: str, symmetry: str) -> None:
    layout = layout_named(board)
    for seed in range(5):
        cages = partition(layout, Span(2, 5), 0, symmetry, np.random.default_rng(seed))
        assert sorted(cell for cage in cages for cell in cage) == list(range(layout.cell_count))
        assert all(len(connected(layout.size, cage)) == len(cage) <= 5 for cage in cages)
        for move in moves_of(layout.size, symmetry):
            assert {tuple(sorted(move[cell] for cell in cage)) for cage in cages} == set(cages)


@pytest.mark.parametrize("symmetry", SYMMETRIES)
def test_partition_has_no_cages_of_one_cell(symmetry: str) -> None:
    for seed in range(20):
        cages = partition(layout_named("3x3"), Span(2, 5), 0, symmetry, np.random.default_rng(seed))
        assert min(map(len, cages)) > 1


def test_partition_has_single_cells_up_to_the_limit() -> None:
    counts = {limit: [] for limit in (0, 3, 81)}
    for limit, found in counts.items():
        for seed in range(20):
            cages = partition(layout_named("3x3"), Span(1, 3), limit, "none", np.random.default_rng(seed))
            found.append(sum(len(cage) == 1 for cage in cages))
    assert max(counts[0]) == 0
    assert 0 < max(counts[3]) <= 3
    assert max(counts[81]) > 3


def test_partition_with_impossible_limit_is_near() -> None:
    """A board of 81 cells has no partition in dominoes, and a quarter turn leaves the middle cell alone."""
    for symmetry, lengths, single in (("none", Span(2, 2), 5), ("rot90", Span(2, 4), 1)):
        cages = partition(layout_named("3x3"), lengths, 0, symmetry, np.random.default_rng(1))
        assert 1 <= sum(len(cage) == 1 for cage in cages) <= single


def test_partition_refuses_cages_without_enough_digits() -> None:
    with pytest.raises(InputError, match="from 1 to 4 cells"):
        partition(layout_named("2x2"), Span(5, 6), 0, "none", np.random.default_rng(1))


def test_split_gives_two_connected_parts() -> None:
    rng = np.random.default_rng(1)
    for cage in partition(layout_named("3x3"), Span(2, 9), 0, "none", rng):
        one, other = split_cage(cage, 9, rng)
        assert sorted(one + other) == list(cage)
        assert len(connected(9, one)) == len(one)
        assert len(connected(9, other)) == len(other)


def test_split_avoids_parts_of_one_cell() -> None:
    rng = np.random.default_rng(1)
    assert {tuple(map(len, split_cage((0, 1, 2, 3), 9, rng))) for _ in range(20)} == {(2, 2)}
    assert {split_cage((0, 1, 9, 10), 9, rng) for _ in range(50)} == {((0, 1), (9, 10)), ((0, 9), (1, 10))}
    assert len(min(split_cage((1, 9, 10, 11, 19), 9, rng), key=len)) == 1  # a cross


def test_split_of_a_cage_in_pieces() -> None:
    assert split_cage((0, 1, 40, 41), 9, np.random.default_rng(1)) == ((0, 1), (40, 41))
