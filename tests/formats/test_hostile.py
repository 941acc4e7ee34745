"""Texts made to do harm: half characters, and small texts that unpack to large ones."""

from __future__ import annotations

import io
import json
import tracemalloc
import zipfile

import pytest

from cpgen.constraints import read_constraints
from cpgen.errors import InputError
from cpgen.files import parse_toml
from cpgen.formats import FORMATS, Problem, puzzle_texts, read
from cpgen.formats.lzstring import compress, decompress
from cpgen.formats.sudokupad import read as read_link
from cpgen.formats.writing import write
from cpgen.limits import LONGEST_BOARD, LONGEST_UNPACKED, MOST_CONSTRAINTS
from cpgen.render.render_requests import BookSettings
from cpgen.schema import build

PUZZLE = ".9.....6.8..14...2.....2.....93...7..5..1..3..6...79.....7.....7...29..5.4.....8."
HALF = json.dumps({"puzzle": PUZZLE, "title": "a\ud800b", "solver": [{"\udc80": "\udfff"}]})


@pytest.mark.parametrize("name", [one.name for one in FORMATS if one.clues])
def test_half_a_character_in_a_title_is_replaced(name):
    entries = list(read(f"{HALF}\n{HALF}"))
    assert [entry.title for entry in entries] == ["a�b", "a�b"]
    for entry in entries:
        "".join(write([entry], name)).encode()


def test_half_a_character_in_an_option_is_refused():
    with pytest.raises(InputError, match=r"title should be text, but .* \(U\+DCFF\)"):
        build(BookSettings, {"title": "a\udcffb"})


def test_small_addresses_do_not_fill_the_memory():
    bomb = compress("x" * 4 * LONGEST_UNPACKED)
    assert len(bomb) < 6000
    tracemalloc.start()
    with pytest.raises(InputError, match="unpacks to more than"):
        decompress(bomb)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 16 * LONGEST_UNPACKED


@pytest.mark.parametrize("method", [zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA, zipfile.ZIP_DEFLATED])
def test_small_zip_files_do_not_fill_the_memory(method):
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", method) as file:
        file.writestr("board.xml", bytes(1 << 27))
    stream.seek(0)
    tracemalloc.start()
    (found,) = read(stream)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert isinstance(found, Problem)
    assert peak < 1 << 26


def test_empty_lines_cost_little_each():
    assert not list(puzzle_texts("\n" * 100_000))


@pytest.mark.parametrize("text", [",C", "{,", "{]}", "]", "a:b", "{a:{}", "[{},"])
def test_damaged_shorthand_is_refused(text):
    with pytest.raises(InputError, match="neither JSON nor SudokuPad's shorthand"):
        read_link(f"https://sudokupad.app/scl{compress(text)}")


@pytest.mark.parametrize("begin", ["[", "[\n", "[{", '[{"a":', '[[],{"a":[\n'])
def test_nested_json_is_given_up(begin):
    found = list(read(begin * 20_000))
    assert len(found) < 10
    assert isinstance(found[-1], Problem)


def test_json_after_a_damaged_record_is_read():
    text = f'[{{"puzzle": "{PUZZLE}"}},\n{{"puzzle": "x", "marks": ["1",\n{{"puzzle": "{PUZZLE}"}}]'
    found = list(read(text))
    assert [isinstance(one, Problem) for one in found] == [False, True, False]


def test_a_long_json_list_is_read_in_parts():
    text = json.dumps([{"puzzle": PUZZLE}] * 2000)
    assert len(text) > LONGEST_BOARD
    assert [entry.puzzle.line for entry in read(text)] == [PUZZLE] * 2000


def test_too_many_constraints_are_refused_before_reading():
    with pytest.raises(InputError, match="2001 constraints"):
        read_constraints("nonsense\n" * (MOST_CONSTRAINTS + 1), 9)


def test_a_toml_key_of_too_many_parts_is_refused():
    with pytest.raises(ValueError, match="more than 64 parts"):
        parse_toml("a" + ".a" * 70 + " = 1")
    assert parse_toml('a.b = "' + "x." * 70 + '"')["a"]["b"].startswith("x.x")
