"""The reference oracle, OR-Tools CP-SAT: solve, forbid the solution, solve again.

There are two encodings, and each puzzle uses the faster one. With many clues that is one integer per cell, of which
presolve leaves next to nothing. With few clues it is one Boolean per cell and digit, without presolve, which takes half
the time on minimal puzzles and a tenth on empty boards (docs/oracles.md). Each layout is modelled once per encoding,
and clues are set by editing the domains of the variables in place, which takes half the time of a new model.

Boards with constraints besides houses have the Booleans if all primitives are PAIRWISE, which takes half the time of
integers or less. Otherwise they have the integers and derived sums (`cpsat_primitives`). In both cases a single
enumeration that stops at the second grid, without presolve, takes a third of the time of two solves.

A question goes through a list of *tries*, which are solves with different parameters, until one is conclusive. A try is
limited by conflicts instead of time, so that the answer does not depend on the load of the machine. The first try on
integers uses no presolve iteration. With that setting CP-SAT 9.15 answers wrongly about nogoods (forbidden grids)
that are negated tables: it reports that there is no second completion where there are many. Therefore this try only
looks for a first completion, and only its positive answers are trusted.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextvars import ContextVar
from functools import lru_cache
from math import log, sqrt
from threading import RLock
from typing import TYPE_CHECKING, Any, ClassVar, Self

from ortools.sat.python import cp_model_helper

from cpgen.layout import Layout
from cpgen.oracles import KEPT_LAYOUTS, PAIRWISE, Oracle, Seconds, Uniqueness
from cpgen.oracles.bases import CONSISTENT, HOW_MANY, UNIQUE, Deadline, run_interruptibly
from cpgen.oracles.cpsat_primitives import add_on_booleans, add_on_integers
from cpgen.oracles.cpsat_text import ModelText
from cpgen.puzzle import Grid, Puzzle

if TYPE_CHECKING:
    import numpy as np


NO_LIMIT = 2**62
"""Number of conflicts that no solve reaches"""


def _parameters(conflicts: int = NO_LIMIT, **settings: Any) -> Any:
    """Return the CP-SAT parameters that were measured to be fastest, with a limit of conflicts and further settings.

    There is one worker, since with several an enumeration may report a solution twice. CP-SAT must not catch SIGINT:
    its handler stays installed and swallows every later Ctrl-C.
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
LIMITED, THOROUGH = _parameters(300), _parameters()
PLAIN: Mapping[str, Any] = {"cp_model_presolve": False}
RANDOM: Mapping[str, Any] = {
    "initial_polarity": cp_model_helper.SatParameters.Polarity.POLARITY_RANDOM,
    "preferred_variable_order": cp_model_helper.SatParameters.VariableOrder.IN_RANDOM_ORDER,
}
PLAIN_TRIES = _parameters(1000, **PLAIN), _parameters(**PLAIN)
RANDOM_TRIES = _parameters(1000, **PLAIN, **RANDOM), _parameters(**PLAIN, **RANDOM)
DRAWN_TRIES = RANDOM_TRIES[0], _parameters(10_000, **PLAIN, **RANDOM), RANDOM_TRIES[1]
"""Tries for a random grid of a board with constraints besides houses

Lines on a random jigsaw may take a minute, and others a second: with 10,000 conflicts for each drawing, the first grid
of several drawings is found soonest (measured with 1,000 to 10,000).
"""


class Model(ABC):
    """CP-SAT model of a layout, with the clues of the current question and at most one nogood (forbidden grid)."""

    first_tries: ClassVar[Sequence[Any]]
    """CP-SAT parameters of the tries (solves, in this order) for a first completion"""
    tries: ClassVar[Sequence[Any]]
    """CP-SAT parameters of the tries for a second completion"""
    random_tries: ClassVar[Sequence[Any]]
    """CP-SAT parameters of the tries for a random completion"""
    enumeration: ClassVar[Any]
    """CP-SAT parameters of an enumeration, without a limit of conflicts"""
    is_enumerated: ClassVar[bool] = False
    """True if one enumeration finds two completions sooner than two solves"""

    def __init__(self, layout: Layout) -> None:
        self.size = layout.size
        self.proto = cp_model_helper.CpModelProto()
        self.proto.copy_from(_rules(type(self), layout))
        # One nogood at a time is enough: a question asks for two completions at most.
        self.nogood = self.proto.constraints.add()
        self.variables = self.proto.variables
        self.clues: Sequence[int | None] = [0] * layout.cell_count

    @staticmethod
    @abstractmethod
    def add_cells(text: ModelText, layout: Layout) -> None:
        """Add the variables of all cells to an empty model."""

    @staticmethod
    @abstractmethod
    def add_primitives(text: ModelText, layout: Layout, look: Callable[[], object]) -> None:
        """Add a layout's own primitives to a model that has those of the houses; if there are no others, these.

        `look` is called from time to time; it may raise an error to stop.
        """

    @abstractmethod
    def set_digit(self, cell: int, previous: int | None, digit: int) -> None:
        """Restrict the variables of a cell to a digit, or to all digits for 0.

        `previous` is the digit set last time (0 for all), or None if unknown.
        """

    @abstractmethod
    def grid(self, values: Sequence[int]) -> Grid:
        """Return the grid of a solution, given as the values of all variables."""

    @abstractmethod
    def forbid(self, grid: Grid, cells: Sequence[int]) -> None:
        """Make the grid a nogood: a solution must differ from it in at least one of the `cells` (one or more)."""

    @abstractmethod
    def clear_nogoods(self) -> None:
        """Remove the nogood, if any; a model holds at most one at a time."""

    def pose(self, clues: Grid) -> None:
        """Set the clues of a new question; only the cells that have changed are edited."""
        self.clear_nogoods()
        # If the loop is interrupted, no clue is known, and the next question sets all domains.
        previous, self.clues = self.clues, [None] * len(clues)
        for cell, (old, digit) in enumerate(zip(previous, clues, strict=True)):
            # Editing a domain costs more than comparing two digits, and most clues stay between questions.
            if old != digit:
                self.set_digit(cell, old, digit)
        self.clues = clues

    @property
    def open_cells(self) -> list[int]:
        """Cells without a clue."""
        return [cell for cell, digit in enumerate(self.clues) if not digit]


_DEADLINE: ContextVar[Deadline | None] = ContextVar("deadline", default=None)
"""Deadline of the question for which a model is built, no argument because models are cached by their arguments"""


@lru_cache(KEPT_LAYOUTS)
def _rules(encoding: type[Model], layout: Layout) -> Any:
    """Return a protocol buffer with a layout's constraints, without clues.

    It is cached, and begins with a copy of that of the houses: copying takes less than a tenth of the time of building.
    """
    proto = cp_model_helper.CpModelProto()
    if layout.further:
        proto.copy_from(_rules(encoding, layout.base))
    text = ModelText(len(proto.variables))
    if not layout.further:
        encoding.add_cells(text, layout)
    deadline = _DEADLINE.get()
    encoding.add_primitives(text, layout, deadline.left if deadline else int)
    text.append_to(proto)
    return proto


class Integers(Model):
    """Model with one integer variable per cell, a constraint per primitive, and a negated table as the nogood."""

    first_tries: ClassVar[Sequence[Any]] = (QUICK, LIMITED, THOROUGH)
    tries: ClassVar[Sequence[Any]] = (LIMITED, THOROUGH)
    random_tries: ClassVar[Sequence[Any]] = RANDOM_TRIES
    enumeration = THOROUGH

    add_primitives = staticmethod(add_on_integers)

    @staticmethod
    def add_cells(text: ModelText, layout: Layout) -> None:
        """Add a variable for each cell to an empty model."""
        for _ in range(layout.cell_count):
            text.new_variable(1, layout.size)

    def set_digit(self, cell: int, previous: int | None, digit: int) -> None:
        """Restrict the variable of a cell to a digit, or to all digits for 0.

        The previous digit does not matter here.
        """
        domain = self.variables[cell].domain
        domain[0], domain[1] = digit or 1, digit or self.size

    def grid(self, values: Sequence[int]) -> Grid:
        """Return the grid of a solution: the values of the first n² variables.

        Later ones are partial sums or states.
        """
        return tuple(values)[: self.size**2]

    def forbid(self, grid: Grid, cells: Sequence[int]) -> None:
        """Make the grid a nogood: a solution must differ from it in at least one of the `cells` (one or more)."""
        self.nogood.table.negated = True
        self.nogood.table.vars.extend(cells)
        self.nogood.table.values.extend([grid[cell] for cell in cells])

    def clear_nogoods(self) -> None:
        """Remove the nogood, if any; a model holds at most one at a time."""
        self.nogood.clear_table()


class Constrained(Integers):
    """Model with one integer variable per cell, for boards with constraints besides houses."""

    first_tries = tries = (LIMITED, THOROUGH)
    random_tries = DRAWN_TRIES
    enumeration = _parameters(**PLAIN, use_implied_bounds=False)  # two thirds of the time with presolve
    is_enumerated = True


class Booleans(Model):
    """Model with a Boolean per cell and digit, of which exactly one is true per cell, and per digit and house.

    The nogood is a clause.
    """

    first_tries = tries = PLAIN_TRIES
    random_tries: ClassVar[Sequence[Any]] = RANDOM_TRIES
    enumeration = PLAIN_TRIES[-1]

    add_primitives = staticmethod(add_on_booleans)

    @staticmethod
    def add_cells(text: ModelText, layout: Layout) -> None:
        """Add Booleans for each cell to an empty model, of which exactly one is true."""
        # Variable cell · n + digit − 1 is true if the cell holds the digit.
        for _ in range(layout.cell_count):
            text.add_literals("exactly_one", [text.new_variable(0, 1) for _ in range(layout.size)])

    def set_digit(self, cell: int, previous: int | None, digit: int) -> None:
        """Restrict the variables of a cell to a digit, or to all digits for 0.

        `previous` is the digit set last time (0 for all), or None if unknown.
        """
        first = cell * self.size
        # Undo the clue set before: a true variable becomes free again. Then fix the variable of the new clue.
        if previous is None:
            for variable in range(first, first + self.size):
                self.variables[variable].domain[0] = 0
        elif previous:
            self.variables[first + previous - 1].domain[0] = 0
        if digit:
            self.variables[first + digit - 1].domain[0] = 1

    def grid(self, values: Sequence[int]) -> Grid:
        """Return the grid of a solution, given as the values of all variables."""
        n = self.size
        return tuple([number % n + 1 for number, value in enumerate(values) if value])

    def forbid(self, grid: Grid, cells: Sequence[int]) -> None:
        """Make the grid a nogood: a solution must differ from it in at least one of the `cells` (one or more)."""
        # The literal −v − 1 is the negation of variable v.
        self.nogood.bool_or.literals.extend([-(cell * self.size + grid[cell]) for cell in cells])

    def clear_nogoods(self) -> None:
        """Remove the nogood, if any; a model holds at most one at a time."""
        self.nogood.clear_bool_or()


class ConstrainedBooleans(Booleans):
    """Model with a Boolean per cell and digit, for boards with constraints besides houses, all of them PAIRWISE."""

    random_tries = DRAWN_TRIES
    is_enumerated = True


class SolutionCounter(cp_model_helper.SolutionCallback):
    """Callback that counts the solutions of an enumeration, keeps the first two, and stops at `limit` (None: never)."""

    def __init__(self, limit: int | None) -> None:
        super().__init__()
        self.limit, self.found = limit, 0
        self.first: list[list[int]] = []

    def OnSolutionCallback(self) -> None:  # noqa: N802
        """Count a solution; CP-SAT calls this method for each."""
        # The callback runs for every solution, so keep only what a witness needs.
        self.found += 1
        if self.found <= 2:
            self.first.append(list(self.Response().solution))  # type: ignore[no-untyped-call]
        if self.found == self.limit:
            self.StopSearch()


def solve_wrapper(parameters: Any, counter: SolutionCounter | None = None) -> Any:
    """Return a wrapper for one solve with these parameters, which calls the counter, if any, at each solution.

    A second solve with the same wrapper would abort the process.

    `CpSolver.solve` takes as long (1.7 ms for a 9×9 puzzle, median of 200), but its `stop_search` has no effect before
    the solve has begun, so a Ctrl-C at that moment would be lost. The wrapper stops in that case, too.
    """
    wrapper: Any = cp_model_helper.SolveWrapper()
    wrapper.set_parameters(parameters)
    if counter:
        wrapper.add_solution_callback(counter)
    return wrapper


LARGE = 25
"""Side of the largest boards on which a try with a limit of conflicts ends within a moment"""


def encoding_for(puzzle: Puzzle) -> type[Model]:
    """Return the encoding that decides a puzzle sooner."""
    if puzzle.layout.further:
        return ConstrainedBooleans if puzzle.layout.kinds_of_primitives <= PAIRWISE else Constrained
    is_few = puzzle.clue_count < _many_clues(puzzle.layout) * len(puzzle.clues)
    return Booleans if is_few else Integers


@lru_cache(KEPT_LAYOUTS)
def _many_clues(layout: Layout) -> float:
    """Return the share of clued cells, from 0 to 1, above which integers are faster than Booleans.

    At this share an open cell has about 1.4 √n candidates. With a share s of clues among its p peers, an open cell
    keeps about n·exp(−sp/n) of n candidates. Fitted to twelve layouts from 4×4 to 25×25, with and without boxes; the
    error is at most 0.03.
    """
    # Solve n · exp(−sp/n) = 1.4 √n for the share s.
    n, peers = layout.size, sum(map(len, layout.peers)) / layout.cell_count
    return n / peers * log(sqrt(n) / 1.4)


class CpSatOracle(Oracle):
    """Oracle `cpsat`, by OR-Tools CP-SAT, with at most `seconds` per question; threads that share it take turns.

    With an effort limit the last try is omitted: questions about one or two completions raise UndecidedError after
    1,000 conflicts on Booleans, or 300 on integers, and those about a random completion on integers after 11,000. An
    enumeration is undecided after `conflicts`.
    """

    name = "cpsat"
    encoding: ClassVar[type[Model] | None] = None
    """Encoding of all puzzles, or None to choose the faster one for each"""

    def __init__(
        self, seconds: Seconds = float("inf"), has_effort_limit: bool = False, conflicts: int = NO_LIMIT
    ) -> None:
        self.seconds, self.has_effort_limit, self.conflicts = seconds, has_effort_limit, conflicts
        self._lock = RLock()
        self._model_of = lru_cache(2 * KEPT_LAYOUTS)(lambda encoding, layout: encoding(layout))

    def with_effort_limit(self) -> CpSatOracle:
        """Return a variant without the last, unlimited try; it shares the models and the lock."""
        return self._with(has_effort_limit=True)

    def _with(self, **changed: Any) -> Self:
        """Return a variant with some attributes changed, which shares the models and the lock."""
        variant = object.__new__(type(self))  # `copy` would call `__reduce__`, and make models anew
        variant.__dict__.update(self.__dict__, **changed)
        return variant

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle only the arguments of the constructor; models cannot be pickled."""
        return type(self), (self.seconds, self.has_effort_limit, self.conflicts)

    def count(self, puzzle: Puzzle, limit: int | None = 2) -> int:
        """Return the number of completions, counted up to `limit` (None: all)."""
        if limit is None or limit > 2:
            counter = SolutionCounter(limit)
            with self._lock:
                self._ask(puzzle, HOW_MANY).enumerate(counter)
            return counter.found
        if limit == 2:
            return len(self.uniqueness(puzzle).grids)
        return int(limit == 1 and self.is_consistent(puzzle))

    def counts(self, puzzle: Puzzle) -> Iterator[int]:
        """Yield one number, that of the completions found; fewer than all if time ends or at a Ctrl-C."""
        counter = SolutionCounter(None)
        try:
            with self._lock:
                self._ask(puzzle, HOW_MANY).enumerate(counter)
        finally:
            yield counter.found

    def complete(self, puzzle: Puzzle, rng: np.random.Generator) -> Grid | None:
        """Return a random completion, or None if there is none; the order of variables and values is random."""
        # A seed alone gives the same grid every time, so variable order and polarity are random, too.
        first, second = rng.integers(2**31, size=2).tolist()
        with self._lock:
            question = self._ask(puzzle, CONSISTENT, encoding_for(puzzle) if puzzle.layout.further else Booleans)
            return question.grid(question.model.random_tries, (first, second, second))

    def is_consistent(self, puzzle: Puzzle) -> bool:
        """Return True if the puzzle has a completion."""
        with self._lock:
            question = self._ask(puzzle, CONSISTENT)
            return question.solved(question.model.first_tries) is not None

    def uniqueness(self, puzzle: Puzzle) -> Uniqueness:
        """Return the answer with its witness: no grid, the only completion, or two different ones."""
        with self._lock:
            return Uniqueness(self._two(self._ask(puzzle, UNIQUE)))

    def prove(self, puzzle: Puzzle, known: Grid, among: Sequence[int] = ()) -> Uniqueness:
        """Return the answer of `uniqueness`, searching only for a completion other than `known`.

        If `known` is no completion, the answer is that of `uniqueness`. Any other completion is known to differ from it
        in one of the cells `among` (of all if empty).
        """
        if not puzzle.is_solved_by(known):
            return self.uniqueness(puzzle)
        with self._lock:
            other = self._ask(puzzle, UNIQUE).another(known, among)
        return Uniqueness((known, other) if other else (known,))

    def _two(self, question: _Question) -> tuple[Grid, ...]:
        """Return up to two completions: by solving, forbidding the solution, solving again; or by one enumeration."""
        if question.model.is_enumerated and not self.has_effort_limit:
            return question.first_two()
        first = question.first()
        second = first and question.another(first)
        return tuple(grid for grid in (first, second) if grid)

    def _ask(self, puzzle: Puzzle, asked: str, encoding: type[Model] | None = None) -> _Question:
        self.require_supported(puzzle.layout)
        deadline = Deadline(self.name, self.seconds, asked)
        before = _DEADLINE.set(deadline)
        try:
            model = self._model_of(encoding or self.encoding or encoding_for(puzzle), puzzle.layout)
        finally:
            _DEADLINE.reset(before)
        model.pose(puzzle.clues)
        return _Question(model, deadline, self.has_effort_limit, self.conflicts)


class Enumerating(CpSatOracle):
    """Oracle by CP-SAT that finds two completions by one enumeration instead of two solves."""

    name = "cpsat-enumerate"

    def _two(self, question: _Question) -> tuple[Grid, ...]:
        return question.first_two()


class Boolean(CpSatOracle):
    """Oracle by CP-SAT that uses the Boolean encoding for all puzzles."""

    name = "cpsat-boolean"
    encoding = Booleans


class BooleanEnumerating(Enumerating):
    """Oracle by CP-SAT that uses the Boolean encoding for all puzzles, and one enumeration instead of two solves."""

    name = "cpsat-boolean-enumerate"
    encoding = Booleans


class _Question:
    """Question to a model that already holds the clues, with its deadline and effort limits."""

    def __init__(self, model: Model, deadline: Deadline, has_effort_limit: bool, conflicts: int) -> None:
        self.model, self.deadline, self.has_effort_limit, self.conflicts = model, deadline, has_effort_limit, conflicts

    def solved(self, tries: Sequence[Any], seeds: Sequence[int] = (0, 0, 0)) -> Any:
        """Return CP-SAT's response to the first conclusive try, or None if there is no completion.

        `tries` are the parameters of the solves, and `seeds` has a random seed for each. Raises UndecidedError if no
        try is conclusive.
        """
        # The last try has no conflict limit: without it, the question may stay undecided.
        for parameters, seed in zip(tries[: -1 if self.has_effort_limit else None], seeds, strict=False):
            response = self._run(parameters, seed)
            if response.status == OPTIMAL:
                return response
            # The quick try is wrong about infeasibility when there are nogoods, see above.
            if response.status == INFEASIBLE and parameters is not QUICK:
                return None
        raise self.deadline.undecided()

    def grid(self, tries: Sequence[Any], seeds: Sequence[int] = (0, 0, 0)) -> Grid | None:
        """Return the completion that the first conclusive try finds, or None if there is none.

        See `solved` for the arguments.
        """
        response = self.solved(tries, seeds)
        return response and self.model.grid(response.solution)

    def first(self) -> Grid | None:
        """Return any completion, or None if there is none."""
        return self.grid(self.model.first_tries)

    def another(self, grid: Grid, among: Sequence[int] = ()) -> Grid | None:
        """Return a completion that differs from `grid` in at least one cell of `among` (by default of all), or None."""
        # Clues are the same in all completions, so the nogood is about the open cells.
        cells = among or self.model.open_cells
        if not cells:
            return None
        self.model.forbid(grid, cells)
        return self.grid(self.model.tries)

    def first_two(self) -> tuple[Grid, ...]:
        """Return up to two completions, found by one enumeration."""
        counter = SolutionCounter(2)
        self.enumerate(counter)
        return tuple(self.model.grid(values) for values in counter.first)

    def enumerate(self, counter: SolutionCounter) -> None:
        """Count completions up to the limit of the counter; raise UndecidedError if another limit is reached before."""
        # It ends by its limit, by that of conflicts, by the deadline, or completely.
        response = self._run(self.model.enumeration, 0, counter)
        if counter.found != counter.limit and response.status not in (OPTIMAL, INFEASIBLE):
            raise self.deadline.undecided()

    def _run(self, parameters: Any, seed: int, counter: SolutionCounter | None = None) -> Any:
        # Copy the parameters: the same objects serve all threads.
        timed = cp_model_helper.SatParameters()
        timed.copy_from(parameters)
        timed.random_seed = seed
        if counter:
            timed.max_number_of_conflicts = min(self.conflicts, parameters.max_number_of_conflicts)
        timed.max_time_in_seconds = self.deadline.left()
        timed.enumerate_all_solutions = counter is not None
        wrapper, proto = solve_wrapper(timed, counter), self.model.proto
        # A solve in another thread costs 0.1 ms and more, so short ones run here, although they delay a Ctrl-C.
        is_short = self.model.size <= LARGE and parameters.max_number_of_conflicts < THOROUGH.max_number_of_conflicts
        if is_short:
            return wrapper.solve(proto)
        return run_interruptibly(lambda: wrapper.solve(proto), wrapper.stop_search, self.deadline.of_call)
