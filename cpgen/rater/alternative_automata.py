"""Alternatives as one automaton, for what all options that are left agree on: the rater fills their cells as a group.

The automaton runs the conditions of all options side by side. Its state has for each option the states of its
conditions, or None once one of them cannot hold any more.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from cpgen.constraints.primitives import (
    Alternatives,
    Automaton,
    Domain,
    Linear,
    Pair,
    Primitive,
    TooManyStatesError,
    automaton,
    cells_of,
)

MOST_STATES = 5000
"""Most states before equivalent ones are merged"""


@dataclass(frozen=True)
class _Reader:
    """State machine that reads one digit per cell; it is in state None after digits that violate its condition."""

    start: Any
    step: Callable[[Any, int, int], Any]
    """The state after a state, a place and a digit"""
    accepts: Callable[[Any], bool]


@lru_cache(maxsize=1024)
def automaton_of(one: Alternatives, n: int) -> Automaton | None:
    """Return one automaton for a constraint with alternative options, on a board of side `n`.

    Returns None if it would have too many states, or if automata in the options read cells in different orders.
    """
    cells = _in_order(one)
    reader = None if cells is None else _reader_of(one, cells)
    if cells is None or reader is None:
        return None

    def step(state: tuple[int, Any], digit: int) -> tuple[int, Any] | None:
        following = reader.step(state[1], state[0], digit)
        return None if following is None else (state[0] + 1, following)

    try:
        start = (0, reader.start)
        return automaton(cells, n, start, step, lambda state: reader.accepts(state[1]), MOST_STATES)
    except TooManyStatesError:
        return None


def _in_order(one: Alternatives) -> tuple[int, ...] | None:
    """Return the cells of all options, in the order in which automata read them; None if two orders conflict."""
    automata = [part for part in _all_conditions(one) if isinstance(part, Automaton)]
    cells = tuple(dict.fromkeys([*(cell for part in automata for cell in part.cells), *one.cells]))
    places = [[cells.index(cell) for cell in part.cells] for part in automata]
    return cells if all(order == sorted(set(order)) for order in places) else None


def _all_conditions(one: Primitive) -> Iterable[Primitive]:
    if isinstance(one, Alternatives):
        for option in one.options:
            for part in option:
                yield from _all_conditions(part)
    else:
        yield one


def _reader_of(one: Primitive, cells: Sequence[int]) -> _Reader:
    """Return the state machine that checks one condition while it reads the digits of `cells` in that order."""
    at = [cells.index(cell) for cell in cells_of(one)]
    match one:
        case Domain(_, digits):
            return _Reader(0, lambda s, place, d: s if place != at[0] or digits >> d - 1 & 1 else None, lambda s: True)
        case Pair(_, _, allowed):
            return _pair_reader(at, allowed)
        case Linear(_, coefficients, relation, total):
            weights = dict(zip(at, coefficients, strict=True))
            holds = {"=": total.__eq__, "<=": total.__ge__, ">=": total.__le__}[relation]
            return _Reader(0, lambda s, place, d: s + weights.get(place, 0) * d, holds)
        case Automaton(_, transitions, accepting):

            def step(state: int, place: int, digit: int) -> int | None:
                target = transitions[state][digit - 1] if place in at else state
                return target if target >= 0 else None

            return _Reader(0, step, accepting.__contains__)
        case Alternatives(options, least):
            return _alternatives_reader([[_reader_of(part, cells) for part in option] for option in options], least)
    return _Reader(
        frozenset(), lambda s, place, d: s if place not in at else None if d in s else s | {d}, lambda s: True
    )


def _pair_reader(at: Sequence[int], allowed: Sequence[int]) -> _Reader:
    first, second = at

    def step(state: int, place: int, digit: int) -> int | None:
        if place not in at:
            return state
        if not state:
            return digit
        a, b = (state, digit) if first < second else (digit, state)
        return -1 if allowed[a - 1] >> b - 1 & 1 else None

    return _Reader(0, step, lambda state: True)


def _alternatives_reader(options: Sequence[Sequence[_Reader]], least: int) -> _Reader:
    def step(states: tuple[Any, ...], place: int, digit: int) -> tuple[Any, ...] | None:
        following = tuple(
            None if state is None else _together(readers, state, place, digit)
            for readers, state in zip(options, states, strict=True)
        )
        return following if len(following) - following.count(None) >= least else None

    def accepts(states: tuple[Any, ...]) -> bool:
        held = (
            state is not None and all(reader.accepts(one) for reader, one in zip(readers, state, strict=True))
            for readers, state in zip(options, states, strict=True)
        )
        return sum(held) >= least

    return _Reader(tuple(tuple(reader.start for reader in readers) for readers in options), step, accepts)


def _together(readers: Sequence[_Reader], states: Sequence[Any], place: int, digit: int) -> tuple[Any, ...] | None:
    """Advance the readers of one option by the digit at `place`; return None if one of its conditions is violated."""
    following = tuple(reader.step(state, place, digit) for reader, state in zip(readers, states, strict=True))
    return None if None in following else following
