"""The request for dug puzzles, checked in one place, and what comes back."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Annotated, Any

from msgspec import Meta

from cpgen.board_request import RESOLVED
from cpgen.digging.strategies import WAYS, Check, centre_pattern
from cpgen.errors import ImpossibleError, InputError, counted
from cpgen.library import pattern_named
from cpgen.notation import MAX_DIGIT, line, symbol
from cpgen.oracles import DEFAULT, require_exact
from cpgen.pattern import Pattern
from cpgen.puzzle import Grid, Puzzle
from cpgen.requests.grid_sources import SOURCES, GridSource
from cpgen.requests.puzzle_request import (
    ClueCount,
    ClueWish,
    PuzzleRequest,
    Stats,
    origin_as_json,
    region_count,
)
from cpgen.schema import field

if TYPE_CHECKING:
    from cpgen.difficulty import Grade, Target
    from cpgen.rater.ladder import Ladder
    from cpgen.rater.rating import Rating

TRIES = 299
"""Tries on a grid of the way `centre` by default"""
CENTRE_CLUES = 26
"""Clues of the way `centre` on 9×9 by default, with the middle cell closed"""

WayName = Annotated[
    str, field(", ".join(f"{way.name} ({way.about})" for way in WAYS.values()) + ".", "NAME", among=tuple(WAYS))
]
Tries = Annotated[
    int, field(f"Tries of the way centre ({TRIES}); then the search for few clues takes over.", "N", least=1)
]
GridText = Annotated[
    str, field("Dig in this full grid, not in those of a source.", "TEXT", read=f"{__name__}:grid_text", file=True)
]


class DigRequest(PuzzleRequest, frozen=True, kw_only=True):
    """A request for dug puzzles: a board, the check that must hold, the way clues are removed, and how many are left.

    What is left out is filled in, so that layout, model, symmetry, way and check are always there. Without `clues`,
    clues are removed until no more can go; for the fewest, the search lasts until the budget ends. Raises
    InputError when fields do not go together, ImpossibleError when no puzzle can have so few clues.
    """

    check: Annotated[
        Check,
        field(
            "What must hold: unique (one solution), ladder:K (a person solves it with rules up to level K), direct "
            "(the houses of a cell leave one digit).",
            "CHECK",
            read=Check.parse,
        ),
    ] = RESOLVED
    way: WayName = ""
    clues: ClueWish | None = None
    centre: Annotated[int, field("The centre's pattern, from `cpgen centres`.", "K", least=1)] | None = None
    tries: Tries | None = None
    source: Annotated[
        str,
        field(
            "shift (one constructed grid), shuffle (that grid shuffled) or oracle (random completions: any grid of the "
            "layout). 300 shuffles all belong to one class of grids, 300 completions to 300 classes; see `cpgen study "
            "digging`.",
            "NAME",
            among=SOURCES,
        ),
    ] = "oracle"
    grid: GridText | None = None
    keep: (
        Annotated[
            Pattern,
            field(
                "A pattern whose clues are never removed: its digits are fixed, an x keeps what the grid has.",
                "NAME|TEXT",
                read=pattern_named,
                folder="patterns",
            ),
        ]
        | None
    ) = None
    oracle: Annotated[
        str,
        field(
            "The solver to use for the checks and for the proof, see `cpgen oracles`; left out, bitset checks and "
            "cpsat proves.",
            "NAME",
        ),
    ] = ""

    def __post_init__(self) -> None:
        super().__post_init__()
        self._resolve_board(self.keep, "pattern to keep")
        require_exact(self.verifier)
        self._resolve_way()
        self._resolve_check()
        self._require_sources()
        if self.wanted is not None:
            self._require_count(self.wanted)
        self._require_regions()

    def _resolve_way(self) -> None:
        symmetric = self.symmetry not in (None, "none")
        way = WAYS[self.way or ("centre" if self.centre else "orbits" if symmetric else "single")]
        self._resolve(way=way.name, symmetry=way.symmetry(self.symmetry))
        if way.centre:
            self._resolve_centre()
        elif self.centre:
            raise InputError("A pattern of the centre belongs to the way 'centre'.")
        elif self.tries:
            raise InputError("tries belongs to the way centre; choose that way, or leave it out.")

    def _resolve_centre(self) -> None:
        if self.keep is not None:
            raise InputError("The way 'centre' has a pattern of its own; leave out the one to keep, or the way.")
        number = self.centre or 1
        centre_pattern(self.layout, number)
        default = ClueCount(CENTRE_CLUES + number % 2) if self.layout.size == 9 else None
        clues = default if self.clues is None else self.clues
        self._resolve(centre=number, tries=self.tries or TRIES, clues=clues)

    def _resolve_check(self) -> None:
        """Without a check, a puzzle of a grade is to be solved with the rules of the grade."""
        grade, given = self.wanted_grade, self.check
        self._resolve(check=given or (Check("ladder", grade.levels[-1]) if grade else Check()))
        self.check.ladder(self.model.ladder)
        if self.checker != "bitset" and (self.check != Check() or self.fewest):
            raise InputError("Another oracle than bitset can only answer the check 'unique', and not for the fewest.")
        if self.target and self.fewest:
            what = "grade" if grade else "score"
            raise InputError(f"The fewest clues leave no choice of a {what}; give a number of clues, or no {what}.")

    def _require_sources(self) -> None:
        grid = self.full_grid
        if grid is None:
            return
        if self.source != "oracle":
            raise InputError("Give a grid or a source of grids, not both.")
        Puzzle(self.layout, grid).require_no_repeats()
        if 0 in grid:
            raise InputError(f"The grid is not full: {self.layout.where(grid.index(0))} is open.")
        for cell, digit in enumerate(self.keep.fixed_clues() if self.keep else ()):
            if digit and grid[cell] != digit:
                raise InputError(
                    f"The grid has {symbol(grid[cell])} at {self.layout.where(cell)}, where the pattern to keep "
                    f"has {symbol(digit)}."
                )

    def _require_regions(self) -> None:
        """Raises ImpossibleError when the clues wanted, or those of the centre, give a region too few."""
        self._require_region_room(self.wanted or self.layout.cell_count)
        if self.centre:
            found = len(centre_pattern(self.layout, self.centre).open)
            if found < self.region_clues:
                raise ImpossibleError(
                    f"The centre's pattern {self.centre} has {counted(found, 'clue')}; every region is to have "
                    f"{self.region_clues} or more."
                )

    def _require_count(self, clues: int) -> None:
        from cpgen.feasibility.infeasible import least_clues, why_not_fewer

        cells = self.layout.cell_count
        if clues > cells:
            raise InputError(f"A puzzle of {counted(clues, 'clue')} does not fit on {cells} cells.")
        if clues < least_clues(self.layout):
            raise ImpossibleError(f"{clues} clues are too few: {why_not_fewer(self.layout)}")
        if clues < len(self.kept):
            raise InputError(f"{counted(clues, 'clue')} cannot be, with {len(self.kept)} to keep.")
        if clues not in self.reachable:
            self._resolve(clues=ClueCount(self._nearest(clues, self._possible, self._why_unreachable(clues))))

    @property
    def wanted_grade(self) -> Grade | None:
        """The grade that the puzzles must have; None for any rating."""
        given: Any = self
        return given.grade  # type: ignore[no-any-return]

    @cached_property
    def target(self) -> Target | None:
        """What the rating must be; None where any will do."""
        from cpgen.difficulty import Span, Target

        grade = self.wanted_grade
        if grade is None and self.score == Span():
            return None
        return Target(grade or self.model.any_grade, score=self.score)

    @property
    def fewest(self) -> bool:
        """Whether as few clues are wanted as can be found."""
        return self.clues == 0

    @property
    def wanted(self) -> int | None:
        """The exact number of clues; None for as few as digging leaves, and for the fewest."""
        return int(self.clues) if self.clues else None

    @property
    def checker(self) -> str:
        """The oracle that says whether a clue can go."""
        return self.oracle or "bitset"

    @property
    def verifier(self) -> str:
        """The oracle that proves that a puzzle has one solution."""
        return self.oracle or DEFAULT

    @property
    def grids(self) -> GridSource:
        """The source of grids."""
        return GridSource(self.source, "bitset")

    @cached_property
    def full_grid(self) -> Grid | None:
        """The grid to dig in; None for those of the source."""
        return Puzzle.parse(self.grid, self.layout).clues if self.grid else None

    @property
    def kept_symmetry(self) -> str:
        """The symmetry that the puzzle has: in two stages, the second breaks it."""
        return "none" if WAYS[self.way].then_cells else self.symmetry or "none"

    @property
    def kept(self) -> frozenset[int]:
        """The clues that are never removed."""
        return frozenset(self.keep.cells if self.keep else ())

    @property
    def fixed(self) -> Grid | None:
        """The digits that the pattern to keep fixes; None when there are none."""
        return self.keep.fixed_clues() if self.keep and any(self.keep.fixed) else None

    @property
    def takes_any(self) -> bool:
        """Whether all that digging leaves is taken, as it is."""
        return self.clues is None and self.target is None

    @property
    def source_name(self) -> str:
        """Where the grids come from: the name of the source, or `given`."""
        return "given" if self.grid else self.source

    @property
    def reachable(self) -> frozenset[int]:
        """The numbers of clues that the way and the symmetry can leave."""
        from cpgen.symmetry.square import clue_counts, orbits

        size = self.layout.size
        if self.centre:
            pattern = centre_pattern(self.layout, self.centre)
            movable = [orbit for orbit in orbits(size, "rot180") if orbit[0] not in pattern.region]
            return frozenset(len(pattern.open) + 2 * count for count in range(len(movable) + 1))
        return clue_counts(size, self.kept_symmetry, self.kept)

    @property
    def least(self) -> int:
        """The fewest clues that a puzzle may have, as far as is proven, and the way and the symmetry can leave."""
        return min(self._possible)

    @property
    def _possible(self) -> list[int]:
        from cpgen.feasibility.infeasible import least_clues

        least = max(least_clues(self.layout), self.region_clues * region_count(self.layout))
        return [count for count in self.reachable if count >= least]

    def _why_unreachable(self, clues: int) -> str:
        """Why so many clues cannot be left, without a full stop."""
        if not self.centre:
            return f"{self._no_symmetric(clues)}{' with those to keep' if self.kept else ''}"
        shown, parity = ("open", "odd") if self.centre % 2 else ("closed", "even")
        return f"With the middle cell {shown} the number of clues is {parity}, not {clues}"


def grid_text(grid: str | tuple[Annotated[int, Meta(ge=0, le=MAX_DIGIT)], ...]) -> str:
    """The text of a grid, which may be given as its digits in reading order."""
    return grid if isinstance(grid, str) else line(grid)


@dataclass(frozen=True)
class Dug:
    """A puzzle that was dug, that an oracle has shown to have one solution, and what is known of it."""

    puzzle: Puzzle
    solution: Grid
    source: str
    """Where its grid came from: a source of grids, `given`, or `walk` when the search went from grid to grid"""
    check: Check
    way: str
    symmetry: str
    oracle: str
    """What has shown it"""
    ladder: Ladder
    """What it is rated with"""
    needed: bytes = dataclasses.field(repr=False)
    """What digging has shown of each clue: 2, that it is needed, 1, that its orbit is, 0, nothing"""
    seed: int
    index: int
    """Which puzzle of the seed this is, from 0"""
    stats: Stats
    """`attempts` are grids dug, `ratings` checks made or steps walked"""

    @cached_property
    def rating(self) -> Rating:
        """How it rates on its ladder."""
        from cpgen.rater.rating import rate_puzzle

        return rate_puzzle(self.puzzle, self.ladder)

    @cached_property
    def minimal(self) -> bool:
        """Whether no clue can go: without any one of them there are several solutions."""
        return self._none_can_go("none")

    @cached_property
    def orbit_minimal(self) -> bool:
        """Whether no whole orbit of the symmetry can go."""
        return self.minimal or self._none_can_go(self.symmetry)

    def _none_can_go(self, symmetry: str) -> bool:
        from cpgen.digging.minimality import minimality_on

        judge = minimality_on(self.puzzle.layout)
        return judge.none_can_go(self.puzzle.clues, self.solution, self.needed, symmetry)

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
                "oracle": self.oracle,
                **origin_as_json(self.seed, self.index),
            },
            "stats": {
                "attempts": self.stats.attempts,
                "checks": self.stats.ratings,
                "oracle_calls": self.stats.oracle_calls,
                "seconds": round(self.stats.seconds, 4),
            },
        }
