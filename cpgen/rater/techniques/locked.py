"""What is locked where two houses meet: a digit that leaves the rest of the other, or a few that leave both."""

from __future__ import annotations

import numpy as np

from cpgen.kernel import bit, compiled, count_bits, lowest
from cpgen.rater.board import (
    COVER,
    FIGURE,
    RaterBoard,
    RaterTables,
    is_over,
    note_finding,
    note_part,
    remove,
    remove_places,
)
from cpgen.rater.visibility import next_in

FEW = 3
"""The set of the cells with few candidates, among those of a search"""


@compiled
def locked_candidates(tables: RaterTables, board: RaterBoard, houses: np.ndarray) -> None:
    """Locked Candidates from regions to lines (pointing) or from lines to regions (claiming); two places or more."""
    for house in houses:
        for digit in range(board.places.shape[1]):
            places = board.places[house, digit]
            if not 2 <= count_bits(places) <= tables.widest[house]:
                continue
            for met in range(tables.meeting.shape[1]):
                other = tables.meeting[house, met]
                if other < 0:
                    break
                here, there = tables.shared[house, met, 0], tables.shared[house, met, 1]
                if places & ~here == 0 and board.places[other, digit] & ~there:
                    note_finding(board, bit(digit), house, places)
                    note_part(board, COVER, other, np.uint64(0), np.uint64(0), -1)
                    remove_places(tables, board, other, digit, ~there)
        if is_over(board):
            return


@compiled
def locked_sets(tables: RaterTables, board: RaterBoard, k: int) -> None:
    """Locked Pair, Locked Triple: k cells of two houses have k digits, which leave the other cells of both."""
    few = board.sets[board.places.shape[1] + FEW]
    few[:] = np.uint64(0)
    for cell in range(len(board.candidates)):
        if not board.values[cell] and count_bits(board.candidates[cell]) <= k:
            few[cell >> 6] |= bit(cell & 63)
    first = next_in(few, 0)
    while first >= 0:
        lying = tables.houses_of[first]
        for one in range(len(lying)):
            for two in range(max(one + 1, 2), len(lying)):
                if lying[two] >= 0:
                    lock(tables, board, few, first, lying[one], lying[two], k)
                    if is_over(board):
                        return
        first = next_in(few, first + 1)


@compiled
def lock(tables: RaterTables, board: RaterBoard, few: np.ndarray, first: int, house: int, other: int, k: int) -> None:
    """Locks a cell with one or two cells after it that have few candidates and lie in the same two houses."""
    houses, cells, count = tables.sets[len(board.values) :], board.work, 0
    for word in range(first >> 6, len(few)):
        rest = few[word] & houses[house, word] & houses[other, word]
        while rest:
            cell = (word << 6) + lowest(rest)
            if cell > first:
                cells[count] = cell
                count += 1
            rest &= rest - np.uint64(1)
    for i in range(count):
        for j in range(i + k - 2, i + 1 if k == 2 else count):
            digits = board.candidates[first] | board.candidates[cells[i]] | board.candidates[cells[j]]
            if count_bits(digits) == k:
                remove_from_both(tables, board, house, other, first, cells[i], cells[j], digits)
                if is_over(board):
                    return


@compiled
def remove_from_both(
    tables: RaterTables,
    board: RaterBoard,
    house: int,
    other: int,
    first: int,
    second: int,
    third: int,
    digits: np.uint64,
) -> None:
    """Removes digits from the rest of two houses, if some go from the second, and from the first outside of it."""
    here = positions_of(tables, house, first, second, third)
    there = positions_of(tables, other, first, second, third)
    lose = with_any(tables, board, house, other, digits) & ~here
    more = with_any(tables, board, other, -1, digits) & ~there
    if lose and more:
        note_finding(board, digits, house, here)
        note_part(board, FIGURE, other, there, digits, -1)
        remove_all(tables, board, house, lose, digits)
        remove_all(tables, board, other, more, digits)


@compiled
def positions_of(tables: RaterTables, house: int, first: int, second: int, third: int) -> np.uint64:
    """The positions of three cells in a house; two of them may be the same."""
    positions = np.uint64(0)
    for position in range(tables.house_cells.shape[1]):
        cell = tables.house_cells[house, position]
        if cell in (first, second, third):
            positions |= bit(position)
    return positions


@compiled
def with_any(tables: RaterTables, board: RaterBoard, house: int, other: int, digits: np.uint64) -> np.uint64:
    """The positions of a house whose cells may hold one of the digits, but for those of another house (−1: none)."""
    positions = np.uint64(0)
    for position in range(tables.house_cells.shape[1]):
        cell = tables.house_cells[house, position]
        apart = other < 0 or tables.sets[len(board.values) + other, cell >> 6] & bit(cell & 63) == 0
        if apart and board.candidates[cell] & digits:
            positions |= bit(position)
    return positions


@compiled
def remove_all(tables: RaterTables, board: RaterBoard, house: int, positions: np.uint64, digits: np.uint64) -> None:
    """Removes the digits from the cells at some positions of a house."""
    while positions:
        remove(tables, board, tables.house_cells[house, lowest(positions)], digits)
        positions &= positions - np.uint64(1)
