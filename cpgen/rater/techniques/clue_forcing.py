"""Forcing with constraints: what every place of a digit, or every value of a cell, excludes; and trial.

Forcing   r1c1 is 3 or 4; with 3 the cage excludes 5 from r2c2, with 4 the dot does: r2c2 is not 5
Suppose   a candidate that leads to a contradiction by the easy rules is eliminated; it is named as trial
"""

from __future__ import annotations

import numpy as np

from cpgen.engine.mask_board import copy_board
from cpgen.kernel import bit, compiled, count_bits, ones
from cpgen.kernel.structs import Struct
from cpgen.rater.board import NONE, RaterBoard, all_digits, apply_assignment, empty_board
from cpgen.rater.fillings import OWN
from cpgen.rater.findings import CELLS, CLUE, IMMEDIATE, begin_finding, eliminate, is_over, note_cell, note_finding
from cpgen.rater.memory import N, made, masks, nested, numbers
from cpgen.rater.techniques.clue_logic import (
    ClueScratch,
    GroupScratch,
    combinations,
    forks,
    groups_from,
    partners_of,
    sum_bounds,
    unlinked_digits,
)
from cpgen.rater.techniques.locked import locked_candidates
from cpgen.rater.techniques.singles import hidden_singles, naked_singles
from cpgen.rater.visibility import update_digit_cells

MOST_OPTIONS = 3
"""Largest number of places or values that are compared"""
KEPT = 1 << 14
"""Groups with candidates that trials remember: more than differ between the trials of a board, in 1.3 MB"""


class ClueForcingScratch(Struct):
    """Working memory of `clue_forcing`."""

    clues: ClueScratch = nested(ClueScratch)
    excluded: np.ndarray = masks(N)  # digits that all options so far exclude from each cell
    by_one: np.ndarray = masks(N)  # digits that one option excludes


class SupposeScratch(Struct):
    """Working memory of `suppose`: the copy of the board for a trial, and the memory of the rules applied to it."""

    clues: ClueScratch = nested(ClueScratch)
    own: GroupScratch = made(groups_from(OWN, KEPT))
    trial: RaterBoard = made(empty_board)
    next: np.ndarray = numbers(1)
    """The candidate, cell · n + digit, at which the search goes on; −1 when it has ended"""


@compiled
def clue_forcing(board: RaterBoard, scratch: ClueForcingScratch) -> None:
    """Find candidates that are excluded whatever digit a cell has, or wherever a house has a digit; add findings.

    Each digit of the cell, or place in the house, must exclude the candidate by sight or by a link between two cells.
    """
    if len(scratch.clues.clues.links.first) or len(board.tables.beyond):
        update_digit_cells(board)
        _force_by_cells(board, scratch)
        if not is_over(board):
            _force_by_houses(board, scratch)


@compiled
def _force_by_cells(board: RaterBoard, scratch: ClueForcingScratch) -> None:
    for cell in range(len(board.candidates)):
        digits = board.candidates[cell]
        if board.values[cell] or count_bits(digits) > MOST_OPTIONS:
            continue
        scratch.excluded[:] = ~NONE
        for digit in ones(digits):
            _exclude_by(board, scratch, cell, digit)
        if _has_effect(board, scratch):
            begin_finding(board)
            note_cell(board, CELLS, cell, board.candidates[cell], -1)
            _eliminate_excluded(board, scratch)
            if is_over(board):
                return


@compiled
def _force_by_houses(board: RaterBoard, scratch: ClueForcingScratch) -> None:
    for house in board.tables.everything:
        for digit in ones(all_digits(board) & ~board.placed[house]):
            rest = board.places[house, digit]
            if count_bits(rest) > MOST_OPTIONS:
                continue
            scratch.excluded[:] = ~NONE
            for position in ones(rest):
                _exclude_by(board, scratch, board.tables.house_cells[house, position], digit)
            if _has_effect(board, scratch):
                note_finding(board, bit(digit), house, board.places[house, digit])
                _eliminate_excluded(board, scratch)
                if is_over(board):
                    return


@compiled
def _exclude_by(board: RaterBoard, scratch: ClueForcingScratch, cell: int, digit: int) -> None:
    """Reduce `scratch.excluded` to those digits of each cell that are also excluded by `digit` in `cell`.

    A digit is excluded by sight, or by a link between two cells.
    """
    by_one, clues = scratch.by_one, scratch.clues.clues
    by_one[:] = NONE
    by_one[cell] = ~bit(digit)
    for word in range(board.tables.peers.shape[1]):
        for place in ones(board.tables.peers[cell, word] & board.digit_cells[digit, word]):
            by_one[(word << 6) + place] |= bit(digit)
    for link in clues.linked[cell]:
        if link < 0:
            break
        other = clues.links.first[link >> 1] if link & 1 else clues.links.second[link >> 1]
        by_one[other] |= ~partners_of(clues.links, link, digit, board, other)
    for other in range(len(by_one)):
        scratch.excluded[other] &= by_one[other]


@compiled
def _has_effect(board: RaterBoard, scratch: ClueForcingScratch) -> bool:
    """Return True if an open cell has a candidate that is in `scratch.excluded`."""
    for cell in range(len(scratch.excluded)):
        if not board.values[cell] and scratch.excluded[cell] & board.candidates[cell]:
            return True
    return False


@compiled
def _eliminate_excluded(board: RaterBoard, scratch: ClueForcingScratch) -> None:
    for cell in range(len(scratch.excluded)):
        if not board.values[cell]:
            eliminate(board, cell, scratch.excluded[cell])


@compiled
def suppose(board: RaterBoard, scratch: SupposeScratch, most: int) -> None:
    """Find candidates that lead to a contradiction by singles, links, sums, forks and combinations.

    A call tries at most `most` candidates, because all candidates of a large board take minutes. It continues at
    `scratch.next` and stores there where the next call continues, or −1 at the end. Boards without constraints are not
    searched: this ladder has no trials by singles alone.
    """
    clues, size, begin = scratch.clues.clues, board.places.shape[1], scratch.next[0]
    scratch.next[0] = -1
    if not (
        len(clues.links.first) or len(clues.totals.least) or len(scratch.own.groups.counts) or len(board.tables.beyond)
    ):
        return
    for cell in range(begin // size, len(board.candidates)):
        for digit in ones(NONE if board.values[cell] else board.candidates[cell]):
            if cell * size + digit < begin:
                continue
            if most == 0:
                scratch.next[0] = cell * size + digit
                return
            most -= 1
            if _is_refuted(board, scratch, cell, digit):
                begin_finding(board)
                note_cell(board, CELLS, cell, bit(digit), -1)
                eliminate(board, cell, bit(digit))
                if is_over(board):
                    return


@compiled
def _is_refuted(board: RaterBoard, scratch: SupposeScratch, cell: int, digit: int) -> bool:
    """Return True if the easy rules find a contradiction after a digit is assigned to a cell.

    The trial takes place on `scratch.trial`, a copy of the board.
    """
    trial = scratch.trial
    copy_board(board.candidates, trial.candidates)
    copy_board(board.placed, trial.placed)
    copy_board(board.values, trial.values)
    for house in range(len(board.places)):
        copy_board(board.places[house], trial.places[house])
    state, search = trial.state[0], trial.search[0]
    state.open_cells, state.broken = board.state[0].open_cells, False
    state.changes, state.mapped, search.rung, trial.log.state[0].logged = 0, -1, 0, 0
    search.mode, search.places = IMMEDIATE, True
    trial.bounds[0].fillings = board.bounds[0].fillings
    apply_assignment(trial, cell, digit)
    while not state.broken:
        before = state.changes
        _apply_easy_rules(trial, scratch.clues, scratch.own)
        if state.changes == before:
            return False
    return True


@compiled
def _apply_easy_rules(trial: RaterBoard, clues: ClueScratch, own: GroupScratch) -> None:
    """Apply to the board `trial` the first of the easy rules that has an effect; change nothing if none has.

    `clues` and `own` are the memory of the rules on constraints and on groups of cells.
    """
    before = trial.state[0].changes
    naked_singles(trial)
    if trial.state[0].changes == before and not trial.state[0].broken:
        hidden_singles(trial, trial.tables.everything)
    if trial.state[0].changes == before and not trial.state[0].broken:
        unlinked_digits(trial, clues)
    if trial.state[0].changes == before and not trial.state[0].broken:
        sum_bounds(trial, clues)
    if trial.state[0].changes == before and not trial.state[0].broken:
        locked_candidates(trial, trial.tables.everything)
    if trial.state[0].changes == before and not trial.state[0].broken:
        forks(trial, clues)
    if trial.state[0].changes == before and not trial.state[0].broken:
        combinations(trial, own, CLUE)
