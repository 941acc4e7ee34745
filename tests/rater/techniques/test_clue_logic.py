"""Link, Sum bounds, Fork, Combination, Must-have, the 45 rule and Two clues: small examples with all they find."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from cpgen.layout import Layout
from cpgen.puzzle import Puzzle
from cpgen.rater.explain import Finding, find_in
from cpgen.rater.techniques import FAMILIES
from cpgen.state import State
from tests.rater.techniques.boards import found as found_in
from tests.rater.techniques.boards import ladder_of, removals

TECHNIQUES = [technique.name for technique in FAMILIES["clue_logic"]]


def state_of(layout: Layout, notes: Mapping[str, str]) -> State:
    """Return an empty board with the candidates of some cells, such as {"r1c1": "12"}."""
    marks: list[tuple[int, ...]] = [()] * layout.cell_count
    for name, digits in notes.items():
        marks[cell_of(layout, name)] = tuple(map(int, digits))
    return State(Puzzle(layout, (0,) * layout.cell_count), marks=tuple(marks))


def cell_of(layout: Layout, name: str) -> int:
    """Return the number of the cell r1c1, …"""
    row, column = map(int, name[1:].split("c"))
    return (row - 1) * layout.size + column - 1


def gone(finding: Finding) -> dict[str, str]:
    """Return the digits that a finding eliminates, by the name of their cell."""
    cells: dict[str, str] = {}
    for cell, digit in sorted(finding.removed):
        name = finding.layout.cell_name(cell)
        cells[name] = cells.get(name, "") + str(digit)
    return cells


def found(size: int, lines: str, technique: str, notes: Mapping[str, str] = {}) -> list[dict[str, str]]:
    """Return what each finding of a technique eliminates on a board with constraints and candidates."""
    layout = Layout.default(size).with_constraints(*lines.split("; "))
    return [gone(finding) for finding in found_in(state_of(layout, notes), technique)]


@pytest.mark.parametrize(
    ("size", "lines", "notes", "eliminated"),
    [
        (6, "less r1c1 r1c2", {}, [{"r1c1": "6", "r1c2": "1"}]),
        (6, "less r1c1 r1c2", {"r1c1": "456", "r1c2": "345"}, [{"r1c1": "56", "r1c2": "34"}]),
        (9, "black 2: r1c1 r2c1", {}, [{"r1c1": "579", "r2c1": "579"}]),
        (6, "white 1: r1c1 r1c2", {"r1c1": "14"}, [{"r1c2": "146"}]),
        (9, "palindrome: r1c1 r2c3", {"r1c1": "12", "r2c3": "234"}, [{"r1c1": "1", "r2c3": "34"}]),
        (6, "thermo: r1c1 r1c2 r1c3", {"r1c1": "1", "r1c2": "2345", "r1c3": "3456"}, []),
        (6, "cage 3: r1c1 r1c2", {}, []),
    ],
)
def test_link(size: int, lines: str, notes: dict[str, str], eliminated: list[dict[str, str]]) -> None:
    assert found(size, lines, "link", notes) == eliminated


@pytest.mark.parametrize(
    ("size", "lines", "notes", "eliminated"),
    [
        # The others differ: 1 + 2 at least, 8 + 9 at most.
        (9, "cage 7: r1c1 r1c2 r1c3", {}, [{"r1c1": "56789", "r1c2": "56789", "r1c3": "56789"}]),
        (9, "cage 23: r1c1 r1c2 r1c3", {}, [{"r1c1": "12345", "r1c2": "12345", "r1c3": "12345"}]),
        # The head of the text: with 8 and 7 at most, r1c1 is 5 or more.
        (9, "cage 20: r1c1 r1c2 r1c3", {"r1c2": "12345678", "r1c3": "1234567"},
         [{"r1c1": "1234", "r1c2": "123", "r1c3": "12"}]),
        # Digits of cells that do not see each other may repeat.
        (9, "sum 3: r1c1 r5c5", {}, [{"r1c1": "3456789", "r5c5": "3456789"}]),
        (6, "arrow r1c1 > r3c1 r3c2 r3c3", {}, [{"r1c1": "12345", "r3c1": "456", "r3c2": "456", "r3c3": "456"}]),
        (9, "cage 15: r1c1 r1c2 r1c3", {}, []),
        (9, "less r1c1 r1c2", {}, []),
    ],
)  # fmt: skip
def test_sum_bounds(size: int, lines: str, notes: dict[str, str], eliminated: list[dict[str, str]]) -> None:
    assert found(size, lines, "sum-bounds", notes) == eliminated


@pytest.mark.parametrize(
    ("size", "lines", "notes", "eliminated"),
    [
        # With 1 or 6 in the corner both neighbours, which see each other in the region, would be the same.
        (6, "white 1: r1c1 r1c2; white 1: r1c1 r2c1", {}, [{"r1c1": "1"}, {"r1c1": "6"}]),
        # Three neighbours with two partners between them.
        (6, "white 1: r1c2 r1c1; white 1: r1c2 r1c3; white 1: r1c2 r2c2", {"r1c2": "345"},
         [{"r1c2": "3"}, {"r1c2": "4"}, {"r1c2": "5"}]),
        # The two neighbours do not see each other.
        (9, "palindrome: r4c4 r3c3; palindrome: r4c4 r5c5", {}, []),
        (6, "white 1: r1c1 r1c2; white 1: r1c1 r2c1", {"r1c1": "2345"}, []),
    ],
)  # fmt: skip
def test_fork(size: int, lines: str, notes: dict[str, str], eliminated: list[dict[str, str]]) -> None:
    assert found(size, lines, "fork", notes) == eliminated


@pytest.mark.parametrize(
    ("size", "lines", "notes", "eliminated"),
    [
        (9, "cage 7: r1c1 r1c2 r1c3", {}, [{"r1c1": "356789", "r1c2": "356789", "r1c3": "356789"}]),
        (9, "cage 6: r1c1 r1c2", {}, [{"r1c1": "36789", "r1c2": "36789"}]),
        # 1 2 7, 1 3 6, 2 1 7 and 2 3 5: the example of the tables of groups.
        (9, "cage 10: r1c1 r1c2 r1c3", {"r1c1": "12", "r1c2": "123", "r1c3": "45678"}, [{"r1c3": "48"}]),
        # Cells of a cage that do not see each other differ; those of a sum may be equal.
        (6, "cage 4: r1c1 r3c4", {}, [{"r1c1": "2456", "r3c4": "2456"}]),
        (6, "sum 4: r1c1 r3c4", {}, [{"r1c1": "456", "r3c4": "456"}]),
        # Strictly ascending along three cells.
        (6, "thermo: r1c1 r1c2 r2c2", {}, [{"r1c1": "56", "r1c2": "16", "r2c2": "12"}]),
        # An automaton: the digits are consecutive, in any order.
        (6, "renban: r1c1 r1c2 r1c3", {"r1c1": "1"}, [{"r1c2": "1456", "r1c3": "1456"}]),
        (9, "cage 15: r1c1 r1c2 r1c3", {}, []),
        (6, "less r1c1 r1c2", {}, []),
    ],
)
def test_combination(size: int, lines: str, notes: dict[str, str], eliminated: list[dict[str, str]]) -> None:
    assert found(size, lines, "combination", notes) == eliminated


def test_combination_lists_constraint_and_digit_sets() -> None:
    layout = Layout.default(9).with_constraints("cage 6: r1c1 r1c2")
    (finding,) = found_in(state_of(layout, {}), "combination")
    assert finding.cells == (0, 1)
    assert [part.digits for part in finding.with_role("common")] == [(1, 5), (2, 4)]
    assert [part.role for part in finding.parts].count("clue") == 1


def test_must_have() -> None:
    """The cage is 1 2 4: no other cell of its row and of its region has one of them."""
    others = {f"r1c{column}" for column in range(4, 10)} | {
        f"r{row}c{column}" for row in (2, 3) for column in (1, 2, 3)
    }
    notes = dict.fromkeys(("r1c1", "r1c2", "r1c3"), "124")
    assert found(9, "cage 7: r1c1 r1c2 r1c3", "must-have", notes) == [dict.fromkeys(others, digit) for digit in "124"]


def test_must_have_needs_all_places_of_the_digit() -> None:
    """1 is in r1c1 or r2c4 of the cage; only cells that see both lose it."""
    notes = {"r1c1": "13", "r2c4": "13"}
    eliminated = found(6, "cage 4: r1c1 r2c4", "must-have", notes)
    both = {"r1c4", "r1c5", "r1c6", "r2c1", "r2c2", "r2c3"}
    assert eliminated == [dict.fromkeys(both, digit) for digit in "13"]


def test_must_have_finds_nothing_if_fillings_share_no_digit() -> None:
    assert found(9, "cage 6: r1c1 r1c2", "must-have", {"r1c1": "1245", "r1c2": "1245"}) == []
    assert found(9, "cage: r1c1 r1c2 r1c3", "must-have") == []


def test_rule_of_45() -> None:
    """The region is 21; without a cage of 5 and one of 13 its last cell is 3."""
    lines = "cage 5: r1c1 r1c2; cage 13: r1c3 r2c1 r2c2"
    assert found(6, lines, "rule-of-45") == [{"r2c3": "12456"}]
    assert found(6, lines, "rule-of-45", {"r2c3": "3"}) == []
    assert found(6, "cage: r1c1 r1c2", "rule-of-45") == []


def test_rule_of_45_of_several_houses() -> None:
    """Two rows are 42; a cage of six across both and one of five leave one cell."""
    lines = "cage 21: r1c1 r1c2 r1c3 r2c4 r2c5 r2c6; cage 17: r2c1 r2c2 r2c3 r1c4 r1c5"
    assert found(6, lines, "rule-of-45-wide") == [{"r1c6": "12356"}]
    assert found(6, lines, "rule-of-45") == []
    assert found(6, lines.split("; ")[1], "rule-of-45-wide") == []


def test_two_clues() -> None:
    """With 1 and 4 in the first cage the second is 5 and 2, not 1 and 6 or 6 and 1; alone it can be all of these."""
    notes = dict.fromkeys(("r1c1", "r1c2"), "1234") | {"r1c3": "156", "r1c4": "1256"}
    lines = "cage 5: r1c1 r1c2; cage 7: r1c3 r1c4"
    assert found(6, lines, "combination", notes) == [{"r1c4": "5"}]
    assert found(6, lines, "two-clues", notes) == [{"r1c4": "5"}]
    notes |= {"r1c1": "14", "r1c2": "14"}
    assert found(6, lines, "two-clues", notes | {"r1c4": "126"}) == [{"r1c3": "16", "r1c4": "16"}]
    assert found(6, lines, "combination", notes | {"r1c4": "126"}) == []
    assert found(6, "cage 5: r1c1 r1c2; cage 5: r4c5 r4c6", "two-clues") == []


@pytest.mark.parametrize("technique", TECHNIQUES)
def test_nothing_is_found_without_constraints_of_the_kind(technique: str) -> None:
    layout = Layout.default(9)
    for lines in ((), ("odd: r1c1 r2c5",), ("leaps knight",)):
        assert found_in(state_of(layout.with_constraints(*lines), {"r1c1": "12"}), technique) == ()


def test_findings_of_a_ladder_are_those_of_each_technique() -> None:
    layout = Layout.default(6).with_constraints("cage 5: r1c1 r1c2", "white 1: r2c1 r2c2", "white 1: r2c1 r1c1")
    state = state_of(layout, {"r1c1": "1234"})
    together = removals(find_in(state, ladder_of(*TECHNIQUES)))
    assert together == set().union(*(removals(found_in(state, technique)) for technique in TECHNIQUES))
