"""Folds: what an expression about a list of digits needs to remember while it reads them one after another.

    sum(x) == 18 and max(x) - min(x) < 5        remembers the sum, the largest and the smallest digit so far

Parts of the expression that depend on the digits only through one function of a stream (the digits themselves, a loop
over them, the lengths of their runs) become *slots*. A state is the memory of all slots; at the end the values of the
slots are put into the rest of the expression. An expression that uses the digits in no particular order can always be
folded by remembering them sorted; any other one by remembering them all.
"""

from __future__ import annotations

import ast
from bisect import insort
from collections.abc import Callable, Hashable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from operator import index
from typing import Any

from cpgen.constraints.expressions import (
    FAILURES,
    LOOPS,
    Code,
    Env,
    Expression,
    UndefinedError,
    checked_number,
    compiled_tree,
    distinct,
    more_sums,
)
from cpgen.constraints.linear_forms import DIGITS, mentions_digits, places_in_slice

NO_STATE = "no state"
"""The state of a slot that has no value for the digits read; no function adds to a text"""


@dataclass(frozen=True)
class Fold:
    """Evaluation of an expression while digits are read one by one: first state, step, and value of a final state."""

    start: Hashable
    step: Callable[[Any, int, int], Hashable]
    """The state after a state, a place from 0 and a digit; raises UndefinedError if there is none"""
    value: Callable[[Any], Any]
    placed: bool = False
    """True if steps depend on the place"""


@dataclass(frozen=True)
class _Stream:
    """Values computed from digits that are read one by one, such as the lengths of their runs.

    It has a first state, a function `push` that returns the next state and the values each digit adds, and a function
    `end` that returns those added after the last.
    """

    start: Hashable
    push: Callable[[Any, int, int], tuple[Hashable, Sequence[Any]]]
    end: Callable[[Any], Sequence[Any]]
    placed: bool = False


def fold_of(expression: Expression, count: int, env: Env) -> Fold | None:
    """Return a fold that evaluates an expression about `count` digits with few states; None if none is known.

    `env` has the values of all other names.
    """
    slots: list[Fold] = []
    rest = _Slots(slots, count, env).visit(ast.parse(expression.text, mode="eval").body)
    if mentions_digits(rest):
        return _sorted_fold(expression, env) if is_symmetric(expression) else None
    code, names = compiled_tree(rest), [f"_{number}" for number in range(len(slots))]

    def step(states: tuple[Any, ...], place: int, digit: int) -> Hashable:
        return tuple([_next(slot, state, place, digit) for slot, state in zip(slots, states, strict=True)])

    def value(states: tuple[Any, ...]) -> Any:
        values = dict(env)
        for name, slot, state in zip(names, slots, states, strict=True):
            with suppress(*FAILURES):  # without a value, the name is missing where the expression needs it
                values[name] = slot.value(state)
        return code(values)

    return Fold(tuple(slot.start for slot in slots), step, value, any(slot.placed for slot in slots))


def _next(slot: Fold, state: Any, place: int, digit: int) -> Hashable:
    """Return the state of a fold after it has read a digit at a place of the list.

    NO_STATE if the step is undefined, or an earlier one was.
    """
    try:
        return slot.step(state, place, digit)
    except FAILURES:
        return NO_STATE


def fold_of_all(expression: Expression, env: Env) -> Fold:
    """Return a fold that evaluates any expression, by remembering all digits; `env` has the values of other names."""
    return Fold((), lambda seen, place, digit: (*seen, digit), _with_digits(expression, env), placed=True)


def _sorted_fold(expression: Expression, env: Env) -> Fold:
    return Fold((), lambda seen, place, digit: tuple(sorted((*seen, digit))), _with_digits(expression, env))


def _with_digits(expression: Expression, env: Env) -> Callable[[Any], Any]:
    return lambda digits: expression.value({**env, DIGITS: digits})


def is_symmetric(expression: Expression) -> bool:
    """Return True if the value of an expression is known not to depend on the order of the digits."""
    return not expression.places and _is_symmetric(expression.tree)


def _is_symmetric(node: ast.AST) -> bool:
    """Return True if a part of an expression uses lists of digits in no particular order."""
    match node:
        case ast.Name(id=name):
            return name != DIGITS
        case ast.Call(func=ast.Name(id=name), args=[first, *others]) if name != "runs":
            return (_is_bag(first) or _is_symmetric(first)) and all(map(_is_symmetric, others))
        case ast.Compare(left=left, ops=ops, comparators=parts):
            pairs = zip(ops, parts, strict=True)
            return _is_symmetric(left) and all(
                _is_symmetric(part) or (isinstance(op, ast.In | ast.NotIn) and _is_bag(part)) for op, part in pairs
            )
        case ast.Call(func=ast.Name(id="runs")):
            return not mentions_digits(node)
    return all(_is_symmetric(part) for part in ast.iter_child_nodes(node))


def _is_bag(node: ast.expr) -> bool:
    """Return True if an expression is a list in which a reordering of the digits only reorders the values."""
    if isinstance(node, LOOPS):
        (loop,) = node.generators
        return (_is_bag(loop.iter) or _is_symmetric(loop.iter)) and all(map(_is_symmetric, [node.elt, *loop.ifs]))
    return isinstance(node, ast.Name) and node.id == DIGITS


class _Slots(ast.NodeTransformer):
    """Visitor of a syntax tree that replaces the parts which can be evaluated digit by digit by names.

    Their folds, one per name, are collected.
    """

    def __init__(self, slots: list[Fold], count: int, env: Env) -> None:
        self.slots, self.count, self.env = slots, count, env
        self.bound: list[str] = []

    def visit(self, node: ast.AST) -> Any:
        """Return a part of the tree, or the name that replaces it."""
        fold = self._fold_of(node) if mentions_digits(node) else None
        if fold is None:
            if isinstance(node, LOOPS):
                self.bound.append(node.generators[0].target.id)  # type: ignore[attr-defined]
            return self.generic_visit(node)
        self.slots.append(fold)
        return ast.Name(f"_{len(self.slots) - 1}", ast.Load())

    def _is_closed(self, *nodes: ast.AST) -> bool:
        """Return True if parts of the tree depend neither on digits nor on the variables of enclosing loops."""
        names = {one.id for node in nodes for one in ast.walk(node) if isinstance(one, ast.Name)}
        return not any(map(mentions_digits, nodes)) and names.isdisjoint(self.bound)

    def _value_of(self, node: ast.expr) -> Any:
        return compiled_tree(node)(self.env)

    def _fold_of(self, node: ast.AST) -> Fold | None:
        try:
            match node:
                case ast.Call(func=ast.Name(id="count"), args=[values, wanted]) if self._is_closed(wanted):
                    number = self._value_of(wanted)
                    return self._gathered(values, 0, lambda total, item: total + (item == number))
                case ast.Call(func=ast.Name(id=name), args=[values]) if name in GATHERERS:
                    return self._gathered(values, *GATHERERS[name])
                case ast.Compare(left=wanted, ops=[ast.In() | ast.NotIn() as op], comparators=[values]):
                    if self._is_closed(wanted):
                        number, is_in = self._value_of(wanted), isinstance(op, ast.In)
                        found = self._gathered(values, False, lambda seen, item: seen or item == number)
                        return found and Fold(
                            found.start, found.step, lambda state: found.value(state) == is_in, found.placed
                        )
                case ast.Subscript(value=ast.Name(id=name), slice=place) if name == DIGITS:
                    if not isinstance(place, ast.Slice) and self._is_closed(place):
                        return self._one_digit(index(self._value_of(place)))
        except FAILURES:
            return None
        return None

    def _one_digit(self, place: int) -> Fold | None:
        wanted = range(self.count)[place]
        return Fold(None, lambda seen, at, digit: digit if at == wanted else seen, lambda seen: seen, placed=True)

    def _gathered(self, values: ast.expr, start: Any, add: Callable[[Any, Any], Any]) -> Fold | None:
        """Return the fold that combines all items of a list by `add`, from `start` on.

        None if the list is no stream.
        """
        stream = self._stream_of(values)
        if stream is None:
            return None
        push, end = stream.push, stream.end

        def step(state: tuple[Any, Any], place: int, digit: int) -> Hashable:
            inner, gathered = state
            inner, items = push(inner, place, digit)
            for item in items:
                gathered = add(gathered, item)
            return inner, gathered

        def value(state: tuple[Any, Any]) -> Any:
            inner, gathered = state
            for item in end(inner):
                gathered = add(gathered, item)
            if gathered is None:
                raise UndefinedError
            return gathered if isinstance(gathered, tuple | bool) else checked_number(gathered)

        return Fold((stream.start, start), step, value, stream.placed)

    def _stream_of(self, node: ast.expr) -> _Stream | None:
        match node:
            case ast.Name(id=name) if name == DIGITS:
                return _Stream(None, lambda state, place, digit: (None, (digit,)), lambda state: ())
            case ast.Subscript(value=ast.Name(id=name), slice=ast.Slice() as part) if name == DIGITS:
                return self._part(part)
            case ast.GeneratorExp() | ast.ListComp():
                return self._loop(node)
            case ast.Call(func=ast.Name(id="runs"), args=[values]):
                inner = self._stream_of(values)
                return inner and _runs(inner)
        return None

    def _part(self, part: ast.Slice) -> _Stream | None:
        """Return the stream of the digits in a slice such as `x[1:]`; None if its ends depend on digits."""
        if not self._is_closed(*(end for end in (part.lower, part.upper) if end)):
            return None
        wanted = places_in_slice(part, self.count, self._value_of)
        return _Stream(
            None,
            lambda state, place, digit: (None, (digit,) if place in wanted else ()),
            lambda state: (),
            placed=True,
        )

    def _loop(self, node: ast.GeneratorExp | ast.ListComp) -> _Stream | None:
        (loop,) = node.generators
        inner = self._stream_of(loop.iter)
        if inner is None or not self._is_closed(node.elt, *loop.ifs):
            return None
        name: str = loop.target.id  # type: ignore[attr-defined]
        item, tests, env = compiled_tree(node.elt), [compiled_tree(test) for test in loop.ifs], self.env
        kept: dict[Any, tuple[Any, ...]] = {}

        def made(values: Sequence[Any]) -> tuple[Any, ...]:
            found: tuple[Any, ...] = ()
            for value in values:
                if value not in kept:
                    kept[value] = _one_round({**env, name: value}, item, tests)
                found += kept[value]
            return found

        def push(state: Any, place: int, digit: int) -> tuple[Hashable, Sequence[Any]]:
            state, items = inner.push(state, place, digit)
            return state, made(items)

        return _Stream(inner.start, push, lambda state: made(inner.end(state)), inner.placed)


def _one_round(env: Env, item: Code, tests: Sequence[Code]) -> tuple[Any, ...]:
    """Return the value that a loop of the expression adds for one item, in a tuple.

    () if a test of the loop rejects the item. `env` has the values of all names, the item's included.
    """
    return (item(env),) if all(test(env) for test in tests) else ()


def _runs(inner: _Stream) -> _Stream:
    """Return the stream of the lengths of stretches of equal values.

    A state has the last value and its length so far.
    """

    def push(state: Any, place: int, digit: int) -> tuple[Hashable, Sequence[Any]]:
        (before, last, length), ended = state, []
        before, items = inner.push(before, place, digit)
        for item in items:
            if length and item != last:
                ended.append(length)
                length = 0
            last, length = item, length + 1
        return (before, last, length), ended

    def end(state: Any) -> Sequence[Any]:
        before, last, length = state
        ended = []
        for item in inner.end(before):
            if length and item != last:
                ended.append(length)
                length = 0
            last, length = item, length + 1
        return [*ended, length] if length else ended

    return _Stream((inner.start, None, 0), push, end, inner.placed)


def _insert(values: tuple[Any, ...], item: Any) -> tuple[Any, ...]:
    found = list(values)
    insort(found, item)
    return tuple(found)


GATHERERS: dict[str, tuple[Any, Callable[[Any, Any], Any]]] = {
    "sum": (0, lambda total, item: total + item),
    "count": (0, lambda total, item: total + item),
    "len": (0, lambda total, item: total + 1),
    "product": (1, lambda total, item: total * item),
    "min": (None, lambda least, item: item if least is None else min(least, item)),
    "max": (None, lambda most, item: item if most is None else max(most, item)),
    "any": (False, lambda seen, item: seen or bool(item)),
    "all": (True, lambda seen, item: seen and bool(item)),
    "distinct": ((), lambda seen, item: seen if item in seen else distinct((*seen, item))),
    "sorted": ((), _insert),
    "sums": ((), lambda found, item: tuple(sorted(more_sums(found, item)))),
}
"""State of each function of a list: the initial one, and the one after a further item"""
