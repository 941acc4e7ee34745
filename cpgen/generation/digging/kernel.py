"""The inner loop: one unit after another is taken from the clues, and put back when the check fails."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from cpgen.generation.digging.checks import FAILS, HOLDS, UNDECIDED, Tools, verdict
from cpgen.kernel import compiled, inner, random_below
from cpgen.layout import Layout

GONE, UNTRIED, KEPT = range(3)
"""What `Units.status` says of a unit"""

CLUES, CHECKS, TAKEN, UNSURE, NEXT, MARKS = range(6)
"""The places of `Units.marks`: clues left, checks made, units taken, checks undecided, the next place in the order."""


class Units(NamedTuple):
    """The units in which clues are taken: cells one by one, or the orbits of a symmetry."""

    cells: np.ndarray
    """[U, M] the cells of each unit, then −1"""
    lengths: np.ndarray
    groups: np.ndarray
    """[N] the region of each cell, the row where there are no regions"""
    status: np.ndarray
    """[U] UNTRIED, GONE or KEPT"""
    order: np.ndarray
    """[U] the units in the order in which they are tried"""
    fill: np.ndarray
    """[n] how many clues each region holds"""
    marks: np.ndarray


def units_of(layout: Layout, groups: Sequence[Sequence[int]]) -> Units:
    """Units with these cells, all untried and in order."""
    count, width = len(groups), max(map(len, groups))
    regions = layout.regions or tuple(cell // layout.size for cell in range(layout.cell_count))
    return Units(
        cells=np.array([[*cells, *[-1] * (width - len(cells))] for cells in groups], np.int64),
        lengths=np.array([len(cells) for cells in groups], np.int64),
        groups=np.array(regions, np.int64),
        status=np.full(count, UNTRIED, np.int64),
        order=np.arange(count, dtype=np.int64),
        fill=np.zeros(layout.size, np.int64),
        marks=np.zeros(MARKS, np.int64),
    )


@compiled
def begin_dig(units: Units, clues: np.ndarray, random: np.ndarray) -> None:
    """Makes the units whose cells are all clues untried, puts them in a random order, and counts from here."""
    units.marks[:] = 0
    for cell in range(len(clues)):
        if clues[cell]:
            units.marks[CLUES] += 1
    for unit in range(len(units.lengths)):
        units.status[unit] = UNTRIED
        units.order[unit] = unit
        for cell in units.cells[unit]:
            if cell >= 0 and not clues[cell]:
                units.status[unit] = GONE
    shuffle(units.order, random)


@inner
def shuffle(order: np.ndarray, random: np.ndarray) -> None:
    """Puts the entries in a random order."""
    for last in range(len(order) - 1, 0, -1):
        place = random_below(random, last + 1)
        entry = order[last]
        order[last] = order[place]
        order[place] = entry


@compiled
def dig(tools: Tools, units: Units, grid: np.ndarray, clues: np.ndarray, least: int, balanced: bool, most: int) -> bool:
    """Tries the untried units in order for at most so many checks, keeping `least` clues; whether all were tried.

    With `balanced`, one of those that lie in the fullest regions comes first.
    """
    marks = units.marks
    stop = marks[CHECKS] + most
    while marks[NEXT] < len(units.order):
        if marks[CHECKS] >= stop:
            return False
        if balanced:
            bring_fullest(units, clues)
        unit = units.order[marks[NEXT]]
        marks[NEXT] += 1
        if units.status[unit] == UNTRIED and marks[CLUES] - units.lengths[unit] >= least:
            try_unit(tools, units, grid, clues, unit)
    return True


@compiled
def try_unit(tools: Tools, units: Units, grid: np.ndarray, clues: np.ndarray, unit: int) -> bool:
    """Takes the unit if the check then holds; whether it did."""
    take(units, clues, unit)
    said = verdict(tools, grid, clues, units.cells[unit])
    units.marks[CHECKS] += 1
    if said == HOLDS:
        units.marks[TAKEN] += 1
        return True
    if said == UNDECIDED:
        units.marks[UNSURE] += 1
    put_back(units, grid, clues, unit)
    units.status[unit] = KEPT
    return False


@compiled
def take(units: Units, clues: np.ndarray, unit: int) -> None:
    """Opens the cells of a unit."""
    for cell in units.cells[unit]:
        if cell >= 0:
            clues[cell] = 0
    units.status[unit] = GONE
    units.marks[CLUES] -= units.lengths[unit]


@compiled
def put_back(units: Units, grid: np.ndarray, clues: np.ndarray, unit: int) -> None:
    """Gives the cells of a unit as in the grid; it counts as untried."""
    for cell in units.cells[unit]:
        if cell >= 0:
            clues[cell] = grid[cell]
    units.status[unit] = UNTRIED
    units.marks[CLUES] += units.lengths[unit]


@compiled
def bring_fullest(units: Units, clues: np.ndarray) -> None:
    """Moves the first of the untried units whose regions hold most clues, on average, to the next place."""
    units.fill[:] = 0
    for cell in range(len(clues)):
        if clues[cell]:
            units.fill[units.groups[cell]] += 1
    best, chosen = -1.0, units.marks[NEXT]
    for place in range(units.marks[NEXT], len(units.order)):
        unit = units.order[place]
        held = 0
        for cell in units.cells[unit]:
            if cell >= 0:
                held += units.fill[units.groups[cell]]
        share = held / units.lengths[unit] if units.status[unit] == UNTRIED else -1.0
        if share > best:
            best, chosen = share, place
    unit = units.order[chosen]
    units.order[chosen] = units.order[units.marks[NEXT]]
    units.order[units.marks[NEXT]] = unit


@compiled
def none_can_go(tools: Tools, units: Units, grid: np.ndarray, clues: np.ndarray) -> bool:
    """Whether the check fails, beyond doubt, without any one of the units; the clues stay as they are."""
    for unit in range(len(units.order)):
        if units.status[unit] != GONE:
            take(units, clues, unit)
            said = verdict(tools, grid, clues, units.cells[unit])
            put_back(units, grid, clues, unit)
            if said != FAILS:
                return False
    return True


@inner
def remember(units: Units, clues: np.ndarray, before: np.ndarray) -> None:
    """Keeps the clues and the status of the units in `before`."""
    for cell in range(len(clues)):
        before[cell] = clues[cell]
    for unit in range(len(units.status)):
        before[len(clues) + unit] = units.status[unit]


@inner
def restore(units: Units, clues: np.ndarray, before: np.ndarray) -> None:
    """Brings back what `remember` kept."""
    for cell in range(len(clues)):
        clues[cell] = before[cell]
    for unit in range(len(units.status)):
        units.status[unit] = before[len(clues) + unit]
