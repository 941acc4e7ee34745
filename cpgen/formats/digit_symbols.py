"""Symbols that a user chooses for the digits: letters, digits from 0, or words.

Plain text is translated line by line to the default digits before it is read, so that every reader of plain text takes
symbols. A word of a line is translated if it consists of symbols and marks of open cells and frames. Default digits may
be mixed with the symbols, unless a symbol is the default sign of another digit, as in `0123`. Files whose digits are
numbers (JSON, XML, links) are not translated.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from typing import Annotated
from unicodedata import category

from cpgen.errors import InputError
from cpgen.formats.clue_lines import is_clue_line
from cpgen.messages import Message, shown
from cpgen.notation import BLANKS, FRAME, MAX_DIGIT, SYMBOLS
from cpgen.schema import field

Symbols = Annotated[
    str, field("Symbols for the digits: single characters, or words separated by blanks.", "TEXT", longest=200)
]
RESERVED = {*BLANKS, *FRAME, "/", "#", ";"} - {"0"}
"""Characters with another meaning in a drawn board, which cannot be symbols; 0, a usual blank, can"""
JOINERS = "\u200d\ufe0e\ufe0f\u20e3"
"""Characters that belong to the one before, as in emoji of several code points"""
LONGEST = 40
"""Largest number of characters of a symbol"""
END = re.compile("[#;]")
"""Beginning of a comment or of constraints, after a board"""


def characters(text: str) -> list[str]:
    """Split a text into characters as people see them: an emoji may consist of several code points."""
    parts: list[str] = []
    for character in text:
        if parts and (parts[-1].endswith("\u200d") or character in JOINERS):
            parts[-1] += character
        else:
            parts.append(character)
    return parts


def read_symbols(text: str, size: int) -> tuple[str, ...]:
    """Parse a text with symbols for the digits 1, 2, …: single characters, or words separated by blanks or commas.

    >>> read_symbols("春夏秋冬", 4)
    ('春', '夏', '秋', '冬')

    Returns:
        The symbols, which may be more than `size`; the default symbols for an empty text.

    Raises:
        InputError: There are too few for a board of side `size`, or one appears twice.
    """
    if not text.strip():
        return tuple(SYMBOLS)
    parts = text.replace(",", " ").split()
    symbols = parts if len(parts) > 1 else characters(parts[0])
    if len(symbols) < size:
        raise InputError(Message("symbols-count", symbols=len(symbols), needed=size))
    for place, symbol in enumerate(symbols):
        if symbol in symbols[:place]:
            raise InputError(Message("symbol-twice", sign=repr(symbol), one=symbols.index(symbol) + 1, other=place + 1))
    return tuple(symbols)


def signs_of(symbols: str, size: int) -> tuple[str, ...]:
    """Return the signs of the digits 1 to `size`: those in the text `symbols`, or if it is "" the default ones.

    Above side 36 the default signs are numbers.

    Raises:
        InputError: There are too few or too many symbols, one occurs twice, or one marks an open cell or a frame.
    """
    if not symbols.strip():
        return tuple(SYMBOLS[:size]) if size <= MAX_DIGIT else tuple(map(str, range(1, size + 1)))
    signs = read_symbols(symbols, size)
    if len(signs) > size:
        raise InputError(Message("symbols-many", symbols=len(signs), size=size))
    _require_free(signs)
    return signs


def spaced_symbols(symbols: str, size: int) -> str:
    """Return the user's symbols for a board of side `size` with blanks between; "" if there are none.

    Raises:
        InputError: They are wrong (see `signs_of`).
    """
    return " ".join(signs_of(symbols, size)) if symbols.strip() else ""


def symbols_for(symbols: str, size: int) -> str:
    """Return the first `size` of the user's symbols with blanks between; "" if there are fewer.

    Files may have boards of several sizes.

    Raises:
        InputError: One symbol occurs twice, or has another meaning.
    """
    signs = read_symbols(symbols, 2)
    _require_free(signs)
    return " ".join(signs[:size]) if len(signs) >= size else ""


def _require_free(signs: Iterable[str]) -> None:
    for sign in signs:
        if len(sign) > LONGEST or any(category(character) == "Cc" for character in sign):
            raise InputError(Message("symbol-long", sign=shown(sign, LONGEST), longest=LONGEST))
        if not RESERVED.isdisjoint(sign):
            raise InputError(Message("symbol-reserved", sign=repr(sign)))


def cells_in(signs: Sequence[str], digits: Sequence[int]) -> list[str]:
    """Return the sign of each digit, a dot for 0."""
    sign_of = (".", *signs)
    return [sign_of[digit] for digit in digits]


def line_in(signs: Sequence[str], digits: Sequence[int]) -> str:
    """Return the signs of digits as one line, with blanks between them if a sign has several characters."""
    return (" " if max(map(len, signs)) > 1 else "").join(cells_in(signs, digits))


class OwnSymbols:
    """Translator of texts written in the user's own symbols to the default digits.

    Raises:
        InputError: There are more symbols than digits on any board, one occurs twice, or one has another meaning.
    """

    def __init__(self, symbols: str) -> None:
        self.signs = read_symbols(symbols, 2)
        if len(self.signs) > MAX_DIGIT:
            raise InputError(Message("symbols-many", symbols=len(self.signs), size=MAX_DIGIT))
        _require_free(self.signs)
        usual = SYMBOLS[: len(self.signs)]
        self._digit_of = dict(zip(self.signs, usual, strict=True))
        twofold = (sign for sign in self.signs if sign == "0" or sign.upper() in usual)
        self.replaces_digits = any(self._digit_of[sign] != sign.upper() for sign in twofold)
        """True if one of the symbols is the default sign of another digit"""
        beside = "" if self.replaces_digits else usual
        self._digit_of = {"0": ".", **{sign: sign.upper() for sign in beside + beside.lower()}, **self._digit_of}
        self._usual = set(usual) | set(usual.lower()) | set(BLANKS)

    @cached_property
    def _sign(self) -> re.Pattern[str]:
        marks = f"[{re.escape(''.join(sorted({*BLANKS, *FRAME, '/'})))}]"
        longest_first = sorted(self._digit_of, key=len, reverse=True)
        return re.compile("|".join([*map(re.escape, longest_first), marks]))

    @cached_property
    def _word(self) -> re.Pattern[str]:
        return re.compile(f"(?:{self._sign.pattern})+")

    @cached_property
    def _has_words(self) -> bool:
        return max(map(len, map(characters, self.signs))) > 1

    def rows(self, rows: Iterable[str], wrong: dict[int, InputError]) -> Iterator[str]:
        """Yield the lines of a text translated to default digits; a line with an unknown symbol stays as it is.

        Args:
            rows: The lines.
            wrong: Mapping to which the error of each such line is added, by line number from 1.
        """
        for number, row in enumerate(rows, 1):
            try:
                yield self.row(row)
            except InputError as error:
                wrong[number] = error
                yield row

    def row(self, text: str) -> str:
        """Return a line translated to default digits; raise InputError for an unknown symbol among known ones."""
        board = END.split(text, 1)[0]
        first = board.lstrip().partition(" ")[0]
        if ":" in first or '"' in first or is_clue_line(board.strip(), below_board=True):
            return text  # an address, JSON, or a constraint
        parts = re.split(r"([\s,]+)", board)
        for place in range(0, len(parts), 2):
            word = parts[place]
            digits = self._translated(word)
            if digits is None:
                if not "".join(parts[:place]).strip() and self._is_meant(word):
                    raise InputError(self._unknown(word))
                break
            parts[place] = digits
            if self._has_words and place and parts[place - 1] == " ":
                parts[place - 1] = ""
        return "".join(parts) + text[len(board) :]

    def _translated(self, word: str) -> str | None:
        """Return a word translated to default digits, or None if it contains an unknown symbol.

        In a jigsaw line, only the first half, the clues, is translated.
        """
        half = len(word) // 2
        drawn, regions = (word, "") if self._word.fullmatch(word) or not word else (word[:half], word[half:])
        if drawn and not self._word.fullmatch(drawn):
            return None
        if regions and (len(word) % 2 or len(set(regions)) ** 2 != half):
            return None
        return "".join(self._digit_of.get(one, one) for one in self._sign.findall(drawn)) + regions

    def _is_meant(self, word: str) -> bool:
        """Return True if a word with an unknown symbol looks like a row of a board, not like prose."""
        if set(word) <= self._usual:
            return self.replaces_digits
        known = sum(map(len, self._sign.findall(word)))
        return 2 * known >= len(word) and any(sign in word for sign in self.signs)

    def _unknown(self, word: str) -> Message:
        place = 0
        while known := self._sign.match(word, place):
            place = known.end()
        return Message("symbol-unknown", sign=repr(characters(word[place:])[0]), symbols=" ".join(self.signs))


def in_digits(text: str, symbols: str) -> str:
    """Translate a drawn board from the user's symbols to default digits; raise InputError for an unknown symbol."""
    if not symbols.strip():
        return text
    own = OwnSymbols(symbols)
    return "\n".join(map(own.row, text.splitlines()))
