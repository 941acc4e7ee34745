"""The codes of techniques in compiled code agree with the table."""

from __future__ import annotations

import numpy as np
import pytest

from cpgen.layout import Layout
from cpgen.puzzle import Puzzle
from cpgen.rater.board import empty_board, set_up
from cpgen.rater.findings import ALL
from cpgen.rater.techniques import BASIC, EVERY, Scratches, search_basic

LAYOUT = Layout.boxes(3, 3)
PUZZLE = ".....75.37...4....2...1...6..4....1.....2..9..63...........5...........71......2."


@pytest.mark.parametrize("code", range(BASIC), ids=lambda code: EVERY[code].name)
def test_basic_technique_has_its_own_branch(code: int) -> None:
    by_code, by_table = (log_of(code, is_by_code=way) for way in (True, False))
    assert by_code == by_table


def log_of(code: int, is_by_code: bool) -> list[object]:
    """Return what a technique finds, searched by its code or as the table says."""
    board = empty_board(LAYOUT)
    set_up(board, np.array(Puzzle.parse(PUZZLE, LAYOUT).clues, np.uint8))
    board.search[0].mode = ALL
    if is_by_code:
        search_basic(board, code)
    else:
        EVERY[code].find(board, Scratches(LAYOUT))
    found: list[object] = board.log.entries[: board.log.state[0].logged].tolist()
    return found
