"""Depth-first search for the completions of a puzzle on the engine's board.

After propagation the search branches: it assigns a digit to a cell, and pushes the same board without that candidate on
a stack. At a contradiction, or after a solution, it takes the last board from the stack. The stack is an array, so a
search can stop after a number of branches and be resumed.

The branching heuristic prefers, in this order, a cell with two candidates, a digit with two places in a house, and a
cell with the fewest candidates. On boards with further constraints it prefers cells with few candidates whose
constraints have failed often. If asked to, it chooses options of alternatives before digits: little follows from
alternatives as long as they are open. Ties are broken by how many candidates the assignment would eliminate directly,
those in cells of two candidates counting three times since they lead on to further assignments; in a random search by
chance.
"""

from __future__ import annotations

import numpy as np

from cpgen.engine.alternatives import CHOSEN, EXCLUDED, excluded_holds, note_option, option_to_choose
from cpgen.engine.mask_board import ONE, ZERO, copy_board, empty_board, is_assigned, load_clues
from cpgen.engine.propagation import COMPLETE, OPEN, Scratch, assign, eliminate, propagate, propagation_scratch
from cpgen.engine.tables import EngineTables
from cpgen.kernel import (
    bit,
    compiled,
    compiled_when_hot,
    count_bits,
    inlined,
    lowest,
    random_below,
    random_bits,
    records,
)
from cpgen.kernel.structs import Struct

KEPT_SOLUTIONS = 2
"""Completions that are stored; further ones are only counted"""


class Search(Struct):
    """The tables and the state of a search, made by `new_search`; a search is for one thread at a time.

    The state is sized for these tables, so it is never used with others.
    """

    tables: EngineTables
    """Tables of the layout that propagation and branching read"""

    board: np.ndarray
    """The current board"""
    stack: np.ndarray
    """[cells + options, B] the boards that are still to be tried"""
    decisions: np.ndarray
    """[cells + options] the cell in which each board on the stack lacks a candidate, because that has been tried, or −1
    if it lacks an option"""
    scratch: Scratch
    status: np.ndarray
    """One record: `depth` of the stack, completions `found`, True if `finished`; with `shuffled` the order of digits
    and cells is random, with `knows` the digits of `known` are tried first, and with `chooses` options come before
    digits. `decided` is the cell of the last decision, `culprit` that of the last one that failed; −1 for none"""
    random: np.ndarray
    """The random stream"""
    solutions: np.ndarray
    """[2, cells] uint8, the first completions found"""
    known: np.ndarray
    """[cells] uint8, a grid whose digits are tried first"""


def new_search(tables: EngineTables) -> Search:
    """Allocate the memory of a search on the layout of these tables; it can be used again for other clues."""
    cells, board = tables.shape[0].cells, empty_board(tables)
    decisions = cells + int(tables.further.alternatives.tops[0].options)
    return Search(
        tables=tables,
        board=board,
        stack=np.zeros((decisions, len(board)), np.uint64),
        decisions=np.zeros(decisions, np.int64),
        scratch=propagation_scratch(tables),
        status=records(
            1,
            decided=np.int64,
            culprit=np.int64,
            depth=np.int64,
            found=np.int64,
            finished=np.bool_,
            shuffled=np.bool_,
            knows=np.bool_,
            chooses=np.bool_,
        ),
        random=np.zeros(1, np.uint64),
        solutions=np.zeros((KEPT_SOLUTIONS, cells), np.uint8),
        known=np.zeros(cells, np.uint8),
    )


@compiled
def begin_search(search: Search) -> None:
    """Reset the search so that it begins at the current board."""
    status = search.status[0]
    # An empty stack and no completion: the search has the present board left to try.
    status.depth = 0
    status.found = 0
    status.finished = False
    status.decided = status.culprit = -1
    # Conflicts of an earlier search must not change the order of this one.
    search.scratch.further.conflicts[:] = 1


@compiled
def propagate_clues(search: Search, clues: np.ndarray) -> int:
    """Set the board to clues (uint8, 0 for an open cell) and propagate; return OPEN, REFUTED or COMPLETE."""
    load_clues(search.tables, search.board, clues)
    # Without naked singles (the lookahead of a ladder that lacks them) no cell is assigned for having one candidate.
    if not search.tables.shape[0].naked:
        for cell in range(len(clues)):
            if clues[cell]:
                assign(search.tables, search.board, cell, int(clues[cell]) - 1)
    return propagate(search.tables, search.board, search.scratch)


@compiled_when_hot
def count_completions(search: Search, clues: np.ndarray, limit: int, branches: int) -> int:
    """Return the number of completions of `clues` (uint8), counted up to `limit` within a number of branches.

    While `search.status[0].finished` is False the count is a lower bound, and `continue_search` continues it.
    """
    load_clues(search.tables, search.board, clues)
    begin_search(search)
    return continue_search(search, limit, branches)


@compiled
def is_solved_without_branching(search: Search, clues: np.ndarray) -> bool:
    """Return True if propagation alone solves the clues, which proves that they have one completion."""
    return propagate_clues(search, clues) == COMPLETE


@compiled
def find_other(search: Search, clues: np.ndarray, cell: int, grid: np.ndarray, branches: int) -> bool:
    """Return True if a completion is found that has another digit in an open cell than a known grid.

    The search gives up after `branches` branches: False means that there is none only if it has finished. Elsewhere the
    digits of the grid are tried first, which takes two thirds of the time when digging 16×16.
    """
    load_clues(search.tables, search.board, clues)
    begin_search(search)
    eliminate(search.tables, search.board, cell, int(grid[cell]) - 1)
    # Once the excluded digit is gone, the rest of the grid is the best guess for a completion nearby.
    for other in range(len(grid)):
        search.known[other] = grid[other]
    search.status[0].knows = True
    found = continue_search(search, 1, branches) == 1
    search.status[0].knows = False
    return found


@compiled_when_hot
def continue_search(search: Search, limit: int, branches: int) -> int:
    """Search until `limit` completions are found, within a number of branches; return the number found so far."""
    status = search.status[0]
    while True:
        outcome = propagate(search.tables, search.board, search.scratch)
        if outcome == OPEN:
            # Leave the board as it is when the branches are used up: the next call propagates and branches from here.
            if branches <= 0:
                return int(status.found)
            branches -= 1
            branch(search)
            continue
        if outcome == COMPLETE and not (status.chooses and _is_found_elsewhere(search)):
            _record_solution(search)
        else:
            status.culprit = status.decided
        # Backtrack to the last board on the stack, unless there is none or enough is found.
        if status.found >= limit or status.depth == 0:
            status.finished = True
            return int(status.found)
        status.depth -= 1
        status.decided = search.decisions[status.depth]
        copy_board(search.stack[status.depth], search.board)


@inlined
def _record_solution(search: Search) -> None:
    size, words = search.tables.shape[0].digits, search.tables.shape[0].words
    # Every plane of a solved board holds the cells of its digit.
    # Only the first two are needed as witnesses; all are counted.
    number = search.status[0].found
    search.status[0].found += 1
    if number >= KEPT_SOLUTIONS:
        return
    for digit in range(size):
        for word in range(words):
            cells = search.board[digit * words + word]
            while cells:
                search.solutions[number, (word << 6) + lowest(cells)] = digit + 1
                cells &= cells - ONE


@compiled
def _is_found_elsewhere(search: Search) -> bool:
    """Return True if the solution on the board is to be skipped because another branch of the search finds it.

    That is so if an option of alternatives holds in it that this branch excludes.
    """
    choices = _choices(search.tables, search.board)
    return excluded_holds(search.tables.further.alternatives, search.scratch.further, choices)


@inlined
def _choices(tables: EngineTables, board: np.ndarray) -> np.ndarray:
    """Return the part of a board that records which options of alternatives are chosen or excluded, as a view."""
    shape = tables.shape[0]
    return board[(shape.digits + 1) * shape.words : len(board) - 1 - shape.cells]


@compiled
def _branch_on_option(search: Search) -> bool:
    """Choose an option of alternatives on the board; return False if there is none to choose.

    The same board with the option excluded is pushed on the stack.
    """
    tables, board, status = search.tables, search.board, search.status[0]
    option = option_to_choose(tables.further.alternatives, _choices(tables, board))
    if option < 0:
        return False
    # All constraints are checked again, for those of the option have cells that did not change.
    for cell in range(tables.shape[0].cells):
        board[len(board) - 2 - cell] = ZERO
    alternative = search.stack[status.depth]
    copy_board(board, alternative)
    note_option(_choices(tables, alternative), EXCLUDED, option)
    note_option(_choices(tables, board), CHOSEN, option)
    search.decisions[status.depth] = status.decided = -1
    status.depth += 1
    return True


@inlined
def branch(search: Search) -> None:
    """Choose a cell and a digit, and assign the digit on `search.board`.

    The same board without that candidate is pushed on `search.stack`.
    """
    if search.status[0].chooses and _branch_on_option(search):
        return
    words, board, status = search.tables.shape[0].words, search.board, search.status[0]
    cell, digit = _choose(search)
    word, mask = cell >> 6, bit(cell & 63)
    if status.knows and board[(int(search.known[cell]) - 1) * words + word] & mask:
        digit = int(search.known[cell]) - 1
    alternative, last = search.stack[status.depth], len(board) - 1
    copy_board(board, alternative)
    alternative[digit * words + word] &= ~mask
    alternative[last] = bit(digit)
    search.decisions[status.depth] = status.decided = cell
    status.depth += 1
    # Leave the cell one candidate: propagation assigns it.
    for other in range(search.tables.shape[0].digits):
        if board[other * words + word] & mask:
            board[last] |= bit(other)
            if other != digit:
                board[other * words + word] &= ~mask


@inlined
def _choose(search: Search) -> tuple[int, int]:
    """Return the cell and the digit to assign next, by the branching heuristic that the module describes."""
    cell = _cell_of_most_conflicts(search) if search.tables.shape[0].has_further else _cell_of_two(search)
    if cell < 0:
        cell, digit = _place_of_two(search)
        if cell >= 0:
            return cell, digit
        cell = _cell_of_fewest(search)
    words = search.tables.shape[0].words
    # In a cell of three candidates or more, any digit will do, unless the order is random.
    best, chosen = -1, 0
    for digit in range(search.tables.shape[0].digits):
        if search.board[digit * words + (cell >> 6)] & bit(cell & 63):
            score = _random_score(search) if search.status[0].shuffled else 0
            if score > best:
                best, chosen = score, digit
    return cell, chosen


@compiled
def _random_score(search: Search) -> int:
    return int(random_bits(search.random) >> ONE)


@inlined
def _cell_of_most_conflicts(search: Search) -> int:
    """Return an unassigned cell with the fewest candidates per conflict (Boussemart et al., ECAI 2004: dom/wdeg).

    Unless the order is random, the cell of the last decision that failed comes before all others, until it is
    assigned: what made it fail is probably still there (Lecoutre et al., 2009, reasoning from last conflicts). Of 40
    published puzzles the slowest tenth take a third of the time, and the others no more than before.
    """
    tables, further, chosen, chance = search.tables, search.scratch.further, -1, 0
    status = search.status[0]
    if status.culprit >= 0 and not status.shuffled and not is_assigned(tables, search.board, status.culprit):
        return int(status.culprit)
    for cell in range(tables.shape[0].cells):
        if is_assigned(tables, search.board, cell):
            continue
        its_chance = _random_score(search) if search.status[0].shuffled else 0
        if chosen >= 0:
            # Compare the fractions conflicts / candidates by cross multiplication.
            its_score = further.conflicts[cell] * count_bits(further.domains[chosen])
            score = further.conflicts[chosen] * count_bits(further.domains[cell])
            if its_score < score or (its_score == score and its_chance <= chance):
                continue
        chosen, chance = cell, its_chance
    return chosen


@inlined
def _cell_of_two(search: Search) -> int:
    """Return the cell with two candidates whose assignments eliminate the most candidates; −1 if no cell has two.

    In a random search it is a random one of these cells.
    """
    tables = search.tables
    size, words = tables.shape[0].digits, tables.shape[0].words
    best, chosen = -1, -1
    for word in range(words):
        cells = search.scratch.pairs[word]
        while cells:
            cell = (word << 6) + lowest(cells)
            cells &= cells - ONE
            score = 0
            if search.status[0].shuffled:
                score = _random_score(search)
            else:
                for digit in range(size):
                    if search.board[digit * words + word] & bit(cell & 63):
                        score += _eliminations(tables.unseen, search.board, search.scratch.pairs, words, digit, cell)
            if score > best:
                best, chosen = score, cell
    return chosen


@compiled
def _eliminations(unseen: np.ndarray, board: np.ndarray, pairs: np.ndarray, words: int, digit: int, cell: int) -> int:
    """Return how many candidates an assignment eliminates directly; those in cells of two candidates count thrice.

    Args:
        unseen: For each cell, the set of cells that it does not see.
        board: Board of the engine.
        pairs: Set of the cells with two candidates.
        words: Number of 64-bit words of a set of cells.
        digit: Digit to assign, from 0.
        cell: Cell to assign it to.
    """
    total = 0
    for word in range(words):
        seen = board[digit * words + word] & ~unseen[cell * words + word]
        # Once plus twice more: candidates in cells of two count three times.
        total += count_bits(seen) + 2 * count_bits(seen & pairs[word])
    return total


@inlined
def _place_of_two(search: Search) -> tuple[int, int]:
    """Return a cell and a digit, where the cell is one of two places of the digit in a house; −1 and 0 if none is.

    It is the digit and house whose two assignments eliminate the most candidates, in a random search a random one.
    """
    tables, board, pairs = search.tables, search.board, search.scratch.pairs
    words = tables.shape[0].words
    # Compare all digits and houses; a place of two is an assignment either way.
    best, chosen, its_digit = -1, -1, 0
    for digit in range(tables.shape[0].digits):
        for house in range(tables.shape[0].houses):
            count = 0
            for word in range(words):
                count += count_bits(board[digit * words + word] & tables.house_cells[word, house])
            if count != 2:
                continue
            first, second = _two_places(tables.house_cells, board, words, digit, house)
            if search.status[0].shuffled:
                score = _random_score(search)
                if random_below(search.random, 2):
                    first = second
            else:
                score = _eliminations(tables.unseen, board, pairs, words, digit, first)
                score += _eliminations(tables.unseen, board, pairs, words, digit, second)
            if score > best:
                best, chosen, its_digit = score, first, digit
    return chosen, its_digit


@compiled
def _two_places(house_cells: np.ndarray, board: np.ndarray, words: int, digit: int, house: int) -> tuple[int, int]:
    """Return the two places of a digit in a house, the last one first."""
    first, second = -1, -1
    for word in range(words):
        places = board[digit * words + word] & house_cells[word, house]
        while places:
            first, second = (word << 6) + lowest(places), first
            # The last place found moves to the front, so both are known after two rounds.
            places &= places - ONE
    return first, second


@inlined
def _cell_of_fewest(search: Search) -> int:
    """Return an unassigned cell with the fewest candidates."""
    tables = search.tables
    size, words = tables.shape[0].digits, tables.shape[0].words
    # No cell has more than 36 candidates, so any count is below 64.
    fewest, best, chosen = 64, -1, -1
    for word in range(words):
        cells = tables.all_cells[word] & ~search.board[size * words + word]
        while cells:
            mask = cells & (~cells + ONE)  # the lowest cell of the set
            count = 0
            for digit in range(size):
                if search.board[digit * words + word] & mask:
                    count += 1
            score = _random_score(search) if search.status[0].shuffled else 0
            if count < fewest or (count == fewest and score > best):
                fewest, best, chosen = count, score, (word << 6) + lowest(cells)
            cells &= cells - ONE
    return chosen
