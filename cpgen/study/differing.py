"""In how many clues do two puzzles of one pattern differ? As they are written, and whatever the digits are called."""

from __future__ import annotations

from collections.abc import Sequence


def differing(one: Sequence[int], other: Sequence[int]) -> int:
    """In how many clues two puzzles of one pattern differ."""
    return sum(a != b for a, b in zip(one, other, strict=True))


def differing_renamed(one: Sequence[int], other: Sequence[int]) -> int:
    """The same at least, whatever the digits of one are called (an assignment of digits to digits).

    >>> differing_renamed([1, 2, 0, 1], [2, 1, 0, 3])
    1
    """
    digits = max(*one, *other)
    agree = [[0] * digits for _ in range(digits)]
    clues = [(a, b) for a, b in zip(one, other, strict=True) if a]
    for a, b in clues:
        agree[a - 1][b - 1] += 1
    best = {0: 0}
    for row in agree:  # best[taken]: the most clues that agree when the digits so far have got the names in the mask
        after: dict[int, int] = {}
        for taken, total in best.items():
            for name, gain in enumerate(row):
                if not taken >> name & 1:
                    mask = taken | 1 << name
                    after[mask] = max(after.get(mask, 0), total + gain)
        best = after
    return len(clues) - max(best.values())
