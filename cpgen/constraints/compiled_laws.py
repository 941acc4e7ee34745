"""The primitives that demand what a law demands: one cell becomes a domain, two pairs, sums linear conditions.

Everything else becomes the smallest automaton. Its state is a fold of the expression, or all digits read so far where
there are few cases. A law is compiled once for lists of some length on boards of some side.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache, partial
from math import perm
from typing import Any

from cpgen.constraints.expressions import FAILURES, Env, Expression
from cpgen.constraints.folds import Fold, fold_of, fold_of_all
from cpgen.constraints.laws import (
    ALONG,
    CELLS,
    GROUPS,
    LETTERS,
    Law,
    Machine,
    PlacesOf,
    environments,
    machine_of,
    named_values,
)
from cpgen.constraints.linear_forms import DIGITS, linear_conditions, linear_form, mentions_digits
from cpgen.constraints.primitives import (
    AllDifferent,
    Automaton,
    Domain,
    Linear,
    Pair,
    Primitive,
    TooManyStatesError,
    automaton,
    digit_mask,
    reversed_words,
    same_words,
    simplest,
    transposed,
    weighted_total,
    with_renamed_digits,
)
from cpgen.errors import InputError
from cpgen.messages import Message

MOST_CASES, MOST_WORK, MOST_STATES = 60_000, 6_000_000, 10_000
"""Most fillings that are tried one by one, most parts of expressions that are evaluated, and most states: each keeps
the compilation of a law below a second or two"""
COMPILED = 4096
"""Number of compiled laws that are cached"""


@dataclass(frozen=True)
class Conditions:
    """Primitives of a compiled law, for `count` cells numbered 0, 1, … instead of the cells of a board.

    Attributes:
        primitives: The conditions.
        count: Number of cells.
        n: The side of the board.
    """

    primitives: tuple[Primitive, ...]
    count: int
    n: int

    @cached_property
    def renames_digits(self) -> bool:
        """True if the conditions still hold after any renaming of the digits."""
        return _renames_digits(self.primitives, self.n)

    @cached_property
    def reversible(self) -> bool:
        """True if the conditions are known to mean the same when the cells are read backwards."""
        try:
            return _is_reversible(self.primitives, self.count)
        except TooManyStatesError:
            return False

    def on(self, cells: Sequence[int]) -> Iterator[Primitive]:
        """Yield the primitives with cell k replaced by `cells[k]`."""
        for one in self.primitives:
            if isinstance(one, Domain):
                yield Domain(cells[one.cell], one.digits)
            elif isinstance(one, Pair):
                yield Pair(cells[one.first], cells[one.second], one.allowed)
            elif isinstance(one, Linear):
                places = zip(one.cells, one.coefficients, strict=True)
                yield weighted_total([(cells[place], weight) for place, weight in places], one.total, one.relation)
            else:
                yield replace(one, cells=tuple(cells[place] for place in one.cells))  # type: ignore[arg-type]


@lru_cache(maxsize=COMPILED)
def conditions(law: Law, n: int, counts: tuple[int, ...], places: tuple[PlacesOf, ...] = ()) -> Conditions:
    """Compile a law for lists of cells on a board of side n: one list, or several for the form `groups`.

    Args:
        law: The law, without an open number.
        n: The side of the board.
        counts: Number of cells of each list.
        places: Rows, columns and regions of the cells of each list, if the law uses them.

    Raises:
        InputError: There are too many cases.
    """
    found = tuple(_Compiler(law, n, counts, environments(n, counts, places)).primitives())
    return Conditions(found, sum(counts), n)


def _renames_digits(primitives: Iterable[Primitive], n: int) -> bool:
    """Return True if renaming the digits 1 to `n` keeps the primitives.

    Two permutations, which generate all others, are tested.
    """
    swap, turn = [2, 1, *range(3, n + 1)], [*range(2, n + 1), 1]
    tables = dict.fromkeys(replace(one, first=0, second=1) if isinstance(one, Pair) else one for one in primitives)
    return not any(isinstance(one, Linear) for one in tables) and all(
        _equal(one, with_renamed_digits(one, names)) for one in tables for names in (swap, turn)
    )


def _equal(one: Primitive, other: Primitive) -> bool:
    if isinstance(one, Automaton) and isinstance(other, Automaton):
        return one.cells == other.cells and same_words(one, other)
    return one == other


def _is_reversible(primitives: Sequence[Primitive], count: int) -> bool:
    """Return True if the primitives stay equivalent when the `count` cells 0, 1, … are numbered from the other end."""
    images = {_reversed(one, count) for one in primitives}.difference(primitives)
    machines = [one for one in primitives if isinstance(one, Automaton)]
    return all(any(_equal(image, one) for one in machines) for image in images)


def _reversed(one: Primitive, count: int) -> Primitive:
    """Return a primitive on `count` cells with these numbered from the other end, in ascending order."""
    last = count - 1
    match one:
        case Domain(cell, digits):
            return Domain(last - cell, digits)
        case Pair(first, second, allowed):
            return transposed(Pair(last - first, last - second, allowed))
        case Linear(cells, coefficients):
            places = tuple(last - cell for cell in cells[::-1])
            return replace(one, cells=places, coefficients=coefficients[::-1])
        case Automaton(cells):
            return replace(reversed_words(one, MOST_STATES), cells=tuple(last - cell for cell in cells[::-1]))
    return replace(one, cells=tuple(last - cell for cell in one.cells[::-1]))  # type: ignore[arg-type]


class _Compiler:
    """Compiler of one law (see `cpgen.constraints.laws`) to primitives, for lists of cells of fixed lengths."""

    def __init__(self, law: Law, n: int, counts: Sequence[int], envs: Sequence[Env]) -> None:
        self.law, self.n, self.counts, self.envs = law, n, counts, envs
        self.digits = range(1, n + 1)

    def primitives(self) -> Iterator[Primitive]:
        """Yield the primitives that are equivalent to the law."""
        if self.law.form == GROUPS:
            return self._equal_groups()
        if self.law.form == ALONG:
            return iter([self._along()])
        if self.law.form == CELLS:
            return self._whole(self.law.expressions[0])
        return self._windows()

    def refuse(self, cases: int) -> InputError:
        """Return the error that the law has too many cases to be compiled."""
        return InputError(
            Message("rule-cases", rule=self.law.text, cells=sum(self.counts), cases=cases, most=MOST_CASES)
        )

    def require_cases(self, cells: int) -> None:
        """Raise InputError unless trying all digits in this number of cells takes little enough work."""
        cases = self.n**cells
        if cases > MOST_CASES or cases * self.law.expressions[0].cost(cells) > MOST_WORK:
            raise self.refuse(cases)

    def made(self, cells: Sequence[int], machine: Machine) -> Primitive:
        """Return the simplest primitive that allows in `cells` just the digit sequences that an automaton accepts.

        `machine` is the automaton. Raises InputError if it has too many states.
        """
        try:
            found = automaton(range(len(cells)), self.n, machine.start, machine.step, machine.accepts, MOST_STATES)
        except TooManyStatesError:
            raise self.refuse(self.n ** len(cells)) from None
        return simplest(found, cells)

    def _windows(self) -> Iterator[Primitive]:
        """Yield the primitives of a law whose expression is about one, two or more digits at a time.

        These are consecutive cells of a list (form `neighbours`) or any pairs of cells (`pairs`).
        """
        law, (count,), (env,) = self.law, self.counts, self.envs
        (expression,) = law.expressions
        if law.arity < 3:
            tables: dict[Any, Primitive] = {}
            for at in law.windows(count):
                where = tuple(env[f"{name}(x)"][place] for name in expression.places for place in at)
                if where not in tables:
                    allows = partial(_allows, expression, {**env, **named_values(at, (), env)})
                    tables[where] = self._table(allows, law.arity)
                if not _is_idle(tables[where], self.n):
                    yield from _at(at, tables[where])
            return
        self.require_cases(law.arity)

        def step(seen: tuple[int, ...], digit: int) -> tuple[int, ...] | None:
            place, *digits = *seen, digit
            window = range(place - law.arity + 1, place + 1)
            if len(digits) == law.arity:
                if not expression.holds({**env, **named_values(window, digits, env)}):
                    return None
                del digits[0]
            return (place + 1 if expression.places else min(place + 1, law.arity), *digits)

        yield self.made(range(count), Machine((0,), step, lambda seen: True))

    def _table(self, allows: Callable[[Sequence[int]], bool], arity: int) -> Primitive:
        """Return the primitive that allows the digits which `allows` accepts.

        `arity` is the number of cells: with 1 it is a domain of cell 0, with 2 a condition on cells 0 and 1. All digits
        are tried.
        """
        if arity == 1:
            return Domain(0, digit_mask(d for d in self.digits if allows([d])))
        allowed = tuple(digit_mask(b for b in self.digits if allows([a, b])) for a in self.digits)
        return different_or(Pair(0, 1, allowed))

    def _whole(self, expression: Expression) -> Iterator[Primitive]:
        """Yield the primitives of a law about all cells of a list (form `cells`)."""
        (count,), (env,) = self.counts, self.envs
        if count < 3:
            yield from _at(
                range(count), self._table(lambda digits: expression.holds({**env, "x": tuple(digits)}), count)
            )
            return
        for part in _conjuncts(expression):
            linear = linear_conditions(part.tree, count, env)
            if is_all_different(part):
                yield AllDifferent(tuple(range(count)))
            elif is_about_each(part):
                allows = partial(_allows_one, part, env)
                yield from (Domain(place, digit_mask(filter(allows, self.digits))) for place in range(count))
            elif linear is None:
                yield self._folded(part)
            else:
                yield from (weighted_total(enumerate(one.weights), one.total, one.relation) for one in linear)

    def _folded(self, part: Expression) -> Primitive:
        (count,), (env,) = self.counts, self.envs
        fold = fold_of(part, count, env)
        if fold is None:
            self.require_cases(count)
            fold = fold_of_all(part, env)
        return self.made(range(count), _reader(fold, count))

    def _along(self) -> Primitive:
        return self.made(range(self.counts[0]), machine_of(self.law, self.envs[0]))

    def _equal_groups(self) -> Iterator[Primitive]:
        """Yield primitives that each list after the first has the same value as the first (form `groups`)."""
        (expression,) = self.law.expressions
        first, starts = self.counts[0], [sum(self.counts[:number]) for number in range(len(self.counts))]
        for number in range(1, len(self.counts)):
            cells = [*range(first), *range(starts[number], starts[number] + self.counts[number])]
            yield self._two_groups(expression, number, cells)

    def _two_groups(self, expression: Expression, number: int, cells: Sequence[int]) -> Primitive:
        """Return the primitive that the law's expression has the same value for the first list and for list `number`.

        `cells` are the cells of both lists.
        """
        lengths, envs = (self.counts[0], self.counts[number]), (self.envs[0], self.envs[number])
        one, other = (linear_form(expression.tree, count, env) for count, env in zip(lengths, envs, strict=True))
        if one and other:
            weights = [*one.weights, *(-weight for weight in other.weights)]
            return weighted_total(zip(cells, weights, strict=True), other.number - one.number)
        folds = []
        for count, env in zip(lengths, envs, strict=True):
            fold = fold_of(expression, count, env)
            if fold is None:
                self.require_cases(sum(lengths))
            folds.append(fold or fold_of_all(expression, env))
        return self.made(cells, _reader_of_two(folds, lengths))


def _allows(expression: Expression, env: Env, digits: Sequence[int]) -> bool:
    """Return True if an expression holds when the letters a, b, … stand for these digits."""
    return expression.holds({**env, **dict(zip(LETTERS, digits, strict=False))})


def _is_idle(one: Primitive, n: int) -> bool:
    """Return True if a domain or a pair allows all digits from 1 to `n`."""
    full = (1 << n) - 1
    return (isinstance(one, Domain) and one.digits == full) or (isinstance(one, Pair) and {*one.allowed} == {full})


def _at(window: Sequence[int], one: Primitive) -> Iterator[Primitive]:
    yield from Conditions((one,), False, False).on(window)


def different_or(pair: Pair) -> Primitive:
    """Return `AllDifferent` if a pair condition says only that its cells differ; else the condition itself.

    With `AllDifferent`, the two cells see each other.
    """
    full = (1 << len(pair.allowed)) - 1
    is_different = all(row == full & ~(1 << digit) for digit, row in enumerate(pair.allowed))
    return AllDifferent(pair.cells) if is_different else pair


def is_all_different(expression: Expression) -> bool:
    """Return True if an expression is one of the usual ways to say that all digits differ."""
    words = ("len(distinct(x)) == len(x)", "len(x) == len(distinct(x))")
    return ast.unparse(expression.tree) in words


def is_about_each(expression: Expression) -> bool:
    """Return True if an expression restricts each digit alone, as in `all(d > 3 for d in x)`."""
    match expression.tree:
        case ast.Call(func=ast.Name(id="all"), args=[ast.GeneratorExp() | ast.ListComp() as loop]):
            part = loop.generators[0]
            is_whole = isinstance(part.iter, ast.Name) and part.iter.id == DIGITS
            return is_whole and not any(map(mentions_digits, [loop.elt, *part.ifs])) and not expression.places
    return False


def _allows_one(expression: Expression, env: Env, digit: int) -> bool:
    return expression.holds({**env, DIGITS: (digit,)})


def _conjuncts(expression: Expression) -> Iterator[Expression]:
    """Yield the parts of an expression that `and` joins; the expression itself if there is no `and`."""
    tree = expression.tree
    if isinstance(tree, ast.BoolOp) and isinstance(tree.op, ast.And):
        for part in tree.values:
            yield from _conjuncts(replace(expression, text=ast.unparse(part)))
    else:
        yield expression


def _reader(fold: Fold, count: int) -> Machine:
    """Return an automaton that reads `count` digits with a fold, and accepts them if the fold's final value is true.

    A fold (`cpgen.constraints.folds`) evaluates an expression while digits are read one by one. If its steps depend on
    the place of a digit, states include it, and the last step decides.
    """
    if not fold.placed:
        return Machine(fold.start, lambda state, digit: fold.step(state, 0, digit), partial(_is_true, fold))

    def step(state: tuple[int, Any], digit: int) -> tuple[int, Any] | None:
        place, inner = state[0] + 1, fold.step(state[1], state[0], digit)
        if place < count:
            return place, inner
        return (count, None) if _is_true(fold, inner) else None

    return Machine((0, fold.start), step, lambda state: state[0] == count)


def _is_true(fold: Fold, state: Any) -> bool:
    try:
        return bool(fold.value(state))
    except FAILURES:
        return False


def _reader_of_two(folds: Sequence[Fold], lengths: Sequence[int]) -> Machine:
    """Return an automaton that reads two lists of digits, each with a fold, and accepts if the final values are equal.

    A fold (`cpgen.constraints.folds`) evaluates an expression while digits are read one by one. `lengths` has the
    number of cells of either list.
    """
    first, last = lengths[0], sum(lengths)

    def step(state: tuple[int, Any, Any], digit: int) -> tuple[int, Any, Any] | None:
        place, value, inner = state
        try:
            if place < first:
                inner = folds[0].step(inner, place, digit)
                is_read = place + 1 == first
                return (first, folds[0].value(inner), folds[1].start) if is_read else (place + 1, None, inner)
            inner = folds[1].step(inner, place - first, digit)
            if place + 1 < last:
                return place + 1, value, inner
            return (last, None, None) if folds[1].value(inner) == value else None
        except FAILURES:
            return None

    return Machine((0, None, folds[0].start), step, lambda state: state[0] == last)


def is_impossible(one: Primitive, n: int) -> bool:
    """Return True if no digits of a board of side n satisfy a primitive, as far as this is easy to see."""
    match one:
        case Linear(_, coefficients, relation, total):
            least = sum(min(weight, weight * n) for weight in coefficients)
            most = sum(max(weight, weight * n) for weight in coefficients)
            return (relation != ">=" and least > total) or (relation != "<=" and most < total)
        case AllDifferent(cells):
            return len(cells) > n
        case Automaton():
            return not one.accepting
        case Domain() | Pair():
            return _words(one, n) == 0
    return False


def count_words(primitives: Sequence[Primitive], n: int) -> int:
    """Return the number of sequences of digits 1 to `n` that each primitive allows, added up.

    The larger it is, the less the primitives demand.
    """
    return sum(_words(one, n) for one in primitives)


def _words(one: Primitive, n: int) -> int:
    match one:
        case Domain(digits=digits):
            return digits.bit_count()
        case Pair(allowed=allowed):
            return sum(row.bit_count() for row in allowed)
        case AllDifferent(cells):
            return perm(n, len(cells))
        case Linear(_, coefficients, relation, total):
            # How much a bound restricts depends on its distance from the least or the largest sum.
            ends = (sum(coefficients), sum(coefficients) * n)
            return 1 if relation == "=" else abs(total - (min(ends) if relation == "<=" else max(ends)))
        case Automaton():
            ways: Mapping[int, int] = {0: 1}
            for layer in one.layers:
                following: dict[int, int] = {}
                for before, _, after in layer:
                    following[after] = following.get(after, 0) + ways.get(before, 0)
                ways = following
            return sum(ways.values())
    return 0
