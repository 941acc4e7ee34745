"""cpgen's own JSON: an object a puzzle, one a line, with everything that is known; `schema.json` describes it."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Any

from cpgen.errors import InputError
from cpgen.formats import fpuzzles, sudokupad
from cpgen.formats.board import agreed, board_of, digits_of, text_of
from cpgen.formats.entry import TEXTS, Entry, Marks
from cpgen.formats.jsons import list_at, object_of, text_at
from cpgen.formats.reading import Piece
from cpgen.layout import Layout
from cpgen.notation import symbol
from cpgen.puzzle import Puzzle

OWN = ("puzzle", "solution", "layout", "clues", *TEXTS, "placed", "marks")
LONGEST = 1 << 26
"""Characters of the longest JSON that is not one object a line"""


def read(text: str, layout: Layout | None = None) -> Entry:
    """The entry that an object tells."""
    return from_object(object_of(text, "The text"), layout)


def from_object(data: dict[str, Any], layout: Layout | None = None) -> Entry:
    """The entry that an object of cpgen's, of f-puzzles' or of SudokuPad's tells."""
    if "grid" in data and "size" in data:
        return fpuzzles.from_object(data, layout)
    if "cells" in data and "puzzle" not in data:
        return sudokupad.from_object(data, layout)
    puzzle = _puzzle(data, layout)
    board = board_of(puzzle.layout)
    return Entry(
        puzzle,
        solution=board.solution(_digits(data, "solution", puzzle), puzzle.clues),
        placed=board.placed(_digits(data, "placed", puzzle), puzzle.clues),
        marks=_marks(data, puzzle),
        **{name: text_at(data, name) for name in TEXTS},
        more={key: value for key, value in data.items() if key not in OWN and value is not None},
    )


def _puzzle(data: dict[str, Any], layout: Layout | None) -> Puzzle:
    text, spec = text_at(data, "puzzle"), text_at(data, "layout")
    if not text:
        raise InputError("The object has no 'puzzle', the line of n² symbols.")
    told = agreed(layout_of(spec), layout) if spec else layout
    return Puzzle.parse(text, told)


@lru_cache(maxsize=256)
def layout_of(spec: str) -> Layout:
    """The layout of a spec, the same object each time."""
    return Layout.parse(spec)


def _digits(data: dict[str, Any], key: str, puzzle: Puzzle) -> tuple[int, ...]:
    text = text_at(data, key)
    return digits_of(text, puzzle.layout, key) if text else ()


def _marks(data: dict[str, Any], puzzle: Puzzle) -> Marks:
    cells = list_at(data, "marks")
    if not cells:
        return ()
    n = puzzle.layout.size
    if len(cells) != n * n or not all(isinstance(cell, str) for cell in cells):
        raise InputError(f"'marks' should have {n * n} texts, the candidates of each cell.")
    return marks_of(cells, puzzle)


def marks_of(cells: list[str], puzzle: Puzzle) -> Marks:
    """The candidates that a text for each cell lists."""
    known = {symbol(digit): digit for digit in range(1, puzzle.layout.size + 1)}
    for cell, text in enumerate(cells):
        for one in text:
            if one not in known:
                raise InputError(
                    f"The marks have {one!r} at {puzzle.layout.where(cell)}, which is no digit of the board."
                )
    return tuple(tuple(known[one] for one in text) for text in cells)


def object_of_entry(entry: Entry) -> dict[str, Any]:
    """The object that tells all of an entry."""
    puzzle = entry.puzzle
    texts = {name: text for name in TEXTS if (text := getattr(entry, name))}
    return {
        "puzzle": text_of(puzzle.clues),
        "solution": text_of(entry.solution) if entry.solution else None,
        "layout": puzzle.layout.spec,
        "clues": puzzle.clue_count,
        **texts,
        **({"placed": text_of(entry.placed)} if entry.placed else {}),
        **({"marks": ["".join(map(symbol, cell)) for cell in entry.marks]} if entry.marks else {}),
        **{key: value for key, value in entry.more.items() if key not in OWN},
    }


def write(entry: Entry) -> str:
    """The entry as an object on a line."""
    return json.dumps(object_of_entry(entry), ensure_ascii=False) + "\n"


BETWEEN = re.compile(r"[\s,\[\]\ufeff]*")


def pieces(stream: Iterable[str]) -> Iterator[Piece]:
    """The objects of a JSON text that are not one a line: in a list, or each over several lines."""
    text = _whole(stream)
    if text is None:
        yield Piece(1, "", _too_long)
        return
    decoder = json.JSONDecoder()
    line, counted_to = 1, 0
    while (at := _after(BETWEEN, text, counted_to)) < len(text):
        line += text.count("\n", counted_to, at)
        try:
            _, end = decoder.raw_decode(text, at)
        except (ValueError, RecursionError):
            yield Piece(line, text[at:], read)
            return
        yield Piece(line, text[at:end], read)
        line += text.count("\n", at, end)
        counted_to = end


def _after(pattern: re.Pattern[str], text: str, at: int) -> int:
    match = pattern.match(text, at)
    return match.end() if match else at


def _whole(stream: Iterable[str]) -> str | None:
    """The whole text, nothing when it is too long."""
    parts, total = [], 0
    for row in stream:
        total += len(row)
        if total > LONGEST:
            return None
        parts.append(row)
    return "".join(parts)


def _too_long(text: str, layout: Layout | None) -> Entry:
    raise InputError(
        f"The JSON is longer than {LONGEST} characters; write one object a line, without a list around them."
    )
