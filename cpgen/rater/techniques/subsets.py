"""k digits that share k cells of a house, seen from the digits (hidden) or from the cells (naked)."""

from __future__ import annotations

import numpy as np

from cpgen.kernel import bit, compiled, count_bits, lowest
from cpgen.rater.board import RaterBoard, RaterTables, is_over, note_finding, remove
from cpgen.rater.visibility import find_new_cells, has_new, keep_cells

LEFT, CHOSEN, UNION = 64, 128, 192
"""Where masks of a search begin, one for each item that is chosen: what is left, the items so far, their partners"""


@compiled
def hidden_subsets(tables: RaterTables, board: RaterBoard, houses: np.ndarray, k: int) -> None:
    """k digits with only k cells of a house, 2 to 4: those cells lose all other digits."""
    look_for_subsets(tables, board, houses, k, True)


@compiled
def naked_subsets(tables: RaterTables, board: RaterBoard, k: int) -> None:
    """k cells of a house with only k digits, 2 to 4: all other cells lose those digits."""
    look_for_subsets(tables, board, tables.everything, k, False)


@compiled
def look_for_subsets(tables: RaterTables, board: RaterBoard, houses: np.ndarray, k: int, hidden: bool) -> None:
    """Looks for subsets of k items in each house: digits when hidden, positions when naked."""
    if not find_new_cells(tables, board):
        return
    for house in houses:
        if has_new(tables, board, house):
            sweep(tables, board, house, k, hidden)
            if is_over(board):
                return
    keep_cells(board)


@compiled
def sweep(tables: RaterTables, board: RaterBoard, house: int, k: int, hidden: bool) -> None:
    """Goes through the choices of k items of a house in ascending order.

    Only items with 1 to k partners can take part; a choice whose partners are already more than k is left early.
    """
    masks, depth = board.masks, 0
    masks[LEFT] = map_partners(tables, board, house, k, hidden)
    masks[CHOSEN] = masks[UNION] = np.uint64(0)
    while depth >= 0:
        left = masks[LEFT + depth]
        if count_bits(left) < k - depth:
            depth -= 1
            continue
        masks[LEFT + depth] = left & (left - np.uint64(1))
        both = masks[UNION + depth] | masks[lowest(left)]
        if count_bits(both) > k:
            continue
        chosen = masks[CHOSEN + depth] | bit(lowest(left))
        if depth + 1 < k:
            depth += 1
            masks[LEFT + depth], masks[CHOSEN + depth], masks[UNION + depth] = masks[LEFT + depth - 1], chosen, both
        elif apply(tables, board, house, chosen, both, hidden):
            # The items chosen keep their partners: what went is among the others.
            usable = map_partners(tables, board, house, k, hidden)
            for each in range(k):
                rest = chosen & ~masks[CHOSEN + each]
                masks[LEFT + each] = usable & ~(rest ^ (rest - np.uint64(1)))


@compiled
def map_partners(tables: RaterTables, board: RaterBoard, house: int, k: int, hidden: bool) -> np.uint64:
    """Puts the partners of each item into the first masks; the items that are not done and have at most k."""
    usable = np.uint64(0)
    for item in range(board.places.shape[1]):
        if hidden:
            done, partners = board.placed[house] & bit(item) != 0, board.places[house, item]
        else:
            cell = tables.house_cells[house, item]
            done, partners = board.values[cell] != 0, board.candidates[cell]
        board.masks[item] = partners
        if not done and 1 <= count_bits(partners) <= k:
            usable |= bit(item)
    return usable


@compiled
def apply(
    tables: RaterTables, board: RaterBoard, house: int, chosen: np.uint64, union: np.uint64, hidden: bool
) -> bool:
    """Removes what a subset excludes; says whether anything went."""
    digits, positions = (chosen, union) if hidden else (union, chosen)
    if count_bits(union) != count_bits(chosen):
        return False
    note_finding(board, digits, house, positions)
    went = False
    for position in range(board.places.shape[1]):
        cell = tables.house_cells[house, position]
        inside = positions & bit(position) != 0
        excluded = board.candidates[cell] & (~digits if hidden else digits)
        if inside == hidden and excluded and not board.values[cell]:
            remove(tables, board, cell, excluded)
            went = True
    return went
