"""Lookahead: judge clues by propagation, which takes a fraction of the time of a rating.

The lookahead works on the engine's board. On a ladder of simple rules it propagates just these rules; on any other
ladder it propagates all that the engine knows, and a short search shows whether there is one solution.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

import numpy as np

from cpgen.engine.board import (
    EngineTables,
    assign,
    copy_board,
    engine_tables,
    load_clues,
    mark_all_changed,
    tables_for,
)
from cpgen.engine.locking import Pair, cell_mask, locking_houses
from cpgen.engine.propagation import propagate
from cpgen.engine.search import Search, begin_search, continue_search, new_search
from cpgen.kernel import compiled, inlined
from cpgen.kernel.structs import Struct
from cpgen.layout import EXTRA, REGION, Layout
from cpgen.rater.ladder import Ladder

SIMPLE = {"hidden-single-region", "hidden-single-line", "locked-pointing", "locked-claiming"}
"""The rules that propagation can be restricted to"""
BRANCHES = 100
"""Branches of the search for a second solution, at most"""
NEAR = 10
"""Most candidates beyond one per cell with which a board is worth that search; on a wide ladder any board is"""


class Lookahead(Struct):
    """Tables and memory of a lookahead."""

    tables: EngineTables
    """Everything that the engine knows of the layout, for the search for a second solution"""
    rules: EngineTables
    """The tables for propagation: the same, or the houses and pairs that simple rules use"""
    search: Search
    """Its board is the board of the lookahead"""
    kept: np.ndarray
    """A copy of a propagated board, to continue from"""
    near: int
    """Most excess candidates of a board that is worth a rating; −1 if an open board is worth none"""
    branches: int
    """Branches of the search for a second solution, which precedes a rating; 0 for no search"""


def lookahead_of(layout: Layout, ladder: Ladder) -> Lookahead:
    """Return the lookahead for a ladder."""
    is_simple = SIMPLE.issuperset(ladder.rules)
    tables, search = engine_tables(layout), new_search(layout)
    near = layout.cell_count * layout.size if ladder.is_wide else NEAR
    return Lookahead(
        tables=tables,
        rules=_tables_for_rules(layout, ladder.rules) if is_simple else tables,
        search=search,
        kept=np.zeros_like(search.board),
        near=-1 if is_simple else near,
        branches=BRANCHES,
    )


def _tables_for_rules(layout: Layout, rules: tuple[str, ...]) -> EngineTables:
    """Return tables with the houses and locking pairs of simple rules."""
    regions = [cell_mask(house.cells) for house in layout.houses if house.kind == REGION]
    lines = [cell_mask(house.cells) for house in layout.houses if house.kind != REGION]
    placing = regions or [cell_mask(house.cells) for house in layout.houses if house.kind != EXTRA]
    narrowing = lines if "hidden-single-line" in rules else []
    pairs = list(locking_houses(_crossing(regions, lines, rules)))
    return tables_for(layout, placing + narrowing, pairs, naked=False)


def _crossing(regions: list[int], lines: list[int], rules: tuple[str, ...]) -> Iterator[Pair]:
    if "locked-pointing" in rules:
        yield from product(regions, lines)
    if "locked-claiming" in rules:
        yield from product(lines, regions)


@compiled
def load(lookahead: Lookahead, clues: np.ndarray) -> None:
    """Set the board to the clues, with nothing propagated."""
    rules, board = lookahead.rules, lookahead.search.board
    load_clues(rules, board, clues)
    if not rules.shape[0].naked:
        for cell in range(len(clues)):
            if clues[cell]:
                assign(rules, board, cell, int(clues[cell]) - 1)


@inlined
def propagate_rules(lookahead: Lookahead) -> int:
    """Propagate the board; return OPEN, CONTRADICTION or SOLVED."""
    return propagate(lookahead.rules, lookahead.search.board, lookahead.search.scratch)


@compiled
def keep(lookahead: Lookahead) -> None:
    """Keep a copy of the board."""
    copy_board(lookahead.search.board, lookahead.kept)


@compiled
def restore(lookahead: Lookahead) -> None:
    """Set the board to the copy that was kept."""
    copy_board(lookahead.kept, lookahead.search.board)


@inlined
def has_one_solution(lookahead: Lookahead) -> bool:
    """Return True if a short search proves that the board has one completion; the board changes."""
    begin_search(lookahead.search)
    mark_all_changed(lookahead.tables, lookahead.search.board)
    found = continue_search(lookahead.tables, lookahead.search, 2, lookahead.branches)
    return found == 1 and bool(lookahead.search.status[0].finished)
