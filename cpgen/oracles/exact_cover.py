"""Oracle by exact cover: dancing links, compiled (Knuth, *Dancing Links*, 2000).

The sparse matrix has one *column* for each thing to cover: every cell, and every digit in every house. It has one *row*
for each candidate, a digit in a cell, with a node in each column that the candidate covers. Nodes are doubly linked in
their row and in their column, so that covering a column and undoing it take a few assignments per node. A solution is a
set of rows that covers each column once; the search always continues in the column with the fewest rows.

Further constraints add *optional* columns, which a solution covers at most once: one for each digit of cells that must
differ, and one for each pair of candidates that exclude each other. Their headers form a ring of their own, so the
search never chooses one of them. Sums and automata cannot be written in this way.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

import numpy as np

from cpgen.constraints.primitives import AllDifferent, Pair
from cpgen.kernel import compiled, compiled_when_hot, records
from cpgen.kernel.record_arrays import padded
from cpgen.kernel.structs import Struct
from cpgen.layout import Layout
from cpgen.oracles import KEPT_LAYOUTS
from cpgen.oracles.bases import Deadline, EnumeratingOracle
from cpgen.puzzle import Grid, Puzzle

STEPS = 100_000_000
"""Number of steps between two checks of the deadline on a board of side n, multiplied by n⁴"""

NODE = ("left", "right", "up", "down", "column", "row", "nodes")
"""Fields of a node: the indices of its neighbours, of its column's header, of its row, and the nodes below a header"""

ROOT = 0
"""Index of the root, a node that begins the ring of the headers of uncovered columns; optional columns have another"""

SHOWN, ENDED, STOPPED = range(3)
"""Results of `search`: it found a solution, it found all, or it reached its number of steps"""


class Cover(Struct):
    """Exact-cover matrix of a layout as linked nodes (see the module)."""

    links: np.ndarray
    """Nodes, records with the fields NODE: root and headers, then those of optional columns, then the rows"""
    rows: np.ndarray
    """Index of the first node of each row, that is, of each candidate"""


class ExactCoverOracle(EnumeratingOracle):
    """Oracle `exact-cover`, by dancing links, with at most `seconds` per question."""

    name = "exact-cover"

    def completions(self, puzzle: Puzzle, deadline: Deadline) -> Iterator[Grid]:
        """Yield each completion once, in an order that depends on the puzzle only."""
        # Work on a copy of the links, since covering changes them.
        layout, kept = puzzle.layout, cover_of(puzzle.layout)
        cover, row_of = kept._replace(links=kept.links.copy()), kept.links["row"]
        chosen = np.zeros(layout.cell_count + 1, np.int64)
        if any(digit and not mask >> digit - 1 & 1 for digit, mask in zip(puzzle.clues, layout.allowed, strict=True)):
            return
        if not take_clues(cover, np.array(puzzle.clues, np.int64)):
            return
        # A puzzle whose clues cover everything is a completion already.
        outcome = STOPPED if deepen(cover, chosen) else SHOWN
        while outcome != ENDED:
            if outcome == SHOWN:
                yield _grid(puzzle, row_of[chosen[1 : chosen[0] + 1]])
            deadline.left()
            outcome = search(cover, chosen, max(1, search.share(STEPS) // layout.size**4))


def _grid(puzzle: Puzzle, rows: np.ndarray) -> Grid:
    digits = list(puzzle.clues)
    for row in rows.tolist():
        digits[row // puzzle.layout.size] = row % puzzle.layout.size + 1
    return tuple(digits)


@lru_cache(KEPT_LAYOUTS)
def cover_of(layout: Layout) -> Cover:
    """Return the exact-cover matrix of a layout.

    Its row cell · n + digit − 1 is the candidate of that cell and digit; an excluded candidate has no nodes.
    """
    n, cells = layout.size, layout.cell_count
    # Columns are numbered from 1, after the root: first the cells, then each digit of each house.
    covered = [
        [cell + 1, *(cells + house * n + digit + 1 for house in layout.houses_of[cell])]
        for cell in range(cells)
        for digit in range(n)
    ]
    required = 1 + cells + len(layout.houses) * n
    headers = required + 1  # the second root
    for rows_of_column in _optional_columns(layout):
        for row in rows_of_column:
            covered[row].append(headers)
        headers += 1
    for cell, mask in enumerate(layout.allowed):
        for digit in range(n):
            if not mask >> digit & 1:
                covered[cell * n + digit] = []
    lengths = list(map(len, covered))
    links = records(headers + sum(lengths), **dict.fromkeys(NODE, np.int64))
    _link_headers(links, ROOT, required)
    _link_headers(links, required, headers)
    rows = headers + np.cumsum([0, *lengths[:-1]])
    _link_rows(links, rows, padded(covered))
    return Cover(links, rows)


def _optional_columns(layout: Layout) -> Iterator[list[int]]:
    """Yield the rows (candidates) of each optional column; a solution contains at most one of them."""
    n = layout.size
    for primitive in layout.primitives:
        if isinstance(primitive, AllDifferent):
            yield from ([cell * n + digit for cell in primitive.cells] for digit in range(n))
        elif isinstance(primitive, Pair):
            for first, allowed in enumerate(primitive.allowed):
                excluded = (second for second in range(n) if not allowed >> second & 1)
                yield from ([primitive.first * n + first, primitive.second * n + second] for second in excluded)


@compiled_when_hot
def _link_headers(links: np.ndarray, root: int, end: int) -> None:
    """Link the nodes `root` to `end` − 1 in a ring of column headers that have no rows yet."""
    for node in range(root, end):
        header = links[node]
        header.left, header.right = node - 1, node + 1
        # A header without rows is its own neighbour above and below.
        header.up = header.down = header.column = node
        header.row = -1
    links[root].left, links[end - 1].right = end - 1, root


@compiled_when_hot
def _link_rows(links: np.ndarray, rows: np.ndarray, covered: np.ndarray) -> None:
    """Link the nodes of each row in a ring, and each node with the node above it in its column.

    `rows` has the first node of each row; `covered` [rows, k] has the columns of each row, filled up with −1.
    """
    for row in range(len(rows)):
        node = rows[row]
        for column in covered[row]:
            if column < 0:
                break
            # Insert the node at the bottom of its column, above the header.
            here, header = links[node], links[column]
            here.left, here.right = node - 1, node + 1
            here.up, here.down, here.column, here.row = header.up, column, column, row
            links[header.up].down = header.up = node
            header.nodes += 1
            node += 1
        # Close the row to a ring; an excluded candidate has no nodes.
        if node > rows[row]:
            links[rows[row]].left = node - 1
            links[node - 1].right = rows[row]


@compiled_when_hot
def take_clues(cover: Cover, clues: np.ndarray) -> bool:
    """Choose the rows of the clues [N]; return False if two of them cover the same column, a contradiction."""
    links, rows = cover.links, cover.rows
    size = len(rows) // len(clues)
    for cell in range(len(clues)):
        if clues[cell]:
            node = first = rows[cell * size + clues[cell] - 1]
            # Cover every column of the clue's row, which removes all candidates that conflict with it.
            while True:
                column = links[node].column
                # A column that its left neighbour no longer knows has been covered by another clue.
                if links[links[column].left].right != column:
                    return False
                _cover(links, column)
                node = links[node].right
                if node == first:
                    break
    return True


@compiled_when_hot
def search(cover: Cover, chosen: np.ndarray, steps: int) -> int:
    """Continue the search for at most `steps` steps.

    Return SHOWN at a solution, ENDED after the last one, else STOPPED. `chosen[1 : chosen[0] + 1]` is the stack of
    nodes in the chosen rows, which the search changes.
    """
    # The stack `chosen` holds a node per column: its header before the first row is chosen, then the row's node.
    for _ in range(steps):
        if chosen[0] == 0:
            return ENDED
        if _advance(cover.links, chosen) and not deepen(cover, chosen):
            return SHOWN
    return STOPPED


@compiled_when_hot
def deepen(cover: Cover, chosen: np.ndarray) -> bool:
    """Cover the required column with the fewest rows and push its header on the stack `chosen`.

    Return False if none.
    """
    links = cover.links
    # The column with the fewest rows has the fewest branches, and none if it cannot be covered.
    best = column = links[ROOT].right
    if column == ROOT:
        return False
    while column != ROOT:
        if links[column].nodes < links[best].nodes:
            best = column
        column = links[column].right
    _cover(links, best)
    chosen[0] += 1
    chosen[chosen[0]] = best
    return True


@compiled
def _advance(links: np.ndarray, chosen: np.ndarray) -> bool:
    """Replace the row chosen last (top of the stack `chosen`) by the next of its column.

    Pops it and returns False if there is none.
    """
    before = chosen[chosen[0]]
    column = links[before].column
    # Undo the row that was chosen before, in reverse order.
    if before != column:
        node = links[before].left
        while node != before:
            _uncover(links, links[node].column)
            node = links[node].left
    # Reaching the header means that all rows of the column have been tried.
    row = links[before].down
    if row == column:
        _uncover(links, column)
        chosen[0] -= 1
        return False
    node = links[row].right
    while node != row:
        _cover(links, links[node].column)
        node = links[node].right
    chosen[chosen[0]] = row
    return True


@compiled
def _cover(links: np.ndarray, column: int) -> None:
    """Unlink the header of a column, and the nodes of its rows from all other columns.

    `column` is the index of the header in `links`.
    """
    links[links[column].right].left = links[column].left
    links[links[column].left].right = links[column].right
    node = links[column].down
    while node != column:
        other = links[node].right
        while other != node:
            links[links[other].down].up = links[other].up
            links[links[other].up].down = links[other].down
            links[links[other].column].nodes -= 1
            other = links[other].right
        node = links[node].down


@compiled
def _uncover(links: np.ndarray, column: int) -> None:
    """Restore the column that `_cover` has unlinked last, in reverse order."""
    node = links[column].up
    while node != column:
        other = links[node].left
        while other != node:
            links[links[other].down].up = other
            links[links[other].up].down = other
            links[links[other].column].nodes += 1
            other = links[other].left
        node = links[node].up
    links[links[column].right].left = column
    links[links[column].left].right = column
