"""The compiled search of the bitset oracle: singles and locked candidates on planes, then depth-first branching.

A *plane* holds the cells in which a digit is still possible, one bit a cell, in `words` masks of 64 bits. A cell
is *settled* once its digit has left all cells that see it. A *board* is the planes, digit by digit, the settled
cells, and the mask of the digits whose plane has changed since the houses were last looked at. A branch tries a
digit in a cell and leaves on the stack the same board without that candidate; a search can be resumed.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from cpgen.kernel import (
    bit,
    by_address,
    call_soon,
    compiled,
    compiled_when_hot,
    count_bits,
    inlined,
    lowest,
    random_below,
    random_bits,
    records,
)
from cpgen.kernel.vectors import eight_at, has_bits, is_zero, joined, no_bits
from cpgen.lanes.parts import LastClues, is_in_lanes, no_clues, set_out_in_lanes, set_out_next_in_lanes
from cpgen.lanes.tables import NO_LANES, NOT_IN_LANES, LaneTables, as_nine, as_sixteen, way_in_lanes
from cpgen.oracles.lane_search import (
    excess_in_lanes,
    exclude_in_lanes,
    propagate_in_lanes,
    propagate_on_others,
    search_lanes,
)

ZERO = np.uint64(0)
ONE = np.uint64(1)

UNSETTLED, DEAD, SETTLED = 0, 1, 2
"""What `propagate` ends with."""


class SearchTables(NamedTuple):
    """What the search knows of a layout, read only; made by `search_tables`.

    `everything` (all cells) and `keeps` (cell by cell, the cells it does not see) go word by word. `houses`,
    `rests` and `targets` hold the first word of every entry, then the second of every entry, and so on. An entry
    of `rests` and `targets` is a locking pair: a digit with no place in the rest has none in the target either.
    """

    size: int
    cells: int
    words: int
    everything: np.ndarray
    keeps: np.ndarray
    houses: np.ndarray
    rests: np.ndarray
    targets: np.ndarray
    lanes: LaneTables
    """For `lane_search`, which counts many times faster, on most boards with boxes and on large Latin squares"""
    searches: np.ndarray
    """The addresses of the searches, as `by_address` keeps them"""


@inlined
def propagate(tables: SearchTables, board: np.ndarray, work: np.ndarray) -> int:
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
        _unlock(tables, board, unlocked)
        unlocked = ZERO
        if not board[-1]:
            return UNSETTLED


@compiled
def follow_hidden(tables: SearchTables, board: np.ndarray, work: np.ndarray) -> int:
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
        _unlock(tables, board, unlocked)
        unlocked = ZERO
        if not board[-1]:
            return UNSETTLED


@compiled
def give(tables: SearchTables, board: np.ndarray, cell: int, digit: int) -> None:
    """Settles a cell with a digit from 0: the only one there, and gone from all cells that see it."""
    words, word, mask = tables.words, cell >> 6, bit(cell & 63)
    for other in range(tables.size):
        if other != digit and board[other * words + word] & mask:
            board[other * words + word] &= ~mask
            board[-1] |= bit(other)
    board[-1] |= bit(digit)
    _settle(tables.keeps, board, words, digit, word, mask)


@compiled
def surplus(tables: SearchTables, board: np.ndarray) -> int:
    """How many candidates the board has beyond one a cell."""
    total = 0
    for place in range(tables.size * tables.words):
        total += count_bits(board[place])
    return total - tables.cells


@inlined
def _unlock(tables: SearchTables, board: np.ndarray, digits: np.uint64) -> None:
    """Removes what locked candidates of these digits exclude, and marks the digits that changed."""
    while digits:
        digit = lowest(digits)
        digits &= digits - ONE
        if tables.words == 2:
            removed = _remove_locked_two(tables.rests, tables.targets, board, digit)
        else:
            removed = _remove_locked(tables, board, digit)
        if removed:
            board[-1] |= bit(digit)


@inlined
def _all_settled(tables: SearchTables, board: np.ndarray) -> bool:
    settled = tables.size * tables.words
    for word in range(tables.words):  # noqa: SIM110 - a loop that is compiled
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
def _naked_singles(tables: SearchTables, board: np.ndarray, work: np.ndarray) -> tuple[np.uint64, bool]:
    """Settles the cells with one candidate: the digits that changed, and whether every cell had a candidate."""
    words, settled = tables.words, tables.size * tables.words
    for word in range(words):
        ones, twos, threes = ZERO, ZERO, ZERO
        for digit in range(tables.size):
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
            for digit in range(tables.size):
                fresh = board[digit * words + word] & work[word]
                if fresh:
                    _settle(tables.keeps, board, words, digit, word, fresh)
                    changed |= bit(digit)
    return changed, True


@inlined
def _hidden_singles(tables: SearchTables, board: np.ndarray, work: np.ndarray) -> bool:
    """Settles the only places of the changed digits in their houses; False when a house has no place for one."""
    words, settled = tables.words, tables.size * tables.words
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
def _take_out_others(tables: SearchTables, board: np.ndarray, digit: int, word: int, fresh: np.uint64) -> None:
    """Takes all digits but one out of `fresh` cells of one word, and marks those that were there."""
    words, changed = tables.words, bit(digit)
    own = board[digit * words + word]
    for other in range(tables.size):
        here = board[other * words + word]
        changed |= bit(other) if here & fresh else ZERO
        board[other * words + word] = here & ~fresh
    board[digit * words + word] = own
    board[-1] |= changed


@compiled
def _only_places(tables: SearchTables, board: np.ndarray, work: np.ndarray, digit: int) -> bool:
    """Finds the cells that are a digit's only place in a house; False when a house has no place for it."""
    work[: tables.words] = ZERO
    for house in range(tables.houses.size // tables.words):
        count, cell, _ = places_of(tables, board, digit, house)
        if count == 0:
            return False
        if count == 1:
            work[cell >> 6] |= bit(cell & 63)
    return True


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
def places_of(tables: SearchTables, board: np.ndarray, digit: int, house: int) -> tuple[int, int, int]:
    """How many places a digit has in a house, 3 for more than two, and the first two of them."""
    words, houses = tables.words, tables.houses.size // tables.words
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
def _remove_locked(tables: SearchTables, board: np.ndarray, digit: int) -> bool:
    """Removes a digit from the targets of the locking pairs whose rest has no place for it; whether any went."""
    words, pairs, removed = tables.words, tables.rests.size // tables.words, ZERO
    for pair in range(pairs):
        left = ZERO
        for word in range(words):
            left = board[digit * words + word] & tables.rests[word * pairs + pair]
            if left:
                break
        if not left:
            for word in range(words):
                removed |= board[digit * words + word] & tables.targets[word * pairs + pair]
                board[digit * words + word] &= ~tables.targets[word * pairs + pair]
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
    low_gone, high_gone = joined(gone_low) & low, joined(gone_high) & high
    board[digit << 1] = low & ~low_gone
    board[(digit << 1) + 1] = high & ~high_gone
    return bool((low_gone | high_gone) != ZERO)


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
    """What was set out last for `count_others` or by a lookahead"""


@compiled_when_hot
def begin(tables: SearchTables, state: SearchState, clues: np.ndarray) -> None:
    """Sets the search to its start: every candidate possible, but a clue alone in its cell."""
    words, board, given = tables.words, state.board, state.work
    board[:] = ZERO
    given[:words] = ZERO
    for cell in range(tables.cells):
        if clues[cell]:
            given[cell >> 6] |= bit(cell & 63)
            board[(int(clues[cell]) - 1) * words + (cell >> 6)] |= bit(cell & 63)
    for digit in range(tables.size):
        for word in range(words):
            board[digit * words + word] |= tables.everything[word] & ~given[word]
    board[-1] = bit(tables.size) - ONE
    _begin_status(state)


@compiled
def _begin_status(state: SearchState) -> None:
    state.status[0].depth = 0
    state.status[0].found = 0
    state.status[0].finished = False


@compiled_when_hot
def search(tables: SearchTables, state: SearchState, limit: int, nodes: int) -> int:
    """Searches on for at most `nodes` branches, or until `limit` completions are found; the number found so far."""
    return _search_in_planes(tables, state, limit, nodes)


@inlined
def _search_in_planes(tables: SearchTables, state: SearchState, limit: int, nodes: int) -> int:
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
def _record(tables: SearchTables, state: SearchState) -> None:
    number = state.status[0].found
    state.status[0].found += 1
    if number >= state.solutions.shape[0]:
        return
    for digit in range(tables.size):
        for word in range(tables.words):
            rest = state.board[digit * tables.words + word]
            while rest:
                state.solutions[number, (word << 6) + lowest(rest)] = digit + 1
                rest &= rest - ONE


@inlined
def _branch(tables: SearchTables, state: SearchState) -> None:
    """Tries a digit in a cell; the board without that candidate goes on the stack."""
    words, board, size = tables.words, state.board, state.board.size
    cell, digit = _choose(tables, state)
    word, mask, start = cell >> 6, bit(cell & 63), state.status[0].depth * size
    for index in range(size):
        state.stack[start + index] = board[index]
    state.stack[start + digit * words + word] &= ~mask
    state.stack[start + size - 1] = bit(digit)
    state.status[0].depth += 1
    for other in range(tables.size):
        if board[other * words + word] & mask:
            board[-1] |= bit(other)
            if other != digit:
                board[other * words + word] &= ~mask


@inlined
def _choose(tables: SearchTables, state: SearchState) -> tuple[int, int]:
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
            score = _lot(state) if state.status[0].shuffled else np.int64(0)
            if score > best:
                best, chosen = score, digit
    return cell, chosen


@compiled
def _lot(state: SearchState) -> np.int64:
    return np.int64(random_bits(state.random) >> ONE)


@compiled
def _choose_cell_of_two(tables: SearchTables, state: SearchState) -> int:
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
            if state.status[0].shuffled:
                score = _lot(state)
            else:
                for digit in range(tables.size):
                    if board[digit * words + word] & mask:
                        score += _seen(tables, board, digit, cell, twos)
            if score > best:
                best, chosen = score, cell
    return chosen


@compiled
def _seen(tables: SearchTables, board: np.ndarray, digit: int, cell: int, twos: np.ndarray) -> np.int64:
    words, total = tables.words, np.int64(0)
    for word in range(words):
        leaves = board[digit * words + word] & ~tables.keeps[cell * words + word]
        total += np.int64(count_bits(leaves) + 2 * count_bits(leaves & twos[word]))
    return total


@compiled
def _choose_place_of_two(tables: SearchTables, state: SearchState) -> tuple[int, int]:
    """The cell and digit, one of the digit's two places in a house, whose two places see most places of the digit."""
    twos = state.work[tables.words :]
    best, chosen, its_digit = np.int64(-1), -1, 0
    for digit in range(tables.size):
        for house in range(tables.houses.size // tables.words):
            count, first, second = places_of(tables, state.board, digit, house)
            if count != 2:
                continue
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


@compiled
def _choose_cell_of_few(tables: SearchTables, state: SearchState) -> int:
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
            score = _lot(state) if state.status[0].shuffled else np.int64(0)
            if count < fewest or (count == fewest and score > best):
                fewest, best, chosen = count, score, (word << 6) + lowest(rest)
            rest &= rest - ONE
    return chosen


@compiled_when_hot
def count_completions(tables: SearchTables, state: SearchState, clues: np.ndarray, limit: int, nodes: int) -> int:
    """How many completions `clues` (uint8, a digit or 0 a cell) has, counted up to `limit` in at most `nodes` branches.

    The count is only a lower bound while `state.status[0].finished` is false: then `count_on` goes on from there.
    """
    if is_in_lanes(tables.lanes):
        set_out_in_lanes(tables.lanes, state.lanes, clues)
        _begin_status(state)
    else:
        begin(tables, state, clues)
    return count_on(tables, state, limit, nodes)


@compiled_when_hot
def show_alone(
    tables: SearchTables, state: SearchState, clues: np.ndarray, grids: np.ndarray, nodes: int, shown: np.ndarray
) -> None:
    """Notes of each row of clues whether so many branches show that the grid in its row is the only completion."""
    for row in range(len(clues)):
        found = count_completions(tables, state, clues[row], 2, nodes)
        differing = 0
        for cell in range(tables.cells):
            differing += state.solutions[0, cell] != grids[row, cell]
        shown[row] = found == 1 and state.status[0].finished and differing == 0


@inlined
def are_settled(tables: SearchTables, state: SearchState, clues: np.ndarray) -> bool:
    """Whether conclusions alone, without a branch, show that the clues have one completion."""
    _begin_next(tables, state, clues)
    return count_on(tables, state, 2, 0) == 1


@inlined
def _begin_next(tables: SearchTables, state: SearchState, clues: np.ndarray) -> None:
    """Sets a count to its start, sooner where most clues are those of the last one that was begun so."""
    if is_in_lanes(tables.lanes):
        set_out_next_in_lanes(tables.lanes, state.lanes, state.last, clues)
        _begin_status(state)
    else:
        begin(tables, state, clues)


@inlined
def count_others(
    tables: SearchTables, state: SearchState, clues: np.ndarray, cell: int, digit: int, limit: int, nodes: int
) -> int:
    """The same for completions that have another digit than this (from 0) in an open cell."""
    _begin_next(tables, state, clues)
    if is_in_lanes(tables.lanes):
        exclude_in_lanes(tables.lanes, state.lanes, cell, digit)
    else:
        state.board[digit * tables.words + (cell >> 6)] &= ~bit(cell & 63)
    return count_on(tables, state, limit, nodes)


@compiled
def left_open(tables: SearchTables, state: SearchState) -> int:
    """How many candidates the board of such a count has beyond one a cell."""
    if is_in_lanes(tables.lanes):
        return excess_in_lanes(tables.lanes, state.lanes)
    return surplus(tables, state.board)


@compiled_when_hot
def count_on(tables: SearchTables, state: SearchState, limit: int, nodes: int) -> int:
    """Counts on for at most `nodes` branches, or up to `limit`; the number of completions found so far."""
    return _search_by(tables.searches, _way_to_search(tables), tables, state, limit, nodes)


@compiled
def _way_to_search(tables: SearchTables) -> int:
    """The place of a search in SEARCHES."""
    way = way_in_lanes(tables.lanes)
    return NINE_IN_PLANES if way == NOT_IN_LANES and tables.size == 9 else way


@compiled
def _in_planes(tables: SearchTables, state: SearchState, limit: int, nodes: int) -> int:
    return search(tables, state, limit, nodes)


@compiled
def _on_nine_in_planes(tables: SearchTables, state: SearchState, limit: int, nodes: int) -> int:
    return _search_in_planes(_as_nine_in_planes(tables), state, limit, nodes)


@inlined
def _as_nine_in_planes(tables: SearchTables) -> SearchTables:
    """The tables of a board of side 9 with its numbers known to the compiler, which digs in 0.7 of the time."""
    every, keeps, houses = tables.everything, tables.keeps, tables.houses
    return SearchTables(9, 81, 2, every, keeps, houses, tables.rests, tables.targets, tables.lanes, tables.searches)


@compiled
def _in_lanes(tables: SearchTables, state: SearchState, limit: int, nodes: int) -> int:
    return _search_with(propagate_in_lanes, tables.lanes, state, limit, nodes)


@compiled
def _on_nine(tables: SearchTables, state: SearchState, limit: int, nodes: int) -> int:
    return _search_with(propagate_in_lanes, as_nine(tables.lanes), state, limit, nodes)


@compiled
def _on_sixteen(tables: SearchTables, state: SearchState, limit: int, nodes: int) -> int:
    return _search_with(propagate_in_lanes, as_sixteen(tables.lanes), state, limit, nodes)


@compiled
def _on_others(tables: SearchTables, state: SearchState, limit: int, nodes: int) -> int:
    return _search_with(propagate_on_others, tables.lanes, state, limit, nodes)


@inlined
def _search_with(
    propagate: Callable[[LaneTables, np.ndarray], int], lanes: LaneTables, state: SearchState, limit: int, nodes: int
) -> int:
    board, stack, status, random, solutions = state.lanes, state.stack, state.status, state.random, state.solutions
    return search_lanes(propagate, lanes, board, stack, status, random, solutions, limit, nodes)


def _example() -> tuple[SearchTables, SearchState, int, int]:
    words, grids = np.zeros(0, np.uint64), np.zeros((0, 0), np.uint8)
    tables = SearchTables(0, 0, 0, words, words, words, words, words, NO_LANES, ADDRESSES)
    state = SearchState(words, words, words, search_status(), words, grids, words, no_clues(NO_LANES))
    return tables, state, 0, 0


SEARCHES = (_in_planes, _in_lanes, _on_nine, _on_sixteen, _on_others, _on_nine_in_planes)
NINE_IN_PLANES = len(SEARCHES) - 1
ADDRESSES = np.zeros(1 + len(SEARCHES), np.int64)


@by_address(ADDRESSES, SEARCHES, _example)
def _search_by(
    addresses: np.ndarray, kind: int, tables: SearchTables, state: SearchState, limit: int, nodes: int
) -> int:
    """Searches on in planes or in lanes; only what is used of them is compiled."""
    return SEARCHES[kind](tables, state, limit, nodes)


def search_soon(tables: SearchTables) -> None:
    """Says that compiled code is about to search with these tables."""
    call_soon(_search_by, [_way_to_search(tables)])


def search_status() -> np.ndarray:
    """The record of how far a search is."""
    return records(1, depth=np.int64, found=np.int64, finished=np.bool_, shuffled=np.bool_)
