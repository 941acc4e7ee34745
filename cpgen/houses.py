"""Which sets of cells are houses, and do they fit the board?"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass

from cpgen.errors import InputError, counted

ROW, COLUMN, REGION, EXTRA = "row", "column", "region", "extra"


@dataclass(frozen=True)
class House:
    """n cells, ascending, that hold each digit once; `number` counts from 1 within its kind."""

    kind: str
    number: int
    cells: tuple[int, ...]

    def __str__(self) -> str:
        return f"{'extra house' if self.kind == EXTRA else self.kind} {self.number}"


def numbered(marks: Sequence[Hashable]) -> tuple[int, ...]:
    """The marks numbered from 0 in order of appearance."""
    number = {mark: k for k, mark in enumerate(dict.fromkeys(marks))}
    return tuple(number[mark] for mark in marks)


def diagonals(n: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The cells of the two main diagonals of a board of side n, ascending."""
    return tuple(range(0, n * n, n + 1)), tuple(range(n - 1, n * n - 1, n - 1))


def require_regions(n: int, regions: Sequence[int]) -> None:
    """Raises InputError unless the region numbers, one a cell, are n regions of n cells, each in one piece."""
    if len(regions) != n * n:
        raise InputError(f"The regions cover {counted(len(regions), 'cell')}; a board of side {n} has {n * n}.")
    for cells in members_of(regions):
        first = f"The region that begins at row {cells[0] // n + 1}, column {cells[0] % n + 1}"
        if len(cells) != n:
            raise InputError(f"{first} has {counted(len(cells), 'cell')}; each of the {n} regions needs {n}.")
        stray = set(cells) - _connected(n, cells)
        if stray:
            apart = min(stray)
            place = f"row {apart // n + 1}, column {apart % n + 1}"
            raise InputError(f"{first} is in pieces: {place} does not touch the rest side by side.")


def members_of(regions: Sequence[int]) -> list[list[int]]:
    """The cells of each region, ascending, in the order of their first cells; `regions` has a number a cell."""
    members: dict[int, list[int]] = {}
    for cell, region in enumerate(regions):
        members.setdefault(region, []).append(cell)
    return list(members.values())


def require_extras(n: int, extras: Sequence[tuple[int, ...]]) -> None:
    """Raises InputError unless each extra house is n different cells of the board, and no two are the same."""
    for number, cells in enumerate(extras, 1):
        if len(cells) != n or len(set(cells)) != n:
            begins = f", which begins at row {cells[0] // n + 1}, column {cells[0] % n + 1}," if cells else ""
            raise InputError(f"Extra house {number}{begins} has {counted(len(set(cells)), 'cell')}; it needs {n}.")
        if cells[0] < 0 or cells[-1] >= n * n:
            raise InputError(f"Extra house {number} leaves the board; its cells are numbered from 0 to {n * n - 1}.")
        if cells in extras[: number - 1]:
            raise InputError(f"Extra house {number} has the same cells as extra house {extras.index(cells) + 1}.")


def _connected(n: int, cells: Sequence[int]) -> set[int]:
    """The cells that can be reached from the first of `cells` by steps to a neighbour inside `cells`."""
    inside, reached, frontier = set(cells), {cells[0]}, [cells[0]]
    while frontier:
        cell = frontier.pop()
        row, column = divmod(cell, n)
        near = [(row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)]
        fresh = {r * n + c for r, c in near if 0 <= r < n and 0 <= c < n} & inside - reached
        reached |= fresh
        frontier.extend(fresh)
    return reached
