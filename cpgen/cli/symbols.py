"""Which signs stand for the digits, in what a person writes and in what is shown?"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

from cpgen.cli.options import option
from cpgen.errors import InputError, counted
from cpgen.puzzle import BLANKS, FRAME, MAX_DIGIT, SYMBOLS

Symbols = Annotated[
    str, option("TEXT", "Symbols in the place of digits: a character each, or apart by blanks.", "--symbols")
]


def signs_of(symbols: str, size: int) -> tuple[str, ...]:
    """The signs of the digits of a board: symbols of the user's, the usual ones, or numbers on a board above 36.

    Raises InputError when there are too few or too many, one stands twice, or one is a mark of an open cell.
    """
    from cpgen.render.board import read_symbols

    if not symbols.strip():
        return tuple(SYMBOLS[:size]) if size <= MAX_DIGIT else tuple(map(str, range(1, size + 1)))
    signs = read_symbols(symbols, size)
    if len(signs) > size:
        raise InputError(f"There are {counted(len(signs), 'symbol')}, but this board has {size} digits.")
    for sign in signs:
        if sign in BLANKS or set(sign) & FRAME:
            raise InputError(f"{sign!r} cannot stand for a digit: it marks an open cell or a frame.")
    return signs


def in_digits(text: str, signs: Sequence[str]) -> str:
    """A text in the user's symbols with the usual ones in their place; raises InputError for an unknown symbol."""
    if list(signs) == list(SYMBOLS[: len(signs)]):
        return text
    longest = sorted(signs, key=len, reverse=True)
    out, place = "", 0
    while place < len(text):
        sign = next((sign for sign in longest if text.startswith(sign, place)), text[place])
        if sign in signs:
            out += SYMBOLS[signs.index(sign)]
        elif sign.isspace() or sign == "/" or sign in BLANKS or sign in FRAME:
            out += sign
        else:
            raise InputError(f"{sign!r} is none of the symbols {' '.join(signs)}, and no mark of an open cell.")
        place += len(sign)
    return out


def cells_in(signs: Sequence[str], digits: Sequence[int]) -> list[str]:
    """The sign of each digit, a dot for an open cell."""
    return [signs[digit - 1] if digit else "." for digit in digits]


def line_in(signs: Sequence[str], digits: Sequence[int]) -> str:
    """The digits on one line, apart by blanks where a sign is of several characters."""
    apart = " " if any(len(sign) > 1 for sign in signs) else ""
    return apart.join(cells_in(signs, digits))
