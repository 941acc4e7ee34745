"""Lookahead: what clues imply by the engine's propagation, found many times faster than by a rating.

For most ladders the lookahead propagates all that the engine knows. A ladder of hidden singles and locked candidates
alone (beginner, intermediate) gets tables in which only those rules act; then a board that propagation leaves open is
one that the ladder does not solve, and needs no rating.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from cpgen.constraints.geometry import cell_mask
from cpgen.constraints.house import EXTRA, REGION
from cpgen.difficulty import Target
from cpgen.engine.search import Search, begin_search, continue_search, new_search
from cpgen.engine.tables import EngineTables, LockingPair, engine_tables, locking_houses, tables_for
from cpgen.kernel import inlined
from cpgen.kernel.structs import Struct
from cpgen.layout import Layout

SIMPLE = {"hidden-single-region", "hidden-single-line", "locked-pointing", "locked-claiming"}
"""Rules that propagation can follow exactly"""
BRANCHES = 100
"""Branch limit of the search for a second solution"""
NEAR = 10
"""Excess candidates up to which a board is searched for a second solution and then rated"""
SMALL = 9
"""Largest side on which propagation and a short search solve nearly all boards that the paper's rules solve"""


class Lookahead(Struct):
    """Tables and memory for propagating the clues of a walk, for one thread at a time; made by `lookahead_for`."""

    search: Search
    """Holds the tables to propagate with and the current board"""
    near: int
    """Excess candidates up to which a board that propagation leaves open is worth a rating; −1 for none"""
    branches: int
    """Branch limit of the search for a second solution that precedes a rating; 0 for no search"""


@inlined
def proves_one_solution(lookahead: Lookahead) -> bool:
    """Return True if a short search proves that the board of the lookahead has one solution.

    The board changes. False may also mean that the branch limit was reached.
    """
    begin_search(lookahead.search)
    solutions = continue_search(lookahead.search, 2, lookahead.branches)
    return bool(solutions == 1 and lookahead.search.status[0].finished)


def lookahead_for(layout: Layout, target: Target) -> Lookahead:
    """Return the lookahead for the ladder of a target."""
    # The number of open candidates above which a rating is hopeless depends on the ladder and on the board.
    ladder, near, branches = target.ladder, NEAR, BRANCHES
    is_simple, all_candidates = SIMPLE.issuperset(ladder.rules), layout.cell_count * layout.size
    search = new_search(_simple_tables(layout, ladder.rules) if is_simple else engine_tables(layout))
    if is_simple:
        near, branches = -1, 0  # propagation and ladder agree: what one leaves open, the other does, too
    elif ladder.is_wide:
        # Some technique may solve the board, however much propagation leaves open.
        near = all_candidates
    elif not target.only_a_grade or target.least_level > ladder.span[0]:
        # A board far from solved may be close to a target that asks for a technique, so every board is rated.
        near, branches = all_candidates, 0
    elif layout.size > SMALL and not target.grade.takes_any:
        # Most grades of large boards need rules beyond propagation, and there the search takes longer than a rating.
        near, branches = layout.cell_count, 0
    return Lookahead(search, near, branches)


def _simple_tables(layout: Layout, rules: tuple[str, ...]) -> EngineTables:
    """Return tables with which propagation applies only these rules: hidden singles and locked candidates.

    `rules` are names of techniques, such as `hidden-single-line`.
    """
    regions = [cell_mask(house.cells) for house in layout.houses if house.kind == REGION]
    lines = [cell_mask(house.cells) for house in layout.houses if house.kind != REGION]
    # Without regions, rows and columns take their part in rule 1.
    placing = regions or [cell_mask(house.cells) for house in layout.houses if house.kind != EXTRA]
    houses = dict.fromkeys(placing + (lines if "hidden-single-line" in rules else []))
    return tables_for(layout, list(houses), list(locking_houses(_crossing(regions, lines, rules))), naked=False)


def _crossing(regions: list[int], lines: list[int], rules: tuple[str, ...]) -> Iterator[LockingPair]:
    if "locked-pointing" in rules:
        yield from product(regions, lines)
    if "locked-claiming" in rules:
        yield from product(lines, regions)
