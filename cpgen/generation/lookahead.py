"""Lookahead: how far clues get, by the bitset oracle's conclusions, several times faster than by a rating."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import NamedTuple

import numpy as np

from cpgen.kernel import bit, by_address, compiled, inlined
from cpgen.lanes.parts import is_in_lanes, set_out_in_lanes
from cpgen.lanes.tables import NO_LANES, LaneTables, words_of_rows
from cpgen.layout import EXTRA, REGION, House, Layout
from cpgen.oracles.bitset import search_state, search_tables, search_tables_with
from cpgen.oracles.bitset_search import (
    ONE,
    ZERO,
    SearchState,
    SearchTables,
    count_on,
    follow_hidden,
    give,
    propagate,
    search,
    surplus,
)
from cpgen.oracles.lane_search import (
    allows_in_lanes,
    excess_in_lanes,
    give_in_lanes,
    number_in_lanes,
    propagate_in_lanes,
)
from cpgen.rater.ladder import Ladder

SIMPLE = {"hidden-single-region", "hidden-single-line", "locked-pointing", "locked-claiming"}
BRANCHES = 100
"""Branches of the search for a second solution, at most"""
NEAR = 10
"""A board with at most so many candidates too many is worth that search; on a ladder of techniques any board is"""
IN_LANES, ON_PLANES, SIMPLY = range(3)
"""The ways to conclude; `SIMPLY` by simple rules only, and what they leave open stays open"""
SEARCHES = np.zeros(2, np.int64)


class Lookahead(NamedTuple):
    """What to conclude with, and the memory for it."""

    tables: SearchTables
    whole: SearchTables
    """All of the layout, for the search for a second solution"""
    lanes: LaneTables
    """Those of the layout, if it has any and they conclude what is wanted; else all is done on planes"""
    state: SearchState
    board: np.ndarray
    """The state's board, in lanes or on planes"""
    kept: np.ndarray
    """Room for what must be kept of a board to go on from there"""
    way: int
    near: int
    """The most candidates too many that a board has which is worth a rating; −1 if none is"""
    branches: int
    """Branches of a search for a second solution, which comes before a rating; 0 for none"""
    searches: np.ndarray
    """The address of that search"""


def lookahead_of(layout: Layout, ladder: Ladder) -> Lookahead:
    """The lookahead for a ladder: its own rules if they are all simple, else all that the oracle concludes quickly."""
    whole, state = search_tables(layout), search_state(layout)
    way = way_to_conclude(layout, ladder)
    lanes = whole.lanes if way == IN_LANES else NO_LANES
    near = layout.cell_count * layout.size if ladder.is_wide else NEAR
    board = state.lanes if is_in_lanes(lanes) else state.board
    return Lookahead(
        tables=_tables_for_rules(layout, ladder.rules) if way == SIMPLY else whole,
        whole=whole,
        lanes=lanes,
        state=state,
        board=board,
        kept=np.zeros(words_of_rows(lanes) if is_in_lanes(lanes) else board.size, np.uint64),
        searches=SEARCHES,
        way=way,
        near=-1 if way == SIMPLY else near,
        branches=BRANCHES,
    )


def way_to_conclude(layout: Layout, ladder: Ladder) -> int:
    """The way that is quickest of those that conclude what a ladder does; on a wide one the search is on planes."""
    if SIMPLE.issuperset(ladder.rules):
        return SIMPLY
    return IN_LANES if is_in_lanes(search_tables(layout).lanes) and not ladder.is_wide else ON_PLANES


@inlined
def with_lanes(lookahead: Lookahead, lanes: LaneTables) -> Lookahead:
    """The same lookahead with the tables of code of their own."""
    return Lookahead(
        lookahead.tables,
        lookahead.whole,
        lanes,
        lookahead.state,
        lookahead.board,
        lookahead.kept,
        lookahead.way,
        lookahead.near,
        lookahead.branches,
        lookahead.searches,
    )


@compiled
def is_of_one_solution(lookahead: Lookahead) -> bool:
    """Whether the board has one completion, and a short search shows it; the board is used up."""
    return search_at(lookahead.searches, 0, lookahead.whole, lookahead.state, lookahead.way, lookahead.branches)


def _example() -> tuple[SearchTables, SearchState, int, int]:
    layout = Layout.boxes(2, 2)
    return search_tables(layout), search_state(layout), ON_PLANES, BRANCHES


def _tables_for_rules(layout: Layout, rules: tuple[str, ...]) -> SearchTables:
    regions = [house for house in layout.houses if house.kind == REGION]
    lines = [house for house in layout.houses if house.kind != REGION]
    placing = regions or [house for house in lines if house.kind != EXTRA]
    narrowing = lines if "hidden-single-line" in rules else []
    return search_tables_with(layout, placing + narrowing, _locking(regions, lines, rules))


def _locking(regions: list[House], lines: list[House], rules: tuple[str, ...]) -> Iterator[tuple[House, House]]:
    if "locked-pointing" in rules:
        yield from product(regions, lines)
    if "locked-claiming" in rules:
        yield from product(lines, regions)


@compiled
def set_out(lookahead: Lookahead, clues: np.ndarray) -> None:
    """Sets the board to the clues (uint8, a digit or 0 a cell), nothing concluded yet."""
    if is_in_lanes(lookahead.lanes):
        set_out_in_lanes(lookahead.lanes, lookahead.board, clues)
        return
    tables, board = lookahead.tables, lookahead.board
    for digit in range(tables.size):
        for word in range(tables.words):
            board[digit * tables.words + word] = tables.everything[word]
    for place in range(tables.size * tables.words, board.size):
        board[place] = ZERO
    for cell in range(tables.cells):
        if clues[cell]:
            give(tables, board, cell, int(clues[cell]) - 1)
    _look_at_all(tables, board)


@compiled
def add(lookahead: Lookahead, cell: int, digit: int) -> None:
    """Puts a digit from 0 in a cell of a board of which all is concluded."""
    if is_in_lanes(lookahead.lanes):
        give_in_lanes(lookahead.lanes, lookahead.board, cell, digit)
    else:
        give(lookahead.tables, lookahead.board, cell, digit)


@compiled
def conclude(lookahead: Lookahead) -> int:
    """What follows from the board: UNSETTLED, DEAD or SETTLED, as in `propagate`."""
    if is_in_lanes(lookahead.lanes):
        return propagate_in_lanes(lookahead.lanes, lookahead.board)
    if lookahead.way == SIMPLY:
        return follow_hidden(lookahead.tables, lookahead.board, lookahead.state.work)
    return propagate(lookahead.tables, lookahead.board, lookahead.state.work)


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
    if is_in_lanes(lookahead.lanes):
        return bool(number_in_lanes(lookahead.lanes, lookahead.board, cell) == ONE)
    tables = lookahead.tables
    settled = lookahead.board[tables.size * tables.words + (cell >> 6)]
    return bool(settled & bit(cell & 63) != ZERO)


@compiled
def allows(lookahead: Lookahead, board: np.ndarray, cell: int, digit: int) -> bool:
    """Whether a digit from 0 is a candidate of a cell on a board."""
    if is_in_lanes(lookahead.lanes):
        return allows_in_lanes(lookahead.lanes, board, cell, digit)
    return bool(board[digit * lookahead.tables.words + (cell >> 6)] & bit(cell & 63) != ZERO)


@compiled
def excess(lookahead: Lookahead) -> int:
    """How many candidates the board has beyond one a cell."""
    if is_in_lanes(lookahead.lanes):
        return excess_in_lanes(lookahead.lanes, lookahead.board)
    return surplus(lookahead.tables, lookahead.board)


@compiled
def has_one_solution(tables: SearchTables, state: SearchState, way: int, branches: int) -> bool:
    """Whether the board has one completion, and so many branches show it; the board is used up."""
    status = state.status[0]
    status.depth = status.found = 0
    status.finished = False
    if way == IN_LANES:
        found = count_on(tables, state, 2, branches)
    else:
        _look_at_all(tables, state.board)
        found = search(tables, state, 2, branches)
    return bool(found == 1 and state.status[0].finished)


@by_address(SEARCHES, [has_one_solution], _example)
def search_at(
    addresses: np.ndarray, place: int, tables: SearchTables, state: SearchState, way: int, branches: int
) -> bool:
    """The same, compiled when it is asked first."""
    return has_one_solution(tables, state, way, branches)


@compiled
def _look_at_all(tables: SearchTables, board: np.ndarray) -> None:
    """Marks all digits as changed."""
    board[-1] = bit(tables.size) - ONE
