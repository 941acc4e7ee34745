"""A layout's houses as arrays, for the compiled loops of the rater.

Digits are 0..n−1 in here. A set of digits, or of positions in a house, is one unsigned 64-bit mask; the position
of a cell in a house is its place among the house's cells, so that in a row it is the column, in a column the row.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import numpy as np

from cpgen.errors import InputError
from cpgen.layout import EXTRA, REGION, Layout
from cpgen.notation import MAX_DIGIT


class Tables(NamedTuple):
    """What the rules look up; H houses, N cells, n digits."""

    house_cells: np.ndarray
    """[H, n] the cells of a house"""
    houses_of: np.ndarray
    """[N, K] the houses of a cell, then −1"""
    position_of: np.ndarray
    """[N, K] the cell's position in each of them, as a mask"""
    placing: np.ndarray
    """The houses in which rule 1 places: the regions, or rows and columns where there are none"""
    regions: np.ndarray
    """The regions"""
    lines: np.ndarray
    """Rows, columns and extra houses"""
    everything: np.ndarray
    """All houses"""
    meeting: np.ndarray
    """[H, M] for a region the lines, for a line the regions, that share two cells or more with it, then −1"""
    shared: np.ndarray
    """[H, M, 2] the shared cells as positions in the house itself and in the other"""
    widest: np.ndarray
    """[H] the most cells that the house shares with one of them"""


@lru_cache(maxsize=64)
def tables_of(layout: Layout) -> Tables:
    """The tables of a layout of at most 36 digits; raises InputError for a larger one."""
    if layout.size > MAX_DIGIT:
        raise InputError(f"Boards up to {MAX_DIGIT}×{MAX_DIGIT} can be rated; this one has side {layout.size}.")
    houses = layout.houses
    regions = [h for h, house in enumerate(houses) if house.kind == REGION]
    lines = [h for h, house in enumerate(houses) if house.kind != REGION]
    rows_and_columns = [h for h, house in enumerate(houses) if house.kind not in (REGION, EXTRA)]
    width = max(map(len, layout.houses_of))
    houses_of = np.full((layout.cell_count, width), -1, np.int64)
    position_of = np.zeros((layout.cell_count, width), np.uint64)
    for cell, lying in enumerate(layout.houses_of):
        for k, h in enumerate(lying):
            houses_of[cell, k] = h
            position_of[cell, k] = 1 << houses[h].cells.index(cell)
    meeting, shared = _meetings(layout, regions, lines)
    return Tables(
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
    )


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
    width = max(map(len, others)) + 1
    meeting = np.full((len(others), width), -1, np.int64)
    shared = np.zeros((len(others), width, 2), np.uint64)
    for house, met in enumerate(others):
        for k, (other, here, there) in enumerate(met):
            meeting[house, k] = other
            shared[house, k] = here, there
    return meeting, shared


def _positions(cells: tuple[int, ...], wanted: set[int]) -> int:
    return sum(1 << position for position, cell in enumerate(cells) if cell in wanted)
