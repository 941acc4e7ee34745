"""All boards: every partition of the n×n square into n connected regions of n cells, for n up to 6.

This is an exact cover: each cell has to belong to exactly one of the chosen regions. A region is a mask of n² bits, so
a test for overlap is one AND. The candidates are all connected sets of n cells, sorted by their lowest cell. The search
always covers the lowest free cell; only candidates with that lowest cell can do so, which makes each partition appear
once. Invariant at depth d: d disjoint regions cover all cells below the lowest free one.
"""

from __future__ import annotations

from functools import cache

import numpy as np

from cpgen.constraints.geometry import cell_mask, neighbours
from cpgen.errors import InputError
from cpgen.kernel import bit, compiled_at_once, lowest
from cpgen.symmetry.layout_images import maps_up_to, smallest

MOST_LISTED = 6
"""Largest side that can be listed: side 7 has 158,753,814 boards"""


def boards(size: int, up_to: str = "nothing", corners_apart: bool = False) -> np.ndarray:
    """Return [B, n²] the boards of a side, ascending, one of each class of boards that are equal up to `up_to`.

    Args:
        corners_apart: Keep only boards whose four corners are in four regions.

    Raises:
        InputError: The side is above 6, or `up_to` is unknown.
    """
    if not 1 <= size <= MOST_LISTED:
        raise InputError(
            f"The boards of side {size} cannot be listed; the side goes from 1 to {MOST_LISTED} (side 7 has 158753814)."
        )
    under = maps_up_to(size, up_to)
    found = every_board(size)
    if corners_apart:
        found = found[have_corners_apart(found)]
    kept: np.ndarray = found[smallest(found, under)]
    return kept


def have_corners_apart(found: np.ndarray) -> np.ndarray:
    """Return [B] True for boards whose four corners are in four regions."""
    size = int(found.shape[1] ** 0.5)
    corners = np.sort(found[:, [0, size - 1, size * size - size, size * size - 1]], axis=1)
    return np.asarray((corners[:, 1:] != corners[:, :-1]).all(axis=1))


@cache
def every_board(size: int) -> np.ndarray:
    """Return [B, n²] all boards, ascending; rotations and reflections are separate boards."""
    starts, pieces = _pieces(size)
    count = _cover(size, starts, pieces, np.zeros((0, size), np.uint64), np.zeros((2, size + 1), np.uint64))
    cuttings = np.zeros((count, size), np.uint64)
    _cover(size, starts, pieces, cuttings, np.zeros((2, size + 1), np.uint64))
    found = _as_regions(cuttings, size)
    found.flags.writeable = False
    return found


def _as_regions(cuttings: np.ndarray, size: int) -> np.ndarray:
    """Return [B, n²] region numbers, ascending, of partitions given as masks."""
    found = np.zeros((len(cuttings), size * size), np.uint8)
    for cell in range(size * size):
        found[:, cell] = ((cuttings >> np.uint64(cell)) & np.uint64(1)).argmax(axis=1)
    return found[np.lexsort(found.T[::-1])]


def _pieces(size: int) -> tuple[np.ndarray, np.ndarray]:
    """List all connected sets of n cells, sorted by their lowest cell.

    Returns:
        [n² + 1] index of the first set with each lowest cell, and [sets] the sets as masks.
    """
    steps = [(1 << cell, cell_mask(neighbours(cell, size))) for cell in range(size * size)]
    masks = {cell for cell, _ in steps}
    for _ in range(size - 1):  # every connected set is a smaller connected set and a neighbour of it
        masks = {mask | cell for mask in masks for cell, near in steps if mask & near and not mask & cell}
    ordered = sorted(masks, key=lambda mask: (mask & -mask, mask))
    lows = [(mask & -mask).bit_length() - 1 for mask in ordered]
    return np.searchsorted(lows, np.arange(size * size + 1)), np.array(ordered, np.uint64)


@compiled_at_once
def _cover(size: int, starts: np.ndarray, pieces: np.ndarray, cuttings: np.ndarray, work: np.ndarray) -> int:
    """Count the partitions and store as many as `cuttings` [B, n] has room for.

    Args:
        starts: [n² + 1] index of the first piece of each lowest cell.
        work: [2, n + 1] per depth, the free cells and the index of the next piece.
    """
    found, depth = 0, 0
    work[0, 0] = (bit(size * size - 1) - np.uint64(1)) | bit(size * size - 1)  # all cells are free
    work[1, 0] = np.uint64(starts[0])
    while depth >= 0:
        free, piece = work[0, depth], np.int64(work[1, depth])
        last = starts[lowest(free) + 1]
        while piece < last and pieces[piece] & ~free:
            piece += np.int64(1)
        work[1, depth] = np.uint64(piece + 1)
        if piece == last:  # no piece left for this cell: change the piece before
            depth -= 1
        elif depth == size - 1:
            if found < len(cuttings):
                for k in range(size):
                    cuttings[found, k] = pieces[np.int64(work[1, k]) - np.int64(1)]
            found += 1
        else:
            depth += 1
            work[0, depth] = free & ~pieces[piece]
            work[1, depth] = np.uint64(starts[lowest(work[0, depth])])
    return found
