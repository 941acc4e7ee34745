"""A shortcut to what a ladder leaves open: singles and locked candidates at once, in the oracle's lanes.

What a ladder leaves open does not depend on the order of its rules; so where that is all that is asked, the quickest
come first. Level and steps do depend on it: a puzzle that is solved is rated rule by rule.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from cpgen.difficulty.target import Target
from cpgen.kernel import bit, compiled, lowest
from cpgen.layout import Layout
from cpgen.oracles.lane_search import is_in_lanes, propagate_in_lanes, set_out_in_lanes
from cpgen.oracles.lane_tables import NO_LANES, LaneTables, lane_tables, lane_words
from cpgen.rater.board import RaterBoard, RaterTables, begin

SHORT = {"hidden-single-region", "hidden-single-line", "naked-single", "locked-pointing", "locked-claiming"}
"""The rules that lanes conclude by"""


class Shortcut(NamedTuple):
    """The tables and the board in lanes; NO_LANES where there is no shortcut."""

    lanes: LaneTables
    board: np.ndarray


def shortcut_for(layout: Layout, target: Target) -> Shortcut:
    """The shortcut for a target that asks nothing of unsolved boards, with a ladder that has the rules of lanes."""
    lanes = NO_LANES
    if SHORT.issubset(target.ladder.rules) and not target.ladder.is_wide and not target.prices_unsolved:
        lanes = lane_tables(layout)
    return Shortcut(lanes, np.zeros(lane_words(lanes)[0], np.uint64))


@compiled
def is_there(shortcut: Shortcut) -> bool:
    """Whether there is a shortcut."""
    return is_in_lanes(shortcut.lanes)


@compiled
def follow(shortcut: Shortcut, clues: np.ndarray) -> int:
    """What follows from clues by the rules of lanes: UNSETTLED, DEAD or SETTLED."""
    set_out_in_lanes(shortcut.lanes, shortcut.board, clues)
    return propagate_in_lanes(shortcut.lanes, shortcut.board)


@compiled
def take_over(shortcut: Shortcut, tables: RaterTables, board: RaterBoard) -> None:
    """Sets the rater's board to what the shortcut has concluded, as if its rules had got there."""
    lanes, side = shortcut.lanes, tables.house_cells.shape[1]
    line = lanes.shape[0].line
    begin(board, side)
    board.candidates[:] = np.uint64(0)
    board.places[:] = np.uint64(0)
    for digit in range(side):
        word, place = lanes.digits[digit + 1].word, lanes.digits[digit + 1].bit
        for first in range(0, side * side, side):
            left = (shortcut.board[lanes.cells[first].word + word] >> place) & line
            while left:
                cell = first + lowest(left)
                left &= left - np.uint64(1)
                board.candidates[cell] |= bit(digit)
                for k in range(tables.houses_of.shape[1]):
                    house = tables.houses_of[cell, k]
                    if house < 0:
                        break
                    board.places[house, digit] |= tables.position_of[cell, k]
    for cell in range(len(board.candidates)):
        left = board.candidates[cell]
        if left & (left - np.uint64(1)) == 0:
            board.values[cell] = lowest(left) + 1
            board.state[0].open_cells -= 1
            for k in range(tables.houses_of.shape[1]):
                house = tables.houses_of[cell, k]
                if house < 0:
                    break
                board.placed[house] |= left
