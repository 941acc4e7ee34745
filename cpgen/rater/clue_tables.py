"""Clues as the rater sees them: links between two cells, sums, and groups of cells with all their conditions.

A *group* is up to nine cells with everything that a constraint says about them, and what follows from sight: a table of
allowed digits for pairs of cells, sums and automata. `fill_group` runs through its *fillings*, all ways to choose a
candidate for each cell such that every condition holds, and collects what they have in common:

    cage of 10 in r1c1 r1c2 r1c3, candidates 12 | 123 | 45678
    fillings 1 2 7, 1 3 6, 2 1 7, 2 3 5        supported: 12 | 123 | 567        in every filling: none

Groups have a *source*: a constraint, a sum that follows from houses and cages, or two constraints together.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations

import numpy as np

from cpgen.constraints.primitives import AllDifferent, Automaton, EachDigitOnce, Linear, Pair, Primitive
from cpgen.constraints.sums import derived_sums
from cpgen.engine.links import LinkTables, link_tables
from cpgen.engine.totals import TotalTables, bounds_of, total_tables
from cpgen.kernel import bit, compiled, lowest, records
from cpgen.kernel.records import padded
from cpgen.kernel.structs import Struct
from cpgen.layout import Layout

MOST_CELLS = 9
"""Largest number of cells of a group; the ladder's definition of Combination has it"""
MOST_OF_ONE_HOUSE = 4
"""Largest number of cells of a derived sum of one house; sums of several houses have up to six"""
MOST_SETS = 6
"""Number of digit sets of a group that a finding can list"""
MOST_STATES = 512
"""Largest number of states of an automaton of a group"""
OWN, ONE_HOUSE, SEVERAL_HOUSES, TWO_CLUES = range(4)
"""Sources of groups: a constraint; a derived sum of one house, or of several; two constraints"""


class GroupTables(Struct):
    """Groups of cells with their conditions; K is MOST_CELLS."""

    source: np.ndarray
    """[groups] OWN, ONE_HOUSE, …"""
    clue: np.ndarray
    """[groups, 2] numbers of the constraints, or of the derived sum, then −1"""
    counts: np.ndarray
    """[groups] number of cells"""
    cells: np.ndarray
    """[groups, K] the cells, then −1"""
    members: np.ndarray
    """[groups, words] set of the cells"""
    relation: np.ndarray
    """[groups, K, K] for a cell and an earlier one the table of allowed pairs, or −1"""
    allowed: np.ndarray
    """[tables, n] digits that a cell may have, by the digit of an earlier one"""
    sum_starts: np.ndarray
    """[groups + 1] first sum of each group"""
    weights: np.ndarray
    """[sums, K] weight of each cell"""
    least: np.ndarray
    most: np.ndarray
    automaton_starts: np.ndarray
    """[groups + 1] first automaton of each group"""
    reads: np.ndarray
    """[automata, K] True if the automaton reads the cell"""
    transitions: np.ndarray
    """[automata, states, n] next states, or −1"""
    accepting: np.ndarray
    """[automata, states]"""


class ClueTables(Struct):
    """The constraints of a layout that are not houses, for the rater."""

    links: LinkTables
    link_clue: np.ndarray
    """[links] number of the constraint of each link"""
    linked: np.ndarray
    """[N, M] links of each cell, as 2 · link, or 2 · link + 1 if it is the second cell; then −1"""
    totals: TotalTables
    total_clue: np.ndarray
    """[sums] number of the constraint of each sum"""
    groups: GroupTables


@dataclass(frozen=True)
class Group:
    """Cells with the conditions on them."""

    source: int
    clues: tuple[int, ...]
    cells: tuple[int, ...]
    primitives: tuple[Primitive, ...]


@lru_cache(maxsize=64)
def clue_tables(layout: Layout) -> ClueTables:
    """Return the tables of a layout's constraints."""
    links, totals = [], []
    first = len(layout.houses)
    for number, primitives in enumerate(layout.primitives_of[first:]):
        for primitive in primitives:
            if isinstance(primitive, Pair):
                links.append((number, primitive))
            elif isinstance(primitive, Linear):
                totals.append((number, primitive))
    linked: list[list[int]] = [[] for _ in range(layout.cell_count)]
    for number, (_, pair) in enumerate(links):
        linked[pair.first].append(2 * number)
        linked[pair.second].append(2 * number + 1)
    return ClueTables(
        links=link_tables([pair for _, pair in links], layout.size),
        link_clue=np.array([clue for clue, _ in links], np.int64),
        linked=padded(linked),
        totals=total_tables([total for _, total in totals], layout),
        total_clue=np.array([clue for clue, _ in totals], np.int64),
        groups=group_tables(groups_of(layout), layout),
    )


def groups_of(layout: Layout) -> list[Group]:
    """Return the groups of a layout: of single constraints, of derived sums, and of two constraints that meet."""
    own = []
    for number, primitives in enumerate(layout.primitives_of[len(layout.houses) :]):
        cells = _in_order(primitives)
        is_link = len(cells) < 3 and all(isinstance(one, Pair | AllDifferent) for one in primitives)
        if 1 < len(cells) <= MOST_CELLS and not is_link:
            own.append(Group(OWN, (number,), cells, primitives))
    derived = [
        Group(source, (number,), one.linear.cells, (one.linear,))
        for number, one in enumerate(derived_sums(layout))
        if (source := ONE_HOUSE if len(one.houses) == 1 else SEVERAL_HOUSES) == SEVERAL_HOUSES
        or len(one.linear.cells) <= MOST_OF_ONE_HOUSE
    ]
    return [*own, *derived, *_twos(layout, own)]


def _twos(layout: Layout, own: Sequence[Group]) -> Iterable[Group]:
    """Yield pairs of groups that share a cell or a house and have few cells together."""
    for one, other in combinations(own, 2):
        cells = tuple(dict.fromkeys((*one.cells, *other.cells)))
        houses = [{house for cell in group.cells for house in layout.houses_of[cell]} for group in (one, other)]
        if len(cells) <= MOST_CELLS and houses[0] & houses[1]:
            yield Group(TWO_CLUES, one.clues + other.clues, cells, one.primitives + other.primitives)


def _in_order(primitives: Sequence[Primitive]) -> tuple[int, ...]:
    """Return the cells of primitives, those of automata first and in their order."""
    automata = [cell for one in primitives if isinstance(one, Automaton) for cell in one.cells]
    others = [cell for one in primitives if isinstance(one, AllDifferent | Linear | Pair) for cell in one.cells]
    return tuple(dict.fromkeys(automata + others))


def group_tables(groups: Sequence[Group], layout: Layout) -> GroupTables:
    """Return the tables of groups on a layout."""
    groups = [group for group in groups if _is_readable(group)]
    n, words = layout.size, -(-layout.cell_count // 64)
    tables: dict[tuple[int, ...], int] = {}
    relation = np.full((len(groups), MOST_CELLS, MOST_CELLS), -1, np.int64)
    members = np.zeros((len(groups), words), np.uint64)
    for number, group in enumerate(groups):
        for place, cell in enumerate(group.cells):
            members[number, cell >> 6] |= np.uint64(1 << (cell & 63))
            for before, other in enumerate(group.cells[:place]):
                if rows := _allowed(layout, group, other, cell):
                    relation[number, place, before] = tables.setdefault(rows, len(tables))
    sums = [[one for one in group.primitives if isinstance(one, Linear)] for group in groups]
    automata = [[one for one in group.primitives if isinstance(one, Automaton)] for group in groups]
    flat_sums = [(group, one) for group, found in zip(groups, sums, strict=True) for one in found]
    flat_automata = [(group, one) for group, found in zip(groups, automata, strict=True) for one in found]
    states = max((len(one.transitions) for _, one in flat_automata), default=1)
    least, most = bounds_of([one for _, one in flat_sums])
    weights = np.zeros((len(flat_sums), MOST_CELLS), np.int64)
    for row, (group, one) in zip(weights, flat_sums, strict=True):
        for cell, weight in zip(one.cells, one.coefficients, strict=True):
            row[group.cells.index(cell)] = weight
    reads = np.zeros((len(flat_automata), MOST_CELLS), np.bool_)
    transitions = np.full((len(flat_automata), states, n), -1, np.int64)
    accepting = np.zeros((len(flat_automata), states), np.bool_)
    for number, (group, automaton) in enumerate(flat_automata):
        reads[number, [group.cells.index(cell) for cell in automaton.cells]] = True
        transitions[number, : len(automaton.transitions)] = automaton.transitions
        accepting[number, sorted(automaton.accepting)] = True
    return GroupTables(
        source=np.array([group.source for group in groups], np.int64),
        clue=np.array([(*group.clues, -1)[:2] for group in groups], np.int64).reshape(-1, 2),
        counts=np.array([len(group.cells) for group in groups], np.int64),
        cells=np.array([(*group.cells, *[-1] * MOST_CELLS)[:MOST_CELLS] for group in groups], np.int64).reshape(
            -1, MOST_CELLS
        ),
        members=members,
        relation=relation,
        allowed=np.array(list(tables), np.uint64).reshape(-1, n),
        sum_starts=np.cumsum([0, *map(len, sums)], dtype=np.int64),
        weights=weights,
        least=least,
        most=most,
        automaton_starts=np.cumsum([0, *map(len, automata)], dtype=np.int64),
        reads=reads,
        transitions=transitions,
        accepting=accepting,
    )


def _is_readable(group: Group) -> bool:
    """Return True if every automaton is small and reads its cells in the group's order, each once."""
    automata = [one for one in group.primitives if isinstance(one, Automaton)]
    orders = [[group.cells.index(cell) for cell in one.cells] for one in automata]
    return all(len(one.transitions) <= MOST_STATES for one in automata) and all(
        order == sorted(set(order)) for order in orders
    )


def _allowed(layout: Layout, group: Group, before: int, cell: int) -> tuple[int, ...]:
    """Return the digits that a cell may have for each digit of an earlier one, or () if that allows all."""
    full = (1 << layout.size) - 1
    rows = [full] * layout.size
    for one in group.primitives:
        if isinstance(one, Pair) and {one.first, one.second} == {before, cell}:
            for digit in range(layout.size):
                rows[digit] &= one.allowed[digit] if one.first == before else _column(one.allowed, digit)
    if cell in layout.peers[before] or _are_distinct(group, before, cell):
        rows = [row & ~(1 << digit) for digit, row in enumerate(rows)]
    return tuple(rows) if set(rows) != {full} else ()


def _are_distinct(group: Group, one: int, other: int) -> bool:
    return any(
        isinstance(primitive, AllDifferent | EachDigitOnce) and {one, other} <= set(primitive.cells)
        for primitive in group.primitives
    )


def _column(allowed: Sequence[int], digit: int) -> int:
    """Return the first digits that a second digit is allowed with."""
    return sum(1 << other for other, row in enumerate(allowed) if row >> digit & 1)


class GroupScratch(Struct):
    """Memory of `fill_group`, and what it found."""

    supported: np.ndarray
    """[K] digits of each cell in some filling"""
    sets: np.ndarray
    """[MOST_SETS + 1] the first different sets of digits of fillings"""
    found: np.ndarray
    """One record: number of `fillings`, digits `common` to all of them as a mask, and number of different `sets` (up to
    MOST_SETS + 1, which means more)"""
    left: np.ndarray
    """[K] digits still to try, by depth"""
    chosen: np.ndarray
    """[K] digit chosen, by depth"""
    partial: np.ndarray
    """[K + 1, sums of a group] partial sums, by depth"""
    rest_low: np.ndarray
    """[K + 1, sums of a group] smallest sum of the cells from a depth on"""
    rest_high: np.ndarray
    states: np.ndarray
    """[K + 1, automata of a group] states, by depth"""


def group_scratch(groups: GroupTables) -> GroupScratch:
    """Return the memory for some groups."""
    sums = int(max(np.diff(groups.sum_starts), default=0)) + 1
    automata = int(max(np.diff(groups.automaton_starts), default=0)) + 1
    return GroupScratch(
        supported=np.zeros(MOST_CELLS, np.uint64),
        sets=np.zeros(MOST_SETS + 1, np.uint64),
        found=records(1, fillings=np.int64, common=np.uint64, sets=np.int64),
        left=np.zeros(MOST_CELLS, np.uint64),
        chosen=np.zeros(MOST_CELLS, np.int64),
        partial=np.zeros((MOST_CELLS + 1, sums), np.int64),
        rest_low=np.zeros((MOST_CELLS + 1, sums), np.int64),
        rest_high=np.zeros((MOST_CELLS + 1, sums), np.int64),
        states=np.zeros((MOST_CELLS + 1, automata), np.int64),
    )


@compiled
def fill_group(groups: GroupTables, group: int, candidates: np.ndarray, scratch: GroupScratch, most: int) -> bool:
    """Run through the fillings of a group; return False if that takes more than `most` steps.

    The search assigns cell by cell. A step is a digit tried in a cell.
    """
    count = groups.counts[group]
    _begin_filling(groups, group, candidates, scratch)
    scratch.left[0] = candidates[groups.cells[group, 0]]
    depth, steps = 0, 0
    while depth >= 0:
        if scratch.left[depth] == np.uint64(0):
            depth -= 1
            continue
        digit = lowest(scratch.left[depth])
        scratch.left[depth] &= scratch.left[depth] - np.uint64(1)
        steps += 1
        if steps > most:
            return False
        if not _fits(groups, group, scratch, depth, digit):
            continue
        scratch.chosen[depth] = digit
        if depth == count - 1:
            _note_filling(groups, group, scratch, count)
            continue
        depth += 1
        digits = candidates[groups.cells[group, depth]]
        for before in range(depth):
            table = groups.relation[group, depth, before]
            if table >= 0:
                digits &= groups.allowed[table, scratch.chosen[before]]
        scratch.left[depth] = digits
    return True


@compiled
def _begin_filling(groups: GroupTables, group: int, candidates: np.ndarray, scratch: GroupScratch) -> None:
    """Reset the results, and compute the range of each sum over the cells from every depth on."""
    scratch.supported[:] = np.uint64(0)
    found = scratch.found[0]
    found.fillings = found.sets = 0
    found.common = ~np.uint64(0)
    first, count = groups.sum_starts[group], groups.counts[group]
    for one in range(groups.sum_starts[group + 1] - first):
        scratch.partial[0, one] = scratch.rest_low[count, one] = scratch.rest_high[count, one] = 0
        for depth in range(count - 1, -1, -1):
            low, high = _ends_of(candidates[groups.cells[group, depth]])
            weight = groups.weights[first + one, depth]
            scratch.rest_low[depth, one] = scratch.rest_low[depth + 1, one] + min(weight * low, weight * high)
            scratch.rest_high[depth, one] = scratch.rest_high[depth + 1, one] + max(weight * low, weight * high)
    for one in range(groups.automaton_starts[group + 1] - groups.automaton_starts[group]):
        scratch.states[0, one] = 0


@compiled
def _ends_of(digits: np.uint64) -> tuple[int, int]:
    """Return the smallest and the largest digit of a set, from 1; an empty set has 1 and 0."""
    low, high = 1, 0
    if digits:
        low = lowest(digits) + 1
    while digits:
        high = lowest(digits) + 1
        digits &= digits - np.uint64(1)
    return low, high


@compiled
def _fits(groups: GroupTables, group: int, scratch: GroupScratch, depth: int, digit: int) -> bool:
    """Advance sums and automata by a digit; return False if a total or an accepting state is out of reach."""
    first = groups.sum_starts[group]
    for one in range(groups.sum_starts[group + 1] - first):
        value = scratch.partial[depth, one] + groups.weights[first + one, depth] * (digit + 1)
        if value + scratch.rest_low[depth + 1, one] > groups.most[first + one]:
            return False
        if value + scratch.rest_high[depth + 1, one] < groups.least[first + one]:
            return False
        scratch.partial[depth + 1, one] = value
    first = groups.automaton_starts[group]
    for one in range(groups.automaton_starts[group + 1] - first):
        state = scratch.states[depth, one]
        if groups.reads[first + one, depth]:
            state = groups.transitions[first + one, state, digit]
            if state < 0:
                return False
        scratch.states[depth + 1, one] = state
    return True


@compiled
def _note_filling(groups: GroupTables, group: int, scratch: GroupScratch, count: int) -> None:
    """Collect a filling, unless an automaton does not accept it."""
    first = groups.automaton_starts[group]
    for one in range(groups.automaton_starts[group + 1] - first):
        if not groups.accepting[first + one, scratch.states[count, one]]:
            return
    digits = np.uint64(0)
    for depth in range(count):
        digits |= bit(scratch.chosen[depth])
        scratch.supported[depth] |= bit(scratch.chosen[depth])
    found = scratch.found[0]
    found.fillings += 1
    found.common &= digits
    for one in range(min(found.sets, MOST_SETS)):
        if scratch.sets[one] == digits:
            return
    if found.sets <= MOST_SETS:
        scratch.sets[found.sets] = digits
        found.sets += 1
