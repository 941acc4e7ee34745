"""Does CP-SAT find a completion, and a second one? The reference oracle: solve, forbid, solve again.

A question goes up a ladder of *tries*, each ended by conflicts rather than by time, so that the answer never depends
on how busy the machine is. A quick try presolves without an iteration and finds a completion in half the time (on an
empty board in a twentieth), but so CP-SAT 9.15 is wrong about nogoods that are negated tables: it says that there is no
second completion where there are many. With presolve off, or on Booleans, no wrong answer was found, but over all they
take longer (docs/oracles.md). So a quick try is believed only when it shows a completion.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any, ClassVar

from ortools.sat.python import cp_model_helper

from cpgen.oracles import Uniqueness
from cpgen.oracles.cpsat_model import AllDifferent, Booleans, Model
from cpgen.oracles.cpsat_solve import Counter, Solve
from cpgen.oracles.enumerating import CONSISTENT, HOW_MANY, UNIQUE, Deadline
from cpgen.puzzle import Grid, Puzzle

if TYPE_CHECKING:
    import numpy as np

KEPT_MODELS = 16
SMALL = 25
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
    encoding: ClassVar[type[Model]] = AllDifferent

    def __init__(self, seconds: float = float("inf")) -> None:
        self.seconds = seconds
        self._model_of = lru_cache(KEPT_MODELS)(self.encoding)

    def __reduce__(self) -> tuple[Any, ...]:
        """A copy in another process builds its own models, for they cannot be pickled."""
        return type(self), (self.seconds,)

    def count(self, puzzle: Puzzle, limit: int | None = 2) -> int:
        """How many completions the puzzle has, counting no further than `limit` (None: all)."""
        if limit is None or limit > 2:
            return self._ask(puzzle, HOW_MANY).enumerate(limit).found
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
        return Uniqueness(self._two(self._ask(puzzle, UNIQUE)))

    def _two(self, question: _Question) -> tuple[Grid, ...]:
        """The first two completions, as far as there are any: solve, forbid, solve again."""
        first = question.climb((QUICK, BRIEF, THOROUGH))
        second = first and question.model.forbid(first) and question.climb((BRIEF, THOROUGH))
        return tuple(grid for grid in (first, second) if grid)

    def _ask(self, puzzle: Puzzle, asked: str) -> _Question:
        model = self._model_of(puzzle.layout)
        model.pose(puzzle.clues)
        return _Question(model, Deadline(self.name, self.seconds, asked))


class Enumerating(CpSatOracle):
    """The same model, but one search that goes on to the second completion."""

    name = "cpsat-enumerate"

    def _two(self, question: _Question) -> tuple[Grid, ...]:
        return tuple(question.model.grid(values) for values in question.enumerate(2).first)


class Boolean(CpSatOracle):
    """CP-SAT on Booleans."""

    name = "cpsat-boolean"
    encoding = Booleans


class BooleanEnumerating(Enumerating):
    """CP-SAT on Booleans, in one search that goes on to the second completion."""

    name = "cpsat-boolean-enumerate"
    encoding = Booleans


class _Question:
    """A question to a model that was posed a puzzle, with the time that is left for it."""

    def __init__(self, model: Model, deadline: Deadline) -> None:
        self.model, self.deadline = model, deadline

    def climb(self, tries: Sequence[Any], seeds: Sequence[int] = (0, 0, 0)) -> Grid | None:
        """The completion found by the first of the tries that decides, or None when there is none."""
        for parameters, seed in zip(tries, seeds, strict=False):
            response = self._run(parameters, seed)
            if response.status == OPTIMAL:
                return self.model.grid(response.solution)
            if response.status == INFEASIBLE and parameters.max_presolve_iterations:
                return None
        raise self.deadline.undecided()

    def enumerate(self, limit: int | None) -> Counter:
        """The counter that has seen the completions, no more than `limit`."""
        counter = Counter(limit)
        response = self._run(ALL, 0, counter)
        if counter.found != limit and response.status not in (OPTIMAL, INFEASIBLE):
            raise self.deadline.undecided()
        return counter

    def _run(self, parameters: Any, seed: int, counter: Counter | None = None) -> Any:
        timed = cp_model_helper.SatParameters()
        timed.copy_from(parameters)
        timed.random_seed = seed
        timed.max_time_in_seconds = self.deadline.left()
        solve = Solve(self.model.proto, timed, counter)
        is_short = self.model.size <= SMALL and parameters.max_number_of_conflicts < THOROUGH.max_number_of_conflicts
        return solve.inside() if is_short else solve.aside()
