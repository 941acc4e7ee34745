"""The small language of rules: expressions over digits, parsed with `ast` and evaluated without `eval`.

    a * b in (12, 18)            len(distinct(x)) <= 3            count(d % 2 == 1 for d in x) == 2

An expression is a number, a truth, or a list of either; which one it is, is known before it is evaluated. It is total:
where it has no value, as in a division by 0 or for a number beyond `LARGEST`, `holds` says False. It always ends: its
text, its depth and the nesting of its loops are bounded, and a loop runs over a list of digits only.

Errors name the character. Names are those that the caller declares, and the functions below.
"""

from __future__ import annotations

import ast
import operator
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import groupby
from math import prod
from typing import Any, Literal, NoReturn, TypeAlias

from cpgen.errors import InputError
from cpgen.messages import Message, shown
from cpgen.notation import to_halfwidth
from cpgen.suggestions import nearest

Type: TypeAlias = Literal["number", "truth", "numbers", "truths", "state"]
Env: TypeAlias = dict[str, Any]
Code: TypeAlias = Callable[[Env], Any]

LONGEST, DEEPEST, MOST_NODES, MOST_LOOPS = 300, 24, 200, 2
"""Most characters, levels and parts of an expression, and most loops inside each other"""
LARGEST = 10**12
"""Largest number that may occur"""
MOST_EXPONENT = 40
MOST_SUMS = 1000
"""Most different sums of some values"""
SIGNS = {"≤": "<=", "≥": ">=", "≠": "!=", "−": "-", "×": "*", "·": "*", "÷": "/", "?": "_open"}
"""Operators that signs abbreviate"""
UNKNOWN = "_open"
"""The name that `?` stands for: a number that a drawing leaves open"""
STOP = "stop"
"""The state that nothing follows"""
STRANGE = re.compile(r"[^a-z0-9_ +\-*/%<>=!()\[\],.:]")
GLUED = re.compile(r"(?<![a-z0-9_])\d+[a-z_.]|\.")


class UndefinedError(Exception):
    """Raised when an expression has no value for some digits."""


FAILURES = (ArithmeticError, LookupError, TypeError, ValueError, UndefinedError)
"""Exceptions of evaluating an expression that has no value"""


def checked_number(value: Any) -> Any:
    """Return a number, as an int if it is whole; raise UndefinedError if it is too large."""
    if type(value) is Fraction:
        if value.denominator > LARGEST:
            raise UndefinedError
        value = value if value.denominator > 1 else value.numerator
    if not -LARGEST <= value <= LARGEST:
        raise UndefinedError
    return value


def _divide(one: Any, other: Any) -> Any:
    return Fraction(one) / Fraction(other)


def _power(base: Any, exponent: Any) -> Any:
    if not (isinstance(exponent, int) and 0 <= exponent <= MOST_EXPONENT):
        raise UndefinedError
    return base**exponent


ARITHMETIC: Mapping[type, Callable[[Any, Any], Any]] = {
    ast.Add: operator.add, ast.Sub: operator.sub, ast.Mult: operator.mul, ast.Div: _divide,
    ast.FloorDiv: operator.floordiv, ast.Mod: operator.mod, ast.Pow: _power,
}  # fmt: skip
COMPARISONS: Mapping[type, Callable[[Any, Any], bool]] = {
    ast.Eq: operator.eq, ast.NotEq: operator.ne, ast.Lt: operator.lt, ast.LtE: operator.le, ast.Gt: operator.gt,
    ast.GtE: operator.ge, ast.In: lambda one, many: one in many, ast.NotIn: lambda one, many: one not in many,
}  # fmt: skip
LOOPS = (ast.GeneratorExp, ast.ListComp)
LISTS: Mapping[Type, Type] = {"numbers": "number", "truths": "truth"}
"""The type of the items of a list"""


def runs(values: Sequence[Any]) -> tuple[int, ...]:
    """Return the lengths of the stretches of equal consecutive values."""
    return tuple(sum(1 for _ in same) for _, same in groupby(values))


def distinct(values: Sequence[Any]) -> tuple[Any, ...]:
    """Return the different values, ascending."""
    return tuple(sorted(set(values)))


def sums(values: Sequence[Any]) -> tuple[Any, ...]:
    """Return the different sums of any one or more of the values, ascending."""
    found: set[Any] = set()
    for value in values:
        found = more_sums(found, value)
    return tuple(sorted(found))


def more_sums(found: Iterable[Any], value: Any) -> set[Any]:
    """Return the sums found, extended by those with one more value; raise UndefinedError if there are too many."""
    known = set(found)
    known |= {value, *(one + value for one in known)}
    if len(known) > MOST_SUMS:
        raise UndefinedError
    return known


FUNCTIONS: Mapping[str, tuple[Type, Callable[[Any], Any]]] = {
    "sum": ("number", sum), "product": ("number", prod), "min": ("number", min), "max": ("number", max),
    "len": ("number", len), "count": ("number", sum), "any": ("truth", any), "all": ("truth", all),
    "distinct": ("numbers", distinct), "sorted": ("numbers", lambda values: tuple(sorted(values))),
    "runs": ("numbers", runs), "sums": ("numbers", sums),
}  # fmt: skip
"""Functions of one list, with the type of their value"""
OF_TRUTHS = ("count", "any", "all")
"""Functions of a list of truths"""
PLACE = "place"
PLACES = ("row", "column", "region", PLACE)
"""Functions of the cell of a variable: where it is on the board, and its place in the list"""
KNOWN = (*FUNCTIONS, "abs", *PLACES)


@dataclass(frozen=True)
class Expression:
    """Checked expression of the rule language: its text in one spelling, its names, and the type of its value."""

    text: str
    names: frozenset[str]
    type: Type
    places: frozenset[str]
    """The functions of PLACES that it uses"""

    @cached_property
    def tree(self) -> ast.expr:
        """Syntax tree of the expression."""
        return ast.parse(self.text, mode="eval").body

    @cached_property
    def _code(self) -> Code:
        return compiled_tree(self.tree)

    def __reduce__(self) -> Any:
        return Expression, (self.text, self.names, self.type, self.places)

    def value(self, env: Env) -> Any:
        """Evaluate the expression; `env` has the values of its names. Raises UndefinedError if it has no value."""
        try:
            return self._code(env)
        except FAILURES:
            raise UndefinedError from None

    def holds(self, env: Env) -> bool:
        """Return True if the expression has a value and is true; `env` has the values of its names."""
        try:
            return bool(self.value(env))
        except UndefinedError:
            return False

    def is_defined(self, env: Env) -> bool:
        """Return True if the expression has a value; `env` has the values of its names."""
        try:
            self.value(env)
        except UndefinedError:
            return False
        return True

    def cost(self, length: int) -> int:
        """Return an upper bound on the evaluated parts of one evaluation, for lists of `length` digits."""
        return cost_of(self.tree, max(length, 1))


def cost_of(node: ast.AST, length: int) -> int:
    """Return an upper bound on the parts evaluated when a syntax tree is, for lists of `length` digits."""
    if isinstance(node, LOOPS):
        (loop,) = node.generators
        inner = cost_of(node.elt, length) + sum(cost_of(test, length) for test in loop.ifs)
        return cost_of(loop.iter, length) + length * inner
    whole = length if isinstance(node, ast.Call | ast.Compare) else 1
    return whole + sum(cost_of(part, length) for part in ast.iter_child_nodes(node))


def parse(text: str, variables: Mapping[str, Type], wanted: Type | None = "truth", shift: int = 0) -> Expression:
    """Parse and check an expression of the rule language.

    Args:
        text: The expression.
        variables: The names that it may use, with their types.
        wanted: The type of its value; None for any.
        shift: Number of characters before it in the user's text, for messages.

    Raises:
        InputError: The text is not such an expression; the message names the character.
    """
    plain, places = _spelled_out(text)
    checker = _Checker(text, places, variables, shift)
    if not plain.strip():
        raise InputError(Message("expression-empty"))
    if len(plain) > LONGEST:
        raise InputError(Message("expression-long", characters=len(plain), most=LONGEST))
    if strange := STRANGE.search(plain):
        raise checker.error_at(strange.start(), Message("expression-sign"))
    if glued := GLUED.search(plain):
        raise checker.error_at(glued.end() - 1, Message("expression-glued"))
    tree = checker.tree_of(plain)
    found = checker.type_of(tree)
    if wanted is not None and not _fits(found, wanted):
        checker.fail(tree, Message("expression-type", found=_name(found), wanted=_name(wanted)))
    return Expression(ast.unparse(tree), frozenset(checker.names), found, frozenset(checker.places_used))


def _spelled_out(text: str) -> tuple[str, list[int]]:
    """Return a text with signs such as `≤` written as in Python, and each character's place in the original text."""
    plain, places = "", list[int]()
    for place, sign in enumerate(to_halfwidth(text)):
        written = SIGNS.get(sign, sign)
        plain += written
        places += [place] * len(written)
    return plain, places


def _fits(found: Type, wanted: Type) -> bool:
    return found == wanted or (wanted == "number" and found == "truth") or (wanted == "numbers" and found == "truths")


def _name(one: Type) -> Message:
    return Message(f"expression-{one}")


class _Checker:
    """Checker of a syntax tree: only allowed parts, known names, and types that fit."""

    def __init__(self, text: str, places: Sequence[int], variables: Mapping[str, Type], shift: int) -> None:
        self.text, self.places, self.variables = text, places, dict(variables)
        self.before, self.indent = shift, 0
        self.bound: dict[str, Type] = {}
        self.names, self.places_used = set[str](), set[str]()

    def error_at(self, place: int, problem: Message) -> InputError:
        """Return the error with this problem at a place of the spelled-out text."""
        at = self.places[min(place, len(self.places) - 1)] if self.places else 0
        found = shown(self.text[at : at + 12].strip(), 11)
        return InputError(Message("expression-at", at=self.before + at + 1, found=found, problem=problem))

    def error(self, node: ast.AST, problem: Message) -> InputError:
        """Return the error with this problem about a part of the tree, at the place of its first character."""
        return self.error_at(self.indent + getattr(node, "col_offset", 0), problem)

    def fail(self, node: ast.AST, problem: Message) -> NoReturn:
        """Raise the error with this problem about a part of the tree."""
        raise self.error(node, problem)

    def tree_of(self, plain: str) -> ast.expr:
        """Parse a text of harmless characters to a syntax tree; raise InputError if it is no expression."""
        self.indent = len(plain) - len(plain.lstrip())
        try:
            tree = ast.parse(plain.strip(), mode="eval").body
        except SyntaxError as error:
            raise self.error_at(self.indent + (error.offset or len(plain)) - 1, Message("expression-syntax")) from None
        except (ValueError, MemoryError, RecursionError):
            raise InputError(Message("expression-deep", most=DEEPEST)) from None
        level, nodes = [tree], 0
        for _ in range(DEEPEST):
            nodes += len(level)
            outer = level
            level = [part for node in outer for part in ast.iter_child_nodes(node) if isinstance(part, ast.expr)]
            for node in outer:
                for loop in node.generators if isinstance(node, LOOPS) else ():
                    level += [loop.iter, *loop.ifs]
        if level:
            raise InputError(Message("expression-deep", most=DEEPEST))
        if nodes > MOST_NODES:
            raise InputError(Message("expression-many", parts=nodes, most=MOST_NODES))
        return tree

    def type_of(self, node: ast.expr) -> Type:
        """Return the type of a part of the tree, after checking it."""
        method = getattr(self, f"_of_{type(node).__name__.lower()}", None)
        if method is None:
            self.fail(node, Message("expression-form"))
        found: Type = method(node)
        return found

    def need(self, node: ast.expr, wanted: Type) -> None:
        """Raise InputError unless a part of the tree has the wanted type."""
        found = self.type_of(node)
        if not _fits(found, wanted):
            self.fail(node, Message("expression-type", found=_name(found), wanted=_name(wanted)))

    def list_of(self, node: ast.expr) -> Type:
        """Return the type of the items of a part of the tree; raise InputError if it is not a list."""
        found = self.type_of(node)
        if found not in LISTS:
            self.fail(node, Message("expression-type", found=_name(found), wanted=_name("numbers")))
        return LISTS[found]

    def _of_constant(self, node: ast.Constant) -> Type:
        if type(node.value) is not int or node.value >= 10**6:
            self.fail(node, Message("expression-number-large", most=10**6 - 1))
        return "number"

    def _of_name(self, node: ast.Name) -> Type:
        if node.id in self.bound:
            return self.bound[node.id]
        if node.id in self.variables:
            self.names.add(node.id)
            return self.variables[node.id]
        if node.id in KNOWN:
            self.fail(node, Message("expression-call", name=node.id))
        near = nearest(node.id, [*self.variables, *KNOWN]) if len(node.id) > 2 else ""
        known = [near] if near else [name for name in self.variables if name.isalpha()]
        raise self.error(node, Message("expression-name", known=tuple(known)))

    def _of_unaryop(self, node: ast.UnaryOp) -> Type:
        if isinstance(node.op, ast.Not):
            self.need(node.operand, "truth")
            return "truth"
        if isinstance(node.op, ast.Invert):
            self.fail(node, Message("expression-form"))
        self.need(node.operand, "number")
        return "number"

    def _of_binop(self, node: ast.BinOp) -> Type:
        if type(node.op) not in ARITHMETIC:
            self.fail(node, Message("expression-form"))
        self.need(node.left, "number")
        self.need(node.right, "number")
        return "number"

    def _of_boolop(self, node: ast.BoolOp) -> Type:
        for part in node.values:
            self.need(part, "truth")
        return "truth"

    def _of_compare(self, node: ast.Compare) -> Type:
        left = self.type_of(node.left)
        for op, part in zip(node.ops, node.comparators, strict=True):
            if type(op) not in COMPARISONS:
                self.fail(part, Message("expression-form"))
            right = self.type_of(part)
            if isinstance(op, ast.In | ast.NotIn):
                fits = right in LISTS and left not in LISTS
            else:
                fits = (left in LISTS) == (right in LISTS)
                fits = fits and (left not in LISTS or isinstance(op, ast.Eq | ast.NotEq))
            if not fits:
                wanted: Type = "numbers" if isinstance(op, ast.In | ast.NotIn) or left in LISTS else "number"
                self.fail(part, Message("expression-type", found=_name(right), wanted=_name(wanted)))
            left = right
        return "truth"

    def _of_ifexp(self, node: ast.IfExp) -> Type:
        self.need(node.test, "truth")
        one, other = self.type_of(node.body), self.type_of(node.orelse)
        if "state" in (one, other):
            return other if one == "state" else one
        if (one in LISTS) != (other in LISTS):
            self.fail(node.orelse, Message("expression-type", found=_name(other), wanted=_name(one)))
        return one if one == other else "numbers" if one in LISTS else "number"

    def _of_tuple(self, node: ast.Tuple) -> Type:
        for part in node.elts:
            self.need(part, "number")
        return "numbers"

    def _of_list(self, node: ast.List) -> Type:
        for part in node.elts:
            self.need(part, "number")
        return "numbers"

    def _of_subscript(self, node: ast.Subscript) -> Type:
        item = self.list_of(node.value)
        if isinstance(node.slice, ast.Slice):
            if node.slice.step is not None:
                self.fail(node.slice.step, Message("expression-form"))
            for end in (node.slice.lower, node.slice.upper):
                if end is not None:
                    self.need(end, "number")
            return "truths" if item == "truth" else "numbers"
        self.need(node.slice, "number")
        return item

    def _of_listcomp(self, node: ast.ListComp) -> Type:
        return self._of_generatorexp(node)

    def _of_generatorexp(self, node: ast.GeneratorExp | ast.ListComp) -> Type:
        loop = node.generators[0]
        if len(node.generators) != 1 or loop.is_async or not isinstance(loop.target, ast.Name):
            self.fail(node, Message("expression-form"))
        name = loop.target.id
        item = self.list_of(loop.iter)
        if name in self.bound or name in self.variables or name in KNOWN or name == STOP:
            self.fail(loop.target, Message("expression-bound"))
        if len(self.bound) == MOST_LOOPS:
            self.fail(node, Message("expression-loops", most=MOST_LOOPS))
        self.bound[name] = item
        for test in loop.ifs:
            self.need(test, "truth")
        found = self.type_of(node.elt)
        if found in LISTS or found == "state":
            self.fail(node.elt, Message("expression-type", found=_name(found), wanted=_name("number")))
        del self.bound[name]
        return "truths" if found == "truth" else "numbers"

    def _of_call(self, node: ast.Call) -> Type:
        if not isinstance(node.func, ast.Name) or node.keywords:
            self.fail(node, Message("expression-form"))
        name, parts = node.func.id, node.args
        if name not in KNOWN:
            self.fail(node, Message("expression-name", known=(nearest(name, KNOWN) or "sum",)))
        if name in PLACES:
            return self._of_place(node, name)
        if name == "abs" or (name in ("min", "max") and len(parts) > 1):
            if name == "abs" and len(parts) != 1:
                self.fail(node, Message("expression-arguments", name=name, count=1))
            for part in parts:
                self.need(part, "number")
            return "number"
        if name == "count" and len(parts) == 2:
            self.list_of(parts[0])
            self.need(parts[1], "number")
            return "number"
        if len(parts) != 1:
            self.fail(node, Message("expression-arguments", name=name, count=1))
        item = self.list_of(parts[0])
        if name in OF_TRUTHS and item != "truth":
            self.fail(parts[0], Message("expression-type", found=_name("numbers"), wanted=_name("truths")))
        return FUNCTIONS[name][0]

    def _of_place(self, node: ast.Call, name: str) -> Type:
        """Return the type of a call such as `row(a)` or `row(x)`: a number, or numbers for a list."""
        if len(node.args) != 1 or not isinstance(node.args[0], ast.Name) or node.args[0].id not in self.variables:
            self.fail(node, Message("expression-place", name=name))
        if f"{name}({node.args[0].id})" not in self.variables:
            self.fail(node, Message("expression-place", name=name))
        self.type_of(node.args[0])
        self.places_used.add(name)
        return self.variables[f"{name}({node.args[0].id})"]


def compiled_tree(node: ast.expr) -> Code:
    """Return the function that evaluates a checked syntax tree."""
    return CODES[type(node)](node)


def _constant(node: ast.Constant) -> Code:
    value = node.value
    return lambda env: value


def _several(node: ast.Tuple | ast.List) -> Code:
    codes = [compiled_tree(part) for part in node.elts]
    return lambda env: tuple([code(env) for code in codes])


def _binary(node: ast.BinOp) -> Code:
    one, other, apply = compiled_tree(node.left), compiled_tree(node.right), ARITHMETIC[type(node.op)]
    return lambda env: checked_number(apply(one(env), other(env)))


def _junction(node: ast.BoolOp) -> Code:
    codes, decisive = [compiled_tree(part) for part in node.values], isinstance(node.op, ast.Or)
    return lambda env: next((decisive for code in codes if bool(code(env)) == decisive), not decisive)


def _choice(node: ast.IfExp) -> Code:
    condition, one, other = map(compiled_tree, (node.test, node.body, node.orelse))
    return lambda env: one(env) if condition(env) else other(env)


def _subscript(node: ast.Subscript) -> Code:
    values = compiled_tree(node.value)
    if isinstance(node.slice, ast.Slice):
        ends = [compiled_tree(end) if end else None for end in (node.slice.lower, node.slice.upper)]
        return lambda env: values(env)[slice(*(operator.index(end(env)) if end else None for end in ends))]
    place = compiled_tree(node.slice)
    return lambda env: values(env)[operator.index(place(env))]


def _unary(node: ast.UnaryOp) -> Code:
    operand = compiled_tree(node.operand)
    if isinstance(node.op, ast.Not):
        return lambda env: not operand(env)
    return (lambda env: -operand(env)) if isinstance(node.op, ast.USub) else lambda env: +operand(env)


def _comparison(node: ast.Compare) -> Code:
    first = compiled_tree(node.left)
    others = [(COMPARISONS[type(op)], compiled_tree(part)) for op, part in zip(node.ops, node.comparators, strict=True)]

    def compare(env: Env) -> bool:
        left = first(env)
        for is_so, code in others:
            right = code(env)
            if not is_so(left, right):
                return False
            left = right
        return True

    return compare


def _loop(node: ast.GeneratorExp | ast.ListComp) -> Code:
    (loop,) = node.generators
    assert isinstance(loop.target, ast.Name)
    name, values, item = loop.target.id, compiled_tree(loop.iter), compiled_tree(node.elt)
    tests = [compiled_tree(test) for test in loop.ifs]

    def items(env: Env) -> Iterator[Any]:
        inner = {**env}
        for value in values(env):
            inner[name] = value
            if all(test(inner) for test in tests):
                yield item(inner)

    return lambda env: tuple(items(env))


def _call(node: ast.Call) -> Code:
    name: str = node.func.id  # type: ignore[attr-defined]
    if name in PLACES:
        return operator.itemgetter(f"{name}({node.args[0].id})")  # type: ignore[attr-defined]
    codes = [compiled_tree(part) for part in node.args]
    if len(codes) == 2 and name == "count":
        values, wanted = codes
        return lambda env: values(env).count(wanted(env))
    if name == "abs":
        return lambda env: abs(codes[0](env))
    if len(codes) > 1:
        choose = max if name == "max" else min
        return lambda env: choose([code(env) for code in codes])
    (argument,), function = codes, FUNCTIONS[name][1]
    return lambda env: _within(function(argument(env)))


def _within(value: Any) -> Any:
    return value if isinstance(value, tuple | bool) else checked_number(value)


CODES: Mapping[type, Callable[[Any], Code]] = {
    ast.Constant: _constant, ast.Name: lambda node: operator.itemgetter(node.id), ast.Tuple: _several,
    ast.List: _several, ast.UnaryOp: _unary, ast.BinOp: _binary, ast.BoolOp: _junction, ast.Compare: _comparison,
    ast.IfExp: _choice, ast.Subscript: _subscript, ast.GeneratorExp: _loop, ast.ListComp: _loop, ast.Call: _call,
}  # fmt: skip
"""Evaluation of each type of syntax tree node"""
