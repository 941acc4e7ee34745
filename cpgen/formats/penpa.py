"""Penpa+ addresses: base64 of a raw deflate of 19 lines, most of them JSON in which `zN` stands for `"number"` etc.

Cells are numbered on a lattice of side n + 4, whose outer two rows and columns on each side lie outside the board. A
corner has the number of the cell at its upper left plus (n + 4)². Addresses that contain a puzz.link address are read,
too.
"""

from __future__ import annotations

import base64
import binascii
import json
import re
import zlib
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any
from urllib.parse import unquote

from cpgen.constraints.arrow import Arrow
from cpgen.constraints.base import Constraint
from cpgen.constraints.cage import Cage
from cpgen.cosmetics import Cosmetic, cosmetics_in, text_of_cosmetics
from cpgen.errors import InputError
from cpgen.formats import puzzlink
from cpgen.formats.checks import agreed_layout, placed_in, puzzle_of, regions_of, small_number
from cpgen.formats.entry import Entry, one_line, require_no_drawings
from cpgen.formats.json_fields import compact_json, json_object
from cpgen.formats.penpa_cosmetics import in_penpa, is_text
from cpgen.formats.penpa_drawing import Drawings, cosmetics_of
from cpgen.formats.penpa_lattice import BORDER, cells_of, number_of
from cpgen.formats.penpa_styles import THICK
from cpgen.layout import Layout
from cpgen.limits import LONGEST_PENPA
from cpgen.messages import Message, shown
from cpgen.puzzle import Grid

START = "https://swaroopg92.github.io/penpa-edit/#m=edit&p="
DOTS = {"white": 1, "black": 2}
"""Value of the dots that Penpa+ can draw (difference 1, ratio 2), which is also the number of their style"""
DRAWN = {
    "line": "line",
    "freeline": "line",
    "freelineE": "line",
    "symbol": "symbol",
    "killercages": "cage",
    "cage": "cage edge",
    "thermo": "thermometer",
    "nobulbthermo": "thermometer",
    "arrows": "arrow",
    "direction": "arrow",
    "wall": "wall",
    "squareframe": "frame",
    "polygon": "polygon",
}
UNREAD = ("polygon",)
"""Keys of drawings that cpgen cannot show; with one of them, no drawing of the address is kept"""
COLOURED, COLOURS = 13, (14, 15)
"""Lines that say whether drawings have colours of their own ("1"), and which, in question and answer"""
DRAWN_IN_QUESTION = DRAWN | {"surface": "shaded cell", "numberS": "small number"}
"""Elements of the question layer that may be constraints, with their nouns; in the answer the last two are notes"""
COMMA = {"%2C": ","}
"""Escapes in the title and the author, which end at a comma; the source has none"""
ESCAPES = {**COMMA, "%2D": "\n", "%2F": "=", "%2E": "&"}
"""Escapes of characters in the text of the rules"""


def read(text: str, layout: Layout | None = None) -> Entry:
    """Read a Penpa+ address; it must fit `layout` if given.

    Raises InputError if it is damaged, or its board is not a square one of digits.
    """
    match = re.search(r"[#&?]p=([^&#]+)", text)
    if not match:
        raise InputError(Message("penpa-part", text=shown(text)))
    payload = unquote(match.group(1))
    if "?sudoku/" in payload:
        return puzzlink.read(payload, layout)
    rows = _unpacked(payload).split("\n")
    if len(rows) < 5:
        raise InputError(Message("penpa-lines"))
    header = rows[0].replace("zZ", "z").split(",")
    side = _side(header, rows[1])
    question, answer = (_layer(row) for row in rows[3:5])
    layout = agreed_layout(Layout(side, _regions(question, side)), layout)
    puzzle = puzzle_of(_digits(question, layout), layout)
    placed = placed_in(puzzle, _digits(answer, layout))
    drawings = _drawings(question, DRAWN_IN_QUESTION) + _drawings(answer, DRAWN) + _texts_beside(question, side)
    cosmetics = text_of_cosmetics(_cosmetics(question, answer, side, _colours(rows)))
    return require_no_drawings(Entry(puzzle, placed=placed, cosmetics=cosmetics, drawings=drawings, **_texts(header)))


def _cosmetics(
    question: dict[str, Any], answer: dict[str, Any], side: int, colours: list[dict[str, Any]]
) -> list[Cosmetic]:
    """Return the drawings of question and answer as cosmetics, without the answer's notes; none if one cannot be read.

    `colours` are the drawings' own colours in either.
    """
    layers = (question, {name: drawn for name, drawn in answer.items() if name in DRAWN})
    unread = any(layer.get(name) for layer in layers for name in UNREAD)
    pairs = zip(layers, colours, strict=True)
    read = [None] if unread else [in_penpa(layer, side, own) for layer, own in pairs]
    return [] if None in read else [one for ones in read if ones for one in ones]


def _colours(rows: list[str]) -> list[dict[str, Any]]:
    """Return the drawings' own colours in both layers."""
    is_coloured = len(rows) > max(COLOURS) and rows[COLOURED].strip() == "1"
    return [_layer(rows[k]) if is_coloured else {} for k in COLOURS]


def _texts_beside(question: dict[str, Any], side: int) -> Counter[str]:
    """Return the number of texts in the question that are no digits in cells."""
    numbers = question.get("number")
    beside = [one for one in numbers if _is_beside(one, side)] if isinstance(numbers, dict) else []
    return Counter({"text": len(beside)} if beside else {})


def _is_beside(number: str, side: int) -> bool:
    try:
        return is_text(number, side)
    except ValueError:
        raise InputError(Message("penpa-digit", text=shown(number, 20))) from None


def _unpacked(payload: str) -> str:
    try:
        packed = base64.b64decode(payload.strip().replace(" ", "+") + "=" * (-len(payload.strip()) % 4), validate=True)
        unpacker = zlib.decompressobj(-15)
        data = unpacker.decompress(packed, LONGEST_PENPA)
    except (binascii.Error, ValueError, zlib.error):
        raise InputError(Message("penpa-damaged")) from None
    if unpacker.unconsumed_tail:
        raise InputError(Message("penpa-large", most=LONGEST_PENPA))
    if not unpacker.eof:
        raise InputError(Message("penpa-short"))
    return data.decode("utf-8", "replace")


def _side(header: list[str], spaces: str) -> int:
    """Return the side of the board from the first two lines of the content; raise InputError if it is not square.

    The second line has the numbers of blank rows and columns around the board, which must be 0.
    """
    if header[0] not in ("square", "sudoku"):
        raise InputError(Message("penpa-board", text=shown(header[0], 20)))
    width, height = map(small_number, [*header, "", ""][1:3])
    if width is None or width != height or set(re.findall(r"\d+", spaces)) - {"0"}:
        raise InputError(Message("penpa-square"))
    return Layout.latin(width).size


def _layer(row: str) -> dict[str, Any]:
    """Expand the abbreviations of a layer, question or answer, and parse its JSON."""
    # Penpa+ abbreviates the keys of its JSON to two letters; unknown ones stay as they are.
    text = re.sub(r"z[A-Z0-9_]", lambda match: LONG.get(match[0], match[0]), row)
    return json_object(text, "A layer in the Penpa+ address")


def _drawings(layer: dict[str, Any], kinds: Mapping[str, str]) -> Counter[str]:
    """Return the number of drawings in a layer by noun; `kinds` maps keys to nouns. Edges inside regions are lines."""
    counts: Counter[str] = Counter()
    for name, noun in kinds.items():
        drawn = layer.get(name)
        if drawn and not (name == "cage" and layer.get("killercages")):  # whose edges they are
            counts[noun] += len(drawn) if isinstance(drawn, (dict, list)) else 1
    edges = layer.get("lineE")
    others = sum(style != THICK for style in edges.values()) if isinstance(edges, dict) else 0
    return counts + Counter({"line": others})


def _regions(layer: dict[str, Any], side: int) -> tuple[int, ...]:
    """Return the region of each cell, from the thick edges drawn in a layer; () if it has none."""
    drawn = layer.get("lineE") or {}
    if not isinstance(drawn, dict):
        raise InputError(Message("penpa-edges"))
    edges = {name for name, style in drawn.items() if style == THICK}
    open_pairs = ((one, other) for one, other, edge in _inner_edges(side) if edge not in edges)
    return regions_of(side, open_pairs) if edges else ()


def _inner_edges(side: int) -> Iterator[tuple[int, int, str]]:
    """Yield each pair of neighbours and the name of the edge between them: the numbers of its two corners."""
    for row in range(side):
        for column in range(side):
            cell = row * side + column
            if column + 1 < side:
                yield cell, cell + 1, f"{_corner(side, row, column + 1)},{_corner(side, row + 1, column + 1)}"
            if row + 1 < side:
                yield cell, cell + side, f"{_corner(side, row + 1, column)},{_corner(side, row + 1, column + 1)}"


def _corner(side: int, row: int, column: int) -> int:
    # Penpa+ numbers all points of a plane: first the cells with a border around them, then the corners.
    wide = side + 2 * BORDER
    return wide * wide + (row + BORDER - 1) * wide + column + BORDER - 1


def _digits(layer: dict[str, Any], layout: Layout) -> list[int]:
    """Return the n² digits in the cells of a layer."""
    numbers = layer.get("number") or {}
    cell_of = {str(number_of(cell, layout.size)): cell for cell in range(layout.cell_count)}
    digits = [0] * layout.cell_count
    for place, what in numbers.items() if isinstance(numbers, dict) else ():
        if _is_beside(place, layout.size):
            continue
        text = str(what[0]) if isinstance(what, list) and what else ""
        digit = small_number(text)
        if place not in cell_of or digit is None:
            raise InputError(Message("penpa-digit", text=shown(text, 20)))
        digits[cell_of[place]] = digit
    return digits


def _texts(header: list[str]) -> dict[str, Any]:
    texts = [*header, *[""] * 19][15:19]
    title, author, source, rules = texts
    return {
        "title": _plain(title, COMMA).removeprefix("Title:").strip(),
        "author": _plain(author, COMMA).removeprefix("Author:").strip(),
        "source": source.strip(),
        "instructions": _plain(rules, ESCAPES).strip(),
    }


def _plain(text: str, escapes: Mapping[str, str]) -> str:
    for escaped, meant in escapes.items():
        text = text.replace(escaped, meant)
    return text


def _escaped(text: str, escapes: Mapping[str, str]) -> str:
    for escaped, meant in escapes.items():
        text = text.replace(meant, escaped)
    return text.replace("z", "zZ")


def write(entry: Entry) -> str:
    """Return the Penpa+ address of an entry, with a line end."""
    return f"{START}{packed(_rows(entry))}\n"


def packed(rows: Sequence[str]) -> str:
    """Compress lines to the text that follows `p=` in a Penpa+ address."""
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    return base64.b64encode(packer.compress("\n".join(rows).encode()) + packer.flush()).decode()


def _rows(entry: Entry) -> list[str]:
    """Return the 19 lines that an entry's Penpa+ address contains."""
    layout = entry.puzzle.layout
    drawn = _drawn(layout, entry.cosmetics)
    numbers = _numbers(entry.puzzle.clues, layout.size, 1) | drawn.parts.pop("number", {})
    clues = {"number": numbers, "lineE": _edges(layout), **drawn.parts}
    placed = {"number": _numbers(entry.placed, layout.size, 2)}
    layers = [_short(EMPTY_LAYER | clues), _short(EMPTY_LAYER | placed)]
    colours = [_short(EMPTY_LAYER | drawn.colours), _short(EMPTY_LAYER)]
    is_coloured = str(int(any(any(found) for found in drawn.colours.values())))
    settings, either = (compact_json(dict.fromkeys(names, False)) for names in (ANSWER_SETTINGS, OR_SETTINGS))
    rest = ["[]", settings, '"x"', '"x"', "[3,0,10]", MODES, '"x"', is_coloured, *colours, either, "[]", "false"]
    return [_header(entry), "[0,0,0,0]", MODES, *layers, compact_json(_steps(layout.size)), *rest]


def _header(entry: Entry) -> str:
    n = entry.puzzle.layout.size
    middle = number_of(n // 2 * (n + 1), n) if n % 2 else _corner(n, n // 2, n // 2)
    canvas = 38 * (n + 1)
    title, author = (
        _escaped(f"{name}: {one_line(text)}", COMMA)
        for name, text in (("Title", entry.title), ("Author", entry.author))
    )
    source, rules = _escaped(one_line(entry.source).replace(",", ";"), {}), _escaped(entry.instructions, ESCAPES)
    numbers = (n, n, 38, 0, 1, 1, canvas, canvas, middle, middle, 0, 0, 0, 0)
    return ",".join(["square", *map(str, numbers), title, author, source, rules, "OFF", "false"])


def _numbers(digits: Grid, side: int, colour: int) -> dict[str, Any]:
    return {str(number_of(cell, side)): [str(digit), colour, "1"] for cell, digit in enumerate(digits) if digit}


def _edges(layout: Layout) -> dict[str, int]:
    regions, edges = layout.regions, _inner_edges(layout.size) if layout.regions else ()
    return {edge: THICK for one, other, edge in edges if regions[one] != regions[other]}


def unheld(layout: Layout) -> list[Constraint]:
    """Return the constraints of a layout, besides houses, that the writer cannot draw."""
    return [constraint for constraint in layout.further if not any(True for _ in constraint.shapes(layout))]


def _drawn(layout: Layout, cosmetics: str) -> Drawings:
    """Return the drawings of constraints and of cosmetics; cages, thermometers, arrows and dots are Penpa+'s own."""
    side = layout.size
    drawn = Drawings(side)
    for constraint in layout.further:
        numbers = [number_of(cell, side) for cell in constraint.cells]
        is_dot = constraint.kind in DOTS and tuple(constraint.values.values()) == (DOTS[constraint.kind],)
        if isinstance(constraint, Cage):
            drawn.draw_cage(numbers, "" if constraint.total is None else str(constraint.total))
        elif isinstance(constraint, Arrow) and len(constraint.circle) == 1:
            drawn.add("arrows", [number_of(constraint.circle[0], side), *numbers], "", "")
        elif is_dot:
            middle = str(_middle(side, *sorted(constraint.cells)))
            drawn.put("symbol", middle, [DOTS[constraint.kind], "circle_SS", 2])
        elif constraint.kind == "thermo":
            drawn.add("thermo", numbers, "", "")
        else:
            drawn.draw(cosmetics_of(constraint.shapes(layout), side))
    drawn.draw(cosmetics_in(cosmetics))
    return drawn


def _middle(side: int, one: int, other: int) -> int:
    """Return Penpa+'s number of the middle of the edge between a cell and the next one below or to the right.

    `one` and `other` are these cells of the board, whose side is `side`.
    """
    return (3 if other == one + 1 else 2) * cells_of(side) + number_of(one, side)


def _steps(side: int) -> list[int]:
    """Return the numbers of all cells on the lattice, each as its difference from the one before."""
    numbers: Sequence[int] = [number_of(cell, side) for cell in range(side * side)]
    return [later - before for before, later in zip([0, *numbers], numbers, strict=False)]


def _short(value: dict[str, Any]) -> str:
    text = json.dumps(value, separators=(",", ":"))
    for long, short in SHORT.items():
        text = text.replace(long, short)
    return text


# fmt: off
NAMES = {
    "qa": "9", "pu_q": "Q", "pu_a": "A", "grid": "G", "edit_mode": "M", "surface": "S", "line": "L", "lineE": "E",
    "wall": "W", "cage": "C", "number": "N", "symbol": "Y", "special": "P", "board": "B", "command_redo": "R",
    "command_undo": "U", "command_replay": "8", "numberS": "1", "freeline": "F", "freelineE": "2", "thermo": "T",
    "arrows": "3", "direction": "D", "squareframe": "0", "polygon": "5", "deletelineE": "4", "killercages": "6",
    "nobulbthermo": "7", "__a": "_",
}
"""Names in JSON, with the character that stands for each after a z"""
# fmt: on
SHORT = {f'"{name}"': f"z{sign}" for name, sign in NAMES.items()} | {"null": "zO"}
LONG = {short: long for long, short in SHORT.items()} | {"zZ": "z"}

# fmt: off
EMPTY_LAYER: dict[str, Any] = {
    "command_redo": {"__a": []}, "command_undo": {"__a": []}, "command_replay": {"__a": []},
    "surface": {}, "number": {}, "numberS": {}, "symbol": {}, "freeline": {}, "freelineE": {},
    "thermo": [], "arrows": [], "direction": [], "squareframe": [], "polygon": [],
    "line": {}, "lineE": {}, "wall": {}, "cage": {}, "deletelineE": {},
    "killercages": [], "nobulbthermo": [],
}
# fmt: on


MODES = (
    '{z9:zQ,zG:["1","2","1"],zQ:{zM:zN,zS:["",1],zL:["1",2],zE:["1",2],zW:["",2],zC:["1",10],zN:["1",1],'
    'zY:["circle_L",1],zP:[zT,""],zB:["",""],"move":["1",""],"combi":["battleship",""],"sudoku":["1",1]},'
    'zA:{zM:"sudoku",zS:["",1],zL:["1",3],zE:["1",3],zW:["",3],zC:["1",10],zN:["1",2],'
    'zY:["circle_L",1],zP:[zT,""],zB:["",""],"move":["1",""],"combi":["battleship",""],"sudoku":["1",9]}}'
)
"""Tools selected in the editor, as Penpa+ writes them for a new board, so that solvers enter digits in the answer"""
_LINES = ("surface", "number", "loopline", "loopedge", "wall")
_SHAPES = ("square", "circle", "tri", "arrow", "math", "battleship", "tent", "star", "akari", "mine")
OR_SETTINGS = [f"sol_or_{kind}" for kind in (*_LINES, *_SHAPES)]
ANSWER_SETTINGS = [f"sol_{kind}" for kind in (*_LINES, "ignoreloopline", "ignoreborder", *_SHAPES)]
