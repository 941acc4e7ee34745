"""Constraints as lines of text: numbers, words, names of cells, and lines of cells such as `r1c1-r1c4` and `row 3`.

A cell is named by its row and column, as in `r2c5`, or by the letter of its row and the number of its column, as in
`B5`. That is how solvers and newspapers name cells; spreadsheets and chess boards have letters for columns. Rows are A,
B, C …; on a 9×9 board J and K are row I, too, since some leave I out, or I and J.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from string import ascii_lowercase
from typing import Any, Literal, TypeAlias

from cpgen.constraints.geometry import straight_line
from cpgen.errors import InputError
from cpgen.limits import LONGEST_CONSTRAINT
from cpgen.messages import Message, shown
from cpgen.notation import cell_name, to_halfwidth

NAME = r"(?:r\d+c\d+|[a-z]\d{1,2}(?!\w))"
TOKEN = re.compile(rf"{NAME}(?:\s*-\s*{NAME})?|2x2|[a-z]+(?:-[a-z]+)*\??|\d+-\d+|\d+|[?>=]")
CELL = re.compile(r"r(\d{1,4})c(\d{1,4})|([a-z])(\d{1,2})(?!\d)")
LAST_ROW = "ijk"
"""Letters of the last row of a 9×9 board, for those who leave out I, or I and J"""
QUOTED = re.compile(r'["“”„＂]([^"“”„＂]*)["“”„＂]')
"""A part in quotes, such as an expression or a title, which is read as it is"""
Reader: TypeAlias = Callable[[str], Sequence[Any]]
DEEPEST = 4
"""Most brackets inside each other"""
FILLERS = {"at", "from", "and", "sum"}
"""Words that only make a line easier to read"""
QUOTE, BRACKET = '"', "("
"""First characters of a word that was in quotes, and of one that was in brackets"""


class Words:
    """Words of a line of text, read one after another, on a board of side `size`."""

    def __init__(self, text: str, size: int, reader: Reader | None = None) -> None:
        self.size, self.line, self.reader = size, text, reader
        if len(text) > LONGEST_CONSTRAINT:
            raise InputError(Message("constraint-long", most=LONGEST_CONSTRAINT, characters=len(text)))
        found = [word for mark, part in _parts(text) for word in ([mark + part] if mark else _plain_words(part))]
        # The first word is the kind, which may be `sum`.
        self._left: list[str] = found[:1] + [word for word in found[1:] if word not in FILLERS]

    def take(self) -> str:
        """Read the next word; raise InputError if none is left."""
        if not self._left:
            raise InputError(Message("constraint-empty"))
        return self._left.pop(0)

    def next_is(self, *words: str) -> bool:
        """Read the next word if it is one of `words`; return True if it was."""
        if self._left and self._left[0] in words:
            del self._left[0]
            return True
        return False

    def word(self, choices: Sequence[str]) -> str:
        """Read a word that must be one of `choices`; raise InputError, naming them, if something else follows."""
        if self._left and self._left[0] in choices:
            return self._left.pop(0)
        raise InputError(Message("constraint-word", found=self._found(), choices=tuple(choices)))

    def any_of(self, choices: Sequence[str]) -> str | None:
        """Read a word that is one of `choices`, or return None if something else follows."""
        return self._left.pop(0) if self._left and self._left[0] in choices else None

    def span(self) -> tuple[int, ...]:
        """Read two numbers with a dash between them, or return () if something else follows."""
        if self._left and re.fullmatch(r"\d{1,9}-\d{1,9}", self._left[0]):
            low, _, high = self._left.pop(0).partition("-")
            return int(low), int(high)
        return ()

    def quoted(self) -> str | None:
        """Read a text in quotes, or return None if something else follows."""
        if self._left and self._left[0].startswith(QUOTE):
            return self._left.pop(0).removeprefix(QUOTE).strip()
        return None

    def next_is_bracketed(self) -> bool:
        """Return True if a part in brackets follows."""
        return bool(self._left) and self._left[0].startswith(BRACKET)

    def bracketed(self) -> tuple[Any, ...]:
        """Parse the next part, a constraint in brackets; raise InputError if something else follows."""
        if not self.next_is_bracketed() or self.reader is None:
            raise InputError(Message("constraint-brackets", found=self._found()))
        return tuple(self.reader(self._left.pop(0).removeprefix(BRACKET)))

    def number(self) -> int | None:
        """Read a number, or return None if something else follows."""
        if self._left and self._left[0].isdigit():
            return int(self._left.pop(0)[:9])
        return None

    def numbers(self) -> tuple[int, ...]:
        """Read numbers up to the next word that is no number."""
        found = []
        while (number := self.number()) is not None:
            found.append(number)
        return tuple(found)

    def rest(self) -> list[str]:
        """Read all words that are left."""
        found, self._left = self._left, []
        return found

    def value(self) -> int | Literal["?"] | None:
        """Read a number or `?`, or return None if something else follows."""
        return "?" if self.next_is("?") else self.number()

    def cells(self) -> tuple[int, ...]:
        """Read names of cells, ranges such as `r1c1-r1c4`, rows and columns, up to the next other word."""
        found: list[int] = []
        while self._left:
            word = self._left[0]
            if word in ("row", "column") and len(self._left) > 1 and self._left[1].isdigit():
                del self._left[0]
                found += self._whole_line(word)
            elif CELL.match(word):
                found += self._range(self._left.pop(0))
            else:
                break
        return tuple(found)

    def groups(self) -> tuple[tuple[int, ...], ...]:
        """Read groups of cells with equals signs between them."""
        found = [self.cells()]
        while self.next_is("="):
            found.append(self.cells())
        return tuple(found)

    def all_cells(self) -> tuple[int, ...]:
        """Read cells up to the end of the line; raise InputError if another word follows."""
        found = self.cells()
        self.require_end()
        return found

    def require_end(self) -> None:
        """Raise InputError if words are left."""
        if self._left:
            raise InputError(Message("constraint-left", found=self._found()))

    def _found(self) -> str:
        return shown(self._left[0]) if self._left else "the end"

    def _whole_line(self, word: str) -> Sequence[int]:
        n, number = self.size, int(self._left.pop(0)[:9])
        if not 1 <= number <= n:
            raise InputError(Message("constraint-line", line=word, number=number, most=n))
        line = range(number * n - n, number * n) if word == "row" else range(number - 1, n * n, n)
        return line[::-1] if self.next_is("reversed") else line

    def _range(self, text: str) -> Sequence[int]:
        ends = [self._cell(*found) for found in CELL.findall(text)]
        if len(ends) == 1:
            return ends
        line = straight_line(ends[0], ends[1], self.size)
        if line is None:
            raise InputError(Message("constraint-range", range=shown(text)))
        return line

    def _cell(self, row: str, column: str, letter: str, number: str) -> int:
        """Return a cell, given by the numbers of its row and column, or by a letter for its row and a number."""
        name = f"{letter.upper()}{number}" if letter else f"r{row}c{column}"
        if letter:
            is_last = self.size == len("abcdefghi") and letter in LAST_ROW
            row, column = str(self.size if is_last else ascii_lowercase.index(letter) + 1), number
        if not (1 <= int(row) <= self.size and 1 <= int(column) <= self.size):
            raise InputError(Message("constraint-cell", cell=name, size=self.size))
        return (int(row) - 1) * self.size + int(column) - 1


def _parts(text: str) -> Iterator[tuple[str, str]]:
    """Split a line into parts; yield each with its sort: in quotes, in brackets, or plain."""
    plain, at = 0, 0
    while at < len(text):
        quoted = QUOTED.match(text, at)
        end = quoted.end() if quoted else _end_of_brackets(text, at) if text[at] in "(（" else 0
        if end:
            yield "", text[plain:at]
            yield (QUOTE, quoted[1]) if quoted else (BRACKET, text[at + 1 : end - 1])
            plain = at = end
        else:
            at += 1
    yield "", text[plain:]


def _end_of_brackets(text: str, start: int) -> int:
    """Return the place after the bracket that closes the one at `start`, 0 if none does.

    Those in quotes do not count.
    """
    depth, at = 0, start
    while at < len(text):
        if quoted := QUOTED.match(text, at):
            at = quoted.end()
            continue
        depth += (text[at] in "(（") - (text[at] in ")）")
        if depth > DEEPEST:
            raise InputError(Message("constraint-deep", most=DEEPEST))
        at += 1
        if not depth:
            return at
    return 0


def _plain_words(text: str) -> list[str]:
    """Split a text without quotes into words."""
    plain = to_halfwidth(text).lower().replace(":", " ").replace(",", " ").replace(";", " ")
    if unknown := "".join(TOKEN.split(plain)).split():
        raise InputError(Message("constraint-sign", sign=shown(unknown[0])))
    return TOKEN.findall(plain)


def cells_text(cells: Any, size: int) -> str:
    """Return the names of cells, or of groups of cells with equals signs between them, as text."""
    if cells and isinstance(cells[0], tuple):
        return " = ".join(cells_text(group, size) for group in cells)
    return " ".join(cell_name(cell, size) for cell in cells)
