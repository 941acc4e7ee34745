"""The law of leftovers, as solvers of jigsaws call it.

Rows or columns in a run hold the same digits as any other cells that are as many houses: so what the run has alone
holds the same digits, each as often, as what these have alone. Without boxes this tells more than houses do.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations

from cpgen.layout import COLUMN, REGION, ROW, Layout

Pair = tuple[int, int]
"""Two masks of cells"""


def leftovers(layout: Layout) -> list[Pair]:
    """Pairs of fewer than n cells that hold the same digits, each as often, on a layout of irregular regions; both ways.

    The least come first. Of a pair that has others as parts, what these leave is given.
    """
    kept: list[Pair] = []
    for pair in sorted(_alone(layout), key=lambda pair: pair[0].bit_count()):
        left = pair
        for part in kept:
            left = _without(left, part)
        if left[0]:
            kept += [left, (left[1], left[0])]
    return kept


def _alone(layout: Layout) -> Iterator[Pair]:
    """What runs of rows or columns have alone beside the regions that have most of their cells, and these."""
    regions = [] if layout.box else [mask_of(house.cells) for house in layout.houses if house.kind == REGION]
    for kind in (ROW, COLUMN):
        lines = [mask_of(house.cells) for house in layout.houses if house.kind == kind]
        for first, last in combinations(range(len(lines) + 1), 2):
            run = sum(lines[first:last])
            near = sum(sorted(regions, key=lambda region: (region & ~run).bit_count())[: last - first])
            if last - first > 1 and (run & ~near).bit_count() < layout.size:
                yield run & ~near, near & ~run


def _without(pair: Pair, part: Pair) -> Pair:
    """What a pair has beside another one, if that is a part of it."""
    is_part = part[0] & ~pair[0] == part[1] & ~pair[1] == 0
    return (pair[0] ^ part[0], pair[1] ^ part[1]) if is_part else pair


def mask_of(cells: Iterable[int]) -> int:
    """The cells as the bits of a number."""
    return sum(1 << cell for cell in cells)
