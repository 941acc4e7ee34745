"""Primitives: the few forms of condition into which all constraints decompose.

Solvers, the engine and the rater see only these. A primitive is about cells, numbered row by row from 0, and digits
1..n. Sets of digits are bit masks, in which bit d − 1 stands for digit d.

    AllDifferent     no digit twice in some cells: cells that see each other
    EachDigitOnce    a house: n cells that contain each digit once
    Domain           the digits that are allowed in one cell
    Pair             the pairs of digits that are allowed in two cells
    Linear           a weighted sum of cells compared with a number
    Automaton        the words that some cells may spell, as paths through a graph of states
    Alternatives     sets of conditions of which some must hold
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import accumulate, combinations
from math import inf
from typing import Literal, TypeAlias, TypeVar

Kept = TypeVar("Kept")
Relation: TypeAlias = Literal["=", "<=", ">="]
State = TypeVar("State", bound=Hashable)
Transitions: TypeAlias = tuple[tuple[int, ...], ...]


@dataclass(frozen=True)
class AllDifferent:
    """Primitive: cells that contain no digit twice."""

    cells: tuple[int, ...]


@dataclass(frozen=True)
class EachDigitOnce:
    """Primitive: n cells that contain each of the n digits once."""

    cells: tuple[int, ...]


@dataclass(frozen=True)
class Domain:
    """Primitive: a cell whose digit is one of those in a bit mask."""

    cell: int
    digits: int


@dataclass(frozen=True)
class Pair:
    """Primitive: two cells whose digits (a, b) form an allowed pair, that is, bit b − 1 of `allowed[a - 1]` is set."""

    first: int
    second: int
    allowed: tuple[int, ...]

    @property
    def cells(self) -> tuple[int, int]:
        """Both cells."""
        return self.first, self.second


@dataclass(frozen=True)
class Linear:
    """Primitive: the sum of coefficient · digit over different cells, compared with a total (`=`, `<=` or `>=`)."""

    cells: tuple[int, ...]
    coefficients: tuple[int, ...]
    relation: Relation
    total: int


@dataclass(frozen=True)
class Automaton:
    """Primitive: cells whose digits, in order, lead from state 0 to an accepting state.

    `transitions[state][d - 1]` is the next state after digit d, or −1 if there is none.
    """

    cells: tuple[int, ...]
    transitions: Transitions
    accepting: frozenset[int]

    @property
    def layers(self) -> list[list[tuple[int, int, int]]]:
        """For each cell the edges (state before, digit, state after) on a path from state 0 to an accepting state.

        States are numbered from 0 before each cell. All layers are empty if there is no path.
        """
        return layers_of(self.transitions, self.accepting, len(self.cells))


@dataclass(frozen=True)
class Alternatives:
    """Primitive: options, each a set of primitives; all primitives of at least `least` options hold."""

    options: tuple[tuple[Primitive, ...], ...]
    least: int = 1

    @property
    def cells(self) -> tuple[int, ...]:
        """Cells of all options."""
        return tuple(dict.fromkeys(cell for option in self.options for one in option for cell in cells_of(one)))


Primitive: TypeAlias = AllDifferent | EachDigitOnce | Domain | Pair | Linear | Automaton | Alternatives
PRIMITIVES: tuple[type, ...] = (AllDifferent, EachDigitOnce, Domain, Pair, Linear, Automaton, Alternatives)


def cells_of(one: Primitive) -> tuple[int, ...]:
    """Return the cells of a primitive."""
    return (one.cell,) if isinstance(one, Domain) else one.cells


def negated(conditions: Iterable[Primitive], n: int) -> Alternatives:
    """Return the primitive that at least one of these conditions does not hold, on a board of side n."""
    return Alternatives(tuple((_opposite(one, n),) for one in conditions))


def _opposite(one: Primitive, n: int) -> Primitive:
    full = (1 << n) - 1
    match one:
        case Domain(cell, digits):
            return Domain(cell, full & ~digits)
        case Pair(first, second, allowed):
            return Pair(first, second, tuple(full & ~row for row in allowed))
        case Linear(cells, coefficients, relation, total):
            lower, higher = Linear(cells, coefficients, "<=", total - 1), Linear(cells, coefficients, ">=", total + 1)
            return {"<=": higher, ">=": lower}.get(relation) or Alternatives(((lower,), (higher,)))
        case Automaton(cells, transitions, accepting):
            dead = len(transitions)
            rows = [tuple(dead if target < 0 else target for target in row) for row in transitions]
            return Automaton(cells, (*rows, (dead,) * n), frozenset(range(dead + 1)) - accepting)
        case Alternatives(options, least):
            return Alternatives(tuple((negated(option, n),) for option in options), len(options) - least + 1)
    equal = tuple(1 << digit for digit in range(n))
    return Alternatives(tuple((Pair(first, second, equal),) for first, second in combinations(one.cells, 2)))


@lru_cache(maxsize=256)
def layers_of(transitions: Transitions, accepting: frozenset[int], count: int) -> list[list[tuple[int, int, int]]]:
    """Return `Automaton.layers` for these transitions, accepting states and number of cells (`count`); cached.

    Lines of one kind and length share them.
    """
    reached = [{0}]
    for _ in range(count):
        reached.append({after for state in reached[-1] for after in transitions[state] if after >= 0})
    alive = [reached[-1] & accepting]
    layers: list[list[tuple[int, int, int]]] = []
    for before in reached[-2::-1]:
        edges = [(s, d, target) for s in sorted(before) for d, target in enumerate(transitions[s], 1)]
        layers.append([edge for edge in edges if edge[2] in alive[-1]])
        alive.append({state for state, _, _ in layers[-1]})
    numbers = [{state: number for number, state in enumerate(sorted(states))} for states in reversed(alive)]
    return [
        [(numbers[place][before], digit, numbers[place + 1][after]) for before, digit, after in layer]
        for place, layer in enumerate(reversed(layers))
    ]


class Decomposition(tuple[Primitive, ...]):  # noqa: SLOT001 - it has a dictionary of what is kept
    """Primitives of one constraint, with a cache of results computed from them.

    Layouts that differ in a few constraints share the decompositions of the others, so nothing about these is computed
    again. Looking it up here is faster than a cache whose key is a tuple of primitives.
    """

    def once(self, function: Callable[[Decomposition, int], Kept], n: int) -> Kept:
        """Return `function(self, n)`, computed once and cached; the function must be a module-level function."""
        kept: dict[Callable[[Decomposition, int], Kept], Kept] = self.__dict__.setdefault("kept", {})
        if function not in kept:
            kept[function] = function(self, n)
        return kept[function]


def transposed(pair: Pair) -> Pair:
    """Return an equivalent pair condition with its two cells exchanged."""
    digits_of = range(len(pair.allowed))
    return Pair(
        pair.second, pair.first, tuple(sum(1 << a for a in digits_of if pair.allowed[a] >> b & 1) for b in digits_of)
    )


def with_own_domain(primitive: Primitive) -> Primitive:
    """Return a primitive unchanged, but a `Pair` of a cell with itself, as on a loop, as the `Domain` of the cell."""
    if not isinstance(primitive, Pair) or primitive.first != primitive.second:
        return primitive
    return Domain(primitive.first, sum(mask & 1 << place for place, mask in enumerate(primitive.allowed)))


def digit_mask(digits: Iterable[int]) -> int:
    """Return digits as a bit mask, bit d − 1 for digit d."""
    return sum(1 << digit - 1 for digit in set(digits))


def digits_of_mask(mask: int) -> tuple[int, ...]:
    """Return the digits of a mask, ascending.

    >>> digits_of_mask(0b101)
    (1, 3)
    """
    return tuple(digit for digit in range(1, mask.bit_length() + 1) if mask >> digit - 1 & 1)


@cache
def allowed_pairs(n: int, allows: Callable[[int, int], bool]) -> tuple[int, ...]:
    """Return the table of a `Pair` on a board of side n: the pairs (a, b) with `allows(a, b)`.

    Tables are cached by function, so `allows` should be a module-level function, not a new one at every call.
    """
    digits = range(1, n + 1)
    return tuple(digit_mask(b for b in digits if allows(a, b)) for a in digits)


def total_of(cells: Sequence[int], total: int) -> Linear:
    """Return the primitive that cells have this total; a cell that is listed twice counts twice."""
    return weighted_total([(cell, 1) for cell in cells], total)


def weighted_total(terms: Iterable[tuple[int, int]], total: int, relation: Relation = "=") -> Linear:
    """Return the primitive that a sum of terms (cell, coefficient) has this relation to a total.

    The coefficients of terms with the same cell are added.
    """
    weights: dict[int, int] = {}
    for cell, coefficient in terms:
        weights[cell] = weights.get(cell, 0) + coefficient
    kept = {cell: weight for cell, weight in weights.items() if weight}
    return Linear(tuple(kept), tuple(kept.values()), relation, total)


class TooManyStatesError(Exception):
    """Raised when an automaton would have more states than allowed."""


def automaton(
    cells: Sequence[int],
    n: int,
    start: State,
    step: Callable[[State, int], State | None],
    accepts: Callable[[State], bool],
    most: float = inf,
) -> Automaton:
    """Return the smallest automaton for the digit sequences that lead from `start` to a state that `accepts`.

    Args:
        cells: The cells, in the order in which they are read.
        n: The side of the board.
        start: The first state; a state is any hashable value.
        step: Returns the state after a digit, or None if the digit is not allowed.
        accepts: Returns True if the cells may end in a state.
        most: Largest number of states before they are merged.

    Raises:
        TooManyStatesError: There are more states than `most`.
    """
    numbers, rows, frontier = {start: 0}, dict[State, list[State | None]](), [start]
    for _ in cells:
        following = []
        for state in frontier:
            rows[state] = [step(state, digit) for digit in range(1, n + 1)]
            for target in rows[state]:
                if target is not None and target not in numbers:
                    numbers[target] = len(numbers)
                    following.append(target)
            if len(numbers) > most:
                raise TooManyStatesError
        frontier = following
    ended: Sequence[None] = [None] * n  # states that only end a word have no transitions
    transitions = [
        [-1 if target is None else numbers[target] for target in rows.get(state, ended)] for state in numbers
    ]
    return Automaton(tuple(cells), *_minimal(transitions, {numbers[state] for state in numbers if accepts(state)}))


def same_words(one: Automaton, other: Automaton) -> bool:
    """Return True if two automata with the same number of cells accept the same digit sequences."""
    reached = {(0, 0)}
    for _ in one.cells:
        following = set()
        for state, its_state in reached:
            row = one.transitions[state] if state >= 0 else (-1,) * len(other.transitions[0])
            its_row = other.transitions[its_state] if its_state >= 0 else (-1,) * len(row)
            following |= set(zip(row, its_row, strict=True))
        reached = following - {(-1, -1)}
    return all((state in one.accepting) == (its_state in other.accepting) for state, its_state in reached)


def reversed_words(machine: Automaton, most: float = inf) -> Automaton:
    """Return an automaton that accepts the digit sequences in reverse, on the same cells in reverse order.

    Its states are sets of states that lead on.

    Raises:
        TooManyStatesError: There are more such sets than `most`.
    """
    n = len(machine.transitions[0])
    before: list[dict[int, list[int]]] = [{} for _ in range(n)]  # for each digit, the states that lead to a state
    for state, row in enumerate(machine.transitions):
        for digit, target in enumerate(row):
            before[digit].setdefault(target, []).append(state)

    def step(states: frozenset[int], digit: int) -> frozenset[int] | None:
        leading = before[digit - 1]
        return frozenset(one for state in states for one in leading.get(state, ())) or None

    return automaton(machine.cells[::-1], n, machine.accepting, step, lambda states: 0 in states, most)


def with_fewest_states(machine: Automaton) -> Automaton:
    """Return an automaton that accepts the same digits of its cells, with the fewest states before each cell.

    From the last cell back, states are merged from which the same digits lead to acceptance. An automaton that accepts
    nothing is returned unchanged.
    """
    transitions = _fewest_states(machine.transitions, machine.accepting, len(machine.cells))
    return Automaton(machine.cells, transitions, frozenset({len(transitions) - 1})) if transitions else machine


@lru_cache(maxsize=256)
def _fewest_states(transitions: Transitions, accepting: frozenset[int], count: int) -> Transitions:
    """Return the transitions of `with_fewest_states`, of which the last state accepts; () if nothing is accepted."""
    digits = range(1, len(transitions[0]) + 1)
    layers = layers_of(transitions, accepting, count)
    number_of = {state: 0 for _, _, state in layers[-1]}  # number of each merged state among those of its place
    places: list[list[tuple[int, ...]]] = [[(-1,) * len(digits)]]  # rows of the merged states, last place first
    for layer in reversed(layers):
        targets: dict[int, dict[int, int]] = {}
        for before, digit, after in layer:
            targets.setdefault(before, {})[digit] = number_of[after]
        rows: dict[tuple[int, ...], int] = {}
        number_of = {
            state: rows.setdefault(tuple(row.get(digit, -1) for digit in digits), len(rows))
            for state, row in targets.items()
        }
        places.append(list(rows))
    places.reverse()
    ends = accumulate(map(len, places))
    return (
        tuple(
            tuple(target if target < 0 else end + target for target in row)
            for rows, end in zip(places, ends, strict=True)
            for row in rows
        )
        if layers[0]
        else ()
    )


def with_renamed_digits(primitive: Primitive, names: Sequence[int]) -> Primitive:
    """Return a primitive that holds for digits d if the given one holds for the digits `names[d - 1]`."""
    match primitive:
        case Domain(cell, digits):
            return Domain(cell, digit_mask(d for d, name in enumerate(names, 1) if digits >> name - 1 & 1))
        case Pair(first, second, allowed):
            rows = [Domain(second, allowed[name - 1]) for name in names]
            return Pair(first, second, tuple(with_renamed_digits(row, names).digits for row in rows))  # type: ignore[union-attr]
        case Automaton(cells, transitions, accepting):
            return Automaton(cells, tuple(tuple(row[name - 1] for name in names) for row in transitions), accepting)
    return primitive


def simplest(machine: Automaton, cells: Sequence[int]) -> Primitive:
    """Return the primitive equivalent to an automaton on these cells; for one or two cells, a domain or a pair."""
    if len(cells) > 2:
        return Automaton(tuple(cells), machine.transitions, machine.accepting)
    n = len(machine.transitions[0])

    def accepted(state: int) -> int:
        """Return the bit mask of the digits that lead from a state to an accepting one."""
        targets = machine.transitions[state] if state >= 0 else (-1,) * n
        return digit_mask(digit for digit, target in enumerate(targets, 1) if target in machine.accepting)

    if len(cells) == 1:
        return Domain(cells[0], accepted(0))
    return Pair(cells[0], cells[1], tuple(map(accepted, machine.transitions[0])))


def _minimal(transitions: Sequence[Sequence[int]], accepting: set[int]) -> tuple[Transitions, frozenset[int]]:
    """Return an equivalent automaton without states that lead nowhere, and with equivalent states merged.

    Moore's algorithm: states are equivalent until they differ in accepting or in the classes of their targets; classes
    are split until their number no longer grows.
    """
    live = _leading_to(transitions, accepting)
    if 0 not in live:
        return ((-1,) * len(transitions[0]),), frozenset()
    order = sorted(live)
    classes, count = {state: int(state in accepting) for state in order}, 0
    while True:
        seen: dict[tuple[int, ...], int] = {}
        follow = {s: (classes[s], *(classes.get(target, -1) for target in transitions[s])) for s in order}
        classes = {state: seen.setdefault(follow[state], len(seen)) for state in order}
        if len(seen) == count:
            break
        count = len(seen)
    merged = {classes[s]: tuple(classes.get(target, -1) for target in transitions[s]) for s in order}
    return tuple(merged[one] for one in range(count)), frozenset(classes[s] for s in accepting)


def _leading_to(transitions: Sequence[Sequence[int]], accepting: set[int]) -> set[int]:
    """Return the states from which an accepting state can be reached."""
    sources: dict[int, set[int]] = {}
    for state, row in enumerate(transitions):
        for target in row:
            sources.setdefault(target, set()).add(state)
    live, frontier = set(accepting), list(accepting)
    while frontier:
        fresh = sources.get(frontier.pop(), set()) - live
        live |= fresh
        frontier += fresh
    return live
