"""The rows of a board with boxes in lanes of words: masks, shifts, and where each cell is.

A *lane* is n bits of a word, the places of a digit in a row. A *band* is the rows of boxes that lie side by side, and a
*group* the part of a lane that is in one box. Eight words hold one row of every band, for several digits: either each
half has a word for every band, or all eight are for one band each, and a word has a lane for every digit in it. So what
goes from digit to digit is a shift, from band to band an exchange of words, and from row to row of a band a loop.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import NamedTuple, TypeAlias

import numpy as np

from cpgen.kernel import Constants, compiled, inlined, records
from cpgen.layout import Layout

ALL = 2**64 - 1
MASKS = 5 * 8
"""Words of masks for eight words: the highest bits of their lanes, the lowest, those of their groups, all bits"""


NUMBERS = ("side", "rows", "bands", "vectors", "lanes")
SHIFTS_AND_MASKS = (
    "line",
    "units",
    "below_lane",
    "below_group",
    "half",
    "halved",
    "quarter",
    "eighth",
    "two_words",
    "two_bands",
)


Shape: TypeAlias = np.ndarray | Constants
"""One record, in an array or known to compiled code: what `LaneTables` says of it"""
NOT_IN_LANES, IN_LANES, ON_NINE, ON_SIXTEEN = range(4)
"""The ways to go: not in lanes, in lanes of any shape, and in those of 9×9 and 16×16, by code of their own"""


class LaneTables(NamedTuple):
    """What the search knows of a layout, read only; made by `lane_tables`."""

    shape: Shape
    """One record: `side` n, `rows` of a band, `bands`, `vectors` of eight words that a row takes, `lanes` of a word

    `line` is the bits of a lane, `units` are the lowest bits of all lanes, `below_lane` and `below_group` say how many
    bits a lane and a group have below the highest. Shifts by `half`, `quarter` and `eighth` fold the lanes of a word
    onto the lowest; `halved` is 0 where there are too few for the first of these. `two_words` and `two_bands` are all
    ones where the halves of eight words are for other digits, or for other bands.
    """
    masks: np.ndarray
    """MASKS for each vector; then the cells row by row; then for each cell itself, and row by row those that it sees"""
    cells: np.ndarray
    """For each cell: the `word` of the board that has it in the lowest lanes, and its `bit` there"""
    digits: np.ndarray
    """For each digit: how many words and bits its lane is further; for 0, an open cell, it is in no row"""


@lru_cache(maxsize=16)
def lane_tables(layout: Layout) -> LaneTables:
    """What the search needs to know of a layout: NO_LANES if it has no boxes, more than 8 bands, or extra houses."""
    n, (rows, width) = layout.size, layout.box or (0, 0)
    if not rows or layout.extras or n // rows > 8:
        return NO_LANES
    shape = _shape(n, rows)
    bands, vectors, lanes, units = (int(shape[0][name]) for name in ("bands", "vectors", "lanes", "units"))
    step = _words_of_bands(bands)
    starts = list(range(0, vectors * 8, step))
    masks = np.zeros((vectors, 5, 8), np.uint64)
    for word, start in enumerate(starts):
        low = sum(1 << n * lane for lane in range(min(lanes, n - word * lanes)))
        groups = sum(low << first for first in range(0, n, width))
        five = [low << n - 1, low, groups << width - 1, groups, low * ((1 << n) - 1)]
        masks[start // 8, :, start % 8 : start % 8 + bands] = np.array(five, np.uint64)[:, None]

    def rows_of(cells: Iterable[int], lowest: int) -> np.ndarray:
        found = np.zeros((rows, 8), np.uint64)
        for line, column in (divmod(cell, n) for cell in cells):
            found[line % rows, line // rows :: step] |= np.uint64(lowest << column)
        return found

    near = []
    for cell, peers in enumerate(layout.peers):
        near += [rows_of([cell], units).max(axis=0), rows_of(peers, units).ravel()]
    lines = [(line % rows * vectors * 8 + line // rows) for line in range(n)]
    return LaneTables(
        shape,
        np.concatenate([masks.ravel(), rows_of(range(n * n), 1).ravel(), *near]),
        _places([(lines[cell // n], cell % n) for cell in range(n * n)]),
        _places([(rows * vectors * 8, 0), *((starts[digit // lanes], digit % lanes * n) for digit in range(n))]),
    )


def lane_words(tables: LaneTables) -> tuple[int, int]:
    """How many words a board takes, and a level of the stack."""
    rows, vectors = int(tables.shape[0].rows), int(tables.shape[0].vectors)
    return (2 * rows * vectors + vectors + 4 * rows) * 8, words_of_rows(tables) + 2


@compiled
def words_of_rows(tables: LaneTables) -> int:
    """How many words the rows of a board take, which come first in it."""
    return int(tables.shape[0].rows) * int(tables.shape[0].vectors) * 8


def _words_of_bands(bands: int) -> int:
    """How many of eight words have the bands, one each, before others have them again."""
    return 4 if bands <= 4 else 8


def _shape(n: int, rows: int) -> np.ndarray:
    """The shape of a board with so many rows in a band; its boxes are as wide as there are bands."""
    bands = n // rows
    step = _words_of_bands(bands)
    vectors = -(-n // (min(8, 64 // n if n <= 21 else 63 // n) * (8 // step)))
    lanes = -(-n // (vectors * 8 // step))
    shape = _no_shape()
    for name, value in {
        "side": n,
        "rows": rows,
        "bands": bands,
        "vectors": vectors,
        "lanes": lanes,
        "line": (1 << n) - 1,
        "units": sum(1 << n * lane for lane in range(lanes)),
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


def _places(places: Sequence[tuple[int, int]]) -> np.ndarray:
    found = records(len(places), word=np.int64, bit=np.uint64)
    for place, one in zip(places, found, strict=True):
        one.word, one.bit = place
    return found


@compiled
def way_in_lanes(tables: LaneTables) -> int:
    """The way to go on a layout: NOT_IN_LANES, ON_NINE, ON_SIXTEEN, or IN_LANES of another shape."""
    shape = tables.shape[0]
    if shape.side == 9 and shape.rows == 3:
        return ON_NINE
    if shape.side == 16 and shape.rows == 4:
        return ON_SIXTEEN
    return IN_LANES if shape.rows > 0 else NOT_IN_LANES


@inlined
def as_nine(tables: LaneTables) -> LaneTables:
    """The tables of 9×9 for code of its own, which searches the hardest puzzles in 0.6 of the time."""
    return LaneTables(NINE, tables.masks, tables.cells, tables.digits)


@inlined
def as_sixteen(tables: LaneTables) -> LaneTables:
    """The same for 16×16, which digs in 0.7 of the time."""
    return LaneTables(SIXTEEN, tables.masks, tables.cells, tables.digits)


NO_LANES = LaneTables(_no_shape(), np.zeros(0, np.uint64), _places([]), _places([]))
"""For a layout that has none"""
NINE, SIXTEEN = Constants(_shape(9, 3)), Constants(_shape(16, 4))
"""The shapes of 9×9 and 16×16 that code is compiled for"""
