"""`cpgen study patterns`, and the warning of `cpgen generate` that comes of it."""

import csv
import json
from pathlib import Path

import pytest

from cpgen.feasibility.effort import read_fit
from tests.cli.running import call

TINY = ("study", "patterns", "--boxes", "2x2", "--random", "12", "--fresh", "3", "-n", "2", "--ratings", "400")
HARD = "are rare on this pattern"


@pytest.fixture(scope="module")
def folder(tmp_path_factory) -> Path:
    folder = tmp_path_factory.mktemp("study") / "new"
    ran = call(*TINY, "--out", str(folder))
    assert (ran.code, ran.out, ran.err) == (0, f"{folder}/report.md\n", "")
    return folder


def test_writes_report_figures_plots_and_the_fit(folder):
    text = (folder / "report.md").read_text(encoding="utf-8")
    for part in ("## What explains it", "| clues + twin gaps |", "(heat.svg)"):
        assert part in text
    with (folder / "figures.csv").open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    grades = {row["grade"] for row in rows}
    assert len(rows) == (2 + 12 + 3) * len(grades)
    assert {row["pattern"] for row in rows if row["fresh"] == "True"} == {"fresh-1", "fresh-2", "fresh-3"}
    assert (folder / "rows.parquet").exists()
    fit = read_fit((folder / "fit.toml").read_text(encoding="utf-8"))
    assert (fit.layout, fit.most) == ("2x2", 400)
    assert {"beginner"} <= set(fit.grades) <= grades  # some are hardly met here


def test_objects_and_tables_without_a_folder():
    few = ("study", "patterns", "-p", "4x4-x", "-p", "4x4-ring", "-n", "1", "--ratings", "300")
    told = call(*few, "--json").objects
    assert {one["pattern"] for one in told} == {"4x4-x", "4x4-ring"}
    assert all(one["met"] <= 1 for one in told)
    assert call(*few).lines[0].startswith("| pattern | clues | symmetry | ")


def test_errors_are_one_sentence():
    for arguments, sentence in [
        (["-p", "kamio-c"], "'kamio-c' is not a shipped pattern"),
        (["-p", "heart", "-p", "4x4-x"], "The patterns have sizes 4 and 9"),
        (["-p", "heart", "--layout", "latin-5"], "The pattern is 9×9, but the board is 5×5"),
        (["-p", "heart", "-g", "easy"], "'easy' is not a grade"),
        (["--random", "2", "--symmetry", "round"], "'round' is not a symmetry"),
        (["--random", "2", "--clues", "many"], "is not a span of numbers"),
        (["--random", "2", "--clues", "3..5"], "or other numbers of clues"),
        (["--random", "2", "--clues", "22..23", "--symmetry", "rot90"], "give other clues"),
        (["--layout", "latin-5", "--random", "0", "--fresh", "0"], "There is no pattern"),
        (["-p", "heart", "--out", "/dev/null"], "/dev/null/rows.jsonl cannot be used as the journal"),
    ]:
        ran = call("study", "patterns", "-n", "1", *arguments)
        assert (ran.code, ran.out) == (2, "")
        assert sentence in ran.err
        assert len(ran.err.splitlines()) == 1


@pytest.mark.parametrize(
    ("asked", "best"),
    [
        (("-p", "cross", "-g", "beginner"), "times the typical work"),
        (("-p", "kamio-b", "-g", "beginner", "-n", "100"), ""),
        (("-p", "letter-z", "-g", "超上級", "-n", "10"), ""),
        (("-p", "x", "-g", "beginner"), "found none; try other clues or another target"),
        (("-p", "x", "--level", "8..", "--oracle", "bitset"), ""),
        (("-p", "tree", "--level", "8..", "-n", "10", "--oracle", "bitset"), "found only one"),
        (("-p", "letter-z", "--needs", "x-wing"), "Puzzles for the target (with x-wing) are rare"),
    ],
)
def test_generate_warns_of_what_is_hard(asked, best):
    ran = call("generate", *asked, "--time-limit", "0.001", "--seed", "1", "--json")
    warnings = [line for line in ran.err.splitlines() if HARD in line]
    assert len(warnings) == bool(best)
    assert best in "".join(warnings)
    assert HARD not in ran.out


@pytest.mark.parametrize(
    "asked",
    [
        ("-p", "kamio-b", "-g", "expert"),
        ("-p", "heart", "-g", "beginner"),
        ("-p", "4x4-ring", "-g", "beginner"),
        ("-p", "kamio-a", "--diagonals", "-g", "any"),
        ("--clues", "30", "-g", "expert"),
    ],
)
def test_generate_is_silent_where_it_is_easy_or_unknown(asked):
    ran = call("generate", *asked, "--oracle", "bitset", "--seed", "1", "--json")
    assert (ran.code, ran.err) == (0, "")
    assert len([json.loads(line) for line in ran.lines]) == 1
