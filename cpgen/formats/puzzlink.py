"""puzz.link addresses: `sudoku/COLUMNS/ROWS/BODY`; the regions are the default boxes of the side.

In BODY a value up to 15 is one hexadecimal digit, a greater one `-` and two, and `g` to `z` are 1 to 20 open cells.
"""

from __future__ import annotations

from collections.abc import Sequence
from string import ascii_lowercase, digits
from urllib.parse import unquote

from cpgen.errors import InputError
from cpgen.formats.checks import agreed_layout, default_layout, puzzle_of
from cpgen.formats.entry import Entry
from cpgen.layout import Layout
from cpgen.messages import Message, shown
from cpgen.notation import whole_number

START = "https://puzz.link/p?"
SIDES = (4, 6, 9, 16, 25)
DIGITS = digits + ascii_lowercase
LONGEST_RUN = 20


def read(text: str, layout: Layout | None = None) -> Entry:
    """Read a puzz.link address, or its part after the question mark; it must fit `layout` if given.

    Raises InputError if it is damaged.
    """
    kind, *parts = unquote(text).rpartition("?")[2].strip().strip("/").split("/")
    if kind.removesuffix("_edit") != "sudoku":
        raise InputError(Message("puzzlink-kind", text=shown(kind, 20)))
    if parts[:1] == ["v:"]:
        parts = parts[1:]
    if len(parts) != 3:
        raise InputError(Message("puzzlink-damaged"))
    columns, rows = (whole_number(part, "a side in a link") for part in parts[:2])
    if columns != rows or rows not in SIDES:
        raise InputError(Message("puzzlink-side", columns=columns, rows=rows))
    layout = agreed_layout(default_layout(rows), layout)
    return Entry(puzzle_of(_digits(parts[2], layout), layout))


def _digits(body: str, layout: Layout) -> list[int]:
    clues: list[int] = []
    position = 0
    while position < len(body) and len(clues) <= layout.cell_count:
        symbol = body[position]
        if symbol == "-":
            clues.append(_digit(body[position + 1 : position + 3], layout))
            position += 3
            continue
        value = DIGITS.find(symbol)
        if value > 15:
            clues += [0] * (value - 15)
        else:
            clues.append(_digit(symbol, layout))
        position += 1
    if len(clues) != layout.cell_count:
        many = "more" if len(clues) > layout.cell_count else f"only {len(clues)}"
        raise InputError(Message("link-cells", cells=layout.cell_count, found=many))
    return clues


def _digit(text: str, layout: Layout) -> int:
    if not text or set(text) - set("0123456789abcdef"):
        raise InputError(Message("puzzlink-sign", text=shown(text)))
    digit = int(text, 16)
    if not 1 <= digit <= layout.size:
        raise InputError(Message("link-digit", digit=digit, most=layout.size))
    return digit


def write(entry: Entry) -> str:
    """Return the puzz.link address of an entry, with a line end."""
    side = entry.puzzle.layout.size
    return f"{START}sudoku/{side}/{side}/{_body(entry.puzzle.clues)}\n"


def _body(clues: Sequence[int]) -> str:
    body, run = [], 0
    for digit in (*clues, None):
        if run and (digit != 0 or run == LONGEST_RUN):
            body.append(DIGITS[15 + run])
            run = 0
        if digit:
            body.append(f"{digit:x}" if digit < 16 else f"-{digit:02x}")
        run += digit == 0
    return "".join(body)
