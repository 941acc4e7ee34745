"""A digit with one place left in a house, a cell with one candidate left."""

from __future__ import annotations

import numpy as np

from cpgen.kernel import bit, compiled, lowest
from cpgen.rater.board import RaterBoard, RaterTables, note_finding, note_second_house, place, remove


@compiled
def hidden_singles_placed(tables: RaterTables, board: RaterBoard, houses: np.ndarray, size: int) -> None:
    """Hidden Single (region): all digits with one place left in a region, found first, then placed all at once.

    The only rule that places digits.
    """
    found = 0
    for house in houses:
        for digit in range(board.places.shape[1]):
            places = board.places[house, digit]
            if places & (places - np.uint64(1)) == 0 and not board.placed[house] & bit(digit):
                single = board.singles[found]
                single.house = house
                single.digit = digit
                single.cell = tables.house_cells[house, lowest(places)]
                found += 1
    for k in range(found):
        single = board.singles[k]
        note_finding(board, bit(single.digit), single.house, board.places[single.house, single.digit])
        place(tables, board, single.cell, single.digit)
        if board.state[0].broken:
            return


@compiled
def hidden_singles_narrowed(tables: RaterTables, board: RaterBoard, houses: np.ndarray, k: int) -> None:
    """Hidden Single (row, column): the cell loses its other candidates, the cells that see it lose the digit."""
    for house in houses:
        for digit in range(board.places.shape[1]):
            places = board.places[house, digit]
            if places & (places - np.uint64(1)) == 0 and not board.placed[house] & bit(digit):
                cell = tables.house_cells[house, lowest(places)]
                note_finding(board, bit(digit), house, places)
                remove(tables, board, cell, ~bit(digit))
                remove_from_peers(tables, board, cell, digit)
                if board.state[0].broken:
                    return


@compiled
def naked_singles(tables: RaterTables, board: RaterBoard, houses: np.ndarray, k: int) -> None:
    """Naked Single: the only candidate of a cell leaves the cells that see it."""
    for cell in range(len(board.candidates)):
        left = board.candidates[cell]
        if left & (left - np.uint64(1)) == 0 and not board.values[cell]:
            note_finding(board, left, -1, np.uint64(0))
            note_second_house(board, tables.houses_of[cell, 0], tables.position_of[cell, 0])
            remove_from_peers(tables, board, cell, lowest(left))
            if board.state[0].broken:
                return


@compiled
def remove_from_peers(tables: RaterTables, board: RaterBoard, cell: int, digit: int) -> None:
    """Removes a digit from all cells that see a cell."""
    for k in range(tables.houses_of.shape[1]):
        house = tables.houses_of[cell, k]
        if house < 0:
            return
        others = board.places[house, digit] & ~tables.position_of[cell, k]
        while others:
            remove(tables, board, tables.house_cells[house, lowest(others)], bit(digit))
            others &= others - np.uint64(1)
