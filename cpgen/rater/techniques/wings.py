"""Wings: two cells with two candidates each, one of which must take the digit that they share.

    XY-Wing:   pivot xy sees pincers xz and yz         one of the pincers is z
    XYZ-Wing:  pivot xyz sees pincers xz and yz        one of the three is z
    W-Wing:    xy — sees x = x, the only two places in a house, sees — xy      one of the ends is y

The digit is eliminated from all cells that see each cell that could be it.
"""

from __future__ import annotations

import numpy as np

from cpgen.kernel import bit, compiled, count_bits, lowest, ones
from cpgen.kernel.structs import Struct
from cpgen.rater.board import RaterBoard
from cpgen.rater.findings import CELLS, FIGURE, FIN, begin_finding, is_over, note_cell, note_common, note_part
from cpgen.rater.memory import N, W, masks, numbers
from cpgen.rater.visibility import eliminate_from, find_victims, list_pairs, next_in, sees


class WingScratch(Struct):
    """Working memory of the search for wings: the cells with two candidates, and the pincers of a pivot."""

    pairs: np.ndarray = masks(W)  # set of the open cells with two candidates
    pincers: np.ndarray = numbers(N)  # cells that may be pincers of a pivot
    victims: np.ndarray = masks(W)  # set of the cells that lose a digit


@compiled
def pivot_wings(board: RaterBoard, scratch: WingScratch, size: int) -> None:
    """Find XY-Wings (`size` 2) or XYZ-Wings (`size` 3); add a finding for each.

    `size` is the number of candidates of the pivot.
    """
    list_pairs(board, scratch.pairs)
    pairs, pincers = scratch.pairs, scratch.pincers
    for pivot in range(len(board.candidates)):
        centre = board.candidates[pivot]
        if count_bits(centre) != size or board.values[pivot]:
            continue
        # A pincer has all but one of the digits of an XY-Wing's pivot, or two of an XYZ-Wing's.
        count = 0
        for word in range(len(pairs)):
            for place in ones(pairs[word] & board.tables.peers[pivot, word]):
                cell = (word << 6) + place
                if count_bits(board.candidates[cell] & centre) == size - 1:
                    pincers[count] = cell
                    count += 1
        for first in range(count):
            for second in range(first + 1, count):
                if are_pincers(centre, board.candidates[pincers[first]], board.candidates[pincers[second]]):
                    close_pincers(board, scratch, pivot, pincers[first], pincers[second])
                    if is_over(board):
                        return


@compiled
def are_pincers(centre: np.uint64, one: np.uint64, other: np.uint64) -> bool:
    """Return True if two pairs share one digit, and their other digits are all the other digits of the pivot.

    `one` and `other` are the masks of the pairs, `centre` that of the pivot.
    """
    common = one & other
    return bool(count_bits(common) == 1 and (one | other) & ~common == centre & ~common)


@compiled
def close_pincers(board: RaterBoard, scratch: WingScratch, pivot: int, first: int, second: int) -> None:
    """Eliminate the digit that two pincers share from the cells that see every cell that could hold it.

    `first` and `second` are the pincers, which both see the cell `pivot`. A finding is added if there are such cells.
    """
    centre, common = board.candidates[pivot], board.candidates[first] & board.candidates[second]
    digit, third = lowest(common), pivot if centre & common else second
    if find_victims(board, scratch.victims, digit, first, second, third):
        begin_finding(board)
        note_cell(board, CELLS, pivot, centre, -1)
        note_cell(board, FIN, first, board.candidates[first], -1)
        note_cell(board, FIN, second, board.candidates[second], -1)
        note_common(board, common)
        eliminate_from(board, scratch.victims, digit)


@compiled
def w_wings(board: RaterBoard, scratch: WingScratch) -> None:
    """Find W-Wings; add a finding for each.

    They are two cells with the same two candidates that do not see each other, and a house that links them.
    """
    list_pairs(board, scratch.pairs)
    pairs = scratch.pairs
    first = next_in(pairs, 0)
    while first >= 0:
        both = board.candidates[first]
        low, high = lowest(both), lowest(both & (both - np.uint64(1)))
        for word in range(first >> 6, len(pairs)):
            rest = pairs[word] & board.digit_cells[low, word] & board.digit_cells[high, word]
            rest &= ~board.tables.peers[first, word]
            for place in ones(rest):
                second = (word << 6) + place
                # Either digit may be the one of the link.
                if second > first:
                    link_pairs(board, scratch, first, second, low, high)
                    link_pairs(board, scratch, first, second, high, low)
                    if is_over(board):
                        return
        first = next_in(pairs, first + 1)


@compiled
def link_pairs(board: RaterBoard, scratch: WingScratch, first: int, second: int, digit: int, other: int) -> None:
    """Eliminate the digit `other` from the cells that see both pairs, if a house links the pairs by `digit`.

    The pairs are the cells `first` and `second`, which have both digits as candidates. A house links them if its only
    two places for `digit` are each seen by one of them. A finding is added for each such house.
    """
    if not find_victims(board, scratch.victims, other, first, second, second):
        return
    for house in board.tables.everything:
        places = board.places[house, digit]
        if count_bits(places) != 2:
            continue
        near = board.tables.house_cells[house, lowest(places)]
        far = board.tables.house_cells[house, lowest(places & (places - np.uint64(1)))]
        if (sees(board, near, first) and sees(board, far, second)) or (
            sees(board, near, second) and sees(board, far, first)
        ):
            begin_finding(board)
            note_part(board, FIGURE, house, places, bit(digit), -1)
            note_cell(board, FIN, first, board.candidates[first], -1)
            note_cell(board, FIN, second, board.candidates[second], -1)
            note_common(board, bit(other))
            eliminate_from(board, scratch.victims, other)
            if is_over(board):
                return
