"""A digit with one place left in a house, a cell with one candidate left."""

from __future__ import annotations

import numpy as np

from cpgen.kernel import bit, compiled, lowest
from cpgen.rater.board import (
    CELLS,
    RaterBoard,
    RaterTables,
    begin_finding,
    is_over,
    note_cell,
    note_finding,
    put,
    remove,
)


@compiled
def hidden_singles_placed(tables: RaterTables, board: RaterBoard, houses: np.ndarray) -> None:
    """Hidden Single (region): all digits with one place left in a region, found first, then placed all at once."""
    found = 0
    for house in houses:
        for digit in range(board.places.shape[1]):
            places = board.places[house, digit]
            if places & (places - np.uint64(1)) == 0 and not board.placed[house] & bit(digit):
                board.work[3 * found] = house
                board.work[3 * found + 1] = digit
                board.work[3 * found + 2] = tables.house_cells[house, lowest(places)]
                found += 1
    for k in range(found):
        house, digit, cell = board.work[3 * k], board.work[3 * k + 1], board.work[3 * k + 2]
        note_finding(board, bit(digit), house, board.places[house, digit])
        put(tables, board, cell, digit)
        if is_over(board):
            return


@compiled
def full_houses(tables: RaterTables, board: RaterBoard) -> None:
    """Full House: the last open cell of a house takes its last digit."""
    full = (bit(board.places.shape[1] - 1) - np.uint64(1)) | bit(board.places.shape[1] - 1)
    for house in tables.everything:
        missing = full & ~board.placed[house]
        if missing and missing & (missing - np.uint64(1)) == 0:
            digit = lowest(missing)
            note_finding(board, missing, house, board.places[house, digit])
            put(tables, board, tables.house_cells[house, lowest(board.places[house, digit])], digit)
            if is_over(board):
                return


@compiled
def hidden_singles(tables: RaterTables, board: RaterBoard, houses: np.ndarray) -> None:
    """Hidden Single: a digit with one place left in a house."""
    full = (bit(board.places.shape[1] - 1) - np.uint64(1)) | bit(board.places.shape[1] - 1)
    for house in houses:
        missing = full & ~board.placed[house]
        while missing:
            digit = lowest(missing)
            missing &= missing - np.uint64(1)
            places = board.places[house, digit]
            if places & (places - np.uint64(1)) == 0 and not board.placed[house] & bit(digit):
                note_finding(board, bit(digit), house, places)
                settle(tables, board, tables.house_cells[house, lowest(places)], digit)
                if is_over(board):
                    return


@compiled
def naked_singles(tables: RaterTables, board: RaterBoard) -> None:
    """Naked Single: a cell with one candidate left."""
    for cell in range(len(board.candidates)):
        left = board.candidates[cell]
        if left & (left - np.uint64(1)) == 0 and not board.values[cell]:
            begin_finding(board)
            note_cell(tables, board, CELLS, cell, left, -1)
            settle(tables, board, cell, lowest(left))
            if is_over(board):
                return


@compiled
def settle(tables: RaterTables, board: RaterBoard, cell: int, digit: int) -> None:
    """Places a digit; on a ladder that places by its first rule alone, all that it excludes is removed instead."""
    if board.state[0].places:
        put(tables, board, cell, digit)
        return
    remove(tables, board, cell, ~bit(digit))
    for k in range(tables.houses_of.shape[1]):
        house = tables.houses_of[cell, k]
        if house < 0:
            return
        others = board.places[house, digit] & ~tables.position_of[cell, k]
        while others:
            remove(tables, board, tables.house_cells[house, lowest(others)], bit(digit))
            others &= others - np.uint64(1)
