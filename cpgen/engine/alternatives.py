"""Alternatives: options, each a few conditions, of which some must hold (constructive disjunction).

Each option is propagated once on a copy of the domains. An option that fails is out. A digit stays in a cell if an
option that is left allows it there; and when no more options are left than must hold, all of them are propagated.

    r1c1 of 12345: either it is less than r1c2 of 3, or it is at least 4        left to the first option: 12
                                                                                 to the second one: 45     so 3 goes

An option may contain alternatives itself. These are only counted: how many of their options do not fail. Whatever is
nested more deeply is multiplied out beforehand.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import combinations, product

import numpy as np

from cpgen.constraints.primitives import Alternatives, Automaton, Domain, Linear, Pair, Primitive
from cpgen.engine.automata import AutomatonTables, automaton_tables, propagate_automaton
from cpgen.engine.domains import narrow
from cpgen.engine.pair_links import LinkTables, link_tables, propagate_link
from cpgen.engine.sum_propagation import TotalTables, propagate_total, total_tables
from cpgen.errors import InputError
from cpgen.kernel import compiled
from cpgen.kernel.structs import Struct
from cpgen.layout import Layout
from cpgen.messages import Message

LINK, TOTAL, AUTOMATON, INNER = range(4)
"""Sorts of conditions of an option; the last one is alternatives"""
MOST_OPTIONS = 5000
"""Most options of all alternatives of a board, after multiplying out"""
Condition = Pair | Linear | Automaton | Alternatives


class AlternativeTables(Struct):
    """All alternatives of a layout, as arrays; alternatives inside the options of others come last.

    Alternatives a have the options from `starts[a]` up to `starts[a + 1]`, without the latter; option o has the
    conditions from `members[o]` up to `members[o + 1]`.
    """

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
    links: LinkTables
    totals: TotalTables
    automata: AutomatonTables


def alternative_tables(given: Sequence[Alternatives], layout: Layout) -> AlternativeTables:
    """Return the tables of alternatives; raise InputError if there are too many options."""
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
    return AlternativeTables(
        starts=np.cumsum([0, *(len(one.options) for one in listed)], dtype=np.int64),
        least=np.array([one.least for one in listed], np.int64),
        members=np.cumsum([0, *map(len, options)], dtype=np.int64),
        sort=np.array([sort for sort, _ in members], np.int64),
        place=np.array([place for _, place in members], np.int64),
        links=link_tables(found[LINK], n),  # type: ignore[arg-type]
        totals=total_tables(found[TOTAL], layout),  # type: ignore[arg-type]
        automata=automaton_tables(found[AUTOMATON]),  # type: ignore[arg-type]
    )


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
    """Yield the conditions of an option as pairs, sums, automata and alternatives."""
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
    """Return alternatives without any inside their options, multiplied out if there are some."""
    options = [[*_plain(option, n)] for option in one.options]
    if not any(isinstance(part, Alternatives) for option in options for part in option):
        return replace(one, options=tuple(map(tuple, options)))
    joined = ([part for option in chosen for part in option] for chosen in combinations(options, one.least))
    return Alternatives(tuple(tuple(way) for option in joined for way in _ways(option, n)))


def _ways(option: Sequence[Condition], n: int) -> Iterator[list[Condition]]:
    """Yield the ways to satisfy an option with alternatives inside, each as conditions without alternatives.

    A way takes as many options of each inner alternatives as must hold.
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
    tables: AlternativeTables,
    number: int,
    domains: np.ndarray,
    narrowed: np.ndarray,
    trials: np.ndarray,
    ignored: np.ndarray,
    reached: np.ndarray,
    useful: np.ndarray,
) -> bool:
    """Eliminate digits that no option allows; return False if too few options are left.

    `trials` is working memory, [3, cells]: what the options that are left allow, the domains of an option, and those of
    an option of inner alternatives. `ignored` is memory for the cells that these narrow.
    """
    left = 0
    for cell in range(len(domains)):
        trials[0, cell] = np.uint64(0)
    for option in range(tables.starts[number], tables.starts[number + 1]):
        if _try_option(tables, option, domains, trials, ignored, reached, useful):
            left += 1
            for cell in range(len(domains)):
                trials[0, cell] |= trials[1, cell]
    if left < tables.least[number] or not _narrow_all(domains, narrowed, trials[0]):
        return False
    if left > tables.least[number]:
        return True
    # No more options are left than must hold, so all of them do; the others fail again.
    for option in range(tables.starts[number], tables.starts[number + 1]):
        if _try_option(tables, option, domains, trials, ignored, reached, useful):
            left -= 1
            if not _narrow_all(domains, narrowed, trials[1]):
                return False
    return left == 0


@compiled
def _narrow_all(domains: np.ndarray, narrowed: np.ndarray, allowed: np.ndarray) -> bool:
    """Keep only the allowed digits of all cells; return False if a cell has none left."""
    for cell in range(len(domains)):  # noqa: SIM110 - compiled code has no generator expressions
        if not narrow(domains, narrowed, cell, allowed[cell]):
            return False
    return True


@compiled
def _try_option(
    tables: AlternativeTables,
    option: int,
    domains: np.ndarray,
    trials: np.ndarray,
    ignored: np.ndarray,
    reached: np.ndarray,
    useful: np.ndarray,
) -> bool:
    """Propagate an option on a copy of the domains, in `trials[1]`; return False if it cannot hold."""
    trial, inner = trials[1], trials[2]
    for cell in range(len(domains)):
        trial[cell] = domains[cell]
    for member in range(tables.members[option], tables.members[option + 1]):
        if tables.sort[member] != INNER:
            if not _propagate_member(tables, member, trial, ignored, reached, useful):
                return False
            continue
        number, left = tables.place[member], 0
        for part in range(tables.starts[number], tables.starts[number + 1]):
            for cell in range(len(domains)):
                inner[cell] = trial[cell]
            is_left = True
            for condition in range(tables.members[part], tables.members[part + 1]):
                is_left = is_left and _propagate_member(tables, condition, inner, ignored, reached, useful)
            left += is_left
        if left < tables.least[number]:
            return False
    return True


@compiled
def _propagate_member(
    tables: AlternativeTables,
    member: int,
    domains: np.ndarray,
    narrowed: np.ndarray,
    reached: np.ndarray,
    useful: np.ndarray,
) -> bool:
    """Propagate a link, a total or an automaton, given as the index of a condition; return False if it cannot hold."""
    sort, place = tables.sort[member], tables.place[member]
    if sort == LINK:
        return propagate_link(tables.links, place, domains, narrowed)
    if sort == TOTAL:
        return propagate_total(tables.totals, place, domains, narrowed)
    return propagate_automaton(tables.automata, place, domains, narrowed, reached, useful)
