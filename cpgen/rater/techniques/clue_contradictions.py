"""Contradictions through constraints: several chains from one candidate leave nothing to a cell, house or constraint.

    With 4 in r1c1:   r1c2 is 3 (white dot), so r5c2 is not 3
                      r5c1 is not 4 (sight)
    Both together:    no way is left to fill the cage of 7 in r5c1 r5c2 with candidates 46 | 13

The chains are those of `cpgen.rater.techniques.clue_chains`, each short enough to be followed alone. All together have
at most CHAINS times as many links. What they lead to is compared only at the end, so nothing follows from two chains
but the contradiction; in a trial, everything may follow from everything. There are two kinds of contradictions:

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
    note_cell,
    note_clue,
    note_part,
)
from cpgen.rater.memory import N, W, made, masks, nested, numbers
from cpgen.rater.techniques.clue_chains import (
    BY_SIGHT,
    ClueChainScratch,
    L,
    begin_chains,
    follow,
)
from cpgen.rater.techniques.clue_logic import has_changed_in
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
CHAINS = 2
"""Links of all chains to a contradiction, as a multiple of the links that one chain may have"""


class ContradictionScratch(Struct):
    """Working memory of the search for contradictions: chains, houses, and what the chains from a candidate leave."""

    chains: ClueChainScratch = nested(ClueChainScratch)
    houses: HouseScratch = made(houses_with(OF_HOUSES))
    left: np.ndarray = masks(N)
    """Candidates that the chains leave to each cell"""
    narrowed: np.ndarray = masks(W)
    """Set of the cells that lose candidates"""
    needed: np.ndarray = masks(N)
    """Candidates like `left`, but all that a cell had if the present contradiction does not depend on it"""
    written: np.ndarray = numbers(L)
    """1 + the index of the part of the finding about each literal; 0 if there is none"""
    links: np.ndarray = numbers(1)
    """Number of links of the chains to the present contradiction"""


@compiled
def contradictions(board: RaterBoard, scratch: ContradictionScratch, kind: int) -> None:
    """Find candidates from which chains lead to a contradiction of a kind; add a finding for each.

    `kind` is CONSTRAINTS or HOUSES.
    """
    chains, size = scratch.chains, board.places.shape[1]
    if not begin_chains(board, chains):
        return
    for candidate in range(size * len(board.values)):
        cell, digit = candidate // size, candidate % size
        if board.values[cell] or not board.candidates[cell] & bit(digit):
            continue
        _keep_left(board, scratch, follow(chains, candidate, board.bounds[0].links))
        if _find_impossible(board, scratch) if kind == CONSTRAINTS else _find_unfillable(board, scratch):
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
def _find_impossible(board: RaterBoard, scratch: ContradictionScratch) -> bool:
    """Begin a finding if `scratch.left` has no digit for a cell, no place for one in a house, or no filling of a group.

    Return False if there is none with few links.
    """
    size, own = board.places.shape[1], scratch.chains.own
    for cell in range(len(board.values)):
        if not scratch.left[cell] and _begin(board, scratch, NO_DIGIT, cell):
            return True
    for house in board.tables.everything:
        for digit in ones(all_digits(board) & ~board.placed[house]):
            if not _has_place(board, scratch, house, digit) and _begin(board, scratch, NO_PLACE, house * size + digit):
                return True
    for group in range(len(own.groups.counts)):
        if (
            has_changed_in(own.groups.members[group], scratch.narrowed)
            and not _can_fill(board, scratch, NO_FILLING, group, scratch.left)
            and _begin(board, scratch, NO_FILLING, group)
        ):
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
def _find_unfillable(board: RaterBoard, scratch: ContradictionScratch) -> bool:
    """Begin a finding if `scratch.left` has no filling of a house with its constraints.

    Return False if there is none with few links.
    """
    houses = scratch.houses
    for group in range(len(houses.tables.groups.counts)):
        if (
            is_allowed(board, houses, group)
            and has_changed_in(houses.tables.groups.members[group], scratch.narrowed)
            and not _can_fill(board, scratch, NO_HOUSE, group, scratch.left)
            and _begin(board, scratch, NO_HOUSE, group)
        ):
            return True
    return False


@compiled
def _can_fill(
    board: RaterBoard, scratch: ContradictionScratch, contradiction: int, group: int, candidates: np.ndarray
) -> bool:
    """Return False if a group of constraints (NO_FILLING) or of houses (NO_HOUSE) has no filling with `candidates`."""
    own, most = scratch.chains.own, board.bounds[0].fillings
    if contradiction == NO_FILLING:
        return has_filling(own.groups, group, candidates, own.filling, most)
    return is_fillable(scratch.houses, group, candidates, most)


@compiled
def _begin(board: RaterBoard, scratch: ContradictionScratch, contradiction: int, number: int) -> bool:
    """Begin a finding with the chains that lead to a contradiction; return False if they have too many links.

    Args:
        board: The board.
        scratch: Chains from a candidate, and what they leave.
        contradiction: One of NO_DIGIT, NO_PLACE, NO_FILLING and NO_HOUSE.
        number: The cell, house · n + digit, or the group.
    """
    size, own = board.places.shape[1], scratch.chains.own
    begin_finding(board)
    scratch.written[:] = 0
    scratch.links[0] = -1  # the assumption is no link
    _write_chain(board, scratch, scratch.chains.queue[0])
    if contradiction == NO_DIGIT:
        _write_losses(board, scratch, number, board.candidates[number])
        note_cell(board, CELLS, number, board.candidates[number], -1)
    elif contradiction == NO_PLACE:
        house, digit = number // size, number % size
        for position in ones(board.places[house, digit]):
            _write_losses(board, scratch, board.tables.house_cells[house, position], bit(digit))
        note_part(board, FIGURE, house, board.places[house, digit], bit(digit), -1)
    else:
        groups = own.groups if contradiction == NO_FILLING else scratch.houses.tables.groups
        cells = groups.cells[number, : groups.counts[number]]
        _restore_needless(board, scratch, contradiction, number, cells)
        for cell in cells:
            _write_losses(board, scratch, cell, board.candidates[cell] & ~scratch.needed[cell])
        if contradiction == NO_FILLING:
            note_clue(board, CLUE, groups.clue[number, 0])
        else:
            note_house(board, scratch.houses, number)
    return bool(scratch.links[0] <= CHAINS * board.bounds[0].links)


@compiled
def _restore_needless(
    board: RaterBoard, scratch: ContradictionScratch, contradiction: int, group: int, cells: np.ndarray
) -> None:
    """Set `scratch.needed` to what is left, but restore the candidates of cells without which a group is not filled.

    `cells` are those of the group. They are tried one by one.
    """
    needed = scratch.needed
    copy_board(scratch.left, needed)
    for cell in cells:
        if needed[cell] != board.candidates[cell]:
            needed[cell] = board.candidates[cell]
            if _can_fill(board, scratch, contradiction, group, needed):
                needed[cell] = scratch.left[cell]


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
        scratch.links[0] += 1
        written[literal] = 1 + board.log.state[0].parts_to - board.log.state[0].parts_from
        note_cell(board, role, literal // 2 // size, bit(literal // 2 % size), source)
