from math import inf

import numpy as np
import pytest

from cpgen import api, formats
from cpgen.difficulty import model_named, shipped_model
from cpgen.drawings.style import style_named
from cpgen.errors import InputError
from cpgen.layout import Layout
from cpgen.library import layout_named, pattern_named
from cpgen.oracles import open_oracle
from cpgen.puzzle import Puzzle
from cpgen.rater.rating import rate_puzzle
from cpgen.requests.drawing_text import drawing_text
from cpgen.study.factorial import figures_of, times_faster
from cpgen.study.method_study import MethodStudy, share_above
from tests.study.method_rows import LATE, OURS, THEIRS, rows, study, without_times


def measured(asked: MethodStudy) -> MethodStudy:
    return asked.run(asked.open_journal())


@pytest.fixture(scope="module")
def findings() -> MethodStudy:
    return measured(study(grades=("初級", "expert")))


def test_rows_are_correct(findings):
    model, oracle = shipped_model("nikoli100"), open_oracle("bitset")
    assert len(findings.rows) == findings.total == 12
    for row in findings.rows:
        puzzle = Puzzle.parse(row["puzzle"])
        rating = rate_puzzle(puzzle, model.ladder)
        grade = model.grade(row["grade"])
        assert oracle.uniqueness(puzzle).unique
        assert (row["solved"], row["level"], row["steps"]) == (rating.solved, rating.level, rating.steps)
        assert row["matches"] == grade.matches(rating)
        assert row["matches"] == (row["appropriateness"] > 0.7)
        assert row["matches"] or not row["until_match"]


def test_puzzles_are_those_of_generate(findings):
    made = api.generate_many(3, "kamio-a", "beginner", **THEIRS.options, seed=1)
    ours = findings.rows_of(findings.cells[1])
    assert [row["puzzle"] for row in ours] == [one.puzzle.line for one in made]
    assert [row["index"] for row in ours] == [0, 1, 2]
    assert [row["index"] for row in findings.rows] == [0] * 4 + [1] * 4 + [2] * 4


def test_rows_are_reproducible(findings):
    assert without_times(measured(study(grades=("初級", "expert"))).rows) == without_times(findings.rows)


def test_impossible_cell_has_a_reason():
    drawn = pattern_named("xxxx. xx... .xx.. ..xx. .xxxx")
    fields = {"layout": layout_named("latin-5"), "model": model_named("by-rule")}
    asked = study(patterns={"drawn": drawn}, grades=("intermediate", "any"), **fields)
    findings = measured(asked)
    first, *_, last = findings.figures
    assert findings.total == len(findings.rows) == 6
    assert (first["puzzles"], last["puzzles"]) == (None, 3)
    assert first["why_not"].startswith("No puzzle can match the target (grade intermediate)")
    assert first["why_not"] in findings.report()


def test_timeout_is_no_match():
    findings = measured(study(limit=1e-6, methods=(OURS,)))
    (figures,) = findings.figures
    assert (figures["matched"], figures["out_of_time"], figures["seconds"]) == (0, 3, 1e-6)
    assert figures["why_not"] == "No start of 3 matched: 3 reached the limit of 1e-06 s."


def test_figures_of_four_puzzles():
    figures = figures_of(rows([1, 0, 1, 1], [1.0, 2.0, 3.0, 6.0]))
    assert figures["puzzles"] == 4
    assert figures["matched"] == 3
    assert figures["match_percent"] == 75
    assert (figures["match_percent_from"], figures["match_percent_to"]) == (30.06, 95.44)
    assert (figures["seconds"], figures["seconds_median"], figures["seconds_95th"]) == (3, 2.5, 5.55)
    assert 1 <= figures["seconds_from"] < 3 < figures["seconds_to"] <= 6
    assert (figures["seconds_a_match"], figures["matches_a_second"]) == (4, 0.25)
    assert (figures["attempts"], figures["ratings"], figures["oracle_calls"]) == (1, 100, 2)
    assert (figures["level"], figures["steps"], figures["cpu_seconds"], figures["out_of_time"]) == (1, 14, 1.5, 0)


def test_late_and_unsolved_puzzles_have_no_level():
    late, unsolved = rows([0], [60.0], **LATE), rows([0], [1.0], solved=False, level=13, steps=3)
    figures = figures_of([*late, *unsolved, *rows([1], [1.0], level=5, steps=30)])
    assert (figures["level"], figures["steps"], figures["out_of_time"]) == (5, 30, 1)
    assert figures["seconds"] == 20.67


def test_speed_up_is_per_match():
    ratio, low, high = times_faster(rows([1, 0, 1, 0], [2.0, 2.0, 2.0, 2.0]), rows([1, 1], [0.5, 0.5]))
    assert ratio == 8
    assert 4 <= low < 8 < high <= inf
    assert times_faster(rows([0], [1.0]), rows([1], [1.0])) is None
    assert times_faster((), rows([1], [1.0])) is None


def test_reason_for_a_cell_without_a_match():
    asked = study(methods=(OURS,), limit=5.0)
    (cell,) = asked.cells
    assert asked.with_rows(()).why_not(cell) == ""
    assert asked.with_rows(rows([0, 1], [1.0, 1.0])).why_not(cell) == ""
    mixed = asked.with_rows(rows([0], [5.0], **LATE) + rows([1], [1.0]))
    assert mixed.why_not(cell) == ""
    late = asked.with_rows(rows([0, 0], [5.0, 5.0], **LATE))
    assert late.why_not(cell) == "No start of 2 matched: 2 reached the limit of 5 s."
    assert asked.with_rows(rows([0], [1.0])).why_not(cell) == "No start of 1 matched: 1 made a puzzle off the grade."


def test_spread_of_the_model_and_of_puzzles():
    asked = study(methods=(OURS,), grades=("expert",))
    made = rows([1, 0], [1.0, 1.0], grade="expert", level=4, steps=30)
    made += tuple({**row, "index": 2, "puzzle": "other", "level": 6, "appropriateness": 0.95} for row in made[:1])
    made += tuple({**row, "index": 3} for row in made[:1])  # a puzzle found twice counts once
    made += rows([0], [60.0], grade="expert", **LATE)
    model, ours = asked.with_rows(made).spread
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
def test_shares_of_a_normal_distribution(correlation):
    along, other = np.random.default_rng(1).standard_normal((2, 200_000))
    across = correlation * along + (1 - correlation**2) ** 0.5 * other
    form = (along**2 - 2 * correlation * along * across + across**2) / (1 - correlation**2)
    for value in (0.7, 0.9):
        assert np.mean(np.exp(-form / 2) > value) == pytest.approx(share_above(value, 2), abs=0.005)
        assert np.mean(np.exp(-(along**2) / 2) > value) == pytest.approx(share_above(value, 1), abs=0.005)


def test_drawings_are_cells_of_their_own():
    drawings = {
        "killer": {"kind": style_named("killer")},
        "cages": {"drawing": drawing_text("cage ?: r1c1 r1c2; thermo: r3c1 r3c2")},
    }
    board, (fast, paper) = Layout.boxes(2, 2), (OURS, THEIRS)
    asked = MethodStudy({}, (fast, paper), drawings, ("beginner",), board, count=2)
    found = measured(asked)
    assert [(cell.pattern, cell.grade.name) for cell in asked.cells] == [("killer", "beginner"), ("cages", "beginner")]
    assert {row["pattern"] for row in found.rows} == {*drawings}
    assert {(row["generation"], row["replacement"]) for row in found.rows} == {("drawing", "local-search")}
    assert found.method_titles == ["drawing × local-search"]
    for row in found.rows:
        puzzle = next(iter(formats.puzzle_texts(row["puzzle"]))).read().puzzle
        assert puzzle.layout.further
        assert open_oracle("bitset").uniqueness(puzzle).unique
        assert row["matches"]
    with pytest.raises(InputError, match="made by the fast method"):
        _ = MethodStudy({}, (paper,), drawings, ("beginner",), board).cells
