"""The catalogue of 5×5 boards: the figures of the poster, and counts by brute force."""

from __future__ import annotations

import csv
import io
from itertools import combinations, islice
from xml.etree import ElementTree

import numpy as np
import pytest

from cpgen import resources
from cpgen.boards.pentomino_catalogue import (
    NAMES,
    Row,
    analyse,
    catalogue,
    fixes_any,
    latin_squares,
    layouts,
    summary,
    title,
)
from cpgen.boards.pentomino_pieces import PIECES, corner_board, letter_of, rotations
from cpgen.errors import CpgenError
from cpgen.layout import Layout
from cpgen.oracles import open_oracle
from cpgen.puzzle import Puzzle
from cpgen.render.svg import board_sheet
from cpgen.tabular import csv_text, parquet_bytes
from tests import brute

PINWHEEL = Layout.parse(resources.text("layouts", "pinwheel-5"))
ROWS = Layout.from_regions("AAAAABBBBBCCCCCDDDDDEEEEE")
SNAKE = Layout.from_regions("AAAAB/ABBBB/CCCCC/DDDDE/DEEEE")


@pytest.fixture(scope="module")
def poster() -> list[Row]:
    return catalogue(layouts("rotation", corners_apart=True))


@pytest.fixture(scope="module")
def whole() -> list[Row]:
    return catalogue(layouts("symmetry"))


def test_the_poster_counts_161280_latin_squares():
    squares = latin_squares()
    assert len(squares) * NAMES == 161280
    assert len(np.unique(squares, axis=0)) == len(squares)
    assert analyse(ROWS).grids == 161280


def test_the_figures_of_the_poster(poster):
    assert len(poster) == 542
    assert sum(row["grids"] == 0 for row in poster) == 16
    assert sum(row["grids"] > 0 and row["four_clue_puzzles"] == 0 for row in poster) == 3
    assert {720, 1800} <= {row["grids"] for row in poster}
    assert all(row["corners_apart"] for row in poster)


def test_boards_missing_on_the_poster(whole):
    assert len(whole) == 515
    assert sum(row["corners_apart"] for row in whole) == 272
    assert sum(row["grids"] == 0 for row in whole) == 8
    assert sum(row["grids"] > 0 and row["four_clue_puzzles"] == 0 for row in whole) == 27
    assert max(row["fewest_clues"] or 0 for row in whole) == 6
    assert [row["board"] for row in whole if row["fewest_clues"] == 6] == [ROWS.spec]
    assert sum(row["four_clue_puzzles"] for row in whole) == 546162


def test_grid_counts_equal_those_of_the_oracle(whole):
    oracle = open_oracle("bitset")
    for row in whole[::17]:
        assert oracle.count(Puzzle(Layout.parse(row["board"]), (0,) * 25), None) == row["grids"]


def test_grid_counts_equal_those_of_brute_force():
    assert brute.count(PINWHEEL, (0,) * 25, 10**6) == analyse(PINWHEEL).grids
    assert analyse(SNAKE).grids == 14400


def test_four_clue_puzzles_equal_those_of_the_oracle():
    """Test all choices of four cells on two boards."""
    oracle = open_oracle("bitset")
    for layout in (PINWHEEL, Layout.parse(resources.text("layouts", "pentomino-1"))):
        named = {tuple(cells) for cells in analyse(layout).four_clue_cells.tolist()}
        assert named
        for cells in islice(combinations(range(25), 4), 0, None, 3):
            clues = [0] * 25
            for digit, cell in enumerate(cells, 1):
                clues[cell] = digit
            assert (oracle.count(Puzzle(layout, tuple(clues))) == 1) == (cells in named), cells


def test_four_clues_lead_to_the_listed_grid():
    one = analyse(PINWHEEL)
    for cells, k in list(zip(one.four_clue_cells.tolist(), one.four_clue_classes.tolist(), strict=True))[::200]:
        grid = one.classes[k] + 1
        clues = [int(digit) if cell in cells else 0 for cell, digit in enumerate(grid)]
        assert [tuple(found) for found in brute.completions(PINWHEEL, clues)] == [tuple(grid.tolist())]


def test_fewest_clues_is_exact_or_none():
    assert analyse(SNAKE).fewest_clues == 5
    assert analyse(SNAKE).four_clue_puzzles == 0
    assert fixes_any(analyse(SNAKE).classes, 5)
    assert not fixes_any(analyse(SNAKE).classes, 4)
    without = next(layout for layout in layouts() if not analyse(layout).grids)
    assert analyse(without).fewest_clues is None
    assert not open_oracle().is_consistent(Puzzle(without, (0,) * 25))


def test_bitmask_count_equals_the_general_count(whole):
    """Compare `fixes_any` with the bitmasks over all choices of four cells."""
    for row in whole[::60]:
        one = analyse(Layout.parse(row["board"]))
        assert fixes_any(one.classes, 4) == (one.four_clue_puzzles > 0)


def test_pieces_have_customary_letters():
    assert sorted(letter_of(cells) for cells in PIECES.values()) == sorted(PIECES)
    assert analyse(PINWHEEL).pieces == "PPPPX"
    assert analyse(ROWS).pieces == "IIIII"


def test_csv_of_the_catalogue_round_trips(poster):
    rows = list(csv.DictReader(io.StringIO(csv_text(poster))))
    assert len(rows) == 542
    assert [row["board"] for row in rows] == [row["board"] for row in poster]
    assert {row["fewest_clues"] for row in rows if row["grids"] == "0"} == {""}


EMPTY = (
    "0,5,3,12; 0,28,19,14; 0,28,19,21; 0,30,3,12; 1,2,8,9; 1,3,2,9; 1,7,5,9; 1,8,5,9; 1,8,30,9; 5,5,9,6; 14,24,17,25; "
    "17,25,18,19; 17,25,21,23; 17,25,21,24; 17,25,24,18; 21,21,22,25"
)


def test_board_names_equal_those_of_the_poster_program(poster):
    names = sorted(min(rotations(tuple(map(int, row["corners"].split(","))))) for row in poster)
    assert len(set(names)) == 542
    assert names[:5] == [(0, 1, 2, 12), (0, 1, 2, 13), (0, 1, 2, 15), (0, 1, 3, 12), (0, 1, 3, 14)]
    assert names[-3:] == [(21, 21, 21, 22), (21, 21, 22, 25), (21, 22, 21, 22)]
    for row in poster[::20]:
        assert analyse(corner_board(row["corners"])).grids == row["grids"]


def test_summary_has_the_figures_of_the_poster(poster):
    text = summary(poster, title("rotation", True))
    assert text.startswith("# 5×5 boards, corners apart, up to rotation\n")
    named = "by the numbers of `cpgen layouts corners`:"
    for line in (
        *("| boards | 542 |", "| without a grid | 16 |", "| with grids, but none that four clues fix | 3 |"),
        f"\nWithout a grid, {named} {EMPTY}.\n",
        f"\nWith grids, but none that four clues fix, {named} 1,16,1,16; 1,16,32,17; 17,32,17,32.\n",
    ):
        assert line in text


def test_missing_parquet_library_is_reported(poster, monkeypatch):
    monkeypatch.setitem(__import__("sys").modules, "pyarrow", None)
    with pytest.raises(CpgenError, match=r"Parquet needs the package pyarrow; install it with `.*\[parquet\]'`\."):
        parquet_bytes(poster)


def test_parquet_of_the_catalogue_round_trips(poster):
    pytest.importorskip("pyarrow")
    from pyarrow import BufferReader, parquet

    assert parquet.read_table(BufferReader(parquet_bytes(poster))).to_pylist() == poster


def test_sheet_shows_all_boards():
    root = ElementTree.fromstring(board_sheet([PINWHEEL, SNAKE, ROWS], ["1 < 2", "b", "c"], [False, True, False]))
    groups = [child for child in root if child.tag.endswith("g")]
    assert len(groups) == 3
    assert [group.get("class") for group in groups] == [None, "g", None]
    assert [group[2].text for group in groups] == ["1 < 2", "b", "c"]
    lines = groups[2][1].get("d")
    assert lines == "M0 10H50M0 20H50M0 30H50M0 40H50M0 0H50V50H0Z"


def test_corners_of_a_row_name_its_board(poster, whole):
    for row in (*poster, *whole):
        if row["corners_apart"]:
            assert corner_board(row["corners"]).spec == row["board"]
        else:
            assert row["corners"] == ""
