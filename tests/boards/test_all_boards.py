"""All boards of small sides: the published numbers, and the boards themselves by a plain search."""

from __future__ import annotations

from collections.abc import Iterator
from math import isqrt

import numpy as np
import pytest

from cpgen.boards.all_boards import boards
from cpgen.errors import InputError
from cpgen.layout import Layout
from cpgen.symmetry.layout_images import UP_TO, canonical_layout

PUBLISHED = {1: (1, 1, 1), 2: (2, 1, 1), 3: (10, 3, 2), 4: (117, 37, 22), 5: (4006, 1018, 515)}
"""Boards of a side: all (OEIS A172477), up to rotation, up to rotation and reflection"""


def by_plain_search(size: int) -> Iterator[tuple[int, ...]]:
    """Return all numberings of the cells, regions by first appearance, that `Layout` accepts."""

    def go(marks: list[int], room: list[int]) -> Iterator[tuple[int, ...]]:
        if len(marks) == size * size:
            yield tuple(marks)
            return
        used = max(marks, default=-1) + 1
        for mark in range(min(used + 1, size)):
            if room[mark]:
                left = [cells - (k == mark) for k, cells in enumerate(room)]
                yield from go([*marks, mark], left)

    for marks in go([], [size] * size):
        try:
            yield Layout(size, marks).regions
        except InputError:
            continue


@pytest.mark.parametrize("size", PUBLISHED)
def test_numbers_of_boards_equal_published_ones(size):
    assert tuple(len(boards(size, up_to)) for up_to in UP_TO) == PUBLISHED[size]


@pytest.mark.parametrize("size", [2, 3])
def test_boards_equal_those_of_a_plain_search(size):
    assert [tuple(board) for board in boards(size).tolist()] == sorted(by_plain_search(size))


@pytest.mark.parametrize("size", [2, 3, 4, 5])
def test_boards_are_valid_distinct_and_sorted(size):
    found = [tuple(board) for board in boards(size).tolist()]
    assert found == sorted(set(found))
    assert all(Layout(size, board).regions == board for board in found)


@pytest.mark.parametrize("size", [2, 3, 4, 5])
def test_one_board_of_each_class_is_listed(size):
    kinds = [canonical_layout(Layout(size, tuple(board))) for board in boards(size, "symmetry").tolist()]
    assert len(set(kinds)) == len(kinds)
    assert set(kinds) == {canonical_layout(Layout(size, tuple(board))) for board in boards(size).tolist()}


@pytest.mark.parametrize(("up_to", "number"), [("nothing", 2114), ("rotation", 542), ("symmetry", 272)])
def test_boards_of_the_poster_have_corners_apart(up_to, number):
    found = boards(5, up_to, corners_apart=True)
    assert len(found) == number
    assert all(len({board[0], board[4], board[20], board[24]}) == 4 for board in found.tolist())


def test_other_boards_do_not_have_corners_apart():
    inside = {tuple(board) for board in boards(4, corners_apart=True).tolist()}
    others = [board for board in boards(4).tolist() if tuple(board) not in inside]
    assert all(len({board[0], board[3], board[12], board[15]}) < 4 for board in others)


@pytest.mark.parametrize("size", [0, -1, 7, 100])
def test_other_sides_are_refused(size):
    with pytest.raises(InputError, match=f"of side {size} cannot be listed; the side goes from 1 to 6"):
        boards(size)


def test_unknown_equivalence_is_refused():
    with pytest.raises(InputError, match="Did you mean 'rotation'"):
        boards(4, "rotations")


def test_cached_boards_are_read_only():
    mine = boards(3)
    mine[:] = 0
    assert np.array_equal(boards(3)[0], [0, 0, 0, 1, 1, 1, 2, 2, 2])
    assert isqrt(boards(3).shape[1]) == 3
