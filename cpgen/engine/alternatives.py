"""Alternatives: options, each a few conditions, of which some must hold (constructive disjunction).

Each option is propagated once on a copy of the domains. An option that fails is out. A digit stays in a cell if an
option that is left allows it there; and when no more options are left than must hold, all of them are propagated.

    r1c1 of 12345: either it is less than r1c2 of 3, or it is at least 4        left to the first option: 12
                                                                                 to the second one: 45     so 3 goes

An option may contain alternatives itself. As long as it is one of several, these are only counted: how many of their
options do not fail. Once it holds, they are alternatives like all others. Whatever is nested more deeply is multiplied
out beforehand.

What is known of the options is on the board: *chosen* ones hold, and *excluded* ones are out. A search may choose and
exclude options as it assigns digits. It then has to leave out solutions in which an excluded option holds, which it
finds where that option is chosen.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import combinations, pairwise, product
from math import prod

import numpy as np

from cpgen.constraints.primitives import Alternatives, Automaton, Domain, Linear, Pair, Primitive
from cpgen.engine.automata import AutomatonTables, automaton_tables, propagate_automaton
from cpgen.engine.domains import FurtherScratch, narrow
from cpgen.engine.pair_links import LinkTables, link_tables, propagate_link
from cpgen.engine.sum_propagation import TotalTables, propagate_total, total_tables
from cpgen.errors import InputError
from cpgen.kernel import bit, compiled, records
from cpgen.kernel.structs import Struct
from cpgen.layout import Layout
from cpgen.messages import Message

LINK, TOTAL, AUTOMATON, INNER = range(4)
"""Sorts of conditions of an option; the last one is alternatives"""
MOST_OPTIONS = 5000
"""Most options of all alternatives of a board, after multiplying out"""
MOST_CHOICES = 20_000
"""Most ways to choose options of all alternatives with which a search chooses options before digits"""
SEVERAL = 2
"""Conditions per option of alternatives whose options are chosen"""
CHOSEN, EXCLUDED = 0, 1
"""Rows of what is known of options"""
Condition = Pair | Linear | Automaton | Alternatives


class AlternativeTables(Struct):
    """All alternatives of a layout, as arrays; alternatives inside the options of others come last.

    Alternatives a have the options from `starts[a]` up to `starts[a + 1]`, without the latter; option o has the
    conditions from `members[o]` up to `members[o + 1]`.
    """

    tops: np.ndarray
    """One record: the `number` of alternatives that are in no option, the `options` of all alternatives; `few` if there
    are few ways to choose them"""
    starts: np.ndarray
    """[alternatives + 1] the first option of each"""
    least: np.ndarray
    """[alternatives] number of options that must hold"""
    members: np.ndarray
    """[options + 1] the first condition of each option"""
    sort: np.ndarray
    """[conditions] LINK, TOTAL, AUTOMATON or INNER"""
    place: np.ndarray
    """[conditions] the index of the condition in the tables of its sort"""
    option: np.ndarray
    """[conditions] the option of each"""
    links: LinkTables
    totals: TotalTables
    automata: AutomatonTables


def alternative_tables(
    given: Sequence[Alternatives], layout: Layout
) -> tuple[AlternativeTables, list[tuple[int, ...]]]:
    """Return the tables of alternatives, and the cells of each condition of their options.

    The cells of alternatives inside an option are (), since these are only counted.

    Raises:
        InputError: There are too many options.
    """
    n = layout.size
    tops = [replace(one, options=tuple(tuple(_plain(option, n)) for option in one.options)) for one in given]
    inner = [part for one in tops for option in one.options for part in option if isinstance(part, Alternatives)]
    listed = [*tops, *(_flat(one, n) for one in inner)]
    options = [option for one in listed for option in one.options]
    if len(options) > MOST_OPTIONS:
        raise InputError(Message("any-of-many", most=MOST_OPTIONS))
    found: dict[int, list[Condition]] = {sort: [] for sort in range(4)}
    members: list[tuple[int, int]] = []
    for condition in (part for option in options for part in option):
        sort = _sort_of(condition)
        place = len(found[sort]) + (len(tops) if sort == INNER else 0)
        members.append((sort, place))
        found[sort].append(condition)  # type: ignore[arg-type]
    shape = records(1, number=np.int64, options=np.int64, few=np.bool_)
    parts: list[Condition] = [part for option in options for part in option]  # type: ignore[misc]
    cells = [() if isinstance(part, Alternatives) else part.cells for part in parts]
    shape[0] = (len(tops), len(options), prod(map(_choices, tops)) <= MOST_CHOICES)
    tables = AlternativeTables(
        tops=shape,
        starts=np.cumsum([0, *(len(one.options) for one in listed)], dtype=np.int64),
        least=np.array([one.least for one in listed], np.int64),
        members=np.cumsum([0, *map(len, options)], dtype=np.int64),
        sort=np.array([sort for sort, _ in members], np.int64),
        place=np.array([place for _, place in members], np.int64),
        option=np.array([number for number, option in enumerate(options) for _ in option], np.int64),
        links=link_tables(found[LINK], n),  # type: ignore[arg-type]
        totals=total_tables(found[TOTAL], layout),  # type: ignore[arg-type]
        automata=automaton_tables(found[AUTOMATON]),  # type: ignore[arg-type]
    )
    return tables, cells


def _choices(one: Alternatives) -> int:
    """Return the number of ways to choose the required number of options, including those of inner alternatives."""
    ways = [1, *[0] * one.least]  # for each number of options
    for option in one.options:
        inner = prod(_choices(part) for part in option if isinstance(part, Alternatives))
        ways = [ways[0], *(more + inner * fewer for fewer, more in pairwise(ways))]
    return ways[-1]


def _sort_of(one: Primitive) -> int:
    match one:
        case Pair():
            return LINK
        case Linear():
            return TOTAL
        case Automaton():
            return AUTOMATON
    return INNER


def _plain(option: Sequence[Primitive], n: int) -> Iterator[Condition]:
    """Yield the conditions of an option, on a board of side `n`, as pairs, sums, automata and alternatives."""
    full = (1 << n) - 1
    for one in option:
        match one:
            case Domain(cell, digits):
                row = tuple(1 if digits >> digit & 1 else -1 for digit in range(n))
                yield Automaton((cell,), (row, (-1,) * n), frozenset([1]))
            case Pair() | Linear() | Automaton() | Alternatives():
                yield one
            case _:
                different = tuple(full & ~(1 << digit) for digit in range(n))
                yield from (Pair(a, b, different) for a, b in combinations(one.cells, 2))


def _flat(one: Alternatives, n: int) -> Alternatives:
    """Return alternatives without any inside their options: if there are some, they are multiplied out.

    `n` is the side of the board.
    """
    options = [[*_plain(option, n)] for option in one.options]
    if not any(isinstance(part, Alternatives) for option in options for part in option):
        return replace(one, options=tuple(map(tuple, options)))
    joined = ([part for option in chosen for part in option] for chosen in combinations(options, one.least))
    return Alternatives(tuple(tuple(way) for option in joined for way in _ways(option, n)))


def _ways(option: Sequence[Condition], n: int) -> Iterator[list[Condition]]:
    """Yield the ways to satisfy an option with alternatives inside, each as conditions without alternatives.

    Each way chooses the required number of options of each inner constraint; `n` is the side of the board.
    """
    plain = [one for one in option if not isinstance(one, Alternatives)]
    inner = [_flat(one, n) for one in option if isinstance(one, Alternatives)]
    choices = [[*combinations(one.options, one.least)] for one in inner]
    if np.prod([len(one) for one in choices], dtype=float) > MOST_OPTIONS:
        raise InputError(Message("any-of-many", most=MOST_OPTIONS))
    for chosen in product(*choices):
        yield plain + [part for several in chosen for one in several for part in one]  # type: ignore[misc]


@compiled
def propagate_alternatives(
    tables: AlternativeTables, number: int, scratch: FurtherScratch, choices: np.ndarray
) -> bool:
    """Eliminate from `scratch.domains` the digits that no option of some alternatives allows.

    Return False if fewer options are left than must hold.

    Args:
        tables: Tables of all alternatives.
        number: Index of the alternatives.
        scratch: Working memory; cells that lose digits are added to `scratch.narrowed`.
        choices: [2 · words] sets of the options that are CHOSEN (hold) and EXCLUDED (cannot hold); updated.
    """
    if not _propagate_options(tables, number, scratch, choices):
        return False
    for option in range(tables.starts[number], tables.starts[number + 1]):
        if not is_known(choices, CHOSEN, option):
            continue
        for member in range(tables.members[option], tables.members[option + 1]):
            if tables.sort[member] == INNER and not _propagate_options(tables, tables.place[member], scratch, choices):
                return False
    return True


@compiled
def _propagate_options(tables: AlternativeTables, number: int, scratch: FurtherScratch, choices: np.ndarray) -> bool:
    """Eliminate digits that no option of the alternatives with index `number` allows, without options inside options.

    Return False if fewer options are left than must hold. The arguments are those of `propagate_alternatives`.
    """
    first, last, least = tables.starts[number], tables.starts[number + 1], tables.least[number]
    chosen = 0
    for option in range(first, last):
        chosen += is_known(choices, CHOSEN, option)
    if chosen >= least:
        return True
    left = _try_options(tables, number, scratch, choices)
    if left < least or not _narrow_all(scratch, scratch.trials[0]):
        return False
    if left > least:
        return True
    # No more options are left than must hold, so all of them do.
    for option in range(first, last):
        if is_known(choices, EXCLUDED, option):
            continue
        note_option(choices, CHOSEN, option)
        if not _try_option(tables, option, scratch) or not _narrow_all(scratch, scratch.trials[1]):
            return False
    return True


@compiled
def _try_options(tables: AlternativeTables, number: int, scratch: FurtherScratch, choices: np.ndarray) -> int:
    """Test each option of the alternatives with index `number`; return how many are still possible.

    Options already EXCLUDED in `choices` are skipped, and those that fail are added to them. `choices` [2 · words] is
    two sets of options: CHOSEN, then EXCLUDED. `scratch.trials[0]` becomes, for each cell, the union of the digits that
    the possible options allow.
    """
    left, trials = 0, scratch.trials
    for cell in range(trials.shape[1]):
        trials[0, cell] = np.uint64(0)
    for option in range(tables.starts[number], tables.starts[number + 1]):
        if is_known(choices, EXCLUDED, option):
            continue
        if not _try_option(tables, option, scratch):
            note_option(choices, EXCLUDED, option)
            continue
        left += 1
        for cell in range(trials.shape[1]):
            trials[0, cell] |= trials[1, cell]
    return left


@compiled
def is_known(choices: np.ndarray, row: int, option: int) -> bool:
    """Return True if an option is in one of the two sets of `choices` [2 · words].

    `row` names the set: CHOSEN (options that hold) or EXCLUDED (options that cannot hold).
    """
    return bool(choices[row * (len(choices) >> 1) + (option >> 6)] & bit(option & 63))


@compiled
def note_option(choices: np.ndarray, row: int, option: int) -> None:
    """Add an option to one of the two sets of `choices` [2 · words].

    `row` names the set: CHOSEN (options that hold) or EXCLUDED (options that cannot hold).
    """
    choices[row * (len(choices) >> 1) + (option >> 6)] |= bit(option & 63)


@compiled
def option_to_choose(tables: AlternativeTables, choices: np.ndarray) -> int:
    """Return the option that a search should choose next, or −1 if there is none.

    It is the first open option, by `choices`, of the undecided alternatives whose open options have the most
    conditions in all, because most follows from them. Alternatives of single conditions are skipped unless they are
    inside a chosen option: what all options agree on is most of what follows from them.
    """
    most, found = 0, -1
    for number in range(tables.tops[0].number):
        most, found = _better_option(tables, choices, number, SEVERAL, most, found)
        for option in range(tables.starts[number], tables.starts[number + 1]):
            if not is_known(choices, CHOSEN, option):
                continue
            for member in range(tables.members[option], tables.members[option + 1]):
                if tables.sort[member] == INNER:
                    most, found = _better_option(tables, choices, tables.place[member], 1, most, found)
    return found


@compiled
def _better_option(
    tables: AlternativeTables, choices: np.ndarray, number: int, least: int, most: int, found: int
) -> tuple[int, int]:
    """Compare the alternatives with index `number` to the best ones so far.

    Alternatives are better if they are undecided and their open options have more than `most` conditions in all, and
    at least `least` each on average.

    Returns:
        The number of conditions and the first open option of the better ones; `most` and `found` if those are the best
        ones so far.
    """
    first, chosen, conditions, left = -1, 0, 0, 0
    for option in range(tables.starts[number], tables.starts[number + 1]):
        if is_known(choices, CHOSEN, option):
            chosen += 1
        elif not is_known(choices, EXCLUDED, option):
            conditions += tables.members[option + 1] - tables.members[option]
            left += 1
            if first < 0:
                first = option
    is_decided = first < 0 or chosen >= tables.least[number]
    if is_decided or conditions <= most or conditions < least * left:
        return most, found
    return conditions, first


@compiled
def excluded_holds(tables: AlternativeTables, scratch: FurtherScratch, choices: np.ndarray) -> bool:
    """Return True if an option that `choices` has as EXCLUDED holds in a solution.

    The search then skips the solution, which it finds where that option is chosen. `scratch.domains` has the digits of
    the solution, one per cell, as masks.
    """
    for option in range(tables.tops[0].options):
        if is_known(choices, EXCLUDED, option) and _try_option(tables, option, scratch):
            return True
    return False


@compiled
def _narrow_all(scratch: FurtherScratch, allowed: np.ndarray) -> bool:
    """Eliminate all but the `allowed` digits [cells] from `scratch.domains`; return False if a cell has none left.

    Cells that lose digits are added to `scratch.narrowed`.
    """
    for cell in range(len(allowed)):  # noqa: SIM110 - compiled code has no generator expressions
        if not narrow(scratch.domains, scratch.narrowed, cell, allowed[cell]):
            return False
    return True


@compiled
def _try_option(tables: AlternativeTables, option: int, scratch: FurtherScratch) -> bool:
    """Propagate the conditions of an option on a copy of the domains; return False if one of them fails.

    The result is in `scratch.trials[1]`; `scratch.domains` does not change.
    """
    trial, inner = scratch.trials[1], scratch.trials[2]
    for cell in range(len(trial)):
        trial[cell] = scratch.domains[cell]
    for member in range(tables.members[option], tables.members[option + 1]):
        if tables.sort[member] != INNER:
            if not _propagate_member(tables, member, scratch, trial, scratch.ignored):
                return False
            continue
        number, left = tables.place[member], 0
        for part in range(tables.starts[number], tables.starts[number + 1]):
            for cell in range(len(trial)):
                inner[cell] = trial[cell]
            is_left = True
            for condition in range(tables.members[part], tables.members[part + 1]):
                is_left = is_left and _propagate_member(tables, condition, scratch, inner, scratch.ignored)
            left += is_left
        if left < tables.least[number]:
            return False
    return True


@compiled
def propagate_condition(tables: AlternativeTables, member: int, scratch: FurtherScratch, choices: np.ndarray) -> bool:
    """Propagate a condition on `scratch.domains` if its option is chosen; return False if the condition fails.

    `member` is the index of the condition; `choices` [2 · words] has the sets of chosen and excluded options.
    """
    if not is_known(choices, CHOSEN, tables.option[member]):
        return True
    return _propagate_member(tables, member, scratch, scratch.domains, scratch.narrowed)


@compiled
def _propagate_member(
    tables: AlternativeTables, member: int, scratch: FurtherScratch, domains: np.ndarray, narrowed: np.ndarray
) -> bool:
    """Propagate the condition with index `member`, a link, total or automaton; return False if it cannot hold.

    Digits are eliminated from `domains`, and cells that lose some are added to the bit set `narrowed`.
    """
    sort, place = tables.sort[member], tables.place[member]
    if sort == LINK:
        return propagate_link(tables.links, place, domains, narrowed)
    if sort == TOTAL:
        return propagate_total(tables.totals, place, domains, narrowed)
    return propagate_automaton(tables.automata, place, domains, narrowed, scratch.reached, scratch.useful)
