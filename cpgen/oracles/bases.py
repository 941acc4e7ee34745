"""What oracles build on: interruption by Ctrl-C, a deadline, and two base classes.

An `EnumeratingOracle` answers all questions from one method that yields completions. An `IncrementalOracle` keeps a
solver for each layout: clues are assumptions, nogoods come and go. What such a solver has learned makes the next answer
faster, and another completion may come first. So the kept solver decides only whether there is a completion, and
another one; where there are several, a fresh solver shows them, and what is shown depends on the puzzle alone.
"""

from __future__ import annotations

from _thread import start_new_thread
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from contextlib import closing
from itertools import islice
from math import inf
from threading import Lock
from typing import TYPE_CHECKING, Any, ClassVar, TypeVar, cast

from cpgen.kernel import working_seconds
from cpgen.layout import Layout
from cpgen.oracles import KEPT_LAYOUTS, UndecidedError, Uniqueness
from cpgen.puzzle import Grid, Puzzle

if TYPE_CHECKING:
    import numpy as np


T = TypeVar("T")


def run_interruptibly(work: Callable[[], T], stop: Callable[[], object]) -> T:
    """What `work` returns or raises, from another thread; a Ctrl-C calls `stop` until it ends, and is passed on.

    A Ctrl-C may come between any two steps. So this thread shares no lock that it could hold just then, as it would
    with a future or a `Thread` that starts; and whoever is first settles whether the work begins at all.
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

    ended.acquire()
    try:
        start_new_thread(run, ())
        while not ended.acquire(timeout=0.1):  # without a timeout, Windows would not hear Ctrl-C here either
            pass
    finally:
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
    """The time for one question: which one, to which oracle, and how many seconds it has."""

    def __init__(self, oracle: str, seconds: float, asked: str) -> None:
        self.oracle, self.seconds, self.asked = oracle, seconds, asked
        self.ends = working_seconds() + seconds

    def left(self) -> float:
        """The seconds that are left; raises UndecidedError when there are none."""
        left = self.ends - working_seconds()
        if left <= 0:
            raise self.undecided()
        return left

    def stop(self) -> None:
        """Lets no time be left."""
        self.ends = -inf

    def undecided(self) -> UndecidedError:
        """The error that the time was not enough."""
        return UndecidedError(f"{self.oracle} did not decide within {self.seconds:g} s {self.asked}.")


class EnumeratingOracle(ABC):
    """Answers by `completions`, which is all that a solver must add, with at most `seconds` for one question."""

    name: ClassVar[str]

    def __init__(self, seconds: float = inf) -> None:
        self.seconds = seconds

    def __reduce__(self) -> tuple[Any, ...]:
        """A copy in another process opens its solver anew."""
        return type(self), (self.seconds,)

    @abstractmethod
    def completions(self, puzzle: Puzzle, deadline: Deadline) -> Iterator[Grid]:
        """The completions, each once, in an order that the puzzle alone decides.

        A solver that may take long for one of them asks the deadline how much time is left.
        """

    def count(self, puzzle: Puzzle, limit: int | None = 2) -> int:
        """How many completions the puzzle has, counting no further than `limit` (None: all)."""
        deadline = self.deadline(HOW_MANY)
        if limit is not None and limit <= 2:
            return len(self.few(puzzle, limit, deadline)) if limit > 0 else 0
        return sum(1 for _ in self._first(limit, puzzle, deadline))

    def is_consistent(self, puzzle: Puzzle) -> bool:
        """Whether the puzzle has a completion."""
        return bool(self.few(puzzle, 1, self.deadline(CONSISTENT)))

    def uniqueness(self, puzzle: Puzzle) -> Uniqueness:
        """Whether there is one completion, with the grids that show it."""
        return Uniqueness(tuple(self._first(2, puzzle, self.deadline(UNIQUE))))

    def complete(self, puzzle: Puzzle, rng: np.random.Generator) -> Grid | None:
        """A random completion, or None when there is none.

        The randomness is in the question: the digits are renamed, and random wishes granted where they can be.
        """
        deadline = self.deadline(CONSISTENT)
        names = [0, *(rng.permutation(puzzle.layout.size) + 1).tolist()]
        renamed = Puzzle(puzzle.layout, tuple(names[digit] for digit in puzzle.clues))
        if len(self.few(renamed, 2, deadline)) == 2:
            renamed = _granted(renamed, _wishes(renamed, rng), lambda asked: bool(self.few(asked, 1, deadline)))
        grid = next(self._first(1, renamed, deadline), None)
        return grid and tuple(names.index(digit) for digit in grid)

    def few(self, puzzle: Puzzle, limit: int, deadline: Deadline) -> list[Grid]:
        """One completion or two, as far as there are so many; which ones, nobody relies on."""
        return list(self._first(limit, puzzle, deadline))

    def deadline(self, asked: str) -> Deadline:
        """The deadline of a question that begins now."""
        return Deadline(self.name, self.seconds, asked)

    def _first(self, limit: int | None, puzzle: Puzzle, deadline: Deadline) -> Iterator[Grid]:
        with closing(self.completions(puzzle, deadline)) as shown:  # type: ignore[type-var]
            for grid in islice(shown, limit):
                deadline.left()
                yield grid


def _wishes(puzzle: Puzzle, rng: np.random.Generator) -> list[tuple[int, int]]:
    """Random cells, twice as many as the side, with random digits that no cell they see shows or wishes."""
    layout, digits, wishes = puzzle.layout, list(puzzle.clues), []
    open_cells = [cell for cell, digit in enumerate(digits) if not digit]
    for cell in rng.permutation(open_cells)[: 2 * layout.size].tolist():
        seen = {digits[peer] for peer in layout.peers[cell]}
        free = [digit for digit in range(1, layout.size + 1) if digit not in seen]
        if free:
            digits[cell] = int(rng.choice(free))
            wishes.append((cell, digits[cell]))
    return wishes


def _granted(puzzle: Puzzle, wishes: list[tuple[int, int]], possible: Possible) -> Puzzle:
    """The puzzle with the wishes as clues, one after another, as far as each leaves it a completion."""
    digits = list(puzzle.clues)
    for cell, digit in wishes:
        digits[cell] = digit
    wished = Puzzle(puzzle.layout, tuple(digits))
    if not wishes or possible(wished):
        return wished
    half = len(wishes) // 2
    return _granted(_granted(puzzle, wishes[:half], possible), wishes[half:], possible) if half else puzzle


KEPT_QUESTIONS = 300
"""A solver that was asked so often is made anew, for what it once forbade slows it down"""


class Encoded(ABC):
    """A layout in the language of a solver."""

    asked = 0

    @abstractmethod
    def find(self, clues: Grid, deadline: Deadline) -> Grid | None:
        """A completion of the clues that is not forbidden, or None."""

    @abstractmethod
    def forbid(self, grid: Grid) -> None:
        """Adds the nogood that the cells are not all as in the grid."""

    @abstractmethod
    def clear_nogoods(self) -> None:
        """Removes all nogoods."""


class IncrementalOracle(EnumeratingOracle):
    """Answers by a solver that keeps each layout; a new one adds `encode`."""

    def __init__(self, seconds: float = float("inf")) -> None:
        super().__init__(seconds)
        self._kept: dict[Layout, Encoded] = {}

    @abstractmethod
    def encode(self, layout: Layout) -> Encoded:
        """A new solver with the rules of the layout."""

    def completions(self, puzzle: Puzzle, deadline: Deadline) -> Iterator[Grid]:
        """The completions, each once, in an order that the puzzle alone decides."""
        few = self.few(puzzle, 2, deadline)
        if len(few) < 2:
            yield from few
            return
        fresh = self.encode(puzzle.layout)
        while grid := fresh.find(puzzle.clues, deadline):
            yield grid
            fresh.forbid(grid)

    def few(self, puzzle: Puzzle, limit: int, deadline: Deadline) -> list[Grid]:
        """One completion or two, as far as there are so many, that the kept solver happens to find."""
        # Taken out while it works: one that was interrupted is not asked again.
        encoded = self._kept.pop(puzzle.layout, None) or self.encode(puzzle.layout)
        found: list[Grid] = []
        while len(found) < limit and (grid := encoded.find(puzzle.clues, deadline)):
            found.append(grid)
            if len(found) < limit:
                encoded.forbid(grid)
        encoded.clear_nogoods()
        encoded.asked += 1
        if encoded.asked < KEPT_QUESTIONS:
            self._keep(puzzle.layout, encoded)
        return found

    def _keep(self, layout: Layout, encoded: Encoded) -> None:
        if len(self._kept) >= KEPT_LAYOUTS:
            del self._kept[next(iter(self._kept))]
        self._kept[layout] = encoded
