"""A SudokuPad address: `fpuzzles` and an f-puzzles payload, or `scl` and LZ-string of SudokuPad's own object.

That object may be written in a shorthand, JSON with bare words, single quotes, short keys and gaps:

    {id:'x',ce:[[,{v:5},],…],re:[[[0,0],…],…],metadata:{t:'Title'}}
"""

from __future__ import annotations

import json
import re
from itertools import chain
from typing import Any
from urllib.parse import unquote

from cpgen.errors import InputError, shown
from cpgen.formats import fpuzzles
from cpgen.formats.checks import agreed_layout, checker_of, list_at, text_at
from cpgen.formats.entry import Entry
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
    """The entry of SudokuPad's object; raises InputError for what may be a constraint that cpgen has not."""
    for key in DRAWN:
        if list_at(data, key):
            raise InputError(f"The puzzle has {key}, which may be constraints that cpgen's boards do not have.")
    rows = list_at(data, "cells")
    size = len(rows)
    if not all(isinstance(row, list) and len(row) == size for row in rows):
        raise InputError(f"'cells' should have as many columns as rows, {size}.")
    extras, texts = _cages(data, size)
    layout = agreed_layout(Layout(size, _regions(data, size), extras), layout)
    checker = checker_of(layout)
    cells = [cell if isinstance(cell, dict) else {} for cell in chain.from_iterable(rows)]
    puzzle = checker.puzzle([fpuzzles.digit_of(cell.get("value")) for cell in cells])
    metadata = data.get("metadata")
    texts |= {k: v for k, v in metadata.items() if k in NAMES and v} if isinstance(metadata, dict) else {}
    return Entry(
        puzzle,
        solution=checker.solution(fpuzzles.solution_of(texts.get("solution"), layout), puzzle.clues),
        marks=fpuzzles.marks_in(cells, size, "centremarks", "pencilMarks"),
        title=text_at(texts, "title"),
        author=text_at(texts, "author"),
        instructions=text_at(texts, "rules"),
    )


def _regions(data: dict[str, Any], size: int) -> tuple[int, ...]:
    """The region of each cell; none when there are none."""
    regions = list_at(data, "regions")
    if not regions:
        return ()
    region = [-1] * (size * size)
    for number, cells in enumerate(regions):
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
    """The extra houses that cages of n cells make, and the texts of cages without cells."""
    extras, texts = [], {}
    for cage in list_at(data, "cages"):
        if not isinstance(cage, dict):
            raise InputError("'cages' has something that is not an object.")
        value, cells = cage.get("value"), _cells(list_at(cage, "cells"), size)
        if not cells and isinstance(value, str) and ":" in value:
            name, _, text = value.partition(":")
            texts[name.strip().lower()] = text.strip()
        elif cells and (value or cage.get("sum") or len(cells) != size):
            raise InputError("The puzzle has cages, a constraint that cpgen's boards do not have.")
        elif cells and cage.get("unique"):
            extras.append(tuple(cells))
    houses = [tuple(sorted(cells)) for cells in extras]
    return tuple(dict.fromkeys(houses)), texts


def write(entry: Entry) -> str:
    """The entry as an address on a line."""
    return f"{START}{fpuzzles.payload(entry)}\n"


KEYS = {
    "ce": "cells",
    "re": "regions",
    "ca": "cages",
    "l": "lines",
    "a": "arrows",
    "o": "overlays",
    "u": "underlays",
    "v": "value",
    "t": "title",
    "ct": "center",
}
TOKEN = re.compile(r"""\s*(?:([{}\[\],:])|'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)"|([^{}\[\],:'"\s]+))""", re.DOTALL)
DEEPEST = 40
DAMAGED = "The puzzle in the link is damaged: it is neither JSON nor SudokuPad's shorthand for it."


def value_of_compact(text: str) -> dict[str, Any]:
    """The object that the text spells; raises InputError when it is none."""
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        value = _Shorthand(text).whole()
    if not isinstance(value, dict):
        raise InputError(DAMAGED)
    return value


class _Shorthand:
    """Takes the shorthand token by token."""

    def __init__(self, text: str) -> None:
        self._text = text.strip()
        self._at = 0

    def whole(self) -> Any:
        """The value of the whole text."""
        value = self._value(0)
        if self._at != len(self._text):
            raise InputError(DAMAGED)
        return value

    def _next(self) -> tuple[str, str]:
        """The next sign, or the next text or word after an empty sign."""
        match = TOKEN.match(self._text, self._at)
        if not match:
            raise InputError(DAMAGED)
        self._at = match.end()
        sign, single, double, word = match.groups()
        if sign:
            return sign, ""
        if word is not None:
            return "word", word
        return "text", _unquoted(single if single is not None else double)

    def _peek(self) -> str:
        at = self._at
        sign, _ = self._next()
        self._at = at
        return sign

    def _value(self, depth: int) -> Any:
        if depth > DEEPEST:
            raise InputError(DAMAGED)
        sign, text = self._next()
        if sign == "{":
            return self._object(depth)
        if sign == "[":
            return self._list(depth)
        if sign not in ("text", "word"):
            raise InputError(DAMAGED)
        return text if sign == "text" else _bare_word(text)

    def _object(self, depth: int) -> dict[str, Any]:
        found: dict[str, Any] = {}
        while True:
            sign, key = self._next()
            if sign == "}":
                return found
            if sign == ",":
                continue
            if sign not in ("text", "word") or self._next()[0] != ":":
                raise InputError(DAMAGED)
            found[KEYS.get(key, key) if sign == "word" else key] = self._value(depth + 1)

    def _list(self, depth: int) -> list[Any]:
        """The values up to the bracket; a gap between commas is an empty object."""
        found: list[Any] = []
        gap = True
        while True:
            sign = self._peek()
            if sign in ("]", ","):
                self._next()
                if gap and (sign == "," or found):
                    found.append({})
                gap = True
                if sign == "]":
                    return found
                continue
            if not gap:
                raise InputError(DAMAGED)
            found.append(self._value(depth + 1))
            gap = False


def _unquoted(text: str) -> str:
    return re.sub(
        r"\\(.)", lambda match: {"n": "\n", "t": "\t", "r": ""}.get(match[1], match[1]), text, flags=re.DOTALL
    )


def _bare_word(word: str) -> Any:
    if word in ("t", "f", "true", "false"):
        return word[0] == "t"
    if re.fullmatch(r"-?\d{1,9}", word, re.ASCII):
        return int(word)
    return word
