import pytest

from cpgen import Layout
from cpgen.difficulty import shipped_model
from cpgen.study import kamio2022
from cpgen.study.factorial import Method
from cpgen.study.methods import MethodFindings
from tests.study.method_rows import OURS, THEIRS, rows, study


@pytest.mark.parametrize("pattern", ["kamio-a", "kamio-b"])
def test_the_means_of_the_four_grades_are_those_of_the_paper(pattern):
    table = kamio2022.TABLES[pattern]
    grades = [table[name] for name in ("beginner", "intermediate", "advanced", "expert")]
    assert sum(one.match_percent for one in grades) / 4 == table["all"].match_percent
    assert sum(one.seconds for one in grades) / 4 == pytest.approx(table["all"].seconds, abs=0.02)


def test_a_row_holds_ours_against_the_paper():
    made = rows([1] * 24 + [0], [2.0] * 25, THEIRS) + rows([1] * 25, [0.25] * 25, OURS)
    findings = MethodFindings(study(count=25), made)
    (pair,) = kamio2022.pairs(findings, "kamio-a")
    row = pair.row
    assert (row["grade"], row["oracle"], row["published %"], row["published s"]) == (
        *("beginner", "bitset"),
        *(96, 10.64),
    )
    assert row["rerun %"] == "96 (80–99)"
    assert row["rerun s"] == "2 (2–2)"
    assert row["default %"] == "100 (87–100)"
    assert row["default, matches a second"] == 4
    assert row["× rerun"].startswith("8.33 (")
    assert row["× published"] == "44"
    text = "\n".join(kamio2022.published_part(findings))
    assert "On `kamio-a` the published match rate lies in the rerun's interval for 1 of 1 grade." in text
    assert "Of 25 puzzles by the default, 25 match." in text
    assert "the default takes 8.33 times less time than the rerun or better" in text


def test_all_four_grades_together_make_a_row_of_their_own():
    grades = ("beginner", "intermediate", "advanced", "expert")
    made = [row for grade in grades for row in rows([1, 0], [1.0, 3.0], THEIRS, grade)]
    findings = MethodFindings(study(grades=grades), tuple(made))
    *each, together = [pair.row for pair in kamio2022.pairs(findings, "kamio-a")]
    assert [row["grade"] for row in each] == list(grades)
    assert (together["grade"], together["published %"], together["rerun %"]) == ("all", 55, "50 (22–78)")
    assert together["default %"] is None


@pytest.mark.parametrize(
    "other",
    [
        {"methods": (Method(generation="zama", replacement="zama", oracle="bitset"),)},
        {"patterns": {"mine": study().patterns["kamio-a"]}},
        {"layout": Layout.boxes(3, 3).with_diagonals()},
        {"model": shipped_model("by-rule")},
        {"grades": ("any",)},
    ],
    ids=str,
)
def test_what_the_paper_did_not_measure_has_no_such_part(other):
    findings = MethodFindings(study(**other), rows([1], [1.0]))
    ours = MethodFindings(findings.study, tuple({**row, **findings.study.cells[0].names} for row in findings.rows))
    assert list(kamio2022.published_part(ours)) == []


def test_it_says_how_often_the_papers_method_went_back():
    counts = {"generation_backups": 0, "generation_restarts": 1, "replacement_backups": 4, "replacement_restarts": 2}
    made = rows([1, 0], [1.0, 3.0], THEIRS, **counts) + rows([1], [1.0], OURS, **counts)
    text = "\n".join(kamio2022.published_part(MethodFindings(study(), made)))
    assert "| beginner | bitset | 96 | 50 (9–91) | 2 (1–3) | 0.0 | 1.0 | 4.0 | 2.0 |" in text
    without = MethodFindings(study(), rows([1, 0], [1.0, 3.0], THEIRS))
    assert "How often the search went back" not in "\n".join(kamio2022.published_part(without))
