"""The board that techniques search: candidates, digits, and how an assignment or elimination changes them.

Digits are 0..n−1 here, and sets of digits or of positions are masks, as in `cpgen.rater.house_tables`. The board keeps
the candidates twice, by cell and by house and digit, so that a hidden single is as easy to see as a naked one. It also
holds the tables of its layout, what the rating has counted so far, and the log of findings, so that one argument is
all that a technique needs.

`apply_assignment` and `apply_elimination` change the board immediately. Techniques call those of
`cpgen.rater.findings`, by which every effect belongs to a finding.
"""

from __future__ import annotations

import numpy as np

from cpgen.kernel import bit, compiled, ones
from cpgen.kernel.structs import Struct
from cpgen.layout import Layout
from cpgen.rater.finding_log import FindingLog
from cpgen.rater.house_tables import RaterTables, rater_tables
from cpgen.rater.memory import H, N, W, allocate, array, made, masks, n, nested, numbers, record

NONE = np.uint64(0)
"""The empty mask"""
MOST_RUNGS = 126
"""Largest number of rungs of a ladder; limits the memory of what each rung has searched"""


class RaterBoard(Struct):
    """Board on which techniques search: tables of the layout, candidates, counts of the rating, and log of findings.

    It is reused for all puzzles of one layout, and for no other.
    """

    tables: RaterTables = made(rater_tables)  # what the techniques look up about the layout
    log: FindingLog = nested(FindingLog)

    candidates: np.ndarray = masks(N)  # digits still possible in each cell
    places: np.ndarray = masks(H, n)  # positions still possible for each digit in each house
    placed: np.ndarray = masks(H)  # digits assigned in each house
    values: np.ndarray = array(np.uint8, N)  # digit assigned to each cell, 1..n, or 0
    clue_cells: np.ndarray = masks(W)  # set of the cells with clues
    state: np.ndarray = record(
        open_cells=np.int64,
        broken=np.bool_,  # a contradiction was found
        changes=np.int64,  # assignments and eliminations so far
        mapped=np.int64,  # `changes` when `digit_cells` was up to date
    )

    progress: np.ndarray = record(
        level=np.int64,
        steps=np.int64,
        score=np.int64,
        level_place=np.int64,  # highest index of a level name
        open_before=np.int64,  # open cells when the present search began
        changes_before=np.int64,
    )
    uses: np.ndarray = numbers(MOST_RUNGS)  # number of rounds of each rung of the ladder
    search: np.ndarray = record(
        rung=np.int64,
        mode=np.int64,  # IMMEDIATE, FIRST, ALL or BEST
        places=np.bool_,  # all singles assign, not only rule 1
    )
    """Current search: technique and mode"""
    bounds: np.ndarray = record(
        fillings=np.int64,
        outside=np.int64,
        links=np.int64,
        placements=np.int64,
        branches=np.int64,
        equations=np.int64,
    )
    """Limits of what techniques look at, as in `cpgen.rater.ladder.Bounds`"""

    digit_cells: np.ndarray = masks(n, W)  # set of the open cells for each digit, as of `update_digit_cells`
    searched: np.ndarray = masks(MOST_RUNGS, n, W)  # `digit_cells` when a rung last found nothing of a digit
    singles: np.ndarray = numbers(H * n, 3)
    """House, digit and cell of each hidden single that a placement round is about to assign"""
    partners: np.ndarray = masks(n)  # for a search of subsets: partners of each item of a house
    choices: np.ndarray = masks(3, n)
    """For a search of subsets: items left, items chosen and their partners, by number of items chosen"""


def empty_board(layout: Layout, traced: bool = False) -> RaterBoard:
    """Return a new board for a layout; `traced` keeps the findings of all rounds, with their parts, in the log."""
    return allocate(RaterBoard, layout, traced=traced)


def board_for(layout: Layout, like: RaterBoard) -> RaterBoard:
    """Return a board for a layout, in the memory of `like`: a board with the same houses that is no longer used."""
    return like._replace(tables=rater_tables(layout))


@compiled
def set_up(board: RaterBoard, clues: np.ndarray) -> None:
    """Fill the board with all candidates, then assign the clues (digits 1..n, 0 for an open cell)."""
    full = all_digits(board)
    begin(board)
    board.candidates[:] = full
    board.places[:] = full
    state = board.state[0]
    note_clues(board, clues)
    for cell in range(len(board.tables.barred)):
        for digit in ones(board.tables.barred[cell]):
            apply_elimination(board, cell, digit)
    for cell in range(len(clues)):
        if clues[cell]:
            apply_assignment(board, cell, clues[cell] - 1)
            if state.broken:
                return


@compiled
def begin(board: RaterBoard) -> None:
    """Reset a board to one without digits, except for candidates and places, which the caller sets."""
    board.placed[:] = NONE
    board.values[:] = 0
    board.uses[:] = 0
    board.searched[:] = NONE
    state, progress, log = board.state[0], board.progress[0], board.log.state[0]
    state.open_cells = len(board.values)
    state.broken = log.has_effect = False
    state.changes = log.finding = log.logged = log.waiting = log.parts_from = log.parts_to = 0
    progress.level = progress.steps = progress.score = progress.level_place = 0
    state.mapped = -1


@compiled
def note_clues(board: RaterBoard, clues: np.ndarray) -> None:
    """Set `board.clue_cells` to the cells with clues (digits 1..n, 0 for an open cell)."""
    board.clue_cells[:] = NONE
    for cell in range(len(clues)):
        if clues[cell]:
            board.clue_cells[cell >> 6] |= bit(cell & 63)


@compiled
def all_digits(board: RaterBoard) -> np.uint64:
    """Return the mask of all n digits."""
    last = bit(board.places.shape[1] - 1)
    return last | (last - np.uint64(1))


@compiled
def apply_assignment(board: RaterBoard, cell: int, digit: int) -> None:
    """Assign a digit immediately: remove the cell's other candidates, and the digit from all cells that it sees."""
    if board.values[cell] == digit + 1:
        return
    if not board.candidates[cell] & bit(digit):
        board.state[0].broken = True
        return
    board.values[cell] = digit + 1
    board.state[0].open_cells -= 1
    board.state[0].changes += 1
    # The other candidates of the cell go first, then the digit in each of its houses.
    for other in ones(board.candidates[cell] & ~bit(digit)):
        apply_elimination(board, cell, other)
    for k in range(board.tables.houses_of.shape[1]):
        house = board.tables.houses_of[cell, k]
        if house < 0:
            break
        board.placed[house] |= bit(digit)
        for position in ones(board.places[house, digit] & ~board.tables.position_of[cell, k]):
            apply_elimination(board, board.tables.house_cells[house, position], digit)
    if len(board.tables.beyond):
        _eliminate_beyond_houses(board, cell, digit)


@compiled
def _eliminate_beyond_houses(board: RaterBoard, cell: int, digit: int) -> None:
    """Remove a digit from the cells that see a cell through constraints other than houses, such as chess moves."""
    for word in range(board.tables.beyond.shape[1]):
        for place in ones(board.tables.beyond[cell, word]):
            other = (word << 6) + place
            if board.candidates[other] & bit(digit):
                apply_elimination(board, other, digit)


@compiled
def apply_elimination(board: RaterBoard, cell: int, digit: int) -> None:
    """Eliminate a candidate immediately; set `broken` if the cell has none left, or a house no place for the digit."""
    left = board.candidates[cell] & ~bit(digit)
    board.candidates[cell] = left
    # No candidate in the cell, or no place in a house, is a contradiction.
    broken = left == 0
    for k in range(board.tables.houses_of.shape[1]):
        house = board.tables.houses_of[cell, k]
        if house < 0:
            break
        places = board.places[house, digit] & ~board.tables.position_of[cell, k]
        board.places[house, digit] = places
        broken |= places == 0
    if broken:
        board.state[0].broken = True
