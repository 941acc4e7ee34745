"""Random jigsaws: boards of side 4 to 16 with connected regions, optionally symmetric, that have a grid.

A board grows piece by piece. Each piece starts in the tightest corner, a free cell with the fewest free neighbours, and
takes random neighbouring cells until it has n. Two checks keep the rest coverable: each connected part of the free
cells must have a multiple of n cells, and a piece that fails is grown again, up to TRIES times; then the board is
restarted.

For a symmetry, the images of a growing piece are reserved with it. A move of the symmetry group either maps the piece
to itself or to another region. The moves that map it to itself form a subgroup, which is chosen at random when the
piece starts; under those moves each new cell brings its images into the piece, under all others the images are marked
as another region's. Invariant: no cell is both in the piece and in one of its images.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from math import inf
from typing import NamedTuple

import numpy as np

from cpgen.boards import LEAST_SIDE, MOST_SIDE
from cpgen.boards.all_boards import MOST_LISTED, every_board
from cpgen.constraints.geometry import neighbours
from cpgen.errors import CpgenError, ImpossibleError, InputError, NotFoundError
from cpgen.kernel import compiled, compiled_when_hot, random_below, random_state
from cpgen.layout import Layout
from cpgen.messages import Message
from cpgen.oracles import DEFAULT, Oracle, OracleLike, open_oracle
from cpgen.puzzle import Puzzle
from cpgen.suggestions import one_of
from cpgen.symmetry.layout_images import renumbered
from cpgen.symmetry.square import SYMMETRIES, group_of, subgroups_of

BEGINNINGS = 20_000
"""Number of boards that are started before the search is given up"""
WITHOUT_GRID = 500
"""Number of consecutive boards without a grid after which the search is given up"""
TRIES = 40
"""Number of attempts to grow one piece before the board is restarted"""
FREE = -1
"""Value of `Growth.regions` for a cell that no piece has taken"""
PIECE, IMAGE = 1, 2
"""Values of `Growth.marks` for the cells of the growing piece and of its images"""


def random_boards(
    size: int,
    seed: int,
    symmetry: str = "none",
    *,
    lines: bool = False,
    diagonals: bool = False,
    oracle: str = DEFAULT,
    seconds: float = inf,
) -> Iterator[Layout]:
    """Yield random boards endlessly, determined by the arguments alone.

    Regions are connected, the board has the symmetry, and the oracle has found a grid for it.

    Args:
        size: Side of the boards, from 4 to 16.
        seed: Seed of the random numbers.
        symmetry: A name of SYMMETRIES.
        lines: Allow whole rows and columns as regions.
        diagonals: Make both diagonals extra houses.
        oracle: Name of the oracle.
        seconds: Time limit of the oracle per board.

    Raises:
        InputError: The side or symmetry is unknown.
        ImpossibleError: No board of this side has the symmetry.
        NotFoundError: No board was found.
    """
    ground = ground_of(size, symmetry, lines)
    growth = _growth(size, np.random.default_rng([seed, size, list(SYMMETRIES).index(symmetry), lines, diagonals]))
    solver = open_oracle(oracle, seconds)
    without = 0
    while without < WITHOUT_GRID:
        if not _grow_board(ground, growth, BEGINNINGS):
            raise _not_found(ground, symmetry)
        layout = Layout(size, tuple(growth.regions.tolist()))
        layout = layout.with_diagonals() if diagonals else layout
        if has_grid(layout, solver):
            without = 0
            yield layout
        without += 1
    raise NotFoundError(Message("boards-no-grid", boards=WITHOUT_GRID, oracle=oracle))


def has_grid(layout: Layout, oracle: Oracle) -> bool:
    """Return True if the oracle finds a grid of a board.

    The first row is set to 1 … n, which loses no grid up to renaming; a random completion is faster than a search in a
    fixed order, which can take very long.
    """
    row = Puzzle(layout, (*range(1, layout.size + 1), *[0] * (layout.cell_count - layout.size)))
    return oracle.complete(row, np.random.default_rng(0)) is not None


def require_grid(layout: Layout, oracle: OracleLike = DEFAULT) -> None:
    """Raise ImpossibleError if the oracle proves that a board has no grid."""
    if not has_grid(layout, open_oracle(oracle)):
        raise ImpossibleError(Message("board-no-grid", spec=layout.spec, oracle=str(oracle)))


def _not_found(ground: GrowthTables, symmetry: str) -> CpgenError:
    """Return the error that no board was found: ImpossibleError if none exists, else NotFoundError."""
    size = ground.size
    board = Message("board-with" if ground.lines else "board-with-lines", side=size, symmetry=symmetry)
    if size <= MOST_LISTED and not _exists(ground):
        return ImpossibleError(Message("no-board", board=board, boards=len(every_board(size))))
    return NotFoundError(Message("board-not-found", board=board, begun=BEGINNINGS))


def _exists(ground: GrowthTables) -> bool:
    """Return True if some board has the symmetry and no forbidden row or column as a region; for small sides only."""
    boards = every_board(ground.size)
    for source in ground.moves[1:]:
        boards = boards[(renumbered(boards[:, source]) == boards).all(axis=1)]
    return len(boards) > 0 and (ground.lines or not all(map(_has_line, boards.reshape(-1, ground.size, ground.size))))


def _has_line(square: np.ndarray) -> bool:
    return bool((square == square[:, :1]).all(axis=1).any() or (square == square[:1]).all(axis=0).any())


def ground_of(size: int, symmetry: str, lines: bool) -> GrowthTables:
    """Return the constant tables for growing boards of a side with a symmetry.

    `lines` allows whole rows and columns as regions. Raises InputError for an unknown side or symmetry, ImpossibleError
    for a side that cannot have the symmetry.
    """
    if not LEAST_SIDE <= size <= MOST_SIDE:
        raise InputError(Message("jigsaw-side", least=LEAST_SIDE, most=MOST_SIDE, side=size))
    if symmetry not in SYMMETRIES:
        raise one_of(list(SYMMETRIES), symmetry, "a symmetry")
    if symmetry in ("rot90", "full") and size % 4 > 1:
        raise ImpossibleError(Message("board-quarter-turn", side=size, symmetry=symmetry))
    return _ground(size, symmetry, lines)


@cache
def _ground(size: int, symmetry: str, lines: bool) -> GrowthTables:
    moves = group_of(size, symmetry)
    subgroups = subgroups_of(moves)
    starts = np.array([[_may_begin(size, moves, inside, cell) for cell in range(size * size)] for inside in subgroups])
    near = np.array([_near(size, cell) for cell in range(size * size)])
    return GrowthTables(size, near, moves, subgroups, starts, lines)


def _growth(size: int, rng: np.random.Generator) -> Growth:
    cells = size * size
    return Growth(
        regions=np.zeros(cells, np.int64),
        marks=np.zeros(cells, np.int64),
        piece=np.zeros(size, np.int64),
        queue=np.zeros(4 * cells, np.int64),
        random=random_state(rng),
    )


def _may_begin(size: int, moves: np.ndarray, inside: np.ndarray, cell: int) -> bool:
    """Return True if a piece may begin at a cell, given the moves that map it to itself, flagged in `inside` [G].

    The cell's images under these moves must be connected, and no other move may fix the cell. `size` is the side of the
    board, `moves` [G, n²] the group.
    """
    orbit = set(moves[inside, cell].tolist())
    reached, frontier = {cell}, [cell]
    while frontier:
        fresh = orbit.intersection(_near(size, frontier.pop())) - reached
        reached |= fresh
        frontier.extend(fresh)
    return reached == orbit and bool(inside[moves[:, cell] == cell].all())


def _near(size: int, cell: int) -> list[int]:
    """Return the neighbours of a cell as a list of four, filled up with −1."""
    near = neighbours(cell, size)
    return [*near, *[-1] * (4 - len(near))]


class GrowthTables(NamedTuple):
    """Constant tables for growing boards of one side and one symmetry."""

    size: int
    near: np.ndarray
    """[n², 4] neighbours of each cell, filled up with −1"""
    moves: np.ndarray
    """[G, n²] image of each cell under each move of the symmetry group, the identity first"""
    subgroups: np.ndarray
    """[K, G] flags of the moves in each subgroup, the trivial one first"""
    starts: np.ndarray
    """[K, n²] True if a piece with the subgroup may start at the cell"""
    lines: bool
    """True if a whole row or column may be a region"""


class Growth(NamedTuple):
    """Working memory for growing the regions of a board: finished ones and the piece in progress; changed in place."""

    regions: np.ndarray
    """[n²] region of each cell, or FREE"""
    marks: np.ndarray
    """[n²] PIECE or IMAGE for cells of the growing piece and of its images, else 0"""
    piece: np.ndarray
    """[n] cells of the growing piece"""
    queue: np.ndarray
    """[4n²] scratch memory for a list of cells"""
    random: np.ndarray


@compiled_when_hot
def _grow_board(ground: GrowthTables, growth: Growth, boards: int) -> bool:
    """Start at most `boards` boards; return True if a board is completed, which is then in `growth.regions`."""
    for _ in range(boards):
        growth.regions[:] = FREE
        growth.marks[:] = 0
        placed = 0
        while placed < ground.size:
            more = _place_piece(ground, growth, placed)
            if more == 0:
                break
            placed += more
        if placed == ground.size:
            return True
    return False


@compiled
def _place_piece(ground: GrowthTables, growth: Growth, placed: int) -> int:
    """Grow a piece and make it and its images regions; return the number of regions added, 0 on failure.

    `placed` is the number of regions before.
    """
    for _ in range(TRIES):
        start = _tightest(ground, growth)
        subgroup = _random_subgroup(ground, growth, start)
        if subgroup < 0:
            return 0
        if _grow_piece(ground, growth, start, subgroup) and (ground.lines or not _is_line(ground, growth.piece)):
            more = _label(ground, growth, placed)
            if _room_is_good(ground, growth):
                return more
            _clear(growth, placed)
        growth.marks[:] = 0
    return 0


@compiled
def _tightest(ground: GrowthTables, growth: Growth) -> int:
    """Return the free cell with the fewest free neighbours, ties at random.

    Cells that a move maps to themselves first.
    """
    best, chosen, ties = 99, -1, 0
    for cell in range(len(growth.regions)):
        if growth.regions[cell] != FREE:
            continue
        score = _free_neighbours(ground, growth, cell)
        for move in range(1, len(ground.moves)):
            if ground.moves[move, cell] == cell:
                score -= 10  # few pieces can contain a fixed cell: place them while there is room
        if score < best:
            best, chosen, ties = score, cell, 1
        elif score == best:
            ties += 1
            if random_below(growth.random, ties) == 0:
                chosen = cell
    return chosen


@compiled
def _free_neighbours(ground: GrowthTables, growth: Growth, cell: int) -> int:
    count = 0
    for other in ground.near[cell]:
        if other >= 0 and growth.regions[other] == FREE and growth.marks[other] == 0:
            count += 1
    return count


@compiled
def _random_subgroup(ground: GrowthTables, growth: Growth, start: int) -> int:
    """Return the index of a random subgroup of moves under which a piece may begin at `start`, or −1 if none exists."""
    chosen, ties = -1, 0
    for k in range(len(ground.subgroups)):
        if ground.starts[k, start]:
            ties += 1
            if random_below(growth.random, ties) == 0:
                chosen = k
    return chosen


@compiled
def _grow_piece(ground: GrowthTables, growth: Growth, start: int, subgroup: int) -> bool:
    """Grow a piece of n cells from `start`, symmetric under a subgroup of moves; return False if it gets stuck."""
    grown = _join(ground, growth, start, subgroup, 0)
    while 0 < grown < ground.size:
        cell = _next_cell(ground, growth, grown)
        if cell < 0:
            return False
        grown = _join(ground, growth, cell, subgroup, grown)
    return grown == ground.size


@compiled
def _next_cell(ground: GrowthTables, growth: Growth, grown: int) -> int:
    """Return a free neighbour of the piece of `grown` cells, the tighter one of two random ones; −1 if none is left."""
    count = 0
    for k in range(grown):
        for cell in ground.near[growth.piece[k]]:
            if cell >= 0 and growth.regions[cell] == FREE and growth.marks[cell] == 0:
                growth.queue[count] = cell
                count += 1
    if count == 0:
        return -1
    one: int = growth.queue[random_below(growth.random, count)]
    other: int = growth.queue[random_below(growth.random, count)]
    return one if _free_neighbours(ground, growth, one) <= _free_neighbours(ground, growth, other) else other


@compiled
def _join(ground: GrowthTables, growth: Growth, cell: int, subgroup: int, grown: int) -> int:
    """Add a cell and its images under the subgroup to the piece of `grown` cells; return its new size.

    Returns −1 if an image is occupied.
    """
    first = grown
    for move in range(len(ground.moves)):  # images inside the piece
        image = ground.moves[move, cell]
        if ground.subgroups[subgroup, move] and growth.marks[image] == 0:
            if grown == ground.size or growth.regions[image] != FREE:
                return -1
            growth.marks[image] = PIECE
            growth.piece[grown] = image
            grown += 1
    for k in range(first, grown):  # images of the new cells in other regions
        for move in range(len(ground.moves)):
            if not ground.subgroups[subgroup, move]:
                image = ground.moves[move, growth.piece[k]]
                if growth.marks[image] == PIECE:
                    return -1
                growth.marks[image] = IMAGE
    return grown


@compiled
def _is_line(ground: GrowthTables, piece: np.ndarray) -> bool:
    """Return True if the piece is a whole row or column."""
    row, column = True, True
    for cell in piece:
        row &= cell // ground.size == piece[0] // ground.size
        column &= cell % ground.size == piece[0] % ground.size
    return row or column


@compiled
def _label(ground: GrowthTables, growth: Growth, placed: int) -> int:
    """Make the piece and its images regions, numbered from `placed`; return the number of regions added."""
    more = 0
    for move in range(len(ground.moves)):
        if growth.regions[ground.moves[move, growth.piece[0]]] == FREE:
            for cell in growth.piece:
                growth.regions[ground.moves[move, cell]] = placed + more
            more += 1
    growth.marks[:] = 0
    return more


@compiled
def _clear(growth: Growth, placed: int) -> None:
    """Free the cells of all regions from number `placed` on."""
    for cell in range(len(growth.regions)):
        if growth.regions[cell] >= placed:
            growth.regions[cell] = FREE


@compiled
def _room_is_good(ground: GrowthTables, growth: Growth) -> bool:
    """Return True if each connected part of the free cells has a multiple of n cells; reset `growth.marks`."""
    good = True
    for start in range(len(growth.regions)):
        if good and growth.regions[start] == FREE and growth.marks[start] == 0:
            good = _part_from(ground, growth, start) % ground.size == 0
    growth.marks[:] = 0
    return good


@compiled
def _part_from(ground: GrowthTables, growth: Growth, start: int) -> int:
    """Mark the free cells that are connected to the cell `start`, itself included; return their number."""
    growth.marks[start] = PIECE
    growth.queue[0] = start
    count, done = 1, 0
    # Breadth-first search; the queue holds the cells that were reached.
    while done < count:
        for cell in ground.near[growth.queue[done]]:
            if cell >= 0 and growth.regions[cell] == FREE and growth.marks[cell] == 0:
                growth.marks[cell] = PIECE
                growth.queue[count] = cell
                count += 1
        done += 1
    return count
