"""CP-SAT and the bitset search in turns."""

from __future__ import annotations

import pytest

from cpgen.oracles import UndecidedError, relay
from cpgen.oracles.cpsat import CpSatOracle
from cpgen.oracles.relay import RelayOracle
from tests.variant_puzzles import puzzle_of, solution_of

NAME = "variant-29"
"""A puzzle for which CP-SAT needs more than one conflict, and the bitset search some 200 branches"""


def test_cpsat_is_undecided_after_its_conflicts() -> None:
    with pytest.raises(UndecidedError):
        CpSatOracle(conflicts=1).uniqueness(puzzle_of(NAME))


def test_bitset_decides_what_cpsat_does_not(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(relay, "CONFLICTS", 1)
    assert RelayOracle().uniqueness(puzzle_of(NAME)).grids == (solution_of(NAME),)


def test_limits_grow_from_turn_to_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(relay, "CONFLICTS", 1)
    monkeypatch.setattr(relay, "BRANCHES", 1)
    assert RelayOracle().uniqueness(puzzle_of(NAME)).grids == (solution_of(NAME),)


def test_turns_end_with_the_time() -> None:
    with pytest.raises(UndecidedError, match="within 1e-06 s whether the puzzle has just one completion"):
        RelayOracle(1e-6).uniqueness(puzzle_of(NAME))


def test_limited_variants_share_the_models() -> None:
    oracle = CpSatOracle()
    oracle.uniqueness(puzzle_of("variant-02"))
    limited = oracle.with_effort_limit()
    assert vars(limited)["_model_of"] is vars(oracle)["_model_of"]
