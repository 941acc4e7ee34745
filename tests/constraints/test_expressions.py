"""The small language of rules: what expressions mean, what is refused, and that nothing else can happen."""

from __future__ import annotations

import random
import warnings
from fractions import Fraction
from math import prod
from typing import Any

import pytest
from hypothesis import given, settings

from cpgen.constraints.expressions import LONGEST, Expression, UndefinedError, distinct, parse, runs
from cpgen.errors import InputError
from tests.constraints.random_rules import about_digits, truths

NAMES = {"a": "number", "b": "number", "x": "numbers", "n": "number"}
VALUES: list[tuple[str, Any]] = [
    ("a + b * 2 - 1", 12),
    ("7 // 2 + 7 % 3 + 2 ** 3", 12),
    ("a / 2", Fraction(3, 2)),
    ("6 / 3", 2),
    ("abs(a - b)", 2),
    ("min(a, b, 4) + max(a, b)", 8),
    ("sum(x) + product(x) + len(x)", 11 + 54 + 4),
    ("count(x, 3) + count(d > 2 for d in x)", 6),
    ("distinct(x)", (2, 3)),
    ("sorted(x)", (2, 3, 3, 2 + 1)),
    ("runs(x)", (1, 1, 2)),
    ("sums(x[:3])", (2, 3, 5, 6, 8)),
    ("x[0] + x[-1]", 6),
    ("sum(x[1:3])", 5),
    ("a < b < 7 and not a == b", True),
    ("a in (1, 2) or a not in x", False),
    ("any(d == a for d in x) and all(d > 1 for d in x)", True),
    ("a if a > b else b", 5),
    ("[d * d for d in x if d != 3]", (4,)),
    ("a × b ≥ 15 and a ≠ b", True),
    ("（a＋b）== 8", True),
]
WRONG = [
    ("", "empty"),
    ("a +", "character 3"),
    ("a == q", "character 6 of the rule, 'q': this name is not known here; known is a, b, x or n"),
    ("a == summ(x)", "known is sum"),
    ("a & b == 1", "character 3 of the rule, '& b == 1': this sign"),
    ("a.real == 1", "character 2"),
    ("a == 'b'", "this sign"),
    ("a == 1.5", "whole"),
    ("1if a else b", "stand apart"),
    ("a + b", "this is a number, and should be true or false"),
    ("sum(a) == 3", "character 5 of the rule, 'a\\) == 3': this is a number, and should be a list"),
    ("x + 1 == 3", "this is a list, and should be a number"),
    ("a and b", "should be true or false"),
    ("sum == 3", "sum is a function"),
    ("sum(x, x) == 3", "takes 1 value"),
    ("lambda: 1", "not part of the language"),
    ("(a := 3) == 3", "not part of the language"),
    ("x[::2] == x", "not part of the language"),
    ("a is b", "not part of the language"),
    ("sum(a for a in x) == 1", "choose another"),
    ("sum(sum(sum(f for f in x) for e in x) for d in x) == 1", "inside each other"),
    ("count(d for d in x) == 1", "should be a list of comparisons"),
    ("a == 12345678", "up to 999999"),
    ("open(x) == 1", "not known"),
    ("__import__(x) == 1", "not known"),
    ("a == row(2)", "names of cells"),
    ("(" * 250 + "a == 1", "character|deep"),
    ("not " * 60 + "a == 1", "nested too deeply"),
    ("a == " + "+".join(["b"] * 140), "parts|deep"),
    ("a == " + "b " * LONGEST, "characters"),
]


@pytest.mark.parametrize(("text", "value"), VALUES)
def test_expression_has_its_value(text: str, value: Any) -> None:
    found = parse(text, NAMES, None).value({"a": 3, "b": 5, "x": (3, 2, 3, 3), "n": 9})  # type: ignore[arg-type]
    assert found == value


@pytest.mark.parametrize(("text", "message"), WRONG)
def test_wrong_expression_is_refused_with_its_place(text: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        parse(text, NAMES)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "text", ["a / (b - 5) == 1", "9 ** 9 ** 9 == 1", "x[7] == 1", "min(x[4:]) == 1", "2 ** -1 < 1"]
)
def test_expression_without_a_value_is_not_true(text: str) -> None:
    one = parse(text, NAMES)  # type: ignore[arg-type]
    env = {"a": 3, "b": 5, "x": (3, 2, 3, 3), "n": 9}
    assert not one.holds(env)
    with pytest.raises(UndefinedError):
        one.value(env)


PYTHON = {
    "sum": sum,
    "product": prod,
    "count": lambda values, *wanted: list(values).count(*wanted) if wanted else sum(values),
    "distinct": lambda values: list(distinct(tuple(values))),
    "sorted": sorted,
    "runs": lambda values: list(runs(tuple(values))),
    "len": lambda values: len(list(values)),
}


def by_python(one: Expression, env: dict[str, Any]) -> bool:
    """Return what Python says of an expression without division."""
    try:
        return bool(eval(one.text, {**PYTHON, **env}))
    except (ArithmeticError, LookupError, ValueError):
        return False


@settings(deadline=None, max_examples=60)
@given(about_digits())
def test_expression_means_what_python_says(text: str) -> None:
    if "/" in text.replace("//", ""):
        return
    one = parse(text, NAMES)  # type: ignore[arg-type]
    for digits in ([1, 2, 2], [3, 1, 4, 1], [5, 5, 5]):
        assert one.holds({"x": tuple(digits), "n": 5}) == by_python(one, {"x": digits, "n": 5})


@settings(deadline=None, max_examples=60)
@given(truths(("a", "b")))
def test_text_of_an_expression_is_read_back(text: str) -> None:
    one = parse(text, NAMES) if len(text) < 200 else None  # type: ignore[arg-type]
    if one:
        again = parse(one.text, NAMES)  # type: ignore[arg-type]
        assert again == one


PIECES = [
    "a", "b", "x", "n", "d", "1", "9", "999999", "(", ")", "[", "]", " ", " ", "+", "-", "*", "**", "//", "/", "%",
    "==", "0x1f", "1e9",
    "<", ">=", "!=", ",", ":", " in ", " for d in x", " if ", " else ", " and ", " or ", "not ", "sum(", "count(",
    "distinct(", "runs(", "x[", "lambda", "__import__", ".__class__", "().__class__.__mro__", "open(", "eval(",
    "'", '"', "\\", "\n", ";", "@", "#", "{", "}", ":=", "~", "|", "await ", "yield ", "async ", "9**9**9",
    "1j", "_", "__", "é", "（", "𝟗", "\x00", "\ud800", "∀", "True", "None", "...", "*x", "**x", "print(", "globals()",
    "getattr(x,", "[d for d in x]", "(d for d in x)", "stop", "product(", "max(", "min(", "row(a)", "?",
]  # fmt: skip


def hostile(seed: int) -> str:
    """Return a random text of pieces of programs."""
    rng = random.Random(seed)
    count = rng.choice((1, 3, 6, 12, 40, 400))
    return "".join(rng.choice(PIECES) for _ in range(count)) * rng.choice((1, 1, 1, 30))


def assert_harmless(text: str) -> None:
    """Parse and evaluate a text: either an input error, or a value that is a number, a truth or a list of these."""
    try:
        one = parse(text, NAMES, None)  # type: ignore[arg-type]
    except InputError:
        return
    try:
        found = one.value({"a": 3, "b": 5, "x": (9, 8, 9), "n": 9})
    except UndefinedError:
        return
    for part in found if isinstance(found, tuple) else (found,):
        assert type(part) in (int, bool, Fraction)
        assert abs(part) <= 10**12


@pytest.mark.parametrize("seed", range(5))
def test_hostile_text_is_harmless(seed: int) -> None:
    for number in range(100):
        assert_harmless(hostile(100 * seed + number))


@pytest.mark.slow
def test_many_hostile_texts_are_harmless() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for seed in range(100_000):
            assert_harmless(hostile(1_000_000 + seed))
