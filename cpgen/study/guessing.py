"""Count the guesses of a plain backtracking search, a measure of difficulty that needs no techniques.

The search always fills a cell with the fewest remaining digits, ties and digits at random, and backtracks when a cell
has none. Assigning a digit while the cell has others counts as a guess, wrong guesses included.

    cells    4  17  30   9         cells that were filled, in order
    left     0   5   0   2         digits still to be tried in each of them (bit masks)
                         ^ depth
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from cpgen.kernel import bit, compiled, compiled_when_hot, count_bits, random_state
from cpgen.kernel.streams import random_absent, random_below
from cpgen.layout import Layout
from cpgen.puzzle import Puzzle
from cpgen.rater.house_tables import rater_tables


class GuessingSearch(NamedTuple):
    """Arrays of a search, for a board of N cells and H houses, at most K of which contain one cell."""

    houses_of: np.ndarray
    """[N, K] Houses of each cell, -1 after the last"""
    used: np.ndarray
    """[H] Mask of the digits in each house"""
    digits: np.ndarray
    """[N] Digit in each cell, 0 if open"""
    cells: np.ndarray
    """[N] Cells in the order in which they were filled"""
    left: np.ndarray
    """[N] For each filled cell, mask of the digits still to be tried"""
    is_guess: np.ndarray
    """[N] For each filled cell, True if it had several digits"""
    random: np.ndarray


class Guesser:
    """Guess counter for one layout, whose arrays are allocated once."""

    def __init__(self, layout: Layout, rng: np.random.Generator) -> None:
        tables, cells = rater_tables(layout), layout.cell_count
        self.size = layout.size
        self.search = GuessingSearch(
            houses_of=tables.houses_of,
            used=np.zeros(len(layout.houses), np.uint64),
            digits=np.zeros(cells, np.uint8),
            cells=np.zeros(cells, np.int64),
            left=np.zeros(cells, np.uint64),
            is_guess=np.zeros(cells, np.bool_),
            random=random_state(rng),
        )

    def guesses(self, puzzle: Puzzle) -> int:
        """Return the number of guesses, wrong ones included, of one random search that solves the puzzle."""
        self.search.digits[:] = puzzle.clues
        return guesses(self.search, self.size)


@compiled_when_hot
def guesses(search: GuessingSearch, size: int) -> int:
    """Fill `search.digits`, the clues of a puzzle, in place by backtracking; return the number of guesses.

    `size` is the number of digits. Without a solution, the search ends when every digit has been tried.
    """
    for house in range(len(search.used)):
        search.used[house] = np.uint64(0)
    for cell in range(len(search.digits)):
        if search.digits[cell]:
            toggle_digit(search, cell)
    guessed, depth = 0, 0
    while True:
        cell = cell_of_fewest(search, size)
        if cell < 0:
            return guessed
        search.cells[depth] = cell
        search.left[depth] = absent_digits(search, cell, size)
        search.is_guess[depth] = count_bits(search.left[depth]) > 1
        depth += 1
        while not search.left[depth - 1]:  # no digit is left to try: backtrack to the cell before
            depth -= 1
            if depth == 0:
                return guessed
            cell = search.cells[depth - 1]
            # The masks are cleared while the digit is still known.
            toggle_digit(search, cell)
            search.digits[cell] = 0
        # Each digit tried in a cell that had a choice is a guess, also after backtracking.
        guessed += search.is_guess[depth - 1]
        digit = random_absent(search.random, search.left[depth - 1] ^ (bit(size) - np.uint64(1)), size)
        search.left[depth - 1] &= ~bit(digit)
        search.digits[cell] = digit + 1
        toggle_digit(search, cell)


@compiled
def toggle_digit(search: GuessingSearch, cell: int) -> None:
    """Add the digit of a cell to the masks `search.used` of its houses, or remove it if they have it."""
    for k in range(search.houses_of.shape[1]):
        house = search.houses_of[cell, k]
        if house >= 0:
            search.used[house] ^= bit(search.digits[cell] - 1)


@compiled
def absent_digits(search: GuessingSearch, cell: int, size: int) -> np.uint64:
    """Return the bit mask of the digits that no house of a cell contains; bit 0 is digit 1."""
    used = np.uint64(0)
    for k in range(search.houses_of.shape[1]):
        house = search.houses_of[cell, k]
        if house >= 0:
            used |= search.used[house]
    return ~used & (bit(size) - np.uint64(1))


@compiled
def cell_of_fewest(search: GuessingSearch, size: int) -> int:
    """Return the open cell with the fewest possible digits, ties at random; -1 when all are filled."""
    chosen, fewest, alike = -1, np.int64(size + 1), 0
    for cell in range(len(search.digits)):
        if search.digits[cell] == 0:
            count = np.int64(count_bits(absent_digits(search, cell, size)))
            if count < fewest:
                chosen, fewest, alike = cell, count, 1
            elif count == fewest:
                alike += 1
                # Replacing with probability 1 / k at the k-th tie makes all ties equally likely, in one pass.
                if random_below(search.random, alike) == 0:
                    chosen = cell
    return chosen
