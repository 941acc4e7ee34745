"""Symmetries of boards, and smallest images shared by exactly the symmetric boards and puzzles."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cpgen import resources
from cpgen.boards.all_boards import boards
from cpgen.errors import InputError
from cpgen.layout import Layout
from cpgen.puzzle import Puzzle
from cpgen.state import State
from cpgen.symmetry.layout_images import (
    canonical_layout,
    orientations,
    require_symmetry,
    smallest_image,
    symmetries_of,
)
from cpgen.symmetry.square import SYMMETRIES, maps

ALL_FIVES = boards(5).tolist()


def turned(layout: Layout, number: int) -> Layout:
    source = maps(layout.size)[number].tolist()
    return Layout(layout.size, tuple(layout.regions[cell] for cell in source))


@st.composite
def puzzles(draw):
    regions = draw(st.sampled_from(ALL_FIVES))
    clues = draw(st.lists(st.integers(0, 5), min_size=25, max_size=25))
    return Puzzle(Layout(5, tuple(regions)), tuple(clues))


@pytest.mark.parametrize("size", [2, 3, 4, 5, 9])
def test_eight_maps_differ_and_rotations_come_first(size):
    rows = [tuple(row) for row in maps(size).tolist()]
    assert len(set(rows)) == 8
    assert rows[0] == tuple(range(size * size))
    for one, after in zip(rows[:4], [*rows[1:4], rows[0]], strict=True):
        assert tuple(one[cell] for cell in rows[1]) == after
    for mirror in rows[4:]:
        assert tuple(mirror[cell] for cell in mirror) == rows[0]


def test_orientations_turn_clues_digits_and_candidates():
    state = State(Puzzle.parse("12.. .... .... ...."), placed=(0, 0, 3, *[0] * 13), marks=((),) * 15 + ((1, 2),))
    images = orientations(state)
    assert images["as given"] == state
    assert images["turned right"].puzzle.line == "...1...2........"
    assert images["turned right"].placed.index(3) == 11
    assert images["turned left"].marks.index((1, 2)) == 3
    assert images["left-right"].puzzle.line == "..21............"
    assert images["diagonal"].puzzle.line == "1...2..........."
    assert [image.layout.spec for image in orientations(Puzzle(Layout.boxes(2, 3), (0,) * 36)).values()] == [
        "2x3",
        "3x2",
    ] * 4


@given(puzzles(), st.integers(0, 7), st.permutations(range(1, 6)))
def test_smallest_image_ignores_symmetry_and_names(puzzle, number, names):
    source = maps(5)[number].tolist()
    clues = tuple(puzzle.clues[cell] and names[puzzle.clues[cell] - 1] for cell in source)
    assert smallest_image(Puzzle(turned(puzzle.layout, number), clues)) == smallest_image(puzzle)


@given(puzzles(), puzzles())
def test_smallest_image_is_an_image(puzzle, other):
    regions, clues = smallest_image(puzzle)
    again = Puzzle(Layout(5, regions), clues)
    assert smallest_image(again) == (regions, clues)
    assert again.clue_count == puzzle.clue_count
    if smallest_image(other) == (regions, clues):
        assert canonical_layout(other.layout) == canonical_layout(puzzle.layout)


@pytest.mark.parametrize("size", [2, 3, 4])
def test_only_symmetric_boards_share_a_canonical_layout(size):
    layouts = [Layout(size, tuple(board)) for board in boards(size).tolist()]
    for one in layouts:
        images = {turned(one, number) for number in range(8)}
        assert images == {other for other in layouts if canonical_layout(other) == canonical_layout(one)}


@pytest.mark.parametrize("size", [3, 4])
def test_symmetries_of_boards_equal_those_of_the_eight_maps(size):
    """A board has a symmetry if all of its moves map the board to itself."""
    for board in boards(size).tolist():
        layout = Layout(size, tuple(board))
        kept = {tuple(maps(size)[number].tolist()) for number in range(8) if turned(layout, number) == layout}
        for name, moves in SYMMETRIES.items():
            images = [[0] * size**2 for _ in moves]
            for cell in range(size**2):
                for image, move in zip(images, moves, strict=True):
                    row, column = move(size, *divmod(cell, size))
                    image[row * size + column] = cell
            assert (name in symmetries_of(layout)) == all(tuple(image) in kept for image in images)


def test_extra_houses_limit_symmetry():
    assert "full" in symmetries_of(Layout.boxes(3, 3).with_diagonals())
    windoku = Layout.parse(resources.text("layouts", "windoku"))
    assert symmetries_of(windoku)[0] == "full"
    assert symmetries_of(Layout.parse("2x2+A.../A.../A.../A...")) == ("top-bottom", "none")
    assert symmetries_of(Layout.latin(4))[0] == "full"


def test_missing_symmetry_is_refused_with_cells():
    layout = Layout.parse("AAAB/ACCB/ADCB/DDDC".replace("ADCB/DDDC", "CCDB/DDDB"))
    require_symmetry(layout, "none")
    with pytest.raises(InputError, match=r"does not have the symmetry left-right: row 1, column 1 and row \d"):
        require_symmetry(layout, "left-right")
    with pytest.raises(InputError, match="Did you mean 'rot180'"):
        require_symmetry(layout, "rot18")


def test_cells_in_the_refusal_are_evidence():
    for board in boards(4).tolist():
        layout = Layout(4, tuple(board))
        for name in set(SYMMETRIES) - set(symmetries_of(layout)):
            with pytest.raises(InputError) as caught:
                require_symmetry(layout, name)
            places = [part.split() for part in str(caught.value).replace(",", "").split("row ")[1:]]
            cells = [4 * int(words[0]) + int(words[2]) - 5 for words in places]
            same = [layout.regions[one] == layout.regions[other] for one, other in (cells[:2], cells[2:])]
            assert sorted(same) == [False, True]
