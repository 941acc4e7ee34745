"""Superfluous clues: given digits and constraints that a puzzle can do without.

Clues are superfluous if the puzzle without them, read by the rules, has the same single solution, and the rules that
are asked for still solve it. Three tests, the cheapest first, look for a reason why clues are needed:

1. a second solution that is known from an earlier test of these clues still is one;
2. the solution breaks a constraint that is left: a rule such as `all dots shown` denies a dot that is missing;
3. the oracle finds a second solution, or the ladder gets stuck.

Removing tests the clues, or their orbits under a symmetry, in random order, and leaves out what is superfluous. Fewer
clues have more solutions, so a clue that is needed stays needed, and one pass would be enough, but for constraints that
change their meaning with others (without `all dots shown`, a dot may become superfluous) and for the ladder. So passes
are repeated until one removes nothing. The first test makes the further passes cheap.

Both searches are generators of results so far, one per test, so that a caller can show progress, and keep what was
found when it is interrupted.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cached_property

import numpy as np

from cpgen.constraints.base import Constraint
from cpgen.constraints.dots import DOTS
from cpgen.digging.drop_request import Clue, Dropped, DropRequest, Given, SuperfluousClues, clues_of
from cpgen.errors import CpgenError, ImpossibleError, InputError
from cpgen.messages import Message, shown
from cpgen.oracles import Oracle, UndecidedError, open_oracle
from cpgen.puzzle import Grid, Puzzle
from cpgen.rater.rating import rate_puzzle
from cpgen.requests.clock import Clock, OutOfTimeError, Phase
from cpgen.symmetry.square import SYMMETRIES, Move

QUESTION = 10.0
"""Longest time for a single question to the oracle, in seconds; a clue that takes longer is left"""
Orbit = tuple[Clue, ...]
"""Clues that are removed together"""


def remove_superfluous(
    puzzle: Puzzle, request: DropRequest, seed: int, clock: Clock | None = None
) -> Iterator[Dropped]:
    """Remove superfluous clues; yield the state of the removal after each test.

    An oracle has proven the last result. When the clock ends the call, the clues that were not tested are in
    `undecided` of the last result.

    Args:
        puzzle: The puzzle.
        request: Which kinds of clues are tested, together with which others, and what must hold without them.
        seed: Determines the order of the tests.
        clock: The time limit and callbacks; without one, there is no time limit.

    Raises:
        InputError: There are several solutions, a value is open, or the rules do not solve the puzzle.
        ImpossibleError: There is no solution.
        UndecidedError: It is not known within the time limit whether there is one solution.
    """
    test = _Test(puzzle, request, clock or Clock())
    checker, model = str(request.checker), request.model_on(puzzle.layout)
    result = Dropped(puzzle, puzzle, test.solution, (), (), checker, model, request, seed)
    orbits = _in_order(puzzle, request, np.random.default_rng(seed))
    open_orbits = dict.fromkeys(orbits)

    def with_open() -> Dropped:
        return replace(result, undecided=tuple(clue for orbit in open_orbits for clue in orbit))

    yield with_open()
    try:
        is_changed = True
        while is_changed:
            is_changed = False
            for orbit in orbits:
                if not set(orbit).isdisjoint(result.removed) or (test.is_undecided(orbit)):
                    continue
                if test.holds_without(result.puzzle, orbit):
                    left = without(result.puzzle, orbit)
                    result = replace(result, puzzle=left, removed=(*result.removed, *orbit))
                    is_changed = True
                if not test.is_undecided(orbit):
                    open_orbits.pop(orbit, None)
                yield with_open()
    except OutOfTimeError:
        pass
    result = with_open()
    yield replace(result, oracle=test.proven_by(result.puzzle))


def find_superfluous(puzzle: Puzzle, request: DropRequest, clock: Clock | None = None) -> Iterator[SuperfluousClues]:
    """Test each clue alone, removing none; yield the superfluous ones so far after each test.

    When the clock ends the call, the clues that were not tested are in `undecided` of the last result. The arguments
    and errors are those of `remove_superfluous`.
    """
    test = _Test(puzzle, request, clock or Clock())
    asked = [clue for clue in clues_of(puzzle) if request.drop.stage_of(clue.kind) is not None]
    result = SuperfluousClues(puzzle, test.solution, (), len(asked), tuple(asked))
    yield result
    try:
        for clue in asked:
            is_superfluous = test.holds_without(puzzle, (clue,))
            clues = (*result.clues, clue) if is_superfluous else result.clues
            left = tuple(undecided for undecided in result.undecided if undecided != clue or test.is_undecided((clue,)))
            result = replace(result, clues=clues, undecided=left)
            yield result
        if len(result.clues) > 1:
            together = test.holds_without(puzzle, result.clues)
            yield replace(result, together=None if test.is_undecided(result.clues) else together)
    except OutOfTimeError:
        yield result


def without(puzzle: Puzzle, clues: Sequence[Clue]) -> Puzzle:
    """Return the puzzle without these clues."""
    cells = {clue.cell for clue in clues if isinstance(clue, Given)}
    digits = tuple(0 if cell in cells else digit for cell, digit in enumerate(puzzle.clues))
    left = dict.fromkeys(part for constraint in puzzle.layout.further for part in _left_of(constraint, clues))
    return Puzzle(replace(puzzle.layout, further=tuple(left)) if len(cells) < len(clues) else puzzle.layout, digits)


def _left_of(constraint: Constraint, clues: Sequence[Clue]) -> Sequence[Constraint]:
    """Return what is left of a constraint without some clues, which may be the constraint itself or parts of it.

    A constraint of marks on single cells becomes one constraint for the other cells.
    """
    parts = constraint.parts
    left = [part for part in parts if part not in clues]
    if len(left) == len(parts):
        return [constraint]
    if left and all(len(part.cells) == 1 for part in parts):
        return [replace(constraint, cells=tuple(part.cells[0] for part in left))]  # type: ignore[type-var]
    return left


class _Test:
    """Tester of which clues of a puzzle are superfluous; it caches second solutions, which prove clues necessary."""

    def __init__(self, puzzle: Puzzle, request: DropRequest, clock: Clock) -> None:
        self._request, self._clock = request, clock
        witness = open_oracle(request.checker, clock.budget).uniqueness(puzzle)
        if not witness.grids:
            raise ImpossibleError(Message("no-solution", puzzle=shown(puzzle.line, 81)))
        if not witness.unique:
            raise InputError(Message("many-solutions", puzzle=shown(puzzle.line, 81)))
        self.solution: Grid = witness.grids[0]
        self._rules = request.rules_on(puzzle.layout)
        if self._rules and not rate_puzzle(puzzle, self._rules).solved:
            raise InputError(Message("drop-stuck", ladder=self._rules.name, level=self._rules.span[1]))
        self._others: dict[Orbit, Grid] = {}
        """A second solution without these clues, as far as one was found"""
        self._undecided: set[Orbit] = set()

    @cached_property
    def _oracle(self) -> Oracle:
        """Oracle that checks removals; it is opened when it is first needed, with the seconds that are left then."""
        return open_oracle(self._request.checker, lambda: min(QUESTION, self._clock.left()))

    def is_undecided(self, orbit: Orbit) -> bool:
        """Return True if an orbit of clues is one about which the oracle did not decide in time."""
        return orbit in self._undecided

    def holds_without(self, puzzle: Puzzle, orbit: Orbit) -> bool:
        """Return True if the puzzle can do without an orbit of clues; False if it cannot or that was not decided.

        Raises:
            OutOfTimeError: The clock ends the call.
        """
        left = without(puzzle, orbit)
        known = self._others.get(orbit)
        if known and left.is_solved_by(known):
            return False
        self._clock.count_ratings(1)
        if not left.is_solved_by(self.solution):
            return False
        # A second solution differs in a cell that was given.
        cells = [clue.cell for clue in orbit if isinstance(clue, Given)]
        try:
            with self._clock.asking(Phase.GENERATION):
                witness = self._oracle.prove(left, self.solution, cells if len(cells) == len(orbit) else ())
        except UndecidedError:
            self._undecided.add(orbit)
            return False
        if not witness.unique:
            self._others[orbit] = next(grid for grid in witness.grids if grid != self.solution)
            return False
        return self._rules is None or rate_puzzle(left, self._rules, self._clock.is_over).solved

    def proven_by(self, puzzle: Puzzle) -> str:
        """Prove the single solution.

        Return the name of the oracle: the verifier, or the checker if that takes too long.
        """
        try:
            with self._clock.asking(Phase.PROOF):
                witness = open_oracle(self._request.verifier, self._clock.left).prove(puzzle, self.solution)
        except (OutOfTimeError, UndecidedError):
            return str(self._request.checker)
        if witness.grids != (self.solution,):
            name = self._request.verifier
            raise CpgenError(f"{name} does not find the one solution of {puzzle.line}; this is a defect of cpgen.")
        return str(self._request.verifier)


def _in_order(puzzle: Puzzle, request: DropRequest, rng: np.random.Generator) -> list[Orbit]:
    """Return the orbits of clues in the order of testing: by the kinds that the request lists, random within each.

    An orbit is the clues that the symmetry maps to each other; orbits with clues of other kinds are left out.
    """
    stages: list[list[Orbit]] = [[] for _ in request.drop.words]
    for orbit in clue_orbits(puzzle, request.symmetry or "none"):
        places = [request.drop.stage_of(clue.kind) for clue in orbit]
        # An orbit with a clue that has to stay is left whole.
        if None not in places:
            stages[min(index for index in places if index is not None)].append(orbit)
    return [stage[index] for stage in stages for index in rng.permutation(len(stage))]


def clue_orbits(puzzle: Puzzle, symmetry: str) -> list[Orbit]:
    """Return the clues of a puzzle in groups (orbits) that a symmetry maps to each other.

    The places of the clues of an orbit are images of each other; digits and values, such as the sums of cages and the
    colours of dots, may differ.
    """
    size = puzzle.layout.size
    moves = [_cell_map(size, move) for move in SYMMETRIES[symmetry]]
    at: dict[tuple[object, ...], list[Clue]] = {}
    for clue in clues_of(puzzle):
        at.setdefault(_place(clue), []).append(clue)
    orbits: list[Orbit] = []
    seen: set[tuple[object, ...]] = set()
    for clue in clues_of(puzzle):
        if _place(clue) not in seen:
            places = _images(clue, moves)
            seen |= places.keys()
            orbits.append(tuple(member for place in places for member in at.get(place, ())))
    return orbits


def _images(clue: Clue, moves: Sequence[Sequence[int]]) -> dict[tuple[object, ...], None]:
    """Return the places to which a symmetry moves a clue, including its own: keys as `_place` returns them.

    `moves` are maps of cells that generate the symmetry.
    """
    reached, frontier = {_place(clue): None}, [clue]
    while frontier:
        current = frontier.pop()
        for cell_map in moves:
            image = (
                Given(cell_map[current.cell], current.digit) if isinstance(current, Given) else current.moved(cell_map)
            )
            if image is not None and _place(image) not in reached:
                reached[_place(image)] = None
                frontier.append(image)
    return reached


def _place(clue: Clue) -> tuple[object, ...]:
    """Return a key for the place of a clue: its kind and cells; dots of all colours count as one kind."""
    if isinstance(clue, Given):
        return clue.kind, clue.cell
    constraint: Constraint = clue.normal()
    if not constraint.cell_fields:
        return clue.kind, *constraint.values.values()
    return "dot" if constraint.kind in DOTS else constraint.kind, *(
        getattr(constraint, name) for name in constraint.cell_fields
    )


def _cell_map(size: int, move: Move) -> list[int]:
    """Return the image of each cell under a move of the board."""
    return [row * size + column for row, column in (move(size, *divmod(cell, size)) for cell in range(size * size))]
