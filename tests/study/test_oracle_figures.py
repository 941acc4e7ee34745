"""Figures computed from replies of oracles: times, and contradictions between answers."""

import pytest

from cpgen.study.measuring import rounded
from cpgen.study.oracle_figures import disagreements, figures_of, filling, medians, mistakes, peak, times_of
from cpgen.study.oracle_queries import ANSWERED, FAILED, UNDECIDED, WRONG


def row(oracle, query, seconds, outcome=ANSWERED):
    return {"oracle": oracle, "query": query, "seconds": seconds, "outcome": outcome}


ROWS = [
    *(row("fast", 0, seconds) for seconds in (0.010, 0.030, 0.020)),
    row("fast", 1, 0.040),
    row("fast", 2, 0.060),
    row("slow", 0, 0.100),
    row("slow", 1, 0.400),
    row("slow", 2, 1.0, UNDECIDED),
    row("slow", 3, 0.5, WRONG),
]


def test_query_time_is_the_median_of_its_repetitions():
    assert [one.seconds for one in times_of(ROWS)["fast"].values()] == [0.020, 0.040, 0.060]


def test_unanswered_repetition_makes_the_query_unanswered():
    times = times_of([row("one", 0, 0.1), row("one", 0, 1.0, UNDECIDED), row("one", 0, 0.1)])
    assert not times["one"][0].answered


def test_figures_of_two_oracles():
    fast, slow = figures_of("some", times_of(ROWS), 1.0, "fast")
    assert (fast["queries"], fast["answered"], fast["answered_a_second"]) == (3, 3, 25)
    assert (fast["seconds_median"], fast["seconds_95th"], fast["seconds_99th"]) == (0.04, 0.058, 0.0596)
    assert (slow["queries"], slow["answered"], slow["undecided"], slow["wrong"]) == (4, 2, 1, 1)
    # PAR2 counts what is not answered as twice the limit; ratios use the queries that both answered.
    assert (fast["seconds_par2"], slow["seconds_par2"]) == (0.04, rounded((0.1 + 0.4 + 2 + 2) / 4))
    assert (fast["times_reference"], slow["times_reference"]) == (1, rounded((5 * 10) ** 0.5))


def test_no_ratio_without_a_common_query():
    rows = [row("fast", 0, 0.1), row("slow", 1, 0.1)]
    assert [one["times_reference"] for one in figures_of("some", times_of(rows), 1.0, "fast")] == [1, None]


def test_medians_by_filling_have_a_peak():
    filled = [(1.0, 2), (0.0, 1), (27 / 81, 3), (27 / 81, 5), (28 / 81, 4)]
    rows = [{**row("one", k, seconds), "filled": share} for k, (share, seconds) in enumerate(filled)]
    curve = medians(rows, filling)["one"]
    assert curve == ([0, 1 / 3, 1], [1, 4, 2])
    assert peak(curve) == 1 / 3


def answer(oracle, least, most, grids="", puzzle="p", outcome=ANSWERED, problem=""):
    """Return a journal row of an answer; the columns that do not matter here are constant."""
    said = {"oracle": oracle, "least": least, "most": most, "grids": grids, "puzzle": puzzle}
    place = {"layout": "3x3", "workload": "some", "query": 0, "question": "uniqueness"}
    return {**said, "outcome": outcome, "problem": problem, **place}


ONE, TWO, NONE, SOME = (1, 1, "a"), (2, None, "a b"), (0, 0), (1, None)


@pytest.mark.parametrize(
    "answers", [(ONE, ONE), (ONE, SOME), (TWO, SOME), (NONE, NONE), (TWO, (2, None, "c d")), (ONE,)]
)
def test_answers_that_can_all_be_true(answers):
    assert disagreements([answer(f"o{k}", *one) for k, one in enumerate(answers)]) == []


@pytest.mark.parametrize(
    "answers",
    [(ONE, NONE), (ONE, TWO), (SOME, NONE), (ONE, (1, 1, "b")), (ONE, (1, None, "b")), ((50, None), (49, 49))],
    ids=str,
)
def test_answers_of_which_one_is_wrong(answers):
    (found,) = disagreements([answer(f"o{k}", *one) for k, one in enumerate(answers)])
    assert "o0" in found.what
    assert "o1" in found.what


def test_contradictions_are_about_one_puzzle():
    assert len(disagreements([answer("o", *ONE), answer("o", *NONE)])) == 1
    assert disagreements([answer("o", *ONE), answer("o", *NONE, puzzle="q")]) == []
    assert disagreements([answer("o", *ONE), answer("u", 0, None, outcome=UNDECIDED)]) == []


@pytest.mark.parametrize("outcome", [WRONG, FAILED])
def test_invalid_answer_is_reported_once(outcome):
    wrong = answer("o", 0, None, outcome=outcome, problem="nonsense")
    (found,) = disagreements([wrong, wrong, answer("p", *ONE)])
    assert "nonsense" in found.what


def test_mistakes_are_those_that_the_judges_exclude():
    undecided = answer("slow", 0, None, outcome=UNDECIDED)
    rows = [answer("judge", *TWO), answer("good", *SOME), answer("bad", *ONE), answer("bad", *ONE), undecided]
    assert [one["oracle"] for one in mistakes(rows, ["judge"])] == ["bad"]
