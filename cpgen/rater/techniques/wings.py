"""Two cells with two candidates each, of which one or the other must take the digit that they share."""

from __future__ import annotations

import numpy as np

from cpgen.kernel import bit, compiled, count_bits, lowest
from cpgen.rater.board import (
    CELLS,
    COMMON,
    FIGURE,
    FIN,
    RaterBoard,
    RaterTables,
    begin_finding,
    is_over,
    note_cell,
    note_part,
)
from cpgen.rater.visibility import PAIRS, find_victims, map_pairs, next_in, remove_from_victims, sees


@compiled
def pivot_wings(tables: RaterTables, board: RaterBoard, size: int) -> None:
    """XY-Wing (pivot xy) and XYZ-Wing (pivot xyz), with pincers xz and yz that see the pivot.

    Whatever the pivot is, a pincer is z, or the pivot itself: z leaves the cells that see both pincers and, where it
    may be z, the pivot.
    """
    map_pairs(tables, board)
    pairs = board.sets[board.places.shape[1] + PAIRS]
    for pivot in range(len(board.candidates)):
        centre = board.candidates[pivot]
        if count_bits(centre) != size or board.values[pivot]:
            continue
        pincers = 0
        for word in range(len(pairs)):
            rest = pairs[word] & tables.sets[pivot, word]
            while rest:
                cell = (word << 6) + lowest(rest)
                if count_bits(board.candidates[cell] & centre) == size - 1:
                    board.work[pincers] = cell
                    pincers += 1
                rest &= rest - np.uint64(1)
        for first in range(pincers):
            for second in range(first + 1, pincers):
                if are_pincers(centre, board.candidates[board.work[first]], board.candidates[board.work[second]]):
                    close_pincers(tables, board, pivot, board.work[first], board.work[second])
                    if is_over(board):
                        return


@compiled
def are_pincers(centre: np.uint64, one: np.uint64, other: np.uint64) -> bool:
    """Whether two pairs share one digit, and leave a pivot no other way."""
    common = one & other
    return bool(count_bits(common) == 1 and (one | other) & ~common == centre & ~common)


@compiled
def close_pincers(tables: RaterTables, board: RaterBoard, pivot: int, first: int, second: int) -> None:
    """Removes the digit that two pincers share."""
    centre, common = board.candidates[pivot], board.candidates[first] & board.candidates[second]
    digit = lowest(common)
    if find_victims(tables, board, digit, first, second, pivot if centre & common else second):
        begin_finding(board)
        note_cell(tables, board, CELLS, pivot, centre, -1)
        note_cell(tables, board, FIN, first, board.candidates[first], -1)
        note_cell(tables, board, FIN, second, board.candidates[second], -1)
        note_part(board, COMMON, -1, np.uint64(0), common, -1)
        remove_from_victims(tables, board, digit)


@compiled
def w_wings(tables: RaterTables, board: RaterBoard) -> None:
    """W-Wing: two cells xy that do not see each other, and a house with two places for x, which each see one of them.

    Not both cells can be x, so that one is y: y leaves the cells that see both.
    """
    map_pairs(tables, board)
    pairs = board.sets[board.places.shape[1] + PAIRS]
    first = next_in(pairs, 0)
    while first >= 0:
        both = board.candidates[first]
        low, high = lowest(both), lowest(both & (both - np.uint64(1)))
        for word in range(first >> 6, len(pairs)):
            rest = pairs[word] & board.sets[low, word] & board.sets[high, word] & ~tables.sets[first, word]
            while rest:
                second = (word << 6) + lowest(rest)
                if second > first:
                    join(tables, board, tables.everything, first, second, low, high)
                    join(tables, board, tables.everything, first, second, high, low)
                    if is_over(board):
                        return
                rest &= rest - np.uint64(1)
        first = next_in(pairs, first + 1)


@compiled
def join(
    tables: RaterTables, board: RaterBoard, houses: np.ndarray, first: int, second: int, digit: int, other: int
) -> None:
    """Removes the other digit for each house in which the digit has two places, of which each cell sees one."""
    if not find_victims(tables, board, other, first, second, second):
        return
    for house in houses:
        places = board.places[house, digit]
        if count_bits(places) != 2:
            continue
        near = tables.house_cells[house, lowest(places)]
        far = tables.house_cells[house, lowest(places & (places - np.uint64(1)))]
        if (sees(tables, near, first) and sees(tables, far, second)) or (
            sees(tables, near, second) and sees(tables, far, first)
        ):
            begin_finding(board)
            note_part(board, FIGURE, house, places, bit(digit), -1)
            note_cell(tables, board, FIN, first, board.candidates[first], -1)
            note_cell(tables, board, FIN, second, board.candidates[second], -1)
            note_part(board, COMMON, -1, np.uint64(0), bit(other), -1)
            remove_from_victims(tables, board, other)
            if is_over(board):
                return
