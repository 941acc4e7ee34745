"""Predicted effort: the shipped fit gives sensible predictions where it applies."""

import numpy as np
import pytest

from cpgen import api, resources
from cpgen.difficulty import Span, Target, model_for, model_named
from cpgen.feasibility.effort import HARD, effort_for, effort_on, fit_for, read_fit
from cpgen.layout import Layout
from cpgen.library import layout_named, pattern_named
from cpgen.pattern import Pattern
from cpgen.study.pattern_fit import fit_text
from cpgen.symmetry.square import random_pattern
from tests.request_helpers import method_of, request_of

NINE = Layout.boxes(3, 3)
GRADES = ["beginner", "intermediate", "advanced", "expert"]


def mean_log_ratings(clues: int, grade: str) -> float:
    rng = np.random.default_rng(clues)
    drawn = (random_pattern(9, clues, "rot180", rng) for _ in range(30))
    told = (effort for pattern in drawn if (effort := effort_on(pattern, NINE, "nikoli100")))
    return float(np.mean([np.log10(effort.ratings[grade]) for effort in told]))


def test_the_shipped_fit_is_for_the_grades_of_a_shipped_model():
    for name in resources.names("effort"):
        fit = fit_for(name)
        model = model_named(name)
        assert (fit.model, (fit.layout,)) == (model.name, model.layouts)
        assert list(fit.grades) == [grade.name for grade in model.grades]
        assert 0 < fit.typical < fit.most


@pytest.mark.parametrize("grade", GRADES)
def test_few_clues_are_harder_than_some(grade):
    assert mean_log_ratings(20, grade) > mean_log_ratings(27, grade) + 1


def test_many_clues_suit_beginners_and_not_experts():
    assert mean_log_ratings(34, "beginner") < mean_log_ratings(34, "expert") - 1
    assert mean_log_ratings(34, "expert") > mean_log_ratings(26, "expert")


def test_of_a_pattern_for_all_grades():
    effort = api.effort("kamio-b")
    assert list(effort.ratings) == GRADES
    assert effort.best == min(GRADES, key=effort.ratings.__getitem__)
    assert not any(map(effort.is_hard, GRADES))
    assert effort.times("expert") == effort.ratings["expert"] / effort.fit.typical < HARD
    assert 0 < effort.seconds("expert") < 1


def test_other_clues_that_would_be_easier():
    effort = api.effort("letter-z")
    assert effort.is_hard("expert")
    assert -8 <= effort.clues_to_change("expert") < 0
    assert api.effort("kamio-b").clues_to_change("expert") == 2


def test_a_hard_grade_comes_with_advice():
    effort = api.effort("letter-z")
    told = str(effort.hard_sentence("expert"))
    fewer = -effort.clues_to_change("expert")
    assert told.startswith(
        f"Puzzles of grade expert are rare on this pattern: about {effort.times('expert'):.0f} times the typical work"
    )
    assert told.endswith(f"; {effort.best} suits it best, and removing {fewer} clues would make it easier.")


def test_only_studied_requests_are_predicted():
    fixed = Pattern.parse(resources.text("patterns", "kamio-a"))

    def asked(pattern=fixed, target=None, method=None):
        return request_of(NINE, pattern, target or Target(model_for(NINE).grade("expert")), method)

    assert effort_for(asked()) == effort_on(fixed, NINE, "nikoli100")
    assert effort_for(asked(pattern=(26, "rot180"))) is None
    assert effort_for(asked(target=Target(model_for(NINE).grade("expert"), steps=Span(30, None)))) is None
    assert effort_for(asked(target=Target(model_for(NINE).any_grade))) is None
    assert effort_for(asked(method=method_of("kamio", "kamio", "bitset"))) is None


@pytest.mark.parametrize(
    ("pattern", "layout"),
    [
        ("kamio-a", NINE.with_diagonals()),
        ("kamio-a", layout_named("jigsaw-9")),
        ("4x4-ring", Layout.boxes(2, 2)),
        ("1" + "x" * 80, NINE),  # a fixed digit
        ("x" * 63 + "." * 18, NINE),  # two empty lines that could change places
    ],
)
def test_no_prediction_without_a_fit(pattern, layout):
    for model in resources.names("difficulty"):
        assert effort_on(pattern_named(pattern), layout, model) is None
    assert effort_on(pattern_named("kamio-a"), NINE, "by-rule") is None


def test_a_fit_survives_writing_and_reading():
    text = resources.text("effort", "nikoli100")
    assert fit_text(read_fit(text)) == text


def test_far_off_patterns_are_predicted_without_overflow():
    full = api.effort("x" * 81)
    assert full.is_beyond("expert")
    assert all(0 < value < float("inf") for value in full.ratings.values())
