"""The oracle by exact cover: dancing links, compiled (Knuth, *Dancing Links*, 2000).

What is to be covered, a *column* each: every cell, and every digit in every house. A candidate, a digit in a cell, is
a *row* of nodes, one for each column that it covers. Nodes are linked in their row and in their column.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from cpgen.kernel import compiled
from cpgen.layout import Layout
from cpgen.oracles import KEPT_LAYOUTS
from cpgen.oracles.bases import Deadline, EnumeratingOracle
from cpgen.puzzle import Grid, Puzzle

STEPS = 100_000_000
"""Between two looks at the deadline, over n⁴"""

LEFT, RIGHT, UP, DOWN, COLUMN, ROW, SIZE = range(7)
"""The places of a node's links: four neighbours, its column's header, its row, and how many nodes a header has."""

ROOT = 0
"""The node that is linked with the headers of the columns that are not covered"""

SHOWN, ENDED, STOPPED = range(3)
"""What `search` ends with: a cover, no more covers, or no more steps."""


class Cover(NamedTuple):
    """The matrix of a layout: the links [nodes, 7], and the first node of each row."""

    links: np.ndarray
    rows: np.ndarray


class ExactCoverOracle(EnumeratingOracle):
    """The oracle by dancing links, with at most `seconds` for one question."""

    name = "exact-cover"

    def completions(self, puzzle: Puzzle, deadline: Deadline) -> Iterator[Grid]:
        """The completions, each once, in an order that the puzzle alone decides."""
        layout, cover = puzzle.layout, cover_of(puzzle.layout)
        links, clues = cover.links.copy(), np.array(puzzle.clues, np.int64)
        chosen = np.zeros(layout.cell_count + 1, np.int64)
        if not take_clues(links, cover.rows, clues):
            return
        outcome = STOPPED if deepen(links, chosen) else SHOWN
        while outcome != ENDED:
            if outcome == SHOWN:
                yield _grid(puzzle, links, chosen)
            deadline.left()
            outcome = search(links, chosen, max(1, STEPS // layout.size**4))


def _grid(puzzle: Puzzle, links: np.ndarray, chosen: np.ndarray) -> Grid:
    digits = list(puzzle.clues)
    for row in links[chosen[1 : chosen[0] + 1], ROW].tolist():
        digits[row // puzzle.layout.size] = row % puzzle.layout.size + 1
    return tuple(digits)


@lru_cache(KEPT_LAYOUTS)
def cover_of(layout: Layout) -> Cover:
    """The matrix of a layout: cell · n + digit − 1 is the row of a candidate."""
    n, cells = layout.size, layout.cell_count
    links = [
        [column - 1, column + 1, column, column, column, -1, 0] for column in range(cells + len(layout.houses) * n + 1)
    ]
    links[ROOT][LEFT], links[-1][RIGHT] = len(links) - 1, ROOT
    rows = []
    for cell in range(cells):
        for digit in range(n):
            rows.append(len(links))
            _add_row(
                links, [cell + 1, *(cells + house * n + digit + 1 for house in layout.houses_of[cell])], len(rows) - 1
            )
    return Cover(np.array(links), np.array(rows))


def _add_row(links: list[list[int]], columns: list[int], row: int) -> None:
    first, last = len(links), len(links) + len(columns) - 1
    for node, column in enumerate(columns, first):
        above = links[column][UP]
        left, right = node - 1 if node > first else last, node + 1 if node < last else first
        links.append([left, right, above, column, column, row, 0])
        links[above][DOWN] = links[column][UP] = node
        links[column][SIZE] += 1


@compiled
def take_clues(links: np.ndarray, rows: np.ndarray, clues: np.ndarray) -> bool:
    """Covers what the clues cover; False when two of them cover the same."""
    size = len(rows) // len(clues)
    for cell in range(len(clues)):
        if clues[cell]:
            node = first = rows[cell * size + clues[cell] - 1]
            while True:
                column = links[node, COLUMN]
                if links[links[column, LEFT], RIGHT] != column:
                    return False
                _cover(links, column)
                node = links[node, RIGHT]
                if node == first:
                    break
    return True


@compiled
def search(links: np.ndarray, chosen: np.ndarray, steps: int) -> int:
    """Searches on for at most so many steps; the nodes `chosen[1 : chosen[0] + 1]` tell the rows of a cover."""
    for _ in range(steps):
        if chosen[0] == 0:
            return ENDED
        if _advance(links, chosen) and not deepen(links, chosen):
            return SHOWN
    return STOPPED


@compiled
def deepen(links: np.ndarray, chosen: np.ndarray) -> bool:
    """Takes up the column with fewest rows, of which none is chosen yet; False when everything is covered."""
    best = column = links[ROOT, RIGHT]
    if column == ROOT:
        return False
    while column != ROOT:
        if links[column, SIZE] < links[best, SIZE]:
            best = column
        column = links[column, RIGHT]
    _cover(links, best)
    chosen[0] += 1
    chosen[chosen[0]] = best
    return True


@compiled
def _advance(links: np.ndarray, chosen: np.ndarray) -> bool:
    """Chooses the next row of the column taken up last; puts the column back and says False when there is none."""
    before = chosen[chosen[0]]
    column = links[before, COLUMN]
    if before != column:
        node = links[before, LEFT]
        while node != before:
            _uncover(links, links[node, COLUMN])
            node = links[node, LEFT]
    row = links[before, DOWN]
    if row == column:
        _uncover(links, column)
        chosen[0] -= 1
        return False
    node = links[row, RIGHT]
    while node != row:
        _cover(links, links[node, COLUMN])
        node = links[node, RIGHT]
    chosen[chosen[0]] = row
    return True


@compiled
def _cover(links: np.ndarray, column: int) -> None:
    """Unlinks a column, and its rows from all other columns."""
    links[links[column, RIGHT], LEFT] = links[column, LEFT]
    links[links[column, LEFT], RIGHT] = links[column, RIGHT]
    node = links[column, DOWN]
    while node != column:
        other = links[node, RIGHT]
        while other != node:
            links[links[other, DOWN], UP] = links[other, UP]
            links[links[other, UP], DOWN] = links[other, DOWN]
            links[links[other, COLUMN], SIZE] -= 1
            other = links[other, RIGHT]
        node = links[node, DOWN]


@compiled
def _uncover(links: np.ndarray, column: int) -> None:
    """Links a column again, undoing `_cover` from its end to its beginning."""
    node = links[column, UP]
    while node != column:
        other = links[node, LEFT]
        while other != node:
            links[links[other, DOWN], UP] = other
            links[links[other, UP], DOWN] = other
            links[links[other, COLUMN], SIZE] += 1
            other = links[other, LEFT]
        node = links[node, UP]
    links[links[column, RIGHT], LEFT] = column
    links[links[column, LEFT], RIGHT] = column
