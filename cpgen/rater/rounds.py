"""Rounds of a rating in compiled code: search for techniques in the order of the ladder, apply effects, count rounds.

Each loop does round after round with some rungs of a ladder and returns when none of them acts any more, so that
Python calls it once for many rounds:

- `climb`: rungs of the paper's rules, and of the few techniques that `search_basic` knows;
- `climb_with_clues`: the first rungs of a ladder for boards with constraints, up to the search for combinations.

An interpreted loop calls the entries of the techniques, each of which is compiled for itself as soon as that pays.
"""

from __future__ import annotations

import numpy as np

from cpgen.kernel import compiled, compiled_when_hot, inlined, ones
from cpgen.rater.board import RaterBoard, apply_assignment, apply_elimination, set_up
from cpgen.rater.findings import IMMEDIATE, apply_waiting
from cpgen.rater.techniques import (
    CODES,
    ENTRIES,
    HIDDEN_SINGLE_LINE,
    HIDDEN_SINGLE_REGION,
    LOCKED_CLAIMING,
    LOCKED_POINTING,
    NAKED_SINGLE,
    search_basic,
)
from cpgen.rater.techniques.clue_logic import ClueScratch, forks, sum_bounds, unlinked_digits
from cpgen.rater.techniques.locked import locked_candidates
from cpgen.rater.techniques.singles import hidden_singles, hidden_singles_placed, naked_singles

LINK, SUM_BOUNDS, FORK = CODES["link"], CODES["sum-bounds"], CODES["fork"]
WITH_CLUES = frozenset(
    (HIDDEN_SINGLE_REGION, LINK, SUM_BOUNDS, HIDDEN_SINGLE_LINE, NAKED_SINGLE, LOCKED_POINTING, LOCKED_CLAIMING, FORK)
)
"""Codes of the techniques that `climb_with_clues` knows: those that act in most rounds, and are compiled soon"""
place_hidden_singles, find_hidden_singles = ENTRIES[hidden_singles_placed], ENTRIES[hidden_singles]
find_naked_singles, find_locked = ENTRIES[naked_singles], ENTRIES[locked_candidates]
find_links, find_bounds, find_forks = ENTRIES[unlinked_digits], ENTRIES[sum_bounds], ENTRIES[forks]


@compiled_when_hot
def rate_clues(board: RaterBoard, codes: np.ndarray, clues: np.ndarray) -> None:
    """Set up the board with clues and climb the ladder; a traced board then holds a log of all effects.

    `codes` has a record for each rung of the ladder.
    """
    set_up(board, clues)
    climb(board, codes)


@compiled_when_hot
def rate_state(
    board: RaterBoard, codes: np.ndarray, clues: np.ndarray, placed: np.ndarray, allowed: np.ndarray
) -> None:
    """Set up the board with a state and climb the ladder, which rates the state.

    `codes` has a record for each rung of the ladder; the other arguments are those of `set_up_state`.
    """
    set_up_state(board, clues, placed, allowed)
    climb(board, codes)


@compiled_when_hot
def set_up_clues(board: RaterBoard, clues: np.ndarray) -> None:
    """Set up the board with clues."""
    set_up(board, clues)


@compiled_when_hot
def set_up_state(board: RaterBoard, clues: np.ndarray, placed: np.ndarray, allowed: np.ndarray) -> None:
    """Set up the board with clues, the digits placed so far, and the candidates that are left.

    `clues` and `placed` [n²] have 0 for a cell without a digit; `allowed` [n²] has a mask of candidates for each cell.
    """
    set_up(board, clues)
    # Assign the digits first: what they exclude need not be eliminated again.
    for cell in range(len(placed)):
        if placed[cell] and not board.state[0].broken:
            apply_assignment(board, cell, placed[cell] - 1)
    for cell in range(len(allowed)):
        for digit in ones(np.uint64(0) if board.values[cell] else board.candidates[cell] & ~allowed[cell]):
            apply_elimination(board, cell, digit)


@compiled_when_hot
def end_search(board: RaterBoard, codes: np.ndarray) -> bool:
    """Apply the effects that wait in the log after a search, and count the round.

    Return False, without counting, if the board is unchanged.
    """
    return has_acted(board, codes)


@compiled_when_hot
def climb_basics(board: RaterBoard, codes: np.ndarray) -> None:
    """Do rounds with the basic techniques of the rungs `codes` until none has an effect."""
    climb(board, codes)
    note_before(board)


@compiled_when_hot
def climb_with_clues(board: RaterBoard, codes: np.ndarray, scratch: ClueScratch) -> None:
    """Do rounds with the techniques of the rungs `codes`, all in WITH_CLUES, until none has an effect."""
    k = 0
    while k < len(codes) and board.state[0].open_cells and not board.state[0].broken:
        begin_search(board, codes, k)
        _search_with_clues(board, codes[k].technique, scratch)
        # Every round begins with the easiest rung.
        k = 0 if has_acted(board, codes) else k + 1
    note_before(board)


@compiled
def _search_with_clues(board: RaterBoard, code: int, scratch: ClueScratch) -> None:
    """Search the board for the technique with a code; findings go to the log of the board.

    The code must be in WITH_CLUES, the techniques that act in most rounds. LINK and FORK find nothing on a board
    without links.
    """
    has_links = len(scratch.clues.links.first) > 0
    if code == HIDDEN_SINGLE_REGION:
        place_hidden_singles(board, board.tables.placing)
    elif code == SUM_BOUNDS:
        find_bounds(board, scratch)
    elif code == HIDDEN_SINGLE_LINE:
        find_hidden_singles(board, board.tables.lines)
    elif code == NAKED_SINGLE:
        find_naked_singles(board)
    elif code == LOCKED_POINTING:
        find_locked(board, board.tables.regions)
    elif code == LOCKED_CLAIMING:
        find_locked(board, board.tables.lines)
    elif code == LINK and has_links:
        find_links(board, scratch)
    elif code == FORK and has_links:
        find_forks(board, scratch)


@inlined
def climb(board: RaterBoard, codes: np.ndarray) -> None:
    """Do round after round until the board is solved, stuck or contradictory; count level, steps and uses.

    `codes` has a record for each rung, as `Ladder.codes` describes.
    """
    while board.state[0].open_cells and not board.state[0].broken:
        k = 0
        # Every round begins with the easiest rung.
        while k < len(codes) and not acts(board, codes, k):
            k += 1
        if k == len(codes):
            return


@inlined
def acts(board: RaterBoard, codes: np.ndarray, k: int) -> bool:
    """Search for the basic technique of rung `k` of the ladder `codes`; return True if it has an effect."""
    begin_search(board, codes, k)
    search_basic(board, codes[k].technique)
    return has_acted(board, codes)


@inlined
def begin_search(board: RaterBoard, codes: np.ndarray, k: int) -> None:
    """Set up `board.search` for rung `k` of a ladder: whether singles assign digits, and how effects are applied.

    `codes` has a record for each rung, as `Ladder.codes` describes.
    """
    search = board.search[0]
    search.rung = k
    search.mode = codes[k].mode
    search.places = codes[k].places
    note_before(board)


@inlined
def note_before(board: RaterBoard) -> None:
    """Store in `board.progress` the numbers of open cells and changes before a search, which `has_acted` needs."""
    progress, log = board.progress[0], board.log.state[0]
    progress.open_before = board.state[0].open_cells
    progress.changes_before = board.state[0].changes
    log.waiting = log.logged


@inlined
def has_acted(board: RaterBoard, codes: np.ndarray) -> bool:
    """Apply the waiting effects of the present search; count a round and return True if the board has changed."""
    log = board.log.state[0]
    if log.logged > log.waiting and board.search[0].mode != IMMEDIATE:
        apply_waiting(board)
    if board.state[0].changes == board.progress[0].changes_before:
        return False
    count_round(board, codes, board.search[0].rung)
    return True


@inlined
def count_round(board: RaterBoard, codes: np.ndarray, k: int) -> None:
    """Count a round in which rung `k` of the ladder `codes` had an effect, in `board.progress` and `board.uses`.

    The level, the number of steps and the score are updated.
    """
    progress = board.progress[0]
    # Level: the hardest rung so far. Score: the sum over all rounds (HoDoKu).
    progress.steps += 1
    progress.level = max(progress.level, codes[k].complexity)
    ways = max(progress.open_before - board.state[0].open_cells, 1) if codes[k].by_dependency else 1
    progress.score += int(codes[k].score * np.sqrt(ways) + 0.5)
    progress.level_place = max(progress.level_place, codes[k].level)
    board.uses[k] += 1
