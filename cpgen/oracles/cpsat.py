"""Does CP-SAT find a completion, and a second one? The reference oracle: solve, forbid, solve again.

A layout becomes a model once: an integer a cell, an all-different constraint a house; clues are set by editing the
domains in place. A question goes up a ladder of *tries*, each ended by conflicts rather than by time, so that the
answer never depends on how busy the machine is. A quick try leaves presolve out and finds a completion in half the
time (on an empty board in a twentieth), but CP-SAT 9.15 without presolve is wrong about nogoods: it calls boards
with many completions infeasible. So a quick try is believed only when it shows a completion.
"""

from __future__ import annotations

import threading
from collections.abc import Sequence
from functools import lru_cache
from time import monotonic
from typing import TYPE_CHECKING, Any

from ortools.sat.python import cp_model, cp_model_helper

from cpgen.layout import Layout
from cpgen.oracles import UndecidedError, Uniqueness
from cpgen.puzzle import Grid, Puzzle

if TYPE_CHECKING:
    import numpy as np

KEPT_MODELS = 16
SMALL = 25
CONSISTENT = "whether the puzzle has a completion"
OPTIMAL, INFEASIBLE = cp_model_helper.CpSolverStatus.OPTIMAL, cp_model_helper.CpSolverStatus.INFEASIBLE


def _parameters(conflicts: int = 2**62, **settings: Any) -> Any:
    """The parameters that were measured fastest, with some more settings.

    With several workers an enumeration may report a solution twice. A solve that catches SIGINT itself leaves a
    handler behind that swallows every later Ctrl-C.
    """
    parameters = cp_model_helper.SatParameters()
    parameters.num_workers = 1
    parameters.catch_sigint_signal = False
    parameters.symmetry_level = parameters.cp_model_probing_level = parameters.linearization_level = 0
    parameters.max_presolve_iterations = 1
    parameters.use_sat_inprocessing = False
    parameters.max_number_of_conflicts = conflicts
    for name, value in settings.items():
        setattr(parameters, name, value)
    return parameters


FIXED = cp_model_helper.SatParameters.SearchBranching.FIXED_SEARCH
QUICK = _parameters(20, max_presolve_iterations=0)
BRIEF = _parameters(300)
THOROUGH = _parameters()
ALL = _parameters(enumerate_all_solutions=True)
QUICK_RANDOM = _parameters(30, max_presolve_iterations=0, search_branching=FIXED)
BRIEF_RANDOM = _parameters(500, search_branching=FIXED)
RANDOM_TRIES = (QUICK_RANDOM, QUICK_RANDOM, QUICK_RANDOM, BRIEF_RANDOM, THOROUGH)


class CpSatOracle:
    """The oracle by OR-Tools CP-SAT, with at most `seconds` for one question; it serves one thread at a time."""

    name = "cpsat"

    def __init__(self, seconds: float = float("inf")) -> None:
        self.seconds = seconds
        self._model_of = lru_cache(KEPT_MODELS)(_Model)

    def __reduce__(self) -> tuple[type[CpSatOracle], tuple[float]]:
        """A copy in another process builds its own models, for they cannot be pickled."""
        return type(self), (self.seconds,)

    def count(self, puzzle: Puzzle, limit: int | None = 2) -> int:
        """How many completions the puzzle has, counting no further than `limit` (None: all)."""
        if limit is None or limit > 2:
            return self._ask(puzzle, "how many completions the puzzle has").count(limit)
        if limit == 2:
            return len(self.uniqueness(puzzle).grids)
        return int(limit == 1 and self.is_consistent(puzzle))

    def complete(self, puzzle: Puzzle, rng: np.random.Generator) -> Grid | None:
        """A random completion, or None when there is none.

        The digits are renamed at random, and the cells with fewest candidates, shuffled, get random digits.
        """
        n = puzzle.layout.size
        renamed = [0, *(rng.permutation(n) + 1).tolist()]
        order = rng.permutation(n * n).tolist()
        seeds = rng.integers(2**31, size=len(RANDOM_TRIES)).tolist()
        question = self._ask(Puzzle(puzzle.layout, tuple(renamed[digit] for digit in puzzle.clues)), CONSISTENT)
        question.model.search_at_random(order)
        grid = question.climb(RANDOM_TRIES, seeds)
        return grid and tuple(renamed.index(digit) for digit in grid)

    def is_consistent(self, puzzle: Puzzle) -> bool:
        """Whether the puzzle has a completion."""
        return self._ask(puzzle, CONSISTENT).climb((QUICK, BRIEF, THOROUGH)) is not None

    def uniqueness(self, puzzle: Puzzle) -> Uniqueness:
        """Whether there is one completion, with the grids that show it."""
        question = self._ask(puzzle, "whether the puzzle has just one completion")
        first = question.climb((QUICK, BRIEF, THOROUGH))
        second = first and question.model.forbid(first) and question.climb((BRIEF, THOROUGH))
        return Uniqueness(tuple(grid for grid in (first, second) if grid))

    def _ask(self, puzzle: Puzzle, asked: str) -> _Question:
        model = self._model_of(puzzle.layout)
        model.pose(puzzle.clues)
        return _Question(model, asked, self.seconds)


class _Model:
    """The CP-SAT model of a layout, with a place for a nogood and one for a search strategy."""

    def __init__(self, layout: Layout) -> None:
        model = cp_model.CpModel()
        cells = [model.new_int_var(1, layout.size, "") for _ in range(layout.cell_count)]
        for house in layout.houses:
            model.add_all_different([cells[cell] for cell in house.cells])
        self.proto = model.proto
        self.size = layout.size
        self.nogood = self.proto.constraints.add()
        self.domains = [variable.domain for variable in self.proto.variables]
        self.clues: Sequence[int | None] = [None] * layout.cell_count

    def pose(self, clues: Grid) -> None:
        """Forgets the question before and sets the clues, editing only the cells that changed."""
        self.nogood.clear_table()
        self.proto.search_strategy.clear()
        # An interruption in the loop leaves no clue known, so that the next question sets all domains.
        before, self.clues = self.clues, [None] * len(clues)
        for domain, old, digit in zip(self.domains, before, clues, strict=True):
            if old != digit:
                domain[0], domain[1] = digit or 1, digit or self.size
        self.clues = clues

    def forbid(self, grid: Grid) -> bool:
        """Adds the nogood that the open cells are not all as in the grid; says whether there are open cells."""
        cells = [cell for cell, digit in enumerate(self.clues) if not digit]
        self.nogood.table.negated = True
        self.nogood.table.vars.extend(cells)
        self.nogood.table.values.extend([grid[cell] for cell in cells])
        return bool(cells)

    def search_at_random(self, order: Sequence[int]) -> None:
        """Adds the strategy of random digits in the cells with fewest candidates, the earliest in `order` first."""
        strategy = self.proto.search_strategy.add()
        strategy.variables.extend(order)
        strategy.variable_selection_strategy = strategy.CHOOSE_MIN_DOMAIN_SIZE
        strategy.domain_reduction_strategy = strategy.SELECT_RANDOM_HALF


class _Question:
    """A question to a model that was posed a puzzle, with the time that is left for it."""

    def __init__(self, model: _Model, asked: str, seconds: float) -> None:
        self.model, self.asked, self.seconds = model, asked, seconds
        self.deadline = monotonic() + seconds

    def climb(self, tries: Sequence[Any], seeds: Sequence[int] = (0, 0, 0)) -> Grid | None:
        """The completion found by the first of the tries that decides, or None when there is none."""
        for parameters, seed in zip(tries, seeds, strict=False):
            response = self._run(parameters, seed)
            if response.status == OPTIMAL:
                return tuple(response.solution)
            if response.status == INFEASIBLE and parameters.max_presolve_iterations:
                return None
        raise self._undecided()

    def count(self, limit: int | None) -> int:
        """How many completions there are, counting no further than `limit`."""
        counter = _Counter(limit)
        response = self._run(ALL, 0, counter)
        if counter.found != limit and response.status not in (OPTIMAL, INFEASIBLE):
            raise self._undecided()
        return counter.found

    def _run(self, parameters: Any, seed: int, counter: _Counter | None = None) -> Any:
        timed = cp_model_helper.SatParameters()
        timed.copy_from(parameters)
        timed.random_seed = seed
        timed.max_time_in_seconds = max(0.0, self.deadline - monotonic())
        solve = _Solve(self.model.proto, timed, counter)
        is_short = self.model.size <= SMALL and parameters.max_number_of_conflicts < THOROUGH.max_number_of_conflicts
        return solve.inside() if is_short else solve.aside()

    def _undecided(self) -> UndecidedError:
        return UndecidedError(f"cpsat did not decide within {self.seconds:g} s {self.asked}.")


class _Counter(cp_model_helper.SolutionCallback):
    """Counts the solutions of an enumeration and stops it at the limit."""

    def __init__(self, limit: int | None) -> None:
        super().__init__()
        self.limit, self.found = limit, 0

    def OnSolutionCallback(self) -> None:  # noqa: N802
        """Counts one solution more; the name is CP-SAT's."""
        self.found += 1
        if self.found == self.limit:
            self.StopSearch()


class _Solve:
    """One solve, with a wrapper of its own: a second solve with the same one aborts the process."""

    def __init__(self, proto: Any, parameters: Any, counter: _Counter | None) -> None:
        self.proto, self.response, self.done = proto, None, threading.Event()
        self.wrapper: Any = cp_model_helper.SolveWrapper()
        self.wrapper.set_parameters(parameters)
        if counter:
            self.wrapper.add_solution_callback(counter)

    def inside(self) -> Any:
        """CP-SAT's response, from this thread: no Ctrl-C is heard before it is there."""
        try:
            self.response = self.wrapper.solve(self.proto)
        finally:
            self.done.set()
        return self.response

    def aside(self) -> Any:
        """CP-SAT's response, from another thread; a Ctrl-C stops the search before it is passed on.

        An event tells the end, since Ctrl-C makes `Thread.join` take a running thread for a dead one.
        """
        threading.Thread(target=self.inside, daemon=True).start()
        try:
            while not self.done.wait(0.1):  # without a timeout, Windows would not hear Ctrl-C here either
                pass
        finally:
            while not self.done.is_set():
                self.wrapper.stop_search()
                self.done.wait(0.01)
        return self.response
