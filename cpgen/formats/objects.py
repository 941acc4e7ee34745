"""cpgen's own formats: JSON with one object per puzzle, in a list or in lines, and CSV with the same keys as columns.

`schema.json` describes the object. Objects and tables of other programs are read, too.
"""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Iterable, Iterator, Mapping
from itertools import chain
from pathlib import Path
from typing import Any

from cpgen.constraints import constraint_from_json
from cpgen.constraints.base import Constraint
from cpgen.cosmetics import cosmetics_in, fog_in
from cpgen.errors import InputError
from cpgen.formats import fpuzzles, ipuz, killers, lines, sudokupad
from cpgen.formats.checks import (
    agreed_layout,
    default_layout,
    digits_of,
    placed_in,
    puzzle_of,
    solution_for,
    with_further,
)
from cpgen.formats.digit_symbols import spaced_symbols
from cpgen.formats.entry import LOOKS, OWN_KEYS, SIGNS, TEXTS, Entry, PuzzleText, damaged
from cpgen.formats.json_fields import PUZZLE_COLUMNS, json_object, list_at, text_at
from cpgen.formats.signatures import reader_of
from cpgen.layout import Layout
from cpgen.limits import JSON_PATIENCE, LONGEST_BOARD, LONGEST_JSON, LONGEST_OBJECT
from cpgen.messages import Message
from cpgen.notation import MAX_DIGIT, symbol
from cpgen.puzzle import Puzzle
from cpgen.state import NONE_LEFT, Marks

BEGIN = re.compile(r"[^\s,\]\ufeff]")
"""First character of a value, after separators"""
DECODER = json.JSONDecoder()
NEXT = {sign: re.compile(rf"[\n,]\s*(?={sign})") for sign in '{"'}
"""Position before the next record with the same first sign, where reading continues after a damaged one"""
BOARD_KEYS = (
    "puzzle", "board", "grid", "quiz", "initial_board", "initialboard", "initial", "start", "givens", "clues",
    "problem", "sudoku", "unsolved", "question", "mission", "value", "values", "puzzles", "boards", "grids", "quizzes",
    "cells",
)  # fmt: skip
"""Keys under which objects of other programs have the puzzle, the usual ones first"""
SOLUTION_KEYS = ("solution", "solved", "solved_board", "solvedboard", "answer", "solutions", "unique_solution")
"""Keys under which objects of other programs have the solution"""
SUDOKUPAD_TEXTS = ("scl", "scf", "fpuz")
"""Prefixes of a SudokuPad text, which records of the data set Sudoku-Bench contain"""
DEEPEST = 6
"""Largest number of objects and lists around a puzzle within which it is found"""
COLUMN_TEXTS = tuple(name for name in TEXTS if name not in (*LOOKS, SIGNS))
COLUMNS = ("puzzle", "solution", "layout", "clues", "level", "steps", *COLUMN_TEXTS, "placed", "marks", "more")
OTHER_NAMES = {
    **dict.fromkeys(PUZZLE_COLUMNS, "puzzle"),
    "solutions": "solution", "difficulty": "grade",
}  # fmt: skip
"""Column names of other data sets, with cpgen's"""
NUMBERS = ("level", "steps")
FORMULA = re.compile(r"'*(\s*[=+@＝＋－＠-]|[\t\r\n])")
"""Beginning of a text that a spreadsheet would take for a formula, after optional apostrophes"""


def object_schema() -> dict[str, Any]:
    """Return the JSON schema of a puzzle's object."""
    schema: dict[str, Any] = json.loads(Path(__file__).with_name("schema.json").read_text(encoding="utf-8"))
    return schema


def read(text: str, layout: Layout | None = None) -> Entry:
    """Parse one puzzle from JSON: cpgen's own object, or one of ipuz, f-puzzles, SudokuPad or a known data set.

    `layout` is the board; None for the one that the object describes.
    """
    return from_object(json_object(text, "The text"), layout)


def from_object(data: dict[str, Any], layout: Layout | None = None) -> Entry:
    """Read a decoded object of cpgen, ipuz, f-puzzles, SudokuPad or a data set; raise InputError if it is none.

    `layout` is the board; None for the one that the object describes.
    """
    if ipuz.is_ipuz(data):
        return ipuz.from_object(data, layout)
    if "grid" in data and "size" in data:
        return fpuzzles.from_object(data, layout)
    if "cells" in data and "puzzle" not in data and not isinstance(_text_of_rows(data["cells"]), str):
        return sudokupad.from_object(data, layout)
    encoded = data.get("encoded_puzzle")
    if isinstance(encoded, str) and encoded.startswith(SUDOKUPAD_TEXTS):
        return sudokupad.read(encoded, layout)
    data = with_grid_texts(data)
    data, layout = _with_cages(data, layout)
    puzzle = _puzzle(data, layout)
    texts: dict[str, Any] = {name: text_at(data, name) for name in TEXTS if name != SIGNS}
    texts[SIGNS] = spaced_symbols(_joined_symbols(data), puzzle.layout.size)
    cosmetics_in(texts["cosmetics"])
    fog_in(texts["fog"], puzzle.layout)
    return Entry(
        puzzle,
        solution=solution_for(puzzle, _digits(data, "solution", puzzle)),
        placed=placed_in(puzzle, _digits(data, "placed", puzzle)),
        marks=_marks(data, puzzle),
        **texts,
        more={key: value for key, value in data.items() if key not in OWN_KEYS and value is not None},
    )


def with_grid_texts(data: dict[str, Any]) -> dict[str, Any]:
    """Return the object with its puzzle and solution as texts of n² symbols, moved to cpgen's keys."""
    data = _grids_of_task(data)
    keys = _keys_by_name(data)
    names = {"puzzle": _key_of_board(data), "solution": next((key for key in SOLUTION_KEYS if key in keys), "")}
    named = {name: keys.get(key, key) for name, key in names.items() if key}
    texts = {name: _text_of_rows(data[key]) for name, key in named.items()}
    return {**{name: value for name, value in data.items() if name not in named.values()}, **texts}


def _grids_of_task(data: dict[str, Any]) -> dict[str, Any]:
    """Return the metadata with the grids if the object is a task of the data set reasoning-gym, else the object."""
    grids = data.get("metadata")
    if not ("question" in data and isinstance(grids, dict) and isinstance(_text_of_rows(grids.get("puzzle")), str)):
        return data
    return {name: grids[name] for name in ("puzzle", "solution") if name in grids}


def _keys_by_name(data: Mapping[str, Any]) -> dict[str, str]:
    """Return the keys of an object by their names in lower case; of keys that differ only in case, the first."""
    keys: dict[str, str] = {}
    for key in data:
        keys.setdefault(key.lower(), key)
    return keys


def _key_of_board(data: Mapping[str, Any]) -> str:
    """Return the key under which an object has its puzzle, or "" if none of the usual ones has a board."""
    named = _keys_by_name(data)
    keys = [named[key] for key in BOARD_KEYS if key in named]
    if "puzzle" in data:
        return "puzzle"
    return next((key for key in keys if isinstance(_text_of_rows(data[key]), str)), "")


def _with_cages(data: dict[str, Any], layout: Layout | None) -> tuple[dict[str, Any], Layout | None]:
    """Return an object without its lists of cages, and the layout with these cages added (None without both)."""
    lists = list(killers.lists_in(data))
    if not lists:
        return data, layout
    size = data.get("size", data.get("n", 0))
    side = layout.size if layout else size if isinstance(size, int) and not isinstance(size, bool) else 0
    cages, side = killers.cages_of(list(chain.from_iterable(lists)), side)
    board = with_further(layout or default_layout(side), dict.fromkeys(cages))
    rest = {key: value for key, value in data.items() if value not in lists}
    return {"puzzle": "." * board.cell_count, **rest}, board


def _text_of_rows(value: Any) -> Any:
    """Join a list of cells, or of rows of cells, to a text of symbols; return any other value as it is."""
    cells = value if isinstance(value, list) else []
    if cells and all(isinstance(row, list | str) and len(row) == len(cells) for row in cells):
        cells = list(chain.from_iterable(cells))
    symbols = [_symbol_of(cell) for cell in cells]
    return "".join(symbols) if len(cells) > 3 and all(symbols) else value


def _symbol_of(cell: Any) -> str:
    """Return the symbol of a cell, given as a digit or a text of at most one symbol; "" for anything else."""
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
    """Return the constraints that an object lists: as objects or lines of text, or as lines in one text."""
    value = data.get("constraints")
    listed = value.splitlines() if isinstance(value, str) else list_at(data, "constraints")
    filled = (one for one in listed if not isinstance(one, str) or one.strip())
    return [found for one in filled for found in constraint_from_json(one, layout.size, layout.regions)]


def _joined_symbols(data: dict[str, Any]) -> str:
    """Return the symbols of an object, which may be a text or a list of texts, as a text."""
    listed = data.get(SIGNS)
    return " ".join(map(str, listed)) if isinstance(listed, list) else text_at(data, SIGNS)


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
    """Parse the candidates of each cell from texts of symbols; `0` means that the cell has none left."""
    known = {symbol(digit): digit for digit in range(1, puzzle.layout.size + 1)}
    for cell, text in enumerate(cells):
        for one in text if text != "0" else "":
            if one not in known:
                raise InputError(Message("marks-no-digit", sign=repr(one), place=puzzle.layout.where(cell)))
    return tuple(NONE_LEFT if text == "0" else tuple(known[one] for one in text) for text in cells)


def write(entry: Entry) -> str:
    """Return an entry as a JSON object on one line."""
    return json.dumps(entry.as_json(), ensure_ascii=False) + "\n"


def puzzle_texts(stream: Iterable[str], key: str = "") -> Iterator[PuzzleText]:
    """Yield the puzzles of a JSON text: objects, texts and lists of cells, in lists or one after another.

    With a key, the puzzles are the values that objects have under it, at any depth.
    """
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
        board, are_cages = _text_of_rows(value), killers.are_listed(value)
        if text[at] == "[" and not (are_cages or isinstance(board, str)):
            counted_to = at + 1  # a list of puzzles
            continue
        if tried:
            following = NEXT[text[at]].search(text, at + 1) if text[at] in NEXT else None
            end = following.end() if following else len(text)
        if are_cages:
            yield PuzzleText(line, text[at:end], killers.read_list)
        elif isinstance(value, str):
            yield PuzzleText(line, value, reader_of(value))
        elif text[at] == "[":
            yield PuzzleText(line, board, lines.read)
        else:
            yield from _texts_of(value, PuzzleText(line, text[at:end], read), key)
        line += text.count("\n", at, end)
        counted_to = end


def _decoded(text: str, at: int) -> tuple[Any, int, int]:
    """Decode the JSON value that begins at a position, with a limit on its length.

    Returns:
        The value, its end, and 0; or, for a damaged value or a list too long to be a board, None, the position, and the
        number of characters that were tried.
    """
    longest = LONGEST_BOARD if text[at] == "[" else LONGEST_OBJECT
    tried = 0
    # Most values end within the shorter piece; copying the longer one for each would take far more time.
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


def line_texts(text: PuzzleText, key: str) -> Iterable[PuzzleText]:
    """Return the puzzles in a JSON object on one line; `key` is that of the puzzles, "" for the usual ones."""
    try:
        return _texts_of(json.loads(text.text), text, key)
    except (ValueError, RecursionError):
        return [text]  # the reader of the text then reports what is wrong


def _texts_of(value: Any, text: PuzzleText, key: str) -> Iterator[PuzzleText]:
    """Yield the puzzles listed in a JSON value, or `text`, from which it was parsed, if the value lists none.

    `key` is the key under which objects have their puzzles; "" tries the usual keys.
    """
    for one in _records(value, key) or [value]:
        if one is value:
            yield text
        elif isinstance(one, str):
            yield PuzzleText(text.line, one, reader_of(one))
        else:
            yield PuzzleText(text.line, json.dumps(one), read)


def _records(value: Any, key: str, depth: int = 0) -> list[Any]:
    """Return the puzzles (objects, or texts of any format) in a JSON value, at any depth.

    `key` is the key under which objects have their puzzles; "" tries the usual keys.
    """
    inner = value if isinstance(value, list) else []
    if isinstance(value, dict):
        if found := _own_records(value, key):
            return found
        inner = list(value.values())
    return [found for one in inner for found in _records(one, key, depth + 1)] if depth < DEEPEST else []


def _own_records(value: dict[str, Any], key: str) -> list[Any]:
    """Return the puzzles that an object has under `key`, or if it is "" under one of the usual keys."""
    if not key and _is_record(value):
        return [value]
    for name in (key,) if key else BOARD_KEYS:
        several = value.get(name)
        if isinstance(several, list) and several and not isinstance(_text_of_rows(several), str):
            texts = list(map(_text_of_rows, several))
            if all(isinstance(text, str) for text in texts):
                return texts
    return [{**value, "puzzle": value[key]}] if key in value else []


def _is_record(value: Mapping[str, Any]) -> bool:
    """Return True if a JSON object is one puzzle, of cpgen or of another program."""
    is_known = "cells" in value or ("grid" in value and "size" in value) or "kind" in value
    return is_known or bool(_key_of_board(value)) or any(True for _ in killers.lists_in(value))


def _whole(stream: Iterable[str]) -> str | None:
    """Return all lines as one text, or None if it is longer than LONGEST_JSON."""
    parts, total = [], 0
    for row in stream:
        total += len(row)
        if total > LONGEST_JSON:
            return None
        parts.append(row)
    return "".join(parts)


def read_row(text: str, layout: Layout | None = None) -> Entry:
    """Read a row of a table, given as a JSON object that maps columns to texts; `layout` is its board, or None."""
    cells = {key: value for key, value in json_object(text, "The row").items() if value}
    data: dict[str, Any] = {key: cells.pop(key) for key in COLUMNS[:3] if key in cells}
    cells |= {
        name: text[1:] for name in COLUMN_TEXTS if (text := cells.get(name, ""))[:1] == "'" and FORMULA.match(text)
    }
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


def table_rows(stream: Iterable[str], key: str = "") -> Iterator[PuzzleText]:
    """Yield the rows of a CSV table below its header as puzzles; with a key, they are in the column of this name."""
    rows = iter(stream)
    header = next((row for row in rows if row.strip()), "")
    mark = max(",;\t", key=header.count)
    words = [name.strip() for name in next(csv.reader([header.lower()], delimiter=mark))]
    names = ["puzzle" if name == key.lower() else OTHER_NAMES.get(name, name) for name in words]
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
    """Writer of a JSON list with an object for each entry."""

    def __init__(self) -> None:
        self._begun = False

    def __call__(self, entry: Entry) -> str:
        """Return the JSON object of an entry, with the bracket or comma before it."""
        before, self._begun = ",\n" if self._begun else "[\n", True
        return before + write(entry).rstrip("\n")

    def end(self) -> str:
        """Return the bracket that ends the JSON list."""
        return "\n]\n"


class CsvWriter:
    """Writer of CSV: a header, then one row per entry.

    A text that a spreadsheet would take for a formula gets an apostrophe in front, which `read_row` removes.
    """

    def __init__(self) -> None:
        self._begun = False

    def __call__(self, entry: Entry) -> str:
        """Return the CSV row of an entry, with the header before the first.

        The column `layout` includes constraints.
        """
        data = entry.as_json() | {"layout": entry.puzzle.layout.spec}
        data.pop("constraints", None)
        data |= {name: f"'{data[name]}" for name in COLUMN_TEXTS if FORMULA.match(data.get(name, ""))}
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
        """Return "", since nothing follows the rows of a table."""
        return ""
