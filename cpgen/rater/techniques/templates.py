"""Templates: all ways to place one digit in the whole board.

A *template* is a set of cells in which a digit could be placed in the whole board. A cell in all templates holds the
digit, a cell in none does not.
"""

from __future__ import annotations

import numpy as np

from cpgen.kernel import bit, compiled
from cpgen.kernel.structs import Struct
from cpgen.rater.board import NONE, RaterBoard
from cpgen.rater.findings import CELLS, assign, begin_finding, eliminate, is_over, note_cell
from cpgen.rater.memory import W, masks, n, numbers
from cpgen.rater.visibility import is_in, next_in, update_digit_cells

MOST_TRIES = 20_000
"""Number of choices after which a search for a template gives up"""
IN_ALL, IN_NONE = 1, 2
"""Kinds of techniques with templates"""


class TemplateScratch(Struct):
    """Working memory of the search for templates of one digit: the rows, and the position chosen in each."""

    rows: np.ndarray = numbers(n)  # rows without the digit
    chosen: np.ndarray = numbers(n)  # position chosen in each of them
    free: np.ndarray = masks(n + 1, W)  # cells where the digit may still go, by number of rows done
    in_any: np.ndarray = masks(W)  # cells known to be in some template
    in_all: np.ndarray = masks(W)  # cells in all templates found so far
    template: np.ndarray = masks(W)  # present template


@compiled
def templates(board: RaterBoard, scratch: TemplateScratch, kind: int) -> None:
    """Assign each digit to the cells in all its templates, or eliminate it from cells in none; add a finding per cell.

    A template is a set of cells in which the digit could be placed in the whole board. `kind` is IN_ALL for
    assignments, IN_NONE for eliminations.
    """
    update_digit_cells(board)
    for digit in range(board.places.shape[1]):
        cells = board.digit_cells[digit]
        for word in range(len(cells)):
            scratch.in_any[word] = NONE
            scratch.in_all[word] = cells[word]
        cell = next_in(cells, 0)
        while cell >= 0:
            if kind == IN_NONE:
                found = not is_in(scratch.in_any, cell) and not has_template(board, scratch, digit, cell, -1)
            else:
                found = is_in(scratch.in_all, cell) and not has_template(board, scratch, digit, -1, cell)
            if found:
                begin_finding(board)
                note_cell(board, CELLS, cell, bit(digit), -1)
                if kind == IN_NONE:
                    eliminate(board, cell, bit(digit))
                else:
                    assign(board, cell, digit)
            if is_over(board):
                return
            cell = next_in(cells, cell + 1)


@compiled
def has_template(board: RaterBoard, scratch: TemplateScratch, digit: int, inside: int, outside: int) -> bool:
    """Return True if the digit has a template (placement on the whole board) with cell `inside` and without `outside`.

    Either is −1 if any cell will do. Also return True if the search takes long. A template that is found also updates
    `scratch.in_any` and `scratch.in_all`, which saves later searches.
    """
    size = board.places.shape[1]
    count = list_rows(board, scratch, digit, inside, outside)
    # Depth first over the rows; `position` is the last one tried in the present row.
    depth, position, tries = 0, -1, 0
    while True:
        if depth == count and keep_template(board, scratch, digit, count):
            return True
        position = size if depth == count else next_free(board, scratch, depth, position)
        if position < size:
            choose_in_row(board, scratch, depth, position)
            depth, position, tries = depth + 1, -1, tries + 1
            if tries > MOST_TRIES:
                return True
        elif depth == 0:
            return False
        else:
            depth -= 1
            position = scratch.chosen[depth]


@compiled
def list_rows(board: RaterBoard, scratch: TemplateScratch, digit: int, inside: int, outside: int) -> int:
    """Store the rows without the digit in `scratch.rows`, and its possible cells in `scratch.free[0]`.

    Return the number of rows. The digit is supposed to be in the cell `inside` and not in the cell `outside`, if they
    are not −1.
    """
    free = scratch.free[0]
    for word in range(len(free)):
        free[word] = board.digit_cells[digit, word]
        if inside >= 0:
            free[word] &= ~board.tables.peers[inside, word]
    if outside >= 0:
        free[outside >> 6] &= ~bit(outside & 63)
    count = 0
    for row in range(board.places.shape[1]):
        if not board.placed[row] & bit(digit):
            scratch.rows[count] = row
            count += 1
    return count


@compiled
def next_free(board: RaterBoard, scratch: TemplateScratch, depth: int, last: int) -> int:
    """Return the next position after `last` in a row where the digit may go, or n if there is none.

    The row is the one with index `depth` in `scratch.rows`.
    """
    size = board.tables.house_cells.shape[1]
    for position in range(last + 1, size):
        if is_in(scratch.free[depth], board.tables.house_cells[scratch.rows[depth], position]):
            return position
    return int(size)


@compiled
def choose_in_row(board: RaterBoard, scratch: TemplateScratch, depth: int, position: int) -> None:
    """Place the digit at a position in the row with index `depth` in `scratch.rows`.

    The position is stored in `scratch.chosen`; row `depth + 1` of `scratch.free` lacks the cells that see it.
    """
    cell, free = board.tables.house_cells[scratch.rows[depth], position], scratch.free
    scratch.chosen[depth] = position
    for word in range(free.shape[1]):
        free[depth + 1, word] = free[depth, word] & ~board.tables.peers[cell, word]


@compiled
def keep_template(board: RaterBoard, scratch: TemplateScratch, digit: int, count: int) -> bool:
    """Return True if the cells chosen in the first `count` rows are a template, which has a cell in every house.

    A template is added to `scratch.in_any`, and `scratch.in_all` is reduced to the cells that are in it, too.
    """
    template = scratch.template
    template[:] = NONE
    for depth in range(count):
        cell = board.tables.house_cells[scratch.rows[depth], scratch.chosen[depth]]
        template[cell >> 6] |= bit(cell & 63)
    for house in board.tables.everything:
        is_met = board.placed[house] & bit(digit) != 0
        for word in range(len(template)):
            is_met |= template[word] & board.tables.members[house, word] != 0
        if not is_met:
            return False
    for word in range(len(template)):
        scratch.in_any[word] |= template[word]
        scratch.in_all[word] &= template[word]
    return True
