"""SudokuMaker addresses: a JSON object with cells, and constraints whose type is a number, compressed by LZ-string."""

from __future__ import annotations

from collections import Counter
from typing import Any, TypeAlias
from urllib.parse import unquote

from cpgen.constraints.geometry import diagonals
from cpgen.cosmetics import Cosmetic, cosmetics_in, text_of_cosmetics
from cpgen.errors import InputError
from cpgen.formats.checks import agreed_layout, digits_in, mask_of, puzzle_and_placed
from cpgen.formats.entry import Entry, require_no_drawings
from cpgen.formats.fpuzzles import digit_of, split_extras
from cpgen.formats.json_fields import compact_json, json_object, list_at, objects_at, short_link, text_at, whole_at
from cpgen.formats.lzstring import compress, decompress
from cpgen.formats.sudokumaker_constraints import constraints_of, houses_of, require_known, written
from cpgen.formats.sudokumaker_cosmetics import CAGE, LINE, SYMBOL, in_sudokumaker, to_sudokumaker
from cpgen.layout import Layout
from cpgen.messages import Message
from cpgen.regions import require_side

START = "https://sudokumaker.app/?puzzle="
VERSION = "1.5.0"
GIVENS, REGIONS, FALLING, RISING, ROWS = 0, 1, 10, 11, 2003
"""Types of the constraints that this module handles itself"""
DRAWN = {LINE: "line", CAGE: "cage", SYMBOL: "symbol"}
"""Types of drawings, with their nouns"""
Rule: TypeAlias = dict[str, Any]
BLUE = {"color": "#34bbe6ff", "thickness": 0.02}


def read(text: str, layout: Layout | None = None) -> Entry:
    """Read a SudokuMaker address; it must fit `layout` if given.

    Raises InputError if it is damaged or has constraints that cpgen does not have.
    """
    _, separator, payload = unquote(text.strip()).partition("puzzle=")
    if not separator:
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
    rules, drawn = _rules(data)
    kinds = {rule["type"]: rule for rule in rules}
    regions = tuple(map(digit_of, list_at(kinds.get(REGIONS, {}), "regions")))
    houses = [house for kind, house in zip((FALLING, RISING), diagonals(size), strict=True) if kind in kinds]
    houses += houses_of(rules, size, regions)
    own = Layout(size, regions, tuple(dict.fromkeys(houses))).with_constraints(*constraints_of(rules, size))
    layout = agreed_layout(own, layout)
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
        cosmetics=text_of_cosmetics(_cosmetics(drawn, size)),
        drawings=Counter(DRAWN[rule["type"]] for rule in drawn),
    )
    return require_no_drawings(entry)


def _cosmetics(drawn: list[Rule], size: int) -> list[Cosmetic]:
    """Return the drawings of all rules that draw, as cosmetics; none if one of them cannot be read."""
    read = [in_sudokumaker(rule, size) for rule in drawn]
    return [] if None in read else [one for ones in read if ones for one in ones]


def _rules(data: dict[str, Any]) -> tuple[list[Rule], list[Rule]]:
    """Return the rules (see `sudokumaker_constraints`) that are active constraints, and those that draw.

    Raises InputError for unknown constraints.
    """
    listed = objects_at(data, "constraints")
    active = [rule | {"type": whole_at(rule, "type", 0)} for rule in listed if not rule.get("disabled")]
    drawn = [rule for rule in active if rule["type"] in DRAWN]
    rules = [rule for rule in active if rule["type"] not in DRAWN]
    require_known(rules, (GIVENS, REGIONS, FALLING, RISING, ROWS))
    return rules, drawn


def write(entry: Entry) -> str:
    """Return the SudokuMaker address of an entry, with a line end."""
    packed = compress(compact_json({"formatVersion": VERSION, "puzzle": _object(entry)}))
    return f"{START}{packed.rstrip('=').replace('/', '-')}\n"


def _object(entry: Entry) -> dict[str, Any]:
    layout = entry.puzzle.layout
    names, _ = split_extras(layout)
    kinds = [RISING if name == "diagonal+" else FALLING for name in names]
    rules: list[dict[str, Any]] = [{"type": GIVENS}]
    rules += [{"type": REGIONS, "regions": layout.regions}] if layout.regions else []
    rules += [{"type": kind, "style": BLUE} for kind in kinds]
    rules += written(layout)
    rules += to_sudokumaker(cosmetics_in(entry.cosmetics), layout.size)
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
