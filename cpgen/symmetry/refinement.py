"""Colour refinement: distinguishes the houses and cells of a board, and the digits of a puzzle.

Every vertex (a house, or a digit) has a colour, a number of 64 bits. In each round a cell hashes the colours of its
houses and of its digit, and each vertex hashes the sum of its cells. The rounds end when no class of vertices with
equal colours splits any more (Weisfeiler and Leman, 1968).

    vertices:   row 1  row 2 …  column 1 …  region 1 …  extra houses | digit 0 (open)  digit 1 …
    cells:      each knows its houses and its digit

Invariant: colours depend neither on the numbering of houses nor on the names of digits, so isomorphic puzzles get equal
colours. Two colours that are equal by chance cost a search some time but never a wrong answer. Where vertices stay
alike, canonical forms and automorphisms give one of them a colour of its own and refine again.
"""

from __future__ import annotations

import numpy as np

from cpgen.kernel import compiled, compiled_when_hot
from cpgen.kernel.structs import Struct

OPEN_COLOUR = np.uint64(0x632BE59BD9B4E019)
"""Value of `Colours.own` for an open cell"""
CHOSEN = np.uint64(0xC6BC279692B5C323)
"""Number that is mixed into the colour of a house or cell to single it out"""


class Incidence(Struct):
    """Graph of a board: which of V vertices (houses, digit 0, then the digits in use) each of N cells belongs to."""

    first: np.ndarray
    """[V] colours of the vertices before the refinement"""
    houses_of: np.ndarray
    """[N, K] houses of each cell, filled up with −1"""
    digits: int
    """Number of the vertex of digit 0, which stands for open cells and always has colour 0"""


class Colours(Struct):
    """Colours at each depth of a search, and scratch memory of the refinement; changed in place."""

    of: np.ndarray
    """[depth, V] colours of the vertices"""
    own: np.ndarray
    """[N] colour of each cell itself, to which the colours of its houses and digit are added"""
    alike: np.ndarray
    """[2n, 2n] hash of the comparison of two parallel lines, if `paired` is set"""
    paired: np.ndarray
    """[1] True if lines are also compared in pairs"""
    sums: np.ndarray
    """[V] sum of the hashes of each vertex's cells in a round"""
    order: np.ndarray
    """[depth, V] vertices, grouped by classes of equal colour"""
    begins: np.ndarray
    """[depth, V] True where a class begins in `order`; before the refinement, False if no classes are known"""
    keys: np.ndarray
    """[V] colours of the vertices in the class that is being split"""
    members: np.ndarray
    """[V] the vertices of that class"""
    taken: np.ndarray
    """[V] number of vertices of equal colour already placed at a position"""


def colours_for(incidence: Incidence, lines: int, depths: int) -> Colours:
    """Return newly allocated memory for the colours of a search on a board.

    Args:
        incidence: Graph of the board.
        lines: Number of rows and columns, 0 if lines are not compared in pairs.
        depths: Number of choices that the search can make, plus one.
    """
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
def mix_bits(bits: np.uint64) -> np.uint64:
    """Return a hash of 64 bits (the finaliser of splitmix64)."""
    bits = (bits ^ (bits >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    bits = (bits ^ (bits >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return np.uint64(bits ^ (bits >> np.uint64(31)))


@compiled_when_hot
def refine(incidence: Incidence, colours: Colours, depth: int, clues: np.ndarray) -> np.uint64:
    """Refine the colours at a depth until no class of equal colours splits; return a trace.

    The trace is a hash of all colours, equal for isomorphic boards.

    Args:
        incidence: Graph of the board.
        colours: Colours at each depth, changed in place.
        depth: The depth at which to refine.
        clues: [N] digits, 0 for an open cell.
    """
    of, order, begins = colours.of[depth], colours.order[depth], colours.begins[depth]
    before, now = 0, _split_classes(colours, of, order, begins)
    # A round that splits no class changes nothing any more.
    while now > before:
        before = now
        _mix_round(incidence, colours, of, clues)
        if now < len(of):
            now = _split_classes(colours, of, order, begins)
    trace = np.uint64(0)
    for vertex in range(len(of)):
        trace += mix_bits(of[vertex])
    return trace


@compiled
def _mix_round(incidence: Incidence, colours: Colours, of: np.ndarray, clues: np.ndarray) -> None:
    houses_of, sums = incidence.houses_of, colours.sums
    sums[:] = np.uint64(0)
    for cell in range(len(clues)):
        digit = incidence.digits + clues[cell]
        # Mix the colours of the cell, its digit and its houses, and add the result to the digit and the houses.
        shown = colours.own[cell] + of[digit]
        for k in range(houses_of.shape[1]):
            if houses_of[cell, k] < 0:
                break
            shown += of[houses_of[cell, k]]
        shown = mix_bits(shown)
        for k in range(houses_of.shape[1]):
            if houses_of[cell, k] < 0:
                break
            sums[houses_of[cell, k]] += shown
        sums[digit] += shown
    # Sums do not depend on the order of the cells, so no numbering of them matters.
    if colours.paired[0]:
        _mix_pairs(of, colours.alike, sums)
    for vertex in range(len(of)):
        of[vertex] = mix_bits(of[vertex] + mix_bits(sums[vertex]))
    # Open cells are no digit: what they have in common is already in `own`.
    of[incidence.digits] = np.uint64(0)


@compiled
def _mix_pairs(of: np.ndarray, alike: np.ndarray, sums: np.ndarray) -> None:
    """Add to `sums[line]`, for each row and column, a hash of its comparisons with all other parallel lines.

    Args:
        of: Colours of the vertices, of which the lines are the first 2n.
        alike: [2n, 2n] hash of the comparison of two parallel lines (see `compare_lines`).
        sums: Sum of hashes of each vertex, changed in place.
    """
    n = len(alike) // 2
    for line in range(2 * n):
        start = 0 if line < n else n
        total = np.uint64(0)
        for other in range(start, start + n):
            total += mix_bits(of[other] + alike[line, other])
        # A line is not compared with itself.
        itself = mix_bits(of[line] + alike[line, line])
        sums[line] += total - itself


@compiled
def _split_classes(colours: Colours, of: np.ndarray, order: np.ndarray, begins: np.ndarray) -> int:
    """Split each class of vertices whose colours in `of` differ; return the number of classes.

    `order` has the vertices, class by class; `begins` is True where a class begins. Both are updated.
    """
    keys, members, taken = colours.keys, colours.members, colours.taken
    classes, start = 0, 0
    while start < len(order):
        end = start + 1
        while end < len(order) and not begins[end]:
            end += 1
        classes += 1
        # Classes only ever split, so vertices are compared within their class alone.
        if end > start + 1 and not _are_alike(of, order, start, end):
            for k in range(start, end):
                members[k], keys[k], taken[k] = order[k], of[order[k]], 0
            _sort_class(order, keys, members, taken, start, end)
            for k in range(start + 1, end):
                begins[k] = taken[k] > 0
                classes += begins[k]
        start = end
    return classes


@compiled
def _are_alike(of: np.ndarray, order: np.ndarray, start: int, end: int) -> bool:
    """Return True if the vertices in `order[start:end]` have one colour in `of`."""
    alike = True
    for k in range(start + 1, end):
        alike &= of[order[k]] == of[order[start]]
    return alike


@compiled
def _sort_class(
    order: np.ndarray, keys: np.ndarray, members: np.ndarray, taken: np.ndarray, start: int, end: int
) -> None:
    """Sort the vertices in `order[start:end]`, a class that is to be split, by colour.

    `members` are these vertices and `keys` their colours, at the same places; `taken` is scratch memory. The place of a
    vertex is the number of smaller colours, which takes no branch that could be mispredicted.
    """
    for k in range(start, end):
        place = start
        for other in range(start, end):
            place += keys[other] < keys[k]
        # Members of one colour get the same place, and are put one after another.
        order[place + taken[place]] = members[k]
        taken[place] += 1
