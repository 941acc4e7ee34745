"""Almost locked sets: k cells of a house with k + 1 candidates, of which at most one is missing in the end.

A search first lists the sets of the board, the small ones first: all on boards up to 9×9, those of up to LARGEST cells
on larger ones, and MOST at most. The victims of a set for a digit are the cells that may hold it and see all of its
cells in the set. A digit links two sets when each of its cells in one sees all of its cells in the other: they cannot
both have it. Sets may overlap, as in HoDoKu.

In `work` and `masks`, each set has a row for each of its digits: its victims (W masks), then the sets that are linked
to it by the digit. Sets of sets are masks, too, as many as `work[WIDTH]` says.
"""

from __future__ import annotations

import numpy as np

from cpgen.kernel import bit, compiled, count_bits, lowest
from cpgen.rater.board import (
    CELLS,
    COMMON,
    SET,
    RaterBoard,
    RaterTables,
    begin_finding,
    is_over,
    map_digits,
    note_cell,
    note_part,
    remove,
)
from cpgen.rater.visibility import next_in, sees

LARGEST, MOST = 4, 512
"""The most cells of a set on boards larger than 9×9, and the most sets"""
LONGEST, STEPS = 6, 50
"""The most sets in a chain, and the most steps to follow those that begin with the same link"""
TABLES, ROOM = 5, (1 << 18) - 16 * MOST
"""How many rows of sets each digit of a set may need, and how many masks there are for all rows"""
COUNT, WIDTH, ALL_ROWS, SEEN, LINKED, AHEAD, FOUND = range(7)
"""Numbers in `work`: of sets, masks for a set of sets, rows; where the rows begin, those of `seen` for candidates"""
HOUSE, FIRST, CANDIDATE, CHOSEN, FOUND_IN, ROW_DIGIT = 8, 8 + MOST, 9 + 2 * MOST, 4096, 4224, 16 * MOST
"""In `work`: for each set its house, its first row; for each cell its first candidate; choices; sets as found; for
each row its digit"""
POSITIONS, DIGITS, UNION, ENDS, FOUND_AT, VICTIMS = 0, MOST, 2 * MOST, 2 * MOST + 256, 3 * MOST, 16 * MOST
"""In `masks`: for each set its positions in the house, its digits; unions of candidates; ends (in the place of sets as
they were found, which are no longer needed then); sets as found; rows"""
MET = 9
"""The set of cells, counted from the clues in `board.sets`, that a digit could still leave"""


@compiled
def list_sets(tables: RaterTables, board: RaterBoard) -> None:
    """Lists the sets, and for each candidate of the board the sets from whose cells it sees all that have the digit."""
    map_digits(tables, board)
    work, masks, size, words = board.work, board.masks, board.places.shape[1], tables.sets.shape[1]
    candidates = 0
    for cell in range(len(board.candidates)):
        work[CANDIDATE + cell] = candidates
        if not board.values[cell]:
            candidates += count_bits(board.candidates[cell])
    find_sets(tables, board, size - 1 if size <= 9 else LARGEST)
    count, row, most = 0, 0, (ROOM - MOST // 64 * candidates) // (words + MOST // 64 * TABLES)
    for k in range(1, size):
        for found in range(work[FOUND]):
            digits = masks[FOUND_AT + 2 * found + 1]
            if count_bits(digits) == k + 1 and count < MOST and row + k < most:
                work[HOUSE + count] = work[FOUND_IN + found]
                work[FIRST + count] = row
                masks[POSITIONS + count] = masks[FOUND_AT + 2 * found]
                masks[DIGITS + count] = digits
                count += 1
                while digits:
                    work[ROW_DIGIT + row] = lowest(digits)
                    digits &= digits - np.uint64(1)
                    row += 1
    work[COUNT], work[WIDTH], work[ALL_ROWS], work[FIRST + count] = count, (count + 63) // 64, row, row
    work[SEEN] = VICTIMS + row * words
    work[LINKED] = work[SEEN] + candidates * work[WIDTH]
    for k in range(work[SEEN], work[LINKED]):
        masks[k] = np.uint64(0)
    for number in range(count):
        fill_victims(tables, board, number)


@compiled
def find_sets(tables: RaterTables, board: RaterBoard, largest: int) -> None:
    """Finds the sets of each house that have at most so many cells, and that no earlier house has."""
    size = board.places.shape[1]
    board.work[FOUND] = 0
    for house in range(len(board.places)):
        count = 0
        for position in range(size):
            if not board.values[tables.house_cells[house, position]]:
                board.work[CHOSEN + count] = position
                count += 1
        find_sets_in(tables, board, house, count, min(largest, count - 1))


@compiled
def find_sets_in(tables: RaterTables, board: RaterBoard, house: int, count: int, largest: int) -> None:
    """Finds those of a house, whose open positions are the first numbers of the choices."""
    chosen, at, union = board.work[CHOSEN + 64 :], board.masks[UNION:], board.masks[UNION + 64 :]
    depth, k = 0, 0
    at[0] = union[0] = np.uint64(0)
    while True:
        if k == count:
            if depth == 0:
                return
            depth -= 1
            k = chosen[depth] + 1
            continue
        position = board.work[CHOSEN + k]
        positions = at[depth] | bit(position)
        digits = union[depth] | board.candidates[tables.house_cells[house, position]]
        size = count_bits(digits)
        chosen[depth] = k
        k += 1
        if size == depth + 2:
            find_set(tables, board, house, positions, digits)
        if size <= largest + 1 and depth + 1 < largest:
            depth += 1
            at[depth], union[depth] = positions, digits


@compiled
def find_set(tables: RaterTables, board: RaterBoard, house: int, positions: np.uint64, digits: np.uint64) -> None:
    """Notes a set, unless an earlier house has all of its cells."""
    first = tables.house_cells[house, lowest(positions)]
    for k in range(tables.houses_of.shape[1]):
        other = tables.houses_of[first, k]
        if other == house:
            break
        rest = positions
        while rest and sees(tables, len(board.candidates) + other, tables.house_cells[house, lowest(rest)]):
            rest &= rest - np.uint64(1)
        if rest == 0:
            return
    found = board.work[FOUND]
    if FOUND_AT + 2 * found < VICTIMS:
        board.work[FOUND_IN + found] = house
        board.masks[FOUND_AT + 2 * found] = positions
        board.masks[FOUND_AT + 2 * found + 1] = digits
        board.work[FOUND] = found + 1


@compiled
def fill_victims(tables: RaterTables, board: RaterBoard, number: int) -> None:
    """Fills the rows of a set with its victims for each digit, and adds it to the sets that they see."""
    work, masks, words = board.work, board.masks, tables.sets.shape[1]
    house, rest, row = work[HOUSE + number], masks[DIGITS + number], VICTIMS + work[FIRST + number] * words
    while rest:
        digit = lowest(rest)
        holding = masks[POSITIONS + number] & board.places[house, digit]
        for word in range(words):
            victims, inside = board.sets[digit, word], holding
            while inside and victims:
                victims &= tables.sets[tables.house_cells[house, lowest(inside)], word]
                inside &= inside - np.uint64(1)
            masks[row + word] = victims
            while victims:
                masks[seen_from(board, 64 * word + lowest(victims), digit) + (number >> 6)] |= bit(number & 63)
                victims &= victims - np.uint64(1)
        row += words
        rest &= rest - np.uint64(1)


@compiled
def seen_from(board: RaterBoard, cell: int, digit: int) -> int:
    """Where the sets begin in `masks` whose cells with a digit are all seen from a cell with it."""
    number = board.work[CANDIDATE + cell] + count_bits(board.candidates[cell] & (bit(digit) - np.uint64(1)))
    return int(board.work[SEEN] + number * board.work[WIDTH])


@compiled
def link_sets(tables: RaterTables, board: RaterBoard) -> None:
    """Lists the sets and, for each digit of each, those that are linked to it by this digit.

    What the rung before has linked is still there, since the board changes only when a search finds something.
    """
    state = board.state[0]
    known = state.linked == state.rung - 1
    state.linked = state.rung
    if known:
        return
    list_sets(tables, board)
    work, masks, words = board.work, board.masks, tables.sets.shape[1]
    work[AHEAD] = work[LINKED] + work[ALL_ROWS] * work[WIDTH]
    for k in range(work[LINKED], work[AHEAD]):
        masks[k] = np.uint64(0)
    for number in range(work[COUNT]):
        rest, row = masks[DIGITS + number], work[FIRST + number]
        while rest:
            victims = np.uint64(0)
            for word in range(words):
                victims |= masks[VICTIMS + row * words + word]
            if victims:
                link_set(tables, board, number, row, lowest(rest))
            row += 1
            rest &= rest - np.uint64(1)


@compiled
def link_set(tables: RaterTables, board: RaterBoard, number: int, row: int, digit: int) -> None:
    """Fills the row of a set for a digit: the sets that all of its cells with the digit see."""
    work, masks, width = board.work, board.masks, board.work[WIDTH]
    linked, any_left = work[LINKED] + row * width, ~np.uint64(0)
    for word in range(width):
        masks[linked + word] = ~np.uint64(0)
    inside = masks[POSITIONS + number] & board.places[work[HOUSE + number], digit]
    while inside and any_left:
        seen = seen_from(board, tables.house_cells[work[HOUSE + number], lowest(inside)], digit)
        any_left = np.uint64(0)
        for word in range(width):
            masks[linked + word] &= masks[seen + word]
            any_left |= masks[linked + word]
        inside &= inside - np.uint64(1)


@compiled
def als_xz(tables: RaterTables, board: RaterBoard) -> None:
    """ALS-XZ: of two linked sets, one has all its other digits; of two linked by two digits, each has all the rest."""
    link_sets(tables, board)
    work = board.work
    for one in range(work[COUNT]):
        for row in range(work[FIRST + one], work[FIRST + one + 1]):
            for word in range(one >> 6, work[WIDTH]):
                linked = board.masks[work[LINKED] + row * work[WIDTH] + word] & later(one, word)
                while linked:
                    pair_up(tables, board, one, row, 64 * word + lowest(linked))
                    if is_over(board):
                        return
                    linked &= linked - np.uint64(1)


@compiled
def later(number: int, word: int) -> np.uint64:
    """The sets after one of them, in a word of a set of sets."""
    if word != number >> 6:
        return ~np.uint64(0) if word > number >> 6 else np.uint64(0)
    return ~(bit(number & 63) | (bit(number & 63) - np.uint64(1)))


@compiled
def pair_up(tables: RaterTables, board: RaterBoard, one: int, row: int, other: int) -> None:
    """Removes what follows from two sets that are linked by the digit of a row: once, or by a second digit, too."""
    work, digit = board.work, row_digit(board, row)
    for second in range(work[FIRST + one], work[FIRST + one + 1]):
        linked = board.masks[work[LINKED] + second * work[WIDTH] + (other >> 6)]
        if second != row and linked & bit(other & 63):
            if second > row:
                link_twice(tables, board, one, other, bit(digit) | bit(row_digit(board, second)))
            return
    if have_common_victims(board, one, other, ~bit(digit)):
        begin_finding(board)
        note_set(board, one)
        note_part(board, COMMON, -1, np.uint64(0), bit(digit), -1)
        note_set(board, other)
        remove_common(tables, board, one, other, ~bit(digit))


@compiled
def link_twice(tables: RaterTables, board: RaterBoard, one: int, other: int, common: np.uint64) -> None:
    """Two sets that are linked by two digits: each has one of these and all of its other digits."""
    if (
        have_common_victims(board, one, one, ~common)
        or have_common_victims(board, other, other, ~common)
        or have_common_victims(board, one, other, common)
    ):
        begin_finding(board)
        note_set(board, one)
        note_part(board, COMMON, -1, np.uint64(0), common, -1)
        note_set(board, other)
        remove_common(tables, board, one, one, ~common)
        remove_common(tables, board, other, other, ~common)
        remove_common(tables, board, one, other, common)


@compiled
def row_digit(board: RaterBoard, row: int) -> int:
    """The digit that a row is for."""
    return int(board.work[ROW_DIGIT + row])


@compiled
def row_of(board: RaterBoard, number: int, digit: int) -> int:
    """The row of a set for a digit that it has."""
    below = board.masks[DIGITS + number] & (bit(digit) - np.uint64(1))
    return int(board.work[FIRST + number] + count_bits(below))


@compiled
def note_set(board: RaterBoard, number: int) -> None:
    """Notes a set as a part of the present finding."""
    positions, digits = board.masks[POSITIONS + number], board.masks[DIGITS + number]
    note_part(board, SET, board.work[HOUSE + number], positions, digits, -1)


@compiled
def have_common_victims(board: RaterBoard, one: int, other: int, digits: np.uint64) -> bool:
    """Whether one of the digits, which two sets have, may be in a cell from which it is seen in both."""
    words = board.sets.shape[1]
    rest = board.masks[DIGITS + one] & board.masks[DIGITS + other] & digits
    while rest:
        here, there = row_of(board, one, lowest(rest)) * words, row_of(board, other, lowest(rest)) * words
        for word in range(words):
            if board.masks[VICTIMS + here + word] & board.masks[VICTIMS + there + word]:
                return True
        rest &= rest - np.uint64(1)
    return False


@compiled
def remove_common(tables: RaterTables, board: RaterBoard, one: int, other: int, digits: np.uint64) -> None:
    """Removes those of the digits that two sets have from the cells from which they are seen in both."""
    words = tables.sets.shape[1]
    rest = board.masks[DIGITS + one] & board.masks[DIGITS + other] & digits
    while rest:
        digit = lowest(rest)
        here, there = row_of(board, one, digit) * words, row_of(board, other, digit) * words
        for word in range(words):
            victims = board.masks[VICTIMS + here + word] & board.masks[VICTIMS + there + word]
            while victims:
                remove(tables, board, 64 * word + lowest(victims), bit(digit))
                victims &= victims - np.uint64(1)
        rest &= rest - np.uint64(1)


@compiled
def als_xy_wings(tables: RaterTables, board: RaterBoard) -> None:
    """ALS-XY-Wing: two sets are linked to a third by different digits: one of the two has each other digit of both."""
    link_sets(tables, board)
    find_mates(board)
    work, masks, width = board.work, board.masks, board.work[WIDTH]
    for pivot in range(work[COUNT]):
        for row in range(work[FIRST + pivot], work[FIRST + pivot + 1]):
            link_later(board, pivot, row)
            for word in range(width):
                linked = masks[work[LINKED] + row * width + word]
                while linked:
                    one = 64 * word + lowest(linked)
                    if common_set(board, ENDS, work[AHEAD] + one * width) >= 0:
                        spread(tables, board, pivot, row, one)
                        if is_over(board):
                            return
                    linked &= linked - np.uint64(1)


@compiled
def link_later(board: RaterBoard, pivot: int, row: int) -> None:
    """Finds the sets that are linked to a set by a digit of a later row."""
    work, masks, width = board.work, board.masks, board.work[WIDTH]
    for word in range(width):
        masks[ENDS + word] = np.uint64(0)
        for second in range(row + 1, work[FIRST + pivot + 1]):
            masks[ENDS + word] |= masks[work[LINKED] + second * width + word]


@compiled
def find_mates(board: RaterBoard) -> None:
    """Finds for each set those with which it has common victims."""
    work, masks, width = board.work, board.masks, board.work[WIDTH]
    for number in range(work[COUNT]):
        mates = work[AHEAD] + number * width
        for word in range(width):
            masks[mates + word] = np.uint64(0)
        for row in range(work[FIRST + number], work[FIRST + number + 1]):
            add_mates(board, row, mates)


@compiled
def add_mates(board: RaterBoard, row: int, mates: int) -> None:
    """Adds to the sets that begin there in `masks` those with which a row has common victims."""
    words, width = board.sets.shape[1], board.work[WIDTH]
    for word in range(words):
        victims = board.masks[VICTIMS + row * words + word]
        while victims:
            seen = seen_from(board, 64 * word + lowest(victims), row_digit(board, row))
            for each in range(width):
                board.masks[mates + each] |= board.masks[seen + each]
            victims &= victims - np.uint64(1)


@compiled
def spread(tables: RaterTables, board: RaterBoard, pivot: int, row: int, one: int) -> None:
    """Looks for the other wing of a pivot that is linked to a set by the digit of a row; it comes in a later row."""
    work, masks, width = board.work, board.masks, board.work[WIDTH]
    for second in range(row + 1, work[FIRST + pivot + 1]):
        for word in range(width):
            others = masks[work[LINKED] + second * width + word] & masks[work[AHEAD] + one * width + word]
            while others:
                fly(tables, board, pivot, row, one, second, 64 * word + lowest(others))
                if is_over(board):
                    return
                others &= others - np.uint64(1)


@compiled
def fly(tables: RaterTables, board: RaterBoard, pivot: int, row: int, one: int, second: int, other: int) -> None:
    """Removes what follows from two sets that are linked to a third by the digits of two of its rows."""
    here, there = bit(row_digit(board, row)), bit(row_digit(board, second))
    if one != other and have_common_victims(board, one, other, ~(here | there)):
        begin_finding(board)
        note_set(board, one)
        note_part(board, COMMON, -1, np.uint64(0), here, -1)
        note_set(board, pivot)
        note_part(board, COMMON, -1, np.uint64(0), there, -1)
        note_set(board, other)
        remove_common(tables, board, one, other, ~(here | there))


@compiled
def als_chains(tables: RaterTables, board: RaterBoard) -> None:
    """ALS Chain: 4 to LONGEST different sets, each linked to the next by another digit than to the one before.

    Either the first or the last has each other digit of both. Shorter chains come first. Where links lead is looked
    up, so that few are followed that lead to no end with common victims; at most STEPS are, for each first link.
    """
    link_sets(tables, board)
    work = board.work
    for links in range(3, LONGEST):
        for known in range(1 if links == 3 else links - 1, links):
            look_ahead(board, known)
        for start in range(work[COUNT]):
            find_later_mates(board, start)
            for row in range(work[FIRST + start], work[FIRST + start + 1]):
                linked = work[LINKED] + row * work[WIDTH]
                if common_set(board, linked, linked) >= 0 and find_ends(board, start, row):
                    follow(tables, board, start, row, links)
                    if is_over(board):
                        return


@compiled
def ahead(board: RaterBoard, links: int, row: int) -> int:
    """Where the sets begin in `masks` to which so many links may lead from a set that was reached by a row's digit."""
    return int(board.work[AHEAD] + ((links - 1) * board.work[ALL_ROWS] + row) * board.work[WIDTH])


@compiled
def look_ahead(board: RaterBoard, links: int) -> None:
    """For each row, finds those sets, when they are known for one link less."""
    work, masks, width = board.work, board.masks, board.work[WIDTH]
    for number in range(work[COUNT]):
        for row in range(work[FIRST + number], work[FIRST + number + 1]):
            led = ahead(board, links, row)
            for word in range(width):
                masks[led + word] = np.uint64(0)
            for word in range(width):
                linked = masks[work[LINKED] + row * width + word]
                if links == 1:
                    masks[led + word] = linked
                while linked and links > 1:
                    reached = row_of(board, 64 * word + lowest(linked), row_digit(board, row))
                    before = ahead(board, links - 1, reached)
                    for k in range(width):
                        masks[led + k] |= masks[before + k]
                    linked &= linked - np.uint64(1)
        leave_one_out(board, ahead(board, links, work[FIRST + number]), ahead(board, links, work[FIRST + number + 1]))


@compiled
def leave_one_out(board: RaterBoard, start: int, end: int) -> None:
    """Makes each row that of all others together, since the next link is by another digit."""
    masks, width = board.masks, board.work[WIDTH]
    for word in range(width):
        once, twice = np.uint64(0), np.uint64(0)
        for k in range(start + word, end, width):
            twice |= once & masks[k]
            once |= masks[k]
        for k in range(start + word, end, width):
            masks[k] = twice | (once & ~masks[k])


@compiled
def find_later_mates(board: RaterBoard, start: int) -> None:
    """Finds for each digit the later sets that have common victims with a set for it."""
    work, masks, width = board.work, board.masks, board.work[WIDTH]
    mates = mates_for(board, 0)
    for k in range(mates, mates_for(board, board.places.shape[1])):
        masks[k] = np.uint64(0)
    for row in range(work[FIRST + start], work[FIRST + start + 1]):
        mates = mates_for(board, row_digit(board, row))
        add_mates(board, row, mates)
        for word in range(width):
            masks[mates + word] &= later(start, word)


@compiled
def mates_for(board: RaterBoard, digit: int) -> int:
    """Where those sets begin in `masks`."""
    return ends_with(board, board.places.shape[1] + digit)


@compiled
def find_ends(board: RaterBoard, start: int, row: int) -> bool:
    """Makes those for other digits than that of a row of the set the ends of chains; whether there are any."""
    masks, width, own = board.masks, board.work[WIDTH], row_digit(board, row)
    any_left = np.uint64(0)
    for word in range(width):
        masks[ENDS + word] = np.uint64(0)
        for digit in range(board.places.shape[1]):
            mates = masks[mates_for(board, digit) + word] if digit != own else np.uint64(0)
            masks[ends_with(board, digit) + word] = mates
            masks[ENDS + word] |= mates
        any_left |= masks[ENDS + word]
    if any_left:
        leave_one_out(board, ends_with(board, 0), ends_with(board, board.places.shape[1]))
    return bool(any_left)


@compiled
def ends_with(board: RaterBoard, digit: int) -> int:
    """Where those of the ends begin in `masks` that have common victims for another digit than this one."""
    return int(ENDS + (digit + 1) * board.work[WIDTH])


@compiled
def follow(tables: RaterTables, board: RaterBoard, start: int, row: int, links: int) -> None:
    """Follows chains of so many links that begin with the digit of a row, as far as they may lead to an end."""
    work, left = board.work, board.masks[UNION:]
    depth, steps = 0, 0
    work[CHOSEN], work[CHOSEN + 1], work[CHOSEN + 2], work[CHOSEN + 3] = start, row, row, 0
    left[0] = board.masks[work[LINKED] + row * work[WIDTH]]
    while steps < STEPS:
        place = CHOSEN + 4 * depth
        if left[depth] == 0:
            if next_word(board, place, depth):
                left[depth] = board.masks[work[LINKED] + work[place + 2] * work[WIDTH] + work[place + 3]]
                if depth + 1 == links:
                    digit = row_digit(board, work[place + 2])
                    left[depth] &= board.masks[ends_with(board, digit) + work[place + 3]]
            elif depth == 0:
                return
            else:
                depth -= 1
            continue
        number = 64 * work[place + 3] + lowest(left[depth])
        left[depth] &= left[depth] - np.uint64(1)
        steps += 1
        reached = row_of(board, number, row_digit(board, work[place + 2]))
        if is_chosen(board, number, depth):
            continue
        if depth + 1 == links:
            end_chain(tables, board, start, number, row, reached, links)
            if is_over(board):
                return
        elif common_set(board, ENDS, ahead(board, links - depth - 1, reached)) >= 0:
            depth += 1
            work[place + 4], work[place + 5] = number, reached
            work[place + 6], work[place + 7] = work[FIRST + number], -1
            left[depth] = np.uint64(0)


@compiled
def next_word(board: RaterBoard, place: int, depth: int) -> bool:
    """Goes to the next word of links from a chosen set, by a digit other than that which reached it; whether any."""
    work = board.work
    work[place + 3] += 1
    if work[place + 3] == work[WIDTH]:
        work[place + 3] = 0
        work[place + 2] += 1
    if depth == 0:
        return bool(work[place + 2] == work[place + 1])
    if work[place + 2] == work[place + 1]:
        work[place + 2] += 1
        work[place + 3] = 0
    return bool(work[place + 2] < work[FIRST + work[place] + 1])


@compiled
def is_chosen(board: RaterBoard, number: int, depth: int) -> bool:
    """Whether a set is in the chain already."""
    while depth >= 0 and board.work[CHOSEN + 4 * depth] != number:
        depth -= 1
    return depth >= 0


@compiled
def end_chain(tables: RaterTables, board: RaterBoard, start: int, end: int, row: int, reached: int, links: int) -> None:
    """Removes what the two ends of a chain have in common; an end of which nothing more can follow is one no longer."""
    work, masks = board.work, board.masks
    first, last = bit(row_digit(board, row)), bit(row_digit(board, reached))
    begin_finding(board)
    for k in range(links):
        note_set(board, work[CHOSEN + 4 * k])
        digit = row_digit(board, work[CHOSEN + 4 * k + 2])
        note_part(board, COMMON, -1, np.uint64(0), bit(digit), -1)
    note_set(board, end)
    remove_common(tables, board, start, end, ~(first | last))
    if not have_common_victims(board, start, end, last & ~first):
        for word in range(end >> 6, (board.places.shape[1] + 1) * work[WIDTH], work[WIDTH]):
            masks[ENDS + word] &= ~bit(end & 63)


@compiled
def death_blossoms(tables: RaterTables, board: RaterBoard) -> None:
    """Death Blossom: for each candidate of a cell, a set that loses it there, and then has a digit common to all."""
    list_sets(tables, board)
    for stem in range(len(board.candidates)):
        if not board.values[stem]:
            rest = ~board.candidates[stem] & (bit(board.places.shape[1] - 1) * np.uint64(2) - np.uint64(1))
            while rest:
                blossom(tables, board, stem, lowest(rest))
                if is_over(board):
                    return
                rest &= rest - np.uint64(1)


@compiled
def blossom(tables: RaterTables, board: RaterBoard, stem: int, digit: int) -> None:
    """Finds sets around a cell that share a digit, for each cell from which they may be seen that is not yet met."""
    victims = board.sets[board.places.shape[1] + MET]
    for word in range(len(victims)):
        victims[word] = board.sets[digit, word]
    cell = next_in(victims, 0)
    while cell >= 0:
        rest, petals = board.candidates[stem], 0
        while rest:
            petal = common_set(board, seen_from(board, stem, lowest(rest)), seen_from(board, cell, digit))
            if petal < 0:
                break
            board.work[CHOSEN + petals] = petal
            petals += 1
            rest &= rest - np.uint64(1)
        if rest == 0:
            open_petals(tables, board, stem, digit, petals)
        cell = next_in(victims, cell + 1)


@compiled
def common_set(board: RaterBoard, here: int, there: int) -> int:
    """The first set that two sets of sets have, or −1."""
    for word in range(board.work[WIDTH]):
        both = board.masks[here + word] & board.masks[there + word]
        if both:
            return 64 * word + lowest(both)
    return -1


@compiled
def open_petals(tables: RaterTables, board: RaterBoard, stem: int, digit: int, petals: int) -> None:
    """Removes a digit that the chosen sets share, and forgets the cells that have lost it."""
    words = tables.sets.shape[1]
    begin_finding(board)
    note_cell(tables, board, CELLS, stem, board.candidates[stem], -1)
    rest = board.candidates[stem]
    for k in range(petals):
        note_part(board, COMMON, -1, np.uint64(0), rest & ~(rest - np.uint64(1)), -1)
        note_set(board, board.work[CHOSEN + k])
        rest &= rest - np.uint64(1)
    left = board.sets[board.places.shape[1] + MET]
    for word in range(words):
        victims = board.sets[digit, word]
        for k in range(petals):
            victims &= board.masks[VICTIMS + row_of(board, board.work[CHOSEN + k], digit) * words + word]
        left[word] &= ~victims
        while victims:
            remove(tables, board, 64 * word + lowest(victims), bit(digit))
            victims &= victims - np.uint64(1)
