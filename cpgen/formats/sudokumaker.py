"""SudokuMaker addresses: LZ-string of a JSON object with cells, and constraints by number."""

from __future__ import annotations

from collections import Counter
from typing import Any
from urllib.parse import unquote

from cpgen.errors import InputError, Message
from cpgen.formats.checks import agreed_layout, digits_in, mask_of, puzzle_and_placed
from cpgen.formats.entry import Entry, require_no_drawings
from cpgen.formats.fpuzzles import digit_of, split_extras
from cpgen.formats.json_fields import compact_json, json_object, list_at, short_link, text_at, whole_at
from cpgen.formats.lzstring import compress, decompress
from cpgen.layout import Layout, require_side

START = "https://sudokumaker.app/?puzzle="
VERSION = "1.5.0"
GIVENS, REGIONS, FALLING, RISING, ROWS = 0, 1, 10, 11, 2003
"""Types of the constraints that cpgen has"""
DRAWN = {2000: "line", 2001: "cage", 2002: "symbol"}
"""Types of drawings, with their nouns"""
BLUE = {"color": "#34bbe6ff", "thickness": 0.02}


def read(text: str, layout: Layout | None = None) -> Entry:
    """Read an address."""
    _, found, payload = unquote(text.strip()).partition("puzzle=")
    if not found:
        raise short_link(text)
    packed = payload.partition("&")[0].replace(" ", "+").replace("$", "=")
    document = json_object(decompress(packed), "The puzzle in the link")
    data = document.get("puzzle")
    if not isinstance(data, dict):
        raise InputError(Message("link-no-puzzle"))
    return _from_object(data, layout)


def _from_object(data: dict[str, Any], layout: Layout | None) -> Entry:
    size = whole_at(data, "size", whole_at(data, "width", 9))
    require_side(size)
    cells = list_at(data, "cells")
    if whole_at(data, "height", size) != size or len(cells) != size * size or whole_at(data, "minDigit", 1) != 1:
        raise InputError(Message("board-square", side=size, cells=size * size))
    if not all(isinstance(cell, dict) for cell in cells):
        raise InputError(Message("key-cells", name="'cells'"))
    rules, drawings = _rules(data)
    extras = Layout(size).with_diagonals().extras
    houses = tuple(house for kind, house in zip((FALLING, RISING), extras, strict=True) if kind in rules)
    regions = list_at(rules.get(REGIONS, {}), "regions")
    layout = agreed_layout(Layout(size, tuple(map(digit_of, regions)), houses), layout)
    values, given = [digit_of(cell.get("value")) for cell in cells], [bool(cell.get("given")) for cell in cells]
    puzzle, placed = puzzle_and_placed(values, given, layout)
    noted = [whole_at(cell, "candidates", 0) for cell in cells]
    marks = tuple(digits_in(flags >> 1, size) for flags in noted)
    entry = Entry(
        puzzle,
        placed=placed,
        marks=marks if any(marks) else (),
        title=text_at(data, "name"),
        author=text_at(data, "author"),
        instructions=text_at(data, "comment"),
        drawings=drawings,
    )
    return require_no_drawings(entry)


def _rules(data: dict[str, Any]) -> tuple[dict[int, dict[str, Any]], dict[str, int]]:
    """Return the active constraints by type, and the number of drawings; raise InputError for unknown constraints."""
    found: dict[int, dict[str, Any]] = {}
    drawings: Counter[str] = Counter()
    for rule in list_at(data, "constraints"):
        kind = whole_at(rule, "type", -1) if isinstance(rule, dict) else -1
        if kind >= 0 and rule.get("disabled"):
            continue
        if kind in DRAWN:
            drawings[DRAWN[kind]] += 1
        elif kind in (GIVENS, REGIONS, FALLING, RISING, ROWS):
            found[kind] = rule
        else:
            raise InputError(Message("constraint-type", kind=str(kind)))
    return found, drawings


def write(entry: Entry) -> str:
    """Write an address on a line."""
    packed = compress(compact_json({"formatVersion": VERSION, "puzzle": _object(entry)}))
    return f"{START}{packed.rstrip('=').replace('/', '-')}\n"


def _object(entry: Entry) -> dict[str, Any]:
    layout = entry.puzzle.layout
    diagonals, _ = split_extras(layout)
    kinds = [RISING if name == "diagonal+" else FALLING for name in diagonals]
    rules: list[dict[str, Any]] = [{"type": GIVENS}]
    rules += [{"type": REGIONS, "regions": layout.regions}] if layout.regions else []
    rules += [{"type": kind, "style": BLUE} for kind in kinds]
    return {
        "name": entry.title,
        "author": entry.author,
        "comment": entry.instructions,
        **({} if layout.size == 9 else {"size": layout.size}),
        "cells": [_cell(entry, cell) for cell in range(layout.cell_count)],
        "constraints": rules,
    }


def _cell(entry: Entry, cell: int) -> dict[str, Any]:
    clue, digit = entry.puzzle.clues[cell], entry.state.digits[cell]
    flags = mask_of(entry.marks[cell]) << 1 if entry.marks else 0
    given = {"given": True} if clue else {}
    return given | ({"value": digit} if digit else {}) | ({"candidates": flags} if flags else {})
