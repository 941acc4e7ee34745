"""Where does each line go? The symmetry that brings lines, in a given order, to the board of the form.

The form's lines are filled in turn: row 1, column 1, row 2, column 2, …, each with the first line in the order that
keeps regions and extra houses whole; when there is none, the line before goes on to its next.
"""

from __future__ import annotations

import numpy as np

from cpgen.kernel import inner
from cpgen.symmetry.lines import Lines, Work


@inner
def place_lines(board: Lines, target: Lines, work: Work) -> bool:
    """Fills `work.placed`; False when the board cannot be carried into the target at all."""
    lines = len(work.order)
    work.used[:] = 0
    work.region_map[:] = -1
    work.extra_map[:] = -1
    work.tried[0] = 0
    step = 0
    while step < lines:
        if _place_next(board, target, work, step):
            step += 1
            if step < lines:
                work.tried[step] = 0
        else:
            step -= 1
            if step < 0:
                return False
            work.used[work.placed[_line_at(step, lines)]] = 0
            _forget(work, step)
    return True


@inner
def _line_at(step: int, lines: int) -> int:
    """The form's line that is filled in this step."""
    return step // 2 + (lines // 2 if step % 2 else 0)


@inner
def _place_next(board: Lines, target: Lines, work: Work, step: int) -> bool:
    lines = len(work.order)
    n = lines // 2
    place = _line_at(step, lines)
    for k in range(work.tried[step], lines):
        line = work.order[k]
        if work.used[line] or board.bare[line] != target.bare[place]:
            continue
        if step and ((line < n) == (work.placed[0] < n)) != (place < n):
            continue
        work.placed[place] = line
        if _fits(board, target, work, step):
            work.tried[step] = k + 1
            work.used[line] = 1
            return True
        _forget(work, step)
    return False


@inner
def source_cell(work: Work, row: int, column: int) -> int:
    """The board's cell that lies at this row and column of the form."""
    n = len(work.order) // 2
    first, second = work.placed[row], work.placed[n + column]
    return int(first * n + second - n if first < n else second * n + first - n)


@inner
def _fits(board: Lines, target: Lines, work: Work, step: int) -> bool:
    n = len(work.order) // 2
    place = _line_at(step, 2 * n)
    for other in range((step + 1) // 2):
        row, column = (place, other) if place < n else (other, place - n)
        cell, goal = source_cell(work, row, column), row * n + column
        if not _joined(work.region_map, target.region_of[goal], board.region_of[cell], step):
            return False
        if not _extras_fit(board, target, work, cell, goal, step):
            return False
    return step < 2 * n - 1 or _extras_are_whole(board, target, work)


@inner
def _joined(both_ways: np.ndarray, goal: int, house: int, step: int) -> bool:
    """Whether the two houses are, or can now be, each other's."""
    if goal < 0:
        return True
    if both_ways[0, goal, 0] < 0 and both_ways[1, house, 0] < 0:
        both_ways[0, goal, 0], both_ways[0, goal, 1] = house, step
        both_ways[1, house, 0], both_ways[1, house, 1] = goal, step
        return True
    return bool(both_ways[0, goal, 0] == house)


@inner
def _extras_fit(board: Lines, target: Lines, work: Work, cell: int, goal: int, step: int) -> bool:
    wanted, given = _count(target.extras_of, goal), _count(board.extras_of, cell)
    if wanted != given:
        return False
    if wanted == 1:
        return _joined(work.extra_map, target.extras_of[goal, 0], board.extras_of[cell, 0], step)
    for k in range(wanted):
        there = work.extra_map[0, target.extras_of[goal, k], 0]
        if there >= 0 and not any_equal(board.extras_of, cell, there):
            return False
        back = work.extra_map[1, board.extras_of[cell, k], 0]
        if back >= 0 and not any_equal(target.extras_of, goal, back):
            return False
    return True


@inner
def _count(table: np.ndarray, cell: int) -> int:
    count = 0
    while count < table.shape[1] and table[cell, count] >= 0:
        count += 1
    return count


@inner
def any_equal(table: np.ndarray, row: int, value: int) -> bool:
    """Whether the value stands in the row of the table."""
    found = False
    for k in range(table.shape[1]):
        found |= table[row, k] == value
    return found


@inner
def _extras_are_whole(board: Lines, target: Lines, work: Work) -> bool:
    """Whether every extra house of the form is one of the board, with all lines placed."""
    for extra in range(len(target.extra_cells)):
        whole = False
        for candidate in range(len(board.extra_cells)):
            whole |= _is_carried(board, target, work, candidate, extra)
        if not whole:
            return False
    return True


@inner
def _is_carried(board: Lines, target: Lines, work: Work, extra: int, goal: int) -> bool:
    n = len(work.order) // 2
    for k in range(n):
        cell = target.extra_cells[goal, k]
        if not any_equal(board.extras_of, source_cell(work, cell // n, cell % n), extra):
            return False
    return True


@inner
def _forget(work: Work, step: int) -> None:
    """Takes back what this step has joined."""
    _forget_in(work.region_map, step)
    _forget_in(work.extra_map, step)


@inner
def _forget_in(both_ways: np.ndarray, step: int) -> None:
    for way in range(2):
        for house in range(both_ways.shape[1]):
            if both_ways[way, house, 1] == step:
                both_ways[way, house, 0] = both_ways[way, house, 1] = -1
