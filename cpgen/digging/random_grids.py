"""Random grids, drawn much faster than an oracle completes an empty board.

The boxes along the diagonal share no row or column, so they can be given random digits independently; on a layout
without plain boxes, the first row is. A search with random branching fills the other cells. If it takes many branches,
it starts again with other digits and twice the limit: restarts beat patience, since most searches need few branches.
"""

from __future__ import annotations

import numpy as np

from cpgen.engine.search import Search, count_completions, new_search
from cpgen.engine.tables import engine_tables
from cpgen.kernel import compiled, compiled_when_hot, random_below, random_state
from cpgen.layout import Layout
from cpgen.oracles.bitset import LISTED
from cpgen.requests.grid_sources import GridSource, Shuffled, is_shiftable

SMALL = 11
"""Largest side for which random grids are made here for any layout; on larger boards only for those with plain boxes"""


def has_random_grids(layout: Layout) -> bool:
    """Return True if `RandomGrids` supports the layout.

    Small boards and boards with further constraints get their grids as completions by an oracle.
    """
    if layout.size <= LISTED or layout.further:
        return False
    return layout.size <= SMALL or (not layout.extras and layout.box is not None)


class RandomGrids:
    """Source of random grids of one layout, for one thread at a time.

    Raises:
        ImpossibleError: The layout has no grid.
    """

    def __init__(self, layout: Layout) -> None:
        if not is_shiftable(layout):  # a grid that the default oracle finds, or its proof that there is none
            GridSource().open(layout)(np.random.default_rng(0))
        self._search = new_search(engine_tables(layout))
        self._clues = np.zeros(layout.cell_count, np.uint8)
        self._first_houses = first_houses(layout)

    def draw(self, rng: np.random.Generator) -> Shuffled:
        """Draw a random grid."""
        self._search.random[:] = random_state(rng)
        draw_grid(self._search, self._clues, self._first_houses)
        return Shuffled(tuple(self._search.solutions[0].tobytes()), {})


def first_houses(layout: Layout) -> np.ndarray:
    """Return [H, n] the cells of the houses that a random grid begins with: the diagonal boxes, or the first row."""
    if layout.extras or not layout.box:
        return np.arange(layout.size, dtype=np.int64).reshape(1, -1)
    height, width = layout.box
    # Box k on the diagonal begins at row k · height, column k · width.
    within = [row * layout.size + column for row in range(height) for column in range(width)]
    corners = [box * (height * layout.size + width) for box in range(min(width, height))]
    return np.array([[corner + cell for cell in within] for corner in corners], np.int64)


@compiled_when_hot
def draw_grid(search: Search, clues: np.ndarray, first_houses: np.ndarray) -> None:
    """Draw a random grid and leave it in `search.solutions[0]`; the layout must have one.

    Args:
        search: Memory of a search on the layout; its random stream decides the grid.
        clues: [N] uint8, working memory; 0 outside the first houses.
        first_houses: [H, n] the cells that get random digits before the search, see `first_houses`.
    """
    branches = len(clues)  # first limit: most searches that succeed branch less often than there are cells
    search.status[0].shuffled = True
    while not _fill(search, clues, first_houses, branches):
        branches *= 2
    search.status[0].shuffled = False


@compiled
def _fill(search: Search, clues: np.ndarray, first_houses: np.ndarray, branches: int) -> bool:
    """Assign random digits to the first houses; return True if a search within the branch limit completes them."""
    for cells in first_houses:
        # Fisher–Yates, inside out: the digit 1 + last goes to a random place among the first ones.
        for last in range(len(cells)):
            position = random_below(search.random, last + 1)
            clues[cells[last]] = clues[cells[position]]
            clues[cells[position]] = last + 1
    return count_completions(search, clues, 1, branches) == 1
