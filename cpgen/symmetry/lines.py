"""Symmetries of a board as rearrangements of its rows and columns, and the search for one that fits.

A symmetry is here a rearrangement of the rows and of the columns, perhaps with rows and columns exchanged, that carries
regions into regions and extra houses into extra houses. Lines are numbered rows first, then columns.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import numpy as np

from cpgen.kernel import compiled
from cpgen.kernel.records import padded
from cpgen.layout import Layout
from cpgen.symmetry.refining import Incidence, colours_for, refine

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
    placed: np.ndarray
    """[2n] the line of the board that comes to lie on a line of the target"""
    tried: np.ndarray
    """[2n] the next line to try there, by its place in the order"""
    used: np.ndarray
    region_map: np.ndarray
    """[2, R, 2] the board's region for one of the target and the other way round (−1: none), and since which step"""
    extra_map: np.ndarray


@lru_cache(maxsize=64)
def line_tables(layout: Layout) -> LineTables:
    """The tables of a layout."""
    n, regions, extras = layout.size, len(set(layout.regions)), len(layout.extras)
    kinds = [LINE_COLOUR] * (2 * n) + [REGION_COLOUR] * regions + [EXTRA_COLOUR] * extras + [DIGIT_COLOUR] * n
    of_cell = [[k for k, cells in enumerate(layout.extras) if cell in cells] for cell in range(n * n)]
    members = [
        [cell // n, n + cell % n, *_region_vertex(layout, cell), *(2 * n + regions + k for k in of_cell[cell])]
        for cell in range(n * n)
    ]
    incidence = Incidence(np.array(kinds, np.uint64), padded(members), len(kinds) - n)
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
    refine(incidence, colours, 0, np.zeros(len(incidence.houses_of), np.uint8))
    return colours.of[0, :lines].copy()


def _region_vertex(layout: Layout, cell: int) -> list[int]:
    return [2 * layout.size + layout.regions[cell]] if layout.regions else []


def placing_for(tables: LineTables) -> Placing:
    """Fresh memory for placing the lines of a board."""
    lines, regions = len(tables.bare), max(1, int(tables.region_of.max()) + 1)
    return Placing(
        order=np.zeros(lines, np.int64),
        placed=np.zeros(lines, np.int64),
        tried=np.zeros(lines, np.int64),
        used=np.zeros(lines, np.int64),
        region_map=np.zeros((2, regions, 2), np.int64),
        extra_map=np.zeros((2, max(1, len(tables.extra_cells)), 2), np.int64),
    )


@compiled
def place_lines(board: LineTables, target: LineTables, placing: Placing) -> bool:
    """Fills `placing.placed`; False when the board cannot be carried into the target at all.

    The target's lines are filled in turn: row 1, column 1, row 2, column 2, …, each with the first line in the order
    that keeps regions and extra houses whole; when there is none, the line before takes its next.
    """
    lines = len(placing.order)
    placing.used[:] = 0
    placing.region_map[:] = -1
    placing.extra_map[:] = -1
    placing.tried[0] = 0
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


@compiled
def _line_at(step: int, lines: int) -> int:
    """The target's line that is filled in this step."""
    return step // 2 + (lines // 2 if step % 2 else 0)


@compiled
def _place_next(board: LineTables, target: LineTables, placing: Placing, step: int) -> bool:
    lines = len(placing.order)
    n = lines // 2
    place = _line_at(step, lines)
    for k in range(placing.tried[step], lines):
        line = placing.order[k]
        if placing.used[line] or board.bare[line] != target.bare[place]:
            continue
        if step and ((line < n) == (placing.placed[0] < n)) != (place < n):
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
    first, second = placing.placed[row], placing.placed[n + column]
    return int(first * n + second - n if first < n else second * n + first - n)


@compiled
def _fits(board: LineTables, target: LineTables, placing: Placing, step: int) -> bool:
    n = len(placing.order) // 2
    place = _line_at(step, 2 * n)
    for other in range((step + 1) // 2):
        row, column = (place, other) if place < n else (other, place - n)
        cell, goal = source_cell(placing, row, column), row * n + column
        if not _joined(placing.region_map, target.region_of[goal], board.region_of[cell], step):
            return False
        if not _extras_fit(board, target, placing, cell, goal, step):
            return False
    return step < 2 * n - 1 or _extras_are_whole(board, target, placing)


@compiled
def _joined(both_ways: np.ndarray, goal: int, house: int, step: int) -> bool:
    """Whether the two houses are each other's images, or can become so now."""
    if goal < 0:
        return True
    if both_ways[0, goal, 0] < 0 and both_ways[1, house, 0] < 0:
        both_ways[0, goal, 0], both_ways[0, goal, 1] = house, step
        both_ways[1, house, 0], both_ways[1, house, 1] = goal, step
        return True
    return bool(both_ways[0, goal, 0] == house)


@compiled
def _extras_fit(board: LineTables, target: LineTables, placing: Placing, cell: int, goal: int, step: int) -> bool:
    wanted, given = _count(target.extras_of, goal), _count(board.extras_of, cell)
    if wanted != given:
        return False
    if wanted == 1:
        return _joined(placing.extra_map, target.extras_of[goal, 0], board.extras_of[cell, 0], step)
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


@compiled
def _forget(placing: Placing, step: int) -> None:
    """Undoes what this step has joined."""
    _forget_in(placing.region_map, step)
    _forget_in(placing.extra_map, step)


@compiled
def _forget_in(both_ways: np.ndarray, step: int) -> None:
    for way in range(2):
        for house in range(both_ways.shape[1]):
            if both_ways[way, house, 1] == step:
                both_ways[way, house, 0] = both_ways[way, house, 1] = -1
