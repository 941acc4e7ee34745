"""Fish: a digit confined to the same k columns in k rows, or to the same k rows in k columns.

    X-Wing (k = 2)         . 1 . . 1 .     base: the digit has only these places in the row
                           . * . . * .     * is eliminated from the covers, here two columns
                           . 1 . . 1 .     base

Each of the k bases holds the digit once, in one of the k covers; so the covers hold it only in the bases. A *fin* is a
place of a base outside the covers: then only cells that see all fins lose the digit. In a *sashimi* fish some base has
a single place left in the covers.

Lines are numbered by their index among rows or columns, and sets of lines and of their positions are masks. `start` is
the first house of the bases: 0 for rows, n for columns.

Fish with fins are found from their eliminations. If the digit were in a cell, the places of the bases in its line and
in what it sees would go, and k bases would be left with k − 1 covers. So a fish with fins is a choice of k lines whose
remaining places are in k − 1 crossing lines, and the cell's own crossing line is the last cover. `ask` first selects
the cells for which this is possible at all.
"""

from __future__ import annotations

import numpy as np

from cpgen.kernel import bit, compiled, count_bits, lowest, ones
from cpgen.kernel.structs import Struct
from cpgen.layout import Layout
from cpgen.rater.board import NONE, RaterBoard
from cpgen.rater.findings import (
    FIGURE,
    FIN,
    begin_finding,
    eliminate_at,
    is_over,
    note_cell,
    note_cover,
    note_finding,
    note_part,
)
from cpgen.rater.memory import W, made, masks, n, record
from cpgen.rater.techniques.subsets import next_choice, union
from cpgen.rater.visibility import changed_digits, eliminate_from, next_in, note_searched

SASHIMI = 64
"""Added to the number of bases for sashimi fish"""


def crossings_of(layout: Layout) -> np.ndarray:
    """Return the field `crossings` of `FishScratch`: rows and columns of the cells of regions and extra houses."""
    size = layout.size
    crossings = np.zeros((len(layout.houses) - 2 * size, 2, size + 1), np.uint64)
    for (rows, columns), house in zip(crossings, layout.houses[2 * size :], strict=True):
        for cell in house.cells:
            row, column = divmod(cell, size)
            rows[row] |= bit(column)
            rows[size] |= bit(row)
            columns[column] |= bit(row)
            columns[size] |= bit(column)
    return crossings


class FishScratch(Struct):
    """Working memory of the search for fish of one digit: its places in each row or column."""

    search: np.ndarray = record(start=np.int64, digit=np.int64, k=np.int64, sashimi=np.bool_)
    """First house of the bases (0 or n), digit, number k of bases, are they sashimi?"""
    lines: np.ndarray = masks(n)  # places of the digit in each row, or in each column
    left: np.ndarray = masks(n)  # those that remain under an assumption
    asked: np.ndarray = masks(n)  # places in each line that a fish with fins might eliminate
    crossings: np.ndarray = made(crossings_of)
    """[H − 2n, 2, n + 1] for each further house: its columns in each row and its rows, its rows in each column and its
    columns"""
    victims: np.ndarray = masks(W)  # set of the cells that lose the digit


@compiled
def x_wings(board: RaterBoard) -> None:
    """Find X-Wings, with rows as bases and then with columns as bases; add a finding for each."""
    size = board.places.shape[1]
    for base in range(2 * size):
        # Compare each base only with those after it in the same direction.
        cover, end = (size, size) if base < size else (0, 2 * size)
        for digit in range(size):
            places = board.places[base, digit]
            if count_bits(places) != 2:
                continue
            for other in range(base + 1, end):
                if board.places[other, digit] == places:
                    note_finding(board, bit(digit), base, places)
                    note_part(board, FIGURE, other, places, NONE, -1)
                    lines = ~(bit(base % size) | bit(other % size))
                    eliminate_at(board, cover + lowest(places), lines, digit)
                    eliminate_at(board, cover + lowest(places & (places - np.uint64(1))), lines, digit)
        if is_over(board):
            return


@compiled
def fish(board: RaterBoard, scratch: FishScratch, k: int) -> None:
    """Find fish of `k` bases without fins, each base with 2 to k places; add a finding for each."""
    size, changed, search = board.places.shape[1], changed_digits(board), scratch.search[0]
    for start in range(0, 2 * size, size):
        for digit in range(size):
            if not changed & bit(digit):
                continue
            search.start, search.digit = start, digit
            # k bases whose places lie in at most k crossing lines are a fish.
            lines = open_lines(board, scratch, start, digit, k)
            bases = next_choice(scratch.lines, lines, NONE, k, k, NONE)
            while bases:
                clear_covers(board, scratch, bases)
                if is_over(board):
                    return
                bases = next_choice(scratch.lines, lines, bases, k, k, NONE)
    note_searched(board, changed)


@compiled
def open_lines(board: RaterBoard, scratch: FishScratch, start: int, digit: int, most: int) -> np.uint64:
    """Store the places of a digit in each line in `scratch.lines`; return a mask of lines.

    The mask has the lines with 2 to `most` places. `start` is the number of the first house: 0 for rows, n for columns.
    """
    lines = NONE
    for line in range(board.places.shape[1]):
        places = board.places[start + line, digit]
        scratch.lines[line] = places
        if 2 <= count_bits(places) <= most:
            lines |= bit(line)
    return lines


@compiled
def clear_covers(board: RaterBoard, scratch: FishScratch, bases: np.uint64) -> None:
    """Eliminate the digit from the covers of some bases, outside the bases."""
    start, digit = scratch.search[0].start, scratch.search[0].digit
    covers, cross = union(scratch.lines, bases), board.places.shape[1] - start
    # Every cover holds the digit in a base, so all its other places lose it.
    lost = NONE
    for cover in ones(covers):
        lost |= board.places[cross + cover, digit] & ~bases
    if lost:
        note_fish(board, start, digit, bases, covers)
        for cover in ones(covers):
            eliminate_at(board, cross + cover, ~bases, digit)


@compiled
def note_fish(board: RaterBoard, start: int, digit: int, bases: np.uint64, covers: np.uint64) -> None:
    """Begin a finding with the houses of bases and covers, both masks of lines.

    `start` is the number of the first house of the bases: 0 for rows, n for columns.
    """
    begin_finding(board)
    for line in ones(bases):
        base = start + line
        note_part(board, FIGURE, base, board.places[base, digit], bit(digit), -1)
    for cover in ones(covers):
        note_cover(board, board.places.shape[1] - start + cover)


@compiled
def finned_fish(board: RaterBoard, scratch: FishScratch, kind: int) -> None:
    """Find fish with fins, starting from each cell that they might eliminate a digit from; add a finding for each.

    `kind` is the number of bases, plus SASHIMI for sashimi fish, in which some base has a single place in the covers.
    In other fish, each base has two or more.
    """
    size = board.places.shape[1]
    # Without regions and extra houses, a cell sees nothing of other rows and columns: there are no fins.
    if board.tables.houses_of.shape[1] == 2:
        return
    changed, search = changed_digits(board), scratch.search[0]
    search.k, search.sashimi = kind & (SASHIMI - 1), kind & SASHIMI != 0
    for start in range(0, 2 * size, size):
        for digit in range(size):
            if not changed & bit(digit):
                continue
            search.start, search.digit = start, digit
            lines = open_lines(board, scratch, start, digit, size)
            for line in ones(lines if ask(board, scratch, lines) else NONE):
                for across in ones(scratch.asked[line]):
                    bases = lines & ~bit(line)
                    test_place(board, scratch, line, across, bases)
                    if is_over(board):
                        return
    note_searched(board, changed)


@compiled
def ask(board: RaterBoard, scratch: FishScratch, lines: np.uint64) -> bool:
    """Store in `scratch.asked` the places in each line that a fish with fins might eliminate.

    Such a place is outside the bases and sees all fins. Where cells are in at most one house besides row and column,
    that house is a region with a fin, and only places in regions are stored; otherwise all places are. Return False if
    there are none. `lines` is the mask of the lines that may be bases.
    """
    start, digit, k = scratch.search[0].start, scratch.search[0].digit, scratch.search[0].k
    if count_bits(lines) <= k:
        return False
    # `slim` are the lines that could be bases without fins.
    size, slim, found = board.places.shape[1], NONE, bool(board.tables.houses_of.shape[1] > 3)
    for line in range(size):
        places = scratch.lines[line]
        scratch.asked[line] = places if found else NONE
        scratch.left[line] = places
        if lines & bit(line) and count_bits(places) <= k:
            slim |= bit(line)
    for region in range(0 if found else len(board.places) - 2 * size):
        if count_bits(board.places[2 * size + region, digit]) < 2:
            continue
        crossings = scratch.crossings[region, 1 if start else 0]
        if ask_in_region(scratch, crossings, lines & crossings[size], slim, k):
            found = True
    return found


@compiled
def ask_in_region(scratch: FishScratch, crossings: np.ndarray, crossed: np.uint64, slim: np.uint64, k: int) -> bool:
    """Add to `scratch.asked` the places in a region that a fish with fins there might eliminate; return True if any.

    Such a fish has k bases whose places outside the region are in k crossing lines, or in k − 1 if these places all
    miss the region's crossing lines. A base is slim, or becomes so without its places in the region, which are fins.

    Args:
        scratch: Working memory; `left` has all places before and after.
        crossings: For each line, the mask of the crossing lines at which it meets the region.
        crossed: Mask of the lines that the region crosses.
        slim: Mask of the lines with k places at most.
        k: Number of bases.
    """
    lines, left, found = scratch.lines, scratch.left, False
    usable, inside, places = slim & ~crossed, NONE, NONE
    for line in ones(crossed):
        left[line] = lines[line] & ~crossings[line]
        if left[line] != lines[line]:
            inside |= bit(line)
            places |= lines[line] & crossings[line]
        if 1 <= count_bits(left[line]) <= k:
            usable |= bit(line)
    finned, most = usable & inside, k if union(left, usable) & places else k - 1
    # Choose a base with a fin, then k − 1 others that are not among the bases with fins tried before.
    while finned and inside & (inside - np.uint64(1)):
        fin = bit(lowest(finned))
        finned &= ~fin
        usable &= ~fin
        bases = next_choice(left, usable, NONE, k - 1, most, left[lowest(fin)])
        while bases:
            covers = union(left, bases | fin)
            # With a cover to spare, any crossing line may be the last one.
            if count_bits(covers) < k:
                covers = ~NONE
            for line in ones(inside & ~bases & ~fin):
                asked = lines[line] & crossings[line] & covers
                scratch.asked[line] |= asked
                found |= bool(asked)
            bases = next_choice(left, usable, bases, k - 1, most, left[lowest(fin)])
    for line in ones(crossed):
        left[line] = lines[line]
    return found


@compiled
def seen_in_line(board: RaterBoard, scratch: FishScratch, cell: int, line: int) -> np.uint64:
    """Return the positions of a line that a cell sees through regions and extra houses."""
    start = scratch.search[0].start
    size, seen = board.places.shape[1], NONE
    # Houses 0 and 1 of a cell are its row and column, which fins do not use.
    for k in range(2, board.tables.houses_of.shape[1]):
        house = board.tables.houses_of[cell, k]
        if house < 0:
            break
        seen |= scratch.crossings[house - 2 * size, 1 if start else 0, line]
    return seen


@compiled
def test_place(board: RaterBoard, scratch: FishScratch, line: int, across: int, lines: np.uint64) -> None:
    """Find the fish with fins that eliminate the digit from the cell where `line` crosses the line `across`.

    If the digit were there, k of the lines would have places in only k − 1 crossing lines. Each such choice of bases is
    completed to fish, each of which becomes a finding. `lines` is a mask of the lines that may be bases.
    """
    start, k = scratch.search[0].start, scratch.search[0].k
    left = scratch.left
    cell = board.tables.house_cells[start + line, across]
    # Suppose that the cell has the digit: the places that it sees are gone from the other lines.
    usable = NONE
    for base in ones(lines):
        seen = seen_in_line(board, scratch, cell, base)
        left[base] = scratch.lines[base] & ~bit(across) & ~seen
        if 1 <= count_bits(left[base]) < k:
            usable |= bit(base)
    bases = next_choice(left, usable, NONE, k, k - 1, NONE)
    while bases:
        covers = union(left, bases) | bit(across)
        choose_covers(board, scratch, bases, covers, cell)
        if is_over(board):
            return
        bases = next_choice(left, usable, bases, k, k - 1, NONE)


@compiled
def choose_covers(board: RaterBoard, scratch: FishScratch, bases: np.uint64, covers: np.uint64, cell: int) -> None:
    """Add covers in each possible way until there are as many as bases; add a finding for each finned fish.

    Args:
        bases: Mask of the lines that are bases.
        covers: Mask of the crossing lines that must be covers, at most as many as bases.
        cell: Cell that would lose the digit.
    """
    k = scratch.search[0].k
    missing = k - count_bits(covers)
    if missing == 0:
        finish(board, scratch, bases, covers, cell)
        return
    # Any of the remaining crossing lines of the bases may be a cover; its other places become victims.
    spare = union(scratch.lines, bases) & ~covers
    more = next_choice(scratch.lines, spare, NONE, missing, 64, NONE)
    while more and not is_over(board):
        finish(board, scratch, bases, covers | more, cell)
        more = next_choice(scratch.lines, spare, more, missing, 64, NONE)


@compiled
def finish(board: RaterBoard, scratch: FishScratch, bases: np.uint64, covers: np.uint64, cell: int) -> None:
    """Add a finding for a finned fish, if it is of the kind wanted and `cell` is its first elimination."""
    start, digit, sashimi = scratch.search[0].start, scratch.search[0].digit, scratch.search[0].sashimi
    size, lines, victims = board.places.shape[1], scratch.lines, scratch.victims
    has_single, fins = False, NONE
    for base in ones(bases):
        places = lines[base]
        fins |= places & ~covers
        has_single |= count_bits(places & covers) == 1
    if fins == 0 or has_single != sashimi or covers & ~union(lines, bases):
        return
    victims[:] = NONE
    # Victims: places in the covers, outside the bases, that see every fin.
    for line in range(size):
        for across in ones(NONE if bases & bit(line) else board.places[start + line, digit] & covers):
            victim = board.tables.house_cells[start + line, across]
            if is_excluded(board, scratch, bases, covers, victim, across):
                victims[victim >> 6] |= bit(victim & 63)
    # A fish with several eliminations is found from each of them; it counts once.
    if next_in(victims, 0) != cell:
        return
    note_fish(board, start, digit, bases, covers)
    for base in ones(bases):
        for across in ones(lines[base] & ~covers):
            note_cell(board, FIN, board.tables.house_cells[start + base, across], bit(digit), -1)
    eliminate_from(board, victims, digit)


@compiled
def is_excluded(
    board: RaterBoard, scratch: FishScratch, bases: np.uint64, covers: np.uint64, cell: int, across: int
) -> bool:
    """Return True if a cell in the cover `across` sees all fins of a fish, and for no base all of its places.

    A cell that sees all places of a base is excluded by that base alone, without the fish.
    """
    for base in ones(bases):
        places = scratch.lines[base]
        seen = seen_in_line(board, scratch, cell, base) | bit(across)
        if places & ~covers & ~seen or places & ~seen == 0:
            return False
    return True
