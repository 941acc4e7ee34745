"""Refutation of a digit in a cell: the shortest that a ladder finds.

There are two ways to refute a digit. The ladder may eliminate it in the course of a solution; or the digit is assumed,
and the ladder continues to a contradiction: a cell without candidates, or a house without a place for a digit. Either
way the log of the rater has many findings that do not matter. Each candidate that disappears has a cause, the finding
that eliminated it, and each finding relies on candidates that had disappeared before. Following the causes back from
the goal keeps the findings that are needed, and only those of their effects that are. The shorter way is the answer.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import product
from typing import Literal

from cpgen.constraints.base import Constraint
from cpgen.constraints.house import House
from cpgen.layout import Layout
from cpgen.rater.explain import Explanation, Finding, explain_puzzle, find_in, open_candidates
from cpgen.rater.ladder import Ladder
from cpgen.state import State

Reason = Literal["given", "right", "seen", "eliminated", "assumed", "open"]
Candidate = tuple[int, int]
"""A cell and a digit"""
START = -1
"""Cause of eliminations that follow from the board or from the assumption alone"""
HIDDEN_SINGLES = ("hidden-single", "hidden-single-region", "hidden-single-line")
"""Rules that rely only on the other places of their digit"""
OF_ONE_DIGIT = ("digit-count", "template-set", "template-delete")
"""Rules that rely on all places of their digit on the board"""
OF_ALL_DIGITS = ("joint-count", "constraint-contradiction", "house-contradiction")
"""Rules that rely on all candidates of the board"""


@dataclass(frozen=True)
class Contradiction:
    """An open cell without candidates, a house without a place for a digit, or a violated constraint."""

    cell: int | None = None
    house: House | None = None
    digit: int | None = None
    constraint: Constraint | None = None


@dataclass(frozen=True)
class Refutation:
    """Reason why a cell cannot hold a digit.

    Attributes:
        layout: The board.
        cell, digit: What was asked.
        reason: `given` (the cell has a clue), `right` (it is the digit of the solution), `seen` (another cell in sight
            has it), `eliminated` (the ladder eliminates it), `assumed` (the assumption leads to a contradiction), or
            `open` (the ladder does not decide it).
        found: The cell that has the digit in sight, for `seen`.
        steps: The findings that are needed, in order.
        contradiction: The end of an assumption; None if the ladder does not say where it is.
    """

    layout: Layout
    cell: int
    digit: int
    reason: Reason
    found: int | None = None
    steps: tuple[Finding, ...] = ()
    contradiction: Contradiction | None = None

    @property
    def length(self) -> int:
        """Number of steps; the assumption is one."""
        return len(self.steps) + (self.reason == "assumed")


def refute_digit(state: State, cell: int, digit: int, right: int, ladder: Ladder) -> Refutation:
    """Return the shortest refutation of a digit that a ladder finds; `right` is the digit of the solution."""
    layout = state.layout
    if state.puzzle.clues[cell]:
        return Refutation(layout, cell, digit, "given")
    if digit == right:
        return Refutation(layout, cell, digit, "right")
    seen = next((peer for peer in layout.peers[cell] if state.digits[peer] == digit), None)
    if seen is not None:
        return Refutation(layout, cell, digit, "seen", found=seen)
    asked = _with_candidate(state, cell, digit)
    ways = [*_eliminations(asked, cell, digit, ladder), *_assumption(asked, cell, digit, ladder)]
    return min(ways, key=lambda way: way.length, default=Refutation(layout, cell, digit, "open"))


def _with_candidate(state: State, cell: int, digit: int) -> State:
    """Return the state with a cell reopened for a digit.

    A digit placed there is removed, and the candidate is added to those noted in the cell, if any are noted.
    """
    placed = tuple(0 if place == cell else one for place, one in enumerate(state.placed))
    marks = state.marks and tuple(
        tuple(sorted({*noted, digit})) if place == cell and noted else noted for place, noted in enumerate(state.marks)
    )
    return State(state.puzzle, placed if any(placed) else (), marks)


def _eliminations(state: State, cell: int, digit: int, ladder: Ladder) -> Iterator[Refutation]:
    """Yield the ways in which the ladder eliminates the candidate: at once, or in the course of the solution."""
    goal = (cell, digit)
    if digit not in open_candidates(state)[cell]:
        return
    for finding in find_in(state, ladder):
        if goal in set(_lost(finding, state.layout)):
            yield Refutation(state.layout, cell, digit, "eliminated", steps=(_trimmed(finding, {goal}),))
            return
    course = _Course(state, explain_puzzle(state, ladder))
    if goal in course.causes:
        yield Refutation(state.layout, cell, digit, "eliminated", steps=course.needed({goal}))


def _assumption(state: State, cell: int, digit: int, ladder: Ladder) -> Iterator[Refutation]:
    """Yield a refutation that assumes the digit, if the ladder derives a contradiction from it."""
    layout = state.layout
    placed = list(state.placed or (0,) * layout.cell_count)
    placed[cell] = digit
    assumed = State(state.puzzle, tuple(placed), state.marks)
    explanation = explain_puzzle(assumed, ladder)
    if explanation.rating.outcome != "contradiction":
        return
    course = _Course(assumed, explanation)
    ends = [(course.needed(goals), end) for end, goals in course.contradictions()]
    steps, end = min(ends, key=lambda one: len(one[0]), default=(course.findings, None))
    yield Refutation(layout, cell, digit, "assumed", steps=steps, contradiction=end)


class _Course:
    """The findings of an explanation in order, and for each candidate that disappears the finding that causes it."""

    def __init__(self, state: State, explanation: Explanation) -> None:
        self.layout = state.layout
        self.findings = tuple(finding for one in explanation for finding in one.findings)
        self.digits = list(state.digits)
        self.causes: dict[Candidate, int] = {}
        self._left = open_candidates(state)
        for number, finding in enumerate(self.findings):
            for place, digit in _lost(finding, self.layout):
                if digit in self._left.get(place, ()):
                    self._left[place].discard(digit)
                    self.causes.setdefault((place, digit), number)
            for place, digit in finding.placed:
                self.digits[place] = digit

    def needed(self, goals: Iterable[Candidate]) -> tuple[Finding, ...]:
        """Return the findings that the elimination of the `goals` depends on, each reduced to the effects needed."""
        effects: dict[int, set[Candidate]] = {}
        waiting = list(goals)
        while waiting:
            lost = waiting.pop()
            number = self.causes.get(lost, START)
            if number == START or lost in effects.get(number, ()):
                continue
            if number not in effects:
                premises = premises_of(self.findings[number], self.layout)
                waiting += [one for one in premises if self.causes.get(one, number) < number]
            effects.setdefault(number, set()).add(lost)
        return tuple(_trimmed(self.findings[number], effects[number]) for number in sorted(effects))

    def contradictions(self) -> Iterator[tuple[Contradiction, list[Candidate]]]:
        """Yield each contradiction at the end of the findings, with the candidates whose eliminations cause it."""
        every = range(1, self.layout.size + 1)
        for cell, left in self._left.items():
            if not left and not self.digits[cell]:
                yield Contradiction(cell=cell), [(cell, digit) for digit in every]
        for house in self.layout.houses:
            for digit in every if len(house.cells) == self.layout.size else ():
                if not any(self._may(cell, digit) for cell in house.cells):
                    yield Contradiction(house=house, digit=digit), [(cell, digit) for cell in house.cells]
        for constraint in self.layout.further if 0 not in self.digits else ():
            if not constraint.is_satisfied(tuple(self.digits), self.layout):
                yield Contradiction(constraint=constraint), [(c, d) for c in constraint.cells for d in every]

    def _may(self, cell: int, digit: int) -> bool:
        own = self.digits[cell]
        return own == digit or (not own and digit in self._left[cell])


def _lost(finding: Finding, layout: Layout) -> Iterator[Candidate]:
    """Yield the candidates that a finding eliminates, directly or because it assigns a digit."""
    yield from finding.removed
    for cell, digit in finding.placed:
        yield from ((cell, other) for other in range(1, layout.size + 1) if other != digit)
        yield from ((peer, digit) for peer in layout.peers[cell])


def premises_of(finding: Finding, layout: Layout) -> Iterator[Candidate]:
    """Yield the candidates whose earlier elimination a finding may rely on.

    They are more than it needs: other digits in its cells, and other places of its digits in its houses.
    """
    houses = {cell for house in finding.houses for cell in house.cells}
    yield from ((cell, digit) for cell in houses for digit in finding.digits)
    if finding.rule in OF_ONE_DIGIT:
        yield from ((cell, digit) for cell in range(layout.cell_count) for digit in finding.digits)
    if finding.rule in OF_ALL_DIGITS:
        yield from product(range(layout.cell_count), range(1, layout.size + 1))
    if finding.rule not in HIDDEN_SINGLES:
        clues = {cell for part in finding.parts for cell in part.cells}
        yield from ((cell, digit) for cell in {*finding.cells, *clues} for digit in range(1, layout.size + 1))


def _trimmed(finding: Finding, effects: set[Candidate]) -> Finding:
    """Return the finding with only the eliminations in `effects`."""
    return replace(finding, removed=tuple(one for one in finding.removed if one in effects))
