"""Diagnosis of a puzzle: why it has no solution, or what would make one of its several solutions the only one.

- Without a solution: a small set of clues and constraints that contradict each other (see `conflicts`).
- With several: two of them, and the *deciding* candidates (cell and digit): those that occur in exactly one solution,
  so that the puzzle would be unique with this clue. Every candidate that two different known solutions show is excluded
  without a question; for each other one, the oracle is asked for two solutions with it.
- Where a constraint leaves its value open, as a cage with `?` does, the values that occur in exactly one of the
  solutions without the open values: with such a value, the puzzle would be unique.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import MISSING, dataclass, fields, replace

from msgspec import structs

from cpgen.answers import solution_answers as answers
from cpgen.answers.answer_base import Recorded, joined
from cpgen.board_display import Shown
from cpgen.constraints.base import OPEN, Constraint
from cpgen.feasibility.conflicts import Conflict, find_conflict
from cpgen.feasibility.true_candidates import possible_digits, with_digit
from cpgen.kernel import working_seconds
from cpgen.layout import Layout
from cpgen.oracles import Oracle, UndecidedError, Uniqueness
from cpgen.puzzle import Grid, Puzzle

RANDOM = 20
"""Number of random solutions with which the search for deciding candidates begins; they exclude most candidates"""
PATIENCE = 10.0
"""Seconds after which no more candidates or values are tried"""
QUICK = 1.0
"""Time limit in seconds of each of the many questions after the first"""


@dataclass(frozen=True)
class Diagnosis(Recorded, Shown):
    """Reasons why a puzzle has no solution, or several.

    Attributes:
        puzzle: The puzzle, whose constraints may leave values open.
        witness: Solutions found: none, the only one, or two different ones; open values are ignored.
        conflict: Clues and constraints that contradict each other, if there is no solution.
        deciding: Candidates, as pairs (cell, digit), each of which would make the puzzle unique as a clue.
        values: Constraints whose open value is filled in, each of which would make the puzzle unique.
        is_complete: False if there may be more candidates or values, because a question was not decided in time.
    """

    puzzle: Puzzle
    witness: Uniqueness
    conflict: Conflict | None = None
    deciding: tuple[tuple[int, int], ...] = ()
    values: tuple[Constraint, ...] = ()
    is_complete: bool = True

    def as_record(self) -> answers.Diagnosed:
        """Return the JSON record of the diagnosis."""
        name, size = self.puzzle.layout.cell_name, self.puzzle.layout.size
        record = joined(answers.Diagnosed, self.witness.as_record(self.puzzle))
        if self.conflict:
            return structs.replace(record, conflict=self.conflict.as_record())
        if self.witness.unique:
            return record
        return structs.replace(
            record,
            deciding=tuple(answers.Candidate(cell=name(cell), digit=digit) for cell, digit in self.deciding),
            values=tuple(constraint.as_json(size) for constraint in self.values),
            complete=self.is_complete,
        )

    def __repr__(self) -> str:
        return f"<Diagnosis of {self.puzzle!r}: {self.witness!r}>"


def diagnose(puzzle: Puzzle, oracle: Oracle, quick: Oracle) -> Diagnosis:
    """Return the reasons why a puzzle has no solution, or several.

    Args:
        puzzle: The puzzle.
        oracle: The solver for the first question, whether there is exactly one solution.
        quick: The solver for the other questions, with a time limit of about QUICK seconds.

    Raises:
        UndecidedError: The first question was not decided.
    """
    closed = Puzzle(without_open_values(puzzle.layout), puzzle.clues)
    witness = oracle.uniqueness(closed)
    if not witness.grids:
        return Diagnosis(puzzle, witness, find_conflict(closed, quick))
    if witness.unique:
        return Diagnosis(puzzle, witness)
    search = _Search(puzzle, closed, quick, witness)
    return Diagnosis(puzzle, witness, None, search.deciding(), search.values(), search.is_complete)


def without_open_values(layout: Layout) -> Layout:
    """Return a layout whose constraints have lost their open values (`?`), such as a cage its sum.

    A constraint that needs its value is left out.
    """
    if not any(constraint.is_open for constraint in layout.further):
        return layout
    closed = (_closed(constraint) if constraint.is_open else constraint for constraint in layout.further)
    return replace(layout, further=tuple(dict.fromkeys(constraint for constraint in closed if constraint is not None)))


def _closed(constraint: Constraint) -> Constraint | None:
    """Return a constraint without its open values, such as a cage without a sum; None if it needs one."""
    open_fields = [field for field in fields(constraint) if getattr(constraint, field.name) == OPEN]  # type: ignore[arg-type]
    if not open_fields or any(field.default is MISSING or field.default is not None for field in open_fields):
        return None
    return replace(constraint, **{field.name: None for field in open_fields})  # type: ignore[type-var]


class _Search:
    """Search for the candidates and values that occur in exactly one of several solutions."""

    def __init__(self, puzzle: Puzzle, closed: Puzzle, oracle: Oracle, witness: Uniqueness) -> None:
        self.puzzle, self.closed, self.oracle = puzzle, closed, oracle
        self.grids: dict[Grid, None] = dict.fromkeys(witness.grids)
        self.shown = Counter((cell, digit) for grid in self.grids for cell, digit in enumerate(grid))
        self.ends, self.is_complete = working_seconds() + PATIENCE, True

    def deciding(self) -> tuple[tuple[int, int], ...]:
        """Return the candidates (cell, digit) that occur in exactly one solution."""
        self._add_random()
        return tuple(
            candidate
            for candidate in self._open_candidates()
            if self.shown[candidate] < 2 and self._has_one(with_digit(self.closed, *candidate))
        )

    def _open_candidates(self) -> Iterator[tuple[int, int]]:
        for cell, digits in enumerate(possible_digits(self.closed)):
            if not self.closed.clues[cell]:
                yield from ((cell, digit) for digit in digits)

    def values(self) -> tuple[Constraint, ...]:
        """Return constraints with a filled-in value, each of which leaves exactly one solution."""
        unique: list[Constraint] = []
        for constraint in filter(lambda one: one.is_open, self.puzzle.layout.further):
            tried: set[Constraint] = set()
            # A question may show a new solution, and so a new value.
            while (value := self._rare_value(constraint, tried)) is not None:
                tried.add(value)
                if self._has_one(Puzzle(self.closed.layout.with_constraints(value), self.closed.clues)):
                    unique.append(value)
        return tuple(unique)

    def _rare_value(self, constraint: Constraint, tried: set[Constraint]) -> Constraint | None:
        """Return the constraint with a value that only one known solution has and that was not tried yet, or None."""
        counts = self._values_of(constraint)
        return next((value for value, count in counts.items() if count < 2 and value not in tried), None)

    def _values_of(self, constraint: Constraint) -> Counter[Constraint]:
        """Return the constraint with each value that known solutions have, and the number of these solutions."""
        filled = (constraint.read_from(grid, self.puzzle.layout) for grid in self.grids)
        return Counter(value for value in filled if value is not None and value not in self.closed.layout.further)

    def _add_random(self) -> None:
        import numpy as np

        rng = np.random.default_rng(0)
        try:
            for _ in range(RANDOM):
                self._add(self.oracle.complete(self.closed, rng))
        except UndecidedError:
            pass

    def _has_one(self, puzzle: Puzzle) -> bool:
        """Return True if a puzzle with one more clue or value has exactly one solution.

        Remember the solutions found.
        """
        try:
            if working_seconds() > self.ends:
                raise UndecidedError(f"Not all candidates were tried within {PATIENCE:g} s.")
            grids = self.oracle.uniqueness(puzzle).grids
        except UndecidedError:
            self.is_complete = False
            return False
        for grid in grids:
            self._add(grid)
        return len(grids) == 1

    def _add(self, grid: Grid | None) -> None:
        if grid is not None and grid not in self.grids:
            self.grids[grid] = None
            self.shown.update(enumerate(grid))
