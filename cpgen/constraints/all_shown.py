"""The rule that all dots, or all X and V, are shown: neighbours without a mark satisfy none of the
relations that marks show.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import starmap
from typing import Any, ClassVar

from cpgen.constraints.base import OPEN, Board, Constraint
from cpgen.constraints.clue_text import Words
from cpgen.constraints.declared import declared
from cpgen.constraints.dots import DOTS
from cpgen.constraints.geometry import adjacent_pairs
from cpgen.constraints.indexing import AXES, REGION, Indexing, moved_axis, names_its_place, not_naming
from cpgen.constraints.primitives import Pair, Primitive, allowed_pairs
from cpgen.errors import InputError
from cpgen.messages import Message

XV = "xv"
INDEXED = {f"{axis}-indexing": axis for axis in AXES}
"""The axes of indexing cells by the word of `all … shown`"""
SHOWN = {"dots": ("white", "black"), "white": ("white",), "black": ("black",), XV: (XV,)}
"""The marks that each word of `all … shown` is about"""
USUAL = {"white": {1}, "black": {2}, XV: {5, 10}}
"""Numbers of marks of which none is drawn"""


@dataclass(frozen=True)
class AllShown(Constraint):
    """Rule that all marks of some kind are drawn: neighbours without such a mark do not satisfy its relation.

    A pair with a dot is exempt, whichever dot it is: 1 and 2 may have a white or a black one. So is a pair whose dot is
    left open. With `xv`, both 5 and 10 count as shown even if only X or only V is drawn.
    """

    kind = "all"
    drawn = "board"
    cell_fields = ()
    cells = ()
    choices: ClassVar[Mapping[str, tuple[str, ...]]] = {"what": (*SHOWN, *INDEXED)}
    what: str

    @property
    def rule_parts(self) -> tuple[tuple[str, Mapping[str, Any]], ...]:
        """Sentence of the rules for these marks, as in `Constraint.rule_parts`."""
        return ((self.what, {}),)

    @classmethod
    def parse(cls, words: Words) -> Constraint:
        """Parse the marks and the word `shown`."""
        what = words.word(cls.choices["what"])
        words.word(("shown",))
        return cls(what)

    def text(self, size: int) -> str:
        """Return the line of text, as in `all dots shown`."""
        return f"all {self.what} shown"

    def require_fits(self, board: Board) -> None:
        """Raise InputError unless the sort of marks is known, and the board has regions if they are needed."""
        if self.what not in self.choices["what"]:
            raise InputError(Message("constraint-word", found=str(self.what), choices=self.choices["what"]))
        if INDEXED.get(self.what) == REGION and not board.regions:
            raise InputError(Message("constraint-regions", kind=self.kind))

    def moved(self, cell_map: Sequence[int]) -> Constraint | None:
        """Return the rule after a symmetry of the square; None if it is about indexing cells and has no image."""
        if self.what not in INDEXED:
            return self
        axis = moved_axis(INDEXED[self.what], cell_map)
        return AllShown(f"{axis}-indexing") if axis else None

    def renames_digits(self, board: Board) -> bool:
        """Return True if there is a mark wherever one can be, so that nothing is demanded."""
        return not any(True for _ in self.decompose(board))

    def _unmarked(self, board: Board) -> Iterable[int]:
        """Yield the cells that have no indexing constraint of the axis which `what` names."""
        axis = INDEXED[self.what]
        marks = [one for one in board.constraints if isinstance(one, Indexing) and one.axis == axis]
        marked = {cell for one in marks for cell in one.cells}
        return (cell for cell in range(board.size**2) if cell not in marked)

    def _excluded(self, board: Board) -> Iterator[tuple[int, int, tuple[int, ...]]]:
        """Yield neighbours without a mark, with the pairs of digits that do not satisfy a relation that marks show.

        There is a table as in `allowed_pairs` for each kind of mark and each of its numbers.
        """
        kinds = SHOWN[self.what]
        marks = kinds if XV in kinds else DOTS
        marked = {frozenset(one.cells) for one in board.constraints if one.kind in marks}
        unmarked = [pair for pair in adjacent_pairs(board.size) if frozenset(pair) not in marked]
        for kind in kinds:
            shown = (number for one in board.constraints if one.kind == kind for number in one.values.values())
            numbers = {number for number in shown if number != OPEN}
            if not numbers or kind == XV:
                numbers |= USUAL[kind]
            tables = [allowed_pairs(board.size, _none_of(kind, number)) for number in sorted(numbers)]
            for first, second in unmarked:
                for allowed in tables:
                    yield first, second, allowed

    def decompose(self, board: Board) -> Iterable[Primitive]:
        """Yield pair conditions for neighbours without a mark, or conditions on cells that are not indexing cells."""
        if axis := INDEXED.get(self.what):
            yield from (one for cell in self._unmarked(board) for one in not_naming(cell, axis, board))
            return
        yield from starmap(Pair, self._excluded(board))

    def is_satisfied(self, grid: Sequence[int], board: Board) -> bool:
        """Return True if no unmarked pair or cell satisfies the relation of a mark."""
        if axis := INDEXED.get(self.what):
            return not any(names_its_place(cell, axis, grid, board) for cell in self._unmarked(board))
        return all(allowed[grid[a] - 1] >> grid[b] - 1 & 1 for a, b, allowed in self._excluded(board))


@cache
def _none_of(kind: str, number: int) -> Callable[[int, int], bool]:
    """Return a function that is True for two digits that do not satisfy the relation of a mark of this kind.

    `number` is the value of the mark, such as the difference of the two digits.
    """
    law = declared(kind)((0, 1), number).law
    return lambda a, b: not law.holds([(a, b)], max(a, b))
