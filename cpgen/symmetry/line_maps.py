"""Symmetries of a board as permutations of its rows and columns, and the search for one that fits an order of lines.

A symmetry permutes the rows and the columns, and may exchange rows with columns, so that regions map to regions and
extra houses to extra houses. Lines (rows and columns) are numbered rows first, then columns: 0 … 2n − 1. The search
maps the lines of a board to those of a target board by plain backtracking, in the target's order row 1, column 1,
row 2, …: each new line crosses the placed ones in cells whose houses must map consistently, so mistakes are found after
a few lines.
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from cpgen.kernel import compiled
from cpgen.kernel.record_arrays import padded
from cpgen.kernel.structs import Struct
from cpgen.layout import Layout
from cpgen.symmetry.refinement import Incidence, colours_for, refine

LINE_COLOUR, REGION_COLOUR, EXTRA_COLOUR, DIGIT_COLOUR = (
    0x9E3779B97F4A7C15,
    0xD1B54A32D192ED03,
    0x8CB92BA72F3D8DD7,
    0xAAAAAAAAAAAAAAAB,
)
"""Initial colours in the refinement: of lines, regions, extra houses and digits"""


class LineTables(Struct):
    """Lookup tables of a board with N cells, n digits, 2n lines, and X extra houses."""

    incidence: Incidence
    """Graph for the refinement; its vertices are the lines, regions, extra houses and digits, in this order"""
    region_of: np.ndarray
    """[N] region of each cell, −1 if the board has no regions"""
    extras_of: np.ndarray
    """[N, k] extra houses of each cell, filled up with −1"""
    extra_cells: np.ndarray
    """[X, n] cells of each extra house"""
    bare: np.ndarray
    """[2n] refined colours of the empty board's lines: a symmetry maps lines only to lines of equal colour"""


class Placing(Struct):
    """Partial map from the lines (rows, columns) of a target board to those of a board; changed in place by the search.

    R is the number of regions and X that of extra houses, but at least 1.
    """

    order: np.ndarray
    """[2n] lines of the board in the order in which they are tried"""
    parallel: np.ndarray
    """[2, n] the board's rows and the board's columns, each in this order"""
    placed: np.ndarray
    """[2n] line of the board that is mapped to each line of the target"""
    tried: np.ndarray
    """[2n] for each step, the index of the line to try next: in `order` for the first step, else in `parallel`"""
    used: np.ndarray
    """[2n] 1 for each line of the board that is placed"""
    region_map: np.ndarray
    """[2, R, 2] the board's region for each of the target's, and the inverse (−1: open); each with its step"""
    extra_map: np.ndarray
    """[2, X, 2] the same for extra houses"""
    joined: np.ndarray
    """[2n] number of regions and extra houses that were mapped at each step"""


@lru_cache(maxsize=64)
def line_tables(layout: Layout) -> LineTables:
    """Return the lookup tables of a layout."""
    n, regions, extras = layout.size, len(set(layout.regions)), len(layout.extras)
    houses = [LINE_COLOUR] * (2 * n) + [REGION_COLOUR] * regions + [EXTRA_COLOUR] * extras
    of_cell = [[k for k, cells in enumerate(layout.extras) if cell in cells] for cell in range(n * n)]
    members = [[cell // n, n + cell % n, *(2 * n + regions + k for k in of_cell[cell])] for cell in range(n * n)]
    for cell, region in enumerate(layout.regions):
        members[cell].insert(2, 2 * n + region)
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
    """Return an array [2n, H] with the number of cells that each line shares with each region and extra house."""
    shared = np.zeros((lines, incidence.digits - lines), np.uint64)
    for row, column, *others in incidence.houses_of.tolist():
        for house in others:
            if house >= 0:
                shared[[row, column], house - lines] += 1
    return shared


def placing_for(tables: LineTables) -> Placing:
    """Return newly allocated memory for a map of the lines of the board with these tables."""
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
    """Find the first symmetry, in the order of `placing.order`, that maps the board to the target.

    Writes the map into `placing.placed`; returns False if no symmetry maps one board to the other.
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
        else:  # no line fits: take back the line before, whose next candidate comes now
            step -= 1
            if step < 0:
                return False
            placing.used[placing.placed[_line_at(step, lines)]] = 0
            _forget(placing, step)
    return True


@compiled
def _part_rows_from_columns(placing: Placing) -> None:
    n = len(placing.order) // 2
    rows = 0
    for k in range(2 * n):
        if placing.order[k] < n:
            placing.parallel[0, rows] = placing.order[k]
            rows += 1
        else:
            placing.parallel[1, k - rows] = placing.order[k]


@compiled
def _line_at(step: int, lines: int) -> int:
    """Return the number of the target's line that a step fills: row 1, column 1, row 2, column 2, …"""
    return step // 2 + (lines // 2 if step % 2 else 0)


@compiled
def _place_next(board: LineTables, target: LineTables, placing: Placing, step: int) -> bool:
    n = len(placing.order) // 2
    place = _line_at(step, 2 * n)
    lines = placing.order  # the first line decides whether rows become rows or columns
    if step:
        lines = placing.parallel[int((placing.placed[0] < n) != (place < n))]
    for k in range(placing.tried[step], len(lines)):
        line = lines[k]
        # Colours of the bare boards exclude most lines without a look at their cells.
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
    """Return the board's cell that the placed lines map to the target's cell in a row and column."""
    n = len(placing.order) // 2
    return _crossing(n, placing.placed[row], placing.placed[n + column])


@compiled
def _crossing(n: int, one: int, other: int) -> int:
    """Return the cell where a row and a column cross; `one` and `other` are their numbers as lines, in either order."""
    return min(one, other) * n + max(one, other) - n


@compiled
def _fits(board: LineTables, target: LineTables, placing: Placing, step: int) -> bool:
    """Return True if the line placed at this step maps regions to regions and extra houses to extra houses so far.

    The pairs of houses that follow from it are stored in `placing.region_map` and `placing.extra_map`.
    """
    n = len(placing.order) // 2
    place = _line_at(step, 2 * n)
    across = n if place < n else 0  # the lines placed so far that cross this one
    for other in range(across, across + (step + 1) // 2):
        cell, goal = _crossing(n, placing.placed[place], placing.placed[other]), _crossing(n, place, other)
        if target.region_of[goal] >= 0 and not _map_house(
            placing, placing.region_map, target.region_of[goal], board.region_of[cell], step
        ):
            return False
        if len(target.extra_cells) and not _extras_fit(board, target, placing, cell, goal, step):
            return False
    return step < 2 * n - 1 or _extras_are_whole(board, target, placing)


@compiled
def _map_house(placing: Placing, both_ways: np.ndarray, goal: int, house: int, step: int) -> bool:
    """Record that the target's house `goal` is the image of the board's house `house`.

    Return False if either has another partner. `both_ways` is `placing.region_map` or `placing.extra_map`; `step` is
    stored there, so that `_forget` can undo it.
    """
    if both_ways[0, goal, 0] == house:
        return True
    # One of the two is mapped to another house already.
    if both_ways[0, goal, 0] >= 0 or both_ways[1, house, 0] >= 0:
        return False
    both_ways[0, goal, 0], both_ways[0, goal, 1] = house, step
    both_ways[1, house, 0], both_ways[1, house, 1] = goal, step
    placing.joined[step] += 1
    return True


@compiled
def _extras_fit(board: LineTables, target: LineTables, placing: Placing, cell: int, goal: int, step: int) -> bool:
    """Return True if the extra houses of the board's `cell` can be mapped to those of the target's cell `goal`.

    If both have one extra house, the pair is stored in `placing.extra_map` with `step`, the number of lines placed
    before.
    """
    wanted, given = _row_length(target.extras_of, goal), _row_length(board.extras_of, cell)
    if wanted != given:
        return False
    # A single extra house on both sides must map to the other.
    if wanted == 1:
        return _map_house(placing, placing.extra_map, target.extras_of[goal, 0], board.extras_of[cell, 0], step)
    for k in range(wanted):
        # With several, only those mapped already can be checked now.
        there = placing.extra_map[0, target.extras_of[goal, k], 0]
        if there >= 0 and not _has(board.extras_of, cell, there):
            return False
        back = placing.extra_map[1, board.extras_of[cell, k], 0]
        if back >= 0 and not _has(target.extras_of, goal, back):
            return False
    return True


@compiled
def _row_length(table: np.ndarray, cell: int) -> int:
    """Return the number of entries in row `cell` of a table before the fill value −1."""
    count = 0
    while count < table.shape[1] and table[cell, count] >= 0:
        count += 1
    return count


@compiled
def _has(table: np.ndarray, row: int, value: int) -> bool:
    """Return True if a row of a table contains a value."""
    found = False
    for k in range(table.shape[1]):
        found |= table[row, k] == value
    return found


@compiled
def _extras_are_whole(board: LineTables, target: LineTables, placing: Placing) -> bool:
    """Return True if every extra house of the target is the image of an extra house, when all lines are placed."""
    for extra in range(len(target.extra_cells)):
        whole = False
        for candidate in range(len(board.extra_cells)):
            whole |= _maps_to(board, target, placing, candidate, extra)
        if not whole:
            return False
    return True


@compiled
def _maps_to(board: LineTables, target: LineTables, placing: Placing, extra: int, goal: int) -> bool:
    """Return True if an extra house of the board maps to the target's extra house `goal`."""
    n = len(placing.order) // 2
    for k in range(n):
        cell = target.extra_cells[goal, k]
        if not _has(board.extras_of, source_cell(placing, cell // n, cell % n), extra):
            return False
    return True


@compiled
def _forget(placing: Placing, step: int) -> None:
    """Undo the pairs of regions and extra houses that `placing` has recorded at a step."""
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
