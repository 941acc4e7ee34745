"""Laws: what an expression demands of lists of digits, and the primitives that demand the same.

A law is an expression with a *form*, which says what its names stand for:

    neighbours   a, b are two consecutive cells of a list (a, b, c three, and so on)
    pairs        a, b are any two cells of a list, the earlier one first
    cells        x are the digits of all cells
    along        a machine reads the digits d of the cells; `start`, `step` and `accept` are about its state s, or
                 `states` lists for each state the next one after each digit, and `accept` the last states
    groups       an expression of the digits x has the same value for several lists of cells

The names row, column and region of a name are those of its cell, from 1; n is the side of the board.

`conditions` compiles a law for lists of some length on boards of some side, once: one cell to a domain, two to pairs,
sums to linear conditions, everything else to the smallest automaton. The state of the automaton is a fold of the
expression, or all digits read so far where there are few cases.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from itertools import combinations
from math import perm
from typing import Any

from cpgen.constraints.expressions import (
    FAILURES,
    PLACES,
    UNKNOWN,
    Env,
    Expression,
    Type,
    UndefinedError,
    compiled_tree,
    parse,
)
from cpgen.constraints.folds import Fold, fold_of, fold_of_all, is_symmetric
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
    weighted_total,
    with_renamed_digits,
)
from cpgen.errors import InputError, Message

NEIGHBOURS, PAIRS, CELLS, ALONG, GROUPS = FORMS = ("neighbours", "pairs", "cells", "along", "groups")
LETTERS = ("a", "b", "c", "d")
"""Names of consecutive cells"""
PARTS = ("start", "step", "accept")
"""The parts of a law along a line, each after its word, separated by semicolons"""
OPEN = "?"
STATES = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
"""Names of states in a list, which begins with the first state; a dot stands for none"""
TABLE = re.compile(r"states\s+([\w.]+(?:/[\w.]+)*)\s*;\s*accept((?:\s+\w)*)\s*", re.ASCII)
MOST_CASES, MOST_WORK, MOST_STATES = 60_000, 6_000_000, 10_000
"""Most fillings that are tried one by one, most parts of expressions that are evaluated, and most states: each keeps
the compilation of a law below a second or two"""
COMPILED = 4096
"""Laws that are kept compiled"""
SAMPLE = 36
"""Digits with which the symmetry of a law about two cells is tested: as many as boards can show"""


@dataclass(frozen=True)
class Law:
    """An expression with its form; the constructor checks it.

    Raises:
        InputError: The form is unknown, or the expression is wrong; the message names the character.
    """

    text: str
    form: str

    def __post_init__(self) -> None:
        self.expressions  # noqa: B018 - parsing is the check

    @property
    def expressions(self) -> tuple[Expression, ...]:
        """The parsed expression; for the form `along` those of start, step and accept."""
        return _parsed(self.text, self.form)

    @property
    def table(self) -> tuple[tuple[str, ...], str] | None:
        """The rows of a list of states, and the accepting states; None for another law."""
        return _table_of(self.text) if self.form == ALONG else None

    @property
    def places(self) -> frozenset[str]:
        """The functions of places that the law uses."""
        return frozenset().union(*(one.places for one in self.expressions))

    @property
    def is_open(self) -> bool:
        """True if a number is left open."""
        return any(UNKNOWN in one.names for one in self.expressions)

    @property
    def arity(self) -> int:
        """Number of cells that the law is about at a time; 0 for all cells."""
        if self.form not in (NEIGHBOURS, PAIRS):
            return 0
        names = self.expressions[0].names
        return max([1 + self.form.count(PAIRS), *(1 + place for place, one in enumerate(LETTERS) if one in names)])

    def closed(self, number: int) -> Law:
        """Return the law with a number in the place of the open one."""
        return Law(self.text.replace(OPEN, str(number)), self.form)

    def windows(self, count: int) -> Iterator[tuple[int, ...]]:
        """Yield the places in a list of some length that the law is about, for the forms with letters."""
        if self.form == PAIRS:
            yield from combinations(range(count), 2)
        else:
            yield from (tuple(range(first, first + self.arity)) for first in range(count - self.arity + 1))

    def holds(self, lists: Sequence[Sequence[int]], n: int, places: Sequence[PlacesOf] = ()) -> bool:
        """Return True if lists of digits satisfy the law, by its definition; only `groups` compares several."""
        given = [_environments(n, where) for where in places] or [{"n": n}] * len(lists)
        if self.form == GROUPS:
            try:
                values = [
                    self.expressions[0].value({**env, "x": tuple(x)}) for x, env in zip(lists, given, strict=True)
                ]
            except UndefinedError:
                return False
            return all(value == values[0] for value in values)
        return all(self._holds_for(tuple(digits), env) for digits, env in zip(lists, given, strict=True))

    def compared(self, lists: Sequence[Sequence[int]], n: int, places: Sequence[PlacesOf] = ()) -> list[Any] | None:
        """Return what an open number is compared with for lists of digits, or None if it is not alone on its side."""
        other = None if self.form in (ALONG, GROUPS) else _other_side(self.expressions[0].tree)
        if other is None:
            return None
        code, found = compiled_tree(other), []
        given = [_environments(n, where) for where in places] or [{"n": n}] * len(lists)
        for digits, env in zip(lists, given, strict=True):
            whole = [{**env, "x": tuple(digits)}]
            named = ({**env, **_named(at, [digits[place] for place in at], env)} for at in self.windows(len(digits)))
            for values in whole if self.form == CELLS else named:
                with suppress(*FAILURES):
                    found.append(code(values))
        return found

    def _has_equal_values(self, envs: Sequence[Env]) -> bool:
        try:
            values = [self.expressions[0].value(env) for env in envs]
        except UndefinedError:
            return False
        return all(value == values[0] for value in values)

    def _holds_for(self, digits: tuple[int, ...], env: Env) -> bool:
        if self.form == CELLS:
            return self.expressions[0].holds({**env, "x": digits})
        if self.form == ALONG:
            machine = _machine(self, env)
            state: Any = machine.start
            for digit in digits:
                state = machine.step(state, digit)
                if state is None:
                    return False
            return machine.accepts(state)
        windows, first = self.windows(len(digits)), self.expressions[0]
        return all(first.holds({**env, **_named(at, [digits[place] for place in at], env)}) for at in windows)

    def order_of(self) -> str:
        """Return in which orders of the cells the law is known to mean the same: fixed, reversible or any."""
        if self.places or self.form in (ALONG, GROUPS) or (self.is_open and self.form == ALONG):
            return "fixed"
        if self.form == CELLS:
            return "any" if is_symmetric(self.expressions[0]) else "fixed"
        if self.arity == 1:
            return "any"
        if self.arity > 2 or not _is_mutual(self):
            return "fixed"
        return "any" if self.form == PAIRS else "reversible"


PlacesOf = tuple[tuple[int, ...], ...]
"""For the cells of a list their rows, their columns and their regions, all from 1"""


def _environments(n: int, places: PlacesOf) -> Env:
    """Return the values of the names that are the same for all digits; places are lists still."""
    return {"n": n, **{f"{name}(x)": where for name, where in zip(PLACES, places, strict=False)}}


def _named(window: Sequence[int], digits: Sequence[int], env: Env) -> Env:
    """Return the values of the letters for digits at some places of a list, and of their rows and columns."""
    found: Env = dict(zip(LETTERS, digits, strict=False))
    for name in PLACES:
        if where := env.get(f"{name}(x)"):
            found |= {f"{name}({letter})": where[place] for letter, place in zip(LETTERS, window, strict=False)}
    return found


def _variables(form: str) -> dict[str, Type]:
    """Return the names that an expression of a form may use, except for the state of a machine."""
    letters = {NEIGHBOURS: LETTERS, PAIRS: LETTERS[:2]}.get(form, ())
    found: dict[str, Type] = dict.fromkeys(letters, "number")
    if form in (CELLS, GROUPS):
        found["x"] = "numbers"
    if form != ALONG:
        found |= {f"{name}({one})": kind for one, kind in [*found.items()] for name in PLACES}
    return found | {"n": "number", UNKNOWN: "number"}


@lru_cache(maxsize=COMPILED)
def _parsed(text: str, form: str) -> tuple[Expression, ...]:
    if form not in FORMS:
        raise InputError(Message("constraint-word", found=form, choices=FORMS))
    if form == ALONG:
        return _parsed_machine(text)
    found = parse(text, _variables(form), None if form == GROUPS else "truth")
    if not found.names & {*LETTERS, "x"}:
        raise InputError(Message("rule-no-cell", names=LETTERS[:2] if form in (NEIGHBOURS, PAIRS) else ("x",)))
    return (found,)


@lru_cache(maxsize=COMPILED)
def _table_of(text: str) -> tuple[tuple[str, ...], str] | None:
    """Parse `states 12./2../…; accept 1 2`, or return None for another law."""
    found = TABLE.fullmatch(text)
    if not found:
        return None
    rows, accepting = tuple(found[1].split("/")), "".join(found[2].split())
    known = {".", *STATES[: len(rows)]}
    if len({*map(len, rows)}) > 1 or not known.issuperset("".join(rows) + accepting) or "." in accepting:
        raise InputError(Message("rule-table"))
    return rows, accepting


def _parsed_machine(text: str) -> tuple[Expression, ...]:
    """Parse `start …; step …; accept …`; a list of states has no expressions."""
    if _table_of(text):
        return ()
    parts: dict[str, tuple[str, int]] = {}
    shift = 0
    for part in text.split(";"):
        word, _, rest = part.strip().partition(" ")
        word = word.rstrip(":").lower()
        if word not in PARTS or word in parts:
            raise InputError(Message("rule-parts", found=part.strip()[:20]))
        parts[word] = rest, shift + part.index(rest) if rest else shift
        shift += len(part) + 1
    if len(parts) < len(PARTS):
        raise InputError(Message("rule-parts", found=text[:20]))
    names = _variables(ALONG)
    start = parse(parts["start"][0], {"n": "number"}, None, parts["start"][1])
    kind: Type = "number" if start.type == "truth" else start.type
    if kind == "truths":
        kind = "numbers"
    state: dict[str, Type] = {**names, "s": kind}
    step = parse(parts["step"][0], {**state, "d": "number", "stop": "state"}, kind, parts["step"][1])
    return start, step, parse(parts["accept"][0], state, "truth", parts["accept"][1])


@dataclass(frozen=True)
class Machine:
    """A machine that reads a list."""

    start: Hashable
    step: Callable[[Any, int], Hashable | None]
    accepts: Callable[[Any], bool]


def _machine(law: Law, env: Env) -> Machine:
    """Return the machine of a law along a line; a state without a value ends it."""
    if law.table:
        return _machine_of_table(*law.table, env["n"])
    start, step, accept = law.expressions

    def following(state: Any, digit: int) -> Any:
        try:
            return None if state is None else step.value({**env, "s": state, "d": digit, "stop": None})
        except UndefinedError:
            return None

    return Machine(
        start.value(env) if start.is_defined(env) else None, following, lambda state: accept.holds({**env, "s": state})
    )


def _machine_of_table(rows: Sequence[str], accepting: str, n: int) -> Machine:
    if len(rows[0]) != n:
        raise InputError(Message("rule-columns", columns=len(rows[0]), side=n))

    def step(state: str, digit: int) -> str | None:
        target = rows[STATES.index(state)][digit - 1]
        return None if target == "." else target

    return Machine(STATES[0], step, lambda state: state in accepting)


def table_text(transitions: Sequence[Sequence[int]], accepting: Iterable[int]) -> str | None:
    """Return the text of a list of states, or None if there are more than it can name."""
    if len(transitions) > len(STATES):
        return None
    rows = ("".join("." if target < 0 else STATES[target] for target in row) for row in transitions)
    return f"states {'/'.join(rows)}; accept {' '.join(STATES[state] for state in sorted(accepting))}".rstrip()


@lru_cache(maxsize=COMPILED)
def _is_mutual(law: Law) -> bool:
    """Return True if a law about two cells means the same with the cells swapped, for all digits that boards show."""
    (expression,) = law.expressions
    others = [name for name in ("n", UNKNOWN) if name in expression.names]
    for number in range(1, SAMPLE + 1 if others else 2):
        env = dict.fromkeys(others, number)
        for a, b in combinations(range(1, SAMPLE + 1), 2):
            if expression.holds({**env, "a": a, "b": b}) != expression.holds({**env, "a": b, "b": a}):
                return False
    return True


@dataclass(frozen=True)
class Conditions:
    """The primitives of a law, compiled for lists of `count` cells, which are numbered 0, 1, ….

    Attributes:
        primitives: The conditions.
        renames_digits: True if they hold under any names of the digits.
        reversible: True if they mean the same when each list is read backwards.
    """

    primitives: tuple[Primitive, ...]
    renames_digits: bool
    reversible: bool

    def on(self, cells: Sequence[int]) -> Iterator[Primitive]:
        """Yield the conditions on some cells of a board."""
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
        places: The places of the cells of each list, if the law uses them.

    Raises:
        InputError: There are too many cases.
    """
    compiler = _Compiler(law, n, counts, [_environments(n, where) for where in places] or [{"n": n}] * len(counts))
    found = tuple(compiler.primitives())
    swap, turn = [2, 1, *range(3, n + 1)], [*range(2, n + 1), 1]
    renames = not any(isinstance(one, Linear) for one in found) and all(
        _equal(one, with_renamed_digits(one, names)) for one in found for names in (swap, turn)
    )
    return Conditions(found, renames, _is_reversible(found, sum(counts)))


def _equal(one: Primitive, other: Primitive) -> bool:
    if isinstance(one, Automaton) and isinstance(other, Automaton):
        return one.cells == other.cells and same_words(one, other)
    return one == other


def _is_reversible(primitives: Sequence[Primitive], count: int) -> bool:
    """Return True if conditions mean the same when the cells 0, 1, … are numbered from the other end."""
    images = [_reversed(one, count) for one in primitives]
    return all(any(_equal(image, one) for one in primitives) for image in images)


def _reversed(one: Primitive, count: int) -> Primitive:
    """Return a condition with the cells numbered from the other end, in ascending order."""
    last = count - 1
    match one:
        case Domain(cell, digits):
            return Domain(last - cell, digits)
        case Pair(first, second, allowed):
            digits_of = range(len(allowed))
            flipped = tuple(sum(1 << a for a in digits_of if allowed[a] >> b & 1) for b in digits_of)
            return Pair(last - second, last - first, flipped)
        case Linear(cells, coefficients):
            places = tuple(last - cell for cell in cells[::-1])
            return replace(one, cells=places, coefficients=coefficients[::-1])
        case Automaton(cells):
            return replace(reversed_words(one), cells=tuple(last - cell for cell in cells[::-1]))
    return replace(one, cells=tuple(last - cell for cell in one.cells[::-1]))  # type: ignore[arg-type]


class _Compiler:
    """Compiles one law for lists of fixed lengths."""

    def __init__(self, law: Law, n: int, counts: Sequence[int], envs: Sequence[Env]) -> None:
        self.law, self.n, self.counts, self.envs = law, n, counts, envs
        self.digits = range(1, n + 1)

    def primitives(self) -> Iterator[Primitive]:
        """Yield the conditions of the law."""
        if self.law.form == GROUPS:
            return self._equal_groups()
        if self.law.form == ALONG:
            return iter([self._along()])
        if self.law.form == CELLS:
            return self._whole(self.law.expressions[0])
        return self._windows()

    def refuse(self, cases: int) -> InputError:
        """Return the error for too many cases."""
        return InputError(
            Message("rule-cases", rule=self.law.text, cells=sum(self.counts), cases=cases, most=MOST_CASES)
        )

    def require_cases(self, cells: int) -> None:
        """Raise InputError unless all fillings of some cells can be tried."""
        cases = self.n**cells
        if cases > MOST_CASES or cases * self.law.expressions[0].cost(cells) > MOST_WORK:
            raise self.refuse(cases)

    def made(self, cells: Sequence[int], machine: Machine) -> Primitive:
        """Return the simplest condition with the words of a machine on some cells."""
        try:
            found = automaton(range(len(cells)), self.n, machine.start, machine.step, machine.accepts, MOST_STATES)
        except TooManyStatesError:
            raise self.refuse(self.n ** len(cells)) from None
        return simplest(found, cells)

    def _windows(self) -> Iterator[Primitive]:
        """Yield the conditions of a law about consecutive cells or pairs."""
        law, (count,), (env,) = self.law, self.counts, self.envs
        (expression,) = law.expressions
        if law.arity < 3:
            tables: dict[Any, Primitive] = {}
            for at in law.windows(count):
                where = tuple(env[f"{name}(x)"][place] for name in law.places for place in at)
                if where not in tables:
                    allows = partial(self._allows, expression, env, at)
                    tables[where] = self._table(allows, law.arity)
                if not _is_idle(tables[where], self.n):
                    yield from _at(at, tables[where])
            return
        self.require_cases(law.arity)

        def step(seen: tuple[int, ...], digit: int) -> tuple[int, ...] | None:
            place, *digits = *seen, digit
            window = range(place - law.arity + 1, place + 1)
            if len(digits) == law.arity:
                if not expression.holds({**env, **_named(window, digits, env)}):
                    return None
                del digits[0]
            return (place + 1 if law.places else min(place + 1, law.arity), *digits)

        yield self.made(range(count), Machine((0,), step, lambda seen: True))

    @staticmethod
    def _allows(expression: Expression, env: Env, at: Sequence[int], digits: Sequence[int]) -> bool:
        return expression.holds({**env, **_named(at, digits, env)})

    def _table(self, allows: Callable[[Sequence[int]], bool], arity: int) -> Primitive:
        """Return the condition on cells 0 and 1, or on cell 0, by trying all digits."""
        if arity == 1:
            return Domain(0, digit_mask(d for d in self.digits if allows([d])))
        allowed = tuple(digit_mask(b for b in self.digits if allows([a, b])) for a in self.digits)
        return different_or(Pair(0, 1, allowed))

    def _whole(self, expression: Expression) -> Iterator[Primitive]:
        """Yield the conditions of a law about all cells."""
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
        return self.made(range(self.counts[0]), _machine(self.law, self.envs[0]))

    def _equal_groups(self) -> Iterator[Primitive]:
        """Yield conditions that the value of each list is that of the first one."""
        (expression,) = self.law.expressions
        first, starts = self.counts[0], [sum(self.counts[:number]) for number in range(len(self.counts))]
        for number in range(1, len(self.counts)):
            cells = [*range(first), *range(starts[number], starts[number] + self.counts[number])]
            yield self._two_groups(expression, number, cells)

    def _two_groups(self, expression: Expression, number: int, cells: Sequence[int]) -> Primitive:
        """Return the condition that two lists have the same value: linear, or an automaton that reads both."""
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


def _is_idle(one: Primitive, n: int) -> bool:
    """Return True if a domain or a pair allows everything."""
    full = (1 << n) - 1
    return (isinstance(one, Domain) and one.digits == full) or (isinstance(one, Pair) and {*one.allowed} == {full})


def _at(window: Sequence[int], one: Primitive) -> Iterator[Primitive]:
    yield from Conditions((one,), False, False).on(window)


def different_or(pair: Pair) -> Primitive:
    """Return a pair, or that its cells differ if this is all it says: then they see each other."""
    full = (1 << len(pair.allowed)) - 1
    is_different = all(row == full & ~(1 << digit) for digit, row in enumerate(pair.allowed))
    return AllDifferent(pair.cells) if is_different else pair


def is_all_different(expression: Expression) -> bool:
    """Return True if an expression says that all digits differ, in the usual words."""
    words = ("len(distinct(x)) == len(x)", "len(x) == len(distinct(x))")
    return ast.unparse(expression.tree) in words


def is_about_each(expression: Expression) -> bool:
    """Return True if an expression says something of each digit alone, as in `all(d > 3 for d in x)`."""
    match expression.tree:
        case ast.Call(func=ast.Name(id="all"), args=[ast.GeneratorExp() | ast.ListComp() as loop]):
            part = loop.generators[0]
            is_whole = isinstance(part.iter, ast.Name) and part.iter.id == DIGITS
            return is_whole and not any(map(mentions_digits, [loop.elt, *part.ifs])) and not expression.places
    return False


def _allows_one(expression: Expression, env: Env, digit: int) -> bool:
    return expression.holds({**env, DIGITS: (digit,)})


def _conjuncts(expression: Expression) -> Iterator[Expression]:
    """Yield the parts of an expression that must all be true."""
    tree = expression.tree
    if isinstance(tree, ast.BoolOp) and isinstance(tree.op, ast.And):
        for part in tree.values:
            yield from _conjuncts(replace(expression, text=ast.unparse(part)))
    else:
        yield expression


def _reader(fold: Fold, count: int) -> Machine:
    """Return the machine of a fold. If its steps depend on the place, states have one, and the last step decides."""
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
    """Return the machine that reads digits with one fold, further ones with another, and compares the values."""
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


def _other_side(tree: ast.expr) -> ast.expr | None:
    """Return the side of a comparison that faces an open number which stands alone, or None."""
    if not (isinstance(tree, ast.Compare) and len(tree.ops) == 1):
        return None
    sides = (tree.left, tree.comparators[0])
    for side, other in (sides, sides[::-1]):
        is_alone = isinstance(side, ast.Name) and side.id == UNKNOWN
        names = {one.id for one in ast.walk(other) if isinstance(one, ast.Name)}
        if is_alone and UNKNOWN not in names and not isinstance(tree.ops[0], ast.In | ast.NotIn):
            return other
    return None


def is_impossible(one: Primitive, n: int) -> bool:
    """Return True if no digits satisfy a condition."""
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


def words_of(primitives: Sequence[Primitive], n: int) -> int:
    """Return the number of words that conditions allow, added up: a measure of how little they say."""
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
            # Of a bound only the distance from the sums at one end matters.
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
