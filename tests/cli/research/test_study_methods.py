"""`cpgen study methods`: what is compared, and what comes of it."""

import csv
from pathlib import Path

import pytest

from tests.cli.running import Ran, at_terminal, call

SMALL = ("study", "methods", "--oracle", "bitset", "-g", "beginner", "-g", "expert")


def figures(*arguments: str) -> list[dict]:
    objects = call("study", "methods", *arguments, "--json").objects
    return [one for one in objects if one["table"] == "figures"]


@pytest.fixture(scope="module")
def folder(tmp_path_factory) -> Path:
    folder = tmp_path_factory.mktemp("study") / "new"
    assert call(*SMALL, "-n", "2", "--out", str(folder)) == Ran(0, f"{folder}/report.md\n", "")
    return folder


def test_writes_report_rows_figures_and_plots(folder):
    text = (folder / "report.md").read_text(encoding="utf-8")
    assert "| beginner | bitset | 96 | 10.64 |" in text
    assert "| expert | model |" in text
    assert "![" in text
    for name, rows in (("figures", 4), ("spread", 6)):
        with (folder / f"{name}.csv").open(encoding="utf-8") as file:
            assert len(list(csv.DictReader(file))) == rows
    assert "(match.svg)" in text
    assert (folder / "match.svg").read_text(encoding="utf-8").startswith("<?xml")


def test_study_can_be_extended(folder, tmp_path):
    (tmp_path / "rows.jsonl").write_bytes((folder / "rows.jsonl").read_bytes())
    more = call(*SMALL, "-n", "3", "--out", str(tmp_path), "--json")
    assert [told["puzzles"] for told in more.objects if told["table"] == "figures"] == [3, 3, 3, 3]
    fewer = call(*SMALL, "-n", "1", "--out", str(tmp_path), "--json")
    assert [told["puzzles"] for told in fewer.objects if told["table"] == "figures"] == [1, 1, 1, 1]


def test_without_a_folder_it_prints_the_table():
    ran = call(*SMALL, "-n", "1", "--generation", "zama", "--replacement", "anneal", "--unchecked")
    assert ran.code == 0
    assert [line.split(" | ")[2] for line in ran.lines[2:]] == ["zama × anneal, unchecked"] * 2


def test_methods_are_all_pairs_and_the_papers():
    several = ("--generation", "sample", "--generation", "zama", "--replacement", "anneal", "--method", "paper")
    told = figures(*several, "-n", "1", "-g", "expert", "--oracle", "bitset")
    assert [(one["generation"], one["replacement"], one["until_match"]) for one in told] == [
        ("sample", "anneal", True),
        ("zama", "anneal", True),
        ("kamio", "kamio", False),
    ]
    (alone,) = figures("--method", "paper", "-n", "1", "-g", "expert", "--oracle", "bitset")
    assert (alone["generation"], alone["until_match"]) == ("kamio", False)


def test_ladder_oracle_only_answers_contradictions():
    told = figures("--oracle", "ladder", "--oracle", "bitset", "-n", "1", "-g", "intermediate")
    assert [(one["generation"], one["oracle"]) for one in told] == [
        *[("sample", "bitset"), ("kamio", "ladder"), ("kamio", "bitset")]
    ]
    assert [one["oracle_calls"] == 1 for one in told] == [False, True, False]
    assert all(one["replacement_backups"] >= 0 for one in told)


def test_errors_are_one_sentence():
    for arguments, sentence in [
        (["--pattern", "kamio-c"], "'kamio-c' is not a shipped pattern"),
        (["--pattern", "x.x. .x.x x.x. .x.x", "--boxes", "3x3"], "The pattern is 4×4, but the board is 9×9."),
        (["--grade", "trivial"], "'trivial' is not a grade"),
        (["--generation", "kamio2022"], "'kamio2022' is not a value for --generation"),
        (["--replacement", ""], "--replacement has an empty value"),
        (["--oracle", "oracle"], "'oracle' is not an oracle"),
        (["--oracle", "ladder", "--generation", "sample"], "but sample asks for grids"),
        (["--time-limit", "0"], "a number above 0"),
        (["--time-limit", "nan"], "a number above 0"),
        (["--model", "mine"], "'mine' is not a shipped grade model"),
        (["--out", "/dev/null"], "/dev/null/rows.jsonl cannot be used as the journal of a study"),
    ]:
        ran = call("study", "methods", "-n", "1", *arguments)
        assert (ran.code, ran.out) == (2, "")
        assert sentence in ran.err
        assert len(ran.err.splitlines()) == 1


@pytest.mark.parametrize(
    "asked",
    [
        ("-p", "4x4-ring", "-g", "any", "--time-limit", "1e-9"),
        ("--layout", "latin-5", "-p", "x" * 25, "-g", "intermediate", "--time-limit", "0.1"),
    ],
)
def test_a_folder_is_written_when_nothing_was_made(tmp_path, asked):
    assert call("study", "methods", "--oracle", "bitset", "-n", "1", *asked, "--out", str(tmp_path)).code == 0
    assert "Cells that are not met" in (tmp_path / "report.md").read_text(encoding="utf-8")


def test_progress_is_shown_at_a_terminal():
    seen = at_terminal("study", "methods", "--oracle", "bitset", "-g", "beginner", "-n", "1", watched="stderr")
    assert "of 2 puzzles · kamio-a · " in seen
