"""Arithmetic on the lanes and groups of four or eight words, and a board set out in them.

All conclusions come from arithmetic on parts of words, lanes or groups: less one, with a borrow from above its highest
bit, a part loses its lowest place, and shows whether it had any. The highest bits of parts serve as *flags* of them.
That all houses of a kind are looked at together is as in T. Dillon's tdoku (https://t-dillon.github.io/tdoku/), which
has other parts and other arithmetic.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from cpgen.kernel import compiled, inlined, lowest
from cpgen.kernel.vectors import (
    Words,
    differing_in,
    put_words,
    swap_halves,
    swap_pairs,
    swap_single,
    turn_three,
    words_at,
)
from cpgen.lanes.tables import ABOVE, FIRST, LAST, MASKS, SOME, LaneTables, place_of, words_of_rows

ZERO, ONE = np.uint64(0), np.uint64(1)
LANE, TWO_LANES, THREE_LANES = np.uint64(9), np.uint64(18), np.uint64(27)
"""How many bits of four words are so many lanes"""
BOTH = 1 + (1 << 27)
LOWEST, LOWER_TWO, UPPER_TWO, HIGHEST = (np.uint64(BOTH * mask) for mask in (0x1FF, 0x3FFFF, 0x3FFFF << 9, 0x1FF << 18))
"""Of the three lanes of a digit in one of four words, and those of the other: these, for some bands"""


class Parts(NamedTuple):
    """The lanes of four or eight words, or their groups."""

    high: Words
    """Their highest bits"""
    low: Words
    below: np.uint64
    """How many bits each has below its highest"""


@inlined
def lanes_of(lanes: LaneTables, vector: int) -> Parts:
    """The lanes of a vector."""
    mask = vector * MASKS
    return Parts(
        words_at(lanes.shape, lanes.masks, mask),
        words_at(lanes.shape, lanes.masks, mask + 8),
        lanes.shape[0].below_lane,
    )


@inlined
def groups_of(lanes: LaneTables, vector: int) -> Parts:
    """The groups of a vector."""
    mask = vector * MASKS + 16
    return Parts(
        words_at(lanes.shape, lanes.masks, mask),
        words_at(lanes.shape, lanes.masks, mask + 8),
        lanes.shape[0].below_group,
    )


@compiled
def filled(flags: Words, parts: Parts) -> Words:
    """All bits of the parts that have a flag."""
    return (flags - (flags >> parts.below)) | flags


@compiled
def with_any(places: Words, parts: Parts) -> Words:
    """The flags of the parts that have a place."""
    return (((places | parts.high) - parts.low) | places) & parts.high


@compiled
def with_one(places: Words, parts: Parts) -> Words:
    """The flags of the parts that have just one place."""
    less = (places | parts.high) - parts.low
    others = places & less
    return (less | places) & parts.high & ~(((others | parts.high) - parts.low) | others)


@compiled
def with_several(places: Words, parts: Parts) -> Words:
    """Any bits if a part has several places."""
    return places & ((places | parts.high) - parts.low)


@compiled
def in_four(lanes: LaneTables) -> bool:
    """Whether rows are in four words, as those of 9×9 are; in their eight, where these are loaded, the others are 0."""
    return bool(lanes.shape[0].words == 4)


@compiled
def cells_of_row(lanes: LaneTables, row: int) -> Words:
    """All cells in one row of each band, where digits' lanes are folded to."""
    return words_at(lanes.shape, lanes.masks, lanes.shape[0].vectors * MASKS + row * 8)


@compiled
def to_all_lanes(lanes: LaneTables, cells: Words) -> Words:
    """Copies the lowest lanes to all others."""
    shape = lanes.shape
    if in_four(lanes):
        return _four_to_all_lanes(cells, words_at(shape, lanes.masks, ABOVE), words_at(shape, lanes.masks, LAST))
    cells = cells | (cells << shape[0].eighth)
    cells = cells | (cells << shape[0].quarter)
    return cells | ((cells << shape[0].half) & shape[0].halved)


@compiled
def _four_to_all_lanes(cells: Words, above: Words, last: Words) -> Words:
    return cells | (cells << THREE_LANES) | ((cells << above) & last)


@compiled
def to_some_lanes(lanes: LaneTables, cells: Words) -> Words:
    """Leaves the cells in the lowest lanes of eight words, and copies them to those of the same digits in four."""
    if in_four(lanes):
        return to_all_lanes(lanes, cells) & words_at(lanes.shape, lanes.masks, SOME)
    return cells


@compiled
def over_lanes(lanes: LaneTables, places: Words) -> tuple[Words, Words]:
    """The cells of any place, and those of several, in the lowest lanes."""
    shape = lanes.shape
    if in_four(lanes):
        second, last = _second_and_last(lanes, places)
        ones = places | second
        return ones | last, (places & second) | (ones & last)
    others = (places >> shape[0].half) & shape[0].halved
    twos, ones = places & others, places | others
    others = ones >> shape[0].quarter
    twos, ones = twos | (twos >> shape[0].quarter) | (ones & others), ones | others
    others = ones >> shape[0].eighth
    return ones | others, twos | (twos >> shape[0].eighth) | (ones & others)


@compiled
def _second_and_last(lanes: LaneTables, places: Words) -> tuple[Words, Words]:
    """The lanes of four words for their second digit, and that for the last, where those for the first are."""
    above, first = words_at(lanes.shape, lanes.masks, ABOVE), words_at(lanes.shape, lanes.masks, FIRST)
    return places >> THREE_LANES, (places >> above) & first


@compiled
def over_words(lanes: LaneTables, ones: Words, twos: Words) -> tuple[Words, Words]:
    """The same where other digits are in other words: the cells that any of these has, and those that several have."""
    shape = lanes.shape
    if in_four(lanes):
        one, two = swap_single(ones), swap_single(twos)
        ones, twos = ones | one, twos | two | (ones & one)
        one, two = swap_pairs(ones), swap_pairs(twos)
        return ones | one, twos | two | (ones & one)
    one, two = swap_halves(ones) & shape[0].two_words, swap_halves(twos) & shape[0].two_words
    return ones | one, twos | two | (ones & one)


@compiled
def any_over_lanes(lanes: LaneTables, places: Words) -> Words:
    """The cells of any place, in the lowest lanes."""
    shape = lanes.shape
    if in_four(lanes):
        second, last = _second_and_last(lanes, places)
        return places | second | last
    cells = places | ((places >> shape[0].half) & shape[0].halved)
    cells = cells | (cells >> shape[0].quarter)
    return cells | (cells >> shape[0].eighth)


@compiled
def any_over_words(lanes: LaneTables, cells: Words) -> Words:
    """The same where other digits are in other words."""
    if in_four(lanes):
        cells = cells | swap_single(cells)
        return cells | swap_pairs(cells)
    return cells | (swap_halves(cells) & lanes.shape[0].two_words)


@compiled
def added(ones: Words, twos: Words, threes: Words, one: Words, two: Words, three: Words) -> tuple[Words, Words, Words]:
    """What has at least one, two, or three of two kinds, of which each is known that it has so many."""
    return ones | one, twos | two | (ones & one), threes | three | (twos & one) | (ones & two)


@inlined
def three_over_lanes(lanes: LaneTables, places: Words) -> tuple[Words, Words, Words]:
    """The cells with at least one place, two, and three, in the lowest lanes."""
    shape, none = lanes.shape, places ^ places
    if in_four(lanes):
        second, last = _second_and_last(lanes, places)
        ones, twos, threes = added(places, none, none, second, none, none)
        return added(ones, twos, threes, last, none, none)
    ones, twos, threes = added(places, none, none, (places >> shape[0].half) & shape[0].halved, none, none)
    ones, twos, threes = added(ones, twos, threes, ones >> shape[0].quarter, twos >> shape[0].quarter, none)
    shift = shape[0].eighth
    return added(ones, twos, threes, ones >> shift, twos >> shift, threes >> shift)


@inlined
def three_over_words(lanes: LaneTables, ones: Words, twos: Words, threes: Words) -> tuple[Words, Words, Words]:
    """The same where other digits are in other words."""
    if in_four(lanes):
        ones, twos, threes = added(ones, twos, threes, swap_single(ones), swap_single(twos), swap_single(threes))
        return added(ones, twos, threes, swap_pairs(ones), swap_pairs(twos), swap_pairs(threes))
    mask = lanes.shape[0].two_words
    one, two, three = swap_halves(ones) & mask, swap_halves(twos) & mask, swap_halves(threes) & mask
    return added(ones, twos, threes, one, two, three)


@compiled
def over_bands(lanes: LaneTables, columns: Words) -> tuple[Words, Words]:
    """The columns that any band has, and those that several have, for every band."""
    shape = lanes.shape
    if in_four(lanes):
        one, other = _four_turned(columns, words_at(shape, lanes.masks, LAST))
        ones = columns | one
        return ones | other, (columns & one) | (ones & other)
    others = swap_single(columns)
    twos, ones = columns & others, columns | others
    others = swap_pairs(ones)
    twos, ones = twos | swap_pairs(twos) | (ones & others), ones | others
    others = swap_halves(ones) & shape[0].two_bands
    return ones | others, twos | (swap_halves(twos) & shape[0].two_bands) | (ones & others)


@compiled
def _four_turned(columns: Words, last: Words) -> tuple[Words, Words]:
    """For every band the columns of the next one, and those of the one after, the first following the last."""
    turned = turn_three(columns)
    one = ((columns >> LANE) & LOWER_TWO) | ((columns << TWO_LANES) & HIGHEST) | (turned & last)
    other = ((columns >> TWO_LANES) & LOWEST) | ((columns << LANE) & UPPER_TWO) | (turn_three(turned) & last)
    return one, other


@compiled
def in_other_bands(lanes: LaneTables, columns: Words) -> Words:
    """The columns that any other band has, for every band."""
    shape = lanes.shape
    if in_four(lanes):
        one, other = _four_turned(columns, words_at(shape, lanes.masks, LAST))
        return one | other
    others = swap_single(columns)
    pairs = columns | others
    others = others | swap_pairs(pairs)
    return others | (swap_halves(pairs | swap_pairs(pairs)) & shape[0].two_bands)


@compiled
def to_all_bands(lanes: LaneTables, columns: Words) -> Words:
    """The columns that any band has, for every band."""
    if in_four(lanes):
        return columns | in_other_bands(lanes, columns)
    columns = columns | swap_single(columns)
    columns = columns | swap_pairs(columns)
    return columns | (swap_halves(columns) & lanes.shape[0].two_bands)


@compiled
def is_in_lanes(lanes: LaneTables) -> bool:
    """Whether a layout has such tables."""
    return bool(lanes.shape[0].rows > 0)


class LastClues(NamedTuple):
    """The clues that were set out last, of which the next mostly are."""

    clues: np.ndarray
    """[N] uint8"""
    placed: np.ndarray
    """The rows of a board that has them alone, and as many words more, which open cells are in"""


def no_clues(lanes: LaneTables) -> LastClues:
    """Where nothing is set out yet."""
    return LastClues(np.zeros(len(lanes.cells), np.uint8), np.zeros(2 * words_of_rows(lanes), np.uint64))


@compiled
def set_out_in_lanes(lanes: LaneTables, board: np.ndarray, clues: np.ndarray) -> None:
    """Sets the board to the clues (uint8, a digit or 0 a cell): they are placed, all else is possible."""
    for word in range(2 * words_of_rows(lanes)):
        board[word] = ZERO
    for cell in range(len(clues)):
        word, bit = place_of(lanes, cell, clues[cell])
        board[word] |= ONE << bit
    _set_out_placed(lanes, board, board)


@compiled
def set_out_next_in_lanes(lanes: LaneTables, board: np.ndarray, last: LastClues, clues: np.ndarray) -> None:
    """The same, sooner where most clues are those that were set out last, which these now become."""
    for cells in range((len(clues) + 63) >> 6):
        differing = differing_in(clues, last.clues, cells)
        while differing:
            cell = (cells << 6) + lowest(differing)
            differing &= differing - ONE
            for digit in (last.clues[cell], clues[cell]):
                word, bit = place_of(lanes, cell, digit)
                last.placed[word] ^= ONE << bit
            last.clues[cell] = clues[cell]
    _set_out_placed(lanes, board, last.placed)


@inlined
def _set_out_placed(lanes: LaneTables, board: np.ndarray, clues: np.ndarray) -> None:
    """Sets the board to clues that are placed in rows, its own or others."""
    shape = lanes.shape
    rows, vectors = shape[0].rows, shape[0].vectors
    for vector in range(vectors):
        lane = lanes_of(lanes, vector)
        for row in range(rows):
            here = (row * vectors + vector) * 8
            given = words_at(shape, clues, here)
            put_words(board, words_of_rows(lanes) + here, given)
            others = words_at(shape, lanes.masks, vector * MASKS + 32) & ~filled(with_any(given, lane), lane)
            put_words(board, here, given | others)
