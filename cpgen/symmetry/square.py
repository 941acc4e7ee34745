"""Symmetries of the square: maps of cells, orbits, and random patterns made of whole orbits."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from functools import cache

import numpy as np

from cpgen.errors import InputError, Message, NotFoundError, one_of
from cpgen.pattern import Pattern

Move = Callable[[int, int, int], tuple[int, int]]

HALF_TURN: Move = lambda n, r, c: (n - 1 - r, n - 1 - c)  # noqa: E731
QUARTER_TURN: Move = lambda n, r, c: (c, n - 1 - r)  # noqa: E731
LEFT_RIGHT: Move = lambda n, r, c: (r, n - 1 - c)  # noqa: E731
TOP_BOTTOM: Move = lambda n, r, c: (n - 1 - r, c)  # noqa: E731
DIAGONAL: Move = lambda n, r, c: (c, r)  # noqa: E731
ANTIDIAGONAL: Move = lambda n, r, c: (n - 1 - c, n - 1 - r)  # noqa: E731

SYMMETRIES: dict[str, tuple[Move, ...]] = {
    "full": (QUARTER_TURN, LEFT_RIGHT),
    "rot90": (QUARTER_TURN,),
    "mirrors": (LEFT_RIGHT, TOP_BOTTOM),
    "diagonals": (DIAGONAL, ANTIDIAGONAL),
    "rot180": (HALF_TURN,),
    "left-right": (LEFT_RIGHT,),
    "top-bottom": (TOP_BOTTOM,),
    "diagonal": (DIAGONAL,),
    "antidiagonal": (ANTIDIAGONAL,),
    "none": (),
}
"""Generating moves of each symmetry, larger groups first"""
ORIENTATIONS = (
    *("as given", "turned right", "turned by 180°", "turned left"),
    *("left-right", "diagonal", "top-bottom", "antidiagonal"),
)
"""Names of the `maps`: rotations, then reflections by their axis"""

DRAWS = 1000
"""Random patterns drawn before giving up on the least number of cells per region"""


@cache
def orbits(size: int, symmetry: str) -> tuple[tuple[int, ...], ...]:
    """Return the orbits of the n² cells under a named symmetry, each ascending, ordered by first cell.

    >>> orbits(3, "rot180")
    ((0, 8), (1, 7), (2, 6), (3, 5), (4,))
    """
    if symmetry not in SYMMETRIES:
        raise one_of(list(SYMMETRIES), symmetry, "a symmetry")
    # A flood fill along the moves from each cell that is in no orbit yet.
    seen: set[int] = set()
    found = []
    for cell in range(size * size):
        if cell not in seen:
            orbit = _carried(size, cell, SYMMETRIES[symmetry])
            seen |= orbit
            found.append(tuple(sorted(orbit)))
    return tuple(found)


def _carried(size: int, cell: int, moves: tuple[Move, ...]) -> set[int]:
    reached, frontier = {cell}, [cell]
    while frontier:
        row, column = divmod(frontier.pop(), size)
        fresh = {r * size + c for r, c in (move(size, row, column) for move in moves)} - reached
        reached |= fresh
        frontier.extend(fresh)
    return reached


def symmetry_of(size: int, cells: Iterable[int]) -> str:
    """Return the largest symmetry, in the order of SYMMETRIES, that maps a set of cells to itself."""
    inside = set(cells)
    return next(
        name
        for name in SYMMETRIES
        if all(inside.issuperset(orbit) or inside.isdisjoint(orbit) for orbit in orbits(size, name))
    )


@cache
def maps(size: int) -> np.ndarray:
    """Return [8, n²] for each symmetry of the square the source cell of each place; rotations come first.

    >>> maps(2)[1].tolist()  # a quarter turn
    [2, 0, 3, 1]
    """
    turn, mirror = source_of(size, QUARTER_TURN), source_of(size, LEFT_RIGHT)
    turns = [np.arange(size * size)]
    for _ in range(3):
        turns.append(turns[-1][turn])
    return np.array([*turns, *(one[mirror] for one in turns)])


def source_of(size: int, move: Move) -> np.ndarray:
    """Return [n²] the cell that a move brings to each place."""
    source = np.empty(size * size, np.int64)
    for cell in range(size * size):
        row, column = move(size, *divmod(cell, size))
        source[row * size + column] = cell
    return source


def random_pattern(
    size: int, clues: int, symmetry: str, rng: np.random.Generator, regions: Sequence[int] = (), least: int = 0
) -> Pattern:
    """Return a random pattern with a number of clues and a symmetry.

    Args:
        regions: Region of each cell.
        least: Least number of cells in each region.

    Raises:
        InputError: No union of orbits has that many cells.
        NotFoundError: None of many draws has enough cells in every region.
    """
    whole = orbits(size, symmetry)
    for _ in range(DRAWS if least else 1):
        order = [whole[k] for k in rng.permutation(len(whole))]
        first = _serving(order, regions, least) if least else []
        rest = [orbit for orbit in order if orbit not in first] if first else order
        chosen = _adding_up(rest, clues - sum(map(len, first)))
        if chosen is not None:
            cells = tuple(sorted(cell for orbit in (*first, *chosen) for cell in orbit))
            return Pattern(size, cells, (0,) * len(cells))
    if clues not in clue_counts(size, symmetry):
        raise InputError(Message("no-pattern", clues=clues, side=size, symmetry=symmetry))
    raise NotFoundError(Message("no-draw", draws=DRAWS, clues=clues, symmetry=symmetry, least=least))


def _serving(order: Sequence[tuple[int, ...]], regions: Sequence[int], least: int) -> list[tuple[int, ...]]:
    """Choose orbits, early ones first, until each region has `least` cells; few regions get more."""
    lacking = dict.fromkeys(regions, least)
    chosen: list[tuple[int, ...]] = []
    for wanted in (all, any):
        for orbit in order:
            if orbit not in chosen and wanted(lacking[regions[cell]] > 0 for cell in orbit):
                chosen.append(orbit)
                for cell in orbit:
                    lacking[regions[cell]] -= 1
    return chosen


def clue_counts(size: int, symmetry: str, kept: Collection[int] = ()) -> frozenset[int]:
    """Return the possible numbers of clues of a pattern with this symmetry that contains the `kept` cells."""
    held = {orbit for orbit in orbits(size, symmetry) if not set(kept).isdisjoint(orbit)}
    rest = [orbit for orbit in orbits(size, symmetry) if orbit not in held]
    sums = _sums(rest)[0]
    return frozenset(sum(map(len, held)) + total for total in range(sums.bit_length()) if sums >> total & 1)


def _sums(whole: Sequence[tuple[int, ...]]) -> list[int]:
    """Return, for each suffix of the list, a mask of the total sizes of its subsets.

    Bit k is set if some of the orbits from there on have k cells together.
    """
    sums = [1]
    for orbit in reversed(whole):
        sums.append(sums[-1] | sums[-1] << len(orbit))
    return sums[::-1]


def _adding_up(order: list[tuple[int, ...]], total: int) -> list[tuple[int, ...]] | None:
    """Choose orbits, early ones first, whose sizes add up to `total`; None if there are none."""
    sums = _sums(order)
    if total < 0 or not sums[0] >> total & 1:
        return None
    chosen = []
    for position, orbit in enumerate(order):  # take an orbit whenever the later ones can supply the rest
        if total >= len(orbit) and sums[position + 1] >> total - len(orbit) & 1:
            chosen.append(orbit)
            total -= len(orbit)
    return chosen
