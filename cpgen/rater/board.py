"""The board that the rules work on, and the tables of a layout's houses that they look up.

Digits are 0..n−1 in here. A set of digits, or of positions in a house, is one unsigned 64-bit mask; the position
of a cell in a house is its place among the house's cells, so that in a row it is the column, in a column the row.

A technique searches the board: it first notes what it has found (`note_finding`, and `note_part` for more of it), then
what follows (`remove`, `put`), and ends when `is_over`. The board's mode says what becomes of that: effects take place
at once (the paper's sweeps), or they wait in the log, the first finding's alone or those of all. Rating, explanation
and hints run the same code; only a traced board keeps the parts of findings.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import numpy as np

from cpgen.errors import InputError, Message
from cpgen.kernel import bit, compiled, lowest, records
from cpgen.kernel.records import padded
from cpgen.kernel.structs import Struct
from cpgen.layout import EXTRA, REGION, Layout
from cpgen.notation import MAX_DIGIT

AT_ONCE, FIRST, ALL = 0, 1, 2
"""What becomes of effects: they take place at once; they wait, and the search ends with its first finding; all wait"""
COLOURS = ("colour-1", "colour-2", "colour-3", "colour-4")
ROLES = ("figure", "cells", "cover", "fin", "start", "strong", "weak", "set", "common", "also", *COLOURS)
FIGURE, CELLS, COVER, FIN, START, STRONG, WEAK, SET, COMMON, ALSO = range(len(ROLES) - len(COLOURS))
COLOUR_1, COLOUR_2, COLOUR_3, COLOUR_4 = range(len(ROLES) - len(COLOURS), len(ROLES))
"""What a part of a finding is: cells of a house that the finding is about; cells alone (the house only addresses
them); a house that they are covered by; fins; the first candidates of a chain, those reached by a strong and by a weak
link; an almost locked set, whose source in a chain is the part that it makes true; digits that two of them share; one
more source of the part before it; the colours of a cluster, 1 and 2, and of another one"""
MOST_RUNGS = 126
"""The most rungs of a ladder"""
WORK, MASKS, ROOM = 1 << 18, 1 << 19, 64
"""How many numbers, masks and sets a search has for its own use"""
MOST_TECHNIQUES = 128
"""The most techniques that there may be"""


class RaterTables(Struct):
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
    sets: np.ndarray
    """[N + H, W] the cells that a cell sees, then the cells of each house, as bits of W masks"""


@lru_cache(maxsize=64)
def rater_tables(layout: Layout) -> RaterTables:
    """The tables of a layout of at most 36 digits; raises InputError for a larger one."""
    if layout.size > MAX_DIGIT:
        raise InputError(Message("rated-up-to", most=MAX_DIGIT, side=layout.size))
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
        sets=_sets([*layout.peers, *(house.cells for house in houses)], layout.cell_count),
    )


def _sets(sets: list[tuple[int, ...]], cells: int) -> np.ndarray:
    """[R, W] sets of cells as bits of W masks."""
    table = np.zeros((len(sets), (cells + 63) // 64), np.uint64)
    for row, members in zip(table, sets, strict=True):
        for cell in members:
            row[cell // 64] |= np.uint64(1 << cell % 64)
    return table


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
    """An effect, and the finding that it follows from."""

    round_number: int
    """From 1"""
    rung: int
    """The place of its technique in the ladder"""
    finding: int
    """From 1 in each search"""
    parts_from: int
    parts_to: int
    """The parts of the finding"""
    cell: int
    placed: int
    """The digit from 1 that is placed in the cell, or 0"""
    removed: int
    """The digit from 1 that is removed from it, or 0"""


class PartEntry(NamedTuple):
    """A part of a finding: digits at some positions of a house, both as masks."""

    role: int
    """FIGURE, CELLS, …"""
    house: int
    """−1: none"""
    positions: int
    digits: int
    source: int
    """The part that a link comes from, counted from the finding's first; −1: none"""


class RaterBoard(Struct):
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
    """How many rounds each rung of the ladder was used in"""
    log: np.ndarray
    """A record for each effect: those that wait, on a traced board all so far"""
    parts: np.ndarray
    """A record for each part of a finding in the log; no room unless the board is traced"""
    sets: np.ndarray
    """[n + 1 + ROOM + MOST_TECHNIQUES·n, W] for each digit the open cells that may hold it, the clues, room for a
    search, and for each technique the cells of each digit when it found nothing there, as bits"""
    work: np.ndarray
    """Numbers of a search"""
    masks: np.ndarray
    """Masks of a search"""


def empty_board(tables: RaterTables, traced: bool = False) -> RaterBoard:
    """A board for the tables' layout, its log large enough for every effect that there can be when traced."""
    cells, (houses, size) = len(tables.houses_of), tables.house_cells.shape
    effects = cells * (size + 1)
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
            score=np.int64,
            level_place=np.int64,
            mode=np.int64,
            places=np.bool_,
            rung=np.int64,
            technique=np.int64,
            finding=np.int64,
            has_effect=np.bool_,
            waiting=np.int64,
            logged=np.int64,
            parts_from=np.int64,
            parts_to=np.int64,
            mapped=np.int64,
            linked=np.int64,
        ),
        uses=np.zeros(MOST_RUNGS, np.int64),
        log=records(effects * (32 if traced else 4), **dict.fromkeys(LogEntry._fields, np.int64)),
        parts=records(min(effects * 128, 1 << 18) if traced else 0, **dict.fromkeys(PartEntry._fields, np.int64)),
        sets=np.zeros((size + 1 + ROOM + MOST_TECHNIQUES * size, tables.sets.shape[1]), np.uint64),
        work=np.zeros(WORK, np.int64),
        masks=np.zeros(MASKS, np.uint64),
    )


@compiled
def begin(board: RaterBoard) -> None:
    """Empties a board, all but its candidates and places, and sets its counts to 0."""
    board.placed[:] = np.uint64(0)
    board.values[:] = 0
    board.uses[:] = 0
    state = board.state[0]
    state.open_cells = len(board.values)
    state.broken = False
    state.has_effect = False
    state.changes = state.level = state.steps = state.finding = state.logged = state.parts_from = state.parts_to = 0
    state.score = state.level_place = 0
    state.mapped, state.linked = -1, -2


@compiled
def note_clues(board: RaterBoard, clues: np.ndarray) -> None:
    """Makes the set of the cells with clues."""
    given = board.sets[board.places.shape[1]]
    given[:] = np.uint64(0)
    for cell in range(len(clues)):
        if clues[cell]:
            given[cell >> 6] |= bit(cell & 63)


@compiled
def set_up(tables: RaterTables, board: RaterBoard, clues: np.ndarray) -> None:
    """Makes the board full of candidates and places the clues (digits 1..n, 0 open)."""
    size = tables.house_cells.shape[1]
    full = (bit(size - 1) - np.uint64(1)) | bit(size - 1)
    begin(board)
    board.candidates[:] = full
    board.places[:] = full
    state = board.state[0]
    note_clues(board, clues)
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


@compiled
def put(tables: RaterTables, board: RaterBoard, cell: int, digit: int) -> None:
    """Places a digit as an effect of the present finding, unless that is done."""
    if board.values[cell] == digit + 1:
        return
    note_effect(board, cell, digit + 1, 0)
    if board.state[0].mode == AT_ONCE:
        place(tables, board, cell, digit)


@compiled
def remove(tables: RaterTables, board: RaterBoard, cell: int, digits: np.uint64) -> None:
    """Removes those of the digits (a mask) that are candidates of the cell, as an effect of the present finding."""
    there = board.candidates[cell] & digits
    while there:
        digit = lowest(there)
        note_effect(board, cell, 0, digit + 1)
        if board.state[0].mode == AT_ONCE:
            strike(tables, board, cell, digit)
            board.state[0].changes += 1
        there &= there - np.uint64(1)


@compiled
def remove_places(tables: RaterTables, board: RaterBoard, house: int, digit: int, positions: np.uint64) -> None:
    """Removes a digit from those positions of a house where it is possible, as an effect of the present finding."""
    there = board.places[house, digit] & positions
    while there:
        remove(tables, board, tables.house_cells[house, lowest(there)], bit(digit))
        there &= there - np.uint64(1)


@compiled
def is_over(board: RaterBoard) -> bool:
    """Whether a search ends here: the board is broken, the first finding was all that is wanted, or the log is full."""
    state = board.state[0]
    if state.mode == AT_ONCE:
        return bool(state.broken)
    full = len(board.log) - state.logged < board.places.shape[1] * len(board.values)
    full |= 0 < len(board.parts) < state.parts_to + 256
    return bool(state.logged > state.waiting and (state.mode == FIRST or full))


@compiled
def note_finding(board: RaterBoard, digits: np.uint64, house: int, positions: np.uint64) -> None:
    """Notes what the effects that come next follow from: digits at some positions of a house."""
    begin_finding(board)
    note_part(board, FIGURE, house, positions, digits, -1)


@compiled
def begin_finding(board: RaterBoard) -> None:
    """Begins a finding; the parts of the one before are forgotten unless it had an effect."""
    state = board.state[0]
    state.finding += 1
    if state.has_effect:
        state.parts_from = state.parts_to
    else:
        state.parts_to = state.parts_from
    state.has_effect = False


@compiled
def note_part(board: RaterBoard, role: int, house: int, positions: np.uint64, digits: np.uint64, source: int) -> None:
    """Adds a part to the present finding, as `PartEntry` has it; nothing on a board that is not traced."""
    state = board.state[0]
    if state.parts_to < len(board.parts):
        part = board.parts[state.parts_to]
        part.role = role
        part.house = house
        part.positions = np.int64(positions)
        part.digits = np.int64(digits)
        part.source = source
        state.parts_to += 1


@compiled
def note_cell(tables: RaterTables, board: RaterBoard, role: int, cell: int, digits: np.uint64, source: int) -> None:
    """Adds a part of one cell."""
    note_part(board, role, tables.houses_of[cell, 0], tables.position_of[cell, 0], digits, source)


@compiled
def note_effect(board: RaterBoard, cell: int, placed: int, removed: int) -> None:
    """Adds an effect of the present finding to the log: the digit placed in a cell or removed from it (0: none)."""
    state = board.state[0]
    state.has_effect = True
    if (state.mode == AT_ONCE and len(board.parts) == 0) or state.logged == len(board.log):
        return
    # Field by field: numba copies a whole record byte by byte, which makes a rating a sixth slower.
    entry = board.log[state.logged]
    entry.round_number = state.steps + 1
    entry.rung = state.rung
    entry.finding = state.finding
    entry.parts_from = state.parts_from
    entry.parts_to = state.parts_to
    entry.cell = cell
    entry.placed = placed
    entry.removed = removed
    state.logged += 1


@compiled
def take_effect(tables: RaterTables, board: RaterBoard) -> None:
    """Lets the effects that wait take place, those of the first finding alone if no others are wanted."""
    state = board.state[0]
    first, end, kept = board.log[state.waiting].finding, state.logged, state.waiting
    for k in range(state.waiting, end):
        entry = board.log[k]
        if (state.mode == FIRST and entry.finding != first) or board.values[entry.cell]:
            continue
        if entry.placed:
            place(tables, board, entry.cell, entry.placed - 1)
        elif board.candidates[entry.cell] & bit(entry.removed - 1):
            strike(tables, board, entry.cell, entry.removed - 1)
            state.changes += 1
        else:
            continue
        if len(board.parts):
            board.log[kept] = entry
            kept += 1
    state.logged = kept


@compiled
def map_digits(tables: RaterTables, board: RaterBoard) -> None:
    """Brings the first n rows of the board's sets up to date: for each digit the open cells that may hold it."""
    state = board.state[0]
    if state.mapped == state.changes:
        return
    size = board.places.shape[1]
    board.sets[:size] = np.uint64(0)
    for cell in range(len(board.candidates)):
        rest = np.uint64(0) if board.values[cell] else board.candidates[cell]
        while rest:
            board.sets[lowest(rest), cell // 64] |= bit(cell % 64)
            rest &= rest - np.uint64(1)
    state.mapped = state.changes
