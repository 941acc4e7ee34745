"""Random numbers for compiled loops: a stream is an array [1] uint64 with its state, which each draw changes."""

from __future__ import annotations

import numpy as np

from cpgen.kernel.bits import bit, count_bits
from cpgen.kernel.marked_functions import compiled


@compiled
def random_bits(state: np.ndarray) -> np.uint64:
    """Return 64 random bits and advance the stream whose state is the array `state` [1].

    The generator is splitmix64 (Steele, Lea and Flood, OOPSLA 2014).
    """
    state[0] += np.uint64(0x9E3779B97F4A7C15)
    z = state[0]
    z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return np.uint64(z ^ (z >> np.uint64(31)))


@compiled
def random_below(state: np.ndarray, bound: int) -> int:
    """Return a random integer from 0 to bound − 1, from the stream with the array `state`.

    `bound` is at most 2³¹, so that the bias is below 2⁻³².
    """
    below = ((random_bits(state) >> np.uint64(32)) * np.uint64(bound)) >> np.uint64(32)
    return np.int64(below)  # type: ignore[return-value]


@compiled
def random_unit(state: np.ndarray) -> float:
    """Return a random number in [0, 1), a multiple of 2⁻⁵³, from the stream with the array `state`."""
    return np.float64(random_bits(state) >> np.uint64(11)) * (1.0 / 9007199254740992.0)


@compiled
def random_absent(state: np.ndarray, mask: np.uint64, bound: int) -> int:
    """Return a random index from 0 to bound − 1 whose bit is not set in `mask`; −1 if all are set.

    `state` is the array of the random stream.
    """
    left = int(bound - count_bits(mask))
    if left <= 0:
        return -1
    skip = random_below(state, left)
    for index in range(bound):
        if not mask & bit(index):
            if skip == 0:
                return index
            skip -= 1
    return -1


def random_state(rng: np.random.Generator) -> np.ndarray:
    """Return a new stream, an array [1] uint64, seeded by a draw from `rng`."""
    return np.array([rng.bit_generator.random_raw()], np.uint64)
