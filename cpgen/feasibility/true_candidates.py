"""True candidates: for each cell, the digits that it has in some solution, and the number of solutions.

Every solution shows one candidate in each cell. So the search asks the oracle only about candidates that no solution
has shown yet: it assigns the digit to the cell and asks for a random completion. If there is none, the candidate is
false; otherwise the completion shows this candidate and, as a rule, many new ones in other cells. Random completions
differ more than those of an ordered search, so that fewer questions are needed: some 40 for an empty 9×9 board with
729 candidates. The first question is for two different solutions, because a puzzle with one solution is then done. The
solutions are counted at the end, up to a limit.

The search is a generator of snapshots, one per question, so that a caller can show progress, stop between two
questions, and keep what is known when it is interrupted.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from msgspec import UNSET

from cpgen.answers.answer_base import Recorded, joined
from cpgen.answers.solution_answers import Candidates
from cpgen.board_display import Shown
from cpgen.oracles import Oracle, UndecidedError
from cpgen.puzzle import Grid, Puzzle
from cpgen.state import NONE_LEFT, State

LIMIT = 1000
"""Number up to which solutions are counted, unless another limit is given"""


@dataclass(frozen=True)
class TrueCandidates(Recorded, Shown):
    """Digits that each cell has in the solutions of a puzzle, as far as they are known.

    Attributes:
        puzzle: The puzzle.
        digits: For each cell, the digits that occur in a solution, in ascending order.
        unknown: For each cell, the digits that may or may not occur, because the search has not come so far or the
            oracle did not decide; empty for all cells if `digits` is complete.
        solutions: Number of solutions, counted up to `limit`; if the count is not complete, the number found so far.
        limit: Largest number to which solutions are counted.
        is_counted: True if the count is complete.
    """

    puzzle: Puzzle
    digits: tuple[tuple[int, ...], ...]
    unknown: tuple[tuple[int, ...], ...]
    solutions: int
    limit: int = LIMIT
    is_counted: bool = False

    @property
    def board(self) -> State:
        """The puzzle with all digits that are not excluded as candidates."""
        both = zip(self.puzzle.clues, self.digits, self.unknown, strict=True)
        marks = (() if clue else tuple(sorted(digits + unknown)) or NONE_LEFT for clue, digits, unknown in both)
        return State(self.puzzle, marks=tuple(marks))

    @property
    def is_complete(self) -> bool:
        """True if all candidates are decided and the solutions are counted, up to the limit."""
        return self.is_counted and not any(self.unknown)

    @property
    def is_exact(self) -> bool:
        """True if `solutions` is the number of all solutions; False if there may be more."""
        return self.is_counted and self.solutions < self.limit

    @property
    def only_solution(self) -> tuple[Grid, ...]:
        """The only solution, or () if there is none or may be more than one."""
        is_known = self.is_complete and self.is_exact and self.solutions == 1
        return (tuple(digit for (digit,) in self.digits),) if is_known else ()

    @property
    def open_questions(self) -> int:
        """Number of candidates of which it is unknown whether they occur in a solution."""
        return sum(map(len, self.unknown))

    def as_record(self) -> Candidates:
        """Return the JSON record of the candidates."""
        return joined(
            Candidates,
            self.puzzle.as_record(),
            candidates=self.digits,
            unknown=self.unknown if self.open_questions else UNSET,
            solution_count=self.solutions,
            at_least=not self.is_exact,
            complete=self.is_complete,
        )

    def __repr__(self) -> str:
        return f"<TrueCandidates of {self.puzzle!r}: {sum(map(len, self.digits))} candidates>"


class _Knowledge:
    """Knowledge during the search: candidates of known solutions, those still to ask about, and undecided ones."""

    def __init__(self, puzzle: Puzzle) -> None:
        self.puzzle = puzzle
        self.shown: list[set[int]] = [set() for _ in puzzle.clues]
        self.unknown = [set(digits) for digits in possible_digits(puzzle)]
        self.undecided: list[set[int]] = [set() for _ in puzzle.clues]
        self.grids: set[Grid] = set()

    def add(self, grid: Grid) -> None:
        """Record a solution; its candidates need not be asked about."""
        self.grids.add(grid)
        for cell, digit in enumerate(grid):
            self.shown[cell].add(digit)
            self.unknown[cell].discard(digit)
            self.undecided[cell].discard(digit)

    def snapshot(self, limit: int) -> TrueCandidates:
        """Return the present knowledge, with solutions counted up to `limit`."""
        left = (unknown | undecided for unknown, undecided in zip(self.unknown, self.undecided, strict=True))
        digits, unknown = (tuple(tuple(sorted(cell)) for cell in cells) for cells in (self.shown, left))
        return TrueCandidates(self.puzzle, digits, unknown, min(len(self.grids), limit), limit)


def find_true_candidates(puzzle: Puzzle, oracle: Oracle, limit: int = LIMIT) -> Iterator[TrueCandidates]:
    """Yield what is known after each question to the oracle; at the end all, if every question was decided.

    Args:
        puzzle: The puzzle; its layout must not leave values open.
        oracle: The solver.
        limit: Number up to which solutions are counted.
    """
    import numpy as np

    rng = np.random.default_rng(0)
    known = _Knowledge(puzzle)
    yield known.snapshot(limit)
    try:
        witness = oracle.uniqueness(puzzle)
    except UndecidedError:
        pass
    else:
        for grid in witness.grids:
            known.add(grid)
        if len(witness.grids) < 2:
            known.unknown = [set() for _ in puzzle.clues]
            yield replace(known.snapshot(limit), is_counted=True)
            return
    while asked := _next_candidate(known.unknown):
        cell, digit = asked
        known.unknown[cell].discard(digit)
        try:
            shown = oracle.complete(with_digit(puzzle, cell, digit), rng)
            if shown is not None:
                known.add(shown)
        except UndecidedError:
            known.undecided[cell].add(digit)
        yield known.snapshot(limit)
    last = known.snapshot(limit)
    yield last
    try:
        yield replace(last, solutions=oracle.count(puzzle, limit), is_counted=True)
    except UndecidedError:
        yield last


def _next_candidate(unknown: Sequence[set[int]]) -> tuple[int, int] | None:
    """Return a candidate, as cell and digit, of a cell with the fewest unknown ones; None if there is none.

    In such a cell, the answer is most likely to be no; the others are shown by solutions along the way.
    """
    cells = [cell for cell, digits in enumerate(unknown) if digits]
    if not cells:
        return None
    cell = min(cells, key=lambda cell: len(unknown[cell]))
    return cell, min(unknown[cell])


def possible_digits(puzzle: Puzzle) -> list[list[int]]:
    """Return for each cell its clue alone, or the digits that seen clues and constraints on the cell allow."""
    layout = puzzle.layout
    possible = []
    for cell, clue in enumerate(puzzle.clues):
        seen = {puzzle.clues[peer] for peer in layout.peers[cell]}
        digits = [clue] if clue else range(1, layout.size + 1)
        possible.append([digit for digit in digits if digit not in seen and layout.allowed[cell] >> (digit - 1) & 1])
    return possible


def with_digit(puzzle: Puzzle, cell: int, digit: int) -> Puzzle:
    """Return the puzzle with a digit as the clue of a cell (0: no clue)."""
    return Puzzle(puzzle.layout, (*puzzle.clues[:cell], digit, *puzzle.clues[cell + 1 :]))
