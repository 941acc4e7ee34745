import pytest

from cpgen import api
from cpgen.difficulty import shipped_model
from cpgen.layout import Layout
from cpgen.oracles import open_oracle
from cpgen.pattern import Pattern
from cpgen.puzzle import Puzzle
from cpgen.rater.rating import rate_puzzle
from cpgen.study.cells import found, total
from cpgen.study.journal import Journal
from cpgen.study.methods.figures import cell_rows
from cpgen.study.methods.plan import KEY, Findings, Plan, carry_out
from cpgen.study.methods.report import report
from tests.study.methods.rows import OURS, THEIRS, plan, without_times


def carried_out(asked: Plan) -> Findings:
    with Journal("", asked.heading, KEY) as journal:
        carry_out(asked, journal)
    return found(asked, journal)


@pytest.fixture(scope="module")
def findings() -> Findings:
    return carried_out(plan(grades=("初級", "expert")))


def test_are_those_of_the_puzzles(findings):
    model, oracle = shipped_model("nikoli100"), open_oracle("bitset")
    assert len(findings.rows) == total(findings.plan.cells, findings.plan.count) == 12
    for row in findings.rows:
        puzzle = Puzzle.parse(row["puzzle"])
        rating = rate_puzzle(puzzle, model.ladder)
        grade = model.grade(row["grade"])
        assert oracle.uniqueness(puzzle).unique
        assert (row["solved"], row["level"], row["steps"]) == (rating.solved, rating.level, rating.steps)
        assert row["matches"] == grade.matches(rating)
        assert row["matches"] == (row["appropriateness"] > 0.7)
        assert row["matches"] or not row["until_match"]


def test_are_those_that_generate_makes(findings):
    made = api.generate_many(3, "kamio-a", "beginner", method=THEIRS, seed=1)
    ours = findings.of(findings.plan.cells[1])
    assert [row["puzzle"] for row in ours] == [one.puzzle.line for one in made]
    assert [row["index"] for row in ours] == [0, 1, 2]


def test_come_cell_by_cell_in_turn(findings):
    assert [row["index"] for row in findings.rows] == [0] * 4 + [1] * 4 + [2] * 4


def test_are_the_same_again(findings):
    assert without_times(carried_out(findings.plan).rows) == without_times(findings.rows)


def test_a_cell_that_nothing_meets_says_why():
    drawn = Pattern.named("xxxx. xx... .xx.. ..xx. .xxxx")
    asked = plan(patterns={"drawn": drawn}, grades=("intermediate", "any"), layout=Layout.named("latin-5"))
    findings = carried_out(asked)
    first, *_, last = cell_rows(findings)
    assert total(findings.plan.cells, findings.plan.count) == len(findings.rows) == 6
    assert (first["puzzles"], last["puzzles"]) == (None, 3)
    assert first["why_not"].startswith("There is no puzzle of grade intermediate")
    assert first["why_not"] in report(findings, ())


def test_a_puzzle_that_takes_too_long_is_no_match():
    findings = carried_out(plan(limit=1e-6, methods=(OURS,)))
    (told,) = cell_rows(findings)
    assert (told["matched"], told["out_of_time"], told["seconds"]) == (0, 3, 1e-6)
    assert told["why_not"] == "No start of 3 matched: 3 reached the limit of 1e-06 s."
