"""A digit confined to the same two columns in two rows, or the other way round."""

from __future__ import annotations

import numpy as np

from cpgen.kernel import bit, compiled, count_bits, lowest
from cpgen.rater.board import FIGURE, RaterBoard, RaterTables, is_over, note_finding, note_part, remove_places


@compiled
def x_wings(tables: RaterTables, board: RaterBoard, houses: np.ndarray, k: int) -> None:
    """X-Wing: from rows to columns, then from columns to rows; the digit leaves the other cells of the two covers."""
    size = board.places.shape[1]
    for base in range(2 * size):
        cover, end = (size, size) if base < size else (0, 2 * size)
        for digit in range(size):
            places = board.places[base, digit]
            if count_bits(places) != 2:
                continue
            for other in range(base + 1, end):
                if board.places[other, digit] == places:
                    note_finding(board, bit(digit), base, places)
                    note_part(board, FIGURE, other, places, np.uint64(0), -1)
                    lines = ~(bit(base % size) | bit(other % size))
                    remove_places(tables, board, cover + lowest(places), digit, lines)
                    remove_places(tables, board, cover + lowest(places & (places - np.uint64(1))), digit, lines)
        if is_over(board):
            return
