"""The compiled search in planes: singles, locked candidates and leftovers on planes, then depth-first branching.

A *plane* holds the cells in which a digit is still possible, one bit a cell, in `words` masks of 64 bits. A cell
is *settled* once its digit has left all cells that see it. A *board* is the planes, digit by digit, the settled
cells, and the mask of the digits whose plane has changed since the houses were last looked at. A branch tries a
digit in a cell and leaves on the stack the same board without that candidate; a search can be resumed.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from cpgen.kernel import (
    Constants,
    bit,
    compiled,
    count_bits,
    inlined,
    lowest,
    random_below,
    random_bits,
    records,
)
from cpgen.kernel.records import Shape
from cpgen.kernel.vectors import count_each, eight_at, has_bits, is_zero, joined, no_bits
from cpgen.lanes.parts import LastClues

ZERO = np.uint64(0)
ONE, TWO = np.uint64(1), np.uint64(2)
EACH = np.uint64(1) << np.arange(8, dtype=np.uint64)
"""A bit for each of eight words"""

UNSETTLED, DEAD, SETTLED = 0, 1, 2
"""What `propagate` ends with."""


class PlaneTables(NamedTuple):
    """What the search knows of a layout, read only; made by `plane_tables`.

    `everything` (all cells) and `keeps` (cell by cell, the cells it does not see) go word by word. `houses`,
    `rests` and `targets` hold the first word of every entry, then the second of every entry, and so on. An entry
    of `rests` and `targets` is a locking pair: a digit with no place in the rest has none in the target either. What
    two houses have alone are such pairs, and so are leftovers.
    """

    shape: Shape
    """One record: the `side` of the board, its `cells`, and how many `words` a plane takes"""
    everything: np.ndarray
    keeps: np.ndarray
    houses: np.ndarray
    rests: np.ndarray
    targets: np.ndarray


def plane_shape(size: int) -> np.ndarray:
    """The shape of a board's planes: at least the two words that the search is fastest on."""
    shape = records(1, side=np.int64, cells=np.int64, words=np.int64)
    shape[0].side, shape[0].cells, shape[0].words = size, size**2, max(2, -(-(size**2) // 64))
    return shape


NINE = Constants(plane_shape(9))
"""The shape that code is compiled for, which digs in 0.7 of the time"""


@inlined
def propagate(tables: PlaneTables, board: np.ndarray, work: np.ndarray) -> int:
    """Draws all conclusions, the cheapest first; UNSETTLED when there are no more."""
    unlocked = ZERO
    while True:
        changed, alive = _naked_singles(tables, board, work)
        if not alive:
            return DEAD
        board[-1] |= changed
        if changed:
            continue
        if _all_settled(tables, board):
            return SETTLED
        unlocked |= board[-1]
        if not _hidden_singles(tables, board, work):
            return DEAD
        if board[-1]:
            continue
        _unlock(tables, board, work, unlocked)
        unlocked = ZERO
        if not board[-1]:
            return UNSETTLED


@compiled
def follow_hidden(tables: PlaneTables, board: np.ndarray, work: np.ndarray) -> int:
    """Draws the conclusions of hidden singles and locked candidates alone; UNSETTLED when there are no more.

    Cells with one candidate are not looked at, so that given digits must have been settled with `give`.
    """
    unlocked = ZERO
    while True:
        unlocked |= board[-1]
        if not _hidden_singles(tables, board, work):
            return DEAD
        if board[-1]:
            continue
        if _all_settled(tables, board):
            return SETTLED
        _unlock(tables, board, work, unlocked)
        unlocked = ZERO
        if not board[-1]:
            return UNSETTLED


@compiled
def give(tables: PlaneTables, board: np.ndarray, cell: int, digit: int) -> None:
    """Settles a cell with a digit from 0: the only one there, and gone from all cells that see it."""
    shape = tables.shape[0]
    words, word, mask = shape.words, cell >> 6, bit(cell & 63)
    for other in range(shape.side):
        if other != digit and board[other * words + word] & mask:
            board[other * words + word] &= ~mask
            board[-1] |= bit(other)
    board[-1] |= bit(digit)
    _settle(tables.keeps, board, words, digit, word, mask)


@compiled
def exclude_in_planes(tables: PlaneTables, board: np.ndarray, cell: int, digit: int) -> None:
    """Takes a digit from 0 out of a cell of a board on which all digits are marked as changed."""
    board[digit * tables.shape[0].words + (cell >> 6)] &= ~bit(cell & 63)


@compiled
def surplus(tables: PlaneTables, board: np.ndarray) -> int:
    """How many candidates the board has beyond one a cell."""
    shape = tables.shape[0]
    total = 0
    for place in range(shape.side * shape.words):
        total += count_bits(board[place])
    return int(total - shape.cells)


@inlined
def _unlock(tables: PlaneTables, board: np.ndarray, work: np.ndarray, digits: np.uint64) -> None:
    """Removes what locked candidates of these digits exclude, and marks the digits that changed."""
    while digits:
        digit = lowest(digits)
        digits &= digits - ONE
        if tables.shape[0].words == 2:
            removed = _remove_locked_two(tables.rests, tables.targets, board, digit)
        else:
            removed = _remove_locked(tables, board, work, digit)
        if removed:
            board[-1] |= bit(digit)


@inlined
def _all_settled(tables: PlaneTables, board: np.ndarray) -> bool:
    shape = tables.shape[0]
    settled = shape.side * shape.words
    for word in range(shape.words):  # noqa: SIM110 - a loop that is compiled
        if board[settled + word] != tables.everything[word]:
            return False
    return True


@inlined
def _settle(keeps: np.ndarray, board: np.ndarray, words: int, digit: int, word: int, fresh: np.uint64) -> None:
    """Takes the digit from all cells that see one of the `fresh` cells, which are in one word."""
    board[board.size - 1 - words + word] |= fresh
    while fresh:
        cell = (word << 6) + lowest(fresh)
        fresh &= fresh - ONE
        for other in range(words):
            board[digit * words + other] &= keeps[cell * words + other]


@inlined
def _naked_singles(tables: PlaneTables, board: np.ndarray, work: np.ndarray) -> tuple[np.uint64, bool]:
    """Settles the cells with one candidate: the digits that changed, and whether every cell had a candidate."""
    shape = tables.shape[0]
    words, settled = shape.words, shape.side * shape.words
    for word in range(words):
        ones, twos, threes = ZERO, ZERO, ZERO
        for digit in range(shape.side):
            plane = board[digit * words + word]
            threes |= twos & plane
            twos |= ones & plane
            ones |= plane
        if ones != tables.everything[word]:
            return ZERO, False
        work[word] = ones & ~twos & ~board[settled + word]
        work[words + word] = twos & ~threes
    changed = ZERO
    for word in range(words):
        if work[word]:
            for digit in range(shape.side):
                fresh = board[digit * words + word] & work[word]
                if fresh:
                    _settle(tables.keeps, board, words, digit, word, fresh)
                    changed |= bit(digit)
    return changed, True


@inlined
def _hidden_singles(tables: PlaneTables, board: np.ndarray, work: np.ndarray) -> bool:
    """Settles the only places of the changed digits in their houses; False when a house has no place for one."""
    shape = tables.shape[0]
    words, settled = shape.words, shape.side * shape.words
    todo = board[-1]
    board[-1] = ZERO
    while todo:
        digit = lowest(todo)
        todo &= todo - ONE
        low, high = ZERO, ZERO
        if words == 2:
            alive, low, high = _only_places_two(tables.houses, board, digit)
        else:
            alive = _only_places(tables, board, work, digit)
        if not alive:
            return False
        for word in range(words):
            only = (high if word else low) if words == 2 else work[word]
            fresh = only & ~board[settled + word]
            if fresh:
                _settle(tables.keeps, board, words, digit, word, fresh)
                _take_out_others(tables, board, digit, word, fresh)
    return True


@inlined
def _take_out_others(tables: PlaneTables, board: np.ndarray, digit: int, word: int, fresh: np.uint64) -> None:
    """Takes all digits but one out of `fresh` cells of one word, and marks those that were there."""
    shape = tables.shape[0]
    words, changed = shape.words, bit(digit)
    own = board[digit * words + word]
    for other in range(shape.side):
        here = board[other * words + word]
        changed |= bit(other) if here & fresh else ZERO
        board[other * words + word] = here & ~fresh
    board[digit * words + word] = own
    board[-1] |= changed


@compiled
def _only_places(tables: PlaneTables, board: np.ndarray, work: np.ndarray, digit: int) -> bool:
    """Finds the cells that are a digit's only place in a house, eight houses at once; False when one has no place."""
    words, houses, missing = tables.shape[0].words, tables.houses, no_bits()
    count, plane = houses.size // words, digit * words
    for word in range(words):
        work[word] = ZERO
    for house in range(0, count, 8):
        any_place, several = no_bits(), no_bits()
        for word in range(words):
            places = eight_at(houses, word * count + house) & board[plane + word]
            several = several | (places & (places - ONE)) | ~(is_zero(places) | is_zero(any_place))
            any_place = any_place | places
        missing = missing | is_zero(any_place)
        single = is_zero(several)
        if has_bits(single):
            for word in range(words):
                work[word] |= joined(eight_at(houses, word * count + house) & single) & board[plane + word]
    return not has_bits(missing)


@inlined
def _only_places_two(houses: np.ndarray, board: np.ndarray, digit: int) -> tuple[bool, np.uint64, np.uint64]:
    """The same on two words, eight houses at once: whether every house has a place, and the two words."""
    low, high = board[digit << 1], board[(digit << 1) + 1]
    count = houses.size >> 1
    only_low, only_high, missing = no_bits(), no_bits(), no_bits()
    for house in range(0, count, 8):
        x = eight_at(houses, house) & low
        y = eight_at(houses, count + house) & high
        no_low, no_high = is_zero(x), is_zero(y)
        only = (no_low | no_high) & is_zero((x & (x - ONE)) | (y & (y - ONE)))
        only_low, only_high = only_low | (x & only), only_high | (y & only)
        missing = missing | (no_low & no_high)
    return not has_bits(missing), joined(only_low), joined(only_high)


@compiled
def places_of(tables: PlaneTables, board: np.ndarray, digit: int, house: int) -> tuple[int, int, int]:
    """How many places a digit has in a house, 3 for more than two, and the first two of them."""
    shape = tables.shape[0]
    words, houses = shape.words, tables.houses.size // shape.words
    count, first, second = 0, -1, -1
    for word in range(words):
        here = board[digit * words + word] & tables.houses[word * houses + house]
        while here:
            count += 1
            if count == 3:
                return count, first, second
            first, second = (word << 6) + lowest(here), first
            here &= here - ONE
    return count, first, second


@compiled
def _remove_locked(tables: PlaneTables, board: np.ndarray, work: np.ndarray, digit: int) -> bool:
    """Removes a digit from the targets of the locking pairs whose rest has no place for it; whether any went."""
    words, rests, targets, removed = tables.shape[0].words, tables.rests, tables.targets, ZERO
    count, plane = rests.size // words, digit * words
    for word in range(words):
        work[word] = ZERO
    for pair in range(0, count, 8):
        left = no_bits()
        for word in range(words):
            left = left | (eight_at(rests, word * count + pair) & board[plane + word])
        empty = is_zero(left)
        if has_bits(empty):
            for word in range(words):
                work[word] |= joined(eight_at(targets, word * count + pair) & empty)
    for word in range(words):
        removed |= board[plane + word] & work[word]
        board[plane + word] &= ~work[word]
    return bool(removed != ZERO)


@inlined
def _remove_locked_two(rests: np.ndarray, targets: np.ndarray, board: np.ndarray, digit: int) -> bool:
    """The same on two words, eight pairs at once, on the board as it stands."""
    low, high = board[digit << 1], board[(digit << 1) + 1]
    count = rests.size >> 1
    gone_low, gone_high = no_bits(), no_bits()
    for pair in range(0, count, 8):
        empty = is_zero((eight_at(rests, pair) & low) | (eight_at(rests, count + pair) & high))
        gone_low = gone_low | (eight_at(targets, pair) & empty)
        gone_high = gone_high | (eight_at(targets, count + pair) & empty)
    if not has_bits((gone_low & low) | (gone_high & high)):
        return False
    board[digit << 1] = low & ~joined(gone_low)
    board[(digit << 1) + 1] = high & ~joined(gone_high)
    return True


class SearchState(NamedTuple):
    """Where a search stands, made by `search_state`: its board, the boards still to try, the first two completions.

    `work` holds two masks over cells: what the last inference found, and the cells with just two candidates.
    """

    board: np.ndarray
    stack: np.ndarray
    work: np.ndarray
    status: np.ndarray
    random: np.ndarray
    solutions: np.ndarray
    lanes: np.ndarray
    """The board of `lane_search`"""
    last: LastClues
    """What was set out last for `finds_other` or by a lookahead"""
    known: np.ndarray
    """[N] uint8 a grid whose digits are tried first, where the status says `knows`"""


@compiled
def begin(tables: PlaneTables, state: SearchState, clues: np.ndarray) -> None:
    """Sets the search to its start: every candidate possible, but a clue alone in its cell."""
    shape = tables.shape[0]
    words, board, given = shape.words, state.board, state.work
    board[:] = ZERO
    given[:words] = ZERO
    for cell in range(shape.cells):
        if clues[cell]:
            given[cell >> 6] |= bit(cell & 63)
            board[(int(clues[cell]) - 1) * words + (cell >> 6)] |= bit(cell & 63)
    for digit in range(shape.side):
        for word in range(words):
            board[digit * words + word] |= tables.everything[word] & ~given[word]
    board[-1] = bit(shape.side) - ONE
    begin_status(state)


@compiled
def begin_status(state: SearchState) -> None:
    """Has a search of a board that is set out anew begin."""
    state.status[0].depth = 0
    state.status[0].found = 0
    state.status[0].finished = False


@compiled
def search(tables: PlaneTables, state: SearchState, limit: int, nodes: int) -> int:
    """Searches on for at most `nodes` branches, or until `limit` completions are found; the number found so far."""
    return _search_planes(tables, state, limit, nodes)


@compiled
def search_nine(tables: PlaneTables, state: SearchState, limit: int, nodes: int) -> int:
    """The same on a board of side 9, whose numbers the compiler knows."""
    every, keeps = tables.everything, tables.keeps
    nine = PlaneTables(NINE, every, keeps, tables.houses, tables.rests, tables.targets)
    return _search_planes(nine, state, limit, nodes)


@inlined
def _search_planes(tables: PlaneTables, state: SearchState, limit: int, nodes: int) -> int:
    status = state.status[0]
    while True:
        outcome = propagate(tables, state.board, state.work)
        if outcome == UNSETTLED:
            if nodes <= 0:
                return _found(state)
            nodes -= 1
            _branch(tables, state)
            continue
        if outcome == SETTLED:
            _record(tables, state)
        if status.found >= limit or status.depth == 0:
            status.finished = True
            return _found(state)
        status.depth -= 1
        start = status.depth * state.board.size
        for index in range(state.board.size):
            state.board[index] = state.stack[start + index]


@compiled
def _found(state: SearchState) -> int:
    number: int = state.status[0].found
    return number


@inlined
def _record(tables: PlaneTables, state: SearchState) -> None:
    shape = tables.shape[0]
    number = state.status[0].found
    state.status[0].found += 1
    if number >= state.solutions.shape[0]:
        return
    for digit in range(shape.side):
        for word in range(shape.words):
            rest = state.board[digit * shape.words + word]
            while rest:
                state.solutions[number, (word << 6) + lowest(rest)] = digit + 1
                rest &= rest - ONE


@inlined
def _branch(tables: PlaneTables, state: SearchState) -> None:
    """Tries a digit in a cell; the board without that candidate goes on the stack."""
    shape = tables.shape[0]
    words, board, size = shape.words, state.board, state.board.size
    cell, digit = _choose(tables, state)
    known = int(state.known[cell]) - 1 if state.status[0].knows else digit
    if board[known * words + (cell >> 6)] & bit(cell & 63):
        digit = known
    word, mask, start = cell >> 6, bit(cell & 63), state.status[0].depth * size
    for index in range(size):
        state.stack[start + index] = board[index]
    state.stack[start + digit * words + word] &= ~mask
    state.stack[start + size - 1] = bit(digit)
    state.status[0].depth += 1
    for other in range(shape.side):
        if board[other * words + word] & mask:
            board[-1] |= bit(other)
            if other != digit:
                board[other * words + word] &= ~mask


@inlined
def _choose(tables: PlaneTables, state: SearchState) -> tuple[int, int]:
    """The cell and the digit to try: a cell with two candidates, else two places in a house, else the fewest."""
    shape = tables.shape[0]
    cell = _choose_cell_of_two(tables, state)
    if cell < 0:
        cell, digit = _choose_place_of_two(tables, state)
        if cell >= 0:
            return cell, digit
        cell = _choose_cell_of_few(tables, state)
    best, chosen = np.int64(-1), 0
    for digit in range(shape.side):
        if state.board[digit * shape.words + (cell >> 6)] & bit(cell & 63):
            score = _lot(state) if state.status[0].shuffled else np.int64(0)
            if score > best:
                best, chosen = score, digit
    return cell, chosen


@compiled
def _lot(state: SearchState) -> np.int64:
    return np.int64(random_bits(state.random) >> ONE)


@compiled
def _choose_cell_of_two(tables: PlaneTables, state: SearchState) -> int:
    """The cell of two candidates whose digits would leave most cells, those of two candidates counted thrice."""
    shape = tables.shape[0]
    words, board, twos = shape.words, state.board, state.work[shape.words :]
    best, chosen = np.int64(-1), -1
    for word in range(words):
        rest = twos[word]
        while rest:
            cell = (word << 6) + lowest(rest)
            mask = rest & (~rest + ONE)
            rest &= rest - ONE
            score = np.int64(0)
            if state.status[0].shuffled:
                score = _lot(state)
            else:
                for digit in range(shape.side):
                    if board[digit * words + word] & mask:
                        score += _seen(tables, board, digit, cell, twos)
            if score > best:
                best, chosen = score, cell
    return chosen


@compiled
def _seen(tables: PlaneTables, board: np.ndarray, digit: int, cell: int, twos: np.ndarray) -> np.int64:
    words, total = tables.shape[0].words, np.int64(0)
    for word in range(words):
        leaves = board[digit * words + word] & ~tables.keeps[cell * words + word]
        total += np.int64(count_bits(leaves) + 2 * count_bits(leaves & twos[word]))
    return total


@compiled
def _choose_place_of_two(tables: PlaneTables, state: SearchState) -> tuple[int, int]:
    """The cell and digit, one of the digit's two places in a house, whose two places see most places of the digit."""
    shape = tables.shape[0]
    twos = state.work[shape.words :]
    best, chosen, its_digit = np.int64(-1), -1, 0
    for digit in range(shape.side):
        for start in range(0, tables.houses.size // shape.words, 8):
            left = _houses_with_two(tables, state.board, digit, start)
            while left:
                _, first, second = places_of(tables, state.board, digit, start + lowest(left))
                left &= left - ONE
                if state.status[0].shuffled:
                    score = _lot(state)
                    if random_below(state.random, 2):
                        first = second
                else:
                    score = _seen(tables, state.board, digit, first, twos)
                    score += _seen(tables, state.board, digit, second, twos)
                if score > best:
                    best, chosen, its_digit = score, first, digit
    return chosen, its_digit


@inlined
def _houses_with_two(tables: PlaneTables, board: np.ndarray, digit: int, start: int) -> np.uint64:
    """Which of eight houses have two places for a digit, a bit each."""
    words, number = tables.shape[0].words, no_bits()
    count = tables.houses.size // words
    for word in range(words):
        places = eight_at(tables.houses, word * count + start) & board[digit * words + word]
        number = number + count_each(places)
    return joined(is_zero(number ^ TWO) & eight_at(EACH, 0))


@compiled
def _choose_cell_of_few(tables: PlaneTables, state: SearchState) -> int:
    shape = tables.shape[0]
    words, settled = shape.words, shape.side * shape.words
    fewest, best, chosen = 64, np.int64(-1), -1
    for word in range(words):
        rest = tables.everything[word] & ~state.board[settled + word]
        while rest:
            mask = rest & (~rest + ONE)
            count = 0
            for digit in range(shape.side):
                if state.board[digit * words + word] & mask:
                    count += 1
            score = _lot(state) if state.status[0].shuffled else np.int64(0)
            if count < fewest or (count == fewest and score > best):
                fewest, best, chosen = count, score, (word << 6) + lowest(rest)
            rest &= rest - ONE
    return chosen


def search_status() -> np.ndarray:
    """The record of how far a search is, and of what is random in it: `shuffled` digits, and `scattered` cells, too.

    In planes both are random if digits are. Where it `knows` a grid, the digits of that are tried first.
    """
    return records(
        1, depth=np.int64, found=np.int64, finished=np.bool_, shuffled=np.bool_, scattered=np.bool_, knows=np.bool_
    )
