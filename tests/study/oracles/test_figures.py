from cpgen.study.oracles.asking import ANSWERED, UNDECIDED, WRONG
from cpgen.study.oracles.figures import figures_of, filling, hardest, medians, rounded, times_of


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


def figures():
    return {row["oracle"]: row for row in figures_of("some", times_of(ROWS), 1.0, "fast")}


def test_a_query_takes_the_median_of_its_repetitions():
    assert [one.seconds for one in times_of(ROWS)["fast"].values()] == [0.020, 0.040, 0.060]


def test_medians_tails_and_answers_a_second():
    fast = figures()["fast"]
    assert (fast["queries"], fast["answered"], fast["seconds_median"], fast["seconds_95th"], fast["seconds_99th"]) == (
        *(3, 3, 0.04, 0.058),
        0.0596,
    )
    assert fast["answered_a_second"] == 25


def test_par2_takes_twice_the_limit_for_what_is_not_answered():
    assert figures()["fast"]["seconds_par2"] == 0.04
    assert figures()["slow"]["seconds_par2"] == rounded((0.1 + 0.4 + 2 + 2) / 4) == 1.12


def test_undecided_and_wrong_are_told_apart():
    slow = figures()["slow"]
    assert (slow["queries"], slow["answered"], slow["undecided"], slow["wrong"]) == (4, 2, 1, 1)


def test_the_reference_is_compared_on_queries_that_both_answered():
    assert figures()["fast"]["times_reference"] == 1
    assert figures()["slow"]["times_reference"] == rounded((5 * 10) ** 0.5)


def test_without_a_common_query_there_is_no_comparison():
    rows = [row("fast", 0, 0.1), row("slow", 1, 0.1)]
    assert [one["times_reference"] for one in figures_of("some", times_of(rows), 1.0, "fast")] == [1, None]


def test_one_repetition_that_was_not_answered_counts():
    times = times_of([row("one", 0, 0.1), row("one", 0, 1.0, UNDECIDED), row("one", 0, 0.1)])
    assert not times["one"][0].answered


def test_medians_by_filling_show_where_it_is_hardest():
    rows = [{**row("one", k, seconds), "filled": filled} for k, (filled, seconds) in enumerate(FILLED)]
    curve = medians(rows, filling)["one"]
    assert curve == ([0, 1 / 3, 1], [1, 4, 2])
    assert hardest(curve) == 1 / 3


FILLED = [(1.0, 2), (0.0, 1), (27 / 81, 3), (27 / 81, 5), (28 / 81, 4)]
