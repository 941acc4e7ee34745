"""The rule that all dots, or all X and V, are shown: neighbours without one are in none of the relations shown."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, ClassVar

from cpgen.constraints.base import OPEN, Board, Constraint
from cpgen.constraints.clue_text import Words
from cpgen.constraints.declared import declared
from cpgen.constraints.dots import DOTS
from cpgen.constraints.geometry import adjacent_pairs
from cpgen.constraints.primitives import Pair, Primitive, allowed_pairs
from cpgen.errors import InputError
from cpgen.messages import Message

XV = "xv"
SHOWN = {"dots": ("white", "black"), "white": ("white",), "black": ("black",), XV: (XV,)}
"""The marks that each word of `all … shown` is about"""
USUAL = {"white": {1}, "black": {2}, XV: {5, 10}}
"""Numbers of marks of which none is drawn"""


@dataclass(frozen=True)
class AllShown(Constraint):
    """All marks of a kind are shown: neighbours without one are in none of the relations that are shown.

    A pair with a dot is exempt, whichever dot it is: 1 and 2 may have a white or a black one. So is a pair whose dot is
    left open. With `xv`, both 5 and 10 count as shown even if only X or only V is drawn.
    """

    kind = "all"
    drawn = "board"
    cell_fields = ()
    cells = ()
    choices: ClassVar[Mapping[str, tuple[str, ...]]] = {"what": tuple(SHOWN)}
    what: str

    @property
    def rule_parts(self) -> tuple[tuple[str, Mapping[str, Any]], ...]:
        """The sentence about these marks."""
        return ((self.what, {}),)

    @classmethod
    def parse(cls, words: Words) -> Constraint:
        """Parse the marks and the word `shown`."""
        what = words.word(tuple(SHOWN))
        words.word(("shown",))
        return cls(what)

    def text(self, size: int) -> str:
        """Return the rule, as in `all dots shown`."""
        return f"all {self.what} shown"

    def require_fits(self, board: Board) -> None:
        """Raise InputError unless the marks are known."""
        if self.what not in SHOWN:
            raise InputError(Message("constraint-word", found=str(self.what), choices=tuple(SHOWN)))

    def _excluded(self, board: Board) -> Iterable[tuple[tuple[int, int], str, int]]:
        """Yield the neighbours without a mark, with each kind and number of mark that they cannot have."""
        kinds = SHOWN[self.what]
        marks = kinds if XV in kinds else DOTS
        marked = {frozenset(one.cells) for one in board.constraints if one.kind in marks}
        for kind in kinds:
            shown = (number for one in board.constraints if one.kind == kind for number in one.values.values())
            numbers = {number for number in shown if number != OPEN}
            if not numbers or kind == XV:
                numbers |= USUAL[kind]
            for pair in adjacent_pairs(board.size):
                if frozenset(pair) not in marked:
                    for number in sorted(numbers):
                        yield pair, kind, number

    def decompose(self, board: Board) -> Iterable[Primitive]:
        """Return for each pair without a mark the allowed pairs."""
        for (first, second), kind, number in self._excluded(board):
            yield Pair(first, second, allowed_pairs(board.size, _none_of(kind, number)))

    def is_satisfied(self, grid: Sequence[int], board: Board) -> bool:
        """Return True if no pair without a mark should have one."""
        n = board.size
        tables = ((pair, allowed_pairs(n, _none_of(kind, number))) for pair, kind, number in self._excluded(board))
        return all(table[grid[a] - 1] >> grid[b] - 1 & 1 for (a, b), table in tables)


@cache
def _none_of(kind: str, number: int) -> Callable[[int, int], bool]:
    """Return the relation of digits that a mark would not state."""
    law = declared(kind)((0, 1), number).law
    return lambda a, b: not law.holds([(a, b)], max(a, b))
