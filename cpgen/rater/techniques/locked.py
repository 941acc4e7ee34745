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


@compiled
def locked_candidates(tables: RaterTables, board: RaterBoard, houses: np.ndarray, k: int) -> None:
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
def locked_sets(tables: RaterTables, board: RaterBoard, houses: np.ndarray, k: int) -> None:
    """Locked Pair, Locked Triple: k cells of two houses have k digits, which leave the other cells of both."""
    for first in range(len(board.candidates)):
        if board.values[first] or count_bits(board.candidates[first]) > k:
            continue
        lying = tables.houses_of[first]
        for one in range(len(lying)):
            for two in range(max(one + 1, 2), len(lying)):
                if lying[two] >= 0:
                    lock(tables, board, first, lying[one], lying[two], k)
                    if is_over(board):
                        return


@compiled
def lock(tables: RaterTables, board: RaterBoard, first: int, house: int, other: int, k: int) -> None:
    """Locks a cell with one or two cells after it in the two houses where the first loses digits outside the other."""
    cells, count, meeting = board.work, 0, np.uint64(0)
    for position in range(tables.house_cells.shape[1]):
        cell = tables.house_cells[house, position]
        if tables.sets[len(board.values) + other, cell // 64] & bit(cell % 64):
            meeting |= bit(position)
            if cell > first and not board.values[cell] and count_bits(board.candidates[cell]) <= k:
                cells[count] = cell
                count += 1
    for i in range(count):
        for j in range(i + k - 2, i + 1 if k == 2 else count):
            digits = board.candidates[first] | board.candidates[cells[i]] | board.candidates[cells[j]]
            if count_bits(digits) != k:
                continue
            here = positions_of(tables, house, first, cells[i], cells[j])
            there = positions_of(tables, other, first, cells[i], cells[j])
            lose, more = (
                with_any(tables, board, house, digits) & ~meeting,
                with_any(tables, board, other, digits) & ~there,
            )
            if lose and more:
                note_finding(board, digits, house, here)
                note_part(board, FIGURE, other, there, digits, -1)
                remove_all(tables, board, house, lose, digits)
                remove_all(tables, board, other, more, digits)
                if is_over(board):
                    return


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
def with_any(tables: RaterTables, board: RaterBoard, house: int, digits: np.uint64) -> np.uint64:
    """The positions of a house whose cells may hold one of the digits."""
    positions = np.uint64(0)
    for position in range(tables.house_cells.shape[1]):
        if board.candidates[tables.house_cells[house, position]] & digits:
            positions |= bit(position)
    return positions


@compiled
def remove_all(tables: RaterTables, board: RaterBoard, house: int, positions: np.uint64, digits: np.uint64) -> None:
    """Removes the digits from the cells at some positions of a house."""
    while positions:
        remove(tables, board, tables.house_cells[house, lowest(positions)], digits)
        positions &= positions - np.uint64(1)
