"""An oracle that asks several gives no answer when they differ, and says what each of them said."""

from __future__ import annotations

import pickle

import numpy as np
import pytest

from cpgen.errors import InputError
from cpgen.layout import Layout
from cpgen.oracles import Uniqueness, open_oracle
from cpgen.oracles.bitset import BitsetOracle
from cpgen.oracles.checked import CheckedOracle, DisagreementError
from cpgen.puzzle import Grid, Puzzle

ONE = Puzzle.parse("12343412214343.1")
TWO = Puzzle.parse("..343412..434321", Layout.boxes(2, 2))
NONE = Puzzle.parse("123....4........")


class Wrong(BitsetOracle):
    """An oracle that counts one completion too many, and shows the grid with the last two rows exchanged."""

    name = f"{__name__}:Wrong"

    def count(self, puzzle: Puzzle, limit: int | None = 2) -> int:
        return super().count(puzzle, limit) + 1

    def uniqueness(self, puzzle: Puzzle) -> Uniqueness:
        n = puzzle.layout.size
        return Uniqueness(
            tuple(grid[: -2 * n] + grid[-n:] + grid[-2 * n : -n] for grid in super().uniqueness(puzzle).grids)
        )

    def complete(self, puzzle: Puzzle, rng: np.random.Generator) -> Grid | None:
        return super().complete(puzzle, rng) and (1,) * puzzle.layout.cell_count


@pytest.fixture
def differing() -> CheckedOracle:
    return CheckedOracle(name=f"bitset+{Wrong.name}")


def test_names_joined_by_a_plus_are_all_asked() -> None:
    oracle = open_oracle("bitset+exact-cover+cpsat")
    assert oracle.uniqueness(ONE).unique
    assert [oracle.count(puzzle) for puzzle in (ONE, TWO, NONE)] == [1, 2, 0]
    assert oracle.complete(NONE, np.random.default_rng(1)) is None
    assert pickle.loads(pickle.dumps(oracle)).name == oracle.name == "bitset+exact-cover+cpsat"


def test_counts_that_differ_are_reported_with_the_puzzle(differing: CheckedOracle) -> None:
    with pytest.raises(DisagreementError) as told:
        differing.count(ONE)
    assert str(told.value) == f"Oracles differ on {ONE.line} (2x2): bitset finds 1; {Wrong.name} finds 2."
    assert told.value.exit_code == 1
    with pytest.raises(DisagreementError, match="bitset finds 0"):
        differing.is_consistent(NONE)


def test_the_only_solution_must_be_the_same(differing: CheckedOracle) -> None:
    with pytest.raises(DisagreementError, match=r"bitset shows 1234341221434321; .*:Wrong shows 1234341243212143\.$"):
        differing.uniqueness(ONE)


def test_all_oracles_must_accept_a_completion() -> None:
    with pytest.raises(
        DisagreementError, match=rf"^Oracles differ on {'1' * 16} \(2x2\): .* finds 1; bitset finds 0\.$"
    ):
        CheckedOracle(name=f"{Wrong.name}+bitset").complete(TWO, np.random.default_rng(1))


def test_every_part_must_be_an_oracle() -> None:
    with pytest.raises(InputError, match=r"'bitsat' is not an oracle\. Did you mean 'bitset'"):
        open_oracle("cpsat+bitsat")
