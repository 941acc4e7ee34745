"""Random expressions of the small language, for tests that compare what it says with what it compiles to."""

from __future__ import annotations

from functools import cache

from hypothesis import strategies as st

from cpgen.constraints.laws import CELLS, GROUPS, NEIGHBOURS, PAIRS

SMALL = st.integers(0, 9).map(str)
COMPARED = st.sampled_from(["==", "!=", "<", "<=", ">", ">="])
OPERATORS = st.sampled_from(["+", "-", "*", "//", "%", "/"])


@cache
def numbers(names: tuple[str, ...], depth: int = 2) -> st.SearchStrategy[str]:
    """Return expressions that are numbers, about names of numbers."""
    plain = st.one_of(st.sampled_from(names), SMALL)
    if not depth:
        return plain
    inner = numbers(names, depth - 1)
    return st.one_of(
        plain,
        st.tuples(inner, OPERATORS, inner).map(lambda parts: "({} {} {})".format(*parts)),
        inner.map(lambda part: f"abs({part})"),
        st.tuples(inner, inner).map(lambda parts: "max({}, {})".format(*parts)),
        st.tuples(truths(names, depth - 1), inner, inner).map(lambda parts: "({1} if {0} else {2})".format(*parts)),
    )


@cache
def truths(names: tuple[str, ...], depth: int = 2) -> st.SearchStrategy[str]:
    """Return expressions that are true or false, about names of numbers."""
    number = numbers(names, max(depth - 1, 0))
    compared = st.tuples(number, COMPARED, number).map(" ".join)
    among = st.tuples(number, st.lists(SMALL, min_size=2, max_size=3)).map(lambda p: f"{p[0]} in ({', '.join(p[1])})")
    if not depth:
        return compared
    inner = truths(names, depth - 1)
    joined = st.tuples(inner, st.sampled_from(["and", "or"]), inner).map(lambda parts: "({} {} {})".format(*parts))
    return st.one_of(compared, among, joined, inner.map(lambda part: f"not {part}"))


@cache
def lists() -> st.SearchStrategy[str]:
    """Return expressions that are lists made of the digits x."""
    digit = numbers(("d", "n"), 1)
    return st.one_of(
        st.sampled_from(["x", "x[1:]", "x[:-1]", "distinct(x)", "sorted(x)", "runs(x)"]),
        digit.map(lambda part: f"[{part} for d in x]"),
        truths(("d",), 0).map(lambda part: f"[d for d in x if {part}]"),
        digit.map(lambda part: f"runs({part} for d in x)"),
    )


@cache
def of_digits() -> st.SearchStrategy[str]:
    """Return expressions that are numbers, about the digits x."""
    return st.one_of(
        st.tuples(st.sampled_from(["sum", "product", "min", "max", "len"]), lists()).map(lambda p: f"{p[0]}({p[1]})"),
        st.tuples(lists(), SMALL).map(lambda parts: "count({}, {})".format(*parts)),
        truths(("d",), 0).map(lambda part: f"count({part} for d in x)"),
        st.sampled_from(["x[0]", "x[-1]", "n", "2 * sum(x) - x[0]"]),
    )


@st.composite
def about_digits(draw: st.DrawFn) -> str:
    """Return an expression that is true or false, about the digits x."""
    count = draw(st.integers(1, 2))
    parts = [f"{draw(of_digits())} {draw(COMPARED)} {draw(of_digits() | SMALL)}" for _ in range(count)]
    if draw(st.booleans()):
        parts.append(f"{draw(SMALL)} {draw(st.sampled_from(['in', 'not in']))} {draw(lists())}")
    return f" {draw(st.sampled_from(['and', 'or']))} ".join(parts)


FORMS = {
    NEIGHBOURS: truths(("a", "b", "n")) | truths(("a", "b", "c"), 1),
    PAIRS: truths(("a", "b")),
    CELLS: about_digits(),
    GROUPS: of_digits() | lists(),
}
"""Expressions by form"""
