"""Puzzles of every format are found in one text; damage is reported with its line, and reading continues."""

import io
import json
import random
import re
from contextlib import suppress

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cpgen import formats
from cpgen.formats import lzstring
from cpgen.layout import Layout
from cpgen.puzzle import Puzzle
from tests.formats.boards import LAYOUTS, entries, with_clues_held

LINE = ".9.....6.8..14...2.....2.....93...7..5..1..3..6...79.....7.....7...29..5.4.....8."
ROWS = [LINE[k : k + 9] for k in range(0, 81, 9)]
USUAL = Puzzle.parse(LINE)
NAMES = [one.name for one in formats.FORMATS]
OTHERS = ("rows", "sdk", "ss", "marks", "sdx", "csv", "json", "opensudoku", "sumocue", "url", "latex")
OF_A_LINE = [name for name in NAMES if name not in OTHERS]


def written(name, entry=None):
    return "".join(formats.write([entry or formats.Entry(USUAL)], name))


def test_line_formats_are_recognised_in_one_text():
    text = "# a comment\n" + "".join(written(name) for name in OF_A_LINE) + "\n" + "\n".join(ROWS) + "\n"
    assert [entry.puzzle for entry in formats.read(text)] == [USUAL] * (len(OF_A_LINE) + 1)


def test_line_numbers_do_not_depend_on_line_ends():
    text = f"# c\n{LINE}\n\n1...\n....\n....\n...5\n\n{LINE[:-1]}\n{LINE}\n2x2:zz\n"
    for end in ("\n", "\r\n", "\r"):
        found = list(formats.read(text.replace("\n", end)))
        assert [one.line for one in found if isinstance(one, formats.Problem)] == [4, 9, 11]
        assert len(found) == 5


def test_rows_are_one_board_and_long_lines_one_each():
    assert len(list(formats.read("\n".join(ROWS)))) == 1
    assert len(list(formats.read("\n".join([LINE] * 9)))) == 9
    assert len(list(formats.read("\n".join([LINE] * 81)))) == 81
    assert len(list(formats.read("\n".join([LINE] * 200)))) == 200


def test_sixteen_rows_may_be_sixteen_small_boards():
    small = "12.43.12.1433.2."
    (board,) = formats.read("\n".join(["G" + "." * 15] * 1 + ["." * 16] * 15))
    assert board.puzzle.layout.size == 16
    assert len(list(formats.read("\n".join([small] * 16)))) == 16
    (board,) = formats.read("\n".join([small[:4] + "." * 12] + ["." * 16] * 15), Layout.boxes(4, 4))
    assert board.puzzle.clue_count == 3


def test_short_row_is_reported_once():
    (problem,) = formats.read("\n".join([*ROWS[:3], ROWS[3][1:], *ROWS[4:]]))
    assert str(problem).startswith("line 1: ")
    assert "Row 4 of the puzzle has 8 cells" in str(problem)


@pytest.mark.parametrize("name", [*OF_A_LINE, "rows", "csv", "sdk", "marks"])
def test_invalid_byte_spoils_only_its_own_puzzle(name):
    head, block = re.fullmatch("(puzzle,[^\n]*\n)?(.*)", written(name), re.DOTALL).groups(default="")
    text, at = block.encode(), len(block) // 2
    found = list(formats.read(head.encode() + text + text[:at] + b"\xfe" + text[at + 1 :] + text))
    assert [isinstance(one, formats.Entry) for one in found] == [True, False, True]
    assert re.fullmatch(r"line \d+: There is a byte here that is not UTF-8 text: FE \(hexadecimal\)\.", str(found[1]))
    assert found[1].line == 1 + (head + block).count("\n")


def test_byte_order_mark_is_ignored():
    assert [entry.puzzle for entry in formats.read(b"\xef\xbb\xbf" + LINE.encode())] == [USUAL]
    assert [entry.puzzle for entry in formats.read(b"\xef\xbb\xbf" + written("json").encode())] == [USUAL]


def test_empty_text_has_no_puzzle():
    assert list(formats.read("")) == list(formats.read("\n \n# nothing\n")) == []


def test_stream_is_read_incrementally_and_stays_open():
    class Endless(io.RawIOBase):
        def readable(self):
            return True

        def readinto(self, buffer):
            text = (LINE + "\n").encode() * (len(buffer) // 82)
            buffer[: len(text)] = text
            return len(text)

    stream = Endless()
    found = formats.read(stream)
    assert [next(found).puzzle for _ in range(5000)] == [USUAL] * 5000
    del found
    assert not stream.closed


def test_endless_line_is_refused_in_bounded_memory():
    found = list(formats.read(io.BytesIO(b"1" * 20_000_000 + b"\n" + LINE.encode())))
    assert [isinstance(one, formats.Entry) for one in found] == [False, True]


GARBAGE = {
    "letters": lambda rng: "".join(rng.choices("abcxyzABC", k=2_000_000)),
    "anything": lambda rng: rng.randbytes(2_000_000),
    "digits": lambda rng: "".join(rng.choices("0123456789.", k=2_000_000)),
    "lines": lambda rng: "\n".join("".join(rng.choices("01.#/:{[<zk", k=80)) for _ in range(5_000)),
}


STARTS = [
    "",
    "<opensudoku>",
    "<java>",
    "PK\x03\x04",
    '{"puzzle":',
    "[{",
    "[Puzzle]\n",
    "puzzle,title\n",
    "3x3:",
    ":0000:x:",
]


@pytest.mark.parametrize("kind", GARBAGE)
def test_megabytes_of_garbage_are_refused_briefly(kind):
    garbage = GARBAGE[kind](random.Random(5))
    text = garbage if isinstance(garbage, bytes) else garbage.encode()
    for start in STARTS:
        for problem in formats.read(start.encode() + text[: 50_000 if start else 2_000_000]):
            assert isinstance(problem, formats.Problem)
            assert len(str(problem)) < 400


LINKS = ["https://puzz.link/p?sudoku/9/9/", "https://f-puzzles.com/?load=", "https://sudokupad.app/scl"]
LINKS += [
    "https://sudokumaker.app/?puzzle=",
    "https://www.sudokuwiki.org/sudoku.htm?bd=S9B",
    "https://sudokupad.app/scf",
]
LINKS += ["https://swaroopg92.github.io/penpa-edit/#m=edit&p=", "https://sudokupad.app/fpuzzles"]


@pytest.mark.parametrize("letters", [lzstring.ALPHABET, "g1-/"])
def test_long_links_of_garbage_are_refused(letters):
    garbage = "".join(random.Random(5).choices(letters, k=1_000_000))
    for start in LINKS:
        (problem,) = formats.read(start + garbage)
        assert len(str(problem)) < 400


@pytest.mark.parametrize("name", NAMES)
@given(data=st.data())
@settings(max_examples=8)
def test_damage_anywhere_raises_only_input_errors(name, data):
    one = formats.format_named(name)
    held = [layout for layout in LAYOUTS if layout.size < 10 and not one.refusal(layout, layout)]
    entry = with_clues_held(data.draw(entries(held)), one)
    text = "".join(formats.write([entry], name, entry.puzzle.layout))
    at = data.draw(st.integers(0, len(text)))
    length = data.draw(st.sampled_from([0, 1, 2, 10, len(text)]))
    damage = data.draw(st.sampled_from(["", "9", "z", "-", ",", '"', "}", "]", "<", "\x00", "\ud7ff", "９", "\n"]))
    given = entry.puzzle.layout if one.needs_layout else None
    for found in formats.read(text[:at] + damage + text[at + length :], given):
        assert isinstance(found, formats.Entry) or (0 < len(str(found)) < 400 and str(found).endswith("."))


@given(st.text() | st.text('{}[]:,"<>|#/.0129xjk_- \n', max_size=200) | st.binary(max_size=200))
@settings(max_examples=120)
def test_any_text_raises_only_input_errors(text):
    for found in formats.read(text):
        assert isinstance(found, formats.Entry) or str(found)


NAMED = ("puzzle", "solution", "layout", "marks", "placed", "title", "grid", "size", "value", "region", "cells")
NAMED += ("regions", "cages", "metadata", "extraregion", "diagonal+", "given", "more", "centerPencilMarks")
KEYS = st.sampled_from(NAMED)


@given(st.recursive(st.none() | st.integers() | st.text(max_size=5), lambda i: st.lists(i) | st.dictionaries(KEYS, i)))
@settings(max_examples=40)
def test_any_object_raises_only_input_errors(value):
    for start in ({"puzzle": LINE}, {"size": 2, "grid": value}, {"cells": value}, {}):
        data = start | value if isinstance(value, dict) else start
        with suppress(RecursionError):
            assert list(formats.read(json.dumps(data)))
