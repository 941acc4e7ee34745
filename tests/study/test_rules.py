"""Which rules puzzles of a pattern can need: found, shown impossible, or not found in the time."""

import pytest

import cpgen
from tests.cli.running import call

SMALL = ("study", "rules", "-p", "4x4-x", "--count", "1", "--limit", "0.3")


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    folder = tmp_path_factory.mktemp("rules")
    assert call(*SMALL, "-o", str(folder)).code == 0
    return folder


def test_every_rule_of_the_ladder_has_a_row_and_a_reason(folder):
    rows = {row["rule"]: row for row in call(*SMALL, "-o", str(folder), "--json").objects}
    assert list(rows) == list(cpgen.model_for(cpgen.Layout.boxes(2, 2)).ladder.rules)
    found = rows["hidden-single-region"]
    assert (found["complexity"], found["needed"], found["puzzles"], found["starts"]) == (1, "yes", 1, 1)
    assert (rows["x-wing"]["needed"], rows["x-wing"]["starts"]) == ("not found", 1)
    assert (rows["naked-pair"]["needed"], rows["naked-pair"]["starts"]) == ("impossible", 0)
    assert "open cells" in rows["naked-pair"]["why_not"]


def test_the_table_has_words_and_the_report_the_reasons(folder):
    report = (folder / "report.md").read_text(encoding="utf-8")
    rows = [line for line in report.splitlines() if line.startswith("| naked-pair |")]
    assert "| rule | complexity | needed | puzzles | starts | seconds median |" in report
    assert rows[0] == "| naked-pair | 11 | impossible | 0 | 0 |  |"
    assert rows[1].startswith("| naked-pair | No puzzle of this kind needs naked-pair: it acts only in a house with")
