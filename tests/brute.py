"""Completions by plain trial, for small boards: slow, short and free of everything that it checks."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice

from cpgen.layout import Layout


def is_valid(layout: Layout, grid: Sequence[int]) -> bool:
    """Return True if the grid is complete and each house holds each digit once."""
    digits = list(range(1, layout.size + 1))
    return all(sorted(grid[cell] for cell in house.cells) == digits for house in layout.houses)


def completions(layout: Layout, clues: Sequence[int], order: Sequence[int] = ()) -> Iterator[list[int]]:
    """Yield all completions, trying the digits of each cell in `order` (1..n when it is not given)."""
    board, others = list(clues), _others(layout)
    if all(_fits(others, board, cell) for cell, digit in enumerate(board) if digit):
        yield from _fill(others, board, list(order) or list(range(1, layout.size + 1)))


def count(layout: Layout, clues: Sequence[int], limit: int) -> int:
    """Return the number of completions, counted up to `limit`."""
    return len(list(islice(completions(layout, clues), limit)))


def _others(layout: Layout) -> list[set[int]]:
    """For each cell, the other cells of its houses."""
    lying = [[house.cells for house in layout.houses if cell in house.cells] for cell in range(layout.cell_count)]
    return [set().union(*houses) - {cell} for cell, houses in enumerate(lying)]


def _fill(others: Sequence[set[int]], board: list[int], order: Sequence[int]) -> Iterator[list[int]]:
    if 0 not in board:
        yield list(board)
        return
    cell = board.index(0)
    for digit in order:
        board[cell] = digit
        if _fits(others, board, cell):
            yield from _fill(others, board, order)
    board[cell] = 0


def _fits(others: Sequence[set[int]], board: Sequence[int], cell: int) -> bool:
    """Return True if no other cell of the cell's houses shows its digit."""
    return board[cell] not in [board[other] for other in others[cell]]
