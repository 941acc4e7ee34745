"""Constraints on all pairs of cells in some relative position: chess moves and neighbours."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, ClassVar

from cpgen.constraints.base import Board, Constraint
from cpgen.constraints.clue_text import Words
from cpgen.constraints.dots import DOTS
from cpgen.constraints.geometry import adjacent_pairs, leap_pairs
from cpgen.constraints.primitives import AllDifferent, Pair, Primitive, allowed_pairs
from cpgen.errors import InputError
from cpgen.messages import Message, shown

PIECES = {"king": (1, 1), "knight": (1, 2), "camel": (1, 3), "zebra": (2, 3)}
"""Leaps with a name; the king's other steps stay in a row or column"""
LEAP = re.compile(r"([1-9]\d?)-([1-9]\d?)")


@dataclass(frozen=True)
class Leaps(Constraint):
    """Rule that cells a leap apart differ.

    A leap is the name of a chess piece in PIECES, or numbers of rows and columns, as in `1-3`.
    """

    kind = "leaps"
    drawn = "board"
    cell_fields = ()
    list_fields = ("pieces",)
    cells = ()
    choices: ClassVar[Mapping[str, tuple[str, ...]]] = {"pieces": tuple(PIECES)}
    pieces: tuple[str, ...]

    def renames_digits(self, board: Board) -> bool:
        """Return True, since digits only have to differ."""
        return True

    @property
    def rule_parts(self) -> tuple[tuple[str, Mapping[str, Any]], ...]:
        """Sentence of the rules for each leap, as in `Constraint.rule_parts`."""
        leaps = [(piece, "{}-{}".format(*_leap(piece))) for piece in self.pieces]
        return tuple((piece if piece in ("knight", "king") else "other", {"leap": leap}) for piece, leap in leaps)

    @classmethod
    def parse(cls, words: Words) -> Constraint:
        """Parse the names of the leaps."""
        return cls(tuple(words.rest()))

    def text(self, size: int) -> str:
        """Return the line of text: the names of the leaps."""
        return f"leaps {' '.join(map(str, self.pieces))}"

    def normal(self) -> Leaps:
        """Return the rule with each leap once, in ascending order, and the smaller number of cells first in each."""
        leaps = {tuple(sorted(_leap(piece))) for piece in self.pieces}
        return Leaps(tuple(f"{short}-{long}" for short, long in sorted(leaps)))

    def require_fits(self, board: Board) -> None:
        """Raise InputError unless there is a leap, and each is known and fits on the board."""
        if not (isinstance(self.pieces, tuple) and self.pieces):
            raise InputError(Message("constraint-missing", kind=self.kind, key="pieces"))
        for piece in self.pieces:
            if piece not in PIECES and not LEAP.fullmatch(str(piece)):
                raise InputError(Message("constraint-leap", piece=shown(str(piece)), known=tuple(PIECES)))
            if max(_leap(piece)) >= board.size:
                raise InputError(Message("constraint-far-leap", piece=piece, side=board.size))

    def _pairs(self, n: int) -> Iterator[tuple[int, int]]:
        for piece in self.pieces:
            yield from leap_pairs(*_leap(piece), n)

    def decompose(self, board: Board) -> Iterable[Primitive]:
        """Return a condition for each pair of cells a leap apart: they differ."""
        return [AllDifferent(pair) for pair in self._pairs(board.size)]

    def is_satisfied(self, grid: Sequence[int], board: Board) -> bool:
        """Return True if no two cells a leap apart have the same digit."""
        return all(grid[one] != grid[other] for one, other in self._pairs(board.size))


def _leap(piece: str) -> tuple[int, int]:
    """Return the two numbers of a leap, given by a chess piece or in digits: (1, 2) for `knight` or `1-2`."""
    if piece in PIECES:
        return PIECES[piece]
    one, _, other = piece.partition("-")
    return int(one), int(other)


@dataclass(frozen=True)
class NonConsecutive(Constraint):
    """Rule that neighbours without a dot between them do not differ by `difference`."""

    kind = "non-consecutive"
    drawn = "board"
    cell_fields = ()
    cells = ()
    difference: int = 1

    def ranges(self, board: Board) -> Mapping[str, tuple[int, int]]:
        """Return the range of `difference`: those that two digits can have."""
        return {"difference": (1, board.size - 1)}

    def require_fits(self, board: Board) -> None:
        """Raise InputError unless two digits can have the difference."""
        self._require_numbers(board)

    def _pairs(self, board: Board) -> list[tuple[int, int]]:
        """Return the pairs of neighbours without a dot between them."""
        marked = {frozenset(one.cells) for one in board.constraints if one.kind in DOTS}
        return [pair for pair in adjacent_pairs(board.size) if frozenset(pair) not in marked]

    def decompose(self, board: Board) -> Iterable[Primitive]:
        """Return the allowed pairs of digits for each pair of neighbours without a dot."""
        allowed = allowed_pairs(board.size, _does_not_differ_by(self.difference))
        return [Pair(one, other, allowed) for one, other in self._pairs(board)]

    def is_satisfied(self, grid: Sequence[int], board: Board) -> bool:
        """Return True if no neighbours without a dot have the difference."""
        return all(abs(grid[one] - grid[other]) != self.difference for one, other in self._pairs(board))


@cache
def _does_not_differ_by(number: int) -> Callable[[int, int], bool]:
    return lambda a, b: abs(a - b) != number
