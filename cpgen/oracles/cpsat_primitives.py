"""Primitives as constraints of CP-SAT on one integer variable per cell; the variable of a cell has its number.

The protocol buffer is filled directly: `cp_model`, which would do it, takes 0.3 s to import.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cache
from itertools import combinations
from typing import Any

from cpgen.constraints.parts import parts_of
from cpgen.constraints.primitives import (
    AllDifferent,
    Alternatives,
    Automaton,
    Domain,
    EachDigitOnce,
    Linear,
    Pair,
    Primitive,
    Relation,
    digits_of_mask,
)
from cpgen.constraints.sums import derived_sums
from cpgen.layout import Layout

UNBOUNDED = 1 << 40
"""Bound beyond every possible sum, for sums without an upper or lower limit"""


def add_primitives(proto: Any, layout: Layout, look: Callable[[], object] = int) -> None:
    """Add a layout's primitives, and sums derived from them, to a CP-SAT model whose first variables are the cells.

    On large boards an automaton may take half a second, so `look` is called before each primitive; it may raise an
    error to stop.
    """
    for primitive in layout.primitives:
        look()
        if isinstance(primitive, Linear):
            _add_sum(proto, primitive, layout)
        elif isinstance(primitive, Automaton):
            _add_automaton(proto, primitive)
        elif isinstance(primitive, Alternatives):
            truths = [_truth_of_all(proto, option, layout.size) for option in primitive.options]
            _set_total(proto.constraints.add().linear, [(truth, 1) for truth in truths], ">=", primitive.least)
        else:
            _add(proto.constraints.add(), primitive)
    for derived in derived_sums(layout):
        _add_sum(proto, derived.linear, layout)


def _add_sum(proto: Any, linear: Linear, layout: Layout) -> None:
    """Add a sum to a model, split into partial sums over cells with different digits; their bounds help the solver."""
    terms: list[tuple[int, int]] = []
    parts = parts_of(linear, layout.different)
    for cells, weight in parts:
        k, n = len(cells), layout.size
        if k == 1 or len(parts) == 1:
            terms += [(cell, weight) for cell in cells]
            continue
        variable = len(proto.variables)
        proto.variables.add().domain.extend((k * (k + 1) // 2, k * (2 * n - k + 1) // 2))
        _set_total(proto.constraints.add().linear, [*((cell, 1) for cell in cells), (variable, -1)], "=", 0)
        terms.append((variable, weight))
    _set_total(proto.constraints.add().linear, terms, linear.relation, linear.total)


def _set_total(linear: Any, terms: Iterable[tuple[int, int]], relation: Relation, total: int) -> None:
    for variable, weight in terms:
        linear.vars.append(variable)
        linear.coeffs.append(weight)
    low = -UNBOUNDED if relation == "<=" else total
    high = UNBOUNDED if relation == ">=" else total
    linear.domain.extend((low, high))


def _add(constraint: Any, primitive: Primitive) -> None:
    if isinstance(primitive, AllDifferent | EachDigitOnce):
        for cell in primitive.cells:
            _set_expression(constraint.all_diff.exprs.add(), cell)
    elif isinstance(primitive, Domain):
        constraint.linear.vars.append(primitive.cell)
        constraint.linear.coeffs.append(1)
        constraint.linear.domain.extend(_intervals(primitive.digits))
    elif isinstance(primitive, Pair):
        for cell in primitive.cells:
            _set_expression(constraint.table.exprs.add(), cell)
        constraint.table.negated, values = _table(primitive.allowed)
        constraint.table.values.extend(values)


def _add_automaton(proto: Any, automaton: Automaton) -> None:
    """Add an automaton to a model: a table (state, digit, next state) per cell, and a variable for each state between.

    CP-SAT's own automata leave variables undetermined, so that an enumeration reports the same grid many times.
    """
    layers = automaton.layers
    if not all(layers):
        _set_total(proto.constraints.add().linear, [(automaton.cells[0], 1)], "=", 0)  # no path: never true
        return
    first = len(proto.variables)
    for layer in layers[:-1]:
        proto.variables.add().domain.extend((0, max(after for _, _, after in layer)))
    for place, (cell, layer) in enumerate(zip(automaton.cells, layers, strict=True)):
        has_before, has_after = place > 0, place < len(layers) - 1
        table = proto.constraints.add().table
        for variable in [first + place - 1] * has_before + [cell] + [first + place] * has_after:
            _set_expression(table.exprs.add(), variable)
        rows = {(before,) * has_before + (digit,) + (after,) * has_after for before, digit, after in layer}
        table.values.extend([value for row in sorted(rows) for value in row])


@cache
def _table(allowed: tuple[int, ...]) -> tuple[bool, list[int]]:
    """Return the shorter table for two cells: True if it lists the excluded pairs of digits, and these pairs, flat.

    `allowed` has, for each digit of the first cell, the bit mask of the second cell's digits.
    """
    n = len(allowed)
    pairs = [(one, other) for one in range(1, n + 1) for other in range(1, n + 1)]
    kept = [pair for pair in pairs if allowed[pair[0] - 1] >> pair[1] - 1 & 1]
    negated = 2 * len(kept) > len(pairs)
    return negated, [digit for pair in (sorted(set(pairs) - set(kept)) if negated else kept) for digit in pair]


def _set_expression(expression: Any, cell: int) -> None:
    expression.vars.append(cell)
    expression.coeffs.append(1)


def _intervals(mask: int) -> list[int]:
    """Return the digits in a bit mask as bounds of separate intervals, as in [1, 3, 5, 5]; [0, 0] if there is none."""
    bounds: list[int] = []
    for digit in digits_of_mask(mask):
        if bounds and bounds[-1] == digit - 1:
            bounds[-1] = digit
        else:
            bounds += (digit, digit)
    return bounds or [0, 0]


# Alternatives: each condition of an option gets a Boolean that is true exactly if the condition holds. As the digits
# determine all Booleans, an enumeration reports no grid twice.


def _truth_of_all(proto: Any, conditions: Iterable[Primitive], n: int) -> int:
    """Add a Boolean to a model that is true exactly if all conditions hold; return the number of its variable."""
    return _truth_of_count(proto, truths := [_truth(proto, condition, n) for condition in conditions], len(truths))


def _truth_of_count(proto: Any, truths: Sequence[int], least: int) -> int:
    """Add a Boolean that is true exactly if at least `least` of the Booleans `truths` are; return its variable."""
    truth = _new_variable(proto, 1)
    _enforce(proto, truth, [(number, 1) for number in truths], (least, len(truths)))
    _enforce(proto, ~truth, [(number, 1) for number in truths], (0, least - 1))
    return truth


def _truth(proto: Any, primitive: Primitive, n: int) -> int:
    """Add a Boolean to a model that is true exactly if a primitive is satisfied; return the number of its variable."""
    match primitive:
        case Domain(cell, digits):
            return _truth_of_table(proto, (cell,), [((d,), digits >> d - 1 & 1) for d in range(1, n + 1)])
        case Pair(first, second, allowed):
            pairs = [(a, b) for a in range(1, n + 1) for b in range(1, n + 1)]
            return _truth_of_table(proto, (first, second), [((a, b), allowed[a - 1] >> b - 1 & 1) for a, b in pairs])
        case Linear(cells, coefficients, relation, total):
            return _truth_of_sum(proto, list(zip(cells, coefficients, strict=True)), relation, total)
        case Automaton():
            return _truth_of_automaton(proto, primitive, n)
        case Alternatives(options, least):
            return _truth_of_count(proto, [_truth_of_all(proto, option, n) for option in options], least)
    full = (1 << n) - 1
    different = tuple(full & ~(1 << digit) for digit in range(n))
    return _truth_of_all(proto, (Pair(a, b, different) for a, b in combinations(primitive.cells, 2)), n)


def _truth_of_table(proto: Any, cells: Sequence[int], rows: Sequence[tuple[tuple[int, ...], int]]) -> int:
    """Add a Boolean to a model whose value depends on the digits of some cells; return the number of its variable.

    Each row has the digits of the cells and the value (0 or 1) for them.
    """
    truth = _new_variable(proto, 1)
    table = proto.constraints.add().table
    for variable in (*cells, truth):
        _set_expression(table.exprs.add(), variable)
    table.values.extend([value for digits, holds in rows for value in (*digits, holds)])
    return truth


def _truth_of_sum(proto: Any, terms: list[tuple[int, int]], relation: Relation, total: int) -> int:
    truth = _new_variable(proto, 1)
    inside, outside = {
        "=": ((total, total), (-UNBOUNDED, total - 1, total + 1, UNBOUNDED)),
        "<=": ((-UNBOUNDED, total), (total + 1, UNBOUNDED)),
        ">=": ((total, UNBOUNDED), (-UNBOUNDED, total - 1)),
    }[relation]
    _enforce(proto, truth, terms, inside)
    _enforce(proto, ~truth, terms, outside)
    return truth


def _truth_of_automaton(proto: Any, automaton: Automaton, n: int) -> int:
    """Add a Boolean that is true exactly if an automaton accepts its cells; return the number of its variable.

    A variable holds the state after each cell but the last. The state −1 (no transition) becomes a state of its own.
    """
    dead, reached, before = len(automaton.transitions), {0}, -1
    digits = range(1, n + 1)
    for cell in automaton.cells[:-1]:
        after = _new_variable(proto, dead)
        rows = [(state, digit, _next_state(automaton, state, digit)) for state in sorted(reached) for digit in digits]
        table = proto.constraints.add().table
        for variable in [before] * (before >= 0) + [cell, after]:
            _set_expression(table.exprs.add(), variable)
        table.values.extend([value for row in rows for value in row[before < 0 :]])
        reached, before = {state for _, _, state in rows}, after
    last = [
        ((state, digit), int(_next_state(automaton, state, digit) in automaton.accepting))
        for state in reached
        for digit in digits
    ]
    cells = (before, automaton.cells[-1]) if before >= 0 else automaton.cells[-1:]
    return _truth_of_table(
        proto, cells, [(before_and_digit[before < 0 :], holds) for before_and_digit, holds in sorted(last)]
    )


def _next_state(automaton: Automaton, state: int, digit: int) -> int:
    dead = len(automaton.transitions)
    target = automaton.transitions[state][digit - 1] if state < dead else dead
    return dead if target < 0 else target


def _new_variable(proto: Any, most: int) -> int:
    proto.variables.add().domain.extend((0, most))
    return len(proto.variables) - 1


def _enforce(proto: Any, literal: int, terms: Iterable[tuple[int, int]], domain: Sequence[int]) -> None:
    """Add to a model that a weighted sum is in a domain (bounds of intervals) if a literal is true.

    `terms` are pairs (variable, weight); the literal ~v is the negation of the Boolean v.
    """
    constraint = proto.constraints.add()
    constraint.enforcement_literal.append(literal)
    for variable, weight in terms:
        constraint.linear.vars.append(variable)
        constraint.linear.coeffs.append(weight)
    constraint.linear.domain.extend(domain)
