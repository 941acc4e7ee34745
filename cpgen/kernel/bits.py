"""Sets of digits, cells or positions as masks of 64 bits."""

from __future__ import annotations

import numpy as np

from cpgen.kernel.compiler import compiled
from cpgen.kernel.private import count_bits, trailing_zeros

__all__ = ["bit", "count_bits", "lowest"]


@compiled
def lowest(mask: np.uint64) -> int:
    """The index of the lowest one in a mask that is not 0, as a signed index."""
    return np.int64(trailing_zeros(mask))  # type: ignore[return-value]


@compiled
def bit(index: int) -> np.uint64:
    """The mask with a single one at `index`, 0 to 63."""
    return np.uint64(1) << np.uint64(index)
