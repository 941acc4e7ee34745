"""Combinations in a house, or in two houses: with the constraints in there and with some that reach out of it.

    Row 1 has 1 to 9; skyscraper 5 from its left, whisper in r1c2 r1c3 r1c4: nowhere is 9 in r1c3.
    Row 1 and block 1 with a zipper line in both; column 6 with two cages that reach out of it (wide combinations).
    Columns 3 and 4 with two lines of sum 10 that cross both (joint combinations).

A candidate stays if some filling of the house has it. The search looks for one such filling for each candidate
that no filling found before has, instead of running through all fillings, of which an open house has too many. It
assigns cell by cell, and after each digit removes from the later cells what the digit excludes (forward checking).
A search that takes long proves nothing, and its candidate stays.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import combinations, islice
from typing import Protocol, TypeAlias

import numpy as np

from cpgen.constraints.primitives import AllDifferent, Automaton, Linear, Pair
from cpgen.kernel import bit, compiled, count_bits, lowest, ones
from cpgen.kernel.bits import highest
from cpgen.kernel.structs import Struct
from cpgen.layout import Layout
from cpgen.rater.board import NONE, RaterBoard, all_digits
from cpgen.rater.fillings import GROUPS, MOST_STATES, ClueGroup, GroupTables, K, tables_of, with_automata
from cpgen.rater.findings import CLUE, FIGURE, begin_finding, eliminate, is_over, note_clue, note_part
from cpgen.rater.memory import Length, allocate, masks, numbers

MOST_SEARCHES = 10
"""Room for the steps of all searches in one group, as a multiple of the steps that one search may take"""
MOST_CELLS = 52
"""Largest number of cells of two houses: a mask has room for them and for those of two constraints outside"""
MOST_GROUPS = 2000
"""Largest number of groups; a 9×9 board with 40 constraints has up to 1,000 wide ones"""
OF_HOUSES, WIDE, JOINT = range(3)
"""Sources of groups: a house; two houses, or one with two constraints that stick out; two houses with two of these"""
MOST_OUTSIDE = 6
"""Largest number of cells of a constraint outside of the house; a ladder may allow fewer"""
Condition: TypeAlias = AllDifferent | Linear | Pair | Automaton
"""Conditions that fillings can check"""


class HouseTables(Struct):
    """Lookup tables of houses, or pairs of houses, each as a group of cells with the conditions on them.

    A group has the constraints inside its houses and up to two that extend beyond them. K is the largest number of
    cells.
    """

    groups: GroupTables
    """The cells of the first house come first; automata may read their cells in any order"""
    houses: np.ndarray
    """[groups, 2] numbers of the houses; −1 if there is no second one"""
    second: np.ndarray
    """[groups] set of the places of the cells of the second house"""
    reaches: np.ndarray
    """[groups, C] set of the places that the conditions of each constraint are about"""
    outside: np.ndarray
    """[groups] largest number of cells that one constraint has outside of the houses"""
    order: np.ndarray
    """[automata, K] for each cell that an automaton reads, in its order, the place in the group; then −1"""


@lru_cache(maxsize=64)
def house_tables(layout: Layout, source: int) -> HouseTables:
    """Return the tables of the groups of one source: OF_HOUSES, WIDE or JOINT."""
    groups_of = (_house_groups, _wide_groups, _joint_groups)[source]
    found = list(islice(groups_of(layout), MOST_GROUPS)) if layout.further else []
    groups = [group for _, group in found]
    width = max((len(group.cells) for group in groups), default=1)
    orders = [
        [group.cells.index(cell) for cell in one.cells]
        for group in groups
        for one in group.primitives
        if isinstance(one, Automaton)
    ]
    order = np.full((len(orders), max(map(len, orders), default=1)), -1, np.int64)
    for row, places in zip(order, orders, strict=True):
        row[: len(places)] = places
    cells_of = [set(layout.houses[houses[1]].cells) if len(houses) == 2 else set() for houses, _ in found]
    reaches = _reaches(layout, groups)
    return HouseTables(
        groups=tables_of(groups, layout, width),
        houses=np.array([(*houses, -1)[:2] for houses, _ in found], np.int64).reshape(-1, 2),
        second=np.array(
            [
                sum(1 << place for place, cell in enumerate(group.cells) if cell in cells)
                for group, cells in zip(groups, cells_of, strict=True)
            ],
            np.uint64,
        ),
        reaches=reaches,
        outside=np.array(
            [
                max(int(mask).bit_count() for mask in row >> np.uint64(_cells_inside(layout, houses)))
                for row, (houses, _) in zip(reaches, found, strict=True)
            ],
            np.int64,
        ),
        order=order,
    )


def _cells_inside(layout: Layout, houses: tuple[int, ...]) -> int:
    """Return the number of cells of some houses; these are the first cells of a group."""
    return len({cell for house in houses for cell in layout.houses[house].cells})


def _reaches(layout: Layout, groups: Sequence[ClueGroup]) -> np.ndarray:
    """Return the field `reaches` of `HouseTables` for these groups."""
    numbers_of: dict[Condition, set[int]] = {}
    for clue, one in _conditions(layout):
        numbers_of.setdefault(one, set()).add(clue)
    reaches = np.zeros((len(groups), max((len(group.clues) for group in groups), default=0)), np.uint64)
    for row, group in zip(reaches, groups, strict=True):
        for k, clue in enumerate(group.clues):
            found = (one for one in group.primitives if isinstance(one, Condition) and clue in numbers_of[one])
            cells = {cell for one in found for cell in one.cells}
            row[k] = sum(1 << group.cells.index(cell) for cell in cells)
    return reaches


def _house_groups(layout: Layout) -> Iterator[tuple[tuple[int, ...], ClueGroup]]:
    """Yield each house with the constraints inside it, then again with each constraint that extends beyond it.

    The tuple has the numbers of the houses. If a constraint has many cells outside, only one of its conditions is added
    at a time.
    """
    conditions = list(_conditions(layout))
    for number, house in enumerate(layout.houses):
        own = set(house.cells)
        inside = [(clue, one) for clue, one in conditions if own.issuperset(one.cells)]
        if inside:
            yield (number,), _group_of(house.cells, inside)
        for clue, further in _sticking_out(layout, conditions, own):
            yield (number,), _group_of(house.cells, [*inside, *((clue, one) for one in further)])


def _wide_groups(layout: Layout) -> Iterator[tuple[tuple[int, ...], ClueGroup]]:
    """Yield the groups of `_groups_with_two`, then those of `_groups_of_two`."""
    yield from _groups_with_two(layout)
    yield from _groups_of_two(layout)


def _groups_with_two(layout: Layout) -> Iterator[tuple[tuple[int, ...], ClueGroup]]:
    """Yield each house with the constraints inside it and each two constraints that extend beyond it."""
    conditions = list(_conditions(layout))
    for number, house in enumerate(layout.houses):
        own = set(house.cells)
        inside = [(clue, one) for clue, one in conditions if own.issuperset(one.cells)]
        for (clue, further), (other, more) in combinations(_sticking_out(layout, conditions, own), 2):
            if clue != other:
                two = [*((clue, one) for one in further), *((other, one) for one in more)]
                yield (number,), _group_of(house.cells, [*inside, *two])


def _groups_of_two(layout: Layout) -> Iterator[tuple[tuple[int, ...], ClueGroup]]:
    """Yield pairs of houses that a constraint connects, with the constraints inside them.

    Each pair comes alone, and then with each constraint that connects the two houses and has cells outside them.
    """
    conditions = list(_conditions(layout))
    houses = [set(house.cells) for house in layout.houses]
    for (one, own), (other, others) in combinations(enumerate(houses), 2):
        if own <= others or others <= own:
            continue
        both = own | others
        if len(both) > MOST_CELLS:
            continue
        cells = (*layout.houses[one].cells, *(cell for cell in layout.houses[other].cells if cell not in own))
        inside = [(clue, condition) for clue, condition in conditions if both.issuperset(condition.cells)]
        if any(_connects([condition], own, others) for _, condition in inside):
            yield (one, other), _group_of(cells, inside)
        for clue, further in _sticking_out(layout, conditions, both):
            if _connects(further, own, others):
                yield (one, other), _group_of(cells, [*inside, *((clue, condition) for condition in further)])


def _joint_groups(layout: Layout) -> Iterator[tuple[tuple[int, ...], ClueGroup]]:
    """Yield each two houses with each two constraints that have cells in both houses and also outside them."""
    conditions, of_clue, houses_of = list(_conditions(layout)), dict[int, list[Condition]](), dict[int, set[int]]()
    for clue, one in conditions:
        if layout.further[clue].cells:
            of_clue.setdefault(clue, []).append(one)
            houses_of.setdefault(clue, set()).update(house for cell in one.cells for house in layout.houses_of[cell])
    for clues in combinations(of_clue, 2):
        for houses in combinations(sorted(houses_of[clues[0]] & houses_of[clues[1]]), 2):
            cells = tuple(dict.fromkeys(cell for house in houses for cell in layout.houses[house].cells))
            own = set(cells)
            out = [(clue, [one for one in of_clue[clue] if _sticks_out(one, own)]) for clue in clues]
            if len(cells) <= MOST_CELLS and all(_fits(further, own) for _, further in out):
                inside = [(clue, one) for clue, one in conditions if own.issuperset(one.cells)]
                yield houses, _group_of(cells, [*inside, *((clue, one) for clue, further in out for one in further)])


def _sticks_out(one: Condition, own: set[int]) -> bool:
    """Return True if a condition has cells both inside and outside of the set of cells `own`."""
    return not own.isdisjoint(one.cells) and not own.issuperset(one.cells)


def _connects(conditions: Iterable[Condition], own: set[int], others: set[int]) -> bool:
    """Return True if some cells of the conditions are only in the set `own`, and some only in the set `others`."""
    cells = {cell for one in conditions for cell in one.cells}
    return not cells.isdisjoint(own - others) and not cells.isdisjoint(others - own)


def _group_of(cells: tuple[int, ...], conditions: Sequence[tuple[int, Condition]]) -> ClueGroup:
    """Return the group of these cells with conditions, each given with the number of its constraint."""
    outside = {cell for _, one in conditions for cell in one.cells} - set(cells)
    clues = tuple(dict.fromkeys(clue for clue, _ in conditions))
    return ClueGroup(clues, (*cells, *sorted(outside)), tuple(one for _, one in conditions))


def _sticking_out(
    layout: Layout, conditions: Sequence[tuple[int, Condition]], own: set[int]
) -> Iterator[tuple[int, tuple[Condition, ...]]]:
    """Yield the constraints that have at least two cells in `own` and few outside, as a number and its conditions.

    `own` is the set of cells of the houses. If a constraint as a whole has too many cells outside, its conditions are
    yielded one by one, without those that also have too many.
    """
    by_clue: dict[int, list[Condition]] = {}
    for clue, one in conditions:
        if _sticks_out(one, own):
            by_clue.setdefault(clue, []).append(one)
    for clue, found in by_clue.items():
        whole = tuple(found)
        for further in (whole,) if _fits(whole, own) and layout.further[clue].cells else ((one,) for one in found):
            if _fits(further, own):
                yield clue, further


def _fits(conditions: Iterable[Condition], own: set[int]) -> bool:
    """Return True if the conditions together have at least two cells in `own` and at most MOST_OUTSIDE others."""
    cells = {cell for one in conditions for cell in one.cells}
    return len(cells & own) > 1 and len(cells - own) <= MOST_OUTSIDE


def _conditions(layout: Layout) -> Iterator[tuple[int, Condition]]:
    """Yield the conditions that fillings can check, each with the number of its constraint."""
    for clue, primitives in enumerate(layout.primitives_of[len(layout.houses) :]):
        for one in with_automata(primitives, layout.size):
            if isinstance(one, Condition) and not (isinstance(one, Automaton) and len(one.transitions) > MOST_STATES):
                yield clue, one


SUMS = Length(lambda layout, given: len(given["groups"].weights) + 1)


class HouseScratch(Struct):
    """Working memory of the search for fillings of houses: tables, and per depth the digits left and chosen."""

    tables: HouseTables
    next: np.ndarray = numbers(1)
    """Group at which the next call continues, or −1 at the end"""
    quiet: np.ndarray = masks(GROUPS, K)
    """Candidates of each group when the last search for its fillings has excluded nothing"""
    supported: np.ndarray = masks(K)  # digits of each cell in some filling, or not excluded in time
    domains: np.ndarray = masks(K + 1, K)  # digits left to each cell, by depth
    left: np.ndarray = masks(K)  # digits still to try, by depth
    chosen: np.ndarray = numbers(K)
    steps: np.ndarray = numbers(1)  # steps left for the group
    partial: np.ndarray = numbers(K + 1, SUMS)  # sums of the cells before each depth
    states: np.ndarray = numbers(2, MOST_STATES)  # states of an automaton before and after a cell
    marked: np.ndarray = numbers(MOST_STATES)  # stamp of the last list of states that each is in
    stamp: np.ndarray = numbers(1)


class HouseMemory(Protocol):
    """Function that allocates the memory for houses; it may take over the memory of another structure."""

    def __call__(self, layout: Layout, like: HouseScratch | None = None) -> HouseScratch:
        """Return the memory for the houses of a layout."""


def houses_with(source: int) -> HouseMemory:
    """Return a function that allocates the memory for the groups of a source: OF_HOUSES, WIDE or JOINT."""

    def allocated(layout: Layout, like: HouseScratch | None = None) -> HouseScratch:
        tables = house_tables(layout, source)
        return allocate(HouseScratch, layout, like, tables=tables, groups=tables.groups)

    return allocated


@compiled
def house_combinations(board: RaterBoard, scratch: HouseScratch, most: int) -> None:
    """Find candidates that are in no filling of a house with its constraints; add a finding for each house.

    A call searches at most `most` groups, because all groups of a large board take minutes while the search is
    interpreted. It continues at `scratch.next` and stores there where the next call continues, or −1 at the end.

    The candidates of groups of which none is excluded are remembered in `scratch.quiet`, since most groups stay as they
    are from search to search; so all calls must have the same bound of fillings.
    """
    groups, begin = scratch.tables.groups, scratch.next[0]
    scratch.next[0] = -1
    for group in range(begin, len(groups.counts)):
        if not is_allowed(board, scratch, group) or _is_quiet(board, scratch, group):
            continue
        if most == 0:
            scratch.next[0] = group
            return
        most -= 1
        if not _excludes(scratch, group, board.candidates, board.bounds[0].fillings):
            for place in range(groups.counts[group]):
                scratch.quiet[group, place] = board.candidates[groups.cells[group, place]]
            continue
        begin_finding(board)
        note_house(board, scratch, group)
        for place in range(groups.counts[group]):
            eliminate(board, groups.cells[group, place], ~scratch.supported[place])
        if is_over(board):
            return


@compiled
def _is_quiet(board: RaterBoard, scratch: HouseScratch, group: int) -> bool:
    """Return True if a group has the same candidates as when its last search has excluded nothing."""
    groups = scratch.tables.groups
    for place in range(groups.counts[group]):
        if scratch.quiet[group, place] != board.candidates[groups.cells[group, place]]:
            return False
    return True


@compiled
def note_house(board: RaterBoard, scratch: HouseScratch, group: int) -> None:
    """Add the houses of a group and their constraints to the present finding.

    Houses are noted with their open cells and missing digits, constraints if they have two open cells or more. If none
    has, those with one open cell are noted, since they exclude candidates on their own.
    """
    tables = scratch.tables
    for house in tables.houses[group]:
        open_cells = NONE
        for position in range(board.tables.house_cells.shape[1] if house >= 0 else 0):
            if not board.values[board.tables.house_cells[house, position]]:
                open_cells |= bit(position)
        if house >= 0:
            note_part(board, FIGURE, house, open_cells, all_digits(board) & ~board.placed[house], -1)
    least, clues = 1, tables.groups.clue
    for k in range(clues.shape[1]):
        least = 2 if _open_count(board, scratch, group, k) > 1 else least
    for k in range(clues.shape[1]):
        if _open_count(board, scratch, group, k) >= least:
            note_clue(board, CLUE, clues[group, k])


@compiled
def _open_count(board: RaterBoard, scratch: HouseScratch, group: int, k: int) -> int:
    """Return the number of open cells of a group that the constraint at index k in it reaches."""
    tables, count = scratch.tables, 0
    for place in range(tables.groups.counts[group]):
        is_open = not board.values[tables.groups.cells[group, place]]
        count += is_open and bool(tables.reaches[group, k] & bit(place))
    return count


@compiled
def is_allowed(board: RaterBoard, scratch: HouseScratch, group: int) -> bool:
    """Return True if no constraint of a group has more cells outside of its houses than the ladder allows."""
    return bool(scratch.tables.outside[group] <= board.bounds[0].outside)


@compiled
def is_fillable(scratch: HouseScratch, group: int, candidates: np.ndarray, most: int) -> bool:
    """Return False if a group has no filling, and searches of at most `most` steps each prove that.

    `candidates` has a mask for each cell of the board.
    """
    scratch.steps[0] = MOST_SEARCHES * most
    for digit in ones(candidates[scratch.tables.groups.cells[group, 0]]):
        if _has_filling(scratch, group, candidates, 0, digit, min(most, scratch.steps[0])):
            return True
    return False


@compiled
def _excludes(scratch: HouseScratch, group: int, candidates: np.ndarray, most: int) -> bool:
    """Store in `scratch.supported` the digits of each cell that are in some filling of a group.

    A digit whose search takes more than `most` steps is stored, too. Return True if a candidate of the group is not
    stored. `candidates` has a mask for each cell of the board.
    """
    groups, found = scratch.tables.groups, False
    scratch.supported[:] = NONE
    scratch.steps[0] = MOST_SEARCHES * most
    for place in range(groups.counts[group]):
        digits = candidates[groups.cells[group, place]]
        for digit in ones(digits):
            if not scratch.supported[place] & bit(digit):
                found |= not _has_filling(scratch, group, candidates, place, digit, min(most, scratch.steps[0]))
    return found


@compiled
def _has_filling(scratch: HouseScratch, group: int, candidates: np.ndarray, fixed: int, digit: int, most: int) -> bool:
    """Search for a filling of a group with a digit in one cell; return False if there is none.

    If one is found, its digits are added to `scratch.supported`. If the search takes more than `most` steps, each of
    which tries a digit in a cell, only the digit itself is added, and the result is True.

    Args:
        scratch: Tables and working memory.
        group: Number of the group.
        candidates: Mask for each cell of the board.
        fixed: Position in the group of the cell that gets the digit.
        digit: The digit.
        most: Greatest number of steps.
    """
    groups, domains = scratch.tables.groups, scratch.domains
    count = groups.counts[group]
    for place in range(count):
        domains[0, place] = candidates[groups.cells[group, place]]
    domains[0, fixed] = bit(digit)
    for one in range(groups.sum_starts[group + 1] - groups.sum_starts[group]):
        scratch.partial[0, one] = 0
    # The fixed digit excludes others from the start.
    if not _forward_check(groups, group, domains, 0, fixed, digit, True):
        return False
    scratch.left[0] = domains[0, 0]
    depth, steps = 0, 0
    while depth >= 0:
        if not scratch.left[depth]:
            depth -= 1
            continue
        one = lowest(scratch.left[depth])
        scratch.left[depth] &= scratch.left[depth] - np.uint64(1)
        steps += 1
        scratch.steps[0] -= 1
        if steps > most:
            scratch.supported[fixed] |= bit(digit)
            return True
        if not _advance(scratch, group, depth, one):
            continue
        scratch.chosen[depth] = one
        if depth == count - 1:
            for place in range(count):
                scratch.supported[place] |= bit(scratch.chosen[place])
            return True
        depth += 1
        scratch.left[depth] = domains[depth, depth]
    return False


@compiled
def _forward_check(
    groups: GroupTables, group: int, domains: np.ndarray, depth: int, cell: int, digit: int, is_all: bool
) -> bool:
    """Eliminate what a digit at a position excludes from the domains of later positions; return False if one is empty.

    Args:
        groups: Tables of the groups.
        group: Number of the group.
        domains: Digits left, [depth, position]; only the row `depth` is changed.
        depth: Number of digits assigned before.
        cell: Position in the group, not a cell of the board.
        digit: Digit assigned there.
        is_all: True to include earlier positions.
    """
    for place in range(0 if is_all else cell + 1, groups.counts[group]):
        if place == cell:
            continue
        table = groups.relation[group, max(place, cell), min(place, cell)]
        if table < 0:
            continue
        if place > cell:
            domains[depth, place] &= groups.allowed[table, digit]
        else:
            for one in ones(domains[depth, place]):
                if not groups.allowed[table, one] & bit(digit):
                    domains[depth, place] &= ~bit(one)
        if not domains[depth, place]:
            return False
    return True


@compiled
def _advance(scratch: HouseScratch, group: int, depth: int, digit: int) -> bool:
    """Assign a digit to the cell at position `depth` of a group; return False if this breaks a condition of the group.

    The cells before it are assigned already. The digits left to all cells are written to row `depth + 1` of
    `scratch.domains`. Later cells must still have digits enough, and sums and automata must still be in reach.
    """
    groups, domains = scratch.tables.groups, scratch.domains
    count, size = groups.counts[group], groups.allowed.shape[1]
    for place in range(count):
        domains[depth + 1, place] = domains[depth, place]
    domains[depth + 1, depth] = bit(digit)
    if not _forward_check(groups, group, domains, depth + 1, depth, digit, False):
        return False
    first = bit(size) - np.uint64(1)
    return (
        _has_enough_digits(scratch, depth, first)
        and _has_enough_digits(scratch, depth, scratch.tables.second[group])
        and _can_satisfy(scratch, group, depth, digit)
    )


@compiled
def _has_enough_digits(scratch: HouseScratch, depth: int, places: np.uint64) -> bool:
    """Return True if the open cells in `places` have at least as many different digits left as there are cells.

    `places` is a mask of positions in the group; those up to `depth` are assigned.
    """
    either, later = NONE, places >> np.uint64(depth + 1) << np.uint64(depth + 1)
    for place in ones(later):
        either |= scratch.domains[depth + 1, place]
    return count_bits(either) >= count_bits(later)


@compiled
def _can_satisfy(scratch: HouseScratch, group: int, depth: int, digit: int) -> bool:
    """Add the digit at position `depth` to the sums of a group, in row `depth + 1` of `scratch.partial`.

    Return False if a sum or an automaton of the group cannot be satisfied any more.
    """
    groups, domains = scratch.tables.groups, scratch.domains
    first = groups.sum_starts[group]
    for one in range(groups.sum_starts[group + 1] - first):
        low = high = scratch.partial[depth, one] + groups.weights[first + one, depth] * (digit + 1)
        scratch.partial[depth + 1, one] = low
        for place in range(depth + 1, groups.counts[group]):
            weight, rest = groups.weights[first + one, place], domains[depth + 1, place]
            if weight:
                least, most = weight * (lowest(rest) + 1), weight * (highest(rest) + 1)
                low += min(least, most)
                high += max(least, most)
        if low > groups.most[first + one] or high < groups.least[first + one]:
            return False
    for one in range(groups.automaton_starts[group], groups.automaton_starts[group + 1]):
        if not _can_accept(scratch, one, domains[depth + 1]):
            return False
    return True


@compiled
def _can_accept(scratch: HouseScratch, automaton: int, domains: np.ndarray) -> bool:
    """Return True if an automaton accepts some choice of a digit from the domain of each cell.

    `domains` has a mask for each position in the group. The states that the cells read so far can lead to are a list in
    `scratch.states`, without repeats.
    """
    groups, states, marked = scratch.tables.groups, scratch.states, scratch.marked
    states[0, 0] = 0
    now, count = 0, 1
    for place in scratch.tables.order[automaton]:
        if place < 0:
            break
        following = 0
        scratch.stamp[0] += 1
        for k in range(count):
            for digit in ones(domains[place]):
                target = groups.transitions[automaton, states[now, k], digit]
                if target >= 0 and marked[target] != scratch.stamp[0]:
                    marked[target] = scratch.stamp[0]
                    states[1 - now, following] = target
                    following += 1
        now, count = 1 - now, following
    accepts = False
    for k in range(count):
        accepts |= groups.accepting[automaton, states[now, k]]
    return accepts
