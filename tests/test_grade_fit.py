"""Grades fitted to puzzles: the paper's table is reproduced, moments equal numpy's, unsuitable samples are refused."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cpgen import resources
from cpgen.difficulty import Grade, GradeModel, read_model, shipped_ladder, shipped_model
from cpgen.difficulty.fit import Pair, fitted, split
from cpgen.difficulty.grade import ModelProvenance
from cpgen.difficulty.model_files import written_model
from cpgen.errors import InputError

NIKOLI = shipped_model("nikoli100")
BARE = Grade("x", "x", NIKOLI.ladder, 0.7, *NIKOLI.ladder.span)


def pairs_of(text: str) -> list[Pair]:
    return [(int(level), int(steps)) for level, _, steps in (word.partition("/") for word in text.split())]


LIKE_TABLE_2 = {
    "beginner": "1/5 1/6 1/10 1/11 1/11 1/11 1/12 1/12 1/12 1/14 1/14 1/14 1/14 1/15 1/15 1/16 1/16 1/16 1/16 1/16 "
    "1/17 1/17 1/18 1/18 1/20 1/23 1/23",
    "intermediate": "1/20 1/36 1/25 1/19 2/27 2/23 2/25 2/25 2/37 2/25 2/19 2/24 2/25 2/27 2/22 2/26 2/25 2/20 3/32 "
    "3/30 3/29 3/28 3/34 3/30 3/28 3/31 4/38 4/31",
    "advanced": "2/34 2/34 3/38 3/27 3/30 3/32 3/29 3/27 3/22 3/41 3/40 3/29 3/42 3/27 3/36 4/25 4/26 4/35 4/35 4/41 "
    "4/36 4/33 4/27 4/29 5/37 5/38 5/26 5/37 5/28 5/37 6/27 6/36",
    "expert": "3/40 3/31 4/32 4/29 5/30 5/39 5/28 6/28 6/37 7/32 7/26 7/30 10/42",
}
"""Samples as large as the paper's in each grade, with the printed moments"""


def to_four_digits(value: float) -> float:
    return float(f"{value:.4g}")


@pytest.mark.parametrize("name", LIKE_TABLE_2)
def test_fit_reproduces_table_2(name: str) -> None:
    """Deviations over n reproduce all printed digits; over n − 1 no integers would."""
    expected, found = NIKOLI.grade(name), fitted(BARE, pairs_of(LIKE_TABLE_2[name]))
    assert found.level is not None
    assert found.steps is not None
    assert expected.level is not None
    assert expected.steps is not None
    for one, other in ((found.level, expected.level), (found.steps, expected.steps)):
        assert (to_four_digits(one.mean), to_four_digits(one.sd)) == (other.mean, other.sd)
    assert to_four_digits(found.correlation) == expected.correlation
    assert found.problems == expected.problems
    assert found.levels == expected.levels


@given(st.lists(st.tuples(st.integers(1, 6), st.integers(5, 40)), min_size=5, max_size=60))
def test_moments_equal_those_of_numpy(pairs: list[Pair]) -> None:
    """Grades that were widened or could not be fitted are excluded."""
    try:
        found = fitted(BARE, pairs)
    except InputError:
        return
    assert found.level is not None
    assert found.steps is not None
    sample = np.array(pairs, float)
    assert (found.level.mean, found.steps.mean) == pytest.approx(tuple(sample.mean(axis=0)))
    sds = sample.std(axis=0)
    widened = (found.level.sd, found.steps.sd) != pytest.approx(tuple(sds))
    if widened:
        raised = np.array([max(sds[0], 0.85) if found.level.sd else 0, max(sds[1], 0.85)])
        found_sds = np.array([found.level.sd, found.steps.sd])
        assert found_sds == pytest.approx(raised) or found_sds == pytest.approx(1.5 * raised)
    elif found.level.sd:
        assert found.correlation == pytest.approx(np.corrcoef(sample.T)[0, 1], abs=1e-9)
    own = np.mean([found.appropriateness(*pair) > 0.7 for pair in pairs])
    assert own >= 0.1
    assert found.levels


def test_single_level_is_graded_by_steps() -> None:
    found = fitted(BARE, [(2, 10), (2, 12), (2, 14), (2, 12), (2, 12)])
    assert found.levels == (2,)
    assert found.appropriateness(2, 12) == 1
    assert found.appropriateness(3, 12) == found.appropriateness(1, 12) == 0


@pytest.mark.parametrize(
    ("text", "matching"),
    [("1/3 1/3 1/3 1/3 1/3", {(1, 3)}), ("1/3 1/3 1/3 1/4 1/4 1/4", {(1, 3), (1, 4)})],
)
def test_grade_too_narrow_for_integers_is_widened(text: str, matching: set[Pair]) -> None:
    found = fitted(BARE, pairs_of(text))
    found_matching = {
        (level, steps) for level in range(1, 14) for steps in range(20) if found.appropriateness(level, steps) > 0.7
    }
    assert found_matching == matching


def test_grade_of_two_distant_levels_matches_both() -> None:
    found = fitted(BARE, pairs_of("4/60 4/61 4/62 4/63 7/60 7/61 7/62 7/63"))
    assert found.level is not None
    assert found.level.sd == pytest.approx(1.5 * 1.5)
    assert {4, 7} <= set(found.levels)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("1/3", "Grade 'x' has 1 puzzle that the ladder solves; at least 5 are needed to fit a grade."),
        ("", "Grade 'x' has 0 puzzles"),
        ("1/3 1/3 1/3 13/60 13/60 13/60", "Grade 'x' cannot be fitted: its puzzles vary so much"),
    ],
)
def test_impossible_fit_is_refused(text: str, sentence: str) -> None:
    with pytest.raises(InputError) as caught:
        fitted(BARE, pairs_of(text))
    assert sentence in str(caught.value)


@given(
    st.lists(st.tuples(st.integers(1, 4), st.integers(1, 6)), max_size=60),
    st.lists(st.integers(1, 9), min_size=1, max_size=5),
)
def test_split_is_sorted_and_keeps_equal_puzzles_together(pairs: list[Pair], weights: list[int]) -> None:
    parts = split(pairs, [weight / sum(weights) for weight in weights])
    assert len(parts) == len(weights)
    assert [pair for part in parts for pair in part] == sorted(pairs)
    for easier, harder in pairwise(parts):
        assert set(easier).isdisjoint(harder)


def test_split_of_distinct_puzzles_has_the_requested_shares() -> None:
    parts = split([(1, steps) for steps in range(100)], (0.27, 0.28, 0.32, 0.13))
    assert [len(part) for part in parts] == [27, 28, 32, 13]


# Files


@pytest.mark.parametrize("name", resources.names("difficulty"))
def test_written_models_round_trip(name: str) -> None:
    model = shipped_model(name)
    assert read_model(name, written_model(model)) == model


def test_models_of_a_shipped_ladder_name_it() -> None:
    model = shipped_model("killer")
    assert model.ladder == shipped_ladder("variants").ladder
    assert 'ladder = "variants"' in written_model(model)
    assert "[ladder]" not in written_model(model)
    wrong = written_model(model).replace('"variants"', '"variant"')
    with pytest.raises(InputError, match="line 5: 'variant' is not a shipped ladder"):
        read_model("wrong", wrong)


def test_special_characters_in_models_round_trip() -> None:
    made = ModelProvenance('a "quote" \\ and\nlines', 7, None, "cpgen calibrate 'ä b.txt'", "0")
    model = GradeModel("nikoli100", "日本", ("jigsaw 9+diagonals",), NIKOLI.ladder, NIKOLI.grades, "expert", made)
    assert read_model("nikoli100", written_model(model)) == model
