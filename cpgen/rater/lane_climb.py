"""Many ratings: in lanes where layout and ladder allow, several times as quick as rule by rule, with the same rounds.

The first six of the paper's rules are done in lanes. When none of them acts, the board is handed over to the searches
of the other techniques, and comes back when one of these has acted.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import NamedTuple

import numpy as np

from cpgen.kernel import bit, by_address, call_soon, compiled, compiled_when_hot, inlined, lowest
from cpgen.lanes.parts import ONE, ZERO, set_out_in_lanes
from cpgen.lanes.tables import (
    IN_LANES,
    NOT_IN_LANES,
    ON_NINE,
    ON_SIXTEEN,
    LaneTables,
    as_nine,
    as_sixteen,
    place_of,
    way_in_lanes,
    words_of_rows,
)
from cpgen.layout import Layout
from cpgen.rater.board import RaterBoard, RaterTables, begin, empty_board, note_clues, rater_tables
from cpgen.rater.ladder import FIRST_ALONE, SWEEP, TECHNIQUES, Ladder
from cpgen.rater.lane_rules import (
    NO_BOARD,
    LaneBoard,
    claim,
    exclude,
    is_full,
    is_sound,
    lane_board,
    pair_in_boxes,
    place_in_boxes,
    point,
    settle_in_cells,
    settle_in_lines,
)
from cpgen.rater.rating import acts, count_round, rate_clues
from cpgen.rater.techniques import search_at

POINTING, HIDDEN_SINGLE_LINE, HIDDEN_PAIR_REGION, CLAIMING, NAKED_SINGLE = (
    TECHNIQUES.index(rule)
    for rule in ("locked-pointing", "hidden-single-line", "hidden-pair-region", "locked-claiming", "naked-single")
)
RULE_BY_RULE = NOT_IN_LANES
"""The way to rate by searches alone"""
ADDRESSES = np.zeros(5, np.int64)


class ManyRater(NamedTuple):
    """What rates the boards of a layout on a ladder, one after another; made by `many_rater`."""

    tables: RaterTables
    board: RaterBoard
    """Has the counts of the last rating; its cells only where it is stuck"""
    codes: np.ndarray
    inside: LaneBoard
    addresses: np.ndarray
    in_lanes: int
    """The way to rate in lanes; RULE_BY_RULE where there is none"""
    way: np.ndarray
    """The way that it goes, alone in an array"""


def many_rater(layout: Layout, ladder: Ladder) -> ManyRater:
    """The way to rate many boards of a layout on a ladder, with memory of its own."""
    tables, inside = rater_tables(layout), lane_board(layout) if suits_lanes(ladder) else NO_BOARD
    in_lanes = way_in_lanes(inside.lanes)
    way = np.array([RULE_BY_RULE])
    return ManyRater(tables, empty_board(tables), ladder.codes, inside, ADDRESSES, in_lanes, way)


@contextmanager
def at_work(rater: ManyRater) -> Iterator[None]:
    """Has the rater go the way that is quickest from now on, while it rates and does little else.

    In lanes it goes as soon as rating has taken as long as compiling that would.
    """
    if rater.in_lanes == RULE_BY_RULE:
        yield
        return
    entry = ENTRIES[rater.in_lanes]
    rater.way[0] = rater.in_lanes if entry.pays else RULE_BY_RULE
    with entry.stood_in_for():
        yield


def rate_soon(rater: ManyRater) -> None:
    """Says that compiled code is about to rate with it."""
    call_soon(search_at, rater.codes["technique"])


def suits_lanes(ladder: Ladder) -> bool:
    """Whether a ladder takes effects at once, and places digits by its first rule alone, as the rules in lanes do."""
    return ladder.round == SWEEP and ladder.places == FIRST_ALONE


def _example() -> tuple[ManyRater, np.ndarray]:
    layout = Layout.boxes(2, 2)
    return many_rater(layout, Ladder.of([("hidden-single-region", 1)])), np.zeros(layout.cell_count, np.uint8)


@compiled
def rate_rule_by_rule(rater: ManyRater, clues: np.ndarray) -> None:
    """The rating of a board with these clues by searches alone."""
    rate_clues(rater.tables, rater.board, rater.codes, clues)


@compiled_when_hot
def rate_in_lanes(rater: ManyRater, clues: np.ndarray) -> None:
    """The rating of a board with these clues: of a contradictory one only that it is so, of a solved one the counts."""
    _rate(rater, rater.inside, clues)


@inlined
def _rate(rater: ManyRater, inside: LaneBoard, clues: np.ndarray) -> None:
    lanes, words, state = inside.lanes, inside.words, rater.board.state[0]
    begin(rater.board)
    set_out_in_lanes(lanes, words, clues)
    exclude(lanes, words, words_of_rows(lanes))
    while True:
        while place_in_boxes(lanes, words):
            count_round(rater.board, rater.codes, 0)
        state.broken = not is_sound(lanes, words)
        if is_full(lanes, words):
            state.open_cells = 0
            return
        k = -1 if state.broken else _first_other_that_acts(rater, inside, clues)
        if k < 0 or state.broken:
            return
        count_round(rater.board, rater.codes, k)


@inlined
def _first_other_that_acts(rater: ManyRater, inside: LaneBoard, clues: np.ndarray) -> int:
    """Searches for the techniques after the first in order until one has an effect; its place in the ladder, or −1.

    The rater's board is up to date when none has, or one that is not in lanes.
    """
    codes, handed_over = rater.codes, False
    for k in range(1, len(codes)):
        if codes[k].technique <= NAKED_SINGLE:
            if _acts_in_lanes(rater, inside, codes[k].technique):
                return k
            continue
        if not handed_over:
            handed_over = True
            _hand_over(rater, inside, clues)
        if acts(rater.tables, rater.board, codes, k):
            _take_back(rater, inside)
            return k
    if not handed_over:
        _hand_over(rater, inside, clues)
    return -1


@inlined
def _acts_in_lanes(rater: ManyRater, inside: LaneBoard, technique: int) -> bool:
    """Goes over the board for a rule in lanes; whether it has an effect."""
    if technique == HIDDEN_PAIR_REGION:
        return pair_in_boxes(inside.lanes, inside.words, rater.board.masks)
    if technique == NAKED_SINGLE:
        return settle_in_cells(inside.lanes, inside.words)
    return acts_simply(inside, technique)


@inlined
def acts_simply(inside: LaneBoard, technique: int) -> bool:
    """The same for hidden singles in lines and locked candidates."""
    if technique == POINTING:
        return point(inside)
    if technique == HIDDEN_SINGLE_LINE:
        return settle_in_lines(inside.lanes, inside.words)
    return claim(inside.lanes, inside.words)


@compiled
def _hand_over(rater: ManyRater, inside: LaneBoard, clues: np.ndarray) -> None:
    """Sets the rater's board to what is in lanes."""
    lanes, words, tables, board = inside.lanes, inside.words, rater.tables, rater.board
    state, side, line = board.state[0], tables.house_cells.shape[1], lanes.shape[0].line
    board.candidates[:] = ZERO
    board.places[:] = ZERO
    state.open_cells = len(board.values)
    state.changes += 1
    note_clues(board, clues)
    for digit in range(side):
        for first in range(0, side * side, side):
            word, low = place_of(lanes, first, digit + 1)
            left = (words[word] >> low) & line
            while left:
                _note_candidate(tables, board, first + lowest(left), digit)
                left &= left - ONE
            left = (words[words_of_rows(lanes) + word] >> low) & line
            while left:
                _note_placed(tables, board, first + lowest(left), digit)
                left &= left - ONE


@inlined
def _note_candidate(tables: RaterTables, board: RaterBoard, cell: int, digit: int) -> None:
    board.candidates[cell] |= bit(digit)
    for k in range(tables.houses_of.shape[1]):
        house = tables.houses_of[cell, k]
        if house < 0:
            break
        board.places[house, digit] |= tables.position_of[cell, k]


@inlined
def _note_placed(tables: RaterTables, board: RaterBoard, cell: int, digit: int) -> None:
    board.values[cell] = digit + 1
    board.state[0].open_cells -= 1
    for k in range(tables.houses_of.shape[1]):
        house = tables.houses_of[cell, k]
        if house < 0:
            break
        board.placed[house] |= bit(digit)


@compiled
def _take_back(rater: ManyRater, inside: LaneBoard) -> None:
    """Sets what is in lanes to the rater's board."""
    lanes, words, board = inside.lanes, inside.words, rater.board
    placed = words_of_rows(lanes)
    for word in range(2 * placed):
        words[word] = ZERO
    for cell in range(len(board.candidates)):
        left, further = board.candidates[cell], placed if board.values[cell] else 0
        while left:
            word, place = place_of(lanes, cell, lowest(left) + 1)
            left &= left - ONE
            words[word] |= ONE << place
            words[further + word] |= ONE << place


@compiled_when_hot
def rate_on_nine(rater: ManyRater, clues: np.ndarray) -> None:
    """The same on 9×9, by code of its own."""
    _rate(rater, _with_lanes(rater.inside, as_nine(rater.inside.lanes)), clues)


@compiled_when_hot
def rate_on_sixteen(rater: ManyRater, clues: np.ndarray) -> None:
    """The same on 16×16."""
    _rate(rater, _with_lanes(rater.inside, as_sixteen(rater.inside.lanes)), clues)


@inlined
def _with_lanes(inside: LaneBoard, lanes: LaneTables) -> LaneBoard:
    return LaneBoard(lanes, inside.waves, inside.words)


ENTRIES = {IN_LANES: rate_in_lanes, ON_NINE: rate_on_nine, ON_SIXTEEN: rate_on_sixteen}
"""By the way to go in lanes"""
WAYS: tuple[Callable[[ManyRater, np.ndarray], None], ...] = (rate_rule_by_rule, *ENTRIES.values())


@by_address(ADDRESSES, WAYS, _example)
def rate_at(addresses: np.ndarray, way: int, rater: ManyRater, clues: np.ndarray) -> None:
    """The rating of a board with these clues, in one of the ways."""
    WAYS[way](rater, clues)


@compiled
def rate_one(rater: ManyRater, clues: np.ndarray) -> None:
    """Rates a board with these clues; what is known of it then is in the rater's board, as `rate_in_lanes` says."""
    rate_at(rater.addresses, rater.way[0], rater, clues)


@compiled
def rate_wholly(rater: ManyRater, clues: np.ndarray) -> None:
    """The same; and of a contradictory board all that is known before it is seen to be so."""
    rate_one(rater, clues)
    if rater.way[0] != RULE_BY_RULE and rater.board.state[0].broken:
        rate_at(rater.addresses, RULE_BY_RULE, rater, clues)
