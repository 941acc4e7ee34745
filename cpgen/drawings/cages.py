"""Random partitions of a board into connected cages, with a symmetry, and the splitting of a cage.

A partition grows cage by cage. A cage starts in the tightest corner, a free cell with the fewest free neighbours, and
takes random free neighbours until it has the number of cells drawn for it. A move of the symmetry maps it to itself or
to another cage: the moves that map it to itself are a subgroup, chosen when the cage starts. Each new cell brings its
images under the subgroup into the cage; its images under the other moves belong to other cages. Invariant: the free
cells, and the set of all cages, are mapped to themselves by every move.

Short cages that are left over are then merged with a neighbour where the result is not too long, together with all
their images. A partition that still has too many short cages is grown again; after `TRIES` the best one is returned.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import NamedTuple

import numpy as np

from cpgen.constraints.geometry import neighbours
from cpgen.difficulty.target import Span
from cpgen.drawings.sheet import both_ends, moves_of
from cpgen.errors import InputError
from cpgen.layout import Layout
from cpgen.messages import Message
from cpgen.regions import connected
from cpgen.symmetry.square import group_of, subgroups_of

LEAST_CELLS, MOST_CELLS = 2, 5
"""Default numbers of cells of the smallest and the largest cage"""
TRIES = 12
"""Partitions that are grown before the best one is taken"""
TREES = 8
"""Random spanning trees of which one edge is cut when a cage is split"""

Cage = tuple[int, ...]


class Subgroup(NamedTuple):
    """Subgroup of a symmetry's moves, those that map a cage to itself, with tables of their effect on cells."""

    orbits: tuple[Cage, ...]
    """For each cell, its images under the subgroup"""
    others: tuple[Cage, ...]
    """For each cell, its images under the other moves"""
    may_hold: tuple[bool, ...]
    """For each cell, True if a cage with this subgroup may hold it: no other move maps it into the same cage"""


class CageTables(NamedTuple):
    """Tables for growing cages on a board of some side with some symmetry."""

    moves: tuple[tuple[int, ...], ...]
    """For each move of the symmetry, the image of each cell"""
    images: tuple[int, ...]
    """For each cell, the number of its different images under all moves"""
    subgroups: tuple[Subgroup, ...]
    starts: tuple[tuple[int, ...], ...]
    """For each cell, the indices of the subgroups that a cage which starts there may have"""


@cache
def _ground(size: int, symmetry: str) -> CageTables:
    moves = moves_of(size, symmetry)
    cells = range(size * size)
    subgroups = []
    for inside in subgroups_of(group_of(size, symmetry)).tolist():
        of_cage = [move for move, is_inside in zip(moves, inside, strict=True) if is_inside]
        other = [move for move, is_inside in zip(moves, inside, strict=True) if not is_inside]
        orbits = tuple(tuple(sorted({move[cell] for move in of_cage})) for cell in cells)
        others = tuple(tuple(sorted({move[cell] for move in other})) for cell in cells)
        may_hold = tuple(set(orbits[cell]).isdisjoint(others[cell]) for cell in cells)
        subgroups.append(Subgroup(orbits, others, may_hold))
    starts = tuple(
        tuple(
            k
            for k, subgroup in enumerate(subgroups)
            if subgroup.may_hold[cell] and len(connected(size, subgroup.orbits[cell])) == len(subgroup.orbits[cell])
        )
        for cell in cells
    )
    return CageTables(moves, tuple(len({move[cell] for move in moves}) for cell in cells), tuple(subgroups), starts)


def partition(layout: Layout, lengths: Span, one_cell: int, symmetry: str, rng: np.random.Generator) -> list[Cage]:
    """Return connected cages that cover the board, each with ascending cells, ordered by their first cells.

    Args:
        layout: The board, of which only the side matters.
        lengths: Number of cells of a cage; open ends stand for `LEAST_CELLS` and `MOST_CELLS`.
        one_cell: Most cages of one cell. Cages with fewer cells than `lengths` occur only if they cannot be avoided.
        symmetry: The image of each cage under the symmetry is a cage.
        rng: Source of all random choices.

    Raises:
        InputError: Cages would have more cells than there are digits.
    """
    least, most = cage_lengths(layout.size, lengths)
    ground = _ground(layout.size, symmetry)
    best: list[Cage] = []
    fewest = layout.cell_count + 1
    for attempt in range(TRIES):
        cages = _grown(ground, layout.size, least, most, attempt % 2 == 0, rng)
        cages = _merged(ground, layout.size, cages, least, most, one_cell)
        faults = _faults(cages, least, one_cell)
        if faults < fewest:
            best, fewest = cages, faults
        if not faults:
            break
    return sorted(best)


def cage_lengths(n: int, lengths: Span) -> tuple[int, int]:
    """Return the least and the most cells of a cage for a range of lengths.

    Raises InputError if there are fewer digits.
    """
    least, most = both_ends(lengths, LEAST_CELLS, MOST_CELLS)
    if least > n or least < 1:
        raise InputError(Message("drawing-cage-cells", cells=least, most=n))
    return least, min(most, n)


def _grown(ground: CageTables, n: int, least: int, most: int, axes_first: bool, rng: np.random.Generator) -> list[Cage]:
    """Return a partition of the board into cages of at most `most` cells, some of which may have fewer than `least`.

    `ground` has the tables of the symmetry. With `axes_first`, cells with few images, such as those on a mirror axis,
    start their cages before all others.
    """
    free = set(range(n * n))
    few = ground.images if axes_first else [0] * (n * n)
    rank = rng.permutation(n * n).tolist()
    cages: list[Cage] = []
    while free:
        start = min(free, key=lambda cell: (few[cell], sum(map(free.__contains__, neighbours(cell, n))), rank[cell]))
        choices = [k for k in ground.starts[start] if len(ground.subgroups[k].orbits[start]) <= most]
        subgroup = ground.subgroups[choices[rng.integers(len(choices))]]
        cage = _grow_cage(subgroup, free, start, int(rng.integers(least, most + 1)), most, n, rng)
        for image in dict.fromkeys(tuple(sorted(move[cell] for cell in cage)) for move in ground.moves):
            cages.append(image)
            free.difference_update(image)
    return cages


def _grow_cage(
    subgroup: Subgroup, free: set[int], start: int, wanted: int, most: int, n: int, rng: np.random.Generator
) -> list[int]:
    """Return a cage of about `wanted` cells that grows from a free cell.

    Args:
        subgroup: The moves that map the cage to itself.
        free: Cells that belong to no cage yet.
        start: The free cell.
        wanted: Number of cells to reach; it is exceeded or missed where the symmetry adds several cells at a time.
        most: Greatest number of cells.
        n: Side of the board.
        rng: Source of all random choices.
    """
    cage = [*subgroup.orbits[start]]
    inside, images = set(cage), {image for cell in cage for image in subgroup.others[cell]}
    edge = [near for cell in cage for near in neighbours(cell, n)]
    while len(cage) < wanted:
        open_cells = [
            cell
            for cell in dict.fromkeys(edge)
            if cell in free
            and cell not in inside
            and cell not in images
            and subgroup.may_hold[cell]
            and len(cage) + len(subgroup.orbits[cell]) <= most
        ]
        if not open_cells:
            break
        for cell in subgroup.orbits[open_cells[rng.integers(len(open_cells))]]:
            cage.append(cell)
            inside.add(cell)
            images.update(subgroup.others[cell])
            edge += neighbours(cell, n)
    return cage


def _is_short(cage: Cage, least: int) -> bool:
    return len(cage) < max(least, 2)


def _faults(cages: Sequence[Cage], least: int, one_cell: int) -> int:
    """Return the number of cages with fewer than `least` cells, apart from `one_cell` cages of one cell."""
    single = sum(len(cage) == 1 for cage in cages)
    short = sum(_is_short(cage, least) for cage in cages)
    return short - min(single, one_cell)


def _merged(ground: CageTables, n: int, cages: list[Cage], least: int, most: int, one_cell: int) -> list[Cage]:
    """Merge cages of fewer than `least` cells, and their images, with neighbours until none is left, if possible.

    Merged cages have at most `most` cells, and `one_cell` cages of one cell are allowed.
    """
    while _faults(cages, least, one_cell) > 0:
        cage_of = {cell: number for number, cage in enumerate(cages) for cell in cage}
        groups = [
            _joined(ground, cages, cage_of, number, other)
            for number, cage in enumerate(cages)
            if _is_short(cage, least)
            for other in {cage_of[near] for cell in cage for near in neighbours(cell, n)} - {number}
        ]
        sizes = [(sum(len(cages[k]) for k in group), sorted(group), group) for group in groups]
        size, _, group = min(sizes, default=(most + 1, [], frozenset()))
        if size > most:
            break
        merged = tuple(sorted(cell for k in group for cell in cages[k]))
        images = dict.fromkeys(tuple(sorted(move[cell] for cell in merged)) for move in ground.moves)
        gone = {cell for image in images for cell in image}
        cages = [*(cage for cage in cages if cage[0] not in gone), *images]
    return cages


def _joined(ground: CageTables, cages: Sequence[Cage], cage_of: dict[int, int], one: int, other: int) -> frozenset[int]:
    """Return the indices of the cages that become one if cages `one` and `other`, and all their images, are merged."""
    first, second = cages[one][0], cages[other][0]
    pairs = [(cage_of[move[first]], cage_of[move[second]]) for move in ground.moves]
    numbers = {one, other}
    for _ in pairs:
        for pair in pairs:
            if not numbers.isdisjoint(pair):
                numbers.update(pair)
    return frozenset(numbers)


def split_cage(cells: Sequence[int], size: int, rng: np.random.Generator) -> tuple[Cage, Cage]:
    """Cut a cage of two cells or more into two connected parts of sizes as equal as possible, at random among the best.

    Random spanning trees of the cage are cut at each edge. If the cage is not connected, a part may not be either.
    """
    near = {cell: set(neighbours(cell, size)).intersection(cells) for cell in cells}
    best: list[tuple[Cage, Cage]] = []
    most = 0  # cells of the smaller part
    for _ in range(TREES):
        tree = _tree([cells[k] for k in rng.permutation(len(cells)).tolist()], near)
        for top in list(tree)[1:]:
            branch = {top}
            branch.update(cell for cell, parent in tree.items() if parent in branch)  # parents come first
            fewer = min(len(branch), len(cells) - len(branch))
            if fewer < most:
                continue
            if fewer > most:
                best, most = [], fewer
            part, rest = tuple(sorted(branch)), tuple(sorted(set(cells) - branch))
            parts = min(part, rest), max(part, rest)
            if parts not in best:
                best.append(parts)
    return best[rng.integers(len(best))]


def _tree(cells: Sequence[int], near: Mapping[int, set[int]]) -> dict[int, int | None]:
    """Return a spanning tree of cells, as the parent of each cell (None: the root), parents first.

    The order of the cells decides which tree. `near` are the neighbours of each cell among them.
    """
    left = list(cells)
    tree: dict[int, int | None] = {left.pop(0): None}
    while left:
        pairs = ((cell, parent) for cell in left for parent in tree if parent in near[cell])
        cell, parent = next(pairs, (left[0], cells[0]))
        tree[cell] = parent
        left.remove(cell)
    return tree
