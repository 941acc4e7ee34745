"""Sets of digits, cells or positions as 64-bit masks.

What takes the interpreter long are operations on numbers of numpy. So for it, results are taken from tables where that
can be, and masks are taken apart as Python's integers; compiled code has alternatives.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from cpgen.kernel.marked_functions import compiled_as

ONE = np.uint64(1)
_FIVES, _THREES, _FIFTEENS, _BYTES = (
    np.uint64(word) for word in (0x5555555555555555, 0x3333333333333333, 0x0F0F0F0F0F0F0F0F, 0x0101010101010101)
)
_INDICES = [np.int64(index) for index in range(65)]
_BITS = [np.uint64(1 << index) for index in range(64)]


def _count_bits_in_words(mask: np.uint64) -> int:
    """Return the number of ones, counted in parallel in pairs, fours and bytes; LLVM makes one instruction of it."""
    mask = np.uint64(mask)
    mask = mask - ((mask >> ONE) & _FIVES)
    mask = (mask & _THREES) + ((mask >> np.uint64(2)) & _THREES)
    mask = (mask + (mask >> np.uint64(4))) & _FIFTEENS
    return np.int64((mask * _BYTES) >> np.uint64(56))  # type: ignore[return-value]


@compiled_as(_count_bits_in_words)
def count_bits(mask: np.uint64) -> int:
    """Return the number of ones in an unsigned 64-bit mask, as a signed integer."""
    return _INDICES[int(mask).bit_count()]  # type: ignore[return-value]


def _count_zeros_below(mask: np.uint64) -> int:
    """Return the index of the lowest one of a mask: the number of zeros below it.

    The zeros are counted as ones of another mask; LLVM makes one instruction of it.
    """
    return count_bits((mask & (~mask + ONE)) - ONE)


@compiled_as(_count_zeros_below)
def lowest(mask: np.uint64) -> int:
    """Return the index of the lowest one in an unsigned 64-bit mask that is not 0, as a signed integer."""
    whole = int(mask)
    return _INDICES[(whole & -whole).bit_length() - 1]  # type: ignore[return-value]


def _count_leading(mask: np.uint64) -> int:
    """Return the index of the highest one of a mask.

    All bits below it are set, and counted; LLVM makes one instruction of it.
    """
    mask = np.uint64(mask)
    for shift in (1, 2, 4, 8, 16, 32):
        mask |= mask >> np.uint64(shift)
    return count_bits(mask) - 1


@compiled_as(_count_leading)
def highest(mask: np.uint64) -> int:
    """Return the index of the highest one in an unsigned 64-bit mask that is not 0, as a signed integer."""
    return _INDICES[int(mask).bit_length() - 1]  # type: ignore[return-value]


def _shifted_one(index: int) -> np.uint64:
    return np.uint64(1) << np.uint64(index)


@compiled_as(_shifted_one)
def bit(index: int) -> np.uint64:
    """Return the unsigned 64-bit mask with a single one at an index from 0 to 63."""
    return _BITS[index]


def ones(mask: np.uint64) -> Iterator[int]:
    """Yield the index of each one in an unsigned 64-bit mask, in ascending order.

    Compiled code calls a replacement in `cpgen.kernel.numba_internals`, since numba cannot load a generator from a
    cache.
    """
    left = int(mask)
    while left:
        one = left & -left
        yield _INDICES[one.bit_length() - 1]  # type: ignore[misc]
        left ^= one
