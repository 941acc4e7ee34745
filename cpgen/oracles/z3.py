"""Oracle by the SMT solver Z3 for finite domains; the constraints of a layout are kept between questions.

There is one Boolean per cell and digit. Pseudo-Boolean constraints demand one digit per cell, each digit once per house
and the totals of sums; the others are clauses.
"""

from __future__ import annotations

import z3

from cpgen.constraints.primitives import EachDigitOnce, Linear
from cpgen.layout import Layout
from cpgen.oracles.bases import Deadline, IncrementalOracle, SolverInstance, run_interruptibly
from cpgen.oracles.clauses import Clauses
from cpgen.puzzle import Grid

MOST_MILLISECONDS = 2**31


class Z3Oracle(IncrementalOracle):
    """Oracle `z3`, by the SMT solver Z3, with at most `seconds` per question."""

    name = "z3"

    def encode(self, layout: Layout) -> SolverInstance:
        """Return a new solver that holds the layout's constraints."""
        # In the thread that hears it, Ctrl-C could meet a destructor of z3's, and be lost.
        return run_interruptibly(lambda: _Constraints(layout), lambda: None)


class _Constraints(SolverInstance):
    """Z3 solver that holds one layout's constraints, in a context of its own, so that threads can use several.

    `chosen` has the Boolean of each cell and digit, and the Boolean `switch` activates the nogoods.
    """

    def __init__(self, layout: Layout) -> None:
        digits, context = range(layout.size), z3.Context()
        self.chosen = [[z3.FreshBool(ctx=context) for _ in digits] for _ in range(layout.cell_count)]
        self.solver = z3.SolverFor("QF_FD", ctx=context)
        self.solver.set("ctrl_c", False)
        self.solver.add([_exactly_one(digits_of_cell) for digits_of_cell in self.chosen])
        for house in layout.houses:
            self.solver.add([_exactly_one([self.chosen[cell][digit] for cell in house.cells]) for digit in digits])
        self.solver.add([self._total(primitive) for primitive in layout.primitives if isinstance(primitive, Linear)])
        self._add_clauses(layout)
        self.switch = z3.FreshBool(ctx=context)

    def _total(self, linear: Linear) -> z3.BoolRef:
        terms = zip(linear.cells, linear.coefficients, strict=True)
        values = [
            (literal, weight * digit) for cell, weight in terms for digit, literal in enumerate(self.chosen[cell], 1)
        ]
        compare = {"=": z3.PbEq, "<=": z3.PbLe, ">=": z3.PbGe}[linear.relation]
        return compare(values, linear.total)

    def _add_clauses(self, layout: Layout) -> None:
        others = (primitive for primitive in layout.primitives if not isinstance(primitive, EachDigitOnce | Linear))
        clauses = Clauses(layout.size, layout.cell_count, others)
        literals = [literal for digits in self.chosen for literal in digits]
        literals += [z3.FreshBool(ctx=self.solver.ctx) for _ in range(len(literals), clauses.last)]
        for clause in clauses.clauses:
            self.solver.add(z3.Or([literals[v - 1] if v > 0 else z3.Not(literals[-v - 1]) for v in clause]))

    def find(self, clues: Grid, deadline: Deadline) -> Grid | None:
        return run_interruptibly(lambda: self._find(clues, deadline), self.solver.interrupt)

    def _find(self, clues: Grid, deadline: Deadline) -> Grid | None:
        assumed = [self.chosen[cell][digit - 1] for cell, digit in enumerate(clues) if digit]
        # Z3 takes whole milliseconds, and 0 would mean no limit.
        self.solver.set("timeout", int(min(1000 * deadline.left() + 1, MOST_MILLISECONDS)))
        answer = self.solver.check(*assumed, self.switch)
        if answer == z3.unknown:
            raise deadline.undecided()
        return self._grid(self.solver.model()) if answer == z3.sat else None

    def _grid(self, model: z3.ModelRef) -> Grid:
        return tuple([1 + [z3.is_true(model[literal]) for literal in digits].index(True) for digits in self.chosen])

    def forbid(self, grid: Grid) -> None:
        run_interruptibly(lambda: self._forbid(grid), lambda: None)

    def _forbid(self, grid: Grid) -> None:
        others = [z3.Not(digits[digit - 1]) for digits, digit in zip(self.chosen, grid, strict=True)]
        self.solver.add(z3.Or(z3.Not(self.switch), *others))

    def clear_nogoods(self) -> None:
        # Falsify the switch for good and take a new one for the next nogoods.
        self.solver.add(z3.Not(self.switch))
        self.switch = z3.FreshBool(ctx=self.solver.ctx)


def _exactly_one(literals: list[z3.BoolRef]) -> z3.BoolRef:
    return z3.PbEq([(literal, 1) for literal in literals], 1)
