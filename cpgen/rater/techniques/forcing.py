"""Forcing chains and nets: what follows from an assumption, or from each of several of which one is true.

*Forcing* follows an assumption through all that it makes true (on) or false (off). If something becomes both, the
assumption is wrong (contradiction). If each candidate of a cell, or each place of a digit in a house, leads to the same
conclusion, it holds (verity). In a net a step may have several causes: a candidate is also on when all others of its
cell or house are off, however many there are.

A candidate is cell · n + digit; a literal is 2 · candidate + 1 for a candidate that is on, and one less for a candidate
that is off.
"""

from __future__ import annotations

import numpy as np

from cpgen.kernel import bit, compiled, count_bits, lowest, ones
from cpgen.kernel.structs import Struct
from cpgen.layout import Layout
from cpgen.rater.board import NONE, RaterBoard
from cpgen.rater.findings import (
    ALSO,
    FIRST,
    START,
    STRONG,
    WEAK,
    assign,
    begin_finding,
    eliminate,
    is_over,
    is_traced,
    note_cell,
)
from cpgen.rater.memory import H, N, made, masks, n, numbers, record

MOST_CANDIDATES = 1 << 14
"""Forcing finds nothing on a board of more candidates (more than 25×25)"""
MOST_FOLLOWED, MOST_STACK = 1 << 18, 1 << 17
"""Largest memory, in masks or numbers, for what follows from all candidates, and for the literals that wait to be
written"""
CONTRADICTION, VERITY, NET = 1, 2, 2
"""Kinds of forcing chains; added to them for nets"""
PREMISE, BY_CELL = -1, -2
"""Causes: it is assumed; every other candidate of its cell is off; BY_CELL − 1 − h: it is the last place in house h"""
L = 2 * N * n
"""Number of literals"""


def followed_masks(layout: Layout) -> np.ndarray:
    """Return memory for what follows from each candidate: [N · n, 2, N] masks of the digits that are off and on.

    It is empty on large boards, where this is not kept.
    """
    cells, candidates = layout.cell_count, layout.cell_count * layout.size
    return np.zeros((candidates if 2 * cells * candidates <= MOST_FOLLOWED else 0, 2, cells), np.uint64)


class ForcingScratch(Struct):
    """Working memory of the search for forcing chains and nets: the literals known under an assumption."""

    most: np.ndarray = numbers(
        1
    )  # largest number of candidates of a cell or a house of which the last is known to be on
    origin: np.ndarray = record(cell=np.int64, house=np.int64, digit=np.int64)
    """The cell all of whose candidates are assumed, or −1 and the house and digit of whose places that is done"""
    known: np.ndarray = masks(2, N)  # digits of each cell that are off, and those that are on
    off_places: np.ndarray = masks(H, n)  # positions of each digit in each house that are off
    queue: np.ndarray = numbers(L)  # known literals, in the order in which they follow
    cause: np.ndarray = numbers(L)  # for each known literal the one it follows from, or PREMISE, BY_CELL, …
    clash_cause: np.ndarray = numbers(1)  # the same for a literal whose opposite is known
    followed: np.ndarray = made(followed_masks)
    """`known` as it follows from each candidate; empty on large boards, where it is not kept"""
    kept: np.ndarray = masks(2, N)  # what follows from all assumptions so far, as in `known`
    written: np.ndarray = numbers(L)  # index of each literal among the parts of the finding, from 1; 0 for none
    stack: np.ndarray = numbers(MOST_STACK)  # literals that wait to be written


@compiled
def forcing(board: RaterBoard, scratch: ForcingScratch, kind: int) -> None:
    """Find forcing chains or nets; add a finding for each.

    `kind` is CONTRADICTION (1: an assumption leads to a contradiction) or 2 (verity: all cases lead to one conclusion),
    plus NET for nets (3, 4) instead of chains.
    """
    size = board.places.shape[1]
    if size * len(board.values) > MOST_CANDIDATES:
        return
    # In a chain, a cell or a house makes its last candidate true only if it has two on the board.
    scratch.most[0] = size if kind > NET else 2
    if kind in (CONTRADICTION, CONTRADICTION + NET):
        contradictions(board, scratch)
    else:
        follow_all(board, scratch)
        verities_of_cells(board, scratch)
        if not is_over(board):
            verities_of_houses(board, scratch)


@compiled
def contradictions(board: RaterBoard, scratch: ForcingScratch) -> None:
    """Assume each candidate true, then false, and add a finding for each assumption that leads to a contradiction.

    If only the first finding is wanted, no candidate is assumed false: assuming another candidate of its cell true
    finds as much.
    """
    size, last = board.places.shape[1], 0 if board.search[0].mode == FIRST else -1
    for candidate in range(size * len(board.values)):
        cell, digit = candidate // size, candidate % size
        if board.values[cell] or not board.candidates[cell] & bit(digit):
            continue
        for on in range(1, last, -1):
            clash = follow(board, scratch, 2 * candidate + on)
            if clash != 0:
                begin_finding(board)
                note_clash(board, scratch, clash)
                if on:
                    eliminate(board, cell, bit(digit))
                else:
                    assign(board, cell, digit)
                if is_over(board):
                    return
                break


@compiled
def follow(board: RaterBoard, scratch: ForcingScratch, premise: int) -> int:
    """Find all literals that follow from the literal `premise`, breadth first, up to the first clash.

    Literal 2 · c says that candidate c is false, 2 · c + 1 that it is true. The literals are stored in `scratch.known`
    and `scratch.queue`. A candidate follows as the last of a cell, or of the places in a house, that has at most
    `scratch.most` on the board.

    Returns:
        0 if there is no clash; 1 + l for a literal l whose opposite is known; −1 − c for a cell c without candidates;
        −1 − N − (h·n + d) for a digit d without places in house h.
    """
    size = board.places.shape[1]
    scratch.known[:] = NONE
    scratch.off_places[:] = NONE
    scratch.queue[0], scratch.cause[premise] = premise, PREMISE
    set_literal(scratch, size, premise)
    done, end = 0, 1
    while done < end:
        literal = scratch.queue[done]
        done += 1
        cell, digit = literal // 2 // size, literal // 2 % size
        if literal & 1:
            end, clash = switch_off_others(board, scratch, cell, digit, literal, end)
        else:
            end, clash = switch_on_last(board, scratch, cell, digit, end)
        if clash != 0:
            return clash
    return 0


@compiled
def set_literal(scratch: ForcingScratch, size: int, literal: int) -> None:
    """Add a literal to `scratch.known`, as following from the assumption; `size` is the side of the board."""
    scratch.known[literal & 1, literal // 2 // size] |= bit(literal // 2 % size)


@compiled
def is_set(scratch: ForcingScratch, size: int, literal: int) -> bool:
    """Return True if a literal is in `scratch.known`; `size` is the side of the board."""
    return bool(scratch.known[literal & 1, literal // 2 // size] & bit(literal // 2 % size))


@compiled
def reach(scratch: ForcingScratch, size: int, literal: int, cause: int, end: int) -> tuple[int, int]:
    """Add a literal with its cause to `scratch.queue`, unless it is known already.

    The queue is filled up to `end`; `size` is the side of the board.

    Returns:
        The new end of the queue, and the clash (see `follow`).
    """
    if is_set(scratch, size, literal):
        return end, 0
    # The opposite is known: a clash.
    if is_set(scratch, size, literal ^ 1):
        scratch.clash_cause[0] = cause
        return end, literal + 1
    set_literal(scratch, size, literal)
    scratch.queue[end] = literal
    scratch.cause[literal] = cause
    return end + 1, 0


@compiled
def switch_off_others(
    board: RaterBoard, scratch: ForcingScratch, cell: int, digit: int, literal: int, end: int
) -> tuple[int, int]:
    """Add to `scratch.queue` what a true candidate implies.

    The other candidates of its cell are false, and its digit is false in the cells that see the cell. `literal` says
    that the candidate is true; the queue is filled up to `end`.

    Returns:
        The new end of the queue, and the clash (see `follow`).
    """
    size = board.places.shape[1]
    for other in ones(board.candidates[cell] & ~bit(digit)):
        end, clash = reach(scratch, size, 2 * (cell * size + other), literal, end)
        if clash != 0:
            return end, clash
    for k in range(board.tables.houses_of.shape[1]):
        house = board.tables.houses_of[cell, k]
        if house < 0:
            break
        for position in ones(board.places[house, digit] & ~board.tables.position_of[cell, k]):
            peer = board.tables.house_cells[house, position]
            end, clash = reach(scratch, size, 2 * (peer * size + digit), literal, end)
            if clash != 0:
                return end, clash
    return end, 0


@compiled
def switch_on_last(board: RaterBoard, scratch: ForcingScratch, cell: int, digit: int, end: int) -> tuple[int, int]:
    """Add to `scratch.queue` what a false candidate implies.

    The last candidate left in its cell is true, and so is the last place left for its digit in a house. The queue is
    filled up to `end`.

    Returns:
        The new end of the queue, and the clash (see `follow`).
    """
    size, cells, most = board.places.shape[1], len(board.values), scratch.most[0]
    left = board.candidates[cell] & ~scratch.known[0, cell]
    if left == 0:
        return end, -1 - cell
    if left & (left - np.uint64(1)) == 0 and count_bits(board.candidates[cell]) <= most:
        end, clash = reach(scratch, size, 2 * (cell * size + lowest(left)) + 1, BY_CELL, end)
        if clash != 0:
            return end, clash
    for k in range(board.tables.houses_of.shape[1]):
        house = board.tables.houses_of[cell, k]
        if house < 0:
            break
        scratch.off_places[house, digit] |= board.tables.position_of[cell, k]
        left = board.places[house, digit] & ~scratch.off_places[house, digit]
        if left == 0:
            return end, -1 - cells - (house * size + digit)
        if left & (left - np.uint64(1)) == 0 and count_bits(board.places[house, digit]) <= most:
            last = board.tables.house_cells[house, lowest(left)]
            end, clash = reach(scratch, size, 2 * (last * size + digit) + 1, BY_CELL - 1 - house, end)
            if clash != 0:
                return end, clash
    return end, 0


@compiled
def follow_all(board: RaterBoard, scratch: ForcingScratch) -> None:
    """Store in `scratch.followed` what follows from each candidate being true.

    For a candidate that leads to a contradiction, its cell gets no digit there. On large boards nothing is stored.
    """
    size = board.places.shape[1]
    for candidate in range(len(scratch.followed)):
        cell, followed = candidate // size, scratch.followed[candidate]
        if board.values[cell] or not board.candidates[cell] & bit(candidate % size):
            continue
        if follow(board, scratch, 2 * candidate + 1) != 0:
            followed[1, cell] = NONE
            continue
        for k in range(len(board.values)):
            followed[0, k], followed[1, k] = scratch.known[0, k], scratch.known[1, k]


@compiled
def verities_of_cells(board: RaterBoard, scratch: ForcingScratch) -> None:
    """Add a finding for each literal that follows from every candidate of some cell (a verity)."""
    origin = scratch.origin[0]
    for cell in range(len(board.values)):
        if not board.values[cell]:
            origin.cell = cell
            compare_all(board, scratch)
            if is_over(board):
                return


@compiled
def verities_of_houses(board: RaterBoard, scratch: ForcingScratch) -> None:
    """Add a finding for each literal that follows from every place of a digit in a house (a verity)."""
    origin = scratch.origin[0]
    origin.cell = -1
    for house in board.tables.everything:
        for digit in range(board.places.shape[1]):
            if not board.placed[house] & bit(digit):
                origin.house, origin.digit = house, digit
                compare_all(board, scratch)
                if is_over(board):
                    return


@compiled
def compare_all(board: RaterBoard, scratch: ForcingScratch) -> None:
    """Add a finding for each literal that follows from every candidate of the cell or house in `scratch.origin`.

    Nothing is found if there is only one candidate, or if one leads to a contradiction.
    """
    count = 0
    for item in ones(items_of(board, scratch)):
        if not agree(board, scratch, candidate_of(board, scratch, item), count == 0):
            return
        count += 1
    if count > 1:
        note_agreed(board, scratch)


@compiled
def items_of(board: RaterBoard, scratch: ForcingScratch) -> np.uint64:
    """Return the candidates of the cell or house in `scratch.origin` as a mask.

    The bits are digits of the cell, or positions in the house.
    """
    origin = scratch.origin[0]
    found: np.uint64 = board.candidates[origin.cell] if origin.cell >= 0 else board.places[origin.house, origin.digit]
    return found


@compiled
def candidate_of(board: RaterBoard, scratch: ForcingScratch, item: int) -> int:
    """Return the candidate that bit `item` of the mask from `items_of` stands for, as cell · n + digit."""
    origin, size = scratch.origin[0], board.places.shape[1]
    if origin.cell >= 0:
        return int(origin.cell * size + item)
    return int(board.tables.house_cells[origin.house, item] * size + origin.digit)


@compiled
def agree(board: RaterBoard, scratch: ForcingScratch, candidate: int, first: bool) -> bool:
    """Reduce `scratch.kept` to the literals that follow from this candidate, too; return False if none are left.

    Also return False if the candidate leads to a contradiction. `first` is True for the first candidate, whose literals
    are all stored.
    """
    size = board.places.shape[1]
    if len(scratch.followed):
        found = scratch.followed[candidate]
    else:
        found = scratch.known
        if follow(board, scratch, 2 * candidate + 1) != 0:
            return False
    if not found[1, candidate // size] & bit(candidate % size):
        return False
    left = NONE
    for on in range(2):
        for cell in range(len(board.values)):
            now = found[on, cell] if first else found[on, cell] & scratch.kept[on, cell]
            scratch.kept[on, cell] = now
            left |= now
    return bool(left != 0)


@compiled
def note_agreed(board: RaterBoard, scratch: ForcingScratch) -> None:
    """Add a finding for each literal in `scratch.kept`: all candidates of `scratch.origin` lead to it."""
    size = board.places.shape[1]
    for on in (1, 0):
        for cell in range(len(board.values)):
            for digit in ones(scratch.kept[on, cell]):
                begin_finding(board)
                note_ways(board, scratch, 2 * (cell * size + digit) + on)
                if on:
                    assign(board, cell, digit)
                else:
                    eliminate(board, cell, bit(digit))
                if is_over(board):
                    return


@compiled
def note_ways(board: RaterBoard, scratch: ForcingScratch, goal: int) -> None:
    """Add to the present finding how each candidate of `scratch.origin` leads to the literal `goal`."""
    if is_traced(board):
        for item in ones(items_of(board, scratch)):
            follow(board, scratch, 2 * candidate_of(board, scratch, item) + 1)
            scratch.written[:] = 0
            write_path(board, scratch, goal)


@compiled
def note_clash(board: RaterBoard, scratch: ForcingScratch, clash: int) -> None:
    """Add to the present finding all literals that lead to a clash, its two sides last.

    `clash` is the number that `follow` returned.
    """
    size, cells = board.places.shape[1], len(board.values)
    if not is_traced(board):
        return
    scratch.written[:] = 0
    if clash > 0:
        literal, cause = clash - 1, scratch.clash_cause[0]
        write_path(board, scratch, literal ^ 1)
        scratch.cause[literal] = cause
        write_path(board, scratch, literal)
    elif -1 - clash < cells:
        cell = -1 - clash
        for digit in ones(board.candidates[cell]):
            write_path(board, scratch, 2 * (cell * size + digit))
    else:
        place = -1 - clash - cells
        house, digit = place // size, place % size
        for position in ones(board.places[house, digit]):
            write_path(board, scratch, 2 * (board.tables.house_cells[house, position] * size + digit))


@compiled
def write_path(board: RaterBoard, scratch: ForcingScratch, goal: int) -> None:
    """Add to the present finding the literals that lead to the literal `goal`, each after its causes and only once."""
    written, stack, depth = scratch.written, scratch.stack, 1
    stack[0] = goal
    while depth:
        literal = stack[depth - 1]
        before = depth
        cause = -1 if written[literal] else next_cause(board, scratch, literal, -1)
        while cause >= 0:
            if not written[cause] and depth < len(stack):
                stack[depth] = cause
                depth += 1
            cause = next_cause(board, scratch, literal, cause)
        # All causes are written: it is its turn.
        if depth == before:
            if not written[literal]:
                write(board, scratch, literal)
            depth -= 1


@compiled
def write(board: RaterBoard, scratch: ForcingScratch, literal: int) -> None:
    """Add a literal to the present finding: the assumption, or the end of a link with all of its sources."""
    size, written = board.places.shape[1], scratch.written
    cell, digit = literal // 2 // size, literal // 2 % size
    place = board.log.state[0].parts_to - board.log.state[0].parts_from
    cause = next_cause(board, scratch, literal, -1)
    if cause < 0:
        note_cell(board, START, cell, bit(digit), -1)
    else:
        role = STRONG if literal & 1 else WEAK
        note_cell(board, role, cell, bit(digit), written[cause] - 1)
        cause = next_cause(board, scratch, literal, cause)
    while cause >= 0:
        note_cell(board, ALSO, cell, bit(digit), written[cause] - 1)
        cause = next_cause(board, scratch, literal, cause)
    written[literal] = place + 1


@compiled
def next_cause(board: RaterBoard, scratch: ForcingScratch, literal: int, last: int) -> int:
    """Return the cause of a literal that comes after the cause `last` (−1 to begin), or −1 if there are no more.

    A literal has one cause, or, as the last candidate of a cell or house, all the others that are false.
    """
    size = board.places.shape[1]
    cell, digit, cause = literal // 2 // size, literal // 2 % size, scratch.cause[literal]
    if cause == PREMISE or cause >= 0:
        return int(cause) if last < 0 else -1
    if cause == BY_CELL:
        first = 0 if last < 0 else last // 2 % size + 1
        for other in range(first, size):
            if other != digit and board.candidates[cell] & bit(other):
                return int(2 * (cell * size + other))
        return -1
    house = BY_CELL - 1 - cause
    for position in range(size):
        other = board.tables.house_cells[house, position]
        if other != cell and 2 * (other * size + digit) > last and board.places[house, digit] & bit(position):
            return int(2 * (other * size + digit))
    return -1
