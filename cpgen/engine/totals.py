"""Totals: weighted sums of cells, for cages, arrows, little killers and sums that follow from them.

Two rules are applied to a sum. By its *bounds*, a digit leaves a cell if the total cannot be reached with the other
cells at their smallest or largest. By its *combinations*, if the cells all see each other and have weight 1, only sets
of different digits with that total count: a set is possible if all its digits are candidates of some cell and every
cell has one of them; digits in no possible set leave the cells, and a digit that is in all of them and has one place
is assigned there.

    cage of 2 cells, total 6:  sets 15, 24          (33 repeats a digit)
    candidates 1 2 4 | 2 5 9:  15 and 24 are possible, so 9 leaves the second cell
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations

import numpy as np

from cpgen.constraints.primitives import Linear
from cpgen.engine.domains import narrow
from cpgen.kernel import bit, compiled, lowest
from cpgen.kernel.structs import Struct

ZERO, ONE = np.uint64(0), np.uint64(1)
UNBOUNDED = 1 << 40
"""A total that no sum reaches"""
MOST_SETS = 1000
"""Largest number of digit sets of a sum that are listed; sums with more have bounds only"""


class TotalTables(Struct):
    """All sums of a layout; the cells and digit sets of sum s are those from `starts[s]` up to `starts[s + 1]`."""

    least: np.ndarray
    """[sums] smallest value allowed"""
    most: np.ndarray
    """[sums] largest value allowed"""
    starts: np.ndarray
    """[sums + 1]"""
    cells: np.ndarray
    weights: np.ndarray
    set_starts: np.ndarray
    """[sums + 1]; a sum without sets has bounds only"""
    sets: np.ndarray
    """Sets of different digits with the total, as masks"""


def total_tables(sums: Sequence[Linear], size: int, peers: Sequence[Iterable[int]]) -> TotalTables:
    """Return the tables of sums on a board of side `size`, where each cell sees its peers."""
    sets = [_digit_sets(one, size, peers) for one in sums]
    return TotalTables(
        least=np.array([-UNBOUNDED if one.relation == "<=" else one.total for one in sums], np.int64),
        most=np.array([UNBOUNDED if one.relation == ">=" else one.total for one in sums], np.int64),
        starts=_starts([len(one.cells) for one in sums]),
        cells=np.array([cell for one in sums for cell in one.cells], np.int64),
        weights=np.array([weight for one in sums for weight in one.coefficients], np.int64),
        set_starts=_starts(list(map(len, sets))),
        sets=np.array([mask for found in sets for mask in found], np.uint64),
    )


def _starts(counts: Sequence[int]) -> np.ndarray:
    return np.cumsum([0, *counts], dtype=np.int64)


def _digit_sets(one: Linear, size: int, peers: Sequence[Iterable[int]]) -> list[int]:
    """Return the sets of different digits with the total, as masks; [] if digits may repeat or have weights."""
    seen = [set(peers[cell]) for cell in one.cells]
    if one.relation != "=" or set(one.coefficients) != {1} or len(one.cells) < 2:
        return []
    if any(other not in seen[place] for place, _ in enumerate(one.cells) for other in one.cells[:place]):
        return []
    masks: list[int] = []
    for digits in combinations(range(size), len(one.cells)):
        if sum(digits) + len(digits) == one.total:
            masks.append(sum(1 << digit for digit in digits))
            if len(masks) > MOST_SETS:
                return []
    # A total that no set reaches leaves one empty set, which no cell can satisfy.
    return masks or [0]


@compiled
def propagate_total(totals: TotalTables, number: int, domains: np.ndarray, narrowed: np.ndarray) -> bool:
    """Eliminate digits with which a sum cannot have its total; return False if it cannot have it at all."""
    first, last = totals.starts[number], totals.starts[number + 1]
    if totals.set_starts[number] < totals.set_starts[number + 1] and not _keep_sets(totals, number, domains, narrowed):
        return False
    smallest, largest = 0, 0
    for place in range(first, last):
        low, high = _range_of(totals.weights[place], domains[totals.cells[place]])
        smallest += low
        largest += high
    # How far a cell may rise above its smallest value, and fall below its largest.
    rise, fall = totals.most[number] - smallest, largest - totals.least[number]
    if rise < 0 or fall < 0:
        return False
    for place in range(first, last):
        cell, weight = totals.cells[place], totals.weights[place]
        low, high = _range_of(weight, domains[cell])
        if high - low > rise or high - low > fall:
            kept, digits = ZERO, domains[cell]
            while digits:
                digit = lowest(digits)
                digits &= digits - ONE
                value = weight * (digit + 1)
                if value - low <= rise and high - value <= fall:
                    kept |= bit(digit)
            if not narrow(domains, narrowed, cell, kept):
                return False
    return True


@compiled
def _range_of(weight: int, digits: np.uint64) -> tuple[int, int]:
    """Return the smallest and the largest value of a weighted cell."""
    low, high = lowest(digits) + 1, 0
    while digits:
        high = lowest(digits) + 1
        digits &= digits - ONE
    if weight < 0:
        return weight * high, weight * low
    return weight * low, weight * high


@compiled
def _keep_sets(totals: TotalTables, number: int, domains: np.ndarray, narrowed: np.ndarray) -> bool:
    """Eliminate digits that are in no possible set; return False if there is none."""
    first, last = totals.starts[number], totals.starts[number + 1]
    once, twice = ZERO, ZERO  # digits that one cell or more, two cells or more can hold
    for place in range(first, last):
        digits = domains[totals.cells[place]]
        twice |= once & digits
        once |= digits
    allowed, required = ZERO, ~ZERO
    for row in range(totals.set_starts[number], totals.set_starts[number + 1]):
        digits = totals.sets[row]
        if not digits & ~once and _is_in_all_cells(totals, first, last, digits, domains):
            allowed |= digits
            required &= digits
    if allowed == ZERO:
        return False
    # A digit of all sets that one cell alone can hold has to be there.
    single = required & once & ~twice
    for place in range(first, last):
        cell = totals.cells[place]
        forced = domains[cell] & single
        if forced & (forced - ONE):
            return False  # two digits have this cell alone
        if not narrow(domains, narrowed, cell, forced or allowed):
            return False
    return True


@compiled
def _is_in_all_cells(totals: TotalTables, first: int, last: int, digits: np.uint64, domains: np.ndarray) -> bool:
    """Return True if every cell of a sum can hold one of the digits."""
    for place in range(first, last):  # noqa: SIM110 - compiled code has no generator expressions
        if not domains[totals.cells[place]] & digits:
            return False
    return True
