"""Incremental SAT by the solvers of python-sat.

There is one variable per cell and digit. The clauses of a layout, which are kept between questions, demand that each
cell holds one digit and each house each digit once; those of other constraints follow.
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
    """The oracle by Glucose 4.1, with at most `seconds` per question."""

    name = "sat"
    solver: ClassVar[str] = "glucose4"

    def encode(self, layout: Layout) -> SolverInstance:
        """Return a new solver with the rules of the layout."""
        return _Sat(self.solver, layout)


class Minisat22(SatOracle):
    """The oracle by MiniSat 2.2."""

    name = "sat-minisat22"
    solver = "minisat22"


class MapleChrono(SatOracle):
    """The oracle by MapleLCMDistChronoBT."""

    name = "sat-maplechrono"
    solver = "maplechrono"


class Cadical153(SatOracle):
    """The oracle by CaDiCaL 1.5.3."""

    name = "sat-cadical153"
    solver = "cadical153"

    def encode(self, layout: Layout) -> SolverInstance:
        """Return a new solver with the rules of the layout."""
        return _InterruptibleSat(self.solver, layout)


class _Sat(SolverInstance):
    """One SAT solver. Variable cell · n + digit is true if the cell has the digit; later variables activate nogoods."""

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
    """A SAT solver outside the main thread, in which python-sat's CaDiCaL catches Ctrl-C and leaves the solver."""

    def find(self, clues: Grid, deadline: Deadline) -> Grid | None:
        return run_interruptibly(partial(super().find, clues, deadline), deadline.stop)


@lru_cache(KEPT_LAYOUTS)
def clauses_of(layout: Layout) -> tuple[list[Clause], int]:
    """Return the rules of a layout as clauses over variables 1..n³ and further ones, and the last variable."""
    n, digits = layout.size, range(1, layout.size + 1)
    # Each cell has a digit, each house has each digit, and no cell and no two peers have it twice.
    clauses = [[cell * n + digit for digit in digits] for cell in range(n * n)]
    clauses += [[house_cell * n + digit for house_cell in house.cells] for house in layout.houses for digit in digits]
    clauses += [[-cell * n - a, -cell * n - b] for cell in range(n * n) for a, b in combinations(digits, 2)]
    for cell, peers in enumerate(layout.peers):
        clauses += [[-cell * n - d, -peer * n - d] for peer in peers if peer < cell for d in digits]
    further = Clauses(n, layout.cell_count, (one for one in layout.primitives if type(one) not in SIGHT))
    return clauses + further.clauses, further.last
