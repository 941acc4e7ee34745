from math import inf

import numpy as np
import pytest

from cpgen.study.methods.figures import figures, share_above, spread_rows, times_faster, why_not
from cpgen.study.methods.plan import Findings
from tests.study.methods.rows import LATE, OURS, plan, rows


def test_of_four_puzzles():
    told = figures(rows([1, 0, 1, 1], [1.0, 2.0, 3.0, 6.0]))
    assert told["puzzles"] == 4
    assert told["matched"] == 3
    assert told["match_percent"] == 75
    assert (told["match_percent_from"], told["match_percent_to"]) == (30.06, 95.44)
    assert (told["seconds"], told["seconds_median"], told["seconds_95th"]) == (3, 2.5, 5.55)
    assert 1 <= told["seconds_from"] < 3 < told["seconds_to"] <= 6
    assert (told["seconds_a_match"], told["matches_a_second"]) == (4, 0.25)
    assert (told["attempts"], told["ratings"], told["oracle_calls"]) == (1, 100, 2)
    assert (told["level"], told["steps"], told["cpu_seconds"], told["out_of_time"]) == (1, 14, 1.5, 0)


def test_without_a_match_there_is_no_time_for_one():
    told = figures(rows([0, 0], [1.0, 1.0]))
    assert (told["match_percent"], told["seconds_a_match"], told["matches_a_second"]) == (0, None, 0)


def test_late_and_unsolved_puzzles_have_no_level():
    late, unsolved = rows([0], [60.0], **LATE), rows([0], [1.0], solved=False, level=13, steps=3)
    told = figures([*late, *unsolved, *rows([1], [1.0], level=5, steps=30)])
    assert (told["level"], told["steps"], told["out_of_time"]) == (5, 30, 1)
    assert told["seconds"] == 20.67


def test_times_faster_is_by_the_match():
    ratio, low, high = times_faster(rows([1, 0, 1, 0], [2.0, 2.0, 2.0, 2.0]), rows([1, 1], [0.5, 0.5]))
    assert ratio == 8
    assert 4 <= low < 8 < high <= inf
    assert times_faster(rows([0], [1.0]), rows([1], [1.0])) is None
    assert times_faster((), rows([1], [1.0])) is None


def test_says_why_a_cell_is_not_met():
    asked = plan(methods=(OURS,), limit=5.0)
    (cell,) = asked.cells
    assert why_not(Findings(asked, ()), cell) == ""
    assert why_not(Findings(asked, rows([0, 1], [1.0, 1.0])), cell) == ""
    mixed = Findings(asked, rows([0], [5.0], **LATE) + rows([1], [1.0]))
    assert why_not(mixed, cell) == ""
    late = Findings(asked, rows([0, 0], [5.0, 5.0], **LATE))
    assert why_not(late, cell) == "No start of 2 matched: 2 reached the limit of 5 s."
    assert why_not(Findings(asked, rows([0], [1.0])), cell) == "No start of 1 matched: 1 made a puzzle off the grade."


def test_of_the_model_and_of_puzzles_beside_it():
    asked = plan(methods=(OURS,), grades=("expert",))
    made = rows([1, 0], [1.0, 1.0], grade="expert", level=4, steps=30)
    made += tuple({**row, "index": 2, "puzzle": "other", "level": 6, "appropriateness": 0.95} for row in made[:1])
    made += tuple({**row, "index": 3} for row in made[:1])  # a puzzle found twice counts once
    made += rows([0], [60.0], grade="expert", **LATE)
    model, ours = spread_rows(Findings(asked, made))
    assert (model["of"], model["levels"], model["level_mean"], model["correlation"]) == (
        "model",
        "4, 5, 6, 7",
        5.538,
        0.1639,
    )
    assert (model["percent_above_0_7"], model["percent_above_0_9"]) == (30, 10)
    assert (ours["of"], ours["puzzles"], ours["levels"]) == ("sample × anneal", 3, "4 (2), 6 (1)")
    assert (ours["level_mean"], ours["level_sd"], ours["steps_mean"], ours["steps_sd"]) == (4.667, 1.155, 30, 0)
    assert ours["correlation"] is None
    assert (ours["percent_above_0_7"], ours["percent_above_0_9"]) == (100, 33.33)


@pytest.mark.parametrize("correlation", [0.0, 0.5494])
def test_shares_are_those_of_a_normal_distribution(correlation):
    along, other = np.random.default_rng(1).standard_normal((2, 200_000))
    across = correlation * along + (1 - correlation**2) ** 0.5 * other
    form = (along**2 - 2 * correlation * along * across + across**2) / (1 - correlation**2)
    for value in (0.7, 0.9):
        assert np.mean(np.exp(-form / 2) > value) == pytest.approx(share_above(value, 2), abs=0.005)
        assert np.mean(np.exp(-(along**2) / 2) > value) == pytest.approx(share_above(value, 1), abs=0.005)
