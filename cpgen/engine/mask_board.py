"""The board of the engine: for each digit, the cells that may still hold it.

A cell set is `words` masks of 64 bits (see `tables`). A board is one array of masks:

    words 0 … n·words − 1          for each digit, its candidates: the cells in which it is still possible
    then `words` more              the assigned cells, whose digit has been eliminated from all cells that see them
    then a bit per option          the options of alternatives that hold, and as many words for those that are out
    then one word per cell         its candidates when its further constraints were last checked (`further`); none on
                                   layouts that have only houses
    the last word                  the digits whose candidates have changed since the houses were last checked

A cell with a single candidate need not be assigned yet: propagation does that. Digits are 0 … n − 1 in here, while
arrays of clues hold 1 … n and 0 for an open cell. This layout suits propagation, which handles all places of a digit
with a few instructions; the candidates of one cell have to be collected from n words.
"""

from __future__ import annotations

import numpy as np

from cpgen.engine.tables import EngineTables
from cpgen.kernel import bit, compiled, count_bits

ZERO, ONE = np.uint64(0), np.uint64(1)


def empty_board(tables: EngineTables) -> np.ndarray:
    """Return a new board, whose contents `load_clues` sets."""
    shape = tables.shape[0]
    checked = shape.cells if shape.has_further else 0
    options = -(-int(tables.further.alternatives.tops[0].options) // 64)
    return np.zeros((shape.digits + 1) * shape.words + 2 * options + checked + 1, np.uint64)


@compiled
def load_clues(tables: EngineTables, board: np.ndarray, clues: np.ndarray) -> None:
    """Set a board to clues, without propagation: each clue is the only candidate of its cell.

    An open cell gets all digits that constraints on single cells allow. Clues may repeat a digit in a house:
    propagation finds the contradiction.
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
        # Every other cell gets all digits; no cell is assigned yet.
        open_cells = tables.all_cells[word] & ~board[assigned + word]
        board[assigned + word] = ZERO
        for digit in range(size):
            board[digit * words + word] |= open_cells
            board[digit * words + word] &= tables.allowed[digit, word]
    mark_all_changed(tables, board)


@compiled
def mark_all_changed(tables: EngineTables, board: np.ndarray) -> None:
    """Mark every digit as changed in the last word of the board, so that the next propagation checks all of them."""
    board[len(board) - 1] = bit(tables.shape[0].digits) - ONE


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
    # The first n · words words of a board are its candidates.
    for place in range(shape.digits * shape.words):
        total += count_bits(board[place])
    return int(total - shape.cells)


@compiled
def copy_board(source: np.ndarray, target: np.ndarray) -> None:
    """Copy a board to another one, element by element; other arrays of equal length can be copied, too."""
    for place in range(len(target)):
        target[place] = source[place]
