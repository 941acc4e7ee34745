"""Which rules puzzles of a pattern can need: found, shown impossible, or not found in the time."""

import cpgen
from tests.cli.running import call

SMALL = ("study", "rules", "-p", "4x4-x", "--count", "2", "--limit", "0.1")


def test_every_rule_of_the_ladder_has_a_row_and_a_reason():
    rows = {row["rule"]: row for row in call(*SMALL, "--json").objects}
    assert list(rows) == list(cpgen.model_for(cpgen.Layout.boxes(2, 2)).ladder.rules)
    found = rows["hidden-single-region"]
    assert (found["complexity"], found["needed"], found["puzzles"], found["starts"]) == (1, "yes", 2, 2)
    assert (rows["x-wing"]["needed"], rows["x-wing"]["starts"]) == ("not found", 2)
    assert (rows["naked-pair"]["needed"], rows["naked-pair"]["starts"]) == ("impossible", 0)
    assert "open cells" in rows["naked-pair"]["why_not"]


def test_the_table_has_words_and_the_report_the_reasons(tmp_path):
    table = call(*SMALL)
    assert table.lines[0] == "| rule | complexity | needed | puzzles | starts | seconds median |"
    assert max(map(len, table.lines)) < 80
    assert call(*SMALL, "-o", str(tmp_path)).code == 0
    report = (tmp_path / "report.md").read_text(encoding="utf-8")
    assert table.lines[0] in report
    assert "| naked-pair | it acts only in a house with" in report
