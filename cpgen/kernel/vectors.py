"""Eight words at once: machine code takes them in one instruction or a few, whichever the processor has.

In interpreted code they are an array of eight words of 64 bits. The operators & | ^ ~ + - << >> go word by word; with a
single word on the right, that is the same for all eight.
"""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np

from cpgen.kernel.compiler import on_eight

Eight: TypeAlias = Any
"""Eight words; type checkers know no operators of theirs"""


@on_eight
def no_bits() -> Eight:
    """Eight words that are 0."""
    return np.zeros(8, np.uint64)


@on_eight
def eight_at(words: np.ndarray, place: int) -> Eight:
    """The eight words of an array from a place on."""
    return words[place : place + 8].copy()


@on_eight
def put_eight(words: np.ndarray, place: int, eight: Eight) -> None:
    """Writes eight words into an array from a place on."""
    words[place : place + 8] = eight


@on_eight
def swap_single(eight: Eight) -> Eight:
    """The words 1 0 3 2 5 4 7 6."""
    return eight.reshape(4, 2)[:, ::-1].ravel()


@on_eight
def swap_pairs(eight: Eight) -> Eight:
    """The words 2 3 0 1 6 7 4 5."""
    return eight.reshape(2, 2, 2)[:, ::-1].ravel()


@on_eight
def swap_halves(eight: Eight) -> Eight:
    """The words 4 5 6 7 0 1 2 3."""
    return eight.reshape(2, 4)[::-1].ravel()


@on_eight
def count_each(eight: Eight) -> Eight:
    """The number of ones in each word."""
    return np.array([int(word).bit_count() for word in eight], np.uint64)


@on_eight
def total(eight: Eight) -> np.uint64:
    """The sum of the words."""
    return np.uint64(eight.sum())


@on_eight
def is_zero(eight: Eight) -> Eight:
    """All ones in each word that is 0, nothing in the others."""
    return np.where(eight == 0, np.uint64(2**64 - 1), np.uint64(0))


@on_eight
def joined(eight: Eight) -> np.uint64:
    """All bits of any word."""
    return np.bitwise_or.reduce(eight)  # type: ignore[no-any-return]


@on_eight
def has_bits(eight: Eight) -> bool:
    """Whether any of the words is not 0."""
    return bool(eight.any())
