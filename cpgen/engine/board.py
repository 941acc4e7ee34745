"""The board of the engine: for each digit, the cells that may still hold it.

A *cell set* is `words` masks of 64 bits, cell c being bit c % 64 of word c // 64. A *board* is one array of masks:

    words 0 … n·words − 1          for each digit, its candidates: the cells in which it is still possible
    then `words` more              the assigned cells, whose digit has been eliminated from all cells that see them
    the last word                  the digits whose candidates have changed since the houses were last checked

A cell with a single candidate need not be assigned yet: propagation does that. Digits are 0 … n − 1 in here, while
arrays of clues hold 1 … n and 0 for an open cell. This layout suits propagation, which handles all places of a digit
with a few instructions; the candidates of one cell have to be collected from n words.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache

import numpy as np

from cpgen.engine.locking import Pair, cell_mask, locking_pairs
from cpgen.errors import InputError, Message
from cpgen.kernel import bit, compiled, count_bits, lowest, records
from cpgen.kernel.structs import Struct
from cpgen.layout import Layout
from cpgen.notation import MAX_DIGIT

ZERO, ONE = np.uint64(0), np.uint64(1)
KEPT_LAYOUTS = 64
"""Layouts whose tables are kept"""


class EngineTables(Struct):
    """Constants of one layout, read only; made by `engine_tables`."""

    shape: np.ndarray
    """One record: `digits` n, `cells` n², `words` of a cell set, `houses`, `pairs`; `naked` is True if cells with one
    candidate are assigned"""
    all_cells: np.ndarray
    """[words] the set of all cells"""
    unseen: np.ndarray
    """[cells · words] for each cell the set of cells that it does not see, itself included"""
    house_cells: np.ndarray
    """[words, houses] the cells of every house"""
    rests: np.ndarray
    """[words, pairs] a digit without candidates in a rest has none in its target either (see `locking`)"""
    targets: np.ndarray
    """[words, pairs] the targets of the rests"""


@lru_cache(maxsize=KEPT_LAYOUTS)
def engine_tables(layout: Layout) -> EngineTables:
    """Return the tables of a layout. Raises InputError if it has more digits than a symbol can show."""
    if layout.size > MAX_DIGIT:
        raise InputError(Message("bitset-size", most=MAX_DIGIT, side=layout.size))
    return tables_for(layout, [cell_mask(house.cells) for house in layout.houses], locking_pairs(layout))


def tables_for(layout: Layout, houses: Sequence[int], pairs: Sequence[Pair], naked: bool = True) -> EngineTables:
    """Return tables that propagate only in these houses and locking pairs, given as masks of cells.

    With `naked` False, cells with one candidate are not assigned for that reason alone.
    """
    cells = layout.cell_count
    words = -(-cells // 64)
    shape = records(1, digits=np.int64, cells=np.int64, words=np.int64, houses=np.int64, pairs=np.int64, naked=np.bool_)
    shape[0] = (layout.size, cells, words, len(houses), len(pairs), naked)
    rests, targets = ([pair[side] for pair in pairs] for side in (0, 1))
    return EngineTables(
        shape=shape,
        all_cells=_split([cell_mask(range(cells))], words).ravel(),
        unseen=_split([~cell_mask(peers) for peers in layout.peers], words).ravel(),
        house_cells=_split(houses, words).T.copy(),
        rests=_split(rests, words).T.copy(),
        targets=_split(targets, words).T.copy(),
    )


def _split(masks: Iterable[int], words: int) -> np.ndarray:
    """[M, words] masks of any length, split into words of 64 bits, lowest first."""
    raw = b"".join((mask & ((1 << 64 * words) - 1)).to_bytes(8 * words, "little") for mask in masks)
    return np.frombuffer(raw, "<u8").astype(np.uint64).reshape(-1, words)


def empty_board(tables: EngineTables) -> np.ndarray:
    """Return a new board, whose contents `load_clues` sets."""
    return np.zeros((tables.shape[0].digits + 1) * tables.shape[0].words + 1, np.uint64)


@compiled
def load_clues(tables: EngineTables, board: np.ndarray, clues: np.ndarray) -> None:
    """Give every open cell all candidates and every clue its own, with nothing propagated.

    Clues that repeat a digit in a house are allowed: propagation finds the contradiction.
    """
    shape = tables.shape[0]
    size, words = shape.digits, shape.words
    assigned = size * words
    for place in range(len(board)):
        board[place] = ZERO
    # Clues keep one candidate each. Use the set of assigned cells as scratch memory for the set of clues.
    for cell in range(shape.cells):
        if clues[cell]:
            board[(int(clues[cell]) - 1) * words + (cell >> 6)] |= bit(cell & 63)
            board[assigned + (cell >> 6)] |= bit(cell & 63)
    for word in range(words):
        open_cells = tables.all_cells[word] & ~board[assigned + word]
        board[assigned + word] = ZERO
        for digit in range(size):
            board[digit * words + word] |= open_cells
    mark_all_changed(tables, board)


@compiled
def mark_all_changed(tables: EngineTables, board: np.ndarray) -> None:
    """Have propagation check every digit."""
    board[len(board) - 1] = bit(tables.shape[0].digits) - ONE


@compiled
def assign(tables: EngineTables, board: np.ndarray, cell: int, digit: int) -> None:
    """Make a digit the only candidate of a cell, and eliminate it from the cells that see it."""
    shape = tables.shape[0]
    words, word, mask = shape.words, cell >> 6, bit(cell & 63)
    last = len(board) - 1
    # Eliminate the other candidates of the cell, and mark their digits for the hidden singles of its houses.
    for other in range(shape.digits):
        if other != digit and board[other * words + word] & mask:
            board[other * words + word] &= ~mask
            board[last] |= bit(other)
    board[last] |= bit(digit)
    eliminate_from_peers(tables.unseen, words, board, digit, word, mask)


@compiled
def eliminate(tables: EngineTables, board: np.ndarray, cell: int, digit: int) -> None:
    """Eliminate a candidate of a cell."""
    board[digit * tables.shape[0].words + (cell >> 6)] &= ~bit(cell & 63)
    board[len(board) - 1] |= bit(digit)


@compiled
def eliminate_from_peers(
    unseen: np.ndarray, words: int, board: np.ndarray, digit: int, word: int, cells: np.uint64
) -> None:
    """Note that some cells of one word are assigned a digit, and eliminate it from all cells that see one of them.

    Two of the cells may see each other: then neither keeps the digit, which propagation reports as a contradiction.
    """
    board[len(board) - 1 - words + word] |= cells
    while cells:
        # Take the lowest cell out of the set.
        cell = (word << 6) + lowest(cells)
        cells &= cells - ONE
        for other in range(words):
            board[digit * words + other] &= unseen[cell * words + other]


@compiled
def is_candidate(tables: EngineTables, board: np.ndarray, cell: int, digit: int) -> bool:
    """Return True if a digit is still possible in a cell."""
    return bool(board[digit * tables.shape[0].words + (cell >> 6)] & bit(cell & 63))


@compiled
def is_assigned(tables: EngineTables, board: np.ndarray, cell: int) -> bool:
    """Return True if a cell is assigned."""
    shape = tables.shape[0]
    return bool(board[shape.digits * shape.words + (cell >> 6)] & bit(cell & 63))


@compiled
def excess_candidates(tables: EngineTables, board: np.ndarray) -> int:
    """Return the number of candidates beyond one per cell: 0 for a solved board."""
    shape = tables.shape[0]
    total = 0
    for place in range(shape.digits * shape.words):
        total += count_bits(board[place])
    return int(total - shape.cells)


@compiled
def copy_board(source: np.ndarray, target: np.ndarray) -> None:
    """Copy one board to another."""
    for place in range(len(target)):
        target[place] = source[place]
