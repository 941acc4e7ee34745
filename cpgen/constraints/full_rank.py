"""Full rank: a clue says where its row or column, read as a number, stands among all of them, in all directions.

Of the 4n lines of a board of side n (rows and columns, each in both directions) four begin with each digit, for every
border has each digit once. So the rank says the first digit d, and how many of the three other lines that begin with d
are less.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache

from cpgen.constraints.base import OPEN, Board, Cells, Constraint, Value
from cpgen.constraints.outside import OutsideClue
from cpgen.constraints.primitives import Alternatives, Automaton, Domain, Primitive, automaton, negated

SIDES = 4


@dataclass(frozen=True)
class FullRank(OutsideClue):
    """Rank of a line among all 4n lines (rows and columns, both directions) read as numbers; 1 is the smallest."""

    kind = "full-rank"
    number = "rank"
    rank: Value

    def ranges(self, board: Board) -> Mapping[str, tuple[int, int]]:
        """Return the range of `rank`: from 1 to the number of lines, 4n."""
        return {"rank": (1, SIDES * board.size)}

    def require_fits(self, board: Board) -> None:
        """Raise InputError unless the cells are a row or column, and the rank is from 1 to 4n."""
        super().require_fits(board)
        self._require_numbers(board)

    def decompose(self, board: Board) -> Iterable[Primitive]:
        """Yield primitives for the line's first digit, and for its rank among the lines with that first digit.

        The latter state the number of those lines that read a smaller number.
        """
        if not isinstance(self.rank, int):
            return
        n = board.size
        first, less = divmod(self.rank - 1, SIDES)
        yield Domain(self.cells[0], 1 << first)
        # Lines from the same border begin with other digits.
        others = [line for border in _borders(n) if self.cells not in border for line in border]
        is_less, is_not_more = (_comparison(n, first + 1, or_equal) for or_equal in (False, True))
        cells = [_interleaved(line, self.cells) for line in others]
        if less:
            yield Alternatives(tuple((replace(is_less, cells=one),) for one in cells), less)
        not_more = [replace(is_not_more, cells=one) for one in cells]
        yield Alternatives(negated(not_more, n).options, len(others) - less)

    def is_satisfied(self, grid: Sequence[int], board: Board) -> bool:
        """Return True if `rank` - 1 of the lines read smaller numbers, and none reads the same number."""
        rank = self._rank_in(grid, board.size)
        return rank is not None and self.rank in (OPEN, rank)

    def read_from(self, grid: Sequence[int], board: Board) -> Constraint | None:
        """Return the clue, with the rank of its line read off a grid if it is open; None if another line is equal."""
        if self.rank != OPEN:
            return self
        rank = self._rank_in(grid, board.size)
        return None if rank is None else replace(self, rank=rank)

    def _rank_in(self, grid: Sequence[int], n: int) -> int | None:
        numbers = [[grid[cell] for cell in line] for border in _borders(n) for line in border]
        own = [grid[cell] for cell in self.cells]
        return 1 + sum(number < own for number in numbers) if numbers.count(own) == 1 else None


@cache
def _borders(n: int) -> tuple[tuple[Cells, ...], ...]:
    """Return the lines that begin at each border: rows from both sides, columns from both ends."""
    rows = [tuple(range(start, start + n)) for start in range(0, n * n, n)]
    columns = [tuple(column) for column in zip(*rows, strict=True)]
    ways = [lines if forwards else [line[::-1] for line in lines] for lines in (rows, columns) for forwards in (1, 0)]
    return tuple(map(tuple, ways))


def _interleaved(line: Cells, own: Cells) -> Cells:
    return (line[0], *(cell for pair in zip(line[1:], own[1:], strict=True) for cell in pair))


@cache
def _comparison(n: int, first: int, or_equal: bool) -> Automaton:
    """Return the automaton for two lines that begin with `first`, of which one is less than the other (or equal).

    It reads the first digit, then by turns a digit of the line and one of the other. A state is the digit of the line
    that waits for the other's; 0 if none waits, and −1 if the line is known to be less.
    """

    def step(state: int, digit: int) -> int | None:
        if state == -2:
            return 0 if digit == first else None
        if state == -1:
            return -1
        if not state:
            return digit
        return -1 if state < digit else 0 if state == digit else None

    return automaton(range(2 * n - 1), n, -2, step, (-1, 0).__contains__ if or_equal else (-1).__eq__)
