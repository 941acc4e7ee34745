"""What does the middle of a point-symmetric puzzle look like? The patterns of the centre's region, numbered.

The middle cell is its own image under a half turn, the other cells of the region come in pairs. A *centre pattern*
says which pairs are open (their digits are shown) and whether the middle cell is. Odd numbers have the middle cell
open, and each even number is the pattern before it with the middle cell closed. The pairs are counted from the first
cell; sets of pairs come by how near they are to half of all pairs, then by their number, then by their cells. So on
3×3 boxes the numbers 1 to 12 are the patterns with two of the four pairs open. A tool that numbered its own from 1
to 12 by the same rule of odd and even does not say which twelve of the thirty-two it has; two pairs of four with the
middle cell open or closed make exactly twelve.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations

from cpgen.errors import InputError
from cpgen.layout import REGION, Layout
from cpgen.notation import MAX_DIGIT
from cpgen.symmetry.square import orbits

Pair = tuple[int, ...]


@dataclass(frozen=True)
class CentrePattern:
    """A pattern of the region around the middle cell: its number, all cells of the region, and those open."""

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
    return 1 << (len(_pairs(layout)) + 1)


def centre_pattern(layout: Layout, number: int) -> CentrePattern:
    """The centre pattern of that number, from 1; raises InputError when there is none."""
    most = centre_count(layout)
    if not 1 <= number <= most:
        raise InputError(f"There is no centre pattern {number}; on this layout they are numbered from 1 to {most}.")
    pairs, middle = _pairs(layout), layout.cell_count // 2
    shown = {cell for place in _sets(len(pairs), (number - 1) // 2) for cell in pairs[place]}
    region = frozenset({middle}.union(*pairs))
    return CentrePattern(number, region, frozenset(shown | ({middle} if number % 2 else set())))


@lru_cache(maxsize=64)
def _pairs(layout: Layout) -> tuple[Pair, ...]:
    """The pairs of the region around the middle cell, by their first cells; raises InputError when there is none."""
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


def _sets(pairs: int, index: int) -> tuple[int, ...]:
    """The set of pairs of that index: sets near to half of all pairs come first."""
    for count in sorted(range(pairs + 1), key=lambda count: (abs(2 * count - pairs), count)):
        of_this_size = _choices(pairs, count)
        if index < len(of_this_size):
            return of_this_size[index]
        index -= len(of_this_size)
    raise IndexError(index)


@lru_cache(maxsize=64)
def _choices(pairs: int, count: int) -> tuple[tuple[int, ...], ...]:
    return tuple(combinations(range(pairs), count))
