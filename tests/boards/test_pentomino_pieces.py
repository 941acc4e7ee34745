"""Placements in a corner, numbered as on the poster, and names of boards."""

from __future__ import annotations

from contextlib import suppress
from itertools import product

import pytest

from cpgen.boards.all_boards import boards
from cpgen.boards.pentomino_pieces import (
    CORNERS,
    corner_board,
    name_of,
    placements,
    placements_named,
    reflection,
    rotations,
    spelled,
)
from cpgen.errors import InputError
from cpgen.layout import Layout
from cpgen.symmetry.square import maps

FIRST = Layout.from_regions("AAABB/ACDDB/ACDDB/CCDEB/CEEEE")
"""The first board of the poster's program, 0,1,2,12"""


def test_placements_equal_those_of_the_poster():
    """Compare with all boards whose corners are apart, and with some lists of the poster's program."""
    occurring = {
        tuple(cell for cell in range(25) if board[cell] == board[0])
        for board in boards(5, "nothing", corners_apart=True).tolist()
    }
    assert {one.cells[0] for one in placements()} == occurring
    assert len(placements()) == 33
    assert [one.cells[0] for one in placements_named("0,4,10,15,16,20,25,32")] == [
        *((0, 1, 2, 5, 10), (0, 1, 2, 3, 8), (0, 1, 2, 7, 12), (0, 1, 6, 11, 12)),
        *((0, 1, 6, 11, 16), (0, 5, 10, 15, 16), (0, 5, 10, 11, 16), (0, 5, 6, 7, 8)),
    ]
    assert placements()[12].cells == ((0, 1, 6, 7, 8), (4, 8, 9, 13, 18), (16, 17, 18, 23, 24), (6, 11, 15, 16, 20))
    assert [one.mirrored for one in placements()] == [0, *range(17, 33), *range(1, 17)]


def test_corner_names_of_boards_round_trip():
    for regions in boards(5, "nothing", corners_apart=True).tolist():
        layout = Layout(5, tuple(regions))
        assert corner_board(spelled(name_of(layout))) == layout
    assert corner_board("0,1,2,12") == FIRST
    assert name_of(Layout.from_regions("AAAAABBBBBCCCCCDDDDDEEEEE")) == ()


def test_names_follow_rotation_and_reflection():
    name = name_of(FIRST)
    for turns, other in enumerate(rotations(name)):
        assert corner_board(spelled(other)) == _image(FIRST, turns)
    mirrored = [FIRST.regions[cell % 5 * 5 + cell // 5] for cell in range(25)]
    assert corner_board(spelled(reflection(name))) == _layout(mirrored)


def _image(layout: Layout, turns: int) -> Layout:
    return _layout([layout.regions[cell] for cell in maps(5)[turns]])


def _layout(marks: list[int]) -> Layout:
    return Layout.from_regions("".join("ABCDE"[mark] for mark in marks))


def test_corner_board_finds_exactly_the_existing_boards():
    """Try all names made of a few numbers."""
    known = {tuple(board) for board in boards(5, "nothing", corners_apart=True).tolist()}
    made = set()
    for name in product((0, 1, 2, 5, 12, 21), repeat=len(CORNERS)):
        with suppress(InputError):
            made.add(corner_board(spelled(name)).regions)
    assert made == {board for board in known if set(name_of(Layout(5, board))) <= {0, 1, 2, 5, 12, 21}}


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("33", "'33' is not a placement in a corner; they go from 0 to 32."),
        ("0,1,2", "'0,1,2' names no board; give the numbers of its four corners, as in 0,1,2,12."),
        ("0,,2,12", "'' is not a placement in a corner"),
        ("²,1,2,12", "'²' is not a placement in a corner"),
        ("0,1,2,3", "No board is 0,1,2,3: 0 at the top left and 3 at the bottom left overlap at row 2, column 1."),
        ("2,2,13,3", "No board is 2,2,13,3: the five cells left are not connected."),
    ],
)
def test_invalid_corner_names_are_refused(text, sentence):
    with pytest.raises(InputError) as caught:
        corner_board(text)
    assert str(caught.value).startswith(sentence)
