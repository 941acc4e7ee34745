"""Swaps of two digits that lead from a grid to another one, from which the clues of a puzzle must tell it.

Take the cells of two digits a and b in a grid. If a set of them contains all those that its cells see, then a and b can
be swapped in the set, and every house remains right. The smallest set has four cells, in two rows, columns and boxes:

    a . b    →    b . a
    b . a         a . b

A puzzle has one solution only if a clue notices each swap: a given digit in the set, a cage that holds more of one
digit than of the other, any constraint that the grid after the swap does not satisfy. Three quarters of the boards of
killers on which a ladder is stuck with few open cells fail this check, which takes a hundredth of the time of a rating.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import reduce
from itertools import combinations
from operator import or_

from cpgen.constraints.base import Constraint
from cpgen.constraints.primitives import cells_of
from cpgen.generation.drafts import Draft, Position
from cpgen.layout import Layout
from cpgen.puzzle import Grid


class DigitSwaps:
    """The smallest swaps of two digits in a grid, and which of them constraints and givens notice.

    Sets of swaps are masks: bit k stands for the swap that leads to the grid `others[k]`.
    """

    def __init__(self, board: Layout, grid: Grid) -> None:
        self.board, self.grid = board, grid
        sets = [cells for pair in _pairs(board, grid) for cells in _closed_sets(board, pair)]
        self.others = [_swapped(grid, cells) for cells in sets]
        self.changing = [0] * len(grid)
        """For each cell, the swaps that change it"""
        for k, cells in enumerate(sets):
            for cell in cells:
                self.changing[cell] |= 1 << k
        self._noticed: dict[Constraint, int] = {}

    def unnoticed(self, constraints: Iterable[Constraint], givens: Iterable[int]) -> int:
        """Return the swaps that neither constraints, which the grid satisfies, nor the cells given notice."""
        noticed = reduce(or_, (self.changing[cell] for cell in givens), 0)
        return ((1 << len(self.others)) - 1) & ~reduce(or_, map(self._noticed_by, constraints), noticed)

    def position(self, draft: Draft, swaps: int) -> Position:
        """Return the draft with the candidates that it leaves if it does not notice some swaps.

        Each cell has the digits of the grid and of the grids after the swaps.
        """
        grids = [self.grid, *(self.others[k] for k in _bits(swaps))]
        return Position(
            draft, tuple(reduce(or_, (1 << digit - 1 for digit in digits)) for digits in zip(*grids, strict=True))
        )

    def _noticed_by(self, constraint: Constraint) -> int:
        """Return the swaps after which the grid does not satisfy a constraint."""
        known = self._noticed.get(constraint)
        if known is None:
            # A constraint may read cells that it does not name, such as the neighbours of a minimum.
            read = {cell for primitive in constraint.decompose(self.board) for cell in cells_of(primitive)}
            near = _bits(reduce(or_, (self.changing[cell] for cell in read), 0))
            found = (1 << k for k in near if not constraint.is_satisfied(self.others[k], self.board))
            known = self._noticed[constraint] = reduce(or_, found, 0)
        return known


def _bits(mask: int) -> list[int]:
    """Return the positions of the bits of a mask, ascending."""
    return [k for k in range(mask.bit_length()) if mask >> k & 1]


def _pairs(board: Layout, grid: Grid) -> Iterator[list[int]]:
    """Yield the cells of each pair of digits."""
    cells = [[cell for cell, digit in enumerate(grid) if digit == wanted] for wanted in range(1, board.size + 1)]
    for one, other in combinations(cells, 2):
        yield one + other


def _closed_sets(board: Layout, cells: Sequence[int]) -> Iterator[list[int]]:
    """Divide cells into the smallest sets of which no cell sees one of another set."""
    left = set(cells)
    while left:
        found = [min(left)]
        left.discard(found[0])
        for cell in found:
            near = left.intersection(board.peers[cell])
            found += sorted(near)
            left -= near
        yield found


def _swapped(grid: Grid, cells: Sequence[int]) -> Grid:
    """Return the grid with the two digits of some cells swapped in them."""
    total = sum({grid[cell] for cell in cells})
    return tuple(total - digit if cell in cells else digit for cell, digit in enumerate(grid))
