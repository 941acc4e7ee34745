"""The table of formats is complete, and the page generated from it is up to date."""

import runpy
from pathlib import Path

import pytest

from cpgen import formats
from cpgen.errors import InputError
from cpgen.formats.table import format_by_extension

ROOT = Path(__file__).parents[2]
WANTED = (
    "line rows sdm sdk ss hodoku marks sdx candidates jigsaw sumocue iss tatham puzzlink sudokuwiki sudokucoach "
    "sudokuexchange fpuzzles sudokupad scl sudokumaker url penpa opensudoku ipuz latex json "
    "jsonl csv"
)


def test_every_format_is_listed_once():
    assert sorted(one.name for one in formats.FORMATS) == sorted(WANTED.split())


def test_documentation_agrees_with_the_table():
    script = runpy.run_path(str(ROOT / "scripts" / "write_format_docs.py"))
    assert script["PAGE"].read_text(encoding="utf-8") == script["page"](), "run scripts/write_format_docs"


def test_format_is_found_by_file_extension():
    named = {"a.sdm": "sdm", "a.SDK": "sdk", "x/y.json": "json", "a.jsonl": "jsonl", "a.xml": "opensudoku"}
    for file, name in (named | {"a.txt": "line"}).items():
        assert format_by_extension(file).name == name
    assert {format_by_extension(file) for file in ("a", "a.", "a.png", "-", "sdm")} == {None}


def test_unknown_format_is_refused_with_the_nearest():
    with pytest.raises(InputError, match="Did you mean 'hodoku'"):
        formats.format_named("hodocu")


def test_readers_and_writers_exist():
    assert all(callable(one.load_reader()) and callable(one.load_writer()) for one in formats.FORMATS)
