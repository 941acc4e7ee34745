"""Where the random streams of many puzzles begin: what numpy's generators draw first, for many seeds at once.

numpy makes `np.random.default_rng([seed, index])` in 10 µs, which is a tenth of what digging a puzzle takes; its
streams never change (NEP 19), so that the same can be computed here: its SeedSequence, then its PCG64.
"""

from __future__ import annotations

import numpy as np

POOL = 4
"""Words of a SeedSequence's pool"""
TO_POOL, TO_STATE = (0x43B0D7E5, 0x931E8875), (0x8B51F9DD, 0x58F38DED)
"""With what the constants for hashing words into the pool, and out of it, begin, and by what each is multiplied"""
LEFT, RIGHT = np.uint32(0xCA01F9DD), np.uint32(0x4973F715)
HALF = np.uint32(16)
STEP = 0x2360ED051FC65DA44385DF649FCCF645
"""What PCG64 multiplies by"""
WORD, TWO_WORDS = (1 << 64) - 1, (1 << 128) - 1


def first_words(seed: int, indices: range) -> np.ndarray:
    """[K, 2] `np.random.default_rng([seed, index]).bit_generator.random_raw(2)` for each index below 2³²."""
    pool = _pools(seed, indices)
    state = _hashed(np.concatenate([pool, pool]), _constants(*TO_STATE, 2 * POOL))
    words = np.ascontiguousarray(state.T).astype("<u4").view("<u8")
    return np.array([_first_two(*row) for row in words.tolist()], np.uint64)


def _pools(seed: int, indices: range) -> np.ndarray:
    """[4, K] the pool of `np.random.SeedSequence([seed, index])` for each index."""
    length = max(1, -(-seed.bit_length() // 32))
    entropy = np.zeros((max(POOL, length + 1), len(indices)), np.uint32)
    entropy[:length] = np.frombuffer(seed.to_bytes(4 * length, "little"), "<u4")[:, None]
    entropy[length] = indices
    constants = _constants(*TO_POOL, POOL * len(entropy))
    pool, used = _hashed(entropy[:POOL], constants[: POOL + 1]), POOL
    for source in range(len(entropy)):
        others = [place for place in range(POOL) if place != source]
        word = pool[source] if source < POOL else entropy[source]
        pool[others] = _mixed(pool[others], _hashed(word, constants[used : used + len(others) + 1]))
        used += len(others)
    return pool


def _constants(first: int, factor: int, number: int) -> np.ndarray:
    """[number + 1, 1] a constant to begin with, and each of the others the one before times the factor."""
    factors = np.full((number + 1, 1), factor, np.uint32)
    factors[0] = first
    constants: np.ndarray = np.multiply.accumulate(factors, dtype=np.uint32)
    return constants


def _hashed(words: np.ndarray, constants: np.ndarray) -> np.ndarray:
    """[m, K] words hashed by m + 1 constants, one row after another."""
    return _folded((words ^ constants[:-1]) * constants[1:])


def _mixed(words: np.ndarray, others: np.ndarray) -> np.ndarray:
    return _folded(LEFT * words - RIGHT * others)


def _folded(words: np.ndarray) -> np.ndarray:
    folded: np.ndarray = words ^ (words >> HALF)
    return folded


def _first_two(high: int, low: int, step_high: int, step_low: int) -> list[int]:
    """What PCG64 draws first from a state and an increment."""
    step = ((step_high << 64 | step_low) << 1 | 1) & TWO_WORDS
    state, drawn = ((step + (high << 64 | low)) * STEP + step) & TWO_WORDS, []
    for _ in range(2):
        state = (state * STEP + step) & TWO_WORDS
        word, turn = (state >> 64 ^ state) & WORD, state >> 122
        drawn.append((word >> turn | word << (64 - turn)) & WORD)
    return drawn
