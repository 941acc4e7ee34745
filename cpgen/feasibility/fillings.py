"""All fillings of the free clues of a pattern, up to the names of the digits, and those with one solution.

Digits that no fixed clue shows are alike: the first that is used gets the lowest name, and so on. A filling that
shows fewer than n − 1 different digits has several solutions and is left out.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import prod
from typing import NamedTuple

import numpy as np

from cpgen.kernel import bit, compiled, compiled_at_once, compiled_when_hot
from cpgen.kernel.records import Record, padded, record
from cpgen.layout import Layout
from cpgen.oracles.bitset import search_state, search_tables
from cpgen.oracles.bitset_search import SearchTables, count_completions
from cpgen.oracles.plane_search import SearchState
from cpgen.pattern import Pattern
from cpgen.puzzle import Grid

WORK = 5 * 10**10
"""Fillings are few when there are no more than this over n⁷, the time that a search on a nearly open board takes"""
MOST_SET = 2_000_000
"""Digits that may be set on the way through all fillings"""
AT_A_TIME = 1_000
"""Fillings that are counted in one go: many goes are compiled"""
MOST_BRANCHES = 1_000
"""Branches of one search for two solutions"""


class Fillings(NamedTuple):
    """The state of the enumeration; k free clues, n digits."""

    cells: np.ndarray
    """[k] the free clues"""
    before: np.ndarray
    """[k, B] the free clues before it that a free clue sees, then −1"""
    barred: np.ndarray
    """[k] the mask of the names that it sees on fixed clues"""
    names: np.ndarray
    """[n] the digits, those that are fixed somewhere first"""
    chosen: np.ndarray
    """[k] the name that it has now, a place in `names`, −1 for none"""
    used: np.ndarray
    """[k + 1] how many names are in use before it gets its own, those of fixed clues included"""
    clues: np.ndarray
    """[N] the fixed digits, and those of the filling"""
    progress: Record
    """`depth` clues have a digit; digits `set` and fillings `tried` so far; whether it `gave_up`"""


def fillings_of(layout: Layout, pattern: Pattern) -> Fillings:
    """The enumeration, at its start."""
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
        used=np.full(len(free) + 1, len(fixed), np.int64),
        clues=clues,
        progress=record(depth=0, set=0, tried=0, gave_up=0),
    )


def puzzles_among(layout: Layout, fillings: Fillings) -> Iterator[Grid]:
    """The fillings with one solution; `fillings.progress` says at the end how many were tried, and whether all were."""
    tables, state = search_tables(layout), search_state(layout)
    while next_puzzle(fillings, tables, state):
        yield tuple(fillings.clues.tolist())


def are_few(fillings: Fillings) -> bool:
    """Whether there are few enough fillings to try them all; goes all the way through them, if it is not obvious."""
    most = WORK // len(fillings.names) ** 7
    if least_number(fillings) > most:
        return False
    found = 0
    while found <= most and (more := count_on(fillings, min(AT_A_TIME, most + 1 - found))):
        found += more
    return found <= most and not fillings.progress.gave_up


def least_number(fillings: Fillings) -> int:
    """A number of fillings that there are at least: new names first, then any name that a clue sees nowhere."""
    names = len(fillings.names)
    new = max(0, names - 1 - int(fillings.used[0]))
    seen = (fillings.before >= 0).sum(axis=1) + np.array([int(mask).bit_count() for mask in fillings.barred], int)
    return prod(max(0, names - number) for number in seen[new:].tolist())


@compiled_when_hot
def count_on(fillings: Fillings, most: int) -> int:
    """The number of fillings from here on, no more than `most`; 0 when there are no more."""
    found = 0
    while found < most and next_filling(fillings):
        found += 1
    return found


@compiled_at_once
def next_puzzle(fillings: Fillings, tables: SearchTables, state: SearchState) -> bool:
    """Moves to the next filling with one solution; False when there is none, or a search was too long."""
    while next_filling(fillings):
        fillings.progress.tried += 1
        found = count_completions(tables, state, fillings.clues, 2, MOST_BRANCHES)
        if not state.status[0].finished:
            fillings.progress.gave_up = 1
            return False
        if found == 1:
            return True
    return False


@compiled
def next_filling(fillings: Fillings) -> bool:
    """Moves to the next filling; False when there is none, or it takes too long."""
    progress, last = fillings.progress, len(fillings.cells)
    depth: int = progress.depth
    depth -= depth == last
    while 0 <= depth < last:
        name, cell = _next_name(fillings, depth), fillings.cells[depth]
        progress.set += 1
        if progress.set > MOST_SET:
            progress.gave_up = 1
            return False
        fillings.chosen[depth] = name
        if name < 0:
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
    """The next name that a free clue may have: one in use or the first that is not, and none that it sees."""
    size, used = len(fillings.names), fillings.used[index]
    to_come = len(fillings.cells) - index - 1
    for name in range(fillings.chosen[index] + 1, min(used + 1, size)):
        enough = max(used, name + 1) + to_come >= size - 1
        if enough and not fillings.barred[index] & bit(name) and not _seen(fillings, index, name):
            return name
    return -1


@compiled
def _seen(fillings: Fillings, index: int, name: int) -> bool:
    for other in fillings.before[index]:
        if other < 0:
            return False
        if fillings.chosen[other] == name:
            return True
    return False
