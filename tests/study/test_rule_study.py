"""Rules that puzzles of a pattern can need: found, impossible, or not found in time."""

import pytest

from tests.cli.running import call

MODEL = """
title = "one rule that is needed, one that is not found, one that is impossible"

[ladder]
hidden-single-region = 1
x-wing = 7
naked-quadruple = 13

[[grade]]
name = "all"
japanese = "全"
level = { from = 1, to = 13 }
"""


@pytest.fixture(scope="module")
def small(tmp_path_factory):
    """Return the study of a ladder of three rules, with enough time for the first puzzle on a busy machine."""
    model = tmp_path_factory.mktemp("models") / "three.toml"
    model.write_text(MODEL, encoding="utf-8")
    return ("study", "rules", "-p", "4x4-x", "--model", str(model), "--count", "1", "--time-limit", "2")


@pytest.fixture(scope="module")
def folder(small, tmp_path_factory):
    folder = tmp_path_factory.mktemp("rules")
    assert call(*small, "-o", str(folder)).code == 0
    return folder


def test_every_rule_has_a_row_and_a_reason(small, folder):
    rows = {row["rule"]: row for row in call(*small, "-o", str(folder), "--json").objects}
    assert list(rows) == ["hidden-single-region", "x-wing", "naked-quadruple"]
    found = rows["hidden-single-region"]
    assert (found["complexity"], found["needed"], found["puzzles"], found["starts"]) == (1, "yes", 1, 1)
    assert (rows["x-wing"]["needed"], rows["x-wing"]["starts"]) == ("not found", 1)
    assert (rows["naked-quadruple"]["needed"], rows["naked-quadruple"]["starts"]) == ("impossible", 0)
    assert "open cells" in rows["naked-quadruple"]["why_not"]


def test_report_has_the_table_and_the_reasons(folder):
    report = (folder / "report.md").read_text(encoding="utf-8")
    rows = [line for line in report.splitlines() if line.startswith("| naked-quadruple |")]
    assert "| rule | complexity | needed | puzzles | starts | seconds median |" in report
    assert rows[0] == "| naked-quadruple | 13 | impossible | 0 | 0 |  |"
    assert rows[1].startswith("| naked-quadruple | No puzzle of this kind needs naked-quadruple: it acts only in")
