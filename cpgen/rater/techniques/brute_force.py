"""Brute force: the engine searches the solutions of the board, and a digit of the only one is named."""

from __future__ import annotations

from cpgen.engine.mask_board import load_clues
from cpgen.engine.propagation import eliminate as remove_candidate
from cpgen.engine.search import Search, begin_search, continue_search, new_search
from cpgen.engine.tables import engine_tables
from cpgen.kernel import bit, compiled, count_bits, ones
from cpgen.layout import Layout
from cpgen.rater.board import NONE, RaterBoard, all_digits
from cpgen.rater.findings import CELLS, assign, begin_finding, note_cell

MOST_BRANCHES = 1_000_000
"""Number of choices after which a search for solutions gives up"""


def brute_force_search(layout: Layout, like: Search | None = None) -> Search:
    """Return the engine's search for a layout; `like` is ignored, because its tables depend on the layout."""
    del like
    return new_search(engine_tables(layout))


@compiled
def brute_force(board: RaterBoard, search: Search) -> None:
    """Assign the digit of the only solution in the first of the open cells with the fewest candidates, as a finding.

    Nothing is found when there is no solution, or more than one, or when the search takes too long.
    """
    load_board(board, search)
    best, least = -1, 65
    for cell in range(len(board.values)):
        if not board.values[cell] and count_bits(board.candidates[cell]) < least:
            best, least = cell, count_bits(board.candidates[cell])
    begin_search(search)
    if best >= 0 and continue_search(search, 2, MOST_BRANCHES) == 1 and search.status[0].finished:
        digit = int(search.solutions[0, best]) - 1
        begin_finding(board)
        note_cell(board, CELLS, best, bit(digit), -1)
        assign(board, best, digit)


@compiled
def load_board(board: RaterBoard, search: Search) -> None:
    """Load the assigned digits into the engine as clues, and the candidates of all open cells."""
    load_clues(search.tables, search.board, board.values)
    for cell in range(len(board.values)):
        for digit in ones(NONE if board.values[cell] else all_digits(board) & ~board.candidates[cell]):
            remove_candidate(search.tables, search.board, cell, digit)
