"""All places of a digit in one house lie in another house too: it leaves the rest of the other."""

from __future__ import annotations

import numpy as np

from cpgen.compiled import bit, compiled, count_bits
from cpgen.rater.board import BROKEN, Board, find, remove_places
from cpgen.rater.tables import Tables


@compiled
def locked_candidates(tables: Tables, board: Board, houses: np.ndarray) -> None:
    """Locked Candidates from each of `houses` (pointing: the regions; claiming: the lines); two places or more."""
    for house in houses:
        for digit in range(board.places.shape[1]):
            places = board.places[house, digit]
            if not 2 <= count_bits(places) <= tables.widest[house]:
                continue
            for k in range(tables.meeting.shape[1]):
                other = tables.meeting[house, k]
                if other < 0:
                    break
                here, there = tables.shared[house, k, 0], tables.shared[house, k, 1]
                if places & ~here == 0 and board.places[other, digit] & ~there:
                    find(board, house, other, bit(digit), places)
                    remove_places(tables, board, other, digit, ~there)
        if board.counters[BROKEN]:
            return
