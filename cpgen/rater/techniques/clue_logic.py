"""Constraints besides houses: links between two cells, bounds of sums, and the fillings of a group of cells.

    Link          r1c1 < r1c2: a 9 in r1c1 has no partner in r1c2
    Sum bounds    cage of 20 in r1c1 r1c2 r1c3, r1c2 and r1c3 at most 8 and 7: r1c1 is 5 or more
    Fork          white dots from r1c1 to r1c2 and r2c1, which see each other: a 1 in r1c1 would make both 2
    Combination   cage of 7 in three cells is 1 2 4, so none of them is 3, and …
    Must-have     … 1, 2 and 4 are nowhere else in a house of the cage

The search for combinations also serves sums that follow from houses ("45 rule") and pairs of constraints.
"""

from __future__ import annotations

from typing import Protocol

import numpy as np

from cpgen.engine.mask_board import copy_board
from cpgen.engine.pair_links import LinkTables, propagate_link
from cpgen.engine.sum_propagation import propagate_bounds
from cpgen.kernel import bit, compiled, count_bits, ones
from cpgen.kernel.structs import Struct
from cpgen.layout import Layout
from cpgen.rater.board import NONE, RaterBoard
from cpgen.rater.clue_tables import ClueTables, clue_tables
from cpgen.rater.fillings import (
    MOST_SETS,
    FillScratch,
    GroupTables,
    common_of_known,
    excludes,
    fill_group,
    group_tables,
)
from cpgen.rater.findings import (
    CELLS,
    CLUE,
    IMMEDIATE,
    begin_finding,
    eliminate,
    is_over,
    note_cell,
    note_clue,
    note_common,
)
from cpgen.rater.memory import N, W, allocate, made, masks, nested, numbers
from cpgen.rater.visibility import eliminate_from, is_in, next_in, note_all_searched, sees, update_digit_cells

SOME_KEPT = 1 << 10
"""Groups with candidates that a search remembers: more than a layout has, in 80 kB"""
MOST_NEIGHBOURS = 3
"""Largest number of linked cells of a fork"""


class ClueScratch(Struct):
    """Tables of links and sums, and memory of the searches."""

    clues: ClueTables = made(clue_tables)
    domains: np.ndarray = masks(N)
    """Candidates that a constraint leaves"""
    narrowed: np.ndarray = masks(W)
    """Set of the cells that lose candidates"""
    changed: np.ndarray = masks(W)
    """Set of the cells that have changed since the technique last found nothing"""
    fork: np.ndarray = numbers(MOST_NEIGHBOURS, 2)
    """Linked cells of a fork, and links to them"""


class GroupScratch(Struct):
    """Groups of one source (see `GroupTables`), and working memory of the searches for their fillings."""

    groups: GroupTables
    filling: FillScratch = nested(FillScratch)
    changed: np.ndarray = masks(W)
    """Set of the cells that have changed since the technique last found nothing"""
    victims: np.ndarray = masks(W)
    """Set of the cells that see some cells"""


class GroupMemory(Protocol):
    """Function that allocates the memory for groups; it may take over the memory of another structure."""

    def __call__(self, layout: Layout, like: GroupScratch | None = None) -> GroupScratch:
        """Return the memory for the groups of a layout."""


def groups_from(source: int, kept: int = SOME_KEPT, pairs: bool = False) -> GroupMemory:
    """Return a function that allocates the memory for the groups of cells from one source.

    Args:
        source: OWN, ONE_HOUSE, SEVERAL_HOUSES or TWO_CLUES (see `cpgen.rater.fillings`).
        kept: Number of checks of groups that are remembered, a power of two.
        pairs: True to include memory for the digits that occur together in two cells.
    """
    return lambda layout, like=None: allocate(
        GroupScratch, layout, like, groups=group_tables(layout, source), kept=kept, pairs=pairs
    )


def has_no_links(scratch: ClueScratch) -> bool:
    """Return True if no two cells of the layout are linked."""
    return len(scratch.clues.links.first) == 0


def has_no_sums(scratch: ClueScratch) -> bool:
    """Return True if the layout has no sums."""
    return len(scratch.clues.totals.least) == 0


def has_no_groups(scratch: GroupScratch) -> bool:
    """Return True if the source has no groups on the layout."""
    return len(scratch.groups.counts) == 0


@compiled
def find_changed(board: RaterBoard, changed: np.ndarray) -> bool:
    """Fill the bit set `changed` with the cells that have changed since the present technique last found nothing.

    Return True if there are any. Newly assigned cells count as changed. In mode IMMEDIATE, all cells are in the set.
    """
    if board.search[0].mode == IMMEDIATE:
        for word in range(len(changed)):
            changed[word] = ~NONE
        return True
    update_digit_cells(board)
    searched, any_changed = board.searched[board.search[0].rung], NONE
    for word in range(len(changed)):
        changed[word] = NONE
        for digit in range(len(searched)):
            changed[word] |= board.digit_cells[digit, word] ^ searched[digit, word]
        any_changed |= changed[word]
    return bool(any_changed)


@compiled
def begin_check(board: RaterBoard, scratch: ClueScratch) -> None:
    """Begin the check of a constraint: copy the candidates to `scratch.domains`, and clear `scratch.narrowed`."""
    copy_board(board.candidates, scratch.domains)
    scratch.narrowed[:] = NONE


@compiled
def unlinked_digits(board: RaterBoard, scratch: ClueScratch) -> None:
    """Find candidates that are allowed with no candidate of a linked cell; add findings that eliminate them."""
    if not find_changed(board, scratch.changed):
        return
    links = scratch.clues.links
    for link in range(len(links.first)):
        first, second = links.first[link], links.second[link]
        if is_in(scratch.changed, first) or is_in(scratch.changed, second):
            begin_check(board, scratch)
            propagate_link(links, link, scratch.domains, scratch.narrowed)
            if next_in(scratch.narrowed, 0) >= 0:
                begin_finding(board)
                note_clue(board, CLUE, scratch.clues.link_clue[link])
                note_cell(board, CELLS, first, board.candidates[first], -1)
                note_cell(board, CELLS, second, board.candidates[second], -1)
                eliminate_narrowed(board, scratch)
                if is_over(board):
                    return
    note_all_searched(board)


@compiled
def eliminate_narrowed(board: RaterBoard, scratch: ClueScratch) -> None:
    """Eliminate from the board the candidates that the check of a constraint has removed from `scratch.domains`."""
    cell = next_in(scratch.narrowed, 0)
    while cell >= 0:
        eliminate(board, cell, ~scratch.domains[cell])
        cell = next_in(scratch.narrowed, cell + 1)


@compiled
def sum_bounds(board: RaterBoard, scratch: ClueScratch) -> None:
    """Find candidates with which a sum cannot have its total; add a finding for each sum that excludes some.

    A candidate is excluded if the total is out of reach even with the other cells at their smallest or largest.
    """
    if not find_changed(board, scratch.changed):
        return
    totals = scratch.clues.totals
    for number in range(len(totals.least)):
        first = totals.cell_starts[totals.part_starts[number]]
        last = totals.cell_starts[totals.part_starts[number + 1]]
        has_changed = False
        for place in range(first, last):
            has_changed |= is_in(scratch.changed, totals.cells[place])
        if not has_changed:
            continue
        begin_check(board, scratch)
        propagate_bounds(totals, number, scratch.domains, scratch.narrowed)
        if next_in(scratch.narrowed, 0) >= 0:
            begin_finding(board)
            note_clue(board, CLUE, scratch.clues.total_clue[number])
            for place in range(first, last):
                note_cell(board, CELLS, totals.cells[place], board.candidates[totals.cells[place]], -1)
            eliminate_narrowed(board, scratch)
            if is_over(board):
                return
    note_all_searched(board)


@compiled
def forks(board: RaterBoard, scratch: ClueScratch) -> None:
    """Find candidates for which two or three linked cells would need different digits, but have too few.

    The linked cells see each other. Each candidate of the cell at the fork is tested; those that fail are eliminated.
    """
    if not find_changed(board, scratch.changed):
        return
    linked, links = scratch.clues.linked, scratch.clues.links
    for cell in range(len(linked)):
        if board.values[cell]:
            continue
        for digit in ones(board.candidates[cell]):
            if _is_fork(board, scratch, cell, digit):
                begin_finding(board)
                note_cell(board, CELLS, cell, bit(digit), -1)
                for place in range(MOST_NEIGHBOURS):
                    other, link = scratch.fork[place]
                    if other >= 0:
                        note_clue(board, CLUE, scratch.clues.link_clue[link >> 1])
                        note_cell(board, CELLS, other, partners_of(links, link, digit, board, other), -1)
                eliminate(board, cell, bit(digit))
                if is_over(board):
                    return
    note_all_searched(board)


@compiled
def partners_of(links: LinkTables, link: int, digit: int, board: RaterBoard, other: int) -> np.uint64:
    """Return the candidates of cell `other` that a link allows with a digit in its other cell.

    `link` is twice the index of the link, plus 1 if the digit is in the link's second cell.
    """
    found: np.uint64 = links.partners[links.table[link >> 1], link & 1, digit] & board.candidates[other]
    return found


@compiled
def _is_fork(board: RaterBoard, scratch: ClueScratch, cell: int, digit: int) -> bool:
    """Return True if cells linked to `cell` cannot all have different digits once `cell` has `digit`.

    The linked cells that show it, two with one possible digit in all or three with two, are stored in `scratch.fork`.
    """
    linked, fork, count = scratch.clues.linked[cell], scratch.fork, scratch.clues.linked.shape[1]
    for first in range(count):
        fork[:] = -1
        if linked[first] < 0 or not _join(board, scratch, digit, linked[first], 0):
            continue
        for second in range(first + 1, count):
            if linked[second] < 0 or not _join(board, scratch, digit, linked[second], 1):
                continue
            fork[2] = -1
            if count_bits(_union(board, scratch, digit, 2)) < 2:
                return True
            for third in range(second + 1, count):
                if linked[third] < 0 or not _join(board, scratch, digit, linked[third], 2):
                    continue
                if count_bits(_union(board, scratch, digit, 3)) < 3:
                    return True
    return False


@compiled
def _join(board: RaterBoard, scratch: ClueScratch, digit: int, link: int, place: int) -> bool:
    """Store the cell at the other end of a link in row `place` of `scratch.fork`; return False if it is no use there.

    A cell is of use if fewer than MOST_NEIGHBOURS of its digits go with `digit` and it sees the earlier cells of the
    fork. `link` is twice the number of the link, plus 1 if the linked cell is the first of its two.
    """
    links = scratch.clues.links
    other = links.first[link >> 1] if link & 1 else links.second[link >> 1]
    # Three cells are to have two partners between them, so none has more.
    if count_bits(partners_of(links, link, digit, board, other)) >= MOST_NEIGHBOURS:
        return False
    for before in range(place):
        if not sees(board, scratch.fork[before, 0], other):
            return False
    scratch.fork[place, 0], scratch.fork[place, 1] = other, link
    return True


@compiled
def _union(board: RaterBoard, scratch: ClueScratch, digit: int, count: int) -> np.uint64:
    """Return the union of the digits that go with `digit` in the first `count` cells of `scratch.fork`."""
    found = NONE
    for place in range(count):
        found |= partners_of(scratch.clues.links, scratch.fork[place, 1], digit, board, scratch.fork[place, 0])
    return found


@compiled
def combinations(board: RaterBoard, scratch: GroupScratch, role: int) -> None:
    """Find candidates that are in no filling of their group of cells; add a finding for each group.

    `role` is the role of the group in the finding: CLUE for constraints, DERIVED for a sum that follows from houses.
    """
    if not find_changed(board, scratch.changed):
        return
    groups, filling = scratch.groups, scratch.filling
    for group in range(len(groups.counts)):
        if not has_changed_in(groups.members[group], scratch.changed):
            continue
        if not excludes(groups, group, board.candidates, filling, board.bounds[0].fillings):
            continue
        begin_finding(board)
        _note_group(board, scratch, group, role)
        for place in range(groups.counts[group]):
            eliminate(board, groups.cells[group, place], ~filling.supported[place])
        if is_over(board):
            return
    note_all_searched(board)


@compiled
def has_changed_in(members: np.ndarray, changed: np.ndarray) -> bool:
    """Return True if the bit set of cells `members` has a cell of the bit set `changed`."""
    found = NONE
    for word in range(len(changed)):
        found |= members[word] & changed[word]
    return bool(found)


@compiled
def _note_group(board: RaterBoard, scratch: GroupScratch, group: int, role: int) -> None:
    """Add the constraints, the cells and, if they are few, the digit sets of a group to the present finding.

    The constraints are noted with the role `role`.
    """
    groups = scratch.groups
    for number in groups.clue[group]:
        if number >= 0:
            note_clue(board, role, number)
    for place in range(groups.counts[group]):
        cell = groups.cells[group, place]
        note_cell(board, CELLS, cell, board.candidates[cell], -1)
    if scratch.filling.found[0].sets <= MOST_SETS:
        for one in range(scratch.filling.found[0].sets):
            note_common(board, scratch.filling.sets[one])


@compiled
def must_haves(board: RaterBoard, scratch: GroupScratch) -> None:
    """Find digits that every filling of a constraint contains; add findings that eliminate them elsewhere.

    They are eliminated from the cells that see all their places in the constraint.
    """
    if not find_changed(board, scratch.changed):
        return
    groups = scratch.groups
    for group in range(len(groups.counts)):
        if not has_changed_in(groups.members[group], scratch.changed) or not _fill_with_common(board, scratch, group):
            continue
        for digit in ones(scratch.filling.found[0].common):
            if _find_seeing_all(board, scratch, group, digit):
                begin_finding(board)
                note_clue(board, CLUE, groups.clue[group, 0])
                for place in range(groups.counts[group]):
                    if scratch.filling.supported[place] & bit(digit):
                        note_cell(board, CELLS, groups.cells[group, place], bit(digit), -1)
                eliminate_from(board, scratch.victims, digit)
                if is_over(board):
                    return
    note_all_searched(board)


@compiled
def _fill_with_common(board: RaterBoard, scratch: GroupScratch, group: int) -> bool:
    """Find all fillings of a group; return True if they have digits in common, False also if there are too many."""
    groups, filling = scratch.groups, scratch.filling
    # Most groups have no such digit, and that is shown by the fillings that the search for combinations has found.
    if not common_of_known(groups, group, board.candidates, filling.known):
        return False
    is_filled = fill_group(groups, group, board.candidates, filling, board.bounds[0].fillings)
    return bool(is_filled and filling.found[0].fillings and filling.found[0].common)


@compiled
def _find_seeing_all(board: RaterBoard, scratch: GroupScratch, group: int, digit: int) -> bool:
    """Fill `scratch.victims` with the cells that may hold a digit and see all its places in a group.

    Return True if there are any.
    """
    groups, victims = scratch.groups, scratch.victims
    copy_board(board.digit_cells[digit], victims)
    for place in range(groups.counts[group]):
        if scratch.filling.supported[place] & bit(digit):
            for word in range(len(victims)):
                victims[word] &= board.tables.peers[groups.cells[group, place], word]
    return next_in(victims, 0) >= 0
