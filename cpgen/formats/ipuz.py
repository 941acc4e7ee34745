"""ipuz files of the kind sudoku: a JSON object with the grid, its zones, and the digits and candidates entered so far.

Regions other than the default boxes are the first zones of a jigsaw; other zones are extra houses.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from html import escape, unescape
from typing import Any

from cpgen.errors import InputError
from cpgen.formats.checks import agreed_layout, placed_in, puzzle_of, solution_for
from cpgen.formats.entry import Entry, require_no_drawings
from cpgen.formats.fpuzzles import split_extras
from cpgen.formats.json_fields import cells_of, grid_at, grid_rows, json_object, list_at, text_at, unsupported
from cpgen.formats.table import DEFAULT, shape_of
from cpgen.formats.table import LATIN as LATIN_SQUARES
from cpgen.layout import Layout
from cpgen.library import layout_named
from cpgen.messages import Message, shown
from cpgen.notation import SYMBOLS, symbol
from cpgen.regions import require_side

VERSION, KIND = "http://ipuz.org/v2", "http://ipuz.org/sudoku"
LATIN, JIGSAW, DIAGONAL, HYPER = "latinsquare", "jigsawsudoku", "diagonalsudoku", "hypersudoku"
KINDS = ("", LATIN, JIGSAW, DIAGONAL, HYPER, "wordoku")
TEXTS = {
    "title": "title",
    "author": "author",
    "difficulty": "grade",
    "notes": "comment",
    "intro": "instructions",
    "publisher": "source",
    "url": "url",
}
"""Keys of texts in ipuz, with the fields of `Entry` that hold them"""


def is_ipuz(data: dict[str, Any]) -> bool:
    """Return True if a JSON object declares itself as ipuz."""
    kinds = data.get("kind")
    return isinstance(kinds, list) and any("ipuz.org/" in str(kind) for kind in kinds)


def read(text: str, layout: Layout | None = None) -> Entry:
    """Read an ipuz object from JSON; it must fit `layout` if given."""
    return from_object(json_object(text, "The text"), layout)


def from_object(data: dict[str, Any], layout: Layout | None = None) -> Entry:
    """Read a decoded ipuz object, which must fit `layout` if given.

    Raises InputError if it is damaged or not a kind of puzzle that cpgen has.
    """
    kinds = _kinds(data)
    if list_at(data, "cages"):
        raise unsupported("cages")
    size = len(list_at(data, "puzzle"))
    require_side(size)
    value = _reader_of_values(data, size)
    cells = grid_at(data, "puzzle", size)
    layout = agreed_layout(_layout(data, kinds, size), layout)
    puzzle = puzzle_of([value(_inside(cell, "given")) for cell in cells], layout)
    saved = grid_at(data, "saved", size) if data.get("saved") else []
    digits = [0 if isinstance(cell, list) else value(_inside(cell, "value")) for cell in saved]
    marks = tuple(tuple(sorted({*map(value, cell)} - {0})) if isinstance(cell, list) else () for cell in saved)
    solved = grid_at(data, "solution", size) if data.get("solution") else []
    texts: dict[str, Any] = {name: unescape(text_at(data, key)) for key, name in TEXTS.items()}
    styled = sum(isinstance(cell, dict) and bool(cell.get("style")) for cell in cells)
    entry = Entry(
        puzzle,
        solution=solution_for(puzzle, [value(_inside(cell, "value")) for cell in solved]),
        placed=placed_in(puzzle, digits),
        marks=marks if any(marks) else (),
        **texts,
        drawings={"styled cell": styled} if styled else {},
    )
    return require_no_drawings(entry)


def _kinds(data: dict[str, Any]) -> list[str]:
    """Return the variants of sudoku that an object names, "" for plain sudoku; raise InputError for other puzzles."""
    names = [str(kind).partition("#")[0] for kind in list_at(data, "kind")]
    kinds = [name.removeprefix(KIND).strip("/") for name in names]
    for kind, name in zip(kinds, names, strict=True):
        if not name.startswith(KIND) or kind not in KINDS:
            raise InputError(Message("ipuz-kind", text=shown(name, 60)))
    return kinds


def _inside(cell: Any, key: str) -> Any:
    return cell.get(key) if isinstance(cell, dict) else cell


def _reader_of_values(data: dict[str, Any], size: int) -> Callable[[Any], int]:
    """Return a function that converts a cell's value (a number, or a symbol of the puzzle's `charset`) to a digit."""
    signs = text_at(data, "charset")[:size] or SYMBOLS[:size]
    empty = str(data.get("empty", 0))

    def digit(value: Any) -> int:
        text = "" if value is None else str(value)
        if text in ("", empty):
            return 0
        if len(text) == 1 and text in signs:
            return signs.index(text) + 1
        if text.isascii() and text.isdigit() and 1 <= int(text[:9]) <= size:
            return int(text)
        raise InputError(Message("cell-no-sign", text=shown(text, 20), side=size, signs=signs))

    return digit


def _layout(data: dict[str, Any], kinds: Sequence[str], size: int) -> Layout:
    """Return the layout that the zones of an ipuz object and its kinds, the names of variants, describe."""
    zones = [_zone(zone, size) for zone in list_at(data, "zones")]
    regions: tuple[int, ...] = ()
    if JIGSAW in kinds:
        number = {cell: zone for zone, cells in enumerate(zones[:size]) for cell in cells}
        if len(number) != size * size or sum(map(len, zones[:size])) != size * size:
            raise InputError(Message("ipuz-zones", side=size))
        regions, zones = tuple(number[cell] for cell in range(size * size)), zones[size:]
    elif LATIN not in kinds and data.get("boxes", True):
        regions = Layout.default(size).regions
    extras = Layout(size).with_diagonals().extras if DIAGONAL in kinds else ()
    if HYPER in kinds and not zones:
        zones = list(layout_named("windoku").extras)
    return Layout(size, regions, tuple(dict.fromkeys((*extras, *zones))))


def _zone(zone: Any, size: int) -> tuple[int, ...]:
    """Return the cells of a zone, which lists pairs of column and row from 0, or a rectangle between two such pairs."""
    data = zone if isinstance(zone, dict) else {}
    pairs, rect = list_at(data, "cells"), list_at(data, "rect")
    if len(rect) == 4 and all(isinstance(one, int) and 0 <= one < size for one in rect):
        left, top, right, bottom = rect
        pairs = [[column, row] for row in range(top, bottom + 1) for column in range(left, right + 1)]
    rows_first = [pair[::-1] if isinstance(pair, list) else pair for pair in pairs]
    return tuple(sorted(cells_of(rows_first, size, "zone-cell")))


def write(entry: Entry) -> str:
    """Return an entry as an ipuz object, in JSON on one line."""
    layout, clues = entry.puzzle.layout, entry.puzzle.clues
    texts = {key: escape(text, quote=False) for key, name in TEXTS.items() if (text := getattr(entry, name))}
    kinds, zones = _kinds_and_zones(layout)
    data: dict[str, Any] = {
        "version": VERSION,
        "kind": [f"{KIND}{'/' * bool(kind)}{kind}#1" for kind in kinds],
        **texts,
        "charset": SYMBOLS[: layout.size],
        "boxes": kinds == [""] or kinds == ["", DIAGONAL],
        "puzzle": grid_rows([_value(clue) for clue in clues], layout.size),
    }
    if zones:
        data["zones"] = [{"cells": [divmod(cell, layout.size)[::-1] for cell in cells]} for cells in zones]
    if entry.state.begun:
        placed, marks = (entry.placed or (0,) * len(clues)), (entry.marks or ((),) * len(clues))
        cells = zip(placed, marks, strict=True)
        saved = [_value(digit) if digit else [_value(d) for d in noted if d] or 0 for digit, noted in cells]
        data["saved"] = grid_rows(saved, layout.size)
    if entry.solution:
        data["solution"] = grid_rows([_value(digit) for digit in entry.solution], layout.size)
    return json.dumps(data, ensure_ascii=False) + "\n"


def _kinds_and_zones(layout: Layout) -> tuple[list[str], list[tuple[int, ...]]]:
    """Return the variants of a layout by name, and its zones: the regions of a jigsaw, then the extra houses."""
    diagonals, houses = split_extras(layout)
    if len(diagonals) < 2:
        diagonals, houses = [], list(layout.extras)
    kinds, regions = [""], []
    shape = shape_of(Layout(layout.size, layout.regions))
    if shape == LATIN_SQUARES:
        kinds.append(LATIN)
    elif shape != DEFAULT:
        kinds.append(JIGSAW)
        every = range(layout.cell_count)
        regions = [tuple(cell for cell in every if layout.regions[cell] == number) for number in range(layout.size)]
    return kinds + [DIAGONAL] * bool(diagonals), regions + houses


def _value(digit: int) -> int | str:
    """Return the value that ipuz writes for a digit: a number up to 9, then a letter."""
    return digit if digit < 10 else symbol(digit)
