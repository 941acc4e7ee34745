"""How few clues does a grid allow? Some units are put back and the rest is dug again, for any check."""

from __future__ import annotations

import numpy as np

from cpgen.generation.digging.checks import Tools
from cpgen.generation.digging.kernel import (
    CHECKS,
    CLUES,
    GONE,
    KEPT,
    UNTRIED,
    Units,
    put_back,
    remember,
    restore,
    shuffle,
    try_unit,
)
from cpgen.kernel import compiled, inlined, inner, random_below

BACK = 2
"""Units put back at once, at most"""


@compiled
def dig_again(
    tools: Tools,
    units: Units,
    movable: np.ndarray,
    grid: np.ndarray,
    clues: np.ndarray,
    before: np.ndarray,
    random: np.ndarray,
    least: int,
    most: int,
) -> int:
    """Puts units back and digs again, keeping what is no worse, for about `most` checks; the clues left.

    Never keeps fewer than `least` clues, and ends when it has reached them.
    """
    marks = units.marks
    stop = marks[CHECKS] + most
    while marks[CHECKS] < stop and marks[CLUES] > least:
        count = marks[CLUES]
        remember(units, clues, before)
        if not _some_back(units, movable, grid, clues, random):
            return int(count)
        _dig_rest(tools, units, movable, grid, clues, random, least)
        if marks[CLUES] > count:
            restore(units, clues, before)
            marks[CLUES] = count
    return int(marks[CLUES])


@inner
def _some_back(units: Units, movable: np.ndarray, grid: np.ndarray, clues: np.ndarray, random: np.ndarray) -> bool:
    """Puts one or more random units back, as untried among others that are kept; False when there are none."""
    wanted = 1 + random_below(random, BACK)
    put = 0
    shuffle(units.order, random)
    for unit in units.order:
        if put < wanted and movable[unit] and units.status[unit] == GONE:
            put_back(units, grid, clues, unit)
            put += 1
        elif units.status[unit] == UNTRIED:
            units.status[unit] = KEPT
    return put > 0


@inlined
def _dig_rest(
    tools: Tools,
    units: Units,
    movable: np.ndarray,
    grid: np.ndarray,
    clues: np.ndarray,
    random: np.ndarray,
    least: int,
) -> None:
    """Tries first the units that were there before, then those put back."""
    shuffle(units.order, random)
    for turn in (KEPT, UNTRIED):
        for unit in units.order:
            enough = units.marks[CLUES] - units.lengths[unit] >= least
            if enough and movable[unit] and units.status[unit] == turn:
                try_unit(tools, units, grid, clues, unit)
