"""Clue sets: the conclusion of each step follows from its clues, and not when one of them is left out."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from cpgen.dataset.dataset_records import RecordTask, dataset_record
from cpgen.difficulty import model_for
from cpgen.layout import Layout
from cpgen.notation import SYMBOLS
from cpgen.oracles import open_oracle
from cpgen.puzzle import Puzzle
from tests.cli.running import run
from tests.dataset.test_dataset import SPEC, records_in, stored

pytest.importorskip("pysat")

BOARDS = {
    "classic": ("2x3", "2...3..54........1..2........46...13"),
    "killer": (
        "2x3+cage 9: r1c1 r2c1+cage 8: r2c2 r3c2+cage 8: r2c6 r3c6+cage 5: r5c5 r6c5+cage 7: r5c6 r6c6"
        "+cage 11: r1c5 r1c6 r2c5+cage 3: r4c2 r5c2+cage 8: r4c3 r4c4+cage 7: r5c3 r5c4+cage 7: r5c1 r6c1"
        "+cage 15: r6c2 r6c3 r6c4+cage 4: r3c1+cage 1: r4c1+cage 5: r1c2 r1c3+cage 9: r1c4 r2c3 r2c4"
        "+cage 8: r3c3 r3c4+cage 11: r3c5 r4c5 r4c6",
        "." * 36,
    ),
    "line and dot": ("2x2+thermo: r1c1 r1c2 r1c3+white 1: r3c1 r4c1", ".3..4.....3..1.."),
}


@pytest.fixture(params=BOARDS.values(), ids=list(BOARDS))
def record(request: pytest.FixtureRequest) -> dict[str, Any]:
    """The record of a puzzle, with clue sets."""
    board, digits = request.param
    puzzle = Puzzle.parse(digits, Layout.parse(board))
    made = dataset_record(RecordTask(stored(puzzle), 1, model_for(puzzle.layout).ladder, clue_sets=True))
    return dict(made.as_json())


def follows(board: str, clues: list[str], finding: dict[str, Any]) -> bool:
    """Return True if, by another solver, no grid with these clues alone contradicts the finding."""
    oracle, constraints = open_oracle("bitset"), [clue for clue in clues if "=" not in clue]
    layout = Layout.parse("+".join([board, *constraints]))
    digits = [0] * layout.cell_count

    def place(cell: str, symbol: str) -> int:
        row, column = map(int, re.findall(r"\d+", cell))
        digits[where := (row - 1) * layout.size + column - 1] = SYMBOLS.index(symbol) + 1
        return where

    for clue in clues:
        if "=" in clue:
            place(*clue.split("="))

    def is_possible(cell: str, symbol: str) -> bool:
        before = list(digits)
        where = place(cell, symbol)
        fits = before[where] in (0, digits[where]) and oracle.is_consistent(Puzzle(layout, tuple(digits)))
        digits[:] = before
        return fits

    others = [(cell, one) for cell, symbol in finding["placed"] for one in SYMBOLS[: layout.size] if one != symbol]
    return not any(is_possible(*candidate) for candidate in (*others, *finding["removed"]))


def test_every_conclusion_follows_from_its_clues(record: dict[str, Any]) -> None:
    board = record["layout"].partition("+")[0]
    findings = [finding for one in record["rounds"] for finding in one["findings"]]
    assert findings
    assert all(follows(board, finding["clues"], finding) for finding in findings)


def test_every_clue_of_a_set_is_needed(record: dict[str, Any]) -> None:
    board = record["layout"].partition("+")[0]
    for one in record["rounds"]:
        for finding in one["findings"]:
            for left_out in finding["clues"]:
                fewer = [clue for clue in finding["clues"] if clue != left_out]
                assert not follows(board, fewer, finding), (finding, left_out)


def test_clues_are_those_of_the_prompt(record: dict[str, Any]) -> None:
    drawn = record["layout"].split("+")[1:]
    givens = {f"r{k // n + 1}c{k % n + 1}={sign}" for n in (6, 4) for k, sign in enumerate(record["puzzle"])}
    used = {clue for one in record["rounds"] for finding in one["findings"] for clue in finding["clues"]}
    assert used
    assert used <= {*drawn, *givens}


@pytest.mark.parametrize("wanted", [True, False])
def test_spec_says_whether_clue_sets_are_wanted(wanted: bool, tmp_path: Path) -> None:
    spec = tmp_path / "spec.toml"
    spec.write_text(f"clue_sets = {str(wanted).lower()}\n{SPEC}", encoding="utf-8")
    made = run("dataset", str(spec), "--out", str(tmp_path / "out"), "--jobs", "1", "--parquet")
    assert made.code == 0, made.err
    card = (tmp_path / "out" / "README.md").read_text(encoding="utf-8")
    assert ("a minimal set of given digits" in card) == wanted
    findings = [f for record in records_in(tmp_path / "out") for one in record["rounds"] for f in one["findings"]]
    assert {"clues" in finding for finding in findings} == {wanted}
    parquet = pytest.importorskip("pyarrow.parquet")
    column = parquet.read_table(tmp_path / "out" / "train.parquet").column("rounds").to_pylist()
    assert all(("clues" in json.loads(text)[0]["findings"][0]) == wanted for text in column)
