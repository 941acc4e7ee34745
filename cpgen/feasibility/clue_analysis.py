"""What the clues of a puzzle lead to while it is made by hand: solutions left, what follows, what to blame, what fits.

Nikoli's makers choose the places of the clues first, then the digits one by one, watching what follows from them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from cpgen.errors import InputError
from cpgen.oracles import Oracle, UndecidedError
from cpgen.puzzle import Grid, Puzzle
from cpgen.rater.ladder import Ladder
from cpgen.rater.rating import Rating, rate_puzzle

MANY = 100
"""Solutions are counted so far"""


@dataclass(frozen=True)
class Choice:
    """A digit that a cell may hold, and how many solutions that leaves: 0, 1, 2 for several, None for unknown."""

    digit: int
    solutions: int | None


@dataclass(frozen=True)
class Outlook:
    """What some clues lead to.

    `solutions` are counted up to MANY, None where the oracle did not know in time. Where there are none, `conflict` has
    the cells of clues that contradict each other, all of which it takes, and `blamed` those that alone would mend it.
    """

    puzzle: Puzzle
    solutions: int | None
    rating: Rating
    """How far a person gets with the clues so far"""
    conflict: tuple[int, ...] = ()
    blamed: tuple[int, ...] = ()
    choices: tuple[Choice, ...] = ()
    """What the cell in question may hold; without one, nothing"""


def outlook(puzzle: Puzzle, ladder: Ladder, oracle: Oracle, cell: int | None = None) -> Outlook:
    """What the clues lead to, and what the cell may hold in place of what it holds now.

    Raises InputError where the cell is none of the board.
    """
    if cell is not None and not 0 <= cell < puzzle.layout.cell_count:
        raise InputError(f"The cell is {cell}; the cells of this board are numbered from 0 to {len(puzzle.clues) - 1}.")
    found = Outlook(puzzle, _count(oracle, puzzle, MANY), rate_puzzle(puzzle, ladder))
    if found.solutions == 0:
        conflict = conflict_in(puzzle, oracle)
        found = replace(found, conflict=conflict, blamed=_blamed(puzzle, conflict, oracle))
    return found if cell is None else replace(found, choices=choices_for(puzzle, cell, oracle))


def conflict_in(puzzle: Puzzle, oracle: Oracle) -> tuple[int, ...]:
    """The cells of clues without a completion, none of which can be spared; empty where the oracle runs out of time.

    Clue after clue is left out unless that mends it: the deletion filter (Chinneck and Dravnieks 1991).
    """
    kept = list(puzzle.clues)
    for cell, clue in enumerate(puzzle.clues):
        kept[cell] = 0
        possible = _is_possible(oracle, Puzzle(puzzle.layout, tuple(kept)))
        if possible is None:
            return ()
        if possible:
            kept[cell] = clue
    return tuple(cell for cell, clue in enumerate(kept) if clue)


def _blamed(puzzle: Puzzle, conflict: Sequence[int], oracle: Oracle) -> tuple[int, ...]:
    """The cells without whose clue there is a completion: only those of a conflict can be."""
    return tuple(cell for cell in conflict if _is_possible(oracle, _with(puzzle, cell, 0)))


def choices_for(puzzle: Puzzle, cell: int, oracle: Oracle) -> tuple[Choice, ...]:
    """Each digit of the board with what it leaves as the clue of a cell."""
    digits = range(1, puzzle.layout.size + 1)
    return tuple(Choice(digit, _count(oracle, _with(puzzle, cell, digit), 2)) for digit in digits)


def _with(puzzle: Puzzle, cell: int, digit: int) -> Puzzle:
    clues: Grid = (*puzzle.clues[:cell], digit, *puzzle.clues[cell + 1 :])
    return Puzzle(puzzle.layout, clues)


def _count(oracle: Oracle, puzzle: Puzzle, limit: int) -> int | None:
    try:
        return oracle.count(puzzle, limit)
    except UndecidedError:
        return None


def _is_possible(oracle: Oracle, puzzle: Puzzle) -> bool | None:
    count = _count(oracle, puzzle, 1)
    return None if count is None else bool(count)
