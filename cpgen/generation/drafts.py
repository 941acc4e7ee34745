"""Drafts of puzzles on a known grid: what a search for puzzles with drawn constraints changes and rates."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from cpgen.constraints.base import Constraint
from cpgen.constraints.cage import Cage
from cpgen.layout import Layout
from cpgen.messages import Message
from cpgen.puzzle import Grid, Puzzle

Group = tuple[Constraint, ...]
"""Constraints that the symmetry maps to each other"""


@dataclass(frozen=True)
class Draft:
    """Draft of a puzzle on a known grid: constraints, whose values are read from the grid, and cells with given digits.

    Attributes:
        grid: The grid, which is the solution of the puzzle.
        fixed: Constraints that always stay.
        shown: Groups that may be split or left out.
        hidden: Groups that are left out.
        givens: Cells whose digit is given.
    """

    grid: Grid
    fixed: Group
    shown: tuple[Group, ...]
    hidden: tuple[Group, ...] = ()
    givens: frozenset[int] = frozenset()

    @property
    def key(self) -> object:
        """Key that is equal for drafts on a grid with the same groups shown, in any order, and the same givens."""
        return self.grid, frozenset(self.shown), self.givens

    @property
    def constraints(self) -> Group:
        """All constraints of the draft."""
        return (*self.fixed, *(constraint for group in self.shown for constraint in group))

    @property
    def single_cages(self) -> int:
        """The number of cages of one cell."""
        return sum(isinstance(constraint, Cage) and len(constraint.cells) == 1 for constraint in self.constraints)

    def puzzle(self, board: Layout) -> Puzzle:
        """Return the puzzle on a board (with the constraints that every puzzle has)."""
        layout = board.with_constraints(*self.constraints)
        return Puzzle(layout, tuple(digit if cell in self.givens else 0 for cell, digit in enumerate(self.grid)))

    def without(self, group: Group) -> Draft:
        """Return the draft with a group of constraints left out."""
        shown = tuple(shown_group for shown_group in self.shown if shown_group != group)
        return replace(self, shown=shown, hidden=(*self.hidden, group))

    def replaced(self, old: Sequence[Group], fresh: Sequence[Group]) -> Draft:
        """Return the draft with new groups of constraints instead of old ones."""
        return replace(self, shown=(*(group for group in self.shown if group not in old), *fresh))


@dataclass(frozen=True)
class Position:
    """A draft with the candidates of each cell that are left where a person, or the ladder, is stuck.

    Attributes:
        draft: The draft.
        candidates: The candidates of each cell, as masks; a solved draft has one per cell.
        is_too_easy: True if harder moves lead to the target, False if easier ones do, None if both may.
    """

    draft: Draft
    candidates: tuple[int, ...]
    is_too_easy: bool | None = False

    @property
    def open_cells(self) -> list[int]:
        """Cells with more than one candidate, ascending."""
        return [cell for cell, mask in enumerate(self.candidates) if mask & (mask - 1)]


@dataclass(frozen=True, kw_only=True)
class RatedDraft(Position):
    """A draft with its puzzle, its energy (distance from the target), and the candidates where the ladder ends."""

    puzzle: Puzzle
    energy: float

    @property
    def description(self) -> Message:
        """Description of how far the ladder solves the draft."""
        return Message(
            "draft-stuck" if self.open_cells else "draft-solved",
            open=len(self.open_cells),
            givens=self.puzzle.clue_count,
        )


def different(groups: Iterable[Group]) -> tuple[Group, ...]:
    """Return the groups without those whose constraints equal those of an earlier group."""
    return tuple({frozenset(group): group for group in groups}.values())


def cover_once(fresh: Sequence[Group], old: Sequence[Group]) -> bool:
    """Return True if new groups have exactly the cells of the old ones, and no cell is in two constraints."""
    cells = sorted(cell for group in fresh for constraint in group for cell in constraint.cells)
    return cells == sorted(cell for group in old for constraint in group for cell in constraint.cells)
