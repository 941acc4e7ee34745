"""Comparison of two parallel lines (rows, or columns) of a puzzle by the cycles that their digits form.

Draw an arrow from each digit of one line to the digit at the same place of the other line. In a full grid the arrows
form cycles, and with open cells also chains. Their lengths are invariant under symmetries, renaming of digits and
exchange of the two lines, and they separate lines that colour refinement leaves alike.

    line   1 2 3 4        1 → 2 → 1   and   3 → 4 → 3:  two cycles of length 2
    other  2 1 4 3
"""

from __future__ import annotations

import numpy as np

from cpgen.kernel import compiled
from cpgen.symmetry.refinement import mix_bits


@compiled
def compare_lines(alike: np.ndarray, follows: np.ndarray, clues: np.ndarray) -> None:
    """Fill `alike` [2n, 2n] with a hash for each pair of rows and each pair of columns of a puzzle.

    The hash is that of the lengths of the cycles and chains of their digits, as the module describes.

    Args:
        alike: Receives the hashes; other entries are unchanged.
        follows: [2, n + 1] scratch memory: the digit after and before each digit.
        clues: [n²] digits, 0 for an open cell.
    """
    n = len(alike) // 2
    for line in range(2 * n):
        for other in range(line + 1, n if line < n else 2 * n):
            alike[line, other] = alike[other, line] = _lengths(follows, clues, line, other)


@compiled
def _lengths(follows: np.ndarray, clues: np.ndarray, line: int, other: int) -> np.uint64:
    """Return a hash of the lengths of two lines' cycles and chains; 0 if a digit has two successors or predecessors.

    `line` and `other` are the numbers of the lines; `follows` is working memory [2, n + 1].
    """
    n = follows.shape[1] - 1
    # Steps between the cells of a row or column, and their first cells.
    along = 1 if line < n else n
    first = line * n if line < n else line - n
    second = other * n if line < n else other - n
    after, before = follows[0], follows[1]
    follows[:] = 0
    for k in range(n):
        one, follower = clues[first + k * along], clues[second + k * along]
        if one and follower:
            # Two arrows from one digit, or to one: the lines form no cycles.
            if (after[one] and after[one] != follower) or (before[follower] and before[follower] != one):
                return np.uint64(0)
            after[one], before[follower] = follower, one
    total = np.uint64(0)
    for digit in range(1, n + 1):
        # Chains first: what remains after them are cycles.
        if not before[digit]:
            total += _chain(after, digit)
    for digit in range(1, n + 1):
        if after[digit]:
            total += _cycle(after, digit)
    return total


@compiled
def _chain(after: np.ndarray, digit: int) -> np.uint64:
    """Return a hash of the length of the chain that begins with a digit, and delete the chain.

    `after` has the successor of each digit, 0 for none.
    """
    total, length = np.uint64(0), 0
    while after[digit]:
        length += 1
        # A sum, so that the order in which digits are visited does not matter.
        total += mix_bits(np.uint64(length))
        follower = after[digit]
        after[digit] = 0
        digit = follower
    return total


@compiled
def _cycle(after: np.ndarray, digit: int) -> np.uint64:
    """Return a hash of the length of the cycle with a digit, and delete the cycle; the hash differs from any chain's.

    `after` has the successor of each digit, 0 for none.
    """
    length = 0
    while after[digit]:
        length += 1
        follower = after[digit]
        after[digit] = 0
        digit = follower
    return np.uint64(length) * mix_bits(np.uint64(length + 2 * (len(after) - 1)))
