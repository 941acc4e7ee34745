"""How alike two parallel lines of a puzzle are, by the lengths of the cycles in which one's digits follow the other's.

A digit follows the one that it stands beside in the other line. In a full grid the digits so form cycles, around open
cells also chains. Neither symmetries nor other names for the digits change the lengths, nor does exchanging the lines.
"""

from __future__ import annotations

import numpy as np

from cpgen.kernel import compiled, inlined
from cpgen.symmetry.refinement import mixed


@compiled
def compare_lines(alike: np.ndarray, follows: np.ndarray, clues: np.ndarray) -> None:
    """Fills `alike` [2n, 2n] with numbers that are equal for pairs of lines with the same lengths.

    `clues` [n²] are digits, 0 for an open cell; `follows` [2, n + 1] is memory.
    """
    n = len(alike) // 2
    for line in range(2 * n):
        for other in range(line + 1, n if line < n else 2 * n):
            alike[line, other] = alike[other, line] = _lengths(follows, clues, line, other)


@inlined
def _lengths(follows: np.ndarray, clues: np.ndarray, line: int, other: int) -> np.uint64:
    """The lengths of cycles and chains in one number, 0 if a digit has two that follow it or that it follows."""
    n = follows.shape[1] - 1
    along = 1 if line < n else n
    first = line * n if line < n else line - n
    second = other * n if line < n else other - n
    after, before = follows[0], follows[1]
    follows[:] = 0
    for k in range(n):
        one, follower = clues[first + k * along], clues[second + k * along]
        if one and follower:
            if (after[one] and after[one] != follower) or (before[follower] and before[follower] != one):
                return np.uint64(0)
            after[one], before[follower] = follower, one
    total = np.uint64(0)
    for digit in range(1, n + 1):
        if not before[digit]:
            total += _chain(after, digit)
    for digit in range(1, n + 1):
        if after[digit]:
            total += _cycle(after, digit)
    return total


@inlined
def _chain(after: np.ndarray, digit: int) -> np.uint64:
    """The lengths of a chain from each of its digits to its end; takes the chain away."""
    total, length = np.uint64(0), 0
    while after[digit]:
        length += 1
        total += mixed(np.uint64(length))
        follower = after[digit]
        after[digit] = 0
        digit = follower
    return total


@inlined
def _cycle(after: np.ndarray, digit: int) -> np.uint64:
    """The length of a cycle, told from that of a chain, for each of its digits; takes the cycle away."""
    length = 0
    while after[digit]:
        length += 1
        follower = after[digit]
        after[digit] = 0
        digit = follower
    return np.uint64(length) * mixed(np.uint64(length + 2 * (len(after) - 1)))
