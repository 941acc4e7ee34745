"""Primitives as clauses, for solvers of Boolean variables.

Variable cell · n + digit is true if the cell holds the digit; literal −v is the negation of variable v. That a cell
holds one digit, and a house each digit, is left to the solver.

An automaton gets a variable for each state that can be passed after each of its cells, numbered after the others. The
digit of a cell leads from a true state to its successor, so the states that are passed must be true. A sum is an
automaton whose states are the partial sums:

    cage 5:   a      b
           0 ──1──► 1 ──4──► 5        states that cannot lead to 5 are dropped, so a ≤ 4
             └─2──► 2 ──3──► 5  …
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import combinations
from operator import eq, ge, le
from typing import NamedTuple

from cpgen.constraints.primitives import AllDifferent, Automaton, Domain, Linear, Pair, Primitive

Clause = list[int]
COMPARE = {"=": eq, "<=": le, ">=": ge}


Follow = Callable[[int, int, int], "int | None"]
"""Function of a place, a state and a digit that returns the next state, or None if there is none"""


class Step(NamedTuple):
    """A step of an automaton: in a state, a digit leads to the next state."""

    state: int
    digit: int
    target: int


class Clauses:
    """The clauses of primitives on a board with `cells` cells and digits 1..n, over variables 1..`last`."""

    def __init__(self, n: int, cells: int, primitives: Iterable[Primitive]) -> None:
        self.n, self.digits, self.last = n, range(1, n + 1), cells * n
        self.clauses = [clause for one in primitives for clause in self._clauses_of(one)]

    def _clauses_of(self, primitive: Primitive) -> Iterator[Clause]:
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
            case Linear(cells, coefficients, relation, total):
                yield from self._automaton(
                    cells,
                    lambda place, partial, digit: partial + coefficients[place] * digit,
                    lambda partial: COMPARE[relation](partial, total),
                )
            case Automaton(cells, transitions, accepting):
                rows = [[None if target < 0 else target for target in row] for row in transitions]
                yield from self._automaton(
                    cells, lambda place, state, digit: rows[state][digit - 1], accepting.__contains__
                )

    def _among(self, cell: int, digits: int) -> Clause:
        """Return the literals of which one is true if the digit of a cell is one of a set."""
        return [cell * self.n + digit for digit in self.digits if digits >> digit - 1 & 1]

    def _automaton(self, cells: Sequence[int], follow: Follow, accepts: Callable[[int], bool]) -> Iterator[Clause]:
        """Yield the clauses of a path from state 0 to a state that `accepts`."""
        states = {0: self._new_variable()}
        yield [states[0]]
        for cell, steps in zip(cells, self._steps(len(cells), follow, accepts), strict=True):
            following = {target: self._new_variable() for target in sorted({one.target for one in steps})}
            target_of = {(one.state, one.digit): following[one.target] for one in steps}
            sources: dict[tuple[int, int], Clause] = {}
            for one in steps:
                sources.setdefault((following[one.target], one.digit), []).append(states[one.state])
            for digit in self.digits:
                holds = cell * self.n + digit
                for state, variable in states.items():
                    target = target_of.get((state, digit))
                    yield [-variable, -holds, target] if target else [-variable, -holds]
                for target in following.values():
                    yield [-target, -holds, *sources.get((target, digit), [])]
            states = following

    def _steps(self, places: int, follow: Follow, accepts: Callable[[int], bool]) -> list[list[Step]]:
        """Return the steps at each place that lie on a path from state 0 to a state that `accepts`."""
        states, found = {0}, list[list[Step]]()
        for place in range(places):
            tried = ((state, digit, follow(place, state, digit)) for state in states for digit in self.digits)
            found.append([Step(state, digit, target) for state, digit, target in tried if target is not None])
            states = {one.target for one in found[-1]}
        # Drop the steps after which no accepting state can be reached, from the last place to the first.
        states = set(filter(accepts, states))
        for place in reversed(range(places)):
            found[place] = [one for one in found[place] if one.target in states]
            states = {one.state for one in found[place]}
        return found

    def _new_variable(self) -> int:
        self.last += 1
        return self.last
