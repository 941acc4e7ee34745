"""Random jigsaws: boards of any side from 4 to 16, with a symmetry if wished, each with a grid."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import combinations
from math import inf

import numpy as np

from cpgen.boards.every import MAX_SIZE, every_board
from cpgen.boards.growing import Ground, Growth, grow_board
from cpgen.errors import CpgenError, ImpossibleError, InputError, NotFoundError, one_of
from cpgen.kernel import random_state
from cpgen.layout import Layout
from cpgen.oracles import DEFAULT, Oracle, open_oracle
from cpgen.puzzle import Puzzle
from cpgen.symmetry.boards import numbered
from cpgen.symmetry.square import SYMMETRIES, maps, source_of

LEAST, MOST = 4, 16
BEGINNINGS = 20_000
"""Boards begun in search of one before giving up"""
WITHOUT_GRID = 500
"""Boards in a row that may have no grid before giving up"""


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
    """Random boards without end, determined by the arguments alone.

    Regions are connected and, unless `lines` are allowed, none is a whole row or column; the board has the symmetry,
    and both diagonals for extra houses if wished; the oracle, which has `seconds` for a board, has found it a grid.
    Raises InputError for a side or symmetry that is not known, ImpossibleError for one that no board can have,
    NotFoundError when none was found.
    """
    ground = ground_of(size, symmetry, lines)
    solver = open_oracle(oracle, seconds)
    rng = np.random.default_rng([seed, size, list(SYMMETRIES).index(symmetry), lines, diagonals])
    growth = _growth(size, rng)
    without = 0
    while without < WITHOUT_GRID:
        layout = Layout(size, _grown(ground, growth, symmetry))
        layout = layout.with_diagonals() if diagonals else layout
        if has_grid(layout, solver):
            without = 0
            yield layout
        without += 1
    raise NotFoundError(f"Each of {WITHOUT_GRID} boards in a row has no grid, as {oracle} shows; ask for less.")


def has_grid(layout: Layout, oracle: Oracle) -> bool:
    """Whether the oracle finds a filling of the board; a random one, since a fixed order may go astray for long."""
    return oracle.complete(Puzzle(layout, (0,) * layout.cell_count), np.random.default_rng(0)) is not None


def require_grid(layout: Layout, oracle: str = DEFAULT) -> None:
    """Raises ImpossibleError, with the oracle for a witness, when the board has no grid."""
    if not has_grid(layout, open_oracle(oracle)):
        raise ImpossibleError(
            f"The board {layout.spec} has no grid: {oracle} shows that no filling keeps to all its houses."
        )


def _grown(ground: Ground, growth: Growth, symmetry: str) -> tuple[int, ...]:
    if not grow_board(ground, growth, BEGINNINGS):
        raise _not_found(ground, symmetry)
    return tuple(growth.regions.tolist())


def _not_found(ground: Ground, symmetry: str) -> CpgenError:
    """Why there is no board: those of small sides are all known, and a quarter turn does not go with every side."""
    size = ground.size
    what = f"board of side {size} with the symmetry {symmetry}"
    lines = "" if ground.lines else " and without a whole row or column for a region"
    if size <= MAX_SIZE and not _exists(ground):
        return ImpossibleError(f"There is no {what}{lines}: none of all {len(every_board(size))} boards has it.")
    return NotFoundError(f"No {what}{lines} was found; {BEGINNINGS} were begun.")


def _exists(ground: Ground) -> bool:
    """Whether one of all boards of a small side has the symmetry, and lines for regions only where they are allowed."""
    found = every_board(ground.size)
    for source in ground.moves[1:]:
        found = found[(numbered(found[:, source]) == found).all(axis=1)]
    return len(found) > 0 and (ground.lines or not all(map(_has_line, found.reshape(-1, ground.size, ground.size))))


def _has_line(square: np.ndarray) -> bool:
    return bool((square == square[:, :1]).all(axis=1).any() or (square == square[:1]).all(axis=0).any())


def ground_of(size: int, symmetry: str, lines: bool) -> Ground:
    """What growing a board needs to know; raises InputError or ImpossibleError for a side or symmetry."""
    if not LEAST <= size <= MOST:
        raise InputError(f"Random boards have sides from {LEAST} to {MOST}, not {size}.")
    if symmetry not in SYMMETRIES:
        raise one_of(list(SYMMETRIES), symmetry, "a symmetry")
    if symmetry in ("rot90", "full") and size % 4 > 1:
        raise ImpossibleError(
            f"No board of side {size} has the symmetry {symmetry}: a quarter turn carries regions round in fours, but "
            f"for one in the middle, and {size} is neither a multiple of 4 nor one more."
        )
    return _ground(size, symmetry, lines)


@cache
def _ground(size: int, symmetry: str, lines: bool) -> Ground:
    moves = _group(size, symmetry)
    subgroups = _subgroups(moves)
    starts = np.array([[_may_begin(size, moves, inside, cell) for cell in range(size * size)] for inside in subgroups])
    near = np.array([_near(size, cell) for cell in range(size * size)])
    return Ground(size, near, moves, subgroups, starts, lines)


def _growth(size: int, rng: np.random.Generator) -> Growth:
    cells = size * size
    return Growth(
        regions=np.zeros(cells, np.int64),
        marks=np.zeros(cells, np.int64),
        piece=np.zeros(size, np.int64),
        queue=np.zeros(4 * cells, np.int64),
        random=random_state(rng),
    )


def _group(size: int, symmetry: str) -> np.ndarray:
    """[G, n²] the maps that the moves of a symmetry generate, the identity first."""
    reached = {tuple(range(size * size))}
    for _ in maps(size):
        reached |= {
            tuple(np.array(one)[source_of(size, move)].tolist()) for one in reached for move in SYMMETRIES[symmetry]
        }
    return np.array(sorted(reached))


def _subgroups(moves: np.ndarray) -> np.ndarray:
    """[K, G] the sets of moves that are closed, all of which two moves generate, the identity alone first."""
    place = {tuple(move): k for k, move in enumerate(moves.tolist())}
    after = [[place[tuple(one[other].tolist())] for other in moves] for one in moves]
    found = {
        _closed(frozenset(chosen), after) for count in range(3) for chosen in combinations(range(len(moves)), count)
    }
    ordered = sorted(found, key=lambda inside: (len(inside), sorted(inside)))
    return np.array([[k in inside for k in range(len(moves))] for inside in ordered])


def _closed(chosen: frozenset[int], after: list[list[int]]) -> frozenset[int]:
    inside = chosen | {0} | {after[one][other] for one in chosen for other in chosen}
    return inside if inside == chosen else _closed(inside, after)


def _may_begin(size: int, moves: np.ndarray, inside: np.ndarray, cell: int) -> bool:
    """Whether the subgroup's images of a cell touch each other, and it has all moves that leave the cell in place."""
    orbit = set(moves[inside, cell].tolist())
    reached, frontier = {cell}, [cell]
    while frontier:
        fresh = orbit.intersection(_near(size, frontier.pop())) - reached
        reached |= fresh
        frontier.extend(fresh)
    return reached == orbit and bool(inside[moves[:, cell] == cell].all())


def _near(size: int, cell: int) -> list[int]:
    """The cells side by side with a cell, filled up with −1 to four."""
    row, column = divmod(cell, size)
    places = [(row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)]
    near = [r * size + c for r, c in places if 0 <= r < size and 0 <= c < size]
    return near + [-1] * (4 - len(near))
