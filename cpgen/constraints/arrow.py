"""Arrows: the digits on the shaft add up to the number in the circle."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise

from cpgen.constraints.base import Board, Cells, Constraint
from cpgen.constraints.clue_text import Words, cells_text
from cpgen.constraints.primitives import Primitive, weighted_total
from cpgen.constraints.shapes import GREY, WHITE, Disc, Shape, Stroke, centre, path
from cpgen.errors import InputError
from cpgen.messages import Message


@dataclass(frozen=True)
class Arrow(Constraint):
    """Arrow: the digits on the shaft add up to the number in the circle, which has a digit per circle cell."""

    kind = "arrow"
    drawn = "line"
    cell_fields = ("circle", "cells")
    circle: Cells
    cells: Cells

    def require_fits(self, board: Board) -> None:
        """Raise InputError if the arrow leaves the board or crosses its circle, or no sum can be its number."""
        super().require_fits(board)
        if len(self.circle) == 1:
            self._require_cells(self.circle + self.cells, board.size)
        n, k, weights = board.size, len(self.cells), sum(self._weights())
        if k * n < weights:
            raise InputError(Message("arrow-short", cells=k, least=weights, most=k * n))
        if k > n * weights:
            raise InputError(Message("constraint-long-line", kind=self.kind, cells=k, most=n * weights))

    def _weights(self) -> list[int]:
        """Return the place values (100, 10, 1) of the circle's cells."""
        return [10**place for place in reversed(range(len(self.circle)))]

    @classmethod
    def parse(cls, words: Words) -> Constraint:
        """Parse a circle, the sign `>` and a shaft."""
        circle = words.cells()
        if not words.next_is(">"):
            raise InputError(Message("arrow-parts"))
        return cls(circle, words.cells())

    def text(self, size: int) -> str:
        """Return the line of text, with `>` between circle and shaft."""
        return f"arrow {cells_text(self.circle, size)} > {cells_text(self.cells, size)}"

    def decompose(self, board: Board) -> Iterable[Primitive]:
        """Return the equation: the number in the circle is the sum of the shaft."""
        circle = zip(self.circle, self._weights(), strict=True)
        yield weighted_total([*circle, *((cell, -1) for cell in self.cells)], 0)

    def is_satisfied(self, grid: Sequence[int], board: Board) -> bool:
        """Return True if the shaft adds up to the number in the circle."""
        number = sum(grid[cell] * weight for cell, weight in zip(self.circle, self._weights(), strict=True))
        return number == sum(grid[cell] for cell in self.cells)

    def shapes(self, board: Board) -> Iterable[Shape]:
        """Return the shapes to draw: the shaft, and the circle or pill over its beginning."""
        n = board.size
        near = min(self.circle, key=lambda cell: _distance(centre(cell, n), centre(self.cells[0], n)))
        yield Stroke(path((near, *self.cells), n), width=0.05, colour=GREY, arrow=True)
        for one, other in pairwise(self.circle):
            yield Stroke(path((one, other), n), width=0.8, colour=GREY)
        for cell in self.circle:
            yield Disc(centre(cell, n), 0.4, fill=WHITE, outline=GREY)
        for one, other in pairwise(self.circle):
            yield Stroke(path((one, other), n), width=0.74, colour=WHITE)


def _distance(one: tuple[float, float], other: tuple[float, float]) -> float:
    return (one[0] - other[0]) ** 2 + (one[1] - other[1]) ** 2
