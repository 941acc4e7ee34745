"""Lookahead: how far clues get, by conclusions of the bitset oracle or of simple rules, sooner than a rating tells."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import NamedTuple

import numpy as np

from cpgen.kernel import bit, by_address, compiled
from cpgen.lanes.parts import set_out_next_in_lanes
from cpgen.lanes.tables import NO_LANES, NOT_IN_LANES, LaneTables, as_nine, as_sixteen, way_in_lanes, words_of_rows
from cpgen.layout import EXTRA, REGION, Layout
from cpgen.oracles.bitset import plane_tables, search_state, search_tables
from cpgen.oracles.bitset_search import SearchTables, count_on
from cpgen.oracles.lane_search import (
    allows_in_lanes,
    excess_in_lanes,
    give_in_lanes,
    number_in_lanes,
    propagate_in_lanes,
    propagate_on_others,
)
from cpgen.oracles.locking import Pair, locking_houses, mask_of
from cpgen.oracles.plane_search import (
    DEAD,
    ONE,
    SETTLED,
    UNSETTLED,
    ZERO,
    PlaneTables,
    SearchState,
    begin_status,
    follow_hidden,
    give,
    propagate,
    search,
    surplus,
)
from cpgen.rater.ladder import Ladder
from cpgen.rater.lane_climb import acts_simply, suits_lanes
from cpgen.rater.lane_rules import (
    LaneBoard,
    exclude,
    is_full,
    is_placed,
    is_sound,
    lane_board,
    place_digit,
    place_in_boxes,
)

SIMPLE = {"hidden-single-region", "hidden-single-line", "locked-pointing", "locked-claiming"}
BRANCHES = 100
"""Branches of the search for a second solution, at most"""
NEAR = 10
"""A board with at most so many candidates too many is worth that search; on a ladder of techniques any board is"""
CONCLUSIONS, SEARCHES, BEGINNINGS = np.zeros(10, np.int64), np.zeros(3, np.int64), np.zeros(3, np.int64)


class Lookahead(NamedTuple):
    """What to conclude with, and the memory for it."""

    whole: SearchTables
    """All of the layout, for the search for a second solution"""
    planes: PlaneTables
    """What is looked at on planes: all of it, too, or what simple rules look at"""
    lanes: LaneTables
    """Those of the layout, if it has any and they conclude what is wanted; else all is done on planes"""
    waves: np.ndarray
    """As in `LaneBoard`"""
    state: SearchState
    board: np.ndarray
    """The state's board, in lanes or on planes; that of rules in lanes where they are simple"""
    kept: np.ndarray
    """Room for what must be kept of a board to go on from there"""
    rules: np.ndarray
    """The techniques of a simple ladder: what these leave open stays open; empty for any other"""
    way: int
    """The way to go with the lanes"""
    near: int
    """The most candidates too many that a board has which is worth a rating; −1 if none is"""
    branches: int
    """Branches of a search for a second solution, which comes before a rating; 0 for none"""
    beginnings: np.ndarray
    conclusions: np.ndarray
    searches: np.ndarray
    """The addresses of the ways to set out a board and to conclude, and of that search"""


def lookahead_of(layout: Layout, ladder: Ladder) -> Lookahead:
    """The lookahead for a ladder: its own rules if they are all simple, else all that the oracle concludes quickly."""
    simple = SIMPLE.issuperset(ladder.rules)
    whole, state, inside = search_tables(layout), search_state(layout), lane_board(layout)
    lanes = whole.lanes
    if simple:
        lanes = inside.lanes if suits_lanes(ladder) else NO_LANES
    way = way_in_lanes(lanes)
    board = state.board if way == NOT_IN_LANES else inside.words if simple else state.lanes
    words = board.size if way == NOT_IN_LANES else words_of_rows(lanes) * (2 if simple else 1)
    near = layout.cell_count * layout.size if ladder.is_wide else NEAR
    return Lookahead(
        whole=whole,
        planes=_planes_for_rules(layout, ladder.rules) if simple and way == NOT_IN_LANES else whole.planes,
        lanes=lanes,
        waves=inside.waves,
        state=state,
        board=board,
        kept=np.zeros(words, np.uint64),
        rules=ladder.codes["technique"].astype(np.int64) if simple else np.zeros(0, np.int64),
        way=way,
        near=-1 if simple else near,
        branches=BRANCHES,
        beginnings=BEGINNINGS,
        conclusions=CONCLUSIONS,
        searches=SEARCHES,
    )


def _planes_for_rules(layout: Layout, rules: tuple[str, ...]) -> PlaneTables:
    regions = [mask_of(house.cells) for house in layout.houses if house.kind == REGION]
    lines = [mask_of(house.cells) for house in layout.houses if house.kind != REGION]
    placing = regions or [mask_of(house.cells) for house in layout.houses if house.kind != EXTRA]
    narrowing = lines if "hidden-single-line" in rules else []
    return plane_tables(layout, placing + narrowing, list(locking_houses(_crossing(regions, lines, rules))))


def _crossing(regions: list[int], lines: list[int], rules: tuple[str, ...]) -> Iterator[Pair]:
    if "locked-pointing" in rules:
        yield from product(regions, lines)
    if "locked-claiming" in rules:
        yield from product(lines, regions)


def _example() -> tuple[Lookahead]:
    layout = Layout.boxes(2, 2)
    return (lookahead_of(layout, Ladder.of([("hidden-single-region", 1)])),)


@compiled
def set_out(lookahead: Lookahead, clues: np.ndarray) -> None:
    """Sets the board to the clues (uint8, a digit or 0 a cell), nothing concluded yet."""
    set_out_at(lookahead.beginnings, int(lookahead.way != NOT_IN_LANES), lookahead, clues)


@compiled
def _set_out_in_lanes(lookahead: Lookahead, clues: np.ndarray) -> None:
    set_out_next_in_lanes(lookahead.lanes, lookahead.board, lookahead.state.last, clues)
    if len(lookahead.rules):
        exclude(lookahead.lanes, lookahead.board, words_of_rows(lookahead.lanes))


@compiled
def _set_out_on_planes(lookahead: Lookahead, clues: np.ndarray) -> None:
    planes, board = lookahead.planes, lookahead.board
    size, words = planes.shape[0].side, planes.shape[0].words
    for digit in range(size):
        for word in range(words):
            board[digit * words + word] = planes.everything[word]
    for place in range(size * words, board.size):
        board[place] = ZERO
    for cell in range(len(clues)):
        if clues[cell]:
            give(planes, board, cell, int(clues[cell]) - 1)
    _look_at_all(planes, board)


BEGINNING_WAYS = _set_out_on_planes, _set_out_in_lanes


@by_address(BEGINNINGS, BEGINNING_WAYS, lambda: (*_example(), np.zeros(16, np.uint8)))
def set_out_at(addresses: np.ndarray, place: int, lookahead: Lookahead, clues: np.ndarray) -> None:
    """The same on planes or in lanes; only what is used of them is compiled."""
    BEGINNING_WAYS[place](lookahead, clues)


@compiled
def add(lookahead: Lookahead, cell: int, digit: int) -> None:
    """Puts a digit from 0 in a cell of a board of which all is concluded."""
    if lookahead.way == NOT_IN_LANES:
        give(lookahead.planes, lookahead.board, cell, digit)
    elif len(lookahead.rules):
        place_digit(lookahead.lanes, lookahead.board, cell, digit)
    else:
        give_in_lanes(lookahead.lanes, lookahead.board, cell, digit)


@compiled
def conclude(lookahead: Lookahead) -> int:
    """What follows from the board: UNSETTLED, DEAD or SETTLED, as in `propagate`."""
    return conclude_at(lookahead.conclusions, lookahead.way + SIMPLY * (len(lookahead.rules) > 0), lookahead)


@compiled
def _on_planes(lookahead: Lookahead) -> int:
    return propagate(lookahead.planes, lookahead.board, lookahead.state.work)


@compiled
def _in_lanes(lookahead: Lookahead) -> int:
    return propagate_in_lanes(lookahead.lanes, lookahead.board)


@compiled
def _on_nine(lookahead: Lookahead) -> int:
    return propagate_in_lanes(as_nine(lookahead.lanes), lookahead.board)


@compiled
def _on_sixteen(lookahead: Lookahead) -> int:
    return propagate_in_lanes(as_sixteen(lookahead.lanes), lookahead.board)


@compiled
def _on_others(lookahead: Lookahead) -> int:
    return propagate_on_others(lookahead.lanes, lookahead.board)


@compiled
def _simply_on_planes(lookahead: Lookahead) -> int:
    return follow_hidden(lookahead.planes, lookahead.board, lookahead.state.work)


@compiled
def _simply_in_lanes(lookahead: Lookahead) -> int:
    return _follow_rules(LaneBoard(lookahead.lanes, lookahead.waves, lookahead.board), lookahead.rules)


@compiled
def _simply_on_nine(lookahead: Lookahead) -> int:
    return _follow_rules(LaneBoard(as_nine(lookahead.lanes), lookahead.waves, lookahead.board), lookahead.rules)


@compiled
def _simply_on_sixteen(lookahead: Lookahead) -> int:
    return _follow_rules(LaneBoard(as_sixteen(lookahead.lanes), lookahead.waves, lookahead.board), lookahead.rules)


@compiled
def _follow_rules(inside: LaneBoard, rules: np.ndarray) -> int:
    """Follows the first of the rules, which places digits, and the others when that has come to an end."""
    acted = True
    while acted:
        while place_in_boxes(inside.lanes, inside.words):
            pass
        acted = False
        for k in range(1, len(rules)):
            acted |= acts_simply(inside, rules[k])
    if not is_sound(inside.lanes, inside.words):
        return DEAD
    return SETTLED if is_full(inside.lanes, inside.words) else UNSETTLED


SIMPLY = 5
"""How much further the places of the ways are that follow simple rules only"""
WAYS = (
    *(_on_planes, _in_lanes, _on_nine, _on_sixteen, _on_others),
    *(_simply_on_planes, _simply_in_lanes, _simply_on_nine, _simply_on_sixteen),
)


@by_address(CONCLUSIONS, WAYS, _example)
def conclude_at(addresses: np.ndarray, place: int, lookahead: Lookahead) -> int:
    """The same in one of the ways; only what is used of them is compiled."""
    return WAYS[place](lookahead)


@compiled
def keep(lookahead: Lookahead) -> None:
    """Keeps the board, of which all is concluded."""
    for place in range(len(lookahead.kept)):
        lookahead.kept[place] = lookahead.board[place]


@compiled
def restore(lookahead: Lookahead) -> None:
    """Makes the board what was kept."""
    for place in range(len(lookahead.kept)):
        lookahead.board[place] = lookahead.kept[place]


@compiled
def is_settled(lookahead: Lookahead, cell: int) -> bool:
    """Whether the digit of a cell is known."""
    if lookahead.way != NOT_IN_LANES:
        if len(lookahead.rules):
            return is_placed(lookahead.lanes, lookahead.board, cell)
        return bool(number_in_lanes(lookahead.lanes, lookahead.board, cell) == ONE)
    shape = lookahead.planes.shape[0]
    settled = lookahead.board[shape.side * shape.words + (cell >> 6)]
    return bool(settled & bit(cell & 63) != ZERO)


@compiled
def allows(lookahead: Lookahead, board: np.ndarray, cell: int, digit: int) -> bool:
    """Whether a digit from 0 is a candidate of a cell on a board."""
    if lookahead.way != NOT_IN_LANES:
        return allows_in_lanes(lookahead.lanes, board, cell, digit)
    return bool(board[digit * lookahead.planes.shape[0].words + (cell >> 6)] & bit(cell & 63) != ZERO)


@compiled
def excess(lookahead: Lookahead) -> int:
    """How many candidates the board has beyond one a cell."""
    if lookahead.way != NOT_IN_LANES:
        return excess_in_lanes(lookahead.lanes, lookahead.board)
    return surplus(lookahead.planes, lookahead.board)


@compiled
def has_one_solution(lookahead: Lookahead) -> bool:
    """Whether the board has one completion, and a short search shows it; the board is used up."""
    begin_status(lookahead.state)
    found = search_at(lookahead.searches, int(lookahead.way != NOT_IN_LANES), lookahead)
    return bool(found == 1 and lookahead.state.status[0].finished)


@compiled
def _search_on_planes(lookahead: Lookahead) -> int:
    _look_at_all(lookahead.planes, lookahead.board)
    return search(lookahead.whole.planes, lookahead.state, 2, lookahead.branches)


@compiled
def _search_in_lanes(lookahead: Lookahead) -> int:
    return count_on(lookahead.whole, lookahead.state, 2, lookahead.branches)


SEARCH_WAYS = _search_on_planes, _search_in_lanes


@by_address(SEARCHES, SEARCH_WAYS, _example)
def search_at(addresses: np.ndarray, place: int, lookahead: Lookahead) -> int:
    """The completions that a short search finds, on planes or in lanes, compiled when it is first asked."""
    return SEARCH_WAYS[place](lookahead)


@compiled
def _look_at_all(planes: PlaneTables, board: np.ndarray) -> None:
    """Marks all digits as changed."""
    board[-1] = bit(planes.shape[0].side) - ONE
