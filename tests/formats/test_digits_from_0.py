"""Boards whose digits run from 0, as in 16×16 boards of 0 to F."""

from __future__ import annotations

import pytest

from cpgen import formats
from cpgen.collection.bulk import BulkRater
from cpgen.difficulty import model_for
from cpgen.layout import Layout
from cpgen.notation import with_digits_from_1

HEXADOKU = [
    "98..E..2..D.....",
    ".D.........1B.35",
    "...A0...53.87...",
    "...C36.4.9.BF.0E",
    "1...A...E..0..F4",
    "4C..729..B..0...",
    "..B......F7...2.",
    "...EF3..18..C6..",
    "..6...DCB..7....",
    "F58...EAC.1..96.",
    ".3....2F..4....1",
    "..A..1..D.....7.",
    "2..6..........4.",
    "..F........D2...",
    "..731B.5....90.F",
    ".E4....73.....BC",
]
LINE = "".join(HEXADOKU)
FOUR = "0.2........31..."


def only(text):
    (entry,) = formats.read(text)
    return entry


@pytest.mark.parametrize("text", ["\n".join(HEXADOKU), LINE, f'{{"puzzle": "{LINE}"}}'], ids=["rows", "line", "json"])
def test_zero_is_a_digit_where_dots_are_open_cells(text):
    puzzle = only(text).puzzle
    assert puzzle.line == LINE.replace("0", "G")


@pytest.mark.parametrize("open_cell", ".*_")
def test_four_digits_may_run_from_0(open_cell):
    assert only(FOUR.replace(".", open_cell)).puzzle.line == FOUR.replace("0", "4")


def test_a_solution_with_0_agrees_with_its_clues():
    entry = only("0.2.2........... 0123230110323210")
    assert entry.solution == tuple(4 if one == "0" else int(one) for one in "0123230110323210")


@pytest.mark.parametrize(
    "text",
    ["1020000003000040", "0000000000000000", "1.2.0..........4", "00.2............", "0.2.0..........."],
    ids=["no other sign", "empty", "with the highest digit", "twice in a row", "twice in a column"],
)
def test_zero_is_an_open_cell_otherwise(text):
    assert with_digits_from_1(text, 4) == text


def test_bulk_ratings_know_digits_from_0():
    layout = Layout.parse("2x2")
    lines = [b"1020000003000040\n", FOUR.encode() + b"\n"]
    for some in (lines, lines[1:]):
        (one,) = BulkRater(layout, model_for(layout)).rate(some)
        assert one.puzzles[-1] == FOUR.replace("0", "4")
