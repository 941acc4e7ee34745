"""A study of oracles from its workloads to its figures and disagreements."""

import pytest

from cpgen.errors import InputError
from cpgen.layout import Layout
from cpgen.puzzle import Puzzle
from cpgen.study.oracle_contest import Terms, usable_oracles
from cpgen.study.oracle_study import OracleStudy
from cpgen.study.oracle_workloads import uniqueness_of

STRANGE = "tests.study.strange_oracles:"
OPEN = ("................", "1...............", "1.34341221434...", "12..............", "1234............")


def boards():
    return uniqueness_of([Puzzle.parse(line) for line in OPEN], "boards", "some 4×4 boards")


def study_of(*names, workloads=None, repeat=2, **more) -> OracleStudy:
    return OracleStudy(usable_oracles(names)[0], workloads or (boards(),), Terms(60.0, 600.0, repeat, 1), **more)


def held(study: OracleStudy, path: str = "") -> OracleStudy:
    with study.open_journal(path) as journal:
        return study.run(journal)


def test_every_oracle_answers_every_query():
    found = held(study_of("bitset", "cpsat"))
    asked = [(row["oracle"], row["query"], row["repeat"]) for row in found.answers]
    assert sorted(asked) == [
        (name, query, turn) for name in ("bitset", "cpsat") for query in range(5) for turn in (0, 1)
    ]
    assert found.disagreements == []
    assert {row["setup_seconds"] is not None for row in found.figures} == {True}


@pytest.mark.parametrize(
    ("strange", "problem"),
    [
        ("Liar", "0 (uniqueness)"),
        ("Forger", "does not complete"),
        ("Hasty", "≥ 2"),
        ("Broken", "RuntimeError: out of order"),
    ],
)
def test_wrong_oracle_is_detected(strange, problem):
    found = held(study_of("bitset", STRANGE + strange))
    assert found.disagreements
    assert all(problem in one.what for one in found.disagreements)
    assert all(strange in one.what for one in found.disagreements)


def test_undecided_oracle_is_no_disagreement():
    found = held(study_of("bitset", f"{STRANGE}Slow"))
    assert found.disagreements == []
    slow = next(row for row in found.figures if row["oracle"] == f"{STRANGE}Slow")
    assert (slow["undecided"], slow["seconds_par2"]) == (5, 120)


def test_oracle_that_refuses_a_board_answers_the_others():
    large = uniqueness_of([Puzzle.parse("." * 255 + "1")], "wide", "a 16×16 board")
    found = held(study_of("bitset", f"{STRANGE}Small", workloads=(boards(), large)))
    assert [one for one in found.left_out if "wide" in one and "up to 9 digits" in one]
    assert {row["workload"] for row in found.answers if row["oracle"] == f"{STRANGE}Small"} == {"boards"}


def test_spent_share_ends_the_queries():
    study = OracleStudy(usable_oracles(["bitset"])[0], (boards(),), Terms(2.0, 1e-9, 3, 1))
    assert len(held(study).answers) == 1


def test_generations_run_with_each_oracle_in_the_loop():
    found = held(study_of("bitset", "cpsat", methods=("generate-anneal",), puzzles=2))
    rows = found.by_method()
    assert [(row["oracle"], row["puzzles"]) for row in rows] == [("bitset", 2), ("cpsat", 2)]
    assert all(0 < row["oracle_percent"] < 100 and row["oracle_calls"] >= 4 for row in rows)
    assert found.disagreements == []


def test_wrong_puzzle_of_a_generation_is_reported():
    found = held(study_of(f"{STRANGE}Hasty", methods=("generate-zama",), puzzles=2))
    assert any("does not find the one solution" in one.what for one in found.disagreements)


def test_oracles_that_are_not_installed_are_reported():
    found, absent = usable_oracles(["bitset", f"{STRANGE}Absent"])
    assert list(found) == ["bitset"]
    assert absent == ("The oracle absent needs a package.",)
    with pytest.raises(InputError, match="No oracle can be used"):
        usable_oracles([f"{STRANGE}Absent"])


def test_start_of_an_oracle_is_measured_in_a_process():
    (row,) = held(study_of("bitset", started=("bitset",))).tables()["oracles"]
    assert row["start_seconds"] > 0
    assert row["megabytes"] is None or row["megabytes"] > 1


def test_an_oracle_without_some_constraints_leaves_their_workload():
    lines = ("cage 3: r1c1 r1c2", "whisper 3: r1c1 r2c2")
    layouts = [Layout.boxes(2, 2), *(Layout.boxes(2, 2).with_constraints(line) for line in lines)]
    variants = uniqueness_of([Puzzle(layout, (0,) * 16) for layout in layouts], "variants", "4×4 boards")
    found = held(study_of("bitset", "exact-cover", workloads=(boards(), variants)))
    asked = {(row["oracle"], row["workload"]) for row in found.answers}
    assert asked == {("bitset", "boards"), ("exact-cover", "boards"), ("bitset", "variants")}
    assert "exact-cover does not support constraints such as 'cage 3: r1c1 r1c2'" in " ".join(found.left_out)
    assert found.disagreements == []
