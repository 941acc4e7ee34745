"""What digging may do: the check that must hold, the ways of taking clues, and the patterns of the centre."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations, islice
from math import comb
from typing import TYPE_CHECKING

from cpgen.errors import InputError, one_of
from cpgen.layout import REGION, Layout
from cpgen.notation import MAX_DIGIT, whole_number

if TYPE_CHECKING:
    from cpgen.rater.ladder import Ladder

KINDS = ("unique", "ladder", "direct", "apart")
UNIQUE, LADDER, DIRECT, APART = range(4)
ONE_SOLUTION = KINDS[:3]
"""The checks that leave one solution; `apart` may leave several and is for the study of digging"""


@dataclass(frozen=True)
class Check:
    """What must hold: `unique` (one solution), `ladder` (solved up to a level) or `direct` (the houses leave a digit).

    Each of them leaves one solution: what a person solves has no other, and a cell whose digit its houses leave
    can be filled in before all else. A fourth, `apart`, looks like `direct` at each cell of an orbit, but while the
    others are still given: two cells that see each other may then go together and leave several solutions.
    """

    kind: str = "unique"
    level: int = 0
    """The highest complexity that the ladder may use; 0 for all checks but `ladder`"""

    @classmethod
    def parse(cls, text: str) -> Check:
        """The check called `unique`, `direct` or, with the highest level allowed, `ladder:3`; raises InputError."""
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
        """UNIQUE, LADDER, DIRECT or APART, for compiled code."""
        return KINDS.index(self.kind)

    def ladder(self, full: Ladder) -> Ladder:
        """The rules that may be used; raises InputError when there is no such level."""
        if self.code != LADDER:
            return full
        if not full.span[0] <= self.level <= full.span[1]:
            raise InputError(f"No rule has level {self.level}; the levels go from {full.span[0]} to {full.span[1]}.")
        return full.up_to(self.level)

    def __str__(self) -> str:
        return f"{self.kind}:{self.level}" if self.code == LADDER else self.kind


@dataclass(frozen=True)
class Way:
    """How clues are taken: cell by cell or orbit by orbit, and in which order."""

    name: str
    about: str
    symmetric: bool | None = True
    """Whether it needs a symmetry; None where it does with one and without"""
    then_cells: bool = False
    """Whether cells go one by one once no orbit can go, which breaks the symmetry"""
    fullest_first: bool = False
    """Whether orbits in the fullest regions go before others"""
    centre: bool = False
    """Whether the region around the middle cell gets a pattern of its own, which stays"""

    def symmetry(self, wanted: str | None) -> str:
        """The symmetry of the puzzles, by default where None is wanted; raises InputError for one that cannot be."""
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


WAYS: Mapping[str, Way] = {
    way.name: way
    for way in (
        Way("single", "one by one", symmetric=False),
        Way("orbits", "of the symmetry"),
        Way("two-stage", "orbits, then one by one", then_cells=True),
        Way("balanced", "the fullest region first", symmetric=None, fullest_first=True),
        Way("centre", "point-symmetric with a chosen centre, see --centre", centre=True),
    )
}


@dataclass(frozen=True)
class CentrePattern:
    """A pattern of the region around the middle cell of a point-symmetric puzzle, by its number.

    The middle cell is its own image under a half turn, the other cells of the region come in pairs. The pattern says
    which pairs are open (their digits are shown) and whether the middle cell is. Odd numbers have the middle cell
    open, and each even number is the pattern before it with the middle cell closed. The pairs are counted from the
    first cell; sets of pairs come by how near they are to half of all pairs, then by their number, then by their
    cells. So on 3×3 boxes the numbers 1 to 12 are the patterns with two of the four pairs open. A tool that numbered
    its own from 1 to 12 by the same rule of odd and even does not say which twelve of the thirty-two it has; two pairs
    of four with the middle cell open or closed make exactly twelve.
    """

    number: int
    region: frozenset[int]
    open: frozenset[int]
    """The cells whose digits are shown"""

    @property
    def shows_middle(self) -> bool:
        """Whether the middle cell is open."""
        return self.number % 2 == 1

    def picture(self, layout: Layout) -> list[str]:
        """The rows of the region, `o` for an open cell, `.` for a closed one, blanks outside.

        >>> centre_pattern(Layout.boxes(3, 3), 1).picture(Layout.boxes(3, 3))
        ['oo.', '.o.', '.oo']
        """
        rows = sorted({cell // layout.size for cell in self.region})
        columns = sorted({cell % layout.size for cell in self.region})
        return ["".join(self._mark(row * layout.size + column) for column in columns) for row in rows]

    def _mark(self, cell: int) -> str:
        return " " if cell not in self.region else "o" if cell in self.open else "."


def centre_count(layout: Layout) -> int:
    """How many centre patterns the layout has; raises InputError when it has no centre."""
    return 1 << (len(_centre_pairs(layout)) + 1)


def centre_pattern(layout: Layout, number: int) -> CentrePattern:
    """The centre pattern of that number, from 1; raises InputError when there is none."""
    most = centre_count(layout)
    if not 1 <= number <= most:
        raise InputError(f"There is no centre pattern {number}; on this layout they are numbered from 1 to {most}.")
    pairs, middle = _centre_pairs(layout), layout.cell_count // 2
    shown = {cell for place in _pair_set(len(pairs), (number - 1) // 2) for cell in pairs[place]}
    region = frozenset({middle}.union(*pairs))
    return CentrePattern(number, region, frozenset(shown | ({middle} if number % 2 else set())))


@lru_cache(maxsize=64)
def _centre_pairs(layout: Layout) -> tuple[tuple[int, ...], ...]:
    """The pairs of the region around the middle cell, by their first cells; raises InputError when there is none."""
    from cpgen.symmetry.square import orbits

    if layout.size > MAX_DIGIT:
        raise InputError(f"Puzzles are dug up to {MAX_DIGIT}×{MAX_DIGIT}; this layout has side {layout.size}.")
    if layout.size % 2 == 0:
        raise InputError(f"A board of side {layout.size} has no middle cell, so it has no centre pattern.")
    middle = layout.cell_count // 2
    houses = [house for house in layout.houses if house.kind == REGION and middle in house.cells]
    if not houses:
        raise InputError("A board without regions has no centre pattern.")
    cells = set(houses[0].cells)
    inside = tuple(orbit for orbit in orbits(layout.size, "rot180") if cells.issuperset(orbit))
    if sum(map(len, inside)) != len(cells):
        raise InputError("The region around the middle cell is not point-symmetric, so it has no centre pattern.")
    return tuple(orbit for orbit in inside if len(orbit) == 2)


def _pair_set(pairs: int, index: int) -> tuple[int, ...]:
    """The set of pairs of that index: sets near to half of all pairs come first."""
    for size in sorted(range(pairs + 1), key=lambda size: (abs(2 * size - pairs), size)):
        if index < comb(pairs, size):
            return next(islice(combinations(range(pairs), size), index, None))
        index -= comb(pairs, size)
    raise IndexError(index)
