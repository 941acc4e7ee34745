"""Sue de Coq: cells where a region and a line meet that, with a set of each house, have as many digits as cells.

    region           | 1234  1234  1234 |      the meeting: two or three cells, here of 1 2 3 4
    and its rest     | 12               |      a set of the region's rest: 1 and 2
    rest of the line | 34               |      a set of the line's rest: 3 and 4

The meeting has at least two digits more than cells, and the two sets share no digit. All cells together have as many
digits as cells, so each digit is in them once. A digit that is not in the set of the line must be in the meeting or in
the set of the region, and leaves the rest of the region; likewise for the line.
"""

from __future__ import annotations

import numpy as np

from cpgen.kernel import bit, compiled, count_bits, lowest, ones
from cpgen.kernel.structs import Struct
from cpgen.rater.board import NONE, RaterBoard
from cpgen.rater.findings import FIGURE, SET, begin_finding, eliminate_at, is_over, note_cover, note_part
from cpgen.rater.memory import masks, n, numbers, record
from cpgen.rater.visibility import has_changed, note_all_searched

MOST_MET = 8
"""Largest number of open cells of a meeting that are considered"""
LARGEST = 4
"""Largest number of cells taken from a meeting; on boards larger than 9×9 also of a set"""
MOST_SETS = 1024
"""Largest number of sets of each house"""


class SueDeCoqScratch(Struct):
    """Working memory of a search for Sue de Coq in one meeting, the common cells of a region and a line."""

    meeting: np.ndarray = record(house=np.int64, other=np.int64, cells=np.int64)
    """The region, the line, and the number of their common open cells"""
    choice: np.ndarray = record(inside=np.uint64, along=np.uint64, digits=np.uint64)
    """Cells chosen from the meeting: positions in the region and in the line, and their digits"""
    met: np.ndarray = masks(MOST_MET, 3)
    """For each open cell of the meeting: its positions in the region and in the line, its candidates"""
    counts: np.ndarray = numbers(2)  # number of sets of the region and of the line
    positions: np.ndarray = masks(2, MOST_SETS)  # positions of each set in its house
    digits: np.ndarray = masks(2, MOST_SETS)  # digits of each set
    chosen: np.ndarray = numbers(n)  # for listing sets: index of each chosen cell among the open ones
    opened: np.ndarray = numbers(n)  # for listing sets: positions of the open cells of a house
    taken: np.ndarray = masks(n + 1)  # for listing sets: positions chosen, by number of cells
    union: np.ndarray = masks(n + 1)  # for listing sets: their digits


@compiled
def sue_de_coq(board: RaterBoard, scratch: SueDeCoqScratch) -> None:
    """Find Sue de Coq where a region and a line meet and one of them has changed; add a finding for each."""
    meeting = scratch.meeting[0]
    for house in board.tables.regions:
        for met in range(board.tables.meeting.shape[1]):
            other = board.tables.meeting[house, met]
            if other < 0:
                break
            if not has_changed(board, house) and not has_changed(board, other):
                continue
            meeting.house, meeting.other, meeting.cells = house, other, list_meeting(board, scratch, house, met)
            if meeting.cells >= 2:
                excess = min(meeting.cells, LARGEST) - 1
                list_sets(board, scratch, house, ~board.tables.shared[house, met, 0], excess, 0)
                if scratch.counts[0]:
                    list_sets(board, scratch, other, ~board.tables.shared[house, met, 1], excess, 1)
                    try_meeting(board, scratch)
                if is_over(board):
                    return
    note_all_searched(board)


@compiled
def list_meeting(board: RaterBoard, scratch: SueDeCoqScratch, house: int, met: int) -> int:
    """Store the open cells where a house meets another in `scratch.met`; return their number.

    `met` is the index of the meeting among those of `house`. The result is 0 if the cells have fewer than the four
    candidates needed.
    """
    inside, along, count = board.tables.shared[house, met, 0], board.tables.shared[house, met, 1], 0
    digits = NONE
    while inside and count < MOST_MET:
        cell = board.tables.house_cells[house, lowest(inside)]
        if not board.values[cell]:
            scratch.met[count, 0] = bit(lowest(inside))
            scratch.met[count, 1] = bit(lowest(along))
            scratch.met[count, 2] = board.candidates[cell]
            digits |= board.candidates[cell]
            count += 1
        inside &= inside - np.uint64(1)
        along &= along - np.uint64(1)
    return count if count_bits(digits) >= 4 else 0


@compiled
def list_sets(
    board: RaterBoard, scratch: SueDeCoqScratch, house: int, positions: np.uint64, excess: int, side: int
) -> None:
    """Store the sets of open cells at some positions of a house that have 1 to `excess` more digits than cells.

    `side` is the row of `scratch.positions` and `scratch.digits` that receives them: 0 for the region, 1 for the line.
    Their number goes to `scratch.counts`.
    """
    size, count, found = board.places.shape[1], 0, 0
    chosen, taken, union = scratch.chosen, scratch.taken, scratch.union
    for position in range(size):
        if positions & bit(position) and not board.values[board.tables.house_cells[house, position]]:
            scratch.opened[count] = position
            count += 1
    largest = count if size <= 9 else LARGEST
    # Depth first over the subsets in ascending order; k is the next cell to add to those chosen.
    depth, k = 0, 0
    taken[0] = union[0] = NONE
    while found < MOST_SETS:
        if k == count:
            if depth == 0:
                break
            depth -= 1
            k = chosen[depth] + 1
            continue
        position = scratch.opened[k]
        taken[depth + 1] = taken[depth] | bit(position)
        union[depth + 1] = union[depth] | board.candidates[board.tables.house_cells[house, position]]
        more = count_bits(union[depth + 1]) - depth - 1
        chosen[depth] = k
        k += 1
        if 1 <= more <= excess:
            scratch.positions[side, found], scratch.digits[side, found] = taken[depth + 1], union[depth + 1]
            found += 1
        # Each further cell can reduce the excess by one.
        if more <= excess + largest - depth - 1 and depth + 1 < largest:
            depth += 1
    scratch.counts[side] = found


@compiled
def try_meeting(board: RaterBoard, scratch: SueDeCoqScratch) -> None:
    """Try all choices of cells from `scratch.met` with at least two digits more than cells.

    Each choice is stored in `scratch.choice` and completed with a set of each house.
    """
    if scratch.counts[1] == 0:
        return
    choice = scratch.choice[0]
    for chosen in range(3, 1 << scratch.meeting[0].cells):
        cells = count_bits(np.uint64(chosen))
        choice.inside = choice.along = choice.digits = NONE
        for k in ones(np.uint64(chosen)):
            choice.inside |= scratch.met[k, 0]
            choice.along |= scratch.met[k, 1]
            choice.digits |= scratch.met[k, 2]
        if 2 <= cells <= LARGEST and count_bits(choice.digits) >= cells + 2:
            match_sets(board, scratch)
            if is_over(board):
                return


@compiled
def match_sets(board: RaterBoard, scratch: SueDeCoqScratch) -> None:
    """Find a set of each house for the cells in `scratch.choice`, so that all together have as many digits as cells.

    A set *gains* its number of cells less its number of digits that the chosen cells lack. The two gains must make up
    for the number of digits that the chosen cells have in excess of their number.
    """
    digits = scratch.choice[0].digits
    missing = count_bits(digits) - count_bits(scratch.choice[0].inside)
    for k in range(scratch.counts[0]):
        own = scratch.digits[0, k]
        gain = count_bits(scratch.positions[0, k]) - count_bits(own & ~digits)
        if not 1 <= gain < missing:
            continue
        for m in range(scratch.counts[1]):
            others = scratch.digits[1, m]
            if own & others:
                continue
            if count_bits(scratch.positions[1, m]) - count_bits(others & ~digits) == missing - gain:
                use(board, scratch, k, m)
                if is_over(board):
                    return


@compiled
def use(board: RaterBoard, scratch: SueDeCoqScratch, k: int, m: int) -> None:
    """Add a finding for the chosen cells and two sets, if it has an effect.

    The digits of the chosen cells and of one set, except those of the other set, are eliminated from the rest of its
    house. `k` and `m` are the indices of the sets in the first and in the second house.
    """
    choice, own, others = scratch.choice[0], scratch.digits[0, k], scratch.digits[1, m]
    house, other = scratch.meeting[0].house, scratch.meeting[0].other
    # The first pass asks whether anything would be eliminated, the second eliminates it.
    for eliminating in range(2):
        left = NONE
        for digit in ones(choice.digits | own | others):
            here = there = NONE
            if not others & bit(digit):
                here = board.places[house, digit] & ~(choice.inside | scratch.positions[0, k])
            if not own & bit(digit):
                there = board.places[other, digit] & ~(choice.along | scratch.positions[1, m])
            left |= here | there
            if eliminating:
                eliminate_at(board, house, here, digit)
                eliminate_at(board, other, there, digit)
        if left == 0 or eliminating:
            return
        begin_finding(board)
        note_part(board, FIGURE, house, choice.inside, choice.digits, -1)
        note_cover(board, other)
        note_part(board, SET, house, scratch.positions[0, k], own, -1)
        note_part(board, SET, other, scratch.positions[1, m], others, -1)
