"""Contradictions through constraints: several chains from one candidate leave nothing to a cell, house or constraint.

    With 4 in r1c1:   r1c2 is 3 (white dot), so r5c2 is not 3
                      r5c1 is not 4 (sight)
    Both together:    no way is left to fill the cage of 7 in r5c1 r5c2 with candidates 46 | 13

The chains are those of `cpgen.rater.techniques.clue_chains`, each short enough to be followed alone. What they lead to
is compared only at the end, so nothing follows from two chains but the contradiction; in a trial, everything may follow
from everything. There are two kinds of contradictions:

    CONSTRAINTS   a cell without candidates, a house without a place for a digit, a constraint without a filling
    HOUSES        a house that cannot be filled with the constraints in it, and with at most one that reaches out of it

If each digit of a cell, or each place of a digit in a house, leads to the elimination of the same candidate, this is
found, too: since links hold in both directions, that candidate leads to a cell without candidates.
"""

from __future__ import annotations

import numpy as np

from cpgen.engine.mask_board import copy_board
from cpgen.kernel import bit, compiled, ones
from cpgen.kernel.structs import Struct
from cpgen.rater.board import NONE, RaterBoard, all_digits
from cpgen.rater.fillings import has_filling
from cpgen.rater.findings import (
    CELLS,
    CLUE,
    FIGURE,
    START,
    STRONG,
    WEAK,
    begin_finding,
    eliminate,
    is_over,
    is_traced,
    note_cell,
    note_clue,
    note_part,
)
from cpgen.rater.memory import N, W, made, masks, nested, numbers
from cpgen.rater.techniques.clue_chains import (
    BY_SIGHT,
    ClueChainScratch,
    L,
    fill_groups,
    follow,
    has_constraints,
    link_all,
)
from cpgen.rater.techniques.clue_logic import find_changed, has_changed_in
from cpgen.rater.techniques.house_fillings import (
    OF_HOUSES,
    HouseScratch,
    houses_with,
    is_allowed,
    is_fillable,
    note_house,
)
from cpgen.rater.visibility import note_all_searched

CONSTRAINTS, HOUSES = range(2)
"""Kinds of contradictions"""
NO_DIGIT, NO_PLACE, NO_FILLING, NO_HOUSE = range(4)
"""Contradictions: of a cell, a digit in a house, a constraint, and a house with constraints"""


class ContradictionScratch(Struct):
    """Working memory of the search for contradictions: chains, houses, and what the chains from a candidate leave."""

    chains: ClueChainScratch = nested(ClueChainScratch)
    houses: HouseScratch = made(houses_with(OF_HOUSES))
    left: np.ndarray = masks(N)
    """Candidates that the chains leave to each cell"""
    narrowed: np.ndarray = masks(W)
    """Set of the cells that lose candidates"""
    found: np.ndarray = numbers(2)
    """The contradiction (NO_DIGIT to NO_HOUSE), and the number of the cell, group, or house · n + digit"""
    written: np.ndarray = numbers(L)
    """1 + the index of the part of the finding about each literal; 0 if there is none"""


@compiled
def contradictions(board: RaterBoard, scratch: ContradictionScratch, kind: int) -> None:
    """Find candidates from which chains lead to a contradiction of a kind; add a finding for each.

    `kind` is CONSTRAINTS or HOUSES.
    """
    chains, size = scratch.chains, board.places.shape[1]
    if not find_changed(board, chains.clues.changed) or not has_constraints(board, chains):
        return
    fill_groups(board, chains)
    link_all(board, chains)
    chains.reached[:] = -1
    for candidate in range(size * len(board.values)):
        cell, digit = candidate // size, candidate % size
        if board.values[cell] or not board.candidates[cell] & bit(digit):
            continue
        _keep_left(board, scratch, follow(chains, candidate, board.bounds[0].links))
        if _is_impossible(board, scratch) if kind == CONSTRAINTS else _is_unfillable(board, scratch):
            begin_finding(board)
            _note_contradiction(board, scratch, candidate)
            eliminate(board, cell, bit(digit))
            if is_over(board):
                return
    note_all_searched(board)


@compiled
def _keep_left(board: RaterBoard, scratch: ContradictionScratch, count: int) -> None:
    """Set `scratch.left` to the candidates that the first `count` literals of the queue leave to each cell."""
    size, left = board.places.shape[1], scratch.left
    copy_board(board.candidates, left)
    scratch.narrowed[:] = NONE
    for k in range(count):
        literal = scratch.chains.queue[k]
        cell, digit = literal // 2 // size, bit(literal // 2 % size)
        left[cell] &= digit if literal & 1 else ~digit
        scratch.narrowed[cell >> 6] |= bit(cell & 63)


@compiled
def _is_impossible(board: RaterBoard, scratch: ContradictionScratch) -> bool:
    """Return True if `scratch.left` has no digit for a cell, no place for one in a house, or no filling of a group.

    The contradiction is stored in `scratch.found`.
    """
    size, found, own = board.places.shape[1], scratch.found, scratch.chains.own
    for cell in range(len(board.values)):
        if not scratch.left[cell]:
            found[0], found[1] = NO_DIGIT, cell
            return True
    for house in board.tables.everything:
        for digit in ones(all_digits(board) & ~board.placed[house]):
            if not _has_place(board, scratch, house, digit):
                found[0], found[1] = NO_PLACE, house * size + digit
                return True
    for group in range(len(own.groups.counts)):
        if has_changed_in(own.groups.members[group], scratch.narrowed) and not has_filling(
            own.groups, group, scratch.left, own.filling, board.bounds[0].fillings
        ):
            found[0], found[1] = NO_FILLING, group
            return True
    return False


@compiled
def _has_place(board: RaterBoard, scratch: ContradictionScratch, house: int, digit: int) -> bool:
    """Return True if `scratch.left` has a place for a digit in a house."""
    for position in ones(board.places[house, digit]):
        if scratch.left[board.tables.house_cells[house, position]] & bit(digit):
            return True
    return False


@compiled
def _is_unfillable(board: RaterBoard, scratch: ContradictionScratch) -> bool:
    """Return True if `scratch.left` has no filling of a house with its constraints; store it in `scratch.found`."""
    houses = scratch.houses
    for group in range(len(houses.tables.groups.counts)):
        if (
            is_allowed(board, houses, group)
            and has_changed_in(houses.tables.groups.members[group], scratch.narrowed)
            and not is_fillable(houses, group, scratch.left, board.bounds[0].fillings)
        ):
            scratch.found[0], scratch.found[1] = NO_HOUSE, group
            return True
    return False


@compiled
def _note_contradiction(board: RaterBoard, scratch: ContradictionScratch, candidate: int) -> None:
    """Add to the present finding the chains that lead from a candidate to the contradiction in `scratch.found`."""
    if not is_traced(board):
        return
    size, found, own = board.places.shape[1], scratch.found[0], scratch.chains.own
    number = scratch.found[1]
    scratch.written[:] = 0
    _write_chain(board, scratch, 2 * candidate + 1)
    if found == NO_DIGIT:
        _write_losses(board, scratch, number, board.candidates[number])
        note_cell(board, CELLS, number, board.candidates[number], -1)
    elif found == NO_PLACE:
        house, digit = number // size, number % size
        for position in ones(board.places[house, digit]):
            _write_losses(board, scratch, board.tables.house_cells[house, position], bit(digit))
        note_part(board, FIGURE, house, board.places[house, digit], bit(digit), -1)
    else:
        groups = own.groups if found == NO_FILLING else scratch.houses.tables.groups
        cells = groups.cells[number, : groups.counts[number]]
        _restore_needless(board, scratch, cells)
        for cell in cells:
            _write_losses(board, scratch, cell, board.candidates[cell] & ~scratch.left[cell])
        if found == NO_FILLING:
            note_clue(board, CLUE, groups.clue[number, 0])
        else:
            note_house(board, scratch.houses, number)


@compiled
def _restore_needless(board: RaterBoard, scratch: ContradictionScratch, cells: np.ndarray) -> None:
    """Restore the candidates of `cells` in `scratch.left`, cell by cell, where the contradiction stays without them."""
    own, number, most = scratch.chains.own, scratch.found[1], board.bounds[0].fillings
    for cell in cells:
        kept = scratch.left[cell]
        scratch.left[cell] = board.candidates[cell]
        if scratch.found[0] == NO_FILLING:
            is_possible = has_filling(own.groups, number, scratch.left, own.filling, most)
        else:
            is_possible = is_fillable(scratch.houses, number, scratch.left, most)
        if is_possible:
            scratch.left[cell] = kept


@compiled
def _write_losses(board: RaterBoard, scratch: ContradictionScratch, cell: int, digits: np.uint64) -> None:
    """Add to the present finding the chains because of which a cell loses some digits.

    They lead to another digit of the cell, if any does, else to the digit being false.
    """
    size, reached, candidate = board.places.shape[1], scratch.chains.reached, scratch.chains.queue[0] >> 1
    for digit in ones(digits):
        reason = 2 * (cell * size + digit)
        for other in ones(board.candidates[cell] & ~bit(digit)):
            if reached[2 * (cell * size + other) + 1] == candidate:
                reason = 2 * (cell * size + other) + 1
        _write_chain(board, scratch, reason)


@compiled
def _write_chain(board: RaterBoard, scratch: ContradictionScratch, goal: int) -> None:
    """Add to the present finding the literals on the chain to the literal `goal` that it does not have yet.

    Each is preceded by the constraint of its link.
    """
    size, chains, written = board.places.shape[1], scratch.chains, scratch.written
    start, count, literal = chains.queue[0], 0, goal
    while not written[literal]:
        chains.path[count] = literal
        count += 1
        if literal == start:
            break
        literal = chains.cause[literal]
    for place in range(count - 1, -1, -1):
        literal = chains.path[place]
        role, source = START, -1
        if literal != start:
            role, source = STRONG if literal & 1 else WEAK, written[chains.cause[literal]] - 1
            if chains.clue[literal] != BY_SIGHT:
                note_clue(board, CLUE, chains.clue[literal])
        written[literal] = 1 + board.log.state[0].parts_to - board.log.state[0].parts_from
        note_cell(board, role, literal // 2 // size, bit(literal // 2 % size), source)
