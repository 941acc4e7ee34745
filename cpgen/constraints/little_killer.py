"""Little killers: the sum along a diagonal, given outside the board."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from cpgen.constraints.base import OPEN, Board, Cells, Constraint, Value
from cpgen.constraints.clue_text import Words
from cpgen.constraints.geometry import DIRECTIONS, direction_of, line_from
from cpgen.constraints.primitives import Primitive, total_of
from cpgen.constraints.shapes import BLACK, Label, Shape, Stroke, centre
from cpgen.errors import InputError
from cpgen.messages import Message
from cpgen.notation import cell_name

DIAGONAL = tuple(name for name in DIRECTIONS if len(name) == 2)


@dataclass(frozen=True)
class LittleKiller(Constraint):
    """All cells of a diagonal, with a sum; digits may repeat."""

    kind = "little"
    drawn = "diagonal"
    cells: Cells
    total: Value

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
        """Return the sum, the first cell and the direction."""
        return f"little {self.total} from {cell_name(self.cells[0], size)} {direction_of(self.cells, size)}"

    def ranges(self, board: Board) -> Mapping[str, tuple[int, int]]:
        """Return the sums of ones alone and of the largest digit alone."""
        return {"total": (len(self.cells), len(self.cells) * board.size)}

    def require_fits(self, board: Board) -> None:
        """Raise InputError unless the cells are a diagonal from border to border and can have the sum."""
        super().require_fits(board)
        n = board.size
        if not all(direction_of(cells, n) in DIAGONAL for cells in (self.cells, self.cells[::-1])):
            raise InputError(Message("constraint-diagonal", kind=self.kind))
        self._require_numbers(board)

    def decompose(self, board: Board) -> Iterable[Primitive]:
        """Return the sum."""
        if isinstance(self.total, int):
            yield total_of(self.cells, self.total)

    def is_satisfied(self, grid: Sequence[int], board: Board) -> bool:
        """Return True if the digits have the sum."""
        return self.total in (OPEN, sum(grid[cell] for cell in self.cells))

    def read_from(self, grid: Sequence[int], board: Board) -> LittleKiller:
        """Return the clue with its sum, if that is open, read off a grid."""
        return replace(self, total=sum(grid[cell] for cell in self.cells)) if self.total == OPEN else self

    def shapes(self, board: Board) -> Iterable[Shape]:
        """Return the sum outside the first cell, and a small arrow from there to the diagonal."""
        (row, column), (down, right) = centre(self.cells[0], board.size), DIRECTIONS[self._direction(board.size)]
        yield Label((row - down * 0.9, column - right * 0.9), str(self.total), size=0.32)
        ends = tuple((row - down * far, column - right * far) for far in (0.68, 0.52))
        yield Stroke(ends, width=0.04, colour=BLACK, arrow=True)

    def _direction(self, n: int) -> str:
        found = direction_of(self.cells, n)
        assert found
        return found
