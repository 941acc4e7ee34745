"""Groups of cells with all their conditions, and the ways to fill them.

A *group* is up to nine cells with everything that some constraints say about them, and what follows from sight: a table
of allowed digits for pairs of cells, sums and automata. `fill_group` runs through its *fillings*, all ways to choose a
candidate for each cell such that every condition holds, and collects what they have in common:

    cage of 10 in r1c1 r1c2 r1c3, candidates 12 | 123 | 45678
    fillings 1 2 7, 1 3 6, 2 1 7, 2 3 5        supported: 12 | 123 | 567        in every filling: none

Groups have a *source*: a constraint, a sum that follows from houses and cages, or two constraints together. The tables
of each source are made when a technique first needs them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import accumulate, combinations
from operator import and_
from typing import NamedTuple

import numpy as np

from cpgen.constraints.geometry import cell_mask
from cpgen.constraints.primitives import (
    AllDifferent,
    Alternatives,
    Automaton,
    Decomposition,
    Linear,
    Pair,
    Primitive,
    with_fewest_states,
)
from cpgen.constraints.sums import derived_sums
from cpgen.engine.sum_propagation import ends_of
from cpgen.kernel import bit, compiled, count_bits, lowest, ones
from cpgen.kernel.bits import highest
from cpgen.kernel.structs import Struct
from cpgen.layout import Layout
from cpgen.rater.alternative_automata import automaton_of
from cpgen.rater.house_tables import rater_tables, split_masks
from cpgen.rater.memory import Length, array, masks, n, nested, numbers, record

MOST_CELLS = 9
"""Largest number of cells of a group; the ladder's definition of Combination has it"""
MOST_OF_ONE_HOUSE = 4
"""Largest number of cells of a derived sum of one house; sums of several houses have up to six"""
MOST_SETS = 6
"""Number of digit sets of a group that a finding can list"""
MOST_KNOWN = 16
"""Number of fillings of a group that are remembered: about as many as it takes to have every candidate in one"""
MOST_STATES = 512
"""Largest number of states of an automaton of a group"""
MOST_DIGIT = 63
"""Largest digit of a mask"""
HASH_FACTOR = np.uint64(0x9E3779B97F4A7C15)
"""2⁶⁴ divided by the golden ratio: Knuth's multiplicative hash"""
OWN, ONE_HOUSE, SEVERAL_HOUSES, TWO_CLUES = range(4)
"""Sources of groups: a constraint; a derived sum of one house, or of several; two constraints"""


class GroupTables(Struct):
    """Lookup tables of groups (sets of cells with the conditions on them); K is the largest number of cells in one."""

    clue: np.ndarray
    """[groups, C] numbers of the constraints, or of the derived sum, then −1"""
    counts: np.ndarray
    """[groups] number of cells"""
    cells: np.ndarray
    """[groups, K] the cells, then −1"""
    members: np.ndarray
    """[groups, W] set of the cells"""
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


class _Sum(NamedTuple):
    """Weighted sum of the cells of a group, with the smallest and the largest value allowed."""

    weights: tuple[int, ...]
    """Weight of each cell of the group, 0 for those that it does not have"""
    least: int
    most: int


class GroupForm:
    """Conditions on the cells of a group, sorted into pairs, sums and automata for `GroupTables`."""

    def __init__(self, cells: tuple[int, ...], primitives: tuple[Primitive, ...]) -> None:
        self.cells, self.primitives, self.mask = cells, primitives, cell_mask(cells)
        self.pairs = [one for one in primitives if isinstance(one, Pair)]
        self.automata = [one for one in primitives if isinstance(one, Automaton)]
        self.sums = [_Sum(_weights(one, cells), *ends_of(one)) for one in primitives if isinstance(one, Linear)]

    @property
    def is_readable(self) -> bool:
        """True if every automaton is small and reads its cells in the order of the group, each once."""
        orders = [[self.cells.index(cell) for cell in one.cells] for one in self.automata]
        return all(len(one.transitions) <= MOST_STATES for one in self.automata) and all(
            order == sorted(set(order)) for order in orders
        )


@dataclass(frozen=True)
class ClueGroup:
    """Cells with the conditions on them, and the numbers of the constraints or of the derived sum that state these."""

    clues: tuple[int, ...]
    cells: tuple[int, ...]
    primitives: tuple[Primitive, ...]

    @cached_property
    def form(self) -> GroupForm:
        """The conditions of the group, sorted for `GroupTables`."""
        return GroupForm(self.cells, self.primitives)


def _group(clues: tuple[int, ...], form: GroupForm) -> ClueGroup:
    """Return the group of a form, without computing the form again; `clues` are the numbers of its constraints."""
    group = ClueGroup(clues, form.cells, form.primitives)
    group.__dict__["form"] = form
    return group


@lru_cache(maxsize=64)
def group_tables(layout: Layout, source: int) -> GroupTables:
    """Return the tables of the groups of one source: OWN, ONE_HOUSE, SEVERAL_HOUSES or TWO_CLUES."""
    return tables_of([group for group in groups_of(layout, source) if group.form.is_readable], layout)


def groups_of(layout: Layout, source: int) -> list[ClueGroup]:
    """Return the groups of one source: OWN, ONE_HOUSE, SEVERAL_HOUSES or TWO_CLUES."""
    if source == OWN:
        return _own_groups(layout)
    if source == TWO_CLUES:
        return list(_twos(layout, _own_groups(layout)))
    derived = enumerate(derived_sums(layout, one_house=source == ONE_HOUSE))
    return [
        _group((number,), _form_of_sum(one.linear))
        for number, one in derived
        if (len(one.linear.cells) <= MOST_OF_ONE_HOUSE if source == ONE_HOUSE else len(one.houses) > 1)
    ]


@lru_cache(maxsize=1024)
def _form_of_sum(one: Linear) -> GroupForm:
    return GroupForm(one.cells, (one,))


def _own_groups(layout: Layout) -> list[ClueGroup]:
    return [
        _group((number,), form)
        for number, primitives in enumerate(layout.primitives_of[len(layout.houses) :])
        # A rule about the whole board is a group for each of its lines or squares.
        for form in primitives.once(_form_of_all if layout.further[number].cells else _forms_of_each, layout.size)
    ]


def _form_of_all(primitives: Decomposition, n: int) -> list[GroupForm]:
    """Return a list with one group for all conditions of a constraint; empty if `_forms_of` rejects it.

    `n` is the side of the board.
    """
    return _forms_of([with_automata(primitives, n)])


def _forms_of_each(primitives: Decomposition, n: int) -> list[GroupForm]:
    """Return a group for each condition of a constraint; `n` is unused, but `Decomposition.once` passes it."""
    return _forms_of([(one,) for one in primitives])


def _forms_of(parts: Sequence[tuple[Primitive, ...]]) -> list[GroupForm]:
    """Return a group for each list of conditions that is worth one.

    It must have at most MOST_CELLS cells and say more than a link between two cells.
    """
    forms = []
    for part in parts:
        cells = _in_order(part)
        is_link = len(cells) < 3 and all(isinstance(one, Pair | AllDifferent) for one in part)
        if 1 < len(cells) <= MOST_CELLS and not is_link:
            forms.append(GroupForm(cells, part))
    return forms


def with_automata(primitives: Sequence[Primitive], n: int) -> tuple[Primitive, ...]:
    """Return conditions with alternatives replaced by automata, or left out if the automaton would be too large.

    Large automata are replaced by equivalent ones with fewer states. `n` is the side of the board.
    """
    found = (_as_automaton(one, n) if isinstance(one, Alternatives) else one for one in primitives)
    return tuple(_reduced(one) if isinstance(one, Automaton) else one for one in found if one)


def _as_automaton(one: Alternatives, n: int) -> Automaton | None:
    return automaton_of(one, n) if len(one.cells) <= MOST_CELLS else None


def _reduced(one: Automaton) -> Automaton:
    is_large = len(one.cells) <= MOST_CELLS and len(one.transitions) > MOST_STATES
    return with_fewest_states(one) if is_large else one


def _twos(layout: Layout, own: Sequence[ClueGroup]) -> Iterator[ClueGroup]:
    """Yield a group for each two of the groups `own` that have cells in a common house, with the conditions of both.

    Groups of more than MOST_CELLS cells are skipped.
    """
    houses = [{house for cell in group.cells for house in layout.houses_of[cell]} for group in own]
    for (one, near), (other, near_other) in combinations(zip(own, houses, strict=True), 2):
        cells = tuple(dict.fromkeys(one.cells + other.cells))
        if len(cells) <= MOST_CELLS and not near.isdisjoint(near_other):
            yield ClueGroup(one.clues + other.clues, cells, one.primitives + other.primitives)


def _in_order(primitives: Sequence[Primitive]) -> tuple[int, ...]:
    """Return the cells of primitives without repeats: those of automata first, in the order in which they are read."""
    automata = [cell for one in primitives if isinstance(one, Automaton) for cell in one.cells]
    others = [cell for one in primitives if isinstance(one, AllDifferent | Linear | Pair) for cell in one.cells]
    return tuple(dict.fromkeys(automata + others))


def tables_of(groups: Sequence[ClueGroup], layout: Layout, most_cells: int = MOST_CELLS) -> GroupTables:
    """Return the tables of these groups on a layout, with room for `most_cells` cells per group."""
    forms = [group.form for group in groups]
    sums = [one for form in forms for one in form.sums]
    automata = [(form.cells, one) for form in forms for one in form.automata]
    cells = _rows([form.cells for form in forms], -1, most_cells)
    relation, allowed = _relations(forms, cells, layout)
    states = max((len(one.transitions) for _, one in automata), default=1)
    reads = np.zeros((len(automata), most_cells), np.bool_)
    transitions = np.full((len(automata), states, layout.size), -1, np.int64)
    accepting = np.zeros((len(automata), states), np.bool_)
    for number, (read, automaton) in enumerate(automata):
        reads[number, [read.index(cell) for cell in automaton.cells]] = True
        transitions[number, : len(automaton.transitions)] = automaton.transitions
        accepting[number, sorted(automaton.accepting)] = True
    clues = [group.clues for group in groups]
    return GroupTables(
        clue=_rows(clues, -1, max(map(len, clues), default=1)),
        counts=np.array([len(form.cells) for form in forms], np.int64),
        cells=cells,
        members=split_masks([form.mask for form in forms], layout.cell_count),
        relation=relation,
        allowed=allowed,
        sum_starts=_starts([len(form.sums) for form in forms]),
        weights=_rows([one.weights for one in sums], 0, most_cells),
        least=np.array([one.least for one in sums], np.int64),
        most=np.array([one.most for one in sums], np.int64),
        automaton_starts=_starts([len(form.automata) for form in forms]),
        reads=reads,
        transitions=transitions,
        accepting=accepting,
    )


def _starts(counts: Sequence[int]) -> np.ndarray:
    return np.array(list(accumulate(counts, initial=0)), np.int64)


def _rows(rows: Sequence[tuple[int, ...]], rest: int, width: int) -> np.ndarray:
    """Return an array [rows, width] of the rows, each padded with the number `rest`."""
    return np.array([row + (rest,) * (width - len(row)) for row in rows], np.int64).reshape(-1, width)


def _weights(one: Linear, cells: tuple[int, ...]) -> tuple[int, ...]:
    """Return the weight of each of the cells in a sum, 0 for cells outside of the sum."""
    if one.cells == cells:
        return one.coefficients
    weight_of = dict(zip(one.cells, one.coefficients, strict=True))
    return tuple(weight_of.get(cell, 0) for cell in cells)


def _relations(forms: Sequence[GroupForm], cells: np.ndarray, layout: Layout) -> tuple[np.ndarray, np.ndarray]:
    """Return the tables of allowed pairs of digits of some groups.

    These are the fields `relation` and `allowed` of `GroupTables`. `cells` [groups, K] has the cells of each group,
    then −1.
    """
    full = (1 << layout.size) - 1
    different = tuple(full & ~(1 << digit) for digit in range(layout.size))
    # Most pairs of cells see each other and have no further relation: that is table 0.
    tables = {different: 0}
    one, other, peers = cells[:, :, None], cells[:, None, :], rater_tables(layout).peers
    sees = peers[one, other >> 6] >> (other & 63).astype(np.uint64) & np.uint64(1) != 0
    is_earlier = (one >= 0) & np.tri(cells.shape[1], k=-1, dtype=np.bool_)
    relation = np.where(sees & is_earlier, 0, -1)
    for table, form in zip(relation, forms, strict=True):
        related: dict[tuple[int, int], tuple[int, ...]] = {}
        for pair in form.pairs:
            place, before, rows = _placed(pair, form)
            start = different if table[place, before] == 0 else (full,) * layout.size
            related[place, before] = tuple(map(and_, rows, related.get((place, before), start)))
        for (place, before), rows in related.items():
            table[place, before] = tables.setdefault(rows, len(tables))
    return relation, np.array(list(tables), np.uint64)


def _placed(pair: Pair, form: GroupForm) -> tuple[int, int, tuple[int, ...]]:
    """Return the indices of a pair's later and earlier cell, and a mask of allowed later digits per earlier digit."""
    first, second = form.cells.index(pair.first), form.cells.index(pair.second)
    if first < second:
        return second, first, pair.allowed
    digits = range(len(pair.allowed))
    return first, second, tuple(sum(1 << one for one in digits if pair.allowed[one] >> two & 1) for two in digits)


def _most_per_group(starts: np.ndarray) -> int:
    return int((starts[1:] - starts[:-1]).max(initial=0))


SUMS = Length(lambda layout, given: _most_per_group(given["groups"].sum_starts) + 1)
AUTOMATA = Length(lambda layout, given: _most_per_group(given["groups"].automaton_starts) + 1)
QUIET = Length(lambda layout, given: given["kept"])
GROUPS = Length(lambda layout, given: len(given["groups"].counts))
K = Length(lambda layout, given: given["groups"].cells.shape[1])
PAIRED = Length(lambda layout, given: MOST_CELLS if given["pairs"] else 0)


class KnownFillings(Struct):
    """Fillings of each group of some tables that were found last; they are fillings as long as they are candidates.

    It is sized for the `groups` that are given to `allocate`.
    """

    digits: np.ndarray = array(np.uint8, GROUPS, MOST_KNOWN, K)  # digits of each cell, from 1
    counts: np.ndarray = numbers(GROUPS)  # number of fillings found of each group, of which the last are known


class FillScratch(Struct):
    """Working memory and results of the searches for the fillings of a group.

    It is sized for the `groups` that are given to `allocate`.
    """

    supported: np.ndarray = masks(MOST_CELLS)  # digits of each cell in some filling
    sets: np.ndarray = masks(MOST_SETS + 1)  # the first different sets of digits of fillings
    found: np.ndarray = record(fillings=np.int64, common=np.uint64, sets=np.int64, steps=np.int64)
    """Number of `fillings`, digits `common` to all of them as a mask, number of different `sets` (up to MOST_SETS + 1,
    which means more), and number of `steps` of the search"""
    domains: np.ndarray = masks(MOST_CELLS)  # digits that the search may try in each cell
    left: np.ndarray = masks(MOST_CELLS)  # digits still to try, by depth
    chosen: np.ndarray = numbers(MOST_CELLS)  # digit chosen, by depth
    partial: np.ndarray = numbers(MOST_CELLS + 1, SUMS)  # partial sums, by depth
    rest_low: np.ndarray = numbers(MOST_CELLS + 1, SUMS)  # smallest sum of the cells from a depth on
    rest_high: np.ndarray = numbers(MOST_CELLS + 1, SUMS)
    states: np.ndarray = numbers(MOST_CELLS + 1, AUTOMATA)  # states, by depth
    quiet: np.ndarray = masks(QUIET, MOST_CELLS + 1)
    """Groups, from 1, with candidates that `excludes` need not check again; `kept` is a power of two"""
    known: KnownFillings = nested(KnownFillings)
    together: np.ndarray = masks(PAIRED, n, MOST_CELLS)
    """Digits of each cell in the fillings with a digit in one cell; empty unless `pairs` are asked for"""


@compiled
def excludes(groups: GroupTables, group: int, candidates: np.ndarray, scratch: FillScratch, most: int) -> bool:
    """Return True if some candidate of a group is in no filling, and a search of at most `most` steps proves that.

    The digits that are in some filling are then in `scratch.supported`. Candidates of which none is excluded are
    remembered in `scratch.quiet`, in the row given by their hash, since they often occur again; so all calls must have
    the same `most`.
    """
    count, key = groups.counts[group], np.uint64(group)
    for place in range(count):
        key = (key ^ candidates[groups.cells[group, place]]) * HASH_FACTOR
    row = scratch.quiet[(key >> np.uint64(32)) & np.uint64(len(scratch.quiet) - 1)]
    is_quiet = row[0] == np.uint64(group + 1)
    for place in range(count):
        is_quiet &= row[1 + place] == candidates[groups.cells[group, place]]
    if is_quiet:
        return False
    # Most groups exclude nothing, and that is shown by a few fillings, while there may be hundreds.
    if not _are_all_supported(groups, group, candidates, scratch, most) and fill_group(
        groups, group, candidates, scratch, most
    ):
        for place in range(count):
            if candidates[groups.cells[group, place]] & ~scratch.supported[place]:
                return True
    row[0] = np.uint64(group + 1)
    for place in range(count):
        row[1 + place] = candidates[groups.cells[group, place]]
    return False


@compiled
def has_filling(groups: GroupTables, group: int, candidates: np.ndarray, scratch: FillScratch, most: int) -> bool:
    """Return False if a group has no filling, and a search of at most `most` steps proves that."""
    _begin_filling(groups, group, candidates, scratch)
    _enter(groups, group, scratch, 0, scratch.domains[0])
    return _next_filling(groups, group, scratch, 0, most, False) >= 0 or bool(scratch.found[0].steps > most)


@compiled
def _are_all_supported(
    groups: GroupTables, group: int, candidates: np.ndarray, scratch: FillScratch, most: int
) -> bool:
    """Return True if every candidate of a group is in a filling; False if not, or if it takes more than `most` steps.

    For each candidate that is in none of the fillings found before, one filling with it is searched for.
    """
    _begin_filling(groups, group, candidates, scratch)
    support_by_known(groups, group, candidates, scratch.known, scratch.supported)
    for place in range(groups.counts[group]):
        digits = candidates[groups.cells[group, place]]
        for digit in ones(digits):
            if scratch.supported[place] & bit(digit):
                continue
            scratch.domains[place] = bit(digit)
            _enter(groups, group, scratch, 0, scratch.domains[0])
            if _next_filling(groups, group, scratch, 0, most, True) < 0:
                return False
            for depth in range(groups.counts[group]):
                scratch.supported[depth] |= bit(scratch.chosen[depth])
            note_known(scratch.known, group, scratch.chosen, groups.counts[group])
        scratch.domains[place] = digits
    return True


@compiled
def support_by_known(
    groups: GroupTables, group: int, candidates: np.ndarray, known: KnownFillings, supported: np.ndarray
) -> None:
    """Add to `supported` the digits of the known fillings of a group whose digits are all candidates.

    `candidates` has a mask for each cell of the board, and `supported` for each cell of the group.
    """
    for row in range(min(known.counts[group], MOST_KNOWN)):
        if _is_possible(groups, group, candidates, known.digits[group, row]):
            for place in range(groups.counts[group]):
                supported[place] |= bit(known.digits[group, row, place] - 1)


@compiled
def common_of_known(groups: GroupTables, group: int, candidates: np.ndarray, known: KnownFillings) -> np.uint64:
    """Return the digits that all known fillings of a group have, among those whose digits are all candidates.

    `candidates` has a mask for each cell of the board.
    """
    common = ~np.uint64(0)
    for row in range(min(known.counts[group], MOST_KNOWN)):
        if _is_possible(groups, group, candidates, known.digits[group, row]):
            digits = np.uint64(0)
            for place in range(groups.counts[group]):
                digits |= bit(known.digits[group, row, place] - 1)
            common &= digits
    return common


@compiled
def _is_possible(groups: GroupTables, group: int, candidates: np.ndarray, digits: np.ndarray) -> bool:
    """Return True if the digits of a filling, counted from 1, are candidates of the cells of its group."""
    for place in range(groups.counts[group]):  # noqa: SIM110 - compiled code has no generator expressions
        if not candidates[groups.cells[group, place]] & bit(digits[place] - 1):
            return False
    return True


@compiled
def note_known(known: KnownFillings, group: int, chosen: np.ndarray, count: int) -> None:
    """Remember a filling of a group in place of the oldest one: the digits `chosen` for its first `count` cells."""
    row = known.digits[group, known.counts[group] % MOST_KNOWN]
    for place in range(count):
        row[place] = chosen[place] + 1
    known.counts[group] += 1


@compiled
def fill_group(groups: GroupTables, group: int, candidates: np.ndarray, scratch: FillScratch, most: int) -> bool:
    """Find all fillings of the group with index `group`; return False if that takes more than `most` steps.

    Their number and what they have in common are stored in `scratch.found`, their digits in `scratch.supported` and
    `scratch.sets`. A step is a digit that the earlier cells leave to a cell; those with which a sum is out of reach are
    counted together. `candidates` has a mask for each cell of the board.
    """
    _begin_filling(groups, group, candidates, scratch)
    _enter(groups, group, scratch, 0, scratch.domains[0])
    count = groups.counts[group]
    depth = _next_filling(groups, group, scratch, 0, most, False)
    while depth >= 0:
        _note_filling(scratch, count)
        depth = _next_filling(groups, group, scratch, depth, most, False)
    return bool(scratch.found[0].steps <= most)


@compiled
def _next_filling(
    groups: GroupTables, group: int, scratch: FillScratch, depth: int, most: int, is_new_first: bool
) -> int:
    """Continue the search for fillings of a group at a depth, which is the number of cells assigned.

    Digits are tried in ascending order; if `is_new_first`, those that are not in `scratch.supported` come first.

    Returns:
        The depth of the last cell if a filling was found; −1 if there are no more fillings, or after `most` steps.
    """
    count, found = groups.counts[group], scratch.found[0]
    while depth >= 0:
        if scratch.left[depth] == np.uint64(0):
            depth -= 1
            continue
        new = scratch.left[depth] & ~scratch.supported[depth] if is_new_first else np.uint64(0)
        digit = lowest(new or scratch.left[depth])
        scratch.left[depth] &= ~bit(digit)
        found.steps += 1
        if found.steps > most:
            return -1
        if not _advance(groups, group, scratch, depth, digit):
            continue
        scratch.chosen[depth] = digit
        if depth == count - 1:
            if _is_accepted(groups, group, scratch, count):
                return int(depth)
            continue
        depth += 1
        digits = scratch.domains[depth]
        for before in range(depth):
            table = groups.relation[group, depth, before]
            if table >= 0:
                digits &= groups.allowed[table, scratch.chosen[before]]
        _enter(groups, group, scratch, depth, digits)
    return -1


@compiled
def _enter(groups: GroupTables, group: int, scratch: FillScratch, depth: int, digits: np.uint64) -> None:
    """Store in `scratch.left` the digits to try in the cell at a depth of the search for fillings of a group.

    These are those of `digits`, the candidates that the earlier cells leave to the cell, with which each sum can still
    be reached. The others are counted as steps.
    """
    kept, first = digits, groups.sum_starts[group]
    for one in range(groups.sum_starts[group + 1] - first):
        weight = groups.weights[first + one, depth]
        low = groups.least[first + one] - scratch.partial[depth, one] - scratch.rest_high[depth + 1, one]
        high = groups.most[first + one] - scratch.partial[depth, one] - scratch.rest_low[depth + 1, one]
        # Now low <= weight · (digit + 1) <= high is needed.
        if weight < 0:
            weight, low, high = -weight, -high, -low
        if weight > 1:
            low, high = -(-low // weight), high // weight
        if weight == 0:
            kept = kept if low <= 0 <= high else np.uint64(0)
        elif high < 1 or low > high:
            kept = np.uint64(0)
        else:
            kept &= (bit(min(high, MOST_DIGIT)) - np.uint64(1)) & ~(
                bit(min(max(low, 1), MOST_DIGIT) - 1) - np.uint64(1)
            )
    scratch.found[0].steps += count_bits(digits) - count_bits(kept)
    scratch.left[depth] = kept


@compiled
def _begin_filling(groups: GroupTables, group: int, candidates: np.ndarray, scratch: FillScratch) -> None:
    """Reset the results in `scratch`, and store the candidates of a group and the ranges of its sums there.

    `rest_low` and `rest_high` receive the range of each sum over the cells from every depth on. `candidates` has a mask
    for each cell of the board.
    """
    scratch.supported[:] = np.uint64(0)
    found = scratch.found[0]
    found.fillings = found.sets = found.steps = 0
    found.common = ~np.uint64(0)
    first, count = groups.sum_starts[group], groups.counts[group]
    for place in range(count):
        scratch.domains[place] = candidates[groups.cells[group, place]]
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
    return (lowest(digits) + 1, highest(digits) + 1) if digits else (1, 0)


@compiled
def _advance(groups: GroupTables, group: int, scratch: FillScratch, depth: int, digit: int) -> bool:
    """Add a digit in the cell at a depth to the sums and automata of a group; return False if an automaton rejects it.

    The new sums and states are stored in row `depth + 1` of `scratch.partial` and `scratch.states`.
    """
    first = groups.sum_starts[group]
    for one in range(groups.sum_starts[group + 1] - first):
        weight = groups.weights[first + one, depth]
        scratch.partial[depth + 1, one] = scratch.partial[depth, one] + weight * (digit + 1)
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
def _is_accepted(groups: GroupTables, group: int, scratch: FillScratch, count: int) -> bool:
    """Return True if all automata of a group accept the digits chosen for its `count` cells."""
    first = groups.automaton_starts[group]
    for one in range(groups.automaton_starts[group + 1] - first):
        if not groups.accepting[first + one, scratch.states[count, one]]:
            return False
    return True


@compiled
def _note_filling(scratch: FillScratch, count: int) -> None:
    """Add the filling in `scratch.chosen`, of `count` cells, to the results.

    These are `found`, `supported`, `sets` and, if asked for, `together` of `scratch`.
    """
    digits = np.uint64(0)
    for depth in range(count):
        digits |= bit(scratch.chosen[depth])
        scratch.supported[depth] |= bit(scratch.chosen[depth])
    found = scratch.found[0]
    if len(scratch.together):
        for depth in range(count):
            for other in range(count):
                scratch.together[depth, scratch.chosen[depth], other] |= bit(scratch.chosen[other])
    found.fillings += 1
    found.common &= digits
    for one in range(min(found.sets, MOST_SETS)):
        if scratch.sets[one] == digits:
            return
    if found.sets <= MOST_SETS:
        scratch.sets[found.sets] = digits
        found.sets += 1
