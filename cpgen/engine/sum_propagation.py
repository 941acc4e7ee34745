"""Totals: weighted sums of cells, for cages, arrows, little killers and sums that follow from them.

Two rules are applied to a sum. By its *bounds*, a digit leaves a cell if the total cannot be reached with the other
cells at their smallest or largest. A sum is divided into *parts*, cells of the same weight that all differ: three of
them add up to 1 + 2 + 3 or more. By its *combinations*, if the cells all see each other and have weight 1, only sets
of different digits with that total count: a set is possible if all its digits are candidates of some cell and every
cell has one of them; digits in no possible set leave the cells, and a digit that is in all of them and has one place
is assigned there.

    cage of 2 cells, total 6:  sets 15, 24          (33 repeats a digit)
    candidates 1 2 4 | 2 5 9:  15 and 24 are possible, so 9 leaves the second cell
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import accumulate, combinations

import numpy as np

from cpgen.constraints.geometry import cell_mask
from cpgen.constraints.parts import parts_of
from cpgen.constraints.primitives import Linear
from cpgen.engine.domains import narrow
from cpgen.kernel import bit, compiled, lowest
from cpgen.kernel.bits import highest
from cpgen.kernel.structs import Struct
from cpgen.layout import Layout

ZERO, ONE = np.uint64(0), np.uint64(1)
UNBOUNDED = 1 << 40
"""Number that stands for a bound of a sum which does not exist"""
MOST_SETS = 1000
"""Largest number of digit sets of a sum that are listed; sums with more have bounds only"""


class TotalTables(Struct):
    """All sums of a layout; sum s has the parts from `part_starts[s]` up to `part_starts[s + 1]`, and so on."""

    least: np.ndarray
    """[sums] smallest value allowed"""
    most: np.ndarray
    """[sums] largest value allowed"""
    part_starts: np.ndarray
    """[sums + 1] the first part of each sum"""
    weights: np.ndarray
    """[parts] weight of the cells of each part"""
    cell_starts: np.ndarray
    """[parts + 1] the first cell of each part"""
    cells: np.ndarray
    set_starts: np.ndarray
    """[sums + 1] the first set of each sum; a sum without sets is propagated by its bounds only"""
    sets: np.ndarray
    """The sets of different digits that have the total of their sum, as masks"""


def total_tables(sums: Sequence[Linear], layout: Layout) -> TotalTables:
    """Return the tables of sums on a layout."""
    sets = [_digit_sets(one, layout) for one in sums]
    parts = [_parts(one, its, layout) for one, its in zip(sums, sets, strict=True)]
    ends = np.array([ends_of(one) for one in sums], np.int64).reshape(-1, 2)
    return TotalTables(
        least=ends[:, 0].copy(),
        most=ends[:, 1].copy(),
        part_starts=_starts(map(len, parts)),
        weights=np.array([weight for found in parts for _, weight in found], np.int64),
        cell_starts=_starts(len(cells) for found in parts for cells, _ in found),
        cells=np.array([cell for found in parts for cells, _ in found for cell in cells], np.int64),
        set_starts=_starts(map(len, sets)),
        sets=np.array([mask for found in sets for mask in found], np.uint64),
    )


def _parts(one: Linear, sets: tuple[int, ...], layout: Layout) -> list[tuple[tuple[int, ...], int]]:
    """Return the parts of a sum: the cells and the weight of each.

    A part has cells of one weight that all differ. `sets` are the possible sets of digits of the sum; if there are any,
    all its cells are one part.
    """
    # Cells that all see each other are one part, even if no one constraint contains them all.
    if sets or len(one.cells) == 1:
        return [(one.cells, one.coefficients[0])]
    return parts_of(one, layout.different)


def ends_of(one: Linear) -> tuple[int, int]:
    """Return the smallest and the largest value that a sum may have, by its relation and total.

    An end that the relation leaves open is −UNBOUNDED or UNBOUNDED.
    """
    return -UNBOUNDED if one.relation == "<=" else one.total, UNBOUNDED if one.relation == ">=" else one.total


def _starts(counts: Iterable[int]) -> np.ndarray:
    return np.array(list(accumulate(counts, initial=0)), np.int64)


def _digit_sets(one: Linear, layout: Layout) -> tuple[int, ...]:
    """Return the sets of different digits that a sum may have, as masks.

    Returns () if digits may repeat or have weights, so that sets are of no use, or if there are too many sets.
    """
    if one.relation != "=" or set(one.coefficients) != {1} or len(one.cells) < 2:
        return ()
    together, peers = cell_mask(one.cells), layout.peer_masks
    if any(together & ~peers[cell] != 1 << cell for cell in one.cells):  # cells that do not see each other
        return ()
    return sets_with(one.total, len(one.cells), layout.size)


@lru_cache(maxsize=1024)
def sets_with(total: int, count: int, size: int) -> tuple[int, ...]:
    """Return the sets of `count` different digits up to `size` with a total, as masks.

    Returns () if there are more than MOST_SETS.
    """
    masks: list[int] = []
    for digits in combinations(range(size), count):
        if sum(digits) + count == total:
            masks.append(sum(1 << digit for digit in digits))
            if len(masks) > MOST_SETS:
                return ()
    # A total that no set reaches leaves one empty set, which no cell can satisfy.
    return tuple(masks) or (0,)


@compiled
def propagate_total(totals: TotalTables, number: int, domains: np.ndarray, narrowed: np.ndarray) -> bool:
    """Eliminate digits with which a sum cannot have its total; return False if it cannot have it at all.

    `number` is the index of the sum. Digits are eliminated from `domains`, and cells that lose some are added to the
    bit set `narrowed`.
    """
    if totals.set_starts[number] < totals.set_starts[number + 1] and not _keep_sets(totals, number, domains, narrowed):
        return False
    return propagate_bounds(totals, number, domains, narrowed)


@compiled
def propagate_bounds(totals: TotalTables, number: int, domains: np.ndarray, narrowed: np.ndarray) -> bool:
    """Eliminate digits by the bounds of a sum alone; return False if it cannot have its total.

    The arguments are those of `propagate_total`.
    """
    smallest, largest = 0, 0
    for part in range(totals.part_starts[number], totals.part_starts[number + 1]):
        low, high = _range_of(totals, part, domains)
        smallest += low
        largest += high
    # A part may rise above its smallest value, and fall below its largest, by this much.
    rise, fall = totals.most[number] - smallest, largest - totals.least[number]
    if rise < 0 or fall < 0:
        return False
    for part in range(totals.part_starts[number], totals.part_starts[number + 1]):
        low, high = _range_of(totals, part, domains)
        if (high - low > rise or high - low > fall) and not _bound_part(
            totals, part, domains, narrowed, low + rise, high - fall
        ):
            return False
    return True


@compiled
def _range_of(totals: TotalTables, part: int, domains: np.ndarray) -> tuple[int, int]:
    """Return the smallest and the largest value that a part of a sum can have with the present candidates."""
    first, last = totals.cell_starts[part], totals.cell_starts[part + 1]
    low, high, union = 0, 0, ZERO
    for place in range(first, last):
        digits = domains[totals.cells[place]]
        low += lowest(digits) + 1
        high += highest(digits) + 1
        union |= digits
    if last - first > 1:
        low = max(low, _sum_of_lowest(union, last - first))
        high = min(high, _sum_of_highest(union, last - first))
    weight = totals.weights[part]
    if weight < 0:
        return weight * high, weight * low
    return weight * low, weight * high


@compiled
def _bound_part(
    totals: TotalTables, part: int, domains: np.ndarray, narrowed: np.ndarray, least_rise: int, most_fall: int
) -> bool:
    """Eliminate digits of a part of a sum that its other parts cannot make up for; return False if a cell loses all.

    A digit stays if the value of the part can be at most `least_rise` and if it can be at least `most_fall`. The other
    cells of the part differ from each other and from the digit.
    """
    first, last, weight = totals.cell_starts[part], totals.cell_starts[part + 1], totals.weights[part]
    union, lows, highs = ZERO, 0, 0
    for place in range(first, last):
        digits = domains[totals.cells[place]]
        union |= digits
        lows += lowest(digits) + 1
        highs += highest(digits) + 1
    for place in range(first, last):
        kept, digits = ZERO, domains[totals.cells[place]]
        other_lows, other_highs = lows - lowest(digits) - 1, highs - highest(digits) - 1
        while digits:
            digit = lowest(digits)
            digits &= digits - ONE
            others = union & ~bit(digit)
            low = weight * (digit + 1 + max(other_lows, _sum_of_lowest(others, last - first - 1)))
            high = weight * (digit + 1 + min(other_highs, _sum_of_highest(others, last - first - 1)))
            if min(low, high) <= least_rise and max(low, high) >= most_fall:
                kept |= bit(digit)
        if not narrow(domains, narrowed, totals.cells[place], kept):
            return False
    return True


@compiled
def _sum_of_lowest(digits: np.uint64, count: int) -> int:
    """Return the sum of the `count` lowest digits of a set, counted from 1; UNBOUNDED if there are not as many."""
    total = 0
    for _ in range(count):
        if digits == ZERO:
            return UNBOUNDED
        total += lowest(digits) + 1
        digits &= digits - ONE
    return total


@compiled
def _sum_of_highest(digits: np.uint64, count: int) -> int:
    """Return the sum of the `count` highest digits of a set, counted from 1; −UNBOUNDED if there are not as many."""
    total = 0
    for _ in range(count):
        if digits == ZERO:
            return -UNBOUNDED
        digit = highest(digits)
        total += digit + 1
        digits &= ~bit(digit)
    return total


@compiled
def _keep_sets(totals: TotalTables, number: int, domains: np.ndarray, narrowed: np.ndarray) -> bool:
    """Eliminate digits that are in no possible set of different digits with the total of a sum.

    Return False if no set is possible. The arguments are those of `propagate_total`.
    """
    # A sum with sets is one part.
    first, last = totals.cell_starts[totals.part_starts[number]], totals.cell_starts[totals.part_starts[number] + 1]
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
    """Return True if every cell of a sum can hold one of the digits.

    The cells of the sum are those from place `first` to before place `last` of `totals.cells`.
    """
    for place in range(first, last):  # noqa: SIM110 - compiled code has no generator expressions
        if not domains[totals.cells[place]] & digits:
            return False
    return True
