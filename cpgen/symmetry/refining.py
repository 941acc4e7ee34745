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

from cpgen.kernel import compiled, compiled_when_hot

OPEN_COLOUR = np.uint64(0x632BE59BD9B4E019)
"""The colour of an open cell"""
CHOSEN = np.uint64(0xC6BC279692B5C323)
"""What is mixed into the colour of a house or cell that is chosen among those alike"""


class Incidence(NamedTuple):
    """Which houses the N cells lie in; V vertices have colours: the houses, then the digits, where digits count."""

    first: np.ndarray
    """[V] the colours to begin with"""
    houses_of: np.ndarray
    """[N, K] the houses of each cell, then −1"""
    digits: int
    """Where the digits begin among the vertices: digit 1 has this number"""


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
    sorted: np.ndarray
    """[V] the colours in ascending order"""


def colours_for(incidence: Incidence, lines: int, depths: int) -> Colours:
    """Memory for the colours of a search that goes so deep, on a board of so many rows and columns (0: no pairs)."""
    vertices = len(incidence.first)
    return Colours(
        of=np.zeros((depths, vertices), np.uint64),
        own=np.full(len(incidence.houses_of), OPEN_COLOUR, np.uint64),
        alike=np.zeros((lines, lines), np.uint64),
        paired=np.zeros(1, np.int64),
        sums=np.zeros(vertices, np.uint64),
        sorted=np.zeros(vertices, np.uint64),
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
    before = 0
    now = _count_classes(colours, depth)
    while now > before:
        before = now
        _mix_round(incidence, colours, depth, clues)
        now = _count_classes(colours, depth)
    trace = np.uint64(0)
    for vertex in range(colours.of.shape[1]):
        trace += mixed(colours.of[depth, vertex])
    return trace


@compiled
def _mix_round(incidence: Incidence, colours: Colours, depth: int, clues: np.ndarray) -> None:
    houses_of, before_digits = incidence.houses_of, incidence.digits - 1
    colours.sums[:] = np.uint64(0)
    for cell in range(len(clues)):
        shown = colours.own[cell]
        if clues[cell]:
            shown += colours.of[depth, before_digits + clues[cell]]
        for k in range(houses_of.shape[1]):
            if houses_of[cell, k] < 0:
                break
            shown += colours.of[depth, houses_of[cell, k]]
        shown = mixed(shown)
        for k in range(houses_of.shape[1]):
            if houses_of[cell, k] < 0:
                break
            colours.sums[houses_of[cell, k]] += shown
        if clues[cell]:
            colours.sums[before_digits + clues[cell]] += shown
    if colours.paired[0]:
        _mix_pairs(colours, depth)
    for vertex in range(colours.of.shape[1]):
        colours.of[depth, vertex] = mixed(colours.of[depth, vertex] + mixed(colours.sums[vertex]))


@compiled
def _mix_pairs(colours: Colours, depth: int) -> None:
    n = len(colours.alike) // 2
    for line in range(2 * n):
        start = 0 if line < n else n
        for other in range(start, start + n):
            if other != line:
                colours.sums[line] += mixed(colours.of[depth, other] + colours.alike[line, other])


@compiled
def _count_classes(colours: Colours, depth: int) -> int:
    """How many different colours there are."""
    classes = 0
    for vertex in range(colours.of.shape[1]):
        colour = colours.of[depth, vertex]
        k = vertex
        while k > 0 and colours.sorted[k - 1] > colour:
            colours.sorted[k] = colours.sorted[k - 1]
            k -= 1
        colours.sorted[k] = colour
    for k in range(colours.of.shape[1]):
        classes += k == 0 or colours.sorted[k] != colours.sorted[k - 1]
    return classes
