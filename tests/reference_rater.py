"""A second rater, slow and plain, written from the definition alone: candidates are sets, and every place is looked at.

A sweep visits its places in order (houses: rows, columns, regions, extra houses; then digits ascending), and each
removal takes effect at once. Only the first rule places digits; all others only remove candidates.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import combinations

from cpgen.constraints.house import House
from cpgen.layout import Layout


class ContradictionError(Exception):
    """A cell has no candidate, or a house no place for a digit."""


@dataclass
class Result:
    """What a rating is compared with."""

    outcome: str
    level: int
    steps: int
    rules: dict[str, int]
    digits: tuple[int, ...]
    candidates: tuple[tuple[int, ...], ...]


@dataclass
class Board:
    """The candidates and the digit placed (0: none) of each cell; whether a sweep acted, or broke the board."""

    layout: Layout
    candidates: list[set[int]] = field(init=False)
    placed: list[int] = field(init=False)
    acted: bool = False
    broken: bool = False

    def __post_init__(self) -> None:
        self.candidates = [set(self.digits) for _ in range(self.layout.cell_count)]
        self.placed = [0] * self.layout.cell_count

    @property
    def digits(self) -> range:
        return range(1, self.layout.size + 1)

    def houses(self, *kinds: str) -> list[House]:
        return [house for house in self.layout.houses if house.kind in kinds]

    def places(self, house: House, digit: int) -> list[int]:
        return [cell for cell in house.cells if digit in self.candidates[cell]]

    def is_placed(self, house: House, digit: int) -> bool:
        return any(self.placed[cell] == digit for cell in house.cells)

    def place(self, cell: int, digit: int) -> None:
        if self.placed[cell] == digit:
            return
        if digit not in self.candidates[cell]:
            raise ContradictionError
        self.placed[cell] = digit
        self.acted = True
        self.candidates[cell] = {digit}
        for peer in self.layout.peers[cell]:
            self.candidates[peer].discard(digit)
        self.check()

    def remove(self, cell: int, digits: set[int]) -> None:
        if self.candidates[cell] & digits:
            self.candidates[cell] -= digits
            self.acted = True
            self.check_around(cell)

    def check_around(self, cell: int) -> None:
        if not self.candidates[cell]:
            raise ContradictionError
        for house in self.layout.houses_of[cell]:
            self.check_house(self.layout.houses[house])

    def check_house(self, house: House) -> None:
        if len(set().union(*[self.candidates[cell] for cell in house.cells])) < self.layout.size:
            raise ContradictionError

    def check(self) -> None:
        if not all(self.candidates):
            raise ContradictionError
        for house in self.layout.houses:
            self.check_house(house)


def place_hidden_singles(board: Board) -> None:
    """Rule 1: regions (rows and columns where there are none); all are found first, then placed at once."""
    houses = board.houses("region") or board.houses("row", "column")
    found = [
        (board.places(house, digit)[0], digit)
        for house in houses
        for digit in board.digits
        if len(board.places(house, digit)) == 1 and not board.is_placed(house, digit)
    ]
    for cell, digit in found:
        board.place(cell, digit)


def hidden_single(board: Board) -> None:
    for house in board.houses("row", "column", "extra"):
        for digit in board.digits:
            places = board.places(house, digit)
            if len(places) == 1 and not board.is_placed(house, digit):
                (cell,) = places
                board.remove(cell, set(board.digits) - {digit})
                for peer in board.layout.peers[cell]:
                    board.remove(peer, {digit})


def naked_single(board: Board) -> None:
    for cell in range(board.layout.cell_count):
        if len(board.candidates[cell]) == 1 and not board.placed[cell]:
            for peer in board.layout.peers[cell]:
                board.remove(peer, set(board.candidates[cell]))


def locked(board: Board, bases: list[House], covers: list[House]) -> None:
    """A digit with two places or more in a base, all of them in a cover too, leaves the rest of the cover."""
    crossing = {base: [cover for cover in covers if set(base.cells) & set(cover.cells)] for base in bases}
    for base in bases:
        for digit in board.digits:
            places = board.places(base, digit)
            for cover in crossing[base] if len(places) >= 2 else ():
                if set(places).issubset(cover.cells):
                    for cell in cover.cells:
                        if cell not in base.cells:
                            board.remove(cell, {digit})


def x_wing(board: Board) -> None:
    """From rows to columns, then from columns to rows; a cell's position in a row is its column, and vice versa."""
    rows, columns = board.houses("row"), board.houses("column")
    for bases, covers in ((rows, columns), (columns, rows)):
        for first, base in enumerate(bases):
            for digit in board.digits:
                for second in range(first + 1, len(bases)):
                    spots = {base.cells.index(cell) for cell in board.places(base, digit)}
                    others = {bases[second].cells.index(cell) for cell in board.places(bases[second], digit)}
                    if len(spots) == 2 and spots == others:
                        for spot in sorted(spots):
                            for line, cell in enumerate(covers[spot].cells):
                                if line not in (first, second):
                                    board.remove(cell, {digit})


def hidden_subset(board: Board, houses: list[House], k: int) -> None:
    """k digits, each with 1 to k places in a house, all of them in the same k cells: these lose all other digits."""
    for house in houses:
        usable = hidden_items(board, house, k)
        for digits in combinations(board.digits, k):
            if usable.keys() >= set(digits):
                cells = set().union(*(usable[digit] for digit in digits))
                if len(cells) == k:
                    for cell in sorted(cells):
                        board.remove(cell, set(board.digits) - set(digits))
                    usable = hidden_items(board, house, k)


def naked_subset(board: Board, houses: list[House], k: int) -> None:
    """k cells of a house, each with 1 to k candidates, all of the same k digits: these leave all other cells."""
    for house in houses:
        usable = naked_items(board, house, k)
        for cells in combinations(house.cells, k):
            if usable.keys() >= set(cells):
                digits = set().union(*(usable[cell] for cell in cells))
                if len(digits) == k:
                    for cell in house.cells:
                        if cell not in cells:
                            board.remove(cell, digits)
                    usable = naked_items(board, house, k)


def hidden_items(board: Board, house: House, k: int) -> dict[int, list[int]]:
    """The digits still to be placed in a house that have 1 to k places there, with these places."""
    places = {digit: board.places(house, digit) for digit in board.digits if not board.is_placed(house, digit)}
    return {digit: cells for digit, cells in places.items() if 1 <= len(cells) <= k}


def naked_items(board: Board, house: House, k: int) -> dict[int, set[int]]:
    """The open cells of a house that have 1 to k candidates, with these candidates."""
    opened = [cell for cell in house.cells if not board.placed[cell]]
    return {cell: set(board.candidates[cell]) for cell in opened if 1 <= len(board.candidates[cell]) <= k}


def sweep(board: Board, rule: str) -> None:
    """One sweep of a rule."""
    regions, lines = board.houses("region"), board.houses("row", "column", "extra")
    everything = list(board.layout.houses)
    match rule:
        case "hidden-single-region":
            place_hidden_singles(board)
        case "locked-pointing":
            locked(board, regions, lines)
        case "hidden-single-line":
            hidden_single(board)
        case "hidden-pair-region":
            hidden_subset(board, regions, 2)
        case "locked-claiming":
            locked(board, lines, regions)
        case "naked-single":
            naked_single(board)
        case "x-wing":
            x_wing(board)
        case "hidden-pair-line":
            hidden_subset(board, lines, 2)
        case "hidden-triple":
            hidden_subset(board, everything, 3)
        case "hidden-quadruple":
            hidden_subset(board, everything, 4)
        case "naked-pair":
            naked_subset(board, everything, 2)
        case "naked-triple":
            naked_subset(board, everything, 3)
        case "naked-quadruple":
            naked_subset(board, everything, 4)
        case _:
            raise ValueError(rule)


def rate(
    layout: Layout, clues: Sequence[int], ladder: Sequence[tuple[str, int]], marks: Sequence[Sequence[int]] = ()
) -> Result:
    """The rating of a board, narrowed to the marks of open cells that have some, on a ladder (rule, complexity)."""
    board = Board(layout)
    used: Counter[tuple[str, int]] = Counter()
    outcome = ""
    try:
        for cell, digit in enumerate(clues):
            if digit:
                board.place(cell, digit)
        for cell, noted in enumerate(marks):
            if noted and not board.placed[cell]:
                board.remove(cell, set(board.digits) - set(noted))
    except ContradictionError:
        outcome = "contradiction"
    while not outcome:
        if all(board.placed):
            outcome = "solved"
        elif (acting := first_that_acts(board, ladder)) is None:
            outcome = "stuck"
        else:
            used[acting] += 1
            outcome = "contradiction" if board.broken else ""
    return Result(
        outcome,
        max((complexity for _, complexity in used), default=0),
        used.total(),
        {rule: rounds for (rule, _), rounds in used.items()},
        tuple(board.placed),
        tuple(tuple(sorted(candidates)) for candidates in board.candidates),
    )


def first_that_acts(board: Board, ladder: Sequence[tuple[str, int]]) -> tuple[str, int] | None:
    """The first rule whose sweep does something, if only to come upon a contradiction."""
    board.acted = False
    for rule, complexity in ladder:
        try:
            sweep(board, rule)
        except ContradictionError:
            board.broken = True
        if board.acted:
            return rule, complexity
    return None
