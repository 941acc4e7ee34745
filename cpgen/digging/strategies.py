"""Options of digging: the check that must hold, the strategies for removing clues, and the centre patterns."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations, islice
from math import comb
from typing import TYPE_CHECKING

from cpgen.constraints.house import REGION
from cpgen.errors import InputError
from cpgen.layout import Layout
from cpgen.notation import MAX_DIGIT, whole_number
from cpgen.suggestions import one_of

if TYPE_CHECKING:
    from cpgen.rater.ladder import Ladder

KINDS = ("unique", "ladder", "direct", "apart")
UNIQUE, LADDER, DIRECT, APART = range(4)
ONE_SOLUTION = KINDS[:3]
"""Kinds of checks that guarantee one solution: all but `apart`"""


@dataclass(frozen=True)
class Check:
    """Condition that must hold after a group of clues is removed.

    - `unique`: the puzzle has one solution.
    - `ladder`: the ladder solves the puzzle with rules up to a level, so there is one solution. Techniques that assume
      one solution are left out, since they prove nothing.
    - `direct`: for each removed cell, the clues that it sees leave one digit. That cell can be filled in first, so
      there is one solution.
    - `apart`: like `direct`, but each cell of a group is tested with the rest of its group present. Two cells of a
      group that see each other may then be removed together, so several solutions are possible. Only the study of
      digging uses it.
    """

    kind: str = "unique"
    level: int = 0
    """Highest complexity that the ladder may use; 0 for all kinds but `ladder`"""

    @classmethod
    def parse(cls, text: str) -> Check:
        """Parse `unique`, `direct`, or `ladder:3` with the highest level allowed; raise InputError for other texts."""
        # `colon` tells "ladder:" from "ladder", and refuses a level for the other kinds.
        kind, colon, level = text.strip().lower().partition(":")
        if kind not in ONE_SOLUTION:
            raise one_of(["unique", "ladder:1", "direct"], text, "a check")
        if kind == "ladder" and not level:
            raise InputError("The check 'ladder' needs the highest level allowed, as in ladder:3.")
        if colon and kind != "ladder":
            raise InputError(f"The check {kind!r} has no level; write it without ':{level}'.")
        return cls(kind, whole_number(level, "a level") if level else 0)

    @property
    def code(self) -> int:
        """Number of the check in compiled code: UNIQUE, LADDER, DIRECT or APART."""
        return KINDS.index(self.kind)

    def ladder(self, full: Ladder) -> Ladder:
        """Return the part of the ladder that may be used; raise InputError if the ladder has no such level."""
        if self.code != LADDER:
            return full
        # A level outside the ladder would silently check nothing, or everything.
        if not full.span[0] <= self.level <= full.span[1]:
            raise InputError(f"No rule has level {self.level}; the levels go from {full.span[0]} to {full.span[1]}.")
        return full.up_to(self.level).without_assumptions

    def __str__(self) -> str:
        return f"{self.kind}:{self.level}" if self.code == LADDER else self.kind


@dataclass(frozen=True)
class Strategy:
    """Strategy of digging (option `way`): which groups of clues are removed, and in which order."""

    name: str
    about: str
    symmetric: bool | None = True
    """True if it removes orbits of a symmetry, False if it removes single clues, None if it can do both"""
    then_cells: bool = False
    """True if single cells are removed after the orbits, which breaks the symmetry"""
    fullest_first: bool = False
    """True if groups in the fullest regions are removed first"""
    centre: bool = False
    """True if the region around the middle cell has a fixed pattern"""

    def symmetry(self, wanted: str | None) -> str:
        """Return the symmetry of the puzzles; raise InputError if the strategy cannot produce the wanted one."""
        # The centre is defined by the half turn, so that is its default and its only symmetry.
        symmetry = wanted or ("rot180" if self.centre else "none")
        if self.centre and symmetry != "rot180":
            raise InputError("The way 'centre' makes point-symmetric puzzles; its symmetry is rot180.")
        if self.symmetric is False and symmetry != "none":
            raise InputError(
                f"The way {self.name!r} keeps no symmetry; leave out one of them, or take the way 'orbits'."
            )
        if self.symmetric and symmetry == "none":
            raise InputError(f"The way {self.name!r} takes orbits; say of which symmetry, as in --symmetry rot180.")
        return symmetry


STRATEGIES: Mapping[str, Strategy] = {
    strategy.name: strategy
    for strategy in (
        Strategy("single", "one by one", symmetric=False),
        Strategy("orbits", "of the symmetry"),
        Strategy("two-stage", "orbits, then one by one", then_cells=True),
        Strategy("balanced", "the fullest region first", symmetric=None, fullest_first=True),
        Strategy("centre", "point-symmetric with a chosen centre, see --centre", centre=True),
    )
}


@dataclass(frozen=True)
class CentrePattern:
    """Numbered pattern of the region around the middle cell of a point-symmetric puzzle.

    Under a half turn the middle cell is its own image, and the other cells of the region form pairs. A pattern says
    which pairs are open (their digits are shown) and whether the middle cell is. In an odd pattern the middle cell is
    open; the even pattern after it is the same with the middle cell closed.

    Pairs are ordered by their first cells. Sets of pairs are ordered by the distance of their size from half of all
    pairs, then by size, then by their pairs. So with 3×3 boxes, patterns 1 to 12 are those with two of the four pairs
    open; there are exactly twelve, which agrees with another program that numbers its centres from 1 to 12 by the same
    rule of odd and even.
    """

    number: int
    region: frozenset[int]
    open: frozenset[int]
    """Cells whose digits are shown"""

    @property
    def shows_middle(self) -> bool:
        """True if the middle cell is open."""
        return self.number % 2 == 1

    def picture(self, layout: Layout) -> list[str]:
        """Return the rows of the region: `o` for an open cell, `.` for a closed one, blank outside.

        >>> centre_pattern(Layout.boxes(3, 3), 1).picture(Layout.boxes(3, 3))
        ['oo.', '.o.', '.oo']
        """
        # Jigsaw regions need not be rectangles: show the smallest rectangle around the region.
        rows = sorted({cell // layout.size for cell in self.region})
        columns = sorted({cell % layout.size for cell in self.region})
        marks = {cell: "o" if cell in self.open else "." for cell in self.region}
        return ["".join(marks.get(row * layout.size + column, " ") for column in columns) for row in rows]


def centre_count(layout: Layout) -> int:
    """Return the number of centre patterns; raise InputError if the layout has no centre."""
    return 1 << (len(_centre_pairs(layout)) + 1)


def centre_pattern(layout: Layout, number: int) -> CentrePattern:
    """Return the centre pattern with this number, from 1; raise InputError if there is none."""
    most = centre_count(layout)
    if not 1 <= number <= most:
        raise InputError(f"There is no centre pattern {number}; on this layout they are numbered from 1 to {most}.")
    # Two numbers per set of pairs: odd with the middle cell open, even with it closed.
    pairs, middle = _centre_pairs(layout), layout.cell_count // 2
    shown = {cell for pair in _pair_set(len(pairs), (number - 1) // 2) for cell in pairs[pair]}
    region = frozenset({middle}.union(*pairs))
    return CentrePattern(number, region, frozenset(shown | ({middle} if number % 2 else set())))


@lru_cache(maxsize=64)
def _centre_pairs(layout: Layout) -> tuple[tuple[int, ...], ...]:
    """Return the pairs of the centre region, ordered by their first cells; raise InputError if there is no centre."""
    from cpgen.symmetry.square import orbits

    if layout.size > MAX_DIGIT:
        raise InputError(f"Puzzles are dug up to {MAX_DIGIT}×{MAX_DIGIT}; this layout has side {layout.size}.")
    if layout.size % 2 == 0:
        raise InputError(f"A board of side {layout.size} has no middle cell, so it has no centre pattern.")
    middle = layout.cell_count // 2
    houses = [house for house in layout.houses if house.kind == REGION and middle in house.cells]
    if not houses:
        raise InputError("A board without regions has no centre pattern.")
    # An orbit has one or two cells; the region must consist of whole orbits.
    cells = set(houses[0].cells)
    inside = tuple(orbit for orbit in orbits(layout.size, "rot180") if cells.issuperset(orbit))
    if sum(map(len, inside)) != len(cells):
        raise InputError("The region around the middle cell is not point-symmetric, so it has no centre pattern.")
    return tuple(orbit for orbit in inside if len(orbit) == 2)


def _pair_set(pairs: int, index: int) -> tuple[int, ...]:
    """Return the set of pairs, as numbers from 0 to `pairs` − 1, at an index in the order of `CentrePattern`."""
    # Skip whole sizes by counting their sets, then take the set at the remaining index.
    for size in sorted(range(pairs + 1), key=lambda size: (abs(2 * size - pairs), size)):
        if index < comb(pairs, size):
            return next(islice(combinations(range(pairs), size), index, None))
        index -= comb(pairs, size)
    raise IndexError(index)
