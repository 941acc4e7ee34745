"""How does the bitset oracle search? Depth first on the boards of `bitset_propagate`, compiled and resumable.

A branch tries a digit in a cell and leaves on the stack the same board without that candidate.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from cpgen.kernel import bit, compiled, count_bits, inner, lowest, random_below, random_bits
from cpgen.oracles.bitset_propagate import ONE, OPEN, SOLVED, ZERO, Tables, places_of, propagate

DEPTH, FOUND, FINISHED, SHUFFLED, MARKS = 0, 1, 2, 3, 4
"""The places of `State.marks`: boards on the stack, completions found, whether all is searched, random choices."""


class State(NamedTuple):
    """Where a search stands, made by `state_of`: its board, the boards still to try, the first two completions.

    `work` holds two masks over cells: what the last inference found, and the cells with just two candidates.
    """

    board: np.ndarray
    stack: np.ndarray
    work: np.ndarray
    marks: np.ndarray
    random: np.ndarray
    solutions: np.ndarray


@compiled
def count_completions(tables: Tables, state: State, clues: np.ndarray, limit: int, nodes: int) -> int:
    """How many completions `clues` (uint8, a digit or 0 a cell) has, counted up to `limit` in at most `nodes` branches.

    The count is only a lower bound while `state.marks[FINISHED]` is 0: then `search` goes on where this stopped.
    """
    begin(tables, state, clues)
    return search(tables, state, limit, nodes)


@compiled
def begin(tables: Tables, state: State, clues: np.ndarray) -> None:
    """Sets the search to its start: every candidate possible, but a clue alone in its cell."""
    words, board, given = tables.words, state.board, state.work
    board[:] = ZERO
    given[:words] = ZERO
    for cell in range(tables.cells):
        if clues[cell]:
            given[cell >> 6] |= bit(cell & 63)
            board[(np.int64(clues[cell]) - 1) * words + (cell >> 6)] |= bit(cell & 63)
    for digit in range(tables.size):
        for word in range(words):
            board[digit * words + word] |= tables.everything[word] & ~given[word]
    board[-1] = bit(tables.size) - ONE
    state.marks[DEPTH] = 0
    state.marks[FOUND] = 0
    state.marks[FINISHED] = 0


@compiled
def search(tables: Tables, state: State, limit: int, nodes: int) -> int:
    """Searches on for at most `nodes` branches, or until `limit` completions are found; the number found so far."""
    marks = state.marks
    while True:
        outcome = propagate(tables, state.board, state.work)
        if outcome == OPEN:
            if nodes <= 0:
                return _found(state)
            nodes -= 1
            _branch(tables, state)
            continue
        if outcome == SOLVED:
            _record(tables, state)
        if marks[FOUND] >= limit or marks[DEPTH] == 0:
            marks[FINISHED] = 1
            return _found(state)
        marks[DEPTH] -= 1
        start = marks[DEPTH] * state.board.size
        for index in range(state.board.size):
            state.board[index] = state.stack[start + index]


@inner
def _found(state: State) -> int:
    number: int = state.marks[FOUND]
    return number


@inner
def _record(tables: Tables, state: State) -> None:
    number = state.marks[FOUND]
    state.marks[FOUND] += 1
    if number >= state.solutions.shape[0]:
        return
    for digit in range(tables.size):
        for word in range(tables.words):
            rest = state.board[digit * tables.words + word]
            while rest:
                state.solutions[number, (word << 6) + lowest(rest)] = digit + 1
                rest &= rest - ONE


@inner
def _branch(tables: Tables, state: State) -> None:
    """Tries a digit in a cell; the board without that candidate goes on the stack."""
    words, board, size = tables.words, state.board, state.board.size
    cell, digit = _choose(tables, state)
    word, mask, start = cell >> 6, bit(cell & 63), state.marks[DEPTH] * size
    for index in range(size):
        state.stack[start + index] = board[index]
    state.stack[start + digit * words + word] &= ~mask
    state.stack[start + size - 1] = bit(digit)
    state.marks[DEPTH] += 1
    for other in range(tables.size):
        if board[other * words + word] & mask:
            board[-1] |= bit(other)
            if other != digit:
                board[other * words + word] &= ~mask


@inner
def _choose(tables: Tables, state: State) -> tuple[int, int]:
    """The cell and the digit to try: a cell with two candidates, else two places in a house, else the fewest."""
    cell = _choose_cell_of_two(tables, state)
    if cell < 0:
        cell, digit = _choose_place_of_two(tables, state)
        if cell >= 0:
            return cell, digit
        cell = _choose_cell_of_few(tables, state)
    best, chosen = np.int64(-1), 0
    for digit in range(tables.size):
        if state.board[digit * tables.words + (cell >> 6)] & bit(cell & 63):
            score = _lot(state) if state.marks[SHUFFLED] else np.int64(0)
            if score > best:
                best, chosen = score, digit
    return cell, chosen


@inner
def _lot(state: State) -> np.int64:
    return np.int64(random_bits(state.random) >> ONE)


@inner
def _choose_cell_of_two(tables: Tables, state: State) -> int:
    """The cell of two candidates whose digits would leave most cells, those of two candidates counted thrice."""
    words, board, twos = tables.words, state.board, state.work[tables.words :]
    best, chosen = np.int64(-1), -1
    for word in range(words):
        rest = twos[word]
        while rest:
            cell = (word << 6) + lowest(rest)
            mask = rest & (~rest + ONE)
            rest &= rest - ONE
            score = np.int64(0)
            if state.marks[SHUFFLED]:
                score = _lot(state)
            else:
                for digit in range(tables.size):
                    if board[digit * words + word] & mask:
                        score += _seen(tables, board, digit, cell, twos)
            if score > best:
                best, chosen = score, cell
    return chosen


@inner
def _seen(tables: Tables, board: np.ndarray, digit: int, cell: int, twos: np.ndarray) -> np.int64:
    words, total = tables.words, ZERO
    for word in range(words):
        leaves = board[digit * words + word] & ~tables.keeps[cell * words + word]
        total += count_bits(leaves) + ((count_bits(leaves & twos[word])) << ONE)
    return np.int64(total)


@inner
def _choose_place_of_two(tables: Tables, state: State) -> tuple[int, int]:
    """The cell and digit, one of the digit's two places in a house, whose two places see most places of the digit."""
    twos = state.work[tables.words :]
    best, chosen, its_digit = np.int64(-1), -1, 0
    for digit in range(tables.size):
        for house in range(tables.houses.size // tables.words):
            count, first, second = places_of(tables, state.board, digit, house)
            if count != 2:
                continue
            if state.marks[SHUFFLED]:
                score = _lot(state)
                if random_below(state.random, 2):
                    first = second
            else:
                score = _seen(tables, state.board, digit, first, twos)
                score += _seen(tables, state.board, digit, second, twos)
            if score > best:
                best, chosen, its_digit = score, first, digit
    return chosen, its_digit


@inner
def _choose_cell_of_few(tables: Tables, state: State) -> int:
    words, settled = tables.words, tables.size * tables.words
    fewest, best, chosen = 64, np.int64(-1), -1
    for word in range(words):
        rest = tables.everything[word] & ~state.board[settled + word]
        while rest:
            mask = rest & (~rest + ONE)
            count = 0
            for digit in range(tables.size):
                if state.board[digit * words + word] & mask:
                    count += 1
            score = _lot(state) if state.marks[SHUFFLED] else np.int64(0)
            if count < fewest or (count == fewest and score > best):
                fewest, best, chosen = count, score, (word << 6) + lowest(rest)
            rest &= rest - ONE
    return chosen
