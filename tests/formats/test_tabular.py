"""Rows of figures leave as tables that others read back."""

from __future__ import annotations

import csv
import io
import sys

import pytest

from cpgen.errors import InputError
from cpgen.tabular import csv_text, markdown, parquet_bytes

ROWS = [{"grade": "expert", "level": 6, "note": 'said "so"'}, {"grade": "any", "level": None, "note": "two\nlines"}]


def test_csv_is_read_back_with_none_left_empty() -> None:
    back = list(csv.DictReader(io.StringIO(csv_text(ROWS))))
    assert back == [
        {"grade": "expert", "level": "6", "note": 'said "so"'},
        {"grade": "any", "level": "", "note": "two\nlines"},
    ]


def test_markdown_keeps_the_lines_of_a_cell_in_one_row() -> None:
    assert markdown(ROWS).splitlines() == [
        "| grade | level | note |",
        "| --- | --- | --- |",
        '| expert | 6 | said "so" |',
        "| any |  | two<br>lines |",
    ]


def test_parquet_is_read_back() -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    assert parquet.read_table(io.BytesIO(parquet_bytes(ROWS))).to_pylist() == ROWS


def test_parquet_without_its_package_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow.parquet", None)
    with pytest.raises(InputError, match=r"Parquet needs the package pyarrow; install it with `.*\[parquet\]'`\."):
        parquet_bytes(ROWS)
