"""Singles: a digit with one place left in a house, or a cell with one candidate left.

    Hidden Single: 1 has one place in the row      Naked Single: the cell has one candidate
    | 23  123  234  23 |  →  1 in the second cell  | 4 |  →  4

On a ladder whose first rule alone assigns digits (`places` of the search is False), the other singles eliminate what
their digit excludes, and the first rule assigns it in the next round. A Full House is the last open cell of a house.
"""

from __future__ import annotations

import numpy as np

from cpgen.kernel import bit, compiled, lowest, ones
from cpgen.rater.board import RaterBoard, all_digits
from cpgen.rater.findings import CELLS, assign, begin_finding, eliminate, eliminate_at, is_over, note_cell, note_finding


@compiled
def hidden_singles_placed(board: RaterBoard, houses: np.ndarray) -> None:
    """Find all digits with one place left in one of the houses, then assign all of them simultaneously (rule 1).

    A finding is added for each.
    """
    found = 0
    for house in houses:
        for digit in range(board.places.shape[1]):
            places = board.places[house, digit]
            if places & (places - np.uint64(1)) == 0 and not board.placed[house] & bit(digit):
                single = board.singles[found]
                single[0], single[1], single[2] = house, digit, board.tables.house_cells[house, lowest(places)]
                found += 1
    # Assigning may change places, so the findings were collected first.
    for k in range(found):
        house, digit, cell = board.singles[k, 0], board.singles[k, 1], board.singles[k, 2]
        note_finding(board, bit(digit), house, board.places[house, digit])
        assign(board, cell, digit)
        if is_over(board):
            return


@compiled
def full_houses(board: RaterBoard) -> None:
    """Assign the last digit of each house with one open cell, as a finding."""
    for house in board.tables.everything:
        # Exactly one digit is missing if its mask has a single bit.
        missing = all_digits(board) & ~board.placed[house]
        if missing and missing & (missing - np.uint64(1)) == 0:
            digit = lowest(missing)
            note_finding(board, missing, house, board.places[house, digit])
            assign(board, board.tables.house_cells[house, lowest(board.places[house, digit])], digit)
            if is_over(board):
                return


@compiled
def hidden_singles(board: RaterBoard, houses: np.ndarray) -> None:
    """Find the digits with one place left in one of the houses; add a finding and its effects for each."""
    for house in houses:
        for digit in ones(all_digits(board) & ~board.placed[house]):
            places = board.places[house, digit]
            # A finding before may have assigned the digit.
            if places & (places - np.uint64(1)) == 0 and not board.placed[house] & bit(digit):
                note_finding(board, bit(digit), house, places)
                conclude(board, board.tables.house_cells[house, lowest(places)], digit)
                if is_over(board):
                    return


@compiled
def naked_singles(board: RaterBoard) -> None:
    """Find the cells with one candidate left; add a finding and its effects for each."""
    for cell in range(len(board.candidates)):
        left = board.candidates[cell]
        if left & (left - np.uint64(1)) == 0 and not board.values[cell]:
            begin_finding(board)
            note_cell(board, CELLS, cell, left, -1)
            conclude(board, cell, lowest(left))
            if is_over(board):
                return


@compiled
def conclude(board: RaterBoard, cell: int, digit: int) -> None:
    """Apply what follows from a single: assign the digit, or only eliminate the candidates that it excludes.

    The latter is done if `places` of the board's search is False: then the first rule alone assigns digits.
    """
    if board.search[0].places:
        assign(board, cell, digit)
        return
    # Leave the cell this candidate alone, and take the digit from all cells that see it.
    eliminate(board, cell, ~bit(digit))
    for k in range(board.tables.houses_of.shape[1]):
        house = board.tables.houses_of[cell, k]
        if house < 0:
            break
        eliminate_at(board, house, ~board.tables.position_of[cell, k], digit)
    for word in range(board.tables.beyond.shape[1] if len(board.tables.beyond) else 0):
        for place in ones(board.tables.beyond[cell, word]):
            eliminate(board, (word << 6) + place, bit(digit))
