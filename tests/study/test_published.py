"""scripts/reproduce ends with published figures next to measured ones."""

from __future__ import annotations

import csv
import importlib
import re
import sys
from pathlib import Path
from typing import Any

import pytest

from cpgen.study.digging_study import ARTICLE
from cpgen.study.kamio2022 import TABLES
from tests.cli.running import call

ROOT = Path(__file__).parents[2]
sys.path.append(str(ROOT / "scripts"))
script = importlib.import_module("compare_published")
STUDIES = {group["study"] for group in script.GROUPS}


def groups_of(study: str) -> list[dict[str, Any]]:
    return [group for group in script.GROUPS if group["study"] == study]


def test_each_study_of_reproduce_has_published_figures() -> None:
    text = (ROOT / "scripts" / "reproduce").read_text(encoding="utf-8")
    names = re.search(r"^    (kamio .*)\) if", text, re.MULTILINE)
    assert names
    assert set(names[1].split(" | ")) == STUDIES


def test_figures_of_papers_are_those_of_the_studies() -> None:
    matches, seconds = groups_of("kamio")
    for pattern, grade, published in matches["rows"]:
        assert TABLES[pattern][grade].match_percent == published
    for pattern, grade, published in seconds["rows"]:
        assert TABLES[pattern][grade].seconds == published
    [digging] = groups_of("digging")
    assert {way: clues for way, _, clues in digging["rows"]} == ARTICLE


@pytest.mark.parametrize("group", [group for group in script.GROUPS if group["source"].startswith("docs/")])
def test_figures_of_pages_stand_there(group: dict[str, Any]) -> None:
    page = (ROOT / group["source"]).read_text(encoding="utf-8")
    for *_, published in group["rows"]:
        assert f"{published:,}" in page or f"{published:g}" in page


def test_measured_figures_stand_next_to_published_ones(tmp_path: Path) -> None:
    columns = ("source", "check", "way", "symmetry", "clues_mean")
    lines = (("oracle", "apart", "single", "none", 43.2), ("shuffle", "apart", "orbits", "rot180", 1))
    with (tmp_path / "figures.csv").open("w", encoding="utf-8", newline="") as file:
        csv.writer(file).writerows((columns, *lines))
    single, orbits, _ = script.compared("digging", tmp_path)
    assert (single["published"], single["measured"], single["difference"]) == (42.7, "43.2", "+0.5")
    assert (orbits["measured"], orbits["difference"]) == ("not measured", "")


def test_lines_are_counted_where_no_column_is_named(tmp_path: Path) -> None:
    (tmp_path / "figures.csv").write_text("number,grids,fewest_clues\n1,0,\n2,120,4\n3,72,5\n", encoding="utf-8")
    assert [row["measured"] for row in script.compared("pentomino", tmp_path)] == ["3", "1", "1"]


def test_the_table_is_read_from_a_folder_of_the_study(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    ran = call("study", "digging", "--count", "2", "--symmetry", "none", "--out", str(tmp_path))
    assert ran.code == 0, ran.err
    monkeypatch.setattr(sys, "argv", ["compare_published.py", "digging", str(tmp_path)])
    script.main()
    table = capsys.readouterr().out
    assert (tmp_path / "published.md").read_text(encoding="utf-8") == table
    assert "| single, none, clues on average | an article on sudoku.rb | 42.7 | 4" in table
