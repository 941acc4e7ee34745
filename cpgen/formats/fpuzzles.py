"""An f-puzzles address: LZ-string of a JSON object with `size`, `grid` and the constraints by name."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import chain
from typing import Any
from urllib.parse import quote, unquote

from cpgen.errors import InputError, shown
from cpgen.formats.checks import (
    agreed_layout,
    checker_of,
    compact_json,
    digits_of,
    json_object,
    list_at,
    small_number,
    text_at,
)
from cpgen.formats.entry import Entry, require_no_drawings
from cpgen.formats.lzstring import compress, decompress
from cpgen.layout import Layout
from cpgen.puzzle import Grid
from cpgen.state import Marks

START = "https://f-puzzles.com/?load="
FALLING, RISING = "diagonal-", "diagonal+"
DRAWN = ("line", "rectangle", "circle", "text", "cage")
COLOURS = ("c", "cArray")
KNOWN = {"size", "title", "author", "ruleset", "grid", "solution", "extraregion", FALLING, RISING}
CELL_NAME = re.compile(r"[rR](\d{1,3})[cC](\d{1,3})", re.ASCII)


def read(text: str, layout: Layout | None = None) -> Entry:
    """The entry in an address or in what follows `load=`."""
    if "/" in text and "load=" not in text:
        raise InputError(f"{shown(text)} is a short link, which only its site can resolve; give the whole link.")
    return from_payload(re.split(r"[?&]load=", text.strip())[-1], layout)


def from_payload(payload: str, layout: Layout | None) -> Entry:
    """The entry in the compressed part of an address."""
    text = decompress(unquote(payload).replace(" ", "+"))
    return from_object(json_object(text, "The puzzle in the link"), layout)


def from_object(data: dict[str, Any], layout: Layout | None) -> Entry:
    """The entry of an f-puzzles object; raises InputError for constraints that cpgen's boards do not have."""
    _refuse_constraints(data)
    size = _size(data)
    cells = _cells(data, size)
    _refuse_given_marks(cells)
    layout = agreed_layout(Layout(size, _regions(cells, size), _extras(data, size)), layout)
    checker = checker_of(layout)
    puzzle, placed = checker.puzzle_and_placed(
        [digit_of(cell.get("value")) for cell in cells], [bool(cell.get("given")) for cell in cells]
    )
    entry = Entry(
        puzzle,
        solution=checker.solution(solution_of(data.get("solution"), layout), puzzle.clues),
        placed=placed,
        marks=marks_in(cells, size, "centerPencilMarks", "cornerPencilMarks"),
        title=text_at(data, "title"),
        author=text_at(data, "author"),
        instructions=text_at(data, "ruleset"),
        drawings=_drawings(data, cells),
    )
    return require_no_drawings(entry)


def _refuse_constraints(data: dict[str, Any]) -> None:
    for key, value in data.items():
        if key not in KNOWN and key not in DRAWN and (value is True or (isinstance(value, list) and value)):
            raise InputError(f"The puzzle has {shown(key, 30)}, a constraint that cpgen's boards do not have.")


def _drawings(data: dict[str, Any], cells: list[dict[str, Any]]) -> dict[str, int]:
    """How many drawings there are of each kind, coloured cells among them."""
    found = {kind: len(list_at(data, kind)) for kind in DRAWN}
    found["coloured cell"] = sum(any(cell.get(key) not in (None, "", []) for key in COLOURS) for cell in cells)
    return {kind: number for kind, number in found.items() if number}


def _refuse_given_marks(cells: list[dict[str, Any]]) -> None:
    if any(list_at(cell, "givenPencilMarks") for cell in cells):
        raise InputError("The puzzle has given pencil marks, a constraint that cpgen's boards do not have.")


def _size(data: dict[str, Any]) -> int:
    size = data.get("size")
    if not isinstance(size, int) or isinstance(size, bool):
        raise InputError("The puzzle does not say how large its board is: 'size' should be a whole number.")
    return Layout.latin(size).size


def _cells(data: dict[str, Any], size: int) -> list[dict[str, Any]]:
    rows = list_at(data, "grid")
    if len(rows) != size or not all(isinstance(row, list) and len(row) == size for row in rows):
        raise InputError(f"'grid' should have {size} rows of {size} cells.")
    cells = list(chain.from_iterable(rows))
    if not all(isinstance(cell, dict) for cell in cells):
        raise InputError("'grid' has a cell that is not an object.")
    return cells


def _regions(cells: list[dict[str, Any]], size: int) -> tuple[int, ...]:
    """The region of each cell: the default boxes where none is given, and none at all when every cell says null."""
    default = _default_regions(size)
    found = [cell.get("region", default[number]) for number, cell in enumerate(cells)]
    if all(region is None or region == -1 for region in found):
        return ()
    if not all(isinstance(region, int) for region in found):
        raise InputError("Some cells have a region and some have none; cpgen's boards have regions all over, or none.")
    return () if found == [cell // size for cell in range(size * size)] else tuple(found)


def _default_regions(size: int) -> tuple[int, ...]:
    try:
        return Layout.default(size).regions
    except InputError:
        return tuple(cell // size for cell in range(size * size))


def _extras(data: dict[str, Any], size: int) -> tuple[tuple[int, ...], ...]:
    falling, rising = Layout(size).with_diagonals().extras
    extras = [cells for key, cells in ((FALLING, falling), (RISING, rising)) if data.get(key)]
    for one in list_at(data, "extraregion"):
        names = list_at(one, "cells") if isinstance(one, dict) else []
        extras.append(tuple(_cell(name, size) for name in names))
    return tuple(extras)


def _cell(name: Any, size: int) -> int:
    match = CELL_NAME.fullmatch(name) if isinstance(name, str) else None
    row, column = map(int, match.groups()) if match else (0, 0)
    if not (1 <= row <= size and 1 <= column <= size):
        raise InputError(f"{shown(str(name), 20)} is not a cell of this board; cells are named R1C1 to R{size}C{size}.")
    return (row - 1) * size + column - 1


def digit_of(value: Any) -> int:
    """The digit that a value in a cell is, 0 for none; raises InputError when it is no number."""
    if value is None or value == "":
        return 0
    digit = small_number(value) if isinstance(value, str) else value
    if not isinstance(digit, int) or isinstance(digit, bool):
        raise InputError(f"{shown(str(value), 20)} is written in a cell; it should be a digit.")
    return digit


def solution_of(value: Any, layout: Layout) -> Grid:
    """The digits of a solution that is a list or a text, nothing when it is not complete."""
    if not isinstance(value, (list, str)) or len(value) != layout.cell_count:
        return ()
    if isinstance(value, str):
        return digits_of(value, layout, "solution")
    return tuple(map(digit_of, value))


def marks_in(cells: Sequence[dict[str, Any]], size: int, centre: str, corner: str) -> Marks:
    """The digits noted in the centre of each cell, or else in its corners (the keys); other signs are left out.

    Corner marks are candidates only where every open cell has marks; else they are notes on some places of a digit.
    """
    marked = (cell.get("value") or list_at(cell, centre) or list_at(cell, corner) for cell in cells)
    keys = (centre, corner) if all(marked) else (centre,)
    noted = (next(filter(None, (list_at(cell, key) for key in keys)), []) for cell in cells)
    found = ({small_number(str(one)) or 0 for one in signs} for signs in noted)
    marks = tuple(tuple(sorted(digit for digit in digits if 1 <= digit <= size)) for digits in found)
    return marks if any(marks) else ()


def write(entry: Entry) -> str:
    """The entry as an address on a line."""
    return f"{START}{payload(entry)}\n"


def payload(entry: Entry) -> str:
    """The compressed part of an address, quoted."""
    return quote(compress(compact_json(_object(entry))), safe="")


def _object(entry: Entry) -> dict[str, Any]:
    layout = entry.puzzle.layout
    texts = {"title": entry.title, "author": entry.author, "ruleset": entry.instructions, "solution": entry.solution}
    flat = [_cell_object(entry, cell) for cell in range(layout.cell_count)]
    grid = [flat[k : k + layout.size] for k in range(0, layout.cell_count, layout.size)]
    return {
        "size": layout.size,
        **{k: v for k, v in texts.items() if v},
        "grid": grid,
        **_constraints(layout),
    }


def _cell_object(entry: Entry, cell: int) -> dict[str, Any]:
    layout, clue = entry.puzzle.layout, entry.puzzle.clues[cell]
    data: dict[str, Any] = {"region": layout.regions[cell] if layout.regions else None}
    if clue:
        data |= {"value": clue, "given": True}
    elif entry.placed and entry.placed[cell]:
        data["value"] = entry.placed[cell]
    if entry.marks and any(entry.marks[cell]):
        data["centerPencilMarks"] = entry.marks[cell]
    return data


def parted_extras(layout: Layout) -> tuple[list[str], list[tuple[int, ...]]]:
    """The names of the diagonals, when these come first among the extra houses, and the other houses."""
    falling, rising = Layout(layout.size).with_diagonals().extras
    names, rest = [], list(layout.extras)
    for key, cells in ((FALLING, falling), (RISING, rising)):
        if rest[:1] == [cells]:
            names.append(key)
            rest = rest[1:]
    return names, rest


def _constraints(layout: Layout) -> dict[str, Any]:
    """The extra houses: diagonals by name when they come first, the others cell by cell."""
    names, rest = parted_extras(layout)
    data: dict[str, Any] = dict.fromkeys(names, True)
    if rest:
        name = layout.cell_name
        data["extraregion"] = [{"cells": [name(cell).upper() for cell in cells]} for cells in rest]
    return data
