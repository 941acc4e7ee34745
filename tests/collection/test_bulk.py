"""Bulk ratings equal single ratings."""

from __future__ import annotations

import numpy as np
import pytest

from cpgen.collection.bulk import (
    AT_ONCE,
    COLUMNS,
    MEASURED,
    MORE_USED,
    BulkRater,
    Measures,
    _packed,
    arrow_table,
    csv_rows,
)
from cpgen.difficulty import GradeModel, model_for, shipped_ladder
from cpgen.formats import Entry, format_named, reader_of
from cpgen.layout import Layout
from cpgen.oracles import open_oracle
from cpgen.puzzle import Puzzle
from cpgen.rater.explain import explain_puzzle, states_before
from cpgen.rater.ladder import TECHNIQUES, Ladder, Rung
from cpgen.rater.rating import rate_puzzle
from cpgen.state import State
from tests.conftest import dug
from tests.web.browsing import WING

EVERY_OTHER = [name for name in TECHNIQUES if name != "hidden-single-region"]


def some(layout: Layout, count: int) -> list[Puzzle]:
    rng = np.random.default_rng(2)
    oracle = open_oracle("bitset")
    grids = (oracle.complete(Puzzle(layout, (0,) * layout.cell_count), rng) for _ in range(count))
    return [Puzzle(layout, dug(layout, grid, rng)) for grid in grids if grid]


@pytest.mark.parametrize("spec", ["3x3", "2x3", "latin-5", "3x3+diagonals"])
def test_bulk_says_what_one_by_one_says(spec: str) -> None:
    layout = Layout.parse(spec)
    model = model_for(layout)
    puzzles = some(layout, 30)
    lines = [puzzle.line.encode() + (b"\n", b"\r\n")[k % 2] for k, puzzle in enumerate(puzzles)]
    rows = "".join(csv_rows(one) for one in BulkRater(layout, model, 2).rate(lines)).splitlines()
    assert len(rows) == 30
    alike = [puzzle.line.encode() + b"\n" for puzzle in puzzles]
    assert "".join(csv_rows(one) for one in BulkRater(layout, model).rate(alike)).splitlines() == rows
    for puzzle, row in zip(puzzles, rows, strict=True):
        cells = dict(zip(COLUMNS, row.split(","), strict=True))
        rating = rate_puzzle(puzzle, model.ladder)
        assert cells["puzzle"] == puzzle.line
        assert (cells["outcome"], int(cells["level"]), int(cells["steps"])) == (
            rating.outcome,
            rating.level,
            rating.steps,
        )
        assert set(cells["rules"].split()) == set(rating.rules)
        assert int(cells["clues"]) == puzzle.clue_count
        assert cells["grade"] == (model.nearest(rating).name if rating.solved else "")


def test_order_is_kept_over_many_chunks() -> None:
    layout = Layout.parse("2x2")
    lines = [f"{'.' * (k % 16)}{1 + k % 4}{'.' * (15 - k % 16)}\n".encode() for k in range(2 * AT_ONCE + 5)]
    found = [text for one in BulkRater(layout, model_for(layout), 2).rate(iter(lines)) for text in one.puzzles]
    assert [text.encode() + b"\n" for text in found] == lines


def test_other_lines_are_read_or_reported() -> None:
    layout = Layout.parse("2x2")
    good = b"1...|..2.|....|...3".replace(b"|", b"")
    lines = [b"# a comment", good, b"", good + b" # note", b"1..", good.replace(b"2", b"x"), b"1... ..2. .... ...3"]
    (one,) = BulkRater(layout, model_for(layout)).rate(lines)
    assert one.puzzles == [good.decode()] * 3
    assert [number for number, _ in one.problems] == [5, 6]
    (one,) = BulkRater(layout, model_for(layout)).rate([good[1:] + b"\n", good + b".\n", good + b"\n"])
    assert (one.puzzles, [number for number, _ in one.problems]) == ([good.decode()], [1, 2])


def test_states_are_rated_as_they_are() -> None:
    puzzle, model = Puzzle.parse(WING), shipped_ladder("hodoku")
    explanation = explain_puzzle(puzzle, model.ladder)
    state = [before for _, before in states_before(State(puzzle), explanation)][len(explanation) // 2]
    entry = Entry(puzzle, placed=state.placed, marks=state.marks)
    written = [format_named(name).load_writer()(entry).strip() for name in ("line", "candidates", "hodoku", "line")]
    rows = "".join(csv_rows(one) for one in BulkRater(puzzle.layout, model).rate(map(str.encode, written))).splitlines()
    told = [dict(zip(COLUMNS, row.split(","), strict=True)) for row in rows]
    for text, one in zip(written, told, strict=True):
        rating = rate_puzzle(reader_of(text)(text, None).state, model.ladder)
        assert (int(one["steps"]), int(one["score"]), one["level_name"]) == (
            rating.steps,
            rating.score,
            rating.level_name,
        )
    assert int(told[1]["steps"]) < int(told[0]["steps"]) == len(explanation)


def test_a_contradiction_is_an_outcome() -> None:
    layout = Layout.parse("2x2")
    (one,) = BulkRater(layout, model_for(layout)).rate([b"11.............."])
    assert csv_rows(one).split(",")[4] == "contradiction"


def test_the_same_as_a_table() -> None:
    pyarrow = pytest.importorskip("pyarrow")
    layout = Layout.parse("2x2")
    (one,) = BulkRater(layout, model_for(layout)).rate([b"1.....2.........", b"................"])
    table = arrow_table(one, pyarrow)
    assert table.column_names == list(COLUMNS)
    assert table.num_rows == 2


def test_rows_of_wide_ladders_list_their_rules() -> None:
    """Numbers that do not fit in 63 bits together: levels of thousands, scores of millions, rules beyond a column."""
    rungs = tuple(Rung(name, k) for k, name in enumerate(("hidden-single-region", *EVERY_OTHER), 1))
    rater = BulkRater(Layout.parse("2x2"), GradeModel.of_ladder(Ladder(rungs), "all"))
    rng = np.random.default_rng(1)
    found = rng.integers(0, [80, 9000, 200, 3, 10**6, 5, 1 << 62, 1 << 62], (3000, len(MEASURED)))
    found[1000:2000] = found[:1000]
    found[2000:] = found[:1000]
    found[2000:, MORE_USED] ^= 1 << (len(rungs) - 64)
    first, places = np.unique(_packed(found), return_index=True, return_inverse=True)[1:]
    assert len(first) == len(np.unique(found, axis=0)) == 2000
    assert (found[first[places]] == found).all()
    row = rater._row(Measures(20, 5, 9, 1, 0, 0, used=1, more_used=1 << (len(rungs) - 64)))
    assert row.rules.split() == ["hidden-single-region", rungs[-1].technique]


def test_lines_may_name_other_layouts() -> None:
    layout, clues = Layout.parse("2x2"), "1432 3... 41.. 2...".replace(" ", "")
    cages = layout.with_constraints("cage 8: r2c3 r2c4 r3c4")
    lines = [clues, f"{clues} {cages.spec}", "1.2.3....4...... latin-4", "1..", clues]
    (one,) = BulkRater(layout, model_for(layout), model_of=model_for).rate(map(str.encode, lines))
    assert one.puzzles == [clues, f"{clues} {cages.spec}", "1.2.3....4...... latin-4", clues]
    assert [number for number, _ in one.problems] == [4]
    rows = [row.split(",") for row in csv_rows(one).splitlines()]
    for row, board in zip(rows, (layout, cages, Layout.latin(4), layout), strict=True):
        rating = rate_puzzle(Puzzle.parse(row[0][:16], board), model_for(board).ladder)
        assert [int(row[2]), int(row[3]), row[4]] == [rating.level, rating.steps, rating.outcome]
    (refusing,) = BulkRater(layout, model_for(layout)).rate(map(str.encode, lines))
    assert [number for number, _ in refusing.problems] == [2, 3, 4]


@pytest.mark.parametrize("first", range(5))
def test_lines_of_several_layouts_are_rated_in_any_order(first: int) -> None:
    lines = [
        ".9.....6.8..14...2.....2.....93...7..5..1..3..6...79.....7.....7...29..5.4.....8.",
        "123456789........................................................................ 3x3+diagonals",
        "14323...41..2...",
        "12..........................34......",
        "1.............2.......... latin-5",
    ]
    lines = lines[first:] + lines[:first]
    layout = reader_of(lines[0])(lines[0], None).puzzle.layout
    (one,) = BulkRater(layout.base, model_for(layout), model_of=model_for).rate(f"{text}\n".encode() for text in lines)
    assert (one.puzzles, one.problems) == (lines, [])
    for text, row in zip(lines, csv_rows(one).splitlines(), strict=True):
        puzzle = reader_of(text)(text, None).puzzle
        rating = rate_puzzle(puzzle, model_for(puzzle.layout).ladder)
        assert row.split(",")[2:5] == [str(rating.level), str(rating.steps), rating.outcome]
