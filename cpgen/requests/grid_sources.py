"""Full grids: constructed by shifting rows, shuffled by operations that keep them valid, or completed by an oracle.

A shuffle stays in the *class* of the grid it starts from: it can only rename digits and permute rows and columns. A
random completion by an oracle can be any grid of the layout.
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
"""Default number of operations of a shuffle"""

Cells = tuple[int, ...]
Move = Callable[[Grid], Grid]
Places = tuple[list[int], dict[tuple[int, int], int]]
"""For houses of one kind: the house number of each cell, and the cell of each (house, digit)"""


def is_shiftable(layout: Layout) -> bool:
    """Return True if `shift_grid` constructs a grid: the layout has only boxes, or only rows and columns."""
    return not layout.extras and (not layout.regions or layout.box is not None)


def shift_grid(layout: Layout) -> Grid:
    """Return the grid whose rows are 1 to n, shifted by a box width from row to row and by one more from band to band.

    Raises:
        InputError: if the layout is not `is_shiftable`.

    >>> shift_grid(Layout.boxes(2, 2))
    (1, 2, 3, 4, 3, 4, 1, 2, 2, 3, 4, 1, 4, 1, 2, 3)
    """
    n = layout.size
    height, width = _box_of(layout)
    shifts = [row % height * width + row // height for row in range(n)]
    return tuple((column + shift) % n + 1 for shift in shifts for column in range(n))


def _box_of(layout: Layout) -> tuple[int, int]:
    """Return the height and width of the boxes; a Latin square is treated as boxes n high and 1 wide."""
    if not is_shiftable(layout):
        raise InputError(
            "Only grids of boxes and Latin squares are made by shifting; this layout needs the source oracle."
        )
    return layout.box or (layout.size, 1)


def _bands(layout: Layout) -> list[Cells]:
    """Return the rows of each band; a Latin square is one band."""
    height, _ = _box_of(layout)
    return [tuple(range(first, first + height)) for first in range(0, layout.size, height)]


def _stacks(layout: Layout) -> list[Cells]:
    width = _box_of(layout)[1] if layout.regions else layout.size
    return [tuple(range(first, first + width)) for first in range(0, layout.size, width)]


def _swap_lines(size: int, first: Cells, second: Cells) -> list[int]:
    """Return the line numbers 0 to n − 1 with two groups of them swapped."""
    lines = list(range(size))
    for one, other in zip(first, second, strict=True):
        lines[one], lines[other] = other, one
    return lines


def _swap_rows(size: int, first: Cells, second: Cells, grid: Grid) -> Grid:
    rows = (grid[row * size : row * size + size] for row in _swap_lines(size, first, second))
    return tuple(chain.from_iterable(rows))


def _swap_columns(size: int, first: Cells, second: Cells, grid: Grid) -> Grid:
    columns = _swap_lines(size, first, second)
    return tuple(grid[row + column] for row in range(0, size * size, size) for column in columns)


def _transpose(size: int, grid: Grid) -> Grid:
    return tuple(chain.from_iterable(grid[column::size] for column in range(size)))


def _pairs_within(groups: list[Cells]) -> list[tuple[Cells, Cells]]:
    """Return the pairs of lines that belong to the same group."""
    return [((one,), (other,)) for group in groups for one, other in combinations(group, 2)]


def _moves_of(swap: Callable[..., Grid], layout: Layout, pairs: Sequence[tuple[Cells, Cells]]) -> list[Move]:
    return [partial(swap, layout.size, *pair) for pair in pairs]


def _transposition(layout: Layout) -> list[Move]:
    square = not layout.regions or len(set(_box_of(layout))) == 1
    return [partial(_transpose, layout.size)] if square else []


OPERATIONS: Mapping[str, Callable[[Layout], list[Move]]] = MappingProxyType(
    {
        "digits": lambda layout: [],
        "rows": lambda layout: _moves_of(_swap_rows, layout, _pairs_within(_bands(layout))),
        "columns": lambda layout: _moves_of(_swap_columns, layout, _pairs_within(_stacks(layout))),
        "bands": lambda layout: _moves_of(_swap_rows, layout, [*combinations(_bands(layout), 2)]),
        "stacks": lambda layout: _moves_of(_swap_columns, layout, [*combinations(_stacks(layout), 2)]),
        "transpose": _transposition,
    }
)
"""Moves that each operation of a shuffle chooses from; `digits` has none, it swaps two digits instead"""


@dataclass(frozen=True)
class Shuffled:
    """Grid with the number of times that each shuffling operation was applied (empty for other sources)."""

    grid: Grid
    done: Mapping[str, int]

    def as_json(self, layout: Layout, source: GridSource, seed: int, index: int) -> dict[str, Any]:
        """Return an object for JSON; its rows are lists of numbers, as a board may have more digits than symbols."""
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
    """Apply random operations to a grid; they keep it valid.

    Args:
        layout: the board.
        grid: the grid to start from.
        rng: the source of randomness.
        operations: names of the operations to choose from, see `OPERATIONS`.
        times: how many operations to apply.

    Raises:
        InputError: if an operation is unknown, or none of them is possible on the layout.
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
        grid = moves[int(rng.integers(len(moves)))](grid) if moves else _swap_digits(layout, grid, rng)
    return Shuffled(grid, MappingProxyType(done))


@lru_cache(maxsize=64)
def _moves(layout: Layout, name: str) -> list[Move]:
    if name not in OPERATIONS:
        raise one_of(list(OPERATIONS), name, "an operation of a shuffle")
    return OPERATIONS[name](layout)


def _swap_digits(layout: Layout, grid: Grid, rng: np.random.Generator) -> Grid:
    """Swap two random digits throughout the grid."""
    one, other = (rng.permutation(layout.size)[:2] + 1).tolist()
    swap = {one: other, other: one}
    return tuple(swap.get(digit, digit) for digit in grid)


@dataclass(frozen=True)
class GridSource:
    """Source of grids: `shift`, `shuffle` (with operations and their number) or `oracle`.

    Raises:
        InputError: if the name or an operation is unknown, or a shuffle has no operation.
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
        """Return a function that draws random grids of the layout.

        Args:
            layout: the board.
            oracle: an open oracle to use for the source `oracle`; by default the named one is opened.
            given: digits that every grid must contain; only the source `oracle` supports them.

        Raises:
            InputError: if this source has no grid for the layout or the given digits.
        """
        if self.name == "oracle":
            solver, start = oracle or open_oracle(self.oracle), Puzzle(layout, given or (0,) * layout.cell_count)
            return lambda rng: Shuffled(_complete(solver, start, rng), {})
        if given is not None:
            raise InputError(f"The source {self.name!r} cannot keep given digits; take the source oracle.")
        shifted = shift_grid(layout)
        if self.name == "shift":
            return lambda rng: Shuffled(shifted, {})
        return lambda rng: shuffled(layout, shifted, rng, self.operations, self.times)


def _complete(oracle: Oracle, start: Puzzle, rng: np.random.Generator) -> Grid:
    grid = oracle.complete(start, rng)
    if grid is None:
        raise ImpossibleError(Message("no-grid-given" if start.clue_count else "no-grid"))
    return grid


def class_invariant(layout: Layout, grid: Grid) -> tuple[tuple[Cells, ...], ...]:
    """Return an invariant of the class of a grid: no shuffle changes it, so grids that differ in it are not equivalent.

    It holds the cycle lengths of all pairs of digits and of house kinds. For digits a, b and, say, rows and columns:
    go from an a to the b in the same row, from there to the a in the same column, and so on until the cycle closes.
    """
    kinds = [kind for kind in (ROW, COLUMN, REGION) if kind != REGION or layout.regions]
    places = {kind: _places(layout, grid, kind) for kind in kinds}
    lengths = (_all_cycles(places[one], places[other], layout.size) for one, other in combinations(kinds, 2))
    return tuple(sorted(lengths))


def _places(layout: Layout, grid: Grid, kind: str) -> Places:
    """Return the house of each cell among houses of a kind, and the cell of each (house, digit)."""
    number = {cell: house.number for house in layout.houses if house.kind == kind for cell in house.cells}
    house_of = [number[cell] for cell in range(len(grid))]
    return house_of, {(house_of[cell], digit): cell for cell, digit in enumerate(grid)}


def _all_cycles(first: Places, second: Places, size: int) -> tuple[Cells, ...]:
    return tuple(sorted(_cycles(first, second, *pair) for pair in combinations(range(1, size + 1), 2)))


def _cycles(first: Places, second: Places, one: int, other: int) -> Cells:
    """Return the cycle lengths of two digits, ascending."""
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
