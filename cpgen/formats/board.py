"""Do these digits make a puzzle of this layout? Tables made once a layout, so that a puzzle costs microseconds."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from operator import getitem

from cpgen.errors import InputError, counted
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


class Board:
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
def board_of(layout: Layout) -> Board:
    """The tables of a layout."""
    return Board(layout)


@lru_cache(maxsize=256)
def usual_board(side: int) -> Board:
    """The tables of the usual layout of a side; raises InputError when it has none."""
    return board_of(Layout.default(side))


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


def agreed(told: Layout, said: Layout | None) -> Layout:
    """The layout that a text tells, once it is shown to be the one that was said; raises InputError otherwise."""
    if said is not None and said != told and not same_houses(said, told):
        raise InputError(
            f"The puzzle brings its own layout, {brief(told)}, which is not the one that was said, {brief(said)}; "
            "leave the layout out."
        )
    return said or told


def same_houses(one: Layout, other: Layout) -> bool:
    """Whether two layouts differ at most in the order of their extra houses."""
    return (one.size, one.regions, set(one.extras)) == (other.size, other.regions, set(other.extras))


def brief(layout: Layout) -> str:
    """The layout's name, cut short when it is a drawing."""
    return layout.spec if len(layout.spec) <= 100 else layout.spec[:99] + "…"
