"""A digit confined to the same k columns in k rows, or the other way round, perhaps but for fins."""

from __future__ import annotations

import numpy as np

from cpgen.kernel import bit, compiled, count_bits, lowest
from cpgen.rater.board import (
    COVER,
    FIGURE,
    FIN,
    RaterBoard,
    RaterTables,
    begin_finding,
    is_over,
    note_cell,
    note_finding,
    note_part,
    remove_places,
)
from cpgen.rater.visibility import VICTIMS, keep, new_digits, next_in, remove_from

LEFT, ASKED, CROSSINGS = 64, 128, 192
"""Where masks of a search begin: what is left of lines, and where houses cross them"""


@compiled
def x_wings(tables: RaterTables, board: RaterBoard) -> None:
    """X-Wing: from rows to columns, then from columns to rows; the digit leaves the other cells of the two covers."""
    size = board.places.shape[1]
    for base in range(2 * size):
        cover, end = (size, size) if base < size else (0, 2 * size)
        for digit in range(size):
            places = board.places[base, digit]
            if count_bits(places) != 2:
                continue
            for other in range(base + 1, end):
                if board.places[other, digit] == places:
                    note_finding(board, bit(digit), base, places)
                    note_part(board, FIGURE, other, places, np.uint64(0), -1)
                    lines = ~(bit(base % size) | bit(other % size))
                    remove_places(tables, board, cover + lowest(places), digit, lines)
                    remove_places(tables, board, cover + lowest(places & (places - np.uint64(1))), digit, lines)
        if is_over(board):
            return


@compiled
def fish(tables: RaterTables, board: RaterBoard, k: int) -> None:
    """Swordfish to Leviathan: in k rows a digit has 2 to k places each, all in k columns; or the other way round."""
    size, places, new = board.places.shape[1], board.masks, new_digits(tables, board)
    for start in range(0, 2 * size, size):
        for digit in range(size):
            if not new & bit(digit):
                continue
            lines = open_lines(board, start, digit, k)
            bases = next_choice(places, lines, np.uint64(0), k, k, np.uint64(0))
            while bases:
                clear_covers(tables, board, start, digit, bases)
                if is_over(board):
                    return
                bases = next_choice(places, lines, bases, k, k, np.uint64(0))
    keep(board, new)


@compiled
def open_lines(board: RaterBoard, start: int, digit: int, most: int) -> np.uint64:
    """Puts a digit's places in the rows or the columns into the first masks; those lines that have 2 to `most`."""
    lines = np.uint64(0)
    for line in range(board.places.shape[1]):
        places = board.places[start + line, digit]
        board.masks[line] = places
        if 2 <= count_bits(places) <= most:
            lines |= bit(line)
    return lines


@compiled
def next_choice(
    masks: np.ndarray, items: np.uint64, chosen: np.uint64, k: int, most: int, given: np.uint64
) -> np.uint64:
    """The next choice of k items whose masks have at most so many ones together with a given one; 0: no more.

    The first one comes after 0.
    """
    item = 0
    if chosen:
        item = last(chosen)
        chosen &= ~bit(item)
        item += 1
    while True:
        rest = items & ~(bit(item) - np.uint64(1))
        if count_bits(chosen) + count_bits(rest) < k:
            if chosen == 0:
                return chosen
            item = last(chosen)
            chosen &= ~bit(item)
        else:
            item = lowest(rest)
            more = chosen | bit(item)
            if count_bits(given | union(masks, more)) <= most:
                if count_bits(more) == k:
                    return more
                chosen = more
        item += 1


@compiled
def last(items: np.uint64) -> int:
    """The highest of some items."""
    while items & (items - np.uint64(1)):
        items &= items - np.uint64(1)
    return lowest(items)


@compiled
def union(masks: np.ndarray, items: np.uint64) -> np.uint64:
    """The masks of some items together."""
    together = np.uint64(0)
    while items:
        together |= masks[lowest(items)]
        items &= items - np.uint64(1)
    return together


@compiled
def clear_covers(tables: RaterTables, board: RaterBoard, start: int, digit: int, bases: np.uint64) -> None:
    """Removes the digit from all lines that cross the bases in their places, outside the bases."""
    covers, cross = union(board.masks, bases), board.places.shape[1] - start
    lost, rest = np.uint64(0), covers
    while rest:
        lost |= board.places[cross + lowest(rest), digit] & ~bases
        rest &= rest - np.uint64(1)
    if lost:
        note_fish(board, start, digit, bases, covers)
        while covers:
            remove_places(tables, board, cross + lowest(covers), digit, ~bases)
            covers &= covers - np.uint64(1)


@compiled
def note_fish(board: RaterBoard, start: int, digit: int, bases: np.uint64, covers: np.uint64) -> None:
    """Begins a finding with rows as its bases and columns as its covers, or the other way round."""
    begin_finding(board)
    while bases:
        base = start + lowest(bases)
        note_part(board, FIGURE, base, board.places[base, digit], bit(digit), -1)
        bases &= bases - np.uint64(1)
    while covers:
        house = board.places.shape[1] - start + lowest(covers)
        note_part(board, COVER, house, np.uint64(0), np.uint64(0), -1)
        covers &= covers - np.uint64(1)


@compiled
def finned_fish(tables: RaterTables, board: RaterBoard, k: int) -> None:
    """Finned X-Wing, …: a fish but for fins, places of its bases outside its covers; what goes sees all of these.

    Nothing goes that one base alone excludes. In each base two places or more are in the covers.
    """
    look_for_fins(tables, board, k, False)


@compiled
def sashimi_fish(tables: RaterTables, board: RaterBoard, k: int) -> None:
    """Sashimi X-Wing, …: a finned fish some base of which has a single place in the covers."""
    look_for_fins(tables, board, k, True)


@compiled
def look_for_fins(tables: RaterTables, board: RaterBoard, k: int, sashimi: bool) -> None:
    """Asks of each place of a digit whether it leaves too few crossing lines to k lines that do not have it."""
    size = board.places.shape[1]
    if tables.houses_of.shape[1] == 2:
        return
    new = new_digits(tables, board)
    if not new:
        return
    map_crossings(tables, board)
    for start in range(0, 2 * size, size):
        for digit in range(size):
            if not new & bit(digit):
                continue
            lines = open_lines(board, start, digit, size)
            others = lines if ask(tables, board, start, digit, lines, k) else np.uint64(0)
            while others:
                line = lowest(others)
                places = board.masks[ASKED + line]
                while places:
                    test_place(tables, board, start, digit, line, lowest(places), lines & ~bit(line), k, sashimi)
                    if is_over(board):
                        return
                    places &= places - np.uint64(1)
                others &= others - np.uint64(1)
    keep(board, new)


@compiled
def map_crossings(tables: RaterTables, board: RaterBoard) -> None:
    """Notes for each region and extra house where it crosses each row and column, and which of them it crosses."""
    size = board.places.shape[1]
    for house in range(2 * size, len(board.places)):
        crossings = board.masks[CROSSINGS + (house - 2 * size) * 2 * (size + 1) :]
        crossings[: 2 * (size + 1)] = np.uint64(0)
        for cell in tables.house_cells[house]:
            row, column = cell // size, cell % size
            crossings[row] |= bit(column)
            crossings[size] |= bit(row)
            crossings[size + 1 + column] |= bit(row)
            crossings[size + 1 + size] |= bit(column)


@compiled
def ask(tables: RaterTables, board: RaterBoard, start: int, digit: int, lines: np.uint64, k: int) -> bool:
    """Notes the places in each line that a fish may exclude; says whether there are any.

    They are in another line than the bases. Where cells lie in more than one house beside their row and column, these
    are all places; else they are in a region with a fin.
    """
    if count_bits(lines) <= k:
        return False
    size, masks, slim, found = board.places.shape[1], board.masks, np.uint64(0), bool(tables.houses_of.shape[1] > 3)
    for line in range(size):
        masks[ASKED + line] = masks[line] if found else np.uint64(0)
        masks[LEFT + line] = masks[line]
        if lines & bit(line) and count_bits(masks[line]) <= k:
            slim |= bit(line)
    for region in range(0 if found else len(board.places) - 2 * size):
        if count_bits(board.places[2 * size + region, digit]) < 2:
            continue
        crossings = masks[CROSSINGS + (2 * region + (1 if start else 0)) * (size + 1) :]
        if ask_in_region(masks, crossings, lines & np.uint64(crossings[size]), slim, k):
            found = True
    return found


@compiled
def ask_in_region(masks: np.ndarray, crossings: np.ndarray, crossed: np.uint64, slim: np.uint64, k: int) -> bool:
    """Notes places in a region where k crossing lines go that are enough for k lines outside of it.

    Such lines are slim, with k places at most, or become so without the region, whose places are fins then. They need
    one crossing line less where all of theirs miss the places in the region.
    """
    left, usable, inside, places, found = masks[LEFT:], slim & ~crossed, np.uint64(0), np.uint64(0), False
    rest = crossed
    while rest:
        line = lowest(rest)
        left[line] = masks[line] & ~crossings[line]
        if left[line] != masks[line]:
            inside |= bit(line)
            places |= masks[line] & crossings[line]
        if 1 <= count_bits(left[line]) <= k:
            usable |= bit(line)
        rest &= rest - np.uint64(1)
    finned, most = usable & inside, k if union(left, usable) & places else k - 1
    while finned and inside & (inside - np.uint64(1)):
        fin = bit(lowest(finned))
        finned &= ~fin
        usable &= ~fin
        bases = next_choice(left, usable, np.uint64(0), k - 1, most, left[lowest(fin)])
        while bases:
            covers = union(left, bases | fin)
            if count_bits(covers) < k:
                covers = ~np.uint64(0)
            rest = inside & ~bases & ~fin
            while rest:
                line = lowest(rest)
                asked = masks[line] & crossings[line] & covers
                masks[ASKED + line] |= asked
                found |= bool(asked)
                rest &= rest - np.uint64(1)
            bases = next_choice(left, usable, bases, k - 1, most, left[lowest(fin)])
    rest = crossed
    while rest:
        left[lowest(rest)] = masks[lowest(rest)]
        rest &= rest - np.uint64(1)
    return found


@compiled
def crossed(tables: RaterTables, board: RaterBoard, start: int, cell: int, line: int) -> np.uint64:
    """Where a cell sees a line through regions and extra houses; for `line` n, which lines these cross."""
    size, seen = board.places.shape[1], np.uint64(0)
    offset = CROSSINGS + line + (size + 1 if start else 0)
    for k in range(2, tables.houses_of.shape[1]):
        house = tables.houses_of[cell, k]
        if house < 0:
            break
        seen |= board.masks[offset + (house - 2 * size) * 2 * (size + 1)]
    return seen


@compiled
def test_place(
    tables: RaterTables,
    board: RaterBoard,
    start: int,
    digit: int,
    line: int,
    across: int,
    lines: np.uint64,
    k: int,
    sashimi: bool,
) -> None:
    """Finds the fish with fins by which the digit leaves the place where a line crosses another.

    With the digit there, k lines have to do with k − 1 crossing lines.
    """
    masks, left = board.masks, board.masks[LEFT:]
    cell = tables.house_cells[start + line, across]
    usable, rest = np.uint64(0), lines
    while rest:
        base = lowest(rest)
        rest &= rest - np.uint64(1)
        left[base] = masks[base] & ~bit(across) & ~crossed(tables, board, start, cell, base)
        if 1 <= count_bits(left[base]) < k:
            usable |= bit(base)
    bases = next_choice(left, usable, np.uint64(0), k, k - 1, np.uint64(0))
    while bases:
        spread(tables, board, start, digit, bases, union(left, bases) | bit(across), cell, k, sashimi)
        if is_over(board):
            return
        bases = next_choice(left, usable, bases, k, k - 1, np.uint64(0))


@compiled
def spread(
    tables: RaterTables,
    board: RaterBoard,
    start: int,
    digit: int,
    bases: np.uint64,
    covers: np.uint64,
    cell: int,
    k: int,
    sashimi: bool,
) -> None:
    """Makes the covers k, where fewer are enough, in each way that there is."""
    missing = k - count_bits(covers)
    if missing == 0:
        net(tables, board, start, digit, bases, covers, cell, sashimi)
        return
    spare = union(board.masks, bases) & ~covers
    more = next_choice(board.masks, spare, np.uint64(0), missing, 64, np.uint64(0))
    while more and not is_over(board):
        net(tables, board, start, digit, bases, covers | more, cell, sashimi)
        more = next_choice(board.masks, spare, more, missing, 64, np.uint64(0))


@compiled
def net(
    tables: RaterTables,
    board: RaterBoard,
    start: int,
    digit: int,
    bases: np.uint64,
    covers: np.uint64,
    cell: int,
    sashimi: bool,
) -> None:
    """Notes a fish with fins and what follows from it, if it is of the kind wanted and the cell is the first to go."""
    size, masks = board.places.shape[1], board.masks
    few, fins, rest = False, np.uint64(0), bases
    while rest:
        places = masks[lowest(rest)]
        fins |= places & ~covers
        few |= count_bits(places & covers) == 1
        rest &= rest - np.uint64(1)
    if fins == 0 or few != sashimi or covers & ~union(masks, bases):
        return
    victims = board.sets[size + VICTIMS]
    victims[:] = np.uint64(0)
    for line in range(size):
        rest = np.uint64(0) if bases & bit(line) else board.places[start + line, digit] & covers
        while rest:
            victim = tables.house_cells[start + line, lowest(rest)]
            if is_excluded(tables, board, start, bases, covers, victim, lowest(rest)):
                victims[victim >> 6] |= bit(victim & 63)
            rest &= rest - np.uint64(1)
    if next_in(victims, 0) != cell:
        return
    note_fish(board, start, digit, bases, covers)
    while bases:
        base = lowest(bases)
        rest = masks[base] & ~covers
        while rest:
            note_cell(tables, board, FIN, tables.house_cells[start + base, lowest(rest)], bit(digit), -1)
            rest &= rest - np.uint64(1)
        bases &= bases - np.uint64(1)
    remove_from(tables, board, victims, digit)


@compiled
def is_excluded(
    tables: RaterTables,
    board: RaterBoard,
    start: int,
    bases: np.uint64,
    covers: np.uint64,
    cell: int,
    across: int,
) -> bool:
    """Whether a cell in a cover of a fish sees all of its fins, but not all places of a base."""
    while bases:
        base = lowest(bases)
        places, seen = board.masks[base], crossed(tables, board, start, cell, base) | bit(across)
        if places & ~covers & ~seen or places & ~seen == 0:
            return False
        bases &= bases - np.uint64(1)
    return True
