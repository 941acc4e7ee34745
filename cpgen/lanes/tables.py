"""The rows of a board in lanes of words: masks, shifts, and where each cell is.

A *lane* is n bits of a word, the places of a digit in a row. A *band* is the rows of boxes that lie side by side, and a
*group* the part of a lane that is in one box; without boxes a band is just some rows. Eight words hold one row of
every band, for several digits: either each half has a word for every band, or all eight are for one band each, and a
word has a lane for every digit in it. So what goes from digit to digit is a shift, from band to band an exchange of
words, and from row to row of a band a loop.

On 9×9 four words hold what else takes eight, so that a search takes fewer instructions: each has three lanes for two
digits, one a band, and the first three have one more lane for the last digit, each for another band.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from cpgen.kernel import Constants, compiled, inlined, records
from cpgen.kernel.records import Shape
from cpgen.layout import Layout
from cpgen.notation import MAX_DIGIT

ALL = 2**64 - 1
MASKS = 9 * 8
"""Words of masks for eight words: the highest bits of their lanes, the lowest, those of their groups, all bits; then
those that only four words have"""
ABOVE, FIRST, LAST, SOME = 5 * 8, 6 * 8, 7 * 8, 8 * 8
"""Where the masks of four words are: how far the lane of the last digit is above that of the first one for the same
band, the lane of the first digit for that band, that of the last; the lanes of digits that are lowest in eight words"""
SMALL = 11
"""The largest side of a board whose planes take two words, which is quicker where there are not just lines and boxes"""


NUMBERS = ("side", "rows", "bands", "vectors", "words", "lanes", "boxes", "extras")
SHIFTS_AND_MASKS = (
    "line",
    "units",
    "next_lane",
    "below_lane",
    "below_group",
    "half",
    "halved",
    "quarter",
    "eighth",
    "two_words",
    "two_bands",
)
NOT_IN_LANES, IN_LANES, ON_NINE, ON_SIXTEEN, NOT_JUST_BOXES = range(5)
"""The ways to go: not in lanes, in lanes of any shape, in those of 9×9 and 16×16 and where there are no boxes, or extra
houses, by code of their own"""


class LaneTables(NamedTuple):
    """What the search knows of a layout, read only; made by `lane_tables`."""

    shape: Shape
    """One record: `side` n, `rows` of a band, `bands`, `vectors` that a row takes, the `words` that are used of the
    eight of each, for how many digits a word has `lanes`, 1 where there are `boxes`, and how many `extras`.

    `line` is the bits of a lane, `units` are the lowest bits of the lanes of these digits for a band, `next_lane` is
    how far each is from the one before, `below_lane` and `below_group` say how many bits a lane and a group have below
    the highest. Shifts by `half`, `quarter` and `eighth` fold the lanes of a word onto the lowest; `halved` is 0 where
    there are too few for the first of these. `two_words` and `two_bands` are all ones where the halves of eight words
    are for other digits, or for other bands.
    """
    masks: np.ndarray
    """MASKS for each vector; then the cells row by row; then for each cell itself, and row by row those that it sees"""
    cells: np.ndarray
    """For each cell: the `word` with which its row begins, its `bit` in a lane, and its `band`"""
    digits: np.ndarray
    """[band, digit] how many words and bits a digit's lane is further; for 0, an open cell, it is in no row"""
    houses: np.ndarray
    """Row by row the cells of each extra house"""


@lru_cache(maxsize=16)
def lane_tables(layout: Layout) -> LaneTables:
    """What the search needs to know of a layout: NO_LANES if it has more than 8 bands or 36 digits.

    Neither are irregular regions in lanes, nor small boards without boxes or with extra houses: planes are quicker.
    """
    n, box = layout.size, layout.box
    width = n // box[0] if box else _bands(n)
    is_plain = box is not None and not layout.extras
    if width > 8 or n > MAX_DIGIT or (layout.regions and not box) or (n <= SMALL and not is_plain):
        return NO_LANES
    rows = n // width
    shape = _shape(n, rows, box is not None, len(layout.extras))
    bands, vectors, lanes = (int(shape[0][name]) for name in ("bands", "vectors", "lanes"))
    places = _places_of_lanes(shape)
    masks = np.zeros((vectors, 9, 8), np.uint64)
    low = sum(1 << first for first in range(0, n, width))
    for word, bit in places[:, 1:].reshape(-1, 2).tolist():
        five = [1 << n - 1, 1, low << width - 1, low, (1 << n) - 1]
        masks[word // 8, :5, word % 8] |= np.array([mask << bit for mask in five], np.uint64)
    if shape[0].words == 4:
        _add_masks_of_four(shape, places, masks[0])

    every, lowest = list(range(1, n + 1)), list(range(1, n + 1, lanes))[: int(shape[0].words)]
    own = _rows_of_cells(shape, places, every)
    houses = np.array([np.bitwise_or.reduce(own[list(house.cells)]) for house in layout.houses])
    seen = np.array([np.bitwise_or.reduce(houses[list(lying)]) for lying in layout.houses_of]) & ~own
    near = np.concatenate([own.max(axis=1), seen.reshape(n * n, rows * 8)], axis=1)
    cells = np.bitwise_or.reduce(_rows_of_cells(shape, places, lowest))
    return LaneTables(
        shape,
        np.concatenate([masks.ravel(), cells.ravel(), near.ravel()]),
        _records([(cell // n % rows * vectors * 8, cell % n, cell // n // rows) for cell in range(n * n)]),
        _records([(word, bit, band) for band in range(bands) for word, bit in places[band].tolist()]).reshape(
            bands, -1
        ),
        houses[len(houses) - len(layout.extras) :].ravel(),
    )


def lane_words(tables: LaneTables) -> tuple[int, int]:
    """How many words a board takes, and a level of the stack."""
    rows, vectors = int(tables.shape[0].rows), int(tables.shape[0].vectors)
    return (2 * rows * vectors + vectors + 4 * rows) * 8, words_of_rows(tables) + 2


@compiled
def words_of_rows(tables: LaneTables) -> int:
    """How many words the rows of a board take, which come first in it."""
    return int(tables.shape[0].rows) * int(tables.shape[0].vectors) * 8


def _places_of_lanes(shape: np.ndarray) -> np.ndarray:
    """[band, digit, 2] the word and the lowest bit of each digit's lane for each band; for 0 a word in no row."""
    n, rows, bands, vectors, lanes = (int(shape[0][name]) for name in ("side", "rows", "bands", "vectors", "lanes"))
    places = np.zeros((bands, n + 1, 2), np.int64)
    places[:, 0, 0] = rows * vectors * 8
    for band in range(bands):
        for digit in range(n):
            if shape[0].words == 8:
                places[band, digit + 1] = digit // lanes * _words_of_bands(bands) + band, digit % lanes * n
            elif digit < n - 1:
                places[band, digit + 1] = digit // lanes, (digit % lanes * bands + band) * n
            else:
                places[band, digit + 1] = band, lanes * bands * n
    return places


def _rows_of_cells(shape: np.ndarray, places: np.ndarray, digits: list[int]) -> np.ndarray:
    """[cell, row, word] where the rows of a band have the cell for these digits."""
    n, rows = int(shape[0].side), int(shape[0].rows)
    cells = np.arange(n * n).reshape(-1, 1)
    word, bit = np.moveaxis(places[cells // n // rows, digits], -1, 0)
    found = np.zeros((n * n, rows, 8), np.uint64)
    np.bitwise_or.at(found, (cells, cells // n % rows, word % 8), np.uint64(1) << (bit + cells % n).astype(np.uint64))
    return found


def _add_masks_of_four(shape: np.ndarray, places: np.ndarray, masks: np.ndarray) -> None:
    """Writes into [9, 8] masks those that only four words have."""
    n, line = int(shape[0].side), int(shape[0].line)
    lowest_of_eight = [1, 1 + -(-n // 2)]
    for band, lanes in enumerate(places):
        bit = int(lanes[n, 1])
        for start, mask in ((ABOVE, bit - band * n), (FIRST, line << band * n), (LAST, line << bit)):
            masks[start // 8, band] = mask
        for word, first in lanes[lowest_of_eight].tolist():
            masks[SOME // 8, word] |= np.uint64(line << first)


def _bands(n: int) -> int:
    """Into how many bands a board without boxes is split: four or fewer, else as few as there can be."""
    divisors = [bands for bands in range(2, n + 1) if n % bands == 0]
    return max((bands for bands in divisors if bands <= 4), default=divisors[0])


def _words_of_bands(bands: int) -> int:
    """How many of eight words have the bands, one each, before others have them again."""
    return 4 if bands <= 4 else 8


def _shape(n: int, rows: int, boxes: bool = True, extras: int = 0) -> np.ndarray:
    """The shape of a board with so many rows in a band; its boxes, if it has any, are as wide as there are bands."""
    bands, in_four = n // rows, n == 9
    step = _words_of_bands(bands)
    vectors = -(-n // (min(8, 64 // n if n <= 21 else 63 // n) * (8 // step)))
    lanes = 2 if in_four else -(-n // (vectors * 8 // step))
    next_lane = bands * n if in_four else n
    shape = _no_shape()
    for name, value in {
        "side": n,
        "rows": rows,
        "bands": bands,
        "vectors": vectors,
        "words": 4 if in_four else 8,
        "lanes": lanes,
        "boxes": int(boxes),
        "extras": extras,
        "line": (1 << n) - 1,
        "units": sum(1 << next_lane * lane for lane in range(lanes)),
        "next_lane": next_lane,
        "below_lane": n - 1,
        "below_group": bands - 1,
        "half": 4 * n if lanes > 4 else 0,
        "halved": ALL if lanes > 4 else 0,
        "quarter": 2 * n if lanes > 2 else 63,
        "eighth": n if lanes > 1 else 63,
        "two_words": ALL if step == 4 else 0,
        "two_bands": ALL if step == 8 else 0,
    }.items():
        shape[name] = value
    return shape


def _no_shape() -> np.ndarray:
    return records(1, **dict.fromkeys(NUMBERS, np.int64), **dict.fromkeys(SHIFTS_AND_MASKS, np.uint64))


def _records(places: Sequence[tuple[int, int, int]]) -> np.ndarray:
    found = records(len(places), word=np.int64, bit=np.uint64, band=np.int64)
    for place, one in zip(places, found, strict=True):
        one.word, one.bit, one.band = place
    return found


@compiled
def place_of(tables: LaneTables, cell: int, digit: int) -> tuple[int, np.uint64]:
    """The word and the bit of a board that tell whether a cell has a digit, from 1; for 0 they are in no row."""
    where = tables.cells[cell]
    lane = tables.digits[where.band, digit]
    return where.word + lane.word, where.bit + lane.bit


@compiled
def way_in_lanes(tables: LaneTables) -> int:
    """The way to go on a layout: NOT_IN_LANES, by code of its own, or IN_LANES of another shape."""
    shape = tables.shape[0]
    if shape.rows == 0:
        return NOT_IN_LANES
    if shape.extras or not shape.boxes:
        return NOT_JUST_BOXES
    if shape.side == 9:
        return ON_NINE
    return ON_SIXTEEN if shape.side == 16 and shape.rows == 4 else IN_LANES


@inlined
def as_nine(tables: LaneTables) -> LaneTables:
    """The tables of 9×9 for code of its own, which takes four words at once, and 0.7 of the time that eight take."""
    return LaneTables(NINE, tables.masks, tables.cells, tables.digits, tables.houses)


@inlined
def as_sixteen(tables: LaneTables) -> LaneTables:
    """The same for 16×16, which digs in 0.7 of the time."""
    return LaneTables(SIXTEEN, tables.masks, tables.cells, tables.digits, tables.houses)


NO_LANES = LaneTables(
    _no_shape(), np.zeros(0, np.uint64), _records([]), _records([]).reshape(0, 0), np.zeros(0, np.uint64)
)
"""For a layout that has none"""
NINE, SIXTEEN = Constants(_shape(9, 3)), Constants(_shape(16, 4))
"""The shapes of 9×9 and 16×16 that code is compiled for"""
