"""Groups of clues that digging removes together: single cells, or the orbits of a symmetry.

Compiled functions remove and restore groups. A group is UNTRIED, then either REMOVED or KEPT; groups that must stay are
KEPT from the beginning. The counts are kept up to date, so that no step has to look at the whole board.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from cpgen.kernel import compiled, compiled_when_hot, random_below
from cpgen.kernel.record_arrays import padded, records
from cpgen.kernel.structs import Struct
from cpgen.layout import Layout

REMOVED, UNTRIED, KEPT = range(3)
"""Status of a group"""
MOST_RESTORED = 2
"""Maximum number of groups that `restore_some` restores"""


class RemovalGroups(Struct):
    """Groups of cells of one layout with their status; made by `removal_groups`, set up for a dig by `begin_dig`.

    G is the number of groups, M the cells of the largest, N the cells and n the side of the board.
    """

    cells: np.ndarray
    """[G, M] the cells of each group, padded with −1"""
    lengths: np.ndarray
    """[G] the number of cells of each group"""
    movable: np.ndarray
    """[G] True if the group may be removed"""
    regions: np.ndarray
    """[N] the region of each cell (the row on layouts without regions)"""
    status: np.ndarray
    """[G] UNTRIED, REMOVED or KEPT"""
    order: np.ndarray
    """[G] the groups in the order in which they are tried"""
    held: np.ndarray
    """[n] scratch: the number of clues in each region"""
    region_clues: int
    """Minimum number of clues in each region"""
    saved: np.ndarray
    """[N + G] the clues and the status stored by `save`"""
    counts: np.ndarray
    """One record: `clues` left, `checks` made, groups `removed`, and the `next` position in the order"""


def removal_groups(
    layout: Layout, groups: Sequence[Sequence[int]], fixed: frozenset[int] = frozenset(), region_clues: int = 0
) -> RemovalGroups:
    """Return memory for these groups of cells, all untried; those with a cell in `fixed` may not be removed.

    `region_clues` is the minimum number of clues in every region.
    """
    # On a Latin square, the minimum of clues per region has no meaning; rows serve to find the fullest part.
    regions = layout.regions or tuple(cell // layout.size for cell in range(layout.cell_count))
    return RemovalGroups(
        cells=padded(groups),
        lengths=np.array([len(cells) for cells in groups], np.int64),
        movable=np.array([fixed.isdisjoint(cells) for cells in groups], np.bool_),
        regions=np.array(regions, np.int64),
        status=np.full(len(groups), UNTRIED, np.int64),
        order=np.arange(len(groups), dtype=np.int64),
        held=np.zeros(layout.size, np.int64),
        region_clues=region_clues,
        saved=np.zeros(layout.cell_count + len(groups), np.int64),
        counts=records(1, clues=np.int64, checks=np.int64, removed=np.int64, next=np.int64),
    )


@compiled_when_hot
def begin_dig(groups: RemovalGroups, clues: np.ndarray, random: np.ndarray) -> None:
    """Set the status of every group according to the clues, reset the counts, and shuffle the order of trying.

    `random` is the state of a random stream.
    """
    counts = groups.counts[0]
    # Count the clues once; removals and restorations keep the number up to date.
    counts.clues = counts.checks = counts.removed = counts.next = 0
    for cell in range(len(clues)):
        if clues[cell]:
            counts.clues += 1
    for group in range(len(groups.lengths)):
        groups.status[group] = UNTRIED if groups.movable[group] else KEPT
        groups.order[group] = group
        # A group with an open cell cannot be removed again, whatever its other cells hold.
        for cell in groups.cells[group]:
            if cell >= 0 and not clues[cell]:
                groups.status[group] = REMOVED
    shuffle(groups.order, random)


@compiled
def shuffle(order: np.ndarray, random: np.ndarray) -> None:
    """Shuffle the array `order` in place (Fisher and Yates), with the state of a random stream."""
    for last in range(len(order) - 1, 0, -1):
        position = random_below(random, last + 1)
        entry = order[last]
        order[last] = order[position]
        order[position] = entry


@compiled
def next_group(groups: RemovalGroups, clues: np.ndarray, least: int, fullest_first: bool) -> int:
    """Return the next untried group whose removal leaves at least `least` clues; −1 if there is none.

    With `fullest_first`, groups in regions with many clues come first.
    """
    counts = groups.counts[0]
    # Groups that are skipped stay UNTRIED: another one with fewer cells may still fit.
    while counts.next < len(groups.order):
        if fullest_first:
            _bring_fullest_forward(groups, clues)
        group: int = groups.order[counts.next]
        counts.next += 1
        if groups.status[group] == UNTRIED and counts.clues - groups.lengths[group] >= least:
            return group
    return -1


@compiled
def remove_group(groups: RemovalGroups, clues: np.ndarray, group: int) -> None:
    """Clear the clues of a group and count its removal."""
    clear_cells(clues, groups.cells[group])
    groups.status[group] = REMOVED
    groups.counts[0].clues -= groups.lengths[group]


@compiled
def restore_group(groups: RemovalGroups, grid: np.ndarray, clues: np.ndarray, group: int, status: int) -> None:
    """Make the digits of the grid clues again in the cells of a group, and set its status to UNTRIED or KEPT."""
    for cell in groups.cells[group]:
        if cell >= 0:
            clues[cell] = grid[cell]
    groups.status[group] = status
    groups.counts[0].clues += groups.lengths[group]


@compiled
def clear_cells(clues: np.ndarray, cells: np.ndarray) -> None:
    """Set the clues of some cells (a list that may end with values of −1) to 0."""
    for cell in cells:
        if cell >= 0:
            clues[cell] = 0


@compiled
def has_region_clues(groups: RemovalGroups, clues: np.ndarray) -> bool:
    """Return True if every region has its minimum number of clues."""
    if groups.region_clues == 0:
        return True
    _count_held(groups, clues)
    scarce = 0  # a sum instead of an early return lets the compiler vectorise the loop
    for held in groups.held:
        scarce += held < groups.region_clues
    return scarce == 0


@compiled
def _count_held(groups: RemovalGroups, clues: np.ndarray) -> None:
    # Small enough to be counted again for every removal.
    groups.held[:] = 0
    for cell in range(len(clues)):
        if clues[cell]:
            groups.held[groups.regions[cell]] += 1


@compiled
def _bring_fullest_forward(groups: RemovalGroups, clues: np.ndarray) -> None:
    """Move the untried group whose regions have most clues, on average, to the next position of the order."""
    _count_held(groups, clues)
    following = groups.counts[0].next
    best, chosen = -1.0, following
    for position in range(following, len(groups.order)):
        group = groups.order[position]
        held = 0
        for cell in groups.cells[group]:
            if cell >= 0:
                held += groups.held[groups.regions[cell]]
        # An average, so that large orbits have no advantage over small ones.
        share = held / groups.lengths[group] if groups.status[group] == UNTRIED else -1.0
        if share > best:  # among equals the first, whose place is random
            best, chosen = share, position
    group = groups.order[chosen]
    groups.order[chosen] = groups.order[following]
    groups.order[following] = group


@compiled
def save(groups: RemovalGroups, clues: np.ndarray) -> None:
    """Store the clues and the status of all groups in `groups.saved`, from which `undo` restores them."""
    for cell in range(len(clues)):
        groups.saved[cell] = clues[cell]
    for group in range(len(groups.status)):
        groups.saved[len(clues) + group] = groups.status[group]


@compiled
def undo(groups: RemovalGroups, clues: np.ndarray) -> None:
    """Restore the clues and the status of all groups that `save` stored."""
    for cell in range(len(clues)):
        clues[cell] = groups.saved[cell]
    for group in range(len(groups.status)):
        groups.status[group] = groups.saved[len(clues) + group]


@compiled_when_hot
def restore_some(groups: RemovalGroups, grid: np.ndarray, clues: np.ndarray, random: np.ndarray) -> bool:
    """Restore the clues of one or more random groups for another dig; return False if no group is removed.

    The groups that are clues now are tried first, in random order, and those just restored last. `undo` then returns to
    the state before the call.
    """
    save(groups, clues)
    shuffle(groups.order, random)
    # Scan the random order from its end, and collect the restored groups there: [kept … | restored].
    groups.counts[0].next = 0
    left, last = 1 + random_below(random, MOST_RESTORED), len(groups.order)
    for position in range(len(groups.order) - 1, -1, -1):
        group = groups.order[position]
        if left and groups.movable[group] and groups.status[group] == REMOVED:
            restore_group(groups, grid, clues, group, UNTRIED)
            left -= 1
            last -= 1
            groups.order[position] = groups.order[last]
            groups.order[last] = group
        elif groups.movable[group] and groups.status[group] == KEPT:
            groups.status[group] = UNTRIED  # with other clues around it, it may be removable now
    return last < len(groups.order)
