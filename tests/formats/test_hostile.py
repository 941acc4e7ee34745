"""Texts that are made to hurt: half characters, and small texts that unpack to large ones."""

from __future__ import annotations

import io
import json
import tracemalloc
import zipfile

import pytest

from cpgen.errors import InputError
from cpgen.formats import FORMATS, Problem, puzzle_texts, read
from cpgen.formats.lzstring import compress, decompress
from cpgen.formats.writing import write
from cpgen.limits import LONGEST_UNPACKED
from cpgen.render.render_requests import BookRequest
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
        build(BookRequest, {"title": "a\udcffb"})


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
