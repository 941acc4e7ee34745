"""All boards of a side: every partition of the n×n square into n connected regions of n cells, for n up to 6.

This is an exact cover: each cell has to belong to exactly one of the chosen regions. A region is a mask of n² bits, so
a test for overlap is one AND. The candidates are all connected sets of n cells, sorted by their lowest cell. The search
always covers the lowest free cell; only candidates with that lowest cell can do so, which makes each partition appear
once. Invariant at depth d: d disjoint regions cover all cells below the lowest free one.

An array of boards [B, n²] uint8 has a row per board with the region of each cell, numbered from 0 by first appearance.
"""

from __future__ import annotations

from functools import cache

import numpy as np

from cpgen.constraints.geometry import cell_mask, neighbours
from cpgen.errors import InputError
from cpgen.kernel import bit, compiled_at_once, lowest
from cpgen.symmetry.layout_images import maps_up_to, smallest

MOST_LISTED = 6
"""Largest side whose boards can be listed: side 7 has 158,753,814 boards"""


def boards(size: int, up_to: str = "nothing", corners_apart: bool = False) -> np.ndarray:
    """Return the boards of a side, one of each class that counts as equal, as an array [B, n²] in ascending order.

    Args:
        size: Side of the boards, from 1 to 6.
        up_to: Maps under which boards count as equal: `nothing`, `rotation` or `symmetry`. One board of each class is
            kept.
        corners_apart: Keep only boards whose four corners are in four regions.

    Raises:
        InputError: The side is above 6, or `up_to` is unknown.
    """
    if not 1 <= size <= MOST_LISTED:
        raise InputError(
            f"The boards of side {size} cannot be listed; the side goes from 1 to {MOST_LISTED} (side 7 has 158753814)."
        )
    under = maps_up_to(size, up_to)
    all_boards = every_board(size)
    if corners_apart:
        all_boards = all_boards[have_corners_apart(all_boards)]
    kept: np.ndarray = all_boards[smallest(all_boards, under)]
    return kept


def have_corners_apart(regions: np.ndarray) -> np.ndarray:
    """Return an array [B], True for each of B boards whose four corners are in four regions."""
    size = int(regions.shape[1] ** 0.5)
    corners = np.sort(regions[:, [0, size - 1, size * size - size, size * size - 1]], axis=1)
    return np.asarray((corners[:, 1:] != corners[:, :-1]).all(axis=1))


@cache
def every_board(size: int) -> np.ndarray:
    """Return all boards of a side as an array [B, n²] in ascending order; rotations and reflections are separate."""
    starts, pieces = _pieces(size)
    count = _cover(size, starts, pieces, np.zeros((0, size), np.uint64), np.zeros((2, size + 1), np.uint64))
    cuttings = np.zeros((count, size), np.uint64)
    _cover(size, starts, pieces, cuttings, np.zeros((2, size + 1), np.uint64))
    regions = _as_regions(cuttings, size)
    regions.flags.writeable = False
    return regions


def _as_regions(cuttings: np.ndarray, size: int) -> np.ndarray:
    """Return partitions [B, n] of masks as an array [B, n²] of regions in ascending order."""
    regions = np.zeros((len(cuttings), size * size), np.uint8)
    for cell in range(size * size):
        regions[:, cell] = ((cuttings >> np.uint64(cell)) & np.uint64(1)).argmax(axis=1)
    return regions[np.lexsort(regions.T[::-1])]


def _pieces(size: int) -> tuple[np.ndarray, np.ndarray]:
    """Return all connected sets of n cells, sorted by their lowest cell.

    Returns:
        An array [n² + 1] with the index of the first set with each lowest cell, and the sets as an array of masks.
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
    """Cut a board into pieces in all ways, write them into `cuttings` [B, n] up to its number of rows; return how many.

    Args:
        starts: [n² + 1] index of the first piece of each lowest cell.
        pieces: The connected sets of n cells as masks.
        work: [2, n + 1] scratch memory: at each depth the free cells as a mask, and the index of the next piece.
    """
    number, depth = 0, 0
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
            if number < len(cuttings):
                for k in range(size):
                    cuttings[number, k] = pieces[np.int64(work[1, k]) - np.int64(1)]
            number += 1
        else:
            depth += 1
            work[0, depth] = free & ~pieces[piece]
            work[1, depth] = np.uint64(starts[lowest(work[0, depth])])
    return number
