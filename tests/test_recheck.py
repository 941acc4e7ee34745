"""Tests of scripts/recheck: a sound store has no faults, and a row falsified together with its checksum is found."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from cpgen.collection.batch_requests import BatchCell, BatchPlan
from cpgen.collection.batch_runner import Batch, Ledger
from cpgen.collection.batch_workers import ThisProcess
from cpgen.collection.record import StoredPuzzle
from cpgen.collection.store import Store
from cpgen.schema import build
from scripts import recheck

CELLS = (
    {"layout": "2x2", "clues": 6, "symmetry": "none", "oracle": "bitset"},
    {"layout": "pentomino-1", "clues": 8, "grade": "beginner"},
    {"pattern": "6x6-ring", "grade": "intermediate", "oracle": "bitset"},
    {"layout": "latin-5", "clues": 12, "symmetry": "diagonal", "method": "paper"},
    {"layout": "2x3", "clues": 14, "generation": "zama", "replacement": "zama"},
    {"layout": "2x2", "clues": 7, "symmetry": "none", "ladder": "hodoku", "oracle": "bitset"},
)
PLAN = BatchPlan(cells=tuple(build(BatchCell, {**row, "count": 4, "seed": k}) for k, row in enumerate(CELLS)))


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a store with the puzzles of the plan."""
    path = tmp_path_factory.mktemp("made") / "set.db"
    with Store(path) as made:
        Batch(Ledger.begin(made, PLAN), ThisProcess()).run()
    return path


@pytest.fixture
def store(made: Path, tmp_path: Path) -> Path:
    """Return a copy that a test may change."""
    return Path(shutil.copy(made, tmp_path))


def rechecked(path: Path) -> recheck.Tally:
    tally = recheck.Tally()
    with Store(path) as store:
        recheck.check_all(store, ThisProcess(), tally)
    return tally


def falsify(path: Path, number: int, change: Callable[[StoredPuzzle], StoredPuzzle]) -> None:
    """Change a row together with its checksum."""
    with Store(path) as store, store.writing():
        wrong = change(next(record for record in store.records() if record.id == number))
        store.connection.execute("DELETE FROM puzzles WHERE id = ?", [number])
        store.add(wrong, number)


def test_sound_store_has_no_faults(store: Path) -> None:
    tally = rechecked(store)
    assert tally.faults == []
    assert (tally.puzzles, tally.unrated) == (24, 8)
    assert tally.checked["layout", "pentomino-1"] == tally.checked["method", "zama/zama"] == 4
    assert tally.checked["oracle", "bitset, then sat"] == 12
    assert tally.checked["oracle", "cpsat, then bitset"] == 12


def open_places(record: StoredPuzzle) -> list[int]:
    return [place for place, symbol in enumerate(record.puzzle) if symbol == "."]


def exchanged(record: StoredPuzzle) -> StoredPuzzle:
    """Swap two open cells of the solution."""
    solution, (one, *others) = list(record.solution), open_places(record)
    other = next(place for place in others if solution[place] != solution[one])
    solution[one], solution[other] = solution[other], solution[one]
    return replace(record, solution="".join(solution))


def with_one_clue(record: StoredPuzzle) -> StoredPuzzle:
    """Keep only the first clue."""
    first = next(place for place, symbol in enumerate(record.puzzle) if symbol != ".")
    puzzle = "".join(symbol if place == first else "." for place, symbol in enumerate(record.puzzle))
    return replace(record, puzzle=puzzle, clues=1)


def with_a_clue_more(record: StoredPuzzle) -> StoredPuzzle:
    """Add one cell of the solution as a clue."""
    place = open_places(record)[0]
    puzzle = record.puzzle[:place] + record.solution[place] + record.puzzle[place + 1 :]
    return replace(record, puzzle=puzzle, clues=record.clues + 1)


@pytest.mark.parametrize(
    ("number", "change", "said"),
    [
        (5, lambda record: replace(record, steps=record.steps + 1), "rating: solved, level 1 in"),
        (7, lambda record: replace(record, level=2), "rating: solved, level 1 in"),
        (9, lambda record: replace(record, rules=(*record.rules, "x-wing")), "rating: the rules are"),
        (5, lambda record: replace(record, appropriateness=0.99), "rating: the appropriateness to beginner is"),
        (6, lambda record: replace(record, grade="expert"), "plan: no cell"),
        (6, lambda record: replace(record, seed=record.seed + 1), "plan: no cell"),
        (6, lambda record: replace(record, ladder="hodoku"), "plan: no cell"),
        (
            6,
            lambda record: replace(record, provenance=record.provenance._replace(model="none")),
            "rating: 'none' is not a shipped grade model",
        ),
        (10, lambda record: replace(record, layout="3x2"), "plan: "),
        (13, lambda record: replace(record, provenance=record.provenance._replace(oracle="sat")), "plan: no cell"),
        (1, with_a_clue_more, "plan: no cell"),
        (18, with_a_clue_more, "plan: no cell"),
        (2, with_one_clue, "oracle: 2 solutions or more"),
        (8, exchanged, "oracle: another solution"),
        (11, lambda record: replace(record, canonical=record.puzzle), "form: another canonical form"),
    ],
)
def test_falsified_row_is_found(
    store: Path, number: int, change: Callable[[StoredPuzzle], StoredPuzzle], said: str
) -> None:
    falsify(store, number, change)
    tally = rechecked(store)
    assert tally.faulty == 1
    assert tally.faults[0].startswith(f"row {number}: ")
    assert said in tally.faults[0]
    assert tally.wrong.total() == len(recheck.KINDS)


def test_duplicate_puzzle_is_found(store: Path) -> None:
    with Store(store) as twice, twice.writing():
        first, second = list(twice.records())[:2]
        twice.connection.execute("DELETE FROM puzzles WHERE id = ?", [second.id])
        twice.add(replace(first, canonical=second.canonical), second.id)
    assert rechecked(store).faults == ["row 2: form: another canonical form"]


def test_script_prints_faults(store: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(sys, "argv", ["recheck", str(store), "-j", "1"])
    assert recheck.main() == 0
    assert "24 puzzles, 0 wrong, 8 with a ladder that is not rated again" in capsys.readouterr().out
    falsify(store, 3, lambda record: replace(record, steps=99))
    assert recheck.main() == 1
    assert "\nrow 3: rating: solved, level" in capsys.readouterr().out
    monkeypatch.setattr(sys, "argv", [*sys.argv, "--after", "3"])
    assert recheck.main() == 0
    assert "21 puzzles, 0 wrong" in capsys.readouterr().out


def test_missing_store_is_an_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["recheck", str(tmp_path / "no.db"), "-j", "1"])
    assert recheck.main() == 1
    assert "There is no collection" in capsys.readouterr().out
