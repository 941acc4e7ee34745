"""A digit with one place left in a house, a cell with one candidate left."""

from __future__ import annotations

import numpy as np

from cpgen.compiled import bit, compiled, lowest
from cpgen.rater.board import BROKEN, Board, find, place, remove
from cpgen.rater.tables import Tables


@compiled
def hidden_singles_placed(tables: Tables, board: Board) -> None:
    """Hidden Single (region): all digits with one place left in a region, found first, then placed all at once.

    The only rule that places digits.
    """
    found = 0
    for house in tables.placing:
        for digit in range(board.places.shape[1]):
            places = board.places[house, digit]
            if places & (places - np.uint64(1)) == 0 and not board.placed[house] & bit(digit):
                board.singles[found, 0] = house
                board.singles[found, 1] = digit
                board.singles[found, 2] = tables.house_cells[house, lowest(places)]
                found += 1
    for k in range(found):
        house, digit, cell = board.singles[k]
        find(board, house, -1, bit(digit), board.places[house, digit])
        place(tables, board, cell, digit)
        if board.counters[BROKEN]:
            return


@compiled
def hidden_singles_narrowed(tables: Tables, board: Board) -> None:
    """Hidden Single (row, column): the cell loses its other candidates, the cells that see it lose the digit."""
    for house in tables.lines:
        for digit in range(board.places.shape[1]):
            places = board.places[house, digit]
            if places & (places - np.uint64(1)) == 0 and not board.placed[house] & bit(digit):
                cell = tables.house_cells[house, lowest(places)]
                find(board, house, -1, bit(digit), places)
                remove(tables, board, cell, ~bit(digit))
                remove_from_peers(tables, board, cell, digit)
                if board.counters[BROKEN]:
                    return


@compiled
def naked_singles(tables: Tables, board: Board) -> None:
    """Naked Single: the only candidate of a cell leaves the cells that see it."""
    for cell in range(len(board.candidates)):
        left = board.candidates[cell]
        if left & (left - np.uint64(1)) == 0 and not board.values[cell]:
            row = tables.houses_of[cell, 0]
            find(board, -1, row, left, tables.position_of[cell, 0])
            remove_from_peers(tables, board, cell, lowest(left))
            if board.counters[BROKEN]:
                return


@compiled
def remove_from_peers(tables: Tables, board: Board, cell: int, digit: int) -> None:
    """Removes a digit from all cells that see a cell."""
    for k in range(tables.houses_of.shape[1]):
        house = tables.houses_of[cell, k]
        if house < 0:
            return
        others = board.places[house, digit] & ~tables.position_of[cell, k]
        while others:
            remove(tables, board, tables.house_cells[house, lowest(others)], bit(digit))
            others &= others - np.uint64(1)
