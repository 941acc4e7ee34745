"""Clusters of cells that are joined by houses with two places for a digit: every second cell holds it, or all others.

A cluster has two colours; the digit is in all cells of one of them. Colours 2k and 2k + 1 are those of cluster k.
"""

from __future__ import annotations

import numpy as np

from cpgen.kernel import bit, compiled, count_bits, lowest
from cpgen.rater.board import (
    COLOUR_1,
    COLOUR_2,
    COLOUR_3,
    COLOUR_4,
    FIN,
    RaterBoard,
    RaterTables,
    begin_finding,
    is_over,
    note_cell,
)
from cpgen.rater.visibility import VICTIMS, keep, new_digits, next_in, remove_from, sees


@compiled
def simple_colours(tables: RaterTables, board: RaterBoard, size: int) -> None:
    """Simple Colours: the trap (1) takes the digit from cells outside a cluster that see both of its colours; the
    wrap (2) takes it from all cells of a colour of which two see each other.
    """
    new = new_digits(tables, board)
    while new:
        digit = lowest(new)
        new &= new - np.uint64(1)
        for cluster in range(paint(tables, board, tables.everything, digit)):
            if size == 1:
                trap(tables, board, digit, cluster)
            else:
                wrap(tables, board, digit, 2 * cluster)
                wrap(tables, board, digit, 2 * cluster + 1)
            if is_over(board):
                return
        keep(board, bit(digit))


@compiled
def multi_colours(tables: RaterTables, board: RaterBoard, size: int) -> None:
    """Multi-Colours: where a colour sees one of another cluster, the digit is in the opposite of one or of the other,
    and leaves the cells that see both opposites (1); a colour that sees both colours of another cluster loses it (2).
    """
    new = new_digits(tables, board)
    while new:
        digit = lowest(new)
        new &= new - np.uint64(1)
        colours = 2 * paint(tables, board, tables.everything, digit)
        for colour in range(colours):
            for other in range(colours):
                if colour >> 1 == other >> 1 or not meet(
                    colour_cells(tables, board, colour), seen(tables, board, other)
                ):
                    continue
                if size == 1 and colour < other:
                    leave_one(tables, board, digit, colour, other)
                elif (
                    size == 2
                    and other & 1
                    and meet(colour_cells(tables, board, colour), seen(tables, board, other ^ 1))
                ):
                    begin_finding(board)
                    note_colours(tables, board, digit, colour, other)
                    remove_from(tables, board, colour_cells(tables, board, colour), digit)
                if is_over(board):
                    return
        keep(board, bit(digit))


@compiled
def trap(tables: RaterTables, board: RaterBoard, digit: int, cluster: int) -> None:
    """Removes the digit from the cells outside a cluster that see both of its colours."""
    first, second = colour_cells(tables, board, 2 * cluster), colour_cells(tables, board, 2 * cluster + 1)
    victims = board.sets[board.places.shape[1] + VICTIMS]
    for word in range(len(victims)):
        both = seen(tables, board, 2 * cluster)[word] & seen(tables, board, 2 * cluster + 1)[word]
        victims[word] = board.sets[digit, word] & both & ~(first[word] | second[word])
    if next_in(victims, 0) >= 0:
        begin_finding(board)
        note_colour(tables, board, COLOUR_1, digit, 2 * cluster)
        note_colour(tables, board, COLOUR_2, digit, 2 * cluster + 1)
        remove_from(tables, board, victims, digit)


@compiled
def wrap(tables: RaterTables, board: RaterBoard, digit: int, colour: int) -> None:
    """Removes the digit from all cells of a colour, if two of them see each other."""
    cells = colour_cells(tables, board, colour)
    if meet(cells, seen(tables, board, colour)):
        begin_finding(board)
        note_colour(tables, board, COLOUR_1, digit, colour)
        note_colour(tables, board, COLOUR_2, digit, colour ^ 1)
        note_clash(tables, board, digit, colour, colour)
        remove_from(tables, board, cells, digit)


@compiled
def leave_one(tables: RaterTables, board: RaterBoard, digit: int, colour: int, other: int) -> None:
    """Removes the digit from the cells that see the opposites of two colours that see each other."""
    victims = board.sets[board.places.shape[1] + VICTIMS]
    for word in range(len(victims)):
        both = seen(tables, board, colour ^ 1)[word] & seen(tables, board, other ^ 1)[word]
        victims[word] = board.sets[digit, word] & both
    if next_in(victims, 0) >= 0:
        begin_finding(board)
        note_colours(tables, board, digit, colour ^ 1, other)
        note_clash(tables, board, digit, colour, other)
        remove_from(tables, board, victims, digit)


@compiled
def paint(tables: RaterTables, board: RaterBoard, houses: np.ndarray, digit: int) -> int:
    """Makes the sets of cells of each colour of a digit and of the cells that they see; the number of clusters."""
    cells = len(board.candidates)
    waiting, colour_of = board.work[:cells], board.work[cells : 2 * cells]
    colour_of[:] = -1
    clusters = 0
    for house in houses:
        places = board.places[house, digit]
        start = tables.house_cells[house, lowest(places)] if count_bits(places) == 2 else -1
        if start < 0 or colour_of[start] >= 0:
            continue
        for colour in range(2 * clusters, 2 * clusters + 2):
            colour_cells(tables, board, colour)[:] = np.uint64(0)
            seen(tables, board, colour)[:] = np.uint64(0)
        colour_of[start] = 2 * clusters
        waiting[0], count = start, 1
        while count:
            count -= 1
            cell = waiting[count]
            colour_cells(tables, board, colour_of[cell])[cell >> 6] |= bit(cell & 63)
            sight = seen(tables, board, colour_of[cell])
            for word in range(len(sight)):
                sight[word] |= tables.sets[cell, word]
            for k in range(tables.houses_of.shape[1]):
                own = tables.houses_of[cell, k]
                if own < 0:
                    break
                if count_bits(board.places[own, digit]) == 2:
                    partner = tables.house_cells[own, lowest(board.places[own, digit] & ~tables.position_of[cell, k])]
                    if colour_of[partner] < 0:
                        colour_of[partner] = colour_of[cell] ^ 1
                        waiting[count] = partner
                        count += 1
        clusters += 1
    return clusters


@compiled
def colour_cells(tables: RaterTables, board: RaterBoard, colour: int) -> np.ndarray:
    """The set of the cells of a colour."""
    width = tables.sets.shape[1]
    return board.masks[2 * colour * width : (2 * colour + 1) * width]


@compiled
def seen(tables: RaterTables, board: RaterBoard, colour: int) -> np.ndarray:
    """The set of the cells that see a cell of a colour."""
    width = tables.sets.shape[1]
    return board.masks[(2 * colour + 1) * width : (2 * colour + 2) * width]


@compiled
def meet(cells: np.ndarray, others: np.ndarray) -> bool:
    """Whether two sets have a cell in common."""
    common = np.uint64(0)
    for word in range(len(cells)):
        common |= cells[word] & others[word]
    return bool(common)


@compiled
def note_colour(tables: RaterTables, board: RaterBoard, role: int, digit: int, colour: int) -> None:
    """Adds a part for each cell of a colour."""
    cells = colour_cells(tables, board, colour)
    cell = next_in(cells, 0)
    while cell >= 0:
        note_cell(tables, board, role, cell, bit(digit), -1)
        cell = next_in(cells, cell + 1)


@compiled
def note_colours(tables: RaterTables, board: RaterBoard, digit: int, first: int, third: int) -> None:
    """Adds the parts of two clusters: a colour and its opposite, and the same for another one."""
    note_colour(tables, board, COLOUR_1, digit, first)
    note_colour(tables, board, COLOUR_2, digit, first ^ 1)
    note_colour(tables, board, COLOUR_3, digit, third)
    note_colour(tables, board, COLOUR_4, digit, third ^ 1)


@compiled
def note_clash(tables: RaterTables, board: RaterBoard, digit: int, colour: int, other: int) -> None:
    """Adds the first cells of two colours that see each other."""
    cells, others = colour_cells(tables, board, colour), colour_cells(tables, board, other)
    cell = next_in(cells, 0)
    while cell >= 0:
        against = next_in(others, 0)
        while against >= 0:
            if sees(tables, cell, against):
                note_cell(tables, board, FIN, cell, bit(digit), -1)
                note_cell(tables, board, FIN, against, bit(digit), -1)
                return
            against = next_in(others, against + 1)
        cell = next_in(cells, cell + 1)
