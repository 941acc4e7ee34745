import pytest

from cpgen import Layout
from cpgen.difficulty import shipped_model
from cpgen.study import kamio2022
from cpgen.study.factorial import StudyMethod
from tests.study.method_rows import OURS, THEIRS, rows, study


@pytest.mark.parametrize("pattern", ["kamio-a", "kamio-b"])
def test_paper_means_are_those_of_its_grades(pattern):
    table = kamio2022.TABLES[pattern]
    grades = [table[name] for name in ("beginner", "intermediate", "advanced", "expert")]
    assert sum(one.match_percent for one in grades) / 4 == table["all"].match_percent
    assert sum(one.seconds for one in grades) / 4 == pytest.approx(table["all"].seconds, abs=0.02)


def test_row_compares_ours_with_the_paper():
    made = rows([1] * 24 + [0], [2.0] * 25, THEIRS) + rows([1] * 25, [0.25] * 25, OURS)
    findings = study(count=25).with_rows(made)
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


def test_all_four_grades_have_a_common_row():
    grades = ("beginner", "intermediate", "advanced", "expert")
    made = [row for grade in grades for row in rows([1, 0], [1.0, 3.0], THEIRS, grade)]
    findings = study(grades=grades).with_rows(made)
    *each, together = [pair.row for pair in kamio2022.pairs(findings, "kamio-a")]
    assert [row["grade"] for row in each] == list(grades)
    assert (together["grade"], together["published %"], together["rerun %"]) == ("all", 55, "50 (22–78)")
    assert together["default %"] is None


@pytest.mark.parametrize(
    "other",
    [
        {"methods": (StudyMethod(generation="zama", replacement="zama", oracle="bitset"),)},
        {"patterns": {"mine": study().patterns["kamio-a"]}},
        {"layout": Layout.boxes(3, 3).with_diagonals()},
        {"model": shipped_model("by-rule")},
        {"grades": ("any",)},
    ],
    ids=str,
)
def test_other_cells_are_not_compared_with_the_paper(other):
    asked = study(**other)
    ours = asked.with_rows([{**row, **asked.cells[0].names} for row in rows([1], [1.0])])
    assert list(kamio2022.published_part(ours)) == []
