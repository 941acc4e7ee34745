"""Base classes for oracles, interruption by Ctrl-C, and deadlines.

An `EnumeratingOracle` answers all questions with one method, which yields completions. An `IncrementalOracle` keeps a
solver for each layout: clues are assumptions, and nogoods (grids that are no longer accepted) are added and removed.
Learned clauses speed up later questions but can change which solution is found first. So the kept solver only decides
whether there is a completion, and a second one; where there are several, a new solver finds them, and the result
depends on the puzzle alone.
"""

from __future__ import annotations

from _thread import start_new_thread
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from contextlib import closing
from itertools import islice
from math import inf
from threading import Lock
from typing import TYPE_CHECKING, Any, TypeVar, cast

from cpgen.kernel import working_seconds
from cpgen.layout import Layout
from cpgen.oracles import KEPT_LAYOUTS, Oracle, Seconds, UndecidedError, Uniqueness
from cpgen.puzzle import Grid, Puzzle

if TYPE_CHECKING:
    import numpy as np


T = TypeVar("T")


def run_interruptibly(
    work: Callable[[], T], stop: Callable[[], object], check: Callable[[], object] | None = None
) -> T:
    """Run `work` in another thread and return its result; after Ctrl-C, stop it and raise KeyboardInterrupt.

    To stop the work, `stop` is called until it ends. `check` is called ten times per second; an error that it raises
    ends the work in the same way.

    A Ctrl-C may come between any two instructions, so this thread shares no lock that it might hold at that moment, as
    it would with a future or a starting `Thread`. The first of the two threads decides whether the work begins at all.
    """
    waiting, ended = [True], Lock()
    outcomes: list[tuple[T | None, BaseException | None]] = []

    def is_first() -> bool:
        try:
            return waiting.pop()
        except IndexError:
            return False

    def run() -> None:
        if is_first():
            try:
                outcomes.append((work(), None))
            except BaseException as error:
                outcomes.append((None, error))
            ended.release()

    # The worker releases `ended` as its last action, which wakes this thread.
    ended.acquire()
    try:
        start_new_thread(run, ())
        while not ended.acquire(timeout=0.1):  # without a timeout, Windows would not hear Ctrl-C here either
            if check:
                check()
    finally:
        # After a Ctrl-C: if the work has begun, ask it to stop until it does.
        while not is_first() and not outcomes:
            stop()
            ended.acquire(timeout=0.01)
    result, error = outcomes[0]
    if error:
        raise error
    return cast(T, result)


HOW_MANY = "how many completions the puzzle has"
CONSISTENT = "whether the puzzle has a completion"
UNIQUE = "whether the puzzle has just one completion"

Possible = Callable[[Puzzle], bool]


class Deadline:
    """Deadline of one question to one oracle.

    `asked` completes the sentence of the error, as in "whether the puzzle has a completion". If `seconds` is a
    function, it returns the seconds left of a longer call. It is then called at every check of the deadline, so a call
    that is cancelled also ends the question.
    """

    def __init__(self, oracle: str, seconds: Seconds, asked: str) -> None:
        self.oracle, self.asked = oracle, asked
        self.of_call = seconds if callable(seconds) else None
        self.seconds = seconds() if callable(seconds) else seconds
        self.ends = working_seconds() + self.seconds

    def left(self) -> float:
        """Return the seconds left.

        Raises UndecidedError if there are none, or the longer call's error if that has ended.
        """
        left = self.ends - working_seconds()
        if self.of_call:
            left = min(left, self.of_call())
        if left <= 0:
            raise self.undecided()
        return left

    def stop(self) -> None:
        """Expire the deadline immediately."""
        self.ends = -inf

    def undecided(self) -> UndecidedError:
        """Return the error to raise when the deadline has expired; its message names the oracle and the question."""
        return UndecidedError(f"{self.oracle} did not decide within {self.seconds:g} s {self.asked}.")


class EnumeratingOracle(Oracle):
    """Oracle that derives all answers from `completions`, the only method that a subclass must define.

    Each question takes at most `seconds`.
    """

    follows_calls = True

    def __init__(self, seconds: Seconds = inf) -> None:
        self.seconds = seconds

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle only the arguments of the constructor, with which another process opens the oracle again."""
        return type(self), (self.seconds,)

    @abstractmethod
    def completions(self, puzzle: Puzzle, deadline: Deadline) -> Iterator[Grid]:
        """Yield each completion once, in an order that depends on the puzzle only.

        A solver that may take long for one of them calls `deadline.left()` from time to time.
        """

    def solutions(self, puzzle: Puzzle) -> Iterator[Grid]:
        """Yield each completion once, as soon as it is found, in an order that depends on the puzzle only."""
        return self._first(None, puzzle, self.deadline(HOW_MANY))

    def count(self, puzzle: Puzzle, limit: int | None = 2) -> int:
        """Return the number of completions, counted up to `limit` (None: all)."""
        deadline = self.deadline(HOW_MANY)
        # Up to two completions are found faster by the kept solver.
        if limit is not None and limit <= 2:
            return len(self.find_up_to(puzzle, limit, deadline)) if limit > 0 else 0
        return sum(1 for _ in self._first(limit, puzzle, deadline))

    def is_consistent(self, puzzle: Puzzle) -> bool:
        """Return True if the puzzle has a completion."""
        return bool(self.find_up_to(puzzle, 1, self.deadline(CONSISTENT)))

    def uniqueness(self, puzzle: Puzzle) -> Uniqueness:
        """Return the answer with its witness: no grid, the only completion, or two different ones."""
        return Uniqueness(tuple(self._first(2, puzzle, self.deadline(UNIQUE))))

    def complete(self, puzzle: Puzzle, rng: np.random.Generator) -> Grid | None:
        """Return a random completion, or None if there is none.

        Digits are permuted where they are interchangeable, and random digits are added as further clues, except those
        that leave no completion.
        """
        deadline = self.deadline(CONSISTENT)

        def is_possible(asked: Puzzle) -> bool:
            return bool(self.find_up_to(asked, 1, deadline))

        # Rename the digits of the question, and name those of the answer back at the end.
        names = list(range(puzzle.layout.size + 1))
        if puzzle.layout.digits_interchangeable:
            names[1:] = (rng.permutation(puzzle.layout.size) + 1).tolist()
        renamed = Puzzle(puzzle.layout, tuple(names[digit] for digit in puzzle.clues))
        # A single completion needs no further randomness.
        if len(self.find_up_to(renamed, 2, deadline)) == 2:
            renamed = _satisfiable(renamed, _random_assumptions(renamed, rng), is_possible)
        grid = next(self._first(1, renamed, deadline), None)
        return grid and tuple(names.index(digit) for digit in grid)

    def find_up_to(self, puzzle: Puzzle, limit: int, deadline: Deadline) -> list[Grid]:
        """Return up to `limit` (1 or 2) completions, in any order; raise UndecidedError after the deadline."""
        return list(self._first(limit, puzzle, deadline))

    def deadline(self, asked: str) -> Deadline:
        """Return the deadline of a question that begins now; `asked` is its text, as for `Deadline`."""
        return Deadline(self.name, self.seconds, asked)

    def _first(self, limit: int | None, puzzle: Puzzle, deadline: Deadline) -> Iterator[Grid]:
        self.require_supported(puzzle.layout)
        with closing(self.completions(puzzle, deadline)) as shown:  # type: ignore[type-var]
            for grid in islice(shown, limit):
                deadline.left()
                yield grid


def _random_assumptions(puzzle: Puzzle, rng: np.random.Generator) -> list[tuple[int, int]]:
    """Return up to 2n random pairs (open cell, digit) that do not repeat a digit in cells that see each other."""
    layout, digits, assumptions = puzzle.layout, list(puzzle.clues), []
    open_cells = [cell for cell, digit in enumerate(digits) if not digit]
    # Assumptions that contradict each other directly would be dropped later, one query each.
    for cell in rng.permutation(open_cells)[: 2 * layout.size].tolist():
        seen = {digits[peer] for peer in layout.peers[cell]}
        free = [digit for digit in range(1, layout.size + 1) if digit not in seen]
        if free:
            digits[cell] = int(rng.choice(free))
            assumptions.append((cell, digits[cell]))
    return assumptions


def _satisfiable(puzzle: Puzzle, assumptions: list[tuple[int, int]], possible: Possible) -> Puzzle:
    """Return the puzzle with those assumptions, pairs (cell, digit), as further clues that leave a completion.

    The others are dropped by bisection; `possible` tells if a puzzle has a completion.
    """
    digits = list(puzzle.clues)
    for cell, digit in assumptions:
        digits[cell] = digit
    assumed = Puzzle(puzzle.layout, tuple(digits))
    if not assumptions or possible(assumed):
        return assumed
    # Keep what is satisfiable of the first half, and of the second half given that.
    half = len(assumptions) // 2
    if not half:
        return puzzle
    return _satisfiable(_satisfiable(puzzle, assumptions[:half], possible), assumptions[half:], possible)


MOST_QUESTIONS = 300
"""Number of questions after which a solver is replaced, since removed nogoods slow it down"""


class SolverInstance(ABC):
    """Running solver that holds the constraints of one layout, and nogoods: grids that it must not return."""

    asked = 0

    @abstractmethod
    def find(self, clues: Grid, deadline: Deadline) -> Grid | None:
        """Return a completion of the clues that is not a nogood, or None if there is none."""

    @abstractmethod
    def forbid(self, grid: Grid) -> None:
        """Make a grid a nogood, so that `find` does not return it."""

    @abstractmethod
    def clear_nogoods(self) -> None:
        """Remove all nogoods."""


class IncrementalOracle(EnumeratingOracle):
    """Oracle that keeps one solver per layout between questions; a subclass defines `encode`.

    Threads may share it: a solver is not available to others while it works, and another thread creates its own.
    """

    def __init__(self, seconds: Seconds = inf) -> None:
        super().__init__(seconds)
        self._kept: dict[Layout, SolverInstance] = {}

    @abstractmethod
    def encode(self, layout: Layout) -> SolverInstance:
        """Return a new solver that holds the layout's constraints."""

    def completions(self, puzzle: Puzzle, deadline: Deadline) -> Iterator[Grid]:
        """Yield each completion once, in an order that depends on the puzzle only."""
        first_two = self.find_up_to(puzzle, 2, deadline)
        if len(first_two) < 2:
            yield from first_two
            return
        # The order of several completions must not depend on what the kept solver has learned.
        fresh = self.encode(puzzle.layout)
        while grid := fresh.find(puzzle.clues, deadline):
            yield grid
            fresh.forbid(grid)

    def find_up_to(self, puzzle: Puzzle, limit: int, deadline: Deadline) -> list[Grid]:
        """Return up to `limit` (1 or 2) completions, in the order in which the kept solver finds them."""
        self.require_supported(puzzle.layout)
        # The solver is taken out while it works, so one that was interrupted is not used again.
        solver = self._kept.pop(puzzle.layout, None) or self.encode(puzzle.layout)
        grids: list[Grid] = []
        while len(grids) < limit and (grid := solver.find(puzzle.clues, deadline)):
            grids.append(grid)
            if len(grids) < limit:
                solver.forbid(grid)
        solver.clear_nogoods()
        solver.asked += 1
        if solver.asked < MOST_QUESTIONS:
            self._keep(puzzle.layout, solver)
        return grids

    def _keep(self, layout: Layout, solver: SolverInstance) -> None:
        # Forget the layout that was kept first.
        if len(self._kept) >= KEPT_LAYOUTS:
            del self._kept[next(iter(self._kept))]
        self._kept[layout] = solver
