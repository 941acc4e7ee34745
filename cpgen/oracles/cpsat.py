"""The reference oracle, OR-Tools CP-SAT: solve, forbid the solution, solve again.

A puzzle is posed in the encoding that decides it sooner. With many clues that is an integer a cell, of which presolve
leaves next to nothing; with few it is a Boolean a cell and digit, without presolve, which takes a half of the time on
minimal puzzles, and a tenth on empty boards (docs/oracles.md). A layout is modelled once in each. Clues are set by
editing the domains of the variables in place, which takes half the time of a new model.

A question goes through a list of *tries*, each ended by conflicts rather than by time, so that the answer never depends
on how busy the machine is. A quick try on integers presolves without an iteration, but so CP-SAT 9.15 is wrong about
nogoods that are negated tables: it says that there is no second completion where there are many. So it only looks for
a first completion, and is believed only when it shows one.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from copy import copy
from functools import cached_property, lru_cache
from math import log, sqrt
from typing import TYPE_CHECKING, Any, ClassVar

from ortools.sat.python import cp_model_helper

from cpgen.layout import Layout
from cpgen.oracles import KEPT_LAYOUTS, Uniqueness
from cpgen.oracles.bases import CONSISTENT, HOW_MANY, UNIQUE, Deadline, run_interruptibly
from cpgen.puzzle import Grid, Puzzle

if TYPE_CHECKING:
    import numpy as np


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


OPTIMAL, INFEASIBLE = cp_model_helper.CpSolverStatus.OPTIMAL, cp_model_helper.CpSolverStatus.INFEASIBLE
QUICK = _parameters(20, max_presolve_iterations=0)
BRIEF, THOROUGH = _parameters(300), _parameters()
PLAIN: Mapping[str, Any] = {"cp_model_presolve": False}
RANDOM: Mapping[str, Any] = {
    "initial_polarity": cp_model_helper.SatParameters.Polarity.POLARITY_RANDOM,
    "preferred_variable_order": cp_model_helper.SatParameters.VariableOrder.IN_RANDOM_ORDER,
}
PLAIN_TRIES = _parameters(1000, **PLAIN), _parameters(**PLAIN)
RANDOM_TRIES = _parameters(1000, **PLAIN, **RANDOM), _parameters(**PLAIN, **RANDOM)


class Model(ABC):
    """The CP-SAT model of a layout."""

    first_tries: ClassVar[Sequence[Any]]
    """The parameters of the tries for a first completion"""
    tries: ClassVar[Sequence[Any]]
    """Those for another one"""

    def __init__(self, layout: Layout) -> None:
        self.size = layout.size
        self.proto = cp_model_helper.CpModelProto()
        self.proto.copy_from(_rules(type(self), layout))
        self.nogood = self.proto.constraints.add()
        self.domains = [variable.domain for variable in self.proto.variables]
        self.clues: Sequence[int | None] = [None] * layout.cell_count

    @staticmethod
    @abstractmethod
    def rules(layout: Layout) -> Any:
        """The rules of the layout."""

    @abstractmethod
    def say(self, cell: int, before: int | None, digit: int) -> None:
        """Sets the domains of a cell to a digit, or to all when it is 0; `before` is what was said before, if known."""

    @abstractmethod
    def grid(self, values: Sequence[int]) -> Grid:
        """The grid that the values of the variables mean."""

    @abstractmethod
    def take_out(self, cell: int, digit: int) -> None:
        """Takes a digit out of the domains of an open cell, until the cell is said anew."""

    @abstractmethod
    def forbid(self, grid: Grid, cells: Sequence[int]) -> None:
        """Adds the nogood that these cells, one or more, are not all as in the grid."""

    @abstractmethod
    def clear_nogoods(self) -> None:
        """Removes the nogood."""

    def exclude(self, cell: int, digit: int) -> None:
        """Lets an open cell hold any digit but one, for this question."""
        self.clues = [*self.clues[:cell], None, *self.clues[cell + 1 :]]
        self.take_out(cell, digit)

    def pose(self, clues: Grid) -> None:
        """Forgets the question before and sets the clues, editing only the cells that changed."""
        self.clear_nogoods()
        # An interruption in the loop leaves no clue known, so that the next question sets all domains.
        before, self.clues = self.clues, [None] * len(clues)
        for cell, (old, digit) in enumerate(zip(before, clues, strict=True)):
            if old != digit:
                self.say(cell, old, digit)
        self.clues = clues

    @property
    def open_cells(self) -> list[int]:
        """The cells without a clue."""
        return [cell for cell, digit in enumerate(self.clues) if not digit]


@lru_cache(KEPT_LAYOUTS)
def _rules(encoding: type[Model], layout: Layout) -> Any:
    """The rules of a layout in an encoding, to be copied: the copy takes a tenth of the time."""
    return encoding.rules(layout)


def _variables(count: int, least: int, most: int) -> Any:
    """A model of so many variables, without `cp_model`: importing that, and so pandas, takes 0.3 s more."""
    proto = cp_model_helper.CpModelProto()
    for _ in range(count):
        proto.variables.add().domain.extend([least, most])
    return proto


class AllDifferent(Model):
    """An integer a cell, an all-different constraint a house, a negated table for the nogood."""

    first_tries, tries = (QUICK, BRIEF, THOROUGH), (BRIEF, THOROUGH)

    @staticmethod
    def rules(layout: Layout) -> Any:
        """The rules of the layout."""
        proto = _variables(layout.cell_count, 1, layout.size)
        for house in layout.houses:
            expressions = proto.constraints.add().all_diff.exprs
            for cell in house.cells:
                expression = expressions.add()
                expression.vars.append(cell)
                expression.coeffs.append(1)
        return proto

    def say(self, cell: int, before: int | None, digit: int) -> None:
        """Sets the domain of a cell to a digit, or to all when it is 0."""
        self.domains[cell].clear()
        self.domains[cell].extend((digit or 1, digit or self.size))

    def take_out(self, cell: int, digit: int) -> None:
        """Takes a digit out of the domain of an open cell, until the cell is said anew."""
        spans = (1, digit - 1), (digit + 1, self.size)
        self.domains[cell].clear()
        self.domains[cell].extend([bound for span in spans if span[0] <= span[1] for bound in span])

    def grid(self, values: Sequence[int]) -> Grid:
        """The grid that the values of the variables mean."""
        return tuple(values)

    def forbid(self, grid: Grid, cells: Sequence[int]) -> None:
        """Adds the nogood that these cells, one or more, are not all as in the grid."""
        self.nogood.table.negated = True
        self.nogood.table.vars.extend(cells)
        self.nogood.table.values.extend([grid[cell] for cell in cells])

    def clear_nogoods(self) -> None:
        """Removes the nogood."""
        self.nogood.clear_table()


class Booleans(Model):
    """A Boolean a cell and digit, exactly one true in a cell, and for a digit in a house; a clause for the nogood."""

    first_tries = tries = PLAIN_TRIES

    @staticmethod
    def rules(layout: Layout) -> Any:
        """The rules of the layout."""
        n = layout.size
        proto = _variables(n * layout.cell_count, 0, 1)
        for cell in range(layout.cell_count):
            proto.constraints.add().exactly_one.literals.extend(range(cell * n, cell * n + n))
        for house in layout.houses:
            for digit in range(n):
                proto.constraints.add().exactly_one.literals.extend([cell * n + digit for cell in house.cells])
        return proto

    def say(self, cell: int, before: int | None, digit: int) -> None:
        """Sets the domains of a cell to a digit, or to all when it is 0; `before` is what was said before, if known."""
        first = cell * self.size
        if before is None:
            for domain in self.domains[first : first + self.size]:
                domain[0], domain[1] = 0, 1
        elif before:
            self.domains[first + before - 1][0] = 0
        if digit:
            self.domains[first + digit - 1][0] = 1

    def take_out(self, cell: int, digit: int) -> None:
        """Takes a digit out of the domains of an open cell, until the cell is said anew."""
        self.domains[cell * self.size + digit - 1][1] = 0

    def grid(self, values: Sequence[int]) -> Grid:
        """The grid that the values of the variables mean."""
        n = self.size
        return tuple([number % n + 1 for number, value in enumerate(values) if value])

    def forbid(self, grid: Grid, cells: Sequence[int]) -> None:
        """Adds the nogood that these cells, one or more, are not all as in the grid."""
        # The literal −v − 1 is the negation of variable v.
        self.nogood.bool_or.literals.extend([-(cell * self.size + grid[cell]) for cell in cells])

    def clear_nogoods(self) -> None:
        """Removes the nogood."""
        self.nogood.clear_bool_or()


class Counter(cp_model_helper.SolutionCallback):
    """Counts the solutions of an enumeration, keeps the first two, and stops it at the limit."""

    def __init__(self, limit: int | None) -> None:
        super().__init__()
        self.limit, self.found = limit, 0
        self.first: list[list[int]] = []

    def OnSolutionCallback(self) -> None:  # noqa: N802
        """Counts one solution more; the name is CP-SAT's."""
        self.found += 1
        if self.found <= 2:
            self.first.append(list(self.Response().solution))  # type: ignore[no-untyped-call]
        if self.found == self.limit:
            self.StopSearch()


class Solve:
    """One solve, with a wrapper of its own: a second solve with the same one aborts the process.

    `CpSolver.solve` takes as long (1.7 ms for a 9×9 puzzle, the median of 200), but its `stop_search` does nothing
    before the solve has begun, so that a Ctrl-C at that moment is lost. The wrapper stops then, too.
    """

    def __init__(self, proto: Any, parameters: Any, counter: Counter | None) -> None:
        self.proto = proto
        self.wrapper: Any = cp_model_helper.SolveWrapper()
        self.wrapper.set_parameters(parameters)
        if counter:
            self.wrapper.add_solution_callback(counter)

    def run(self) -> Any:
        """CP-SAT's response, from this thread: no Ctrl-C is heard before it is there."""
        return self.wrapper.solve(self.proto)

    def run_interruptibly(self) -> Any:
        """CP-SAT's response, from another thread; a Ctrl-C stops the search before it is passed on."""
        return run_interruptibly(self.run, self.wrapper.stop_search)


LARGE = 25
"""The side of the largest boards on which a try that ends by conflicts is over at once"""


def encoding_for(puzzle: Puzzle) -> type[Model]:
    """The encoding in which a puzzle is decided sooner."""
    is_few = puzzle.clue_count < _many_clues(puzzle.layout) * len(puzzle.clues)
    return Booleans if is_few else AllDifferent


@lru_cache(KEPT_LAYOUTS)
def _many_clues(layout: Layout) -> float:
    """The share of cells from which on clues are many: those that leave an open cell some 1.4 √n of n candidates.

    Among p cells that it sees are as many clues, by their share s, as leave n exp(−sp/n). So measured on twelve layouts
    from 4×4 to 25×25, with and without boxes, to 0.03.
    """
    n, peers = layout.size, sum(map(len, layout.peers)) / layout.cell_count
    return n / peers * log(sqrt(n) / 1.4)


class CpSatOracle:
    """The oracle by OR-Tools CP-SAT, with at most `seconds` for one question; it serves one thread at a time.

    A brief one is undecided about one or two completions after 1,000 conflicts on Booleans, or 300 on integers: it
    leaves out the last try.
    """

    name = "cpsat"
    encoding: ClassVar[type[Model] | None] = None
    """The encoding of all puzzles, or None where each has the one that decides it sooner"""

    def __init__(self, seconds: float = float("inf"), is_brief: bool = False) -> None:
        self.seconds, self.is_brief = seconds, is_brief
        self._model_of = lru_cache(2 * KEPT_LAYOUTS)(lambda encoding, layout: encoding(layout))

    @cached_property
    def brief(self) -> CpSatOracle:
        """The same oracle, but brief."""
        brief = copy(self)
        brief.is_brief = True
        return brief

    def __reduce__(self) -> tuple[Any, ...]:
        """A copy in another process builds its own models, for they cannot be pickled."""
        return type(self), (self.seconds, self.is_brief)

    def count(self, puzzle: Puzzle, limit: int | None = 2) -> int:
        """How many completions the puzzle has, counting no further than `limit` (None: all)."""
        if limit is None or limit > 2:
            return self._ask(puzzle, HOW_MANY).enumerate(limit).found
        if limit == 2:
            return len(self.uniqueness(puzzle).grids)
        return int(limit == 1 and self.is_consistent(puzzle))

    def complete(self, puzzle: Puzzle, rng: np.random.Generator) -> Grid | None:
        """A random completion, or None when there is none; variables and the values that they try first are random."""
        seeds = rng.integers(2**31, size=len(RANDOM_TRIES)).tolist()
        return self._ask(puzzle, CONSISTENT, Booleans).climb(RANDOM_TRIES, seeds)

    def is_consistent(self, puzzle: Puzzle) -> bool:
        """Whether the puzzle has a completion."""
        question = self._ask(puzzle, CONSISTENT)
        return question.solved(question.model.first_tries) is not None

    def uniqueness(self, puzzle: Puzzle) -> Uniqueness:
        """Whether there is one completion, with the grids that show it."""
        return Uniqueness(self._two(self._ask(puzzle, UNIQUE)))

    def another(self, puzzle: Puzzle, known: Grid, among: Sequence[int] = ()) -> Grid | None:
        """A completion that differs from one that is known, in one of the cells `among` if any; None: there is none.

        Of some cells one after another is tried, those before it as they are known: another domain is sooner decided
        than a nogood.
        """
        if not among:
            return self._ask(puzzle, UNIQUE).another(known)
        clues = list(puzzle.clues)
        for cell in among:
            other = self._ask(Puzzle(puzzle.layout, tuple(clues)), UNIQUE).another_in(cell, known[cell])
            if other:
                return other
            clues[cell] = known[cell]
        return None

    def _two(self, question: _Question) -> tuple[Grid, ...]:
        """The first two completions, as far as there are any: solve, forbid, solve again."""
        first = question.first()
        second = first and question.another(first)
        return tuple(grid for grid in (first, second) if grid)

    def _ask(self, puzzle: Puzzle, asked: str, encoding: type[Model] | None = None) -> _Question:
        model = self._model_of(encoding or self.encoding or encoding_for(puzzle), puzzle.layout)
        model.pose(puzzle.clues)
        return _Question(model, Deadline(self.name, self.seconds, asked), self.is_brief)


class Enumerating(CpSatOracle):
    """The same model, but one search that goes on to the second completion."""

    name = "cpsat-enumerate"

    def _two(self, question: _Question) -> tuple[Grid, ...]:
        return tuple(question.model.grid(values) for values in question.enumerate(2).first)


class Boolean(CpSatOracle):
    """CP-SAT on Booleans alone."""

    name = "cpsat-boolean"
    encoding = Booleans


class BooleanEnumerating(Enumerating):
    """CP-SAT on Booleans alone, in one search that goes on to the second completion."""

    name = "cpsat-boolean-enumerate"
    encoding = Booleans


class _Question:
    """A question to a model that was posed a puzzle, with the time that is left for it."""

    def __init__(self, model: Model, deadline: Deadline, is_brief: bool) -> None:
        self.model, self.deadline, self.is_brief = model, deadline, is_brief

    def solved(self, tries: Sequence[Any], seeds: Sequence[int] = (0, 0, 0)) -> Any:
        """The response with a completion, of the first of the tries that decides, or None when there is none."""
        for parameters, seed in zip(tries[: -1 if self.is_brief else None], seeds, strict=False):
            response = self._run(parameters, seed)
            if response.status == OPTIMAL:
                return response
            if response.status == INFEASIBLE and parameters is not QUICK:
                return None
        raise self.deadline.undecided()

    def climb(self, tries: Sequence[Any], seeds: Sequence[int] = (0, 0, 0)) -> Grid | None:
        """The completion found by the first of the tries that decides, or None when there is none."""
        response = self.solved(tries, seeds)
        return response and self.model.grid(response.solution)

    def first(self) -> Grid | None:
        """A completion, or None when there is none."""
        return self.climb(self.model.first_tries)

    def another(self, grid: Grid) -> Grid | None:
        """A completion that is not this one, or None when there is none."""
        cells = self.model.open_cells
        if not cells:
            return None
        self.model.forbid(grid, cells)
        return self.climb(self.model.tries)

    def another_in(self, cell: int, digit: int) -> Grid | None:
        """A completion with another digit than this in an open cell, or None when there is none."""
        self.model.exclude(cell, digit)
        return self.climb(self.model.tries)

    def enumerate(self, limit: int | None) -> Counter:
        """The counter that has seen the completions, no more than `limit`."""
        counter = Counter(limit)
        response = self._run(self.model.tries[-1], 0, counter)
        if counter.found != limit and response.status not in (OPTIMAL, INFEASIBLE):
            raise self.deadline.undecided()
        return counter

    def _run(self, parameters: Any, seed: int, counter: Counter | None = None) -> Any:
        timed = cp_model_helper.SatParameters()
        timed.copy_from(parameters)
        timed.random_seed = seed
        timed.max_time_in_seconds = self.deadline.left()
        timed.enumerate_all_solutions = counter is not None
        solve = Solve(self.model.proto, timed, counter)
        is_short = self.model.size <= LARGE and parameters.max_number_of_conflicts < THOROUGH.max_number_of_conflicts
        return solve.run() if is_short else solve.run_interruptibly()
