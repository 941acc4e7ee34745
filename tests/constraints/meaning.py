"""The meaning of primitives, by their definition, for comparison with the meaning of constraints."""

from __future__ import annotations

from collections.abc import Sequence
from operator import eq, ge, le

from cpgen.constraints.primitives import (
    AllDifferent,
    Alternatives,
    Automaton,
    Domain,
    EachDigitOnce,
    Linear,
    Pair,
    Primitive,
)


def holds(primitive: Primitive, grid: Sequence[int]) -> bool:
    """Return True if a grid satisfies a primitive."""
    match primitive:
        case AllDifferent(cells):
            return len({grid[cell] for cell in cells}) == len(cells)
        case EachDigitOnce(cells):
            return sorted(grid[cell] for cell in cells) == list(range(1, len(cells) + 1))
        case Domain(cell, digits):
            return bool(digits >> grid[cell] - 1 & 1)
        case Pair(first, second, allowed):
            return bool(allowed[grid[first] - 1] >> grid[second] - 1 & 1)
        case Linear(cells, coefficients, relation, total):
            found = sum(factor * grid[cell] for cell, factor in zip(cells, coefficients, strict=True))
            return {"=": eq, "<=": le, ">=": ge}[relation](found, total)
        case Automaton(cells, transitions, accepting):
            state = 0
            for cell in cells:
                state = transitions[state][grid[cell] - 1]
                if state < 0:
                    return False
            return state in accepting
        case Alternatives(options, least):
            return sum(all(holds(one, grid) for one in option) for option in options) >= least
    raise AssertionError(primitive)


def cells_of(primitive: Primitive) -> tuple[int, ...]:
    """Return the cells of a primitive."""
    return (primitive.cell,) if isinstance(primitive, Domain) else primitive.cells
