"""Findings: how a technique says what it has found, and what happens to the effects.

A technique first notes a finding (`note_finding`, or `begin_finding` and the parts one by one), then calls `eliminate`
and `assign` for what follows from it, and returns when `is_over`. The log takes these effects. The mode of the present
search decides what it does with them: they are applied immediately (sweeps of the paper's rules), or they wait in the
log, either those of the first finding or those of all, or those of the best one. Rating, explanation and hints run the
same code; only a traced log keeps the parts of findings.

The best finding is one that assigns a digit, or else the one with the most eliminations. Equal ones are compared by how
many candidates are near: by numbers that stay the same when the board is turned or its digits are renamed, so that
ratings hardly depend on these.
"""

from __future__ import annotations

import numpy as np

from cpgen.kernel import bit, compiled, count_bits, ones
from cpgen.rater.board import NONE, RaterBoard, apply_assignment, apply_elimination

IMMEDIATE, FIRST, ALL, BEST = range(4)
"""Effect mode: apply effects immediately, or collect those of the first finding, of all findings, or of the best one"""
COLOURS = ("colour-1", "colour-2", "colour-3", "colour-4")
"""Roles of cells: the two colours of a cluster, and those of a second cluster"""
ROLES = (
    "figure", "cells", "cover", "fin", "start", "strong", "weak", "set", "common", "also", "clue", "derived",
    "equation", *COLOURS,
)  # fmt: skip
"""Roles of the parts of a finding.

- figure: cells of a house that the finding is about; cells: the same, where the house only addresses the cells
- cover: a house that covers the figure; fin: a cell of the figure outside the covers
- start, strong, weak: first node of a chain, and nodes reached by a strong or by a weak link
- set: an almost locked set (in a chain, its source is the node that the set makes true)
- common: digits that two sets share, or that all parts lead to; also: a further source of the part before it
- clue: a constraint, whose number is the source; derived: a sum that follows from houses and constraints, likewise
- equation: a sum that follows from houses and constraints counted with multiplicity, likewise
"""
FIGURE, CELLS, COVER, FIN, START, STRONG, WEAK, SET, COMMON, ALSO, CLUE, DERIVED, EQUATION = range(
    len(ROLES) - len(COLOURS)
)
COLOUR_1, COLOUR_2, COLOUR_3, COLOUR_4 = range(len(ROLES) - len(COLOURS), len(ROLES))
WHOLE = 1 << 16
"""Unit of the worth of a finding; it exceeds what numbers of candidates and open cells near an effect add up to"""
ASSIGNED = 1 << 16
"""Worth of an assignment, less the number of candidates that it excludes"""
PARTS_LEFT = 256
"""A search on a traced board ends when the log has room for fewer parts: one finding has no more"""


@compiled
def note_finding(board: RaterBoard, digits: np.uint64, house: int, positions: np.uint64) -> None:
    """Begin a finding about these digits at these positions of a house; they become its first part."""
    begin_finding(board)
    note_part(board, FIGURE, house, positions, digits, -1)


@compiled
def begin_finding(board: RaterBoard) -> None:
    """Begin a new finding, the present one from now on; drop the parts of the previous one unless it had an effect."""
    log = board.log.state[0]
    keep_best(board)
    log.finding += 1
    if log.has_effect:
        log.parts_from = log.parts_to
    else:
        log.parts_to = log.parts_from
    log.has_effect = False


@compiled
def note_part(board: RaterBoard, role: int, house: int, positions: np.uint64, digits: np.uint64, source: int) -> None:
    """Add a part to the present finding; do nothing unless the log is traced.

    Args:
        board: The board with the log.
        role: Role of the part, such as FIN.
        house: House that the part is about.
        positions: Mask of the positions of its cells in the house.
        digits: Mask of its digits.
        source: Index of the part that it follows from; −1 for none.
    """
    log = board.log.state[0]
    if log.parts_to < len(board.log.parts):
        part = board.log.parts[log.parts_to]
        part.role = role
        part.house = house
        part.positions = np.int64(positions)
        part.digits = np.int64(digits)
        part.source = source
        log.parts_to += 1


@compiled
def note_cell(board: RaterBoard, role: int, cell: int, digits: np.uint64, source: int) -> None:
    """Add one cell with these digits to the present finding, as a part with the given role.

    `source` is the index of the part that it follows from, −1 for none, as in `PartEntry`.
    """
    note_part(board, role, board.tables.houses_of[cell, 0], board.tables.position_of[cell, 0], digits, source)


@compiled
def note_cover(board: RaterBoard, house: int) -> None:
    """Add to the present finding a house that covers the figure, as the cover lines of a fish do."""
    note_part(board, COVER, house, NONE, NONE, -1)


@compiled
def note_common(board: RaterBoard, digits: np.uint64) -> None:
    """Add to the present finding the digits that link the parts added before and after this call.

    Two almost locked sets, for example, are linked by a digit that both have.
    """
    note_part(board, COMMON, -1, NONE, digits, -1)


@compiled
def note_clue(board: RaterBoard, role: int, number: int) -> None:
    """Add a constraint (role CLUE) or a derived sum (role DERIVED), given by its number, to the present finding."""
    note_part(board, role, -1, NONE, NONE, number)


@compiled
def assign(board: RaterBoard, cell: int, digit: int) -> None:
    """Assign a digit as an effect of the present finding."""
    if board.values[cell] != digit + 1:
        _take_effect(board, cell, digit, True)


@compiled
def eliminate(board: RaterBoard, cell: int, digits: np.uint64) -> None:
    """Eliminate those of the digits that are candidates of the cell, as effects of the present finding."""
    # Candidates that were eliminated before are no effects.
    for digit in ones(board.candidates[cell] & digits):
        _take_effect(board, cell, digit, False)


@compiled
def eliminate_at(board: RaterBoard, house: int, positions: np.uint64, digit: int) -> None:
    """Eliminate a digit from those positions of a house where it is a candidate, as effects of the present finding."""
    for position in ones(board.places[house, digit] & positions):
        eliminate(board, board.tables.house_cells[house, position], bit(digit))


@compiled
def is_over(board: RaterBoard) -> bool:
    """Return True if the present search of a technique must end.

    In mode IMMEDIATE it ends at a contradiction, in mode FIRST at a finding, in other modes when the log is nearly
    full.
    """
    log, mode = board.log.state[0], board.search[0].mode
    if mode == IMMEDIATE:
        return bool(board.state[0].broken)
    full = len(board.log.entries) - log.logged < board.places.shape[1] * len(board.values)
    full |= 0 < len(board.log.parts) < log.parts_to + PARTS_LEFT
    return bool(log.logged > log.waiting and (mode == FIRST or full))


@compiled
def is_traced(board: RaterBoard) -> bool:
    """Return True if the board was made to be traced: its log keeps the parts of findings and all effects."""
    return len(board.log.parts) > 0


@compiled
def is_noted(board: RaterBoard, cell: int, removed: int) -> bool:
    """Return True if the present finding already eliminates the digit `removed` (from 1) from a cell."""
    log, entries = board.log.state[0], board.log.entries
    k = log.logged - 1
    while k >= log.waiting and entries[k].finding == log.finding:
        if entries[k].cell == cell and entries[k].removed == removed:
            return True
        k -= 1
    return False


@compiled
def worth_of(board: RaterBoard, cell: int, digit: int, assigned: bool) -> int:
    """Return the weight of an effect in the choice of the best finding, in units of 1 / WHOLE.

    `assigned` is True for an assignment, False for an elimination. An elimination counts 1. An assignment counts more
    than all eliminations, but less the more candidates it excludes, which gives the scores nearest to HoDoKu's. Effects
    count more where cell and houses have fewer candidates.
    """
    excluded = near = count_bits(board.candidates[cell])
    for k in range(board.tables.houses_of.shape[1]):
        house = board.tables.houses_of[cell, k]
        if house < 0:
            break
        places = count_bits(board.places[house, digit])
        open_cells = len(board.partners) - count_bits(board.placed[house])
        excluded += places
        near += places * places + open_cells * open_cells
    return (ASSIGNED - excluded if assigned else 1) * WHOLE - near


@compiled
def keep_best(board: RaterBoard) -> None:
    """In mode BEST, keep in the log either the present finding or the best one before it, and drop the other.

    The one with more `worth_of` its effects is kept, of equal ones the first. Other modes keep all findings.
    """
    log, entries = board.log.state[0], board.log.entries
    if board.search[0].mode != BEST or not log.has_effect:
        return
    first = log.logged
    while first > log.waiting and entries[first - 1].finding == log.finding:
        first -= 1
    if first == log.waiting:
        log.best = log.worth
    elif log.worth > log.best:
        log.best = log.worth
        for k in range(first, log.logged):
            entries[log.waiting + k - first] = entries[k]
        log.logged += log.waiting - first
    else:
        log.logged = first
        log.has_effect = False
    log.worth = 0


@compiled
def apply_waiting(board: RaterBoard) -> None:
    """Apply the effects that wait in the log: in mode FIRST those of the first finding, else all."""
    log, entries, mode = board.log.state[0], board.log.entries, board.search[0].mode
    keep_best(board)
    first, end, kept = entries[log.waiting].finding, log.logged, log.waiting
    for k in range(log.waiting, end):
        entry = entries[k]
        if (mode == FIRST and entry.finding != first) or board.values[entry.cell]:
            continue
        # An earlier effect may have made this one pointless.
        if entry.placed:
            apply_assignment(board, entry.cell, entry.placed - 1)
        elif board.candidates[entry.cell] & bit(entry.removed - 1):
            apply_elimination(board, entry.cell, entry.removed - 1)
            board.state[0].changes += 1
        else:
            continue
        # A traced log keeps the effects that were applied; otherwise the log is only a queue.
        if is_traced(board):
            entries[kept] = entry
            kept += 1
    log.logged = kept


@compiled
def _take_effect(board: RaterBoard, cell: int, digit: int, assigned: bool) -> None:
    """Add an effect of the present finding to the log, or, in mode IMMEDIATE, apply it.

    `assigned` is True for an assignment, False for an elimination.
    """
    log, mode = board.log.state[0], board.search[0].mode
    log.has_effect = True
    if mode == BEST and (assigned or not is_noted(board, cell, digit + 1)):
        log.worth += worth_of(board, cell, digit, assigned)
    # What is applied now is logged only to be explained.
    if mode != IMMEDIATE or is_traced(board):
        _write(board, cell, digit + 1 if assigned else 0, 0 if assigned else digit + 1)
    if mode != IMMEDIATE:
        return
    if assigned:
        apply_assignment(board, cell, digit)
    else:
        apply_elimination(board, cell, digit)
        board.state[0].changes += 1


@compiled
def _write(board: RaterBoard, cell: int, placed: int, removed: int) -> None:
    """Write an effect to the log if there is room.

    `placed` is the digit assigned and `removed` the digit eliminated, both from 1; the other one is 0.
    """
    log = board.log.state[0]
    if log.logged == len(board.log.entries):
        return
    # Field by field: numba copies a whole record byte by byte, which makes a rating a sixth slower.
    entry = board.log.entries[log.logged]
    entry.round_number = board.progress[0].steps + 1
    entry.rung = board.search[0].rung
    entry.finding = log.finding
    entry.parts_from = log.parts_from
    entry.parts_to = log.parts_to
    entry.cell = cell
    entry.placed = placed
    entry.removed = removed
    log.logged += 1
