"""Published puzzles with constraints are explained to the end on the ladder `variants`, most of them below trial."""

from __future__ import annotations

import pytest

from cpgen.difficulty import shipped_ladder
from cpgen.layout import Layout
from cpgen.oracles import open_oracle
from cpgen.puzzle import Puzzle
from cpgen.rater.explain import explain_puzzle
from tests.published import EXAMPLES, NEED_TRIAL, SETS, STUCK, family_of, published
from tests.rater.techniques.boards import assert_sound

LADDER = shipped_ladder("variants").ladder
QUICK = ("variant-26", "variant-33", "rule-19", "rule-20", "Knight arrows", "Slingshot", "Odd even")
"""Puzzles that are explained in every run"""
OTHERS = (*SETS["variants"], *SETS["rules"])


def assert_explained(name: str) -> None:
    """Assert that every step is sound, and that no trial is needed unless the puzzle is known to need one."""
    _, puzzle, solution = published(name)
    explanation = explain_puzzle(puzzle, LADDER)
    for one in explanation:
        for finding in one.findings:
            assert_sound(finding, solution)
    rating = explanation.rating
    assert name in STUCK or rating.digits == solution
    needs_trial = not rating.solved or rating.level >= LADDER.complexity_of("suppose")
    assert not needs_trial or any(name in names for names in NEED_TRIAL.values())


@pytest.mark.parametrize("name", QUICK)
def test_published_puzzle_is_explained(name: str) -> None:
    assert_explained(name)


@pytest.mark.slow
@pytest.mark.parametrize("name", [name for names in SETS.values() for name in names])
def test_every_published_puzzle_is_explained(name: str) -> None:
    assert_explained(name)


def test_public_examples_are_no_other_published_puzzles() -> None:
    examples, others = ({published(one).solution for one in names} for names in (SETS["examples"], OTHERS))
    assert len(examples) == len(SETS["examples"])
    assert examples.isdisjoint(others)
    assert all(one["source"].startswith("http") for one in EXAMPLES.values())


@pytest.mark.parametrize("name", ["Knight arrows", "Little killer 2", "Equality cages"])
def test_public_example_has_its_solution(name: str) -> None:
    _, puzzle, solution = published(name)
    assert open_oracle("bitset").uniqueness(puzzle).grids == (solution,)


@pytest.mark.slow
@pytest.mark.parametrize("name", EXAMPLES)
def test_every_public_example_has_its_solution(name: str) -> None:
    _, puzzle, solution = published(name)
    assert open_oracle("bitset").uniqueness(puzzle).grids == (solution,)


def test_family_is_that_of_the_first_kind() -> None:
    layout = Layout.boxes(2, 2).with_constraints("whisper 2: r1c1 r1c2", "cage 3: r2c1 r2c2")
    assert family_of(Puzzle(layout, (0,) * 16)) == "cages, quadruples"
