"""Random grids of boards with boxes and of small ones, drawn many times sooner than an oracle completes an empty board.

The boxes on the diagonal, no two of which share a row or a column, get random digits, or where there are none the first
row. The rest is searched for, each cell that is tried getting a random one of its candidates, and begun anew if that
takes long.
"""

from __future__ import annotations

import numpy as np

from cpgen.engine.board import EngineTables, engine_tables
from cpgen.engine.search import Search, count_completions, new_search
from cpgen.kernel import compiled, compiled_at_once, random_below, random_state
from cpgen.layout import Layout
from cpgen.oracles import UndecidedError
from cpgen.oracles.bitset import BitsetOracle
from cpgen.puzzle import Puzzle
from cpgen.requests.grid_sources import GridSource, Shuffled, is_shiftable

SMALL = 11
"""Side of the largest boards without boxes whose grids are drawn by a search"""


def has_random_grids(layout: Layout) -> bool:
    """Whether grids of the layout are drawn so: it is small, or has boxes and no extra houses."""
    return layout.size <= SMALL or (layout.box is not None and not layout.extras)


class RandomGrids:
    """Draws grids of a layout that `has_random_grids`; raises ImpossibleError for one that has no grid at all."""

    def __init__(self, layout: Layout) -> None:
        if not is_shiftable(layout):
            _require_grid(layout)
        self.tables, self.search = engine_tables(layout), new_search(layout)
        self.clues = np.zeros(layout.cell_count, np.uint8)
        self.begun = begun_with(layout)

    def draw(self, rng: np.random.Generator) -> Shuffled:
        """A random grid."""
        self.search.random[:] = random_state(rng)
        draw_grid(self.tables, self.search, self.clues, self.begun)
        return Shuffled(tuple(self.search.solutions[0].tobytes()), {})


def _require_grid(layout: Layout) -> None:
    """Raises ImpossibleError when there is no grid, which CP-SAT shows sooner than a search; that finds one at once."""
    try:
        found = BitsetOracle(has_effort_limit=True).complete(
            Puzzle(layout, (0,) * layout.cell_count), np.random.default_rng(0)
        )
    except UndecidedError:
        found = None
    if found is None:
        GridSource().open(layout)(np.random.default_rng(0))


def begun_with(layout: Layout) -> np.ndarray:
    """[H, n] the cells of the houses that a random grid begins with: boxes that share no row or column, or a row."""
    if layout.extras or not layout.box:
        return np.arange(layout.size, dtype=np.int64).reshape(1, -1)
    height, width = layout.box
    within = [row * layout.size + column for row in range(height) for column in range(width)]
    corners = [box * (height * layout.size + width) for box in range(min(width, height))]
    return np.array([[corner + cell for cell in within] for corner in corners], np.int64)


@compiled_at_once
def draw_grid(tables: EngineTables, search: Search, clues: np.ndarray, begun: np.ndarray) -> None:
    """Draws a grid by the random stream of the search, whose first solution it is; there must be one.

    The clues are open, but for the houses that a grid begins with.
    """
    branches = len(clues)
    search.status[0].shuffled = True
    while not _fill(tables, search, clues, begun, branches):
        branches *= 2
    search.status[0].shuffled = False


@compiled
def _fill(tables: EngineTables, search: Search, clues: np.ndarray, begun: np.ndarray, branches: int) -> bool:
    """Gives these houses random digits; whether a search of so many branches then finds a grid."""
    for cells in begun:
        for last in range(len(cells)):
            place = random_below(search.random, last + 1)
            clues[cells[last]] = clues[cells[place]]
            clues[cells[place]] = last + 1
    return count_completions(tables, search, clues, 1, branches) == 1
