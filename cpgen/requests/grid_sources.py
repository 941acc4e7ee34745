"""Full grids: constructed by shifting rows, shuffled by operations that keep them valid, or completed by an oracle.

A shuffle stays in the *class* of the grid it starts from: it can only rename digits and permute rows and columns. A
random completion by an oracle can be any grid of the layout.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain, combinations
from types import MappingProxyType
from typing import TYPE_CHECKING

from cpgen.answers.answer_base import joined
from cpgen.answers.made_answers import FullGrid, GridMethod
from cpgen.constraints.house import COLUMN, REGION, ROW
from cpgen.errors import ImpossibleError, InputError
from cpgen.layout import Layout
from cpgen.messages import Message
from cpgen.oracles import DEFAULT, Oracle, open_oracle
from cpgen.puzzle import Grid, Puzzle
from cpgen.requests.results import origin_of
from cpgen.suggestions import one_of

if TYPE_CHECKING:
    import numpy as np

SOURCES = ("shift", "shuffle", "oracle")
OPERATIONS = ("digits", "rows", "columns", "bands", "stacks", "transpose")
"""Operations of a shuffle: swap two digits, two lines of a band or stack, two bands or stacks, or rows and columns"""
TIMES = 100
"""Default number of operations of a shuffle"""

Cells = tuple[int, ...]
Places = tuple[list[int], dict[tuple[int, int], int]]
"""For the rows, columns or regions of a grid: the house number of each cell, and the cell of each (house, digit)"""


def is_shiftable(layout: Layout) -> bool:
    """Return True if `shift_grid` constructs a grid: the layout has only boxes, or only rows and columns."""
    return not layout.extras and not layout.further and (not layout.regions or layout.box is not None)


def shift_grid(layout: Layout) -> Grid:
    """Return a grid with rows 1 to n, shifted by a box width from row to row, and by 1 more from band to band.

    Raises:
        InputError: The layout is not `is_shiftable`.

    >>> shift_grid(Layout.boxes(2, 2))
    (1, 2, 3, 4, 3, 4, 1, 2, 2, 3, 4, 1, 4, 1, 2, 3)
    """
    n = layout.size
    height, width = _box_of(layout)
    # Within a band each row is shifted by a box width, so that the boxes get all digits; each band by one more.
    shifts = [row % height * width + row // height for row in range(n)]
    return tuple((column + shift) % n + 1 for shift in shifts for column in range(n))


def _box_of(layout: Layout) -> tuple[int, int]:
    """Return the height and width of the boxes; a Latin square is treated as boxes n high and 1 wide."""
    if not is_shiftable(layout):
        raise InputError(
            "Only grids of boxes and Latin squares are made by shifting; this layout needs the source oracle."
        )
    return layout.box or (layout.size, 1)


@lru_cache(maxsize=64)
def _line_orders(layout: Layout, operation: str) -> list[list[int]]:
    """Return all reorderings of the rows, or columns, that one operation of a shuffle may make.

    Each lists the old number of every row from top to bottom, or of every column. A Latin square counts as one band and
    one stack. The list is empty if the operation does not reorder lines, or is not possible.
    """
    if operation not in OPERATIONS:
        raise one_of(OPERATIONS, operation, "an operation of a shuffle")
    n, (height, width) = layout.size, _box_of(layout)
    thickness = height if operation in ("rows", "bands") else width if layout.regions else n
    groups = [range(first, first + thickness) for first in range(0, n, thickness)]
    pairs: list[tuple[Sequence[int], Sequence[int]]] = []
    if operation in ("rows", "columns"):
        pairs = [((line,), (other_line,)) for group in groups for line, other_line in combinations(group, 2)]
    elif operation in ("bands", "stacks"):
        pairs = list(combinations(groups, 2))
    orders = [list(range(n)) for _ in pairs]
    for order, (first, second) in zip(orders, pairs, strict=True):
        for line, other_line in zip(first, second, strict=True):
            order[line], order[other_line] = other_line, line
    return orders


def _is_possible(layout: Layout, operation: str) -> bool:
    if operation == "transpose":
        return not layout.regions or len(set(_box_of(layout))) == 1
    return operation == "digits" or bool(_line_orders(layout, operation))


def _apply(layout: Layout, operation: str, grid: Grid, rng: np.random.Generator) -> Grid:
    """Return the grid after an operation of a shuffle, such as `rows`, which swaps two random rows of a band."""
    n = layout.size
    if operation == "digits":
        first_digit, other_digit = (rng.permutation(n)[:2] + 1).tolist()
        swap = {first_digit: other_digit, other_digit: first_digit}
        return tuple(swap.get(digit, digit) for digit in grid)
    if operation == "transpose":
        return tuple(chain.from_iterable(grid[column::n] for column in range(n)))
    orders = _line_orders(layout, operation)
    order = orders[int(rng.integers(len(orders)))]
    if operation in ("rows", "bands"):
        return tuple(chain.from_iterable(grid[row * n : row * n + n] for row in order))
    return tuple(grid[row + column] for row in range(0, n * n, n) for column in order)


@dataclass(frozen=True)
class Shuffled:
    """Grid from a source; `done` has the number of times each operation of a shuffle was applied, if any."""

    grid: Grid
    done: Mapping[str, int]

    def as_record(self, layout: Layout, source: GridSource, seed: int, index: int) -> FullGrid:
        """Return the JSON record of the grid, with the source, seed and index that reproduce it."""
        return FullGrid(
            layout=layout.spec,
            grid=tuple(self.grid[row : row + layout.size] for row in range(0, layout.cell_count, layout.size)),
            method=joined(GridMethod, origin_of(seed, index), source=source.name, operations=dict(self.done)),
        )


def shuffled(
    layout: Layout,
    grid: Grid,
    rng: np.random.Generator,
    operations: Sequence[str] = OPERATIONS,
    times: int = TIMES,
) -> Shuffled:
    """Return a grid changed by random operations that keep it valid.

    Args:
        layout: The board.
        grid: The grid to start from.
        rng: Random generator.
        operations: Names of the operations to choose from, see `OPERATIONS`.
        times: Number of operations to apply.

    Raises:
        InputError: An operation is unknown, or none of them is possible on the layout.
    """
    possible = [operation for operation in operations if _is_possible(layout, operation)]
    if not possible:
        raise InputError(f"Nothing can be shuffled on this layout by {' or '.join(operations)}; add digits.")
    done = dict.fromkeys(possible, 0)
    for _ in range(times):
        operation = possible[int(rng.integers(len(possible)))]
        done[operation] += 1
        grid = _apply(layout, operation, grid, rng)
    return Shuffled(grid, MappingProxyType(done))


@dataclass(frozen=True)
class GridSource:
    """Source of full grids.

    Attributes:
        name: `shift` for the grid of `shift_grid`, `shuffle` for random changes of it, `oracle` for random completions.
        oracle: Name of the oracle that completes grids.
        operations: Names of the operations of a shuffle to choose from.
        times: Number of operations of a shuffle.

    Raises:
        InputError: if the name or an operation is unknown, or a shuffle has no operation.
    """

    name: str = "oracle"
    oracle: str = DEFAULT
    operations: tuple[str, ...] = OPERATIONS
    times: int = TIMES

    def __post_init__(self) -> None:
        if self.name not in SOURCES:
            raise one_of(SOURCES, self.name, "a source of grids")
        for operation in self.operations:
            if operation not in OPERATIONS:
                raise one_of(OPERATIONS, operation, "an operation of a shuffle")
        if self.name == "shuffle" and (not self.operations or self.times < 1):
            raise InputError("A shuffle needs one operation or more, done once or more.")

    def open(
        self, layout: Layout, oracle: Oracle | None = None, given: Grid | None = None
    ) -> Callable[[np.random.Generator], Shuffled]:
        """Return a function that draws a random grid of the layout with the random generator that it is given.

        Args:
            layout: The board.
            oracle: An open oracle to use for the source `oracle`; by default the named one is opened.
            given: Digits that every grid must contain; only the source `oracle` supports them.

        Raises:
            InputError: This source has no grid for the layout or the given digits.
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
    """Return a value that no shuffle changes, so that grids with different values are not equivalent.

    It holds the cycle lengths of all pairs of digits and of house kinds. For digits a, b and, say, rows and columns: go
    from an a to the b in the same row, from there to the a in the same column, and so on until the cycle closes.
    """
    kinds = [kind for kind in (ROW, COLUMN, REGION) if kind != REGION or layout.regions]
    places = {kind: _places(layout, grid, kind) for kind in kinds}
    digits = list(combinations(range(1, layout.size + 1), 2))
    lengths = (
        tuple(sorted(_cycles(places[kind_a], places[kind_b], *pair) for pair in digits))
        for kind_a, kind_b in combinations(kinds, 2)
    )
    return tuple(sorted(lengths))


def _places(layout: Layout, grid: Grid, kind: str) -> Places:
    """Return the house number of each cell, and the cell of each digit in each house, among the houses of one kind."""
    number = {cell: house.number for house in layout.houses if house.kind == kind for cell in house.cells}
    house_of = [number[cell] for cell in range(len(grid))]
    return house_of, {(house_of[cell], digit): cell for cell, digit in enumerate(grid)}


def _cycles(first: Places, second: Places, digit_a: int, digit_b: int) -> Cells:
    """Return the lengths of the cycles of two digits in ascending order, see `class_invariant`.

    Args:
        first: Places of the digits in houses of one kind, such as rows.
        second: Places of the digits in houses of another kind.
        digit_a, digit_b: The digits.
    """
    # Every cell of the first digit is in one cycle; remove those of a cycle as it is followed.
    waiting = {cell for (_, digit), cell in first[1].items() if digit == digit_a}
    lengths = []
    while waiting:
        cell, length = next(iter(waiting)), 0
        while cell in waiting:
            waiting.remove(cell)
            length += 1
            across = first[1][first[0][cell], digit_b]
            cell = second[1][second[0][across], digit_a]
        lengths.append(length)
    return tuple(sorted(lengths))
