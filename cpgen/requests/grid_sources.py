"""Full grids: constructed by shifting, shuffled by operations that keep them valid, or completed by an oracle.

A shuffle stays in the *class* of the grid it starts from: all grids that it can reach are one grid with its digits
renamed and its rows and columns moved about. A random completion can be any grid of the layout.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from itertools import chain, combinations
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from cpgen.errors import ImpossibleError, InputError, Message, one_of
from cpgen.layout import COLUMN, REGION, ROW, Layout
from cpgen.oracles import DEFAULT, Oracle, open_oracle
from cpgen.puzzle import Grid, Puzzle
from cpgen.requests.puzzle_request import origin_as_json

if TYPE_CHECKING:
    import numpy as np

SOURCES = ("shift", "shuffle", "oracle")
TIMES = 100
"""Operations of a shuffle, by default"""

Cells = tuple[int, ...]
Move = Callable[[Grid], Grid]
Places = tuple[list[int], dict[tuple[int, int], int]]
"""The house of each cell among houses of one kind, and the cell of each house and digit"""


def is_shiftable(layout: Layout) -> bool:
    """Whether the layout is made of boxes alone, or of rows and columns alone: it has a grid then, by `shift_grid`."""
    return not layout.extras and (not layout.regions or layout.box is not None)


def shift_grid(layout: Layout) -> Grid:
    """The grid whose rows are 1 to n shifted by a box's width from row to row, and by one more from band to band.

    Raises InputError for a layout that is not made of boxes alone, or of rows and columns alone.

    >>> shift_grid(Layout.boxes(2, 2))
    (1, 2, 3, 4, 3, 4, 1, 2, 2, 3, 4, 1, 4, 1, 2, 3)
    """
    n = layout.size
    height, width = _box_of(layout)
    shifts = [row % height * width + row // height for row in range(n)]
    return tuple((column + shift) % n + 1 for shift in shifts for column in range(n))


def _box_of(layout: Layout) -> tuple[int, int]:
    """The height and width of the layout's boxes; a Latin square is shifted like boxes n high and 1 wide."""
    if not is_shiftable(layout):
        raise InputError(
            "Only grids of boxes and Latin squares are made by shifting; this layout needs the source oracle."
        )
    return layout.box or (layout.size, 1)


def _bands(layout: Layout) -> list[Cells]:
    """The rows from band to band; a Latin square is one band."""
    height, _ = _box_of(layout)
    return [tuple(range(first, first + height)) for first in range(0, layout.size, height)]


def _stacks(layout: Layout) -> list[Cells]:
    width = _box_of(layout)[1] if layout.regions else layout.size
    return [tuple(range(first, first + width)) for first in range(0, layout.size, width)]


def _lines_exchanged(size: int, first: Cells, second: Cells) -> list[int]:
    """The lines 0 to n − 1 with two groups of them in each other's place."""
    lines = list(range(size))
    for one, other in zip(first, second, strict=True):
        lines[one], lines[other] = other, one
    return lines


def _rows_exchanged(size: int, first: Cells, second: Cells, grid: Grid) -> Grid:
    rows = (grid[row * size : row * size + size] for row in _lines_exchanged(size, first, second))
    return tuple(chain.from_iterable(rows))


def _columns_exchanged(size: int, first: Cells, second: Cells, grid: Grid) -> Grid:
    columns = _lines_exchanged(size, first, second)
    return tuple(grid[row + column] for row in range(0, size * size, size) for column in columns)


def _transposed(size: int, grid: Grid) -> Grid:
    return tuple(chain.from_iterable(grid[column::size] for column in range(size)))


def _within(groups: list[Cells]) -> list[tuple[Cells, Cells]]:
    """The pairs of lines that are in one group."""
    return [((one,), (other,)) for group in groups for one, other in combinations(group, 2)]


def _moves_of(exchange: Callable[..., Grid], layout: Layout, pairs: Sequence[tuple[Cells, Cells]]) -> list[Move]:
    return [partial(exchange, layout.size, *pair) for pair in pairs]


def _transposition(layout: Layout) -> list[Move]:
    square = not layout.regions or len(set(_box_of(layout))) == 1
    return [partial(_transposed, layout.size)] if square else []


OPERATIONS: Mapping[str, Callable[[Layout], list[Move]]] = MappingProxyType(
    {
        "digits": lambda layout: [],
        "rows": lambda layout: _moves_of(_rows_exchanged, layout, _within(_bands(layout))),
        "columns": lambda layout: _moves_of(_columns_exchanged, layout, _within(_stacks(layout))),
        "bands": lambda layout: _moves_of(_rows_exchanged, layout, [*combinations(_bands(layout), 2)]),
        "stacks": lambda layout: _moves_of(_columns_exchanged, layout, [*combinations(_stacks(layout), 2)]),
        "transpose": _transposition,
    }
)
"""For each operation of a shuffle, the moves that it may choose from; `digits` swaps two digits instead."""


@dataclass(frozen=True)
class Shuffled:
    """A shuffled grid, and how often each operation was done."""

    grid: Grid
    done: Mapping[str, int]

    def as_json(self, layout: Layout, source: GridSource, seed: int, index: int) -> dict[str, Any]:
        """The object for JSON: rows of numbers, for a board may have more digits than there are symbols."""
        size, cells = layout.size, layout.cell_count
        return {
            "layout": layout.spec,
            "grid": [list(self.grid[row : row + size]) for row in range(0, cells, size)],
            "method": {"source": source.name, "operations": dict(self.done), **origin_as_json(seed, index)},
        }


def shuffled(
    layout: Layout,
    grid: Grid,
    rng: np.random.Generator,
    operations: Sequence[str] = tuple(OPERATIONS),
    times: int = TIMES,
) -> Shuffled:
    """The grid after so many random operations of those named; they keep it valid.

    Raises InputError for an unknown operation, or when none of those named has a place on the layout.
    """
    choices = {name: _moves(layout, name) for name in operations}
    possible = [name for name, moves in choices.items() if moves or name == "digits"]
    if not possible:
        raise InputError(f"Nothing can be shuffled on this layout by {' or '.join(operations)}; add digits.")
    done = dict.fromkeys(possible, 0)
    for _ in range(times):
        name = possible[int(rng.integers(len(possible)))]
        done[name] += 1
        moves = choices[name]
        grid = moves[int(rng.integers(len(moves)))](grid) if moves else _renamed(layout, grid, rng)
    return Shuffled(grid, MappingProxyType(done))


@lru_cache(maxsize=64)
def _moves(layout: Layout, name: str) -> list[Move]:
    if name not in OPERATIONS:
        raise one_of(list(OPERATIONS), name, "an operation of a shuffle")
    return OPERATIONS[name](layout)


def _renamed(layout: Layout, grid: Grid, rng: np.random.Generator) -> Grid:
    """The grid with two digits swapped."""
    one, other = (rng.permutation(layout.size)[:2] + 1).tolist()
    swap = {one: other, other: one}
    return tuple(swap.get(digit, digit) for digit in grid)


@dataclass(frozen=True)
class GridSource:
    """How grids are made: `shift`, `shuffle` (with its operations and their number) or `oracle`.

    Raises InputError for an unknown name or operation, and for no operation at all.
    """

    name: str = "oracle"
    oracle: str = DEFAULT
    operations: tuple[str, ...] = tuple(OPERATIONS)
    times: int = TIMES

    def __post_init__(self) -> None:
        if self.name not in SOURCES:
            raise one_of(SOURCES, self.name, "a source of grids")
        for operation in self.operations:
            if operation not in OPERATIONS:
                raise one_of(list(OPERATIONS), operation, "an operation of a shuffle")
        if self.name == "shuffle" and (not self.operations or self.times < 1):
            raise InputError("A shuffle needs one operation or more, done once or more.")

    def open(
        self, layout: Layout, oracle: Oracle | None = None, given: Grid | None = None
    ) -> Callable[[np.random.Generator], Shuffled]:
        """A function that draws a grid of the layout; raises InputError when this source has none for it.

        `given` are clues that the grid is to have, which only an oracle can see to.
        """
        if self.name == "oracle":
            solver, start = oracle or open_oracle(self.oracle), Puzzle(layout, given or (0,) * layout.cell_count)
            return lambda rng: Shuffled(_completed(solver, start, rng), {})
        if given is not None:
            raise InputError(f"The source {self.name!r} cannot keep given digits; take the source oracle.")
        shifted = shift_grid(layout)
        if self.name == "shift":
            return lambda rng: Shuffled(shifted, {})
        return lambda rng: shuffled(layout, shifted, rng, self.operations, self.times)


def _completed(oracle: Oracle, start: Puzzle, rng: np.random.Generator) -> Grid:
    grid = oracle.complete(start, rng)
    if grid is None:
        raise ImpossibleError(Message("no-grid-given" if start.clue_count else "no-grid"))
    return grid


def class_mark(layout: Layout, grid: Grid) -> tuple[tuple[Cells, ...], ...]:
    """A mark of the class of a grid that no operation of a shuffle changes; grids of two marks are of two classes.

    For two kinds of houses, say rows and columns, and two digits, go from the first digit to the second in the same
    row, from there to the first in the same column, and so on until the round is closed: the lengths of all rounds,
    for all pairs of digits and of kinds.
    """
    kinds = [kind for kind in (ROW, COLUMN, REGION) if kind != REGION or layout.regions]
    places = {kind: _places(layout, grid, kind) for kind in kinds}
    marks = (_rounds_of(places[one], places[other], layout.size) for one, other in combinations(kinds, 2))
    return tuple(sorted(marks))


def _places(layout: Layout, grid: Grid, kind: str) -> Places:
    """The house of that kind of each cell, and the cell of each house and digit."""
    number = {cell: house.number for house in layout.houses if house.kind == kind for cell in house.cells}
    house_of = [number[cell] for cell in range(len(grid))]
    return house_of, {(house_of[cell], digit): cell for cell, digit in enumerate(grid)}


def _rounds_of(first: Places, second: Places, size: int) -> tuple[Cells, ...]:
    return tuple(sorted(_rounds(first, second, *pair) for pair in combinations(range(1, size + 1), 2)))


def _rounds(first: Places, second: Places, one: int, other: int) -> Cells:
    """The lengths of the rounds of two digits, ascending."""
    waiting = {cell for (_, digit), cell in first[1].items() if digit == one}
    lengths = []
    while waiting:
        cell, length = next(iter(waiting)), 0
        while cell in waiting:
            waiting.remove(cell)
            length += 1
            across = first[1][first[0][cell], other]
            cell = second[1][second[0][across], one]
        lengths.append(length)
    return tuple(sorted(lengths))
