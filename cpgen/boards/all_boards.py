"""All boards: every cutting of the n×n square into n connected regions of n cells, for n up to 6."""

from __future__ import annotations

from functools import cache

import numpy as np

from cpgen.errors import InputError
from cpgen.kernel import bit, compiled_at_once, lowest
from cpgen.layout import neighbours
from cpgen.symmetry.layout_images import maps_up_to, smallest

MOST_LISTED = 6


def boards(size: int, up_to: str = "nothing", corners_apart: bool = False) -> np.ndarray:
    """[B, n²] all boards of side `size`, one of those that are the same up to `up_to`, ascending.

    With `corners_apart` only those whose four corners lie in four regions. Raises InputError for a side above 6.
    """
    if not 1 <= size <= MOST_LISTED:
        raise InputError(
            f"The boards of side {size} cannot be listed; the side goes from 1 to {MOST_LISTED} (side 7 has 158753814)."
        )
    under = maps_up_to(size, up_to)
    found = every_board(size)
    if corners_apart:
        found = found[apart(found)]
    kept: np.ndarray = found[smallest(found, under)]
    return kept


def apart(found: np.ndarray) -> np.ndarray:
    """[B] whether the four corners of each board lie in four regions."""
    size = int(found.shape[1] ** 0.5)
    corners = np.sort(found[:, [0, size - 1, size * size - size, size * size - 1]], axis=1)
    return np.asarray((corners[:, 1:] != corners[:, :-1]).all(axis=1))


@cache
def every_board(size: int) -> np.ndarray:
    """[B, n²] all boards, also those that a rotation or reflection joins, ascending."""
    starts, pieces = _pieces(size)
    count = _cover(size, starts, pieces, np.zeros((0, size), np.uint64), np.zeros((2, size + 1), np.uint64))
    cuttings = np.zeros((count, size), np.uint64)
    _cover(size, starts, pieces, cuttings, np.zeros((2, size + 1), np.uint64))
    found = _as_regions(cuttings, size)
    found.flags.writeable = False
    return found


def _as_regions(cuttings: np.ndarray, size: int) -> np.ndarray:
    """[B, n²] the region numbers of cuttings given as masks, in ascending order."""
    found = np.zeros((len(cuttings), size * size), np.uint8)
    for cell in range(size * size):
        found[:, cell] = ((cuttings >> np.uint64(cell)) & np.uint64(1)).argmax(axis=1)
    return found[np.lexsort(found.T[::-1])]


def _pieces(size: int) -> tuple[np.ndarray, np.ndarray]:
    """Every connected set of n cells as a mask, by its lowest cell, and where the sets of each lowest cell start."""
    steps = [(1 << cell, sum(1 << other for other in neighbours(cell, size))) for cell in range(size * size)]
    masks = {cell for cell, _ in steps}
    for _ in range(size - 1):
        grown = ((mask, cell) for mask in masks for cell, beside in steps if mask & beside and not mask & cell)
        masks = {mask | cell for mask, cell in grown}
    ordered = sorted(masks, key=lambda mask: (mask & -mask, mask))
    lows = [(mask & -mask).bit_length() - 1 for mask in ordered]
    return np.searchsorted(lows, np.arange(size * size + 1)), np.array(ordered, np.uint64)


@compiled_at_once
def _cover(size: int, starts: np.ndarray, pieces: np.ndarray, cuttings: np.ndarray, work: np.ndarray) -> int:
    """The number of ways to cover the board with pieces, always at its first free cell; the first are noted.

    `work` holds, for each depth, the free cells before it and the piece that is next.
    """
    found, depth = 0, 0
    work[0, 0] = (bit(size * size - 1) - np.uint64(1)) | bit(size * size - 1)
    work[1, 0] = np.uint64(starts[0])
    while depth >= 0:
        free, piece = work[0, depth], np.int64(work[1, depth])
        last = starts[lowest(free) + 1]
        while piece < last and pieces[piece] & ~free:
            piece += np.int64(1)
        work[1, depth] = np.uint64(piece + 1)
        if piece == last:
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
