"""The board that the rules work on, and the tables of a layout's houses that they look up.

Digits are 0..n−1 in here. A set of digits, or of positions in a house, is one unsigned 64-bit mask; the position
of a cell in a house is its place among the house's cells, so that in a row it is the column, in a column the row.

A rule first notes what it has found (`note_finding`), then removes candidates or places digits; when the board is
traced, each effect is logged with the finding that it follows from. Rating and explanation run the same code.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import numpy as np

from cpgen.errors import InputError
from cpgen.kernel import bit, compiled, lowest, records
from cpgen.kernel.records import padded
from cpgen.layout import EXTRA, REGION, Layout
from cpgen.notation import MAX_DIGIT

SWEEPS = np.zeros(1 + 256, np.int64)


class RaterTables(NamedTuple):
    """What the rules look up; H houses, N cells, n digits."""

    house_cells: np.ndarray
    """[H, n] the cells of a house"""
    houses_of: np.ndarray
    """[N, K] the houses of a cell, then −1"""
    position_of: np.ndarray
    """[N, K] the cell's position in each of them, as a mask"""
    placing: np.ndarray
    """The houses in which rule 1 places: the regions, or rows and columns where there are none"""
    regions: np.ndarray
    """The regions"""
    lines: np.ndarray
    """Rows, columns and extra houses"""
    everything: np.ndarray
    """All houses"""
    meeting: np.ndarray
    """[H, M] for a region the lines, for a line the regions, that share two cells or more with it, then −1"""
    shared: np.ndarray
    """[H, M, 2] the shared cells as positions in the house itself and in the other"""
    widest: np.ndarray
    """[H] the most cells that the house shares with one of them"""
    sweeps: np.ndarray
    """The addresses of the rules' sweeps, as `by_address` keeps them"""


@lru_cache(maxsize=64)
def rater_tables(layout: Layout) -> RaterTables:
    """The tables of a layout of at most 36 digits; raises InputError for a larger one."""
    if layout.size > MAX_DIGIT:
        raise InputError(f"Boards up to {MAX_DIGIT}×{MAX_DIGIT} can be rated; this one has side {layout.size}.")
    houses = layout.houses
    regions = [h for h, house in enumerate(houses) if house.kind == REGION]
    lines = [h for h, house in enumerate(houses) if house.kind != REGION]
    rows_and_columns = [h for h, house in enumerate(houses) if house.kind not in (REGION, EXTRA)]
    houses_of = padded(layout.houses_of)
    position_of = np.zeros(houses_of.shape, np.uint64)
    for cell, lying in enumerate(layout.houses_of):
        position_of[cell, : len(lying)] = [1 << houses[h].cells.index(cell) for h in lying]
    meeting, shared = _meetings(layout, regions, lines)
    return RaterTables(
        house_cells=np.array([house.cells for house in houses], np.int64),
        houses_of=houses_of,
        position_of=position_of,
        placing=np.array(regions or rows_and_columns, np.int64),
        regions=np.array(regions, np.int64),
        lines=np.array(lines, np.int64),
        everything=np.arange(len(houses), dtype=np.int64),
        meeting=meeting,
        shared=shared,
        widest=np.array([max(mask.bit_count() for mask in here) for here in shared[:, :, 0].tolist()], np.int64),
        sweeps=SWEEPS,
    )


def _meetings(layout: Layout, regions: list[int], lines: list[int]) -> tuple[np.ndarray, np.ndarray]:
    others: list[list[tuple[int, int, int]]] = [[] for _ in layout.houses]
    for region in regions:
        for line in lines:
            inside, along = layout.houses[region].cells, layout.houses[line].cells
            common = set(inside) & set(along)
            if len(common) > 1:
                in_region, in_line = _positions(inside, common), _positions(along, common)
                others[region].append((line, in_region, in_line))
                others[line].append((region, in_line, in_region))
    meeting = padded([[other for other, _, _ in met] for met in others])
    shared = np.zeros((*meeting.shape, 2), np.uint64)
    for house, met in enumerate(others):
        for k, (_, here, there) in enumerate(met):
            shared[house, k] = here, there
    return meeting, shared


def _positions(cells: tuple[int, ...], wanted: set[int]) -> int:
    return sum(1 << position for position, cell in enumerate(cells) if cell in wanted)


class LogEntry(NamedTuple):
    """An effect on a traced board, and the finding that it follows from; digits and positions are masks."""

    round_number: int
    """From 1"""
    rule: int
    """By its place in the ladder"""
    digits: int
    house: int
    """−1: none"""
    positions: int
    """Those of its cells that belong to the finding"""
    other_house: int
    """−1: none"""
    other_positions: int
    cell: int
    placed: int
    """The digit from 1 that is placed in the cell, or 0"""
    removed: int
    """The digit from 1 that is removed from it, or 0"""


class RaterBoard(NamedTuple):
    """The state of one board, reused from puzzle to puzzle."""

    candidates: np.ndarray
    """[N] the digits still possible in a cell, as a mask"""
    places: np.ndarray
    """[H, n] the positions still possible for a digit in a house, as a mask"""
    placed: np.ndarray
    """[H] the digits placed in a house, as a mask"""
    values: np.ndarray
    """[N] the digit placed in a cell, 1..n, or 0"""
    state: np.ndarray
    """One record: how far the rating is"""
    uses: np.ndarray
    """How many rounds each rule of the ladder was used in"""
    finding: np.ndarray
    """One record: the `LogEntry` of the next effect but for what the effect is"""
    log: np.ndarray
    """A record for each effect so far"""
    singles: np.ndarray
    """What a placement round has found: records of house, digit and cell"""
    chosen: np.ndarray
    """[4] the items of the subset being tried"""
    union: np.ndarray
    """[5] the partners of its first 0, 1, … items together"""


def empty_board(tables: RaterTables, traced: bool = False) -> RaterBoard:
    """A board for the tables' layout, its log large enough for every effect that there can be when traced."""
    cells, (houses, size) = len(tables.houses_of), tables.house_cells.shape
    columns = dict.fromkeys(LogEntry._fields, np.int64)
    return RaterBoard(
        candidates=np.zeros(cells, np.uint64),
        places=np.zeros((houses, size), np.uint64),
        placed=np.zeros(houses, np.uint64),
        values=np.zeros(cells, np.uint8),
        state=records(
            1,
            open_cells=np.int64,
            broken=np.bool_,
            changes=np.int64,
            level=np.int64,
            steps=np.int64,
            traced=np.bool_,
            logged=np.int64,
        ),
        uses=np.zeros(64, np.int64),
        finding=records(1, **columns),
        log=records(cells * (size + 1) if traced else 0, **columns),
        singles=records(houses * size, house=np.int64, digit=np.int64, cell=np.int64),
        chosen=np.zeros(4, np.int64),
        union=np.zeros(5, np.uint64),
    )


@compiled
def set_up(tables: RaterTables, board: RaterBoard, clues: np.ndarray) -> None:
    """Makes the board full of candidates and places the clues (digits 1..n, 0 open), untraced."""
    size = tables.house_cells.shape[1]
    full = (bit(size - 1) - np.uint64(1)) | bit(size - 1)
    board.candidates[:] = full
    board.places[:] = full
    board.placed[:] = np.uint64(0)
    board.values[:] = 0
    board.uses[:] = 0
    state = board.state[0]
    state.open_cells = len(clues)
    state.broken = state.traced = False
    state.changes = state.level = state.steps = state.logged = 0
    for cell in range(len(clues)):
        if clues[cell]:
            place(tables, board, cell, clues[cell] - 1)
            if state.broken:
                return


@compiled
def strike(tables: RaterTables, board: RaterBoard, cell: int, digit: int) -> None:
    """Takes a digit, which must be there, out of a cell's candidates and out of the places in its houses."""
    left = board.candidates[cell] & ~bit(digit)
    board.candidates[cell] = left
    broken = left == 0
    for k in range(tables.houses_of.shape[1]):
        house = tables.houses_of[cell, k]
        if house < 0:
            break
        places = board.places[house, digit] & ~tables.position_of[cell, k]
        board.places[house, digit] = places
        broken |= places == 0
    if broken:
        board.state[0].broken = True


@compiled
def place(tables: RaterTables, board: RaterBoard, cell: int, digit: int) -> None:
    """Places a digit: it stays alone in its cell and leaves all cells that see it."""
    if board.values[cell] == digit + 1:
        return
    if not board.candidates[cell] & bit(digit):
        board.state[0].broken = True
        return
    board.values[cell] = digit + 1
    board.state[0].open_cells -= 1
    board.state[0].changes += 1
    rest = board.candidates[cell] & ~bit(digit)
    while rest:
        strike(tables, board, cell, lowest(rest))
        rest &= rest - np.uint64(1)
    for k in range(tables.houses_of.shape[1]):
        house = tables.houses_of[cell, k]
        if house < 0:
            break
        board.placed[house] |= bit(digit)
        others = board.places[house, digit] & ~tables.position_of[cell, k]
        while others:
            strike(tables, board, tables.house_cells[house, lowest(others)], digit)
            others &= others - np.uint64(1)
    if board.state[0].traced:
        log(board, cell, digit + 1, 0)


@compiled
def remove(tables: RaterTables, board: RaterBoard, cell: int, digits: np.uint64) -> None:
    """Removes those of the digits (a mask) that are candidates of the cell, as an effect of the present finding."""
    there = board.candidates[cell] & digits
    while there:
        digit = lowest(there)
        strike(tables, board, cell, digit)
        board.state[0].changes += 1
        if board.state[0].traced:
            log(board, cell, 0, digit + 1)
        there &= there - np.uint64(1)


@compiled
def remove_places(tables: RaterTables, board: RaterBoard, house: int, digit: int, positions: np.uint64) -> None:
    """Removes a digit from those positions of a house where it is possible, as an effect of the present finding."""
    there = board.places[house, digit] & positions
    while there:
        remove(tables, board, tables.house_cells[house, lowest(there)], bit(digit))
        there &= there - np.uint64(1)


@compiled
def note_finding(board: RaterBoard, digits: np.uint64, house: int, positions: np.uint64) -> None:
    """Notes what the effects that come next follow from: digits at some positions of a house (−1: of none)."""
    finding = board.finding[0]
    finding.digits = np.int64(digits)
    finding.house = house
    finding.positions = np.int64(positions)
    finding.other_house = -1
    finding.other_positions = 0


@compiled
def note_second_house(board: RaterBoard, other: int, positions: np.uint64) -> None:
    """Adds a second house to what was found, and the positions in it that belong to it, too (perhaps none)."""
    board.finding[0].other_house = other
    board.finding[0].other_positions = np.int64(positions)


@compiled
def log(board: RaterBoard, cell: int, placed: int, removed: int) -> None:
    """Adds an entry to the log: the present finding, the cell, and the digit placed or removed (0: none)."""
    # Field by field: numba copies a whole record byte by byte, which makes a rating a sixth slower.
    finding, entry = board.finding[0], board.log[board.state[0].logged]
    entry.round_number = finding.round_number
    entry.rule = finding.rule
    entry.digits = finding.digits
    entry.house = finding.house
    entry.positions = finding.positions
    entry.other_house = finding.other_house
    entry.other_positions = finding.other_positions
    entry.cell = cell
    entry.placed = placed
    entry.removed = removed
    board.state[0].logged += 1
