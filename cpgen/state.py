"""States: a puzzle with the digits placed so far and the candidates left, and what is wrong with one."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from functools import cached_property
from typing import Any

from cpgen.errors import InputError, counted
from cpgen.layout import Layout
from cpgen.notation import line, symbol
from cpgen.puzzle import Grid, Puzzle

Marks = tuple[tuple[int, ...], ...]
"""For each cell, the candidates noted in it, ascending; nothing where none are noted"""
NONE_LEFT = (0,)
"""What is noted in a cell that has no candidate left"""


class BoardState(StrEnum):
    """Whether a board is open with one solution, full, or has no solution or several."""

    OPEN = "open"
    SOLVED = "already-solved"
    NONE = "no-solution"
    MANY = "many-solutions"


@dataclass(frozen=True)
class Mistake:
    """A cell of a state whose digit in the only solution is not the one placed, or not among its candidates."""

    layout: Layout = field(repr=False)
    cell: int
    right: int
    """The digit of the solution"""
    placed: int
    """The digit placed, 0 where a candidate is missing"""
    emptied: bool = False
    """Whether the cell has no candidate left at all"""

    def as_json(self) -> dict[str, Any]:
        """The mistake as an object for JSON; `placed` is null where the candidate `right` is missing."""
        placed = symbol(self.placed) if self.placed else None
        return {"cell": self.layout.cell_name(self.cell), "placed": placed, "right": symbol(self.right)}


@dataclass(frozen=True)
class State:
    """A puzzle with digits placed in cells that are no clues, and candidates noted in cells; both may be wrong.

    `placed` has n² digits, 0 elsewhere, `marks` the candidates noted in each cell: none where they are those that
    sight leaves, `NONE_LEFT` where there is none. Either is empty when there are none at all. Raises InputError when
    the number of cells is wrong, a digit is placed on a clue, or something is no digit of the board.
    """

    puzzle: Puzzle
    placed: Grid = ()
    marks: Marks = ()

    def __post_init__(self) -> None:
        if self.placed:
            self._require_placed()
        if self.marks:
            self._require_marks()

    def _require_placed(self) -> None:
        self._require_cells(len(self.placed), "placed digits")
        for cell, (clue, digit) in enumerate(zip(self.puzzle.clues, self.placed, strict=True)):
            if not 0 <= digit <= self.layout.size:
                raise self._no_digit(digit, cell)
            if clue and digit:
                name = self.layout.cell_name(cell)
                raise InputError(f"{symbol(digit)} is placed in {name}, which has the clue {symbol(clue)}.")

    def _require_marks(self) -> None:
        self._require_cells(len(self.marks), "candidates")
        for cell, noted in enumerate(self.marks):
            for digit in noted if noted != NONE_LEFT else ():
                if not 1 <= digit <= self.layout.size:
                    raise self._no_digit(digit, cell)

    def _require_cells(self, found: int, what: str) -> None:
        if found != self.layout.cell_count:
            needed = self.layout.cell_count
            raise InputError(f"There are {what} for {counted(found, 'cell')}; this board has {needed}.")

    def _no_digit(self, digit: int, cell: int) -> InputError:
        return InputError(f"{digit} at {self.layout.where(cell)} is not a digit from 1 to {self.layout.size}.")

    @classmethod
    def of(cls, puzzle: Puzzle | State) -> State:
        """The state itself, or the puzzle with nothing placed.

        >>> State.of(Puzzle.parse("1... .... ..2. ....")).candidates[1]
        (2, 3, 4)
        """
        return puzzle if isinstance(puzzle, State) else cls(puzzle)

    @property
    def layout(self) -> Layout:
        """The layout of the puzzle."""
        return self.puzzle.layout

    @property
    def begun(self) -> bool:
        """Whether it holds more than the puzzle."""
        return bool(self.placed or self.marks)

    @cached_property
    def digits(self) -> Grid:
        """Clues and placed digits, 0 for an open cell."""
        if not self.placed:
            return self.puzzle.clues
        return tuple(clue or digit for clue, digit in zip(self.puzzle.clues, self.placed, strict=True))

    @property
    def open_cells(self) -> tuple[int, ...]:
        """The cells without a digit."""
        return tuple(cell for cell, digit in enumerate(self.digits) if not digit)

    @property
    def sight(self) -> Marks:
        """For each open cell, the digits that no cell it sees holds; nothing for the others."""
        every, digits = range(1, self.layout.size + 1), self.digits
        seen = ({digits[peer] for peer in peers} for peers in self.layout.peers)
        return tuple(
            () if digit else tuple(d for d in every if d not in shown)
            for digit, shown in zip(digits, seen, strict=True)
        )

    @cached_property
    def candidates(self) -> Marks:
        """The candidates of each open cell: those noted that sight leaves, or all that it leaves where none are."""
        if not self.marks:
            return self.sight
        return tuple(
            tuple(digit for digit in seen if digit in noted) if noted else seen
            for seen, noted in zip(self.sight, self.marks, strict=True)
        )

    @property
    def is_dead(self) -> bool:
        """Whether some open cell has no candidate left."""
        return not all(self.candidates[cell] for cell in self.open_cells)

    @property
    def noted(self) -> dict[int, tuple[int, ...]]:
        """The candidates of the open cells in which some are noted."""
        return {cell: noted for cell, noted in enumerate(self.marks) if noted and not self.digits[cell]}

    def mistakes(self, solution: Grid) -> tuple[Mistake, ...]:
        """Placed digits that differ from the solution, then open cells whose noted candidates lack its digit."""
        wrong = [(cell, digit) for cell, digit in enumerate(self.placed) if digit not in (0, solution[cell])]
        lacking = [(cell, 0) for cell, noted in self.noted.items() if solution[cell] not in noted]
        return tuple(
            Mistake(self.layout, cell, solution[cell], digit, not digit and not self.candidates[cell])
            for cell, digit in wrong + lacking
        )

    def as_json(self) -> dict[str, Any]:
        """What it holds beside the puzzle as parts of an object for JSON: digits placed and candidates noted.

        The candidates of a cell are a text, empty where none are noted, `0` where none is left.
        """
        data: dict[str, Any] = {"placed": line(self.placed)} if self.placed else {}
        marks = ["0" if noted == NONE_LEFT else "".join(map(symbol, noted)) for noted in self.marks]
        return data | ({"marks": marks} if marks else {})


@dataclass(frozen=True)
class Judgement:
    """What the solutions of a puzzle say of a state: how its board is, and the mistakes in it."""

    board: BoardState
    mistakes: tuple[Mistake, ...] = ()
