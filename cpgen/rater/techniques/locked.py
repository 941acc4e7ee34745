"""All places of a digit in one house lie in another house too: it leaves the rest of the other."""

from __future__ import annotations

import numpy as np

from cpgen.kernel import bit, compiled, count_bits
from cpgen.rater.board import COVER, RaterBoard, RaterTables, is_over, note_finding, note_part, remove_places


@compiled
def locked_candidates(tables: RaterTables, board: RaterBoard, houses: np.ndarray, k: int) -> None:
    """Locked Candidates from regions to lines (pointing) or from lines to regions (claiming); two places or more."""
    for house in houses:
        for digit in range(board.places.shape[1]):
            places = board.places[house, digit]
            if not 2 <= count_bits(places) <= tables.widest[house]:
                continue
            for met in range(tables.meeting.shape[1]):
                other = tables.meeting[house, met]
                if other < 0:
                    break
                here, there = tables.shared[house, met, 0], tables.shared[house, met, 1]
                if places & ~here == 0 and board.places[other, digit] & ~there:
                    note_finding(board, bit(digit), house, places)
                    note_part(board, COVER, other, np.uint64(0), np.uint64(0), -1)
                    remove_places(tables, board, other, digit, ~there)
        if is_over(board):
            return
