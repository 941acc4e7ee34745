"""Places between two neighbours for a mark that a drawing leaves open: dots and signs."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache

from cpgen.constraints.base import OPEN, Board, Cells, Constraint, OpenMark
from cpgen.constraints.declared import declared, require_neighbours
from cpgen.constraints.shapes import DARK, WHITE, Disc, Label, Shape, edge


@dataclass(frozen=True)
class OpenEdge(OpenMark):
    """Place between two neighbours for a mark that a drawing leaves open."""

    drawn = "edge"
    order = "any"
    least = 2
    cells: Cells

    def require_fits(self, board: Board) -> None:
        """Raise InputError unless the place is between two neighbours."""
        super().require_fits(board)
        require_neighbours(self, board)


@dataclass(frozen=True)
class Dot(OpenEdge):
    """Place for a dot that a drawing leaves open: white, black or none."""

    kind = "dot?"

    def read_from(self, grid: Sequence[int], board: Board) -> Constraint | None:
        """Return a black dot for a ratio of 2, a white one for a difference of 1, or None; 1 and 2 have a black one."""
        return next(iter(self.readings(grid, board)), None)

    def readings(self, grid: Sequence[int], board: Board) -> tuple[Constraint, ...]:
        """Return a black dot for a ratio of 2 and a white one for a difference of 1; 1 and 2 may have either."""
        return tuple(_dot(kind, self.cells) for kind in _colours(*(grid[cell] for cell in self.cells)))

    def shapes(self, board: Board) -> Iterable[Shape]:
        """Return the shapes to draw: a hollow dot with a question mark."""
        yield Disc(edge(self.cells, board.size), 0.14, fill=WHITE, outline=DARK, over=True)
        yield Label(edge(self.cells, board.size), OPEN, size=0.2, colour=DARK)


@cache
def _colours(one: int, other: int) -> tuple[str, ...]:
    """Return the kinds of the dots that may be between two digits."""
    dots = (declared(kind)((0, 1)) for kind in ("black", "white"))
    return tuple(dot.kind for dot in dots if dot.law.holds([(one, other)], max(one, other)))


@lru_cache(1024)
def _dot(kind: str, cells: Cells) -> Constraint:
    dot: Constraint = declared(kind)(cells)
    return dot


DOTS = ("white", "black", Dot.kind)
"""The kinds of dots, which exempt their cells from rules about neighbours without a dot"""
