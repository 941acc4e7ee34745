"""Primitives as constraints of CP-SAT on one integer variable per cell; the variable of a cell has its number.

The protocol buffer is filled directly: `cp_model`, which would do it, takes 0.3 s to import.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Any

from cpgen.constraints.parts import parts_of
from cpgen.constraints.primitives import (
    AllDifferent,
    Automaton,
    Domain,
    EachDigitOnce,
    Linear,
    Pair,
    Primitive,
    Relation,
)
from cpgen.constraints.sums import derived_sums
from cpgen.layout import Layout

UNBOUNDED = 1 << 40
"""A total that no sum reaches"""


def add_primitives(proto: Any, layout: Layout) -> None:
    """Add the primitives of a layout, and the sums that follow, to a model whose first variables are its cells."""
    for primitive in layout.primitives:
        if isinstance(primitive, Linear):
            _add_sum(proto, primitive, layout)
        elif isinstance(primitive, Automaton):
            _add_automaton(proto, primitive)
        else:
            _add(proto.constraints.add(), primitive)
    for derived in derived_sums(layout):
        _add_sum(proto, derived.linear, layout)


def _add_sum(proto: Any, one: Linear, layout: Layout) -> None:
    """Add a sum of partial sums, each of cells that differ from each other; their ranges help the solver."""
    terms: list[tuple[int, int]] = []
    parts = parts_of(one, layout.primitives)
    for cells, weight in parts:
        k, n = len(cells), layout.size
        if k == 1 or len(parts) == 1:
            terms += [(cell, weight) for cell in cells]
            continue
        variable = len(proto.variables)
        proto.variables.add().domain.extend((k * (k + 1) // 2, k * (2 * n - k + 1) // 2))
        _set_total(proto.constraints.add().linear, [*((cell, 1) for cell in cells), (variable, -1)], "=", 0)
        terms.append((variable, weight))
    _set_total(proto.constraints.add().linear, terms, one.relation, one.total)


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


def _add_automaton(proto: Any, one: Automaton) -> None:
    """Add a table (state, digit, next state) for each cell; a variable holds the state between two cells.

    CP-SAT's own automata leave variables undetermined, so that an enumeration reports the same grid many times.
    """
    layers = one.layers
    if not all(layers):
        _set_total(proto.constraints.add().linear, [(one.cells[0], 1)], "=", 0)  # no path: never true
        return
    first = len(proto.variables)
    for layer in layers[:-1]:
        proto.variables.add().domain.extend((0, max(after for _, _, after in layer)))
    for place, (cell, layer) in enumerate(zip(one.cells, layers, strict=True)):
        has_before, has_after = place > 0, place < len(layers) - 1
        table = proto.constraints.add().table
        for variable in [first + place - 1] * has_before + [cell] + [first + place] * has_after:
            _set_expression(table.exprs.add(), variable)
        rows = {(before,) * has_before + (digit,) + (after,) * has_after for before, digit, after in layer}
        table.values.extend([value for row in sorted(rows) for value in row])


@cache
def _table(allowed: tuple[int, ...]) -> tuple[bool, list[int]]:
    """Return the allowed pairs one after another, or, if they are fewer, the others, and True for these."""
    n = len(allowed)
    pairs = [(one, other) for one in range(1, n + 1) for other in range(1, n + 1)]
    kept = [pair for pair in pairs if allowed[pair[0] - 1] >> pair[1] - 1 & 1]
    negated = 2 * len(kept) > len(pairs)
    return negated, [digit for pair in (sorted(set(pairs) - set(kept)) if negated else kept) for digit in pair]


def _set_expression(expression: Any, cell: int) -> None:
    expression.vars.append(cell)
    expression.coeffs.append(1)


def _digits(mask: int) -> list[int]:
    return [digit for digit in range(1, mask.bit_length() + 1) if mask >> digit - 1 & 1]


def _intervals(mask: int) -> list[int]:
    """Return a set of digits as bounds of intervals that do not touch, [0, 0] for the empty set."""
    found: list[int] = []
    for digit in _digits(mask):
        if found and found[-1] == digit - 1:
            found[-1] = digit
        else:
            found += (digit, digit)
    return found or [0, 0]
