"""Checks shared by all readers: digits against a layout, and layouts against each other.

The lookup tables of a layout are built once and cached, so that checking a puzzle takes microseconds.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from operator import getitem

from cpgen.errors import InputError, Message
from cpgen.layout import Layout
from cpgen.notation import BLANKS, SYMBOLS, symbol
from cpgen.puzzle import Grid, Puzzle

LARGEST_COUNTED = 16
"""Side up to which repeats are counted with lookup tables; for larger boards, which are rare, these would be large"""
_DIGITS = dict.fromkeys(BLANKS, 0) | {
    one: digit for text in (SYMBOLS, SYMBOLS.lower()) for digit, one in enumerate(text, 1)
}
DIGIT_OF = bytes(_DIGITS.get(chr(byte), 255) for byte in range(256))
"""Digit of each byte of text: 0 for a blank, 255 for a byte that is not a symbol"""
SYMBOL_OF = ("." + SYMBOLS).encode().ljust(256, b"?")


class Checker:
    """A layout with lookup tables that check clues quickly.

    To find repeats, each (house, digit) has a counter of a few bits, and all counters are packed in one large integer.
    Each (cell, digit) has a weight that adds 1 to the counters of its houses. A digit repeats exactly if the sum of
    the weights of all clues has a bit above the lowest in some counter. Counters cannot overflow: a house has n cells.
    """

    def __init__(self, layout: Layout) -> None:
        self.layout = layout
        self.cell_count = layout.cell_count
        self.known = bytes(byte for byte, digit in enumerate(DIGIT_OF) if digit <= layout.size)
        self._weights: list[list[int]] = []
        self._above_one = 0
        if layout.size <= LARGEST_COUNTED:
            self._build_counters()

    def _build_counters(self) -> None:
        n, houses_of = self.layout.size, self.layout.houses_of
        width = n.bit_length()
        for houses in houses_of:
            self._weights.append([0, *(sum(1 << (h * n + d) * width for h in houses) for d in range(n))])
        bits = (1 << width) - 2  # all bits of a counter but the lowest
        self._above_one = sum(bits << counter * width for counter in range(len(self.layout.houses) * n))

    def fast_puzzle(self, text: bytes) -> Puzzle | None:
        """Return the puzzle of n² symbols, or None if anything is wrong with them."""
        if text.translate(None, self.known):
            return None
        digits = text.translate(DIGIT_OF)
        return Puzzle(self.layout, tuple(digits)) if self.has_no_repeats(digits) else None

    def has_no_repeats(self, digits: Sequence[int]) -> bool:
        """Return True if no digit appears twice in a house."""
        if self._weights:
            return not sum(filter(None, map(getitem, self._weights, digits))) & self._above_one
        houses = ([digits[cell] for cell in house.cells if digits[cell]] for house in self.layout.houses)
        return all(len(set(found)) == len(found) for found in houses)

    def puzzle(self, digits: Sequence[int]) -> Puzzle:
        """Return the puzzle with these clues; raise InputError, naming the fault, if they are wrong."""
        puzzle = Puzzle(self.layout, tuple(digits))
        if not self.has_no_repeats(puzzle.clues):
            puzzle.require_no_repeats()
        return puzzle

    def puzzle_and_placed(self, digits: Sequence[int], given: Sequence[bool]) -> tuple[Puzzle, Grid]:
        """Split digits into the puzzle of the given ones and the placed others; raise InputError if they are wrong."""
        puzzle = self.puzzle([digit if one else 0 for digit, one in zip(digits, given, strict=True)])
        return puzzle, self.placed(digits, puzzle.clues)

    def solution(self, digits: Sequence[int], clues: Grid) -> Grid:
        """Return the digits as a solution, or () if cells are open; raise InputError if they do not solve the clues."""
        if not digits or 0 in digits:
            return ()
        try:
            grid = self.puzzle(digits).clues
        except InputError as error:
            raise InputError(Message("solution-wrong", error=error.message)) from None
        for cell, clue in enumerate(clues):
            if clue and clue != grid[cell]:
                where = self.layout.where(cell)
                raise InputError(Message("solution-clue", digit=symbol(grid[cell]), place=where, clue=symbol(clue)))
        return grid

    def placed(self, digits: Sequence[int], clues: Grid) -> Grid:
        """Return the digits outside the clues, or () if there are none; raise InputError unless there are n² digits."""
        if not any(digits):
            return ()
        Puzzle(self.layout, tuple(digits))  # checks their number and values
        rest = tuple(0 if clue else digit for digit, clue in zip(digits, clues, strict=True))
        return rest if any(rest) else ()


@lru_cache(maxsize=256)
def checker_of(layout: Layout) -> Checker:
    """Return the checker of a layout."""
    return Checker(layout)


@lru_cache(maxsize=256)
def checker_for(layout: Layout | None, side: int) -> Checker:
    """Return the checker of the layout, or of the default layout of a side; raise InputError if there is none."""
    return checker_of(Layout.default(side) if layout is None else layout)


def text_of(digits: Sequence[int], blank: str = ".") -> str:
    """Return the digits as one line of symbols.

    >>> text_of((0, 1, 12))
    '.1C'
    """
    text = bytes(digits).translate(SYMBOL_OF).decode()
    return text if blank == "." else text.replace(".", blank)


def digits_of(text: str, layout: Layout, what: str) -> Grid:
    """Return the digits of n² symbols, 0 for a blank; raise InputError, naming the first wrong symbol."""
    if len(text) != layout.cell_count:
        raise InputError(Message("text-cells", what=what, cells=len(text), needed=layout.cell_count))
    digits = text.encode("latin-1", "replace").translate(DIGIT_OF)
    if max(digits) > layout.size:
        cell = next(cell for cell, digit in enumerate(digits) if digit > layout.size)
        sign, place, most = repr(text[cell]), layout.where(cell), symbol(layout.size)
        raise InputError(Message("text-no-digit", what=what, sign=sign, place=place, most=most))
    return tuple(digits)


def small_number(text: str) -> int | None:
    """Return the number of a text of one to three ASCII digits, or None for any other text."""
    return int(text) if text.isascii() and text.isdigit() and len(text) < 4 else None


def digits_in(mask: int, size: int) -> tuple[int, ...]:
    """Return the digits 1 to `size` in a bit mask whose bit 0 stands for digit 1.

    >>> digits_in(0b101, 9)
    (1, 3)
    """
    return tuple(digit for digit in range(1, size + 1) if mask >> digit - 1 & 1)


def mask_of(digits: Iterable[int]) -> int:
    """Return the bit mask of digits, in which bit 0 stands for digit 1; 0 is not a digit."""
    return sum(1 << digit - 1 for digit in digits if digit)


def regions_of(side: int, pairs: Iterable[tuple[int, int]]) -> tuple[int, ...]:
    """Return the region of each cell, given pairs of cells in the same region; its number is its first cell.

    >>> regions_of(2, [(0, 2), (3, 2)])
    (0, 1, 0, 0)
    """
    region = list(range(side * side))  # union–find: each cell points to an earlier cell of its region, or to itself

    def first(cell: int) -> int:
        while region[cell] != cell:
            cell = region[cell]
        return cell

    for one, other in pairs:
        low, high = sorted((first(one), first(other)))
        region[high] = low
    return tuple(map(first, range(side * side)))


def agreed_layout(own: Layout, given: Layout | None) -> Layout:
    """Return the layout of a text; raise InputError if a layout was given that differs from it."""
    if given is not None and given != own and not same_houses(given, own):
        raise InputError(Message("own-layout", own=short_spec(own), given=short_spec(given)))
    return given or own


def same_houses(one: Layout, other: Layout) -> bool:
    """Return True if two layouts are equal but for the order of their extra houses."""
    return (one.size, one.regions, set(one.extras)) == (other.size, other.regions, set(other.extras))


def short_spec(layout: Layout) -> str:
    """Return the spec of a layout, shortened if it is a drawing."""
    return layout.spec if len(layout.spec) <= 100 else layout.spec[:99] + "…"
