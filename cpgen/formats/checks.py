"""What all readers share: digits checked against a layout, layouts that must agree, and JSON values checked.

The tables of a layout are made once, so that checking a puzzle costs microseconds.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from functools import lru_cache
from operator import getitem
from typing import Any

from cpgen.errors import InputError, counted, shown
from cpgen.layout import Layout
from cpgen.notation import BLANKS, SYMBOLS, symbol
from cpgen.puzzle import Grid, Puzzle

NO_DIGIT = 255
COUNTED_SIDES = 16
"""Up to this side repeats are counted with tables; beyond it the tables would be large and boards are few"""


def _digits_of_bytes() -> bytes:
    table = bytearray([NO_DIGIT] * 256)
    for blank in BLANKS:
        table[ord(blank)] = 0
    for digit, character in enumerate(SYMBOLS, 1):
        table[ord(character)] = table[ord(character.lower())] = digit
    return bytes(table)


DIGIT_OF = _digits_of_bytes()
SYMBOL_OF = ("." + SYMBOLS).encode().ljust(256, b"?")


class Checker:
    """A layout with the tables that check clues quickly."""

    def __init__(self, layout: Layout) -> None:
        self.layout = layout
        self.cell_count = layout.cell_count
        self.known = bytes(byte for byte, digit in enumerate(DIGIT_OF) if digit <= layout.size)
        counts = self._counts() if layout.size <= COUNTED_SIDES else None
        self._weights, self._twice = counts or ([], 0)

    def _counts(self) -> tuple[list[list[int]], int]:
        """For each cell and digit, a number with a 1 in the counter of each (house, digit); and the bits above 1."""
        n, layout = self.layout.size, self.layout
        width = n.bit_length()
        ones = [[sum(1 << (h * n + d) * width for h in lying) for d in range(n)] for lying in layout.houses_of]
        above = (1 << width) - 2
        twice = sum(above << counter * width for counter in range(len(layout.houses) * n))
        return [[0, *row] for row in ones], twice

    def quick(self, text: bytes) -> Puzzle | None:
        """The puzzle that n² symbols spell; None when anything at all is wrong with them."""
        if text.translate(None, self.known):
            return None
        digits = text.translate(DIGIT_OF)
        return Puzzle(self.layout, tuple(digits)) if self.once(digits) else None

    def once(self, digits: Sequence[int]) -> bool:
        """Whether no digit appears twice in a house."""
        if self._weights:
            return not sum(filter(None, map(getitem, self._weights, digits))) & self._twice
        houses = ([digits[cell] for cell in house.cells if digits[cell]] for house in self.layout.houses)
        return all(len(set(found)) == len(found) for found in houses)

    def puzzle(self, digits: Sequence[int]) -> Puzzle:
        """The puzzle with these clues; raises InputError naming what is wrong."""
        puzzle = Puzzle(self.layout, tuple(digits))
        if not self.once(puzzle.clues):
            puzzle.require_no_repeats()
        return puzzle

    def parted(self, digits: Sequence[int], given: Sequence[bool]) -> tuple[Puzzle, Grid]:
        """The puzzle of the digits that are given, and the others as digits entered; raises InputError."""
        puzzle = self.puzzle([digit if one else 0 for digit, one in zip(digits, given, strict=True)])
        return puzzle, self.placed(digits, puzzle.clues)

    def solution(self, digits: Sequence[int], clues: Grid) -> Grid:
        """The grid when it solves the clues, nothing when cells are open; raises InputError when it is wrong."""
        if not digits or 0 in digits:
            return ()
        try:
            grid = self.puzzle(digits).clues
        except InputError as error:
            raise InputError(f"The solution is wrong: {error}") from None
        for cell, clue in enumerate(clues):
            if clue and clue != grid[cell]:
                where = self.layout.where(cell)
                raise InputError(f"The solution has {symbol(grid[cell])} at {where}, where the clue is {symbol(clue)}.")
        return grid

    def placed(self, digits: Sequence[int], clues: Grid) -> Grid:
        """The digits entered in cells that are no clues; raises InputError when there are not n² of them."""
        if not any(digits):
            return ()
        Puzzle(self.layout, tuple(digits))
        rest = tuple(0 if clue else digit for digit, clue in zip(digits, clues, strict=True))
        return rest if any(rest) else ()


@lru_cache(maxsize=256)
def checker_of(layout: Layout) -> Checker:
    """The tables of a layout."""
    return Checker(layout)


@lru_cache(maxsize=256)
def checker_for(layout: Layout | None, side: int) -> Checker:
    """The tables of the given layout, or of the default one of a side; raises InputError when it has none."""
    return checker_of(Layout.default(side) if layout is None else layout)


def text_of(digits: Sequence[int], blank: str = ".") -> str:
    """The digits as one line of symbols.

    >>> text_of((0, 1, 12))
    '.1C'
    """
    text = bytes(digits).translate(SYMBOL_OF).decode()
    return text if blank == "." else text.replace(".", blank)


def digits_of(text: str, layout: Layout, what: str) -> Grid:
    """The n² digits that symbols spell, 0 for a blank; raises InputError naming the first that is wrong."""
    if len(text) != layout.cell_count:
        raise InputError(f"The {what} has {counted(len(text), 'cell')}; this board has {layout.cell_count}.")
    digits = text.encode("latin-1", "replace").translate(DIGIT_OF)
    if max(digits) > layout.size:
        cell = next(cell for cell, digit in enumerate(digits) if digit > layout.size)
        right = f"a digit of this board is 1 to {symbol(layout.size)}, or '.' where there is none"
        raise InputError(f"The {what} has {text[cell]!r} at {layout.where(cell)}; {right}.")
    return tuple(digits)


def small_number(text: str) -> int | None:
    """The whole number that a text of one to three figures spells; None for any other text."""
    return int(text) if text.isascii() and text.isdigit() and len(text) < 4 else None


def joined(side: int, pairs: Iterable[tuple[int, int]]) -> tuple[int, ...]:
    """The region of each cell, when the cells of each pair belong together: the number of its first cell.

    >>> joined(2, [(0, 2), (3, 2)])
    (0, 1, 0, 0)
    """
    region = list(range(side * side))

    def first(cell: int) -> int:
        while region[cell] != cell:
            cell = region[cell]
        return cell

    for one, other in pairs:
        low, high = sorted((first(one), first(other)))
        region[high] = low
    return tuple(map(first, range(side * side)))


def agreed_layout(own: Layout, given: Layout | None) -> Layout:
    """The layout that a text has of its own; raises InputError when the given one differs from it."""
    if given is not None and given != own and not same_houses(given, own):
        raise InputError(
            f"The puzzle comes with its own layout, {brief(own)}, which is not the given one, {brief(given)}; "
            "leave the layout out."
        )
    return given or own


def same_houses(one: Layout, other: Layout) -> bool:
    """Whether two layouts differ at most in the order of their extra houses."""
    return (one.size, one.regions, set(one.extras)) == (other.size, other.regions, set(other.extras))


def brief(layout: Layout) -> str:
    """The layout's name, cut short when it is a drawing."""
    return layout.spec if len(layout.spec) <= 100 else layout.spec[:99] + "…"


def json_value(text: str, what: str) -> Any:
    """The value that a JSON text spells; raises InputError with the place in it."""
    try:
        return json.loads(text)
    except json.JSONDecodeError as error:
        raise InputError(f"{what} is not JSON: {error.msg}, at character {error.pos + 1}.") from None
    except (ValueError, RecursionError):
        raise InputError(
            f"{what} is not JSON that can be read: it is nested too deeply or has too long a number."
        ) from None


def json_object(text: str, what: str) -> dict[str, Any]:
    """The object that a JSON text spells; raises InputError when it is something else."""
    value = json_value(text, what)
    if not isinstance(value, dict):
        raise InputError(f"{what} is {shown(text, 20)}; it should be an object, in braces.")
    return value


def text_at(data: Any, key: str) -> str:
    """The text under a key, empty when there is none; raises InputError when it is no text."""
    value = data.get(key)
    if value is None:
        return ""
    if not isinstance(value, str):
        raise InputError(f"{key!r} is {shown(json.dumps(value), 30)}; it should be a text.")
    return value.strip()


def whole_at(data: Any, key: str, default: int) -> int:
    """The whole number under a key, from 0; the default when there is none. Raises InputError for anything else."""
    value = data.get(key, default)
    if not isinstance(value, int) or isinstance(value, bool) or value < 0:
        raise InputError(f"{key!r} is {shown(json.dumps(value), 30)}; it should be a whole number.")
    return value


def list_at(data: Any, key: str) -> list[Any]:
    """The list under a key, empty when there is none; raises InputError when it is no list."""
    value = data.get(key)
    if value is None:
        return []
    if not isinstance(value, list):
        raise InputError(f"{key!r} is {shown(json.dumps(value), 30)}; it should be a list.")
    return value


def compact_json(value: Any) -> str:
    """The value as JSON on one line, without spaces."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
