"""Symmetries of a board as rearrangements of its rows and columns, and the search for one that fits.

A symmetry is here a rearrangement of the rows and of the columns, perhaps with rows and columns exchanged, that carries
regions into regions and extra houses into extra houses. Lines are numbered rows first, then columns.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import numpy as np

from cpgen.kernel import compiled, inlined
from cpgen.kernel.records import padded
from cpgen.layout import Layout
from cpgen.symmetry.refinement import Incidence, colours_for, refine

LINE_COLOUR, REGION_COLOUR, EXTRA_COLOUR, DIGIT_COLOUR = (
    0x9E3779B97F4A7C15,
    0xD1B54A32D192ED03,
    0x8CB92BA72F3D8DD7,
    0xAAAAAAAAAAAAAAAB,
)
"""The colours that lines, regions, extra houses and digits begin with"""


class LineTables(NamedTuple):
    """What is looked up of a board with N cells, n digits and 2n lines."""

    incidence: Incidence
    """The vertices are the lines, the regions, the extra houses, and the digits"""
    region_of: np.ndarray
    """[N] the region of a cell, −1 where there are none"""
    extras_of: np.ndarray
    """[N, X] the extra houses of a cell, then −1"""
    extra_cells: np.ndarray
    """[X, n] the cells of an extra house"""
    bare: np.ndarray
    """[2n] the colours of the lines of the empty board: only lines of one colour can be carried into each other"""


class Placing(NamedTuple):
    """Which line of the board comes to lie where, and the memory of the search for that; changed in place."""

    order: np.ndarray
    """[2n] the lines in the order in which they are to be placed"""
    parallel: np.ndarray
    """[2, n] the rows in that order, and the columns"""
    placed: np.ndarray
    """[2n] the line of the board that comes to lie on a line of the target"""
    tried: np.ndarray
    """[2n] for each step the next line to try, by its place in the order, or among those parallel to it"""
    used: np.ndarray
    region_map: np.ndarray
    """[2, R, 2] the board's region for one of the target and the other way round (−1: none), and since which step"""
    extra_map: np.ndarray
    joined: np.ndarray
    """[2n] how many regions and extra houses each step has joined"""


@lru_cache(maxsize=64)
def line_tables(layout: Layout) -> LineTables:
    """The tables of a layout."""
    n, regions, extras = layout.size, len(set(layout.regions)), len(layout.extras)
    houses = [LINE_COLOUR] * (2 * n) + [REGION_COLOUR] * regions + [EXTRA_COLOUR] * extras
    of_cell = [[k for k, cells in enumerate(layout.extras) if cell in cells] for cell in range(n * n)]
    members = [
        [cell // n, n + cell % n, *_region_vertex(layout, cell), *(2 * n + regions + k for k in of_cell[cell])]
        for cell in range(n * n)
    ]
    incidence = Incidence(np.array([*houses, 0, *[DIGIT_COLOUR] * n], np.uint64), padded(members), len(houses))
    return LineTables(
        incidence,
        region_of=np.array(layout.regions or [-1] * (n * n), np.int64),
        extras_of=padded(of_cell),
        extra_cells=np.array(layout.extras, np.int64).reshape(extras, n),
        bare=_bare_colours(incidence, 2 * n),
    )


def _bare_colours(incidence: Incidence, lines: int) -> np.ndarray:
    colours = colours_for(incidence, lines, 1)
    colours.of[0] = incidence.first
    colours.of[0, :lines] += (np.uint64(LINE_COLOUR) ** _shared_cells(incidence, lines)).sum(axis=1)
    refine(incidence, colours, 0, np.zeros(len(incidence.houses_of), np.uint8))
    return colours.of[0, :lines].copy()


def _shared_cells(incidence: Incidence, lines: int) -> np.ndarray:
    """[2n, H] how many cells each line has in common with each region and extra house."""
    shared = np.zeros((lines, incidence.digits - lines), np.uint64)
    for row, column, *others in incidence.houses_of.tolist():
        for house in others:
            if house >= 0:
                shared[[row, column], house - lines] += 1
    return shared


def _region_vertex(layout: Layout, cell: int) -> list[int]:
    return [2 * layout.size + layout.regions[cell]] if layout.regions else []


def placing_for(tables: LineTables) -> Placing:
    """Fresh memory for placing the lines of a board."""
    lines, regions = len(tables.bare), max(1, int(tables.region_of.max()) + 1)
    return Placing(
        order=np.zeros(lines, np.int64),
        parallel=np.zeros((2, lines // 2), np.int64),
        placed=np.zeros(lines, np.int64),
        tried=np.zeros(lines, np.int64),
        used=np.zeros(lines, np.int64),
        region_map=np.zeros((2, regions, 2), np.int64),
        extra_map=np.zeros((2, max(1, len(tables.extra_cells)), 2), np.int64),
        joined=np.zeros(lines, np.int64),
    )


@compiled
def place_lines(board: LineTables, target: LineTables, placing: Placing) -> bool:
    """Fills `placing.placed`; False when the board cannot be carried into the target at all.

    The target's lines are filled in turn: row 1, column 1, row 2, column 2, …, each with the first line in the order
    that keeps regions and extra houses whole; when there is none, the line before takes its next.
    """
    lines = len(placing.order)
    _part_rows_from_columns(placing)
    placing.used[:] = 0
    placing.region_map[:] = -1
    placing.extra_map[:] = -1
    placing.tried[0] = 0
    placing.joined[:] = 0
    step = 0
    while step < lines:
        if _place_next(board, target, placing, step):
            step += 1
            if step < lines:
                placing.tried[step] = 0
        else:
            step -= 1
            if step < 0:
                return False
            placing.used[placing.placed[_line_at(step, lines)]] = 0
            _forget(placing, step)
    return True


@inlined
def _part_rows_from_columns(placing: Placing) -> None:
    n = len(placing.order) // 2
    rows = 0
    for k in range(2 * n):
        if placing.order[k] < n:
            placing.parallel[0, rows] = placing.order[k]
            rows += 1
        else:
            placing.parallel[1, k - rows] = placing.order[k]


@inlined
def _line_at(step: int, lines: int) -> int:
    """The target's line that is filled in this step."""
    return step // 2 + (lines // 2 if step % 2 else 0)


@inlined
def _place_next(board: LineTables, target: LineTables, placing: Placing, step: int) -> bool:
    n = len(placing.order) // 2
    place = _line_at(step, 2 * n)
    lines = placing.order
    if step:
        lines = placing.parallel[int((placing.placed[0] < n) != (place < n))]
    for k in range(placing.tried[step], len(lines)):
        line = lines[k]
        if placing.used[line] or board.bare[line] != target.bare[place]:
            continue
        placing.placed[place] = line
        if _fits(board, target, placing, step):
            placing.tried[step] = k + 1
            placing.used[line] = 1
            return True
        _forget(placing, step)
    return False


@compiled
def source_cell(placing: Placing, row: int, column: int) -> int:
    """The board's cell that lies at this row and column of the target."""
    n = len(placing.order) // 2
    return _meeting(n, placing.placed[row], placing.placed[n + column])


@inlined
def _meeting(n: int, one: int, other: int) -> int:
    """The cell where a row and a column meet, in whatever order they are given."""
    return min(one, other) * n + max(one, other) - n


@inlined
def _fits(board: LineTables, target: LineTables, placing: Placing, step: int) -> bool:
    n = len(placing.order) // 2
    place = _line_at(step, 2 * n)
    across = n if place < n else 0
    for other in range(across, across + (step + 1) // 2):
        cell, goal = _meeting(n, placing.placed[place], placing.placed[other]), _meeting(n, place, other)
        if target.region_of[goal] >= 0 and not _joined(
            placing, placing.region_map, target.region_of[goal], board.region_of[cell], step
        ):
            return False
        if len(target.extra_cells) and not _extras_fit(board, target, placing, cell, goal, step):
            return False
    return step < 2 * n - 1 or _extras_are_whole(board, target, placing)


@inlined
def _joined(placing: Placing, both_ways: np.ndarray, goal: int, house: int, step: int) -> bool:
    """Whether the two houses are each other's images, or can become so now."""
    if both_ways[0, goal, 0] == house:
        return True
    if both_ways[0, goal, 0] >= 0 or both_ways[1, house, 0] >= 0:
        return False
    both_ways[0, goal, 0], both_ways[0, goal, 1] = house, step
    both_ways[1, house, 0], both_ways[1, house, 1] = goal, step
    placing.joined[step] += 1
    return True


@compiled
def _extras_fit(board: LineTables, target: LineTables, placing: Placing, cell: int, goal: int, step: int) -> bool:
    wanted, given = _count(target.extras_of, goal), _count(board.extras_of, cell)
    if wanted != given:
        return False
    if wanted == 1:
        return _joined(placing, placing.extra_map, target.extras_of[goal, 0], board.extras_of[cell, 0], step)
    for k in range(wanted):
        there = placing.extra_map[0, target.extras_of[goal, k], 0]
        if there >= 0 and not _has(board.extras_of, cell, there):
            return False
        back = placing.extra_map[1, board.extras_of[cell, k], 0]
        if back >= 0 and not _has(target.extras_of, goal, back):
            return False
    return True


@compiled
def _count(table: np.ndarray, cell: int) -> int:
    count = 0
    while count < table.shape[1] and table[cell, count] >= 0:
        count += 1
    return count


@compiled
def _has(table: np.ndarray, row: int, value: int) -> bool:
    """Whether the value is in the row of the table."""
    found = False
    for k in range(table.shape[1]):
        found |= table[row, k] == value
    return found


@compiled
def _extras_are_whole(board: LineTables, target: LineTables, placing: Placing) -> bool:
    """Whether every extra house of the target is one of the board, with all lines placed."""
    for extra in range(len(target.extra_cells)):
        whole = False
        for candidate in range(len(board.extra_cells)):
            whole |= _is_carried(board, target, placing, candidate, extra)
        if not whole:
            return False
    return True


@compiled
def _is_carried(board: LineTables, target: LineTables, placing: Placing, extra: int, goal: int) -> bool:
    n = len(placing.order) // 2
    for k in range(n):
        cell = target.extra_cells[goal, k]
        if not _has(board.extras_of, source_cell(placing, cell // n, cell % n), extra):
            return False
    return True


@inlined
def _forget(placing: Placing, step: int) -> None:
    """Undoes what this step has joined."""
    if placing.joined[step]:
        placing.joined[step] = 0
        _forget_in(placing.region_map, step)
        _forget_in(placing.extra_map, step)


@compiled
def _forget_in(both_ways: np.ndarray, step: int) -> None:
    for way in range(2):
        for house in range(both_ways.shape[1]):
            if both_ways[way, house, 1] == step:
                both_ways[way, house, 0] = both_ways[way, house, 1] = -1
