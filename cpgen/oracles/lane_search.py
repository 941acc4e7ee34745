"""The compiled count of completions in lanes: each step is done for all digits and all bands at once.

How a board is in *lanes* of words, by *bands* and *groups*, is in `cpgen.lanes`: what goes from digit to digit is a
shift, from band to band an exchange of words, and from row to row of a band a loop.

The board is an array: one row of all bands after another; in the same order the digits that were *placed* last, or
those marked to be tried; the cells with one candidate, or with two; room to work. A round takes out what placed digits
exclude, and concludes from what is left.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from cpgen.kernel import compiled, count_bits, inlined, lowest, random_below, random_bits
from cpgen.kernel.vectors import Words, count_each, has_bits, no_bits_of, put_words, total, words_at
from cpgen.lanes.parts import (
    ONE,
    ZERO,
    Parts,
    added,
    any_over_lanes,
    any_over_words,
    cells_of_row,
    filled,
    groups_of,
    in_other_bands,
    lanes_of,
    over_bands,
    over_lanes,
    over_words,
    three_over_lanes,
    three_over_words,
    to_all_bands,
    to_all_lanes,
    to_some_lanes,
    with_any,
    with_one,
    with_several,
)
from cpgen.lanes.tables import MASKS, LaneTables, place_of

UNSETTLED, DEAD, SETTLED = 0, 1, 2
LOOKED_AT = 8
"""Cells that are compared before one is tried, at most"""


@inlined
def _settle(lanes: LaneTables, board: np.ndarray) -> tuple[bool, bool, bool]:
    """Takes out what placed digits exclude in their cells, columns and boxes, and finds the cells of one candidate.

    Whether a cell has no candidate, any has several, and any candidate went.
    """
    shape = lanes.shape
    rows, vectors = shape[0].rows, shape[0].vectors
    placed = rows * vectors * 8
    single, taken = 2 * placed, 2 * placed + rows * 8
    seen = taken + rows * 8
    for row in range(rows):
        put_words(board, taken + row * 8, no_bits_of(shape))
    for vector in range(vectors):
        columns = no_bits_of(shape)
        for row in range(rows):
            fresh = words_at(shape, board, placed + (row * vectors + vector) * 8)
            columns = columns | fresh
            cells = words_at(shape, board, taken + row * 8) | any_over_lanes(lanes, fresh)
            put_words(board, taken + row * 8, cells)
        group = groups_of(lanes, vector)
        away = to_all_bands(lanes, columns)
        if shape[0].boxes:
            away = away | filled(with_any(columns, group), group)
        put_words(board, seen + vector * 8, away)
    missing, several, changed = no_bits_of(shape), no_bits_of(shape), no_bits_of(shape)
    for row in range(rows):
        everywhere = cells_of_row(lanes, row)
        cells = any_over_words(lanes, words_at(shape, board, taken + row * 8))
        cells = to_all_lanes(lanes, cells & everywhere)
        ones, twos = no_bits_of(shape), no_bits_of(shape)
        for vector in range(vectors):
            here = (row * vectors + vector) * 8
            before = words_at(shape, board, here)
            places = before & (
                words_at(shape, board, placed + here) | ~(cells | words_at(shape, board, seen + vector * 8))
            )
            changed = changed | (before ^ places)
            put_words(board, here, places)
            one, two = over_lanes(lanes, places)
            twos, ones = twos | two | (ones & one), ones | one
        ones, twos = over_words(lanes, ones, twos)
        missing = missing | (everywhere & ~ones)
        several = several | (everywhere & twos)
        put_words(board, single + row * 8, to_all_lanes(lanes, everywhere & ones & ~twos))
    return has_bits(missing), has_bits(several), has_bits(changed)


@inlined
def _are_two_in_a_cell(lanes: LaneTables, board: np.ndarray) -> bool:
    """Whether two digits were placed in the same cell."""
    shape, found = lanes.shape, no_bits_of(lanes.shape)
    rows, vectors = shape[0].rows, shape[0].vectors
    for row in range(rows):
        ones, twos = no_bits_of(shape), no_bits_of(shape)
        for vector in range(vectors):
            one, two = over_lanes(lanes, words_at(shape, board, ((rows + row) * vectors + vector) * 8))
            twos, ones = twos | two | (ones & one), ones | one
        _, twos = over_words(lanes, ones, twos)
        found = found | (twos & cells_of_row(lanes, row))
    return has_bits(found)


@inlined
def _conclude(lanes: LaneTables, board: np.ndarray) -> tuple[bool, bool]:
    """Narrows by locked candidates, both ways, in rows and columns, and places what is single in a cell or a house.

    Whether a house has no place for a digit, or two need the same, and whether any candidate went.
    """
    rows, vectors = lanes.shape[0].rows, lanes.shape[0].vectors
    placed = rows * vectors * 8
    single, work = 2 * placed, 2 * placed + rows * 8
    dead, changed = no_bits_of(lanes.shape), no_bits_of(lanes.shape)
    for vector in range(vectors):
        lane, group = lanes_of(lanes, vector), groups_of(lanes, vector)
        claimed, twice, lost = _claimed_boxes(lanes, board, vector, lane, group)
        columns, columns_twice, boxes, boxes_twice = _without_claimed(lanes, board, vector, claimed, twice, group)
        everywhere = words_at(lanes.shape, lanes.masks, vector * MASKS + 32)
        left, only, clashes = _columns_left(lanes, columns, everywhere, group)
        dead = dead | lost | clashes | (group.high & ~boxes)
        for row in range(rows):
            here = (row * vectors + vector) * 8
            places = words_at(lanes.shape, board, work + row * 16 + 8)
            fresh = places & ((only & ~columns_twice) | words_at(lanes.shape, board, single + row * 8))
            locked = (words_at(lanes.shape, board, work + row * 16) & ~boxes_twice) | with_any(fresh, group)
            dead = dead | with_several(fresh, group) | with_several(locked, lane)
            free = (locked | ~filled(with_any(locked, lane), lane)) & group.high
            places = places & left & filled(free, group)
            changed = changed | (words_at(lanes.shape, board, here) ^ places)
            put_words(board, here, places)
            put_words(board, placed + here, fresh)
    return has_bits(dead), has_bits(changed)


@inlined
def _claimed_boxes(
    lanes: LaneTables, board: np.ndarray, vector: int, lane: Parts, group: Parts
) -> tuple[Words, Words, Words]:
    """The boxes that have all of a digit's places in some row, those in several rows, and any bits if a row has none.

    Room to work: for each row, the boxes in which it has places, and those that it claims so.
    """
    rows, vectors = lanes.shape[0].rows, lanes.shape[0].vectors
    work = (2 * rows * vectors + rows) * 8
    claimed, twice, lost = no_bits_of(lanes.shape), no_bits_of(lanes.shape), no_bits_of(lanes.shape)
    for row in range(rows):
        boxes = with_any(words_at(lanes.shape, board, (row * vectors + vector) * 8), group)
        claims = boxes & filled(with_one(boxes, lane), lane)
        twice, claimed = twice | (claimed & claims), claimed | claims
        lost = lost | (lane.high & ~with_any(boxes, lane))
        put_words(board, work + row * 16, boxes)
        put_words(board, work + row * 16 + 8, claims)
    return claimed, twice, lost


@inlined
def _without_claimed(
    lanes: LaneTables, board: np.ndarray, vector: int, claimed: Words, twice: Words, group: Parts
) -> tuple[Words, Words, Words, Words]:
    """The columns with a place in any row of the band when claims have been heeded, and in several; the boxes likewise.

    Room to work: for each row, the boxes in which it has places left, and these places.
    """
    rows, vectors = lanes.shape[0].rows, lanes.shape[0].vectors
    work = (2 * rows * vectors + rows) * 8
    columns, columns_twice, boxes, boxes_twice = (
        no_bits_of(lanes.shape),
        no_bits_of(lanes.shape),
        no_bits_of(lanes.shape),
        no_bits_of(lanes.shape),
    )
    for row in range(rows):
        dropped = (claimed & ~words_at(lanes.shape, board, work + row * 16 + 8)) | twice
        places = words_at(lanes.shape, board, (row * vectors + vector) * 8) & ~filled(dropped, group)
        columns_twice, columns = columns_twice | (columns & places), columns | places
        put_words(board, work + row * 16 + 8, places)
        groups = words_at(lanes.shape, board, work + row * 16) & ~dropped
        boxes_twice, boxes = boxes_twice | (boxes & groups), boxes | groups
        put_words(board, work + row * 16, groups)
    return columns, columns_twice, boxes, boxes_twice


@inlined
def _columns_left(lanes: LaneTables, columns: Words, everywhere: Words, group: Parts) -> tuple[Words, Words, Words]:
    """The columns that are left to each band, those that are a box's only one, and any bits if that cannot be.

    A column whose places are all in one box leaves that box no other; a box that has one column leaves it to no other.
    """
    others = in_other_bands(lanes, columns)
    claims = columns & ~others
    clashes = (everywhere & ~(columns | others)) | with_several(claims, group)
    left = claims | ~filled(with_any(claims, group), group)
    only = columns & left
    only = only & filled(with_one(only, group), group)
    return left & ~in_other_bands(lanes, only), only, clashes


@inlined
def _conclude_on_lines(lanes: LaneTables, board: np.ndarray) -> tuple[bool, bool]:
    """Places what is single in a cell, a row or a column.

    Whether a line has no place for a digit, or two need the same, and whether any candidate went.
    """
    shape = lanes.shape
    rows, vectors = shape[0].rows, shape[0].vectors
    placed = rows * vectors * 8
    dead, changed = no_bits_of(shape), no_bits_of(shape)
    for vector in range(vectors):
        lane = lanes_of(lanes, vector)
        columns, twice = no_bits_of(shape), no_bits_of(shape)
        for row in range(rows):
            places = words_at(shape, board, (row * vectors + vector) * 8)
            twice, columns = twice | (columns & places), columns | places
        ones, twos = over_bands(lanes, columns)
        several = twos | to_all_bands(lanes, twice)
        dead = dead | (words_at(shape, lanes.masks, vector * MASKS + 32) & ~ones)
        for row in range(rows):
            here = (row * vectors + vector) * 8
            places = words_at(shape, board, here)
            single = words_at(shape, board, 2 * placed + row * 8) | ~several | filled(with_one(places, lane), lane)
            fresh = places & single
            dead = dead | (lane.high & ~with_any(places, lane)) | with_several(fresh, lane)
            left = places & (fresh | ~filled(with_any(fresh, lane), lane))
            changed = changed | (places ^ left)
            put_words(board, here, left)
            put_words(board, placed + here, fresh)
    return has_bits(dead), has_bits(changed)


@inlined
def _narrow_by_extras(lanes: LaneTables, board: np.ndarray) -> tuple[bool, bool]:
    """Narrows by locked candidates, and places what is single, in the extra houses.

    Whether one has no place for a digit, and whether any candidate went.
    """
    shape = lanes.shape
    rows, vectors = shape[0].rows, shape[0].vectors
    work = (2 * rows * vectors + rows) * 8
    dead, changed = no_bits_of(shape), no_bits_of(shape)
    for vector in range(vectors):
        for row in range(rows):
            put_words(board, work + row * 8, no_bits_of(shape))
        for house in range(0, len(lanes.houses), rows * 8):
            dead = dead | _look_at_house(lanes, board, vector, house)
        for row in range(rows):
            here = (row * vectors + vector) * 8
            places = words_at(shape, board, here)
            gone = places & words_at(shape, board, work + row * 8)
            changed = changed | gone
            put_words(board, here, places ^ gone)
    return has_bits(dead), has_bits(changed)


@inlined
def _look_at_house(lanes: LaneTables, board: np.ndarray, vector: int, house: int) -> Words:
    """Places what is single in the house whose cells begin there, and notes, in the room to work, what is to go.

    Any bits if it has no place for a digit.
    """
    shape, lane = lanes.shape, lanes_of(lanes, vector)
    rows, vectors = shape[0].rows, shape[0].vectors
    placed, work = rows * vectors * 8, (2 * rows * vectors + rows) * 8
    crossed, twice, claimed = no_bits_of(shape), no_bits_of(shape), no_bits_of(shape)
    columns, others = no_bits_of(shape), no_bits_of(shape)
    for row in range(rows):
        places = words_at(shape, board, (row * vectors + vector) * 8)
        inside = places & words_at(shape, lanes.houses, house + row * 8)
        outside = places ^ inside
        crosses = with_any(inside, lane)
        twice, crossed = twice | (crossed & crosses), crossed | crosses
        claimed = claimed | (crosses & ~with_any(outside, lane))
        columns, others = columns | inside, others | outside
    ones, twos = over_bands(lanes, crossed)
    one_row = filled(ones & ~(twos | to_all_bands(lanes, twice)), lane)
    columns = to_all_bands(lanes, columns)
    one_column = filled(with_one(columns, lane), lane)
    unclaimed = filled(lane.high & ~to_all_bands(lanes, claimed), lane)
    claims = columns & ~to_all_bands(lanes, others)
    in_columns = claims | ~filled(with_any(claims, lane), lane)
    for row in range(rows):
        here = (row * vectors + vector) * 8
        places = words_at(shape, board, here)
        inside = places & words_at(shape, lanes.houses, house + row * 8)
        outside = places ^ inside
        crosses = with_any(inside, lane)
        in_rows = unclaimed | filled(crosses & ~with_any(outside, lane), lane)
        shut = (filled(crosses, lane) & one_row) | (columns & one_column)
        gone = (inside & ~(in_rows & in_columns)) | (outside & shut)
        put_words(board, work + row * 8, words_at(shape, board, work + row * 8) | gone)
        put_words(board, placed + here, words_at(shape, board, placed + here) | (inside & one_row & one_column))
    return lane.high & ~ones


@inlined
def _conclude_on_others(lanes: LaneTables, board: np.ndarray) -> tuple[bool, bool]:
    """The same on a Latin square, and with extra houses."""
    dead, concluded = _conclude(lanes, board) if lanes.shape[0].boxes else _conclude_on_lines(lanes, board)
    if not dead and lanes.shape[0].extras:
        dead, narrowed = _narrow_by_extras(lanes, board)
        concluded = concluded or narrowed
    return dead, concluded


@compiled
def propagate_in_lanes(lanes: LaneTables, board: np.ndarray) -> int:
    """Draws all conclusions on a board with boxes: UNSETTLED, DEAD or SETTLED, as in `plane_search.propagate`."""
    return _propagate(_conclude, lanes, board)


@compiled
def propagate_on_others(lanes: LaneTables, board: np.ndarray) -> int:
    """The same on a Latin square, and with extra houses."""
    return _propagate(_conclude_on_others, lanes, board)


@inlined
def _propagate(
    conclude: Callable[[LaneTables, np.ndarray], tuple[bool, bool]], lanes: LaneTables, board: np.ndarray
) -> int:
    concluded = True
    while True:
        missing, several, changed = _settle(lanes, board)
        if missing:
            return DEAD
        if not concluded and not changed:
            return DEAD if _are_two_in_a_cell(lanes, board) else UNSETTLED
        dead, concluded = conclude(lanes, board)
        if dead:
            return DEAD
        if not several:
            return SETTLED


@compiled
def exclude_in_lanes(lanes: LaneTables, board: np.ndarray, cell: int, digit: int) -> None:
    """Takes a digit from 0 out of a cell."""
    word, bit = place_of(lanes, cell, digit + 1)
    board[word] &= ~(ONE << bit)


@compiled
def take_out(lanes: LaneTables, board: np.ndarray, cell: int, digit: int) -> None:
    """Takes a digit from 0 out of a cell, and places the only other one there, if there is just one."""
    exclude_in_lanes(lanes, board, cell, digit)
    if number_in_lanes(lanes, board, cell) == ONE:
        give_in_lanes(lanes, board, cell, _candidate(lanes, board, 0, cell))
    else:
        _place_none(lanes, board)


@compiled
def _place_none(lanes: LaneTables, board: np.ndarray) -> None:
    placed = lanes.shape[0].rows * lanes.shape[0].vectors * 8
    for here in range(placed, 2 * placed, 8):
        put_words(board, here, no_bits_of(lanes.shape))


@compiled
def give_in_lanes(lanes: LaneTables, board: np.ndarray, cell: int, digit: int) -> None:
    """Places a digit from 0 alone: the other places of its row go now, all else in the next round."""
    shape = lanes.shape
    _place_none(lanes, board)
    word, bit = place_of(lanes, cell, digit + 1)
    board[shape[0].rows * shape[0].vectors * 8 + word] = ONE << bit
    board[word] &= (ONE << bit) | ~(shape[0].line << (bit - lanes.cells[cell].bit))


@inlined
def _mark_pairs(lanes: LaneTables, board: np.ndarray) -> bool:
    """Marks the candidates of cells with two, and these cells in all lanes; whether there are any."""
    shape = lanes.shape
    rows, vectors = shape[0].rows, shape[0].vectors
    marks, pairs = rows * vectors * 8, 2 * rows * vectors * 8
    found = no_bits_of(shape)
    for row in range(rows):
        ones, twos, threes = no_bits_of(shape), no_bits_of(shape), no_bits_of(shape)
        for vector in range(vectors):
            one, two, three = three_over_lanes(lanes, words_at(shape, board, (row * vectors + vector) * 8))
            ones, twos, threes = added(ones, twos, threes, one, two, three)
        _, twos, threes = three_over_words(lanes, ones, twos, threes)
        twos = twos & ~threes & cells_of_row(lanes, row)
        twos = to_all_lanes(lanes, twos)
        put_words(board, pairs + row * 8, twos)
        found = found | twos
        for vector in range(vectors):
            here = (row * vectors + vector) * 8
            put_words(board, marks + here, words_at(shape, board, here) & twos)
    return has_bits(found)


@inlined
def _mark_twins(lanes: LaneTables, board: np.ndarray) -> None:
    """Marks the places of digits that have two in a row, and the cells of these."""
    shape = lanes.shape
    rows, vectors = shape[0].rows, shape[0].vectors
    marks, cells = rows * vectors * 8, 2 * rows * vectors * 8
    for row in range(rows):
        found = no_bits_of(shape)
        for vector in range(vectors):
            lane, here = lanes_of(lanes, vector), (row * vectors + vector) * 8
            places = words_at(shape, board, here)
            twins = places & filled(with_one(with_several(places, lane), lane), lane)
            put_words(board, marks + here, twins)
            found = found | any_over_lanes(lanes, twins)
        found = any_over_words(lanes, found) & cells_of_row(lanes, row)
        put_words(board, cells + row * 8, to_some_lanes(lanes, found))


@inlined
def _reach(lanes: LaneTables, board: np.ndarray, cell: int, row: int) -> np.uint64:
    """How many places the marked candidates of a cell would leave if they were placed, in marked cells thrice."""
    shape, masks = lanes.shape, lanes.masks
    rows, vectors = shape[0].rows, shape[0].vectors
    marks, pairs = rows * vectors * 8, 2 * rows * vectors * 8
    own = vectors * MASKS + rows * 8 + cell * (rows + 1) * 8
    reached = no_bits_of(shape)
    for vector in range(vectors):
        digits = words_at(shape, board, marks + (row * vectors + vector) * 8) & words_at(shape, masks, own)
        digits = to_all_bands(lanes, digits >> lanes.cells[cell].bit)
        digits = ((digits << shape[0].below_lane) << ONE) - digits
        for other in range(rows):
            places = (
                words_at(shape, board, (other * vectors + vector) * 8)
                & digits
                & words_at(shape, masks, own + (other + 1) * 8)
            )
            reached = reached + count_each(places)
            reached = reached + (count_each(places & words_at(shape, board, pairs + other * 8)) << ONE)
    return total(reached)


@compiled
def _choose(lanes: LaneTables, board: np.ndarray, random: np.ndarray, scattered: bool) -> tuple[int, int]:
    """The cell and the digit from 0 to try: one of two in the cell, else one of two in the row, else one of few.

    Of several, the first of those that reach farthest is taken, or a random one.
    """
    if not _mark_pairs(lanes, board):
        _mark_twins(lanes, board)
    shape = lanes.shape
    rows, bands, side, line = shape[0].rows, shape[0].bands, shape[0].side, shape[0].line
    pairs = 2 * rows * shape[0].vectors * 8
    chosen, best, looked_at = -1, ZERO, 0
    for row in range(rows):
        for band in range(bands):
            where = lanes.digits[band, 1]
            left = (board[pairs + row * 8 + where.word] >> where.bit) & line
            while left and (looked_at < LOOKED_AT or scattered):
                cell = (band * rows + row) * side + lowest(left)
                left &= left - ONE
                reach = random_bits(random) if scattered else _reach(lanes, board, cell, row)
                looked_at += 1
                if reach > best:
                    best, chosen = reach, cell
    if chosen >= 0:
        return chosen, _candidate(lanes, board, rows * shape[0].vectors * 8, chosen)
    chosen = _cell_of_fewest(lanes, board, random, scattered)
    return chosen, _candidate(lanes, board, 0, chosen)


@compiled
def _cell_of_fewest(lanes: LaneTables, board: np.ndarray, random: np.ndarray, scattered: bool) -> int:
    chosen, fewest, best = -1, np.uint64(64), ZERO
    for cell in range(len(lanes.cells)):
        number = number_in_lanes(lanes, board, cell)
        if ONE < number <= fewest:
            lot = random_bits(random) if scattered else ZERO
            if number < fewest or lot > best:
                chosen, fewest, best = cell, number, lot
    return chosen


@compiled
def allows_in_lanes(lanes: LaneTables, board: np.ndarray, cell: int, digit: int) -> bool:
    """Whether a digit from 0 is a candidate of a cell."""
    word, bit = place_of(lanes, cell, digit + 1)
    return bool((board[word] >> bit) & ONE)


@compiled
def number_in_lanes(lanes: LaneTables, board: np.ndarray, cell: int) -> np.uint64:
    """How many candidates a cell has."""
    shape, number = lanes.shape, ZERO
    for digit in range(1, shape[0].side + 1, shape[0].lanes):
        word, bit = place_of(lanes, cell, digit)
        number += np.uint64(count_bits((board[word] >> bit) & shape[0].units))
    return number


@compiled
def excess_in_lanes(lanes: LaneTables, board: np.ndarray) -> int:
    """How many candidates the board has beyond one a cell."""
    total = 0
    for word in range(lanes.shape[0].rows * lanes.shape[0].vectors * 8):
        total += count_bits(board[word])
    return total - len(lanes.cells)


@compiled
def _candidate(lanes: LaneTables, board: np.ndarray, start: int, cell: int) -> int:
    """The lowest digit, from 0, that a cell has in the rows of the board that begin at a place."""
    digit = 1
    word, bit = place_of(lanes, cell, digit)
    while not (board[start + word] >> bit) & ONE:
        digit += 1
        word, bit = place_of(lanes, cell, digit)
    return digit - 1


@compiled
def _random_candidate(lanes: LaneTables, board: np.ndarray, random: np.ndarray, cell: int) -> int:
    """A random digit, from 0, of those that a cell has."""
    skip = random_below(random, int(number_in_lanes(lanes, board, cell)))
    digit = _candidate(lanes, board, 0, cell)
    while skip:
        digit += 1
        skip -= allows_in_lanes(lanes, board, cell, digit)
    return digit


@inlined
def search_lanes(
    propagate: Callable[[LaneTables, np.ndarray], int],
    lanes: LaneTables,
    board: np.ndarray,
    stack: np.ndarray,
    status: np.ndarray,
    random: np.ndarray,
    solutions: np.ndarray,
    known: np.ndarray,
    limit: int,
    nodes: int,
) -> int:
    """Searches on for at most `nodes` branches, or until `limit` completions are found; the number found so far.

    `propagate` draws the conclusions; `status`, `random` and `solutions` are as in `plane_search`; the stack has a
    board, and the cell and digit that were tried, one after another. Where the status says `shuffled`, the digit is a
    random one of the cell's, and where it says `scattered`, the cell is a random one, too; where it says `knows`, the
    digit is that of the `known` grid, if it is a candidate.
    """
    state, words = status[0], lanes.shape[0].rows * lanes.shape[0].vectors * 8
    while True:
        outcome = propagate(lanes, board)
        if outcome == UNSETTLED:
            if nodes <= 0:
                return int(state.found)
            nodes -= 1
            cell, digit = _choose(lanes, board, random, state.scattered)
            if state.knows and allows_in_lanes(lanes, board, cell, int(known[cell]) - 1):
                digit = int(known[cell]) - 1
            elif state.shuffled:
                digit = _random_candidate(lanes, board, random, cell)
            start = state.depth * (words + 2)
            for word in range(words):
                stack[start + word] = board[word]
            stack[start + words], stack[start + words + 1] = np.uint64(cell), np.uint64(digit)
            state.depth += 1
            give_in_lanes(lanes, board, cell, digit)
            continue
        if outcome == SETTLED:
            _record(lanes, board, status, solutions)
        if state.found >= limit or state.depth == 0:
            state.finished = True
            return int(state.found)
        state.depth -= 1
        start = state.depth * (words + 2)
        for word in range(words):
            board[word] = stack[start + word]
        take_out(lanes, board, int(stack[start + words]), int(stack[start + words + 1]))


@compiled
def _record(lanes: LaneTables, board: np.ndarray, status: np.ndarray, solutions: np.ndarray) -> None:
    number = status[0].found
    status[0].found += 1
    if number >= solutions.shape[0]:
        return
    side, line = lanes.shape[0].side, lanes.shape[0].line
    for digit in range(1, side + 1):
        for first in range(0, side * side, side):
            word, bit = place_of(lanes, first, digit)
            solutions[number, first + lowest((board[word] >> bit) & line)] = digit
