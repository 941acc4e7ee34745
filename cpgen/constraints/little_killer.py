"""Little killers: the sum along a diagonal, given outside the board."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from cpgen.constraints.base import Board, Constraint
from cpgen.constraints.clue_text import Words
from cpgen.constraints.geometry import DIRECTIONS, direction_of, line_from
from cpgen.constraints.shapes import BLACK, Label, Shape, Stroke, centre
from cpgen.constraints.totals import Summed
from cpgen.errors import InputError
from cpgen.messages import Message
from cpgen.notation import cell_name

DIAGONAL = tuple(name for name in DIRECTIONS if len(name) == 2)


@dataclass(frozen=True)
class LittleKiller(Summed):
    """All cells of a diagonal line, from border to border, with a sum; digits may repeat."""

    kind = "little"
    drawn = "diagonal"

    @classmethod
    def parse(cls, words: Words) -> Constraint:
        """Parse the sum, the first cell and the direction."""
        total, cells = words.value(), words.cells()
        if total is None:
            raise InputError(Message("constraint-missing", kind=cls.kind, key="total"))
        if len(cells) != 1:
            raise InputError(Message("constraint-first-cell", kind=cls.kind))
        return cls(line_from(cells[0], words.word(DIAGONAL), words.size), total)

    def text(self, size: int) -> str:
        """Return the line of text: the sum, the first cell and the direction."""
        return f"little {self.total} from {cell_name(self.cells[0], size)} {direction_of(self.cells, size)}"

    def require_fits(self, board: Board) -> None:
        """Raise InputError unless the cells are a diagonal from border to border and can have the sum."""
        super().require_fits(board)
        n = board.size
        if not all(direction_of(cells, n) in DIAGONAL for cells in (self.cells, self.cells[::-1])):
            raise InputError(Message("constraint-diagonal", kind=self.kind))

    def shapes(self, board: Board) -> Iterable[Shape]:
        """Return the shapes to draw: the sum outside the first cell, and a small arrow from there to the diagonal."""
        (row, column), (down, right) = centre(self.cells[0], board.size), DIRECTIONS[self._direction(board.size)]
        yield Label((row - down * 0.9, column - right * 0.9), str(self.total), size=0.32)
        ends = tuple((row - down * far, column - right * far) for far in (0.68, 0.52))
        yield Stroke(ends, width=0.04, colour=BLACK, arrow=True)

    def _direction(self, n: int) -> str:
        found = direction_of(self.cells, n)
        assert found
        return found
