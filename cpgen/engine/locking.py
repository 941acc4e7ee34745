"""Where the places of a digit exclude others: pairs of a rest and a target, masks of cells.

A digit that has no place in the rest has none in the target. What two houses have alone are such pairs, for each of
them has every digit once. And where regions are irregular, so is what some rows or columns have alone beside as many
regions, and these beside them: both hold the same digits, each as often. Solvers of jigsaws call it the law of
leftovers.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations, permutations

from cpgen.layout import COLUMN, REGION, ROW, Layout

Pair = tuple[int, int]


def locking_pairs(layout: Layout) -> list[Pair]:
    """The pairs of a layout, those of houses and leftovers; for each cell the rest is what it does not see of it."""
    houses = [cell_mask(house.cells) for house in layout.houses]
    seen, targets = [cell_mask(peers) for peers in layout.peers], dict[int, int]()
    for rest, target in [*locking_houses(permutations(houses, 2)), *leftovers(layout)]:
        for cell in _cells_in(target):
            unseen = rest & ~seen[cell]
            targets[unseen] = targets.get(unseen, 0) | 1 << cell
    return list(targets.items())


def locking_houses(pairs: Iterable[Pair]) -> Iterator[Pair]:
    """What the houses of each pair have alone, if they have several cells in common."""
    for one, other in pairs:
        if one != other and (one & other).bit_count() > 1:
            yield one & ~other, other & ~one


def leftovers(layout: Layout) -> list[Pair]:
    """Pairs of fewer than n cells that hold the same digits, each as often, where regions are irregular.

    Each is given both ways, the least first. Of a pair that has others as parts, what these leave is given.
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
    regions = [] if layout.box else [cell_mask(house.cells) for house in layout.houses if house.kind == REGION]
    for kind in (ROW, COLUMN):
        lines = [cell_mask(house.cells) for house in layout.houses if house.kind == kind]
        for first, last in combinations(range(len(lines) + 1), 2):
            run = sum(lines[first:last])
            near = sum(sorted(regions, key=lambda region: (region & ~run).bit_count())[: last - first])
            if last - first > 1 and (run & ~near).bit_count() < layout.size:
                yield run & ~near, near & ~run


def _without(pair: Pair, part: Pair) -> Pair:
    """What a pair has beside another one, if that is a part of it."""
    is_part = part[0] & ~pair[0] == part[1] & ~pair[1] == 0
    return (pair[0] ^ part[0], pair[1] ^ part[1]) if is_part else pair


def cell_mask(cells: Iterable[int]) -> int:
    """The cells as the bits of a number."""
    return sum(1 << cell for cell in cells)


def _cells_in(mask: int) -> list[int]:
    return [cell for cell in range(mask.bit_length()) if mask >> cell & 1]
