"""A walk over clue sets of one size, to find puzzles of few clues: orbits change places and clues their digits.

It is a Metropolis walk like that of `cpgen.generation.metropolis`, but over the pattern, too. Its energy is the number
of candidates too many that the oracle's propagation leaves, 0 when it fills the board; a board that it leaves
nearly full gets the whole search, once for every step down. The walk keeps to no grid: it passes from grid to
grid, which is why it goes so much deeper than digging one grid again and again.
"""

from __future__ import annotations

from math import exp

import numpy as np

from cpgen.digging.dig_loop import GONE, UNTRIED, Tools, Units, restore, save, seen_from, serves_regions, take
from cpgen.engine.board import excess_candidates
from cpgen.engine.search import count_completions
from cpgen.kernel import compiled, compiled_at_once, random_below, random_unit
from cpgen.kernel.records import Record
from cpgen.kernel.streams import random_absent

NEARLY = 0.5
"""Candidates too many a cell below which a board gets the whole search"""
BRANCHES = 5_000
PARTNERS = 8
"""Units that are tried as partners of those taken, before the exchange is given up"""


@compiled_at_once
def walk(tools: Tools, units: Units, clues: np.ndarray, heat: Record, random: np.ndarray, steps: int) -> bool:
    """So many steps of the walk, or fewer if it finds a puzzle with one solution; whether it did.

    Changes in place: clues, the status of the units, the energy in `heat`, which has the temperature, too.
    """
    if heat.energy == np.inf:
        heat.energy = energy(tools, clues)
    for _ in range(steps):
        if heat.energy == 0:
            return True
        save(units, clues)
        if not _changed(tools, units, clues, random) or not serves_regions(units, clues):
            restore(units, clues)
            continue
        after = energy(tools, clues)
        if after > heat.energy and random_unit(random) >= exp((heat.energy - after) / heat.temperature):
            restore(units, clues)
            continue
        down = after < heat.energy
        heat.energy = after
        if down and after < NEARLY * len(clues) and _one_solution(tools, clues):
            heat.energy = 0.0
    return bool(heat.energy == 0)


@compiled
def energy(tools: Tools, clues: np.ndarray) -> float:
    """The candidates too many that propagation leaves; infinite for a contradiction."""
    found = count_completions(tools.tables, tools.search, clues, 1, 0)
    if tools.search.status[0].finished:
        return 0.0 if found else np.inf
    return float(excess_candidates(tools.tables, tools.search.board))


@compiled
def _one_solution(tools: Tools, clues: np.ndarray) -> bool:
    found = count_completions(tools.tables, tools.search, clues, 2, BRANCHES)
    return bool(found == 1 and tools.search.status[0].finished)


@compiled
def _changed(tools: Tools, units: Units, clues: np.ndarray, random: np.ndarray) -> bool:
    """Changes the board at random: one digit, or one or two units for others; False when it could not."""
    unit = random_below(random, len(units.status))
    if units.status[unit] == GONE:
        return False
    if random_below(random, 2):
        cell = units.cells[unit, random_below(random, units.lengths[unit])]
        digit = clues[cell]
        return _given(tools, clues, cell, random) and clues[cell] != digit
    if not units.movable[unit]:
        return False
    missing = units.lengths[unit]
    take(units, clues, unit)
    second = random_below(random, len(units.status))
    if units.status[second] != GONE and units.movable[second] and random_below(random, 4) == 0:
        missing += units.lengths[second]
        take(units, clues, second)
    for _ in range(PARTNERS):
        partner = random_below(random, len(units.status))
        fits = units.lengths[partner] <= missing and units.movable[partner] and units.status[partner] == GONE
        if fits and partner != unit:
            for cell in units.cells[partner]:
                if cell >= 0 and not _given(tools, clues, cell, random):
                    return False
            units.status[partner] = UNTRIED
            missing -= units.lengths[partner]
        if missing == 0:
            return True
    return False


@compiled
def _given(tools: Tools, clues: np.ndarray, cell: int, random: np.ndarray) -> bool:
    """Gives the cell a random digit that no clue it sees has; False when there is none."""
    digit = random_absent(random, seen_from(tools.peers[cell], clues), tools.tables.shape[0].digits)
    if digit >= 0:
        clues[cell] = digit + 1
    return digit >= 0
