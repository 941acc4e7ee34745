"""The first six of the paper's rules in lanes: each does what a sweep of its search does, in the same order.

The board is an array of words: the candidates, the digits *placed* so far, and what is *marked* for the rule at work. A
rule first looks at all houses at once. Where what it finds depends on the order, it then goes house by house.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from cpgen.kernel import bit, compiled, count_bits, inlined, lowest
from cpgen.kernel.vectors import Eight, eight_at, has_bits, no_bits, put_eight
from cpgen.lanes.parts import (
    ONE,
    ZERO,
    filled,
    groups_of,
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
from cpgen.lanes.tables import MASKS, NO_LANES, LaneTables, lane_tables, words_of_rows
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
    if layout.box is None or not is_in_lanes(lanes):
        return NO_BOARD
    width, bands, step = layout.box[1], int(lanes.shape[0].bands), 4 if lanes.shape[0].two_words else 8
    stacks, group = layout.size // width, ((1 << width) - 1) * int(lanes.shape[0].units)
    waves = np.zeros((bands + stacks - 1, 8), np.uint64)
    for band in range(bands):
        for stack in range(stacks):
            waves[band + stack, band::step] = np.uint64(group << width * stack)
    return LaneBoard(
        lanes, waves.ravel(), np.zeros(3 * words_of_rows(lanes) + 8 * int(lanes.shape[0].vectors), np.uint64)
    )


@inlined
def exclude(lanes: LaneTables, board: np.ndarray, start: int) -> None:
    """Takes out what the digits in the words from `start` exclude in cells, rows, columns and boxes."""
    shape, masks = lanes.shape, lanes.masks
    rows, vectors = shape[0].rows, shape[0].vectors
    for row in range(rows):
        ones, twos = no_bits(), no_bits()
        for vector in range(vectors):
            one, _ = over_lanes(shape, eight_at(board, start + (row * vectors + vector) * 8))
            ones = ones | one
        ones, twos = over_words(shape, ones, twos)
        cells = to_all_lanes(shape, ones & eight_at(masks, vectors * MASKS + row * 8))
        for vector in range(vectors):
            here, lane = (row * vectors + vector) * 8, lanes_of(lanes, vector)
            digits = eight_at(board, start + here)
            gone = cells | filled(with_any(digits, lane), lane)
            put_eight(board, here, eight_at(board, here) & (digits | ~gone))
    for vector in range(vectors):
        columns, group = no_bits(), groups_of(lanes, vector)
        for row in range(rows):
            columns = columns | eight_at(board, start + (row * vectors + vector) * 8)
        gone = filled(with_any(columns, group), group) | to_all_bands(shape, columns)
        for row in range(rows):
            here = (row * vectors + vector) * 8
            put_eight(board, here, eight_at(board, here) & (eight_at(board, start + here) | ~gone))


@inlined
def is_full(lanes: LaneTables, board: np.ndarray) -> bool:
    """Whether all digits are placed."""
    placed, open_lanes = words_of_rows(lanes), no_bits()
    for vector in range(lanes.shape[0].vectors):
        lane = lanes_of(lanes, vector)
        for here in range(vector * 8, placed, lanes.shape[0].vectors * 8):
            open_lanes = open_lanes | (lane.high & ~with_any(eight_at(board, placed + here), lane))
    return not has_bits(open_lanes)


@compiled
def is_sound(lanes: LaneTables, board: np.ndarray) -> bool:
    """Whether each cell has a candidate, each digit a place in each house, and no two digits were placed in one."""
    shape, masks, placed = lanes.shape, lanes.masks, words_of_rows(lanes)
    rows, vectors = shape[0].rows, shape[0].vectors
    wrong = no_bits()
    for row in range(rows):
        left, ones, twos = no_bits(), no_bits(), no_bits()
        for vector in range(vectors):
            here, lane = (row * vectors + vector) * 8, lanes_of(lanes, vector)
            places, given = eight_at(board, here), eight_at(board, placed + here)
            wrong = wrong | (lane.high & ~with_any(places, lane)) | with_several(given, lane)
            one, two = over_lanes(shape, given)
            twos, ones = twos | two | (ones & one), ones | one
            one, _ = over_lanes(shape, places)
            left = left | one
        ones, twos = over_words(shape, ones, twos)
        left, _ = over_words(shape, left, no_bits())
        wrong = wrong | (eight_at(masks, vectors * MASKS + row * 8) & (twos | ~left))
    for vector in range(vectors):
        group = groups_of(lanes, vector)
        columns, given, twice = no_bits(), no_bits(), no_bits()
        for row in range(rows):
            here = (row * vectors + vector) * 8
            fresh = eight_at(board, placed + here)
            twice, given, columns = twice | (given & fresh), given | fresh, columns | eight_at(board, here)
        wrong = wrong | (group.high & ~with_any(columns, group)) | with_several(given, group) | twice
        ones, _ = over_bands(shape, columns)
        _, twos = over_bands(shape, given)
        wrong = wrong | twos | (eight_at(masks, vector * MASKS + 32) & ~ones)
    return not has_bits(wrong)


@inlined
def place_in_boxes(lanes: LaneTables, board: np.ndarray) -> bool:
    """Hidden Single (region): all digits with one place left in a box are placed at once; whether there are any."""
    rows, vectors, placed, found = lanes.shape[0].rows, lanes.shape[0].vectors, words_of_rows(lanes), no_bits()
    for vector in range(vectors):
        group, columns, twice = groups_of(lanes, vector), no_bits(), no_bits()
        for row in range(rows):
            places = eight_at(board, (row * vectors + vector) * 8)
            twice, columns = twice | (columns & places), columns | places
        single = filled(with_one(columns, group) & ~with_any(twice, group), group)
        for row in range(rows):
            here = (row * vectors + vector) * 8
            before = eight_at(board, placed + here)
            fresh = eight_at(board, here) & single & ~before
            found = found | fresh
            put_eight(board, placed + here, before | fresh)
            put_eight(board, 2 * placed + here, fresh)
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
            wave = eight_at(inside.waves, start)
            along, down = _locked_in_boxes(lanes, board, vector, wave)
            for row in range(rows):
                here = (row * vectors + vector) * 8
                places = eight_at(board, here)
                locked = along & with_any(places & wave, group)
                gone = filled(with_any(locked, lane), lane) & ~filled(locked, group)
                put_eight(board, here, places & ~(gone | (to_all_bands(lanes.shape, down) & ~down)))
    return True


@inlined
def _may_point(lanes: LaneTables, board: np.ndarray) -> bool:
    """Whether a digit is locked in a box and has places elsewhere in the row or column, or is so in two boxes."""
    rows, vectors, found = lanes.shape[0].rows, lanes.shape[0].vectors, no_bits()
    for vector in range(vectors):
        group, lane = groups_of(lanes, vector), lanes_of(lanes, vector)
        along, down = _locked_in_boxes(lanes, board, vector, eight_at(lanes.masks, vector * MASKS + 32))
        columns, several = over_bands(lanes.shape, down)
        found = found | several
        for row in range(rows):
            places = eight_at(board, (row * vectors + vector) * 8)
            locked = along & with_any(places, group)
            gone = filled(with_any(locked, lane), lane) & ~filled(locked, group)
            found = found | with_several(locked, lane) | (places & (gone | (columns & ~down)))
    return has_bits(found)


@inlined
def _locked_in_boxes(lanes: LaneTables, board: np.ndarray, vector: int, boxes: Eight) -> tuple[Eight, Eight]:
    """The flags of those boxes in which a digit has several places, all in one row; the columns of those in one."""
    rows, vectors, group = lanes.shape[0].rows, lanes.shape[0].vectors, groups_of(lanes, vector)
    columns, any_row, any_twice = no_bits(), no_bits(), no_bits()
    for row in range(rows):
        places = eight_at(board, (row * vectors + vector) * 8) & boxes
        flags = with_any(places, group)
        columns, any_twice, any_row = columns | places, any_twice | (any_row & flags), any_row | flags
    one_row, one_column = any_row & ~any_twice, with_one(columns, group)
    return one_row & ~one_column, columns & filled(one_column & ~one_row, group)


@compiled
def claim(lanes: LaneTables, board: np.ndarray) -> bool:
    """Locked Candidates (claiming): rows one after another in each band, then columns; whether any candidate went."""
    shape, changed = lanes.shape, no_bits()
    rows, vectors = shape[0].rows, shape[0].vectors
    for vector in range(vectors):
        group, lane = groups_of(lanes, vector), lanes_of(lanes, vector)
        for row in range(rows):
            places = eight_at(board, (row * vectors + vector) * 8)
            boxes = with_any(places, group)
            gone = filled(boxes & filled(with_one(boxes, lane) & ~with_one(places, lane), lane), group)
            for other in range(rows):
                here = (other * vectors + vector) * 8
                if other != row:
                    changed = changed | (eight_at(board, here) & gone)
                    put_eight(board, here, eight_at(board, here) & ~gone)
        for column in range(int(shape[0].below_group) + 1):
            mask = (group.high >> group.below) << np.uint64(column)
            columns, twice = no_bits(), no_bits()
            for row in range(rows):
                places = eight_at(board, (row * vectors + vector) * 8) & mask
                twice, columns = twice | (columns & places), columns | places
            _, several = over_bands(shape, columns)
            gone = filled(with_any(twice & ~several, group), group) & ~mask
            for row in range(rows):
                here = (row * vectors + vector) * 8
                changed = changed | (eight_at(board, here) & gone)
                put_eight(board, here, eight_at(board, here) & ~gone)
    return has_bits(changed)


@inlined
def place_digit(lanes: LaneTables, board: np.ndarray, cell: int, digit: int) -> None:
    """Places a digit from 0 in a cell, and takes out what it excludes."""
    where, placed = lanes.digits[digit + 1], words_of_rows(lanes)
    word, mask = lanes.cells[cell].word + where.word, ONE << (lanes.cells[cell].bit + where.bit)
    for here in range(2 * placed, 3 * placed, 8):
        put_eight(board, here, no_bits())
    board[2 * placed + word] = mask
    board[placed + word] |= mask
    exclude(lanes, board, 2 * placed)


@inlined
def is_placed(lanes: LaneTables, board: np.ndarray, cell: int) -> bool:
    """Whether a digit is placed in a cell."""
    placed, found = words_of_rows(lanes) + lanes.cells[cell].word, ZERO
    for digit in range(0, lanes.shape[0].side, lanes.shape[0].lanes):
        found |= (board[placed + lanes.digits[digit + 1].word] >> lanes.cells[cell].bit) & lanes.shape[0].units
    return bool(found)


@compiled
def settle_in_lines(lanes: LaneTables, board: np.ndarray) -> bool:
    """Hidden Single (line): in rows, then in columns, what single digits exclude goes; whether any candidate went."""
    side, line, marked = lanes.shape[0].side, lanes.shape[0].line, 2 * words_of_rows(lanes)
    changed, first, left = False, 0, _mark_in_rows(lanes, board)
    while left and first < side * side:
        for digit in range(side):
            where = lanes.digits[digit + 1]
            single = (board[marked + lanes.cells[first].word + where.word] >> where.bit) & line
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
    vectors, placed, found = lanes.shape[0].vectors, words_of_rows(lanes), no_bits()
    for vector in range(vectors):
        lane = lanes_of(lanes, vector)
        for here in range(vector * 8, placed, vectors * 8):
            places = eight_at(board, here)
            single = places & ~eight_at(board, placed + here) & filled(with_one(places, lane), lane)
            found = found | single
            put_eight(board, 2 * placed + here, single)
    return has_bits(found)


@compiled
def _mark_in_columns(lanes: LaneTables, board: np.ndarray) -> bool:
    """The same in columns; after the marks, the columns that any row has marked."""
    shape, placed, found = lanes.shape, words_of_rows(lanes), no_bits()
    rows, vectors = shape[0].rows, shape[0].vectors
    for vector in range(vectors):
        columns, twice, marked = no_bits(), no_bits(), no_bits()
        for row in range(rows):
            places = eight_at(board, (row * vectors + vector) * 8)
            twice, columns = twice | (columns & places), columns | places
        _, several = over_bands(shape, columns)
        several = several | to_all_bands(shape, twice)
        for row in range(rows):
            here = (row * vectors + vector) * 8
            single = eight_at(board, here) & ~eight_at(board, placed + here) & ~several
            marked = marked | single
            put_eight(board, 2 * placed + here, single)
        found = found | marked
        put_eight(board, 3 * placed + vector * 8, to_all_bands(shape, marked))
    return has_bits(found)


@inlined
def _marked_in_column(lanes: LaneTables, board: np.ndarray, column: int, digit: int) -> int:
    """The cell of a column in which a digit is marked, −1 if there is none."""
    where, words, cell = lanes.digits[digit + 1], words_of_rows(lanes), column
    there = ONE << (where.bit + np.uint64(column))
    if not board[3 * words + where.word] & there:
        return -1
    while not board[2 * words + lanes.cells[cell].word + where.word] & there:
        cell += lanes.shape[0].side
    return cell


@compiled
def settle_in_cells(lanes: LaneTables, board: np.ndarray) -> bool:
    """Naked Single: cell by cell, what the only candidate excludes goes; whether any candidate went."""
    side, units, marked = lanes.shape[0].side, lanes.shape[0].units, 2 * words_of_rows(lanes)
    changed, cell, left = False, 0, _mark_in_cells(lanes, board)
    while left and cell < side * side:
        where = lanes.cells[cell]
        for digit in range(0, side, lanes.shape[0].lanes):
            single = (board[marked + where.word + lanes.digits[digit + 1].word] >> where.bit) & units
            if single and _settle(lanes, board, cell, digit + lowest(single) // side):
                changed, left = True, _mark_in_cells(lanes, board)
        cell += 1
    return changed


@compiled
def _mark_in_cells(lanes: LaneTables, board: np.ndarray) -> bool:
    """Marks the places, not placed yet, that are a cell's only one; whether there are any."""
    shape, placed, found = lanes.shape, words_of_rows(lanes), no_bits()
    vectors = shape[0].vectors
    for row in range(shape[0].rows):
        ones, twos = no_bits(), no_bits()
        for vector in range(vectors):
            one, two = over_lanes(shape, eight_at(board, (row * vectors + vector) * 8))
            twos, ones = twos | two | (ones & one), ones | one
        ones, twos = over_words(shape, ones, twos)
        cells = to_all_lanes(shape, ones & ~twos & eight_at(lanes.masks, vectors * MASKS + row * 8))
        for vector in range(vectors):
            here = (row * vectors + vector) * 8
            single = cells & eight_at(board, here) & ~eight_at(board, placed + here)
            found = found | single
            put_eight(board, 2 * placed + here, single)
    return has_bits(found)


@compiled
def _settle(lanes: LaneTables, board: np.ndarray, cell: int, digit: int) -> bool:
    """Takes all other digits out of a cell, and this one out of the cells that it sees; whether any was there."""
    shape, masks, cells, where = lanes.shape, lanes.masks, lanes.cells[cell], lanes.digits[digit + 1]
    rows, vectors, gone = shape[0].rows, shape[0].vectors, ZERO
    for other in range(0, shape[0].side, shape[0].lanes):
        word = cells.word + lanes.digits[other + 1].word
        others = board[word] & (shape[0].units << cells.bit)
        if lanes.digits[other + 1].word == where.word:
            others &= ~(ONE << (cells.bit + where.bit))
        gone |= others
        board[word] &= ~others
    seen = vectors * MASKS + (rows + cell * (rows + 1) + 1) * 8 + where.word % 8
    for row in range(rows):
        for band in range(shape[0].bands):
            word = row * vectors * 8 + where.word + band
            others = board[word] & masks[seen + row * 8 + band] & (shape[0].line << where.bit)
            gone |= others
            board[word] &= ~others
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
        boxes = board[marked + shape[0].vectors * 8 + band]
        while boxes:
            flag, few = lowest(boxes), 0
            boxes &= boxes - ONE
            for digit in range(shape[0].side):
                where = lanes.digits[digit + 1]
                if board[marked + where.word + band] & bit(int(where.bit) + flag):
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
    ones, twos = no_bits(), no_bits()
    for vector in range(vectors):
        group = groups_of(lanes, vector)
        columns, twice, thrice, given = no_bits(), no_bits(), no_bits(), no_bits()
        for row in range(rows):
            here = (row * vectors + vector) * 8
            places = eight_at(board, here)
            thrice, twice, columns = thrice | (twice & places), twice | (columns & places), columns | places
            given = given | eight_at(board, placed + here)
        in_several = with_several(columns, group)
        in_two = with_any(columns, group) & ~with_any(with_several(in_several, group), group) & ~with_any(twice, group)
        in_one = with_one(columns, group) & ~with_any(thrice, group)
        few = (in_two | in_one) & ~with_any(given, group)
        put_eight(board, 2 * placed + vector * 8, few)
        one, two = over_lanes(shape, few)
        twos, ones = twos | two | (ones & one), ones | one
    ones, twos = over_words(shape, ones, twos)
    twos = twos & eight_at(lanes.masks, vectors * MASKS)
    put_eight(board, 2 * placed + vectors * 8, twos)
    return has_bits(twos)


@inlined
def _places_in_box(lanes: LaneTables, board: np.ndarray, start: int, band: int, column: int, digit: int) -> np.uint64:
    """The positions of a digit in the box that begins at a column of a band, as a mask."""
    shape, where = lanes.shape, lanes.digits[digit + 1]
    width, found = shape[0].below_group + ONE, ZERO
    for row in range(shape[0].rows):
        word = board[start + row * shape[0].vectors * 8 + where.word + band] >> (where.bit + np.uint64(column))
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
            where, went = lanes.digits[digit + 1], True
            places[digit] &= ~gone
            for row in range(shape[0].rows):
                part = (gone >> (np.uint64(row) * width)) & ((ONE << width) - ONE)
                word = row * shape[0].vectors * 8 + where.word + band
                board[word] &= ~(part << (where.bit + np.uint64(column)))
    return went
