"""The compiled loop of digging: remove a group of clues, check, and restore the group if the check fails.

Invariant: the check holds before each removal, so it only has to consider the group that was just removed. For the
check `unique`, the cheapest sufficient test decides:

1. each cell of the group has one digit left next to the clues that it sees → one solution;
2. search for a solution that differs from the grid in the first cell of the group, then, with that cell given again, in
   the second, and so on → several solutions if there is one.

Where the ladder or another oracle checks, Python has to decide: `dig` then stops with the group removed and returns its
index, and the caller continues with `end_removal` and `dig`. So there is one loop for all checks.
"""

from __future__ import annotations

import numpy as np

from cpgen.digging.removal_groups import (
    KEPT,
    REMOVED,
    UNTRIED,
    RemovalGroups,
    begin_dig,
    clear_cells,
    has_region_clues,
    next_group,
    remove_group,
    restore_group,
)
from cpgen.digging.strategies import APART, DIRECT, LADDER, Check
from cpgen.engine.search import Search, find_other, is_solved_without_branching, new_search
from cpgen.engine.tables import engine_tables
from cpgen.kernel import bit, compiled, compiled_when_hot, count_bits, inlined
from cpgen.kernel.record_arrays import padded
from cpgen.kernel.structs import Struct
from cpgen.layout import Layout

FAILS, HOLDS, UNDECIDED = range(3)
"""Verdicts of a check; a search is undecided if it exceeds its branch limit"""
DONE, PAUSED = -1, -2
"""Results of `dig` other than a group to check"""
BRANCHES = 500_000_000
"""Branch limit of each search, times n⁴; 9×9 never reaches it, and on 25×25 a search stays short"""
QUICK_BRANCHES = 1000
"""Branch limit of a search before another oracle is asked; on 9×9 houses, few need more than ten"""


class DigContext(Struct):
    """Lookup tables and scratch memory for one check on one layout.

    Made by `dig_context`, used by one thread at a time.
    """

    check: int
    """Kind of the check, see `strategies.Check`: UNIQUE, LADDER, DIRECT or APART"""
    asks: int
    """1 if the caller decides what the quick tests leave open, by ladder or another oracle; 0 if a search here does"""
    branches: int
    search: Search
    peers: np.ndarray
    """[N, P] the cells that a cell sees, padded with the last of them"""


def dig_context(layout: Layout, check: Check, asks: bool = False) -> DigContext:
    """Return the lookup tables and scratch memory of a check on a layout.

    Args:
        layout: The board.
        check: What must hold after a removal.
        asks: True if the caller decides what the quick tests leave open, by the ladder or another oracle.
    """
    # Cells see different numbers of cells; repeating the last one instead of −1 spares a test in the innermost loop.
    peers = padded(layout.peers)
    return DigContext(
        check=check.code,
        asks=int(asks),
        branches=BRANCHES // layout.size**4,
        search=new_search(engine_tables(layout)),
        peers=np.where(peers < 0, peers.max(axis=1, keepdims=True), peers),
    )


@compiled_when_hot
def dig(
    context: DigContext,
    groups: RemovalGroups,
    grid: np.ndarray,
    clues: np.ndarray,
    least: int,
    fullest_first: bool,
    most: int,
) -> int:
    """Try to remove the untried groups of clues, in order; may be called again to continue.

    Args:
        context: Tables and memory of the check.
        groups: The groups of clues, each with its status; changed in place.
        grid: [N] uint8, the solution.
        clues: [N] uint8, the clues that are left, 0 for an open cell; changed in place.
        least: Number of clues below which nothing is removed.
        fullest_first: True to try groups in regions with many clues first.
        most: Number of checks after which the call pauses.

    Returns:
        DONE when all groups are tried, PAUSED after `most` checks, or the index of a group that is removed and that the
        caller has to check.
    """
    # All state is in `groups` and `clues`, so a later call continues where this one stops.
    counts = groups.counts[0]
    stop = counts.checks + most
    while counts.checks < stop:
        group = next_group(groups, clues, least, fullest_first)
        if group < 0:
            return DONE
        if try_removal(context, groups, grid, clues, group) == UNDECIDED:
            return group
    return PAUSED


@compiled
def try_removal(context: DigContext, groups: RemovalGroups, grid: np.ndarray, clues: np.ndarray, group: int) -> int:
    """Remove the clues of a group and check; restore them if the check fails.

    `group` is the number of the group.

    Returns:
        HOLDS, FAILS or UNDECIDED. After UNDECIDED the group is still removed; the caller checks, and then calls
        `end_removal`.
    """
    remove_group(groups, clues, group)
    # The minimum of clues per region is cheaper to test than any check, and does not count as one.
    if not has_region_clues(groups, clues):
        restore_group(groups, grid, clues, group, KEPT)
        return FAILS
    groups.counts[0].checks += 1
    verdict = check_removal(context, grid, clues, groups.cells[group])
    # A caller that makes the check is asked only where the quick tests leave it open.
    if verdict == UNDECIDED and context.asks:
        return UNDECIDED
    # Without a caller to ask, a search that exceeds its limit counts as a failure: the group stays.
    end_removal(groups, grid, clues, group, verdict == HOLDS)
    return HOLDS if verdict == HOLDS else FAILS


@compiled
def end_removal(groups: RemovalGroups, grid: np.ndarray, clues: np.ndarray, group: int, holds: bool) -> None:
    """Finish the removal of a group after the caller's check: count it if the check `holds`, else restore it."""
    if holds:
        groups.counts[0].removed += 1
    else:
        restore_group(groups, grid, clues, group, KEPT)


@inlined
def check_removal(context: DigContext, grid: np.ndarray, clues: np.ndarray, group: np.ndarray) -> int:
    """Check whether the clues in the cells of a group can stay removed; return HOLDS, FAILS or UNDECIDED.

    `group` is a list of cells padded with −1, whose clues were just removed. UNDECIDED leaves the check to the caller.
    """
    if context.check == APART:
        return _check_apart(context, grid, clues, group)
    if context.check != LADDER and _is_direct(context, clues, group):
        return HOLDS
    return FAILS if context.check == DIRECT else _check_solutions(context, grid, clues, group)


@inlined
def _check_solutions(context: DigContext, grid: np.ndarray, clues: np.ndarray, group: np.ndarray) -> int:
    """Return HOLDS if the clues have one solution, FAILS if several, UNDECIDED where the caller has to check.

    `group` are the cells whose clues have just been removed, then −1.
    """
    branches = context.branches
    if context.asks and context.check != LADDER:
        # Propagation decides most removals early in a dig.
        if is_solved_without_branching(context.search, clues):
            return HOLDS
        branches = QUICK_BRANCHES
    # A second solution is found sooner here than by another oracle, or by a ladder that gets stuck; only that there is
    # none is for the caller to check.
    verdict = _search_others(context, grid, clues, group, branches)
    return UNDECIDED if context.asks and verdict == HOLDS else verdict


@compiled
def _is_direct(context: DigContext, clues: np.ndarray, group: np.ndarray) -> bool:
    """Return True if each cell of the group can have only one digit next to the clues that it sees."""
    for cell in group:
        if cell < 0:  # padding: all cells of the group are tested
            return True
        # One digit is left exactly if all others are seen.
        if count_bits(digits_seen(context.peers[cell], clues)) != context.search.tables.shape[0].digits - 1:
            return False
    return True


@compiled
def digits_seen(peers: np.ndarray, clues: np.ndarray) -> np.uint64:
    """Return the digits in the cells `peers` (padded with −1), as a mask with bit d − 1 for digit d."""
    seen = np.uint64(0)
    for peer in peers:
        seen |= bit(clues[peer])  # an open cell sets bit 0, which the shift drops
    return seen >> np.uint64(1)


@compiled
def _check_apart(context: DigContext, grid: np.ndarray, clues: np.ndarray, group: np.ndarray) -> int:
    """Return HOLDS if for each cell of the group the clues it sees leave one digit, else FAILS.

    The other cells of the group count as clues. `clues` are unchanged afterwards.
    """
    for cell in group:
        if cell >= 0:
            clues[cell] = grid[cell]
    verdict = HOLDS if _is_direct(context, clues, group) else FAILS
    clear_cells(clues, group)
    return verdict


@inlined
def _search_others(context: DigContext, grid: np.ndarray, clues: np.ndarray, group: np.ndarray, branches: int) -> int:
    """Search for a solution that differs from the grid in a cell of the group.

    Return FAILS if there is one, HOLDS if there is none, UNDECIDED if the search was too long. The search of each cell
    takes `branches` branches at most. That is enough, since there was one solution before the group was removed. Once
    no solution differs in a cell, the cell can be given again for the cells that follow.
    """
    verdict = HOLDS
    for cell in group:
        if cell < 0 or verdict != HOLDS:
            break
        # The search eliminates the grid's digit from this cell; whatever it finds is a second solution.
        if find_other(context.search, clues, cell, grid, branches):
            verdict = FAILS
        elif not context.search.status[0].finished:
            verdict = UNDECIDED
        clues[cell] = grid[cell]
    clear_cells(clues, group)  # also those that were given again above
    return verdict


@compiled_when_hot
def is_minimal(context: DigContext, groups: RemovalGroups, grid: np.ndarray, clues: np.ndarray) -> bool:
    """Return True if the check fails after the removal of any single group, so that none can be removed.

    The clues are the same afterwards. False may also mean that a search reached its limit.
    """
    begin_dig(groups, clues, context.search.random)
    for group in range(len(groups.order)):
        if groups.status[group] != REMOVED:
            remove_group(groups, clues, group)
            verdict = check_removal(context, grid, clues, groups.cells[group])
            restore_group(groups, grid, clues, group, UNTRIED)
            # UNDECIDED proves nothing, so the puzzle is not called minimal.
            if verdict != FAILS:
                return False
    return True
