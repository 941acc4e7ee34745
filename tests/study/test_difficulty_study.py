"""Measures of difficulty, compared on the same puzzles."""

from __future__ import annotations

import json
from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import cpgen
from cpgen.difficulty import shipped_ladder
from cpgen.errors import InputError
from cpgen.layout import Layout
from cpgen.puzzle import Puzzle
from cpgen.rater.explain import explain_puzzle
from cpgen.study.difficulty_study import DifficultyStudy, Judge, bivalue
from cpgen.study.guessing import Guesser
from cpgen.study.measuring import ranks
from cpgen.study.pelanek import dependency, refutation_sum
from tests.cli.running import call

SMALL, SIX, NINE = Layout.boxes(2, 2), Layout.boxes(2, 3), Layout.boxes(3, 3)
LINE = ".9.....6.8..14...2.....2.....93...7..5..1..3..6...79.....7.....7...29..5.4.....8."
HARD = ".....6.5.3...2..7.7...341.8...........9.1......6..93.5..3.....4.1......94...71..."


@given(st.lists(st.integers(0, 5), min_size=1, max_size=30))
def test_ranks_of_equal_values_are_shared(values: list[int]) -> None:
    counted = Counter(values)
    expected = [sum(one < value for one in values) + (counted[value] - 1) / 2 for value in values]
    assert ranks(np.array(values, np.float64)).tolist() == expected


@pytest.mark.parametrize("layout", [SMALL, SIX, NINE, Layout.latin(5)], ids=str)
def test_guessing_search_finds_the_solution(layout: Layout) -> None:
    rng, judge = np.random.default_rng(1), Judge(layout)
    guesser = Guesser(layout, rng)
    for _ in range(10):
        puzzle = judge.puzzle(rng)
        assert guesser.guesses(puzzle) >= 0
        assert tuple(guesser.search.digits) == cpgen.solve(puzzle, oracle="bitset")


def test_naked_singles_need_no_guesses() -> None:
    guesser = Guesser(SMALL, np.random.default_rng(1))
    assert guesser.guesses(Puzzle.parse("12343412214343.1")) == guesser.guesses(Puzzle.parse("1.3434.2214343.1")) == 0
    assert all(guesser.guesses(Puzzle.parse("................")) > 3 for _ in range(9))
    runs = [Guesser(NINE, np.random.default_rng(seed)).guesses(Puzzle.parse(LINE)) for seed in range(9)]
    assert len(set(runs)) > 1
    assert min(runs) > 0


def test_bivalue_is_the_share_of_cells_with_two_candidates() -> None:
    assert bivalue(Puzzle.parse("12343412214343.1")) == 0
    assert bivalue(Puzzle.parse("1234341221......")) == 2 / 6


def test_the_measures_are_those_of_the_other_commands() -> None:
    judged = Judge(NINE).judged(Puzzle.parse(LINE), np.random.default_rng(1))
    assert (judged["level"], judged["steps"], judged["clues"]) == (6, 34, 23)
    hodoku, explainer = (cpgen.rate(LINE, ladder=name) for name in ("hodoku", "explainer"))
    assert judged["hodoku_score"] == hodoku.score
    assert judged["one_scale"] == cpgen.rate(LINE, ladder="one-scale").score
    assert shipped_ladder("hodoku").ladder.levels[judged["hodoku_level"] - 1].name == hodoku.level_name
    assert judged["explainer"] == explainer.level / 10
    assert 1 <= judged["grade"] <= 4


def test_longer_study_begins_with_the_same_puzzles() -> None:
    some, more = (DifficultyStudy(SIX, count) for count in (30, 120))
    few, many = (study.run(study.open_journal()).puzzles for study in (some, more))
    assert (len(few), len(many)) == (30, 120)
    assert many[:30] == few
    assert len({one["puzzle"] for one in many}) == 120


def test_the_tables() -> None:
    told = call("study", "difficulty", "-n", "12")
    assert told.lines[0].startswith("| measure | level | steps | grade | one scale | hodoku score | hodoku level |")
    rows = call("study", "difficulty", "-n", "40", "--json").objects
    pairs = [row for row in rows if row["table"] == "pairs"]
    by_level = {row["other"]: row["spearman"] for row in pairs if row["one"] == "level"}
    assert by_level["explainer"] > 0.8
    assert by_level["clues"] < 0


def test_balanced_sample_has_few_puzzles_of_each_range() -> None:
    """Of 80 puzzles of each of two ratings, which are in different ranges, 60 are in the sample."""
    study = DifficultyStudy(NINE, 160)
    vars(study)["values"] = {
        "steps": np.arange(160.0),
        "explainer": np.repeat([1.2, 1.5], 80),
        "hodoku_score": -np.arange(160.0),
    }
    by_measure = {row["measure"]: row for row in study.balanced}
    assert by_measure["steps"]["puzzles"] == 120
    assert by_measure["steps"]["hodoku_score"] == -1
    assert by_measure["explainer"]["explainer"] == 1


def test_large_board_and_single_puzzle_are_refused() -> None:
    with pytest.raises(InputError, match=r"sides above 10; this one has 12\."):
        DifficultyStudy(Layout.boxes(3, 4))
    with pytest.raises(InputError, match="two puzzles or more"):
        DifficultyStudy(NINE, 1)


def test_puzzles_of_a_file_on_any_board_are_measured(tmp_path) -> None:
    file = tmp_path / "puzzles.jsonl"
    small = {"layout": "2x2+cage 3: r1c1 r1c2", "puzzle": "..343412.1434321"}
    file.write_text("".join(f"{json.dumps(one)}\n" for one in (small, {"puzzle": LINE}, {"puzzle": HARD})))
    rows = call("study", "difficulty", "--puzzles", str(file), "--json").objects
    (spread,) = (row for row in rows if row["table"] == "spread" and row["measure"] == "one_scale")
    assert (spread["puzzles"], spread["least"] < spread["most"]) == (3, True)
    with pytest.raises(InputError, match="two puzzles or more"):
        DifficultyStudy(NINE, given=(Puzzle.parse(LINE),))


def test_refutation_sum_counts_only_where_singles_end() -> None:
    """Singles solve the first puzzle; in the second, two cells keep two candidates, and singles refute one each."""
    easy, hard = Puzzle.parse(LINE), Puzzle.parse(HARD)
    assert refutation_sum(easy, tuple(cpgen.solve(easy))) == 0
    assert refutation_sum(hard, tuple(cpgen.solve(hard))) > 0


def test_dependency_is_one_if_each_digit_waits_for_another() -> None:
    ladder = shipped_ladder("one-scale").ladder
    (solution,) = cpgen.solutions(LINE)
    one_open, apart = ((0,), (0, 40, 80))
    for cells, expected in ((one_open, 1), (apart, 1 / 3)):
        clues = tuple(0 if cell in cells else digit for cell, digit in enumerate(solution))
        assert dependency(explain_puzzle(Puzzle(NINE, clues), ladder)) == pytest.approx(expected)


@pytest.mark.parametrize(
    "drawn",
    [("--kind", "thermo"), ("--drawing", 'rule "a + b in (5, 9)" neighbours: r1c1 r1c2 r1c3; cage ?: r4c4 r5c4')],
)
def test_puzzles_on_drawings_are_measured(drawn: tuple[str, str], tmp_path) -> None:
    command = ("study", "difficulty", *drawn, "--layout", "2x3", "--out", str(tmp_path), "--json", "-n")
    first = call(*command, "2").objects
    more = call(*command, "3").objects
    rows = [json.loads(line) for line in (tmp_path / "rows.jsonl").read_text().splitlines()[1:]]
    puzzles = [one for row in rows for one in row["puzzles"]]
    assert len(puzzles) == 3
    assert all(one["one_scale"] > 0 and "+" in one["layout"] for one in puzzles)
    assert first != more


def test_kinds_and_puzzles_exclude_each_other() -> None:
    ran = call("study", "difficulty", "--kind", "thermo", "--puzzles", "some.txt")
    assert ran.code == 2
    assert "give one or the other" in ran.err


@pytest.mark.parametrize(
    "study",
    [("diversity", "-n", "2"), ("methods", "--grade", "any", "-n", "1", "--method", "fast")],
    ids=lambda one: one[0],
)
def test_constraints_alone_take_the_size_of_the_pattern(study: tuple[str, ...]) -> None:
    ran = call(
        "study", *study, "--pattern", "4x4-x", "--constraints", "thermo r1c1 r1c2", "--oracle", "bitset", "--json"
    )
    assert ran.code == 0, ran.err
    assert ran.objects
