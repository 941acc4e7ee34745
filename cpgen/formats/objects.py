"""cpgen's own formats: JSON with one object per puzzle, in a list or in lines, and CSV with the same keys as columns.

`schema.json` describes the object.
"""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Iterable, Iterator
from itertools import chain
from pathlib import Path
from typing import Any

from cpgen.constraints import constraint_from_json
from cpgen.constraints.base import Constraint
from cpgen.errors import InputError, Message
from cpgen.formats import fpuzzles, ipuz, lines, sudokupad
from cpgen.formats.checks import agreed_layout, digits_of, placed_in, puzzle_of, solution_for, with_further
from cpgen.formats.entry import OWN_KEYS, TEXTS, Entry, PuzzleText, damaged
from cpgen.formats.json_fields import json_object, list_at, text_at
from cpgen.formats.signatures import reader_of
from cpgen.layout import Layout
from cpgen.limits import JSON_PATIENCE, LONGEST_BOARD, LONGEST_JSON, LONGEST_OBJECT
from cpgen.notation import MAX_DIGIT, symbol
from cpgen.puzzle import Puzzle
from cpgen.state import NONE_LEFT, Marks

BEGIN = re.compile(r"[^\s,\]\ufeff]")
"""First character of a value in a list"""
DECODER = json.JSONDecoder()
NEXT = {sign: re.compile(rf"[\n,]\s*(?={sign})") for sign in '{"'}
"""Place before a record, where reading continues after a damaged one with the same first sign"""
BOARD_KEYS = ("puzzle", "board", "grid", "quiz")
"""Keys of the puzzle in objects of other programs"""
COLUMNS = ("puzzle", "solution", "layout", "clues", "level", "steps", *TEXTS, "placed", "marks", "more")
OTHER_NAMES = {"puzzles": "puzzle", "quizzes": "puzzle", "solutions": "solution", "difficulty": "grade"}
"""Column names of other data sets"""
NUMBERS = ("level", "steps")


def object_schema() -> dict[str, Any]:
    """Return the JSON schema of an object."""
    schema: dict[str, Any] = json.loads(Path(__file__).with_name("schema.json").read_text(encoding="utf-8"))
    return schema


def read(text: str, layout: Layout | None = None) -> Entry:
    """Read an object."""
    return from_object(json_object(text, "The text"), layout)


def from_object(data: dict[str, Any], layout: Layout | None = None) -> Entry:
    """Return the entry of an object of cpgen, ipuz, f-puzzles or SudokuPad."""
    if ipuz.is_ipuz(data):
        return ipuz.from_object(data, layout)
    if "grid" in data and "size" in data:
        return fpuzzles.from_object(data, layout)
    if "cells" in data and "puzzle" not in data:
        return sudokupad.from_object(data, layout)
    data = _with_text(data)
    puzzle = _puzzle(data, layout)
    texts: dict[str, Any] = {name: text_at(data, name) for name in TEXTS}
    return Entry(
        puzzle,
        solution=solution_for(puzzle, _digits(data, "solution", puzzle)),
        placed=placed_in(puzzle, _digits(data, "placed", puzzle)),
        marks=_marks(data, puzzle),
        **texts,
        more={key: value for key, value in data.items() if key not in OWN_KEYS and value is not None},
    )


def _with_text(data: dict[str, Any]) -> dict[str, Any]:
    """Return an object in which the puzzle and the solution are texts, under cpgen's keys."""
    key = next((key for key in BOARD_KEYS if key in data), "puzzle")
    texts = {name: _text_of_rows(data[old]) for name, old in (("puzzle", key), ("solution", "solution")) if old in data}
    return {**{name: value for name, value in data.items() if name != key}, **texts}


def _text_of_rows(value: Any) -> Any:
    """Return the symbols of a list of cells, or of rows of cells, as a text; return any other value unchanged."""
    cells = value if isinstance(value, list) else []
    if cells and all(isinstance(row, list | str) and len(row) == len(cells) for row in cells):
        cells = list(chain.from_iterable(cells))
    symbols = [_symbol_of(cell) for cell in cells]
    return "".join(symbols) if len(cells) > 3 and all(symbols) else value


def _symbol_of(cell: Any) -> str:
    """Return the symbol of a cell: a digit, or a text of one symbol or none; "" for anything else."""
    if cell in (None, "", " ", 0):
        return "."
    if isinstance(cell, int) and 0 < cell <= MAX_DIGIT:
        return symbol(cell)
    return cell if isinstance(cell, str) and len(cell) == 1 else ""


def _puzzle(data: dict[str, Any], layout: Layout | None) -> Puzzle:
    text, spec = text_at(data, "puzzle"), text_at(data, "layout")
    if not text:
        raise InputError(Message("object-no-puzzle"))
    layout = agreed_layout(lines.layout_of(spec), layout) if spec else layout
    puzzle = Puzzle.parse(text, layout)
    constraints = _constraints(data, puzzle.layout)
    return puzzle_of(puzzle.clues, with_further(puzzle.layout, constraints)) if constraints else puzzle


def _constraints(data: dict[str, Any], layout: Layout) -> list[Constraint]:
    """Return the constraints of an object: a list of objects and lines of text, or lines in one text."""
    value = data.get("constraints")
    listed = value.splitlines() if isinstance(value, str) else list_at(data, "constraints")
    filled = (one for one in listed if not isinstance(one, str) or one.strip())
    return [found for one in filled for found in constraint_from_json(one, layout.size, layout.regions)]


def _digits(data: dict[str, Any], key: str, puzzle: Puzzle) -> tuple[int, ...]:
    text = text_at(data, key)
    return digits_of(text, puzzle.layout, key) if text else ()


def _marks(data: dict[str, Any], puzzle: Puzzle) -> Marks:
    cells = list_at(data, "marks")
    if not cells:
        return ()
    n = puzzle.layout.size
    if len(cells) != n * n or not all(isinstance(cell, str) for cell in cells):
        raise InputError(Message("marks-texts", cells=n * n))
    return marks_of(cells, puzzle)


def marks_of(cells: list[str], puzzle: Puzzle) -> Marks:
    """Parse the candidates of each cell; `0` means that none is left."""
    known = {symbol(digit): digit for digit in range(1, puzzle.layout.size + 1)}
    for cell, text in enumerate(cells):
        for one in text if text != "0" else "":
            if one not in known:
                raise InputError(Message("marks-no-digit", sign=repr(one), place=puzzle.layout.where(cell)))
    return tuple(NONE_LEFT if text == "0" else tuple(known[one] for one in text) for text in cells)


def write(entry: Entry) -> str:
    """Write an object on a line."""
    return json.dumps(entry.as_json(), ensure_ascii=False) + "\n"


def puzzle_texts(stream: Iterable[str]) -> Iterator[PuzzleText]:
    """Yield the puzzles of a JSON text: objects, texts, and lists of cells, in lists or one after another."""
    text = _whole(stream)
    if text is None:
        yield damaged(1, Message("json-long", most=LONGEST_JSON))
        return
    line, counted_to = 1, 0
    patience = JSON_PATIENCE * len(text) + LONGEST_BOARD
    while begin := BEGIN.search(text, counted_to):
        at = begin.start()
        line += text.count("\n", counted_to, at)
        value, end, tried = _decoded(text, at)
        patience -= tried
        if patience < 0:
            yield damaged(line, Message("json-damaged"))
            return
        if text[at] == "[" and not isinstance(board := _text_of_rows(value), str):
            counted_to = at + 1  # a list of puzzles
            continue
        if tried:
            following = NEXT[text[at]].search(text, at + 1) if text[at] in NEXT else None
            end = following.end() if following else len(text)
        if isinstance(value, str):
            yield PuzzleText(line, value, reader_of(value))
        elif text[at] == "[":
            yield PuzzleText(line, board, lines.read)
        else:
            yield PuzzleText(line, text[at:end], read)
        line += text.count("\n", at, end)
        counted_to = end


def _decoded(text: str, at: int) -> tuple[Any, int, int]:
    """Decode the JSON value at a place: a board, if it is a list, or an object or text.

    Returns:
        The value, its end and 0; or, for a damaged value or a longer list, None, its begin, and the number of
        characters that were tried.
    """
    longest = LONGEST_BOARD if text[at] == "[" else LONGEST_OBJECT
    tried = 0
    for most in sorted({LONGEST_BOARD, longest}):
        part = text[at : at + most]
        try:
            value, length = DECODER.raw_decode(part)
            return value, at + length, 0
        except ValueError as error:
            tried += getattr(error, "pos", 0) + 1
        except RecursionError:
            tried += len(part)
        if len(part) < most:
            break
    return None, at, tried


def _whole(stream: Iterable[str]) -> str | None:
    """Return the whole text, or None if it is too long."""
    parts, total = [], 0
    for row in stream:
        total += len(row)
        if total > LONGEST_JSON:
            return None
        parts.append(row)
    return "".join(parts)


def read_row(text: str, layout: Layout | None = None) -> Entry:
    """Read a row of a table, given as a JSON object of texts by column."""
    cells = {key: value for key, value in json_object(text, "The row").items() if value}
    data: dict[str, Any] = {key: cells.pop(key) for key in COLUMNS[:3] if key in cells}
    cells.pop("clues", None)
    if "constraints" in cells:
        data["constraints"] = cells.pop("constraints").replace(";", "\n")
    if "marks" in cells:
        data["marks"] = [one.strip(".") for one in cells.pop("marks").split(" ")]
    if "more" in cells:
        data |= json_object(cells.pop("more"), "The column 'more'")
    data |= {key: _number(key, cells.pop(key)) for key in NUMBERS if key in cells}
    data |= cells
    return from_object(data, layout)


def _number(key: str, text: str) -> int | float:
    try:
        value = float(text)
        return int(value) if value == int(value) else value
    except (ValueError, OverflowError):
        raise InputError(Message("column-number", text=repr(text[:30]), column=repr(key))) from None


def table_rows(stream: Iterable[str]) -> Iterator[PuzzleText]:
    """Yield the rows of a table after its header."""
    rows = iter(stream)
    header = next((row for row in rows if row.strip()), "")
    mark = max(",;\t", key=header.count)
    names = [OTHER_NAMES.get(name.strip(), name.strip()) for name in next(csv.reader([header.lower()], delimiter=mark))]
    table = csv.reader(rows, delimiter=mark)
    while True:
        line = table.line_num + 2
        try:
            row = next(table)
        except StopIteration:
            return
        except csv.Error as error:
            yield damaged(line, Message("table-damaged", error=str(error)))
            continue
        if len(row) > len(names):
            yield damaged(line, Message("table-cells", cells=len(row), names=len(names)))
        elif any(row):
            yield PuzzleText(line, json.dumps(dict(zip(names, row, strict=False)), ensure_ascii=False), read_row)


class ListWriter:
    """Writes one list with an object per entry."""

    def __init__(self) -> None:
        self._begun = False

    def __call__(self, entry: Entry) -> str:
        """Return the object of an entry, after the bracket or the comma before it."""
        before, self._begun = ",\n" if self._begun else "[\n", True
        return before + write(entry).rstrip("\n")

    def end(self) -> str:
        """Return the closing bracket."""
        return "\n]\n"


class CsvWriter:
    """Writer of CSV: a header, then one row per entry."""

    def __init__(self) -> None:
        self._begun = False

    def __call__(self, entry: Entry) -> str:
        """Return the row of an entry; the column `layout` includes the constraints."""
        data = entry.as_json() | {"layout": entry.puzzle.layout.spec}
        data.pop("constraints", None)
        if entry.marks:
            data["marks"] = " ".join(text or "." for text in data["marks"])
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
        """Return "": a table has no end."""
        return ""
