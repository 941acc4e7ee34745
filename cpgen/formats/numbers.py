"""Boards of numbers: rows of numbers separated by blanks, arrays of Python and numpy, and QWH squares.

    9 8 0 0 14 0 0 2          [[5, 3, None, None],          order 5
    0 13 0 0 0 0 0 0           [6, None, None, 1],          -1 1 -1 -1 3
    …                          …]                           2 -1 0 -1 -1

An open cell is 0, None, nan, a blank text or a sign such as `.`. If open cells are -1, digits begin with 0. QWH is a
generator of quasigroups (Latin squares) with holes.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from math import isqrt

from cpgen.errors import InputError
from cpgen.formats import lines
from cpgen.formats.entry import Entry, PuzzleText
from cpgen.layout import Layout
from cpgen.messages import Message
from cpgen.notation import BLANKS, MAX_DIGIT, SYMBOLS, is_rule
from cpgen.puzzle import Puzzle

OPEN = "-1"
"""Number of an open cell where digits begin with 0"""
WORD_BLANKS = {"", "None", "nan", "NaN", "null", "-", *BLANKS}
"""Words that mean an open cell in a board of numbers"""
BARS = str.maketrans("|│┃║", "    ")
ORDER = re.compile(r"order\s+(\d{1,2})", re.IGNORECASE)
"""First line of a QWH square"""
ARRAY_NAME = re.compile(r"(?:\w+\s*=\s*)?(?=(?:np\.|numpy\.)?array\b|[\[(])")
"""Beginning of an array, after an optional variable that it is assigned to"""
ARRAY_TOKEN = re.compile(
    r"""[\[\](),;\s]|-?\d+\.?\d*|None|nan|NaN|null|np\.|numpy\.|array|dtype=[\w.]+|'[^'\n]{0,2}'|"[^"\n]{0,2}"|[.*_]"""
)
"""Tokens that the text of an array may consist of"""
CELL_TOKEN = re.compile(r"[\[(\])]|[^\[(\])\s,;]+|''")
"""Brackets and cells of an array"""
NO_JSON = re.compile(r"\d\s+\d|\d\.\s|None|nan|NaN|'|\(|=|\barray")
"""Parts of an array that JSON cannot have"""


def is_array(head: Sequence[str]) -> bool:
    """Return True if these first lines of a text show that it is an array, but not JSON."""
    filled = [line for line in head if line.strip() and not line.lstrip().startswith("#")]
    begin = ARRAY_NAME.match(filled[0]) if filled else None
    if not begin or not any(map(NO_JSON.search, filled)):
        return False
    rests = (line[name.end() :] if (name := ARRAY_NAME.match(line)) else line for line in filled)
    return not any(ARRAY_TOKEN.sub("", rest) for rest in rests)


def arrays(stream: Iterable[str]) -> Iterator[PuzzleText]:
    """Yield the boards of arrays: n rows of n cells within brackets, or all n² cells within one pair."""
    rows: list[list[str]] = []  # rows within the current outer brackets
    row: list[str] | None = None  # cells of the innermost brackets; None outside them
    first = 0  # number of the line where they begin
    for number, line in enumerate(stream, 1):
        name = ARRAY_NAME.match(line)
        text = "" if line.lstrip().startswith("#") else line[name.end() if name else 0 :]
        for token in CELL_TOKEN.findall(text):
            if token in "[(":
                row, first = [], first if rows else number
            elif token in "])":
                if row is None:
                    yield from _boards(rows, first)
                    rows = []
                elif row:
                    rows.append(row)
                row = None
            elif row is not None:
                row.append(token.strip("'\""))
    yield from _boards(rows, first)


def _boards(rows: list[list[str]], line: int) -> Iterator[PuzzleText]:
    """Yield the boards among the rows (texts of cells) in one pair of brackets that begins at a line."""
    step = len(rows[0]) if rows else 0
    if step and step == isqrt(step) ** 2 and len(rows) % step:  # each row is a whole board
        step = 1
    if rows and len(rows[0]) == 1:  # texts of whole boards
        yield from (PuzzleText(line, cell, lines.read) for row in rows for cell in row)
        return
    for start in range(0, len(rows), step or 1):
        text = "\n".join(" ".join(cell or "." for cell in row) for row in rows[start : start + step])
        yield PuzzleText(line, text, read_numbers)


def are_number_rows(texts: Sequence[str]) -> bool:
    """Return True if the lines are n rows of n numbers or blanks, with at least one -1 or number above 9."""
    rows = _rows(texts)
    side = len(rows)
    if not 2 < side <= MAX_DIGIT or any(len(row) != side for row in rows):
        return False
    words = {word for row in rows for word in row}
    numbers = {word for word in words if word.isascii() and word.isdigit()}
    is_long = OPEN in words or (side > 9 and any(len(word) > 1 for word in numbers))
    return is_long and words <= numbers | WORD_BLANKS | {OPEN}


def _rows(texts: Iterable[str]) -> list[list[str]]:
    return [row for text in texts if not is_rule(text) and (row := text.translate(BARS).split())]


def read_numbers(text: str, layout: Layout | None = None) -> Entry:
    """Read a board of n rows of n numbers or blanks; `layout` is the board, None for the default."""
    words = [word for row in _rows(text.split("\n")) for word in row]
    side = isqrt(len(words))
    return Entry(Puzzle.parse("".join(_symbols(words, side)), layout))


def _symbols(words: Sequence[str], side: int) -> Iterator[str]:
    """Yield the symbol of each cell for a word each.

    Raises InputError for a word that is no digit of a board of this side.
    """
    from_zero = OPEN in words
    for place, word in enumerate(words):
        text = word.removesuffix(".0").removesuffix(".") if word[:1].isdigit() else word
        number = int(text[:9]) if text.isascii() and text.isdigit() else None
        if word == OPEN or (number is None and word in WORD_BLANKS) or (number == 0 and not from_zero):
            yield "."
        elif number is not None and number + from_zero <= min(side, MAX_DIGIT):
            yield SYMBOLS[number + from_zero - 1]
        elif number is None and len(word) == 1:
            yield word  # which the puzzle checks
        else:
            row, column = divmod(place, side or 1)
            where, least = Message("place", row=row + 1, column=column + 1), 0 if from_zero else 1
            most = side - 1 + least
            raise InputError(Message("number-cell", word=repr(word[:20]), place=where, least=least, most=most))


def is_qwh(filled: Sequence[str]) -> bool:
    """Return True if these non-empty first lines of a text show that it consists of QWH squares."""
    return len(filled) > 1 and ORDER.fullmatch(filled[0]) is not None


def qwh_squares(stream: Iterable[str]) -> Iterator[PuzzleText]:
    """Yield the Latin squares of a QWH text, each after a line with its order."""
    first, rows = 0, [""]
    for number, line in enumerate(stream, 1):
        text = line.strip()
        if ORDER.fullmatch(text):
            if first:
                yield PuzzleText(first, "\n".join(rows), _read_latin)
            first, rows = number, [text]
        elif text and first:
            rows.append(text)
    if first:
        yield PuzzleText(first, "\n".join(rows), _read_latin)


def _read_latin(text: str, layout: Layout | None) -> Entry:
    """Read a QWH square: a line with its order, then rows of numbers."""
    head, _, rows = text.partition("\n")
    side = int(head.split()[1])
    count = len(rows.split())
    if count != side * side:
        raise InputError(Message("other-square", what="square", cells=count, needed=side * side, side=side))
    return read_numbers(rows, layout or Layout.latin(side))
