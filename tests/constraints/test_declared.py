"""Kinds that are data: their classes, their numbers, and what they compile to."""

from __future__ import annotations

import pickle

import pytest

from cpgen.constraints import class_of, parse_constraint
from cpgen.constraints.declared import declared, declared_kinds
from cpgen.constraints.kind_table import DATA, KINDS
from cpgen.constraints.primitives import AllDifferent, Automaton, Domain, Pair
from cpgen.errors import InputError
from cpgen.layout import Layout
from tests.constraints.examples import EXAMPLES, board

LINES = [(size, line) for size, line in EXAMPLES if line.split()[0].rstrip(":") in declared_kinds()]


def test_each_table_is_a_kind() -> None:
    assert {kind for kind, where in KINDS.items() if where == DATA} == set(declared_kinds())
    assert all(class_of(kind) is declared(kind) for kind in declared_kinds())


@pytest.mark.parametrize(("size", "line"), LINES)
def test_constraint_crosses_the_border_of_a_process(size: int, line: str) -> None:
    (one,) = parse_constraint(line, size)
    assert pickle.loads(pickle.dumps(one)) == one


@pytest.mark.parametrize(
    ("line", "kinds"),
    [
        ("whisper 3: r1c1 r1c2 r2c2", [Pair, Pair]),
        ("renban: r1c1 r1c2 r2c2", [AllDifferent, Pair, Pair, Pair]),
        ("palindrome: r1c1 r1c2 r2c2 r3c2 r3c3", [Pair, Pair]),
        ("modular 3: r1c1 r1c2 r2c2", [Pair, Pair, Pair]),
        ("global-entropy", [Automaton] * 25),
        ("odd: r1c1 r2c2", [Domain, Domain]),
        ("white: r1c1 r1c2", [Pair]),
        ("xv ?: r1c1 r1c2", [Pair]),
    ],
)
def test_rule_compiles_to_what_techniques_need(line: str, kinds: list[type]) -> None:
    assert [type(one) for one in board(6).with_constraints(line).primitives_of[-1]] == kinds


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("whisper 6: r1c1 r1c2", "from 1 to 5"),
        ("renban: row 1 r2c1", "only 6 digits"),
        ("nabner: r1c1 r1c2 r1c3 r1c4", "3 is the most"),
        ("white: r1c1 r2c2", "side by side"),
        ("black 1: r1c1 r1c2", "from 2 to 6"),
    ],
)
def test_wrong_cells_and_numbers_are_refused(line: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        board(6).with_constraints(line)


@pytest.mark.parametrize("line", ["entropic: r1c1 r1c2", "global-entropy"])
def test_thirds_need_a_side_that_has_them(line: str) -> None:
    with pytest.raises(InputError, match="needs a side of 3, 6, 9"):
        Layout.boxes(2, 2).with_constraints(line)
