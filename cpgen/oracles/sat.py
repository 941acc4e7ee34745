"""Oracles by incremental SAT, with the solvers of python-sat.

There is one Boolean variable per cell and digit. The clauses of a layout, which are kept between questions, demand that
each cell holds one digit and each house each digit once; those of other constraints follow.
"""

from __future__ import annotations

from functools import lru_cache, partial
from itertools import combinations
from typing import ClassVar

from pysat.solvers import Solver

from cpgen.layout import Layout
from cpgen.oracles import KEPT_LAYOUTS, SIGHT
from cpgen.oracles.bases import Deadline, IncrementalOracle, SolverInstance, run_interruptibly
from cpgen.oracles.clauses import Clause, Clauses
from cpgen.puzzle import Grid

CONFLICTS = 2000
"""Conflicts between two checks of the deadline, at which a Ctrl-C is noticed"""


class SatOracle(IncrementalOracle):
    """Oracle `sat`, by the SAT solver Glucose 4.1, with at most `seconds` per question."""

    name = "sat"
    solver: ClassVar[str] = "glucose4"

    def encode(self, layout: Layout) -> SolverInstance:
        """Return a new solver that holds the layout's constraints."""
        return _Sat(self.solver, layout)


class Minisat22(SatOracle):
    """Oracle by the SAT solver MiniSat 2.2."""

    name = "sat-minisat22"
    solver = "minisat22"


class MapleChrono(SatOracle):
    """Oracle by the SAT solver MapleLCMDistChronoBT."""

    name = "sat-maplechrono"
    solver = "maplechrono"


class Cadical153(SatOracle):
    """Oracle by the SAT solver CaDiCaL 1.5.3."""

    name = "sat-cadical153"
    solver = "cadical153"

    def encode(self, layout: Layout) -> SolverInstance:
        """Return a new solver that holds the layout's constraints."""
        return _InterruptibleSat(self.solver, layout)


class _Sat(SolverInstance):
    """SAT solver that holds one layout's constraints.

    Variable cell · n + digit is true if the cell has the digit; of the later variables, `switch` activates the nogoods.
    """

    def __init__(self, solver: str, layout: Layout) -> None:
        clauses, last = clauses_of(layout)
        self.size, self.switch = layout.size, last + 1
        self.solver = Solver(solver, bootstrap_with=clauses)

    def find(self, clues: Grid, deadline: Deadline) -> Grid | None:
        n = self.size
        assumed = [cell * n + digit for cell, digit in enumerate(clues) if digit]
        assumed.append(self.switch)
        # Solve in slices of conflicts, so that the deadline and Ctrl-C are noticed in between.
        found = None
        while found is None:
            deadline.left()
            self.solver.conf_budget(CONFLICTS)
            found = self.solver.solve_limited(assumed, expect_interrupt=True)
        if not found:
            return None
        # Just one variable of each cell is true, and cells come in order.
        chosen = [variable for variable in self.solver.get_model()[: n**3] if variable > 0]
        return tuple([(variable - 1) % n + 1 for variable in chosen])

    def forbid(self, grid: Grid) -> None:
        self.solver.add_clause([-self.switch, *(-(cell * self.size + digit) for cell, digit in enumerate(grid))])

    def clear_nogoods(self) -> None:
        # Falsify the switch for good, which satisfies the clauses of all nogoods; the next ones get a new switch.
        self.solver.add_clause([-self.switch])
        self.switch += 1


class _InterruptibleSat(_Sat):
    """SAT solver that runs outside the main thread, where CaDiCaL would catch Ctrl-C and go on."""

    def find(self, clues: Grid, deadline: Deadline) -> Grid | None:
        return run_interruptibly(partial(super().find, clues, deadline), deadline.stop)


def new_solver(layout: Layout) -> Solver:
    """Return a new solver of python-sat that holds the clauses of a layout, for questions with own assumptions."""
    return Solver(SatOracle.solver, bootstrap_with=clauses_of(layout)[0])


@lru_cache(KEPT_LAYOUTS)
def clauses_of(layout: Layout) -> tuple[list[Clause], int]:
    """Return a layout's constraints as clauses, and the number of the last variable; the first n³ are candidates."""
    n, digits = layout.size, range(1, layout.size + 1)
    # Each cell has a digit, each house has each digit, and no cell and no two peers have it twice.
    clauses = [[cell * n + digit for digit in digits] for cell in range(n * n)]
    clauses += [[house_cell * n + digit for house_cell in house.cells] for house in layout.houses for digit in digits]
    clauses += [[-cell * n - a, -cell * n - b] for cell in range(n * n) for a, b in combinations(digits, 2)]
    for cell, peers in enumerate(layout.peers):
        clauses += [[-cell * n - d, -peer * n - d] for peer in peers if peer < cell for d in digits]
    further = Clauses(
        n, layout.cell_count, (primitive for primitive in layout.primitives if type(primitive) not in SIGHT)
    )
    return clauses + further.clauses, further.last
