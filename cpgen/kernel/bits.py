"""Sets of digits, cells or positions as masks of 64 bits."""

from __future__ import annotations

import numpy as np

from cpgen.kernel.compiler import compiled, instruction

__all__ = ["bit", "count_bits", "lowest"]


@instruction("ctpop")
def count_bits(mask: np.uint64) -> np.uint64:
    """The number of ones in an unsigned 64-bit mask."""
    return np.uint64(int(mask).bit_count())


@instruction("cttz")
def trailing_zeros(mask: np.uint64) -> np.uint64:
    """The number of zeros below the lowest one of an unsigned 64-bit mask that is not 0."""
    return np.uint64((int(mask) & -int(mask)).bit_length() - 1)


@compiled
def lowest(mask: np.uint64) -> int:
    """The index of the lowest one in a mask that is not 0, as a signed index."""
    return np.int64(trailing_zeros(mask))  # type: ignore[return-value]


@compiled
def bit(index: int) -> np.uint64:
    """The mask with a single one at `index`, 0 to 63."""
    return np.uint64(1) << np.uint64(index)
