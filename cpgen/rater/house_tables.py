"""Lookup tables of a layout for the rater: its houses, where they meet, and the cells that see each other.

Digits are 0..n−1 here. A set of digits, or of positions in a house, is one unsigned 64-bit mask. The position of a cell
in a house is its index among the house's cells: in a row it is the column, in a column the row. A set of cells is an
array of W = ⌈N/64⌉ masks (`cpgen.rater.visibility`).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache

import numpy as np

from cpgen.constraints.geometry import cell_mask
from cpgen.constraints.house import EXTRA, REGION
from cpgen.errors import InputError
from cpgen.kernel.record_arrays import padded
from cpgen.kernel.structs import Struct
from cpgen.layout import Layout
from cpgen.messages import Message
from cpgen.notation import MAX_DIGIT


class RaterTables(Struct):
    """Lookup tables of a layout with H houses, N cells and n digits."""

    house_cells: np.ndarray
    """[H, n] cells of each house, ascending"""
    houses_of: np.ndarray
    """[N, K] houses of each cell, then −1"""
    position_of: np.ndarray
    """[N, K] position of the cell in each of them, as a mask"""
    placing: np.ndarray
    """Houses in which rule 1 assigns: the regions, or rows and columns where there are none"""
    regions: np.ndarray
    """Regions"""
    lines: np.ndarray
    """Rows, columns and extra houses"""
    everything: np.ndarray
    """All houses"""
    meeting: np.ndarray
    """[H, M] for a region the lines, for a line the regions, with which it shares two cells or more; then −1"""
    shared: np.ndarray
    """[H, M, 2] the shared cells as positions in the house itself and in the other"""
    widest: np.ndarray
    """[H] largest number of cells that the house shares with one of them"""
    peers: np.ndarray
    """[N, W] set of the cells that each cell sees"""
    beyond: np.ndarray
    """[N, W] those of them that share no house with it; [0, W] on layouts where cells see each other in houses only"""
    barred: np.ndarray
    """[N] digits that constraints on single cells exclude, as a mask; [0] if there are none"""
    members: np.ndarray
    """[H, W] set of the cells of each house"""


@lru_cache(maxsize=64)
def rater_tables(layout: Layout) -> RaterTables:
    """Return the tables of a layout.

    Raises:
        InputError: The layout has more than 36 digits.
    """
    if layout.size > MAX_DIGIT:
        raise InputError(Message("rated-up-to", most=MAX_DIGIT, side=layout.size))
    if layout.further:
        # All layouts with the same houses share what depends on these alone.
        return rater_tables(layout.base)._replace(**_sight(layout))
    houses = layout.houses
    regions = [h for h, house in enumerate(houses) if house.kind == REGION]
    lines = [h for h, house in enumerate(houses) if house.kind != REGION]
    rows_and_columns = [h for h, house in enumerate(houses) if house.kind not in (REGION, EXTRA)]
    houses_of = padded(layout.houses_of)
    position_of = np.zeros(houses_of.shape, np.uint64)
    for cell, lying in enumerate(layout.houses_of):
        position_of[cell, : len(lying)] = [1 << houses[h].cells.index(cell) for h in lying]
    meeting, shared = _meetings(layout, regions, lines)
    return RaterTables(
        house_cells=np.array([house.cells for house in houses], np.int64),
        houses_of=houses_of,
        position_of=position_of,
        placing=np.array(regions or rows_and_columns, np.int64),
        regions=np.array(regions, np.int64),
        lines=np.array(lines, np.int64),
        everything=np.arange(len(houses), dtype=np.int64),
        meeting=meeting,
        shared=shared,
        widest=np.array([max(mask.bit_count() for mask in here) for here in shared[:, :, 0].tolist()], np.int64),
        members=cell_sets([house.cells for house in houses], layout.cell_count),
        **_sight(layout),
    )


def _sight(layout: Layout) -> dict[str, np.ndarray]:
    """Return the fields of `RaterTables` that depend on constraints other than houses.

    They are the cells that each cell sees and the digits that it cannot hold.
    """
    peers = layout.peer_masks
    beyond = [mask & ~near for mask, near in zip(peers, layout.base.peer_masks, strict=True)]
    barred = np.array([(1 << layout.size) - 1 & ~digits for digits in layout.allowed], np.uint64)
    return {
        "peers": split_masks(peers, layout.cell_count),
        "beyond": split_masks(beyond if any(beyond) else [], layout.cell_count),
        "barred": barred if barred.any() else barred[:0],
    }


def cell_sets(sets: Sequence[Iterable[int]], cells: int) -> np.ndarray:
    """Return [R, W] R sets of cells, each as W 64-bit masks; `cells` is the number of cells of the board."""
    return split_masks(map(cell_mask, sets), cells)


def split_masks(masks: Iterable[int], cells: int) -> np.ndarray:
    """Return [R, W] R sets of cells, given as integers with a bit per cell, each split into W 64-bit masks."""
    words = (cells + 63) // 64
    raw = bytearray().join(mask.to_bytes(8 * words, "little") for mask in masks)
    return np.frombuffer(raw, "<u8").reshape(-1, words)


def _meetings(layout: Layout, regions: list[int], lines: list[int]) -> tuple[np.ndarray, np.ndarray]:
    others: list[list[tuple[int, int, int]]] = [[] for _ in layout.houses]
    for region in regions:
        for line in lines:
            inside, along = layout.houses[region].cells, layout.houses[line].cells
            common = set(inside) & set(along)
            if len(common) > 1:
                in_region, in_line = _positions(inside, common), _positions(along, common)
                others[region].append((line, in_region, in_line))
                others[line].append((region, in_line, in_region))
    meeting = padded([[other for other, _, _ in met] for met in others])
    shared = np.zeros((*meeting.shape, 2), np.uint64)
    for house, met in enumerate(others):
        for k, (_, here, there) in enumerate(met):
            shared[house, k] = here, there
    return meeting, shared


def _positions(cells: tuple[int, ...], wanted: set[int]) -> int:
    return sum(1 << position for position, cell in enumerate(cells) if cell in wanted)
