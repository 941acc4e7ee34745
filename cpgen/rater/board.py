"""The board that the rules work on: candidates by cell and places by house, kept in step, and a log of what was found.

A rule first says what it has found (`finding`), then removes candidates or places digits; when the board is
traced, each effect is logged with the finding that it follows from. Fast path and explanation run the same code.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from cpgen.kernel import bit, compiled, lowest
from cpgen.rater.tables import Tables

OPEN, BROKEN, CHANGES, LEVEL, STEPS, TRACED, LOGGED = range(7)
"""Counters: open cells, contradiction seen, effects so far, highest complexity, rounds, whether traced, log length."""

ROUND, RULE, DIGITS, HOUSE, POSITIONS, OTHER, OTHERS, CELL, EFFECT = range(9)
"""Columns of the log: round from 1, rule, digits, two houses (−1: none) each with the positions that the finding has
in it, the cell, and d+1 placed or −(d+1) removed; digits and positions are masks"""


class Board(NamedTuple):
    """The state of one board, reused from puzzle to puzzle."""

    candidates: np.ndarray
    """[N] the digits still possible in a cell, as a mask"""
    places: np.ndarray
    """[H, n] the positions still possible for a digit in a house, as a mask"""
    placed: np.ndarray
    """[H] the digits placed in a house, as a mask"""
    values: np.ndarray
    """[N] the digit placed in a cell, 1..n, or 0"""
    counters: np.ndarray
    uses: np.ndarray
    """How many rounds each rule of the ladder was used in"""
    finding: np.ndarray
    """The columns of the next log entry up to its cell"""
    log: np.ndarray
    """[entries, 9]"""
    singles: np.ndarray
    """[H·n, 3] house, digit and cell of what a placement round has found"""
    chosen: np.ndarray
    """[4] the items of the subset being tried"""
    union: np.ndarray
    """[5] the partners of its first 0, 1, … items together"""


def empty_board(tables: Tables, traced: bool = False) -> Board:
    """A board for the tables' layout, its log large enough for every effect that there can be when traced."""
    cells, (houses, size) = len(tables.houses_of), tables.house_cells.shape
    return Board(
        candidates=np.zeros(cells, np.uint64),
        places=np.zeros((houses, size), np.uint64),
        placed=np.zeros(houses, np.uint64),
        values=np.zeros(cells, np.uint8),
        counters=np.zeros(7, np.int64),
        uses=np.zeros(64, np.int64),
        finding=np.zeros(CELL, np.int64),
        log=np.zeros((cells * (size + 1) if traced else 0, EFFECT + 1), np.int64),
        singles=np.zeros((houses * size, 3), np.int64),
        chosen=np.zeros(4, np.int64),
        union=np.zeros(5, np.uint64),
    )


@compiled
def set_up(tables: Tables, board: Board, clues: np.ndarray) -> None:
    """Makes the board full of candidates and places the clues (digits 1..n, 0 open), untraced."""
    size = tables.house_cells.shape[1]
    full = (bit(size - 1) - np.uint64(1)) | bit(size - 1)
    board.candidates[:] = full
    board.places[:] = full
    board.placed[:] = np.uint64(0)
    board.values[:] = 0
    board.counters[:] = 0
    board.uses[:] = 0
    board.counters[OPEN] = len(clues)
    for cell in range(len(clues)):
        if clues[cell]:
            place(tables, board, cell, clues[cell] - 1)
            if board.counters[BROKEN]:
                return


@compiled
def strike(tables: Tables, board: Board, cell: int, digit: int) -> None:
    """Takes a digit, which must be there, out of a cell's candidates and out of the places in its houses."""
    left = board.candidates[cell] & ~bit(digit)
    board.candidates[cell] = left
    broken = left == 0
    for k in range(tables.houses_of.shape[1]):
        house = tables.houses_of[cell, k]
        if house < 0:
            break
        places = board.places[house, digit] & ~tables.position_of[cell, k]
        board.places[house, digit] = places
        broken |= places == 0
    if broken:
        board.counters[BROKEN] = 1


@compiled
def place(tables: Tables, board: Board, cell: int, digit: int) -> None:
    """Places a digit: it stays alone in its cell and leaves all cells that see it."""
    if board.values[cell] == digit + 1:
        return
    if not board.candidates[cell] & bit(digit):
        board.counters[BROKEN] = 1
        return
    board.values[cell] = digit + 1
    board.counters[OPEN] -= 1
    board.counters[CHANGES] += 1
    rest = board.candidates[cell] & ~bit(digit)
    while rest:
        strike(tables, board, cell, lowest(rest))
        rest &= rest - np.uint64(1)
    for k in range(tables.houses_of.shape[1]):
        house = tables.houses_of[cell, k]
        if house < 0:
            break
        board.placed[house] |= bit(digit)
        others = board.places[house, digit] & ~tables.position_of[cell, k]
        while others:
            strike(tables, board, tables.house_cells[house, lowest(others)], digit)
            others &= others - np.uint64(1)
    if board.counters[TRACED]:
        log(board, cell, digit + 1)


@compiled
def remove(tables: Tables, board: Board, cell: int, digits: np.uint64) -> None:
    """Removes those of the digits (a mask) that are candidates of the cell, as an effect of the present finding."""
    there = board.candidates[cell] & digits
    while there:
        digit = lowest(there)
        strike(tables, board, cell, digit)
        board.counters[CHANGES] += 1
        if board.counters[TRACED]:
            log(board, cell, -1 - digit)
        there &= there - np.uint64(1)


@compiled
def remove_places(tables: Tables, board: Board, house: int, digit: int, positions: np.uint64) -> None:
    """Removes a digit from those positions of a house where it is possible, as an effect of the present finding."""
    there = board.places[house, digit] & positions
    while there:
        remove(tables, board, tables.house_cells[house, lowest(there)], bit(digit))
        there &= there - np.uint64(1)


@compiled
def find(board: Board, digits: np.uint64, house: int, positions: np.uint64) -> None:
    """Notes what the effects that come next follow from: digits at some positions of a house (−1: of none)."""
    board.finding[DIGITS] = np.int64(digits)
    board.finding[HOUSE] = house
    board.finding[POSITIONS] = np.int64(positions)
    board.finding[OTHER] = -1
    board.finding[OTHERS] = 0


@compiled
def find_also(board: Board, other: int, positions: np.uint64) -> None:
    """Adds a second house to what was found, and the positions in it that belong to it, too (perhaps none)."""
    board.finding[OTHER] = other
    board.finding[OTHERS] = np.int64(positions)


@compiled
def log(board: Board, cell: int, effect: int) -> None:
    """Adds an entry to the log: the present finding, the cell, the effect."""
    entry = board.counters[LOGGED]
    for column in range(CELL):
        board.log[entry, column] = board.finding[column]
    board.log[entry, CELL] = cell
    board.log[entry, EFFECT] = effect
    board.counters[LOGGED] += 1
