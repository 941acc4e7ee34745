import pytest
from cpgen.study.methods.cells import KEY, Plan, Study, carry_out, study_so_far

from cpgen import api
from cpgen.difficulty import shipped_model
from cpgen.oracles import open_oracle
from cpgen.puzzle import Puzzle
from cpgen.rater.rating import rate_puzzle
from cpgen.study.journal import Journal
from cpgen.study.methods.figures import cell_rows
from cpgen.study.methods.report import report
from tests.study.methods.rows import OURS, THEIRS, plan, without_times


def carried_out(asked: Plan) -> Study:
    with Journal("", asked.heading, KEY) as journal:
        carry_out(asked, journal)
    return study_so_far(asked, journal)


@pytest.fixture(scope="module")
def study() -> Study:
    return carried_out(plan(grades=("初級", "expert")))


def test_are_those_of_the_puzzles(study):
    model, oracle = shipped_model("nikoli100"), open_oracle("bitset")
    assert len(study.rows) == study.plan.total == 12
    for row in study.rows:
        puzzle = Puzzle.parse(row["puzzle"])
        rating = rate_puzzle(puzzle, model.ladder)
        grade = model.grade(row["grade"])
        assert oracle.uniqueness(puzzle).unique
        assert (row["solved"], row["level"], row["steps"]) == (rating.solved, rating.level, rating.steps)
        assert row["matches"] == grade.matches(rating)
        assert row["matches"] == (row["appropriateness"] > 0.7)
        assert row["matches"] or not row["until_match"]


def test_are_those_that_generate_makes(study):
    made = api.generate_many(3, "kamio-a", "beginner", method=THEIRS, seed=1)
    ours = study.of(study.plan.cells[1])
    assert [row["puzzle"] for row in ours] == [one.puzzle.line for one in made]
    assert [row["index"] for row in ours] == [0, 1, 2]


def test_come_cell_by_cell_in_turn(study):
    assert [row["index"] for row in study.rows] == [0] * 4 + [1] * 4 + [2] * 4


def test_are_the_same_again(study):
    assert without_times(carried_out(study.plan).rows) == without_times(study.rows)


def test_a_cell_that_nothing_meets_says_why():
    drawn = api.named_pattern("xxxx. xx... .xx.. ..xx. .xxxx")
    asked = plan(patterns={"drawn": drawn}, grades=("intermediate", "any"), layout=api.named_layout("latin-5"))
    study = carried_out(asked)
    first, *_, last = cell_rows(study)
    assert study.plan.total == len(study.rows) == 6
    assert (first["puzzles"], last["puzzles"]) == (None, 3)
    assert first["why_not"].startswith("There is no puzzle of grade intermediate")
    assert first["why_not"] in report(study, {}, {})


def test_a_puzzle_that_takes_too_long_is_no_match():
    study = carried_out(plan(limit=1e-6, methods=(OURS,)))
    (told,) = cell_rows(study)
    assert (told["matched"], told["out_of_time"], told["seconds"]) == (0, 3, 1e-6)
    assert told["why_not"] == "No start of 3 matched: 3 reached the limit of 1e-06 s."
