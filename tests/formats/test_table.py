"""The table of formats is whole, and the page that is written from it is up to date."""

import runpy
from pathlib import Path

import pytest

from cpgen import formats
from cpgen.errors import InputError
from cpgen.formats.table import by_ending

ROOT = Path(__file__).parents[2]
WANTED = "line rows sdm sdk ss hodoku jigsaw tatham puzzlink fpuzzles sudokupad opensudoku penpa json csv"


def test_every_format_is_there_once():
    assert sorted(one.name for one in formats.FORMATS) == sorted(WANTED.split())


def test_the_page_is_what_the_table_says():
    script = runpy.run_path(str(ROOT / "scripts" / "write_format_docs.py"))
    assert script["PAGE"].read_text(encoding="utf-8") == script["page"](), "run scripts/write_format_docs"


@pytest.mark.parametrize(
    ("file", "name"),
    [
        ("a.sdm", "sdm"),
        ("a.SDK", "sdk"),
        ("x/y.json", "json"),
        ("a.jsonl", "json"),
        ("a.xml", "opensudoku"),
        ("a.txt", "line"),
    ],
)
def test_the_ending_of_a_file_tells_its_format(file, name):
    assert by_ending(file).name == name


@pytest.mark.parametrize("file", ["a", "a.", "a.png", "-", "sdm"])
def test_other_endings_tell_none(file):
    assert by_ending(file) is None


def test_an_unknown_format_is_refused_with_the_nearest():
    with pytest.raises(InputError, match="Did you mean 'hodoku'"):
        formats.named("hodocu")


@pytest.mark.parametrize("one", formats.FORMATS, ids=lambda one: one.name)
def test_readers_and_writers_exist(one):
    assert callable(one.load_reader())
    assert callable(one.load_writer())
