"""k digits that share k cells of a house, seen from the digits (hidden) or from the cells (naked)."""

from __future__ import annotations

import numpy as np

from cpgen.kernel import bit, compiled, count_bits
from cpgen.rater.board import RaterBoard, RaterTables, is_over, note_finding, remove


@compiled
def hidden_subsets(tables: RaterTables, board: RaterBoard, houses: np.ndarray, k: int) -> None:
    """k digits with only k cells of a house, 2 to 4: those cells lose all other digits."""
    for house in houses:
        sweep(tables, board, house, k, True)
        if is_over(board):
            return


@compiled
def naked_subsets(tables: RaterTables, board: RaterBoard, houses: np.ndarray, k: int) -> None:
    """k cells of a house with only k digits, 2 to 4: all other cells lose those digits."""
    for house in houses:
        sweep(tables, board, house, k, False)
        if is_over(board):
            return


@compiled
def sweep(tables: RaterTables, board: RaterBoard, house: int, k: int, hidden: bool) -> None:
    """Goes through the choices of k items of a house in ascending order: digits when hidden, positions when naked.

    Only items with 1 to k partners can take part; a choice whose partners are already more than k is left early.
    """
    size = board.places.shape[1]
    usable = usable_items(tables, board, house, k, hidden)
    if count_bits(usable) < k:
        return
    chosen, union = board.work, board.masks
    union[0] = np.uint64(0)
    depth, item = 0, 0
    while True:
        if item == size:
            if depth == 0:
                return
            depth -= 1
            item = chosen[depth] + 1
            continue
        if usable & bit(item):
            both = union[depth] | partners(tables, board, house, item, hidden)
            if count_bits(both) <= k:
                chosen[depth] = item
                if depth + 1 < k:
                    depth += 1
                    union[depth] = both
                elif apply(tables, board, house, items(chosen, k), both, hidden):
                    # The items chosen keep their partners: what went is among the others.
                    usable = usable_items(tables, board, house, k, hidden)
        item += 1


@compiled
def usable_items(tables: RaterTables, board: RaterBoard, house: int, k: int, hidden: bool) -> np.uint64:
    """The items of a house that have 1 to k partners, as the board stands."""
    usable = np.uint64(0)
    for item in range(board.places.shape[1]):
        if 1 <= count_bits(partners(tables, board, house, item, hidden)) <= k:
            usable |= bit(item)
    return usable


@compiled
def partners(tables: RaterTables, board: RaterBoard, house: int, item: int, hidden: bool) -> np.uint64:
    """The positions that a digit can take, or the candidates of the cell at a position; all ones when it is done."""
    if hidden:
        return ~np.uint64(0) if board.placed[house] & bit(item) else board.places[house, item]
    cell = tables.house_cells[house, item]
    return ~np.uint64(0) if board.values[cell] else board.candidates[cell]


@compiled
def items(chosen: np.ndarray, k: int) -> np.uint64:
    """The chosen items as a mask."""
    mask = np.uint64(0)
    for j in range(k):
        mask |= bit(chosen[j])
    return mask


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
