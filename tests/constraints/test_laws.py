"""What rules compile to: random rules mean the same by definition, by their primitives, and to every oracle."""

from __future__ import annotations

import re
from itertools import product

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from cpgen.constraints.compiled_laws import conditions
from cpgen.constraints.laws import CELLS, GROUPS, NEIGHBOURS, Law
from cpgen.constraints.own_kinds import read_kind, use_kinds
from cpgen.constraints.primitives import AllDifferent, Automaton, Domain, Linear, Pair
from cpgen.errors import InputError
from cpgen.layout import Layout
from cpgen.oracles import open_oracle
from cpgen.oracles.bitset import all_grids
from cpgen.puzzle import Puzzle
from tests.constraints.meaning import holds
from tests.constraints.random_rules import FORMS

LISTS = {NEIGHBOURS: "r2c1 r2c2 r3c3 r4c3", GROUPS: "r2c1 r3c3 = r3c2 r4c4"}
"""Cells of a random rule by its form"""
RANDOM = (
    st.sampled_from(list(FORMS))
    .flatmap(lambda form: FORMS[form].map(lambda text: (text, form)))
    .filter(lambda rule: re.search(r"\b[abcx]\b", rule[0]))
)
PATIENT = settings(deadline=None, suppress_health_check=list(HealthCheck))


def assert_compiled(text: str, form: str, n: int) -> None:
    """Compare a law with its primitives on all fillings of lists of some lengths."""
    law = Law(text, form)
    for counts in [(2, 2), (1, 3)] if form == GROUPS else [(2,), (3,), (4,)]:
        found = conditions(law, n, counts)
        primitives = [*found.on(range(sum(counts)))]
        for digits in product(range(1, n + 1), repeat=sum(counts)):
            lists = [digits[: counts[0]], *([digits[counts[0] :]] if form == GROUPS else [])]
            assert law.holds(lists, n) == all(holds(one, digits) for one in primitives), (law, digits)


@settings(PATIENT, max_examples=40)
@given(RANDOM)
def test_random_rule_means_what_it_compiles_to(rule: tuple[str, str]) -> None:
    assert_compiled(*rule, 3)


@pytest.mark.slow
@settings(PATIENT, max_examples=2000)
@given(RANDOM, st.sampled_from([3, 4]))
def test_many_random_rules_mean_what_they_compile_to(rule: tuple[str, str], n: int) -> None:
    assert_compiled(*rule, n)


CLUES = (2, 4, 1, 3, *(0,) * 12)
GRIDS = [tuple(grid) for grid in all_grids(Layout.boxes(2, 2)).tolist() if tuple(grid[:4]) == CLUES[:4]]


def assert_oracles_agree(text: str, form: str, oracles: list[str]) -> None:
    """Compare the number of grids with a random rule: by its definition, and as each oracle counts them."""
    cells = LISTS.get(form, LISTS[NEIGHBOURS])
    try:
        layout = Layout.boxes(2, 2).with_constraints(f'rule "{text}" {form}: {cells}')
    except InputError as error:
        assert "No digits satisfy" in str(error)  # noqa: PT017 - one of two right answers
        return
    count = sum(layout.further[0].is_satisfied(grid, layout) for grid in GRIDS)
    puzzle = Puzzle(layout, CLUES)
    for name in oracles:
        oracle = open_oracle(name)
        if layout.kinds_of_primitives <= oracle.supports:
            assert oracle.count(puzzle, None) == count, name


@settings(PATIENT, max_examples=20)
@given(RANDOM)
def test_oracles_agree_on_random_rules(rule: tuple[str, str]) -> None:
    assert_oracles_agree(*rule, ["bitset", "cpsat-enumerate"])


@pytest.mark.slow
@settings(PATIENT, max_examples=2000)
@given(RANDOM)
def test_all_oracles_agree_on_many_random_rules(rule: tuple[str, str]) -> None:
    assert_oracles_agree(*rule, ["bitset", "cpsat-enumerate", "sat", "asp", "z3", "exact-cover"])


def kinds_of(text: str, form: str, count: int, n: int = 9) -> list[type]:
    return [type(one) for one in conditions(Law(text, form), n, (count,)).primitives]


@pytest.mark.parametrize(
    ("text", "form", "count", "kinds"),
    [
        ("a * b == 12", NEIGHBOURS, 3, [Pair, Pair]),
        ("a % 2 == 0", NEIGHBOURS, 2, [Domain, Domain]),
        ("a != b", "pairs", 3, [AllDifferent] * 3),
        ("sum(x) == 15", CELLS, 3, [Linear]),
        ("5 <= sum(x) - x[0] < 12", CELLS, 4, [Linear, Linear]),
        ("len(distinct(x)) == len(x)", CELLS, 4, [AllDifferent]),
        ("sum(x) == 15 and 9 in x", CELLS, 3, [Linear, Automaton]),
        ("product(x) == 60", CELLS, 9, [Automaton]),
        ("max(runs(d % 2 for d in x)) <= 2", CELLS, 9, [Automaton]),
        ("all(count(x, d) == d for d in x)", CELLS, 6, [Automaton]),
        ("x[0] * x[1] == x[2] + x[3] * x[4]", CELLS, 5, [Automaton]),
        ("start 0; step s + d if s + d <= 20 else stop; accept s == 20", "along", 9, [Automaton]),
    ],
)
def test_rule_compiles_to_the_simplest_conditions(text: str, form: str, count: int, kinds: list[type]) -> None:
    assert kinds_of(text, form, count) == kinds


def test_rule_with_too_many_cases_is_refused() -> None:
    with pytest.raises(InputError, match="too much for 6 cells, which have 531441 fillings"):
        kinds_of("x[0] * x[1] * x[2] % 7 == x[3] * x[4] % x[5]", CELLS, 6)


def test_each_law_is_compiled_once() -> None:
    conditions.cache_clear()
    line = 'rule "len(distinct(x)) <= 3" cells: '
    cells = ["r1c1 r1c2 r2c2 r3c3", "r5c1 r5c2 r6c2 r7c3", "r4c4 r5c5 r6c6 r7c7"]
    for start in range(3):
        layout = Layout.boxes(3, 3).with_constraints(*(line + one for one in cells[start:]))
        assert layout.primitives
    assert conditions.cache_info().misses == 1


def test_many_puzzles_with_an_own_kind_compile_its_rule_once() -> None:
    kind = read_kind("near", 'rule = "abs(a - b) <= most"\n[[parameter]]\nname = "most"\nleast = 1\nmost = 9')
    conditions.cache_clear()
    with use_kinds([kind]):
        for number in range(1000):
            row, column = number // 8 % 9 + 1, number % 8 + 1
            assert Layout.parse(f"3x3+near 3: r{row}c{column} r{row}c{column + 1}").primitives
    assert conditions.cache_info().misses == 1


OPEN = [
    ('rule "a * b == ?": r1c1 r1c2', "34.. .... .... ....", 'rule "a * b == 12" neighbours: r1c1 r1c2'),
    (
        'rule "abs(a - b) >= ?": r1c1 r1c2 r1c3',
        "142. .... .... ....",
        'rule "abs(a - b) >= 2" neighbours: r1c1 r1c2 r1c3',
    ),
    ('rule "a + b < ?": r1c1 r1c2', "34.. .... .... ....", 'rule "a + b < 8" neighbours: r1c1 r1c2'),
    ('rule "sum(x) % ? == 0" open 2-9: r1c1 r1c2', "34.. .... .... ....", 'rule "sum(x) % 7 == 0" cells: r1c1 r1c2'),
    ('rule "a * b == ?" open 12-12: r1c1 r1c2', "12.. .... .... ....", None),
    ('rule "a * b == ?": r1c1 r1c2 r1c3', "124. .... .... ....", None),
    ('rule "? in x" as cage "?": r1c1 r1c2', "42.. .... .... ....", 'rule "2 in x" cells as cage "2": r1c1 r1c2'),
]


@pytest.mark.parametrize(("line", "grid", "found"), OPEN)
def test_open_number_is_read_off_a_grid(line: str, grid: str, found: str | None) -> None:
    layout = Layout.boxes(2, 2).with_constraints(line)
    digits = [int(digit) for digit in grid.replace(" ", "").replace(".", "1")]
    assert layout.is_drawing
    read = layout.further[0].read_from(digits, layout)
    assert (read and read.text(4)) == found


def test_spec_with_a_rule_is_read_back() -> None:
    line = 'rule "a + b == 5" neighbours as dot teal "+5" named "Fives; two" says "Sum 5." "和は５。": r1c1 r1c2'
    layout = Layout.boxes(2, 2).with_constraints(line, 'rule "a+b != 5" elsewhere orthogonal', "diagonals")
    assert Layout.parse(layout.spec) == layout
    assert layout.kind == "2x2+diagonals+rule"
    assert layout.further[0].text(4) == line
