"""Linear forms: expressions that are a weighted sum of digits and a number, such as `2 * x[0] - sum(x[1:]) + 3`."""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from operator import index
from typing import Any

from cpgen.constraints.expressions import FAILURES, PLACES, Env, compiled_tree
from cpgen.constraints.primitives import Relation

DIGITS = "x"
"""The name of the list of digits"""
RELATIONS: dict[type[ast.cmpop], tuple[Relation, int]] = {
    ast.Eq: ("=", 0), ast.LtE: ("<=", 0), ast.Lt: ("<=", -1), ast.GtE: (">=", 0), ast.Gt: (">=", 1)
}  # fmt: skip
"""Comparisons as relations of whole numbers, and what they add to the number on the right"""


@dataclass(frozen=True)
class LinearForm:
    """Weighted sum of digits, plus a number; `weights` has the weight of each place."""

    weights: tuple[int, ...]
    number: int

    def plus(self, other: LinearForm, factor: int = 1) -> LinearForm:
        """Return the sum of this form and `factor` times another form with as many weights."""
        weights = tuple(a + factor * b for a, b in zip(self.weights, other.weights, strict=True))
        return LinearForm(weights, self.number + factor * other.number)


@dataclass(frozen=True)
class LinearCondition:
    """Comparison of a weighted sum of digits with a number; `weights` has the weight of each place."""

    weights: tuple[int, ...]
    relation: Relation
    total: int


def linear_form(node: ast.expr, count: int, env: Env) -> LinearForm | None:
    """Return an expression about `count` digits as a linear form; None if it is not linear.

    `env` has the values of all other names.
    """
    found: LinearForm | None = None
    match node:
        case _ if not mentions_digits(node):
            number = _whole_number(node, env)
            found = None if number is None else LinearForm((0,) * count, number)
        case ast.UnaryOp(op=ast.USub(), operand=operand):
            found = _scaled(linear_form(operand, count, env), -1)
        case ast.BinOp(left=left, op=ast.Add() | ast.Sub() as op, right=right):
            one, other = linear_form(left, count, env), linear_form(right, count, env)
            found = one and other and one.plus(other, 1 if isinstance(op, ast.Add) else -1)
        case ast.BinOp(left=left, op=ast.Mult(), right=right):
            factor, values = (right, left) if mentions_digits(left) else (left, right)
            if not mentions_digits(factor):
                found = _scaled(linear_form(values, count, env), _whole_number(factor, env))
        case ast.Call(func=ast.Name(id="sum"), args=[values]):
            found = _of_places(_places_of(values, count, env), count)
        case ast.Subscript() if not isinstance(node.slice, ast.Slice):
            found = _of_places(_places_of(node, count, env), count)
    return found


def linear_conditions(node: ast.expr, count: int, env: Env) -> list[LinearCondition] | None:
    """Return a comparison as conditions on weighted sums of `count` digits; None if it is not linear."""
    if not isinstance(node, ast.Compare):
        return None
    sides = [linear_form(side, count, env) for side in (node.left, *node.comparators)]
    found = []
    for left, op, right in zip(sides, node.ops, sides[1:], strict=False):
        if left is None or right is None or type(op) not in RELATIONS:
            return None
        (relation, more), difference = RELATIONS[type(op)], left.plus(right, -1)
        if not any(difference.weights):
            return None
        found.append(LinearCondition(difference.weights, relation, more - difference.number))
    return found


def mentions_digits(node: ast.AST) -> bool:
    """Return True if a part of an expression depends on digits; rows and columns of cells do not."""
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in PLACES:
        return False
    is_digits = isinstance(node, ast.Name) and node.id == DIGITS
    return is_digits or any(map(mentions_digits, ast.iter_child_nodes(node)))


def places_in_slice(part: ast.Slice, count: int, value_of: Callable[[ast.expr], Any]) -> range:
    """Return the places in a slice of `count` digits; `value_of` evaluates its ends."""
    return range(count)[slice(*(index(value_of(end)) if end else None for end in (part.lower, part.upper)))]


def _places_of(node: ast.expr, count: int, env: Env) -> Sequence[int] | None:
    """Return the places of the digits in `x`, `x[0]` or `x[1:]`, where x has `count` digits.

    None for any other expression.
    """
    try:
        match node:
            case ast.Name(id=name) if name == DIGITS:
                return range(count)
            case ast.Subscript(value=ast.Name(id=name), slice=place) if name == DIGITS and not mentions_digits(place):
                if isinstance(place, ast.Slice):
                    return places_in_slice(place, count, lambda end: compiled_tree(end)(env))
                return [range(count)[index(compiled_tree(place)(env))]]
    except FAILURES:
        return None
    return None


def _of_places(places: Sequence[int] | None, count: int) -> LinearForm | None:
    return None if places is None else LinearForm(tuple(int(place in places) for place in range(count)), 0)


def _scaled(form: LinearForm | None, factor: int | None) -> LinearForm | None:
    if form is None or factor is None:
        return None
    return LinearForm(tuple(factor * weight for weight in form.weights), factor * form.number)


def _whole_number(node: ast.expr, env: Env) -> int | None:
    """Return the value of an expression without digits, if it is a whole number, else None."""
    try:
        value = compiled_tree(node)(env)
    except FAILURES:
        return None
    return int(value) if isinstance(value, int) else None
