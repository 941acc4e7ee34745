"""The board that techniques search: lookup tables of a layout, the candidates, and the log of findings.

Digits are 0..n−1 here. A set of digits, or of positions in a house, is one unsigned 64-bit mask. The position of a cell
in a house is its index among the house's cells: in a row it is the column, in a column the row. A set of cells is an
array of W = ⌈N/64⌉ masks (`cpgen.rater.visibility`).

A technique first notes a finding (`note_finding`, or `begin_finding` and the parts one by one), then calls `eliminate`
and `assign` for what follows from it, and returns when `is_over`. The log takes these effects. The mode of the present
search decides what it does with them: they are applied immediately (sweeps of the paper's rules), or they wait in the
log, either those of the first finding or those of all, or those of the best one. Rating, explanation and hints run the
same code; only a traced log keeps the parts of findings.

The best finding is one that assigns a digit, or else the one with the most eliminations. Equal ones are compared by how
many candidates are near: by numbers that stay the same when the board is turned or its digits are renamed, so that
ratings hardly depend on these.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from cpgen.constraints.house import EXTRA, REGION
from cpgen.errors import InputError
from cpgen.kernel import bit, compiled, count_bits, ones
from cpgen.kernel.record_arrays import padded
from cpgen.kernel.structs import Struct
from cpgen.layout import Layout
from cpgen.messages import Message
from cpgen.notation import MAX_DIGIT
from cpgen.rater.memory import H, Length, N, W, allocate, array, made, masks, n, nested, numbers, record

IMMEDIATE, FIRST, ALL, BEST = range(4)
"""Effect mode: apply effects immediately, or collect those of the first finding, of all findings, or of the best one"""
COLOURS = ("colour-1", "colour-2", "colour-3", "colour-4")
"""Roles of cells: the two colours of a cluster, and those of a second cluster"""
ROLES = (
    "figure", "cells", "cover", "fin", "start", "strong", "weak", "set", "common", "also", "clue", "derived", *COLOURS
)  # fmt: skip
"""Roles of the parts of a finding.

- figure: cells of a house that the finding is about; cells: the same, where the house only addresses the cells
- cover: a house that covers the figure; fin: a cell of the figure outside the covers
- start, strong, weak: first node of a chain, and nodes reached by a strong or by a weak link
- set: an almost locked set (in a chain, its source is the node that the set makes true)
- common: digits that two sets share, or that all parts lead to; also: a further source of the part before it
- clue: a constraint, whose number is the source; derived: a sum that follows from houses and constraints, likewise
"""
FIGURE, CELLS, COVER, FIN, START, STRONG, WEAK, SET, COMMON, ALSO, CLUE, DERIVED = range(len(ROLES) - len(COLOURS))
COLOUR_1, COLOUR_2, COLOUR_3, COLOUR_4 = range(len(ROLES) - len(COLOURS), len(ROLES))
NONE = np.uint64(0)
"""The empty mask"""
WHOLE = 1 << 16
"""Unit of the worth of a finding; it exceeds what numbers of candidates and open cells near an effect add up to"""
ASSIGNED = 1 << 16
"""Worth of an assignment, less the number of candidates that it excludes"""
MOST_RUNGS = 126
"""Largest number of rungs of a ladder; limits the memory of what each rung has searched"""
LOG_PER_EFFECT = 32
"""Room in the log of a traced board, in entries per possible effect: one effect can follow from many findings"""
PARTS_PER_EFFECT, MOST_PARTS, PARTS_LEFT = 128, 1 << 18, 256
"""Room for parts on a traced board, in parts per possible effect and in all; a search ends when fewer are left"""


class RaterTables(Struct):
    """Lookup tables of a layout with H houses, N cells and n digits."""

    house_cells: np.ndarray
    """[H, n] cells of each house, ascending"""
    houses_of: np.ndarray
    """[N, K] houses of each cell, then −1"""
    position_of: np.ndarray
    """[N, K] position of the cell in each of them, as a mask"""
    placing: np.ndarray
    """Houses in which rule 1 assigns: the regions, or rows and columns where there are none"""
    regions: np.ndarray
    """Regions"""
    lines: np.ndarray
    """Rows, columns and extra houses"""
    everything: np.ndarray
    """All houses"""
    meeting: np.ndarray
    """[H, M] for a region the lines, for a line the regions, with which it shares two cells or more; then −1"""
    shared: np.ndarray
    """[H, M, 2] the shared cells as positions in the house itself and in the other"""
    widest: np.ndarray
    """[H] largest number of cells that the house shares with one of them"""
    peers: np.ndarray
    """[N, W] set of the cells that each cell sees"""
    beyond: np.ndarray
    """[N, W] those of them that share no house with it; [0, W] on layouts where cells see each other in houses only"""
    barred: np.ndarray
    """[N] digits that constraints on single cells exclude, as a mask; [0] if there are none"""
    members: np.ndarray
    """[H, W] set of the cells of each house"""


@lru_cache(maxsize=64)
def rater_tables(layout: Layout) -> RaterTables:
    """Return the tables of a layout.

    Raises:
        InputError: The layout has more than 36 digits.
    """
    if layout.size > MAX_DIGIT:
        raise InputError(Message("rated-up-to", most=MAX_DIGIT, side=layout.size))
    if layout.further:
        # All layouts with the same houses share what depends on these alone.
        return rater_tables(layout.base)._replace(**_sight(layout))
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
        members=cell_sets([house.cells for house in houses], layout.cell_count),
        **_sight(layout),
    )


def _sight(layout: Layout) -> dict[str, np.ndarray]:
    """Return the tables that depend on further constraints: what cells see, and what single cells may not be."""
    peers = layout.peer_masks
    beyond = [mask & ~near for mask, near in zip(peers, layout.base.peer_masks, strict=True)]
    barred = np.array([(1 << layout.size) - 1 & ~digits for digits in layout.allowed], np.uint64)
    return {
        "peers": split_masks(peers, layout.cell_count),
        "beyond": split_masks(beyond if any(beyond) else [], layout.cell_count),
        "barred": barred if barred.any() else barred[:0],
    }


def cell_sets(sets: Sequence[Iterable[int]], cells: int) -> np.ndarray:
    """Return [R, W] the sets of cells as bits of W masks."""
    return split_masks([sum(1 << cell for cell in members) for members in sets], cells)


def split_masks(masks: Iterable[int], cells: int) -> np.ndarray:
    """Return [R, W] sets of cells that are given as integers."""
    words = (cells + 63) // 64
    raw = bytearray().join(mask.to_bytes(8 * words, "little") for mask in masks)
    return np.frombuffer(raw, "<u8").reshape(-1, words)


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
    """One effect, and the finding that it follows from."""

    round_number: int
    """Number of the round, from 1"""
    rung: int
    """Index of the technique in the ladder"""
    finding: int
    """Number of the finding, from 1"""
    parts_from: int
    parts_to: int
    """Range of the finding's parts"""
    cell: int
    placed: int
    """Digit assigned to the cell, from 1; 0 for an elimination"""
    removed: int
    """Digit eliminated from the cell, from 1; 0 for an assignment"""


class PartEntry(NamedTuple):
    """A part of a finding: digits at some positions of a house, both as masks."""

    role: int
    """FIGURE, CELLS, …"""
    house: int
    """−1 for a part without cells"""
    positions: int
    digits: int
    source: int
    """Part that a link of a chain comes from, as an index into the finding's parts; −1 for none"""


ROOM = Length(lambda layout, given: _effects(layout) * (LOG_PER_EFFECT if given["traced"] else 4))
ROOM_FOR_PARTS = Length(
    lambda layout, given: min(_effects(layout) * PARTS_PER_EFFECT, MOST_PARTS) if given["traced"] else 0
)


def _effects(layout: Layout) -> int:
    """Return the largest number of effects of a search."""
    return layout.cell_count * (layout.size + 1)


class FindingLog(Struct):
    """Log of the effects of findings and, on a traced board, of the parts of findings."""

    state: np.ndarray = record(
        finding=np.int64,  # number of the present finding
        has_effect=np.bool_,  # of the present finding
        worth=np.int64,  # in mode BEST, of the present finding
        best=np.int64,  # in mode BEST, of the best finding before it
        waiting=np.int64,  # first entry that belongs to the present search
        logged=np.int64,
        parts_from=np.int64,
        parts_to=np.int64,
    )
    entries: np.ndarray = record(ROOM, **dict.fromkeys(LogEntry._fields, np.int64))
    """Records like `LogEntry`: the effects that wait; in a traced log all effects so far"""
    parts: np.ndarray = record(ROOM_FOR_PARTS, **dict.fromkeys(PartEntry._fields, np.int64))
    """Records like `PartEntry`: parts of the findings in the log; empty unless it is traced"""


class RaterBoard(Struct):
    """State of one board, reused from puzzle to puzzle; it is sized for its tables, so it is never used with others."""

    tables: RaterTables = made(rater_tables)  # what the techniques look up about the layout
    log: FindingLog = nested(FindingLog)

    candidates: np.ndarray = masks(N)  # digits still possible in each cell
    places: np.ndarray = masks(H, n)  # positions still possible for each digit in each house
    placed: np.ndarray = masks(H)  # digits assigned in each house
    values: np.ndarray = array(np.uint8, N)  # digit assigned to each cell, 1..n, or 0
    clue_cells: np.ndarray = masks(W)  # set of the cells with clues
    state: np.ndarray = record(
        open_cells=np.int64,
        broken=np.bool_,  # a contradiction was found
        changes=np.int64,  # assignments and eliminations so far
        mapped=np.int64,  # `changes` when `digit_cells` was up to date
    )

    progress: np.ndarray = record(
        level=np.int64,
        steps=np.int64,
        score=np.int64,
        level_place=np.int64,  # highest index of a level name
        open_before=np.int64,  # open cells when the present search began
        changes_before=np.int64,
    )
    uses: np.ndarray = numbers(MOST_RUNGS)  # number of rounds of each rung of the ladder
    search: np.ndarray = record(
        rung=np.int64,
        mode=np.int64,  # IMMEDIATE, FIRST, ALL or BEST
        places=np.bool_,  # all singles assign, not only rule 1
        fillings=np.int64,  # digits that may be tried to fill a constraint
    )
    """Current search: technique, mode and limits"""

    digit_cells: np.ndarray = masks(n, W)  # set of the open cells for each digit, as of `update_digit_cells`
    searched: np.ndarray = masks(MOST_RUNGS, n, W)  # `digit_cells` when a rung last found nothing of a digit
    singles: np.ndarray = numbers(H * n, 3)
    """House, digit and cell of each hidden single that a placement round is about to assign"""
    partners: np.ndarray = masks(n)  # for a search of subsets: partners of each item of a house
    choices: np.ndarray = masks(3, n)
    """For a search of subsets: items left, items chosen and their partners, by number of items chosen"""


def empty_board(layout: Layout, traced: bool = False) -> RaterBoard:
    """Return a board for a layout; the log of a traced one has room for the findings of many rounds."""
    return allocate(RaterBoard, layout, traced=traced)


@compiled
def set_up(board: RaterBoard, clues: np.ndarray) -> None:
    """Fill the board with all candidates, then assign the clues (digits 1..n, 0 for an open cell)."""
    full = all_digits(board)
    begin(board)
    board.candidates[:] = full
    board.places[:] = full
    state = board.state[0]
    note_clues(board, clues)
    for cell in range(len(board.tables.barred)):
        for digit in ones(board.tables.barred[cell]):
            apply_elimination(board, cell, digit)
    for cell in range(len(clues)):
        if clues[cell]:
            apply_assignment(board, cell, clues[cell] - 1)
            if state.broken:
                return


@compiled
def begin(board: RaterBoard) -> None:
    """Reset a board, except for candidates and places."""
    board.placed[:] = NONE
    board.values[:] = 0
    board.uses[:] = 0
    board.searched[:] = NONE
    state, progress, log = board.state[0], board.progress[0], board.log.state[0]
    state.open_cells = len(board.values)
    state.broken = log.has_effect = False
    state.changes = log.finding = log.logged = log.waiting = log.parts_from = log.parts_to = 0
    progress.level = progress.steps = progress.score = progress.level_place = 0
    state.mapped = -1


@compiled
def note_clues(board: RaterBoard, clues: np.ndarray) -> None:
    """Make the set of the cells with clues."""
    board.clue_cells[:] = NONE
    for cell in range(len(clues)):
        if clues[cell]:
            board.clue_cells[cell >> 6] |= bit(cell & 63)


@compiled
def all_digits(board: RaterBoard) -> np.uint64:
    """Return the mask of all n digits."""
    last = bit(board.places.shape[1] - 1)
    return last | (last - np.uint64(1))


@compiled
def assign(board: RaterBoard, cell: int, digit: int) -> None:
    """Assign a digit as an effect of the present finding."""
    if board.values[cell] != digit + 1:
        _take_effect(board, cell, digit, True)


@compiled
def eliminate(board: RaterBoard, cell: int, digits: np.uint64) -> None:
    """Eliminate those of the digits that are candidates of the cell, as effects of the present finding."""
    # Candidates that were eliminated before are no effects.
    for digit in ones(board.candidates[cell] & digits):
        _take_effect(board, cell, digit, False)


@compiled
def eliminate_at(board: RaterBoard, house: int, positions: np.uint64, digit: int) -> None:
    """Eliminate a digit at those of the positions of a house where it is possible."""
    for position in ones(board.places[house, digit] & positions):
        eliminate(board, board.tables.house_cells[house, position], bit(digit))


@compiled
def is_noted(board: RaterBoard, cell: int, removed: int) -> bool:
    """Return True if the present finding eliminates a digit (from 1) already."""
    log, entries = board.log.state[0], board.log.entries
    k = log.logged - 1
    while k >= log.waiting and entries[k].finding == log.finding:
        if entries[k].cell == cell and entries[k].removed == removed:
            return True
        k -= 1
    return False


@compiled
def worth_of(board: RaterBoard, cell: int, digit: int, assigned: bool) -> int:
    """Return the weight of an effect in the choice of the best finding, in units of 1 / WHOLE.

    An elimination counts 1. An assignment counts more than all eliminations, but less the more candidates it excludes,
    which gives the scores nearest to HoDoKu's. Effects count more where cell and houses have fewer candidates.
    """
    excluded = near = count_bits(board.candidates[cell])
    for k in range(board.tables.houses_of.shape[1]):
        house = board.tables.houses_of[cell, k]
        if house < 0:
            break
        places = count_bits(board.places[house, digit])
        open_cells = len(board.partners) - count_bits(board.placed[house])
        excluded += places
        near += places * places + open_cells * open_cells
    return (ASSIGNED - excluded if assigned else 1) * WHOLE - near


@compiled
def apply_assignment(board: RaterBoard, cell: int, digit: int) -> None:
    """Assign a digit now: remove all other candidates of the cell, and the digit from all cells that see it."""
    if board.values[cell] == digit + 1:
        return
    if not board.candidates[cell] & bit(digit):
        board.state[0].broken = True
        return
    board.values[cell] = digit + 1
    board.state[0].open_cells -= 1
    board.state[0].changes += 1
    # The other candidates of the cell go first, then the digit in each of its houses.
    for other in ones(board.candidates[cell] & ~bit(digit)):
        apply_elimination(board, cell, other)
    for k in range(board.tables.houses_of.shape[1]):
        house = board.tables.houses_of[cell, k]
        if house < 0:
            break
        board.placed[house] |= bit(digit)
        for position in ones(board.places[house, digit] & ~board.tables.position_of[cell, k]):
            apply_elimination(board, board.tables.house_cells[house, position], digit)
    if len(board.tables.beyond):
        _eliminate_beyond_houses(board, cell, digit)


@compiled
def _eliminate_beyond_houses(board: RaterBoard, cell: int, digit: int) -> None:
    """Remove a digit from the cells that see a cell by cages, chess moves and the like."""
    for word in range(board.tables.beyond.shape[1]):
        for place in ones(board.tables.beyond[cell, word]):
            other = (word << 6) + place
            if board.candidates[other] & bit(digit):
                apply_elimination(board, other, digit)


@compiled
def apply_elimination(board: RaterBoard, cell: int, digit: int) -> None:
    """Eliminate a present candidate now; set `broken` if its cell has none left or the digit no place in a house."""
    left = board.candidates[cell] & ~bit(digit)
    board.candidates[cell] = left
    # No candidate in the cell, or no place in a house, is a contradiction.
    broken = left == 0
    for k in range(board.tables.houses_of.shape[1]):
        house = board.tables.houses_of[cell, k]
        if house < 0:
            break
        places = board.places[house, digit] & ~board.tables.position_of[cell, k]
        board.places[house, digit] = places
        broken |= places == 0
    if broken:
        board.state[0].broken = True


@compiled
def apply_waiting(board: RaterBoard) -> None:
    """Apply the effects that wait in the log: in mode FIRST those of the first finding, else all."""
    log, entries, mode = board.log.state[0], board.log.entries, board.search[0].mode
    keep_best(board)
    first, end, kept = entries[log.waiting].finding, log.logged, log.waiting
    for k in range(log.waiting, end):
        entry = entries[k]
        if (mode == FIRST and entry.finding != first) or board.values[entry.cell]:
            continue
        # An earlier effect may have made this one pointless.
        if entry.placed:
            apply_assignment(board, entry.cell, entry.placed - 1)
        elif board.candidates[entry.cell] & bit(entry.removed - 1):
            apply_elimination(board, entry.cell, entry.removed - 1)
            board.state[0].changes += 1
        else:
            continue
        # A traced log keeps the effects that were applied; otherwise the log is only a queue.
        if is_traced(board):
            entries[kept] = entry
            kept += 1
    log.logged = kept


@compiled
def is_traced(board: RaterBoard) -> bool:
    """Return True if the log keeps the parts of findings, and the effects after they were applied."""
    return len(board.log.parts) > 0


@compiled
def is_over(board: RaterBoard) -> bool:
    """Return True if a search ends: a contradiction (IMMEDIATE), the first finding (FIRST), or a log nearly full."""
    log, mode = board.log.state[0], board.search[0].mode
    if mode == IMMEDIATE:
        return bool(board.state[0].broken)
    full = len(board.log.entries) - log.logged < board.places.shape[1] * len(board.values)
    full |= 0 < len(board.log.parts) < log.parts_to + PARTS_LEFT
    return bool(log.logged > log.waiting and (mode == FIRST or full))


@compiled
def note_finding(board: RaterBoard, digits: np.uint64, house: int, positions: np.uint64) -> None:
    """Begin a finding whose figure is some digits at some positions of a house."""
    begin_finding(board)
    note_part(board, FIGURE, house, positions, digits, -1)


@compiled
def begin_finding(board: RaterBoard) -> None:
    """Begin a finding; forget the parts of the one before unless it had an effect."""
    log = board.log.state[0]
    keep_best(board)
    log.finding += 1
    if log.has_effect:
        log.parts_from = log.parts_to
    else:
        log.parts_to = log.parts_from
    log.has_effect = False


@compiled
def keep_best(board: RaterBoard) -> None:
    """In mode BEST, keep in the log either the present finding or the best one before it; the first of equal ones."""
    log, entries = board.log.state[0], board.log.entries
    if board.search[0].mode != BEST or not log.has_effect:
        return
    first = log.logged
    while first > log.waiting and entries[first - 1].finding == log.finding:
        first -= 1
    if first == log.waiting:
        log.best = log.worth
    elif log.worth > log.best:
        log.best = log.worth
        for k in range(first, log.logged):
            entries[log.waiting + k - first] = entries[k]
        log.logged += log.waiting - first
    else:
        log.logged = first
        log.has_effect = False
    log.worth = 0


@compiled
def note_part(board: RaterBoard, role: int, house: int, positions: np.uint64, digits: np.uint64, source: int) -> None:
    """Add a part to the present finding, with the fields of `PartEntry`; do nothing unless the log is traced."""
    log = board.log.state[0]
    if log.parts_to < len(board.log.parts):
        part = board.log.parts[log.parts_to]
        part.role = role
        part.house = house
        part.positions = np.int64(positions)
        part.digits = np.int64(digits)
        part.source = source
        log.parts_to += 1


@compiled
def note_cell(board: RaterBoard, role: int, cell: int, digits: np.uint64, source: int) -> None:
    """Add a part of one cell."""
    note_part(board, role, board.tables.houses_of[cell, 0], board.tables.position_of[cell, 0], digits, source)


@compiled
def note_cover(board: RaterBoard, house: int) -> None:
    """Add a house that covers the figure."""
    note_part(board, COVER, house, NONE, NONE, -1)


@compiled
def note_common(board: RaterBoard, digits: np.uint64) -> None:
    """Add digits that are common to the parts before and after."""
    note_part(board, COMMON, -1, NONE, digits, -1)


@compiled
def note_clue(board: RaterBoard, role: int, number: int) -> None:
    """Add a constraint (CLUE) or a derived sum (DERIVED) by its number."""
    note_part(board, role, -1, NONE, NONE, number)


@compiled
def _take_effect(board: RaterBoard, cell: int, digit: int, assigned: bool) -> None:
    """Note an effect of the present finding in the log, or, in mode IMMEDIATE, apply it now."""
    log, mode = board.log.state[0], board.search[0].mode
    log.has_effect = True
    if mode == BEST and (assigned or not is_noted(board, cell, digit + 1)):
        log.worth += worth_of(board, cell, digit, assigned)
    # What is applied now is logged only to be explained.
    if mode != IMMEDIATE or is_traced(board):
        _write(board, cell, digit + 1 if assigned else 0, 0 if assigned else digit + 1)
    if mode != IMMEDIATE:
        return
    if assigned:
        apply_assignment(board, cell, digit)
    else:
        apply_elimination(board, cell, digit)
        board.state[0].changes += 1


@compiled
def _write(board: RaterBoard, cell: int, placed: int, removed: int) -> None:
    """Write an effect to the log if there is room."""
    log = board.log.state[0]
    if log.logged == len(board.log.entries):
        return
    # Field by field: numba copies a whole record byte by byte, which makes a rating a sixth slower.
    entry = board.log.entries[log.logged]
    entry.round_number = board.progress[0].steps + 1
    entry.rung = board.search[0].rung
    entry.finding = log.finding
    entry.parts_from = log.parts_from
    entry.parts_to = log.parts_to
    entry.cell = cell
    entry.placed = placed
    entry.removed = removed
    log.logged += 1
