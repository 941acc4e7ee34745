"""Data sets: the same files from the same spec, splits without common puzzles, sound explanations."""

from __future__ import annotations

import json
from pathlib import Path
from shutil import copytree
from typing import Any

import pytest

from cpgen.cli.collect.dataset_command import spec_in
from cpgen.collection.batch_workers import WorkersError
from cpgen.collection.record import Provenance, StoredPuzzle, record_of_puzzle
from cpgen.collection.store import Store
from cpgen.dataset.dataset_files import write_dataset
from cpgen.dataset.dataset_records import dataset_records, split_of
from cpgen.dataset.dataset_spec import DatasetSpec
from cpgen.difficulty import model_for
from cpgen.errors import InputError
from cpgen.layout import Layout
from cpgen.oracles import open_oracle
from cpgen.puzzle import Puzzle
from tests.cli.running import run
from tests.collection.making import Here

SPEC = """
seed = 3
splits = {train = 0.6, test = 0.4}

[[cell]]
layout = "2x2"
clues = 6
count = 6

[[cell]]
layout = "2x2"
count = 3
constraints = 'rule "abs(a - b) >= 2" pairs: r1c1 r1c2'
clues = 5
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A data set made by the command."""
    place = tmp_path_factory.mktemp("dataset")
    (place / "spec.toml").write_text(SPEC, encoding="utf-8")
    made = run("dataset", str(place / "spec.toml"), "--out", str(place / "out"), "--jobs", "1", "--parquet")
    assert made.code == 0, made.err
    return place / "out"


def records_in(folder: Path) -> list[dict[str, Any]]:
    """Return the records of both splits."""
    files = (folder / "train.jsonl", folder / "test.jsonl")
    return [json.loads(line) for file in files for line in file.read_text(encoding="utf-8").splitlines()]


def test_every_puzzle_of_the_plan_is_there_once(folder: Path) -> None:
    assert sorted(one["id"] for one in records_in(folder)) == list(range(1, 10))


def test_effects_of_all_rounds_agree_with_the_solution(folder: Path) -> None:
    for one in records_in(folder):
        right = {(f"r{k // 4 + 1}c{k % 4 + 1}", digit) for k, digit in enumerate(one["solution"])}
        findings = [finding for step in one["rounds"] for finding in step["findings"]]
        placed = {tuple(pair) for finding in findings for pair in finding["placed"]}
        removed = {tuple(pair) for finding in findings for pair in finding["removed"]}
        assert placed <= right
        assert not removed & right
        assert len(one["rounds"]) == one["steps"] == len(one["explanation_en"].splitlines())


def test_prompt_lists_the_constraints(folder: Path) -> None:
    drawn = {
        one["cell"]: '\n- rule "abs(a - b) >= 2" pairs: r1c1 r1c2\n' in one["prompt"] for one in records_in(folder)
    }
    assert drawn == {1: False, 2: True}


def test_parquet_has_the_same_records(folder: Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    rows = [row for name in ("train", "test") for row in parquet.read_table(folder / f"{name}.parquet").to_pylist()]
    assert [row | {"rounds": json.loads(row["rounds"])} for row in rows] == records_in(folder)


def test_second_run_writes_the_same_files(folder: Path) -> None:
    names = ("train.jsonl", "test.jsonl", "README.md", "spec.toml")
    before = [(folder / name).read_bytes() for name in names]
    again = folder.parent / "again"
    for out, jobs in ((folder, "1"), (again, "2")):  # complete already, and from the beginning
        assert run("dataset", str(folder / "spec.toml"), "--out", str(out), "--jobs", jobs).code == 0
        assert [(out / name).read_bytes() for name in names] == before


def test_files_of_another_run_are_named(folder: Path, tmp_path: Path) -> None:
    copytree(folder, tmp_path / "out")
    made = run("dataset", str(folder / "spec.toml"), "--out", str(tmp_path / "out"), "--jobs", "1")
    assert made.err.count("no part of it") == 2
    assert "train.parquet is older than this data set" in made.err


@pytest.mark.parametrize("fate", [{0: 0}, {1: 0, 2: 0}])
def test_lost_workers_change_no_file(fate: dict[int, int], folder: Path, tmp_path: Path, monkeypatch: Any) -> None:
    monkeypatch.setattr("cpgen.dataset.dataset_files.CHUNK", 2)
    text, spec = spec_in(str(folder / "spec.toml"))
    with Store(str(folder / "puzzles.db"), create=False) as store:
        write_dataset(store, spec, tmp_path, text, workers=Here(1, fate))
    for name in ("train.jsonl", "test.jsonl"):
        assert (tmp_path / name).read_bytes() == (folder / name).read_bytes()


def test_interrupted_explanations_are_continued(folder: Path, tmp_path: Path, monkeypatch: Any) -> None:
    text, spec = spec_in(str(folder / "spec.toml"))
    asked: list[int] = []

    def explain(tasks: Any) -> Any:
        if len(asked) == 5:
            raise KeyboardInterrupt
        asked.extend(task.stored.id for task in tasks)
        return dataset_records(tasks)

    monkeypatch.setattr("cpgen.dataset.dataset_files.CHUNK", 1)
    monkeypatch.setattr("cpgen.dataset.dataset_files.dataset_records", explain)
    with Store(str(folder / "puzzles.db"), create=False) as store:
        with pytest.raises(KeyboardInterrupt):
            write_dataset(store, spec, tmp_path, text)
        assert not (tmp_path / "train.jsonl").exists()
        parts = sorted(tmp_path.glob(".train.jsonl.*.part"))
        parts[0].write_bytes(parts[0].read_bytes()[:-3])  # the last line is torn
        monkeypatch.setattr("cpgen.dataset.dataset_files.dataset_records", lambda tasks: explain_and_note(tasks, asked))
        counts = write_dataset(store, spec, tmp_path, text)
    assert len(asked) == 10  # five, and the torn one again
    assert sum(one.total() for one in counts.values()) == 9
    for name in ("train.jsonl", "test.jsonl"):
        assert (tmp_path / name).read_bytes() == (folder / name).read_bytes()
    assert not list(tmp_path.glob(".*"))


def explain_and_note(tasks: Any, asked: list[int]) -> Any:
    """Return the records of tasks, and note their puzzles."""
    asked.extend(task.stored.id for task in tasks)
    return dataset_records(tasks)


def test_workers_that_always_die_end_a_data_set(folder: Path, tmp_path: Path) -> None:
    text, spec = spec_in(str(folder / "spec.toml"))
    with Store(str(folder / "puzzles.db"), create=False) as store, pytest.raises(WorkersError, match="died 4 times"):
        write_dataset(store, spec, tmp_path, text, workers=Here(1, dict.fromkeys(range(9), 0)))
    assert list(tmp_path.iterdir()) == []


def test_a_file_is_no_folder_of_a_data_set(folder: Path) -> None:
    found = run("dataset", str(folder / "spec.toml"), "--out", str(folder / "README.md"))
    assert (found.code, "is a file, but a data set needs a folder" in found.err) == (2, True)


def test_files_of_others_are_not_replaced(folder: Path, tmp_path: Path) -> None:
    (tmp_path / "README.md").write_text("mine", encoding="utf-8")
    found = run("dataset", str(folder / "spec.toml"), "--out", str(tmp_path))
    assert (found.code, (tmp_path / "README.md").read_text(encoding="utf-8")) == (2, "mine")
    assert "has a file README.md" in found.err


def test_other_spec_is_refused_in_a_folder(folder: Path, tmp_path: Path) -> None:
    (tmp_path / "other.toml").write_text(SPEC.replace("seed = 3", "seed = 4"), encoding="utf-8")
    found = run("dataset", str(tmp_path / "other.toml"), "--out", str(folder), "--jobs", "1")
    assert found.code == 2
    assert "holds the puzzles of another spec" in found.err


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("splits = {train = 0.6, test = 0.6}", "add up to 1.2; they should add up to 1"),
        ("splits = {Train = 1}", "need names of small letters"),
        ("splits = {train = 2, test = -1}", "a number above 0"),
        ("splits = 3", "splits"),
    ],
)
def test_wrong_splits_are_refused(line: str, sentence: str, tmp_path: Path) -> None:
    spec = tmp_path / "spec.toml"
    spec.write_text(SPEC.replace("splits = {train = 0.6, test = 0.4}", line), encoding="utf-8")
    with pytest.raises(InputError, match=sentence):
        spec_in(str(spec))


def test_cells_need_different_seeds(tmp_path: Path) -> None:
    (tmp_path / "spec.toml").write_text(SPEC.replace("count =", "seed = 7\ncount ="), encoding="utf-8")
    with pytest.raises(InputError, match="2 cells of the data set have the seed 7"):
        spec_in(str(tmp_path / "spec.toml"))


def stored(puzzle: Puzzle) -> StoredPuzzle:
    """Return the record of a puzzle."""
    oracle = open_oracle("bitset")
    origin = Provenance("", "", "", "", "")
    return record_of_puzzle(puzzle, oracle.uniqueness(puzzle), model_for(puzzle.layout), origin, None)


def test_turned_boards_are_in_the_same_split(tmp_path: Path) -> None:
    (tmp_path / "spec.toml").write_text(SPEC, encoding="utf-8")
    _, spec = spec_in(str(tmp_path / "spec.toml"))
    board, digits = "AAAAB/CCABB/CCBBD/CEEED/EEDDD", "2..............34..1....."
    rows = board.split("/")
    turned = "/".join("".join(row[k] for row in reversed(rows)) for k in range(5))
    moved = "".join(digits[(4 - k % 5) * 5 + k // 5] for k in range(25)).translate(str.maketrans("1234", "4321"))
    here, there = (Puzzle.parse(text, Layout.parse(on)) for text, on in ((digits, board), (moved, turned)))
    assert here.layout != there.layout
    assert split_of(stored(here), many(spec)) == split_of(stored(there), many(spec))


def many(spec: DatasetSpec) -> DatasetSpec:
    """Return a spec with a thousand splits, so that two puzzles are hardly ever in the same split."""
    return DatasetSpec(plan=spec.plan, splits={f"s{k}": 0.001 for k in range(1000)})


def test_files_of_a_failed_run_do_not_appear(tmp_path: Path, folder: Path) -> None:
    class Broken:
        def records(self) -> Any:
            raise InputError("broken")

    _, spec = spec_in(str(folder / "spec.toml"))
    with pytest.raises(InputError):
        write_dataset(Broken(), spec, tmp_path, "")  # type: ignore[arg-type]
    assert list(tmp_path.iterdir()) == []
