"""Primitives as clauses over Boolean variables, for SAT solvers and Z3.

Variable cell · n + digit is true if the cell holds the digit; literal −v is the negation of variable v. The clauses
that a cell holds one digit, and a house each digit, are added by the oracles themselves.

An automaton gets a variable for each state that can be passed after each of its cells, numbered after the others. The
digit of a cell leads from a true state to its successor, so the states that are passed must be true. A sum is an
automaton whose states are the partial sums:

    cage 5:   a      b
           0 ──1──► 1 ──4──► 5        states that cannot lead to 5 are dropped, so a ≤ 4
             └─2──► 2 ──3──► 5  …
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations
from operator import eq, ge, le
from typing import TypeAlias

from cpgen.constraints.primitives import (
    AllDifferent,
    Alternatives,
    Automaton,
    Domain,
    EachDigitOnce,
    Linear,
    Pair,
    Primitive,
    digits_of_mask,
)

Clause: TypeAlias = list[int]
Layer: TypeAlias = list[tuple[int, int, int]]
"""Possible steps at one cell: (state before, digit, state after)"""
COMPARE = {"=": eq, "<=": le, ">=": ge}


class Clauses:
    """Primitives as clauses over variables 1 to `last`, on a board of `cells` cells with digits 1 to n."""

    def __init__(self, n: int, cells: int, primitives: Iterable[Primitive] = ()) -> None:
        self.n, self.digits, self.last = n, range(1, n + 1), cells * n
        self.clauses = [clause for primitive in primitives for clause in self.clauses_of(primitive)]

    def clauses_of(self, primitive: Primitive) -> Iterator[Clause]:
        """Yield the clauses of a primitive; further variables that they need are added."""
        n = self.n
        match primitive:
            case AllDifferent(cells):
                for one, other in combinations(cells, 2):
                    yield from ([-one * n - digit, -other * n - digit] for digit in self.digits)
            case Domain(cell, digits):
                yield self._among(cell, digits)
            case Pair(first, second, allowed):
                reverse = [sum((row >> b & 1) << a for a, row in enumerate(allowed)) for b in range(n)]
                for digit in self.digits:
                    yield [-first * n - digit, *self._among(second, allowed[digit - 1])]
                    yield [-second * n - digit, *self._among(first, reverse[digit - 1])]
            case Linear(cells):
                yield from self._paths(cells, self._partial_sums(primitive))
            case Automaton(cells):
                yield from self._paths(cells, primitive.layers)
            case EachDigitOnce(cells):  # as an option; houses are left to the solver
                yield from self.clauses_of(AllDifferent(cells))
            case Alternatives():
                yield from self._alternatives(primitive)

    def _alternatives(self, alternatives: Alternatives) -> Iterator[Clause]:
        """Yield the clauses of a primitive of which at least `least` options must hold.

        Each option gets a new variable: if it is true, the option's clauses hold; at least `least` of them are true.
        """
        chosen = [self.new_variable() for _ in alternatives.options]
        for variable, option in zip(chosen, alternatives.options, strict=True):
            yield from ([-variable, *clause] for part in option for clause in self.clauses_of(part))
        # Of any options but least − 1, one is true.
        yield from map(list, combinations(chosen, len(chosen) - alternatives.least + 1))

    def _among(self, cell: int, digits: int) -> Clause:
        """Return the clause that a cell holds one of the digits in a bit mask."""
        return [cell * self.n + digit for digit in digits_of_mask(digits)]

    def _paths(self, cells: Sequence[int], layers: Sequence[Layer]) -> Iterator[Clause]:
        """Yield the clauses that the digits of the cells lead from state 0 through all layers, one layer per cell."""
        states = {0: self.new_variable()}
        yield [states[0]]
        for cell, layer in zip(cells, layers, strict=True):
            following = {state: self.new_variable() for state in sorted({after for _, _, after in layer})}
            target_of = {(before, digit): following[after] for before, digit, after in layer}
            sources: dict[tuple[int, int], Clause] = {}
            for before, digit, after in layer:
                sources.setdefault((following[after], digit), []).append(states[before])
            for digit in self.digits:
                holds = cell * self.n + digit
                for state, variable in states.items():
                    target = target_of.get((state, digit))
                    yield [-variable, -holds, target] if target else [-variable, -holds]
                for target in following.values():
                    yield [-target, -holds, *sources.get((target, digit), [])]
            states = following

    def _partial_sums(self, linear: Linear) -> list[Layer]:
        """Return the layers of a weighted sum: for each cell, the steps (sum before, digit, sum after).

        Steps from which no total is reached that satisfies the sum are left out.
        """
        reached, layers = {0}, list[Layer]()
        for weight in linear.coefficients:
            layers.append([(sum_, digit, sum_ + weight * digit) for sum_ in reached for digit in self.digits])
            reached = {after for _, _, after in layers[-1]}
        # Drop the steps after which no such total can be reached, from the last cell to the first.
        alive = {total for total in reached if COMPARE[linear.relation](total, linear.total)}
        for place in reversed(range(len(layers))):
            layers[place] = [step for step in layers[place] if step[2] in alive]
            alive = {before for before, _, _ in layers[place]}
        return layers

    def new_variable(self) -> int:
        """Return the number of a new variable."""
        self.last += 1
        return self.last
