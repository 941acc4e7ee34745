"""Checks shared by all readers: digits against a layout, and layouts against each other."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Any

from cpgen.constraints import class_of
from cpgen.constraints.base import Constraint
from cpgen.constraints.cage import Cage
from cpgen.constraints.parity import Allowed
from cpgen.constraints.primitives import digit_mask, digits_of_mask
from cpgen.errors import InputError
from cpgen.layout import Layout
from cpgen.messages import Message, shown
from cpgen.notation import BLANKS, SYMBOLS, symbol, with_digits_from_1
from cpgen.puzzle import Grid, Puzzle
from cpgen.regions import connected

_DIGITS = dict.fromkeys(BLANKS, 0) | {
    one: digit for text in (SYMBOLS, SYMBOLS.lower()) for digit, one in enumerate(text, 1)
}
DIGIT_OF = bytes(_DIGITS.get(chr(byte), 255) for byte in range(256))
"""Digit of each byte of text: 0 for a blank, 255 for a byte that is not a symbol"""
SYMBOL_OF = ("." + SYMBOLS).encode().ljust(256, b"?")


def puzzle_of(digits: Sequence[int], layout: Layout) -> Puzzle:
    """Return the puzzle with these clues, 0 for an open cell; raise InputError for a wrong or repeated digit."""
    puzzle = Puzzle(layout, tuple(digits))
    if not has_no_repeats(puzzle.clues, layout):
        puzzle.require_no_repeats()
    return puzzle


def has_no_repeats(digits: Sequence[int], layout: Layout) -> bool:
    """Return True if no digit appears twice in a house."""
    pairs = zip(digits, layout.houses_of, strict=True)
    seen = [(house, digit) for digit, houses in pairs if digit for house in houses]
    return len(set(seen)) == len(seen)


def puzzle_and_placed(digits: Sequence[int], given: Sequence[bool], layout: Layout) -> tuple[Puzzle, Grid]:
    """Return the puzzle of a board in play, and the placed digits as `placed_in` returns them.

    `given` is True for each cell whose digit is a clue. Raises InputError for wrong digits.
    """
    puzzle = puzzle_of([digit if one else 0 for digit, one in zip(digits, given, strict=True)], layout)
    return puzzle, placed_in(puzzle, digits)


def placed_in(puzzle: Puzzle, digits: Sequence[int]) -> Grid:
    """Return the digits that are not clues of the puzzle, 0 in all other cells, or () if there are none.

    Raises InputError unless there are n² digits of the board.
    """
    if not any(digits):
        return ()
    Puzzle(puzzle.layout, tuple(digits))  # raises InputError for a wrong number of digits, or wrong digits
    rest = tuple(0 if clue else digit for digit, clue in zip(digits, puzzle.clues, strict=True))
    return rest if any(rest) else ()


def solution_for(puzzle: Puzzle, digits: Sequence[int]) -> Grid:
    """Return the digits if they solve the puzzle, or () if some are missing; raise InputError for a wrong solution."""
    if not digits or 0 in digits:
        return ()
    layout = puzzle.layout
    try:
        grid = puzzle_of(digits, layout).clues
    except InputError as error:
        raise InputError(Message("solution-wrong", error=error.message)) from None
    for cell, clue in enumerate(puzzle.clues):
        if clue and clue != grid[cell]:
            where = layout.where(cell)
            raise InputError(Message("solution-clue", digit=symbol(grid[cell]), place=where, clue=symbol(clue)))
    broken = next((one for one in layout.further if not one.is_satisfied(grid, layout)), None)
    if broken:
        raise InputError(Message("solution-constraint", line=shown(broken.text(layout.size))))
    return grid


@lru_cache(maxsize=256)
def default_layout(side: int) -> Layout:
    """Return the layout with default boxes (cached, so that boards share it); raise InputError for a prime side."""
    return Layout.default(side)


def text_of(digits: Sequence[int], blank: str = ".") -> str:
    """Return digits as one line of symbols: 1 to 9, then letters, and `blank` for 0.

    >>> text_of((0, 1, 12))
    '.1C'
    """
    text = bytes(digits).translate(SYMBOL_OF).decode()
    return text if blank == "." else text.replace(".", blank)


def digits_of(text: str, layout: Layout, what: str) -> Grid:
    """Convert n² symbols to digits, 0 for a blank; raise InputError for a wrong number of symbols or a wrong symbol.

    `what` names the text in messages.
    """
    if len(text) != layout.cell_count:
        raise InputError(Message("text-cells", what=what, cells=len(text), needed=layout.cell_count))
    digits = with_digits_from_1(text, layout.size).encode("latin-1", "replace").translate(DIGIT_OF)
    if max(digits) > layout.size:
        cell = next(cell for cell, digit in enumerate(digits) if digit > layout.size)
        sign, place, most = repr(text[cell]), layout.where(cell), symbol(layout.size)
        raise InputError(Message("text-no-digit", what=what, sign=sign, place=place, most=most))
    return tuple(digits)


def small_number(text: str) -> int | None:
    """Return the number in a text of one to three ASCII digits; None for any other text."""
    return int(text) if text.isascii() and text.isdigit() and len(text) < 4 else None


def digits_in(mask: int, size: int) -> tuple[int, ...]:
    """Return the digits 1 to `size` in a bit mask whose bit 0 stands for digit 1.

    >>> digits_in(0b101, 9)
    (1, 3)
    """
    return tuple(digit for digit in digits_of_mask(mask) if digit <= size)


def mask_of(digits: Iterable[int]) -> int:
    """Return the bit mask of digits, in which bit 0 stands for digit 1; 0 is not a digit."""
    return digit_mask(filter(None, digits))


def regions_of(side: int, pairs: Iterable[tuple[int, int]]) -> tuple[int, ...]:
    """Return a region number for each cell, given pairs of cells that belong to the same region.

    The number of a region is its first cell.

    >>> regions_of(2, [(0, 2), (3, 2)])
    (0, 1, 0, 0)
    """
    region = list(range(side * side))  # union-find: each cell points to an earlier cell of its region, or to itself

    def first(cell: int) -> int:
        while region[cell] != cell:
            cell = region[cell]
        return cell

    for one, other in pairs:
        low, high = sorted((first(one), first(other)))
        region[high] = low
    return tuple(map(first, range(side * side)))


def board_with_regions(side: int, groups: Sequence[Sequence[int]]) -> Layout:
    """Return the layout of side `side` with these groups of cells as regions.

    If they do not cover the board, or a group is not n connected cells, groups of n cells become extra houses, and
    others cages without a sum.
    """
    lines = {house.cells for house in Layout(side).houses}
    parts = [cells for cells in map(tuple, map(sorted, groups)) if cells not in lines and len(cells) > 1]
    listed = sorted(cell for cells in groups for cell in cells)
    whole = listed == list(range(side * side)) and all(len(cells) == side for cells in groups)
    if parts and whole and all(connected(side, cells) == {*cells} for cells in parts):
        number = {cell: index for index, cells in enumerate(groups) for cell in cells}
        return Layout(side, tuple(number[cell] for cell in range(side * side)))
    houses = tuple(dict.fromkeys(cells for cells in parts if len(cells) == side))
    return Layout(side, (), houses).with_constraints(*(Cage(cells) for cells in parts if len(cells) != side))


def agreed_layout(own: Layout, layout: Layout | None) -> Layout:
    """Return the caller's `layout` with the constraints of `own`, which a text describes, added; or `own` without one.

    Raises:
        InputError: The houses of the two layouts differ.
    """
    if layout is None or layout == own:
        return layout or own
    if not same_houses(layout, own):
        raise InputError(Message("own-layout", own=short_spec(own.base), given=short_spec(layout.base)))
    return with_further(layout, own.further)


def with_further(layout: Layout, constraints: Iterable[Constraint]) -> Layout:
    """Return the layout with these constraints added, except those that it has already."""
    return layout.with_constraints(*(one for one in constraints if one not in layout.further))


@lru_cache(maxsize=256)
def given_candidates(layout: Layout) -> dict[int, tuple[int, ...]]:
    """Return, for each cell with a constraint of the kind `allowed`, the digits that may stand there."""
    allowed: dict[int, tuple[int, ...]] = {}
    for constraint in layout.further:
        if isinstance(constraint, Allowed):
            for cell in constraint.cells:
                allowed[cell] = tuple(
                    digit for digit in constraint.digits if digit in allowed.get(cell, constraint.digits)
                )
    return allowed


def constraint_of(kind: str, **values: Any) -> Constraint:
    """Return a constraint of this kind with these fields by name; a field that is None keeps its default."""
    return class_of(kind)(**{name: value for name, value in values.items() if value is not None})


def same_houses(one: Layout, other: Layout) -> bool:
    """Return True if two layouts have the same houses; extra houses may be in another order."""
    return (one.size, one.regions, set(one.extras)) == (other.size, other.regions, set(other.extras))


def short_spec(layout: Layout) -> str:
    """Return the text of a layout, shortened to 100 characters for messages."""
    return layout.spec if len(layout.spec) <= 100 else layout.spec[:99] + "…"
