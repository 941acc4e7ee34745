"""f-puzzles addresses: a JSON object with `size`, `grid` and the constraints by name, compressed with LZ-string."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any
from urllib.parse import quote, unquote

from cpgen.constraints.geometry import diagonals, disjoint_groups
from cpgen.cosmetics import Cosmetic, cosmetics_in, fog_in, text_of_cosmetics
from cpgen.errors import InputError
from cpgen.formats.checks import (
    agreed_layout,
    board_with_regions,
    digits_of,
    given_candidates,
    puzzle_and_placed,
    small_number,
    solution_for,
)
from cpgen.formats.entry import Entry, require_no_drawings
from cpgen.formats.fpuzzles_constraints import (
    EXTRA,
    KEYS,
    cell_of,
    constraints_of,
    written,
)
from cpgen.formats.fpuzzles_drawing import drawings
from cpgen.formats.json_fields import (
    compact_json,
    grid_at,
    grid_rows,
    json_object,
    list_at,
    objects_at,
    short_link,
    text_at,
    unsupported,
)
from cpgen.formats.link_cosmetics import colours_in_fpuzzles, in_fpuzzles, to_fpuzzles
from cpgen.formats.lzstring import compress, decompress
from cpgen.layout import Layout
from cpgen.messages import Message, shown
from cpgen.puzzle import Grid
from cpgen.regions import require_side
from cpgen.state import Marks

START = "https://f-puzzles.com/?load="
FALLING, RISING = "diagonal-", "diagonal+"
"""Keys of the diagonals from the upper left and from the lower left"""
DRAWN = ("line", "rectangle", "circle", "text", "cage")
"""Keys of drawings that have no meaning by themselves"""
COMPANIONS = ("isNewConstraint", "fromConstraint")
"""Keys that mark a drawing as the picture of a constraint that is listed elsewhere"""
COLOURS = ("c", "cArray")
DISJOINT = "disjointgroups"
TEXTS = ("size", "title", "author", "ruleset", "grid", "solution")
NINE_BOXES = Layout.default(9).regions
"""Regions that every program assumes for cells without one on 9×9 boards; on other boards programs differ"""
FOG, LIT, SUCCESS = "fogofwar", "foglight", "successMessage"
"""Keys of the lamps under fog, of cells lit from the start, and of the message for the solved puzzle"""
SETTINGS = ("disabledlogic", "truecandidatesoptions", FOG, LIT, SUCCESS, "highlightConflicts")
"""Keys of settings, which are no constraints"""
KNOWN = {*TEXTS, *SETTINGS, *KEYS, FALLING, RISING, DISJOINT}


def read(text: str, layout: Layout | None = None) -> Entry:
    """Read an f-puzzles address, or its part after `load=`; raise InputError if it cannot be read as a puzzle.

    The puzzle must fit `layout`, None for any board.
    """
    if "/" in text and "load=" not in text:
        raise short_link(text)
    return from_payload(re.split(r"[?&]load=", text.strip())[-1], layout)


def from_payload(payload: str, layout: Layout | None) -> Entry:
    """Read the compressed part of an f-puzzles address (after `load=`); the puzzle must fit `layout` if given."""
    text = decompress(unquote(payload).replace(" ", "+"))
    return from_object(json_object(text, "The puzzle in the link"), layout)


def from_object(data: dict[str, Any], layout: Layout | None) -> Entry:
    """Read a decoded f-puzzles object, which must fit `layout` if given.

    Raises InputError if it is damaged or has constraints unknown to cpgen.
    """
    unknown = [name for key in data if key not in KNOWN and key not in DRAWN for name in _counted(key, data[key])]
    if unknown:
        raise unsupported(*unknown)
    size = data.get("size")
    if not isinstance(size, int) or isinstance(size, bool):
        raise InputError(Message("no-size"))
    require_side(size)
    cells = grid_at(data, "grid", size)
    if not all(isinstance(cell, dict) for cell in cells):
        raise InputError(Message("key-cells", name="'grid'"))
    board = board_with_regions(size, _regions(cells, size))
    further, without_value = constraints_of(data, cells, size)
    extras = (*board.extras, *_extras(data, size, board.regions))
    own = Layout(size, board.regions, tuple(dict.fromkeys(extras)), board.further).with_constraints(*further)
    layout = agreed_layout(own, layout)
    # A digit without the key `given` was entered by the solver.
    values, given = [digit_of(cell.get("value")) for cell in cells], [bool(cell.get("given")) for cell in cells]
    puzzle, placed = puzzle_and_placed(values, given, layout)
    drawings, cosmetics = _drawings(data, cells, size)
    entry = Entry(
        puzzle,
        solution=solution_for(puzzle, solution_of(data.get("solution"), layout)),
        placed=placed,
        marks=marks_in(cells, size, "centerPencilMarks", "cornerPencilMarks"),
        title=text_at(data, "title"),
        author=text_at(data, "author"),
        instructions=text_at(data, "ruleset"),
        cosmetics="" if without_value else text_of_cosmetics(cosmetics),
        fog=_fog(data, layout),
        message=text_at(data, SUCCESS),
        drawings=drawings | without_value,
    )
    return require_no_drawings(entry)


def _counted(key: str, value: Any) -> list[str]:
    """Return a list with the key and its number of parts, for a message on an unknown constraint; [] without parts."""
    parts = len(value) if isinstance(value, list) else int(value is True)
    return [f"{shown(key, 30)} ({parts})" if parts > 1 else shown(key, 30)] if parts else []


def _drawings(data: dict[str, Any], cells: list[dict[str, Any]], size: int) -> tuple[dict[str, int], list[Cosmetic]]:
    """Return the number of drawings by kind (coloured cells are one), and all of them as cosmetics.

    Drawings that only show a constraint are left out. If one drawing cannot be converted, no cosmetics are returned.
    """
    drawn = {kind: [part for part in list_at(data, kind) if not _is_explained(part)] for kind in DRAWN}
    coloured = [k for k, cell in enumerate(cells) if any(cell.get(key) not in (None, "", []) for key in COLOURS)]
    read = [in_fpuzzles(kind, part) for kind in DRAWN for part in drawn[kind]]
    kept = [*(colours_in_fpuzzles(cell, size, cells[cell]) for cell in coloured), *read]
    counted = {kind: len(parts) for kind, parts in drawn.items()} | {"coloured cell": len(coloured)}
    whole = [] if None in kept else [one for ones in kept if ones for one in ones]
    return {kind: number for kind, number in counted.items() if number}, whole


def _fog(data: dict[str, Any], layout: Layout) -> str:
    """Return the names of the cells that are lit under fog, by lamps or alone, separated by blanks."""
    names = [str(name).lower() for key in (FOG, LIT) for name in list_at(data, key)]
    fog = " ".join(dict.fromkeys(names))
    fog_in(fog, layout)
    return fog


def _is_explained(part: Any) -> bool:
    """Return True for an f-puzzles drawing that is not converted to a cosmetic, since it shows nothing of its own.

    It is either the picture of a constraint listed elsewhere, or a `cage` without cells that has a text with a colon as
    its value.
    """
    if not isinstance(part, dict):
        return False
    is_text = not part.get("cells") and ":" in str(part.get("value") or "")
    return is_text or any(map(part.get, COMPANIONS))


def _regions(cells: list[dict[str, Any]], size: int) -> list[list[int]]:
    """Return the cells of each region; a cell without the key has its default region, and one with null has none."""
    default = _default_regions(size)
    regions: dict[int, list[int]] = {}
    for number, cell in enumerate(cells):
        region = cell.get("region", default[number])
        if not isinstance(region, int | None):
            raise InputError(Message("fpuzzles-value", key="region", value=shown(str(region), 20)))
        if region is not None and region >= 0:
            regions.setdefault(region, []).append(number)
    return list(regions.values())


def _default_regions(size: int) -> tuple[int, ...]:
    try:
        return Layout.default(size).regions
    except InputError:
        return tuple(cell // size for cell in range(size * size))


def _extras(data: dict[str, Any], size: int, regions: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    falling, rising = diagonals(size)
    extras = [cells for key, cells in ((FALLING, falling), (RISING, rising)) if data.get(key)]
    extras += disjoint_groups(regions) if data.get(DISJOINT) else ()
    for one in objects_at(data, EXTRA):
        cells = tuple(sorted(cell_of(name, size) for name in list_at(one, "cells")))
        extras += [cells] if len(cells) == size else []
    return tuple(dict.fromkeys(extras))


def digit_of(value: Any) -> int:
    """Return the digit in a cell's `value`, 0 for none; raise InputError for anything but a whole number."""
    if value is None or value == "":
        return 0
    digit = small_number(value) if isinstance(value, str) else value
    if not isinstance(digit, int) or isinstance(digit, bool):
        raise InputError(Message("cell-no-digit", text=shown(str(value), 20)))
    return digit


def solution_of(value: Any, layout: Layout) -> Grid:
    """Return the digits of a solution, given as a list or a text, or () if its length is wrong."""
    if not isinstance(value, (list, str)) or len(value) != layout.cell_count:
        return ()
    if isinstance(value, str):
        return digits_of(value, layout, "solution")
    return tuple(map(digit_of, value))


def marks_in(cells: Sequence[dict[str, Any]], size: int, centre: str, corner: str) -> Marks:
    """Return the candidates noted in each cell: in its centre, or else in its corners; () if there are none.

    Corner marks count as candidates only if every open cell has marks: otherwise they note some positions of a digit.
    `centre` and `corner` are the keys of the marks in a cell.
    """
    marked = (cell.get("value") or list_at(cell, centre) or list_at(cell, corner) for cell in cells)
    keys = (centre, corner) if all(marked) else (centre,)
    noted = (next(filter(None, (list_at(cell, key) for key in keys)), []) for cell in cells)
    digit_sets = ({small_number(str(sign)) or 0 for sign in signs} for signs in noted)
    marks = tuple(tuple(sorted(digit for digit in digits if 1 <= digit <= size)) for digits in digit_sets)
    return marks if any(marks) else ()


def write(entry: Entry) -> str:
    """Return the f-puzzles address of an entry, with a line end."""
    return f"{START}{payload(entry)}\n"


def payload(entry: Entry) -> str:
    """Return the compressed part of an entry's f-puzzles address, percent-encoded."""
    return quote(compress(compact_json(_object(entry))), safe="")


def _object(entry: Entry) -> dict[str, Any]:
    layout = entry.puzzle.layout
    texts = {"title": entry.title, "author": entry.author, "ruleset": entry.instructions, "solution": entry.solution}
    flags, houses = split_extras(layout)
    groups = disjoint_groups(layout.regions)
    if groups and tuple(houses[: len(groups)]) == groups:
        flags, houses = [*flags, DISJOINT], houses[len(groups) :]
    allowed = given_candidates(layout)
    extras = [{"cells": [layout.cell_name(cell).upper() for cell in cells]} for cells in houses]
    shown, drawn = drawings(layout), to_fpuzzles(cosmetics_in(entry.cosmetics))
    fog = [layout.cell_name(cell).upper() for cell in fog_in(entry.fog, layout).lamps]
    return {
        "size": layout.size,
        **{key: text for key, text in texts.items() if text},
        "grid": grid_rows([_cell_object(entry, cell, allowed) for cell in range(layout.cell_count)], layout.size),
        **dict.fromkeys(flags, True),
        **({EXTRA: extras} if extras else {}),
        **written(layout),
        **{key: [*shown.get(key, []), *drawn.get(key, [])] for key in dict.fromkeys([*shown, *drawn])},
        **({FOG: fog} if fog else {}),
        **({SUCCESS: entry.message} if entry.message else {}),
    }


def _cell_object(entry: Entry, cell: int, allowed: Mapping[int, tuple[int, ...]]) -> dict[str, Any]:
    layout, clue = entry.puzzle.layout, entry.puzzle.clues[cell]
    data: dict[str, Any] = {}
    if layout.regions != NINE_BOXES:
        data["region"] = layout.regions[cell] if layout.regions else None
    if clue:
        data |= {"value": clue, "given": True}
    elif entry.placed and entry.placed[cell]:
        data["value"] = entry.placed[cell]
    if entry.marks and any(entry.marks[cell]):
        data["centerPencilMarks"] = entry.marks[cell]
    if cell in allowed:
        data["givenPencilMarks"] = allowed[cell]
    return data


def split_extras(layout: Layout) -> tuple[list[str], list[tuple[int, ...]]]:
    """Split the extra houses of a layout: return those that are diagonals, as f-puzzles' keys, and the cells of others.

    Only diagonals at the beginning of the list are recognised, so that reading restores the order.
    """
    falling, rising = diagonals(layout.size)
    names, rest = [], list(layout.extras)
    for key, cells in ((FALLING, falling), (RISING, rising)):
        if rest[:1] == [cells]:
            names.append(key)
            rest = rest[1:]
    return names, rest
