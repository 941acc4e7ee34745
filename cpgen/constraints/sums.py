"""Derived sums: what the totals of houses say about the cells that cages leave over, known as the 45 rule.

A house of side n has the total n(n+1)/2, 45 on a 9×9 board. So have all houses of an area together: one to three
neighbouring rows or columns, one or two regions, or an extra house. Known sums, such as cages, are subtracted:

    . a a b b | c        innies: sums inside the area a a, b b      outies: sums that cover the area and stick out
    area          →      area − (a + b) = the cells left over               (a + b + c) − area = the cells outside

Sums that are subtracted must be disjoint; larger ones are chosen first. A sum of more than a few cells excludes almost
nothing and is dropped. So is one of several houses that no chosen sum links: it adds up sums of fewer houses.

The results follow from the other constraints. They are redundant, but a solver that looks at one constraint at a time
cannot see them, and people begin killer sudoku with them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache, reduce
from itertools import combinations
from operator import or_
from typing import NamedTuple

from cpgen.constraints.base import Board, Constraint
from cpgen.constraints.geometry import cell_mask, cells_of_mask
from cpgen.constraints.house import COLUMN, EXTRA, REGION, ROW, House
from cpgen.constraints.primitives import Decomposition, Linear

MOST_CELLS = 6
"""Largest number of cells of a derived sum that helps solvers"""
MOST_LINES = 3
"""Largest number of neighbouring rows or columns that form an area"""


@dataclass(frozen=True)
class DerivedSum:
    """Sum that follows from houses and other sums."""

    linear: Linear
    houses: tuple[House, ...]
    """The houses of the area"""
    constraints: tuple[Constraint, ...]
    """The constraints whose sums are subtracted from the area, or cover it"""


class _Known(NamedTuple):
    """Sum that a constraint demands: the constraint, its cells as a bit mask, and the total."""

    cells: int
    total: int
    constraint: Constraint


@dataclass
class _Area:
    """Houses whose total is considered as one sum, with the cells of each house and of all as bit masks."""

    houses: tuple[House, ...]
    masks: tuple[int, ...]
    cells: int
    last: tuple[list[_Known], list[tuple[int, DerivedSum]]] = ([], [])
    """Sums near the area and what follows from them, as last seen"""


@lru_cache(32)
def derived_sums(board: Board, one_house: bool = False) -> tuple[DerivedSum, ...]:
    """Return the sums of up to MOST_CELLS cells that follow from the houses and sums of a board.

    Those of one house come first; with `one_house` the others are left out.
    """
    known = sorted(_known_sums(board), key=lambda one: -one.cells.bit_count())
    seen, found = {one.cells for one in known}, list[DerivedSum]()
    for area in _areas(tuple(one for one in board.constraints if isinstance(one, House))) if known else ():
        if one_house and len(area.houses) > 1:
            break
        near = [one for one in known if one[0] & area.cells]
        # Layouts that differ in a few sums have the same sums near most areas. Their last answer is kept.
        before, sums = area.last
        if near != before:
            sums = list(_sums_of(area, near, board.size * (board.size + 1) // 2))
            area.last = near, sums
        for cells, derived in sums:
            if cells not in seen:
                seen.add(cells)
                found.append(derived)
    return tuple(found)


def _known_sums(board: Board) -> Iterator[_Known]:
    """Yield the sums that constraints of the board demand, without weights."""
    for constraint, primitives in zip(board.constraints, board.primitives_of, strict=True):
        for cells, total in primitives.once(_plain_sums, board.size):
            yield _Known(cells, total, constraint)


def _plain_sums(primitives: Decomposition, n: int) -> list[tuple[int, int]]:
    """Return the sums without weights, as pairs of cells (a bit mask) and total; `n` only fits `Decomposition.once`."""
    sums = [one for one in primitives if isinstance(one, Linear)]
    plain = [one for one in sums if one.relation == "=" and set(one.coefficients) == {1}]
    return [(cell_mask(one.cells), one.total) for one in plain]


@lru_cache(32)
def _areas(houses: Sequence[House]) -> list[_Area]:
    """Return all areas (sets of houses) to consider on a board, small ones first."""
    areas = []
    for chosen in _neighbours(houses):
        masks = tuple(cell_mask(house.cells) for house in chosen)
        areas.append(_Area(chosen, masks, reduce(or_, masks)))
    return areas


def _neighbours(houses: Sequence[House]) -> Iterator[tuple[House, ...]]:
    """Yield sets of houses: single ones, neighbouring rows, neighbouring columns, and pairs of regions."""
    of_kind = {kind: [house for house in houses if house.kind == kind] for kind in (ROW, COLUMN, REGION, EXTRA)}
    for house in houses:
        yield (house,)
    for count in range(2, MOST_LINES + 1):
        for lines in (of_kind[ROW], of_kind[COLUMN]):
            for first in range(len(lines) - count + 1):
                yield tuple(lines[first : first + count])
    yield from combinations(of_kind[REGION], 2)


def _sums_of(area: _Area, near: Sequence[_Known], house_total: int) -> Iterator[tuple[int, DerivedSum]]:
    """Yield the sums of up to MOST_CELLS cells that follow from the total of an area and the known sums near it.

    Each comes with its cells as a bit mask. `house_total` is the sum of all digits.
    """
    area_total = len(area.houses) * house_total
    for cells, chosen, sign in _leftovers(area, near):
        # Most are too large, so nothing more is computed before that is known.
        if 0 < cells.bit_count() <= MOST_CELLS and _are_linked(area, chosen):
            left = cells_of_mask(cells)
            total = sign * (area_total - sum(one.total for one in chosen))
            linear = Linear(left, (1,) * len(left), "=", total)
            yield cells, DerivedSum(linear, area.houses, tuple(one.constraint for one in chosen))


def _leftovers(area: _Area, near: Sequence[_Known]) -> Iterator[tuple[int, list[_Known], int]]:
    """Yield the innies and the outies of an area (see the module): cells, the sums subtracted, and a sign.

    The sign is 1 for innies, whose total is that of the area less the sums, and −1 for outies. `near` are the known
    sums that share cells with the area.
    """
    within, outside = area.cells, ~area.cells
    inside, cover = list[_Known](), list[_Known]()
    filled = covered = 0
    # Both lists are chosen in the order of the sums, each sum without cells of those before it.
    for one in near:
        if not one.cells & covered:
            cover.append(one)
            covered |= one.cells
        if not one.cells & outside and not one.cells & filled:
            inside.append(one)
            filled |= one.cells
    yield within & ~filled, inside, 1
    if not within & ~covered:
        yield covered & outside, cover, -1


def _are_linked(area: _Area, chosen: Sequence[_Known]) -> bool:
    """Return True if the chosen sums, at least one, link all houses of the area.

    If they do not, what follows from the area also follows from smaller ones.
    """
    linked, *rest = area.masks
    if not (chosen and rest):
        return bool(chosen)
    grows = True
    while grows:
        before = linked
        for cells in (*(one.cells for one in chosen), *rest):
            if cells & linked:
                linked |= cells
        grows = linked != before
    return all(cells & linked for cells in rest)
