"""What would give a puzzle two solutions, and so cannot be: two digits that could be swapped in a rectangle of cells.

Swapping must leave every house valid: a house with one of the four corners has exactly one of the two beside it. A
corner is plain when it holds no digit but the two; it may miss one of them.
"""

from __future__ import annotations

import numpy as np

from cpgen.kernel import bit, compiled, count_bits, lowest
from cpgen.rater.board import (
    CELLS,
    COMMON,
    COVER,
    FIGURE,
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
from cpgen.rater.visibility import VICTIMS, find_victims, is_in, remove_from, sees

HIDDEN = 7
"""The kind of unique rectangles that are hidden"""
LARGEST = 6
"""The most cells of a subset outside a rectangle"""
SEEING = 8
"""The set of board.sets, counted from the clues, of the cells that see a subset"""


@compiled
def unique_rectangles(tables: RaterTables, board: RaterBoard, kind: int) -> None:
    """Unique Rectangle 1 to 6 and Hidden Rectangle (7), each from its first corner with exactly two candidates."""
    size, places = board.places.shape[1], board.places
    for corner in range(len(board.candidates)):
        pair = board.candidates[corner]
        if count_bits(pair) != 2:
            continue
        first, second = lowest(pair), lowest(pair & (pair - np.uint64(1)))
        row, column = corner // size, corner % size
        beside = (places[row, first] | places[row, second]) & ~bit(column)
        below = (places[size + column, first] | places[size + column, second]) & ~bit(row)
        while beside:
            line = size + lowest(beside)
            across = below & (places[line, first] | places[line, second])
            while across:
                try_rectangle(tables, board, kind, corner, lowest(beside), lowest(across))
                if is_over(board):
                    return
                across &= across - np.uint64(1)
            beside &= beside - np.uint64(1)


@compiled
def try_rectangle(tables: RaterTables, board: RaterBoard, kind: int, a: int, column: int, row: int) -> None:
    """Looks for one kind in the rectangle of a plain corner, a column and a row: a and b above or below c and d."""
    size, candidates = board.places.shape[1], board.candidates
    pair = candidates[a]
    b, c, d = a // size * size + column, row * size + a % size, row * size + column
    plain_b, plain_c, plain_d = candidates[b] & ~pair == 0, candidates[c] & ~pair == 0, candidates[d] & ~pair == 0
    plain = 1 + int(plain_b) + int(plain_c) + int(plain_d)
    if (
        board.values[d]
        or plain > 3
        or (plain == 3) != (kind == 1)
        or (plain == 1 and kind != 5 and kind != HIDDEN)
        or (plain == 2 and plain_d != (kind >= 5))
        or (candidates[b] == pair and b < a)
        or (candidates[c] == pair and c < a)
        or (candidates[d] == pair and d < a)
        or not can_swap(tables.houses_of, tables.sets, a, b, c, d)
    ):
        return
    keep_corners(board, pair, a, b, c, d)
    if kind == 1:
        note_rectangle(tables, board)
        remove(tables, board, b if not plain_b else c if not plain_c else d, pair)
    elif kind == 2:
        extra_digit(tables, board, c if plain_b else b, d, d)
    elif kind == 3:
        extra_subset(tables, board, c if plain_b else b, d)
    elif kind == 4:
        confined_to_roof(tables, board, c if plain_b else b, d)
    elif kind == 5:
        extra_digit(tables, board, b, c, c if plain_d else d)
    elif kind == 6:
        crossed(tables, board)
    else:
        opposite(tables, board, b, c, (d, a) if plain_d else (d, -1))


@compiled
def can_swap(houses_of: np.ndarray, sets: np.ndarray, a: int, b: int, c: int, d: int) -> bool:
    """Whether two digits can be swapped in four corners: each house of one has just one of the two beside it."""
    return (
        has_one_of(houses_of, sets, a, b, c)
        and has_one_of(houses_of, sets, d, b, c)
        and has_one_of(houses_of, sets, b, a, d)
        and has_one_of(houses_of, sets, c, a, d)
    )


@compiled
def has_one_of(houses_of: np.ndarray, sets: np.ndarray, corner: int, one: int, other: int) -> bool:
    """Whether each house of a corner, besides its row and its column, has exactly one of two cells."""
    for k in range(2, houses_of.shape[1]):
        house = houses_of[corner, k]
        if house < 0:
            return True
        cells = sets[len(houses_of) + house]
        if is_in(cells, one) == is_in(cells, other):
            return False
    return True


@compiled
def keep_corners(board: RaterBoard, pair: np.uint64, a: int, b: int, c: int, d: int) -> None:
    """Keeps the corners of a rectangle as the first of `work`, their two digits as the first of `masks`."""
    board.work[0], board.work[1], board.work[2], board.work[3] = a, b, c, d
    board.masks[0] = pair


@compiled
def note_rectangle(tables: RaterTables, board: RaterBoard) -> None:
    """Begins a finding with the corners that are kept, two in each row."""
    begin_finding(board)
    for k in (0, 2):
        cell, beside = board.work[k], board.work[k + 1]
        positions = tables.position_of[cell, 0] | tables.position_of[beside, 0]
        note_part(board, FIGURE, tables.houses_of[cell, 0], positions, board.masks[0], -1)


@compiled
def extra_digit(tables: RaterTables, board: RaterBoard, one: int, other: int, third: int) -> None:
    """Types 2 and 5: the corners that are not plain have the same one extra digit, and one of them must be it."""
    candidates, pair = board.candidates, board.masks[0]
    extra = candidates[one] & ~pair
    if count_bits(extra) == 1 and candidates[other] & ~pair == extra and candidates[third] & ~pair == extra:
        remove_extra(tables, board, extra, one, other, third)


@compiled
def remove_extra(tables: RaterTables, board: RaterBoard, extra: np.uint64, one: int, other: int, third: int) -> None:
    """Removes a digit from all cells that see three corners (one given twice for two) of which one must be it."""
    map_digits(tables, board)
    if find_victims(tables, board, lowest(extra), one, other, third):
        note_rectangle(tables, board)
        note_part(board, COMMON, -1, np.uint64(0), extra, -1)
        note_cell(tables, board, CELLS, one, extra, -1)
        note_cell(tables, board, CELLS, other, extra, -1)
        if third != other:
            note_cell(tables, board, CELLS, third, extra, -1)
        remove_from(tables, board, board.sets[board.places.shape[1] + VICTIMS], lowest(extra))


@compiled
def extra_subset(tables: RaterTables, board: RaterBoard, one: int, other: int) -> None:
    """Type 3: one of the two that are not plain must be an extra digit, and makes a naked subset with other cells."""
    extra = (board.candidates[one] | board.candidates[other]) & ~board.masks[0]
    if count_bits(extra) < 2:
        return
    board.masks[1] = extra
    for k in range(tables.houses_of.shape[1]):
        house = tables.houses_of[one, k]
        if house < 0 or is_over(board):
            return
        if sees(tables, len(board.candidates) + house, other):
            subsets_in(tables, board, house, one, other)


@compiled
def subsets_in(tables: RaterTables, board: RaterBoard, house: int, one: int, other: int) -> None:
    """Finds k cells of a house that have k + 1 digits together with the extra digits of the two: 1 to LARGEST cells."""
    size = board.places.shape[1]
    chosen, union = board.work[4:], board.masks[1:]
    depth, position = 0, 0
    while position < size or depth:
        if position == size:
            depth -= 1
            position = chosen[depth] + 1
            continue
        cell = tables.house_cells[house, position]
        both = union[depth] | board.candidates[cell]
        if not board.values[cell] and cell != one and cell != other and count_bits(both) <= LARGEST + 1:
            chosen[depth] = position
            if count_bits(both) == depth + 2:
                subset_with(tables, board, one, other, house, depth + 1, both)
                if is_over(board):
                    return
            if depth + 1 < LARGEST:
                depth += 1
                union[depth] = both
        position += 1


@compiled
def subset_with(
    tables: RaterTables, board: RaterBoard, one: int, other: int, house: int, count: int, digits: np.uint64
) -> None:
    """Removes the digits of a subset from all cells that see its cells and the two corners that are one of it."""
    size = board.places.shape[1]
    map_digits(tables, board)
    seeing, positions = board.sets[size + SEEING], np.uint64(0)
    for word in range(len(seeing)):
        seeing[word] = tables.sets[one, word] & tables.sets[other, word]
    for k in range(count):
        positions |= bit(board.work[4 + k])
        for word in range(len(seeing)):
            seeing[word] &= tables.sets[tables.house_cells[house, board.work[4 + k]], word]
    noted, rest = False, digits
    while rest:
        victims, left = board.sets[size + VICTIMS], np.uint64(0)
        for word in range(len(seeing)):
            victims[word] = seeing[word] & board.sets[lowest(rest), word]
            left |= victims[word]
        if left and not noted:
            noted = True
            note_rectangle(tables, board)
            extra = board.masks[1]
            note_cell(tables, board, CELLS, one, board.candidates[one] & extra, -1)
            note_cell(tables, board, CELLS, other, board.candidates[other] & extra, -1)
            note_part(board, SET, house, positions, digits, -1)
        remove_from(tables, board, victims, lowest(rest))
        rest &= rest - np.uint64(1)


@compiled
def confined_to_roof(tables: RaterTables, board: RaterBoard, one: int, other: int) -> None:
    """Type 4: one digit of the pair can only go in the two that are not plain, so neither is the other digit."""
    pair = board.masks[0]
    for second in range(2):
        digit = lowest(pair & (pair - np.uint64(1)) if second else pair)
        rest = pair & ~bit(digit)
        house = confining(tables, board.places, digit, one, other)
        if house >= 0 and (board.candidates[one] | board.candidates[other]) & rest:
            note_rectangle(tables, board)
            note_part(board, COMMON, -1, np.uint64(0), bit(digit), -1)
            note_cell(tables, board, CELLS, one, bit(digit), -1)
            note_cell(tables, board, CELLS, other, bit(digit), -1)
            note_part(board, COVER, house, np.uint64(0), np.uint64(0), -1)
            remove(tables, board, one, rest)
            remove(tables, board, other, rest)
            if is_over(board):
                return


@compiled
def crossed(tables: RaterTables, board: RaterBoard) -> None:
    """Type 6: one digit of the pair can only go in the corners in two opposite sides, so it goes in the plain ones."""
    a, b, c, d = board.work[0], board.work[1], board.work[2], board.work[3]
    pair = board.masks[0]
    for second in range(2):
        digit = lowest(pair & (pair - np.uint64(1)) if second else pair)
        if not (board.candidates[b] | board.candidates[c]) & bit(digit):
            continue
        house, other = confining(tables, board.places, digit, a, b), confining(tables, board.places, digit, c, d)
        if house < 0 or other < 0:
            house, other = confining(tables, board.places, digit, a, c), confining(tables, board.places, digit, b, d)
        if house >= 0 and other >= 0:
            note_rectangle(tables, board)
            note_confined(board, digit, house, other)
            remove(tables, board, b, bit(digit))
            remove(tables, board, c, bit(digit))
            if is_over(board):
                return


@compiled
def opposite(tables: RaterTables, board: RaterBoard, one: int, other: int, lasts: tuple[int, int]) -> None:
    """Hidden Rectangle: a last corner and those beside it are all that can hold one digit: it is not the other.

    One or both of two corners (−1: none) may be the last.
    """
    pair = board.masks[0]
    for last in lasts:
        for second in range(2 if last >= 0 else 0):
            digit = lowest(pair & (pair - np.uint64(1)) if second else pair)
            rest = pair & ~bit(digit)
            house = confining(tables, board.places, digit, one, last) if board.candidates[last] & rest else -1
            across = confining(tables, board.places, digit, other, last) if house >= 0 else -1
            if across >= 0:
                note_rectangle(tables, board)
                note_confined(board, digit, house, across)
                for cell in (one, other, last):
                    if board.candidates[cell] & bit(digit):
                        note_cell(tables, board, CELLS, cell, bit(digit), -1)
                remove(tables, board, last, rest)
                if is_over(board):
                    return


@compiled
def confining(tables: RaterTables, places: np.ndarray, digit: int, one: int, other: int) -> int:
    """The first house in which a digit can only go in two corners beside each other, or −1."""
    for k in range(tables.houses_of.shape[1]):
        house = tables.houses_of[one, k]
        if house < 0:
            return -1
        for other_k in range(tables.houses_of.shape[1]):
            both = tables.position_of[one, k] | tables.position_of[other, other_k]
            if tables.houses_of[other, other_k] == house and places[house, digit] & ~both == 0:
                return int(house)
    return -1


@compiled
def note_confined(board: RaterBoard, digit: int, house: int, other: int) -> None:
    """Notes that a digit can only go in the corners, in two houses."""
    note_part(board, COMMON, -1, np.uint64(0), bit(digit), -1)
    note_part(board, COVER, house, np.uint64(0), np.uint64(0), -1)
    note_part(board, COVER, other, np.uint64(0), np.uint64(0), -1)


@compiled
def avoidable_rectangles(tables: RaterTables, board: RaterBoard, kind: int) -> None:
    """Avoidable Rectangle 1 and 2: three or two corners are placed digits that are no clues, the others are open."""
    size = board.places.shape[1]
    for corner in range(len(board.candidates)):
        if not is_placed(board, corner):
            continue
        row, column = corner // size, corner % size
        for k in range(size):
            if k != column and is_placed(board, row * size + k):
                if kind == 1:
                    last_corner(tables, board, corner, row * size + k)
                elif k > column:
                    two_corners(tables, board, corner, row * size + k, True)
            if kind == 2 and k > row and is_placed(board, k * size + column):
                two_corners(tables, board, corner, k * size + column, False)
            if is_over(board):
                return


@compiled
def is_placed(board: RaterBoard, cell: int) -> bool:
    """Whether a cell has a digit that is no clue."""
    return bool(board.values[cell]) and not board.sets[board.places.shape[1], cell >> 6] & bit(cell & 63)


@compiled
def last_corner(tables: RaterTables, board: RaterBoard, a: int, b: int) -> None:
    """Type 1: the digit of the second of two cells in a row is under the first, too: the last is not the first one."""
    size = board.places.shape[1]
    across = board.places[size + a % size, board.values[b] - 1]
    c = lowest(across) * size + a % size
    d = lowest(across) * size + b % size
    digit = board.candidates[a]
    if board.values[c] != board.values[b] or not is_placed(board, c) or board.values[d]:
        return
    if board.candidates[d] & digit and can_swap(tables.houses_of, tables.sets, a, b, c, d):
        keep_corners(board, digit | board.candidates[b], a, b, c, d)
        note_rectangle(tables, board)
        remove(tables, board, d, digit)


@compiled
def two_corners(tables: RaterTables, board: RaterBoard, a: int, b: int, in_row: bool) -> None:
    """Type 2: two corners are placed beside each other, and the two open ones have the same one extra digit."""
    size = board.places.shape[1]
    one, other = (size + a % size, size + b % size) if in_row else (a // size, b // size)
    pair = board.candidates[a] | board.candidates[b]
    across = board.places[one, board.values[b] - 1] & board.places[other, board.values[a] - 1]
    while across:
        c = tables.house_cells[one, lowest(across)]
        d = tables.house_cells[other, lowest(across)]
        across &= across - np.uint64(1)
        pairs = count_bits(board.candidates[c]) == 2 and count_bits(board.candidates[d]) == 2
        if pairs and can_swap(tables.houses_of, tables.sets, a, b, c, d):
            keep_corners(board, pair, a, b if in_row else c, c if in_row else b, d)
            extra_digit(tables, board, c, d, d)
            if is_over(board):
                return


@compiled
def bug_plus_1(tables: RaterTables, board: RaterBoard) -> None:
    """BUG+1: without one candidate, all open cells have two and each digit has two in each house: it must be right."""
    last = only_larger_cell(board)
    if last < 0:
        return
    extra = board.candidates[last]
    for house in tables.everything:
        inside = sees(tables, len(board.candidates) + house, last)
        for digit in range(board.places.shape[1]):
            count = count_bits(board.places[house, digit])
            if board.placed[house] & bit(digit):
                continue
            if inside and count == 3:
                extra &= bit(digit)
            elif count != 2:
                return
            elif inside:
                extra &= ~bit(digit)
    if count_bits(extra) == 1:
        begin_finding(board)
        note_cell(tables, board, CELLS, last, extra, -1)
        remove(tables, board, last, ~extra)


@compiled
def only_larger_cell(board: RaterBoard) -> int:
    """The cell with three candidates where all other open cells have two, or −1."""
    last = -1
    for cell in range(len(board.candidates)):
        count = 2 if board.values[cell] else count_bits(board.candidates[cell])
        if count == 3 and last < 0:
            last = cell
        elif count != 2:
            return -1
    return last
