"""CSV with a header row: a puzzle a row, a column a key, the keys those of the JSON object."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterable, Iterator
from functools import partial
from typing import Any

from cpgen.errors import InputError
from cpgen.formats.board import text_of
from cpgen.formats.entry import TEXTS, Entry
from cpgen.formats.jsons import object_of
from cpgen.formats.objects import from_object, object_of_entry
from cpgen.formats.reading import Piece
from cpgen.layout import Layout

COLUMNS = ("puzzle", "solution", "layout", "clues", "level", "steps", *TEXTS, "placed", "marks", "more")
OTHER_NAMES = {"puzzles": "puzzle", "quizzes": "puzzle", "solutions": "solution", "difficulty": "grade"}
NUMBERS = ("level", "steps")


def read(text: str, layout: Layout | None = None) -> Entry:
    """The entry of a row that is written as a JSON object of texts by column."""
    cells = {key: value for key, value in object_of(text, "The row").items() if value}
    data: dict[str, Any] = {key: cells.pop(key) for key in COLUMNS[:3] if key in cells}
    cells.pop("clues", None)
    if "marks" in cells:
        data["marks"] = [one.strip(".") for one in cells.pop("marks").split(" ")]
    if "more" in cells:
        data |= object_of(cells.pop("more"), "The column 'more'")
    data |= {key: _number(key, cells.pop(key)) for key in NUMBERS if key in cells}
    data |= cells
    return from_object(data, layout)


def _number(key: str, text: str) -> int | float:
    try:
        value = float(text)
        return int(value) if value == int(value) else value
    except (ValueError, OverflowError):
        raise InputError(f"{text[:30]!r} in the column {key!r} is not a number.") from None


def pieces(stream: Iterable[str]) -> Iterator[Piece]:
    """The rows after the header."""
    rows = iter(stream)
    header = next((row for row in rows if row.strip()), "")
    mark = max(",;\t", key=header.count)
    names = [OTHER_NAMES.get(name, name) for name in map(_name, next(csv.reader([header], delimiter=mark)))]
    table = csv.reader(rows, delimiter=mark)
    while True:
        line = table.line_num + 2
        try:
            row = next(table)
        except StopIteration:
            return
        except csv.Error as error:
            yield Piece(line, "", partial(_damaged, str(error)))
            continue
        if len(row) > len(names):
            yield Piece(line, "", partial(_damaged, f"it has {len(row)} cells under {len(names)} names"))
        elif any(row):
            yield Piece(line, json.dumps(dict(zip(names, row, strict=False))), read)


def _name(text: str) -> str:
    return text.strip().lower()


def _damaged(why: str, text: str, layout: Layout | None) -> Entry:
    raise InputError(f"The row of the table is damaged: {why}.")


class Writer:
    """Writes a row for each entry, and the names of the columns before the first."""

    def __init__(self) -> None:
        self._begun = False

    def __call__(self, entry: Entry) -> str:
        """The entry as a row."""
        data = object_of_entry(entry)
        if entry.marks:
            data["marks"] = " ".join(text_of(cell) or "." for cell in entry.marks)
        columns = {key: data.pop(key, None) for key in COLUMNS if key not in NUMBERS and key != "more"}
        columns |= {key: data.pop(key) for key in NUMBERS if type(data.get(key)) is int}
        columns["more"] = json.dumps(data, ensure_ascii=False) if data else None
        text = io.StringIO()
        rows = csv.DictWriter(text, COLUMNS, lineterminator="\n")
        if not self._begun:
            rows.writeheader()
            self._begun = True
        rows.writerow(columns)
        return text.getvalue()

    def end(self) -> str:
        """Nothing: the table just ends."""
        return ""
