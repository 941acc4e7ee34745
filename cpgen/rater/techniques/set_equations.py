"""Set equations: candidates with which a sum that follows from houses and constraints together cannot have its total.

    Little killer 30 less cage 20:  r1c9 + r2c8 + r3c7 + … + 2·r5c5 − r8c1 = 10
    The other cells at their smallest leave 3 to 2·r5c5, so it is 1.
    2·r1c1 + 4·r2c2 − r3c3 = 7:  r3c3 is odd.

A candidate is excluded by the bounds of the other cells, as in a sum of a constraint, or since no digits for them leave
what it needs. For that, the sums that some cells can have are a set of remainders modulo 60, whether or not they see
each other: bit r is set if r is a possible remainder. So small sums are exact, and remainders of 2, 3, 4, 5 and 6 are
known of large ones.
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from cpgen.constraints.geometry import cell_mask
from cpgen.engine.sum_propagation import TotalTables, propagate_bounds, total_tables
from cpgen.kernel import bit, compiled, ones
from cpgen.kernel.structs import Struct
from cpgen.layout import Layout
from cpgen.rater.board import NONE, RaterBoard
from cpgen.rater.equations import MOST_CELLS, set_equations
from cpgen.rater.findings import CELLS, EQUATION, begin_finding, eliminate, is_over, note_cell, note_part
from cpgen.rater.house_tables import split_masks
from cpgen.rater.memory import N, W, made, masks
from cpgen.rater.techniques.clue_logic import find_changed, has_changed_in
from cpgen.rater.visibility import note_all_searched

MODULUS = 60
"""Number whose remainders are kept: a mask has room for 64, and 60 has the divisors 2 to 6"""
ALL_REMAINDERS = bit(MODULUS) - np.uint64(1)


class EquationTables(Struct):
    """Lookup tables of the equations of a layout: weighted sums of cells whose total follows from its constraints.

    K is `MOST_CELLS`, the largest number of cells of an equation.
    """

    totals: TotalTables
    cells: np.ndarray
    """[equations, K] the cells, then −1"""
    weights: np.ndarray
    """[equations, K]"""
    members: np.ndarray
    """[equations, W] set of the cells"""


@lru_cache(maxsize=64)
def equation_tables(layout: Layout) -> EquationTables:
    """Return the tables of the equations of a layout."""
    sums = [one.linear for one in set_equations(layout)]
    cells, weights = np.full((len(sums), MOST_CELLS), -1, np.int64), np.zeros((len(sums), MOST_CELLS), np.int64)
    for row, one in enumerate(sums):
        cells[row, : len(one.cells)] = one.cells
        weights[row, : len(one.cells)] = one.coefficients
    return EquationTables(
        totals=total_tables(sums, layout),
        cells=cells,
        weights=weights,
        members=split_masks([cell_mask(one.cells) for one in sums], layout.cell_count),
    )


class EquationScratch(Struct):
    """Working memory of the search for set equations: the tables, and what the present equation excludes."""

    tables: EquationTables = made(equation_tables)
    domains: np.ndarray = masks(N)
    """Candidates that the present equation leaves to its cells"""
    narrowed: np.ndarray = masks(W)
    """Set of the cells that lose candidates by the present equation"""
    changed: np.ndarray = masks(W)
    """Set of the cells that have changed since the technique last found nothing"""
    excluded: np.ndarray = masks(N)
    """Candidates that the equations of the present search exclude"""
    needed: np.ndarray = masks(MOST_CELLS + 1)
    """Remainders of the sum of the first k cells with which the others can reach the total"""


def has_no_equations(scratch: EquationScratch) -> bool:
    """Return True if the layout has no equations."""
    return len(scratch.tables.cells) == 0


@compiled
def find_set_equations(board: RaterBoard, scratch: EquationScratch) -> None:
    """Find candidates with which an equation cannot have its total; add a finding for each equation.

    Equations that exclude nothing that earlier ones have not are skipped.
    """
    if not find_changed(board, scratch.changed):
        return
    tables = scratch.tables
    scratch.excluded[:] = NONE
    for number in range(min(len(tables.cells), board.bounds[0].equations)):
        if not has_changed_in(tables.members[number], scratch.changed):
            continue
        _narrow(board, scratch, number)
        if _excludes_further(board, scratch, number):
            _note_equation(board, scratch, number)
            if is_over(board):
                return
    note_all_searched(board)


@compiled
def _narrow(board: RaterBoard, scratch: EquationScratch, number: int) -> None:
    """Set `scratch.domains` of the cells of equation `number` to the candidates with which it can have its total."""
    for cell in scratch.tables.cells[number]:
        if cell >= 0:
            scratch.domains[cell] = board.candidates[cell]
    if propagate_bounds(scratch.tables.totals, number, scratch.domains, scratch.narrowed):
        _keep_fitting(scratch, number)


@compiled
def _note_equation(board: RaterBoard, scratch: EquationScratch, number: int) -> None:
    """Begin a finding about equation `number` and its cells, and eliminate the candidates that it excludes."""
    cells = scratch.tables.cells[number]
    begin_finding(board)
    note_part(board, EQUATION, -1, NONE, NONE, number)
    for cell in cells:
        if cell >= 0:
            note_cell(board, CELLS, cell, board.candidates[cell], -1)
    for cell in cells:
        if cell >= 0:
            eliminate(board, cell, ~scratch.domains[cell])


@compiled
def _excludes_further(board: RaterBoard, scratch: EquationScratch, number: int) -> bool:
    """Add the candidates that equation `number` excludes to `scratch.excluded`; return True if any are new there."""
    any_further = NONE
    for cell in scratch.tables.cells[number]:
        if cell >= 0:
            further = board.candidates[cell] & ~scratch.domains[cell] & ~scratch.excluded[cell]
            scratch.excluded[cell] |= further
            any_further |= further
    return bool(any_further)


@compiled
def _keep_fitting(scratch: EquationScratch, number: int) -> None:
    """Remove from `scratch.domains` the digits with which equation `number` cannot have its total.

    A digit fits if the other cells can have a sum with the remainder modulo MODULUS that it leaves to them.
    """
    tables, domains, needed = scratch.tables, scratch.domains, scratch.needed
    cells, weights = tables.cells[number], tables.weights[number]
    count = len(cells)
    while cells[count - 1] < 0:
        count -= 1
    needed[count] = bit(tables.totals.least[number] % MODULUS)
    for place in range(count - 1, -1, -1):
        needed[place] = NONE
        for digit in ones(domains[cells[place]]):
            needed[place] |= _turned(needed[place + 1], -weights[place] * (digit + 1))
    before = bit(0)
    for place in range(count):
        kept, after = NONE, NONE
        for digit in ones(domains[cells[place]]):
            reached = _turned(before, weights[place] * (digit + 1))
            after |= reached
            if reached & needed[place + 1]:
                kept |= bit(digit)
        domains[cells[place]] = kept
        before = after


@compiled
def _turned(remainders: np.uint64, by: int) -> np.uint64:
    """Return the set of remainders modulo MODULUS with `by` added to each.

    Bit r of the mask `remainders` is set if r is in the set.
    """
    shift = np.uint64(by % MODULUS)
    found: np.uint64 = (remainders << shift | remainders >> (np.uint64(MODULUS) - shift)) & ALL_REMAINDERS
    return found
