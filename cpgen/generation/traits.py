"""What of a pattern bears on how hard it is to meet? A few figures of how many clues there are and where they lie."""

from __future__ import annotations

from collections.abc import Sequence
from math import log2, sqrt
from typing import NamedTuple

from cpgen.layout import COLUMN, REGION, ROW, House, Layout
from cpgen.pattern import Pattern
from cpgen.symmetry import orbits


class Traits(NamedTuple):
    """The figures of a pattern on a layout, the same whichever way the board is turned or mirrored."""

    clues: float
    """The share of the cells that hold clues"""
    twin_gaps: float
    """How far lines that could change places are open together: the mean cube of the share of places open in both"""
    crowding: float
    """The share of the pairs of clues that see each other"""
    line_spread: float
    """Standard deviation of the clues a row or column"""
    region_spread: float
    """Standard deviation of the clues a region"""
    empty_lines: int
    """Rows and columns without a clue"""
    empty_regions: int
    """Regions without a clue"""
    symmetry: float
    """How often the moves of the square that keep the pattern double: 0 for none, 3 for all eight"""


def traits_of(pattern: Pattern, layout: Layout) -> Traits:
    """The traits of a pattern on a layout of its size."""
    given = set(pattern.cells)
    lines = [_held(house, given) for house in layout.houses if house.kind in (ROW, COLUMN)]
    regions = [_held(house, given) for house in layout.houses if house.kind == REGION]
    sights = sum(len(given.intersection(layout.peers[cell])) for cell in given)
    pairs = len(given) * (len(given) - 1)
    return Traits(
        clues=len(given) / layout.cell_count,
        twin_gaps=_twin_gaps(layout, given),
        crowding=sights / pairs if pairs else 0.0,
        line_spread=_spread(lines),
        region_spread=_spread(regions) if regions else 0.0,
        empty_lines=lines.count(0),
        empty_regions=regions.count(0),
        symmetry=log2(max(map(len, orbits(pattern.size, pattern.symmetry)))),
    )


def _held(house: House, given: set[int]) -> int:
    """How many clues a house holds."""
    return len(given.intersection(house.cells))


def _spread(counts: Sequence[int]) -> float:
    """The standard deviation of some counts."""
    mean = sum(counts) / len(counts)
    return sqrt(sum((count - mean) ** 2 for count in counts) / len(counts))


def _twin_gaps(layout: Layout, given: set[int]) -> float:
    shares = [_open_in_both(one.cells, other.cells, given) for one, other in layout.twin_lines]
    return sum(share**3 for share in shares) / len(shares) if shares else 0.0


def _open_in_both(one: Sequence[int], other: Sequence[int], given: set[int]) -> float:
    """The share of the places of two lines where neither holds a clue."""
    return sum(not given.intersection(cells) for cells in zip(one, other, strict=True)) / len(one)
