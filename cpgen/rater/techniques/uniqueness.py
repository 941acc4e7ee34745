"""Uniqueness: a pattern that would give the puzzle two solutions cannot be part of it.

Two digits that stand alternately in the corners of a rectangle can be swapped, if every house has both or none of them:

    a b    1 2  ↔  2 1        A house with one of the corners must have exactly one of the two adjacent ones.
    c d    2 1     1 2        If no corner is a clue, both fillings lead to a solution.

So in a puzzle with one solution some corner holds another digit. A corner is *plain* when it holds no candidate but the
pair of digits (it may lack one of them). BUG+1 is the same idea for all open cells at once.
"""

from __future__ import annotations

import numpy as np

from cpgen.kernel import bit, compiled, count_bits, lowest, ones
from cpgen.kernel.structs import Struct
from cpgen.rater.board import NONE, RaterBoard
from cpgen.rater.findings import (
    CELLS,
    FIGURE,
    SET,
    begin_finding,
    eliminate,
    is_over,
    note_cell,
    note_common,
    note_cover,
    note_part,
)
from cpgen.rater.memory import W, masks, numbers, record
from cpgen.rater.visibility import eliminate_from, find_victims, is_in, lies_in, update_digit_cells

HIDDEN = 7
"""Kind of unique rectangles that are hidden; 1 to 6 are the types of HoDoKu"""
LARGEST = 6
"""Largest number of cells of a subset outside a rectangle"""


class UniquenessScratch(Struct):
    """Working memory of the search for unique rectangles: the present rectangle, and the subset of type 3."""

    corners: np.ndarray = numbers(4)  # corners of the present rectangle: a and b above or next to c and d
    pair: np.ndarray = masks(1)  # the two digits that could be swapped
    roof: np.ndarray = record(one=np.int64, other=np.int64, house=np.int64)
    """Two corners that complete a subset, and the house of its cells"""
    chosen: np.ndarray = numbers(LARGEST)  # positions of the cells of a subset
    union: np.ndarray = masks(LARGEST + 1)
    """Digits of the subset, by number of cells; first the extra digits of the corners"""
    seeing: np.ndarray = masks(W)  # set of the cells that see the whole subset
    victims: np.ndarray = masks(W)  # set of the cells that lose a digit


@compiled
def unique_rectangles(board: RaterBoard, scratch: UniquenessScratch, kind: int) -> None:
    """Find unique rectangles of a kind, each from its first corner with two candidates; add a finding for each.

    `kind` is 1 to 6 for Unique Rectangles of that type, or HIDDEN for Hidden Rectangles.
    """
    size, places = board.places.shape[1], board.places
    for corner in range(len(board.candidates)):
        pair = board.candidates[corner]
        if count_bits(pair) != 2:
            continue
        first, second = lowest(pair), lowest(pair & (pair - np.uint64(1)))
        row, column = corner // size, corner % size
        # Columns of b and rows of c that may hold a digit of the pair; d must be able to, too.
        beside = (places[row, first] | places[row, second]) & ~bit(column)
        below = (places[size + column, first] | places[size + column, second]) & ~bit(row)
        for column_b in ones(beside):
            line = size + column_b
            for row_c in ones(below & (places[line, first] | places[line, second])):
                try_rectangle(board, scratch, kind, corner, column_b, row_c)
                if is_over(board):
                    return


@compiled
def try_rectangle(board: RaterBoard, scratch: UniquenessScratch, kind: int, a: int, column: int, row: int) -> None:
    """Search for one kind of pattern in the rectangle with the plain corner `a`; add a finding if there is one.

    `column` is that of corner b, in the row of a; `row` is that of corner c, in the column of a; corner d is opposite
    to a.
    """
    size, candidates = board.places.shape[1], board.candidates
    pair = candidates[a]
    b, c, d = a // size * size + column, row * size + a % size, row * size + column
    plain_b, plain_c, plain_d = candidates[b] & ~pair == 0, candidates[c] & ~pair == 0, candidates[d] & ~pair == 0
    plain = 1 + int(plain_b) + int(plain_c) + int(plain_d)
    # Type 1 has three plain corners; types 2 to 4 two adjacent ones; 5 and hidden one, or two opposite ones like 6.
    # A rectangle with several corners that have just the pair is taken from the first of these.
    if (
        board.values[d]
        or plain > 3
        or (plain == 3) != (kind == 1)
        or (plain == 1 and kind != 5 and kind != HIDDEN)
        or (plain == 2 and plain_d != (kind >= 5))
        or (candidates[b] == pair and b < a)
        or (candidates[c] == pair and c < a)
        or (candidates[d] == pair and d < a)
        or not can_swap(board, a, b, c, d)
    ):
        return
    keep_rectangle(scratch, pair, a, b, c, d)
    if kind == 1:
        note_rectangle(board, scratch)
        eliminate(board, b if not plain_b else c if not plain_c else d, pair)
    elif kind == 2:
        extra_digit(board, scratch, c if plain_b else b, d, d)
    elif kind == 3:
        extra_subset(board, scratch, c if plain_b else b, d)
    elif kind == 4:
        confined_to_roof(board, scratch, c if plain_b else b, d)
    elif kind == 5:
        extra_digit(board, scratch, b, c, c if plain_d else d)
    elif kind == 6:
        crossed(board, scratch)
    else:
        opposite(board, scratch, b, c, d)
        if plain_d and not is_over(board):
            opposite(board, scratch, b, c, a)


@compiled
def can_swap(board: RaterBoard, a: int, b: int, c: int, d: int) -> bool:
    """Return True if the two digits of a rectangle can be swapped, so that a puzzle with it has two solutions.

    That is so if each house of a corner has exactly one of the two adjacent ones. `a` is opposite to `d`.
    """
    return (
        has_one_of(board, a, b, c)
        and has_one_of(board, d, b, c)
        and has_one_of(board, b, a, d)
        and has_one_of(board, c, a, d)
    )


@compiled
def has_one_of(board: RaterBoard, corner: int, one: int, other: int) -> bool:
    """Return True if each house of a corner, besides its row and column, has exactly one of two cells.

    The two cells are `one` and `other`.
    """
    for k in range(2, board.tables.houses_of.shape[1]):
        house = board.tables.houses_of[corner, k]
        if house < 0:
            return True
        if lies_in(board, one, house) == lies_in(board, other, house):
            return False
    return True


@compiled
def keep_rectangle(scratch: UniquenessScratch, pair: np.uint64, a: int, b: int, c: int, d: int) -> None:
    """Store a rectangle in `scratch`: its corners, of which `a` is opposite to `d`, and its pair of digits."""
    corners = scratch.corners
    corners[0], corners[1], corners[2], corners[3] = a, b, c, d
    scratch.pair[0] = pair


@compiled
def note_rectangle(board: RaterBoard, scratch: UniquenessScratch) -> None:
    """Begin a finding with the four corners stored in `scratch.corners`, two in each row."""
    begin_finding(board)
    for k in (0, 2):
        cell, beside = scratch.corners[k], scratch.corners[k + 1]
        positions = board.tables.position_of[cell, 0] | board.tables.position_of[beside, 0]
        note_part(board, FIGURE, board.tables.houses_of[cell, 0], positions, scratch.pair[0], -1)


@compiled
def extra_digit(board: RaterBoard, scratch: UniquenessScratch, one: int, other: int, third: int) -> None:
    """Search the rectangle in `scratch` for types 2 and 5 of Unique Rectangles; add a finding if there is one.

    All corners with candidates besides the pair, `one`, `other` and `third`, must have the same single one; one of them
    holds it. If there are two such corners, the second is given twice.
    """
    candidates, pair = board.candidates, scratch.pair[0]
    extra = candidates[one] & ~pair
    if count_bits(extra) == 1 and candidates[other] & ~pair == extra and candidates[third] & ~pair == extra:
        eliminate_extra(board, scratch, extra, one, other, third)


@compiled
def eliminate_extra(
    board: RaterBoard, scratch: UniquenessScratch, extra: np.uint64, one: int, other: int, third: int
) -> None:
    """Add a finding that eliminates a digit from all cells that see three corners, of which one holds it.

    `extra` is the digit as a mask. The corners are `one`, `other` and `third`; if there are two, the second is given
    twice.
    """
    update_digit_cells(board)
    if find_victims(board, scratch.victims, lowest(extra), one, other, third):
        note_rectangle(board, scratch)
        note_common(board, extra)
        note_cell(board, CELLS, one, extra, -1)
        note_cell(board, CELLS, other, extra, -1)
        if third != other:
            note_cell(board, CELLS, third, extra, -1)
        eliminate_from(board, scratch.victims, lowest(extra))


@compiled
def extra_subset(board: RaterBoard, scratch: UniquenessScratch, one: int, other: int) -> None:
    """Search the rectangle in `scratch` for type 3 of Unique Rectangles; add a finding for each subset.

    One of the corners `one` and `other` holds a digit besides the pair, and so forms a naked subset with cells of a
    house.
    """
    extra = (board.candidates[one] | board.candidates[other]) & ~scratch.pair[0]
    if count_bits(extra) < 2:
        return
    roof, scratch.union[0] = scratch.roof[0], extra
    roof.one, roof.other = one, other
    for k in range(board.tables.houses_of.shape[1]):
        house = board.tables.houses_of[one, k]
        if house < 0 or is_over(board):
            return
        if lies_in(board, other, house):
            roof.house = house
            subsets_in(board, scratch)


@compiled
def subsets_in(board: RaterBoard, scratch: UniquenessScratch) -> None:
    """Find 1 to LARGEST cells of a house that form a naked subset together with the two corners in `scratch.roof`.

    With the extra digits of the corners, the cells have one digit more than there are cells.
    """
    size, roof, chosen, union = board.places.shape[1], scratch.roof[0], scratch.chosen, scratch.union
    depth, position = 0, 0
    while position < size or depth:
        if position == size:
            depth -= 1
            position = chosen[depth] + 1
            continue
        cell = board.tables.house_cells[roof.house, position]
        both = union[depth] | board.candidates[cell]
        if not board.values[cell] and cell not in (roof.one, roof.other) and count_bits(both) <= LARGEST + 1:
            chosen[depth] = position
            if count_bits(both) == depth + 2:
                eliminate_subset(board, scratch, depth + 1, both)
                if is_over(board):
                    return
            if depth + 1 < LARGEST:
                depth += 1
                union[depth] = both
        position += 1


@compiled
def eliminate_subset(board: RaterBoard, scratch: UniquenessScratch, count: int, digits: np.uint64) -> None:
    """Add a finding that eliminates the digits of a subset from all cells that see its cells and the two corners.

    `count` is the number of its cells besides the corners that complete it; their positions are in `scratch.chosen`.
    """
    update_digit_cells(board)
    seeing, victims, positions = scratch.seeing, scratch.victims, NONE
    one, other, house = scratch.roof[0].one, scratch.roof[0].other, scratch.roof[0].house
    for word in range(len(seeing)):
        seeing[word] = board.tables.peers[one, word] & board.tables.peers[other, word]
    for k in range(count):
        positions |= bit(scratch.chosen[k])
        for word in range(len(seeing)):
            seeing[word] &= board.tables.peers[board.tables.house_cells[house, scratch.chosen[k]], word]
    noted = False
    for digit in ones(digits):
        left = NONE
        for word in range(len(seeing)):
            victims[word] = seeing[word] & board.digit_cells[digit, word]
            left |= victims[word]
        if left and not noted:
            noted = True
            note_rectangle(board, scratch)
            note_cell(board, CELLS, one, board.candidates[one] & scratch.union[0], -1)
            note_cell(board, CELLS, other, board.candidates[other] & scratch.union[0], -1)
            note_part(board, SET, house, positions, digits, -1)
        eliminate_from(board, victims, digit)


@compiled
def confined_to_roof(board: RaterBoard, scratch: UniquenessScratch, one: int, other: int) -> None:
    """Search the rectangle in `scratch` for type 4 of Unique Rectangles; add a finding if there is one.

    A digit of the pair has no places in a house but the corners `one` and `other`, so neither holds the other digit.
    """
    pair = scratch.pair[0]
    for second in range(2):
        digit = lowest(pair & (pair - np.uint64(1)) if second else pair)
        rest = pair & ~bit(digit)
        house = confining_house(board, digit, one, other)
        if house >= 0 and (board.candidates[one] | board.candidates[other]) & rest:
            note_rectangle(board, scratch)
            note_common(board, bit(digit))
            note_cell(board, CELLS, one, bit(digit), -1)
            note_cell(board, CELLS, other, bit(digit), -1)
            note_cover(board, house)
            eliminate(board, one, rest)
            eliminate(board, other, rest)
            if is_over(board):
                return


@compiled
def crossed(board: RaterBoard, scratch: UniquenessScratch) -> None:
    """Search the rectangle in `scratch` for type 6 of Unique Rectangles; add a finding if there is one.

    In two opposite sides of the rectangle, a digit of the pair has no places but corners. So the digit is in the plain
    corners, a and d, and leaves the others, b and c.
    """
    a, b, c, d = scratch.corners[0], scratch.corners[1], scratch.corners[2], scratch.corners[3]
    pair = scratch.pair[0]
    for second in range(2):
        digit = lowest(pair & (pair - np.uint64(1)) if second else pair)
        if not (board.candidates[b] | board.candidates[c]) & bit(digit):
            continue
        house, other = confining_house(board, digit, a, b), confining_house(board, digit, c, d)
        # If not in rows, perhaps in columns.
        if house < 0 or other < 0:
            house, other = confining_house(board, digit, a, c), confining_house(board, digit, b, d)
        if house >= 0 and other >= 0:
            note_rectangle(board, scratch)
            note_confined(board, digit, house, other)
            eliminate(board, b, bit(digit))
            eliminate(board, c, bit(digit))
            if is_over(board):
                return


@compiled
def opposite(board: RaterBoard, scratch: UniquenessScratch, one: int, other: int, last: int) -> None:
    """Search the rectangle in `scratch` for a Hidden Rectangle at the corner `last`; add a finding if there is one.

    In both sides that meet there, one digit of the pair has no places but corners. If `last` were the other digit, the
    adjacent ones, `one` and `other`, would both be the first, and the rectangle could be swapped. So the other digit is
    eliminated from `last`.
    """
    pair = scratch.pair[0]
    for second in range(2):
        digit = lowest(pair & (pair - np.uint64(1)) if second else pair)
        rest = pair & ~bit(digit)
        # If `last` had one of the other digits, both confined digits would be forced into a swap.
        house = confining_house(board, digit, one, last) if board.candidates[last] & rest else -1
        across = confining_house(board, digit, other, last) if house >= 0 else -1
        if across >= 0:
            note_rectangle(board, scratch)
            note_confined(board, digit, house, across)
            for cell in (one, other, last):
                if board.candidates[cell] & bit(digit):
                    note_cell(board, CELLS, cell, bit(digit), -1)
            eliminate(board, last, rest)
            if is_over(board):
                return


@compiled
def confining_house(board: RaterBoard, digit: int, one: int, other: int) -> int:
    """Return the first house in which a digit has no places but the adjacent corners `one` and `other`, or −1."""
    for k in range(board.tables.houses_of.shape[1]):
        house = board.tables.houses_of[one, k]
        if house < 0:
            return -1
        for other_k in range(board.tables.houses_of.shape[1]):
            both = board.tables.position_of[one, k] | board.tables.position_of[other, other_k]
            if board.tables.houses_of[other, other_k] == house and board.places[house, digit] & ~both == 0:
                return int(house)
    return -1


@compiled
def note_confined(board: RaterBoard, digit: int, house: int, other: int) -> None:
    """Add to the present finding that a digit has no places but corners in the houses `house` and `other`."""
    note_common(board, bit(digit))
    note_cover(board, house)
    note_cover(board, other)


@compiled
def avoidable_rectangles(board: RaterBoard, scratch: UniquenessScratch, kind: int) -> None:
    """Find Avoidable Rectangles; add a finding for each.

    Three corners (`kind` 1) or two (`kind` 2) have digits that were assigned, not given as clues.
    """
    size = board.places.shape[1]
    for corner in range(len(board.candidates)):
        if not is_assigned(board, corner):
            continue
        # Look for a second assigned corner in the row, and for kind 2 in the column as well.
        row, column = corner // size, corner % size
        for k in range(size):
            if k != column and is_assigned(board, row * size + k):
                if kind == 1:
                    last_corner(board, scratch, corner, row * size + k)
                elif k > column:
                    two_corners(board, scratch, corner, row * size + k, True)
            if kind == 2 and k > row and is_assigned(board, k * size + column):
                two_corners(board, scratch, corner, k * size + column, False)
            if is_over(board):
                return


@compiled
def is_assigned(board: RaterBoard, cell: int) -> bool:
    """Return True if a cell has a digit that is not a clue."""
    return bool(board.values[cell]) and not is_in(board.clue_cells, cell)


@compiled
def last_corner(board: RaterBoard, scratch: UniquenessScratch, a: int, b: int) -> None:
    """Search for kind 1 of Avoidable Rectangles: three corners are assigned; add a finding if there is one.

    `a` and `b` are adjacent corners in a row; `c`, in the column of a, and `d` complete the rectangle. The digit of b
    is also in c, so d cannot have the digit of a.
    """
    size = board.places.shape[1]
    # The only place of b's digit in the column of a gives the row of c and d.
    across = board.places[size + a % size, board.values[b] - 1]
    c = lowest(across) * size + a % size
    d = lowest(across) * size + b % size
    digit = board.candidates[a]
    if board.values[c] != board.values[b] or not is_assigned(board, c) or board.values[d]:
        return
    if board.candidates[d] & digit and can_swap(board, a, b, c, d):
        keep_rectangle(scratch, digit | board.candidates[b], a, b, c, d)
        note_rectangle(board, scratch)
        eliminate(board, d, digit)


@compiled
def two_corners(board: RaterBoard, scratch: UniquenessScratch, a: int, b: int, in_row: bool) -> None:
    """Search for kind 2 of Avoidable Rectangles: two corners are assigned; add a finding if there is one.

    `a` and `b` are these corners, adjacent in one row if `in_row`, otherwise in one column. The two open ones must have
    the same single digit besides those that would complete the rectangle.
    """
    size = board.places.shape[1]
    one, other = (size + a % size, size + b % size) if in_row else (a // size, b // size)
    pair = board.candidates[a] | board.candidates[b]
    for position in ones(board.places[one, board.values[b] - 1] & board.places[other, board.values[a] - 1]):
        c = board.tables.house_cells[one, position]
        d = board.tables.house_cells[other, position]
        pairs = count_bits(board.candidates[c]) == 2 and count_bits(board.candidates[d]) == 2
        if pairs and can_swap(board, a, b, c, d):
            keep_rectangle(scratch, pair, a, b if in_row else c, c if in_row else b, d)
            extra_digit(board, scratch, c, d, d)
            if is_over(board):
                return


@compiled
def bug_plus_1(board: RaterBoard) -> None:
    """Find BUG+1: all open cells have two candidates but one, which has three; add a finding that assigns its digit.

    If each digit had two places in each house, the puzzle would have two solutions or none. One candidate of the larger
    cell prevents that, where its digit has three places in the houses of the cell, so it is right.
    """
    last = only_larger_cell(board)
    # Not a BUG+1 unless exactly one open cell has three candidates.
    if last < 0:
        return
    extra = board.candidates[last]
    for house in board.tables.everything:
        inside = lies_in(board, last, house)
        for digit in range(board.places.shape[1]):
            count = count_bits(board.places[house, digit])
            if board.placed[house] & bit(digit):
                continue
            # A digit with three places decides the candidate; one with two excludes itself.
            if inside and count == 3:
                extra &= bit(digit)
            elif count != 2:
                return
            elif inside:
                extra &= ~bit(digit)
    if count_bits(extra) == 1:
        begin_finding(board)
        note_cell(board, CELLS, last, extra, -1)
        eliminate(board, last, ~extra)


@compiled
def only_larger_cell(board: RaterBoard) -> int:
    """Return the only open cell with three candidates if all others have two; −1 if the board is not like that."""
    last = -1
    for cell in range(len(board.candidates)):
        count = 2 if board.values[cell] else count_bits(board.candidates[cell])
        if count == 3 and last < 0:
            last = cell
        elif count != 2:
            return -1
    return last
