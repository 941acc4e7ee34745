"""SudokuPad addresses: the name of a form, then the puzzle in that form.

`fpuzzles` is followed by an f-puzzles object and `scl` by SudokuPad's own object, both compressed by LZ-string. `scf`
is for 9×9 boards: one symbol for each digit and the blanks after it, then `x` for diagonals and `w` for windoku.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import chain
from string import ascii_lowercase, ascii_uppercase, digits
from typing import Any
from urllib.parse import quote, unquote

from cpgen.constraints import constraint_from_json
from cpgen.constraints.base import Constraint
from cpgen.constraints.cage import Cage
from cpgen.cosmetics import Fog, cosmetics_in, fog_in, text_of_cosmetics
from cpgen.errors import InputError
from cpgen.formats import fpuzzles
from cpgen.formats.checks import (
    agreed_layout,
    board_with_regions,
    default_layout,
    digits_of,
    puzzle_of,
    small_number,
    solution_for,
    text_of,
)
from cpgen.formats.entry import Entry, require_no_drawings
from cpgen.formats.fpuzzles_constraints import board_rules
from cpgen.formats.json_fields import (
    cells_of,
    compact_json,
    grid_at,
    grid_rows,
    list_at,
    short_link,
    text_at,
    unsupported,
)
from cpgen.formats.link_cosmetics import in_sudokupad, to_sudokupad
from cpgen.formats.lzstring import compress, decompress
from cpgen.formats.shorthand import value_of_compact
from cpgen.formats.sudokupad_drawing import drawing, pairs_of
from cpgen.layout import Layout
from cpgen.library import layout_named
from cpgen.messages import Message
from cpgen.notation import place_name

HOST = "https://sudokupad.app/"
PAYLOAD = re.compile(r"(fpuzzles|fpuz|scl|ctc|scf)(.+)", re.DOTALL)
CLASSIC = re.compile(r"[0-9._]{81}", re.ASCII)
DRAWN = ("arrows", "lines", "overlays", "underlays")
"""Keys of drawings in SudokuPad's object"""
BOARD_RULES = ("antiknight", "antiking", "nonconsecutive")
"""Constraints about the whole board, in the list `global` or, as keys, in the metadata"""
NAMES = ("title", "author", "rules", "solution")
LINES = "constraints"
"""Key in the metadata where cpgen writes the constraints as lines of text; SudokuPad ignores it"""
LIT, LIGHTS, SOLVED = "foglight", "triggereffect", "msgcorrect"
"""Keys of the lamps under fog, of cells that light others, and of the message for the solved puzzle in the metadata"""
CELL = re.compile(r"r\d+c\d+")
BLUE, GREY = "#34BBE6", "#CFCFCF"
"""Colours in which SudokuPad draws diagonals and the squares of windoku"""
PACKED = digits + ascii_uppercase + ascii_lowercase[:24]
"""Symbols of the form `scf`; the symbol at index 10·b + d stands for the digit d and b blanks"""


def read(text: str, layout: Layout | None = None) -> Entry:
    """Read a SudokuPad address, or its part after the host; it must fit `layout` if given.

    Raises InputError if it is damaged or not supported.
    """
    part = re.split(r"[?&]puzzle(?:id)?=", unquote(text.strip()))[-1]
    part = re.sub(r"^(https?://)?[^/]+\.[a-z]+/(sudoku/)?", "", part, flags=re.IGNORECASE).lstrip("?")
    if CLASSIC.fullmatch(part):
        layout = layout or default_layout(9)
        return Entry(puzzle_of(digits_of(part, layout, "puzzle"), layout))
    match = PAYLOAD.match(part)
    if not match:
        raise short_link(text)
    kind, payload = match.groups()
    if kind == "scf":
        return _read_scf(payload.removesuffix(".scf"), layout)
    if kind.startswith("fpuz"):
        return fpuzzles.from_payload(payload, layout)
    return from_object(value_of_compact(decompress(payload.replace(" ", "+"))), layout)


def _read_scf(payload: str, layout: Layout | None) -> Entry:
    clues: list[int] = []
    rest = iter(payload)
    for symbol in rest:
        blanks, digit = divmod(PACKED.find(symbol), 10)
        clues += [digit] + [0] * blanks
        if blanks < 0 or len(clues) >= 81:
            break
    rules = "".join(rest)
    if len(clues) != 81 or set(rules) - set("xw"):
        raise InputError(Message("sudokupad-scf"))
    extras = [*(Layout(9).with_diagonals().extras if "x" in rules else ()), *(_windoku() if "w" in rules else ())]
    layout = agreed_layout(Layout(9, Layout.default(9).regions, tuple(extras)), layout)
    return Entry(puzzle_of(clues, layout))


def from_object(data: dict[str, Any], layout: Layout | None) -> Entry:
    """Read a decoded SudokuPad object, which must fit `layout` if given.

    Raises InputError if it is damaged or has elements unknown to cpgen.
    """
    metadata = data.get("metadata")
    metadata = metadata if isinstance(metadata, dict) else {}
    rules = {*map(str, list_at(data, "global")), *(key for key in BOARD_RULES if metadata.get(key))}
    unknown = sorted(map(repr, rules.difference(BOARD_RULES)))
    if unknown:
        raise unsupported(*unknown)
    size = len(list_at(data, "cells"))
    cells = [cell if isinstance(cell, dict) else {} for cell in grid_at(data, "cells", size)]
    board = board_with_regions(size, _regions(data, size))
    regions = board.regions
    further = [one for line in list_at(metadata, LINES) for one in constraint_from_json(line, size, regions)]
    drawn = {key: list(list_at(data, key)) for key in (*DRAWN, "cages")}
    # Drawings of constraints that are read anyway go first; only what is left is an author's drawing.
    _take_shown(drawn, Layout(size, regions).with_constraints(*further))
    extras, cages, texts, drawn["cages"] = _cages(drawn["cages"], size)
    extras = [*_take_diagonals(drawn["lines"], size), *_take_squares(drawn["underlays"], size), *extras]
    further += [*cages, *board_rules(dict.fromkeys(rules, True), [])]
    known = {house.cells for house in board.houses}
    extras = [*board.extras, *(cells for cells in extras if cells not in known)]
    further = [*board.further, *further]
    own = Layout(size, regions, tuple(dict.fromkeys(extras))).with_constraints(*dict.fromkeys(further))
    layout = agreed_layout(own, layout)
    puzzle = puzzle_of([fpuzzles.digit_of(cell.get("value")) for cell in cells], layout)
    texts |= {k: v for k, v in metadata.items() if k in NAMES and v}
    read = [in_sudokupad(key, part) for key, parts in drawn.items() for part in parts]
    # A drawing of which a part is missing would mislead, so all are left out if one cannot be read.
    kept = [] if None in read else [one for ones in read if ones for one in ones]
    fog = Fog(tuple(dict.fromkeys(cells_of(list_at(data, LIT), size, "region-cell"))), tuple(_lights(data, layout)))
    entry = Entry(
        puzzle,
        solution=solution_for(puzzle, fpuzzles.solution_of(texts.get("solution"), layout)),
        marks=fpuzzles.marks_in(cells, size, "centremarks", "pencilMarks"),
        title=text_at(texts, "title"),
        author=text_at(texts, "author"),
        instructions=text_at(texts, "rules"),
        cosmetics=text_of_cosmetics(kept),
        fog=fog.text(layout),
        message=text_at(metadata, SOLVED),
        drawings={key.removesuffix("s"): len(left) for key, left in drawn.items() if left},
    )
    return require_no_drawings(entry)


def _lights(data: dict[str, Any], layout: Layout) -> Iterator[tuple[int, tuple[int, ...]]]:
    """Yield each cell whose right digit lights certain cells under fog, with these cells; refuse other effects."""
    names = {layout.cell_name(cell): cell for cell in range(layout.cell_count)}
    for one in list_at(data, LIGHTS):
        match one:
            case {"trigger": {"cell": str(cell)}, "effect": {"type": "foglight", "cells": str(text)}}:
                lit = CELL.findall(text)
                if not lit or "".join(lit) != text or not {cell, *lit} <= names.keys():
                    raise unsupported(LIGHTS)
                yield names[cell], tuple(names[name] for name in lit)
            case _:
                raise unsupported(LIGHTS)


def _light(cell: int, lit: tuple[int, ...], layout: Layout) -> dict[str, Any]:
    trigger = {"type": "cellvalue", "cell": layout.cell_name(cell)}
    return {"trigger": trigger, "effect": {"type": LIT, "cells": "".join(map(layout.cell_name, lit))}}


def _take_diagonals(lines: list[Any], size: int) -> list[tuple[int, ...]]:
    """Remove the diagonals, recognised by SudokuPad's colour, from a list of lines; return their cells."""
    ends = ([[0, 0], [size, size]], [[0, size], [size, 0]])
    houses = []
    for way, house in zip(ends, Layout(size).with_diagonals().extras, strict=True):
        same = [line for line in lines if _is_drawn(line, BLUE, "color") and line.get("wayPoints") == way]
        houses += [house] if same else []
        lines[:] = [line for line in lines if line not in same]
    return houses


def _take_squares(underlays: list[Any], size: int) -> tuple[tuple[int, ...], ...]:
    """Remove the four grey squares of windoku from a list of underlays.

    Return their houses, () if they are not there.
    """
    square = {"width": 3, "height": 3}
    grey = [one for one in underlays if _is_drawn(one, GREY, "backgroundColor") and square.items() <= one.items()]
    centres = sorted(str(one.get("center")) for one in grey)
    if size != 9 or centres != [str([row, column]) for row in (2.5, 6.5) for column in (2.5, 6.5)]:
        return ()
    underlays[:] = [one for one in underlays if one not in grey]
    return _windoku()


def _windoku() -> tuple[tuple[int, ...], ...]:
    return layout_named("windoku").extras


def _is_drawn(what: Any, colour: str, key: str) -> bool:
    return isinstance(what, dict) and str(what.get(key)).upper() == colour


def _regions(data: dict[str, Any], size: int) -> list[list[int]]:
    """Return the cells of each region; raise InputError if a cell is in two."""
    regions = [cells_of(cells, size, "region-cell") for cells in list_at(data, "regions")]
    seen: set[int] = set()
    for cell in chain.from_iterable(regions):
        if cell in seen:
            raise InputError(Message("two-regions", place=place_name(cell, size)))
        seen.add(cell)
    return regions


def _take_shown(drawn: dict[str, list[Any]], layout: Layout) -> None:
    """Remove from `drawn`, lists by key, the drawings that cpgen itself writes for the constraints of a layout."""
    for key, parts in drawing(layout).items():
        for part in parts:
            if part in drawn[key]:
                drawn[key].remove(part)


def _cages(
    listed: list[Any], size: int
) -> tuple[list[tuple[int, ...]], list[Constraint], dict[str, Any], list[dict[str, Any]]]:
    """Sort SudokuPad's list of cages: extra houses, killer cages, texts (cages without cells), and unknown ones."""
    extras, killers, texts, others = [], [], {}, []
    for cage in listed:
        if not isinstance(cage, dict):
            raise InputError(Message("key-objects", name="'cages'"))
        value, cells = cage.get("value"), cells_of(list_at(cage, "cells"), size, "region-cell")
        if not cells and isinstance(value, str) and ":" in value:
            name, _, text = value.partition(":")
            texts[name.strip().lower()] = text.strip()
        elif cells and not value and cage.get("hidden") and not cage.get("unique"):
            continue  # SudokuPad marks cells without a region so
        elif cells and not value and cage.get("unique") and _is_house(cage, cells, size):
            extras.append(tuple(sorted(cells)))
        elif cells and cage.get("unique") and (killer := _killer(cage, cells)):
            killers.append(killer)
        elif cells:
            others.append(cage)
    return extras, killers, texts, others


def _is_house(cage: dict[str, Any], cells: Sequence[int], size: int) -> bool:
    return len(cells) == size and cage.get("sum") in (None, 0, size * (size + 1) // 2)


def _killer(cage: dict[str, Any], cells: Sequence[int]) -> Constraint | None:
    """Return a killer cage for a SudokuPad cage with different digits; None if its value is not a sum."""
    value = cage.get("value") or cage.get("sum")
    total = small_number(str(value)) if value else None
    return None if value and not total else Cage(tuple(cells), total)


def write(entry: Entry) -> str:
    """Return the SudokuPad address of an entry, in the form `fpuzzles`, with a line end."""
    layout = entry.puzzle.layout
    if fog_in(entry.fog, layout).lights and layout.size < 10:
        return write_scl(entry)
    return f"{HOST}fpuzzles{fpuzzles.payload(entry)}\n"


def write_scl(entry: Entry) -> str:
    """Return the SudokuPad address of an entry, in the form `scl`, with a line end."""
    return f"{HOST}scl{quote(compress(compact_json(_object(entry))), safe='')}\n"


def _object(entry: Entry) -> dict[str, Any]:
    """Return an entry as SudokuPad's object; extra houses have the form that SudokuPad's own loader gives them."""
    layout = entry.puzzle.layout
    size = layout.size
    texts = {"title": entry.title, "author": entry.author, "rules": entry.instructions}
    diagonals, houses = fpuzzles.split_extras(layout)
    ways = {fpuzzles.FALLING: [[0, 0], [size, size]], fpuzzles.RISING: [[0, size], [size, 0]]}
    total = size * (size + 1) // 2
    drawn, cosmetics = drawing(layout), to_sudokupad(cosmetics_in(entry.cosmetics))
    drawn = {key: [*drawn.get(key, []), *cosmetics.get(key, [])] for key in dict.fromkeys([*drawn, *cosmetics])}
    fog = fog_in(entry.fog, layout)
    lines = [one.text(size) for one in layout.further]
    cages: list[dict[str, Any]] = [*drawn.pop("cages", [])]
    extra = {"style": "extraregion", "unique": True, "sum": total}
    cages += [extra | {"cells": pairs_of(house, size)} for house in houses]
    if not layout.regions:
        cages.append({"cells": pairs_of(range(size * size), size), "unique": False, "hidden": True})
    regions = [[cell for cell, region in enumerate(layout.regions) if region == number] for number in range(size)]
    data = {
        "cellSize": 50,
        "metadata": {
            k: v
            for k, v in (texts | {"solution": text_of(entry.solution), SOLVED: entry.message, LINES: lines}).items()
            if v
        },
        "cells": grid_rows([_cell_object(entry, cell) for cell in range(layout.cell_count)], size),
        "regions": [pairs_of(cells, size) for cells in regions] if layout.regions else [],
        "cages": cages,
        LIT: pairs_of(fog.lamps, size),
        LIGHTS: [_light(cell, lit, layout) for cell, lit in fog.lights],
        **drawn,
        "lines": [
            *({"color": BLUE, "thickness": 2, "wayPoints": ways[one]} for one in diagonals),
            *drawn.get("lines", []),
        ],
    }
    return {key: value for key, value in data.items() if value}


def _cell_object(entry: Entry, cell: int) -> dict[str, Any]:
    clue, noted = entry.puzzle.clues[cell], [digit for digit in entry.marks[cell] if digit] if entry.marks else []
    return {"value": clue} if clue else {"centremarks": noted} if noted else {}
