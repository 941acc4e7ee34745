"""`.hsol` files of HoDoKu: a zip file with a board in Java's XML: values, which of them are given, and candidates.

Candidates are bit masks. A number that is missing in the XML has the value of an empty board.
"""

from __future__ import annotations

import struct
import zlib
from collections.abc import Iterable, Iterator
from io import BytesIO
from typing import IO
from xml.etree import ElementTree
from zipfile import ZIP_DEFLATED, ZIP_STORED, BadZipFile, ZipFile

from cpgen.errors import InputError
from cpgen.formats.checks import default_layout, digits_in, puzzle_and_placed, small_number
from cpgen.formats.entry import Entry, PuzzleText
from cpgen.layout import Layout
from cpgen.limits import LARGEST_ZIP
from cpgen.messages import Message, shown
from cpgen.state import NONE_LEFT

BOARD = "sudoku.Sudoku2"
CELLS, EVERY = 81, 0x1FF
TRUTHS = {"true": 1, "false": 0}
DAMAGE = (
    BadZipFile,
    zlib.error,
    struct.error,
    OSError,
    EOFError,
    ArithmeticError,
    LookupError,
    RuntimeError,
    ValueError,
)
"""Errors raised for a zip file that is damaged or uses an unknown compression"""


def unzipped(stream: IO[bytes]) -> str:
    """Return the text of the first file in a zip file; raise InputError if that is damaged or too large."""
    try:
        with ZipFile(BytesIO(stream.read(LARGEST_ZIP))) as packed:
            first = packed.infolist()[0]
            # Python unpacks other compressions in one piece, so their size could not be limited.
            if first.compress_type not in (ZIP_STORED, ZIP_DEFLATED):
                raise InputError(Message("zip-damaged", error="its compression is not that of HoDoKu"))
            with packed.open(first) as file:
                text = file.read(LARGEST_ZIP + 1)
    except DAMAGE as error:
        raise InputError(Message("zip-damaged", error=str(error or "it is empty"))) from None
    if len(text) > LARGEST_ZIP:
        raise InputError(Message("zip-large", most=LARGEST_ZIP))
    return text.decode("utf-8", "replace")


def read(text: str, layout: Layout | None = None) -> Entry:
    """Read a board from the XML text of an .hsol file; raise InputError if it is damaged or has no board.

    `layout` is the 9×9 board, None for boxes.
    """
    # A document type may define entities that expand to gigabytes.
    if "<!DOCTYPE" in text:
        raise InputError(Message("xml-type"))
    try:
        root = ElementTree.fromstring(text)
    except ElementTree.ParseError as error:
        raise InputError(Message("xml-damaged", error=str(error))) from None
    board = next((one for one in root.iter("object") if one.get("class") == BOARD), None)
    if board is None:
        raise InputError(Message("xml-no-board"))
    values, given = _numbers(board, "values", 0), _numbers(board, "fixed", 0)
    puzzle, placed = puzzle_and_placed(values, [bool(one) for one in given], layout or default_layout(9))
    noted = [digits_in(mask, 9) for mask in _numbers(board, "cells", EVERY)]
    entry = Entry(puzzle, placed=placed)
    open_cells = zip(noted, values, entry.state.sight, strict=True)
    marks = tuple(() if value else some or NONE_LEFT if seen else () for some, value, seen in open_cells)
    # HoDoKu stores the candidates of every board; those that the digits leave are not noted by anybody.
    return entry if marks == entry.state.sight else Entry(puzzle, placed=placed, marks=marks)


def _numbers(board: ElementTree.Element, name: str, default: int) -> list[int]:
    """Return a number for each of the 81 cells from a property of the board's XML.

    Cells that are not listed have 0 if the property is a new array, else the default.
    """
    listed = board.find(f"void[@property='{name}']")
    if listed is None:
        return [default] * CELLS
    numbers = [0 if listed.find("array") is not None else default] * CELLS
    for cell_value in listed.iter("void"):
        if cell_value is listed:
            continue
        cell, text = small_number(cell_value.get("index", "")), "".join(cell_value.itertext()).strip()
        number = TRUTHS.get(text, small_number(text))
        if cell is None or cell >= CELLS or number is None:
            raise InputError(Message("xml-no-cell", text=shown(text, 20), name=repr(name)))
        numbers[cell] = number
    return numbers


def puzzle_texts(stream: Iterable[str]) -> Iterator[PuzzleText]:
    """Yield the XML text in the zip file as one part to read, since it holds one board."""
    yield PuzzleText(1, "".join(stream), read)
