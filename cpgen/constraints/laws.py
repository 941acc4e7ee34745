"""Laws: what an expression demands of lists of digits.

A law is an expression with a *form*, which says what its names stand for:

    neighbours   a, b are two consecutive cells of a list (a, b, c three, and so on)
    pairs        a, b are any two cells of a list, the earlier one first
    cells        x are the digits of all cells
    along        a machine reads the digits d of the cells; `start`, `step` and `accept` are about its state s, or
                 `states` lists for each state the next one after each digit, and `accept` the last states
    groups       an expression of the digits x has the same value for several lists of cells

The functions row, column and region of a name are those of its cell, from 1, and place is its place in the list; n is
the side of the board, and length, in the first two forms, the number of cells of the list.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import combinations
from typing import Any

from cpgen.constraints.expressions import (
    FAILURES,
    PLACE,
    PLACES,
    UNKNOWN,
    Env,
    Expression,
    Type,
    UndefinedError,
    compiled_tree,
    parse,
)
from cpgen.constraints.folds import is_symmetric
from cpgen.errors import InputError
from cpgen.messages import Message

NEIGHBOURS, PAIRS, CELLS, ALONG, GROUPS = FORMS = ("neighbours", "pairs", "cells", "along", "groups")
LETTERS = ("a", "b", "c", "d")
"""Names of consecutive cells"""
LENGTH = "length"
"""The name of the number of cells of a list"""
PARTS = ("start", "step", "accept")
"""The parts of a law along a line, each after its word, separated by semicolons"""
OPEN = "?"
STATES = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
"""Names of states in a list, which begins with the first state; a dot stands for none"""
TABLE = re.compile(r"states\s+([\w.]+(?:/[\w.]+)*)\s*;\s*accept((?:\s+\w)*)\s*", re.ASCII)
PARSED, KNOWN_LISTS = 4096, 65_536
"""Laws that are kept parsed, and lists of digits for which is kept whether a law holds"""
SAMPLE = 36
"""Digits with which the symmetry of a law about two cells is tested: as many as boards can show"""


@dataclass(frozen=True)
class Law:
    """Condition on lists of digits: an expression with a form, which says what its names stand for (see the module).

    Raises:
        InputError: The form is unknown, or the expression is wrong; the message names the character.
    """

    text: str
    form: str

    def __post_init__(self) -> None:
        self.expressions  # noqa: B018 - parsing is the check

    @property
    def expressions(self) -> tuple[Expression, ...]:
        """Parsed expression, as a tuple; for the form `along` the three of start, step and accept."""
        return _parsed(self.text, self.form)

    @property
    def table(self) -> tuple[tuple[str, ...], str] | None:
        """Rows and accepting states of a law written as a list of states; None for any other law."""
        return _table_of(self.text) if self.form == ALONG else None

    @cached_property
    def places(self) -> frozenset[str]:
        """Functions of board positions that the law uses: `row`, `column`, `region`."""
        return self._all_places - {PLACE}

    @property
    def has_place(self) -> bool:
        """True if the law uses the place of a cell in its list."""
        return PLACE in self._all_places

    @cached_property
    def _all_places(self) -> frozenset[str]:
        return frozenset().union(*(one.places for one in self.expressions))

    @cached_property
    def is_open(self) -> bool:
        """True if the law has a number `?` that is left open."""
        return any(UNKNOWN in one.names for one in self.expressions)

    @cached_property
    def arity(self) -> int:
        """Number of cells that the law is about at a time; 0 for all cells."""
        if self.form not in (NEIGHBOURS, PAIRS):
            return 0
        names = self.expressions[0].names
        return max([1 + self.form.count(PAIRS), *(1 + place for place, one in enumerate(LETTERS) if one in names)])

    def closed(self, number: int) -> Law:
        """Return the law with its open number, written `?`, replaced by `number`."""
        return law_of(self.text.replace(OPEN, str(number)), self.form)

    def windows(self, count: int) -> Iterator[tuple[int, ...]]:
        """Yield the cells that the law is about at a time, as indices in a list of `count` cells.

        They stand for the letters a, b, …: (0, 1), (1, 2) and so on for consecutive cells, all pairs for the form
        `pairs`.
        """
        if self.form == PAIRS:
            yield from combinations(range(count), 2)
        else:
            yield from (tuple(range(first, first + self.arity)) for first in range(count - self.arity + 1))

    def holds(self, lists: Sequence[Sequence[int]], n: int, places: Sequence[PlacesOf] = ()) -> bool:
        """Return True if each list of digits satisfies the law, or for `groups`, if all lists have the same value.

        `places` has the rows, columns and regions of the cells of each list, if the law uses them.
        """
        if self.form != GROUPS and not self.places:
            return all(_holds_for(self, n, tuple(digits)) for digits in lists)
        given = environments(n, [len(digits) for digits in lists], places)
        if self.form == GROUPS:
            return self._has_equal_values([{**env, "x": tuple(x)} for x, env in zip(lists, given, strict=True)])
        return all(self.holds_for(tuple(digits), env) for digits, env in zip(lists, given, strict=True))

    def compared(self, lists: Sequence[Sequence[int]], n: int, places: Sequence[PlacesOf] = ()) -> list[Any] | None:
        """Return the values with which the law compares its open number `?`, for these lists of digits.

        `places` are the rows, columns and regions of their cells, `n` is the side of the board. Returns None if the
        number is not alone on one side of a comparison.
        """
        other = None if self.form in (ALONG, GROUPS) else _other_side(self.expressions[0].tree)
        if other is None:
            return None
        code, found = compiled_tree(other), []
        given = environments(n, [len(digits) for digits in lists], places)
        for digits, env in zip(lists, given, strict=True):
            whole = [{**env, "x": tuple(digits)}]
            named = (
                {**env, **named_values(at, [digits[place] for place in at], env)} for at in self.windows(len(digits))
            )
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

    def holds_for(self, digits: tuple[int, ...], env: Env) -> bool:
        """Return True if one list of digits satisfies the law; `env` has the values of all other names."""
        if self.form == CELLS:
            return self.expressions[0].holds({**env, "x": digits})
        if self.form == ALONG:
            machine = machine_of(self, env)
            state: Any = machine.start
            for digit in digits:
                state = machine.step(state, digit)
                if state is None:
                    return False
            return machine.accepts(state)
        windows, first = self.windows(len(digits)), self.expressions[0]
        return all(first.holds({**env, **named_values(at, [digits[place] for place in at], env)}) for at in windows)

    def order_of(self) -> str:
        """Return the reorderings of cells known to keep the law's meaning: `fixed` (none), `reversible` or `any`."""
        if self._all_places or self.form in (ALONG, GROUPS):
            return "fixed"
        if self.form == CELLS:
            return "any" if is_symmetric(self.expressions[0]) else "fixed"
        if self.arity == 1:
            return "any"
        if self.arity > 2 or not _is_mutual(self):
            return "fixed"
        return "any" if self.form == PAIRS else "reversible"


@lru_cache(maxsize=PARSED)
def law_of(text: str, form: str, *numbers: tuple[str, int | str]) -> Law:
    """Return the law of an expression and form.

    Names in it stand for numbers, given as pairs (name, number). Cached.
    """
    return Law(with_numbers(text, numbers), form)


def with_numbers(text: str, numbers: Iterable[tuple[str, int | str]]) -> str:
    """Return an expression with names replaced by numbers, given as pairs (name, number)."""
    for name, number in numbers:
        text = re.sub(rf"\b{name}\b", str(number), text)
    return text


@lru_cache(maxsize=KNOWN_LISTS)
def _holds_for(law: Law, n: int, digits: tuple[int, ...]) -> bool:
    """Return True if a list of digits satisfies a law that uses no positions on the board; cached."""
    return law.holds_for(digits, *environments(n, [len(digits)]))


PlacesOf = tuple[tuple[int, ...], ...]
"""For the cells of a list their rows, their columns and their regions, all from 1"""


def environments(n: int, counts: Sequence[int], places: Sequence[PlacesOf] = ()) -> list[Env]:
    """Return, for each list of cells, the values of the names in an expression that do not depend on its digits.

    They are the side `n`, the length of the list, and the values of functions such as `row(x)` for all its cells.

    Args:
        n: Side of the board.
        counts: Number of cells of each list.
        places: Rows, columns and regions of the cells of each list; empty if the law uses none.
    """
    found: list[Env] = []
    for number, count in enumerate(counts):
        where = places[number] if places else ()
        inside = {"n": n, LENGTH: count, f"{PLACE}(x)": tuple(range(1, count + 1))}
        found.append({**inside, **{f"{name}(x)": values for name, values in zip(PLACES, where, strict=False)}})
    return found


def named_values(window: Sequence[int], digits: Sequence[int], env: Env) -> Env:
    """Return the values of the names in an expression about a few cells of a list: a, b, … and `row(a)`, …

    Args:
        window: Indices of the cells in the list.
        digits: Their digits.
        env: Values of names that do not depend on the digits, such as `row(x)` for the whole list.
    """
    found: Env = dict(zip(LETTERS, digits, strict=False))
    for name in PLACES:
        if where := env.get(f"{name}(x)"):
            found |= {f"{name}({letter})": where[place] for letter, place in zip(LETTERS, window, strict=False)}
    return found


def _variables(form: str) -> dict[str, Type]:
    """Return the names that an expression of a form may use, with their types, except for the state of a machine."""
    letters = {NEIGHBOURS: LETTERS, PAIRS: LETTERS[:2]}.get(form, ())
    found: dict[str, Type] = dict.fromkeys(letters, "number")
    if form in (CELLS, GROUPS):
        found["x"] = "numbers"
    if form != ALONG:
        found |= {f"{name}({one})": kind for one, kind in [*found.items()] for name in PLACES}
    if letters:
        found[LENGTH] = "number"
    return found | {"n": "number", UNKNOWN: "number"}


@lru_cache(maxsize=PARSED)
def _parsed(text: str, form: str) -> tuple[Expression, ...]:
    if form not in FORMS:
        raise InputError(Message("constraint-word", found=form, choices=FORMS))
    if form == ALONG:
        return _parsed_machine(text)
    found = parse(text, _variables(form), None if form == GROUPS else "truth")
    if not found.names & {*LETTERS, "x"}:
        raise InputError(Message("rule-no-cell", names=LETTERS[:2] if form in (NEIGHBOURS, PAIRS) else ("x",)))
    return (found,)


@lru_cache(maxsize=PARSED)
def _table_of(text: str) -> tuple[tuple[str, ...], str] | None:
    """Parse a list of states such as `states 12./2../…; accept 1 2`; return None for any other text.

    Returns the row of each state, with its next states, and the accepting states. Raises InputError for unknown states.
    """
    found = TABLE.fullmatch(text)
    if not found:
        return None
    rows, accepting = tuple(found[1].split("/")), "".join(found[2].split())
    known = {".", *STATES[: len(rows)]}
    if len({*map(len, rows)}) > 1 or not known.issuperset("".join(rows) + accepting) or "." in accepting:
        raise InputError(Message("rule-table"))
    return rows, accepting


def _parsed_machine(text: str) -> tuple[Expression, ...]:
    """Parse the text of an automaton, `start …; step …; accept …`, to three expressions.

    Return () for a list of states, which has none.
    """
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
    """Automaton that reads the digits of a list: first state, step (None: no next state), and accepting states."""

    start: Hashable
    step: Callable[[Any, int], Hashable | None]
    accepts: Callable[[Any], bool]


def machine_of(law: Law, env: Env) -> Machine:
    """Return the automaton that a law of the form `along` describes.

    `env` has the values of the names in its expressions, such as `n`. Where an expression is undefined, as after a
    division by zero, the first or next state is None.
    """
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
    """Return the text of an automaton as a list of states, such as `states 12./2../…; accept 1 2`.

    `transitions` has the next state for each state and digit. None if there are more states than symbols.
    """
    if len(transitions) > len(STATES):
        return None
    rows = ("".join("." if target < 0 else STATES[target] for target in row) for row in transitions)
    return f"states {'/'.join(rows)}; accept {' '.join(STATES[state] for state in sorted(accepting))}".rstrip()


@lru_cache(maxsize=PARSED)
def _is_mutual(law: Law) -> bool:
    """Return True if a law about two cells is symmetric in them, tested for all digits that boards can show."""
    (expression,) = law.expressions
    others = [name for name in ("n", LENGTH, UNKNOWN) if name in expression.names]
    for number in range(1, SAMPLE + 1 if others else 2):
        env = {name: number * factor % (SAMPLE + 1) for name, factor in zip(others, (1, 5, 7), strict=False)}
        for a, b in combinations(range(1, SAMPLE + 1), 2):
            if expression.holds({**env, "a": a, "b": b}) != expression.holds({**env, "a": b, "b": a}):
                return False
    return True


def _other_side(tree: ast.expr) -> ast.expr | None:
    """Return the expression that is compared with the open number `?`, such as `a + b` in `a + b == ?`.

    None if the tree is no comparison, or if `?` is not alone on its side.
    """
    if not (isinstance(tree, ast.Compare) and len(tree.ops) == 1):
        return None
    sides = (tree.left, tree.comparators[0])
    for side, other in (sides, sides[::-1]):
        is_alone = isinstance(side, ast.Name) and side.id == UNKNOWN
        names = {one.id for one in ast.walk(other) if isinstance(one, ast.Name)}
        if is_alone and UNKNOWN not in names and not isinstance(tree.ops[0], ast.In | ast.NotIn):
            return other
    return None
