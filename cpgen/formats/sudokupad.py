"""A SudokuPad address: `fpuzzles` and an f-puzzles payload, or `scl` and LZ-string of SudokuPad's own object."""

from __future__ import annotations

import re
from itertools import chain
from typing import Any
from urllib.parse import unquote

from cpgen.errors import InputError, shown
from cpgen.formats import fpuzzles
from cpgen.formats.board import agreed, board_of
from cpgen.formats.compact import value_of_compact
from cpgen.formats.entry import Entry
from cpgen.formats.jsons import list_at, text_at
from cpgen.formats.lzstring import decompress
from cpgen.layout import Layout

START = "https://sudokupad.app/fpuzzles"
PAYLOAD = re.compile(r"(fpuzzles|fpuz|scl|ctc)(.+)", re.DOTALL)
DRAWN = ("arrows", "lines", "overlays", "underlays")
NAMES = ("title", "author", "rules", "solution")


def read(text: str, layout: Layout | None = None) -> Entry:
    """The entry in an address or in what follows its host."""
    part = re.split(r"[?&]puzzleid=", unquote(text.strip()))[-1]
    part = re.sub(r"^(https?://)?[^/]+\.[a-z]+/(sudoku/)?", "", part, flags=re.IGNORECASE).lstrip("?")
    match = PAYLOAD.match(part)
    if not match:
        raise InputError(f"{shown(text)} is a short link, which only its site can resolve; give the whole link.")
    kind, payload = match.groups()
    if kind.startswith("fpuz"):
        return fpuzzles.from_payload(payload, layout)
    return from_object(value_of_compact(decompress(payload.replace(" ", "+"))), layout)


def from_object(data: dict[str, Any], layout: Layout | None) -> Entry:
    """The entry that SudokuPad's object tells; raises InputError for what may be a constraint that cpgen has not."""
    for key in DRAWN:
        if list_at(data, key):
            raise InputError(f"The puzzle has {key}, which may be constraints that cpgen's boards do not have.")
    rows = list_at(data, "cells")
    size = len(rows)
    if not all(isinstance(row, list) and len(row) == size for row in rows):
        raise InputError(f"'cells' should have as many columns as rows, {size}.")
    extras, texts = _cages(data, size)
    told = agreed(Layout(size, _regions(data, size), extras), layout)
    board = board_of(told)
    puzzle = board.puzzle([_value(cell) for cell in chain.from_iterable(rows)])
    metadata = data.get("metadata")
    texts |= {k: v for k, v in metadata.items() if k in NAMES and v} if isinstance(metadata, dict) else {}
    return Entry(
        puzzle,
        solution=board.solution(fpuzzles.solution_of(texts.get("solution"), told), puzzle.clues),
        title=text_at(texts, "title"),
        author=text_at(texts, "author"),
        instructions=text_at(texts, "rules"),
    )


def _value(cell: Any) -> int:
    value = cell.get("value") if isinstance(cell, dict) else None
    if value is None:
        return 0
    text = str(value)
    if not (text.isascii() and text.isdigit() and len(text) < 4):
        raise InputError(f"{shown(text, 20)} stands in a cell; it should be a digit.")
    return int(text)


def _regions(data: dict[str, Any], size: int) -> tuple[int, ...]:
    """The region of each cell; none when no regions are told."""
    told = list_at(data, "regions")
    if not told:
        return ()
    region = [-1] * (size * size)
    for number, cells in enumerate(told):
        for cell in _cells(cells, size):
            if region[cell] >= 0:
                raise InputError(f"{Layout.latin(size).where(cell)} lies in two regions.")
            region[cell] = number
    if -1 in region:
        raise InputError(f"{Layout.latin(size).where(region.index(-1))} lies in no region.")
    return tuple(region)


def _cells(cells: Any, size: int) -> list[int]:
    found = []
    for pair in cells if isinstance(cells, list) else [None]:
        row, column = pair if isinstance(pair, list) and len(pair) == 2 else (None, None)
        if not (isinstance(row, int) and isinstance(column, int) and 0 <= row < size and 0 <= column < size):
            raise InputError("A cell of a region or cage is not a row and a column of this board, counted from 0.")
        found.append(row * size + column)
    return found


def _cages(data: dict[str, Any], size: int) -> tuple[tuple[tuple[int, ...], ...], dict[str, Any]]:
    """The extra houses that cages of n cells make, and the texts that cages without cells tell."""
    extras, texts = [], {}
    for cage in list_at(data, "cages"):
        if not isinstance(cage, dict):
            raise InputError("'cages' has something that is not an object.")
        value, cells = cage.get("value"), _cells(list_at(cage, "cells"), size)
        if not cells and isinstance(value, str) and ":" in value:
            name, _, said = value.partition(":")
            texts[name.strip().lower()] = said.strip()
        elif cells and (value or cage.get("sum") or len(cells) != size):
            raise InputError("The puzzle has cages, a constraint that cpgen's boards do not have.")
        elif cells and cage.get("unique"):
            extras.append(tuple(cells))
    houses = [tuple(sorted(cells)) for cells in extras]
    return tuple(dict.fromkeys(houses)), texts


def write(entry: Entry) -> str:
    """The entry as an address on a line."""
    return f"{START}{fpuzzles.payload(entry)}\n"
