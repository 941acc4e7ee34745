"""Counts of digits: ways to place one digit on the whole board, where constraints say how often it is in their cells.

    Two quadruples of columns 3 and 4 contain 8, so they have both 8s of the two columns: 8 is nowhere else there.
    A digit in counting circles occurs there as often as it says: an 8 is in eight circles, and so in eight rows.

What a constraint says about the count of a digit is read off its automata, whatever its kind: the numbers of times that
the digit occurs in the words that an automaton accepts. The search places the digit row by row, as that for templates
does, and backtracks as soon as a count is out of reach (digit counts).

If a constraint says how often each digit occurs, the counts add up to the number of its cells. So some counts may be
left out before the search, which then excludes more (joint counts):

    23 counting circles, of which some are 1, 5 and 7: ten more of 2 and 8, or of 4 and 6, so none is 3 or 9.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache, reduce
from operator import or_
from typing import NamedTuple

import numpy as np

from cpgen.constraints.geometry import cell_mask
from cpgen.constraints.primitives import Automaton
from cpgen.engine.mask_board import copy_board
from cpgen.kernel import bit, compiled, ones
from cpgen.kernel.structs import Struct
from cpgen.layout import Layout
from cpgen.rater.board import NONE, RaterBoard
from cpgen.rater.fillings import MOST_STATES, with_automata
from cpgen.rater.findings import (
    CELLS,
    CLUE,
    begin_finding,
    eliminate,
    is_over,
    is_traced,
    note_cell,
    note_clue,
    note_common,
)
from cpgen.rater.house_tables import split_masks
from cpgen.rater.memory import Length, W, made, masks, nested, numbers
from cpgen.rater.techniques.clue_logic import has_changed_in
from cpgen.rater.techniques.templates import (
    TemplateScratch,
    choose_in_row,
    keep_template,
    list_rows,
    next_free,
)
from cpgen.rater.visibility import is_in, next_in, update_digit_cells

ALONE, TOGETHER = range(2)
"""Counts of each digit alone, or also what the counts of all digits in the same cells leave of them"""
MOST_TOGETHER = 63
"""Largest number of cells of counts that are added: a mask has a bit for each sum"""
MOST_LISTED, MOST_SETS = 9, 6
"""Number of digits up to which a finding lists the sets that are possible in some cells, and most of these sets"""


class DigitCount(NamedTuple):
    """Condition on how often one digit occurs in some cells, with the number of the constraint that states it."""

    clue: int
    """Number of the constraint"""
    digit: int
    """From 0"""
    cells: tuple[int, ...]
    counts: int
    """Bit k is set if it may occur k times"""


class CountTables(Struct):
    """Lookup tables of the conditions on digit counts in a layout, sorted by digit."""

    starts: np.ndarray
    """[n + 1] first condition of each digit"""
    clue: np.ndarray
    """[conditions] number of the constraint"""
    members: np.ndarray
    """[conditions, W] set of the cells"""
    counts: np.ndarray
    """[conditions] bit k is set if the digit may occur k times"""
    together: np.ndarray
    """[groups, n] for cells with conditions on several digits, the condition on each digit, or −1"""
    lengths: np.ndarray
    """[groups] number of the cells"""


@lru_cache(maxsize=64)
def count_tables(layout: Layout) -> CountTables:
    """Return the tables of the conditions that a layout's constraints place on digit counts."""
    conditions = sorted(digit_counts_of(layout), key=lambda one: one.digit)
    digits = [one.digit for one in conditions]
    groups: dict[tuple[int, tuple[int, ...]], dict[int, int]] = {}
    for number, one in enumerate(conditions):
        if len(one.cells) <= MOST_TOGETHER:
            groups.setdefault((one.clue, one.cells), {})[one.digit] = number
    several = {key: numbers for key, numbers in groups.items() if len(numbers) > 1}
    together = [[numbers.get(digit, -1) for digit in range(layout.size)] for numbers in several.values()]
    return CountTables(
        starts=np.searchsorted(digits, range(layout.size + 1)).astype(np.int64),
        clue=np.array([one.clue for one in conditions], np.int64),
        members=split_masks([cell_mask(one.cells) for one in conditions], layout.cell_count),
        counts=np.array([one.counts for one in conditions], np.uint64),
        together=np.array(together, np.int64).reshape(-1, layout.size),
        lengths=np.array([len(cells) for _, cells in several], np.int64),
    )


def digit_counts_of(layout: Layout) -> Iterator[DigitCount]:
    """Yield the conditions on digit counts that follow from automata of constraints, unless houses imply them.

    There is one for each constraint, digit, and cells that an automaton reads.
    """
    for clue, primitives in enumerate(layout.primitives_of[len(layout.houses) :]):
        counts_of: dict[tuple[tuple[int, ...], int], int] = {}
        for one in with_automata(primitives, layout.size):
            if not isinstance(one, Automaton) or len(one.transitions) > MOST_STATES:
                continue
            cells = set(one.cells)
            if len(cells) < len(one.cells):
                continue
            most = 1 if any(cells.issubset(house.cells) for house in layout.houses) else min(len(cells), layout.size)
            every = (1 << most + 1) - 1
            found = possible_counts(one.transitions, one.accepting, len(cells), layout.size)
            for digit, counts in enumerate(found):
                if every & ~counts:
                    key = (one.cells, digit)
                    counts_of[key] = counts & counts_of.get(key, every)
        for (read, digit), counts in counts_of.items():
            yield DigitCount(clue, digit, read, counts)


@lru_cache(maxsize=1024)
def possible_counts(
    transitions: tuple[tuple[int, ...], ...], accepting: frozenset[int], length: int, n: int
) -> tuple[int, ...]:
    """Return for each digit how often it can occur in words of a length that an automaton accepts; bit k for k times.

    `transitions` has a row for each state, with the next state for each of the `n` digits or −1; it starts in state 0
    and accepts in the states `accepting`.

    >>> possible_counts(((0, 1), (1, -1)), frozenset({1}), 3, 2)  # words of 1 and 2 with exactly one 2
    (4, 2)
    """
    found = []
    for digit in range(n):
        # For each state the numbers of times that the digit can occur on the way to it.
        reached = {0: 1}
        for _ in range(length):
            following: dict[int, int] = {}
            for state, counts in reached.items():
                for other, target in enumerate(transitions[state]):
                    if target >= 0:
                        following[target] = following.get(target, 0) | (counts << 1 if other == digit else counts)
            reached = following
        found.append(reduce(or_, (reached[state] for state in accepting & reached.keys()), 0))
    return tuple(found)


DIGITS = Length(lambda layout, given: layout.size + 1)
CONDITIONS = Length(lambda layout, given: len(count_tables(layout).clue))


class CountScratch(Struct):
    """Working memory of the search for placements of one digit."""

    tables: CountTables = made(count_tables)
    templates: TemplateScratch = nested(TemplateScratch)
    placed: np.ndarray = numbers(CONDITIONS)  # how often the digit is in the cells of each condition already
    allowed: np.ndarray = masks(CONDITIONS)  # counts of each condition that are considered
    possible: np.ndarray = masks(DIGITS)  # counts of each digit in the cells of a group
    needed: np.ndarray = masks(DIGITS)  # sums of the counts of the digits before each that the others can complete
    is_used: np.ndarray = numbers(CONDITIONS)  # 1 for the conditions that the search considers
    excluded: np.ndarray = masks(W)  # set of the cells that no way uses


def has_no_counts(scratch: CountScratch) -> bool:
    """Return True if no constraint says how often a digit occurs."""
    return len(scratch.tables.clue) == 0


def has_no_joint_counts(scratch: CountScratch) -> bool:
    """Return True if no constraint says how often several digits occur in the same cells."""
    return len(scratch.tables.lengths) == 0


@compiled
def digit_counts(board: RaterBoard, scratch: CountScratch, source: int) -> None:
    """Find candidates that no placement of their digit on the board uses; add a finding for each digit.

    A placement must have the digit as often in the cells of constraints as these say. `source` is ALONE, or TOGETHER
    for what the counts of all digits in the same cells say, too; then only digits of which they exclude a count are
    considered.
    """
    update_digit_cells(board)
    tables, excluded = scratch.tables, scratch.excluded
    for one in range(len(tables.counts)):
        scratch.allowed[one] = tables.counts[one]
    if source == TOGETHER:
        for group in range(len(tables.lengths)):
            _add_counts(board, scratch, group)
    for digit in range(board.places.shape[1]):
        scratch.is_used[:] = 1
        if source == TOGETHER and not _is_narrowed(scratch, digit):
            continue
        if not _count_placed(board, scratch, digit) or not _exclude(board, scratch, digit):
            continue
        begin_finding(board)
        if is_traced(board):
            _drop_conditions(board, scratch, digit)
            _note_conditions(board, scratch, digit)
            _note_sets(board, scratch, _narrowed_group(scratch, digit))
        cell = next_in(excluded, 0)
        while cell >= 0:
            eliminate(board, cell, bit(digit))
            cell = next_in(excluded, cell + 1)
        if is_over(board):
            return


@compiled
def _is_narrowed(scratch: CountScratch, digit: int) -> bool:
    """Return True if the counts of other digits exclude a count of this digit that its condition allows."""
    tables, found = scratch.tables, False
    for one in range(tables.starts[digit], tables.starts[digit + 1]):
        found |= scratch.allowed[one] != tables.counts[one]
    return found


@compiled
def _add_counts(board: RaterBoard, scratch: CountScratch, group: int) -> None:
    """Remove from `scratch.allowed` the counts with which those of all digits cannot add up to the number of cells.

    `group` is the number of the cells with conditions on several digits. A count that no placement of the digit has is
    not used, but remains in `scratch.allowed` if the other digits leave nothing out.
    """
    tables, possible, size = scratch.tables, scratch.possible, board.places.shape[1]
    _list_possible(board, scratch, group)
    before = bit(0)
    for digit in range(size):
        left = NONE
        for count in ones(possible[digit]):
            if before << np.uint64(count) & scratch.needed[digit + 1]:
                left |= bit(count)
        one = tables.together[group, digit]
        if one >= 0 and left != possible[digit]:
            scratch.allowed[one] = left
        before = _plus(before, possible[digit])


@compiled
def _list_possible(board: RaterBoard, scratch: CountScratch, group: int) -> None:
    """Store in `scratch.possible` how often each digit can be in the cells of a group, and set `scratch.needed`."""
    tables, size = scratch.tables, board.places.shape[1]
    length = tables.lengths[group]
    for digit in range(size):
        one = tables.together[group, digit]
        scratch.possible[digit] = bit(length) | (bit(length) - np.uint64(1))
        if one >= 0:
            scratch.possible[digit] = _possible_counts(board, scratch, digit, one)
    scratch.needed[size] = bit(length)
    for digit in range(size - 1, -1, -1):
        scratch.needed[digit] = NONE
        for count in ones(scratch.possible[digit]):
            scratch.needed[digit] |= scratch.needed[digit + 1] >> np.uint64(count)


@compiled
def _possible_counts(board: RaterBoard, scratch: CountScratch, digit: int, one: int) -> np.uint64:
    """Return how often a digit can be in the cells of its condition `one`, as a mask: bit k for k times."""
    before, found = scratch.allowed[one], NONE
    scratch.is_used[:] = 0
    scratch.is_used[one] = 1
    _count_placed(board, scratch, digit)
    for count in ones(scratch.tables.counts[one]):
        scratch.allowed[one] = bit(count)
        if _has_way(board, scratch, digit, -1):
            found |= bit(count)
    scratch.allowed[one] = before
    return found


@compiled
def _plus(sums: np.uint64, counts: np.uint64) -> np.uint64:
    """Return the sums of one of `sums` and one of `counts`; all are masks, with bit k for the number k."""
    found = NONE
    for count in ones(counts):
        found |= sums << np.uint64(count)
    return found


@compiled
def _narrowed_group(scratch: CountScratch, digit: int) -> int:
    """Return the number of the group of the only condition on a digit in use, if it is narrowed; otherwise −1."""
    tables, chosen = scratch.tables, -1
    for one in range(tables.starts[digit], tables.starts[digit + 1]):
        if scratch.is_used[one]:
            if chosen >= 0:
                return -1
            chosen = one
    for group in range(len(tables.lengths)):
        is_narrowed = chosen >= 0 and scratch.allowed[chosen] != tables.counts[chosen]
        if is_narrowed and tables.together[group, digit] == chosen:
            return group
    return -1


@compiled
def _note_sets(board: RaterBoard, scratch: CountScratch, group: int) -> None:
    """Add to the present finding the sets of digits that can be in the cells of a group, unless they are too many."""
    size, found = board.places.shape[1], 0
    if group < 0 or size > MOST_LISTED:
        return
    _list_possible(board, scratch, group)
    for number in range(1 << size):
        found += _can_be_set(scratch, size, np.uint64(number))
    for number in range(1 << size if found <= MOST_SETS else 0):
        if _can_be_set(scratch, size, np.uint64(number)):
            note_common(board, np.uint64(number))


@compiled
def _can_be_set(scratch: CountScratch, size: int, digits: np.uint64) -> bool:
    """Return True if the counts in `scratch.possible` of exactly these digits can add up to the number of cells."""
    sums, absent = bit(0), bit(0)
    for digit in range(size):
        counts = scratch.possible[digit]
        sums = _plus(sums, counts & ~absent if digits & bit(digit) else counts & absent)
    return bool(sums & scratch.needed[size])


@compiled
def _count_placed(board: RaterBoard, scratch: CountScratch, digit: int) -> bool:
    """Store in `scratch.placed` how often a digit is already in the cells of each of its conditions.

    Return True if the digit may still be placed in the cells of some condition.
    """
    tables, is_open = scratch.tables, False
    for one in range(tables.starts[digit], tables.starts[digit + 1]):
        scratch.placed[one] = 0
        for cell in range(len(board.values)):
            scratch.placed[one] += board.values[cell] == digit + 1 and is_in(tables.members[one], cell)
        is_open |= has_changed_in(tables.members[one], board.digit_cells[digit])
    return is_open


@compiled
def _exclude(board: RaterBoard, scratch: CountScratch, digit: int) -> bool:
    """Store in `scratch.excluded` the cells that no placement of the digit on the board uses; return True if any."""
    templates, excluded, cells = scratch.templates, scratch.excluded, board.digit_cells[digit]
    templates.in_any[:] = NONE
    templates.in_all[:] = ~NONE
    excluded[:] = NONE
    cell = next_in(cells, 0)
    while cell >= 0:
        if not is_in(templates.in_any, cell) and not _has_way(board, scratch, digit, cell):
            excluded[cell >> 6] |= bit(cell & 63)
        cell = next_in(cells, cell + 1)
    return next_in(excluded, 0) >= 0


@compiled
def _drop_conditions(board: RaterBoard, scratch: CountScratch, digit: int) -> None:
    """Set `scratch.is_used` to 0 for the conditions that are not needed to exclude the cells in `scratch.excluded`.

    Conditions are dropped one after the other, as long as the others still exclude all these cells.
    """
    tables, excluded = scratch.tables, scratch.excluded
    for one in range(tables.starts[digit], tables.starts[digit + 1]):
        scratch.is_used[one] = 0
        cell = next_in(excluded, 0)
        while cell >= 0:
            if _has_way(board, scratch, digit, cell):
                scratch.is_used[one] = 1
                break
            cell = next_in(excluded, cell + 1)


@compiled
def _note_conditions(board: RaterBoard, scratch: CountScratch, digit: int) -> None:
    """Add to the present finding the constraints in use, their cells where the digit may go, and the excluded cells.

    These are the conditions marked in `scratch.is_used`, and the cells in `scratch.excluded`.
    """
    tables, noted, last = scratch.tables, scratch.templates.in_all, -1
    copy_board(scratch.excluded, noted)
    for one in range(tables.starts[digit], tables.starts[digit + 1]):
        if not scratch.is_used[one]:
            continue
        if tables.clue[one] != last:
            last = tables.clue[one]
            note_clue(board, CLUE, last)
        for word in range(len(noted)):
            noted[word] |= tables.members[one, word] & board.digit_cells[digit, word]
    cell = next_in(noted, 0)
    while cell >= 0:
        note_cell(board, CELLS, cell, bit(digit), -1)
        cell = next_in(noted, cell + 1)


@compiled
def _has_way(board: RaterBoard, scratch: CountScratch, digit: int, inside: int) -> bool:
    """Return True if the digit can be placed on the whole board, with one in cell `inside` if that is not −1.

    Also return True if the search takes too long. The cells of a placement are added to `scratch.templates.in_any`, so
    that they need no search of their own.
    """
    size, templates = board.places.shape[1], scratch.templates
    count = list_rows(board, templates, digit, inside, -1)
    # Depth first over the rows; `position` is the last one tried in the present row.
    depth, position, tries = 0, -1, 0
    while True:
        can_go_on = _can_count(board, scratch, digit, depth, count) if position < 0 else True
        if depth == count and can_go_on and keep_template(board, templates, digit, count):
            return True
        position = size if depth == count or not can_go_on else next_free(board, templates, depth, position)
        if position < size:
            choose_in_row(board, templates, depth, position)
            depth, position, tries = depth + 1, -1, tries + 1
            if tries > board.bounds[0].placements:
                return True
        elif depth == 0:
            return False
        else:
            depth -= 1
            position = templates.chosen[depth]


@compiled
def _can_count(board: RaterBoard, scratch: CountScratch, digit: int, depth: int, count: int) -> bool:
    """Return True if every condition on the count of a digit can still be met.

    `count` is the number of rows that lacked the digit at first; in the first `depth` of these it is placed now.
    """
    tables, templates = scratch.tables, scratch.templates
    for one in range(tables.starts[digit], tables.starts[digit + 1]):
        if not scratch.is_used[one]:
            continue
        least = scratch.placed[one]
        for row in range(depth):
            cell = board.tables.house_cells[templates.rows[row], templates.chosen[row]]
            least += is_in(tables.members[one], cell)
        most = least
        for row in range(depth, count):
            inside, outside = NONE, NONE
            for word in range(tables.members.shape[1]):
                left = templates.free[depth, word] & board.tables.members[templates.rows[row], word]
                inside |= left & tables.members[one, word]
                outside |= left & ~tables.members[one, word]
            most += inside != NONE
            least += inside != NONE and outside == NONE
        if not scratch.allowed[one] >> np.uint64(least) & ((bit(most - least) << np.uint64(1)) - np.uint64(1)):
            return False
    return True
