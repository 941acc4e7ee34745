"""Colour refinement: what tells the houses and cells of a board, and the digits of a puzzle, apart.

A colour is 64 bits. In a round each cell mixes the colours of its houses and of its digit, and each house and digit
mixes those of its cells, until no class splits (the method of Weisfeiler and Leman). Nothing depends on how houses are
numbered or digits are named, so boards and puzzles that are the same under a symmetry get the same colours; if two
colours are equal by chance, a search only has more to try. Canonical forms and automorphisms rest on it: where
refinement leaves houses or cells alike, one is given a colour of its own, and the colours are refined again.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from cpgen.kernel import compiled, compiled_when_hot, inlined

OPEN_COLOUR = np.uint64(0x632BE59BD9B4E019)
"""The colour of an open cell"""
CHOSEN = np.uint64(0xC6BC279692B5C323)
"""What is mixed into the colour of a house or cell that is chosen among those alike"""


class Incidence(NamedTuple):
    """Which houses the N cells lie in; V vertices have colours: the houses, digit 0, then the digits that count."""

    first: np.ndarray
    """[V] the colours to begin with"""
    houses_of: np.ndarray
    """[N, K] the houses of each cell, then −1"""
    digits: int
    """Where the digits begin among the vertices: digit 0, that of open cells, has this number and always colour 0"""


class Colours(NamedTuple):
    """The colours of a search, and the memory that refining them takes; changed in place."""

    of: np.ndarray
    """[depth, V] the colours of the vertices, at each depth of the search"""
    own: np.ndarray
    """[N] what a cell mixes in besides its houses and its digit"""
    alike: np.ndarray
    """[2n, 2n] what two parallel lines are to each other; used where `paired` is set"""
    paired: np.ndarray
    """[1] whether lines are compared in pairs, too"""
    sums: np.ndarray
    """[V] what the cells of a vertex add up to"""
    order: np.ndarray
    """[depth, V] the vertices, those of one class side by side"""
    begins: np.ndarray
    """[depth, V] whether another class begins there; before refining, nowhere if nothing is known of the classes"""
    keys: np.ndarray
    """[V] the colours of the class that is split"""
    members: np.ndarray
    """[V] its vertices"""
    taken: np.ndarray
    """[V] how many vertices of one colour have been put behind those of smaller ones"""


def colours_for(incidence: Incidence, lines: int, depths: int) -> Colours:
    """Memory for the colours of a search that goes so deep, on a board of so many rows and columns (0: no pairs)."""
    vertices = len(incidence.first)
    return Colours(
        of=np.zeros((depths, vertices), np.uint64),
        own=np.full(len(incidence.houses_of), OPEN_COLOUR, np.uint64),
        alike=np.zeros((lines, lines), np.uint64),
        paired=np.zeros(1, np.int64),
        sums=np.zeros(vertices, np.uint64),
        order=np.tile(np.arange(vertices), (depths, 1)),
        begins=np.zeros((depths, vertices), np.bool_),
        keys=np.zeros(vertices, np.uint64),
        members=np.zeros(vertices, np.int64),
        taken=np.zeros(vertices, np.int64),
    )


@compiled
def mixed(bits: np.uint64) -> np.uint64:
    """The bits well mixed (the finaliser of splitmix64)."""
    bits = (bits ^ (bits >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    bits = (bits ^ (bits >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return np.uint64(bits ^ (bits >> np.uint64(31)))


@compiled_when_hot
def refine(incidence: Incidence, colours: Colours, depth: int, clues: np.ndarray) -> np.uint64:
    """Refines the colours at this depth until no class splits; returns a trace, the same for boards that are the same.

    `clues` [N] are digits, 0 for an open cell.
    """
    of, order, begins = colours.of[depth], colours.order[depth], colours.begins[depth]
    before, now = 0, _split_classes(colours, of, order, begins)
    while now > before:
        before = now
        _mix_round(incidence, colours, of, clues)
        if now < len(of):
            now = _split_classes(colours, of, order, begins)
    trace = np.uint64(0)
    for vertex in range(len(of)):
        trace += mixed(of[vertex])
    return trace


@inlined
def _mix_round(incidence: Incidence, colours: Colours, of: np.ndarray, clues: np.ndarray) -> None:
    houses_of, sums = incidence.houses_of, colours.sums
    sums[:] = np.uint64(0)
    for cell in range(len(clues)):
        digit = incidence.digits + clues[cell]
        shown = colours.own[cell] + of[digit]
        for k in range(houses_of.shape[1]):
            if houses_of[cell, k] < 0:
                break
            shown += of[houses_of[cell, k]]
        shown = mixed(shown)
        for k in range(houses_of.shape[1]):
            if houses_of[cell, k] < 0:
                break
            sums[houses_of[cell, k]] += shown
        sums[digit] += shown
    if colours.paired[0]:
        _mix_pairs(of, colours.alike, sums)
    for vertex in range(len(of)):
        of[vertex] = mixed(of[vertex] + mixed(sums[vertex]))
    of[incidence.digits] = np.uint64(0)


@compiled
def _mix_pairs(of: np.ndarray, alike: np.ndarray, sums: np.ndarray) -> None:
    n = len(alike) // 2
    for line in range(2 * n):
        start = 0 if line < n else n
        total = np.uint64(0)
        for other in range(start, start + n):
            total += mixed(of[other] + alike[line, other])
        itself = mixed(of[line] + alike[line, line])
        sums[line] += total - itself


@compiled
def _split_classes(colours: Colours, of: np.ndarray, order: np.ndarray, begins: np.ndarray) -> int:
    """Splits the classes whose vertices no longer have one colour; returns how many classes there are."""
    keys, members, taken = colours.keys, colours.members, colours.taken
    classes, start = 0, 0
    while start < len(order):
        end = start + 1
        while end < len(order) and not begins[end]:
            end += 1
        classes += 1
        if end > start + 1 and not _are_alike(of, order, start, end):
            for k in range(start, end):
                members[k], keys[k], taken[k] = order[k], of[order[k]], 0
            _put_behind_smaller(order, keys, members, taken, start, end)
            for k in range(start + 1, end):
                begins[k] = taken[k] > 0
                classes += begins[k]
        start = end
    return classes


@inlined
def _are_alike(of: np.ndarray, order: np.ndarray, start: int, end: int) -> bool:
    """Whether the vertices between two places have one colour."""
    alike = True
    for k in range(start + 1, end):
        alike &= of[order[k]] == of[order[start]]
    return alike


@inlined
def _put_behind_smaller(
    order: np.ndarray, keys: np.ndarray, members: np.ndarray, taken: np.ndarray, start: int, end: int
) -> None:
    """Puts the members of a class in the order of their colours, by how many have a smaller one: no branch to guess."""
    for k in range(start, end):
        place = start
        for other in range(start, end):
            place += keys[other] < keys[k]
        order[place + taken[place]] = members[k]
        taken[place] += 1
