"""The first six of the paper's rules in lanes: each does what a sweep of its search does, in the same order.

The board is an array of words: the candidates, the digits *placed* so far, and what is *marked* for the rule at work. A
rule first looks at all houses at once. Where what it finds depends on the order, it then goes house by house.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from cpgen.kernel import bit, compiled, count_bits, inlined, lowest
from cpgen.kernel.vectors import Words, has_bits, no_bits_of, put_words, words_at
from cpgen.lanes.parts import (
    ONE,
    ZERO,
    any_over_lanes,
    any_over_words,
    cells_of_row,
    filled,
    groups_of,
    in_other_bands,
    is_in_lanes,
    lanes_of,
    over_bands,
    over_lanes,
    over_words,
    to_all_bands,
    to_all_lanes,
    with_any,
    with_one,
    with_several,
)
from cpgen.lanes.tables import MASKS, NO_LANES, LaneTables, lane_tables, place_of, words_of_rows
from cpgen.layout import Layout


class LaneBoard(NamedTuple):
    """A board in lanes, and what the rules look up."""

    lanes: LaneTables
    waves: np.ndarray
    """Eight words for each wave: the cells of boxes of which no two share a line, from the first box to the last"""
    words: np.ndarray
    """Candidates, digits placed, marks: `words_of_rows` each, and one row more to mark whole columns or boxes"""


NO_BOARD = LaneBoard(NO_LANES, np.zeros(0, np.uint64), np.zeros(0, np.uint64))
"""For a layout without lanes"""


def lane_board(layout: Layout) -> LaneBoard:
    """A board of a layout, NO_BOARD if that has no lanes."""
    lanes = lane_tables(layout)
    if layout.box is None or layout.extras or not is_in_lanes(lanes):
        return NO_BOARD
    n, (height, width) = layout.size, layout.box
    own = int(lanes.shape[0].vectors) * MASKS + height * 8
    waves = np.zeros((n // height + n // width - 1, 8), np.uint64)
    for cell in range(n * n):
        start = own + cell * (height + 1) * 8
        waves[cell // n // height + cell % n // width] |= lanes.masks[start : start + 8]
    return LaneBoard(
        lanes, waves.ravel(), np.zeros(3 * words_of_rows(lanes) + 8 * int(lanes.shape[0].vectors), np.uint64)
    )


@inlined
def exclude(lanes: LaneTables, board: np.ndarray, start: int) -> None:
    """Takes out what the digits in the words from `start` exclude in cells, rows, columns and boxes."""
    shape = lanes.shape
    rows, vectors = shape[0].rows, shape[0].vectors
    for row in range(rows):
        cells = no_bits_of(shape)
        for vector in range(vectors):
            cells = cells | any_over_lanes(lanes, words_at(shape, board, start + (row * vectors + vector) * 8))
        cells = to_all_lanes(lanes, any_over_words(lanes, cells) & cells_of_row(lanes, row))
        for vector in range(vectors):
            here, lane = (row * vectors + vector) * 8, lanes_of(lanes, vector)
            digits = words_at(shape, board, start + here)
            gone = cells | filled(with_any(digits, lane), lane)
            put_words(board, here, words_at(shape, board, here) & (digits | ~gone))
    for vector in range(vectors):
        columns, group = no_bits_of(shape), groups_of(lanes, vector)
        for row in range(rows):
            columns = columns | words_at(shape, board, start + (row * vectors + vector) * 8)
        gone = filled(with_any(columns, group), group) | to_all_bands(lanes, columns)
        for row in range(rows):
            here = (row * vectors + vector) * 8
            put_words(board, here, words_at(shape, board, here) & (words_at(shape, board, start + here) | ~gone))


@inlined
def is_full(lanes: LaneTables, board: np.ndarray) -> bool:
    """Whether all digits are placed."""
    placed, open_lanes = words_of_rows(lanes), no_bits_of(lanes.shape)
    for vector in range(lanes.shape[0].vectors):
        lane = lanes_of(lanes, vector)
        for here in range(vector * 8, placed, lanes.shape[0].vectors * 8):
            open_lanes = open_lanes | (lane.high & ~with_any(words_at(lanes.shape, board, placed + here), lane))
    return not has_bits(open_lanes)


@compiled
def is_sound(lanes: LaneTables, board: np.ndarray) -> bool:
    """Whether each cell has a candidate, each digit a place in each house, and no two digits were placed in one."""
    shape, placed = lanes.shape, words_of_rows(lanes)
    rows, vectors = shape[0].rows, shape[0].vectors
    wrong = no_bits_of(shape)
    for row in range(rows):
        left, ones, twos = no_bits_of(shape), no_bits_of(shape), no_bits_of(shape)
        for vector in range(vectors):
            here, lane = (row * vectors + vector) * 8, lanes_of(lanes, vector)
            places, given = words_at(shape, board, here), words_at(shape, board, placed + here)
            wrong = wrong | (lane.high & ~with_any(places, lane)) | with_several(given, lane)
            one, two = over_lanes(lanes, given)
            twos, ones = twos | two | (ones & one), ones | one
            left = left | any_over_lanes(lanes, places)
        _, twos = over_words(lanes, ones, twos)
        left = any_over_words(lanes, left)
        wrong = wrong | (cells_of_row(lanes, row) & (twos | ~left))
    for vector in range(vectors):
        group = groups_of(lanes, vector)
        columns, given, twice = no_bits_of(shape), no_bits_of(shape), no_bits_of(shape)
        for row in range(rows):
            here = (row * vectors + vector) * 8
            fresh = words_at(shape, board, placed + here)
            twice, given, columns = twice | (given & fresh), given | fresh, columns | words_at(shape, board, here)
        wrong = wrong | (group.high & ~with_any(columns, group)) | with_several(given, group) | twice
        wrong = wrong | (given & in_other_bands(lanes, given))
        wrong = wrong | (words_at(shape, lanes.masks, vector * MASKS + 32) & ~to_all_bands(lanes, columns))
    return not has_bits(wrong)


@inlined
def place_in_boxes(lanes: LaneTables, board: np.ndarray) -> bool:
    """Hidden Single (region): all digits with one place left in a box are placed at once; whether there are any."""
    rows, vectors, placed, found = (
        lanes.shape[0].rows,
        lanes.shape[0].vectors,
        words_of_rows(lanes),
        no_bits_of(lanes.shape),
    )
    for vector in range(vectors):
        group, columns, twice = groups_of(lanes, vector), no_bits_of(lanes.shape), no_bits_of(lanes.shape)
        for row in range(rows):
            places = words_at(lanes.shape, board, (row * vectors + vector) * 8)
            twice, columns = twice | (columns & places), columns | places
        single = filled(with_one(columns, group) & ~with_any(twice, group), group)
        for row in range(rows):
            here = (row * vectors + vector) * 8
            before = words_at(lanes.shape, board, placed + here)
            fresh = words_at(lanes.shape, board, here) & single & ~before
            found = found | fresh
            put_words(board, placed + here, before | fresh)
            put_words(board, 2 * placed + here, fresh)
    if not has_bits(found):
        return False
    exclude(lanes, board, 2 * placed)
    return True


@compiled
def point(inside: LaneBoard) -> bool:
    """Locked Candidates (pointing): the boxes of a wave together, and wave after wave; whether any candidate went."""
    lanes, board = inside.lanes, inside.words
    if not _may_point(lanes, board):
        return False
    rows, vectors = lanes.shape[0].rows, lanes.shape[0].vectors
    for vector in range(vectors):
        group, lane = groups_of(lanes, vector), lanes_of(lanes, vector)
        for start in range(0, len(inside.waves), 8):
            wave = words_at(lanes.shape, inside.waves, start)
            along, down = _locked_in_boxes(lanes, board, vector, wave)
            for row in range(rows):
                here = (row * vectors + vector) * 8
                places = words_at(lanes.shape, board, here)
                locked = along & with_any(places & wave, group)
                gone = filled(with_any(locked, lane), lane) & ~filled(locked, group)
                put_words(board, here, places & ~(gone | (to_all_bands(lanes, down) & ~down)))
    return True


@inlined
def _may_point(lanes: LaneTables, board: np.ndarray) -> bool:
    """Whether a digit is locked in a box and has places elsewhere in the row or column, or is so in two boxes."""
    rows, vectors, found = lanes.shape[0].rows, lanes.shape[0].vectors, no_bits_of(lanes.shape)
    for vector in range(vectors):
        group, lane = groups_of(lanes, vector), lanes_of(lanes, vector)
        along, down = _locked_in_boxes(lanes, board, vector, words_at(lanes.shape, lanes.masks, vector * MASKS + 32))
        columns, several = over_bands(lanes, down)
        found = found | several
        for row in range(rows):
            places = words_at(lanes.shape, board, (row * vectors + vector) * 8)
            locked = along & with_any(places, group)
            gone = filled(with_any(locked, lane), lane) & ~filled(locked, group)
            found = found | with_several(locked, lane) | (places & (gone | (columns & ~down)))
    return has_bits(found)


@inlined
def _locked_in_boxes(lanes: LaneTables, board: np.ndarray, vector: int, boxes: Words) -> tuple[Words, Words]:
    """The flags of those boxes in which a digit has several places, all in one row; the columns of those in one."""
    rows, vectors, group = lanes.shape[0].rows, lanes.shape[0].vectors, groups_of(lanes, vector)
    columns, any_row, any_twice = no_bits_of(lanes.shape), no_bits_of(lanes.shape), no_bits_of(lanes.shape)
    for row in range(rows):
        places = words_at(lanes.shape, board, (row * vectors + vector) * 8) & boxes
        flags = with_any(places, group)
        columns, any_twice, any_row = columns | places, any_twice | (any_row & flags), any_row | flags
    one_row, one_column = any_row & ~any_twice, with_one(columns, group)
    return one_row & ~one_column, columns & filled(one_column & ~one_row, group)


@compiled
def claim(lanes: LaneTables, board: np.ndarray) -> bool:
    """Locked Candidates (claiming): rows one after another in each band, then columns; whether any candidate went."""
    shape, changed = lanes.shape, no_bits_of(lanes.shape)
    rows, vectors = shape[0].rows, shape[0].vectors
    for vector in range(vectors):
        group, lane = groups_of(lanes, vector), lanes_of(lanes, vector)
        for row in range(rows):
            places = words_at(shape, board, (row * vectors + vector) * 8)
            boxes = with_any(places, group)
            gone = filled(boxes & filled(with_one(boxes, lane) & ~with_one(places, lane), lane), group)
            for other in range(rows):
                here = (other * vectors + vector) * 8
                if other != row:
                    changed = changed | (words_at(shape, board, here) & gone)
                    put_words(board, here, words_at(shape, board, here) & ~gone)
        for column in range(int(shape[0].below_group) + 1):
            mask = (group.high >> group.below) << np.uint64(column)
            columns, twice = no_bits_of(shape), no_bits_of(shape)
            for row in range(rows):
                places = words_at(shape, board, (row * vectors + vector) * 8) & mask
                twice, columns = twice | (columns & places), columns | places
            _, several = over_bands(lanes, columns)
            gone = filled(with_any(twice & ~several, group), group) & ~mask
            for row in range(rows):
                here = (row * vectors + vector) * 8
                changed = changed | (words_at(shape, board, here) & gone)
                put_words(board, here, words_at(shape, board, here) & ~gone)
    return has_bits(changed)


@inlined
def place_digit(lanes: LaneTables, board: np.ndarray, cell: int, digit: int) -> None:
    """Places a digit from 0 in a cell, and takes out what it excludes."""
    placed = words_of_rows(lanes)
    word, bit = place_of(lanes, cell, digit + 1)
    for here in range(2 * placed, 3 * placed, 8):
        put_words(board, here, no_bits_of(lanes.shape))
    board[2 * placed + word] = ONE << bit
    board[placed + word] |= ONE << bit
    exclude(lanes, board, 2 * placed)


@inlined
def is_placed(lanes: LaneTables, board: np.ndarray, cell: int) -> bool:
    """Whether a digit is placed in a cell."""
    placed, found = words_of_rows(lanes), ZERO
    for digit in range(1, lanes.shape[0].side + 1, lanes.shape[0].lanes):
        word, bit = place_of(lanes, cell, digit)
        found |= (board[placed + word] >> bit) & lanes.shape[0].units
    return bool(found)


@compiled
def settle_in_lines(lanes: LaneTables, board: np.ndarray) -> bool:
    """Hidden Single (line): in rows, then in columns, what single digits exclude goes; whether any candidate went."""
    side, line, marked = lanes.shape[0].side, lanes.shape[0].line, 2 * words_of_rows(lanes)
    changed, first, left = False, 0, _mark_in_rows(lanes, board)
    while left and first < side * side:
        for digit in range(side):
            word, bit = place_of(lanes, first, digit + 1)
            single = (board[marked + word] >> bit) & line
            if single and _settle(lanes, board, first + lowest(single), digit):
                changed, left = True, _mark_in_rows(lanes, board)
        first += side
    column, left = 0, _mark_in_columns(lanes, board)
    while left and column < side:
        for digit in range(side):
            cell = _marked_in_column(lanes, board, column, digit)
            if cell >= 0 and _settle(lanes, board, cell, digit):
                changed, left = True, _mark_in_columns(lanes, board)
        column += 1
    return changed


@compiled
def _mark_in_rows(lanes: LaneTables, board: np.ndarray) -> bool:
    """Marks the places, not placed yet, that are a digit's only one in a row; whether there are any."""
    vectors, placed, found = lanes.shape[0].vectors, words_of_rows(lanes), no_bits_of(lanes.shape)
    for vector in range(vectors):
        lane = lanes_of(lanes, vector)
        for here in range(vector * 8, placed, vectors * 8):
            places = words_at(lanes.shape, board, here)
            single = places & ~words_at(lanes.shape, board, placed + here) & filled(with_one(places, lane), lane)
            found = found | single
            put_words(board, 2 * placed + here, single)
    return has_bits(found)


@compiled
def _mark_in_columns(lanes: LaneTables, board: np.ndarray) -> bool:
    """The same in columns; after the marks, the columns that any row has marked."""
    shape, placed, found = lanes.shape, words_of_rows(lanes), no_bits_of(lanes.shape)
    rows, vectors = shape[0].rows, shape[0].vectors
    for vector in range(vectors):
        columns, twice, marked = no_bits_of(shape), no_bits_of(shape), no_bits_of(shape)
        for row in range(rows):
            places = words_at(shape, board, (row * vectors + vector) * 8)
            twice, columns = twice | (columns & places), columns | places
        _, several = over_bands(lanes, columns)
        several = several | to_all_bands(lanes, twice)
        for row in range(rows):
            here = (row * vectors + vector) * 8
            single = words_at(shape, board, here) & ~words_at(shape, board, placed + here) & ~several
            marked = marked | single
            put_words(board, 2 * placed + here, single)
        found = found | marked
        put_words(board, 3 * placed + vector * 8, to_all_bands(lanes, marked))
    return has_bits(found)


@inlined
def _marked_in_column(lanes: LaneTables, board: np.ndarray, column: int, digit: int) -> int:
    """The cell of a column in which a digit is marked, −1 if there is none."""
    words, cell = words_of_rows(lanes), column
    word, bit = place_of(lanes, cell, digit + 1)
    if not (board[3 * words + word] >> bit) & ONE:
        return -1
    while not (board[2 * words + word] >> bit) & ONE:
        cell += lanes.shape[0].side
        word, bit = place_of(lanes, cell, digit + 1)
    return cell


@compiled
def settle_in_cells(lanes: LaneTables, board: np.ndarray) -> bool:
    """Naked Single: cell by cell, what the only candidate excludes goes; whether any candidate went."""
    side, units, marked = lanes.shape[0].side, lanes.shape[0].units, 2 * words_of_rows(lanes)
    next_lane = lanes.shape[0].next_lane
    changed, cell, left = False, 0, _mark_in_cells(lanes, board)
    while left and cell < side * side:
        for digit in range(0, side, lanes.shape[0].lanes):
            word, bit = place_of(lanes, cell, digit + 1)
            single = (board[marked + word] >> bit) & units
            if single and _settle(lanes, board, cell, digit + lowest(single) // int(next_lane)):
                changed, left = True, _mark_in_cells(lanes, board)
        cell += 1
    return changed


@compiled
def _mark_in_cells(lanes: LaneTables, board: np.ndarray) -> bool:
    """Marks the places, not placed yet, that are a cell's only one; whether there are any."""
    shape, placed, found = lanes.shape, words_of_rows(lanes), no_bits_of(lanes.shape)
    vectors = shape[0].vectors
    for row in range(shape[0].rows):
        ones, twos = no_bits_of(shape), no_bits_of(shape)
        for vector in range(vectors):
            one, two = over_lanes(lanes, words_at(shape, board, (row * vectors + vector) * 8))
            twos, ones = twos | two | (ones & one), ones | one
        ones, twos = over_words(lanes, ones, twos)
        cells = to_all_lanes(lanes, ones & ~twos & cells_of_row(lanes, row))
        for vector in range(vectors):
            here = (row * vectors + vector) * 8
            single = cells & words_at(shape, board, here) & ~words_at(shape, board, placed + here)
            found = found | single
            put_words(board, 2 * placed + here, single)
    return has_bits(found)


@compiled
def _settle(lanes: LaneTables, board: np.ndarray, cell: int, digit: int) -> bool:
    """Takes all other digits out of a cell, and this one out of the cells that it sees; whether any was there."""
    shape, masks, gone = lanes.shape, lanes.masks, ZERO
    rows, vectors = shape[0].rows, shape[0].vectors
    word, bit = place_of(lanes, cell, digit + 1)
    for other in range(1, shape[0].side + 1, shape[0].lanes):
        here, first = place_of(lanes, cell, other)
        others = board[here] & (shape[0].units << first)
        if here == word:
            others &= ~(ONE << bit)
        gone |= others
        board[here] &= ~others
    seen = vectors * MASKS + (rows + cell * (rows + 1) + 1) * 8
    for row in range(rows):
        for band in range(shape[0].bands):
            where = lanes.digits[band, digit + 1]
            here = row * vectors * 8 + where.word
            others = board[here] & masks[seen + row * 8 + where.word % 8] & (shape[0].line << where.bit)
            gone |= others
            board[here] &= ~others
    return bool(gone)


@compiled
def pair_in_boxes(lanes: LaneTables, board: np.ndarray, places: np.ndarray) -> bool:
    """Hidden Pair (region): box by box, pairs of digits ascending; whether any candidate went.

    `places` is room for a mask a digit.
    """
    shape, marked = lanes.shape, 2 * words_of_rows(lanes)
    if not _mark_few(lanes, board):
        return False
    width, changed = int(shape[0].below_group) + 1, False
    for band in range(shape[0].bands):
        lowest_lane = lanes.digits[band, 1]
        boxes = (board[marked + shape[0].vectors * 8 + lowest_lane.word] >> lowest_lane.bit) & shape[0].line
        while boxes:
            flag, few = lowest(boxes), 0
            boxes &= boxes - ONE
            for digit in range(shape[0].side):
                where = lanes.digits[band, digit + 1]
                if board[marked + where.word] & bit(int(where.bit) + flag):
                    places[few] = _places_in_box(lanes, board, 0, band, flag - width + 1, digit)
                    few += 1
            if _has_pair(places, few):
                changed |= _pair_in_box(lanes, board, places, band, flag - width + 1)
    return changed


@inlined
def _mark_few(lanes: LaneTables, board: np.ndarray) -> bool:
    """Flags the digits, not placed yet, with one place or two in a box, then the boxes with two such; are there any?"""
    shape, placed = lanes.shape, words_of_rows(lanes)
    rows, vectors = shape[0].rows, shape[0].vectors
    ones, twos = no_bits_of(shape), no_bits_of(shape)
    for vector in range(vectors):
        group = groups_of(lanes, vector)
        columns, twice, thrice, given = no_bits_of(shape), no_bits_of(shape), no_bits_of(shape), no_bits_of(shape)
        for row in range(rows):
            here = (row * vectors + vector) * 8
            places = words_at(shape, board, here)
            thrice, twice, columns = thrice | (twice & places), twice | (columns & places), columns | places
            given = given | words_at(shape, board, placed + here)
        in_several = with_several(columns, group)
        in_two = with_any(columns, group) & ~with_any(with_several(in_several, group), group) & ~with_any(twice, group)
        in_one = with_one(columns, group) & ~with_any(thrice, group)
        few = (in_two | in_one) & ~with_any(given, group)
        put_words(board, 2 * placed + vector * 8, few)
        one, two = over_lanes(lanes, few)
        twos, ones = twos | two | (ones & one), ones | one
    ones, twos = over_words(lanes, ones, twos)
    twos = twos & cells_of_row(lanes, 0)
    put_words(board, 2 * placed + vectors * 8, twos)
    return has_bits(twos)


@inlined
def _places_in_box(lanes: LaneTables, board: np.ndarray, start: int, band: int, column: int, digit: int) -> np.uint64:
    """The positions of a digit in the box that begins at a column of a band, as a mask."""
    shape, where = lanes.shape, lanes.digits[band, digit + 1]
    width, found = shape[0].below_group + ONE, ZERO
    for row in range(shape[0].rows):
        word = board[start + row * shape[0].vectors * 8 + where.word] >> (where.bit + np.uint64(column))
        found |= (word & ((ONE << width) - ONE)) << (np.uint64(row) * width)
    return found


@compiled
def _has_pair(places: np.ndarray, count: int) -> bool:
    """Whether two of the first masks have two positions together."""
    found = False
    for one in range(count):
        for other in range(one + 1, count):
            found |= count_bits(places[one] | places[other]) == 2
    return found


@compiled
def _pair_in_box(lanes: LaneTables, board: np.ndarray, places: np.ndarray, band: int, column: int) -> bool:
    """Looks for pairs in the box that begins at a column of a band, with a mask of places for each digit."""
    for digit in range(lanes.shape[0].side):
        places[digit] = _places_in_box(lanes, board, 0, band, column, digit)
    changed, left = False, _few_in_box(lanes, board, places, band, column)
    while left:
        one = lowest(left)
        left &= left - ONE
        rest = left
        while rest:
            other = lowest(rest)
            rest &= rest - ONE
            cells = places[one] | places[other]
            if count_bits(cells) == 2 and _clear(lanes, board, places, band, column, bit(one) | bit(other), cells):
                changed, left = True, _few_in_box(lanes, board, places, band, column)
                rest = left & ~(bit(other) | (bit(other) - ONE))
                left &= ~(bit(one) | (bit(one) - ONE))
    return changed


@inlined
def _few_in_box(lanes: LaneTables, board: np.ndarray, places: np.ndarray, band: int, column: int) -> np.uint64:
    """The digits, not placed yet, with one place or two in a box."""
    few = ZERO
    for digit in range(lanes.shape[0].side):
        if 1 <= count_bits(places[digit]) <= 2 and not _places_in_box(
            lanes, board, words_of_rows(lanes), band, column, digit
        ):
            few |= bit(digit)
    return few


@inlined
def _clear(
    lanes: LaneTables,
    board: np.ndarray,
    places: np.ndarray,
    band: int,
    column: int,
    digits: np.uint64,
    cells: np.uint64,
) -> bool:
    """Takes all but some digits out of some cells of a box; whether any was there."""
    shape, width, went = lanes.shape, lanes.shape[0].below_group + ONE, False
    for digit in range(shape[0].side):
        gone = ZERO if digits & bit(digit) else places[digit] & cells
        if gone:
            where, went = lanes.digits[band, digit + 1], True
            places[digit] &= ~gone
            for row in range(shape[0].rows):
                part = (gone >> (np.uint64(row) * width)) & ((ONE << width) - ONE)
                word = row * shape[0].vectors * 8 + where.word
                board[word] &= ~(part << (where.bit + np.uint64(column)))
    return went
