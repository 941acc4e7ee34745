"""Oracle by answer set programming: clingo solves the program `models/encodings/sudoku.lp`.

The program is grounded, that is, its rules are written out for each cell and digit, once per layout. A question assumes
its clues to be true, and one more atom, on which all nogoods (forbidden grids) depend.
"""

from __future__ import annotations

from collections.abc import Iterator

import clingo

from cpgen import resources
from cpgen.constraints.primitives import AllDifferent, Automaton, Domain, Linear, Pair, Primitive
from cpgen.layout import Layout
from cpgen.oracles.bases import Deadline, IncrementalOracle, SolverInstance
from cpgen.puzzle import Grid

TICK = 0.1
"""Seconds between two checks of the deadline, at which a Ctrl-C is noticed"""


class AspOracle(IncrementalOracle):
    """Oracle `asp`, by the answer set solver clingo, with at most `seconds` per question."""

    name = "asp"

    def encode(self, layout: Layout) -> SolverInstance:
        """Return a new solver that holds the layout's constraints."""
        return _Program(layout)


class _Program(SolverInstance):
    """Grounded program of one layout: its rules are written out for each cell and digit.

    `literals` has the literal of each (cell, digit), and `switch` is the atom on which the nogoods depend.
    """

    def __init__(self, layout: Layout) -> None:
        self.layout, self.digits = layout, range(1, layout.size + 1)
        # Ground the rules once; every question then only assumes other clues.
        self.control = clingo.Control(["--models=1"])
        self.control.add("base", [], resources.text("encodings", "sudoku.lp") + _facts(layout))
        self.control.ground([("base", [])])
        values = self.control.symbolic_atoms.by_signature("value", 2)
        self.literals = {tuple(part.number for part in atom.symbol.arguments): atom.literal for atom in values}
        self.switch = self._new_switch()

    def find(self, clues: Grid, deadline: Deadline) -> Grid | None:
        assumed = [self.literals[cell, digit] for cell, digit in enumerate(clues) if digit]
        with self.control.solve(assumptions=[*assumed, self.switch], yield_=True, async_=True) as asked:
            # Wait in short intervals, so that the deadline and Ctrl-C are noticed.
            while not asked.wait(min(TICK, deadline.left())):
                pass
            model = asked.model()
            return None if model is None else self._grid(model)

    def _grid(self, model: clingo.Model) -> Grid:
        literals, true = self.literals, model.is_true
        return tuple(
            [
                next(digit for digit in self.digits if true(literals[cell, digit]))
                for cell in range(self.layout.cell_count)
            ]
        )

    def forbid(self, grid: Grid) -> None:
        with self.control.backend() as backend:
            backend.add_rule([], [self.switch, *(self.literals[cell] for cell in enumerate(grid))])

    def clear_nogoods(self) -> None:
        with self.control.backend() as backend:
            # A released atom is false for good, so the rules of its nogoods never fire again.
            backend.add_external(self.switch, clingo.TruthValue.Release)
        self.switch = self._new_switch()

    def _new_switch(self) -> int:
        with self.control.backend() as backend:
            switch: int = backend.add_atom()
            backend.add_external(switch, clingo.TruthValue.Free)
        return switch


def _facts(layout: Layout) -> str:
    members = [f"in({cell},{number})." for number, house in enumerate(layout.houses) for cell in house.cells]
    further = [
        fact for number, primitive in enumerate(layout.primitives) for fact in _facts_of(number, primitive, layout.size)
    ]
    return f"digit(1..{layout.size}). cell(0..{layout.cell_count - 1}). {' '.join([*members, *further])}"


def _facts_of(number: int, primitive: Primitive, n: int) -> Iterator[str]:
    """Yield the facts of clingo, such as `excluded(0,5).`, that state a primitive other than a house.

    `number` distinguishes the primitives, and n is the number of digits.
    """
    digits = range(1, n + 1)
    match primitive:
        case AllDifferent(cells):
            yield from (f"differ({number},{cell})." for cell in cells)
        case Domain(cell, allowed):
            yield from (f"excluded({cell},{digit})." for digit in digits if not allowed >> digit - 1 & 1)
        case Pair(one, other, pairs):
            yield from (
                f"excluded({one},{a},{other},{b})." for a in digits for b in digits if not pairs[a - 1] >> b - 1 & 1
            )
        case Linear(cells, coefficients, relation, total):
            yield from (f"term({number},{cell},{w})." for cell, w in zip(cells, coefficients, strict=True))
            bounds = {"=": ("least", "most"), ">=": ("least",), "<=": ("most",)}[relation]
            yield from (f"{bound}({number},{total})." for bound in bounds)
        case Automaton(cells, transitions, accepting):
            yield f"length({number},{len(cells)})."
            yield from (f"at({number},{place},{cell})." for place, cell in enumerate(cells))
            yield from (f"final({number},{state})." for state in accepting)
            for state, row in enumerate(transitions):
                yield from (f"step({number},{state},{d},{t})." for d, t in enumerate(row, 1) if t >= 0)
