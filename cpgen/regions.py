"""Sides, regions and extra houses of boards, as numbers: checks, and the regions' numbers in their normal form."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from functools import lru_cache
from math import isqrt

from cpgen.constraints.geometry import neighbours
from cpgen.errors import InputError
from cpgen.messages import Message
from cpgen.notation import place_name

MAX_SIZE = 100
"""Side of the largest board that cpgen accepts"""


def is_prime(size: int) -> bool:
    """Return True if the side is a prime number, so that boards of this side have no boxes."""
    return all(size % height for height in range(2, isqrt(size) + 1))


def require_side(size: int) -> None:
    """Raise InputError unless the side of a board is 2 to `MAX_SIZE`."""
    if not 2 <= size <= MAX_SIZE:
        raise InputError(Message("no-side", side=size, most=MAX_SIZE))


def relabel(marks: Sequence[Hashable]) -> tuple[int, ...]:
    """Return the sequence with each distinct mark replaced by a number, from 0 in order of first appearance."""
    number = {mark: k for k, mark in enumerate(dict.fromkeys(marks))}
    return tuple(map(number.__getitem__, marks))


@lru_cache(maxsize=64)
def relabelled(regions: tuple[int, ...]) -> tuple[int, ...]:
    """Return region numbers (one per cell) renumbered by first cells.

    Equal results are one object, compared quickly.
    """
    return relabel(regions)


@lru_cache(maxsize=64)
def require_regions(n: int, regions: Sequence[int]) -> None:
    """Raise InputError unless the region numbers, one per cell, form n connected regions of n cells."""
    if len(regions) != n * n:
        raise InputError(Message("regions-cover", cells=len(regions), side=n, needed=n * n))
    for cells in members_of(regions):
        if len(cells) != n:
            raise InputError(Message("region-cells", place=place_name(cells[0], n), cells=len(cells), needed=n))
        if stray := set(cells) - connected(n, cells):
            place, loose = place_name(cells[0], n), place_name(min(stray), n)
            raise InputError(Message("region-pieces", place=place, stray=loose))


def members_of(regions: Sequence[int]) -> list[list[int]]:
    """Return the cells of each region, ascending; the regions are in the order of their first cells.

    `regions` has the number of the region of each cell.
    """
    members: dict[int, list[int]] = {}
    for cell, region in enumerate(regions):
        members.setdefault(region, []).append(cell)
    return list(members.values())


def require_extras(n: int, extras: Sequence[tuple[int, ...]]) -> None:
    """Raise InputError unless each extra house is n different cells of the board and no two are equal."""
    for number, cells in enumerate(extras, 1):
        if len(cells) != n or len(set(cells)) != n:
            if not cells:
                raise InputError(Message("extra-empty", number=number, needed=n))
            place, found = place_name(cells[0], n), len(set(cells))
            raise InputError(Message("extra-cells", number=number, place=place, cells=found, needed=n))
        if cells[0] < 0 or cells[-1] >= n * n:
            raise InputError(Message("extra-leaves", number=number, last=n * n - 1))
        if cells in extras[: number - 1]:
            raise InputError(Message("extra-same", number=number, other=extras.index(cells) + 1))


def connected(n: int, cells: Sequence[int]) -> set[int]:
    """Return the cells that are reachable from the first of `cells` by steps to neighbours within `cells`."""
    frontier, left = [cells[0]], set(cells[1:])
    while frontier and left:
        fresh = left.intersection(neighbours(frontier.pop(), n))
        left -= fresh
        frontier.extend(fresh)
    return set(cells) - left
