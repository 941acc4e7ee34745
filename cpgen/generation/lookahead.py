"""Lookahead: how far clues get, on the planes of the bitset oracle, several times faster than by a rating."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import NamedTuple

import numpy as np

from cpgen.kernel import bit, compiled
from cpgen.layout import EXTRA, REGION, House, Layout
from cpgen.oracles.bitset import search_state, search_tables, search_tables_with
from cpgen.oracles.bitset_search import ONE, ZERO, SearchState, SearchTables, follow_hidden, give, propagate, search
from cpgen.rater.ladder import Ladder

SIMPLE = {"hidden-single-region", "hidden-single-line", "locked-pointing", "locked-claiming"}
BRANCHES = 100
"""Branches of the search for a second solution, at most"""
NEAR = 10
"""A board with at most so many candidates too many is worth that search; on a ladder of techniques any board is"""


class Lookahead(NamedTuple):
    """What to conclude with, and the memory for it."""

    tables: SearchTables
    whole: SearchTables
    """All of the layout, for the search for a second solution"""
    state: SearchState
    simple: bool
    """Whether the ladder has simple rules only: then just these are used, and what they leave open stays open"""
    near: int


def lookahead_of(layout: Layout, ladder: Ladder) -> Lookahead:
    """The lookahead for a ladder: its own rules if they are all simple, else all that the oracle concludes quickly."""
    whole = search_tables(layout)
    simple = SIMPLE.issuperset(ladder.rules)
    tables = _tables_for_rules(layout, ladder.rules) if simple else whole
    near = layout.cell_count * layout.size if ladder.is_wide else NEAR
    return Lookahead(tables, whole, search_state(layout), simple, near)


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
    tables, board = lookahead.tables, lookahead.state.board
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
def conclude(lookahead: Lookahead) -> int:
    """What follows from the board: UNSETTLED, DEAD or SETTLED, as in `propagate`."""
    state = lookahead.state
    if lookahead.simple:
        return follow_hidden(lookahead.tables, state.board, state.work)
    return propagate(lookahead.tables, state.board, state.work)


@compiled
def is_settled(lookahead: Lookahead, cell: int) -> bool:
    """Whether the digit of a cell is known."""
    tables = lookahead.tables
    settled = lookahead.state.board[tables.size * tables.words + (cell >> 6)]
    return bool(settled & bit(cell & 63) != ZERO)


@compiled
def allows(lookahead: Lookahead, board: np.ndarray, cell: int, digit: int) -> bool:
    """Whether a digit from 0 is a candidate of a cell on a board."""
    return bool(board[digit * lookahead.tables.words + (cell >> 6)] & bit(cell & 63) != ZERO)


@compiled
def has_one_solution(lookahead: Lookahead) -> bool:
    """Whether the board has one completion, and a short search shows it; the board is used up."""
    state = lookahead.state
    status = state.status[0]
    status.depth = status.found = 0
    status.finished = False
    _look_at_all(lookahead.whole, state.board)
    found = search(lookahead.whole, state, 2, BRANCHES)
    return bool(found == 1 and state.status[0].finished)


@compiled
def _look_at_all(tables: SearchTables, board: np.ndarray) -> None:
    """Marks all digits as changed."""
    board[-1] = bit(tables.size) - ONE
