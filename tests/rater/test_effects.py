"""Techniques assign and eliminate in one way; the mode of the search decides what the log does with that."""

from __future__ import annotations

import numpy as np
import pytest

from cpgen.kernel import bit
from cpgen.layout import Layout
from cpgen.rater.board import empty_board, set_up
from cpgen.rater.findings import ALL, BEST, FIRST, IMMEDIATE, begin_finding, eliminate

LAYOUT = Layout.boxes(2, 2)


@pytest.mark.parametrize(
    ("mode", "traced", "is_applied", "is_logged"),
    [
        (IMMEDIATE, False, True, False),
        (IMMEDIATE, True, True, True),
        (FIRST, False, False, True),
        (ALL, True, False, True),
        (BEST, False, False, True),
    ],
)
def test_mode_decides_whether_an_effect_waits(mode: int, traced: bool, is_applied: bool, is_logged: bool) -> None:
    board = empty_board(LAYOUT, traced)
    set_up(board, np.zeros(16, np.uint8))
    board.search[0].mode = mode
    begin_finding(board)
    eliminate(board, 3, bit(0))
    assert bool(board.candidates[3] & bit(0)) != is_applied
    assert bool(board.log.state[0].logged) == is_logged
