"""How often a plain backtracking search guesses: in the cell with fewest digits left, at random, until it is solved."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from cpgen.kernel import bit, compiled, compiled_when_hot, count_bits, random_state
from cpgen.kernel.streams import random_absent, random_below
from cpgen.layout import Layout
from cpgen.puzzle import Puzzle
from cpgen.rater.board import rater_tables


class Search(NamedTuple):
    """Where a search stands."""

    houses_of: np.ndarray
    """[N, K] the houses of each cell, −1 behind the last"""
    used: np.ndarray
    """[H] for each house, the mask of its digits"""
    digits: np.ndarray
    """[N] the digit in each cell, 0 for an open one"""
    cells: np.ndarray
    """The cells that were filled, in order"""
    left: np.ndarray
    """For each of these, the mask of the digits that are still to be tried"""
    is_guess: np.ndarray
    """For each of these, whether there was a choice"""
    random: np.ndarray


class Guesser:
    """Searches on one layout, with memory that is made once."""

    def __init__(self, layout: Layout, rng: np.random.Generator) -> None:
        tables, cells = rater_tables(layout), layout.cell_count
        self.size = layout.size
        self.search = Search(
            houses_of=tables.houses_of,
            used=np.zeros(len(layout.houses), np.uint64),
            digits=np.zeros(cells, np.uint8),
            cells=np.zeros(cells, np.int64),
            left=np.zeros(cells, np.uint64),
            is_guess=np.zeros(cells, np.bool_),
            random=random_state(rng),
        )

    def guesses(self, puzzle: Puzzle) -> int:
        """How many digits were guessed until a puzzle was solved, wrong ones included."""
        self.search.digits[:] = puzzle.clues
        return guesses(self.search, self.size)


@compiled_when_hot
def guesses(search: Search, size: int) -> int:
    """Fills the open cells; how many digits were tried where there was a choice."""
    for house in range(len(search.used)):
        search.used[house] = np.uint64(0)
    for cell in range(len(search.digits)):
        if search.digits[cell]:
            turn_over(search, cell)
    guessed, depth = 0, 0
    while True:
        cell = cell_of_fewest(search, size)
        if cell < 0:
            return guessed
        search.cells[depth] = cell
        search.left[depth] = absent(search, cell, size)
        search.is_guess[depth] = count_bits(search.left[depth]) > 1
        depth += 1
        while not search.left[depth - 1]:
            depth -= 1
            if depth == 0:
                return guessed
            cell = search.cells[depth - 1]
            turn_over(search, cell)
            search.digits[cell] = 0
        guessed += search.is_guess[depth - 1]
        digit = random_absent(search.random, search.left[depth - 1] ^ (bit(size) - np.uint64(1)), size)
        search.left[depth - 1] &= ~bit(digit)
        search.digits[cell] = digit + 1
        turn_over(search, cell)


@compiled
def turn_over(search: Search, cell: int) -> None:
    """Notes in the houses of a cell that its digit is there now, or no longer."""
    for k in range(search.houses_of.shape[1]):
        house = search.houses_of[cell, k]
        if house >= 0:
            search.used[house] ^= bit(search.digits[cell] - 1)


@compiled
def absent(search: Search, cell: int, size: int) -> np.uint64:
    """The digits that no house of a cell has."""
    used = np.uint64(0)
    for k in range(search.houses_of.shape[1]):
        house = search.houses_of[cell, k]
        if house >= 0:
            used |= search.used[house]
    return ~used & (bit(size) - np.uint64(1))


@compiled
def cell_of_fewest(search: Search, size: int) -> int:
    """An open cell, at random among those with the fewest digits left; −1 when all are filled."""
    chosen, fewest, alike = -1, np.int64(size + 1), 0
    for cell in range(len(search.digits)):
        if search.digits[cell] == 0:
            count = np.int64(count_bits(absent(search, cell, size)))
            if count < fewest:
                chosen, fewest, alike = cell, count, 1
            elif count == fewest:
                alike += 1
                if random_below(search.random, alike) == 0:
                    chosen = cell
    return chosen
