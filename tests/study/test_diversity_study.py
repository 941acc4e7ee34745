"""Distances of puzzles, and the diversity of continued and independent ones."""

from __future__ import annotations

import json
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cpgen import resources
from cpgen.api import generate_many
from cpgen.errors import InputError
from cpgen.study.diversity_study import DiversityStudy, differing, differing_renamed
from tests.cli.running import call
from tests.request_helpers import asked

clues = st.lists(st.integers(1, 4), min_size=6, max_size=6)


@given(clues, clues)
def test_the_best_renaming_is_the_best_of_all(one: list[int], other: list[int]) -> None:
    best = min(differing([names[digit - 1] for digit in one], other) for names in permutations((1, 2, 3, 4)))
    assert differing_renamed(one, other) == best


def test_continued_puzzles_are_as_diverse_as_independent() -> None:
    study = DiversityStudy(asked({"pattern": "kamio-a", "grade": "intermediate", "oracle": "bitset"}), 200)
    continued, alone = study.run(study.open_journal()).tables()["figures"]
    assert continued["puzzles"] == continued["different"] == alone["puzzles"] == 200
    assert continued["random_differ"] == pytest.approx(alone["random_differ"], rel=0.1)
    assert continued["renamed_differ"] == pytest.approx(alone["renamed_differ"], rel=0.1)
    assert 3 <= continued["consecutive_differ"] < alone["consecutive_differ"]


def test_continued_puzzles_are_those_that_generate_makes(tmp_path) -> None:
    command = ("study", "diversity", "-p", "kamio-a", "-g", "beginner", "-n", "30", "-o", str(tmp_path))
    assert call(*command).code == 0
    starts = [json.loads(line) for line in (tmp_path / "rows.jsonl").read_text().splitlines()[1:]]
    continued = [puzzle for start in starts if start["way"] == "continued" for puzzle in start["puzzles"]]
    made = generate_many(30, "kamio-a", "beginner", oracle="bitset", seed=1)
    assert continued[:30] == [one.puzzle.line for one in made]


def test_a_random_pattern_has_no_diversity() -> None:
    with pytest.raises(InputError, match="the puzzles of one pattern"):
        DiversityStudy(asked())


def test_the_table_and_its_objects() -> None:
    pattern = resources.text("patterns", "kamio-a")
    told = call("study", "diversity", "--pattern", pattern, "--grade", "beginner", "--count", "5")
    assert (told.code, len(told.lines)) == (0, 4)
    assert told.lines[0].startswith("| way | puzzles | cpu seconds | puzzles a second | different |")
    objects = call("study", "diversity", "-p", "kamio-a", "-g", "beginner", "-n", "5", "--json").objects
    assert [one["way"] for one in objects] == ["continued", "independent"]


def test_one_puzzle_differs_from_none() -> None:
    assert call("study", "diversity", "-p", "kamio-a", "-n", "1").code == 2


def test_a_pattern_of_few_puzzles_has_a_diversity() -> None:
    told = call("study", "diversity", "-p", "4x4-ring", "-n", "2", "--json")
    assert (told.code, [one["puzzles"] for one in told.objects]) == (0, [2, 2])
