import pytest

from cpgen.study.oracles.agreement import disagreements, mistakes
from cpgen.study.oracles.asking import ANSWERED, FAILED, UNDECIDED, WRONG


def row(oracle, least, most, grids="", puzzle="p", outcome=ANSWERED, told=""):
    return {
        "oracle": oracle,
        "least": least,
        "most": most,
        "grids": grids,
        "puzzle": puzzle,
        "outcome": outcome,
        "told": told,
        "layout": "3x3",
        "workload": "some",
        "query": 0,
        "question": "uniqueness",
    }


ONE, TWO, NONE, SOME = (1, 1, "a"), (2, None, "a b"), (0, 0), (1, None)


@pytest.mark.parametrize(
    "answers", [(ONE, ONE), (ONE, SOME), (TWO, SOME), (NONE, NONE), (TWO, (2, None, "c d")), (ONE,)]
)
def test_answers_that_can_all_be_true(answers):
    assert disagreements([row(f"o{k}", *answer) for k, answer in enumerate(answers)]) == []


@pytest.mark.parametrize(
    "answers",
    [(ONE, NONE), (ONE, TWO), (SOME, NONE), (ONE, (1, 1, "b")), (ONE, (1, None, "b")), ((50, None), (49, 49))],
    ids=str,
)
def test_answers_of_which_one_is_wrong(answers):
    (found,) = disagreements([row(f"o{k}", *answer) for k, answer in enumerate(answers)])
    assert "o0" in found.told
    assert "o1" in found.told


def test_one_oracle_may_contradict_itself():
    assert len(disagreements([row("o", *ONE), row("o", *NONE)])) == 1


def test_other_puzzles_are_no_matter():
    assert disagreements([row("o", *ONE), row("o", *NONE, puzzle="q")]) == []


def test_undecided_says_nothing():
    assert disagreements([row("o", *ONE), row("u", 0, None, outcome=UNDECIDED)]) == []


@pytest.mark.parametrize("outcome", [WRONG, FAILED])
def test_an_answer_that_is_wrong_by_itself_is_told_once(outcome):
    wrong = row("o", 0, None, outcome=outcome, told="nonsense")
    (found,) = disagreements([wrong, wrong, row("p", *ONE)])
    assert "nonsense" in found.told


def test_mistakes_are_those_that_the_judges_exclude():
    rows = [
        row("judge", *TWO),
        row("good", *SOME),
        row("bad", *ONE),
        row("bad", *ONE),
        row("slow", 0, None, outcome=UNDECIDED),
    ]
    assert [one["oracle"] for one in mistakes(rows, ["judge"])] == ["bad"]
