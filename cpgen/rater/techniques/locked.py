"""Locked candidates and locked sets, where a region and a line share two cells or more.

Locked Candidates: all places of a digit in one of the houses are among the shared cells, so the digit leaves the rest
of the other. From a region to a line this is called pointing, from a line to a region claiming.

    region:  | 12  13  23 |  row:  | 12  13  23 | 14  5  6 |     1 is in this row of the region: no 1 in its rest
             |  4  56  56 |
             |  7   8   9 |

Locked Pair and Triple: k of the shared cells have k candidates, which leave the rest of both houses.
"""

from __future__ import annotations

import numpy as np

from cpgen.kernel import bit, compiled, count_bits, ones
from cpgen.rater.board import NONE, RaterBoard
from cpgen.rater.findings import FIGURE, eliminate, eliminate_at, is_over, note_cover, note_finding, note_part
from cpgen.rater.visibility import lies_in


@compiled
def locked_candidates(board: RaterBoard, houses: np.ndarray) -> None:
    """Find Locked Candidates: digits whose places in a house, two or more, all lie in another; add a finding for each.

    `houses` are the regions (pointing) or the lines (claiming) to search.
    """
    for house in houses:
        for digit in range(board.places.shape[1]):
            places = board.places[house, digit]
            # A single place is a hidden single; more places than any meeting has cells cannot be in one.
            if not 2 <= count_bits(places) <= board.tables.widest[house]:
                continue
            for met in range(board.tables.meeting.shape[1]):
                other = board.tables.meeting[house, met]
                if other < 0:
                    break
                here, there = board.tables.shared[house, met, 0], board.tables.shared[house, met, 1]
                if places & ~here == 0 and board.places[other, digit] & ~there:
                    note_finding(board, bit(digit), house, places)
                    note_cover(board, other)
                    eliminate_at(board, other, ~there, digit)
        if is_over(board):
            return


@compiled
def locked_sets(board: RaterBoard, k: int) -> None:
    """Find Locked Pairs (`k` 2) or Locked Triples (`k` 3), by their first cell; add a finding for each."""
    for first in range(len(board.candidates)):
        if not is_small(board, first, k):
            continue
        # Rows and columns share single cells, so the second house of a pair is a region or an extra house.
        lying = board.tables.houses_of[first]
        for one in range(len(lying)):
            for two in range(max(one + 1, 2), len(lying)):
                if lying[two] >= 0:
                    lock(board, first, lying[one], lying[two], k)
                    if is_over(board):
                        return


@compiled
def is_small(board: RaterBoard, cell: int, k: int) -> bool:
    """Return True if a cell is open and has `k` candidates at most."""
    return not board.values[cell] and count_bits(board.candidates[cell]) <= k


@compiled
def lock(board: RaterBoard, first: int, house: int, other: int, k: int) -> None:
    """Find the sets of `k` cells with `k` candidates in all, in both `house` and `other`; add a finding for each.

    `first` is the first of the cells; the others come later in reading order.
    """
    for second in board.tables.house_cells[house]:
        if second <= first or not is_small(board, second, k) or not lies_in(board, second, other):
            continue
        for third in board.tables.house_cells[house]:
            # For a pair the third cell is the second once more.
            if third < second or (third == second) != (k == 2):
                continue
            if not is_small(board, third, k) or not lies_in(board, third, other):
                continue
            digits = board.candidates[first] | board.candidates[second] | board.candidates[third]
            if count_bits(digits) == k:
                eliminate_from_both(board, house, other, first, second, third)
                if is_over(board):
                    return
            if k == 2:
                break


@compiled
def eliminate_from_both(board: RaterBoard, house: int, other: int, first: int, second: int, third: int) -> None:
    """Eliminate the digits of three cells from the rest of two houses, unless one house explains all eliminations.

    For two cells, `third` is `second`.
    """
    digits = board.candidates[first] | board.candidates[second] | board.candidates[third]
    here = positions_of(board, house, first, second, third)
    there = positions_of(board, other, first, second, third)
    lose = with_any(board, house, other, digits) & ~here
    more = with_any(board, other, -1, digits) & ~there
    # If one house loses nothing, this is an ordinary naked subset of the other.
    if lose and more:
        note_finding(board, digits, house, here)
        note_part(board, FIGURE, other, there, digits, -1)
        eliminate_all(board, house, lose, digits)
        eliminate_all(board, other, more, digits)


@compiled
def positions_of(board: RaterBoard, house: int, first: int, second: int, third: int) -> np.uint64:
    """Return the positions in a house of three cells; for two cells, `third` is `second`."""
    positions = NONE
    for position in range(board.tables.house_cells.shape[1]):
        cell = board.tables.house_cells[house, position]
        if cell in (first, second, third):
            positions |= bit(position)
    return positions


@compiled
def with_any(board: RaterBoard, house: int, other: int, digits: np.uint64) -> np.uint64:
    """Return the positions of a house whose cells may hold one of the digits, except those in the house `other`.

    All positions count if `other` is −1.
    """
    positions = NONE
    for position in range(board.tables.house_cells.shape[1]):
        cell = board.tables.house_cells[house, position]
        if board.candidates[cell] & digits and (other < 0 or not lies_in(board, cell, other)):
            positions |= bit(position)
    return positions


@compiled
def eliminate_all(board: RaterBoard, house: int, positions: np.uint64, digits: np.uint64) -> None:
    """Eliminate digits from the cells at some positions of a house."""
    for position in ones(positions):
        eliminate(board, board.tables.house_cells[house, position], digits)
