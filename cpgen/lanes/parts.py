"""Arithmetic on the lanes and groups of eight words, and a board set out in them.

All conclusions come from arithmetic on parts of words, lanes or groups: less one, with a borrow from above its highest
bit, a part loses its lowest place, and shows whether it had any. The highest bits of parts serve as *flags* of them.
That all houses of a kind are looked at together is as in T. Dillon's tdoku (https://t-dillon.github.io/tdoku/), which
has other parts and other arithmetic.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from cpgen.kernel import compiled, inlined
from cpgen.kernel.vectors import Eight, eight_at, put_eight, swap_halves, swap_pairs, swap_single
from cpgen.lanes.tables import MASKS, LaneTables, Shape, words_of_rows

ZERO, ONE = np.uint64(0), np.uint64(1)


class Parts(NamedTuple):
    """The lanes of eight words, or their groups."""

    high: Eight
    """Their highest bits"""
    low: Eight
    below: np.uint64
    """How many bits each has below its highest"""


@inlined
def lanes_of(lanes: LaneTables, vector: int) -> Parts:
    """The lanes of a vector."""
    mask = vector * MASKS
    return Parts(eight_at(lanes.masks, mask), eight_at(lanes.masks, mask + 8), lanes.shape[0].below_lane)


@inlined
def groups_of(lanes: LaneTables, vector: int) -> Parts:
    """The groups of a vector."""
    mask = vector * MASKS + 16
    return Parts(eight_at(lanes.masks, mask), eight_at(lanes.masks, mask + 8), lanes.shape[0].below_group)


@compiled
def filled(flags: Eight, parts: Parts) -> Eight:
    """All bits of the parts that have a flag."""
    return (flags - (flags >> parts.below)) | flags


@compiled
def with_any(places: Eight, parts: Parts) -> Eight:
    """The flags of the parts that have a place."""
    return (((places | parts.high) - parts.low) | places) & parts.high


@compiled
def with_one(places: Eight, parts: Parts) -> Eight:
    """The flags of the parts that have just one place."""
    less = (places | parts.high) - parts.low
    others = places & less
    return (less | places) & parts.high & ~(((others | parts.high) - parts.low) | others)


@compiled
def with_several(places: Eight, parts: Parts) -> Eight:
    """Any bits if a part has several places."""
    return places & ((places | parts.high) - parts.low)


@inlined
def to_all_lanes(shape: Shape, cells: Eight) -> Eight:
    """Copies the lowest lanes to all others."""
    cells = cells | (cells << shape[0].eighth)
    cells = cells | (cells << shape[0].quarter)
    return cells | ((cells << shape[0].half) & shape[0].halved)


@inlined
def over_lanes(shape: Shape, places: Eight) -> tuple[Eight, Eight]:
    """The cells of any place, and those of several, in the lowest lanes."""
    others = (places >> shape[0].half) & shape[0].halved
    twos, ones = places & others, places | others
    others = ones >> shape[0].quarter
    twos, ones = twos | (twos >> shape[0].quarter) | (ones & others), ones | others
    others = ones >> shape[0].eighth
    return ones | others, twos | (twos >> shape[0].eighth) | (ones & others)


@inlined
def over_bands(shape: Shape, columns: Eight) -> tuple[Eight, Eight]:
    """The columns that any band has, and those that several have, for every band."""
    others = swap_single(columns)
    twos, ones = columns & others, columns | others
    others = swap_pairs(ones)
    twos, ones = twos | swap_pairs(twos) | (ones & others), ones | others
    others = swap_halves(ones) & shape[0].two_bands
    return ones | others, twos | (swap_halves(twos) & shape[0].two_bands) | (ones & others)


@inlined
def over_words(shape: Shape, ones: Eight, twos: Eight) -> tuple[Eight, Eight]:
    """The same where other digits are in the other half of eight words: the cells that either half has, or both."""
    one, two = swap_halves(ones) & shape[0].two_words, swap_halves(twos) & shape[0].two_words
    return ones | one, twos | two | (ones & one)


@inlined
def to_all_bands(shape: Shape, columns: Eight) -> Eight:
    """The columns that any band has, for every band."""
    columns = columns | swap_single(columns)
    columns = columns | swap_pairs(columns)
    return columns | (swap_halves(columns) & shape[0].two_bands)


@compiled
def is_in_lanes(lanes: LaneTables) -> bool:
    """Whether a layout has such tables."""
    return bool(lanes.shape[0].rows > 0)


@compiled
def set_out_in_lanes(lanes: LaneTables, board: np.ndarray, clues: np.ndarray) -> None:
    """Sets the board to the clues (uint8, a digit or 0 a cell): they are placed, all else is possible."""
    shape, masks = lanes.shape, lanes.masks
    rows, vectors = shape[0].rows, shape[0].vectors
    placed = words_of_rows(lanes)
    for word in range(2 * placed):
        board[word] = ZERO
    for cell in range(len(clues)):
        digit = lanes.digits[clues[cell]]
        board[lanes.cells[cell].word + digit.word] |= ONE << (lanes.cells[cell].bit + digit.bit)
    for vector in range(vectors):
        lane = lanes_of(lanes, vector)
        for row in range(rows):
            here = (row * vectors + vector) * 8
            given = eight_at(board, here)
            put_eight(board, placed + here, given)
            others = eight_at(masks, vector * MASKS + 32) & ~filled(with_any(given, lane), lane)
            put_eight(board, here, given | others)
