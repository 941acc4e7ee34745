"""Refutations: candidates that fail in every case of a search, those with the fewest cases first.

    r1c1 is 3                       the constraints exclude what they can (propagation): no contradiction yet
    ├ r2c2 is 4      contradiction
    └ r2c2 is not 4
      ├ r5c5 is 1    contradiction
      └ r5c5 is not 1    contradiction

The engine searches, since it knows all constraints, those of many cells included. Stage 0 proves that there is one
solution; without such a proof nothing is found. Stage 1 tries each candidate that is not in the solution without
branches; while none is refuted, the next stage allows twice as many. So every board with one solution has a
refutation, unless its search is too long; a person calls it trial and error.
"""

from __future__ import annotations

import numpy as np

from cpgen.engine.mask_board import copy_board
from cpgen.engine.propagation import OPEN, propagate
from cpgen.engine.propagation import eliminate as remove_candidate
from cpgen.engine.search import Search, begin_search, branch, continue_search
from cpgen.kernel import bit, compiled, count_bits, lowest
from cpgen.kernel.structs import Struct
from cpgen.rater.board import NONE, RaterBoard
from cpgen.rater.findings import ALSO, START, begin_finding, eliminate, is_over, is_traced, note_cell
from cpgen.rater.memory import N, array, made, masks, numbers
from cpgen.rater.techniques.brute_force import brute_force_search, load_board

LAST_STAGE = 21
"""Stage with the most branches, 2¹⁹"""
ALL_UP_TO = 4
"""Last stage in which all candidates are tried; later ones take those of the cells with the fewest"""
BRANCHES_PER_TRIAL = 8
"""Branches that count as one trial"""
PORTION = 64
"""Branches of the proof that count as eight trials, and the fewest of a call"""
MOST_SHOWN = 32
"""Largest number of branches that a finding shows"""


class RefutationScratch(Struct):
    """Working memory of the search for refutations: the engine's search, and the proof that one solution exists."""

    search: Search = made(brute_force_search)
    loaded: np.ndarray = made(lambda layout: brute_force_search(layout).board)  # the engine's board before a trial
    solution: np.ndarray = array(np.uint8, N)
    proven: np.ndarray = masks(N)  # candidates of the last board that was proven to have only this solution
    next: np.ndarray = numbers(1)
    """Stage · N · n + the candidate where the search continues, 1 within the proof; −1 when it has ended"""
    branches: np.ndarray = numbers(1)  # branches of the proof so far


@compiled
def refutations(board: RaterBoard, scratch: RefutationScratch, most: int) -> None:
    """Find the candidates whose refutation takes the fewest branches of a search; add a finding for each.

    A call does about `most` trials. It continues at `scratch.next` and stores there where the next call continues, or
    −1 at the end.
    """
    size, begin = board.places.shape[1], scratch.next[0]
    candidates = size * len(board.values)
    if begin < candidates:
        _prove(board, scratch, most)
        return
    scratch.next[0] = -1
    fewest = _fewest_candidates(board)
    for stage in range(begin // candidates, LAST_STAGE + 1):
        branches = (1 << stage) >> 2
        for candidate in range(max(0, begin - stage * candidates), candidates):
            cell, digit = candidate // size, candidate % size
            if not _is_open(board, scratch, cell, digit, stage, fewest):
                continue
            if most <= 0:
                scratch.next[0] = stage * candidates + candidate
                return
            most -= 1 + branches // BRANCHES_PER_TRIAL
            if _is_refuted(scratch, size, candidate, branches):
                begin_finding(board)
                _note_branches(board, scratch, candidate)
                eliminate(board, cell, bit(digit))
                if is_over(board):
                    return
        if board.log.state[0].logged > board.log.state[0].waiting:
            return


@compiled
def _prove(board: RaterBoard, scratch: RefutationScratch, most: int) -> None:
    """Continue the proof of one solution; set `scratch.next` to the first stage of trials, or to −1 if there is none.

    `most` is the number of trials of a round, which bounds the branches of the search. A board that has the candidates
    of a proven solution, and no candidates that the proven board lacks, needs no proof.
    """
    search, next_place, branches = scratch.search, scratch.next, board.bounds[0].branches
    candidates = board.places.shape[1] * len(board.values)
    if next_place[0] == 0:
        load_board(board, search)
        copy_board(search.board, scratch.loaded)
        if _is_proven(board, scratch):
            next_place[0] = candidates
            return
        begin_search(search)
        scratch.branches[0] = 0
    portion = min(PORTION * (1 + most // PORTION), branches - scratch.branches[0])
    found = continue_search(search, 2, portion)
    scratch.branches[0] += portion
    next_place[0] = 1
    if search.status[0].finished:
        next_place[0] = candidates if found == 1 else -1
        copy_board(search.solutions[0], scratch.solution)
        copy_board(board.candidates, scratch.proven)
        if found != 1:
            scratch.proven[:] = NONE
    elif scratch.branches[0] == branches:
        next_place[0] = -1


@compiled
def _is_proven(board: RaterBoard, scratch: RefutationScratch) -> bool:
    """Return True if the last proof that the puzzle has one solution holds on this board, too."""
    for cell in range(len(board.values)):
        if board.candidates[cell] & ~scratch.proven[cell]:
            return False
        if not board.candidates[cell] & bit(int(scratch.solution[cell]) - 1):
            return False
    return True


@compiled
def _is_open(board: RaterBoard, scratch: RefutationScratch, cell: int, digit: int, stage: int, fewest: int) -> bool:
    """Return True if a candidate is to be tried at a stage: it is on the board, and not in the proven solution.

    In late stages, which allow more branches, only cells with `fewest` candidates, the least number on the board, are
    tried.
    """
    digits = NONE if board.values[cell] else board.candidates[cell] & ~bit(int(scratch.solution[cell]) - 1)
    return bool(digits & bit(digit)) and (stage <= ALL_UP_TO or count_bits(board.candidates[cell]) == fewest)


@compiled
def _fewest_candidates(board: RaterBoard) -> int:
    """Return the smallest number of candidates of an open cell."""
    fewest = int(board.places.shape[1])
    for cell in range(len(board.values)):
        if not board.values[cell]:
            fewest = min(fewest, count_bits(board.candidates[cell]))
    return fewest


@compiled
def _assume(scratch: RefutationScratch, size: int, candidate: int) -> None:
    """Load the board of the trial into `scratch.search`, without all candidates but one of its cell.

    `candidate` is cell · n + digit; `size` is n, the side of the board.
    """
    search = scratch.search
    copy_board(scratch.loaded, search.board)
    for other in range(size):
        if other != candidate % size:
            remove_candidate(search.tables, search.board, candidate // size, other)
    begin_search(search)


@compiled
def _is_refuted(scratch: RefutationScratch, size: int, candidate: int, branches: int) -> bool:
    """Return True if the engine refutes a candidate with at most `branches` branches.

    `candidate` is cell · n + digit; `size` is n, the side of the board.
    """
    _assume(scratch, size, candidate)
    return continue_search(scratch.search, 1, branches) == 0 and bool(scratch.search.status[0].finished)


@compiled
def _note_branches(board: RaterBoard, scratch: RefutationScratch, candidate: int) -> None:
    """Add to the present finding the assumption and the candidates on which its search branches."""
    size, search, shown = board.places.shape[1], scratch.search, 0
    note_cell(board, START, candidate // size, bit(candidate % size), -1)
    if not is_traced(board):
        return
    _assume(scratch, size, candidate)
    status = search.status[0]
    while shown < MOST_SHOWN:
        if propagate(search.tables, search.board, search.scratch) == OPEN:
            branch(search)
            _note_branch(board, search)
            shown += 1
        elif status.depth == 0:
            return
        else:
            status.depth -= 1
            copy_board(search.stack[status.depth], search.board)


@compiled
def _note_branch(board: RaterBoard, search: Search) -> None:
    """Add to the present finding the candidate of the last branch, which the board on top of the stack lacks."""
    words, alternative = search.tables.shape[0].words, search.stack[search.status[0].depth - 1]
    digit = lowest(alternative[len(alternative) - 1])
    for cell in range(len(board.values)):
        word, mask = digit * words + (cell >> 6), bit(cell & 63)
        if search.board[word] & mask and not alternative[word] & mask:
            note_cell(board, ALSO, cell, bit(digit), 0)
