"""Puzzles by technique: those that need one, that have it as the hardest, and that need nothing else but singles."""

from __future__ import annotations

import pytest

import cpgen
from cpgen.errors import ImpossibleError, InputError
from cpgen.oracles import open_oracle
from cpgen.rater.ladder import SINGLES
from tests.conftest import SHAPES

OPTIONS = {"oracle": "bitset", "budget": 300.0}


@pytest.mark.parametrize("layout", ["3x3", SHAPES["9x9 jigsaw"], "2x3"], ids=["9x9", "jigsaw", "6x6"])
@pytest.mark.parametrize("technique", ["xy-wing", "w-wing"])
def test_without_a_pattern_each_puzzle_needs_the_technique(layout: str, technique: str) -> None:
    made = list(cpgen.generate_many(2, needs=technique, layout=layout, seed=1, **OPTIONS))
    assert [technique in one.rating.rules for one in made] == [True, True]
    assert all(open_oracle("bitset").uniqueness(one.puzzle).unique for one in made)
    again = cpgen.generate(needs=technique, layout=layout, seed=1, **OPTIONS)
    assert made[0].puzzle == again.puzzle


@pytest.mark.parametrize("technique", ["xy-wing", "unique-rectangle-1", "swordfish"])
def test_exercises_keep_the_pattern(technique: str) -> None:
    made = list(cpgen.generate_many(3, "kamio-a", needs=technique, seed=2, **OPTIONS))
    pattern = cpgen.pattern_named("kamio-a")
    assert all(tuple(cell for cell, clue in enumerate(one.puzzle.clues) if clue) == pattern.cells for one in made)
    assert all(technique in one.rating.rules and one.rating.solved for one in made)


def test_nothing_is_needed_above_the_hardest() -> None:
    for one in cpgen.generate_many(3, hardest="w-wing", seed=3, **OPTIONS):
        assert one.rating.hardest == "w-wing"


def test_only_allows_singles_and_the_technique() -> None:
    for one in cpgen.generate_many(3, only="xy-wing", seed=4, **OPTIONS):
        assert "xy-wing" in one.rating.rules
        assert set(one.rating.rules) <= {*SINGLES, "xy-wing"}


def test_excluded_techniques_are_not_used() -> None:
    without = ("locked-pointing", "locked-claiming")
    for one in cpgen.generate_many(3, needs="xy-wing", without=without, seed=5, **OPTIONS):
        assert "xy-wing" in one.rating.rules
        assert one.rating.rules.keys().isdisjoint(without)


def test_a_rule_of_the_papers_ladder_stays_on_it() -> None:
    one = cpgen.generate("kamio-a", needs="x-wing", seed=6, **OPTIONS)
    assert one.rating.ladder == "nikoli100"


def test_a_technique_that_the_ladder_lacks_is_added() -> None:
    one = cpgen.generate(needs="w-wing", ladder="nikoli100", seed=1, **OPTIONS)
    assert "w-wing" in one.rating.rules
    assert one.rating.ladder == "nikoli100+w-wing"


@pytest.mark.parametrize(
    ("options", "error", "sentence"),
    [
        ({"needs": "xy-wng"}, InputError, "'xy-wng' is not a technique. Did you mean 'xy-wing'"),
        ({"hardest": "swordfsh"}, InputError, "Did you mean 'swordfish'"),
        ({"needs": "locked-pair", "layout": "latin-6"}, ImpossibleError, "two houses share two cells or more"),
        ({"needs": "naked-quadruple", "layout": "2x3"}, ImpossibleError, "acts only in a house with"),
        (
            {"only": "x-wing", "hardest": "naked-pair"},
            InputError,
            "Only x-wing and singles may be used, but naked-pair",
        ),
        (
            {"only": "x-wing", "needs": "naked-pair"},
            InputError,
            "Only x-wing and singles may be used, but naked-pair",
        ),
        ({"needs": "xy-wing", "hardest": "x-wing"}, ImpossibleError, "needs xy-wing has level 3300 or more"),
        ({"needs": "xy-wing", "without": "xy-wing"}, InputError, "both needed and excluded"),
    ],
)
def test_impossible_techniques_are_refused(options: dict[str, str], error: type[Exception], sentence: str) -> None:
    with pytest.raises(error, match=sentence):
        cpgen.generate(**options)  # type: ignore[arg-type]


def test_a_level_name_without_scores_is_found():
    made = cpgen.generate(grade="expert", ladder="nikoli100", seed=1, budget=300)
    assert made.rating.level_name == "expert"
