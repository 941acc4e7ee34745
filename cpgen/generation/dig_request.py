"""What is asked of digging, and what comes back."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from cpgen.difficulty import Grade
from cpgen.errors import ImpossibleError, InputError, counted, one_of
from cpgen.generation.dig_ways import WAYS, Check, centre_pattern
from cpgen.generation.grids import GridSource
from cpgen.generation.infeasible import least_clues, why_not_fewer
from cpgen.generation.request import Stats, origin_as_json
from cpgen.layout import Layout
from cpgen.notation import MAX_DIGIT, line, symbol
from cpgen.oracles import require_known
from cpgen.pattern import Pattern
from cpgen.puzzle import Grid, Puzzle
from cpgen.rater.ladder import Ladder
from cpgen.rater.rating import Rating
from cpgen.symmetry.square import clue_counts, orbits

TRIES = 299
"""Tries on a grid of the way `centre`, unless another number is asked for"""


@dataclass(frozen=True)
class DigRequest:
    """A layout, the check that must hold, the way clues are taken, and how many are to be left.

    `clues` is the exact number (None: as far as it goes); with `fewest` the search goes on until the budget ends.
    Raises InputError when these do not go together, ImpossibleError when no puzzle can have so few clues.
    """

    layout: Layout
    ladder: Ladder
    """The whole ladder, for the check `ladder` and for rating"""
    check: Check = field(default_factory=Check)
    way: str = "single"
    symmetry: str = "none"
    source: GridSource = field(default_factory=lambda: GridSource("oracle", "bitset"))
    clues: int | None = None
    fewest: bool = False
    grade: Grade | None = None
    centre: int | None = None
    """The number of the centre's pattern, for the way `centre`"""
    tries: int = TRIES
    oracle: str = "bitset"
    """Who answers the check `unique`: the compiled search, or another oracle, slowly"""
    grid: Grid | None = None
    """The grid to dig in, None for those of the source"""
    keep: Pattern | None = None
    """Clues that are never taken; their fixed digits are those of the grid"""

    def __post_init__(self) -> None:
        if self.layout.size > MAX_DIGIT:
            raise InputError(f"Puzzles are dug up to {MAX_DIGIT}×{MAX_DIGIT}; this layout has side {self.layout.size}.")
        orbits(self.layout.size, self.symmetry)
        self.check.ladder(self.ladder)
        if self.grid is not None:
            _require_grid(self.layout, self.grid)
        if self.keep is not None:
            self._require_keep(self.keep)
        self._require_way()
        if self.clues is not None:
            self._require_count(self.clues)

    def _require_way(self) -> None:
        if self.way not in WAYS:
            raise one_of(list(WAYS), self.way, "a way of digging")
        if self.way == "single" and self.symmetry != "none":
            raise InputError("The way 'single' keeps no symmetry; leave out one of them, or take the way 'orbits'.")
        if self.way in ("orbits", "two-stage") and self.symmetry == "none":
            raise InputError(f"The way {self.way!r} takes orbits; say of which symmetry, as in --symmetry rot180.")
        if self.way == "centre" and self.symmetry != "rot180":
            raise InputError("The way 'centre' makes point-symmetric puzzles; its symmetry is rot180.")
        if self.centre is not None and self.way != "centre":
            raise InputError("A pattern of the centre belongs to the way 'centre'.")
        if self.way == "centre":
            centre_pattern(self.layout, self.centre or 1)
        if self.tries < 1:
            raise InputError(f"{self.tries} tries are none; give 1 or more.")
        require_known(self.oracle)
        if self.oracle != "bitset" and (self.check.kind != "unique" or self.fewest):
            raise InputError("Another oracle than bitset can only answer the check 'unique', and not for the fewest.")
        if self.fewest and self.grade:
            raise InputError("The fewest clues leave no choice of a grade; give a number of clues, or no grade.")

    def _require_keep(self, keep: Pattern) -> None:
        size = self.layout.size
        if keep.size != size:
            raise InputError(f"The pattern to keep is {keep.size}×{keep.size}, but the board is {size}×{size}.")
        Puzzle(self.layout, keep.fixed_clues()).require_no_repeats()
        if self.way == "centre":
            raise InputError("The way 'centre' has a pattern of its own; leave out the one to keep, or the way.")
        for cell, digit in enumerate(keep.fixed_clues()):
            if digit and self.grid and self.grid[cell] != digit:
                raise InputError(
                    f"The grid has {symbol(self.grid[cell])} at {self.layout.where(cell)}, where the pattern to keep "
                    f"has {symbol(digit)}."
                )

    def _require_count(self, clues: int) -> None:
        cells = self.layout.cell_count
        if self.fewest:
            raise InputError("Give a number of clues or the fewest, not both.")
        if not 0 < clues <= cells:
            raise InputError(f"A puzzle of {counted(clues, 'clue')} does not fit on {cells} cells.")
        if clues < least_clues(self.layout):
            raise ImpossibleError(f"{clues} clues are too few: {why_not_fewer(self.layout)}")
        if clues < len(self.kept):
            raise InputError(f"{counted(clues, 'clue')} cannot be, with {len(self.kept)} to keep.")
        if clues not in self.reachable:
            raise InputError(self._why_unreachable(clues))

    @property
    def kept_symmetry(self) -> str:
        """The symmetry that the puzzle has: in two stages, the second breaks it."""
        return "none" if self.way == "two-stage" else self.symmetry

    @property
    def kept(self) -> frozenset[int]:
        """The clues that are never taken."""
        return frozenset(self.keep.cells if self.keep else ())

    @property
    def source_name(self) -> str:
        """Where the grids come from: the name of the source, or `given`."""
        return self.source.name if self.grid is None else "given"

    @property
    def reachable(self) -> frozenset[int]:
        """The numbers of clues that the way and the symmetry can leave."""
        size = self.layout.size
        if self.way == "centre":
            pattern = centre_pattern(self.layout, self.centre or 1)
            movable = [orbit for orbit in orbits(size, self.symmetry) if orbit[0] not in pattern.region]
            return frozenset(len(pattern.open) + 2 * count for count in range(len(movable) + 1))
        return clue_counts(size, self.kept_symmetry, self.kept)

    @property
    def least(self) -> int:
        """The fewest clues that a puzzle may have, as far as is proven, and the way and the symmetry can leave."""
        return min(self._possible)

    @property
    def _possible(self) -> list[int]:
        return [count for count in self.reachable if count >= least_clues(self.layout)]

    def _why_unreachable(self, clues: int) -> str:
        near = sorted(self._possible, key=lambda count: (abs(count - clues), count))[:2]
        nearest = " and ".join(str(count) for count in sorted(near))
        if self.way == "centre":
            shown, parity = ("open", "odd") if clues % 2 == 0 else ("closed", "even")
            return f"With the middle cell {shown} the number of clues is {parity}, not {clues}; near it are {nearest}."
        return (
            f"No {clues} cells of a {self.layout.size}×{self.layout.size} board have the symmetry {self.symmetry}"
            f"{' with those to keep' if self.kept else ''}; near it are {nearest}."
        )


def _require_grid(layout: Layout, grid: Grid) -> None:
    puzzle = Puzzle(layout, grid)
    puzzle.require_no_repeats()
    if 0 in grid:
        raise InputError(f"The grid is not full: {layout.where(grid.index(0))} is open.")


@dataclass(frozen=True)
class Dug:
    """A puzzle that was dug, that CP-SAT has shown to have one solution, and what is known of it."""

    puzzle: Puzzle
    solution: Grid
    rating: Rating
    source: str
    """Where its grid came from: a source of grids, `given`, or `walk` when the search went from grid to grid"""
    check: Check
    way: str
    symmetry: str
    ladder: Ladder
    """What it was rated with"""
    minimal: bool
    """Whether no clue can go: without any one of them there are several solutions"""
    orbit_minimal: bool
    """Whether no whole orbit of the symmetry can go"""
    seed: int
    index: int
    """Which puzzle of the seed this is, from 0"""
    stats: Stats
    """`attempts` are grids dug, `ratings` checks made or steps walked"""

    def as_json(self) -> dict[str, Any]:
        """The puzzle as an object for JSON, with how it rates and how it was made."""
        return {
            **self.rating.as_json(self.puzzle),
            "solution": line(self.solution),
            "minimal": self.minimal,
            "orbit_minimal": self.orbit_minimal,
            "method": {
                "check": str(self.check),
                "way": self.way,
                "symmetry": self.symmetry,
                "source": self.source,
                **origin_as_json(self.seed, self.index),
            },
            "stats": self.stats.as_json("checks"),
        }
