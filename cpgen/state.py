"""States: a puzzle with the digits placed so far and the remaining candidates, and the mistakes in it."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property

from msgspec import UNSET

from cpgen.answers.answer_base import BoardState as BoardState
from cpgen.answers.answer_base import Entered
from cpgen.board_display import Shown
from cpgen.errors import InputError
from cpgen.layout import Layout
from cpgen.messages import Message, counted
from cpgen.notation import line, symbol
from cpgen.puzzle import Grid, Puzzle

Marks = tuple[tuple[int, ...], ...]
"""Candidates noted in each cell, ascending; () if none are noted"""
NONE_LEFT = (0,)
"""Note in a cell that has no candidate left"""


@dataclass(frozen=True)
class Mistake:
    """Cell whose digit in the only solution differs from the placed one, or is missing among its candidates."""

    layout: Layout = field(repr=False)
    cell: int
    right: int
    """Digit that the cell has in the only solution"""
    placed: int
    """Placed digit, or 0 if a candidate is missing"""
    emptied: bool = False
    """True if the cell has no candidate left"""


@dataclass(frozen=True)
class State(Shown):
    """Puzzle with placed digits and noted candidates, which may be wrong.

    Attributes:
        puzzle: The layout and the clues.
        placed: n² digits, 0 in clues and open cells; () if no digit is placed.
        marks: The candidates noted in each cell. A cell without a note, (), has all candidates that its peers leave;
            a cell without candidates has `NONE_LEFT`. () if nothing is noted.

    Raises:
        InputError: The number of cells is wrong, a digit is placed on a clue, or a digit is not one of the board.
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
                raise InputError(Message("placed-on-clue", digit=symbol(digit), cell=name, clue=symbol(clue)))

    def _require_marks(self) -> None:
        self._require_cells(len(self.marks), "candidates")
        for cell, noted in enumerate(self.marks):
            for digit in noted if noted != NONE_LEFT else ():
                if not 1 <= digit <= self.layout.size:
                    raise self._no_digit(digit, cell)

    def _require_cells(self, found: int, what: str) -> None:
        if found != self.layout.cell_count:
            needed = self.layout.cell_count
            raise InputError(Message("cells-of", what=what, cells=found, needed=needed))

    def _no_digit(self, digit: int, cell: int) -> InputError:
        return InputError(Message("digit-from", digit=digit, place=self.layout.where(cell), most=self.layout.size))

    @classmethod
    def of(cls, puzzle: Puzzle | State) -> State:
        """Return a state unchanged, or the state of a puzzle with nothing placed.

        >>> State.of(Puzzle.parse("1... .... ..2. ....")).candidates[1]
        (2, 3, 4)
        """
        return puzzle if isinstance(puzzle, State) else cls(puzzle)

    @property
    def board(self) -> State:
        """The state itself, as the board to draw."""
        return self

    def __repr__(self) -> str:
        placed = counted(len(self.placed) - self.placed.count(0), "digit")
        return f"<State of {self.puzzle!r}: {placed} placed, candidates noted in {counted(len(self.noted), 'cell')}>"

    @property
    def layout(self) -> Layout:
        """The layout of the puzzle."""
        return self.puzzle.layout

    @property
    def begun(self) -> bool:
        """True if digits are placed or candidates noted."""
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
        """For each open cell, the digits that its constraints allow and none of its peers has; () for other cells."""
        every, digits = range(1, self.layout.size + 1), self.digits
        seen = ({digits[peer] for peer in peers} for peers in self.layout.peers)
        return tuple(
            () if digit else tuple(d for d in every if d not in shown and allowed >> d - 1 & 1)
            for digit, shown, allowed in zip(digits, seen, self.layout.allowed, strict=True)
        )

    @cached_property
    def candidates(self) -> Marks:
        """The candidates of each open cell: those that its peers leave, restricted to the noted ones if any."""
        if not self.marks:
            return self.sight
        return tuple(
            tuple(digit for digit in seen if digit in noted) if noted else seen
            for seen, noted in zip(self.sight, self.marks, strict=True)
        )

    @property
    def is_dead(self) -> bool:
        """True if some open cell has no candidate left."""
        return not all(self.candidates[cell] for cell in self.open_cells)

    @property
    def noted(self) -> dict[int, tuple[int, ...]]:
        """Noted candidates by cell, for open cells with notes."""
        return {cell: noted for cell, noted in enumerate(self.marks) if noted and not self.digits[cell]}

    def mistakes(self, solution: Grid) -> tuple[Mistake, ...]:
        """Return the placed digits that differ from the solution, then the open cells whose notes lack its digit."""
        wrong = [(cell, digit) for cell, digit in enumerate(self.placed) if digit not in (0, solution[cell])]
        lacking = [(cell, 0) for cell, noted in self.noted.items() if solution[cell] not in noted]
        return tuple(
            Mistake(self.layout, cell, solution[cell], digit, not digit and not self.candidates[cell])
            for cell, digit in wrong + lacking
        )

    def as_record(self) -> Entered:
        """Return placed digits and noted candidates as a record for JSON.

        The candidates of a cell are a text: empty if none are noted, `0` if none is left.
        """
        marks = tuple("0" if noted == NONE_LEFT else "".join(map(symbol, noted)) for noted in self.marks)
        return Entered(placed=line(self.placed) if self.placed else UNSET, marks=marks or UNSET)


@dataclass(frozen=True)
class Judgement:
    """Comparison of a state with the solutions of its puzzle: the status of the board, and the mistakes in it."""

    board: BoardState
    mistakes: tuple[Mistake, ...] = ()
