"""The tables of a layout: its houses, what each cell sees, and its locking pairs, as sets of cells.

Locking pairs: a digit without candidates in a *rest* has none in the *target* either. Two houses that share cells give
such pairs, since each holds every digit once:

    house A:  a a a x x x        a digit that is not in the cells a of house A has to be in the cells x that both share,
    house B:        x x x b b b  so it is not in the cells b of house B: (rest a, target b), and likewise (b, a)

This covers pointing and claiming. On layouts with irregular regions there are further pairs: k rows (or columns) and k
regions hold the same digits equally often, so the cells of the rows outside the regions hold the same digits as the
cells of the regions outside the rows. Solvers of jigsaws call this the law of leftovers.

While the tables are made, a set of cells is one integer, in which bit c stands for cell c. In the tables it is an array
of `words` masks of 64 bits: cell c is bit c % 64 of word c // 64.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import combinations, permutations
from typing import TypeAlias

import numpy as np

from cpgen.constraints.geometry import cell_mask, cells_of_mask
from cpgen.constraints.house import COLUMN, REGION, ROW
from cpgen.constraints.primitives import Alternatives, Automaton, Linear, Pair
from cpgen.constraints.sums import derived_sums
from cpgen.engine.further import FurtherTables, further_tables
from cpgen.errors import InputError
from cpgen.kernel import records
from cpgen.kernel.structs import Struct
from cpgen.layout import Layout
from cpgen.messages import Message
from cpgen.notation import MAX_DIGIT

LockingPair: TypeAlias = tuple[int, int]
"""A rest and its target"""
KEPT_LAYOUTS = 64
"""Layouts whose tables are kept"""


class EngineTables(Struct):
    """Constants of one layout, read only; made by `engine_tables`."""

    shape: np.ndarray
    """One record: `digits` n, `cells` n², `words` of a cell set, `houses`, `pairs`; `naked` is True if cells with one
    candidate are assigned, `has_further` if there are constraints besides houses"""
    all_cells: np.ndarray
    """[words] the set of all cells"""
    allowed: np.ndarray
    """[digits, words] the cells that may hold each digit"""
    unseen: np.ndarray
    """[cells · words] for each cell the set of cells that it does not see, itself included"""
    house_cells: np.ndarray
    """[words, houses] the cells of every house"""
    rests: np.ndarray
    """[words, pairs] the set of cells that is the rest of each locking pair"""
    targets: np.ndarray
    """[words, pairs] the set of cells that is the target of each pair"""
    further: FurtherTables


@lru_cache(maxsize=KEPT_LAYOUTS)
def engine_tables(layout: Layout) -> EngineTables:
    """Return the tables of a layout. Raises InputError if it has more digits than a symbol can show."""
    if layout.size > MAX_DIGIT:
        raise InputError(Message("bitset-size", most=MAX_DIGIT, side=layout.size))
    return tables_for(layout, [cell_mask(house.cells) for house in layout.houses], locking_pairs(layout))


def tables_for(layout: Layout, houses: Sequence[int], pairs: Sequence[LockingPair], naked: bool = True) -> EngineTables:
    """Return tables with which propagation uses only some houses and locking pairs of a layout.

    Args:
        layout: The board.
        houses: Each house as a mask of cells.
        pairs: Each locking pair as two masks of cells, rest and target: a digit without candidates in the rest has none
            in the target.
        naked: False to leave out naked singles and all constraints besides houses.
    """
    cells = layout.cell_count
    words = -(-cells // 64)
    numbers = dict.fromkeys(("digits", "cells", "words", "houses", "pairs"), np.int64)
    shape = records(1, **numbers, naked=np.bool_, has_further=np.bool_)
    further = further_primitives(layout) if naked else []
    shape[0] = (layout.size, cells, words, len(houses), len(pairs), naked, bool(further))
    allowed = [
        cell_mask(cell for cell, digits in enumerate(layout.allowed) if digits >> digit & 1)
        for digit in range(layout.size)
    ]
    # Houses and pairs are the last axis: the inner loops of propagation run over them.
    return EngineTables(
        shape=shape,
        all_cells=_split([cell_mask(range(cells))], words).ravel(),
        allowed=_split(allowed, words),
        unseen=_split([~mask for mask in layout.peer_masks], words).ravel(),
        house_cells=_split(houses, words).T.copy(),
        rests=_split([rest for rest, _ in pairs], words).T.copy(),
        targets=_split([target for _, target in pairs], words).T.copy(),
        further=further_tables(further, layout, words),
    )


def further_primitives(layout: Layout) -> list[Pair | Linear | Automaton | Alternatives]:
    """Return the primitives of a layout for further propagation: links, sums, automata and alternatives.

    Primitives about houses, sight or single cells are left out; sums that follow from houses and constraints are added.
    """
    found = [one for one in layout.primitives if isinstance(one, Pair | Linear | Automaton | Alternatives)]
    return found + [derived.linear for derived in derived_sums(layout)]


def _split(masks: Iterable[int], words: int) -> np.ndarray:
    """Return an [M, words] array of M masks of any length, each split into words of 64 bits, lowest first."""
    raw = b"".join((mask & ((1 << 64 * words) - 1)).to_bytes(8 * words, "little") for mask in masks)
    return np.frombuffer(raw, "<u8").astype(np.uint64).reshape(-1, words)


def locking_pairs(layout: Layout) -> list[LockingPair]:
    """Return the locking pairs of a layout, as masks of cells: rest and target.

    A digit without candidates in the rest of a pair has none in the target. Rest cells that see the target are left
    out, and targets with the same rest are joined.
    """
    targets, seen = dict[int, int](), layout.peer_masks
    # A cell of the rest that sees a target cell excludes the digit there in any case, so it need not be empty. Target
    # cells with the same remaining rest share a pair.
    for rest, target in _pairs_of_houses(layout.base):
        for cell in cells_of_mask(target):
            unseen = rest & ~seen[cell]
            targets[unseen] = targets.get(unseen, 0) | 1 << cell
    return list(targets.items())


@lru_cache(maxsize=KEPT_LAYOUTS)
def _pairs_of_houses(layout: Layout) -> list[LockingPair]:
    """Return the locking pairs (rest, target) that follow from the houses of a layout alone.

    A digit without candidates in the rest has none in the target.
    """
    houses = [cell_mask(house.cells) for house in layout.houses]
    return [*locking_houses(permutations(houses, 2)), *leftovers(layout)]


def locking_houses(pairs: Iterable[LockingPair]) -> Iterator[LockingPair]:
    """Yield the locking pairs (rest, target) of houses that share two cells or more.

    They are the cells that each house has alone, in both orders. `pairs` has pairs of houses, as masks of cells.
    """
    for one, other in pairs:
        if one != other and (one & other).bit_count() > 1:
            yield one & ~other, other & ~one


def leftovers(layout: Layout) -> list[LockingPair]:
    """Return pairs of sets of fewer than n cells that hold the same digits equally often, each pair in both orders.

    Small pairs come first; if a pair contains a smaller one, only the remainder is returned. There are none on layouts
    with boxes.
    """
    kept: list[LockingPair] = []
    # Leave out what smaller pairs already cover, so that propagation checks each fact once.
    for pair in sorted(_differences(layout), key=lambda pair: pair[0].bit_count()):
        one, other = pair
        for part, its_other in kept:
            if part & ~one == its_other & ~other == 0:
                one, other = one ^ part, other ^ its_other
        if one:
            kept += [(one, other), (other, one)]
    return kept


def _differences(layout: Layout) -> Iterator[LockingPair]:
    """Yield pairs of sets of fewer than n cells that hold the same digits equally often, as masks.

    They are the cells of adjacent rows (or columns) outside the regions that cover most of these rows, and the cells of
    the equally many regions outside the rows.
    """
    regions = [] if layout.box else [cell_mask(house.cells) for house in layout.houses if house.kind == REGION]
    for kind in (ROW, COLUMN):
        lines = [cell_mask(house.cells) for house in layout.houses if house.kind == kind]
        for first, last in combinations(range(len(lines) + 1), 2):
            # The regions with the fewest cells outside the run differ least from it.
            run = sum(lines[first:last])
            near = sum(sorted(regions, key=lambda region: (region & ~run).bit_count())[: last - first])
            if last - first > 1 and (run & ~near).bit_count() < layout.size:
                yield run & ~near, near & ~run
