"""Killer sudokus as other programs write them: a grid of letters with a list of sums, or a list of cages in JSON.

    aabb          a = 3, b = 7             [[3, [[0, 0], [0, 1]]], …]
    ccbb          c = 5 …                  [{"result": 3, "indices": [[1, 1], [1, 2]]}, …]

Cells are names, pairs of a row and a column, or numbers. They count from 0 if a 0 occurs among them, else from 1.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from math import isqrt
from typing import Any

from cpgen.constraints.base import Constraint
from cpgen.constraints.clue_text import Words
from cpgen.errors import InputError
from cpgen.formats.checks import constraint_of, default_layout
from cpgen.formats.entry import Entry
from cpgen.layout import Layout
from cpgen.messages import Message, shown
from cpgen.notation import MAX_DIGIT
from cpgen.puzzle import DEFAULT_SIDE, Puzzle

SUMS = ("sum", "total", "result", "value", "target", "clue")
"""Keys under which an object of a cage has its sum"""
CELLS = ("cells", "indices", "squares", "positions", "coords", "coordinates", "locations")
"""Keys under which an object of a cage has its cells"""
CAGES = ("cages", "killer", "killercage", "sums")
"""Keys under which an object has a list of cages"""
SUM = re.compile(r"([^\W_])\s*[=:,-]?\s*(\d{1,4})(?![^\W_])")
"""Letter of a cage and its sum, as in a line below a grid of letters"""
BETWEEN = re.compile(r"[\s,;|]*")
"""Signs between two sums in a list below a grid of letters"""


def are_cages(texts: Sequence[str]) -> bool:
    """Return True if the texts, one per line, are n rows of n letters with a sum for each letter below."""
    return _letters_and_sums(texts) is not None


def _letters_and_sums(texts: Sequence[str]) -> tuple[list[str], dict[str, int]] | None:
    rows = ["".join(text.split()) for text in texts]
    side = len(rows[0])
    letters = rows[:side]
    if not 3 < side <= MAX_DIGIT or len(rows) <= side or any(len(row) != side or not row.isalnum() for row in letters):
        return None
    names = list(dict.fromkeys("".join(letters)))
    if len(names) <= side // 2 or not any(map(str.isalpha, names)):
        return None
    below = "\n".join(texts[side:])
    words = below.split()
    if all(word.isascii() and word.isdigit() and len(word) < 5 for word in words):
        pairs, rest = list(zip(names, words, strict=False)), ""
    else:
        words, pairs, rest = [], SUM.findall(below), SUM.sub("", below)
    sums = {name: int(total) for name, total in pairs}
    is_all = len(sums) == max(len(pairs), len(words)) and sums.keys() == set(names)
    return (letters, sums) if is_all and BETWEEN.fullmatch(rest) else None


def read(text: str, layout: Layout | None = None) -> Entry:
    """Read a killer sudoku: a grid of letters, and below it a sum for each.

    `layout` is its board, None for the default.
    """
    letters, sums = _letters_and_sums(text.split("\n")) or ([], {})
    cells: dict[str, list[int]] = {}
    for cell, letter in enumerate("".join(letters)):
        cells.setdefault(letter, []).append(cell)
    cages = [constraint_of("cage", cells=tuple(cells[name]), total=sums[name]) for name in cells]
    return Entry(_puzzle(cages, len(letters), layout))


def _puzzle(cages: Sequence[Constraint], side: int, layout: Layout | None) -> Puzzle:
    board = (layout or default_layout(side)).with_constraints(*dict.fromkeys(cages))
    return Puzzle(board, (0,) * board.cell_count)


def are_listed(value: Any) -> bool:
    """Return True if a JSON value is a list of cages."""
    return isinstance(value, list) and len(value) > 1 and all(_parts(one) is not None for one in value)


def _parts(cage: Any) -> tuple[int, list[Any]] | None:
    """Return the sum and the cells, as written, of a JSON value that is a cage; None for any other value."""
    if isinstance(cage, Mapping):
        lower = {str(key).lower(): value for key, value in cage.items()}
        total = next((lower[key] for key in SUMS if key in lower), None)
        cells = next((lower[key] for key in CELLS if key in lower), None)
    elif isinstance(cage, list) and len(cage) == 2:
        total, cells = cage if isinstance(cage[1], list) else reversed(cage)
    else:
        return None
    if isinstance(total, str) and total.isascii() and total.isdigit():
        total = int(total[:9])
    if not isinstance(total, int) or isinstance(total, bool) or not isinstance(cells, list) or not cells:
        return None
    return (total, cells) if all(map(_is_cell, cells)) else None


def _is_cell(value: Any) -> bool:
    if isinstance(value, list):
        return len(value) == 2 and all(isinstance(one, int) and not isinstance(one, bool) for one in value)
    return isinstance(value, str | int) and not isinstance(value, bool)


def read_list(text: str, layout: Layout | None = None) -> Entry:
    """Read a killer sudoku from a JSON list of cages; `layout` is its board, None for the default."""
    return Entry(_puzzle(*cages_of(json.loads(text), layout.size if layout else 0), layout))


def cages_of(value: Sequence[Any], side: int = 0) -> tuple[list[Constraint], int]:
    """Convert a JSON list of cages to constraints; return them and the side of their board.

    If `side` is 0 (unknown), it is that of a board that the cages fill, or else 9.
    """
    listed = [found for one in value if (found := _parts(one)) is not None]
    cells = [cell for _, cells in listed for cell in cells]
    numbers = list(chain.from_iterable(cell if isinstance(cell, list) else [cell] for cell in cells))
    least = min((one for one in numbers if isinstance(one, int)), default=1)
    first = 0 if least == 0 else 1
    highest = max((max(cell) - first + 1 for cell in cells if isinstance(cell, list)), default=0)
    filled = isqrt(len(cells))
    side = side or (filled if filled**2 == len(cells) and filled > 3 and filled >= highest else DEFAULT_SIDE)
    cages = []
    for total, within in listed:
        placed = tuple(_cell(cell, first, side) for cell in within)
        cages.append(constraint_of("cage", cells=placed, total=total))
    return cages, side


def _cell(value: Any, first: int, side: int) -> int:
    """Return a cell, given as a name, a pair of row and column, or a number; they count from `first`, 0 or 1."""
    if isinstance(value, str):
        cells = Words(value, side).all_cells()
        if len(cells) == 1:
            return cells[0]
    elif isinstance(value, int) and first <= value < side * side + first:
        return value - first
    elif isinstance(value, list) and all(first <= one < side + first for one in value):
        return int((value[0] - first) * side + value[1] - first)
    raise InputError(Message("cage-cell", cell=shown(json.dumps(value), 20), side=side))


def lists_in(value: Mapping[str, Any]) -> Iterator[list[Any]]:
    """Yield the lists of cages among the values of a JSON object."""
    for key, one in value.items():
        if key.lower() in CAGES and are_listed(one):
            yield one
