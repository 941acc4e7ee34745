"""The search for few clues: dig on many grids, put orbits back and dig again, then walk from grid to grid.

With the check `unique` the walk does most of the work: digging leaves a puzzle to start from, the walk looks for one
with fewer clues, and so on down, with fresh starts and other temperatures in turn when it does not find one. With
the other checks the search digs again and again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import count, cycle, islice

import numpy as np

from cpgen.generation.digging.centre import CentrePattern
from cpgen.generation.digging.digger import Digger
from cpgen.generation.digging.kernel import GONE, UNTRIED
from cpgen.generation.digging.walk import ENERGY, walk
from cpgen.generation.grids import Shuffled
from cpgen.kernel import random_state
from cpgen.oracles.bitset_search import SHUFFLED, count_completions
from cpgen.puzzle import Grid
from cpgen.symmetry.square import random_pattern

AGAIN = 2_000_000
"""Checks for digging again in one grid are this over n³"""
DUG = 2
"""Puzzles that are dug before the walk begins: one, and the same grid dug again"""
TEMPERATURES = (8.0, 5.0, 3.0)
"""Of the walk's starts, in turn: high ones are best up to 9×9, the low ones first on larger boards"""
WALK = 1_500_000_000
"""Steps of one start of the walk are this over n³, which is about three seconds on 9×9"""
SLICE = 100_000_000
"""Steps between two looks at the clock are this over n⁴"""

Draw = Callable[[np.random.Generator], Shuffled]
Found = tuple[np.ndarray, Grid, str]
"""Clues, the solution, and where the grid came from"""


def search(digger: Digger, draw: Draw, rng: np.random.Generator, least: int) -> Iterator[Found]:
    """Each puzzle with fewer clues than those before, down to `least`; raises OutOfTimeError when the clock says so."""
    best = digger.request.layout.cell_count + 1
    for found in _candidates(digger, draw, rng, least):
        clues = int(np.count_nonzero(found[0]))
        if least <= clues < best:
            best = clues
            yield found
        if best == least:
            return


def _candidates(digger: Digger, draw: Draw, rng: np.random.Generator, least: int) -> Iterator[Found]:
    """Puzzles without end, by the walk where it can be taken."""
    request = digger.request
    walking = request.check.kind == "unique" and request.grid is None and not request.kept
    for found in islice(_dug_grids(digger, draw, rng, least), DUG if walking else None):
        yield found
    yield from _walks(digger, draw, rng, int(np.count_nonzero(found[0])), least)


def _dug_grids(digger: Digger, draw: Draw, rng: np.random.Generator, least: int) -> Iterator[Found]:
    for _ in count():
        digger.clock.attempts += 1
        made = draw(rng)
        grid = np.array(made.grid, np.uint8)
        clues = digger.dig(grid, rng, least)
        if clues is not None:
            yield clues.copy(), made.grid, digger.request.source_name
            digger.dig_again(grid, clues, rng, least, AGAIN // digger.request.layout.size**3)
            yield clues, made.grid, digger.request.source_name


def _walks(digger: Digger, draw: Draw, rng: np.random.Generator, best: int, least: int) -> Iterator[Found]:
    """Puzzles that the walk meets, each with fewer clues than the one before."""
    temperatures = cycle(TEMPERATURES if digger.request.layout.size <= 9 else TEMPERATURES[::-1])
    while best > least:
        wanted = max((number for number in digger.request.reachable if least <= number < best), default=0)
        found = wanted and _walked(digger, draw, rng, wanted, least, next(temperatures))
        if found:
            best = int(np.count_nonzero(found[0]))
            yield found


def _walked(
    digger: Digger, draw: Draw, rng: np.random.Generator, wanted: int, least: int, temperature: float
) -> Found | None:
    """The puzzle that one start of the walk meets, with all orbits taken that can go down to `least` clues."""
    digger.clock.attempts += 1
    clues = _start(digger, draw(rng), wanted, rng)
    if not _walk(digger, clues, np.array([np.inf, temperature]), random_state(rng)):
        return None
    tools = digger.unique
    if count_completions(tools.tables, tools.state, clues, 2, tools.branches) != 1:
        return None
    grid = tools.state.solutions[0].copy()
    digger.thin(grid, clues, rng, least)
    return clues, tuple(grid.tolist()), "walk"


def _start(digger: Digger, made: Shuffled, wanted: int, rng: np.random.Generator) -> np.ndarray:
    """So many clues of a grid on a random pattern with the symmetry, and with the centre that was chosen."""
    clues = np.zeros(len(made.grid), np.uint8)
    for cell in _cells(digger, digger.centre, wanted, rng):
        clues[cell] = made.grid[cell]
    units = digger.units
    for unit, first in enumerate(units.cells[:, 0].tolist()):
        units.status[unit] = UNTRIED if clues[first] else GONE
    return clues


def _cells(digger: Digger, centre: CentrePattern | None, wanted: int, rng: np.random.Generator) -> list[int]:
    request = digger.request
    if centre is None:
        return list(random_pattern(request.layout.size, wanted, request.kept_symmetry, rng).cells)
    others = rng.permutation(np.flatnonzero(digger.movable))[: (wanted - len(centre.open)) // 2]
    return [*centre.open, *digger.units.cells[others].ravel().tolist()]


def _walk(digger: Digger, clues: np.ndarray, heat: np.ndarray, random: np.ndarray) -> bool:
    size, tools = digger.request.layout.size, digger.unique
    tools.state.marks[SHUFFLED] = 0
    steps = max(1, SLICE // size**4)
    for _ in range(0, WALK // size**3, steps):
        if walk(tools, digger.units, digger.movable, clues, digger.before, heat, random, steps):
            return True
        digger.clock.ratings += steps
        digger.clock.check()
    return bool(heat[ENERGY] == 0)
