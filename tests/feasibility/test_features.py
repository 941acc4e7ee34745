"""Features of patterns: values computed by hand, which do not change when the board is turned."""

from math import sqrt

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cpgen.feasibility.effort import Features, features_of
from cpgen.layout import Layout
from cpgen.pattern import Pattern

NINE = Layout.boxes(3, 3)
TURNED = (np.rot90, np.fliplr, np.flipud, np.transpose, lambda board: np.rot90(board, 2))


def drawn(board: np.ndarray) -> Pattern:
    return Pattern.of(board.ravel().tolist(), len(board))


def test_of_a_small_ring():
    """Four clues in the middle of 4×4, one in each box: two rows and two columns are empty."""
    told = features_of(Pattern.parse(".... .xx. .xx. ...."), Layout.boxes(2, 2))
    assert told == Features(
        clues=4 / 16,
        twin_gaps=(2 / 4) ** 3,
        crowding=4 / 6,
        line_spread=1.0,
        region_spread=0.0,
        empty_lines=4,
        empty_regions=0,
        symmetry=3.0,
    )


def test_of_one_full_row():
    told = features_of(Pattern.parse("xxxx .... .... ...."), Layout.boxes(2, 2))
    assert told.twin_gaps == pytest.approx((0 + 1 + 2 * 0.75**3 * 1) / 4)
    assert (told.crowding, told.empty_lines, told.empty_regions, told.symmetry) == (1.0, 3, 2, 1.0)
    assert told.line_spread == pytest.approx(sqrt((3**2 + 3 * 1 + 4 * 0) / 8 - 0))
    assert told.region_spread == 1.0


def test_without_regions_or_lines_that_could_change_places():
    latin = features_of(Pattern.parse("x.. .x. ..x"), Layout.latin(3))
    assert (latin.region_spread, latin.empty_regions, latin.crowding) == (0.0, 0, 0.0)
    assert latin.twin_gaps == pytest.approx((1 / 3) ** 3)
    jigsaw = Layout.from_regions("AAAB ACBB CCDB CDDD".replace(" ", "/"))
    assert features_of(Pattern.parse("x... .x.. ..x. ...x"), jigsaw).twin_gaps == 0.0


def test_of_no_clue_at_all():
    assert features_of(Pattern.parse("." * 16), Layout.boxes(2, 2)).crowding == 0.0


@given(st.lists(st.booleans(), min_size=81, max_size=81), st.sampled_from(TURNED))
def test_turned_and_mirrored_they_are_the_same(cells, turn):
    board = np.array(cells, int).reshape(9, 9)
    assert features_of(drawn(turn(board)), NINE) == pytest.approx(features_of(drawn(board), NINE))


@given(st.lists(st.booleans(), min_size=81, max_size=81), st.permutations(range(3)), st.permutations(range(3)))
def test_features_are_invariant_but_for_the_symmetry(cells, lines, bands):
    board = np.array(cells, int).reshape(9, 9)
    moved = board[[3 * band + line for band in bands for line in lines]]
    assert features_of(drawn(moved), NINE)[:-1] == pytest.approx(features_of(drawn(board), NINE)[:-1])
