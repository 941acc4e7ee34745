"""Which cells are given? A pattern is chosen before any digit; some of its cells may have their digit fixed."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from cpgen.errors import InputError
from cpgen.layout import Layout
from cpgen.puzzle import BLANKS, Grid, cells_of, read_symbol, side_of, symbol, text_rows
from cpgen.symmetry import orbits, symmetry_of

if TYPE_CHECKING:
    import numpy as np

FREE = "x"
MARKS = "'x' for a clue, '.' for none"


@dataclass(frozen=True)
class Pattern:
    """The cells that hold clues on a board of side `size`, ascending, and the digit fixed in each (0: free)."""

    size: int
    cells: tuple[int, ...]
    fixed: tuple[int, ...]

    @classmethod
    def parse(cls, text: str) -> Pattern:
        """The pattern drawn in `text`, one line or rows: `x` a clue, `.` none, a digit a clue with its digit fixed.

        Lines that begin with `#` are comments. On boards of 33 or more digits a capital X is the digit 33. Raises
        InputError naming row and column.
        """
        rows = text_rows(text)
        size = side_of(rows, "pattern")
        symbols = cells_of(rows, size, "pattern")
        bare = Layout.latin(size)
        given = [(cell, character) for cell, character in enumerate(symbols) if character not in BLANKS]
        fixed = (0 if _is_free(c, size) else read_symbol(c, cell, bare, MARKS) for cell, c in given)
        return cls(size, tuple(cell for cell, _ in given), tuple(fixed))

    @classmethod
    def of(cls, clues: Sequence[int], size: int) -> Pattern:
        """The pattern of a puzzle's clues, no digit fixed."""
        cells = tuple(cell for cell, digit in enumerate(clues) if digit)
        return cls(size, cells, (0,) * len(cells))

    @classmethod
    def random(cls, size: int, clues: int, symmetry: str, rng: np.random.Generator) -> Pattern:
        """A random pattern of `clues` cells with the symmetry; raises InputError when no orbits add up to it."""
        whole = orbits(size, symmetry)
        order = [whole[k] for k in rng.permutation(len(whole))]
        chosen = _adding_up(order, clues)
        if chosen is None:
            raise InputError(f"No {clues} cells of a {size}×{size} board make a pattern with symmetry {symmetry}.")
        cells = tuple(sorted(cell for orbit in chosen for cell in orbit))
        return cls(size, cells, (0,) * len(cells))

    @cached_property
    def symmetry(self) -> str:
        """The name of the symmetry that the pattern's cells have."""
        return symmetry_of(self.size, self.cells)

    def fixed_clues(self) -> Grid:
        """The fixed digits alone, as the clues of a puzzle."""
        clues = [0] * (self.size * self.size)
        for cell, digit in zip(self.cells, self.fixed, strict=True):
            clues[cell] = digit
        return tuple(clues)

    @property
    def line(self) -> str:
        """The pattern as n² characters: `.`, `x` or the fixed digit."""
        given = dict(zip(self.cells, self.fixed, strict=True))
        return "".join(
            "." if cell not in given else symbol(given[cell]) if given[cell] else FREE
            for cell in range(self.size * self.size)
        )

    @property
    def rows(self) -> list[str]:
        """The pattern as n rows of n characters."""
        return [self.line[k : k + self.size] for k in range(0, self.size * self.size, self.size)]

    def __str__(self) -> str:
        return self.line

    def __len__(self) -> int:
        return len(self.cells)


def _is_free(character: str, size: int) -> bool:
    return character == FREE or (character == "X" and size < 33)


def clue_counts(size: int, symmetry: str, kept: Collection[int] = ()) -> frozenset[int]:
    """The numbers of clues that a pattern with this symmetry and these cells can have on a board of side `size`."""
    held = {orbit for orbit in orbits(size, symmetry) if not set(kept).isdisjoint(orbit)}
    rest = [orbit for orbit in orbits(size, symmetry) if orbit not in held]
    return frozenset(sum(map(len, held)) + total for total in _sums(rest)[0])


def _sums(whole: Sequence[tuple[int, ...]]) -> list[frozenset[int]]:
    """For each place in the row of orbits, the numbers of cells that some of the orbits from there on add up to."""
    sums = [frozenset({0})]
    for orbit in reversed(whole):
        sums.append(sums[-1] | {total + len(orbit) for total in sums[-1]})
    return sums[::-1]


def _adding_up(order: list[tuple[int, ...]], total: int) -> list[tuple[int, ...]] | None:
    """Some orbits, early ones preferred, whose sizes add up to `total`; None when none do."""
    sums = _sums(order)
    if total not in sums[0]:
        return None
    chosen = []
    for position, orbit in enumerate(order):
        if total - len(orbit) in sums[position + 1]:
            chosen.append(orbit)
            total -= len(orbit)
    return chosen
