"""Conflicts: small sets of clues and constraints that contradict each other, given the houses of the board.

A set of items (clues and constraints) is a *conflict* if no grid satisfies all of them. A *correction* is a set of
items without which the others have a solution; so every conflict contains an item of every correction: it *hits* all
corrections. A smallest conflict is found by alternating between the two (Ignatiev, Previti, Liffiton and
Marques-Silva, "Smallest MUS extraction with minimal hitting set dualization", 2015):

1. Choose a smallest set of items that hits all corrections known so far; at first, that is the empty set.
2. Ask for a grid that satisfies the chosen items. If there is none, they are a conflict, and no smaller set can be one,
   because it would miss a correction.
3. Otherwise, add items to the chosen ones as long as there is a grid for all of them. The items that are left out are
   a new correction, which the next choice has to hit.

Where that takes too long, because there are many corrections or a question is hard, a minimal conflict is found by a
deletion filter (Chinneck and Dravnieks 1991): remove each item in turn, and restore it if the others have a solution.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

from cpgen.answers import solution_answers as answers
from cpgen.constraints.base import Board, Constraint
from cpgen.constraints.primitives import Primitive
from cpgen.kernel import working_seconds
from cpgen.layout import Layout
from cpgen.oracles import Oracle, UndecidedError
from cpgen.puzzle import Grid, Puzzle

PATIENCE = 5.0
"""Seconds after which the search for a smallest conflict is given up, and then the search for a minimal one"""
NODES = 20_000
"""Number of nodes after which the search for a smallest hitting set is given up, which takes some tenths of a second"""
SHORT = 16
"""Number of items up to which they are removed one by one"""

T = TypeVar("T")


@dataclass(frozen=True)
class Conflict:
    """Clues and constraints of a puzzle that have no solution together with its houses.

    Attributes:
        puzzle: The puzzle.
        cells: The cells of the clues in the conflict.
        constraints: The constraints in the conflict.
        is_smallest: True if no conflict of the puzzle has fewer clues and constraints; False if that is unknown.
        is_minimal: True if no part of it can be left out; False if that is unknown.
    """

    puzzle: Puzzle
    cells: tuple[int, ...]
    constraints: tuple[Constraint, ...]
    is_smallest: bool
    is_minimal: bool = True

    @property
    def marked(self) -> tuple[int, ...]:
        """Cells of the conflict's clues and constraints, in ascending order."""
        return tuple(sorted({*self.cells, *(cell for constraint in self.constraints for cell in constraint.cells)}))

    def as_record(self) -> answers.ConflictRecord:
        """Return the JSON record of the conflict."""
        layout = self.puzzle.layout
        return answers.ConflictRecord(
            clues=tuple(map(layout.cell_name, self.cells)),
            constraints=tuple(constraint.as_json(layout.size) for constraint in self.constraints),
            smallest=self.is_smallest,
            minimal=self.is_minimal,
        )


@dataclass(frozen=True)
class _Part(Constraint):
    """Constraint that keeps the meaning it has on the puzzle's whole board, when others are left out.

    Without this class, to leave out a dot would change a constraint on all pairs of cells without dots.
    """

    kind = "part"
    cell_fields = ()
    layout: Layout
    number: int
    """Index in the constraints of the layout"""

    @property
    def constraint(self) -> Constraint:
        """Constraint of the puzzle that this part stands for."""
        return self.layout.constraints[self.number]

    def decompose(self, board: Board) -> Iterable[Primitive]:
        """Return the primitives that the constraint has on the whole board."""
        return self.layout.primitives_of[self.number]

    def is_satisfied(self, grid: Sequence[int], board: Board) -> bool:
        """Return True if a grid satisfies the constraint on the whole board."""
        return self.constraint.is_satisfied(grid, self.layout)


class _Items:
    """Clues and constraints of a puzzle, numbered from 0: clues first, then constraints."""

    def __init__(self, puzzle: Puzzle, oracle: Oracle) -> None:
        self.puzzle, self.oracle = puzzle, oracle
        self.cells = [cell for cell, clue in enumerate(puzzle.clues) if clue]
        first = len(puzzle.layout.houses)
        self.parts = [_Part(puzzle.layout, first + k) for k in range(len(puzzle.layout.further))]
        self.board = puzzle.layout.base
        self.all = frozenset(range(len(self.cells) + len(self.parts)))
        self.ends, self.has_undecided = working_seconds() + PATIENCE, False

    def completion(self, items: Iterable[int]) -> Grid | None:
        """Return a grid that satisfies the items with these numbers, or None if there is none.

        Raises UndecidedError when time is up.
        """
        if working_seconds() > self.ends:
            raise UndecidedError(f"No conflict was found within {PATIENCE:g} s.")
        grids = self.oracle.uniqueness(self._puzzle_of(frozenset(items))).grids
        return grids[0] if grids else None

    def is_conflict(self, items: Iterable[int]) -> bool:
        """Return True if no grid satisfies the items with these numbers; False also if the oracle does not decide."""
        try:
            return self.completion(items) is None
        except UndecidedError:
            self.has_undecided = True
            return False

    def satisfied_by(self, grid: Grid) -> frozenset[int]:
        """Return the numbers of the items that a grid satisfies."""
        first = len(self.cells)
        clues = (number for number, cell in enumerate(self.cells) if grid[cell] == self.puzzle.clues[cell])
        others = (first + k for k, part in enumerate(self.parts) if part.is_satisfied(grid, self.board))
        return frozenset([*clues, *others])

    def conflict_of(self, items: Iterable[int], is_smallest: bool) -> Conflict:
        """Return the items with these numbers as a conflict, and that it is a smallest one if `is_smallest`.

        It counts as minimal if the oracle decided every question.
        """
        kept = frozenset(items)
        cells = tuple(cell for number, cell in enumerate(self.cells) if number in kept)
        constraints = tuple(part.constraint for part in self._parts(kept))
        return Conflict(self.puzzle, cells, constraints, is_smallest, not self.has_undecided)

    def _puzzle_of(self, items: frozenset[int]) -> Puzzle:
        """Return the puzzle with only the clues and constraints whose numbers are in `items`."""
        cells = {cell for number, cell in enumerate(self.cells) if number in items}
        clues = tuple(clue if cell in cells else 0 for cell, clue in enumerate(self.puzzle.clues))
        return Puzzle(replace(self.board, further=self._parts(items)), clues)

    def _parts(self, items: frozenset[int]) -> tuple[_Part, ...]:
        return tuple(part for k, part in enumerate(self.parts) if len(self.cells) + k in items)


def find_conflict(puzzle: Puzzle, oracle: Oracle) -> Conflict:
    """Return a conflict of a puzzle without a solution: a smallest one, or if that takes too long, a minimal one.

    A conflict without clues and constraints means that the houses of the board alone have no grid.

    Args:
        puzzle: A puzzle without a solution.
        oracle: The solver, with a time limit of about a second: many questions are asked, and each question without an
            answer only makes the conflict larger.
    """
    items = _Items(puzzle, oracle)
    smallest = _smallest_conflict(items)
    if smallest is not None:
        return items.conflict_of(smallest, is_smallest=True)
    items = _Items(puzzle, oracle)
    return items.conflict_of(minimal_subset(sorted(items.all), items.is_conflict), is_smallest=False)


def minimal_subset(items: Sequence[T], is_conflict: Callable[[list[T]], bool]) -> list[T]:
    """Return a part of `items` that is a conflict and from which none can be left out; earlier ones are removed first.

    Blocks of items are tried before single items, because most of a long list can be left out.

    Args:
        items: Items that are a conflict.
        is_conflict: Function that returns True if some of the items are a conflict.
    """
    kept = list(items)
    for size in _block_sizes(len(items)):
        place = 0
        while place < len(kept):
            others = kept[:place] + kept[place + size :]
            if is_conflict(others):
                kept = others
            else:
                place += size
    return kept


def _block_sizes(count: int) -> Iterator[int]:
    """Yield the sizes of blocks to try to remove from `count` items: half of them, a quarter, … and finally 1."""
    while count > SHORT:
        count //= 2
        yield count
    yield 1


def _smallest_conflict(items: _Items) -> frozenset[int] | None:
    """Return the item numbers of a smallest conflict, or None if none is found within the limits."""
    corrections: list[frozenset[int]] = []
    try:
        while (chosen := _smallest_hitting_set(corrections)) is not None:
            grid = items.completion(chosen)
            if grid is None:
                return chosen
            corrections.append(items.all - _grown(items, items.satisfied_by(grid)))
    except UndecidedError:
        pass
    return None


def _grown(items: _Items, satisfied: frozenset[int]) -> frozenset[int]:
    """Return the satisfied items, extended until no further one has a common solution with them, as item numbers."""
    for item in sorted(items.all - satisfied):
        if item not in satisfied:
            grid = items.completion(satisfied | {item})
            if grid is not None:
                # The grid may satisfy items that were not asked for.
                satisfied = items.satisfied_by(grid)
    return satisfied


def _smallest_hitting_set(sets: Sequence[frozenset[int]]) -> frozenset[int] | None:
    """Return a smallest set that contains an element of each of the sets, or None if the search takes too long.

    For sizes from 0 on, choose an element of the smallest set that has none yet, and continue with the others.
    """
    nodes = 0

    def search(chosen: frozenset[int], left: int) -> frozenset[int] | None:
        nonlocal nodes
        nodes += 1
        missed = [items for items in sets if not items & chosen]
        if not missed:
            return chosen
        if not left or nodes > NODES or _are_disjoint_more_than(left, missed):
            return None
        fewest: frozenset[int] = min(missed, key=len)
        for element in sorted(fewest):
            hitting_set = search(chosen | {element}, left - 1)
            if hitting_set is not None:
                return hitting_set
        return None

    for size in range(len(sets) + 1):
        hitting_set = search(frozenset(), size)
        if hitting_set is not None or nodes > NODES:
            return hitting_set
    return None


def _are_disjoint_more_than(count: int, sets: Sequence[frozenset[int]]) -> bool:
    """Return True if more than `count` of the sets are disjoint, so that `count` elements cannot hit them all."""
    used: set[int] = set()
    for items in sorted(sets, key=len):
        if used.isdisjoint(items):
            used |= items
            count -= 1
    return count < 0
