"""The compiled loops of digging: a unit, a cell or an orbit, is taken, checked, and put back when the check fails.

A check is always made on clues from which one unit was just taken; before that it held.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

import numpy as np

from cpgen.digging.strategies import DIRECT, UNIQUE, Check
from cpgen.digging.unavoidable_sets import UnavoidableSets, find_unavoidable_sets, misses_a_set, unavoidable_sets_for
from cpgen.engine.board import EngineTables, engine_tables
from cpgen.engine.search import Search, find_other, is_solved_without_branching, new_search
from cpgen.kernel import bit, compiled, compiled_at_once, compiled_when_hot, count_bits, random_below
from cpgen.kernel.compiler import Entry
from cpgen.kernel.marks import compiled_as
from cpgen.kernel.records import Record, padded, record
from cpgen.kernel.structs import Struct
from cpgen.layout import Layout
from cpgen.rater.ladder import Ladder
from cpgen.rater.rating import Rater

T = TypeVar("T")
FAILS, HOLDS, UNDECIDED = range(3)
"""What a check says; a search for another solution is undecided only where it took too many branches."""
BRANCHES = 500_000_000
"""Branches of a search are limited to this over n⁴, which 9×9 never needs and 25×25 does not wait for long"""
GONE, UNTRIED, KEPT = range(3)
"""The status of a unit"""
UNSHOWN, WITH_OTHERS, ALONE = range(3)
"""What a second solution has shown of a clue: nothing, that its unit is needed, or that it is needed itself"""
BACK = 2
"""Units that `dig_again` puts back at once, at most"""


class Tools(Struct):
    """What a compiled check works with, but for `ladder`; made by `tools_for`."""

    kind: int
    branches: int
    tables: EngineTables
    search: Search
    peers: np.ndarray
    """[N, P] the cells that a cell sees, then the last of them again"""
    needed: np.ndarray
    """[N] what second solutions have shown of each clue; when more clues are taken, it stays true"""
    unavoidable: UnavoidableSets
    """Those of the grid that was last dug in"""


@dataclass(frozen=True)
class LadderTools:
    """The check `ladder`, which Python makes: its loops are interpreted, and each rating is compiled."""

    rater: Rater
    needed: np.ndarray
    """[N] nothing is known of a clue"""

    def holds(self, clues: np.ndarray) -> bool:
        """Return True if the ladder solves the clues."""
        return self.rater.rate(clues.tolist()).solved


AnyTools = Tools | LadderTools


class Units(Struct):
    """The units in which clues are taken: cells one by one, or the orbits of a symmetry."""

    cells: np.ndarray
    """[U, M] the cells of each unit, then −1"""
    lengths: np.ndarray
    movable: np.ndarray
    """[U] whether the unit may be taken"""
    regions: np.ndarray
    """[N] the region of each cell, the row where there are no regions"""
    status: np.ndarray
    """[U] UNTRIED, GONE or KEPT"""
    order: np.ndarray
    """[U] the units in the order in which they are tried"""
    held: np.ndarray
    """[n] how many clues each region holds"""
    region_clues: int
    """How many clues each region is to keep"""
    saved: np.ndarray
    """[N + U] the clues and the status of the units, as `save` keeps them"""
    counts: Record
    """`clues` left, `checks` made, units `taken`, and the `next` place in the order"""


def tools_for(layout: Layout, check: Check) -> Tools:
    """The tools of a check, but for `ladder`, on a layout."""
    return Tools(
        kind=check.code,
        branches=BRANCHES // layout.size**4,
        tables=engine_tables(layout),
        search=new_search(layout),
        peers=_peers(layout),
        needed=np.full(layout.cell_count, UNSHOWN, np.uint8),
        unavoidable=unavoidable_sets_for(layout),
    )


def _peers(layout: Layout) -> np.ndarray:
    peers = padded(layout.peers)
    return np.where(peers < 0, peers.max(axis=1, keepdims=True), peers)


def ladder_tools_for(layout: Layout, ladder: Ladder) -> LadderTools:
    """The tools of the check `ladder` on a layout of at most 36 digits, with the rules that may be used."""
    return LadderTools(Rater(layout, ladder), np.full(layout.cell_count, UNSHOWN, np.uint8))


def run(loop: Entry[..., T], tools: AnyTools, *arguments: Any) -> T:
    """Run a loop: compiled with a check of the engine, interpreted with one that Python makes."""
    return loop(tools, *arguments) if isinstance(tools, Tools) else loop.interpret(tools, *arguments)


def units_of(
    layout: Layout, groups: Sequence[Sequence[int]], held: frozenset[int] = frozenset(), region_clues: int = 0
) -> Units:
    """Units with these cells, all untried and in order; those with a cell in `held` may not be taken.

    Of those left, none may be taken that would leave a region with fewer than `region_clues` clues.
    """
    regions = layout.regions or tuple(cell // layout.size for cell in range(layout.cell_count))
    return Units(
        cells=padded(groups),
        lengths=np.array([len(cells) for cells in groups], np.int64),
        movable=np.array([held.isdisjoint(cells) for cells in groups], np.bool_),
        regions=np.array(regions, np.int64),
        status=np.full(len(groups), UNTRIED, np.int64),
        order=np.arange(len(groups), dtype=np.int64),
        held=np.zeros(layout.size, np.int64),
        region_clues=region_clues,
        saved=np.zeros(layout.cell_count + len(groups), np.int64),
        counts=record(clues=0, checks=0, taken=0, next=0),
    )


@compiled_when_hot
def begin_dig(units: Units, clues: np.ndarray, random: np.ndarray) -> None:
    """Makes the units that are clues untried, or kept if they may not be taken; puts all in a random order."""
    counts = units.counts
    counts.clues = counts.checks = counts.taken = counts.next = 0
    for cell in range(len(clues)):
        if clues[cell]:
            counts.clues += 1
    for unit in range(len(units.lengths)):
        units.status[unit] = UNTRIED if units.movable[unit] else KEPT
        units.order[unit] = unit
        for cell in units.cells[unit]:
            if cell >= 0 and not clues[cell]:
                units.status[unit] = GONE
    shuffle(units.order, random)


@compiled
def shuffle(order: np.ndarray, random: np.ndarray) -> None:
    """Puts the entries in a random order."""
    for last in range(len(order) - 1, 0, -1):
        place = random_below(random, last + 1)
        entry = order[last]
        order[last] = order[place]
        order[place] = entry


@compiled_at_once
def dig(
    tools: AnyTools, units: Units, grid: np.ndarray, clues: np.ndarray, least: int, fullest_first: bool, most: int
) -> bool:
    """Tries the untried units in order for at most so many checks, keeping `least` clues; whether all were tried."""
    stop = units.counts.checks + most
    while units.counts.checks < stop:
        unit = next_unit(units, clues, least, fullest_first)
        if unit < 0:
            return True
        try_unit(tools, units, grid, clues, unit)
    return False


@compiled_at_once
def dig_together(tools: Tools, units: Units, clues: np.ndarray, least: int, fullest_first: bool) -> None:
    """Tries the first of the untried units many at once, then fewer, while conclusions alone show that all can go.

    Each could then go alone, so that the clues become those that trying one by one leaves. Nothing is tried where the
    check is another one, or something else decides which may go next.
    """
    counts, many = units.counts, len(units.order) // 3
    if tools.kind != UNIQUE or units.region_clues > 0 or fullest_first:
        return
    while many > 1:
        next_before, clues_before = counts.next, counts.clues
        save(units, clues)
        taken = _take_next(units, clues, least, many)
        if is_solved_without_branching(tools.tables, tools.search, clues):
            counts.checks += taken
            counts.taken += taken
            if taken < many:
                return
        else:
            restore(units, clues)
            counts.next, counts.clues = next_before, clues_before
            many //= 2


@compiled
def _take_next(units: Units, clues: np.ndarray, least: int, many: int) -> int:
    """Takes so many of the next untried units, or as many as leave `least` clues; the number taken."""
    counts, taken = units.counts, 0
    while taken < many and counts.next < len(units.order):
        unit = units.order[counts.next]
        if units.status[unit] == UNTRIED:
            if counts.clues - units.lengths[unit] < least:
                break
            take(units, clues, unit)
            taken += 1
        counts.next += 1
    return taken


@compiled
def next_unit(units: Units, clues: np.ndarray, least: int, fullest_first: bool) -> int:
    """The next of the untried units that leaves `least` clues or more; −1 when there is none."""
    counts = units.counts
    while counts.next < len(units.order):
        if fullest_first:
            bring_fullest(units, clues)
        unit: int = units.order[counts.next]
        counts.next += 1
        if units.status[unit] == UNTRIED and counts.clues - units.lengths[unit] >= least:
            return unit
    return -1


@compiled_at_once
def try_unit(tools: AnyTools, units: Units, grid: np.ndarray, clues: np.ndarray, unit: int) -> bool:
    """Takes the unit if every region keeps its clues and the check then holds; whether they did."""
    if not begin_try(units, grid, clues, unit):
        return False
    return end_try(units, grid, clues, unit, verdict(tools, grid, clues, units.cells[unit]) == HOLDS)


@compiled_when_hot
def begin_next(tools: Tools, units: Units, grid: np.ndarray, clues: np.ndarray, least: int, fullest_first: bool) -> int:
    """Takes the next of the untried units of which somebody else has to say whether it may go; −1 when all are tried.

    Those before it, of which that is seen at once, are tried.
    """
    while True:
        unit = next_unit(units, clues, least, fullest_first)
        if unit < 0:
            return unit
        if begin_try(units, grid, clues, unit):
            said = seen_at_once(tools, grid, clues, units.cells[unit])
            if said == UNDECIDED:
                return unit
            end_try(units, grid, clues, unit, said == HOLDS)


@compiled
def begin_try(units: Units, grid: np.ndarray, clues: np.ndarray, unit: int) -> bool:
    """Takes the unit and counts the check that is now to be made; False, and nothing taken, if a region lacks clues."""
    take(units, clues, unit)
    if not serves_regions(units, clues):
        return end_try(units, grid, clues, unit, False)
    units.counts.checks += 1
    return True


@compiled_when_hot
def end_try(units: Units, grid: np.ndarray, clues: np.ndarray, unit: int, holds: bool) -> bool:
    """Puts the unit back, to be kept, unless the check holds; whether it does."""
    if holds:
        units.counts.taken += 1
    else:
        put_back(units, grid, clues, unit)
        units.status[unit] = KEPT
    return holds


@compiled
def take(units: Units, clues: np.ndarray, unit: int) -> None:
    """Opens the cells of a unit."""
    open_cells(clues, units.cells[unit])
    units.status[unit] = GONE
    units.counts.clues -= units.lengths[unit]


@compiled
def put_back(units: Units, grid: np.ndarray, clues: np.ndarray, unit: int) -> None:
    """Gives the cells of a unit as in the grid; it counts as untried."""
    give_cells(grid, clues, units.cells[unit])
    units.status[unit] = UNTRIED
    units.counts.clues += units.lengths[unit]


@compiled
def open_cells(clues: np.ndarray, cells: np.ndarray) -> None:
    """Opens some cells (then −1)."""
    for cell in cells:
        if cell >= 0:
            clues[cell] = 0


@compiled
def give_cells(grid: np.ndarray, clues: np.ndarray, cells: np.ndarray) -> None:
    """Gives some cells (then −1) as in the grid."""
    for cell in cells:
        if cell >= 0:
            clues[cell] = grid[cell]


@compiled
def serves_regions(units: Units, clues: np.ndarray) -> bool:
    """Whether every region holds so many clues as it is to keep."""
    if units.region_clues == 0:
        return True
    count_held(units, clues)
    scarce = 0
    for held in units.held:
        scarce += held < units.region_clues
    return scarce == 0


@compiled
def count_held(units: Units, clues: np.ndarray) -> None:
    """Counts the clues of each region."""
    units.held[:] = 0
    for cell in range(len(clues)):
        if clues[cell]:
            units.held[units.regions[cell]] += 1


@compiled
def bring_fullest(units: Units, clues: np.ndarray) -> None:
    """Moves the first of the untried units whose regions hold most clues, on average, to the next place."""
    count_held(units, clues)
    best, chosen = -1.0, units.counts.next
    for place in range(units.counts.next, len(units.order)):
        unit = units.order[place]
        held = 0
        for cell in units.cells[unit]:
            if cell >= 0:
                held += units.held[units.regions[cell]]
        share = held / units.lengths[unit] if units.status[unit] == UNTRIED else -1.0
        if share > best:
            best, chosen = share, place
    unit = units.order[chosen]
    units.order[chosen] = units.order[units.counts.next]
    units.order[units.counts.next] = unit


@compiled
def all_direct(peers: np.ndarray, size: int, clues: np.ndarray, unit: np.ndarray) -> bool:
    """Whether the digit of each cell of the unit is the only one that the clues in its houses leave."""
    for cell in unit:
        if cell < 0:
            return True
        if count_bits(seen_from(peers[cell], clues)) != size - 1:
            return False
    return True


@compiled
def seen_from(peers: np.ndarray, clues: np.ndarray) -> np.uint64:
    """The digits of the clues in the cells of a row of peers, as a mask with bit d − 1 for digit d."""
    seen = np.uint64(0)
    for peer in peers:
        seen |= bit(clues[peer])
    return seen >> np.uint64(1)


@compiled
def no_other(tools: Tools, grid: np.ndarray, clues: np.ndarray, unit: np.ndarray) -> int:
    """Whether no solution differs from the grid in a cell of the unit: first in one cell, then, that settled, the next.

    It is enough, since before the unit was taken there was one solution.
    """
    said = HOLDS
    for cell in unit:
        if cell < 0 or said != HOLDS:
            break
        said = _none_differs_in(tools, grid, clues, cell)
        if said == FAILS:
            tools.needed[cell] = ALONE if _differs_nowhere_else(tools, grid, unit, cell) else WITH_OTHERS
        clues[cell] = grid[cell]
    open_cells(clues, unit)
    return said


@compiled
def _none_differs_in(tools: Tools, grid: np.ndarray, clues: np.ndarray, cell: int) -> int:
    if find_other(tools.tables, tools.search, clues, cell, grid, tools.branches):
        return FAILS
    return HOLDS if tools.search.status[0].finished else UNDECIDED


@compiled
def _differs_nowhere_else(tools: Tools, grid: np.ndarray, unit: np.ndarray, cell: int) -> bool:
    """Whether the solution just found has the digits of the grid in all other cells of the unit."""
    found, differing = tools.search.solutions[0], 0
    for other in unit:
        differing += other >= 0 and other != cell and found[other] != grid[other]
    return differing == 0


@compiled
def unique(tools: Tools, grid: np.ndarray, clues: np.ndarray, unit: np.ndarray) -> int:
    """Whether the clues without those of the unit have one solution, seen at once or by a search for another."""
    said = seen_at_once(tools, grid, clues, unit)
    return no_other(tools, grid, clues, unit) if said == UNDECIDED else said


@compiled
def seen_at_once(tools: Tools, grid: np.ndarray, clues: np.ndarray, unit: np.ndarray) -> int:
    """The same as far as it is seen without a search, else undecided."""
    if all_direct(tools.peers, tools.tables.shape[0].digits, clues, unit):
        return HOLDS
    return FAILS if opens_exchange(tools, grid, clues, unit) else UNDECIDED


@compiled
def opens_exchange(tools: Tools, grid: np.ndarray, clues: np.ndarray, unit: np.ndarray) -> bool:
    """Whether without the clues of the unit an exchange has none."""
    find_unavoidable_sets(tools.unavoidable, grid)
    if not misses_a_set(tools.unavoidable, clues):
        return False
    give_cells(grid, clues, unit)
    for cell in unit:
        if cell >= 0:
            clues[cell] = 0
            alone = misses_a_set(tools.unavoidable, clues)
            tools.needed[cell] = max(tools.needed[cell], ALONE if alone else WITH_OTHERS)
            clues[cell] = grid[cell]
    open_cells(clues, unit)
    return True


@compiled
def direct(tools: Tools, grid: np.ndarray, clues: np.ndarray, unit: np.ndarray) -> int:
    """Whether the clues that a cell of the unit sees leave one digit, the whole unit being open."""
    return HOLDS if all_direct(tools.peers, tools.tables.shape[0].digits, clues, unit) else FAILS


@compiled
def apart(tools: Tools, grid: np.ndarray, clues: np.ndarray, unit: np.ndarray) -> int:
    """Whether the clues that a cell of the unit sees leave one digit, the other cells of the unit being clues."""
    for cell in unit:
        if cell >= 0:
            clues[cell] = grid[cell]
    said = direct(tools, grid, clues, unit)
    for cell in unit:
        if cell >= 0:
            clues[cell] = 0
    return said


def _engine_verdict(tools: Tools, grid: np.ndarray, clues: np.ndarray, unit: np.ndarray) -> int:
    if tools.kind == UNIQUE:
        return unique(tools, grid, clues, unit)
    if tools.kind == DIRECT:
        return direct(tools, grid, clues, unit)
    return apart(tools, grid, clues, unit)


@compiled_as(_engine_verdict)
def verdict(tools: AnyTools, grid: np.ndarray, clues: np.ndarray, unit: np.ndarray) -> int:
    """Return the result of the check for clues from which the cells of the unit (then −1) were just taken."""
    if isinstance(tools, LadderTools):
        return HOLDS if tools.holds(clues) else FAILS
    return _engine_verdict(tools, grid, clues, unit)


@compiled_at_once
def none_can_go(tools: Tools, units: Units, grid: np.ndarray, clues: np.ndarray, enough: int) -> bool:
    """Whether the check fails, beyond doubt, without any one of the units; the clues stay as they are.

    A unit is not checked where one of its clues is already shown to be needed, in the sense of `enough`.
    """
    for unit in range(len(units.order)):
        if units.status[unit] != GONE and not _is_shown(tools, units.cells[unit], enough):
            take(units, clues, unit)
            said = verdict(tools, grid, clues, units.cells[unit])
            put_back(units, grid, clues, unit)
            if said != FAILS:
                return False
    return True


@compiled
def _is_shown(tools: Tools, unit: np.ndarray, enough: int) -> bool:
    """Whether second solutions have shown that much of a cell of the unit."""
    shown = 0
    for cell in unit:
        shown += cell >= 0 and tools.needed[cell] >= enough
    return shown > 0


@compiled_at_once
def dig_again(
    tools: AnyTools, units: Units, grid: np.ndarray, clues: np.ndarray, random: np.ndarray, least: int, most: int
) -> None:
    """Puts units back and digs again, keeping what is no worse, for about `most` checks.

    Never keeps fewer than `least` clues, and ends when it has reached them.
    """
    counts = units.counts
    stop = counts.checks + most
    while counts.checks < stop and counts.clues > least:
        count = counts.clues
        save(units, clues)
        if not _some_back(units, grid, clues, random):
            return
        _dig_rest(tools, units, grid, clues, random, least)
        if counts.clues > count:
            restore(units, clues)
            counts.clues = count


@compiled
def _some_back(units: Units, grid: np.ndarray, clues: np.ndarray, random: np.ndarray) -> bool:
    """Puts one or more random units back, as untried among others that are kept; False when there are none."""
    wanted = 1 + random_below(random, BACK)
    put = 0
    shuffle(units.order, random)
    for unit in units.order:
        if put < wanted and units.movable[unit] and units.status[unit] == GONE:
            put_back(units, grid, clues, unit)
            put += 1
        elif units.status[unit] == UNTRIED:
            units.status[unit] = KEPT
    return put > 0


@compiled
def _dig_rest(
    tools: AnyTools, units: Units, grid: np.ndarray, clues: np.ndarray, random: np.ndarray, least: int
) -> None:
    """Tries first the units that were there before, then those put back."""
    shuffle(units.order, random)
    for turn in (KEPT, UNTRIED):
        for unit in units.order:
            enough = units.counts.clues - units.lengths[unit] >= least
            if enough and units.movable[unit] and units.status[unit] == turn:
                try_unit(tools, units, grid, clues, unit)


@compiled
def save(units: Units, clues: np.ndarray) -> None:
    """Keeps the clues and the status of the units for `restore`."""
    for cell in range(len(clues)):
        units.saved[cell] = clues[cell]
    for unit in range(len(units.status)):
        units.saved[len(clues) + unit] = units.status[unit]


@compiled
def restore(units: Units, clues: np.ndarray) -> None:
    """Brings back what `save` kept."""
    for cell in range(len(clues)):
        clues[cell] = units.saved[cell]
    for unit in range(len(units.status)):
        units.status[unit] = units.saved[len(clues) + unit]
