"""Oracle `bitset`, the fastest: a depth-first search on masks of candidates, for layouts of up to 36 digits."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from threading import RLock
from typing import Any

import numpy as np

from cpgen.engine.search import continue_search, count_completions, new_search
from cpgen.engine.tables import engine_tables
from cpgen.kernel import random_state
from cpgen.kernel.compiler import CompiledEntry
from cpgen.layout import Layout
from cpgen.oracles import KEPT_LAYOUTS, Oracle, Seconds, UndecidedError, Uniqueness
from cpgen.oracles.bases import CONSISTENT, HOW_MANY, Deadline
from cpgen.puzzle import Grid, Puzzle

ORDERED_AFTER = 64
"""Branches of a random search, per digit of the board, from which an ordered search is tried, too

The ordered search may prove sooner that there is no completion.
"""
NO_LIMIT = 2**62
LISTED = 4
"""Largest side on which a random completion is chosen from all grids"""
EFFORT = 300
"""Branches after which an oracle with an effort limit gives up"""


class BitsetOracle(Oracle):
    """Oracle `bitset`, by the engine's search, with at most `seconds` per question.

    Threads may share it; they take turns. With `effort`, it raises UndecidedError after that number of branches,
    whatever the speed of the machine.
    """

    name = "bitset"

    def __init__(self, seconds: Seconds = float("inf"), effort: int | None = None) -> None:
        self.seconds, self.effort = seconds, effort
        self._boards: dict[Layout, _Board] = {}
        self._lock = RLock()

    def with_effort_limit(self) -> BitsetOracle:
        """Return a variant of the oracle that raises UndecidedError after EFFORT branches."""
        return type(self)(self.seconds, EFFORT)

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle only the arguments of the constructor, with which another process opens the oracle again."""
        return type(self), (self.seconds, self.effort)

    def count(self, puzzle: Puzzle, limit: int | None = 2) -> int:
        """Return the number of completions, counted up to `limit` (None: all)."""
        if limit is not None and limit <= 0:
            return 0
        with self._lock:
            return self._count(self._board(puzzle.layout), puzzle, NO_LIMIT if limit is None else limit)

    def counts(self, puzzle: Puzzle) -> Iterator[int]:
        """Yield the number of completions found so far, from time to time.

        The last number is that of all completions.
        """
        # The search lies idle while the caller looks at a number, so it has memory of its own.
        return self._counts(_Board(puzzle.layout), puzzle, NO_LIMIT)

    def is_consistent(self, puzzle: Puzzle) -> bool:
        """Return True if the puzzle has a completion."""
        return self.count(puzzle, 1) == 1

    def uniqueness(self, puzzle: Puzzle) -> Uniqueness:
        """Return the answer with its witness: no grid, the only completion, or two different ones."""
        with self._lock:
            board = self._board(puzzle.layout)
            number_found = self._count(board, puzzle, 2)
            return Uniqueness(tuple([board.grid(number) for number in range(number_found)]))

    def complete(self, puzzle: Puzzle, rng: np.random.Generator) -> Grid | None:
        """Return a random completion, or None if there is none.

        On boards up to 4×4, all completions are equally likely. On larger ones, a few random searches are very long, so
        a search is restarted with twice the limit of branches when it reaches its limit. Once the limit is large, an
        ordered search finds out whether there is a completion at all.
        """
        if puzzle.layout.size <= LISTED:
            grids, given = all_grids(puzzle.layout), np.array(puzzle.clues)
            fitting = grids[((given == 0) | (grids == given)).all(axis=1)]
            return tuple(fitting[rng.integers(len(fitting))].tolist()) if len(fitting) else None
        deadline, size = Deadline(self.name, self.seconds, CONSISTENT), puzzle.layout.size
        # Begin with 4n branches, doubled at every restart.
        with self._lock:
            board = self._board(puzzle.layout)
            board.search.random[:] = random_state(rng)
            branches, is_feasible = 4 * size, False
            while not self._search(board, puzzle, branches, deadline, shuffled=True):
                if self.effort and branches >= self.effort:
                    raise _undecided(f"within {self.effort} branches", 0)
                branches *= 2
                # An ordered search proves infeasibility sooner; once it has found a completion, it is not repeated.
                if not is_feasible and branches >= ORDERED_AFTER * size:
                    if self._search(board, puzzle, branches, deadline) and not board.status.found:
                        return None
                    is_feasible = bool(board.status.found)
            return board.grid(0) if board.status.found else None

    def _search(self, board: _Board, puzzle: Puzzle, branches: int, deadline: Deadline, shuffled: bool = False) -> bool:
        """Search for one completion; return True if the search is finished, False at the limit of branches.

        `shuffled` chooses digits at random.
        """
        board.status.shuffled, board.status.chooses = shuffled, False
        # Compiled code runs in steps, between which the deadline is checked.
        step = min(branches, board.step(count_completions))
        count_completions(board.search, _clues(puzzle), 1, step)
        while not board.status.finished and branches > step:
            deadline.left()
            branches -= step
            step = min(branches, board.step(continue_search))
            continue_search(board.search, 1, step)
        return bool(board.status.finished)

    def _count(self, board: _Board, puzzle: Puzzle, limit: int) -> int:
        found = 0
        for found in self._counts(board, puzzle, limit):  # noqa: B007
            pass
        return found

    def _counts(self, board: _Board, puzzle: Puzzle, limit: int) -> Iterator[int]:
        deadline = Deadline(self.name, self.seconds, HOW_MANY)
        board.status.shuffled, board.status.chooses = False, board.has_few_choices
        # With an effort limit there is one step, whose length does not depend on the machine.
        step = self.effort or board.step(count_completions)
        found = count_completions(board.search, _clues(puzzle), limit, step)
        while not board.status.finished:
            if self.effort:
                raise _undecided(f"within {self.effort} branches", found)
            yield found
            try:
                deadline.left()
            except UndecidedError:
                raise _undecided(f"within {deadline.seconds:g} s", found) from None
            found = continue_search(board.search, limit, board.step(continue_search))
        yield found

    def _board(self, layout: Layout) -> _Board:
        if layout not in self._boards:
            # Forget the layout that was used first: a dictionary keeps the order of insertion.
            if len(self._boards) == KEPT_LAYOUTS:
                del self._boards[next(iter(self._boards))]
            self._boards[layout] = _Board(layout)
        return self._boards[layout]


@lru_cache(KEPT_LAYOUTS)
def all_grids(layout: Layout) -> np.ndarray:
    """Return all grids of a layout as an array [K, N] uint8; for boards up to 4×4, which have at most 576."""
    grids: list[Grid] = [()]
    # Extend the partial grids cell by cell with each digit that no earlier cell excludes.
    for cell in range(layout.cell_count):
        before, digits = [peer for peer in layout.peers[cell] if peer < cell], range(1, layout.size + 1)
        grids = [(*grid, digit) for grid in grids for digit in digits if all(grid[peer] != digit for peer in before)]
    grids = [grid for grid in grids if all(one.is_satisfied(grid, layout) for one in layout.further)]
    return np.array(grids, np.uint8).reshape(-1, layout.cell_count)


def _undecided(bound: str, found: int) -> UndecidedError:
    question = ["a completion", "a second completion"][found] if found < 2 else f"more than {found} completions"
    return UndecidedError(f"bitset did not decide {bound} whether the puzzle has {question}.")


def _clues(puzzle: Puzzle) -> np.ndarray:
    return np.frombuffer(bytearray(puzzle.clues), np.uint8)


class _Board:
    """Memory of the search on one layout, reused for each question."""

    def __init__(self, layout: Layout) -> None:
        self.size = layout.size
        tables = engine_tables(layout)
        alternatives = tables.further.alternatives.tops[0]
        self.search, self.has_few_choices = new_search(tables), bool(alternatives.number and alternatives.few)
        self.status = self.search.status[0]

    def step(self, entry: CompiledEntry[Any, int]) -> int:
        """Return the number of branches to search between two checks of the deadline, a moment on any board."""
        return max(1, entry.share(100_000_000) // self.size**4)

    def grid(self, number: int) -> Grid:
        """Return the first (`number` 0) or second (1) completion found by the last search."""
        return tuple(self.search.solutions[number].tobytes())
