"""Checks the least number of clues: all patterns with one less, up to moving lines, are tried on small boards."""

from __future__ import annotations

import sys
from itertools import permutations, product

import numpy as np

from cpgen.feasibility.infeasible import least_clues, no_filling
from cpgen.layout import Layout
from cpgen.pattern import Pattern

BOARDS = {"2x2": (2, 2), "2x3": (2, 3), "latin-4": (4, 4), "latin-5": (5, 5)}
"""How many rows of a band, and how many columns of a stack, can change places"""


def line_orders(size: int, group: int) -> list[list[int]]:
    """All orders of the lines that keep groups of neighbouring lines together."""
    return [
        [line for block, inside in zip(blocks, insides, strict=True) for line in (block * group + k for k in inside)]
        for blocks in permutations(range(size // group))
        for insides in product(permutations(range(group)), repeat=size // group)
    ]


def smallest(places: np.ndarray, cells: tuple[int, ...]) -> int:
    """The least image of a set of cells, as a mask, under maps of the board [M, N]."""
    return int((np.int64(1) << places[:, list(cells)]).sum(axis=1).min())


def patterns(layout: Layout, clues: int, places: np.ndarray) -> list[tuple[int, ...]]:
    """One set of so many cells for each kind, grown cell by cell."""
    kinds: dict[int, tuple[int, ...]] = {0: ()}
    for _ in range(clues):
        grown = ((*cells, cell) for cells in kinds.values() for cell in range(layout.cell_count) if cell not in cells)
        kinds = {smallest(places, cells): tuple(sorted(cells)) for cells in grown}
    return list(kinds.values())


def main() -> int:
    wrong = 0
    for spec, (height, width) in BOARDS.items():
        layout = Layout.parse(spec)
        n, clues = layout.size, least_clues(layout) - 1
        orders = product(line_orders(n, height), line_orders(n, width))
        places = np.array([[row * n + column for row in rows for column in columns] for rows, columns in orders])
        found = patterns(layout, clues, places)
        open_ones = [cells for cells in found if no_filling(layout, Pattern(n, cells, (0,) * clues)) is None]
        wrong += len(open_ones)
        print(f"{spec}: {len(found)} kinds of patterns of {clues} clues, {len(open_ones)} that may have a puzzle")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
