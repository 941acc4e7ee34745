"""Stores of puzzles with different boards: found and counted by kind, never twice, exported with constraints."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from cpgen.collection.batch_requests import BatchCell, BatchPlan, Filter
from cpgen.collection.batch_runner import (
    Batch,
    Ledger,
    Limits,
    PieceResult,
    _count_possible_repeats,
    records_of_start,
)
from cpgen.collection.import_export import entry_of
from cpgen.collection.record import StoredPuzzle
from cpgen.collection.repair import verify
from cpgen.collection.store import Store
from cpgen.errors import InputError
from cpgen.layout import Layout
from cpgen.layout_kinds import kind_of_spec
from cpgen.puzzle import Puzzle
from cpgen.requests.clock import Clock
from cpgen.schema import build
from cpgen.symmetry.canonical import canonical
from cpgen.symmetry.layout_images import moved_layout, symmetry_of_drawing
from cpgen.symmetry.square import maps
from tests.cli.running import call
from tests.collection.making import Here, cell, record
from tests.constraints.examples import EXAMPLES, board
from tests.variant_puzzles import VARIANTS, puzzle_of

CLUES = "1432 3... 41.. 2..."
LINES = [
    ("cage 7: r2c2 r2c3 r2c4", "cage 5: r4c3 r4c4"),
    ("cage 8: r2c3 r2c4 r3c4",),
    ("cage 5: r3c3 r3c4", "thermo r4c2 r4c3"),
    ("thermo r2c3 r2c2",),
    (),
]


def puzzles() -> list[Puzzle]:
    found = [Layout.boxes(2, 2).with_constraints(*lines) for lines in LINES]
    return [Puzzle.parse(CLUES, layout) for layout in found]


def turned(puzzle: Puzzle, number: int) -> Puzzle:
    source = maps(puzzle.layout.size).tolist()[number]
    layout = moved_layout(puzzle.layout, source)
    assert layout is not None
    return Puzzle(layout, tuple(puzzle.clues[cell] for cell in source))


@pytest.fixture(scope="module")
def records() -> list[StoredPuzzle]:
    return [record(one.line, one.layout) for one in puzzles()]


@pytest.fixture
def store(tmp_path: Path, records: list[StoredPuzzle]) -> Store:
    with Store(tmp_path / "set.db") as opened:
        opened.add_all(records)
        yield opened


@pytest.mark.parametrize(
    ("kind", "rows"),
    [
        ("cage", [1, 2, 3]),
        ("thermo", [3, 4]),
        ("thermo + cage", [3]),
        ("2x2+cage", [1, 2]),
        ("2x2+cage+thermo", [3]),
        ("2x2", [5]),
        ("arrow", []),
        ("3x3+cage", []),
    ],
)
def test_kinds_of_boards_are_found(store: Store, kind: str, rows: list[int]) -> None:
    wanted = Filter(kind=kind)
    assert [one.id for one in store.records(wanted)] == rows
    assert store.count(wanted) == len(store.sample(9, 1, wanted)) == len(rows)


def test_unknown_kinds_are_refused() -> None:
    for kind in ("killer", "cage+killers", "3by3+cage"):
        with pytest.raises(InputError, match="is not"):
            Filter(kind=kind)


def test_statistics_count_boards_by_kind(store: Store) -> None:
    name = str(store.name)
    data = json.loads(call("collection", "stats", name, "--json").out)
    assert {row["layout"] for row in data["by_grade"]} == {"2x2", "2x2+cage", "2x2+thermo", "2x2+cage+thermo"}
    assert sum(row["puzzles"] for row in data["by_grade"]) == len(LINES)
    assert "on 2x2+cage," in call("collection", "stats", name).out


@pytest.mark.parametrize("number", range(1, 8))
def test_turned_puzzles_are_not_added_again(store: Store, number: int) -> None:
    for one in puzzles():
        image = turned(one, number)
        assert store.has(image)
        other = replace(image.layout, further=())
        assert store.has(Puzzle(other, image.clues))
    assert not store.has(Puzzle.parse(CLUES, Layout.boxes(2, 2).with_constraints("cage 5: r2c3 r2c4")))


def test_stored_puzzles_have_their_constraints(store: Store, records: list[StoredPuzzle]) -> None:
    assert [entry_of(one).puzzle for one in store.records()] == puzzles()
    assert list(store.records()) == records
    assert verify(store) == len(LINES)


@pytest.mark.parametrize(("size", "line"), EXAMPLES)
def test_the_kind_of_a_spec_is_that_of_its_layout(size: int, line: str) -> None:
    layout = board(size).with_constraints(line)
    assert kind_of_spec(layout.spec) == layout.kind


@pytest.mark.parametrize("name", VARIANTS)
def test_the_kind_of_a_published_spec_is_that_of_its_layout(name: str) -> None:
    layout = puzzle_of(name).layout
    assert kind_of_spec(layout.spec) == layout.kind


def test_symmetry_is_that_of_the_drawing() -> None:
    cages = Layout.boxes(2, 2).with_constraints("cage 3: r1c1 r1c2", "cage 4: r4c3 r4c4")
    assert symmetry_of_drawing(Puzzle(cages, (0,) * 16)) == "rot180"
    assert symmetry_of_drawing(Puzzle(cages, (1, *(0,) * 15))) == "none"
    assert symmetry_of_drawing(Puzzle(cages, (1, *(0,) * 14, 2))) == "rot180"
    assert symmetry_of_drawing(Puzzle(Layout.boxes(2, 2), (0,) * 16)) == "full"
    thermometers = Layout.boxes(2, 2).with_constraints("thermo r1c1 r1c2", "thermo r1c4 r1c3")
    assert symmetry_of_drawing(Puzzle(thermometers, (0,) * 16)) == "left-right"


@pytest.mark.parametrize("name", ["line", "rows", "json", "jsonl", "csv", "iss", "fpuzzles", "sudokupad", "scl"])
def test_exports_come_back_with_their_constraints(store: Store, tmp_path: Path, name: str) -> None:
    file = str(tmp_path / "out.txt")
    assert call("collection", "export", str(store.name), file, "--to", name).code == 0
    found = call("collection", "import", str(store.name), file, "--layout", "2x2")
    assert (found.out, found.err) == (f"0 new, {len(LINES)} already there, 0 refused\n", "")


def test_parquet_has_the_layout_of_each_puzzle(store: Store, tmp_path: Path) -> None:
    pyarrow = pytest.importorskip("pyarrow.parquet")
    file = str(tmp_path / "out.parquet")
    assert call("collection", "export", str(store.name), file, "--kind", "cage").code == 0
    assert pyarrow.read_table(file)["layout"].to_pylist() == [one.layout.spec for one in puzzles()[:3]]


DRAWN = [
    {"kind": "killer", "layout": "2x2", "count": 4},
    {"kind": "killer", "layout": "2x3", "count": 3, "grade": "easy"},
    {"drawing": "cage ?: r1c1 r1c2; thermo: r3c1 r3c2 r3c3", "layout": "2x2", "count": 3},
]
"""Cells of a plan whose puzzles have different boards"""


def drawn_plan() -> BatchPlan:
    rows = [{"oracle": "bitset", "seed": 7 + number, **row} for number, row in enumerate(DRAWN)]
    return BatchPlan.from_text(BatchPlan(cells=tuple(build(BatchCell, row) for row in rows)).text)


def made_with(path: Path, workers: Here) -> list[StoredPuzzle]:
    with Store(path) as store:
        ledger = Ledger.begin(store, drawn_plan())
        Batch(ledger, workers, Limits(hang=0.3)).run()
        assert ledger.done
        return list(store.records())


def test_batches_of_drawings_do_not_depend_on_workers(tmp_path: Path) -> None:
    records = made_with(tmp_path / "set.db", Here(1))
    assert made_with(tmp_path / "other.db", Here(3, {0: 0, 3: 0})) == records
    found = [entry_of(one).puzzle for one in records]
    assert len(found) == 10
    assert len({canonical(one) for one in found}) == 10
    for puzzle, one in zip(found, records, strict=True):
        assert puzzle.is_solved_by(tuple(map(int, one.solution)))
    assert [one.provenance.method for one in records] == ["kind killer"] * 7 + ["drawing"] * 3
    assert [one.grade for one in records[4:7]] == ["easy"] * 3


def test_puzzles_of_drawings_are_made_again(tmp_path: Path) -> None:
    records = made_with(tmp_path / "set.db", Here(1))
    for row, one in zip(drawn_plan().cells, (records[0], records[4], records[7]), strict=True):
        assert records_of_start(row, one.number or 0, Clock()) == [one]


def test_cells_of_drawings_are_named(tmp_path: Path) -> None:
    assert [row.title for row in drawn_plan().cells] == [
        "level ..7 on 2x2, killer",
        "easy on 2x3, killer",
        "level ..7 on 2x2, a drawing",
    ]
    ran = call("batch", "-o", str(tmp_path / "set.db"), "--kind", "killer", "--layout", "2x2", "-n", "2", "-j", "1")
    assert ran.out.startswith("level ..7 on 2x2, killer: 2 puzzles (seed ")


def test_impossible_drawings_are_refused(tmp_path: Path) -> None:
    drawing = "cage 3: r1c1 r1c2; cage 3: r2c1 r2c2"
    ran = call("batch", "-o", str(tmp_path / "set.db"), "--drawing", drawing, "--layout", "2x2", "-n", "2", "-j", "1")
    assert ran.code == 4


def test_puzzles_of_the_same_kind_may_be_repeats(store: Store, records: list[StoredPuzzle]) -> None:
    drawn, classic = drawn_plan().cells[0], cell(1, clues=8)
    for some, expected in ((records[:1], 2), (records[:3], 3), (records[3:4], 1), ([], 0)):
        assert _count_possible_repeats(store, drawn, PieceResult(tuple(some), 1, 0.0)) == expected
    assert _count_possible_repeats(store, classic, PieceResult((), 1, 0.0)) == 1
