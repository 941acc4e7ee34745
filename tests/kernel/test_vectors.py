"""What compiled code does with four or eight words is what interpreted code does with an array of them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from cpgen.kernel import Constants, compiled_at_once, records
from cpgen.kernel.vectors import (
    aligned,
    count_each,
    differing_in,
    eight_at,
    has_bits,
    is_zero,
    joined,
    no_bits,
    no_bits_of,
    put_words,
    swap_halves,
    swap_pairs,
    swap_single,
    total,
    turn_three,
    words_at,
)

FEW = records(1, words=np.int64)
FEW[0].words = 4
FOUR = Constants(FEW)


@compiled_at_once
def combine(words, found, shift):
    one, other = eight_at(words, 0), eight_at(words, 8)
    put_words(found, 0, one & other)
    put_words(found, 8, one | other)
    put_words(found, 16, one ^ ~other)
    put_words(found, 24, one - other)
    put_words(found, 32, (one << shift) + (other >> shift))
    put_words(found, 40, (one | shift) & words[3])


@compiled_at_once
def move(words, found, shift):
    one = eight_at(words, 3)
    put_words(found, 0, swap_single(one))
    put_words(found, 8, swap_pairs(one))
    put_words(found, 16, swap_halves(one))
    put_words(found, 24, count_each(one))
    put_words(found, 32, no_bits())
    found[40] = total(one)
    put_words(found, 42, is_zero(one & words[0]))
    found[50] = joined(one)
    found[41] = np.uint64(has_bits(one)) + np.uint64(2) * np.uint64(has_bits(one ^ one))


@compiled_at_once
def move_few(words, found, shift):
    one, other = words_at(FOUR, words, 3), words_at(FOUR, words, 7)
    put_words(found, 0, swap_single(one))
    put_words(found, 4, swap_pairs(one))
    put_words(found, 8, swap_halves(one))
    put_words(found, 12, turn_three(one))
    put_words(found, 16, count_each(one) + no_bits_of(FOUR))
    put_words(found, 20, ((one ^ ~other) << (other & np.uint64(63))) - (one >> shift))
    put_words(found, 24, is_zero(one & words[0]))
    put_words(found, 28, words_at(words, words, 0) >> (words_at(words, words, 8) & np.uint64(63)))
    found[40] = total(one)
    found[41] = np.uint64(has_bits(one)) + np.uint64(2) * np.uint64(has_bits(one ^ one))
    found[42] = joined(one)
    put_words(found, 43, turn_three(eight_at(words, 3)) + no_bits_of(words))


@pytest.mark.parametrize("loop", [combine, move, move_few], ids=["combine", "move", "move few"])
def test_both_ways_agree(loop: Callable[..., Any]) -> None:
    rng = np.random.default_rng(1)
    for shift in range(64):
        words = rng.integers(0, 2**64, 16, np.uint64)
        found = np.zeros((2, 51), np.uint64)
        loop(words, found[0], np.uint64(shift))
        loop.function(words, found[1], np.uint64(shift))  # type: ignore[attr-defined]
        assert found[0].tolist() == found[1].tolist()


def test_words_change_places() -> None:
    words, found = np.arange(11, dtype=np.uint64), np.zeros(51, np.uint64)
    move(words, found, np.uint64(0))
    assert found[:24].tolist() == [4, 3, 6, 5, 8, 7, 10, 9, 5, 6, 3, 4, 9, 10, 7, 8, 7, 8, 9, 10, 3, 4, 5, 6]
    assert found[24:42].tolist() == [2, 1, 2, 2, 3, 1, 2, 2, *[0] * 8, 52, 1]
    assert found[42:].tolist() == [2**64 - 1] * 8 + [15]


@compiled_at_once
def differ(numbers, others, found):
    for word in range(len(found)):
        found[word] = differing_in(numbers, others, word)


@pytest.mark.parametrize("cells", [16, 63, 64, 81, 128, 144])
def test_cells_that_differ_are_bits_of_a_mask(cells: int) -> None:
    rng = np.random.default_rng(cells)
    for share in (0, 0.1, 0.9, 1):
        numbers = rng.integers(0, 4, cells, np.uint8)
        others = np.where(rng.random(cells) < share, numbers + 1, numbers).astype(np.uint8)
        expected = sum(1 << cell for cell in range(cells) if numbers[cell] != others[cell])
        for loop in (differ, differ.function):  # type: ignore[attr-defined]
            found = np.zeros(-(-cells // 64), np.uint64)
            loop(numbers, others, found)
            assert sum(int(word) << 64 * place for place, word in enumerate(found)) == expected


@pytest.mark.parametrize("length", [0, 1, 8, 40])
def test_aligned_words_are_the_same_and_begin_at_a_line_of_memory(length: int) -> None:
    words = np.random.default_rng(length).integers(0, 2**64, length, np.uint64)
    copy = aligned(words)
    assert copy.tolist() == words.tolist()
    assert copy.ctypes.data % 64 == 0 or length == 0
