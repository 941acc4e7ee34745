"""Cells where two houses meet that hold, with cells of each house alone, as many digits as there are cells."""

from __future__ import annotations

import numpy as np

from cpgen.kernel import bit, compiled, count_bits, lowest
from cpgen.rater.board import (
    COVER,
    FIGURE,
    SET,
    RaterBoard,
    RaterTables,
    begin_finding,
    is_over,
    note_part,
    remove_places,
)
from cpgen.rater.visibility import find_new_cells, has_new, keep_cells

MET, LARGEST, MOST = 8, 4, 1024
"""How many cells where houses meet are looked at, how many of them are taken at most, how many sets of each house"""
INSIDE, ALONG, CELL = 0, MET, 2 * MET
"""In `masks`: positions of the cells that meet in the region and in the other house, their candidates"""
UNION, AT, BESIDE = 32, 128, 256
"""In `masks`: unions of candidates, positions; then the sets of each house: positions and digits"""
COUNTS, CHOSEN, OPEN = 0, 2, 66
"""In `work`: how many sets each house has; choices; open positions"""


@compiled
def sue_de_coq(tables: RaterTables, board: RaterBoard) -> None:
    """Sue de Coq: 2 to LARGEST cells where a region meets another house, and sets of cells of each alone.

    The sets have more digits than cells, share no digit, and are of any size (up to LARGEST on boards larger than
    9×9); all cells together have as many digits as cells. Each digit is once in them: one that is not in the set of
    the other house leaves the rest of a house. They may have digits that those where the houses meet have not.
    """
    if not find_new_cells(tables, board):
        return
    for house in tables.regions:
        for met in range(tables.meeting.shape[1]):
            other = tables.meeting[house, met]
            if other < 0:
                break
            is_new = has_new(tables, board, house) or has_new(tables, board, other)
            count = list_meeting(tables, board, house, met) if is_new else 0
            if count >= 2:
                list_beside(tables, board, house, ~tables.shared[house, met, 0], min(count, LARGEST) - 1, 0)
                if board.work[COUNTS]:
                    list_beside(tables, board, other, ~tables.shared[house, met, 1], min(count, LARGEST) - 1, 1)
                    try_meeting(tables, board, house, other, count)
                if is_over(board):
                    return
    keep_cells(board)


@compiled
def list_meeting(tables: RaterTables, board: RaterBoard, house: int, met: int) -> int:
    """Lists the open cells where two houses meet; how many there are, MET at most, or 0 where they have few digits."""
    inside, along, count = tables.shared[house, met, 0], tables.shared[house, met, 1], 0
    digits = np.uint64(0)
    while inside and count < MET:
        cell = tables.house_cells[house, lowest(inside)]
        if not board.values[cell]:
            board.masks[INSIDE + count] = bit(lowest(inside))
            board.masks[ALONG + count] = bit(lowest(along))
            board.masks[CELL + count] = board.candidates[cell]
            digits |= board.candidates[cell]
            count += 1
        inside &= inside - np.uint64(1)
        along &= along - np.uint64(1)
    return count if count_bits(digits) >= 4 else 0


@compiled
def list_beside(
    tables: RaterTables, board: RaterBoard, house: int, positions: np.uint64, excess: int, second: int
) -> None:
    """Lists the sets of open cells at some positions of a house that have 1 to `excess` digits more than cells."""
    size, count, found = board.places.shape[1], 0, 0
    chosen, at, union = board.work[CHOSEN:], board.masks[AT:], board.masks[UNION:]
    sets = board.masks[BESIDE + 2 * MOST * second :]
    for position in range(size):
        if positions & bit(position) and not board.values[tables.house_cells[house, position]]:
            board.work[OPEN + count] = position
            count += 1
    largest, depth, k = count if size <= 9 else LARGEST, 0, 0
    at[0] = union[0] = np.uint64(0)
    while found < MOST:
        if k == count:
            if depth == 0:
                break
            depth -= 1
            k = chosen[depth] + 1
            continue
        position = board.work[OPEN + k]
        at[depth + 1] = at[depth] | bit(position)
        union[depth + 1] = union[depth] | board.candidates[tables.house_cells[house, position]]
        more = count_bits(union[depth + 1]) - depth - 1
        chosen[depth] = k
        k += 1
        if 1 <= more <= excess:
            sets[2 * found], sets[2 * found + 1] = at[depth + 1], union[depth + 1]
            found += 1
        if more <= excess + largest - depth - 1 and depth + 1 < largest:
            depth += 1
    board.work[COUNTS + second] = found


@compiled
def try_meeting(tables: RaterTables, board: RaterBoard, house: int, other: int, count: int) -> None:
    """Tries all choices of cells where two houses meet, with at least two digits more than cells."""
    masks = board.masks
    if board.work[COUNTS + 1] == 0:
        return
    for choice in range(3, 1 << count):
        cells = count_bits(np.uint64(choice))
        inside = along = digits = np.uint64(0)
        for k in range(count):
            if choice >> k & 1:
                inside |= masks[INSIDE + k]
                along |= masks[ALONG + k]
                digits |= masks[CELL + k]
        if 2 <= cells <= LARGEST and count_bits(digits) >= cells + 2:
            match_sets(tables, board, house, other, inside, along, digits)
            if is_over(board):
                return


@compiled
def match_sets(
    tables: RaterTables,
    board: RaterBoard,
    house: int,
    other: int,
    inside: np.uint64,
    along: np.uint64,
    digits: np.uint64,
) -> None:
    """Finds a set of each house for chosen cells, which take all digits that those have more than cells."""
    here, there = board.masks[BESIDE:], board.masks[BESIDE + 2 * MOST :]
    missing = count_bits(digits) - count_bits(inside)
    for k in range(board.work[COUNTS]):
        positions, own = here[2 * k], here[2 * k + 1]
        taken = count_bits(positions) - count_bits(own & ~digits)
        if not 1 <= taken < missing:
            continue
        for m in range(board.work[COUNTS + 1]):
            others = there[2 * m + 1]
            if own & others:
                continue
            if count_bits(there[2 * m]) - count_bits(others & ~digits) == missing - taken:
                use(tables, board, house, other, inside, along, digits, positions, own, there[2 * m], others)
                if is_over(board):
                    return


@compiled
def use(
    tables: RaterTables,
    board: RaterBoard,
    house: int,
    other: int,
    inside: np.uint64,
    along: np.uint64,
    digits: np.uint64,
    positions: np.uint64,
    own: np.uint64,
    across: np.uint64,
    others: np.uint64,
) -> None:
    """Removes from the rest of each house the digits that are not in the set of the other one, if there are any."""
    everything = digits | own | others
    for removing in range(2):
        rest, left = everything, np.uint64(0)
        while rest:
            digit = lowest(rest)
            rest &= rest - np.uint64(1)
            here = board.places[house, digit] & ~(inside | positions) if not others & bit(digit) else np.uint64(0)
            there = board.places[other, digit] & ~(along | across) if not own & bit(digit) else np.uint64(0)
            left |= here | there
            if removing:
                remove_places(tables, board, house, digit, here)
                remove_places(tables, board, other, digit, there)
        if left == 0 or removing:
            return
        begin_finding(board)
        note_part(board, FIGURE, house, inside, digits, -1)
        note_part(board, COVER, other, np.uint64(0), np.uint64(0), -1)
        note_part(board, SET, house, positions, own, -1)
        note_part(board, SET, other, across, others, -1)
