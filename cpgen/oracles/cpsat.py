"""The reference oracle, OR-Tools CP-SAT: solve, forbid the solution, solve again.

A question goes through a list of *tries*, each ended by conflicts rather than by time, so that the answer never depends
on how busy the machine is. A quick try presolves without an iteration and finds a completion in half the time (on an
empty board in a twentieth), but so CP-SAT 9.15 is wrong about nogoods that are negated tables: it says that there is no
second completion where there are many. With presolve off, or on Booleans, no wrong answer was found, but over all they
take longer (docs/oracles.md). So a quick try is believed only when it shows a completion.

Random completions of boards up to 9×9 are searched for in a random order. On larger ones quick tries on a model whose
variables are shuffled come first: on an empty 16×16 board they take a fifth of the time.

A layout is modelled once, in one of two encodings. Clues are set by editing the domains of the variables in place,
which takes half the time of a new model.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from copy import copy
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, Any, ClassVar

from ortools.sat.python import cp_model_helper

from cpgen.layout import Layout
from cpgen.oracles import KEPT_LAYOUTS, Uniqueness
from cpgen.oracles.bases import CONSISTENT, HOW_MANY, UNIQUE, Deadline, run_interruptibly
from cpgen.puzzle import Grid, Puzzle

if TYPE_CHECKING:
    import numpy as np


class Model(ABC):
    """The CP-SAT model of a layout."""

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
    def say(self, cell: int, digit: int) -> None:
        """Sets the domains of a cell that holds a digit, or any when it is 0."""

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

    @abstractmethod
    def search_at_random(self, order: Sequence[int]) -> None:
        """Adds a strategy of random choices, in which the earliest cells in `order` come first."""

    def exclude(self, cell: int, digit: int) -> None:
        """Lets an open cell hold any digit but one, for this question."""
        self.clues = [*self.clues[:cell], None, *self.clues[cell + 1 :]]
        self.take_out(cell, digit)

    def pose(self, clues: Grid) -> None:
        """Forgets the question before and sets the clues, editing only the cells that changed."""
        self.clear_nogoods()
        self.proto.search_strategy.clear()
        # An interruption in the loop leaves no clue known, so that the next question sets all domains.
        before, self.clues = self.clues, [None] * len(clues)
        for cell, (old, digit) in enumerate(zip(before, clues, strict=True)):
            if old != digit:
                self.say(cell, digit)
        self.clues = clues

    @property
    def share_of_clues(self) -> float:
        """The share of cells that have a clue."""
        return 1 - len(self.open_cells) / len(self.clues)

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

    def say(self, cell: int, digit: int) -> None:
        """Sets the domain of a cell that holds a digit, or any when it is 0."""
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

    def search_at_random(self, order: Sequence[int]) -> None:
        """Adds the strategy of random digits in the cells with fewest candidates, the earliest in `order` first."""
        strategy = self.proto.search_strategy.add()
        strategy.variables.extend(order)
        strategy.variable_selection_strategy = strategy.CHOOSE_MIN_DOMAIN_SIZE
        strategy.domain_reduction_strategy = strategy.SELECT_RANDOM_HALF


class Booleans(Model):
    """A Boolean a cell and digit, exactly one true in a cell, and for a digit in a house; a clause for the nogood."""

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

    def say(self, cell: int, digit: int) -> None:
        """Sets the domains of a cell that holds a digit, or any when it is 0."""
        for other, domain in enumerate(self.domains[cell * self.size : (cell + 1) * self.size], 1):
            domain[0], domain[1] = int(other == digit), int(digit in (0, other))

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

    def search_at_random(self, order: Sequence[int]) -> None:
        """Adds the strategy of one cell after another, each trying its digits from another one on."""
        n, strategy = self.size, self.proto.search_strategy.add()
        strategy.variables.extend([cell * n + (cell + turn) % n for cell in order for turn in range(n)])
        strategy.variable_selection_strategy = strategy.CHOOSE_FIRST
        strategy.domain_reduction_strategy = strategy.SELECT_MAX_VALUE


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


SMALL, MEDIUM, LARGE = 9, 12, 25
"""The sides of the largest boards that are called so"""
SHUFFLES = 2
"""Quick tries for a random completion of a board that is not small"""
FEW_CLUES = 0.15
"""The largest share of cells that are clues with which quick tries find completions of larger boards"""
MANY_CLUES = 0.4
"""The share of cells that are clues in a puzzle which is likely to have one solution, whichever of them goes"""
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
SHUFFLED = _parameters(
    60, max_presolve_iterations=0, permute_variable_randomly=True, permute_presolve_constraint_order=True
)
RANDOM_TRIES = (QUICK_RANDOM, QUICK_RANDOM, QUICK_RANDOM, BRIEF_RANDOM, THOROUGH)
LARGE_RANDOM_TRIES = (BRIEF_RANDOM, THOROUGH)


class CpSatOracle:
    """The oracle by OR-Tools CP-SAT, with at most `seconds` for one question; it serves one thread at a time.

    A brief one is undecided about one or two completions after some hundred conflicts: it leaves out the last try.
    """

    name = "cpsat"
    encoding: ClassVar[type[Model]] = AllDifferent

    def __init__(self, seconds: float = float("inf"), is_brief: bool = False) -> None:
        self.seconds, self.is_brief = seconds, is_brief
        self._model_of = lru_cache(KEPT_LAYOUTS)(self.encoding)

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
        """A random completion, or None when there is none.

        The digits are renamed at random, and the cells with fewest candidates, shuffled, get random digits.
        """
        n = puzzle.layout.size
        renamed = [0, *(rng.permutation(n) + 1).tolist()]
        order = rng.permutation(n * n).tolist()
        seeds = rng.integers(2**31, size=len(RANDOM_TRIES)).tolist()
        question = self._ask(Puzzle(puzzle.layout, tuple(renamed[digit] for digit in puzzle.clues)), CONSISTENT)
        grid = question.shuffled(seeds[:SHUFFLES]) if n > SMALL else None
        if not grid:
            question.model.search_at_random(order)
            grid = question.climb(LARGE_RANDOM_TRIES if n > SMALL else RANDOM_TRIES, seeds)
        return grid and tuple(renamed.index(digit) for digit in grid)

    def is_consistent(self, puzzle: Puzzle) -> bool:
        """Whether the puzzle has a completion."""
        return self._ask(puzzle, CONSISTENT).first() is not None

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

    def _ask(self, puzzle: Puzzle, asked: str) -> _Question:
        model = self._model_of(puzzle.layout)
        model.pose(puzzle.clues)
        return _Question(model, Deadline(self.name, self.seconds, asked), self.is_brief)


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

    def __init__(self, model: Model, deadline: Deadline, is_brief: bool) -> None:
        self.model, self.deadline, self.is_brief = model, deadline, is_brief

    def climb(self, tries: Sequence[Any], seeds: Sequence[int] = (0, 0, 0)) -> Grid | None:
        """The completion found by the first of the tries that decides, or None when there is none."""
        for parameters, seed in zip(tries[: -1 if self.is_brief else None], seeds, strict=False):
            response = self._run(parameters, seed)
            if response.status == OPTIMAL:
                return self.model.grid(response.solution)
            if response.status == INFEASIBLE and parameters.max_presolve_iterations:
                return None
        raise self.deadline.undecided()

    def first(self) -> Grid | None:
        """A completion, or None when there is none."""
        return self.climb((BRIEF, THOROUGH) if self.is_slow else (QUICK, BRIEF, THOROUGH))

    def shuffled(self, seeds: Sequence[int]) -> Grid | None:
        """A random completion by quick tries on a shuffled model, one for each seed; None where none succeeds."""
        if self.is_slow:
            return None
        found = (self._run(SHUFFLED, seed) for seed in seeds)
        return next((self.model.grid(response.solution) for response in found if response.status == OPTIMAL), None)

    @property
    def is_slow(self) -> bool:
        """Whether quick tries hardly ever find a completion: on a large board with neither few clues nor many."""
        return self.model.size > MEDIUM and FEW_CLUES < self.model.share_of_clues < MANY_CLUES

    def another(self, grid: Grid) -> Grid | None:
        """A completion that is not this one, or None when there is none."""
        cells = self.model.open_cells
        if not cells:
            return None
        self.model.forbid(grid, cells)
        return self.climb((BRIEF, THOROUGH))

    def another_in(self, cell: int, digit: int) -> Grid | None:
        """A completion with another digit than this in an open cell, or None when there is none.

        Where many cells are clues there is hardly ever one, and a quick try cannot show that there is none.
        """
        is_open = self.model.share_of_clues <= MANY_CLUES
        self.model.exclude(cell, digit)
        return self.climb((QUICK, BRIEF, THOROUGH) if is_open else (BRIEF, THOROUGH))

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
        is_short = self.model.size <= LARGE and parameters.max_number_of_conflicts < THOROUGH.max_number_of_conflicts
        return solve.run() if is_short else solve.run_interruptibly()
