"""Four or eight words at once: machine code takes them in one instruction or a few, whichever the processor has.

In interpreted code they are an array of so many words of 64 bits. The operators & | ^ ~ + - << >> go word by word; with
a single word on the right, that is the same for all of them.
"""

from __future__ import annotations

from functools import reduce
from operator import or_
from typing import Any, TypeAlias

import numpy as np

from cpgen.kernel.compiler import inlined, on_words
from cpgen.kernel.records import Constants, Shape

Words: TypeAlias = Any
"""Four words or eight; type checkers know no operators of theirs"""


@on_words
def no_bits() -> Words:
    """Eight words that are 0."""
    return np.zeros(8, np.uint64)


@on_words
def no_bits_of(shape: Shape) -> Words:
    """As many words as constants say in their field `words`, else eight, that are 0."""
    return np.zeros(_width(shape), np.uint64)


@on_words
def eight_at(words: np.ndarray, place: int) -> Words:
    """The eight words of an array from a place on."""
    return words[place : place + 8].copy()


@on_words
def words_at(shape: Shape, words: np.ndarray, place: int) -> Words:
    """As many words of an array from a place on as constants say in their field `words`, else eight."""
    return words[place : place + _width(shape)].copy()


@on_words
def put_words(words: np.ndarray, place: int, new: Words) -> None:
    """Writes words into an array from a place on."""
    words[place : place + len(new)] = new


def aligned(words: np.ndarray) -> np.ndarray:
    """A copy of the words, on which a loop over eight at a time takes 0.9 of the time: none of these lies in two lines.

    So long as a processor's lines of memory are 64 bytes, which they are nearly everywhere.
    """
    room = np.empty(len(words) + 7, np.uint64)
    start = -(room.ctypes.data // 8) % 8
    room[start : start + len(words)] = words
    return room[start : start + len(words)]


@on_words
def differing_at(numbers: np.ndarray, others: np.ndarray, place: int) -> np.uint64:
    """The 64 numbers (uint8) of two arrays from a place on as a mask: a bit for each that is not the same."""
    differing = numbers[place : place + 64] != others[place : place + 64]
    return np.uint64(np.packbits(differing, bitorder="little").view(np.uint64)[0])


@on_words
def swap_single(words: Words) -> Words:
    """The words 1 0 3 2, of eight also 5 4 7 6."""
    return words.reshape(-1, 2)[:, ::-1].ravel()


@on_words
def swap_pairs(words: Words) -> Words:
    """The words 2 3 0 1, of eight also 6 7 4 5."""
    return words.reshape(-1, 2, 2)[:, ::-1].ravel()


@on_words
def swap_halves(words: Words) -> Words:
    """The words 4 5 6 7 0 1 2 3 of eight; of four the same."""
    return words.reshape(-1, 4)[::-1].ravel()


@on_words
def turn_three(words: Words) -> Words:
    """The words 1 2 0 3, of eight also 5 6 4 7."""
    return words.reshape(-1, 4)[:, [1, 2, 0, 3]].ravel()


@on_words
def count_each(words: Words) -> Words:
    """The number of ones in each word."""
    return np.array([int(word).bit_count() for word in words], np.uint64)


@on_words
def total(words: Words) -> np.uint64:
    """The sum of the words."""
    return np.uint64(words.sum())


@on_words
def is_zero(words: Words) -> Words:
    """All ones in each word that is 0, nothing in the others."""
    return np.where(words == 0, np.uint64(2**64 - 1), np.uint64(0))


@on_words
def joined(words: Words) -> np.uint64:
    """All bits of any word."""
    return np.uint64(reduce(or_, words.tolist()))


@on_words
def has_bits(words: Words) -> bool:
    """Whether any of the words is not 0."""
    return bool(words.any())


@inlined
def differing_in(numbers: np.ndarray, others: np.ndarray, word: int) -> np.uint64:
    """The cells of one word of a mask that have not the same number (uint8) in two arrays over all cells."""
    cells = len(numbers)
    if cells >= 64:
        beyond = max(0, ((word + 1) << 6) - cells)
        return differing_at(numbers, others, (word << 6) - beyond) >> np.uint64(beyond)
    differing = np.uint64(0)
    for cell in range(cells):
        differing |= np.uint64(numbers[cell] != others[cell]) << np.uint64(cell)
    return differing


def _width(shape: Shape) -> int:
    return int(shape[0].words) if isinstance(shape, Constants) else 8
