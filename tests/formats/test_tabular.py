"""Tables are written so that other programs read them."""

from __future__ import annotations

import csv
import io
import sys

import pytest

from cpgen.errors import InputError
from cpgen.tabular import csv_text, markdown, parquet_bytes

ROWS = [{"grade": "expert", "level": 6, "note": 'said "so"'}, {"grade": "any", "level": None, "note": "two\nlines"}]


def test_csv_writes_none_as_empty() -> None:
    back = list(csv.DictReader(io.StringIO(csv_text(ROWS))))
    assert back == [
        {"grade": "expert", "level": "6", "note": 'said "so"'},
        {"grade": "any", "level": "", "note": "two\nlines"},
    ]


def test_markdown_keeps_cell_lines_in_one_row() -> None:
    assert markdown(ROWS).splitlines() == [
        "| grade | level | note |",
        "| --- | --- | --- |",
        '| expert | 6 | said "so" |',
        "| any |  | two<br>lines |",
    ]


def test_parquet_round_trips() -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    assert parquet.read_table(io.BytesIO(parquet_bytes(ROWS))).to_pylist() == ROWS


def test_missing_pyarrow_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow.parquet", None)
    with pytest.raises(InputError, match=r"Parquet needs the package pyarrow; install it with `.*\[parquet\]'`\."):
        parquet_bytes(ROWS)
