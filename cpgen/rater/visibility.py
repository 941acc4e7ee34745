"""Sets of cells, and what is seen from all of some cells: what techniques that go by sight share.

A set is a row of W masks. `board.sets` has room for sets of a search after its digits and clues; those used here are
PAIRS, VICTIMS and NEW, counted from there.
"""

from __future__ import annotations

import numpy as np

from cpgen.kernel import bit, compiled, count_bits, lowest
from cpgen.rater.board import AT_ONCE, ROOM, RaterBoard, RaterTables, map_digits, remove

PAIRS, VICTIMS, NEW = 1, 2, 6


@compiled
def next_in(cells: np.ndarray, start: int) -> int:
    """The first cell of a set from `start` on, or −1."""
    word = start >> 6
    if word >= len(cells):
        return -1
    rest = cells[word] & ~(bit(start & 63) - np.uint64(1))
    while rest == 0:
        word += 1
        if word == len(cells):
            return -1
        rest = cells[word]
    return (word << 6) + lowest(rest)


@compiled
def new_digits(tables: RaterTables, board: RaterBoard) -> np.uint64:
    """The digits that may be in other cells than when the technique searched for found nothing of them."""
    map_digits(tables, board)
    digits = np.uint64(0)
    for digit in range(board.places.shape[1]):
        for word in range(board.sets.shape[1]):
            if board.sets[digit, word] != board.sets[first_kept(board) + digit, word]:
                digits |= bit(digit)
    return digits


@compiled
def keep(board: RaterBoard, digits: np.uint64) -> None:
    """Notes that there is nothing of these digits for the technique searched for, unless something was found."""
    state = board.state[0]
    rest = np.uint64(0) if state.logged > state.waiting else digits
    while rest:
        for word in range(board.sets.shape[1]):
            board.sets[first_kept(board) + lowest(rest), word] = board.sets[lowest(rest), word]
        rest &= rest - np.uint64(1)


@compiled
def find_new_cells(tables: RaterTables, board: RaterBoard) -> bool:
    """Makes the set of the cells with other candidates than when the technique searched for found nothing; any?

    Where effects take place at once these are all cells, as candidates change while it is searched for.
    """
    size, any_new = board.places.shape[1], np.uint64(0)
    new = board.sets[size + NEW]
    if board.state[0].mode == AT_ONCE:
        new[:] = ~np.uint64(0)
        return True
    map_digits(tables, board)
    for word in range(len(new)):
        changed = np.uint64(0)
        for digit in range(size):
            changed |= board.sets[digit, word] ^ board.sets[first_kept(board) + digit, word]
        new[word] = changed
        any_new |= changed
    return bool(any_new)


@compiled
def has_new(tables: RaterTables, board: RaterBoard, house: int) -> bool:
    """Whether one of these cells lies in a house: where none does, nothing can be found there that is in it alone."""
    new, any_new = board.sets[board.places.shape[1] + NEW], np.uint64(0)
    for word in range(len(new)):
        any_new |= new[word] & tables.sets[len(board.values) + house, word]
    return bool(any_new)


@compiled
def keep_cells(board: RaterBoard) -> None:
    """Notes that there is nothing for the technique searched for as the cells are, unless something was found."""
    if board.state[0].mode != AT_ONCE:
        keep(board, (bit(board.places.shape[1] - 1) - np.uint64(1)) | bit(board.places.shape[1] - 1))


@compiled
def first_kept(board: RaterBoard) -> int:
    """Where the sets begin that the technique searched for has kept, one for each digit."""
    size = board.places.shape[1]
    return int(size + 1 + ROOM + size * board.state[0].technique)


@compiled
def is_in(cells: np.ndarray, cell: int) -> bool:
    """Whether a cell is in a set."""
    return bool(cells[cell >> 6] & bit(cell & 63))


@compiled
def sees(tables: RaterTables, cell: int, other: int) -> bool:
    """Whether two different cells share a house."""
    return is_in(tables.sets[cell], other)


@compiled
def map_pairs(tables: RaterTables, board: RaterBoard) -> None:
    """Brings the sets of the digits up to date, and makes that of the open cells with two candidates."""
    map_digits(tables, board)
    pairs = board.sets[board.places.shape[1] + PAIRS]
    pairs[:] = np.uint64(0)
    for cell in range(len(board.candidates)):
        if count_bits(board.candidates[cell]) == 2 and not board.values[cell]:
            pairs[cell >> 6] |= bit(cell & 63)


@compiled
def find_victims(tables: RaterTables, board: RaterBoard, digit: int, cell: int, other: int, third: int) -> bool:
    """Makes the set of the cells with a digit that see three cells (one given twice for two); whether it has any."""
    seen, any_left = tables.sets, np.uint64(0)
    victims = board.sets[board.places.shape[1] + VICTIMS]
    for word in range(len(victims)):
        victims[word] = board.sets[digit, word] & seen[cell, word] & seen[other, word] & seen[third, word]
        any_left |= victims[word]
    return bool(any_left)


@compiled
def find_seeing(tables: RaterTables, board: RaterBoard, house: int, positions: np.uint64, digit: int) -> bool:
    """Makes the set of the cells with a digit that see all those at some positions of a house; whether it has any."""
    any_left = np.uint64(0)
    victims = board.sets[board.places.shape[1] + VICTIMS]
    for word in range(len(victims)):
        seen, rest = board.sets[digit, word], positions
        while rest and seen:
            seen &= tables.sets[tables.house_cells[house, lowest(rest)], word]
            rest &= rest - np.uint64(1)
        victims[word] = seen
        any_left |= seen
    return bool(any_left)


@compiled
def remove_from_victims(tables: RaterTables, board: RaterBoard, digit: int) -> None:
    """Removes a digit from the cells of that set."""
    remove_from(tables, board, board.sets[board.places.shape[1] + VICTIMS], digit)


@compiled
def remove_from(tables: RaterTables, board: RaterBoard, cells: np.ndarray, digit: int) -> None:
    """Removes a digit from the cells of a set."""
    cell = next_in(cells, 0)
    while cell >= 0:
        remove(tables, board, cell, bit(digit))
        cell = next_in(cells, cell + 1)
