"""Sets of digits, cells or positions as masks of 64 bits."""

from __future__ import annotations

import numpy as np

from cpgen.kernel.compiler import compiled, instruction

__all__ = ["bit", "count_bits", "lowest"]


@instruction("ctpop")
def count_bits(mask: np.uint64) -> int:
    """The number of ones in an unsigned 64-bit mask, signed: compiled code compares unsigned and signed as floats."""
    return np.int64(int(mask).bit_count())  # type: ignore[return-value]


@instruction("cttz")
def lowest(mask: np.uint64) -> int:
    """The index of the lowest one in an unsigned 64-bit mask that is not 0, signed, too."""
    return np.int64((int(mask) & -int(mask)).bit_length() - 1)  # type: ignore[return-value]


@compiled
def bit(index: int) -> np.uint64:
    """The mask with a single one at `index`, 0 to 63."""
    return np.uint64(1) << np.uint64(index)
