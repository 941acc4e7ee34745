"""Sets of cells, the cells that see all of some cells, and what has changed since a technique last found nothing.

A set of cells is an array of W masks, bit c mod 64 of mask c // 64 for cell c. To avoid repeated work, a board keeps
for each rung of the ladder `digit_cells` as they were when its search found nothing (`RaterBoard.searched`): a search
for one digit at a time skips the digits whose cells are still the same, a search in houses skips unchanged houses.
"""

from __future__ import annotations

import numpy as np

from cpgen.kernel import bit, compiled, count_bits, lowest, ones
from cpgen.rater.board import NONE, RaterBoard, all_digits
from cpgen.rater.findings import IMMEDIATE, eliminate


@compiled
def is_in(cells: np.ndarray, cell: int) -> bool:
    """Return True if a cell is in a bit set of cells."""
    return bool(cells[cell >> 6] & bit(cell & 63))


@compiled
def next_in(cells: np.ndarray, start: int) -> int:
    """Return the first cell of a set from `start` on, or −1."""
    word = start >> 6
    if word >= len(cells):
        return -1
    # Ignore the cells before `start` in the first word, then go on word by word.
    rest = cells[word] & ~(bit(start & 63) - np.uint64(1))
    while rest == 0:
        word += 1
        if word == len(cells):
            return -1
        rest = cells[word]
    return (word << 6) + lowest(rest)


@compiled
def sees(board: RaterBoard, cell: int, other: int) -> bool:
    """Return True if two different cells see each other."""
    return is_in(board.tables.peers[cell], other)


@compiled
def lies_in(board: RaterBoard, cell: int, house: int) -> bool:
    """Return True if a cell is in a house."""
    return is_in(board.tables.members[house], cell)


@compiled
def update_digit_cells(board: RaterBoard) -> None:
    """Update `board.digit_cells`, the set of the cells of each digit, if candidates have changed since."""
    state = board.state[0]
    if state.mapped == state.changes:
        return
    # Candidates are kept by cell; this is the transpose, by digit.
    board.digit_cells[:] = NONE
    for cell in range(len(board.candidates)):
        for digit in ones(NONE if board.values[cell] else board.candidates[cell]):
            board.digit_cells[digit, cell >> 6] |= bit(cell & 63)
    state.mapped = state.changes


@compiled
def changed_digits(board: RaterBoard) -> np.uint64:
    """Return a mask of the digits to search again.

    Their candidates have changed since the present rung of the ladder last found nothing.
    """
    update_digit_cells(board)
    digits = NONE
    # A digit whose cells are as they were then cannot give anything new.
    searched = board.searched[board.search[0].rung]
    for digit in range(len(searched)):
        for word in range(searched.shape[1]):
            if board.digit_cells[digit, word] != searched[digit, word]:
                digits |= bit(digit)
    return digits


@compiled
def has_changed(board: RaterBoard, house: int) -> bool:
    """Return True if a cell of a house has changed since the present rung of the ladder last found nothing.

    In mode IMMEDIATE it is always True, since candidates change during a sweep.
    """
    if board.search[0].mode == IMMEDIATE:
        return True
    update_digit_cells(board)
    # Compare the cells of the house only, digit by digit.
    searched = board.searched[board.search[0].rung]
    for digit in range(len(searched)):
        for word in range(searched.shape[1]):
            if (board.digit_cells[digit, word] ^ searched[digit, word]) & board.tables.members[house, word]:
                return True
    return False


@compiled
def note_searched(board: RaterBoard, digits: np.uint64) -> None:
    """Store in `board.searched` that a search for some digits has found nothing, to skip it until they change.

    `digits` is a mask. Nothing is stored if the present search has found something.
    """
    log, rung = board.log.state[0], board.search[0].rung
    for digit in ones(NONE if log.logged > log.waiting else digits):
        for word in range(board.digit_cells.shape[1]):
            board.searched[rung, digit, word] = board.digit_cells[digit, word]


@compiled
def note_all_searched(board: RaterBoard) -> None:
    """Store in `board.searched` that a search for all digits has found nothing, unless it has.

    Nothing is stored in mode IMMEDIATE.
    """
    if board.search[0].mode != IMMEDIATE:
        note_searched(board, all_digits(board))


@compiled
def list_pairs(board: RaterBoard, pairs: np.ndarray) -> None:
    """Fill the bit set `pairs` with the open cells with two candidates, and update `board.digit_cells`."""
    update_digit_cells(board)
    pairs[:] = NONE
    for cell in range(len(board.candidates)):
        if count_bits(board.candidates[cell]) == 2 and not board.values[cell]:
            pairs[cell >> 6] |= bit(cell & 63)


@compiled
def find_victims(board: RaterBoard, victims: np.ndarray, digit: int, cell: int, other: int, third: int) -> bool:
    """Set `victims` to the cells with a digit that see the cells `cell`, `other` and `third`; return True if any do.

    For two cells, pass one of them twice.
    """
    peers, any_left = board.tables.peers, NONE
    for word in range(len(victims)):
        victims[word] = board.digit_cells[digit, word] & peers[cell, word] & peers[other, word] & peers[third, word]
        any_left |= victims[word]
    return bool(any_left)


@compiled
def find_seeing(board: RaterBoard, victims: np.ndarray, house: int, positions: np.uint64, digit: int) -> bool:
    """Set `victims` to the cells with a digit that see all cells at positions of a house; return True if any do."""
    any_left = NONE
    for word in range(len(victims)):
        seen, rest = board.digit_cells[digit, word], positions
        while rest and seen:
            seen &= board.tables.peers[board.tables.house_cells[house, lowest(rest)], word]
            rest &= rest - np.uint64(1)
        victims[word] = seen
        any_left |= seen
    return bool(any_left)


@compiled
def eliminate_from(board: RaterBoard, cells: np.ndarray, digit: int) -> None:
    """Eliminate a digit from the cells of a set."""
    cell = next_in(cells, 0)
    while cell >= 0:
        eliminate(board, cell, bit(digit))
        cell = next_in(cells, cell + 1)
