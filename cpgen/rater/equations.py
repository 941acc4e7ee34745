"""Set equations: sums that follow from houses and sums of constraints together, each counted with a multiplicity.

Where sums are added and subtracted, cells cancel, and what is left has a known total:

    row 1                 a a a b b b c c c      45
    region sum line       a a a = d d            0
    together              b b b c c c + d d      45

An equation with many cells excludes candidates, too, if its total is close to the smallest or the largest possible, or
if it is odd where nearly all cells contribute something even.

The search begins with the sums that constraints state, and with those of few cells that houses alone state on jigsaws.
From a sum of many cells, the houses that lie mostly in it are taken first: an arrow through all the other cells of the
board leaves the number in its circle. It adds and subtracts up to two more of them, and then up to two houses. After
each addition only the simplest results are kept: few cells, of few sums and houses. Sums are rows of a matrix of
weights with a column for each cell; how many cells the sum of two rows has is known from products of such matrices, so
only the sums that are kept are computed.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import product

import numpy as np

from cpgen.constraints.base import Constraint
from cpgen.constraints.house import COLUMN, REGION, ROW, House
from cpgen.constraints.primitives import Decomposition, Linear, Pair
from cpgen.layout import Layout

MOST_CELLS = 24
"""Largest number of cells of an equation"""
MOST_WEIGHT, MOST_HEAVY = 3, 3
"""Largest weight of a cell in an equation, but for a few that may weigh more, as the digits of a long number do"""
MOST_COMBINED, MOST_HOUSES = 3, 2
"""Largest number of sums that are combined, and of houses that are then added or subtracted"""
MOST_SUMS = 250
"""Largest number of sums that are combined, the simplest ones"""
MOST_LEFT_OVER = 6
"""Largest number of cells of a sum that follows from houses alone"""
MOST_AT_ONCE = 2000
"""Largest number of sums that are kept after each addition"""
CELLS_PER_PART = 2
"""Number of cells that make a sum as complex as one more sum or house from which it follows"""
MOST_EQUATIONS = 2000
"""Largest number of equations of a layout, the simplest ones"""
USELESS = 1 << 14
"""Complexity of a sum that is not wanted"""
PAIR_WEIGHTS = ((1, 1), (1, -1), (2, -1), (1, -2))
"""Weights with which all pairs of digits that a link allows may have one sum, as those of an X or a palindrome"""


@dataclass(frozen=True)
class Equation:
    """Weighted sum of cells with a known total, and the houses and constraints from which it follows."""

    linear: Linear
    houses: tuple[tuple[House, int], ...]
    """Houses, each with the number of times that it is added (positive) or subtracted (negative)"""
    constraints: tuple[Constraint, ...]


@dataclass(frozen=True)
class _Sums:
    """Sums of cells, one per row of some matrices.

    The matrices have the weights of the cells, and the numbers of sums of constraints and of houses that are combined.
    """

    weights: np.ndarray
    """[sums, N]"""
    totals: np.ndarray
    """[sums]"""
    clues: np.ndarray
    """[sums, C] number of sums of each constraint that are combined"""
    houses: np.ndarray
    """[sums, H] number of times that each house is added"""

    def __len__(self) -> int:
        return len(self.totals)

    def rows(self, chosen: np.ndarray) -> _Sums:
        """Return the sums with these indices, or those for which a mask is True."""
        return _Sums(self.weights[chosen], self.totals[chosen], self.clues[chosen], self.houses[chosen])

    def plus(self, other: _Sums, sign: np.ndarray) -> _Sums:
        """Add to each sum the sum in the same row of `other`, times `sign` (an array with 1 or −1 for each row).

        Returns the new sums; neither argument changes.
        """
        factor = sign[:, None]
        return _Sums(
            self.weights + factor * other.weights,
            self.totals + sign * other.totals,
            self.clues + other.clues,
            self.houses + factor * other.houses,
        )

    @property
    def complexity(self) -> np.ndarray:
        """Array [sums]: number of cells of each sum, plus CELLS_PER_PART for each sum or house it follows from.

        Many houses, which are taken from a sum together, count as MOST_HOUSES.
        """
        parts = self.clues.sum(1) + np.minimum(np.abs(self.houses).sum(1), MOST_HOUSES)
        cells: np.ndarray = (self.weights != 0).sum(1) + CELLS_PER_PART * parts
        return cells


@lru_cache(maxsize=32)
def set_equations(layout: Layout) -> tuple[Equation, ...]:
    """Return the equations of a layout with constraints, simple ones first."""
    if not layout.further:
        return ()
    houses = _of_houses(layout, np.eye(len(layout.houses), dtype=np.int64))
    stated = _stated_sums(layout)
    # Groups of equal sums are compared with one another, not only with the first.
    alike = (stated.clues @ stated.clues.T > 0) & ~np.eye(len(stated), dtype=np.bool_)
    within = _added(stated, stated, alike, least_cancelled=1)
    sums = _simplest(_joined([stated, within, _rests(layout, stated), _leftovers(layout)]), houses, MOST_SUMS)
    touched = _touches(sums, houses)
    found, combined = list[_Sums](), sums
    for count in range(1, MOST_COMBINED + 1):
        if count > 1:
            near = _touches(combined, houses) @ touched.T > 0
            combined = _simplest(_added(combined, sums, near), houses, MOST_AT_ONCE)
        reduced = combined
        found.append(reduced)
        for _ in range(MOST_HOUSES):
            every = np.ones((len(reduced), len(houses)), np.bool_)
            reduced = _simplest(_added(reduced, houses, every, least_cancelled=2), houses, MOST_AT_ONCE)
            found.append(reduced)
    return tuple(_equations(layout, _simplest(_joined(found), houses, MOST_EQUATIONS)))


def _stated_sums(layout: Layout) -> _Sums:
    """Return the weighted sums that the constraints of a layout state, at most MOST_SUMS.

    A link between two cells counts if all its allowed pairs of digits have the same weighted sum.
    """
    own = layout.primitives_of[len(layout.houses) :]
    stated = [(clue, one) for clue, primitives in enumerate(own) for one in primitives.once(_sums_of, layout.size)]
    stated = stated[:MOST_SUMS]
    weights = np.zeros((len(stated), layout.cell_count), np.int64)
    clues = np.zeros((len(stated), len(own)), np.int64)
    for row, (clue, one) in enumerate(stated):
        weights[row, one.cells] = one.coefficients
        clues[row, clue] = 1
    totals = np.array([one.total for _, one in stated], np.int64)
    return _Sums(weights, totals, clues, np.zeros((len(stated), len(layout.houses)), np.int64))


def _sums_of(primitives: Decomposition, n: int) -> list[Linear]:
    sums = [one for one in primitives if isinstance(one, Linear) and one.relation == "="]
    return sums + [found for one in primitives if isinstance(one, Pair) for found in _sum_of_pair(one, n)]


def _sum_of_pair(one: Pair, n: int) -> Iterator[Linear]:
    """Yield a weighted sum of two cells that has the same total for all allowed pairs of digits.

    Only the first one found is yielded, or none. `n` is the largest digit.
    """
    pairs = [(a, b) for a, b in product(range(1, n + 1), repeat=2) if one.allowed[a - 1] >> b - 1 & 1]
    for weights in PAIR_WEIGHTS:
        totals = {weights[0] * a + weights[1] * b for a, b in pairs}
        if len(totals) == 1:
            yield Linear(one.cells, weights, "=", totals.pop())
            return


def _leftovers(layout: Layout) -> _Sums:
    """Return the sums of few cells that follow from houses alone, as on jigsaws.

    They are differences of neighbouring lines and the regions in them. Row 1 less a region with eight of its cells, for
    example, leaves two cells that are equal.
    """
    members = _of_houses(layout, np.eye(len(layout.houses), dtype=np.int64)).weights
    areas = [np.zeros((0, len(layout.houses)), np.int64)]
    for kind, count in product((ROW, COLUMN), range(1, layout.size // 2 + 1)):
        lines = [number for number, house in enumerate(layout.houses) if house.kind == kind]
        for first in range(len(lines) - count + 1):
            times = np.zeros((1, len(layout.houses)), np.int64)
            times[0, lines[first : first + count]] = 1
            # Regions that have more than half of their cells in the area are subtracted.
            for number, house in enumerate(layout.houses):
                if house.kind not in (ROW, COLUMN) and 2 * (times @ members)[0, house.cells].sum() > layout.size:
                    areas.append(times := times - np.eye(len(layout.houses), dtype=np.int64)[number])
    found = _of_houses(layout, np.concatenate(areas))
    cells = (found.weights != 0).sum(1)
    return found.rows((cells > 1) & (cells <= MOST_LEFT_OVER))


def _rests(layout: Layout, sums: _Sums) -> _Sums:
    """Return what sums of more than MOST_CELLS cells leave without the rows, columns or regions that lie in them.

    A house lies in a sum if more than half of its cells have weight 1 there, or more than half have −1.
    """
    large = sums.rows((sums.weights != 0).sum(1) > MOST_CELLS)
    members = _of_houses(layout, np.eye(len(layout.houses), dtype=np.int64)).weights
    inside = 2 * _products(large.weights == 1, members) > layout.size
    opposite = 2 * _products(large.weights == -1, members) > layout.size
    times = opposite.astype(np.int64) - inside.astype(np.int64)
    of_kind = [np.array([house.kind == kind for house in layout.houses]) for kind in (ROW, COLUMN, REGION)]
    ones = np.ones(len(large), np.int64)
    return _joined([large.plus(_of_houses(layout, times * chosen), ones) for chosen in of_kind])


def _of_houses(layout: Layout, times: np.ndarray) -> _Sums:
    """Return sums of houses: one for each row of `times`, an array [sums, H].

    Each house is added as often as the row says, or subtracted if the number is negative.
    """
    members = np.zeros((len(layout.houses), layout.cell_count), np.int64)
    for number, house in enumerate(layout.houses):
        members[number, house.cells] = 1
    total = layout.size * (layout.size + 1) // 2
    clues = np.zeros((len(times), len(layout.further)), np.int64)
    return _Sums(times @ members, times.sum(1) * total, clues, times)


def _touches(sums: _Sums, houses: _Sums) -> np.ndarray:
    """Return an array [sums, H] with 1 where a sum has cells in a house, else 0."""
    touches: np.ndarray = (_products(sums.weights != 0, houses.weights != 0) > 0).astype(np.float32)
    return touches


def _added(sums: _Sums, others: _Sums, allowed: np.ndarray, least_cancelled: int = 0) -> _Sums:
    """Return the sums and differences of each of `sums` and each of `others`, as far as they are simple.

    At most 2 · MOST_AT_ONCE are returned, those of least `complexity`.

    Args:
        sums: The first operands.
        others: The second operands, added or subtracted.
        allowed: Array [sums, others], True for the pairs to combine.
        least_cancelled: Least number of cells that must cancel.
    """
    left, right = sums.weights, others.weights
    shared = _products(left != 0, right != 0)
    at_first = (left != 0).sum(1)[:, None] + (right != 0).sum(1) - shared
    parts = (sums.complexity - (left != 0).sum(1))[:, None] + (others.complexity - (right != 0).sum(1))
    sizes = np.intersect1d(np.abs(left), np.abs(right))
    values = [value for size in sizes[sizes > 0] for value in (-size, size)]
    complexity = []
    for sign in (1, -1):
        cancelled = sum(_products(left == value, right == -sign * value) for value in values)
        cells = at_first - cancelled
        is_useful = allowed & (cancelled >= least_cancelled) & (cells > 0) & (cells <= MOST_CELLS)
        complexity.append(np.where(is_useful, cells + parts, USELESS))
    together = np.concatenate(complexity).astype(np.int16)  # which is sorted quickly
    order = np.argsort(together, axis=None, kind="stable")[: 2 * MOST_AT_ONCE]
    order = order[together.ravel()[order] < USELESS]
    row, other = np.unravel_index(order, together.shape)
    signs = np.where(row < len(sums), 1, -1)
    return sums.rows(row % max(1, len(sums))).plus(others.rows(other), signs)


def _products(left: np.ndarray, right: np.ndarray) -> np.ndarray:
    """Return an array [rows of left, rows of right]: the number of columns in which both rows are True."""
    products: np.ndarray = left.astype(np.float32) @ right.astype(np.float32).T
    return products


def _joined(found: Sequence[_Sums]) -> _Sums:
    return _Sums(
        np.concatenate([one.weights for one in found]),
        np.concatenate([one.totals for one in found]),
        np.concatenate([one.clues for one in found]),
        np.concatenate([one.houses for one in found]),
    )


def _simplest(sums: _Sums, houses: _Sums, count: int) -> _Sums:
    """Return up to `count` different sums, simple ones first.

    Weights are divided by their common divisor. Sums that are too large, or only repeat the total of a house, are left
    out.
    """
    cells = (sums.weights != 0).sum(1)
    is_light = (np.abs(sums.weights) > MOST_WEIGHT).sum(1) <= MOST_HEAVY
    sums = sums.rows((cells > 0) & (cells <= MOST_CELLS) & is_light)
    leading = np.take_along_axis(sums.weights, (sums.weights != 0).argmax(1)[:, None], 1)[:, 0]
    divisors = np.gcd.reduce(sums.weights, axis=1) * np.sign(leading)
    sums = _Sums(sums.weights // divisors[:, None], sums.totals // divisors, sums.clues, sums.houses)
    sums = sums.rows(np.argsort(sums.complexity, kind="stable"))
    # Rows are compared by a product with random numbers: should two be taken for the same, an equation is missing.
    # Houses are compared, too, so that equations that are only the total of a house are left out as repeats.
    factors = np.random.default_rng(0).integers(1 << 62, size=sums.weights.shape[1])
    _, chosen = np.unique(np.concatenate([houses.weights, sums.weights]) @ factors, return_index=True)
    return sums.rows(np.sort(chosen[chosen >= len(houses)])[:count] - len(houses))


def _equations(layout: Layout, sums: _Sums) -> Iterator[Equation]:
    for weights, total, clues, houses in zip(sums.weights, sums.totals, sums.clues, sums.houses, strict=True):
        cells = np.flatnonzero(weights)
        yield Equation(
            Linear(tuple(cells.tolist()), tuple(weights[cells].tolist()), "=", int(total)),
            tuple((layout.houses[number], int(houses[number])) for number in np.flatnonzero(houses)),
            tuple(layout.further[number] for number in np.flatnonzero(clues)),
        )
