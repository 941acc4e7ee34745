"""The fit to the work of patterns: censored regression, predictions and their errors."""

import numpy as np
import pytest

from cpgen.feasibility.effort import Features, read_fit
from cpgen.study.pattern_fit import Work, censored_regression, mean_error


def points(count: int, noise: float) -> tuple[np.ndarray, np.ndarray]:
    rng = np.random.default_rng(3)
    columns = rng.normal(size=(count, 2))
    return columns, 3 + columns @ [1.5, -0.5] + rng.normal(size=count) * noise


def test_line_is_recovered():
    columns, heights = points(400, 0.2)
    assert censored_regression(columns, heights, np.zeros(400, bool)) == pytest.approx([3, 1.5, -0.5], abs=0.05)


def test_censored_points_do_not_bias_the_line():
    columns, heights = points(400, 0.2)
    cut = heights > 3.5
    seen = np.minimum(heights, 3.5)
    assert 0.2 < cut.mean() < 0.5
    assert censored_regression(columns, seen, cut) == pytest.approx([3, 1.5, -0.5], abs=0.1)
    assert censored_regression(columns, seen, np.zeros(400, bool))[1] < 1.3


def test_line_lies_above_points_that_are_all_censored():
    columns, _ = points(20, 0.0)
    assert censored_regression(columns, np.full(20, 5.0), np.ones(20, bool))[0] > 5


def work(number: int, log_ratings: float, met: bool = True) -> Work:
    return Work(f"p{number}", "expert", Features(*[0.0] * len(Features._fields)), log_ratings, met)


def test_error_of_censored_cells_is_one_sided():
    measured = [work(0, 2.0), work(1, 3.0), work(2, 4.5), work(3, 5.0, met=False)]
    told = {("p0", "expert"): 2.5, ("p1", "expert"): 4.0, ("p2", "expert"): 3.5, ("p3", "expert"): 6.0}
    assert mean_error(told, measured) == pytest.approx((0.5 + 1.0 + 1.0 + 0.0) / 4)


def test_fit_predicts_by_its_formula():
    fit = read_fit(
        'model = "mine"\nlayout = "3x3"\ntypical = 100\nmost = 1e6\n[features]\nclues = { mean = 0.3, sd = 0.1 }\n'
        "crowding = { mean = 0.2, sd = 0.5 }\n"
        '[[grade]]\nname = "hard"\nbase = 2.0\nbend = 0.5\nweights = { clues = -1.0, crowding = 2.0 }\n'
        "ratings_a_second = 1000\n"
    )
    features = Features(0.5, 0.0, 0.7, 0.0, 0.0, 0, 0, 0.0)
    assert np.log10(fit.ratings(features, "hard")) == pytest.approx(2.0 + 0.5 * 4 - 2.0 + 2.0)
