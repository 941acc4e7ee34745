"""Groups of cells that are compared: their sums are equal, or they contain the same digits."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import combinations
from operator import eq
from typing import ClassVar, Literal

from cpgen.constraints.base import Board, Cells, Constraint
from cpgen.constraints.clue_text import Words
from cpgen.constraints.primitives import Automaton, Pair, Primitive, allowed_pairs, automaton, weighted_total
from cpgen.constraints.shapes import GREY, Outline, Shade, Shape, corner_label
from cpgen.errors import InputError
from cpgen.messages import Message


@dataclass(frozen=True)
class Groups(Constraint):
    """Base of constraints on two or more groups of cells, written with equals signs between them."""

    cell_fields = ("groups",)
    order: ClassVar[Literal["fixed", "reversible", "any"]] = "any"
    groups: tuple[Cells, ...]

    @property
    def cells(self) -> Cells:  # type: ignore[override]
        """Cells of all groups."""
        return tuple(dict.fromkeys(cell for group in self.groups for cell in group))

    def require_fits(self, board: Board) -> None:
        """Raise InputError unless there are two groups or more, each of different cells of the board."""
        if len(self.groups) < 2 or not all(isinstance(group, tuple) for group in self.groups):
            raise InputError(Message("constraint-groups", kind=self.kind))
        super().require_fits(board)

    @classmethod
    def parse(cls, words: Words) -> Constraint:
        """Parse groups of cells with equals signs between them."""
        return cls(words.groups())

    def shapes(self, board: Board) -> Iterable[Shape]:
        """Return the shapes to draw: shaded groups, with the same letter in the corner of each first cell."""
        of_groups = [one for one in board.constraints if isinstance(one, Groups)]
        letter = chr(ord("A") + (of_groups.index(self) % 26 if self in of_groups else 0))
        yield Shade(self.cells)
        for group in self.groups:
            yield Outline(group, inset=0.04, colour=GREY, dashed=False)
            yield corner_label(group[0], board.size, f"={letter}", ground="")


@dataclass(frozen=True)
class EqualSums(Groups):
    """Groups of cells that have the same sum."""

    kind = "equal-sums"

    def require_fits(self, board: Board) -> None:
        """Raise InputError if a group cannot have the sum of another one because it has too many cells."""
        super().require_fits(board)
        counts = [len(group) for group in self.groups]
        if max(counts) > min(counts) * board.size:
            most = min(counts) * board.size
            raise InputError(Message("constraint-long-line", kind=self.kind, cells=max(counts), most=most))

    def decompose(self, board: Board) -> Iterable[Primitive]:
        """Return an equation for each group after the first: its sum equals that of the first group."""
        first, *others = self.groups
        for group in others:
            equation = weighted_total([*((cell, 1) for cell in first), *((cell, -1) for cell in group)], 0)
            if equation.cells:
                yield equation

    def is_satisfied(self, grid: Sequence[int], board: Board) -> bool:
        """Return True if the sums are equal."""
        return len({sum(grid[cell] for cell in group) for group in self.groups}) == 1


@dataclass(frozen=True)
class EquallyLongGroups(Groups):
    """Base of constraints on groups with equal numbers of cells, whose digits are compared."""

    def renames_digits(self, board: Board) -> bool:
        """Return True, since digits are only tested for equality."""
        return True

    def require_fits(self, board: Board) -> None:
        """Raise InputError if the groups differ in their numbers of cells."""
        super().require_fits(board)
        if len({len(group) for group in self.groups}) > 1:
            raise InputError(Message("constraint-unequal-groups", kind=self.kind))


@dataclass(frozen=True)
class SameValues(EquallyLongGroups):
    """Groups of cells that contain the same digits equally often, in any order."""

    kind = "same-values"

    def decompose(self, board: Board) -> Iterable[Primitive]:
        """Return primitives: equal digits for groups of one cell, else equal counts of each digit, and equal sums."""
        n, (first, *others) = board.size, self.groups
        if len(first) == 1:
            for (one,), (other,) in combinations(self.groups, 2):
                yield Pair(one, other, allowed_pairs(n, eq))
            return
        for group in others:
            left, right = ([cell for cell in a if cell not in b] for a, b in ((first, group), (group, first)))
            if left:
                yield weighted_total([*((cell, 1) for cell in left), *((cell, -1) for cell in right)], 0)
                for digit in range(1, n + 1):
                    yield replace(_equally_often(n, len(left), digit), cells=(*left, *right))

    def is_satisfied(self, grid: Sequence[int], board: Board) -> bool:
        """Return True if all groups have the same digits equally often."""
        first, *others = [Counter(grid[cell] for cell in group) for group in self.groups]
        return all(counts == first for counts in others)


@dataclass(frozen=True)
class Clone(EquallyLongGroups):
    """Groups of cells that contain the same digits in the same order."""

    kind = "clone"
    order = "fixed"

    def normal(self) -> Clone:
        """Return the constraint with its groups, and the cells within all groups, in the order of smallest numbers."""
        orders = (sorted(range(len(group)), key=group.__getitem__) for group in self.groups)
        return Clone(min(tuple(sorted(tuple(group[k] for k in order) for group in self.groups)) for order in orders))

    def decompose(self, board: Board) -> Iterable[Primitive]:
        """Return primitives: the k-th cells of the first group and of each other group have equal digits."""
        first, *others = self.groups
        for group in others:
            for one, other in zip(first, group, strict=True):
                if one != other:
                    yield Pair(one, other, allowed_pairs(board.size, eq))

    def is_satisfied(self, grid: Sequence[int], board: Board) -> bool:
        """Return True if all groups have the same digits in the same order."""
        return len({tuple(grid[cell] for cell in group) for group in self.groups}) == 1


@cache
def _equally_often(n: int, k: int, digit: int) -> Automaton:
    """Return the automaton on cells 0..2k−1 that accepts a digit equally often in the first k and the last k cells."""

    def step(state: tuple[int, int], read: int) -> tuple[int, int] | None:
        place, surplus = state
        surplus += (1 if place < k else -1) if read == digit else 0
        return (place + 1, surplus) if surplus >= 0 else None

    return automaton(range(2 * k), n, (0, 0), step, (2 * k, 0).__eq__)
