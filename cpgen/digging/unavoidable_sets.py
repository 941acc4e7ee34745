"""Exchanges: the cells of a grid in which two digits, or two lines, can change places, so that it remains a grid.

Each puzzle with this solution has a clue in every exchange, for these are the unavoidable sets that are found without a
search (G. McGuire, B. Tugemann and G. Civario 2012, "There is no 16-Clue Sudoku"). More than a third of the clues that
digging keeps are in one that has no other clue, and that is seen many times sooner than a second solution is found.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations
from typing import NamedTuple

import numpy as np

from cpgen.kernel import bit, compiled, lowest
from cpgen.kernel.records import Record, record
from cpgen.kernel.vectors import differing_in, eight_at, has_bits, is_zero, no_bits
from cpgen.layout import COLUMN, ROW, Layout

MOST = 2048
"""Exchanges that are noted, at most"""
ZERO, ONE = np.uint64(0), np.uint64(1)


class Exchanges(NamedTuple):
    """The exchanges of a grid, made by `exchanges_on` and filled by `find_exchanges`."""

    links: np.ndarray
    """[K, N] the houses, of each kind but the rows, that a cell is in"""
    lines: np.ndarray
    """[L, n, 3] cells of two lines that lie side by side, and 1 where their other houses are the same, else 0"""
    grid: np.ndarray
    """[N] the grid whose exchanges these are"""
    empty: np.ndarray
    """[N] zeros"""
    masks: np.ndarray
    """[words, MOST] the cells of each exchange"""
    given: np.ndarray
    """[words] room for the cells of the clues"""
    columns: np.ndarray
    """[n, n] the cell of each digit in each row"""
    rows: np.ndarray
    """[K, n, n] for each kind, digit and house, the row in which it is"""
    places: np.ndarray
    """[n] room for the place of each digit in a line"""
    counts: Record
    """How many exchanges there are: `found`"""


def exchanges_on(layout: Layout) -> Exchanges:
    """Room for the exchanges of a grid of the layout, none found yet; where there are extra houses, there are none."""
    size, cells, words = layout.size, range(layout.cell_count), -(-layout.cell_count // 64)
    kinds = [] if layout.extras else [[cell % size for cell in cells], *([layout.regions] if layout.regions else [])]
    return Exchanges(
        links=np.array(kinds, np.int64).reshape(-1, len(cells)),
        lines=np.array(_lines(layout), np.int64).reshape(-1, size, 3),
        grid=np.zeros(layout.cell_count, np.uint8),
        empty=np.zeros(layout.cell_count, np.uint8),
        masks=np.zeros((words, MOST), np.uint64),
        given=np.zeros(words, np.uint64),
        columns=np.zeros((size, size), np.int64),
        rows=np.zeros((len(kinds), size, size), np.int64),
        places=np.zeros(size, np.int64),
        counts=record(found=0),
    )


@lru_cache
def _lines(layout: Layout) -> list[list[tuple[int, int, bool]]]:
    """The pairs of rows and of columns that can exchange cells, as `Exchanges` has them."""
    houses = [{house for house in layout.houses if cell in house.cells} for cell in range(layout.cell_count)]
    found = []
    for kind in (ROW, COLUMN):
        for one, other in combinations([house for house in layout.houses if house.kind == kind], 2):
            fits = [houses[a] - {one} == houses[b] - {other} for a, b in zip(one.cells, other.cells, strict=True)]
            if sum(fits) > 1:
                found.append(list(zip(one.cells, other.cells, fits, strict=True)))
    return found


@compiled
def find_exchanges(exchanges: Exchanges, grid: np.ndarray) -> None:
    """Finds those of a grid, unless they are known."""
    known, size = exchanges.grid, len(exchanges.columns)
    differing = ZERO
    for word in range(len(exchanges.given)):
        differing |= differing_in(known, grid, word)
    if not differing:
        return
    exchanges.counts.found = 0
    for cell in range(len(grid)):
        known[cell] = grid[cell]
        digit = grid[cell] - 1
        exchanges.columns[digit, cell // size] = cell
        for kind in range(len(exchanges.links)):
            exchanges.rows[kind, digit, exchanges.links[kind, cell]] = cell // size
    if len(exchanges.links):
        for digit in range(size):
            for other in range(digit):
                _exchange_digits(exchanges, digit, other)
    for lines in exchanges.lines:
        _exchange_lines(exchanges, lines)


@compiled
def _exchange_digits(exchanges: Exchanges, digit: int, other: int) -> None:
    """Notes the parts of the grid, but for the whole, in which two digits can change places."""
    columns, rows, links = exchanges.columns, exchanges.rows, exchanges.links
    every = bit(len(columns)) - ONE
    left = every
    while left:
        part = waiting = left & (~left + ONE)
        while waiting and part != every:
            cell = columns[digit, lowest(waiting)]
            reached = ZERO
            for kind in range(len(links)):
                reached |= bit(rows[kind, other, links[kind, cell]])
            waiting = (waiting & (waiting - ONE)) | (reached & ~part)
            part |= reached
        if part == every or not _begin_exchange(exchanges):
            return
        left &= ~part
        while part:
            _put(exchanges, columns[digit, lowest(part)])
            _put(exchanges, columns[other, lowest(part)])
            part &= part - ONE


@compiled
def _exchange_lines(exchanges: Exchanges, lines: np.ndarray) -> None:
    """Notes the parts of two lines, but for the whole, in which both have the same digits."""
    grid, places, every = exchanges.grid, exchanges.places, bit(len(lines)) - ONE
    fitting = ZERO
    for place in range(len(lines)):
        places[grid[lines[place, 0]] - 1] = place
        fitting |= np.uint64(lines[place, 2]) << np.uint64(place)
    left = every
    while left:
        place, part = lowest(left), ZERO
        while not part & bit(place):
            part |= bit(place)
            place = places[grid[lines[place, 1]] - 1]
        if part == every:
            return
        left &= ~part
        if not part & ~fitting and _begin_exchange(exchanges):
            while part:
                _put(exchanges, lines[lowest(part), 0])
                _put(exchanges, lines[lowest(part), 1])
                part &= part - ONE


@compiled
def _begin_exchange(exchanges: Exchanges) -> bool:
    """Notes an exchange that has no cells yet; False where there is no room."""
    place = exchanges.counts.found
    if place == MOST:
        return False
    if place & 7 == 0:
        exchanges.masks[:, place : place + 8] = ~ZERO
    exchanges.masks[:, place] = ZERO
    exchanges.counts.found += 1
    return True


@compiled
def _put(exchanges: Exchanges, cell: int) -> None:
    """Puts a cell into the last exchange."""
    exchanges.masks[cell >> 6, exchanges.counts.found - 1] |= bit(cell & 63)


@compiled
def has_open_exchange(exchanges: Exchanges, clues: np.ndarray) -> bool:
    """Whether an exchange has no clue."""
    masks, given = exchanges.masks, exchanges.given
    for word in range(len(given)):
        given[word] = differing_in(clues, exchanges.empty, word)
    found = no_bits()
    for place in range(0, exchanges.counts.found, 8):
        shown = no_bits()
        for word in range(len(given)):
            shown = shown | (eight_at(masks[word], place) & given[word])
        found = found | is_zero(shown)
    return has_bits(found)
