"""Forcing and Suppose: small examples with all they find."""

from __future__ import annotations

import pytest

from tests.rater.techniques.test_clue_logic import found


def test_forcing_by_the_values_of_a_cell() -> None:
    """r1c1 is 2 or 5: by sight or by the dot, each of them excludes both from r1c2."""
    eliminated = found(6, "white 1: r1c1 r1c2", "forcing", {"r1c1": "25"})
    assert eliminated == [{"r1c2": "25"}]


def test_forcing_by_the_places_of_a_digit() -> None:
    """1 of row 1 is in r1c1 or r1c3; both see r2c5 by a cage."""
    notes = dict.fromkeys(("r1c2", "r1c4", "r1c5", "r1c6"), "23456")
    eliminated = found(6, "cage: r1c1 r2c5; cage: r1c3 r2c5", "forcing", notes)
    assert {"r2c1": "1", "r2c2": "1", "r2c3": "1", "r2c5": "1"} in eliminated


def test_forcing_finds_nothing_with_many_values() -> None:
    assert found(6, "white 1: r1c1 r1c2", "forcing") == []


def test_forcing_finds_nothing_without_constraints() -> None:
    assert found(6, "odd: r1c1", "forcing", {"r1c1": "13", "r1c2": "13"}) == []


def test_suppose_follows_cages_through_a_trial() -> None:
    """1 in r1c1 makes r1c2 a 4 and r1c3 a 2; then the cage in column 3 has no 5 left."""
    lines = "cage 5: r1c1 r1c2; cage 6: r1c2 r1c3; cage 7: r1c3 r4c3"
    notes = {"r1c1": "14", "r1c2": "14", "r1c3": "25", "r4c3": "234"}
    assert {"r1c1": "1"} in found(6, lines, "suppose", notes)
    assert {"r1c1": "4"} not in found(6, lines, "suppose", notes)


def test_suppose_follows_links_through_a_trial() -> None:
    """6 in r1c1 makes r1c2 a 5 and r1c3 a 4, which r4c3 below cannot follow."""
    lines = "white 1: r1c1 r1c2; white 1: r1c2 r1c3; palindrome: r1c3 r5c5"
    notes = {"r1c1": "56", "r1c2": "35", "r1c3": "24", "r5c5": "2"}
    assert {"r1c1": "6"} in found(6, lines, "suppose", notes)


@pytest.mark.parametrize("lines", ["odd: r1c1", "cage: r1c1 r2c2 r4c4", "white 1: r2c1 r2c2"])
def test_suppose_refutes_nothing_on_an_open_board(lines: str) -> None:
    assert [one for one in found(6, lines, "suppose") if one not in ({"r1c1": digit} for digit in "246")] == []
