"""Random grids of boards with boxes, drawn many times sooner than an oracle completes an empty board.

The boxes on the diagonal, no two of which share a row or a column, get random digits. The rest is searched for, each
cell that is tried getting a random one of its candidates, and begun anew if that takes long.
"""

from __future__ import annotations

import numpy as np

from cpgen.generation.grids import Shuffled
from cpgen.kernel import compiled, compiled_at_once, random_below, random_state
from cpgen.lanes.tables import SMALL, lane_tables
from cpgen.layout import Layout
from cpgen.oracles.bitset import search_state, search_tables
from cpgen.oracles.bitset_search import SearchTables, count_completions
from cpgen.oracles.plane_search import SearchState


def has_random_grids(layout: Layout) -> bool:
    """Whether grids of the layout are drawn so: it has boxes and no extra houses."""
    return not layout.extras and bool(lane_tables(layout).shape[0].boxes)


def are_drawn_in_loops(layout: Layout) -> bool:
    """Whether `draw_grid` draws grids of the layout, if there are any, without a look at the clock."""
    return has_random_grids(layout) or layout.size <= SMALL


class RandomGrids:
    """Draws grids of a layout that `has_random_grids`."""

    def __init__(self, layout: Layout) -> None:
        self.tables, self.state = search_tables(layout), search_state(layout)
        self.clues = np.zeros(layout.cell_count, np.uint8)
        self.boxes = diagonal_boxes(layout)

    def draw(self, rng: np.random.Generator) -> Shuffled:
        """A random grid."""
        self.state.random[:] = random_state(rng)
        draw_grid.call_alike(self.tables, self.state, self.clues, self.boxes)
        return Shuffled(tuple(self.state.solutions[0].tobytes()), {})


def diagonal_boxes(layout: Layout) -> np.ndarray:
    """[B, n] the cells of boxes that share no row and no column: as many as there are, or none with extra houses."""
    height, width = layout.box if layout.box and not layout.extras else (0, 0)
    within = [row * layout.size + column for row in range(height) for column in range(width)]
    corners = [box * (height * layout.size + width) for box in range(min(width, height))]
    return np.array([[corner + cell for cell in within] for corner in corners], np.int64).reshape(-1, layout.size)


@compiled_at_once
def draw_grid(tables: SearchTables, state: SearchState, clues: np.ndarray, boxes: np.ndarray) -> None:
    """Draws a grid by the random stream of the search, whose first solution it is; the clues are open but for boxes.

    Without boxes it is the one that the bitset oracle completes. There must be one.
    """
    branches = len(clues) if len(boxes) else 4 * tables.planes.shape[0].side
    state.status[0].shuffled = True
    while not _fill(tables, state, clues, boxes, branches):
        branches *= 2
    state.status[0].shuffled = False


@compiled
def _fill(tables: SearchTables, state: SearchState, clues: np.ndarray, boxes: np.ndarray, branches: int) -> bool:
    """Gives these boxes random digits; whether a search of so many branches then finds a grid."""
    for box in boxes:
        for last in range(len(box)):
            place = random_below(state.random, last + 1)
            clues[box[last]] = clues[box[place]]
            clues[box[place]] = last + 1
    return count_completions(tables, state, clues, 1, branches) == 1
