"""Minimal sets of clues from which the conclusions of an explanation follow.

A clue is here a given digit or a constraint besides the houses. A conclusion, which is all assignments and eliminations
of a finding, *follows* from a set of clues if it holds in every grid with these digits, these constraints and the
houses of the board. The set is minimal if the conclusion does not follow when any one of its clues is left out.

A SAT solver keeps the clauses of the houses. Those of each constraint and of each negated conclusion have a *switch*, a
variable that makes them hold if it is true. A conclusion follows if no grid has its switch and those of the clues.

    sources of what the finding relies on ──► does it follow? ──► leave out one clue after the other
                                                   └─► no: begin with all clues ──┘

The sources are the clues in the sets of earlier findings. The order in which clues are left out is fixed, so the result
does not depend on the solver, unless a question exceeds CONFLICTS. When a conclusion follows, the solver names a
*core*, the clues that it needed, and those outside need no question of their own.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from cpgen.constraints.sums import derived_sums
from cpgen.notation import symbol
from cpgen.oracles.clauses import Clauses
from cpgen.oracles.sat import new_solver
from cpgen.puzzle import Puzzle
from cpgen.rater.explain import Explanation, Finding
from cpgen.rater.refutation import Candidate, premises_of

CONFLICTS = 2000
"""Conflicts of a question, 0.1 s or so, after which a clue is kept although it may not be needed"""

ClueSet = frozenset[int]
"""Numbers of clues: the given digits by cell, then the constraints in the order of the layout"""


def clue_sets_of(puzzle: Puzzle, explanation: Explanation) -> Iterator[tuple[str, ...]]:
    """Yield a minimal set of clues that imply it for each finding of an explanation, in order.

    Given digits are written as in `r1c2=5`, constraints as in `cage 15: r1c1 r1c2`.
    """
    with new_solver(puzzle.layout.base) as solver:
        search = _ClueSearch(puzzle, solver)
        for one in explanation:
            for finding in one.findings:
                yield tuple(search.names[clue] for clue in sorted(search.minimal_set(finding)))


class _ClueSearch:
    """The clues of a puzzle, a solver, and the sources of the candidates that have disappeared.

    The source of an eliminated candidate is a set of clues from which the elimination follows.
    """

    def __init__(self, puzzle: Puzzle, solver: Any) -> None:
        self.layout, self._solver = puzzle.layout, solver
        layout, n = puzzle.layout, puzzle.layout.size
        givens = [(cell, digit) for cell, digit in enumerate(puzzle.clues) if digit]
        self.names = [f"{layout.cell_name(cell)}={symbol(digit)}" for cell, digit in givens]
        self.names += [constraint.text(n) for constraint in layout.further]
        self._constraints = {constraint: len(givens) + place for place, constraint in enumerate(layout.further)}
        self._encoder = Clauses(n, layout.cell_count)
        # The literal of a clue is true if it is used: the variable of a candidate, or a switch.
        self._literals = [self._literal(*given) for given in givens]
        for constraint, primitives in zip(layout.constraints, layout.primitives_of, strict=True):
            if constraint in self._constraints:
                switched = (clause for primitive in primitives for clause in self._encoder.clauses_of(primitive))
                self._literals.append(self._add(switched))
        for derived in derived_sums(layout):
            premises = [-self._literals[self._constraints[one]] for one in derived.constraints]
            for clause in self._encoder.clauses_of(derived.linear):
                solver.add_clause([*premises, *clause])
        self._sources: dict[Candidate, ClueSet] = {}
        for clue, (cell, digit) in enumerate(givens):
            self._note_assignment(cell, digit, frozenset((clue,)))

    def minimal_set(self, finding: Finding) -> ClueSet:
        """Return a minimal set of clues that imply a finding, and note it as the source of its eliminations."""
        negated = [-self._literal(*one) for one in finding.placed] + [self._literal(*one) for one in finding.removed]
        switch = self._add([negated])
        own = {self._constraints[part.constraint] for part in finding.parts if part.constraint in self._constraints}
        sources = set(own).union(*(self._sources.get(one, ()) for one in premises_of(finding, self.layout)))
        # The clues that are left out first are those that the finding has least to do with.
        order = sorted(range(len(self.names)), key=lambda clue: (clue in own, clue in sources, clue))
        found = frozenset(self._minimal(switch, [one for one in order if one in sources], order))
        self._solver.add_clause([-switch])  # the conclusion is not asked about again
        for one in finding.removed:
            self._sources.setdefault(one, found)
        for cell, digit in finding.placed:
            self._note_assignment(cell, digit, found)
        return found

    def _minimal(self, switch: int, likely: list[int], every: list[int]) -> list[int]:
        """Return a minimal set of clues that imply a conclusion.

        Args:
            switch: Literal of the solver that assumes the opposite of the conclusion.
            likely: Clues that probably suffice; if they do, the set is one of these.
            every: All clues, from which the set is chosen otherwise.
        """
        kept, core = likely, self._core(switch, likely)
        if core is None:
            kept, core = every, self._core(switch, every)
        for clue in list(kept):
            fewer = [one for one in kept if one != clue]
            smaller = core if core is not None and clue not in core else self._core(switch, fewer)
            if smaller is not None:
                kept, core = fewer, smaller
        return kept

    def _core(self, switch: int, clues: list[int]) -> set[int] | None:
        """Return those of some clues that imply a conclusion, or None if it is not shown to follow from the clues.

        `switch` is the literal of the solver that assumes the opposite of the conclusion.
        """
        self._solver.conf_budget(CONFLICTS)
        if self._solver.solve_limited([switch, *(self._literals[clue] for clue in clues)]) is not False:
            return None
        used = set(self._solver.get_core() or ())
        return {clue for clue in clues if self._literals[clue] in used}

    def _literal(self, cell: int, digit: int) -> int:
        return cell * self.layout.size + digit

    def _add(self, clauses: Iterable[list[int]]) -> int:
        """Add clauses that hold if a new switch is true; return the switch."""
        switch = self._encoder.new_variable()
        for clause in clauses:
            self._solver.add_clause([-switch, *clause])
        return switch

    def _note_assignment(self, cell: int, digit: int, source: ClueSet) -> None:
        """Note the source of the eliminations by an assignment, in the cell and in those that see it."""
        for other in range(1, self.layout.size + 1):
            if other != digit:
                self._sources.setdefault((cell, other), source)
        for peer in self.layout.peers[cell]:
            self._sources.setdefault((peer, digit), source | self._between(cell, peer))

    def _between(self, cell: int, peer: int) -> ClueSet:
        """Return a constraint because of which two cells see each other, or no clue if a house is enough."""
        if peer in self.layout.base.peers[cell]:
            return frozenset()
        joint = (number for one, number in self._constraints.items() if cell in one.cells and peer in one.cells)
        return frozenset(list(joint)[:1])
