"""Enumeration of all fillings of a pattern: digits for its free clues, up to the names of the digits.

Digits that no fixed clue shows are interchangeable, so fillings that differ only by renaming them count as one. The
enumeration visits one of each: a *name* is an index into `Fillings.names` (the digits of the fixed clues first), and a
free clue gets a name already in use or the first unused one, never a later one. A filling that shows fewer than
n − 1 digits is skipped, because two digits that no clue shows can be swapped in any solution. If the constraints of the
layout tell digits apart, all names are in use from the beginning, so that every filling is visited.

It is a depth-first search over the free clues in reading order, one clue per level, with the state in flat arrays so
that it can stop after any number of fillings and continue later.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import prod

import numpy as np

from cpgen.engine.search import Search, count_completions, new_search
from cpgen.engine.tables import engine_tables
from cpgen.kernel import bit, compiled, compiled_when_hot
from cpgen.kernel.record_arrays import padded, records
from cpgen.kernel.structs import Struct
from cpgen.layout import Layout
from cpgen.pattern import Pattern
from cpgen.puzzle import Grid

WORK = 5 * 10**10
"""Budget for trying all fillings

Their number must be at most this divided by n⁷, because the cost of one search grows with n⁷.
"""
MOST_SET = 2_000_000
"""Number of digits assigned to clues after which an enumeration is given up"""
AT_A_TIME = 1_000
"""Number of fillings counted per call of `count_next`"""
MOST_BRANCHES = 1_000
"""Limit of branches in each search for two solutions"""


class Fillings(Struct):
    """State of the enumeration of a pattern's fillings, for k free clues and n digits on N cells."""

    cells: np.ndarray
    """[k] cells of the free clues"""
    before: np.ndarray
    """[k, B] for each free clue, the indices of earlier free clues that it sees, filled up with −1"""
    barred: np.ndarray
    """[k] for each free clue, a mask of the names that it cannot have because of fixed clues"""
    names: np.ndarray
    """[n] digit that each name stands for"""
    chosen: np.ndarray
    """[k] current name of each free clue, −1 for none"""
    used: np.ndarray
    """[k + 1] number of names in use before each level, including those of fixed clues"""
    clues: np.ndarray
    """[N] digits of the fixed clues and the current filling, 0 for an open cell"""
    progress: np.ndarray
    """[1] record: `depth` (free clues with a name), names assigned (`set`), fillings `tried`, True if it `gave_up`"""


def fillings_of(layout: Layout, pattern: Pattern) -> Fillings:
    """Return the state at the start of the enumeration of a pattern's fillings."""
    clues = np.array(pattern.fixed_clues(), np.uint8)
    free = [cell for cell, digit in zip(pattern.cells, pattern.fixed, strict=True) if not digit]
    fixed = sorted(set(pattern.fixed) - {0})
    names = [*fixed, *(digit for digit in range(1, layout.size + 1) if digit not in fixed)]
    sees = [set(layout.peers[cell]) for cell in free]
    before = [[other for other in range(k) if free[other] in sees[k]] for k in range(len(free))]
    barred = [sum(1 << k for k, digit in enumerate(fixed) if digit in clues[list(cells)]) for cells in sees]
    return Fillings(
        cells=np.array(free, np.int64),
        before=padded(before),
        barred=np.array(barred, np.uint64),
        names=np.array(names, np.uint8),
        chosen=np.full(len(free), -1, np.int64),
        used=np.full(len(free) + 1, len(fixed) if layout.digits_interchangeable else layout.size, np.int64),
        clues=clues,
        progress=records(1, depth=np.int64, set=np.int64, tried=np.int64, gave_up=np.bool_),
    )


def puzzles_among(layout: Layout, fillings: Fillings) -> Iterator[Grid]:
    """Yield the fillings with exactly one solution, as grids with 0 for open cells.

    Afterwards `fillings.progress` holds the number of fillings tried and whether the enumeration gave up.
    """
    search = new_search(engine_tables(layout))
    while next_puzzle(fillings, search):
        yield tuple(fillings.clues.tolist())


def are_few(fillings: Fillings) -> bool:
    """Return True if all fillings can be tried within the limit; counting them advances the enumeration."""
    # Most patterns are refused by the bound, before anything is enumerated.
    most = WORK // len(fillings.names) ** 7
    if least_number(fillings) > most:
        return False
    number = 0
    while number <= most and (more := count_next(fillings, min(AT_A_TIME, most + 1 - number))):
        number += more
    return number <= most and not fillings.progress[0].gave_up


def least_number(fillings: Fillings) -> int:
    """Return a lower bound on the number of fillings.

    It counts only fillings whose first clues introduce all new names; every later clue then has at least as many names
    as it does not see on other clues.
    """
    names = len(fillings.names)
    # Names that no fixed clue shows yet; all but one of them have to appear.
    new = max(0, names - 1 - int(fillings.used[0]))
    seen = (fillings.before >= 0).sum(axis=1) + np.array([int(mask).bit_count() for mask in fillings.barred], int)
    return prod(max(0, names - number) for number in seen[new:].tolist())


@compiled_when_hot
def count_next(fillings: Fillings, most: int) -> int:
    """Advance by at most `most` fillings; return the number of fillings passed."""
    number = 0
    while number < most and next_filling(fillings):
        number += 1
    return number


@compiled_when_hot
def next_puzzle(fillings: Fillings, search: Search) -> bool:
    """Advance to the next filling with one solution; return False at the end or if a search takes too long."""
    while next_filling(fillings):
        fillings.progress[0].tried += 1
        solutions = count_completions(search, fillings.clues, 2, MOST_BRANCHES)
        if not search.status[0].finished:
            fillings.progress[0].gave_up = True
            return False
        if solutions == 1:
            return True
    return False


@compiled
def next_filling(fillings: Fillings) -> bool:
    """Advance to the next filling; return False at the end or after MOST_SET assignments."""
    progress, last = fillings.progress[0], len(fillings.cells)
    depth: int = progress.depth
    depth -= depth == last  # resume at the last clue of the previous filling
    while 0 <= depth < last:
        name, cell = _next_name(fillings, depth), fillings.cells[depth]
        progress.set += 1
        if progress.set > MOST_SET:
            progress.gave_up = True
            return False
        fillings.chosen[depth] = name
        if name < 0:  # no name left: backtrack
            fillings.clues[cell] = 0
            depth -= 1
        else:
            fillings.clues[cell] = fillings.names[name]
            fillings.used[depth + 1] = max(fillings.used[depth], name + 1)
            depth += 1
    progress.depth = depth
    return bool(depth == last)


@compiled
def _next_name(fillings: Fillings, index: int) -> int:
    """Return the next possible name (index of a digit) of free clue number `index` after its current one, or −1."""
    size, used = len(fillings.names), fillings.used[index]
    to_come = len(fillings.cells) - index - 1
    for name in range(fillings.chosen[index] + 1, min(used + 1, size)):
        # The clues still to come must be able to raise the number of digits shown to n − 1.
        enough = max(used, name + 1) + to_come >= size - 1
        if enough and not fillings.barred[index] & bit(name) and not _is_seen(fillings, index, name):
            return name
    return -1


@compiled
def _is_seen(fillings: Fillings, index: int, name: int) -> bool:
    """Return True if an earlier free clue that sees clue number `index` has the name (index of a digit)."""
    for other in fillings.before[index]:
        if other < 0:
            return False
        if fillings.chosen[other] == name:
            return True
    return False
