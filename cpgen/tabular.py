"""Tables as CSV, Parquet or Markdown."""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping, Sequence
from importlib import import_module
from typing import Any

from cpgen.errors import packages_of

Row = Mapping[str, Any]
"""Row of a table: values by column name; all rows of a table have the same columns in the same order"""


def csv_text(rows: Sequence[Row]) -> str:
    """Return the rows as comma-separated values with a header; None becomes an empty field."""
    text = io.StringIO()
    writer = csv.DictWriter(text, list(rows[0]), lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return text.getvalue()


def parquet_bytes(rows: Sequence[Row]) -> bytes:
    """Return the rows as a Parquet file; raise InputError if pyarrow is not installed."""
    pyarrow = arrow()
    sink = pyarrow.BufferOutputStream()
    pyarrow.parquet.write_table(pyarrow.Table.from_pylist(list(rows)), sink)
    return bytes(sink.getvalue())


def markdown(rows: Sequence[Row]) -> str:
    """Return the rows as a Markdown table; None becomes an empty cell, and line breaks become `<br>`.

    >>> print(markdown([{"grade": "expert", "level": 6}, {"grade": "any", "level": None}]))
    | grade | level |
    | --- | --- |
    | expert | 6 |
    | any |  |
    """
    heading = list(rows[0])
    lines = [heading, ["---"] * len(heading), *([_cell(row[name]) for name in heading] for row in rows)]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def _cell(value: Any) -> str:
    return "" if value is None else str(value).replace("\n", "<br>")


def arrow() -> Any:
    """Import and return pyarrow; raise InputError if it is not installed."""
    with packages_of("parquet", "Parquet needs the package pyarrow"):
        import_module("pyarrow.parquet")
        return import_module("pyarrow")
