"""How does a random board grow? Piece by piece into the tightest corner, each with its images under the symmetry.

A piece is grown for a subgroup of the symmetry's moves that carry it into itself; the other moves carry it to
other regions of the board. A piece that would leave room in which no whole number of regions fits is grown anew.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from cpgen.kernel import compiled, inner, random_below

TRIES = 40
"""Growths of one piece before the board is begun anew"""
FREE = -1
PIECE, IMAGE = 1, 2


class Ground(NamedTuple):
    """What the growing knows of the side and the symmetry, read only."""

    size: int
    near: np.ndarray
    """[n², 4] the cells side by side with a cell, then −1"""
    moves: np.ndarray
    """[G, n²] where each move of the symmetry carries a cell, the identity first"""
    subgroups: np.ndarray
    """[K, G] the subgroups of the moves, the identity alone first"""
    starts: np.ndarray
    """[K, n²] whether a piece of this subgroup may begin at a cell: its images there are joined to it"""
    lines: bool
    """Whether a whole row or column may be a region"""


class Growth(NamedTuple):
    """Where the growing stands; changed in place."""

    regions: np.ndarray
    """[n²] the region of a cell, or −1"""
    marks: np.ndarray
    """[n²] PIECE or IMAGE for the cells of the piece that is growing and of its images, else 0"""
    piece: np.ndarray
    """[n] the cells of the piece, as many as there are"""
    queue: np.ndarray
    """[n²] room for a list of cells"""
    random: np.ndarray


@compiled
def grow_board(ground: Ground, growth: Growth, boards: int) -> bool:
    """Begins at most so many boards; whether one was completed, in `growth.regions`."""
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


@inner
def _place_piece(ground: Ground, growth: Growth, placed: int) -> int:
    """Grows a piece that leaves good room, and places it with its images; how many regions that were, 0 for none."""
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


@inner
def _tightest(ground: Ground, growth: Growth) -> int:
    """A free cell with fewest free neighbours, ties at random; first come those that most moves leave in place."""
    best, chosen, ties = 99, -1, 0
    for cell in range(len(growth.regions)):
        if growth.regions[cell] != FREE:
            continue
        score = _free_neighbours(ground, growth, cell)
        for move in range(1, len(ground.moves)):
            if ground.moves[move, cell] == cell:
                score -= 10
        if score < best:
            best, chosen, ties = score, cell, 1
        elif score == best:
            ties += 1
            if random_below(growth.random, ties) == 0:
                chosen = cell
    return chosen


@inner
def _free_neighbours(ground: Ground, growth: Growth, cell: int) -> int:
    count = 0
    for other in ground.near[cell]:
        if other >= 0 and growth.regions[other] == FREE and growth.marks[other] == 0:
            count += 1
    return count


@inner
def _random_subgroup(ground: Ground, growth: Growth, start: int) -> int:
    """One of the subgroups whose pieces may begin at the cell, or −1."""
    chosen, ties = -1, 0
    for k in range(len(ground.subgroups)):
        if ground.starts[k, start]:
            ties += 1
            if random_below(growth.random, ties) == 0:
                chosen = k
    return chosen


@inner
def _grow_piece(ground: Ground, growth: Growth, start: int, subgroup: int) -> bool:
    """Grows a piece of n cells from a start; whether that went well."""
    grown = _join(ground, growth, start, subgroup, 0)
    while 0 < grown < ground.size:
        cell = _next_cell(ground, growth, grown)
        if cell < 0:
            return False
        grown = _join(ground, growth, cell, subgroup, grown)
    return grown == ground.size


@inner
def _next_cell(ground: Ground, growth: Growth, grown: int) -> int:
    """Of two random free cells beside the piece the one with fewer free neighbours; −1 when there is none."""
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


@inner
def _join(ground: Ground, growth: Growth, cell: int, subgroup: int, grown: int) -> int:
    """Joins a cell to the piece, with its images: the cells there are then, or −1 when an image stands in the way."""
    first = grown
    for move in range(len(ground.moves)):
        image = ground.moves[move, cell]
        if ground.subgroups[subgroup, move] and growth.marks[image] == 0:
            if grown == ground.size or growth.regions[image] != FREE:
                return -1
            growth.marks[image] = PIECE
            growth.piece[grown] = image
            grown += 1
    for k in range(first, grown):
        for move in range(len(ground.moves)):
            if not ground.subgroups[subgroup, move]:
                image = ground.moves[move, growth.piece[k]]
                if growth.marks[image] == PIECE:
                    return -1
                growth.marks[image] = IMAGE
    return grown


@inner
def _is_line(ground: Ground, piece: np.ndarray) -> bool:
    """Whether the piece is a whole row or column."""
    row, column = True, True
    for cell in piece:
        row &= cell // ground.size == piece[0] // ground.size
        column &= cell % ground.size == piece[0] % ground.size
    return row or column


@inner
def _label(ground: Ground, growth: Growth, placed: int) -> int:
    """Numbers the piece and its images from `placed` on; how many regions they are."""
    more = 0
    for move in range(len(ground.moves)):
        if growth.regions[ground.moves[move, growth.piece[0]]] == FREE:
            for cell in growth.piece:
                growth.regions[ground.moves[move, cell]] = placed + more
            more += 1
    growth.marks[:] = 0
    return more


@inner
def _clear(growth: Growth, placed: int) -> None:
    """Takes the regions from `placed` on away."""
    for cell in range(len(growth.regions)):
        if growth.regions[cell] >= placed:
            growth.regions[cell] = FREE


@inner
def _room_is_good(ground: Ground, growth: Growth) -> bool:
    """Whether each connected part of the free cells has a whole number of regions' cells; the marks are used up."""
    good = True
    for start in range(len(growth.regions)):
        if good and growth.regions[start] == FREE and growth.marks[start] == 0:
            good = _part_from(ground, growth, start) % ground.size == 0
    growth.marks[:] = 0
    return good


@inner
def _part_from(ground: Ground, growth: Growth, start: int) -> int:
    """How many free cells are connected with the start; marks them."""
    growth.marks[start] = PIECE
    growth.queue[0] = start
    count, done = 1, 0
    while done < count:
        for cell in ground.near[growth.queue[done]]:
            if cell >= 0 and growth.regions[cell] == FREE and growth.marks[cell] == 0:
                growth.marks[cell] = PIECE
                growth.queue[count] = cell
                count += 1
        done += 1
    return count
