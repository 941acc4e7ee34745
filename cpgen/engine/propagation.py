"""Propagation: eliminate what the constraints exclude until nothing more follows.

Three rules are applied, the cheapest first; whenever one has an effect, propagation starts again with the cheapest:

1. *Naked single*: a cell with one candidate is assigned.
2. *Hidden single*: a digit with one place in a house is assigned there.
3. *Locking pair*: a digit without candidates in a rest is eliminated from its target (`tables`).

The first rule checks all cells simultaneously, by counting the candidates of 64 cells with bitwise operations. The
others check one digit at a time, and only digits whose candidates have changed: the last word of the board has them.
Their inner loops run over all houses, or all pairs, and have no branches, so that the compiler can vectorise them.

Constraints besides houses are checked when these rules have no effect (`further`).
"""

from __future__ import annotations

import numpy as np

from cpgen.engine.domains import FurtherScratch
from cpgen.engine.further import FAILED, UNCHANGED, further_scratch, propagate_further
from cpgen.engine.mask_board import ONE, ZERO
from cpgen.engine.tables import EngineTables
from cpgen.kernel import bit, compiled, compiled_as, compiled_when_hot, inlined, lowest
from cpgen.kernel.structs import Struct

OPEN, REFUTED, COMPLETE = 0, 1, 2
"""Results of `propagate`: nothing more follows, there is no completion, or every cell is assigned"""


class Scratch(Struct):
    """Working memory of propagation, sized for one layout."""

    cells: np.ndarray
    """[words] the cells that the present step assigns"""
    pairs: np.ndarray
    """[words] the cells with exactly two candidates, once propagation ends OPEN"""
    found: np.ndarray
    """[houses] nonzero if the house has a place for the digit at hand"""
    several: np.ndarray
    """[houses] nonzero if the house has two places or more for the digit at hand"""
    places: np.ndarray
    """[pairs] nonzero if the rest of a locking pair has a place for the digit at hand"""
    further: FurtherScratch


def propagation_scratch(tables: EngineTables) -> Scratch:
    """Return working memory for `propagate`."""
    shape = tables.shape[0]
    return Scratch(
        cells=np.zeros(shape.words, np.uint64),
        pairs=np.zeros(shape.words, np.uint64),
        found=np.zeros(shape.houses, np.uint64),
        several=np.zeros(shape.houses, np.uint64),
        places=np.zeros(shape.pairs, np.uint64),
        further=further_scratch(tables.further, shape.cells, shape.words),
    )


@compiled
def assign(tables: EngineTables, board: np.ndarray, cell: int, digit: int) -> None:
    """Make a digit the only candidate of a cell, and eliminate it from the cells that see it."""
    shape = tables.shape[0]
    words, word, mask = shape.words, cell >> 6, bit(cell & 63)
    last = len(board) - 1
    # Eliminate the other candidates of the cell, and mark their digits for the hidden singles of its houses.
    for other in range(shape.digits):
        if other != digit and board[other * words + word] & mask:
            board[other * words + word] &= ~mask
            board[last] |= bit(other)
    board[last] |= bit(digit)
    eliminate_from_peers(tables, board, digit, word, mask)


@compiled
def eliminate(tables: EngineTables, board: np.ndarray, cell: int, digit: int) -> None:
    """Eliminate a candidate of a cell."""
    board[digit * tables.shape[0].words + (cell >> 6)] &= ~bit(cell & 63)
    board[len(board) - 1] |= bit(digit)


@compiled
def eliminate_from_peers(tables: EngineTables, board: np.ndarray, digit: int, word: int, cells: np.uint64) -> None:
    """Mark some cells as assigned a digit, and eliminate the digit from all cells that see one of them.

    The cells are the bits of one 64-bit word of a cell set.

    Two of the cells may see each other: then neither keeps the digit, which propagation reports as a contradiction.
    """
    unseen, words = tables.unseen, tables.shape[0].words
    board[tables.shape[0].digits * words + word] |= cells
    while cells:
        # Take the lowest cell out of the set.
        cell = (word << 6) + lowest(cells)
        cells &= cells - ONE
        for other in range(words):
            # Keep the cells that the cell does not see, itself included.
            board[digit * words + other] &= unseen[cell * words + other]


@compiled_when_hot
def propagate(tables: EngineTables, board: np.ndarray, scratch: Scratch) -> int:
    """Eliminate what the constraints exclude until nothing more follows; return OPEN, REFUTED or COMPLETE.

    REFUTED means that the board has no completion, COMPLETE that every cell is assigned. If OPEN, `scratch.pairs` holds
    the cells with exactly two candidates.
    """
    shape, last = tables.shape[0], len(board) - 1
    while True:
        outcome = _propagate_houses(tables, board, scratch)
        if outcome == REFUTED or not shape.has_further:
            return outcome
        # The parts of a board stand in the docstring of `mask_board`.
        checked = board[last - shape.cells : last]
        choices = board[(shape.digits + 1) * shape.words : last - shape.cells]
        found = propagate_further(tables.further, scratch.further, shape.digits, board, checked, choices)
        if found == FAILED:
            return REFUTED
        if found == UNCHANGED:
            return outcome


@inlined
def _propagate_houses(tables: EngineTables, board: np.ndarray, scratch: Scratch) -> int:
    """Apply the rules for houses until none has an effect; return OPEN, REFUTED or COMPLETE.

    The rules are naked singles, hidden singles and locking pairs (see the module).
    """
    last = len(board) - 1
    unlocked = ZERO  # digits that have changed since the locking pairs were last checked
    while True:
        if tables.shape[0].naked:
            # Repeat the cheapest rule until it has no effect.
            changed, is_sound = _assign_naked_singles(tables, board, scratch)
            if not is_sound:
                return REFUTED
            board[last] |= changed
            if changed:
                continue
        if _is_solved(tables, board):
            return COMPLETE
        # The next call clears the changed digits, so remember them for the locking pairs.
        unlocked |= board[last]
        if not _assign_hidden_singles(tables, board, scratch):
            return REFUTED
        if board[last]:
            continue
        board[last] |= _eliminate_by_pairs(tables, board, scratch, unlocked)
        unlocked = ZERO
        if not board[last]:
            is_refuted = not tables.shape[0].naked and _has_empty_cell(tables, board)
            return REFUTED if is_refuted else OPEN


@inlined
def _is_solved(tables: EngineTables, board: np.ndarray) -> bool:
    assigned = tables.shape[0].digits * tables.shape[0].words
    for word in range(tables.shape[0].words):  # noqa: SIM110 - compiled code has no generator expressions
        if board[assigned + word] != tables.all_cells[word]:
            return False
    return True


@inlined
def _has_empty_cell(tables: EngineTables, board: np.ndarray) -> bool:
    """Return True if a cell has no candidate.

    Only the rule for naked singles would notice that, and the tables may leave out that rule.
    """
    words = tables.shape[0].words
    for word in range(words):
        cells = ZERO
        for digit in range(tables.shape[0].digits):
            cells |= board[digit * words + word]
        if cells != tables.all_cells[word]:
            return True
    return False


@inlined
def _assign_naked_singles(tables: EngineTables, board: np.ndarray, scratch: Scratch) -> tuple[np.uint64, bool]:
    """Assign the cells with one candidate, and store the cells with two in `scratch.pairs`.

    Returns:
        The digits that changed, as a mask; and False if a cell has no candidate.
    """
    size, words = tables.shape[0].digits, tables.shape[0].words
    assigned = size * words
    for word in range(words):
        # Count to three in unary: bit c of `once`, `twice`, `thrice` is set if cell c has at least 1, 2, 3 candidates.
        once, twice, thrice = ZERO, ZERO, ZERO
        for digit in range(size):
            cells = board[digit * words + word]
            thrice |= twice & cells
            twice |= once & cells
            once |= cells
        # A cell that is not even in `once` has no candidate.
        if once != tables.all_cells[word]:
            return ZERO, False
        scratch.cells[word] = once & ~twice & ~board[assigned + word]
        scratch.pairs[word] = twice & ~thrice
    # Two single cells of a digit may see each other. Both then lose it, and the next round finds no candidate there.
    changed = ZERO
    for word in range(words):
        if scratch.cells[word]:
            for digit in range(size):
                fresh = board[digit * words + word] & scratch.cells[word]
                if fresh:
                    eliminate_from_peers(tables, board, digit, word, fresh)
                    changed |= bit(digit)
    return changed, True


@inlined
def _assign_hidden_singles(tables: EngineTables, board: np.ndarray, scratch: Scratch) -> bool:
    """Assign digits that have one place in a house; return False if a house has no place for one of them.

    Only the digits marked as changed in the last word of the board are checked; it then has those changed by this rule.
    """
    size, words = tables.shape[0].digits, tables.shape[0].words
    assigned, last = size * words, len(board) - 1
    changed = board[last]
    board[last] = ZERO
    while changed:
        digit = lowest(changed)
        changed &= changed - ONE
        if not _find_only_places(tables, board, scratch, digit):
            return False
        # Skip cells that were assigned before: their peers have lost the digit already.
        for word in range(words):
            fresh = scratch.cells[word] & ~board[assigned + word]
            if fresh:
                _eliminate_others(tables, board, digit, word, fresh)
                eliminate_from_peers(tables, board, digit, word, fresh)
    return True


@inlined
def _eliminate_others(tables: EngineTables, board: np.ndarray, digit: int, word: int, cells: np.uint64) -> None:
    """Eliminate all digits but one from some cells, and mark the eliminated digits as changed.

    The cells are the bits of the 64-bit word with index `word` of a cell set; the mark is in the last word of the
    board.
    """
    words = tables.shape[0].words
    # The digit itself counts as changed: its other places in the houses are about to go.
    changed = bit(digit)
    for other in range(tables.shape[0].digits):
        if other != digit and board[other * words + word] & cells:
            changed |= bit(other)
            board[other * words + word] &= ~cells
    board[len(board) - 1] |= changed


@inlined
def _find_only_places_one_by_one(tables: EngineTables, board: np.ndarray, scratch: Scratch, digit: int) -> bool:
    """Set `scratch.cells` to the cells that are a digit's only place in a house; return False if a house has no place.

    The loops go house by house, which is the fastest way when compiled.
    """
    words, houses = tables.shape[0].words, tables.shape[0].houses
    found, several = scratch.found, scratch.several
    candidates, cells = board[digit * words], tables.house_cells[0]
    for house in range(houses):
        places = cells[house] & candidates
        several[house] = places & (places - ONE)  # nonzero if there are two bits or more
        found[house] = places
    for word in range(1, words):
        candidates, cells = board[digit * words + word], tables.house_cells[word]
        for house in range(houses):
            places = cells[house] & candidates
            # A place in this word makes several with one in a word before.
            several[house] |= (places & (places - ONE)) | (places if found[house] != ZERO else ZERO)
            found[house] |= places
    # Sum up instead of returning early: a loop without branches is vectorised.
    missing = 0
    for house in range(houses):
        missing += found[house] == ZERO
    if missing:
        return False
    for word in range(words):
        only, cells = ZERO, tables.house_cells[word]
        for house in range(houses):
            only |= cells[house] if several[house] == ZERO else ZERO
        scratch.cells[word] = only & board[digit * words + word]
    return True


@compiled_as(_find_only_places_one_by_one)
def _find_only_places(tables: EngineTables, board: np.ndarray, scratch: Scratch, digit: int) -> bool:
    """Set `scratch.cells` to the cells that are a digit's only place in a house; return False if a house has no place.

    This looks at all houses together, which takes the interpreter a fifth of the time of the loops.
    """
    words = len(tables.house_cells)
    places = tables.house_cells & board[digit * words : (digit + 1) * words, None]
    counts = np.add.reduce(np.bitwise_count(places))
    if np.count_nonzero(counts) < len(counts):
        return False
    scratch.cells[:words] = np.bitwise_or.reduce(places, axis=1, where=counts == 1)
    return True


@inlined
def _eliminate_by_pairs(tables: EngineTables, board: np.ndarray, scratch: Scratch, digits: np.uint64) -> np.uint64:
    """Apply the locking pairs (see `tables`) to a mask of digits; return the mask of those eliminated somewhere."""
    changed = ZERO
    while digits:
        digit = lowest(digits)
        digits &= digits - ONE
        if _eliminate_locked(tables, board, scratch, digit):
            changed |= bit(digit)
    return changed


@inlined
def _eliminate_locked_one_by_one(tables: EngineTables, board: np.ndarray, scratch: Scratch, digit: int) -> bool:
    """Apply all locking pairs to one digit; return True if a candidate was eliminated.

    The digit is eliminated from the target of each pair whose rest has no place for it (see `tables`). The loops go
    pair by pair, which is the fastest way when compiled.
    """
    words, pairs = tables.shape[0].words, tables.shape[0].pairs
    # First, which rests have a place for the digit, word by word …
    places = scratch.places
    candidates, rests = board[digit * words], tables.rests[0]
    for pair in range(pairs):
        places[pair] = rests[pair] & candidates
    for word in range(1, words):
        candidates, rests = board[digit * words + word], tables.rests[word]
        for pair in range(pairs):
            places[pair] |= rests[pair] & candidates
    # … then eliminate it from the union of the targets of those that have none.
    removed = ZERO
    for word in range(words):
        excluded, targets = ZERO, tables.targets[word]
        for pair in range(pairs):
            excluded |= targets[pair] if places[pair] == ZERO else ZERO
        removed |= board[digit * words + word] & excluded
        board[digit * words + word] &= ~excluded
    return bool(removed != ZERO)


@compiled_as(_eliminate_locked_one_by_one)
def _eliminate_locked(tables: EngineTables, board: np.ndarray, scratch: Scratch, digit: int) -> bool:
    """Apply all locking pairs to one digit; return True if a candidate was eliminated.

    The digit is eliminated from the target of each pair whose rest has no place for it (see `tables`).

    This looks at all pairs together, which takes the interpreter a tenth of the time of the loops.
    """
    words = len(tables.rests)
    candidates = board[digit * words : (digit + 1) * words]
    is_locked = np.bitwise_or.reduce(tables.rests & candidates[:, None]) == ZERO
    removed = candidates & np.bitwise_or.reduce(tables.targets, axis=1, where=is_locked)
    candidates ^= removed
    return bool(np.count_nonzero(removed))
