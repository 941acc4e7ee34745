"""Subsets: k digits and k cells of a house that belong together, 2 ≤ k ≤ 4.

    Naked Pair:  | 12  12  123  2345 |    two cells have only 1 and 2: no 1 and 2 in the other cells
    Hidden Pair: | 123 124  35   345 |    1 and 2 have only two places: no other digits there

Both are the same search over the *items* of a house, which are positions (naked) or digits (hidden). The partners of
an item are its candidates or its places; k items with only k partners in all are a subset. Each item needs 1 to k
partners.
"""

from __future__ import annotations

import numpy as np

from cpgen.kernel import bit, compiled, count_bits, inlined, lowest, ones
from cpgen.kernel.bits import highest
from cpgen.rater.board import NONE, RaterBoard
from cpgen.rater.findings import eliminate, is_over, note_finding
from cpgen.rater.visibility import has_changed, note_all_searched

LEFT, CHOSEN, UNION = range(3)
"""Rows of `board.choices`: items left to try, items chosen, partners of those chosen, by number of items chosen"""


@compiled
def hidden_subsets(board: RaterBoard, houses: np.ndarray, k: int) -> None:
    """Find hidden subsets in the given houses: `k` digits that have only k cells; add a finding for each.

    The cells lose all other digits.
    """
    search_houses(board, houses, k, True)


@compiled
def naked_subsets(board: RaterBoard, k: int) -> None:
    """Find naked subsets in all houses: `k` cells that have only k digits; add a finding for each.

    All other cells of the house lose those digits.
    """
    search_houses(board, board.tables.everything, k, False)


@compiled
def search_houses(board: RaterBoard, houses: np.ndarray, k: int, hidden: bool) -> None:
    """Search the houses that have changed for subsets; add a finding for each that has an effect.

    They are subsets of `k` digits if `hidden`, otherwise of `k` cells.
    """
    for house in houses:
        if has_changed(board, house):
            sweep(board, house, k, hidden)
            if is_over(board):
                return
    note_all_searched(board)


@inlined
def sweep(board: RaterBoard, house: int, k: int, hidden: bool) -> None:
    """Search a house for subsets of `k` items in ascending order, depth first; add a finding for each with an effect.

    The items are digits if `hidden`, positions in the house otherwise.
    """
    left, chosen, union = board.choices[LEFT], board.choices[CHOSEN], board.choices[UNION]
    depth = 0
    left[0] = map_partners(board, house, k, hidden)
    chosen[0] = union[0] = NONE
    while depth >= 0:
        rest = left[depth]
        if count_bits(rest) < k - depth:
            depth -= 1
            continue
        left[depth] = rest & (rest - np.uint64(1))
        both = union[depth] | board.partners[lowest(rest)]
        # More than k partners never become fewer.
        if count_bits(both) > k:
            continue
        items = chosen[depth] | bit(lowest(rest))
        if depth + 1 < k:
            depth += 1
            left[depth], chosen[depth], union[depth] = left[depth - 1], items, both
        elif apply(board, house, items, both, hidden):
            # The items chosen keep their partners, since only other items lost some: continue behind each of them.
            usable = map_partners(board, house, k, hidden)
            for each in range(k):
                others = items & ~chosen[each]
                left[each] = usable & ~(others ^ (others - np.uint64(1)))


@compiled
def map_partners(board: RaterBoard, house: int, k: int, hidden: bool) -> np.uint64:
    """Store the partners of each item in `board.partners`; return a mask of the items that a subset may contain.

    These have 1 to `k` partners and are not settled by an assigned digit. If `hidden`, items are the digits and
    partners their places in the house; otherwise items are the positions in the house and partners their candidates.
    """
    # Hidden: items are digits, partners their places. Naked: items are positions, partners their candidates.
    usable = NONE
    for item in range(board.places.shape[1]):
        if hidden:
            done, partners = board.placed[house] & bit(item) != 0, board.places[house, item]
        else:
            cell = board.tables.house_cells[house, item]
            done, partners = board.values[cell] != 0, board.candidates[cell]
        board.partners[item] = partners
        if not done and 1 <= count_bits(partners) <= k:
            usable |= bit(item)
    return usable


@compiled
def apply(board: RaterBoard, house: int, chosen: np.uint64, union: np.uint64, hidden: bool) -> bool:
    """Add a finding for a subset and eliminate what it excludes; return False if that is nothing.

    Args:
        board: The board.
        house: The house of the subset.
        chosen: Mask of the items: digits if `hidden`, else positions in the house.
        union: Mask of their partners: positions if `hidden`, else digits.
        hidden: True for a hidden subset, False for a naked one.
    """
    # With as many partners as items, these belong together, whichever item gets which partner.
    digits, positions = (chosen, union) if hidden else (union, chosen)
    if count_bits(union) != count_bits(chosen):
        return False
    note_finding(board, digits, house, positions)
    has_effect = False
    for position in range(board.places.shape[1]):
        cell = board.tables.house_cells[house, position]
        inside = positions & bit(position) != 0
        excluded = board.candidates[cell] & (~digits if hidden else digits)
        if inside == hidden and excluded and not board.values[cell]:
            eliminate(board, cell, excluded)
            has_effect = True
    return has_effect


# Choices of items, for fish and almost locked sets


@compiled
def next_choice(
    masks: np.ndarray, items: np.uint64, chosen: np.uint64, k: int, most: int, given: np.uint64
) -> np.uint64:
    """Return the next choice of k items, in lexicographic order, whose masks have at most `most` bits in all.

    Args:
        masks: The mask of each item.
        items: The items to choose from.
        chosen: The choice before; 0 to begin.
        k: Number of items.
        most: Largest number of bits in the union of the masks of the items and `given`.
        given: A mask that belongs to every union.

    Returns:
        The items of the next choice; 0 when there is none.
    """
    item = 0
    if chosen:
        item = highest(chosen)
        chosen &= ~bit(item)
        item += 1
    while True:
        # Extend the choice by the next item that keeps the union small; otherwise go back.
        rest = items & ~(bit(item) - np.uint64(1))
        if count_bits(chosen) + count_bits(rest) < k:
            # Too few items are left: take back the last one.
            if chosen == 0:
                return chosen
            item = highest(chosen)
            chosen &= ~bit(item)
        else:
            item = lowest(rest)
            more = chosen | bit(item)
            if count_bits(given | union(masks, more)) <= most:
                if count_bits(more) == k:
                    return more
                chosen = more
        item += 1


@compiled
def union(masks: np.ndarray, items: np.uint64) -> np.uint64:
    """Return the union of the masks of some items."""
    together = NONE
    for item in ones(items):
        together |= masks[item]
    return together
