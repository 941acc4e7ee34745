"""Boards as text: symbols of digits, names of cells, drawn rows and squares, comments, and numbers.

These functions know at most the side n of a board, never its layout; `Layout.parse`, `Pattern.parse` and `Puzzle.parse`
build on them.
"""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Iterable, Sequence
from math import isqrt
from string import ascii_lowercase, ascii_uppercase, digits
from typing import Any

from cpgen.errors import InputError
from cpgen.messages import Message, shown

SYMBOLS = "123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ@"
"""Symbols of the digits 1 to 36"""
MAX_DIGIT = len(SYMBOLS)
BLANKS = ".0_*"
"""Symbols of an open cell"""
FRAME = set("|+-─━│┃┄┅┆┇┈┉┊┋═║╔╗╚╝╠╣╦╩╬╭╮╯╰" + "".join(map(chr, range(0x250C, 0x254C))))
"""Characters of the frames around boards"""
HALFWIDTH: dict[int, Any] = {0xFF01 + place: 0x21 + place for place in range(94)}
HALFWIDTH |= dict.fromkeys(map(ord, "・･"), ".") | {0x3000: " "}
HALFWIDTH |= {zero + digit: str(digit) for zero in (0x660, 0x6F0, 0x966, 0x9E6, 0xE50) for digit in range(10)}
INVISIBLE = "\u00ad\u200b\u2060\ufeff\x1a"
"""Soft hyphen, zero-width space, word joiner, byte order mark, and Ctrl-Z, which ends a text in DOS"""
HALFWIDTH |= dict.fromkeys(map(ord, INVISIBLE))
"""Translation table to ASCII from full-width characters, middle dots, and Arabic, Persian, Hindi and other digits; it
removes invisible signs"""
HOLLOW, FILLED = "○◯〇□", "●■"
"""Hollow and filled signs with which Japanese texts draw boards"""
OPEN = dict.fromkeys(map(ord, HOLLOW), ".")
"""Translation table from hollow signs to dots"""
REGION_LETTERS = ascii_uppercase + ascii_lowercase + digits + "".join(map(chr, range(0xC0, 0x100)))
"""Symbols of the regions of a drawn layout, enough for the largest board"""


def symbol(digit: int) -> str:
    """Return the symbol of a digit 1 to 36, or `.` for 0; raise InputError for a greater digit, which has no symbol."""
    if digit > MAX_DIGIT:
        raise InputError(Message("no-symbol", digit=digit, most=MAX_DIGIT))
    return SYMBOLS[digit - 1] if digit else "."


def named_digit(word: str) -> int:
    """Return the digit that a symbol, or a number of one or two figures, names; 0 for any other word.

    >>> [named_digit(word) for word in ("7", "g", "16", "x1")]
    [7, 16, 16, 0]
    """
    digit = SYMBOLS.find(word.upper()) + 1 if len(word) == 1 else 0
    return digit or (int(word) if word.isdecimal() and len(word) <= 2 else 0)


def line(digits: Sequence[int]) -> str:
    """Return the digits as one line of symbols: 1 to 9, then A = 10 to Z = 35 and @ = 36; `.` for 0."""
    return "".join(symbol(digit) for digit in digits)


def read_symbol(character: str, cell: int, size: int, others: str = "'.' for an open cell") -> int:
    """Return the digit of a character on a board of side `size`, 0 for a blank.

    Raises:
        InputError: The character is not a digit of this board; the message names its place and ends with `others`,
            the symbols that are allowed besides digits.
    """
    if character in BLANKS:
        return 0
    digit = SYMBOLS.find(character.upper() if character.isascii() else character) + 1
    if 1 <= digit <= size:
        return digit
    name = "" if character.isascii() else f" ({unicodedata.name(character, 'without a name').lower()})"
    most = symbol(min(size, MAX_DIGIT))
    place = place_name(cell, size)
    raise InputError(Message("no-digit", sign=f"{character!r}{name}", place=place, most=most, others=others))


def with_digits_from_1(symbols: str, size: int) -> str:
    """Replace 0 in n² symbols by the highest digit, if 0 is used as a digit there and not as the sign of an open cell.

    It is a digit if open cells have another sign, or there are none; if the highest digit does not occur; and if no row
    or column has two zeros.

    >>> with_digits_from_1("0.2.............", 4), with_digits_from_1("0.2..........0.4", 4)
    ('4.2.............', '0.2..........0.4')
    """
    zeros = symbols.count("0")
    if not 0 < zeros <= size <= MAX_DIGIT or len(symbols) != size * size:
        return symbols
    has_open = any(blank in symbols for blank in BLANKS if blank != "0")
    if not (has_open or zeros == size) or SYMBOLS[size - 1] in symbols.upper():
        return symbols
    places = [divmod(cell, size) for cell, one in enumerate(symbols) if one == "0"]
    if any(len({*lines}) < zeros for lines in zip(*places, strict=True)):
        return symbols
    return symbols.replace("0", SYMBOLS[size - 1])


def to_halfwidth(text: str) -> str:
    """Replace full-width characters by ASCII ones.

    >>> to_halfwidth("３ｘ３")
    '3x3'
    """
    return text if text.isascii() else text.translate(HALFWIDTH)


def without_hollow(text: str) -> str:
    """Return the text in half-width characters, with dots for hollow signs such as `○`."""
    if text.isascii():
        return text
    parts = enumerate(text.split('"'))  # a title within quotes stays as it is
    return '"'.join(part if number % 2 else to_halfwidth(part).translate(OPEN) for number, part in parts)


def split_unquoted(text: str, sign: str) -> list[str]:
    """Split a text at a sign, except within quotes.

    >>> split_unquoted('3x3+rule "a + b == 5"+diagonals', "+")
    ['3x3', 'rule "a + b == 5"', 'diagonals']
    """
    parts: list[str] = []
    for piece in text.split(sign):
        if parts and parts[-1].count('"') % 2:
            parts[-1] += sign + piece
        else:
            parts.append(piece)
    return parts


def halfwidth_unquoted(text: str) -> str:
    """Return a text with full-width characters as ASCII, except within quotes."""
    parts = text.split('"')
    return '"'.join(part if number % 2 else to_halfwidth(part) for number, part in enumerate(parts))


def cell_name(cell: int, size: int) -> str:
    """Return the short name of a cell, as in `r5c2`."""
    return f"r{cell // size + 1}c{cell % size + 1}"


def place_name(cell: int, size: int) -> Message:
    """Return the position of a cell in words, as in `row 5, column 2`."""
    return Message("place", row=cell // size + 1, column=cell % size + 1)


def rows_of(symbols: Iterable[str], size: int) -> list[str]:
    """Split n² symbols into n rows of text."""
    flat = list(symbols)
    return ["".join(flat[start : start + size]) for start in range(0, size * size, size)]


def without_comments(text: str) -> list[str]:
    """Return the lines of a text without comment lines (which begin with `#`) and byte order marks."""
    return [line for line in text.replace("\ufeff", "").splitlines() if not line.lstrip().startswith("#")]


def whole_number(text: str, what: str) -> int:
    """Convert ASCII digits to a number; raise InputError for any other text, in which `what` names the number."""
    if not (text.isascii() and text.isdigit() and len(text) <= 9):
        raise InputError(Message("not-whole", text=shown(text), what=what))
    return int(text)


def is_one_word(text: str) -> bool:
    """Return True if a text is one short word, such as a mistyped name, and not a drawing."""
    return len(text) < 16 and "/" not in text and len(text.split()) < 2


def drawn_square(text: str, what: str) -> list[str]:
    """Split a drawing with one symbol per cell into rows; raise InputError, naming the first wrong row.

    Line ends, `/` and blanks separate rows. One row of n² symbols is a square, too. `what` says in the error what is
    drawn, as in `the regions`.
    """
    rows = to_halfwidth(" ".join(without_comments(text))).replace("/", " ").split()
    if len(rows) == 1:
        n = isqrt(len(rows[0]))
        if n * n != len(rows[0]):
            raise InputError(Message("row-no-square", what=what, count=len(rows[0])))
        rows = rows_of(rows[0], n)
    if not rows:
        raise InputError(Message("nothing-drawn", what=what))
    for number, row in enumerate(rows, 1):
        if len(row) != len(rows):
            raise InputError(Message("row-symbols", row=number, what=what, symbols=len(row), rows=len(rows)))
    return rows


def text_rows(text: str) -> list[str]:
    """Return the rows of symbols in a text, without comments, frames and white space.

    Line ends and `/` separate rows; so do blanks if there is only one line and it has no frame. Full-width symbols
    become ASCII, and hollow signs become dots.
    """
    halfwidth = map(without_hollow, without_comments(text))
    lines = [part for line in halfwidth for part in line.split("/") if part.strip()]
    if len(lines) == 1 and not set(lines[0]) & set("|│┃║"):
        lines = lines[0].split()
    rows = ("".join(c for c in row if c not in FRAME and not c.isspace()) for row in lines if not is_rule(row))
    return [row for row in rows if row]


def is_rule(row: str) -> bool:
    """Return True if a row is a horizontal line of a frame, even with blank symbols in it, as in `*-----*-----*`."""
    return ("---" in row or "===" in row) and set(row) <= FRAME | set(" *.:'`,=")


def side_of(rows: list[str], what: str) -> int:
    """Return the side of the board that the rows draw.

    Raises:
        InputError: The rows form no square; the message says why, and calls the drawing `what`, as in `pattern`.
    """
    _require_some(rows, what)
    symbols = "".join(rows)
    if isqrt(len(symbols)) ** 2 != len(symbols):
        (length, _), *others = Counter(map(len, rows)).most_common()
        if others and length == len(rows):
            square_symbols(rows, length, what)
        if len(rows) > 1 and not others:
            raise InputError(Message("rows-of", what=what, rows=len(rows), cells=length))
    side = isqrt(len(symbols))
    if side * side != len(symbols) or side < 2:
        raise InputError(Message("no-square", what=what, cells=len(symbols)))
    return side


def square_symbols(rows: list[str], side: int, what: str) -> str:
    """Join the rows to one text of side² symbols.

    Raises:
        InputError: The number of symbols is wrong; the message names the wrong row, and calls the drawing `what`.
    """
    _require_some(rows, what)
    if len(rows) > 1 and len(rows) == side:
        for number, row in enumerate(rows, 1):
            if len(row) != side:
                raise InputError(Message("row-cells", row=number, what=what, cells=len(row), side=side))
    symbols = "".join(rows)
    if len(symbols) != side * side:
        raise InputError(Message("other-square", what=what, cells=len(symbols), needed=side * side, side=side))
    return symbols


def _require_some(rows: list[str], what: str) -> None:
    if not rows:
        raise InputError(Message("nothing-written", what=what))
