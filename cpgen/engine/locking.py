"""Locking pairs: a digit without candidates in a *rest* has none in the *target* either.

Rests and targets are masks of cells. Two houses that share cells give such pairs, since each holds every digit once:

    house A:  a a a x x x        a digit that is not in the cells a of house A has to be in the cells x that both share,
    house B:        x x x b b b  so it is not in the cells b of house B: (rest a, target b), and likewise (b, a)

This covers pointing and claiming. On layouts with irregular regions there are further pairs: k rows (or columns) and k
regions hold the same digits equally often, so the cells of the rows outside the regions hold the same digits as the
cells of the regions outside the rows. Solvers of jigsaws call this the law of leftovers.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations, permutations

from cpgen.layout import COLUMN, REGION, ROW, Layout

Pair = tuple[int, int]


def locking_pairs(layout: Layout) -> list[Pair]:
    """Return the pairs of a layout, one target cell each; cells of a rest that see the target are left out."""
    houses = [cell_mask(house.cells) for house in layout.houses]
    seen, targets = [cell_mask(peers) for peers in layout.peers], dict[int, int]()
    # A cell of the rest that sees a target cell excludes the digit there in any case, so it need not be empty. Target
    # cells with the same remaining rest share a pair.
    for rest, target in [*locking_houses(permutations(houses, 2)), *leftovers(layout)]:
        for cell in _cells_in(target):
            unseen = rest & ~seen[cell]
            targets[unseen] = targets.get(unseen, 0) | 1 << cell
    return list(targets.items())


def locking_houses(pairs: Iterable[Pair]) -> Iterator[Pair]:
    """Yield the cells that each of two houses has alone, if they share several cells."""
    for one, other in pairs:
        if one != other and (one & other).bit_count() > 1:
            yield one & ~other, other & ~one


def leftovers(layout: Layout) -> list[Pair]:
    """Return pairs of sets of fewer than n cells that hold the same digits equally often, in both directions.

    Small pairs come first; if a pair contains a smaller one, only the remainder is returned. There are none on layouts
    with boxes.
    """
    kept: list[Pair] = []
    # Leave out what smaller pairs already cover, so that propagation checks each fact once.
    for pair in sorted(_alone(layout), key=lambda pair: pair[0].bit_count()):
        left = pair
        for part in kept:
            left = _without(left, part)
        if left[0]:
            kept += [left, (left[1], left[0])]
    return kept


def _alone(layout: Layout) -> Iterator[Pair]:
    """Yield the difference of adjacent rows (or columns) and the equally many regions that cover most of them."""
    regions = [] if layout.box else [cell_mask(house.cells) for house in layout.houses if house.kind == REGION]
    for kind in (ROW, COLUMN):
        lines = [cell_mask(house.cells) for house in layout.houses if house.kind == kind]
        for first, last in combinations(range(len(lines) + 1), 2):
            # The regions with the fewest cells outside the run differ least from it.
            run = sum(lines[first:last])
            near = sum(sorted(regions, key=lambda region: (region & ~run).bit_count())[: last - first])
            if last - first > 1 and (run & ~near).bit_count() < layout.size:
                yield run & ~near, near & ~run


def _without(pair: Pair, part: Pair) -> Pair:
    """Return a pair without another one, if it contains that."""
    is_part = part[0] & ~pair[0] == part[1] & ~pair[1] == 0
    return (pair[0] ^ part[0], pair[1] ^ part[1]) if is_part else pair


def cell_mask(cells: Iterable[int]) -> int:
    """Return cells as the bits of an integer."""
    return sum(1 << cell for cell in cells)


def _cells_in(mask: int) -> list[int]:
    return [cell for cell in range(mask.bit_length()) if mask >> cell & 1]
