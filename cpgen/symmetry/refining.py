"""What tells the lines of a puzzle apart? Colours, refined until they tell no more (the Weisfeiler-Leman way).

A colour is 64 bits. In a round each cell mixes the colours of its houses and of its digit, and each house and digit
mixes what its cells show. Nothing depends on how lines are numbered or digits are named, so that puzzles that are
the same under a symmetry get the same colours; if two colours meet by chance, the search only has more to try.
"""

from __future__ import annotations

import numpy as np

from cpgen.kernel import compiled, inner
from cpgen.symmetry.lines import Lines, Work

OPEN = np.uint64(0x632BE59BD9B4E019)
CHOSEN = np.uint64(0xC6BC279692B5C323)


@compiled
def mixed(bits: np.uint64) -> np.uint64:
    """The bits well mixed (the finaliser of splitmix64)."""
    bits = (bits ^ (bits >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    bits = (bits ^ (bits >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return np.uint64(bits ^ (bits >> np.uint64(31)))


@compiled
def refine(lines: Lines, work: Work, depth: int, clues: np.ndarray) -> np.uint64:
    """Refines the colours at this depth until no class splits; returns what they are like as a whole."""
    before = 0
    now = _count_classes(work, depth)
    while now > before:
        before = now
        _mix_round(lines, work, depth, clues)
        now = _count_classes(work, depth)
    trace = np.uint64(0)
    for vertex in range(work.colours.shape[1]):
        trace += mixed(work.colours[depth, vertex])
    return trace


@inner
def _mix_round(lines: Lines, work: Work, depth: int, clues: np.ndarray) -> None:
    vertices = work.colours.shape[1]
    digits = vertices - len(lines.bare) // 2 - 1
    work.sums[:] = np.uint64(0)
    for cell in range(len(clues)):
        shown = work.colours[depth, digits + clues[cell]] if clues[cell] else OPEN
        for k in range(lines.members.shape[1]):
            if lines.members[cell, k] < 0:
                break
            shown += work.colours[depth, lines.members[cell, k]]
        shown = mixed(shown)
        for k in range(lines.members.shape[1]):
            if lines.members[cell, k] < 0:
                break
            work.sums[lines.members[cell, k]] += shown
        if clues[cell]:
            work.sums[digits + clues[cell]] += shown
    if work.closer[0]:
        _mix_pairs(work, depth)
    for vertex in range(vertices):
        work.colours[depth, vertex] = mixed(work.colours[depth, vertex] + mixed(work.sums[vertex]))


@inner
def _mix_pairs(work: Work, depth: int) -> None:
    n = len(work.order) // 2
    for line in range(2 * n):
        start = 0 if line < n else n
        for other in range(start, start + n):
            if other != line:
                work.sums[line] += mixed(work.colours[depth, other] + work.alike[line, other])


@inner
def compare_lines(work: Work, clues: np.ndarray) -> None:
    """Looks at parallel lines in pairs: the lengths of the cycles in which one's digits follow the other's."""
    n = len(work.order) // 2
    for line in range(2 * n):
        start = 0 if line < n else n
        for other in range(start, start + n):
            work.alike[line, other] = _cycles(work, clues, line, other)
    work.closer[0] = 1


@inner
def _cycles(work: Work, clues: np.ndarray, line: int, other: int) -> np.uint64:
    n = len(work.order) // 2
    along = 1 if line < n else n
    first = line * n if line < n else line - n
    second = other * n if line < n else other - n
    work.names[:] = 0
    for k in range(n):
        if clues[first + k * along]:
            work.names[clues[first + k * along]] = clues[second + k * along]
    total = np.uint64(0)
    for digit in range(1, n + 1):
        length, at = 0, digit
        while work.names[at] and length < n + 1:
            length += 1
            at = work.names[at]
            if at == digit:
                length += 2 * n
                break
        total += mixed(np.uint64(length))
    return total


@inner
def count_told_apart(work: Work, depth: int) -> int:
    """How many different colours the lines have, put in order."""
    told = 1
    for k in range(1, len(work.order)):
        told += work.colours[depth, work.order[k]] != work.colours[depth, work.order[k - 1]]
    return told


@inner
def _count_classes(work: Work, depth: int) -> int:
    """How many colours there are."""
    classes = 0
    for vertex in range(work.colours.shape[1]):
        colour = work.colours[depth, vertex]
        k = vertex
        while k > 0 and work.sorted[k - 1] > colour:
            work.sorted[k] = work.sorted[k - 1]
            k -= 1
        work.sorted[k] = colour
    for k in range(work.colours.shape[1]):
        classes += k == 0 or work.sorted[k] != work.sorted[k - 1]
    return classes


@inner
def put_in_order(work: Work, depth: int) -> None:
    """Orders the lines by their colours."""
    for line in range(len(work.order)):
        k = line
        while k > 0 and work.colours[depth, work.order[k - 1]] > work.colours[depth, line]:
            work.order[k] = work.order[k - 1]
            k -= 1
        work.order[k] = line


@inner
def branch(work: Work, depth: int) -> bool:
    """Puts the lines in order and takes the smallest class of several to choose from; False when all are told apart."""
    put_in_order(work, depth)
    lines = len(work.order)
    best, best_count = 0, lines + 1
    start = 0
    for k in range(1, lines + 1):
        if k == lines or work.colours[depth, work.order[k]] != work.colours[depth, work.order[start]]:
            if 1 < k - start < best_count:
                best, best_count = start, k - start
            start = k
    if best_count > lines:
        return False
    for k in range(best_count):
        work.branches[depth, k] = work.order[best + k]
    work.counts[depth, 0] = best_count
    work.counts[depth, 1] = 0
    return True


@inner
def choose(work: Work, depth: int, line: int) -> None:
    """Gives one line a colour of its own, one depth further."""
    for vertex in range(work.colours.shape[1]):
        work.colours[depth + 1, vertex] = work.colours[depth, vertex]
    work.colours[depth + 1, line] = mixed(work.colours[depth, line] + CHOSEN)


def refine_empty(lines: Lines, work: Work) -> np.ndarray:
    """The colours of the lines of the empty board."""
    work.colours[0] = lines.first
    refine(lines, work, 0, np.zeros(len(lines.members), np.uint8))
    return work.colours[0, : len(lines.bare)].copy()
