"""Colours: clusters of cells joined by houses with two places for a digit.

In a house with two places, one of them holds the digit. Cells joined like that form a cluster with two colours, so that
neighbours have different ones: the digit is in all cells of one colour and in none of the other.

    A —— b       A and A, or b and b, hold the digit. A cell that sees A and b cannot hold it (trap). Two cells of one
         |       colour that see each other cannot both hold it, so that colour is false (wrap).
    b —— A

Colours 2c and 2c + 1 are those of cluster c; the opposite of a colour is `colour ^ 1`.
"""

from __future__ import annotations

import numpy as np

from cpgen.kernel import bit, compiled, count_bits, lowest, ones
from cpgen.kernel.structs import Struct
from cpgen.rater.board import NONE, RaterBoard
from cpgen.rater.findings import COLOUR_1, COLOUR_2, COLOUR_3, COLOUR_4, FIN, begin_finding, is_over, note_cell
from cpgen.rater.memory import N, W, masks, numbers
from cpgen.rater.visibility import changed_digits, eliminate_from, next_in, note_searched, sees

TRAP, WRAP = 1, 2
"""Kinds of simple colours"""


class ColourScratch(Struct):
    """Working memory of the search for colours of one digit: the cells of each colour, and what they see."""

    cells: np.ndarray = masks(N, W)  # set of the cells of each colour
    seen: np.ndarray = masks(N, W)  # set of the cells that see a cell of each colour
    colour_of: np.ndarray = numbers(N)  # colour of each cell, or −1
    waiting: np.ndarray = numbers(N)  # stack of coloured cells whose neighbours are still to be coloured
    victims: np.ndarray = masks(W)  # set of the cells that lose the digit


@compiled
def simple_colours(board: RaterBoard, scratch: ColourScratch, kind: int) -> None:
    """Find eliminations that follow from one cluster of coloured cells; add a finding for each.

    `kind` is TRAP for cells that see both colours, otherwise colours two of whose cells see each other (wraps) are
    searched.
    """
    for digit in ones(changed_digits(board)):
        for cluster in range(paint(board, scratch, digit)):
            if kind == TRAP:
                trap(board, scratch, digit, cluster)
            else:
                wrap(board, scratch, digit, 2 * cluster)
                wrap(board, scratch, digit, 2 * cluster + 1)
            if is_over(board):
                return
        note_searched(board, bit(digit))


@compiled
def multi_colours(board: RaterBoard, scratch: ColourScratch, kind: int) -> None:
    """Find eliminations that follow from two clusters of coloured cells; add a finding for each.

    With `kind` 1, a colour sees one of another cluster, so one of their opposites is true; cells that see both
    opposites lose the digit. With `kind` 2, a colour that sees both colours of another cluster is false.
    """
    for digit in ones(changed_digits(board)):
        colours = 2 * paint(board, scratch, digit)
        for colour in range(colours):
            for other in range(colours):
                # Only colours of different clusters that see each other.
                if colour >> 1 == other >> 1 or not meet(scratch.cells[colour], scratch.seen[other]):
                    continue
                if kind == 1 and colour < other:
                    eliminate_between(board, scratch, digit, colour, other)
                elif kind == 2 and other & 1 and meet(scratch.cells[colour], scratch.seen[other ^ 1]):
                    begin_finding(board)
                    note_clusters(board, scratch, digit, colour, other)
                    eliminate_from(board, scratch.cells[colour], digit)
                if is_over(board):
                    return
        note_searched(board, bit(digit))


@compiled
def trap(board: RaterBoard, scratch: ColourScratch, digit: int, cluster: int) -> None:
    """Eliminate the digit from the cells outside a cluster that see both of its colours."""
    first, second, victims = 2 * cluster, 2 * cluster + 1, scratch.victims
    for word in range(len(victims)):
        both = scratch.seen[first, word] & scratch.seen[second, word]
        inside = scratch.cells[first, word] | scratch.cells[second, word]
        victims[word] = board.digit_cells[digit, word] & both & ~inside
    if next_in(victims, 0) >= 0:
        begin_finding(board)
        note_colour(board, scratch, COLOUR_1, digit, first)
        note_colour(board, scratch, COLOUR_2, digit, second)
        eliminate_from(board, victims, digit)


@compiled
def wrap(board: RaterBoard, scratch: ColourScratch, digit: int, colour: int) -> None:
    """Eliminate the digit from all cells of a colour, if two of them see each other."""
    cells = scratch.cells[colour]
    if meet(cells, scratch.seen[colour]):
        begin_finding(board)
        note_colour(board, scratch, COLOUR_1, digit, colour)
        note_colour(board, scratch, COLOUR_2, digit, colour ^ 1)
        note_clash(board, scratch, digit, colour, colour)
        eliminate_from(board, cells, digit)


@compiled
def eliminate_between(board: RaterBoard, scratch: ColourScratch, digit: int, colour: int, other: int) -> None:
    """Eliminate the digit from the cells that see the opposites of two colours.

    `colour` and `other` see each other, so at least one of their opposites holds the digit. A finding is added only if
    there are such cells.
    """
    victims = scratch.victims
    for word in range(len(victims)):
        both = scratch.seen[colour ^ 1, word] & scratch.seen[other ^ 1, word]
        victims[word] = board.digit_cells[digit, word] & both
    if next_in(victims, 0) >= 0:
        begin_finding(board)
        note_clusters(board, scratch, digit, colour ^ 1, other)
        note_clash(board, scratch, digit, colour, other)
        eliminate_from(board, victims, digit)


@compiled
def paint(board: RaterBoard, scratch: ColourScratch, digit: int) -> int:
    """Colour the cells of a digit that are joined by houses with two places; return the number of clusters.

    `scratch.colour_of` has the colour of each cell (−1 for none), `scratch.cells` and `scratch.seen` the cells of each
    colour and those that see one of them.
    """
    waiting, colour_of = scratch.waiting, scratch.colour_of
    colour_of[:] = -1
    clusters = 0
    for house in board.tables.everything:
        places = board.places[house, digit]
        start = board.tables.house_cells[house, lowest(places)] if count_bits(places) == 2 else -1
        if start < 0 or colour_of[start] >= 0:
            continue
        # A new cluster: flood it from its first cell.
        for colour in range(2 * clusters, 2 * clusters + 2):
            scratch.cells[colour] = NONE
            scratch.seen[colour] = NONE
        colour_of[start] = 2 * clusters
        waiting[0], count = start, 1
        while count:
            count -= 1
            cell = waiting[count]
            colour = colour_of[cell]
            scratch.cells[colour, cell >> 6] |= bit(cell & 63)
            for word in range(board.tables.peers.shape[1]):
                scratch.seen[colour, word] |= board.tables.peers[cell, word]
            for k in range(board.tables.houses_of.shape[1]):
                own = board.tables.houses_of[cell, k]
                if own < 0:
                    break
                if count_bits(board.places[own, digit]) == 2:
                    partner = board.tables.house_cells[
                        own, lowest(board.places[own, digit] & ~board.tables.position_of[cell, k])
                    ]
                    if colour_of[partner] < 0:
                        colour_of[partner] = colour ^ 1
                        waiting[count] = partner
                        count += 1
        clusters += 1
    return clusters


@compiled
def meet(cells: np.ndarray, others: np.ndarray) -> bool:
    """Return True if the bit sets `cells` and `others` have a cell in common."""
    common = NONE
    for word in range(len(cells)):
        common |= cells[word] & others[word]
    return bool(common)


@compiled
def note_colour(board: RaterBoard, scratch: ColourScratch, role: int, digit: int, colour: int) -> None:
    """Add each cell of a colour to the present finding, as a part with the given role."""
    cells = scratch.cells[colour]
    cell = next_in(cells, 0)
    while cell >= 0:
        note_cell(board, role, cell, bit(digit), -1)
        cell = next_in(cells, cell + 1)


@compiled
def note_clusters(board: RaterBoard, scratch: ColourScratch, digit: int, first: int, third: int) -> None:
    """Add two clusters to the present finding: colours `first` and `third`, each followed by its opposite."""
    note_colour(board, scratch, COLOUR_1, digit, first)
    note_colour(board, scratch, COLOUR_2, digit, first ^ 1)
    note_colour(board, scratch, COLOUR_3, digit, third)
    note_colour(board, scratch, COLOUR_4, digit, third ^ 1)


@compiled
def note_clash(board: RaterBoard, scratch: ColourScratch, digit: int, colour: int, other: int) -> None:
    """Add to the present finding the first cell of `colour` and the first of `other` that see each other, as fins."""
    cells, others = scratch.cells[colour], scratch.cells[other]
    cell = next_in(cells, 0)
    while cell >= 0:
        against = next_in(others, 0)
        while against >= 0:
            if sees(board, cell, against):
                note_cell(board, FIN, cell, bit(digit), -1)
                note_cell(board, FIN, against, bit(digit), -1)
                return
            against = next_in(others, against + 1)
        cell = next_in(cells, cell + 1)
